"""`delete_file`: a kept text goes; its versions stay, so that it can be restored (S8.5)."""

from app.contracts.errors import OneClawError, UnsafePath
from app.contracts.memory_files import MemoryFiles, WriteObserver
from app.memory.kept_files import FileChangedMeanwhile, FileDeleted, FileMissing, KeptFiles
from app.tools.arguments import Arguments
from app.tools.file_answers import PATH, changed_meanwhile, file_failure, missing
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)
from app.tools.write_gate import GatedFiles


class DeleteFile:
    definition = ToolDefinition(
        name="delete_file",
        description=(
            "Deletes a text file below files/ when the person wants it gone. Its versions stay "
            "in the history, and git_restore brings it back."
        ),
        parameters=(PATH,),
        seconds=10,
        writes=True,
    )

    def __init__(self, files: MemoryFiles, on_written: WriteObserver) -> None:
        self._files = files
        self._on_written = on_written

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        kept = KeptFiles(GatedFiles(self._files, context.gate), self._on_written)
        try:
            outcome = kept.delete(arguments.text("path"))
        except UnsafePath as error:
            return file_failure(error)
        except OneClawError as error:
            return ToolFailure(ToolErrorCode.WRITE_FAILED, error.sentence)
        match outcome:
            case FileDeleted(path=path):
                return ToolSuccess(f"Deleted {path}. git_restore can bring it back.")
            case FileMissing(path=path):
                return missing(path)
            case FileChangedMeanwhile(path=path):
                return changed_meanwhile(path)
