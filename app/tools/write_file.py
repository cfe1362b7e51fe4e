"""`write_file`: the assistant keeps a text for the person below `files/` (S8.5)."""

from app.contracts.errors import OneClawError, UnsafePath
from app.contracts.memory_files import MemoryFiles, WriteObserver
from app.memory.kept_files import (
    FileChangedMeanwhile,
    FileKept,
    FileTooLarge,
    FileUnchanged,
    KeptFiles,
)
from app.tools.arguments import Arguments
from app.tools.file_answers import PATH, changed_meanwhile, file_failure, too_large
from app.tools.parameters import TextParameter
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)
from app.tools.write_gate import GatedFiles


class WriteFile:
    definition = ToolDefinition(
        name="write_file",
        description=(
            "Writes a text file for the person: a draft, a list, a plan they want to keep. "
            "Replaces the whole file if it exists (the old text stays in the history), so read it "
            "first when you only want to change a part. Facts about the person go to save_memory."
        ),
        parameters=(
            PATH,
            TextParameter("content", "The whole text of the file.", is_required=True),
        ),
        seconds=10,
        writes=True,
    )

    def __init__(self, files: MemoryFiles, on_written: WriteObserver) -> None:
        self._files = files
        self._on_written = on_written

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        kept = KeptFiles(GatedFiles(self._files, context.gate), self._on_written)
        try:
            outcome = kept.write(arguments.text("path"), arguments.text("content"))
        except UnsafePath as error:
            return file_failure(error)
        except OneClawError as error:
            return ToolFailure(ToolErrorCode.WRITE_FAILED, error.sentence)
        match outcome:
            case FileKept(snapshot=after, is_new=is_new):
                done = "Created" if is_new else "Replaced"
                return ToolSuccess(f"{done} {after.path} ({len(after.text):,} characters).")
            case FileUnchanged(path=path):
                return ToolSuccess(f"{path} says exactly this already.")
            case FileTooLarge(path=path, size=size):
                return too_large(path, size)
            case FileChangedMeanwhile(path=path):
                return changed_meanwhile(path)
