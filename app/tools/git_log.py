"""`git_log`: which versions of the memory there are, newest first (S8.4)."""

from app.contracts.errors import OneClawError
from app.contracts.history import VersionHistory
from app.tools.arguments import Arguments
from app.tools.git_answers import commit_line, git_failure
from app.tools.parameters import TextParameter, WholeNumberParameter
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)


class GitLog:
    definition = ToolDefinition(
        name="git_log",
        description=(
            "Lists the versions of the person's memory and files, newest first: id, time and "
            "what was done. Every write is a version."
        ),
        parameters=(
            TextParameter(
                "path",
                "Only versions that changed this file or folder, for example memory/MEMORY.md, "
                "memory/daily or files.",
            ),
            WholeNumberParameter(
                "max_count", "How many versions at most.", minimum=1, maximum=200, default=20
            ),
        ),
        seconds=30,
    )

    def __init__(self, history: VersionHistory) -> None:
        self._history = history

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        del context
        path = (arguments.text_or_none("path") or "").strip() or None
        try:
            page = self._history.log(under=path, limit=arguments.whole_number("max_count"))
        except OneClawError as error:
            return git_failure(error)
        if not page.commits:
            return ToolFailure(ToolErrorCode.NOT_FOUND, f"No version has ever touched {path}.")
        lines = [commit_line(commit) for commit in page.commits]
        if page.next_from is not None:
            lines.append("There are older versions; a larger max_count shows more.")
        return ToolSuccess("\n".join(lines))
