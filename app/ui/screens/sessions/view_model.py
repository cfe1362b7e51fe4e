"""The sessions drawer: conversations by last use, grouped by when that was. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from app.contracts.clock import Clock
from app.contracts.conversation import Session, SessionStore
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class SessionRow:
    id: str
    title: str
    preview: str
    is_private: bool


@dataclass(frozen=True, slots=True)
class SessionGroup:
    heading: str
    rows: tuple[SessionRow, ...]


@dataclass(frozen=True, slots=True)
class SessionsState:
    groups: tuple[SessionGroup, ...] = ()
    open_session_id: str | None = None
    searched: str = ""
    notice: str = ""


class SessionsViewModel:
    def __init__(self, sessions: SessionStore, tasks: Tasks, clock: Clock) -> None:
        self._sessions = sessions
        self._tasks = tasks
        self._clock = clock
        self.on_open: Callable[[str], None] = lambda _: None
        self.on_new_chat: Callable[[], None] = lambda: None
        self.on_open_memory: Callable[[], None] = lambda: None
        self.on_open_settings: Callable[[], None] = lambda: None
        self.observable = ObservableState(SessionsState())

    @property
    def state(self) -> SessionsState:
        return self.observable.state

    def mark_open(self, session_id: str | None) -> None:
        self.observable.update(replace(self.state, open_session_id=session_id))

    def search(self, words: str) -> None:
        self.observable.update(replace(self.state, searched=words))
        self.refresh()

    def refresh(self) -> None:
        searched = self.state.searched
        now = self._clock.now()

        def show(sessions: tuple[Session, ...]) -> None:
            if searched == self.state.searched:
                self.observable.update(
                    replace(self.state, groups=_grouped(sessions, now), notice="")
                )

        self._tasks.call(
            lambda: self._sessions.newest_first(containing=searched),
            show,
            lambda sentence: self.observable.update(replace(self.state, notice=sentence)),
        )


def _grouped(sessions: tuple[Session, ...], now: datetime) -> tuple[SessionGroup, ...]:
    groups: dict[str, list[SessionRow]] = {}
    for session in sessions:
        heading = _heading(session.last_used_at.astimezone(now.tzinfo).date(), now.date())
        row = SessionRow(session.id, session.title, session.preview, session.is_private)
        groups.setdefault(heading, []).append(row)
    return tuple(SessionGroup(heading, tuple(rows)) for heading, rows in groups.items())


def _heading(used: date, today: date) -> str:
    monday = today - timedelta(days=today.weekday())
    if used >= today:
        return "Today"
    if used == today - timedelta(days=1):
        return "Yesterday"
    if used >= monday:
        return "This week"
    if used >= monday - timedelta(days=7):
        return "Last week"
    return f"{used:%B %Y}"
