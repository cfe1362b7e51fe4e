"""System prompts beside the answers they led to; a deleted answer takes its prompt along."""

import json
from typing import cast

from app.contracts.sent_prompts import SentPrompt
from app.storage.database.connection import Database
from app.storage.database.packed_prompts import keep_prompt, kept_prompt
from app.storage.database.tables import SentPromptRow


class SentPromptRows:
    """Implements SentPromptStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, prompt: SentPrompt) -> None:
        with self._database.writing():
            is_kept = self._database.execute(
                "INSERT OR REPLACE INTO sent_prompts (message_id, after_sequence, tools)"
                " SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM messages WHERE id = ?)",
                prompt.message_id,
                prompt.after_sequence,
                json.dumps(prompt.tools),
                prompt.message_id,
            )
            if is_kept:
                keep_prompt(self._database, prompt.message_id, prompt.system)

    def get(self, message_id: str) -> SentPrompt | None:
        with self._database.reading():
            row = self._database.find_one(SentPromptRow, SentPromptRow.message_id == message_id)
            if row is None:
                return None
            system = kept_prompt(self._database, message_id)
        tools = cast("list[str]", json.loads(row.tools))
        return SentPrompt(row.message_id, system, row.after_sequence, tuple(tools))
