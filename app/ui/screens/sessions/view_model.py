"""The sessions drawer: conversations by last use, a page at a time; renamed, deleted, looked at.

Knows no Kivy.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.chat.rename_session import Renamed, TitleRefused
from app.chat.session_details import SessionDetails
from app.contracts.clock import Clock
from app.contracts.conversation import Session, SessionStore
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.screens.sessions.rows import Fact, SessionGroup, facts_of, grouped
from app.ui.tasks import Tasks

PAGE = 50
LONGEST_SAID = 40
GONE_FOR_GOOD = "This chat was removed for good meanwhile."


@dataclass(frozen=True, slots=True)
class SessionActions:
    """What can be done with a conversation; all of it on a worker."""

    rename: Callable[[str, str], Renamed | TitleRefused]
    delete: Callable[[str], None]
    restore: Callable[[str], bool]
    details: Callable[[str], SessionDetails | None]


@dataclass(frozen=True, slots=True)
class SessionsState:
    """`renaming` is the id and the name that is being changed, `refusal` why it cannot be that;
    `facts` are the details that are shown, `said` what was just done.
    """

    groups: tuple[SessionGroup, ...] = ()
    open_session_id: str | None = None
    searched: str = ""
    notice: str = ""
    is_loading: bool = True
    has_older: bool = False
    renaming: tuple[str, str] | None = None
    refusal: str = ""
    facts: tuple[Fact, ...] = ()
    said: Notice | None = None

    @property
    def is_empty(self) -> bool:
        return not self.groups and not self.is_loading and not self.notice


class SessionsViewModel:
    def __init__(
        self, sessions: SessionStore, actions: SessionActions, tasks: Tasks, clock: Clock
    ) -> None:
        self._sessions = sessions
        self._actions = actions
        self._tasks = tasks
        self._clock = clock
        self._wanted = PAGE
        self._notices = 0
        self._deleted: tuple[str, bool] | None = None
        self.on_open: Callable[[str], None] = lambda _: None
        self.on_new_chat: Callable[[], None] = lambda: None
        self.on_open_memory: Callable[[], None] = lambda: None
        self.on_open_settings: Callable[[], None] = lambda: None
        self.on_renamed: Callable[[str, str], None] = lambda _id, _title: None
        self.on_deleted: Callable[[str], None] = lambda _: None
        self.observable = ObservableState(SessionsState())

    @property
    def state(self) -> SessionsState:
        return self.observable.state

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(row.title for group in self.state.groups for row in group.rows)

    def mark_open(self, session_id: str | None) -> None:
        self._show(replace(self.state, open_session_id=session_id))

    def search(self, words: str) -> None:
        wanted = " ".join(words.split())
        if wanted == self.state.searched:
            return
        self._wanted = PAGE
        self._show(replace(self.state, searched=wanted))
        self.refresh()

    def show_older(self) -> None:
        self._wanted += PAGE
        self.refresh()

    def refresh(self) -> None:
        searched, wanted = self.state.searched, self._wanted
        now = self._clock.now()

        def show(sessions: tuple[Session, ...]) -> None:
            if searched != self.state.searched or wanted != self._wanted:
                return  # asked again meanwhile
            self._show(
                replace(
                    self.state,
                    groups=grouped(sessions[:wanted], now),
                    has_older=len(sessions) > wanted,
                    is_loading=False,
                    notice="",
                )
            )

        self._tasks.call(
            lambda: self._sessions.newest_first(containing=searched, limit=wanted + 1),
            show,
            self._failed,
        )

    def begin_rename(self, session_id: str, title: str) -> None:
        self._show(replace(self.state, renaming=(session_id, title), refusal=""))

    def cancel_rename(self) -> None:
        self._show(replace(self.state, renaming=None, refusal=""))

    def rename(self, wanted: str) -> None:
        if self.state.renaming is None:
            return
        session_id, _ = self.state.renaming

        def done(outcome: Renamed | TitleRefused) -> None:
            if isinstance(outcome, TitleRefused):
                self._show(replace(self.state, refusal=outcome.reason))
                return
            self._show(replace(self.state, renaming=None, refusal=""))
            self.on_renamed(session_id, outcome.title)
            self.refresh()

        self._tasks.call(
            lambda: self._actions.rename(session_id, wanted),
            done,
            lambda sentence: self._show(replace(self.state, refusal=sentence)),
        )

    def delete(self, session_id: str, title: str) -> None:
        """What was not logged is logged first. Undo brings it back."""
        was_open = self.state.open_session_id == session_id

        def done(_nothing: None) -> None:
            self._deleted = (session_id, was_open)
            self._say(f"Deleted “{_short(title)}”", can_undo=True)
            self.on_deleted(session_id)
            self.refresh()

        self._tasks.call(lambda: self._actions.delete(session_id), done, self._say)

    def undo_delete(self) -> None:
        deleted, self._deleted = self._deleted, None
        if deleted is None:
            return
        session_id, was_open = deleted

        def done(is_back: bool) -> None:
            if not is_back:
                self._say(GONE_FOR_GOOD)
            elif was_open:
                self.on_open(session_id)
            self.refresh()

        self._tasks.call(lambda: self._actions.restore(session_id), done, self._say)

    def show_details(self, session_id: str) -> None:
        def show(details: SessionDetails | None) -> None:
            if details is None:
                self._say(GONE_FOR_GOOD)
            else:
                self._show(replace(self.state, facts=facts_of(details, self._clock.now())))

        self._tasks.call(lambda: self._actions.details(session_id), show, self._say)

    def close_details(self) -> None:
        self._show(replace(self.state, facts=()))

    def _failed(self, sentence: str) -> None:
        self._show(replace(self.state, notice=sentence, is_loading=False))

    def _say(self, text: str, *, can_undo: bool = False) -> None:
        self._notices += 1
        self._show(replace(self.state, said=Notice(text, self._notices, can_undo)))

    def _show(self, state: SessionsState) -> None:
        self.observable.update(state)


def _short(title: str) -> str:
    return title if len(title) <= LONGEST_SAID else f"{title[:LONGEST_SAID].rstrip()}…"
