"""Adds one font's characters to another, so that a text field, which has one font, can show both.

From quadratic outlines (glyf) into a CID-keyed CFF font; sequences (families, flags) stay out.
"""

from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

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
    for table in host["cmap"].tables:
        reach = 0x10FFFF if table.format == 12 else 0xFFFF
        if table.isUnicode() and table.format in (4, 12):
            table.cmap.update({p: names[g] for p, g in missing.items() if p <= reach})


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
