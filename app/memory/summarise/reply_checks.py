"""Is a model's reply a summary at all? What is not must never reach a log (S2.3)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from app.contracts.model_provider import Completion, FinishReason
from app.memory.summarise.summary_reply import SummaryReply, parse_reply
from app.memory.text.scripts import HAN, KANA, UNSPACED

_RUN = 5
"""So many words in a row that also stand in the transcript count as copied."""

_MOSTLY = 0.7
_NEARLY_ALL = 0.9
_HALF = 0.5
_MANY_WORDS = 120
_WORD = re.compile(rf"[{HAN}{KANA}{UNSPACED}]|[^\W_{HAN}{KANA}{UNSPACED}]+")
_DECLINED = re.compile(
    r"\W*(?:i'?m sorry|i am sorry|sorry,|i can(?:'|no)?t (?:help|assist|summari[sz]e|access|do)"
    r"|i am unable"
    r"|i'm unable|as an ai|es tut mir leid|lo siento|je suis désolé|к сожалению|抱歉|对不起"
    r"|申し訳)",
    re.IGNORECASE,
)


class Refusal(StrEnum):
    """Why a reply was not taken; the value is for the log."""

    EMPTY = "the reply was empty"
    CUT_OFF = "the reply was cut off"
    FILTERED = "the provider held the reply back"
    COPIED = "the reply copied the conversation"
    DECLINED = "the model declined to summarise"
    TOO_LONG = "a single message is too long for the model"


def refusal_of(completion: Completion, reply: SummaryReply, said: Sequence[str]) -> Refusal | None:
    """None: the reply may be written. `said` are the texts the model was given."""
    match completion.finish:
        case FinishReason.LENGTH:
            return Refusal.CUT_OFF
        case FinishReason.FILTERED:
            return Refusal.FILTERED
        case FinishReason.STOP | FinishReason.TOOL_CALLS | FinishReason.UNKNOWN:
            pass
    if not reply.summary and not reply.facts:
        return Refusal.EMPTY
    if _DECLINED.match(reply.summary):
        return Refusal.DECLINED
    return Refusal.COPIED if is_copy(reply.summary, said) else None


def without_dictated_facts(reply: SummaryReply, said: Sequence[str]) -> SummaryReply:
    """Without the facts the conversation itself lists below a facts heading.

    Nobody talks like that but a text that wants to be written into memory: a model that obeyed it
    has found nothing out.
    """
    if not reply.facts:
        return reply
    dictated = {tuple(_words(fact.text)) for text in said for fact in parse_reply(text).facts}
    kept = tuple(fact for fact in reply.facts if tuple(_words(fact.text)) not in dictated)
    return replace(reply, facts=kept)


def is_copy(summary: str, said: Sequence[str]) -> bool:
    """Mostly the speakers' own words in their own order, for most of the talk or at great length.

    A short quotation is no copy: a summary may well repeat a decision as it was worded.
    """
    told = _words("\n".join(said))
    written = _words(summary)
    if len(written) < _RUN or len(told) < 2 * _RUN:
        return False
    copied = _shared(written, told)
    share = copied / len(written)
    if share >= _NEARLY_ALL and copied >= _MANY_WORDS:
        return True
    return share >= _MOSTLY and _shared(told, written) >= _HALF * len(told)


def _shared(words: list[str], others: list[str]) -> int:
    """How many of the words lie in a run that the others have too."""
    runs = set(_runs(others))
    covered = [False] * len(words)
    for start, run in enumerate(_runs(words)):
        if run in runs:
            covered[start : start + _RUN] = [True] * _RUN
    return sum(covered)


def _runs(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
