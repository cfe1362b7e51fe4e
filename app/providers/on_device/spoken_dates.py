"""Reads the plain dates in a question ("last week", "on Monday", "in May") as first and last day.

Only what is beyond doubt; the search itself understands more and gets the words in any case.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = (
    ("january", "januar", "enero", "janvier", "jan"),
    ("february", "februar", "febrero", "février", "feb"),
    ("march", "märz", "marzo", "mars"),
    ("april", "abril", "avril", "apr"),
    ("may", "mai", "mayo"),
    ("june", "juni", "junio", "juin", "jun"),
    ("july", "juli", "julio", "juillet", "jul"),
    ("august", "agosto", "août", "aug"),
    ("september", "septiembre", "septembre", "sept", "sep"),
    ("october", "oktober", "octubre", "octobre", "oct"),
    ("november", "noviembre", "novembre", "nov"),
    ("december", "dezember", "diciembre", "décembre", "dec"),
)
_MONTH_NUMBERS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_WEEKDAYS = (
    ("monday", "montag", "lunes", "lundi", "周一", "星期一"),
    ("tuesday", "dienstag", "martes", "mardi", "周二", "星期二"),
    ("wednesday", "mittwoch", "miércoles", "mercredi", "周三", "星期三"),
    ("thursday", "donnerstag", "jueves", "jeudi", "周四", "星期四"),
    ("friday", "freitag", "viernes", "vendredi", "周五", "星期五"),
    ("saturday", "samstag", "sábado", "samedi", "周六", "星期六"),
    ("sunday", "sonntag", "domingo", "dimanche", "周日", "星期日", "星期天"),
)
_WEEKDAY_NUMBERS = {name: number for number, names in enumerate(_WEEKDAYS) for name in names}
_MONTH = "|".join(sorted(_MONTH_NUMBERS, key=len, reverse=True))
_WEEKDAY = "|".join(sorted(_WEEKDAY_NUMBERS, key=len, reverse=True))
_NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        (
            "a one einem einer un una une 一",
            "two zwei dos deux 两 二",
            "three drei tres trois 三",
            "four vier cuatro quatre 四",
            "five fünf cinco cinq 五",
            "six sechs seis 六",
        ),
        1,
    )
    for word in words.split()
}
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBER_WORDS)})"
_UNITS = {
    "day": "day days tag tagen día días jour jours 天",
    "week": "week weeks woche wochen semana semanas semaine semaines 周 个星期 星期",
    "month": "month months monat monaten mes meses mois 个月",
}
_UNIT_NAMES = {name: unit for unit, names in _UNITS.items() for name in names.split()}
_UNIT = rf"(?P<unit>{'|'.join(sorted(_UNIT_NAMES, key=len, reverse=True))})"


@dataclass(frozen=True, slots=True)
class DateRange:
    """Both days belong to it."""

    first: date
    last: date


_OPEN_ENDED = re.compile(
    r"\b(?:between|since|before(?! yesterday)|after|until|from|zwischen|seit|vor|nach|bis|desde"
    r"|antes|hasta|entre|depuis|avant(?!-hier)|après|jusqu)\b|以前|以后|之前|之后",
    re.IGNORECASE,
)
_Read = Callable[[re.Match[str], date], DateRange | None]


def date_range_in(text: str, today: date) -> DateRange | None:
    """The one span of days the text names; None when it names none, several, or an open one."""
    found: list[DateRange] = []
    rest = text
    for pattern, read in _EXPRESSIONS:
        spans = [read(match, today) for match in pattern.finditer(rest)]
        found += [span for span in spans if span is not None]
        rest = pattern.sub(" ", rest)
    # Looked for in what is left: "vor" is open-ended, "vor zwei Tagen" is not.
    return found[0] if len(found) == 1 and not _OPEN_ENDED.search(rest) else None


def without_dates(text: str) -> str:
    """The text without the expressions this module reads."""
    for pattern, _ in _EXPRESSIONS:
        text = pattern.sub(" ", text)
    return text


def _day(day: date) -> DateRange:
    return DateRange(day, day)


def _days_back(days: int) -> _Read:
    return lambda _match, today: _day(today - timedelta(days=days))


def _week_back(weeks: int) -> _Read:
    def read(_match: re.Match[str], today: date) -> DateRange:
        monday = today - timedelta(days=today.weekday() + 7 * weeks)
        return DateRange(monday, monday + timedelta(days=6))

    return read


def _month_back(months: int) -> _Read:
    def read(_match: re.Match[str], today: date) -> DateRange:
        index = today.year * 12 + today.month - 1 - months
        return _month(index // 12, index % 12 + 1)

    return read


def _year_back(years: int) -> _Read:
    return lambda _match, today: DateRange(
        date(today.year - years, 1, 1), date(today.year - years, 12, 31)
    )


def _month(year: int, month: int) -> DateRange:
    return DateRange(date(year, month, 1), date(year, month, monthrange(year, month)[1]))


def _weekday(match: re.Match[str], today: date) -> DateRange:
    wanted = _WEEKDAY_NUMBERS[match["weekday"].lower()]
    return _day(today - timedelta(days=(today.weekday() - wanted) % 7 or 7))


def _named_month(match: re.Match[str], today: date) -> DateRange:
    month = _MONTH_NUMBERS[match["month"].lower()]
    if match["year"]:
        return _month(int(match["year"]), month)
    # A month that has not come yet this year was meant to be last year's.
    return _month(today.year if month <= today.month else today.year - 1, month)


def _day_of_month(match: re.Match[str], today: date) -> DateRange | None:
    month, day = _MONTH_NUMBERS[match["month"].lower()], int(match["day"])
    year = int(match["year"]) if match["year"] else today.year
    if not 1 <= day <= monthrange(year, month)[1]:
        return None
    said = date(year, month, day)
    if match["year"] or said <= today:
        return _day(said)
    return _day(said.replace(year=year - 1)) if day <= monthrange(year - 1, month)[1] else None


def _written_day(match: re.Match[str], _today: date) -> DateRange | None:
    try:
        return _day(date(int(match["year"]), int(match["month"]), int(match["day"])))
    except ValueError:
        return None


def _ago(match: re.Match[str], today: date) -> DateRange | None:
    word = match["count"].lower()
    count = int(word) if word.isdecimal() else _NUMBER_WORDS[word]
    match _UNIT_NAMES[match["unit"].lower()]:
        case "day":
            return _day(today - timedelta(days=count))
        case "week":
            return _week_back(count)(match, today)
        case _:
            return _month_back(count)(match, today)


def _rule(pattern: str, read: _Read) -> tuple[re.Pattern[str], _Read]:
    return re.compile(pattern, re.IGNORECASE), read


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_EXPRESSIONS = (
    _rule(
        rf"(?<!\d){_YEAR}[-/.年](?P<month>\d{{1,2}})[-/.月](?P<day>\d{{1,2}})日?(?!\d)",
        _written_day,
    ),
    _rule(
        rf"\b(?:on )?(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of"
        rf"| de)? (?P<month>{_MONTH})\b"
        rf"(?:,? {_YEAR})?",
        _day_of_month,
    ),
    _rule(
        rf"\b(?:on )?(?P<month>{_MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? {_YEAR})?",
        _day_of_month,
    ),
    _rule(
        r"\b(?:the )?day before yesterday\b|\bvorgestern\b|\banteayer\b|\bavant-hier\b|前天",
        _days_back(2),
    ),
    _rule(r"\byesterday\b|\bgestern\b|\bayer\b|\bhier\b|昨天", _days_back(1)),
    _rule(
        r"\btoday\b|\bthis (?:morning|afternoon|evening)\b|\bheute\b|\bhoy\b|\baujourd'hui\b|今天",
        _days_back(0),
    ),
    _rule(
        r"\b(?:the )?week before last\b|\bvorletzte(?:r|n)? woche\b|\bsemana antepasada\b|上上周",
        _week_back(2),
    ),
    _rule(
        r"\blast week\b|\bletzte(?:r)? woche\b|\b(?:la )?semana pasada\b"
        r"|\b(?:la )?semaine dernière\b|上周|上星期",
        _week_back(1),
    ),
    _rule(
        r"\bthis week\b|\bdiese(?:r)? woche\b|\besta semana\b|\bcette semaine\b|这周|本周",
        _week_back(0),
    ),
    _rule(
        r"\blast month\b|\bletzten monat\b|\b(?:el )?mes pasado\b|\b(?:le )?mois dernier\b|上个?月",
        _month_back(1),
    ),
    _rule(
        r"\bthis month\b|\bdiesen monat\b|\beste mes\b|\bce mois-ci\b|这个月|本月", _month_back(0)
    ),
    _rule(
        r"\blast year\b|\bletztes jahr\b|\b(?:el )?año pasado\b|\b(?:l')?année dernière\b|去年",
        _year_back(1),
    ),
    _rule(r"\bthis year\b|\bdieses jahr\b|\beste año\b|\bcette année\b|今年", _year_back(0)),
    _rule(rf"\b{_COUNT} {_UNIT} ago\b", _ago),
    _rule(rf"\b(?:vor|hace|il y a) {_COUNT} {_UNIT}\b", _ago),
    _rule(rf"{_COUNT}{_UNIT}(?:之?前|以前)", _ago),
    _rule(
        rf"(?:\b(?:on|last|this past|am|letzten|el|le)\s+|上)(?P<weekday>{_WEEKDAY})\b", _weekday
    ),
    _rule(rf"\b(?:in|during|im|en) (?P<month>{_MONTH})\b(?: (?:of |de )?{_YEAR})?", _named_month),
)
