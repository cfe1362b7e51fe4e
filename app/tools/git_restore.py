"""`git_restore`: an earlier version of one file comes back, as a new version (S8.4)."""

from app.contracts.errors import OneClawError
from app.contracts.history import VersionHistory
from app.contracts.memory_files import MemoryFiles, WriteObserver
from app.memory.restore_version import (
    AlreadyRestored,
    ChangedMeanwhile,
    Restored,
    RestoreVersion,
)
from app.tools.arguments import Arguments
from app.tools.git_answers import SHOWN_SHA, git_failure, not_a_sha, sha_parameter
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


class GitRestore:
    definition = ToolDefinition(
        name="git_restore",
        description=(
            "Brings one file back to how it was in an earlier version. What it says now stays in "
            "the history. Only when the person wants it: look with git_log and git_show first."
        ),
        parameters=(
            TextParameter(
                "path",
                "The file, for example memory/MEMORY.md or files/plan.md.",
                is_required=True,
            ),
            sha_parameter("sha", "The version to take the file from."),
        ),
        seconds=30,
        writes=True,
    )

    def __init__(
        self, files: MemoryFiles, history: VersionHistory, on_written: WriteObserver
    ) -> None:
        self._files = files
        self._history = history
        self._on_written = on_written

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        path, sha = arguments.text("path").strip(), arguments.text("sha").strip()
        if not path:
            return ToolFailure(ToolErrorCode.VALIDATION_ERROR, "path is empty.")
        if failure := not_a_sha("sha", sha):
            return failure
        files = GatedFiles(self._files, context.gate)
        try:
            outcome = RestoreVersion(files, self._history, self._on_written)(path, sha)
        except OneClawError as error:
            return git_failure(error)
        match outcome:
            case Restored(sha=whole_sha):
                return ToolSuccess(f"{path} is back as it was in version {whole_sha[:SHOWN_SHA]}.")
            case AlreadyRestored(sha=whole_sha):
                return ToolSuccess(f"{path} is the same as in version {whole_sha[:SHOWN_SHA]}.")
            case ChangedMeanwhile():
                return ToolFailure(
                    ToolErrorCode.GIT_ERROR,
                    f"Another program is changing {path}; nothing was restored. Try again.",
                )
