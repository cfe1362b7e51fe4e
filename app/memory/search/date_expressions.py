"""Understands when a question is about: "last week", "in May", "on 3 June", 2026-02-28.

English in words, numbers in any language. What it does not understand gives no span; it must
never raise and never read a verb ("may", "march") as a month.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from app.memory.search.date_spans import (
    EARLIEST,
    LATEST,
    DateSpan,
    day_span,
    month_span,
    months_before,
    real_date,
    season_span,
    shifted,
    week_span,
    weekend_span,
    year_span,
)

_MONTHS: tuple[str, ...] = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH_NUMBERS = (
    {name: number for number, name in enumerate(_MONTHS, 1)}
    | {name[:3]: number for number, name in enumerate(_MONTHS, 1)}
    | {"sept": 9}
)
_WEEKDAYS: tuple[str, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "few": 3, "four": 4, "several": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip

_MONTH = (
    r"(?P<month>january|february|march|april|may|june|july|august|september|october|november"
    r"|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\.?"
)
_COUNT = r"(?:(?:a|the)\s+)?(?P<count>\d{1,3}|" + "|".join(_NUMBERS) + r")(?:\s+of)?"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20|21)\d\d)"
_CUT = " \x1f "
_LAST = r"(?P<which>last|past|previous|this)"


@dataclass(frozen=True, slots=True)
class _Expression:
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], date], DateSpan | None]


def date_spans(text: str, today: date) -> tuple[DateSpan, ...]:
    """Every span the text names, in the order of the rules; empty when it names none."""
    if not _MAY_NAME_A_DATE.search(text):
        return ()
    spans: list[DateSpan] = []
    rest = text
    for expression in _EXPRESSIONS:
        matches = list(expression.pattern.finditer(rest))
        for match in matches:
            span = expression.read(match, today)
            if span is not None and span not in spans:
                spans.append(span)
        if matches:
            rest = expression.pattern.sub(_CUT, rest)
    return _joined(spans, text)


def _joined(spans: list[DateSpan], text: str) -> tuple[DateSpan, ...]:
    """`between X and Y`, `since X`, `before X`: one span made of the ends."""
    if len(spans) == 2 and _BETWEEN.search(text):
        return (
            DateSpan(
                min(span.first for span in spans),
                max(span.last for span in spans),
            ),
        )
    if len(spans) == 1:
        only = spans[0]
        if re.search(r"\bsince\b", text, re.IGNORECASE):
            return (DateSpan(only.first, LATEST),)
        if _BEFORE.search(text):
            return (DateSpan(EARLIEST, shifted(only.first, -1)),)
        if _AFTER.search(text):
            return (DateSpan(shifted(only.last, 1), LATEST),)
    return tuple(spans)


_OPENING = (
    r"(?:the\s+)?(?:\d|last\b|this\b|yesterday\b|today\b|"
    + "|".join(rf"{name}\b" for name in (*_MONTHS, *_WEEKDAYS, *_SEASONS))
    + ")"
)
_NOT_BESIDE = r"(?<!week )(?<!day )\b"
_BEFORE = re.compile(rf"{_NOT_BESIDE}(?:before|until|prior to)\s+{_OPENING}", re.IGNORECASE)
_AFTER = re.compile(rf"{_NOT_BESIDE}after\s+{_OPENING}", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\b|\bfrom\b.*\b(?:to|until|till)\b", re.IGNORECASE)


def _iso_day(match: re.Match[str], today: date) -> DateSpan | None:
    del today
    day = real_date(int(match["year"]), int(match["month"]), int(match["day"]))
    return day_span(day) if day else None


def _iso_month(match: re.Match[str], today: date) -> DateSpan | None:
    del today
    month = int(match["month"])
    return month_span(int(match["year"]), month) if 1 <= month <= 12 else None


def _day_of_month(match: re.Match[str], today: date) -> DateSpan | None:
    month = _month_number(match["month"])
    if match["year"]:
        day = real_date(int(match["year"]), month, int(match["day"]))
    else:
        day = real_date(today.year, month, int(match["day"]))
        if day is None or day > today:
            day = real_date(today.year - 1, month, int(match["day"]))
    return day_span(day) if day else None


def _numeric_day_without_year(match: re.Match[str], today: date) -> DateSpan | None:
    month, number = int(match["month"]), int(match["day"])
    day = real_date(today.year, month, number)
    if day is None or day > today:
        day = real_date(today.year - 1, month, number)
    return day_span(day) if day else None


def _month(match: re.Match[str], today: date) -> DateSpan | None:
    month = _month_number(match["month"])
    span = month_span(int(match["year"]), month) if match["year"] else _latest_month(month, today)
    return _part_of_month(span, (match["part"] or "").lower())


def _last_month_named(match: re.Match[str], today: date) -> DateSpan:
    return _latest_month(_month_number(match["month"]), today)


def _week_of(match: re.Match[str], today: date) -> DateSpan | None:
    inner = _day_of_month(match, today)
    if inner is None:
        return None
    match match["relation"].lower():
        case "before":
            return DateSpan(shifted(inner.first, -7), shifted(inner.first, -1))
        case "after":
            return DateSpan(shifted(inner.first, 1), shifted(inner.first, 7))
        case _:
            return DateSpan(shifted(inner.first, -3), shifted(inner.first, 3))


def _nth_week(match: re.Match[str], today: date) -> DateSpan:
    month = _month_number(match["month"])
    span = month_span(int(match["year"]), month) if match["year"] else _latest_month(month, today)
    nth = match["nth"].lower()
    if nth == "last":
        return DateSpan(shifted(span.last, -7), span.last)
    start = ("first", "second", "third", "fourth").index(nth) * 7
    return DateSpan(shifted(span.first, start), shifted(span.first, start + 7))


def _season(match: re.Match[str], today: date) -> DateSpan:
    first_month = _SEASONS[match["season"].lower()]
    if match["year"]:
        return season_span(int(match["year"]), first_month)
    span = season_span(today.year, first_month)
    latest_allowed = shifted(today, -60) if (match["which"] or "").lower() == "last" else today
    return span if span.first <= latest_allowed else season_span(today.year - 1, first_month)


def _ago(match: re.Match[str], today: date) -> DateSpan:
    count = _count(match["count"])
    match match["unit"].lower():
        case "day":
            return day_span(shifted(today, -count), slack=min(count // 4, 3))
        case "week":
            return day_span(shifted(today, -7 * count), slack=4)
        case "month":
            return day_span(months_before(today, count), slack=16)
        case _:
            return day_span(months_before(today, 12 * count), slack=120)


def _past_units(match: re.Match[str], today: date) -> DateSpan:
    count = _count(match["count"])
    match match["unit"].lower():
        case "day":
            first = shifted(today, -count)
        case "week":
            first = shifted(today, -7 * count)
        case "month":
            first = months_before(today, count)
        case _:
            first = months_before(today, 12 * count)
    return DateSpan(first, today)


def _relative_unit(match: re.Match[str], today: date) -> DateSpan:
    is_this = match["which"].lower() == "this"
    match match["unit"].lower():
        case "week":
            return week_span(today if is_this else shifted(today, -7))
        case "weekend":
            return _weekend(today, is_this=is_this)
        case "month":
            anchor = today if is_this else months_before(today, 1)
            return month_span(anchor.year, anchor.month)
        case _:
            return year_span(today.year if is_this else max(today.year - 1, EARLIEST.year))


def _weekend(today: date, *, is_this: bool) -> DateSpan:
    span = weekend_span(today)
    return span if is_this and span.first <= today else weekend_span(shifted(today, -7))


def _weekday(match: re.Match[str], today: date) -> DateSpan:
    wanted = _WEEKDAYS.index(match["weekday"].lower())
    back = (today.weekday() - wanted) % 7 or 7
    return day_span(shifted(today, -back))


def _named_day(match: re.Match[str], today: date) -> DateSpan:
    name = re.sub(r"\s+", " ", match[0].lower())
    if "before yesterday" in name:
        return day_span(shifted(today, -2))
    if name in {"yesterday", "last night"} or name.startswith("yesterday"):
        return day_span(shifted(today, -1))
    return day_span(today)


def _year_alone(match: re.Match[str], today: date) -> DateSpan:
    del today
    return year_span(int(match["year"]))


def _month_number(name: str) -> int:
    return _MONTH_NUMBERS[name.lower().rstrip(".")]


def _count(word: str) -> int:
    lowered = word.lower()
    return int(lowered) if lowered.isdecimal() else _NUMBERS[lowered]


def _latest_month(month: int, today: date) -> DateSpan:
    span = month_span(today.year, month)
    return span if span.first <= today else month_span(today.year - 1, month)


def _part_of_month(span: DateSpan, part: str) -> DateSpan:
    match part:
        case "early" | "beginning" | "start":
            return DateSpan(span.first, shifted(span.first, 11))
        case "mid" | "middle":
            return DateSpan(shifted(span.first, 8), shifted(span.first, 21))
        case "late" | "end":
            return DateSpan(shifted(span.first, 18), span.last)
        case _:
            return span


def _rule(
    pattern: str,
    read: Callable[[re.Match[str], date], DateSpan | None],
    *,
    exact_case: bool = False,
) -> _Expression:
    return _Expression(re.compile(pattern, 0 if exact_case else re.IGNORECASE), read)


_CLEAR_MONTH = _MONTH.replace("|may|", "|(?-i:May|MAY)|").replace("|march|", "|(?-i:March|MARCH)|")
_PART = r"(?:(?P<part>early|mid|middle|late|beginning|start|end)[\s-]+(?:of\s+)?(?:in\s+)?)?"

_IN = r"(?:in|during|of|by|since|until|before|after|between|and|this|from|to|for|throughout)"
_NOT_A_VERB = r"(?!\w)(?!\s+(?:i|we|you|he|she|they|be)\b)"
_NO_YEAR = r"(?P<year>(?!))?"
_AND_YEAR = rf"(?:,?\s+{_YEAR})?(?!\w)"
_SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
_WEEK_BESIDE = r"\bweek\s+(?P<relation>of|before|after)\s+"

_MAY_NAME_A_DATE = re.compile(
    r"\d|\b(?:last|past|previous|this|ago|earlier|back|yesterday|today|tonight|"
    + "|".join((*(name[:3] for name in _MONTHS), *(name[:3] for name in _WEEKDAYS), *_SEASONS))
    + ")",
    re.IGNORECASE,
)
"""Every rule needs one of these; most questions have none."""

_EXPRESSIONS = (
    _rule(
        r"(?<!\d)(?P<year>\d{4})\s*[-/.年년]\s*(?P<month>\d{1,2})\s*[-/.月월]\s*(?P<day>\d{1,2})"
        r"(?!\d)\s*[日일]?",
        _iso_day,
    ),
    _rule(r"(?<!\d)(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})(?!\d)", _iso_day),
    _rule(r"(?<!\d)(?P<year>\d{4})\s*[-年년]\s*(?P<month>\d{1,2})(?!\d)\s*[月월]?", _iso_month),
    _rule(
        r"(?<!\d)(?P<month>\d{1,2})\s*[月월]\s*(?P<day>\d{1,2})\s*[日일号]",
        _numeric_day_without_year,
    ),
    _rule(rf"{_WEEK_BESIDE}(?:the\s+)?{_DAY}\s+(?:of\s+)?{_MONTH}{_AND_YEAR}", _week_of),
    _rule(rf"{_WEEK_BESIDE}{_MONTH}\s+{_DAY}\b{_AND_YEAR}", _week_of),
    _rule(rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}{_AND_YEAR}", _day_of_month),
    _rule(rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}\b{_AND_YEAR}", _day_of_month),
    _rule(
        r"\b(?P<nth>first|second|third|fourth|last)\s+week(?:end)?\s+(?:of|in)\s+"
        rf"{_MONTH}{_AND_YEAR}",
        _nth_week,
    ),
    _rule(rf"\b{_PART}{_MONTH},?\s+(?:of\s+)?{_YEAR}\b", _month),
    _rule(rf"\b(?:last|previous|past)\s+{_MONTH}(?!\w)", _last_month_named),
    _rule(rf"\b{_IN}\s+{_PART}{_CLEAR_MONTH}{_NO_YEAR}{_NOT_A_VERB}", _month),
    _rule(
        r"\b(?:the\s+)?day before yesterday\b|\byesterday(?:'s)?\b|\blast night\b"
        r"|\btoday(?:'s)?\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b",
        _named_day,
    ),
    _rule(rf"\b{_COUNT}\s+{_UNIT}\s+(?:ago|earlier|back)\b", _ago),
    _rule(rf"\b(?:the\s+)?(?:last|past|previous)\s+{_COUNT}\s+{_UNIT}\b", _past_units),
    _rule(rf"\b{_LAST}\s+(?P<unit>weekend|week|month|year)\b", _relative_unit),
    _rule(
        rf"\b(?:{_LAST}\s+|(?:in|during|of)\s+(?:the\s+)?|the\s+){_SEASON}"
        rf"(?:\s+(?:of\s+)?{_YEAR})?\b",
        _season,
    ),
    _rule(rf"\b(?P<which>){_SEASON}\s+(?:of\s+)?{_YEAR}\b", _season),
    _rule(rf"\b(?:on|last|this|past|since)\s+(?P<weekday>{'|'.join(_WEEKDAYS)})\b", _weekday),
    _rule(
        rf"\b(?:in|during|since|before|after|of|from|to|until|by)\s+{_YEAR}\b(?!\s*%)",
        _year_alone,
    ),
)
