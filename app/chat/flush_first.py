"""Before older messages leave the context they are logged, and we wait for that (S3.5)."""

import asyncio

from app.contracts.conversation import SessionStore
from app.memory.triggers import MemoryTriggers

PATIENCE_SECONDS = 30.0
LOOK_AGAIN_SECONDS = 0.1


class FlushFirst:
    def __init__(
        self,
        triggers: MemoryTriggers,
        sessions: SessionStore,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._triggers = triggers
        self._sessions = sessions
        self._patience = patience

    async def __call__(self, session_id: str, sequence: int) -> bool:
        await asyncio.to_thread(self._triggers.before_context_compaction, session_id)
        try:
            async with asyncio.timeout(self._patience):
                # The pointer moves in the other process; there is no event to wait for here.
                while not await asyncio.to_thread(self._is_logged, session_id, sequence):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_AGAIN_SECONDS)
        except TimeoutError:
            return False
        return True

    def _is_logged(self, session_id: str, sequence: int) -> bool:
        session = self._sessions.get(session_id)
        return session is None or session.last_logged_sequence >= sequence
