"""Words what the tools answered, so that a person knows what happened and what did not."""

import json
import re
from collections.abc import Sequence
from datetime import date
from typing import cast

from app.contracts.model_provider import ToolCall
from app.providers.on_device import sentences
from app.providers.on_device.commands import ABOUT_ASKING
from app.providers.on_device.quoting import Listed, listed_in, listing, spread_over_days
from app.providers.on_device.turn import ToolExchange, Turn
from app.providers.on_device.typed_words import as_meant
from app.providers.on_device.word_match import telling_words, words_of
from app.providers.on_device.worth_quoting import Found, wants_something, worth_quoting

SAVE, UPDATE, SEARCH = "save_memory", "update_memory", "search_history"
MOST_FOUND = 8
_IN_PLACE_OF = re.compile(r"Saved under .{1,80}? in the place of “(?P<older>[^\n]*?)”\. MEMORY\.md")


def worded(turn: Turn, today: date) -> str:
    exchanges = turn.exchanges
    parts = [_worded_one(exchange, turn.said, today) for exchange in exchanges]
    if any(_is_deletion(exchange) for exchange in exchanges):
        parts.append(sentences.STILL_ELSEWHERE)
    return "\n".join(parts)


def _worded_one(exchange: ToolExchange, said: str, today: date) -> str:
    match exchange.call.name:
        case "save_memory":
            return _worded_save(exchange)
        case "update_memory":
            return _worded_update(exchange)
        case _:
            return _worded_search(exchange, said, today)


def _worded_save(exchange: ToolExchange) -> str:
    content = argument(exchange.call, "content")
    if not exchange.answer.is_error:
        replaced = _IN_PLACE_OF.match(exchange.answer.text)
        instead = f", and no longer: “{replaced['older']}”" if replaced else ""
        return f"I will remember: “{content}”{instead}"
    if "duplicate_detected" in exchange.answer.text:
        return f"I know that already: “{content}”"
    return f"I could not save that: {_reason(exchange)}"


def _worded_update(exchange: ToolExchange) -> str:
    old, new = argument(exchange.call, "old_text"), argument(exchange.call, "new_text")
    if not exchange.answer.is_error:
        return f"Changed to: “{new}”" if new else f"Forgotten: “{old}”"
    if "not_found" in exchange.answer.text:
        return f"“{old}” is no longer an entry of its own; you can edit it on the memory page."
    if "ambiguous_match" in exchange.answer.text:
        return f"“{old}” stands there more than once; you can tidy it up on the memory page."
    return f"I could not change that: {_reason(exchange)}"


def _worded_search(exchange: ToolExchange, said: str, today: date) -> str:
    if exchange.answer.is_error:
        return sentences.SEARCH_FAILED
    listed = listed_in(exchange.answer.text)
    found = [Found(place, one.text, one.source) for place, one in enumerate(listed)]
    query = argument(exchange.call, "query")
    has_dates = argument(exchange.call, "date_from") or argument(exchange.call, "date_to")
    # A question that names nothing but days is about all that was then.
    is_all = bool(has_dates) and query == as_meant(said.strip())
    words = () if is_all else telling_words(query)
    told = [listed[place] for place in worth_quoting(found, words, today)]
    if is_all:
        told = [one for one in told if not wants_something(one.text, today)]
    asked = _once([one for one in listed if wants_something(one.text, today)])
    if ABOUT_ASKING.search(said) and asked:
        return _found(spread_over_days(asked, MOST_FOUND), len(asked))
    if told:
        return _found(spread_over_days(told, MOST_FOUND) if is_all else told, len(told))
    if is_all and asked:
        return f"{sentences.ONLY_ASKED_THEN}\n{listing(spread_over_days(asked, MOST_FOUND))}"
    return sentences.NOTHING_THEN if has_dates else sentences.NOTHING_FOUND


def _once(asked: Sequence[Listed]) -> list[Listed]:
    """A log tells again what the conversation has."""
    kept: dict[tuple[str, ...], Listed] = {}
    for one in asked:
        kept.setdefault(words_of(one.text.removeprefix("Asked: ")), one)
    return list(kept.values())


def _found(listed: Sequence[Listed], count: int) -> str:
    more = count - MOST_FOUND
    rest = f"\n… and {more} more; see the daily logs on the memory page." if more > 0 else ""
    return f"This is what I found:\n{listing(listed[:MOST_FOUND])}{rest}"


def argument(call: ToolCall, name: str) -> str:
    try:
        arguments: object = json.loads(call.arguments_json)
    except json.JSONDecodeError:
        return ""
    value = cast("dict[str, object]", arguments).get(name) if isinstance(arguments, dict) else None
    return value if isinstance(value, str) else ""


def _is_deletion(exchange: ToolExchange) -> bool:
    is_update = exchange.call.name == UPDATE and not exchange.answer.is_error
    return is_update and not argument(exchange.call, "new_text")


def _reason(exchange: ToolExchange) -> str:
    """The tool's sentence without its code."""
    text = " ".join(exchange.answer.text.split())
    code, _, sentence = text.partition(": ")
    return sentence if sentence and " " not in code else text or "no reason was given."
