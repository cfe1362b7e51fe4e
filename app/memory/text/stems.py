"""Stop words and stems. English for Latin letters, Russian for Cyrillic, Arabic for Arabic ones.

A language is never guessed: one stemmer per script treats a query and a memory alike.
"""

import re
from functools import lru_cache
from typing import Protocol, cast

import snowballstemmer

from app.memory.text.irregular_forms import IRREGULAR
from app.memory.text.scripts import ARABIC, CYRILLIC


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802  (snowball's own name)


class _Snowball(Protocol):
    """The package carries no types."""

    def stemmer(self, lang: str) -> _Stemmer: ...


_SNOWBALL = cast("_Snowball", snowballstemmer)
_ENGLISH = _SNOWBALL.stemmer("english")
_RUSSIAN = _SNOWBALL.stemmer("russian")
_ARABIC = _SNOWBALL.stemmer("arabic")
_KEPT_ENDINGS = frozenset("abfhjkopquvwxz")
"""Letters no English suffix ends with: the stemmer leaves such words as they are."""
_IS_CYRILLIC = re.compile(rf"[{CYRILLIC}]")
_IS_ARABIC = re.compile(rf"[{ARABIC}]")

_STOP_WORD_LINES = """
a an the and or but nor if then else than so too very just also
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves
this that these those here there who whom whose which what when where why how
am is are was were be been being do does did doing done have has had having
can could shall should will would may might must ought
of at by for with about against between into through during to from up down in out on off over
under again further once only own same such no not nor now as because until while
both each few more most other some any all
don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't
hasn't haven't hadn't i'm i've i'd i'll you're you've you'd you'll he's she's it's we're we've
we'd we'll they're they've they'd they'll that's there's here's what's who's where's how's let's
cannot im ive dont didnt doesnt isnt wasnt cant wont thats whats
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по
ее мне было вот от меня еще нет о из ему когда ну ли если уже или ни быть был него до вас
"""
_STOP_WORDS = frozenset(_STOP_WORD_LINES.split())


def is_stop_word(folded: str) -> bool:
    return folded in _STOP_WORDS


@lru_cache(maxsize=32_768)
def stem(folded: str) -> str:
    """The stem of a folded word; words with digits stay as they are."""
    if folded.isascii():
        if not folded.isalpha():
            return folded
        base = IRREGULAR.get(folded, folded)
        return base if base[-1] in _KEPT_ENDINGS else _ENGLISH.stemWord(base)
    if _IS_CYRILLIC.search(folded):
        return _RUSSIAN.stemWord(folded)
    if _IS_ARABIC.search(folded):
        return _ARABIC.stemWord(folded)
    return _ENGLISH.stemWord(folded)
