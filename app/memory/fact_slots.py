"""What a short fact is about, so that a new value can take the place of an old one.

A slot is a subject with an attribute that has one value at a time: where somebody lives, their
age, a favourite, whether they like a thing. Only plain sentences have one: of anything that says
more, replacing it would lose the rest. Must never give two facts that can both be true one slot.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.memory.entry_similarity import words_of
from app.memory.long_term_document import STANDARD_SECTIONS, Entry
from app.memory.present_wording import in_present_wording
from app.memory.text.stems import stem
from app.memory.text.words import fold

_MOST_VALUE_WORDS = 4
_MOST_STATEMENT_WORDS = 7

_OWNER = (
    r"(?:(?P<subject>(?:the )?user|I|Ich|Yo|Je"
    r"|(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Tt]he) [\w’'-]+(?: [\w’'-]+)??"
    r"|[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?) )?"
)
_VALUE = r"(?P<value>[^,;:!?()\n]{1,60})"
_VERBS = {
    # A place and a firm have a capital: "works for two hours" and "lives in the moment" do not.
    "home": r"(?:(?:[Ll]ives?|[Rr]esides?|[Ii]s living) in|[Ww]ohn(?:e|t) in|[Ll]eb(?:e|t) in"
    r"|[Vv]iv[eo] en|(?:[Jj]['’])?[Hh]abite à|[Vv]i[ts] à) (?=[^\W\d_a-z])",
    "employer": r"(?:[Ww]orks? (?:at|for)|[Aa]rbeitet? bei|[Tt]rabaj[ao] en|[Tt]ravaille chez)"
    r" (?=[^\W\d_a-z])",
    "occupation": r"(?:(?:[Ww]orks?|[Ii]s employed) as an?|[Aa]rbeitet? als|[Tt]rabaj[ao] como) ",
}
_STATES = tuple(
    (attribute, re.compile(rf"{_OWNER}(?:{verb}){_VALUE}\Z")) for attribute, verb in _VERBS.items()
)
_HOME_IN_CHINESE = re.compile(
    r"(?P<subject>用户|我)?(?:现在)?住在(?P<value>[^，。；、和\n]{1,12})\Z"
)
_AT_A_TIME = re.compile(
    r"(?P<subject>[Mm]y|[Oo]ur) (?P<attribute>[\w-]+(?: [\w-]+)?)"
    r" (?:is at|starts at|(?:has been |was )?(?:moved|changed|shifted) to|is)"
    r" (?P<value>\d{1,2}[:.]\d\d)(?: (?:am|pm))?(?: (?:every|each) (?:work)?day| daily)?\Z"
)
_AGE = re.compile(rf"{_OWNER}[Ii]s (?:now )?(?P<value>\d{{1,3}}) years old\Z")
_NOUN = re.compile(
    r"(?:(?P<subject>[Mm]y|(?:[Tt]he )?[Uu]ser['’]s|[Hh]is|[Hh]er|[Tt]heir|[\w-]+['’]s"
    r"|[Mm]y [\w-]+['’]s) )?"
    r"(?P<attribute>(?:(?:first|last|full|nick|sur)[ -]?)?name|birthday|date of birth|age|address"
    r"|home address|e-?mail(?: address)?|phone(?: number)?|job|occupation|profession|employer"
    r"|home ?town|time ?zone|native language|mother tongue|nationality|shoe size"
    r"|blood type|height|weight|(?:favou?rite|preferred) [\w -]{2,24}?)"
    rf"(?: is(?: now)?(?: on| called)?|:) {_VALUE}\Z",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    rf"{_OWNER}[Pp]refers? (?P<value>[\w-]+(?: [\w-]+)?) (?:over|to)"
    r" (?P<other>[\w-]+(?: [\w-]+)?)\Z"
)
_MODE = re.compile(
    rf"{_OWNER}(?:[Pp]refers?|[Uu]ses?|[Ll]ikes?) (?:the )?(?P<value>dark|light) (?:mode|theme)\Z"
)
_IN_A_ROLE = re.compile(r" (?:as an?|als|como|comme) [\w -]{1,40}\Z")
"""Who works somewhere else now is no longer there, in whatever role."""
_MORE_THAN_A_VALUE = re.compile(
    r"\b(?:and|or|with|but|because|since|when|if|until|till|from|also|sometimes|mostly|usually"
    r"|part[ -]time|weekends?|volunteer|und|oder|mit|aber|seit|y|con|pero|desde|et|ou|avec|mais)\b"
    r"|\w{4,}\. ",
    re.IGNORECASE,
)
_NEGATIONS = re.compile(
    r"\b(?:do(?:es)? not|do(?:es)?n['’]t|is not|is no longer|isn['’]t|am not|no longer|never"
    r"|stopped)\b",
    re.IGNORECASE,
)
_AVERSION = re.compile(r"\b(?:dislikes?|hates?|can['’]t stand|cannot stand)\b", re.IGNORECASE)
_LIKING = re.compile(
    r"\b(?:(?:really|absolutely) )?(?:likes?|loves?|enjoys?|adores?)\b", re.IGNORECASE
)
_NOT_PLAIN = re.compile(
    r"[,;:()\n]|\b(?:and|or|but|only|if|when|unless|except|without|anymore|any more|yet|was|were"
    r"|used|before|after|until|from|than|instead)\b",
    re.IGNORECASE,
)
_THE_PERSON = frozenset(
    {
        "",
        "i",
        "ich",
        "yo",
        "je",
        "my",
        "our",
        "user",
        "the user",
        "user's",
        "the user's",
        "用户",
        "我",
    }
)


@dataclass(frozen=True, slots=True)
class Slot:
    """`value` is folded for comparison. Two slots with one key contradict when values differ."""

    subject: str
    attribute: str
    value: str

    @property
    def key(self) -> tuple[str, str]:
        return self.subject, self.attribute


def slot_of(text: str) -> Slot | None:
    """The slot a fact fills; None for what says more than one plain thing."""
    sentence = text.strip().removesuffix(".").removesuffix("。").strip()
    if "\n" in sentence:
        return None
    return _valued(in_present_wording(sentence)) or _stated(sentence)


def contradicts(one: Slot, other: Slot) -> bool:
    return one.key == other.key and one.value != other.value


def superseded_by(entries: Sequence[Entry]) -> dict[int, int]:
    """Entries whose slot a later day filled with another value, by index, and the newest such."""
    newest: dict[tuple[str, str], int] = {}
    # "Name: Rex" below a heading of the person's own is not about the person.
    slots = [
        slot_of(entry.text) if entry.section in STANDARD_SECTIONS else None for entry in entries
    ]
    for index, slot in enumerate(slots):
        if slot is None or entries[index].marks.saved_on is None:
            continue
        rival = newest.get(slot.key)
        if rival is None or _is_later(entries[index], entries[rival]):
            newest[slot.key] = index
    return {
        index: rival
        for index, slot in enumerate(slots)
        if slot is not None
        and (rival := newest.get(slot.key)) is not None
        and (newer := slots[rival]) is not None
        and contradicts(slot, newer)
        and _is_later(entries[rival], entries[index])
    }


def _is_later(one: Entry, other: Entry) -> bool:
    mine, theirs = one.marks.saved_on, other.marks.saved_on
    return mine is not None and theirs is not None and mine > theirs


def _valued(sentence: str) -> Slot | None:
    for attribute, pattern in _STATES:
        if found := pattern.match(sentence):
            return _slot(found, attribute)
    if found := _HOME_IN_CHINESE.match(sentence):
        return _slot(found, "home")
    if found := _AGE.match(sentence):
        return _slot(found, "age")
    if found := _NOUN.match(sentence):
        return _slot(found, " ".join(words_of(found["attribute"])))
    if found := _AT_A_TIME.match(sentence):
        return _slot(found, f"time of {' '.join(words_of(found['attribute']))}")
    if found := _MODE.match(sentence):
        return _slot(found, "mode")
    if found := _CHOICE.match(sentence):
        pair = sorted(_folded(found[name]) for name in ("value", "other"))
        return _slot(found, f"prefers {' / '.join(pair)}")
    return None


def _slot(found: re.Match[str], attribute: str) -> Slot | None:
    value = _IN_A_ROLE.sub("", found["value"]).strip()
    if len(value.split()) > _MOST_VALUE_WORDS or _MORE_THAN_A_VALUE.search(value):
        return None
    folded = _folded(value)
    return Slot(_subject(found["subject"]), attribute, folded) if folded else None


def _stated(sentence: str) -> Slot | None:
    """A short statement and its denial fill one slot: "likes tea", "does not like tea"."""
    if _NOT_PLAIN.search(sentence) or len(sentence.split()) > _MOST_STATEMENT_WORDS:
        return None
    denials = _NEGATIONS.findall(sentence) + _AVERSION.findall(sentence)
    if len(denials) > 1:
        return None
    positive = _LIKING.sub("likes", _AVERSION.sub("likes", _NEGATIONS.sub(" ", sentence)))
    claim = " ".join(stem(word) for word in words_of(positive))
    return Slot("", f"states {claim}", "no" if denials else "yes") if claim else None


def _subject(found: str | None) -> str:
    subject = (found or "").casefold().replace("’", "'")
    return "" if subject in _THE_PERSON else subject


def _folded(value: str) -> str:
    return " ".join(fold(value).split())
