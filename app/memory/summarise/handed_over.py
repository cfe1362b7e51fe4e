"""Is a message text that was handed over, and not something the person says of themselves?

An e-mail, a page of notes, a poem to translate: whoever says "I" in there is somebody else.
"""

import re
from collections.abc import Iterator

from app.memory.summarise.sentence_kinds import SentenceKind, kind_of
from app.memory.summarise.sentences import sentences_of

_LONGEST_MESSAGE = 1_500
"""Characters. What is longer was most likely pasted."""

_GIVES_MATERIAL = re.compile(
    r"\b(?:translate|proof-?read|rewrite|rephrase|paraphrase|correct|summari[sz]e|write|draft"
    r"|compose"
    r"|role-?play|act as|pretend|story|poem|essay|letter|e-?mail|lyrics|example sentence"
    r"|übersetz\w*"
    r"|korrigier\w*|schreib\w*|traduce|traduzca|tradúce\w*|corrige|escribe|traduis|corrige|écris"
    r"|переведи|исправь|напиши)\b|翻译|翻譯|改写|写一|訳して|添削",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(r"[:：]\s*\Z")
_SALUTATION = re.compile(
    r"(?:hi|hello|hey|dear|hallo|liebe[rs]?|lieber|sehr geehrte[rs]?|guten tag|hola|querid[oa]"
    r"|estimad[oa]|bonjour|salut|cher|chère|привет|уважаем\w+|亲爱的)"
    r" ?[\w .'-]{1,40}[,!，]?\Z",
    re.IGNORECASE,
)
_GOODBYE = re.compile(
    r"(?:best|cheers|thanks|thank you|(?:kind|best|warm) regards|regards|sincerely(?: yours)?|love"
    r"|yours(?: \w+)?|(?:viele|liebe|beste|herzliche|mit freundlichen) grüße\w*|lg|vg|mfg"
    r"|(?:un )?(?:saludos?|abrazo|beso)s?|cordialement|bien à (?:toi|vous)|amicalement|bisous"
    r"|с уважением|此致|祝好)[,.!，]?\Z",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"(?m)^(?:#{1,6} \S|\|.*\|\s*$|(?:From|To|Subject|Von|Betreff|De|Asunto): \S)"
)


def is_handed_over(text: str) -> bool:
    """In doubt it is."""
    is_long = len(text) > _LONGEST_MESSAGE
    return is_long or is_anothers(text) or any(map(_GIVES_MATERIAL.search, _orders(text)))


def is_anothers(text: str) -> bool:
    """Beyond doubt: it has the shape of a letter or a page, or is announced as what it is."""
    return _is_letter(text) or len(_HEADING.findall(text)) > 1 or _is_announced(text)


def _orders(text: str) -> Iterator[str]:
    for sentence in sentences_of(text):
        if kind_of(sentence) in {SentenceKind.REQUEST, SentenceKind.QUESTION}:
            yield sentence


def _is_announced(text: str) -> bool:
    first = next(iter(sentences_of(text)), "")
    return bool(_ANNOUNCES.search(first) and _GIVES_MATERIAL.search(first))


def without_courtesies(text: str) -> str:
    """A letter without its salutation and without what closes it; any other text as it is."""
    lines = text.splitlines()
    span = _letter_span(lines)
    return text if span is None else "\n".join([*lines[: span[0]], *lines[span[0] + 1 : span[1]]])


def _is_letter(text: str) -> bool:
    return _letter_span(text.splitlines()) is not None


def _letter_span(lines: list[str]) -> tuple[int, int] | None:
    """The lines of the salutation and of the goodbye, with something between them."""
    said = [(at, line.strip()) for at, line in enumerate(lines) if line.strip()]
    starts = [at for at, line in said[:4] if _SALUTATION.fullmatch(line)]
    ends = [at for at, line in said[-4:] if _GOODBYE.match(line)]
    if not starts or not ends or ends[-1] - starts[0] < 2:
        return None
    return starts[0], ends[-1]
