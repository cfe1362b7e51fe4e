"""Splits text into runs that one font can draw, and writes them as Kivy markup. Knows no Kivy.

Kivy draws what a font lacks as a box. Here what a font really has decides, and what no font has
becomes a visible replacement sign, never a box.
"""

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

OWN_FONT = ""
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
JOINER = "\N{ZERO WIDTH JOINER}"
AS_EMOJI, AS_TEXT = "\N{VARIATION SELECTOR-16}", "\N{VARIATION SELECTOR-15}"
KEYCAP = "\N{COMBINING ENCLOSING KEYCAP}"
TAB = "    "

# Characters below the emoji planes that Unicode says are drawn as emoji unless asked otherwise.
EMOJI_BY_DEFAULT = (
    (0x231A, 0x231B), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3), (0x25FD, 0x25FE),
    (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
    (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4),
    (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD),
    (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E),
    (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF),
    (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x1F000, 0x1FAFF),
)  # fmt: skip
_EMOJI_FIRSTS = tuple(first for first, _ in EMOJI_BY_DEFAULT)
TAGS = (0xE0020, 0xE007F)
"""The invisible letters that spell the flags of regions."""


@dataclass(frozen=True, slots=True)
class Face:
    """A font by the name Kivy knows it under. The first of a splitter is the label's own."""

    name: str
    covers: Callable[[str], bool]
    is_emoji: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """`face` is OWN_FONT where the label's own font has every character."""

    face: str
    text: str


def no_other_face(_character: str) -> Face | None:
    return None


class RunSplitter:
    """`find_other` is asked last, once a character: it may look through the system's fonts."""

    def __init__(
        self, faces: Sequence[Face], find_other: Callable[[str], Face | None] = no_other_face
    ) -> None:
        self._faces = tuple(faces)
        self._emoji_first = tuple(sorted(faces, key=lambda face: not face.is_emoji))
        self._find_other = find_other
        self._chosen: dict[tuple[str, bool], Face | None] = {}

    def marked_up(self, text: str) -> str:
        """For a label with `markup`; what looks like markup in the text is shown as it is."""
        if text.isascii() and text.isprintable():
            return escaped(text)
        return "".join(_as_markup(run) for run in self.runs(text))

    def runs(self, text: str) -> tuple[Run, ...]:
        runs: list[tuple[str, list[str]]] = []
        for face, piece in self._pieces(unicodedata.normalize("NFC", text)):
            if runs and runs[-1][0] == face:
                runs[-1][1].append(piece)
            else:
                runs.append((face, [piece]))
        return tuple(Run(face, "".join(pieces)) for face, pieces in runs)

    def best_face(self, text: str) -> str:
        """For what has a single font, a text field: the font that has most of the text."""
        marks = Counter(mark for mark in text if not mark.isspace() and not _is_unseen(mark))
        found = (self._choose(mark, as_emoji=False) for mark in marks)
        faces = [*self._faces, *(face for face in found if face is not None)]

        def covered(face: Face) -> int:
            return sum(times for mark, times in marks.items() if face.covers(mark))

        return max(faces, key=covered).name

    def _pieces(self, text: str) -> Iterator[tuple[str, str]]:
        current: Face | None = self._faces[0]
        for place, character in enumerate(text):
            following = text[place + 1 : place + 3]
            if character.isspace():
                space = _space(character)
                yield self._name(self._face_for_space(current)), space
            elif _is_unseen(character):
                if current and current.is_emoji and _joins_emoji(character):
                    yield self._name(current), character
            else:
                current = self._face_for(character, following, current)
                yield self._name(current), character if current else REPLACEMENT

    def _face_for_space(self, before: Face | None) -> Face:
        """White space stays with its neighbours: fewer runs, less to lay out."""
        if before is None or before.is_emoji or not before.covers(" "):
            return self._faces[0]
        return before

    def _face_for(self, character: str, following: str, before: Face | None) -> Face | None:
        is_mark = unicodedata.category(character).startswith("M")
        if is_mark and before is not None and before.covers(character):
            return before
        return self._choose(character, _wants_emoji(character, following))

    def _choose(self, character: str, as_emoji: bool) -> Face | None:
        key = (character, as_emoji)
        if key not in self._chosen:
            faces = self._emoji_first if as_emoji else self._faces
            have = (face for face in faces if face.covers(character))
            self._chosen[key] = next(have, None) or self._find_other(character)
        return self._chosen[key]

    def _name(self, face: Face | None) -> str:
        if face is None:
            return self._name(self._choose(REPLACEMENT, as_emoji=False) or self._faces[0])
        return OWN_FONT if face is self._faces[0] else face.name


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")


def _as_markup(run: Run) -> str:
    text = escaped(run.text)
    return text if run.face == OWN_FONT else f"[font={run.face}]{text}[/font]"


def _space(character: str) -> str:
    if character == "\t":
        return TAB
    # Fonts lack most of Unicode's spaces; a line or paragraph separator is a new line.
    return "\n" if character in "\n\v\f\x85\u2028\u2029" else " "


def _is_unseen(character: str) -> bool:
    """Controls, format characters and variation selectors: fonts draw boxes for them."""
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Cs") or "\ufe00" <= character <= "\ufe0f"
    )


def _joins_emoji(character: str) -> bool:
    return character == JOINER or TAGS[0] <= ord(character) <= TAGS[1]


def _wants_emoji(character: str, following: str) -> bool:
    if following.startswith(AS_TEXT):
        return False
    if following.startswith((AS_EMOJI, KEYCAP)):
        return True
    point = ord(character)
    place = bisect_right(_EMOJI_FIRSTS, point) - 1
    return place >= 0 and point <= EMOJI_BY_DEFAULT[place][1]
