"""Follows the state of forgetting over one page: a question while there is one, then a notice."""

from collections.abc import Callable

from kivy.uix.widget import Widget

from app.ui.forgetting import ForgettingState, ForgettingViewModel
from app.ui.notices import Notice
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import ConfirmDialog

MOST_LINES = 6
TEXT = (
    "It goes from your memory files, from search and from every earlier version. "
    "This cannot be undone. What was said in a chat stays in that chat."
)


class ForgetQuestion:
    """Several pages follow one state; only the one that is on the screen asks and tells."""

    def __init__(self, model: ForgettingViewModel, over: Widget, notice: NoticeBar) -> None:
        self._model = model
        self._over = over
        self._notice = notice
        self._told: Notice | None = model.state.notice
        self._question: ConfirmDialog | None = None
        model.observable.subscribe(self._draw)

    def _draw(self, state: ForgettingState) -> None:
        if self._over.get_root_window() is None:
            self._told = state.notice
            return
        if state.notice is not self._told:
            self._told = state.notice
            self._notice.show(state.notice)
        if state.question and self._question is None:
            self._question = ask_to_forget(self._over, state.question, self._answered)

    def _answered(self, is_yes: bool) -> None:
        self._question = None
        self._model.answer(is_yes=is_yes)


def ask_to_forget(
    over: Widget, lines: tuple[str, ...], answered: Callable[[bool], None]
) -> ConfirmDialog:
    question = ConfirmDialog(
        answered,
        title="Forget this for good?",
        text=f"{_listed(lines)}\n\n{TEXT}",
        yes="Forget",
        yes_kind="danger",
    )
    question.open_over(over)
    return question


def _listed(lines: tuple[str, ...]) -> str:
    shown = "\n".join(f"• {line.removeprefix('- ')}" for line in lines[:MOST_LINES])
    left = len(lines) - MOST_LINES
    return f"{shown}\n… and {left} more" if left > 0 else shown
