"""Draws the export page."""

from functools import partial

from kivy.uix.widget import Widget

from app.ui.screens.memory_export.view_model import ExportKind, ExportState, ExportViewModel
from app.ui.widgets.action_row import page_row
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.page import Page, PageHeading, PageText
from app.ui.widgets.progress_card import work_card
from app.ui.widgets.push_button import PushButton

WHAT_GOES = "Long-term memory, daily logs, your files. Chats and keys stay on this device."
KINDS = (
    (
        ExportKind.ZIP,
        "folder-zip-outline",
        "Files and settings",
        "A zip with plain Markdown. Opens anywhere.",
    ),
    (
        ExportKind.BUNDLE,
        "source-branch",
        "Files with all their versions",
        "A git bundle. “git clone” opens it.",
    ),
)


class MemoryExportScreen(Page):
    def __init__(self, model: ExportViewModel) -> None:
        self._model = model
        super().__init__(name="memory_export", title="Export memory")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: ExportState) -> None:
        shown: list[Widget] = [PageText(text=WHAT_GOES)]
        if state.working:
            cancel, is_stopping = self._model.cancel, state.is_stopping
            shown.append(work_card(state.working, state.progress, cancel, is_stopping=is_stopping))
        else:
            shown += [
                page_row(icon, text, detail, partial(self._model.start, kind))
                for kind, icon, text, detail in KINDS
            ]
        if state.problem:
            shown.append(NoticeCard(text=state.problem))
        if state.made:
            shown += [PageHeading(text="Done"), self._said(state.made, "check")]
        if state.left_out:
            shown.append(PageText(text=state.left_out))
        if state.can_save_copy:
            shown.append(
                PushButton(
                    text="Save a copy …",
                    kind="tonal",
                    on_release=lambda _: self._model.save_copy(),
                )
            )
        if state.copied:
            shown.append(self._said(state.copied, "information-outline"))
        self.show(shown)

    def _said(self, text: str, icon: str) -> NoticeCard:
        return NoticeCard(text=text, icon=icon, is_problem=False)
