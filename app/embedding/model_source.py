"""Chooses the model folder, loads it at first use, shares it between its users, lets it go.

Never retries a model that failed: one warning, then EmbeddingUnavailable until the next start.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from app.contracts.errors import EmbeddingUnavailable
from app.embedding.freed_memory import return_freed_memory
from app.embedding.model_files import ModelFiles, NoModel, UnusableModel, inspect_model_folder

if TYPE_CHECKING:
    from app.embedding.sentence_session import SentenceSession
    from app.embedding.text_encoder import TextEncoder

_log = logging.getLogger(__name__)
_SENTENCE = "Search by meaning is off: the language model on this device cannot be used."
_Part = TypeVar("_Part")


class ModelSource:
    """`folders` in order of preference: a downloaded model before the bundled one.

    The choice holds until the process ends, so that `model_id` never changes under its users.
    """

    def __init__(self, folders: Sequence[Path], threads: int = 1) -> None:
        self._folders = tuple(folders)
        self._threads = threads
        self._lock = RLock()
        self._files: ModelFiles | None = None
        self._encoder: TextEncoder | None = None
        self._session: SentenceSession | None = None
        self._just_inspected = False
        self._failure: str | None = None

    def files(self) -> ModelFiles:
        with self._lock:
            if self._failure is not None:
                raise EmbeddingUnavailable(_SENTENCE, detail=self._failure)
            if self._files is None:
                self._files = self._choose()
                self._just_inspected = True
            return self._files

    def encoder(self) -> "TextEncoder":
        with self._lock:
            files = self.files()
            if self._encoder is None:
                self._encoder = self._load_or_fail(lambda: _open_encoder(files))
            return self._encoder

    def session(self) -> "SentenceSession":
        with self._lock:
            files = self.files()
            if self._session is None:
                self._session = self._load_or_fail(lambda: self._open_unchanged_session(files))
            return self._session

    def release(self) -> None:
        """Whoever is computing keeps what they hold until they are done."""
        with self._lock:
            self._encoder = None
            self._session = None
            self._just_inspected = False
        return_freed_memory()

    def _choose(self) -> ModelFiles:
        refused: list[str] = []
        empty: list[str] = []
        for folder in self._folders:
            match inspect_model_folder(folder):
                case ModelFiles() as files:
                    refusal = "" if folder == self._folders[-1] else self._refusal(files)
                    if not refusal:
                        _warn_of_refused(refused)
                        return files
                    refused.append(refusal)
                case UnusableModel(reason):
                    refused.append(reason)
                case NoModel(reason):
                    empty.append(reason)
        raise self._failed("; ".join(refused or empty))

    def _refusal(self, files: ModelFiles) -> str:
        """Why a model from elsewhere does not run. It is tried before it is chosen: "" keeps it."""
        try:
            self._encoder = _load(lambda: _open_encoder(files))
            self._session = _load(lambda: _open_session(files, self._threads))
        except EmbeddingUnavailable as refusal:
            self.release()
            return refusal.detail
        return ""

    def _open_unchanged_session(self, files: ModelFiles) -> "SentenceSession":
        """Looks again after a release: the files may have changed while nothing was loaded."""
        if not self._just_inspected and inspect_model_folder(files.folder) != files:
            raise ValueError("the model's files changed while the app was running")
        return _open_session(files, self._threads)

    def _load_or_fail(self, open_part: Callable[[], _Part]) -> _Part:
        try:
            return _load(open_part)
        except EmbeddingUnavailable as refusal:
            raise self._failed(refusal.detail) from refusal

    def _failed(self, reason: str) -> EmbeddingUnavailable:
        self._failure = reason
        _log.warning("Search by meaning is off until the next start: %s", reason)
        return EmbeddingUnavailable(_SENTENCE, detail=reason)


def _warn_of_refused(reasons: Sequence[str]) -> None:
    if reasons:
        _log.warning("A downloaded model is not used: %s", "; ".join(reasons))


def _load(open_part: Callable[[], _Part]) -> _Part:
    try:
        return open_part()
    except (OSError, ValueError, ImportError) as error:
        detail = f"{type(error).__name__}: {error}"
        raise EmbeddingUnavailable(_SENTENCE, detail=detail) from error


# The runtime takes 40 MB and a tenth of a second: it comes with the first text, not with the app.
def _open_encoder(files: ModelFiles) -> "TextEncoder":
    from app.embedding.text_encoder import TextEncoder  # noqa: PLC0415

    return TextEncoder(files)


def _open_session(files: ModelFiles, threads: int) -> "SentenceSession":
    from app.embedding.sentence_session import SentenceSession  # noqa: PLC0415

    return SentenceSession(files, threads)
