"""`git_diff`: what differs between two versions, or a version and the files now (S8.4)."""

from app.contracts.errors import OneClawError
from app.contracts.history import VersionHistory
from app.tools.arguments import Arguments
from app.tools.git_answers import changes_text, git_failure, not_a_sha, sha_parameter
from app.tools.tool import ToolContext, ToolDefinition, ToolOutcome, ToolSuccess


class GitDiff:
    definition = ToolDefinition(
        name="git_diff",
        description=(
            "Shows what changed in the person's memory and files from one version to another, or "
            "from a version to how the files are now."
        ),
        parameters=(
            sha_parameter("from_sha", "The earlier version."),
            sha_parameter(
                "to_sha",
                "The later version; left out: the files as they are now.",
                is_required=False,
            ),
        ),
        seconds=30,
    )

    def __init__(self, history: VersionHistory) -> None:
        self._history = history

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        del context
        from_sha = arguments.text("from_sha").strip()
        to_sha = (arguments.text_or_none("to_sha") or "").strip() or None
        failure = not_a_sha("from_sha", from_sha) or (to_sha and not_a_sha("to_sha", to_sha))
        if failure:
            return failure
        try:
            changes = self._history.diff(from_sha, to_sha)
        except OneClawError as error:
            return git_failure(error)
        return ToolSuccess(changes_text(changes) if changes else "There are no differences.")
