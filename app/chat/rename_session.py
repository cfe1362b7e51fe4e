"""Gives a conversation the name a person wants (S11.1). Off the UI thread."""

from dataclasses import dataclass

from app.contracts.conversation import SessionStore

LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Renamed:
    title: str


@dataclass(frozen=True, slots=True)
class TitleRefused:
    reason: str


class RenameSession:
    def __init__(self, sessions: SessionStore) -> None:
        self._sessions = sessions

    def __call__(self, session_id: str, wanted: str) -> Renamed | TitleRefused:
        """One line, as it was written but for spaces; a model never changes it from then on."""
        title = " ".join(wanted.split())
        if not title:
            return TitleRefused("A chat needs a name.")
        if len(title) > LONGEST_TITLE:
            return TitleRefused(f"A name has at most {LONGEST_TITLE} characters.")
        self._sessions.rename(session_id, title)
        return Renamed(title)
