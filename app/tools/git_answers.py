"""What the git tools share: how a version is named, how refusals and changes are worded."""

import re
from collections.abc import Sequence

from app.contracts.errors import OneClawError, UnknownVersion, UnsafePath
from app.contracts.history import Commit, FileChange
from app.tools.parameters import TextParameter
from app.tools.quoted_text import QUOTED_NOTES
from app.tools.tool import ToolErrorCode, ToolFailure

SHOWN_SHA = 10

_SHA = re.compile(r"[0-9a-fA-F]{4,40}")


def sha_parameter(name: str, description: str, *, is_required: bool = True) -> TextParameter:
    return TextParameter(
        name,
        f"{description} At least the first 4 characters of its id, as git_log shows it.",
        is_required=is_required,
    )


def not_a_sha(name: str, sha: str) -> ToolFailure | None:
    if _SHA.fullmatch(sha):
        return None
    return ToolFailure(
        ToolErrorCode.VALIDATION_ERROR,
        f"{name} must be 4 to 40 characters of 0-9 and a-f, as git_log shows them.",
    )


def git_failure(error: OneClawError) -> ToolFailure:
    match error:
        case UnknownVersion():
            code = ToolErrorCode.NOT_FOUND
        case UnsafePath():
            code = ToolErrorCode.SECURITY_ERROR
        case _:
            code = ToolErrorCode.GIT_ERROR
    return ToolFailure(code, error.sentence)


def commit_line(commit: Commit) -> str:
    subject = commit.message.partition("\n")[0]
    return f"{commit.sha[:SHOWN_SHA]} {commit.committed_at:%Y-%m-%d %H:%M} {subject}"


def changes_text(changes: Sequence[FileChange]) -> str:
    """An overview, then every difference; the overview survives a cut."""
    overview = [f"{change.kind} {change.path}" for change in changes]
    return "\n".join([*overview, "", QUOTED_NOTES, *(change.unified_diff for change in changes)])
