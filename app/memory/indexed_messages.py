"""Messages that are findable as soon as they are stored (S6.9).

Implements MessageStore over another one: what is appended or finished is indexed by its words at
once, and whoever embeds is told. Rows of deleted messages go with them, in the database itself.
"""

from collections.abc import Callable, Iterator, Sequence

from app.contracts.conversation import Message, MessageStore, NewMessage, SessionStore
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.memory.index_builder import IndexBuilder
from app.memory.search.search_wish import wants_memory_search

_EVERY_SESSION = 1_000_000


class IndexedMessages:
    def __init__(
        self, messages: MessageStore, index: IndexBuilder, on_indexed: Callable[[], None]
    ) -> None:
        self._messages = messages
        self._index = index
        self._on_indexed = on_indexed

    def append(self, message: NewMessage, *, instead_of: Sequence[str] = ()) -> Message:
        stored = self._messages.append(message, instead_of=instead_of)
        self._follow(stored)
        return stored

    def replace(self, message: Message) -> None:
        self._messages.replace(message)
        self._follow(message)

    def get(self, message_id: str) -> Message | None:
        return self._messages.get(message_id)

    def newest(
        self, session_id: str, *, before_sequence: int | None = None, limit: int = 50
    ) -> tuple[Message, ...]:
        return self._messages.newest(session_id, before_sequence=before_sequence, limit=limit)

    def after(self, session_id: str, sequence: int) -> tuple[Message, ...]:
        return self._messages.after(session_id, sequence)

    def delete(self, message_ids: Sequence[str]) -> None:
        self._messages.delete(message_ids)

    def _follow(self, message: Message) -> None:
        if is_worth_finding(message):
            self._index.index_messages([message])
            self._on_indexed()


def is_worth_finding(message: Message) -> bool:
    """A half-written answer is indexed when it is whole. What the on-device provider says are
    quotes of memories that are in the index themselves; a plain wish to search would only find
    itself the next time.
    """
    is_quote = message.model == ON_DEVICE_MODEL.model_id
    return not (message.is_partial or is_quote or wants_memory_search(message.text))


def findable_messages(sessions: SessionStore, messages: MessageStore) -> Iterator[Message]:
    """All that a rebuild of the index has to take in."""
    for session in sessions.newest_first(limit=_EVERY_SESSION):
        if not session.is_private:
            yield from filter(is_worth_finding, messages.after(session.id, 0))
