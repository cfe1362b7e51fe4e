"""`git_bundle`: the whole history as one file in the exports folder, for `git clone` (S8.4)."""

from pathlib import Path

from app.contracts.errors import OneClawError
from app.contracts.history import VersionHistory
from app.contracts.memory_files import MemoryFiles
from app.memory.exports_folder import place_for_export
from app.tools.arguments import Arguments
from app.tools.git_answers import git_failure
from app.tools.parameters import TextParameter
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)

SUFFIX = ".bundle"


class GitBundle:
    definition = ToolDefinition(
        name="git_bundle",
        description=(
            "Exports the person's whole memory with all its versions into one new file in the "
            "exports folder. Anybody with git can clone it. An existing file is never replaced."
        ),
        parameters=(
            TextParameter(
                "output_path",
                "A new file below exports/, for example exports/memory-2026-02-28.bundle.",
                is_required=True,
            ),
        ),
        seconds=60,
        writes=True,
    )

    def __init__(self, files: MemoryFiles, history: VersionHistory, exports: Path) -> None:
        self._files = files
        self._history = history
        self._exports = exports

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        name = arguments.text("output_path")
        if not name.strip():
            return ToolFailure(ToolErrorCode.VALIDATION_ERROR, "output_path is empty.")
        try:
            with self._files.lock():
                place = place_for_export(self._exports, name, SUFFIX)
                context.gate.begin()
                self._history.bundle(place)
                context.gate.mark_durable()
        except OneClawError as error:
            return git_failure(error)
        shown = place.relative_to(self._exports.parent).as_posix()
        return ToolSuccess(f"Exported to {shown}. Share it from the memory page.")
