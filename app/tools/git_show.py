"""`git_show`: what one version changed (S8.4)."""

from app.contracts.errors import OneClawError
from app.contracts.history import VersionHistory
from app.tools.arguments import Arguments
from app.tools.git_answers import changes_text, commit_line, git_failure, not_a_sha, sha_parameter
from app.tools.tool import ToolContext, ToolDefinition, ToolOutcome, ToolSuccess


class GitShow:
    definition = ToolDefinition(
        name="git_show",
        description="Shows one version of the memory: when it was made and what it changed.",
        parameters=(sha_parameter("sha", "The version."),),
        seconds=30,
    )

    def __init__(self, history: VersionHistory) -> None:
        self._history = history

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        del context
        sha = arguments.text("sha").strip()
        if failure := not_a_sha("sha", sha):
            return failure
        try:
            commit, changes = self._history.show(sha)
        except OneClawError as error:
            return git_failure(error)
        shown = changes_text(changes) if changes else "This version changed no file."
        return ToolSuccess(f"{commit_line(commit)}\n\n{shown}")
