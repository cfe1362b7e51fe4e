"""Draws the about page."""

from kivy.uix.widget import Widget

from app.ui.screens.about.view_model import AboutState, AboutViewModel
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.page import Page, PageHeading, PageText
from app.ui.widgets.push_button import PushButton

WHAT_IT_IS = "An assistant that remembers in plain Markdown, on this device."
WHAT_IS_IN_IT = "Versions, counts and settings. No keys, no addresses, nothing you wrote."


class AboutScreen(Page):
    def __init__(self, model: AboutViewModel) -> None:
        self._model = model
        super().__init__(name="about", title="About")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: AboutState) -> None:
        export = PushButton(
            text="Writing …" if state.is_exporting else "Export diagnostics",
            kind="outlined",
            disabled=state.is_exporting,
            on_release=lambda _: self._model.export_diagnostics(),
        )
        shown: list[Widget] = [
            PageHeading(text=f"OneClaw {state.version}"),
            PageText(text=WHAT_IT_IS),
            PageHeading(text="Diagnostics"),
            PageText(text=WHAT_IS_IN_IT),
            export,
        ]
        if state.exported:
            text = f"Written to {state.exported}"
            shown.append(NoticeCard(text=text, icon="check", is_problem=False))
        if state.notice:
            shown.append(NoticeCard(text=state.notice))
        shown.append(PageHeading(text="Made with"))
        shown += [PageText(text=f"{one.work}: {one.terms}") for one in state.licences]
        self.show(shown)
