"""Looks at every part of a memory directory and reports by area. Changes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.contracts.check_up import (
    DatabaseHealth,
    HistoryHealth,
    LeftOver,
    LeftOverKind,
)
from app.contracts.errors import OneClawError
from app.contracts.memory_files import MemoryFiles
from app.contracts.memory_index import IndexStore, UnindexedMessages
from app.memory.check_up.file_checks import check_files
from app.memory.check_up.findings import Area, AreaReport, CheckUpReport, Finding, counted
from app.memory.check_up.index_checks import check_index
from app.memory.index_builder import IndexBuilder


@dataclass(frozen=True, slots=True)
class CheckedHistory:
    """`uncommitted` compares it with the files; it may raise OneClawError."""

    health: HistoryHealth
    uncommitted: Callable[[], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class IndexParts:
    """What the index can be compared with; there is none without a usable database."""

    store: IndexStore
    messages: UnindexedMessages
    builder: IndexBuilder


def check_up(
    files: MemoryFiles,
    history: CheckedHistory,
    database: DatabaseHealth,
    index: IndexParts | None,
    left_overs: Sequence[LeftOver],
) -> CheckUpReport:
    checked = check_files(files, () if index is None else index.store.paths())
    return CheckUpReport(
        (
            checked.report,
            _history(history, has_files=bool(checked.texts)),
            _database(database),
            _no_index(database)
            if index is None
            else check_index(index.store, index.messages, index.builder, checked),
            _left_overs(left_overs),
        )
    )


def _history(history: CheckedHistory, *, has_files: bool) -> AreaReport:
    health = history.health
    if not health.exists:
        missing = (Finding("There is no version history of these files."),) if has_files else ()
        return AreaReport(Area.HISTORY, ("There is none yet.",), missing)
    problems = [Finding(problem) for problem in health.problems]
    return AreaReport(Area.HISTORY, _versions(health), (*problems, *_uncommitted(history)))


def _versions(health: HistoryHealth) -> tuple[str, ...]:
    if health.problems:
        return (f"{counted(health.versions, 'version')} can be reached.",)
    return (f"{counted(health.versions, 'version')}, and every piece of them can be read.",)


def _uncommitted(history: CheckedHistory) -> list[Finding]:
    try:
        paths = history.uncommitted()
    except OneClawError as error:
        return [Finding(f"The files could not be compared with it: {error.sentence}")]
    return [Finding(f"{path} has changes that are not in the history yet.") for path in paths]


def _database(health: DatabaseHealth) -> AreaReport:
    problems = tuple(
        Finding(problem, is_mendable=_is_mendable(health)) for problem in health.problems
    )
    if not health.exists:
        return AreaReport(Area.DATABASE, ("There is none yet.",), problems)
    notes: list[str] = []
    if health.is_usable:
        notes.append(
            f"Whole, version {health.version}, with"
            f" {counted(health.conversations, 'conversation')}"
            f" and {counted(health.messages, 'message')}."
        )
    elif not problems:
        notes.append(
            f"Whole, of the older version {health.version};"
            f" the next start of the app brings it to {health.newest_version}."
        )
    return AreaReport(Area.DATABASE, tuple(notes), problems)


def _is_mendable(health: DatabaseHealth) -> bool:
    """A newer app's database is left alone."""
    return health.version <= health.newest_version


def _no_index(health: DatabaseHealth) -> AreaReport:
    reason = "The database has to be usable first." if health.exists else "There is none yet."
    return AreaReport(Area.INDEX, (f"Not compared with the files. {reason}",))


def _left_overs(found: Sequence[LeftOver]) -> AreaReport:
    notes = [
        f"{left.name} was set aside by a repair. Delete it when you do not need it."
        for left in found
        if left.kind is LeftOverKind.SET_ASIDE
    ]
    findings = [Finding(sentence) for left in found if (sentence := _told(left)) is not None]
    return AreaReport(
        Area.LEFT_OVERS, tuple(notes or ["Nothing."] * (not findings)), tuple(findings)
    )


def _told(left: LeftOver) -> str | None:
    match left.kind:
        case LeftOverKind.TEMPORARY:
            return f"{left.name} was being written when a process was killed."
        case LeftOverKind.SOCKET:
            return f"{left.name} belongs to an engine that is gone."
        case LeftOverKind.DAMAGED_CACHE:
            return f"{left.name} is damaged. It is made again from the index."
        case LeftOverKind.SET_ASIDE:
            return None
