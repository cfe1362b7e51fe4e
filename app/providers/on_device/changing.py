"""Remember, forget and change: always through a tool call, as with any model.

Exactly one entry is touched at a time unless the person chose several.
"""

import re
from datetime import date

from app.providers.on_device import sentences
from app.providers.on_device.actions import Action, CallTools, PlannedCall, Say, planned_call
from app.providers.on_device.categories import category_for
from app.providers.on_device.choosing import Chosen, ChoseNone, read_choice
from app.providers.on_device.editing import (
    AskForWhole,
    AskWhich,
    Edit,
    EditPlan,
    NoneMeant,
    plan_change,
    plan_forgetting,
    with_new_value,
)
from app.providers.on_device.intents import Change, Forget, Remember, Tell
from app.providers.on_device.memory_reader import ELSEWHERE, LONG_TERM, MemoryReader
from app.providers.on_device.quoting import numbered, quoted, shown_as
from app.providers.on_device.tool_wording import SAVE, UPDATE
from app.providers.on_device.turn import Turn
from app.providers.on_device.understanding import understand
from app.providers.on_device.word_match import is_about, telling_words
from app.providers.on_device.worth_quoting import Found, worth_quoting

_THESE = re.compile(
    r"(?:these|this|the following|diese|folgendes|das|estas?|estos?|esto|lo siguiente|ceci"
    r"|это|这些)\W*(?:\w+\W*){0,3}\n",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?m)^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?P<item>\S.*)$")
_MOST_ITEMS = 12
_MOST_ENTRIES = 30
_MOST_LISTED = 8
_MOST_QUOTES = 3
_MOST_LOOKED_AT = 10


class Changing:
    def __init__(self, memory: MemoryReader, today: date) -> None:
        self._memory = memory
        self._today = today

    def remember(self, turn: Turn, wish: Remember) -> Action:
        if not turn.has_tool(SAVE):
            return Say(sentences.CANNOT_SAVE)
        content = wish.content or self._told_before(turn)
        if not content:
            return Say(sentences.WHAT_TO_REMEMBER)
        return CallTools(tuple(_save_call(one, turn) for one in _things_in(content)))

    def forget(self, turn: Turn, wish: Forget) -> Action:
        if not turn.has_tool(UPDATE):
            return Say(sentences.CANNOT_SAVE)
        if not wish.topic:
            return Say(sentences.WHAT_TO_FORGET)
        plan = plan_forgetting(wish.topic, self._entries(turn, wish.topic))
        if isinstance(plan, NoneMeant):
            return self._not_in_long_term(wish.topic)
        return _planned(plan, sentences.WHICH_TO_FORGET)

    def change(self, turn: Turn, wish: Change) -> Action:
        if not turn.has_tool(UPDATE):
            return Say(sentences.CANNOT_SAVE)
        words = " ".join(dict.fromkeys(old for old, _ in wish.readings))
        plan = plan_change(wish, self._entries(turn, words))
        return _planned(plan, sentences.WHICH_TO_CHANGE)

    def choice(self, turn: Turn) -> Action | None:
        """What follows from the answer to "which one?"; None when that was not asked last."""
        asked = (sentences.WHICH_TO_FORGET, sentences.WHICH_TO_CHANGE)
        if not any(question in turn.answered_before for question in asked):
            return None
        match read_choice(turn.said, turn.answered_before):
            case None:
                return None
            case ChoseNone():
                return Say(sentences.LEFT_ALONE)
            case Chosen(shown):
                return self._edit_chosen(turn, shown)

    def _edit_chosen(self, turn: Turn, shown: tuple[str, ...]) -> Action:
        wish = understand(turn.last_said, self._today)
        if not turn.has_tool(UPDATE) or not isinstance(wish, Forget | Change):
            return Say(sentences.CANNOT_SAVE)
        words = wish.topic if isinstance(wish, Forget) else wish.readings[0][0]
        chosen = [entry for entry in self._entries(turn, words) if shown_as(entry) in shown]
        plans = [_plan_for(wish, entry) for entry in chosen]
        edits = [plan for plan in plans if isinstance(plan, Edit)]
        if edits:
            return CallTools(tuple(_edit_call(edit) for edit in edits))
        return _planned(plans[0] if plans else NoneMeant(), sentences.WHICH_TO_CHANGE)

    def _told_before(self, turn: Turn) -> str:
        """What "remember that" points back to: the last thing that was told, not asked."""
        before = understand(turn.last_said, self._today)
        return before.statement if isinstance(before, Tell) else ""

    def _not_in_long_term(self, topic: str) -> Say:
        hits = self._memory.find(topic, _MOST_LOOKED_AT, sources=ELSEWHERE)
        found = [Found(place, hit.text, hit.source) for place, hit in enumerate(hits)]
        words = telling_words(topic)
        kept = worth_quoting(found, words, self._today, is_answered=True)
        meant = [hits[place] for place in kept if is_about(hits[place].text, words)]
        if not meant:
            return Say(sentences.NOT_REMEMBERED)
        return Say(f"{sentences.ONLY_IN_LOG}\n{quoted(meant[:_MOST_QUOTES])}")

    def _entries(self, turn: Turn, words: str) -> tuple[str, ...]:
        """Entries that may be meant: what the search finds, and what the prompt shows."""
        found = self._memory.find(words, _MOST_ENTRIES, sources=LONG_TERM)
        return tuple(dict.fromkeys([*(hit.text for hit in found), *turn.known]))


def _save_call(content: str, turn: Turn) -> PlannedCall:
    arguments: dict[str, object] = {"content": content, "category": category_for(content)}
    if turn.can_pin:
        arguments["pinned"] = True
    return planned_call(SAVE, arguments)


def _things_in(content: str) -> list[str]:
    """The items of "remember these: …", each to be changed and forgotten by itself."""
    announced = _THESE.match(content)
    items = [found["item"].strip() for found in _ITEM.finditer(content)] if announced else []
    return items[:_MOST_ITEMS] or [content]


def _plan_for(wish: Forget | Change, entry: str) -> EditPlan:
    if isinstance(wish, Forget):
        return Edit(entry, "")
    holding = (pair for pair in wish.readings if pair[0].casefold() in entry.casefold())
    old, new = next(holding, wish.readings[0])
    return with_new_value(entry, old, new)


def _planned(plan: EditPlan, which: str) -> Action:
    match plan:
        case Edit() as edit:
            return CallTools((_edit_call(edit),))
        case AskWhich(entries):
            return Say(f"{which}\n{numbered(entries[:_MOST_LISTED])}")
        case AskForWhole(entry, new):
            return Say(
                f"I found “{entry}”. Tell me the whole new text: change “{entry}” to “… {new} …”."
            )
        case NoneMeant():
            return Say(sentences.NOT_REMEMBERED)


def _edit_call(edit: Edit) -> PlannedCall:
    return planned_call(UPDATE, {"old_text": edit.old_text, "new_text": edit.new_text})
