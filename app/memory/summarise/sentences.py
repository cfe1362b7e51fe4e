"""Cuts what was said into sentences, in every script, for picking the ones worth keeping.

Code blocks, tables and quoted lines are no sentences and are left out whole. Must never cut inside
an abbreviation, a number, an address or a list item's marker, and never change a word.
"""

import re
from collections.abc import Iterator

from app.memory.markdown_lines import FENCE, THEMATIC_BREAK, closes_fence
from app.memory.text.scripts import UNSPACED

_LIST_MARK = re.compile(
    r"\s*(?:[-*+•–]\s+(?:\[[ xX]\]\s+)?|\(?\d{1,3}[.)]\s+(?=\S))(?!\d{1,2}[.:]\d)"
)
_HEADING_MARK = re.compile(r"\s{0,3}#{1,6}\s+")
_QUOTED_LINE = re.compile(r"\s{0,3}>")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1(?!\w)")
_WRAPPED_AT = 60
_CLOSERS = r"[\"'”’»)\]」』）》]*"

# Looking behind and never giving back keeps a hundred thousand dots in a row linear.
_FULL_STOPS = re.compile(
    rf"(?P<wide>[。！？｡‼⁇⁈⁉]++{_CLOSERS}+)"
    rf"|(?<![؟۔।॥։።။។])(?P<other>[؟۔।॥։።။។]++{_CLOSERS}+(?=\s|\Z))"
    rf"|(?<![.!?…])(?P<dots>[.!?…]++)(?P<closed>{_CLOSERS}+)(?=\s)"
)
_WORD_BEFORE = re.compile(r"[^\s(\[\"'“„«]+\Z")
_INITIAL = re.compile(r"(?:[^\W\d_]|(?:[^\W\d_]\.)+[^\W\d_])\Z")
_ABBREVIATIONS = frozenset(
    """
    mr mrs ms dr prof sr sra jr st mt ft vs fig vol dept gen col lt sgt rev hon approx ca cf
    e.g i.e z.b d.h u.a o.ä bzw usw evtl ggf inkl bspw hr fr dipl str abs tel
    p.ej ud uds sto sta av avda núm pág p.ex mme mlle cie
    т.е т.д т.п ул г гг им руб тыс
    """.split()
)
_BEFORE_NUMBER = frozenset(
    """
    no nr nos p pp art ch sec jan feb mar apr jun jul aug sep sept oct nov dec
    mon tue wed thu fri sat sun стр
    """.split()
)
_ORDINAL = re.compile(r"\d{1,2}\Z")
_ORDINAL_MONTH = re.compile(
    r"(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|led|úno|bře|dub|kvě|čer|srp|zář|říj|lis"
    r"|pro)",
    re.IGNORECASE,
)
_LONG_RUN = 160
_SPACED_PHRASE = re.compile(r"\s+")
_IS_UNSPACED = re.compile(rf"[{UNSPACED}]")


def sentences_of(text: str) -> Iterator[str]:
    """The sentences in order, each on one line, without list marks and emphasis signs."""
    for passage in _passages(text):
        shown = _EMPHASIS.sub(r"\2", " ".join(passage.split()))
        for sentence in _cut(shown):
            yield from _phrases(sentence)


def _passages(text: str) -> Iterator[str]:
    """Paragraphs and list items: what stands together on the page."""
    passage = line_before = ""
    for line in _lines_outside_code(text):
        stripped = line.strip()
        if not stripped or THEMATIC_BREAK.match(line) or _is_left_out(line):
            yield passage
            passage = ""
        elif starts := (_LIST_MARK.match(line) or _HEADING_MARK.match(line)):
            yield passage
            passage = line[starts.end() :].strip()
        elif passage and _continues(line_before, line):
            passage = f"{passage} {stripped}"
        else:
            yield passage
            passage = stripped
        line_before = stripped
    yield passage


def _lines_outside_code(text: str) -> Iterator[str]:
    fence = ""
    for line in re.split(r"\r\n?|\n", text):
        if fence:
            fence = "" if closes_fence(line, fence) else fence
        elif found := FENCE.match(line):
            fence = found[1]
            yield ""
        else:
            yield line


def _is_left_out(line: str) -> bool:
    is_table_row = line.lstrip().startswith("|") or line.count(" | ") > 1
    return is_table_row or bool(_QUOTED_LINE.match(line))


def _continues(line_before: str, line: str) -> bool:
    """A line goes on with the one before when it was wrapped by hand or hangs below a list mark."""
    if line_before[-1:] in {".", "!", "?", "…", ":", "。", "！", "？"}:
        return False
    is_wrapped = len(line_before) >= _WRAPPED_AT and line.lstrip()[0].islower()
    return is_wrapped or line.startswith("  ")


def _cut(passage: str) -> Iterator[str]:
    start = 0
    for mark in _FULL_STOPS.finditer(passage):
        if mark["dots"] is None or _ends_sentence(passage, mark):
            yield passage[start : mark.end()].strip()
            start = mark.end()
    yield passage[start:].strip()


def _ends_sentence(passage: str, mark: re.Match[str]) -> bool:
    following = passage[mark.end() :].lstrip()[:4]
    if following[:1].islower() and (mark["closed"] or len(mark["dots"]) > 1):
        return False
    if mark["dots"] != ".":
        return True
    before = _WORD_BEFORE.search(passage, max(0, mark.start() - 40), mark.start())
    return before is None or not _is_shortened(before[0].casefold(), following)


def _is_shortened(word: str, following: str) -> bool:
    if word in _ABBREVIATIONS:
        return True
    if word in _BEFORE_NUMBER:
        return following[:1].isdigit()
    if _ORDINAL.match(word):
        return following[:1].islower() or bool(_ORDINAL_MONTH.match(following))
    return bool(_INITIAL.match(word)) and word not in {"i", "я", "и"}


def _phrases(sentence: str) -> Iterator[str]:
    """Thai and its neighbours end no sentence with a mark: a long run is cut at its spaces."""
    if len(sentence) <= _LONG_RUN or not _IS_UNSPACED.search(sentence):
        if sentence:
            yield sentence
        return
    phrase = ""
    for part in _SPACED_PHRASE.split(sentence):
        if phrase and len(phrase) + len(part) > _LONG_RUN:
            yield phrase
            phrase = part
        else:
            phrase = f"{phrase} {part}" if phrase else part
    yield phrase
