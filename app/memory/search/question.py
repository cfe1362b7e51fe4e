"""Reads a question: its words, whom and when it is about, and the text whose meaning is wanted.

Looks at nothing but the question and the names of authors that are known.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.contracts.memory_index import ASSISTANT_AUTHOR, PERSON_AUTHOR
from app.memory.search.chunk_facts import asks
from app.memory.search.date_expressions import date_spans
from app.memory.search.date_spans import DateSpan
from app.memory.text.asking_phrases import without_asking
from app.memory.text.function_words import function_words_of, language_of
from app.memory.text.scripts import latin_share
from app.memory.text.words import fold, shown_words_of

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ASKS_WHEN = re.compile(
    r"\s*(?:when\b|since when\b|how long\b"
    r"|(?:on |in )?(?:what|which) (?:year|month|date|day|week)\b"
    r"|什么时候|何时|哪天|いつ|언제|когда\b)",
    re.IGNORECASE,
)
_I = frozenset({"i", "me", "my", "mine", "myself", "i'm", "i've", "i'd", "i'll"})
_WE = frozenset({"we", "us", "our", "ours", "ourselves", "we're", "we've", "we'd", "we'll"})
_YOU = frozenset({"you", "your", "yours", "yourself", "you've", "you'd"})
_SAYING = re.compile(
    r"\byou\s+(?:\w+\s+)?(?:say|said|tell|told|suggest\w*|recommend\w*|advis\w*|explain\w*|write"
    r"|wrote|mention\w*|propos\w*|answer\w*|promis\w*)\b",
    re.IGNORECASE,
)
_SCAFFOLD = frozenset({"kind", "kinds", "type", "types", "sort", "sorts", "thing", "things"})
_TRUST_ABROAD = 0.3
"""The model knows English only; in other languages it sees likeness everywhere."""
_PERSON_WORDS = frozenset({"user", "user's", "users"})
_WORDS_BESIDE_A_YEAR = 2
_BARE_YEAR = re.compile(
    r"(?:\b(?:year|jahre?s?|año|année|anno|ano|jaar)\s+)?"
    r"(?<![\w.,:/-])(?:1[89]|20)\d\d(?![.,:/-]?\d)(?:\s*(?:году|года|год|г\.|年|년))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Question:
    """`words` are index words with the piece of text each came from. `author` is whom the question
    is about, if it is about exactly one; `by_pronoun` says that nobody was named. `years`, the last
    of the words, say when and not what. `is_impersonal`: it speaks of nobody this memory is about.
    """

    words: dict[str, str]
    years: frozenset[str]
    meaning: str
    author: str | None
    by_pronoun: bool
    spans: tuple[DateSpan, ...]
    asks_when: bool
    vector_trust: float
    is_english: bool
    is_impersonal: bool

    @property
    def words_without_years(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if word not in self.years)


def read_question(text: str, today: date, authors: Sequence[str]) -> Question:
    named = _named_authors(text, authors)
    about = _without_names(text, named) if named else text
    language = language_of([fold(token) for token in _TOKEN.findall(text)])
    words = _telling_words(about, language)
    if not words:
        about, words = text, dict(shown_words_of(text))
    words, years = _with_years_last(text, words)
    author = named[0] if len(named) == 1 else None
    pronoun = None if named else _author_by_pronoun(text, authors)
    return Question(
        words=words,
        years=years,
        meaning=about,
        author=author or pronoun,
        by_pronoun=author is None and pronoun is not None,
        spans=date_spans(text, today),
        asks_when=_ASKS_WHEN.match(text) is not None,
        vector_trust=latin_share(text) * (1.0 if language is None else _TRUST_ABROAD),
        is_english=language is None,
        is_impersonal=language is None and not named and asks(text) and not _says_who(text),
    )


def _telling_words(text: str, language: str | None) -> dict[str, str]:
    """The words that say what is wanted: `kind` in "what kind of" says nothing, unless alone."""
    words = dict(shown_words_of(without_asking(text)))
    silent = {*_SCAFFOLD, *function_words_of(language)}
    telling = {word: shown for word, shown in words.items() if fold(shown) not in silent}
    return telling or words or dict(shown_words_of(text))


def _with_years_last(text: str, words: dict[str, str]) -> tuple[dict[str, str], frozenset[str]]:
    """A question of little else is about that year ("what happened in 1986?"): no word is one."""
    said = {word for phrase in _BARE_YEAR.findall(text) for word, _ in shown_words_of(phrase)}
    years = {word: shown for word, shown in words.items() if word in said}
    others = {word: shown for word, shown in words.items() if word not in said}
    if len(others) < _WORDS_BESIDE_A_YEAR:
        return words, frozenset()
    return others | years, frozenset(years)


def _named_authors(text: str, authors: Sequence[str]) -> list[str]:
    said = {_bare(token) for token in _TOKEN.findall(text)}
    return [
        author
        for author in authors
        if author not in {PERSON_AUTHOR, ASSISTANT_AUTHOR} and _first_name(author) in said
    ]


def _without_names(text: str, named: Sequence[str]) -> str:
    parts = {fold(part) for name in named for part in _TOKEN.findall(name)}
    kept = _TOKEN.sub(lambda token: "" if _bare(token[0]) in parts else token[0], text)
    return " ".join(kept.split())


def _says_who(text: str) -> bool:
    """Somebody of the chat. Other languages than English can leave that out."""
    return latin_share(text) < 1 or bool(_said(text) & (_I | _WE | _YOU | _PERSON_WORDS))


def _author_by_pronoun(text: str, authors: Sequence[str]) -> str | None:
    """In a chat "I" is the person and "you" the assistant; a model that asks says "the user"."""
    said = _said(text)
    says_i = bool(said & _I) or bool(said & _PERSON_WORDS)
    says_you = bool(said & _YOU)
    if says_you and (not says_i or _SAYING.search(text)):
        wanted = ASSISTANT_AUTHOR
    elif says_i and not says_you:
        wanted = PERSON_AUTHOR
    else:
        return None
    return wanted if wanted in authors else None


def _said(text: str) -> set[str]:
    return {fold(token).replace("’", "'") for token in _TOKEN.findall(text)}


def _first_name(author: str) -> str:
    tokens = _TOKEN.findall(author)
    return fold(tokens[0]) if tokens else ""


def _bare(token: str) -> str:
    """Folded, and without a possessive: `Anna's` is `anna`."""
    folded = fold(token).replace("’", "'")
    return folded.removesuffix("'s").rstrip("'")
