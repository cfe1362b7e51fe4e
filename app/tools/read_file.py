"""`read_file`: the assistant reads a text it keeps for the person (S8.5)."""

from app.contracts.errors import MemoryFileError
from app.contracts.memory_files import FileSnapshot
from app.memory.kept_files import FileMissing, FileTooLarge, KeptFiles
from app.tools.arguments import Arguments
from app.tools.file_answers import PATH, file_failure, missing, too_large
from app.tools.quoted_text import QUOTED_NOTES
from app.tools.tool import ToolContext, ToolDefinition, ToolOutcome, ToolSuccess


class ReadFile:
    definition = ToolDefinition(
        name="read_file",
        description="Reads a text file that is kept for the person below files/.",
        parameters=(PATH,),
        seconds=10,
        works_in_private=True,
    )

    def __init__(self, kept: KeptFiles) -> None:
        self._kept = kept

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        del context
        try:
            outcome = self._kept.read(arguments.text("path"))
        except MemoryFileError as error:
            return file_failure(error)
        match outcome:
            case FileSnapshot(text=text):
                return ToolSuccess(f"{QUOTED_NOTES}\n\n{text}")
            case FileMissing(path=path):
                return missing(path)
            case FileTooLarge(path=path, size=size):
                return too_large(path, size)
