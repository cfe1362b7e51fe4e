"""Reads one message as an intent. In doubt it is something the person tells."""

import re
from collections.abc import Iterable
from datetime import date

from app.providers.on_device import commands
from app.providers.on_device.german_clauses import as_sentence
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
from app.providers.on_device.spoken_dates import date_range_in, without_dates
from app.providers.on_device.typed_words import as_meant
from app.providers.on_device.word_match import telling_words

_LONGEST_COMMAND = 6_000
_QUOTES = " \t\n\"'“”„«»‘’「」"
_MARK, _UNMARKED = r"[\"“”„«»「」]", r"[^\"“”„«»「」]"
_QUOTED_PAIR = re.compile(
    rf"{_MARK}(?P<old>{_UNMARKED}+){_MARK}{_UNMARKED}{{1,20}}{_MARK}(?P<new>{_UNMARKED}+){_MARK}\W*\Z"
)
_DASS = re.compile(r"[^.!?]{1,40}\bdass\b", re.IGNORECASE)
_ASKED_TO = re.compile(
    r"\s*¿?(?:(?:please|bitte) )?(?:(?:can|could) you|kannst du|puedes)\b", re.IGNORECASE
)


def understand(text: str, today: date) -> Intent:
    said = text.strip()
    if len(said) > _LONGEST_COMMAND:
        return Tell(said)
    message = as_meant(said)
    return _small_talk(message) or _command(message, today) or _other(message, said)


def _small_talk(message: str) -> Intent | None:
    if _groups(commands.THANKS, message) is not None:
        return Thank()
    if _groups(commands.NEVER_MIND, message) is not None:
        return NeverMind()
    if _groups(commands.GREETING, message) is not None:
        return Greet()
    if _groups(commands.HELP, message) is not None:
        return SeekHelp()
    return AskTime() if _groups(commands.TIME, message) is not None else None


def _command(message: str, today: date) -> Intent | None:
    if _groups(commands.ABOUT_ME, message) is not None:
        return AboutMe()
    if (found := _groups(commands.REMEMBER, message)) is not None:
        return Remember(_content(message, found))
    if _groups(commands.FORGET_ALL, message) is not None:
        return ForgetAll()
    if (found := _groups(commands.FORGET, message)) is not None:
        topic = found.strip(_QUOTES)
        return Forget("" if commands.NOTHING_NAMED.fullmatch(topic) else topic)
    if (change := _change(message)) is not None:
        return change
    if (found := _groups(commands.ABOUT_TOPIC, message)) is not None:
        return Ask(found.strip(_QUOTES))
    if (found := _groups(commands.DISCUSSED, message)) is not None:
        return _look_up(found, message, today)
    if (found := _groups(commands.SEARCH, message)) is not None:
        return _look_up(found, message, today)
    return None


def _other(message: str, said: str) -> Intent:
    """`said` is the message as it was typed."""
    if commands.CREATE.match(message):
        return Create(message)
    return Ask(message) if commands.QUESTION.search(message) else Tell(said)


def _groups(patterns: Iterable[re.Pattern[str]], message: str) -> str | None:
    """What the first pattern that matches has caught; empty when it catches nothing."""
    for pattern in patterns:
        if match := pattern.match(message):
            return next((group for group in match.groups() if group), "")
    return None


def _content(message: str, caught: str) -> str:
    content = caught.strip(_QUOTES)
    # "Can you remember that I like tea?" asks for the deed; the mark is not part of the fact.
    if _ASKED_TO.match(message):
        content = content.rstrip("?？ ")
    if _DASS.match(message):
        content = as_sentence(content)
    if content.lower().startswith("to ") or commands.NOTHING_NAMED.fullmatch(content):
        return message if content.lower().startswith("to ") else ""
    return content[:1].upper() + content[1:]


def _change(message: str) -> Change | None:
    for patterns, separator in commands.CHANGE:
        rest = _groups(patterns, message)
        if rest is None:
            continue
        if quoted := _QUOTED_PAIR.search(rest):
            return Change(((quoted["old"].strip(), quoted["new"].strip()),))
        readings = [
            (rest[: found.start()].strip(_QUOTES), rest[found.end() :].strip(_QUOTES))
            for found in separator.finditer(rest)
        ]
        if any(old and new for old, new in readings):
            return Change(tuple((old, new) for old, new in readings if old and new))
    return None


def _look_up(caught: str, message: str, today: date) -> LookUp:
    dates = date_range_in(message, today)
    topic = without_dates(caught).strip(_QUOTES + "?？!.。,")
    has_topic = any(len(word) > 1 for word in telling_words(topic)) or not topic.isascii()
    return LookUp(topic if topic and has_topic else message, dates)
