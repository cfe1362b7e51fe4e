"""Coverage is read from real font files, and from broken ones."""

import importlib.util
import struct
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.ui.theme.font_coverage import coverage_of, read_coverage
from app.wiring.environment import PROJECT
from tests.property_settings import without_deadline

FONTS = PROJECT / "assets" / "fonts"
ranges = st.lists(
    st.tuples(st.integers(0, 300), st.integers(0, 20)).map(lambda pair: (pair[0], sum(pair))),
    max_size=12,
)


def file_of(package: str, *parts: str) -> Path:
    """A file of an installed package, found without importing the package."""
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent.joinpath(*parts)


@without_deadline
@given(ranges)
def test_ranges_in_any_order_cover_exactly_their_code_points(given_ranges: list[tuple[int, int]]):
    coverage = coverage_of(given_ranges)
    points = {point for first, last in given_ranges for point in range(first, last + 1)}
    assert {point for point in range(400) if chr(point) in coverage} == points
    assert len(coverage) == len(points)


def test_roboto_has_letters_but_neither_arrows_nor_chinese():
    roboto = read_coverage(file_of("kivymd", "fonts", "Roboto-Regular.ttf"))
    assert all(letter in roboto for letter in "AzßéΩЖ€")
    assert not any(sign in roboto for sign in "→✓中あ한שم😀")


def test_dejavu_has_the_scripts_that_roboto_lacks():
    dejavu = read_coverage(file_of("kivy", "data", "fonts", "DejaVuSans.ttf"))
    assert all(sign in dejavu for sign in "→✓שم┌█∞")
    assert len(dejavu) == 5813


def test_bundled_fonts_have_what_they_are_bundled_for():
    chinese, japanese = "中们们這國過爬山骨", "ひらがなカタカナ日本曜"
    wide = read_coverage(FONTS / "cjk.otf")
    assert all(sign in wide for sign in chinese + japanese + "가힣ㄱ，。「」！")
    assert all(sign in wide for sign in "Az09ñЖΩ😀🎉"), "a field has one font for all it holds"
    assert all(chr(point) in wide for point in range(0xAC00, 0xD7A4)), "every Hangul syllable"
    emoji = read_coverage(FONTS / "emoji.ttf")
    assert all(sign in emoji for sign in "😀👍❤✅☕🎉🏽🇩")
    assert all(sign in read_coverage(FONTS / "thai.ttf") for sign in "สวัดี")
    mono = read_coverage(FONTS / "mono.ttf")
    assert all(sign in mono for sign in "aZ0→┌─┐│█{}[]~ß")


def test_the_everyday_characters_of_four_encodings_are_there():
    wide = read_coverage(FONTS / "cjk.otf")
    for encoding in ("gb2312", "euc_jp"):
        pairs = (bytes((lead, trail)) for lead in range(0xB0, 0xF5) for trail in range(0xA1, 0xFF))
        signs = {pair.decode(encoding, errors="ignore") for pair in pairs} - {""}
        assert len(signs) > 6000
        assert not [sign for sign in signs if sign not in wide]


def test_what_is_no_font_covers_nothing(tmp_path: Path):
    (tmp_path / "words.ttf").write_text("no font at all, only a few words of text")
    (tmp_path / "empty.ttf").touch()
    assert len(read_coverage(tmp_path / "words.ttf")) == 0
    assert len(read_coverage(tmp_path / "empty.ttf")) == 0
    assert len(read_coverage(tmp_path / "missing.ttf")) == 0


def test_a_font_cut_short_covers_nothing_or_less(tmp_path: Path):
    whole = (FONTS / "thai.ttf").read_bytes()
    for length in range(0, len(whole), 997):
        cut = tmp_path / f"cut-{length}.ttf"
        cut.write_bytes(whole[:length])
        assert len(read_coverage(cut)) <= len(read_coverage(FONTS / "thai.ttf"))


def test_of_a_collection_the_first_font_counts(tmp_path: Path):
    font = (FONTS / "thai.ttf").read_bytes()
    header = struct.pack(">4sIII", b"ttcf", 0x00010000, 1, 16)
    count = struct.unpack_from(">H", font, 4)[0]
    moved = bytearray(font)
    for number in range(count):
        place = 12 + 16 * number + 8
        (offset,) = struct.unpack_from(">I", font, place)
        struct.pack_into(">I", moved, place, offset + len(header))
    collection = tmp_path / "thai.ttc"
    collection.write_bytes(header + bytes(moved))
    assert read_coverage(collection) == read_coverage(FONTS / "thai.ttf")


def test_a_character_mapped_to_the_box_is_not_covered(tmp_path: Path):
    """Both table formats, with glyph 0 in the middle and at the start of a range."""
    ends, starts, deltas = (0x45, 0xFFFF), (0x41, 0xFFFF), (-0x43 & 0xFFFF, 1)
    header = struct.pack(">7H", 4, 40, 0, 4, 0, 0, 0)
    short = header + struct.pack(">9H", *ends, 0, *starts, *deltas, 0, 0)
    long = struct.pack(">HHIIIIIIIII", 12, 0, 40, 0, 2, 0x41, 0x43, 0, 0x61, 0x62, 7)
    assert _covered(tmp_path / "short.ttf", short) == set("ABDE")
    assert _covered(tmp_path / "long.ttf", long) == set("BCab")


def _covered(path: Path, subtable: bytes) -> set[str]:
    table = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + subtable
    record = struct.pack(">4sIII", b"cmap", 0, 28, len(table))
    path.write_bytes(struct.pack(">IHHHH", 0x00010000, 1, 0, 0, 0) + record + table)
    coverage = read_coverage(path)
    return {chr(point) for point in range(0x100) if chr(point) in coverage}
