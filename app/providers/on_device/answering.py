"""Decides what to say or which tool to call, from what was said and what memory has.

Answers are quotes from memory; where memory has nothing, or a model is needed, it says so.
"""

from collections.abc import Sequence
from datetime import datetime

from app.contracts.errors import OneClawError
from app.contracts.search import MemoryHit, MemorySearch, MemorySource
from app.providers.on_device import commands, sentences
from app.providers.on_device.actions import Action, CallTools, Say, planned_call
from app.providers.on_device.changing import Changing
from app.providers.on_device.intents import (
    AboutMe,
    Ask,
    AskTime,
    Change,
    Create,
    Forget,
    ForgetAll,
    Greet,
    Intent,
    LookUp,
    NeverMind,
    Remember,
    SeekHelp,
    Tell,
    Thank,
)
from app.providers.on_device.memory_reader import ELSEWHERE, LONG_TERM, MemoryReader
from app.providers.on_device.quoting import LONG_TERM_LABEL, bullets, quoted, spoken_date
from app.providers.on_device.told_here import about, statements
from app.providers.on_device.tool_wording import MOST_FOUND, SAVE, SEARCH, worded
from app.providers.on_device.turn import Turn
from app.providers.on_device.understanding import understand
from app.providers.on_device.word_match import covered, covers, is_about, same_text, telling_words
from app.providers.on_device.worth_quoting import Found, worth_quoting

MOST_QUOTES = 3
MOST_RELATED = 2
MOST_HELD = 1
MOST_SEARCHED = 40
MOST_LOOKED_AT = 30
"""Questions that were asked before come first, and answer nothing."""
MOST_LISTED = 30
MOST_TOLD = 10


