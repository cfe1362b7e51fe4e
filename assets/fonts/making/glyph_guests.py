"""Adds one font's characters to another, so that a text field, which has one font, can show both.

From quadratic outlines (glyf) into a CID-keyed CFF font; sequences (families, flags) stay out.
"""

from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

CLOSENESS = 1.0
"""How far a curve may move, in units of the host's em."""


def add_glyphs(host: TTFont, guest: TTFont) -> None:
    missing = {
        point: glyph
        for point, glyph in sorted(guest.getBestCmap().items())
        if point not in host.getBestCmap()
    }
    taken = set(host.getGlyphOrder())
    free = (name for number in range(1, 0xFFFF) if (name := f"cid{number:05d}") not in taken)
    names = dict(zip(dict.fromkeys(missing.values()), free, strict=False))
    for glyph, name in names.items():
        _add_outline(host, guest, glyph, name)
    host.setGlyphOrder(host["CFF "].cff.topDictIndex[0].charset)
    host["maxp"].numGlyphs = len(host.getGlyphOrder())
    _map(host, {point: names[glyph] for point, glyph in missing.items()})


def _map(host: TTFont, added: dict[int, str]) -> None:
    """Two tables: one for old readers, which know 16 bits only, and one with everything."""
    everything = host.getBestCmap() | added
    short = {point: name for point, name in everything.items() if point <= 0xFFFF}
    tables = ((4, 1, short), (12, 10, everything))
    host["cmap"].tables = [_windows_table(*table) for table in tables]


def _windows_table(layout: int, encoding: int, names: dict[int, str]) -> CmapSubtable:
    table = CmapSubtable.newSubtable(layout)
    table.platformID, table.platEncID, table.language = 3, encoding, 0
    table.cmap = names
    return table


def _add_outline(host: TTFont, guest: TTFont, glyph: str, name: str) -> None:
    scale = host["head"].unitsPerEm / guest["head"].unitsPerEm
    width = round(guest["hmtx"][glyph][0] * scale)
    table = host["CFF "].cff
    top = table.topDictIndex[0]
    font_number = top.FDSelect[0]
    private = top.FDArray[font_number].Private
    pen = T2CharStringPen(width, None)
    cubic = Qu2CuPen(pen, CLOSENESS, all_cubic=True)
    flat = DecomposingRecordingPen(guest.getGlyphSet())
    guest.getGlyphSet()[glyph].draw(flat)
    flat.replay(TransformPen(cubic, (scale, 0, 0, scale, 0, 0)))
    outline = pen.getCharString(private=private, globalSubrs=table.GlobalSubrs)
    outlines = top.CharStrings
    outlines.charStringsIndex.append(outline)
    outlines.charStrings[name] = len(outlines.charStringsIndex) - 1
    top.charset.append(name)
    top.FDSelect.append(font_number)
    host["hmtx"].metrics[name] = (width, 0)
