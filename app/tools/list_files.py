"""`list_files`: which texts are kept for the person (S8.5)."""

from app.contracts.errors import MemoryFileError
from app.memory.kept_files import KeptFiles
from app.tools.arguments import Arguments
from app.tools.file_answers import file_failure
from app.tools.parameters import TextParameter
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)


class ListFiles:
    definition = ToolDefinition(
        name="list_files",
        description="Lists the text files that are kept for the person below files/.",
        parameters=(TextParameter("path", "A folder below files/; left out: all of them."),),
        seconds=10,
        works_in_private=True,
    )

    def __init__(self, kept: KeptFiles) -> None:
        self._kept = kept

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        del context
        folder = (arguments.text_or_none("path") or "").strip()
        try:
            found = self._kept.list(folder)
        except MemoryFileError as error:
            return file_failure(error)
        if found:
            return ToolSuccess("\n".join(f"{info.path} ({info.size:,} bytes)" for info in found))
        if folder:
            return ToolFailure(ToolErrorCode.NOT_FOUND, f"There are no files below {folder}.")
        return ToolSuccess("No files are kept yet.")
