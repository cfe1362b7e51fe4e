"""Draws the Files tab: the list, and a sheet with the text of one file."""

from functools import partial

from kivy.properties import ObjectProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel
from kivymd.uix.relativelayout import MDRelativeLayout

from app.ui.screens.memory_files.view_model import FileRow, FilesState, FilesViewModel, OpenFile
from app.ui.theme.fonts import marked_code
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.growing_list import GrowingList
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import BottomSheet
from app.ui.widgets.top_bar import TouchIconButton

__all__ = ["ActionRow", "FilesPanel", "GrowingList", "NoticeBar", "TouchIconButton"]

load_kv(__file__, "screen.kv")

LINES_IN_A_LABEL = 40
"""A label taller than the largest texture goes black."""
MOST_LINES = 2_000


class FileText(MDLabel):
    """Some lines of a file."""


class FileRowView(MDBoxLayout):
    name = StringProperty()
    size_text = StringProperty()
    value = ObjectProperty(None, allownone=True)

    def show(self, value: tuple[FilesViewModel, FileRow]) -> None:
        self.value = value
        self.name, self.size_text = value[1].name, value[1].size

    def open(self) -> None:
        model, row = self.value
        model.open(row.path)

    def delete(self) -> None:
        model, row = self.value
        model.delete(row.path)


class FilesPanel(MDRelativeLayout):
    message = StringProperty()

    def __init__(self, model: FilesViewModel) -> None:
        self._model = model
        self._sheet: BottomSheet | None = None
        self._shown: OpenFile | None = None
        super().__init__()
        model.observable.subscribe(self._draw)

    def _draw(self, state: FilesState) -> None:
        self.message = _message(state)
        self.ids.files.fill([(FileRowView, (self._model, row)) for row in state.rows])
        self.ids.notice.show(state.notice, self._model.undo)
        if state.open_file != self._shown:
            self._shown = state.open_file
            self._draw_file(state.open_file)

    def _draw_file(self, file: OpenFile | None) -> None:
        if self._sheet is not None:
            self._sheet.close()
            self._sheet = None
        if file is None:
            return
        sheet = BottomSheet(title=file.name)
        for part in _parts(file.text):
            sheet.add_content(FileText(text=marked_code(part)))
        sheet.add_action("Share", "filled", self._model.share)
        sheet.add_action("Delete", "danger", partial(self._model.delete, file.path))
        sheet.bind(on_dismiss=lambda _: self._model.close_file())
        self._sheet = sheet
        sheet.open_over(self)


def _parts(text: str) -> list[str]:
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], "…"]
    starts = range(0, len(lines), LINES_IN_A_LABEL)
    return ["\n".join(lines[start : start + LINES_IN_A_LABEL]) for start in starts]


def _message(state: FilesState) -> str:
    if state.problem:
        return state.problem
    if state.is_loading:
        return "Reading …"
    if state.is_empty:
        return "No files yet. Ask me to keep a list, a plan or a draft for you."
    return ""
