"""What goes to a server and what comes back, as values; a call never holds its key."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.providers.api_key import ApiKey


@dataclass(frozen=True, slots=True)
class Timeouts:
    connect: float = 10.0
    read: float = 60.0


@dataclass(frozen=True, slots=True)
class SecretHeader:
    name: str
    key: ApiKey
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class HttpCall:
    """A request without its key. `body` None: a GET."""

    url: str
    body: Mapping[str, object] | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class AnswerBegan:
    """Status 200; the chunks of its body follow."""

    is_document: bool


@dataclass(frozen=True, slots=True)
class Document:
    value: object
