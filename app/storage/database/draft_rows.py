"""Unsent words, one row per conversation. A private conversation never gets one."""

from app.contracts.drafts import Draft
from app.storage.database.connection import Database
from app.storage.database.tables import DraftRow

_NOT_BEGUN = ""
_IS_PRIVATE = "SELECT 1 FROM sessions WHERE id = ? AND is_private = 1"


class DraftRows:
    """Implements DraftStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, session_id: str | None, draft: Draft) -> None:
        place = session_id or _NOT_BEGUN
        with self._database.writing():
            self._database.delete(DraftRow, DraftRow.place == place)
            is_refused = session_id is not None and bool(
                self._database.values(_IS_PRIVATE, session_id)
            )
            if draft.text and not is_refused:
                self._database.insert(
                    DraftRow,
                    {
                        DraftRow.place: place,
                        DraftRow.session_id: session_id,
                        DraftRow.text: draft.text,
                        DraftRow.edits: draft.edits,
                    },
                )

    def get(self, session_id: str | None) -> Draft:
        row = self._database.find_one(DraftRow, DraftRow.place == (session_id or _NOT_BEGUN))
        return Draft(row.text, row.edits) if row else Draft()
