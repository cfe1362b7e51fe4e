"""Deleting everything that was remembered: what is kept of it on disk, and how it goes."""

from typing import Protocol


class Erasure(Protocol):
    """Each step may be repeated after a kill. Callers hold the memory lock, `begin` excepted."""

    def begin(self, *, with_keys: bool) -> None:
        """Notes durably that it was asked for; from now on it is finished, come what may."""
        ...

    def is_begun(self) -> bool: ...

    def takes_keys(self) -> bool: ...

    def drop_jobs(self) -> None:
        """Nothing is left to do for an engine that is about to stop."""
        ...

    def erase_rows(self) -> None:
        """Chats, index, jobs, drafts; no byte of them stays in the database's files. Models,
        agents and settings that are a person's choices stay.
        """
        ...

    def erase_files(self) -> None:
        """All below the files directory but the database, the models and the keys."""
        ...

    def end(self) -> None:
        """Takes the note away."""
        ...
