"""Deletes a conversation so that its memory is kept and the person can change their mind (S11.1).

What was not logged yet is logged first (S3.3). Its messages are not found from then on; undo makes
them findable again. The rows themselves go later, with the engine's upkeep. Off the UI thread.
"""

from app.contracts.clock import Clock
from app.contracts.conversation import MessageStore, SessionStore
from app.memory.index_builder import IndexBuilder
from app.memory.indexed_messages import is_worth_finding
from app.memory.triggers import MemoryTriggers


class DeleteSession:
    def __init__(
        self,
        sessions: SessionStore,
        messages: MessageStore,
        index: IndexBuilder,
        triggers: MemoryTriggers,
        clock: Clock,
    ) -> None:
        self._sessions = sessions
        self._messages = messages
        self._index = index
        self._triggers = triggers
        self._clock = clock

    def __call__(self, session_id: str) -> None:
        """Gone from the drawer and from every search when it returns; deleting twice is fine."""
        self._triggers.session_left(session_id)
        # The rows of its messages leave the index in the same step.
        self._sessions.delete(session_id, self._clock.now())

    def undo(self, session_id: str) -> bool:
        """Brings it back as it was. False: it was purged meanwhile, and is gone for good.

        Killed in the middle, the next start of the engine indexes what is missing.
        """
        self._sessions.restore(session_id)
        session = self._sessions.get(session_id)
        if session is None:
            return False
        if not session.is_private:
            said = filter(is_worth_finding, self._messages.after(session_id, 0))
            if self._index.index_messages(tuple(said)):
                self._triggers.index_grew()
        return True
