"""The one error tree. Expected outcomes are values; these are for what should not have happened.

OneClawError
├── MemoryFileError          a memory file cannot be used as it is
│   ├── UnreadableFile       binary, not UTF-8, or a folder in its place; never overwritten
│   ├── UnsafePath           a path that leaves the folder it must stay in
│   └── WriteFailed          disk full, read-only, no permission; the old contents are intact
├── ArchiveRefused           an archive to import is not one of ours, damaged or hostile
├── HistoryError             the git repository refused
│   └── UnknownVersion       no such commit, or the file was not in it
├── DatabaseError
│   ├── DatabaseTooNew       written by a newer app; left untouched
│   ├── DatabaseDamaged      could not be opened or read
│   ├── DatabaseBusy         another process held it too long; the same call may work next time
│   └── DatabaseUnwritable   disk full, read-only, no permission; nothing of the call was kept
├── SecretsUnavailable       keys cannot be read or kept
├── EmbeddingUnavailable     no usable model; search goes on by keywords
├── SpeechFailed             the device has no voice, or it did not speak
└── ProviderError            the model did not answer as it should
    ├── AuthenticationFailed
    ├── RateLimited          carries retry_after
    ├── ProviderUnreachable  no network, DNS, TLS, refused
    ├── ProviderTimeout
    ├── RequestRefused       4xx: the server will say the same again
    ├── ProviderBroken       5xx, or an answer that is not in the API's form
    └── ContextTooLong

Each carries `sentence`: what a person may read. Never a secret, never a stack trace.
"""

from datetime import timedelta


class OneClawError(Exception):
    """Base of all. `sentence` is shown to the person; `detail` only goes to the log."""

    def __init__(self, sentence: str, *, detail: str = "") -> None:
        super().__init__(f"{sentence} ({detail})" if detail else sentence)
        self.sentence = sentence
        self.detail = detail


class MemoryFileError(OneClawError):
    pass


class UnreadableFile(MemoryFileError):
    pass


class UnsafePath(MemoryFileError):
    pass


class WriteFailed(MemoryFileError):
    pass


class ArchiveRefused(OneClawError):
    pass


class HistoryError(OneClawError):
    pass


class UnknownVersion(HistoryError):
    pass


class DatabaseError(OneClawError):
    pass


class DatabaseTooNew(DatabaseError):
    pass


class DatabaseDamaged(DatabaseError):
    pass


class DatabaseBusy(DatabaseError):
    pass


class DatabaseUnwritable(DatabaseError):
    pass


class SecretsUnavailable(OneClawError):
    pass


class EmbeddingUnavailable(OneClawError):
    pass


class SpeechFailed(OneClawError):
    pass


class ProviderError(OneClawError):
    pass


class AuthenticationFailed(ProviderError):
    pass


class RateLimited(ProviderError):
    def __init__(
        self, sentence: str, *, detail: str = "", retry_after: timedelta | None = None
    ) -> None:
        super().__init__(sentence, detail=detail)
        self.retry_after = retry_after


class ProviderUnreachable(ProviderError):
    pass


class ProviderTimeout(ProviderError):
    pass


class RequestRefused(ProviderError):
    pass


class ProviderBroken(ProviderError):
    pass


class ContextTooLong(ProviderError):
    pass
