"""Builds the sheet. What a choice does happens after the sheet is gone: it may open another."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from kivy.uix.widget import Widget

from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.overlay import BottomSheet


@dataclass(frozen=True, slots=True)
class Choice:
    """`is_current` has a tick."""

    icon: str
    text: str
    act: Callable[[], object]
    detail: str = ""
    is_current: bool = False


def open_choices(
    over: Widget, choices: Iterable[Choice], *, title: str = "", detail: str = ""
) -> BottomSheet:
    sheet = BottomSheet(title=title, detail=detail)
    for choice in choices:
        row = ActionRow(
            icon=choice.icon,
            text=choice.text,
            detail=choice.detail,
            trailing_icon="check" if choice.is_current else "",
        )
        row.bind(on_release=partial(_choose, sheet, choice))
        sheet.add_content(row)
    sheet.open_over(over)
    return sheet


def _choose(sheet: BottomSheet, choice: Choice, _row: ActionRow) -> None:
    sheet.close()
    choice.act()
