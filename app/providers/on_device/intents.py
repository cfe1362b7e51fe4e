"""What a person may want of an assistant that can only remember, find and forget."""

from dataclasses import dataclass

from app.providers.on_device.spoken_dates import DateRange


@dataclass(frozen=True, slots=True)
class Remember:
    """`content` empty: they said "remember that" and mean what they said before."""

    content: str


@dataclass(frozen=True, slots=True)
class Forget:
    topic: str


@dataclass(frozen=True, slots=True)
class ForgetAll:
    pass


@dataclass(frozen=True, slots=True)
class Change:
    """Every way to read "change A to B": `to` may be part of A or of B."""

    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AboutMe:
    pass


@dataclass(frozen=True, slots=True)
class LookUp:
    """A search through everything, past conversations too; `dates` only when they were plain."""

    query: str
    dates: DateRange | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question the memory may answer."""

    question: str


@dataclass(frozen=True, slots=True)
class Create:
    """Something only a language model can do: write, translate, explain."""

    request: str


@dataclass(frozen=True, slots=True)
class Tell:
    statement: str


@dataclass(frozen=True, slots=True)
class Greet:
    pass


@dataclass(frozen=True, slots=True)
class Thank:
    pass


@dataclass(frozen=True, slots=True)
class NeverMind:
    pass


@dataclass(frozen=True, slots=True)
class SeekHelp:
    pass


@dataclass(frozen=True, slots=True)
class AskTime:
    pass


Intent = (
    Remember
    | Forget
    | ForgetAll
    | Change
    | AboutMe
    | LookUp
    | Ask
    | Create
    | Tell
    | Greet
    | Thank
    | NeverMind
    | SeekHelp
    | AskTime
)
