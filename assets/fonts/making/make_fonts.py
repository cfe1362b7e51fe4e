"""Cuts the app's fallback fonts out of Noto: `python make_fonts.py <sources> <target>`.

Only what the app can meet is kept, and every font gets Roboto's line metrics, so that a line of
mixed scripts is as high as one of Latin letters. Run by hand; README.md says where the sources
come from. The same sources always give the same bytes.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from glyph_guests import add_glyphs

ROBOTO_ASCENT, ROBOTO_DESCENT = 1900 / 2048, 500 / 2048
EMOJI_SOURCE = "noto-emoji-emoji-400-normal.woff"
SIMPLIFIED_CHINESE = 2
"""The face inside the collection whose forms are drawn for characters that languages share."""


def cjk_characters() -> set[int]:
    """The everyday sets of four languages, as their own encodings define them."""
    wanted = _all_of("gb2312", 2) | _all_of("euc_jp", 2) | _big5_level_one()
    wanted |= set(range(0xAC00, 0xD7A4))  # every Hangul syllable
    wanted |= set(range(0x3000, 0x3100)) | set(range(0x3105, 0x3130)) | set(range(0x3131, 0x318F))
    wanted |= set(range(0x31A0, 0x3200)) | set(range(0x3200, 0x3300)) | set(range(0x3300, 0x3358))
    wanted |= set(range(0xFE30, 0xFE50)) | set(range(0xFF01, 0xFFEF))
    # A field has one font for all it holds, so the alphabets and signs of its neighbours stay in.
    return wanted | set(range(0x20, 0x530)) | set(range(0x2000, 0x2780))


def _all_of(encoding: str, length: int) -> set[int]:
    pairs = (bytes((lead, trail)) for lead in range(0xA1, 0xFF) for trail in range(0xA1, 0xFF))
    return _decoded(pairs, encoding, length)


def _big5_level_one() -> set[int]:
    trails = (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    pairs = (bytes((lead, trail)) for lead in range(0xA4, 0xC7) for trail in trails)
    return _decoded((pair for pair in pairs if pair <= b"\xc6\x7e"), "big5", 2)


def _decoded(pairs: Iterable[bytes], encoding: str, length: int) -> set[int]:
    texts = (pair.decode(encoding, errors="ignore") for pair in pairs if len(pair) == length)
    return {ord(text) for text in texts if len(text) == 1}


def thai_characters() -> set[int]:
    return set(range(0x0E00, 0x0E80))


def symbol_characters() -> set[int]:
    """Technical signs, enclosed letters and arrows that DejaVu Sans lacks."""
    return set(range(0x2300, 0x2500)) | set(range(0x2600, 0x27C0)) | set(range(0x2B00, 0x2C00))


def mono_characters() -> set[int]:
    """What stands in code: alphabets, punctuation, arrows, boxes and blocks."""
    blocks = ((0x20, 0x530), (0x1E00, 0x2070), (0x2070, 0x2600), (0x2713, 0x2719))
    return {point for first, end in blocks for point in range(first, end)}


@dataclass(frozen=True, slots=True)
class Recipe:
    target: str
    source: str
    sha256: str
    family: str
    characters: Callable[[], set[int]] | None
    face: int = -1
    guest: str = ""
    """Another source whose characters are added where this one has none."""


RECIPES = (
    Recipe(
        "cjk.otf",
        "NotoSansCJK-Regular.ttc",
        "b76b0433203017ca80401b2ee0dd69350349871c4b19d504c34dbdd80541690a",
        "OneClaw CJK",
        cjk_characters,
        SIMPLIFIED_CHINESE,
        guest=EMOJI_SOURCE,
    ),
    Recipe(
        "emoji.ttf",
        EMOJI_SOURCE,
        "61c7949ebb9d401f397826415e64525f60298bf2a9c469f9720aa17817877331",
        "OneClaw Emoji",
        None,
    ),
    Recipe(
        "thai.ttf",
        "NotoSansThai-Regular.ttf",
        "dfbd5ed0f1e68c3cbc51aa08f646d1ab0e68e7c4ceab70a69e465225ff701f93",
        "OneClaw Thai",
        thai_characters,
    ),
    Recipe(
        "symbols.ttf",
        "NotoSansSymbols2-Regular.ttf",
        "876598db5f1e3bef2bc77c4d94c5b0d5d2c1620be4878a06f18fb5434e331688",
        "OneClaw Symbols",
        symbol_characters,
    ),
    Recipe(
        "mono.ttf",
        "NotoSansMono-Regular.ttf",
        "6b692c4b6d15ccf59f1c1fe8d11cb8a92f51960f3e9f1f523781755a3af7e29f",
        "OneClaw Mono",
        mono_characters,
    ),
)


def make(recipe: Recipe, sources: Path, target: Path) -> None:
    source = sources / recipe.source
    found = hashlib.sha256(source.read_bytes()).hexdigest()
    if found != recipe.sha256:
        sys.exit(f"{recipe.source} is another version: its SHA-256 is {found}")
    font = TTFont(source, fontNumber=recipe.face, recalcTimestamp=False)
    points = recipe.characters() if recipe.characters else set(font.getBestCmap())
    subsetter = Subsetter(_options())
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    if recipe.guest:
        add_glyphs(font, TTFont(sources / recipe.guest))
    _take_roboto_metrics(font)
    _rename(font, recipe.family)
    font.flavor = None
    font.save(target / recipe.target)


def _options() -> Options:
    options = Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.layout_features = ["ccmp", "rlig", "liga", "mark", "mkmk", "kern"]
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx", "meta", "STAT"]
    return options


def _take_roboto_metrics(font: TTFont) -> None:
    em = font["head"].unitsPerEm
    ascent, descent = round(em * ROBOTO_ASCENT), round(em * ROBOTO_DESCENT)
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = ascent, -descent, 0
    windows = font["OS/2"]
    windows.sTypoAscender, windows.sTypoDescender, windows.sTypoLineGap = ascent, -descent, 0
    windows.usWinAscent, windows.usWinDescent = ascent, descent


def _rename(font: TTFont, family: str) -> None:
    """A changed font must not pass for the original."""
    names = {1: family, 3: f"{family} Regular", 4: f"{family} Regular", 6: family.replace(" ", "")}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
    if "CFF " in font:
        table = font["CFF "].cff
        table.fontNames = [names[6]]
        table.topDictIndex[0].FullName = names[4]
        table.topDictIndex[0].FamilyName = family


def main() -> None:
    sources, target = (Path(argument) for argument in sys.argv[1:3])
    for recipe in RECIPES:
        make(recipe, sources, target)
        size = (target / recipe.target).stat().st_size
        sys.stdout.write(f"{recipe.target}: {size:,} bytes\n")


if __name__ == "__main__":
    main()
