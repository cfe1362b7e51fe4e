"""Which characters belong to which script, as ranges for regular expressions.

Only what word splitting and token estimates need; it must never claim to be all of Unicode.
"""

import re

HAN = (
    "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
KANA = "\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff"
UNSPACED = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0eff\u1000-\u109f\u1780-\u17d3"
"""Thai, Lao, Burmese and Khmer: letters without spaces between words."""
CYRILLIC = "\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f"
ARABIC = (
    "\u0600-\u060b\u060e-\u061a\u061c\u0620-\u0669\u066e-\u06d3\u06d5-\u06ff"
    "\u0750-\u077f\u08a0-\u08ff"
)
MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
"""Marks that sit on letters and are no letters to `\\w`; Indic blocks whole."""
EMOJI = (
    "\u231a\u231b\u23e9-\u23f3\u25fd\u25fe\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55"
    "\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a\U0001f300-\U0001f3fa"
    "\U0001f400-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb\U0001f900-\U0001faff"
)
FLAG_LETTERS = "\U0001f1e6-\U0001f1ff"

_LATIN_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER_LETTER = re.compile(rf"[^\W\d_A-Za-z\u00aa\u00b5\u00ba\u00c0-\u024f]|[{UNSPACED}]")


def latin_share(text: str) -> float:
    """How much of the text's letters is Latin; 1.0 when it has no letters at all."""
    if text.isascii():
        return 1.0
    latin = len(_LATIN_LETTER.findall(text))
    other = len(_OTHER_LETTER.findall(text))
    return latin / (latin + other) if latin + other else 1.0