class Answering:
    """Blocks while it searches: call it off the event loop."""

    def __init__(self, search: MemorySearch, now: datetime) -> None:
        self._now = now
        self._memory = MemoryReader(search, now.date())
        self._changing = Changing(self._memory, now.date())

    def act(self, turn: Turn) -> Action:
        if turn.exchanges:
            return Say(worded(turn, self._now.date()))
        try:
            return self._changing.choice(turn) or self._act_on(
                understand(turn.said, self._now.date()), turn
            )
        except OneClawError:
            return Say(sentences.SEARCH_FAILED)

    def _act_on(self, intent: Intent, turn: Turn) -> Action:
        match intent:
            case Remember():
                return self._changing.remember(turn, intent)
            case Forget():
                return self._changing.forget(turn, intent)
            case ForgetAll():
                return Say(sentences.FORGET_ALL)
            case Change():
                return self._changing.change(turn, intent)
            case Create() | Tell():
                return self._react(intent, turn)
            case Greet() | Thank() | NeverMind() | SeekHelp() | AskTime():
                return self._small_talk(intent)
            case AboutMe() | LookUp() | Ask():
                return self._recall(intent, turn)

    def _recall(self, intent: AboutMe | LookUp | Ask, turn: Turn) -> Action:
        match intent:
            case AboutMe():
                return self._about_me(turn)
            case LookUp():
                return self._look_up(intent, turn)
            case Ask(question):
                return self._ask(question, turn)

    def _small_talk(self, intent: Greet | Thank | NeverMind | SeekHelp | AskTime) -> Say:
        match intent:
            case Greet():
                return Say(sentences.GREETING)
            case Thank():
                return Say(sentences.THANKS)
            case NeverMind():
                return Say(sentences.NEVER_MIND)
            case SeekHelp():
                return Say(f"{sentences.INTRODUCTION}\n\n{sentences.HELP}", introduces=True)
            case AskTime():
                return Say(f"It is {self._now:%H:%M} on {self._now:%A}, {spoken_date(self._now)}.")

    def _about_me(self, turn: Turn) -> Say:
        """What the prompt shows of long-term memory is what any model would know."""
        entries = turn.known
        if not entries:
            hits = self._memory.find(turn.said, MOST_LISTED, sources=LONG_TERM)
            entries = tuple(hit.text for hit in hits)
        told = self._told_and_not_among(entries, turn)[:MOST_TOLD]
        parts = [f"{sentences.IN_THIS_CHAT}\n{bullets(told)}"] if told else []
        if entries:
            more = len(entries) - MOST_LISTED
            rest = f"\n… and {more} more on the memory page." if more > 0 else ""
            parts.insert(0, f"From your long-term memory:\n{bullets(entries[:MOST_LISTED])}{rest}")
        return Say("\n\n".join(parts) or sentences.NOTHING_ABOUT_ME)

    def _look_up(self, wanted: LookUp, turn: Turn) -> Action:
        if turn.has_tool(SEARCH):
            arguments: dict[str, object] = {"query": wanted.query, "max_results": MOST_SEARCHED}
            if wanted.dates:
                arguments["date_from"] = wanted.dates.first.isoformat()
                arguments["date_to"] = wanted.dates.last.isoformat()
            return CallTools((planned_call(SEARCH, arguments),))
        hits = self._memory.find(wanted.query, MOST_FOUND, dates=wanted.dates)
        if hits:
            return Say(f"This is what I found:\n{quoted(hits)}")
        return Say(sentences.NOTHING_THEN if wanted.dates else sentences.NOTHING_FOUND)

    def _ask(self, question: str, turn: Turn) -> Say:
        near = about(question, turn.said_before, self._now.date(), MOST_QUOTES)
        hits = self._answers(question, is_answered=bool(near))
        known = [hit.text for hit in hits]
        near = tuple(one for one in near if not any(same_text(one, other) for other in known))
        parts = [f"{sentences.IN_THIS_CHAT}\n{bullets(near)}"] if near else []
        if hits:
            held = [f"- {LONG_TERM_LABEL}: {one}" for one in _held_on_the_same(hits, turn.known)]
            parts.append("\n".join(["From your memory:", *held, quoted(hits)]))
        if parts:
            return Say("\n\n".join(parts))
        says_enough = not turn.has_answered or sentences.NOTHING_KNOWN in turn.earlier_answers
        hint = "" if says_enough else f" {sentences.NEEDS_MODEL}"
        return Say(f"{sentences.NOTHING_KNOWN}{hint}")

    def _react(self, intent: Create | Tell, turn: Turn) -> Say:
        match intent:
            case Create(request):
                return self._decline(request, turn)
            case Tell(statement):
                return self._take_note(statement, turn)

    def _decline(self, request: str, turn: Turn) -> Say:
        is_known = sentences.INTRODUCTION in turn.earlier_answers
        why = sentences.NEEDS_MODEL if is_known else sentences.INTRODUCTION
        hits = self._related(commands.subject_of(request))
        related = f"\n\nWhat your memory has on it:\n{quoted(hits)}" if hits else ""
        return Say(f"I cannot do that for you. {why}{related}", introduces=True)

    def _take_note(self, statement: str, turn: Turn) -> Say:
        if not statement:
            return Say(sentences.GREETING)
        noted = sentences.NOTED
        if turn.has_tool(SAVE):
            # Without the tool memory is off or the chat private: nothing will be logged.
            is_known = sentences.HOW_TO_KEEP in turn.earlier_answers
            is_usual = sentences.NOTED_FOR_LOG in turn.earlier_answers
            noted = sentences.NOTED if is_usual else sentences.NOTED_FOR_LOG
            noted += "" if is_known else f" {sentences.HOW_TO_KEEP}"
        hits = self._related(statement)
        return Say(f"{noted}\n\nYour memory has on this:\n{quoted(hits)}" if hits else noted)

    def _answers(self, question: str, *, is_answered: bool) -> tuple[MemoryHit, ...]:
        best: tuple[MemoryHit, ...] = ()
        if commands.PAST_WHEN.match(question):
            best = self._worth_quoting(question, is_answered=True, sources=ELSEWHERE)
        best = best or self._worth_quoting(question, is_answered=is_answered)
        best = best[:MOST_QUOTES]
        words = telling_words(question)
        today = self._now.date()
        # Of two that answer as well, the newer: people move. What is kept for good holds today.
        return tuple(
            sorted(
                best,
                key=lambda hit: (covered(hit.text, words), hit.date or today),
                reverse=True,
            )
        )

    def _related(self, text: str) -> tuple[MemoryHit, ...]:
        """Nobody asked for these: what only names the same thing is left out."""
        hits = self._worth_quoting(text, is_answered=True)
        words = telling_words(text)
        return tuple(hit for hit in hits if is_about(hit.text, words))[:MOST_RELATED]

    def _worth_quoting(
        self, text: str, *, is_answered: bool, sources: frozenset[MemorySource] = frozenset()
    ) -> tuple[MemoryHit, ...]:
        hits = self._memory.find(text, MOST_LOOKED_AT, sources=sources)
        found = [
            Found(place, hit.text, hit.source, hit.vector_score, hit.score)
            for place, hit in enumerate(hits)
        ]
        today = self._now.date()
        kept = worth_quoting(found, telling_words(text), today, is_answered=is_answered)
        return tuple(hits[place] for place in kept)

    def _told_and_not_among(self, known: Sequence[str], turn: Turn) -> tuple[str, ...]:
        told = statements(turn.said_before, self._now.date())
        return tuple(one for one in told if not any(same_text(one, other) for other in known))


def _held_on_the_same(hits: Sequence[MemoryHit], known: Sequence[str]) -> list[str]:
    """What long-term memory holds on what an older log or chat says: it may have changed since,
    and "I quit my job at the café" shares no word with "Where do I work?".
    """
    older = [hit.text for hit in hits if hit.source is not MemorySource.LONG_TERM]
    held = (
        entry
        for entry in known
        if any(is_about(entry, telling_words(text)) for text in older)
        and not any(covers(hit.text, telling_words(entry)) for hit in hits)
    )
    return list(held)[:MOST_HELD]
