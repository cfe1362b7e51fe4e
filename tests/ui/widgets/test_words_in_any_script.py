"""Every widget that shows a person's own words shows them in the fonts that have the glyphs."""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Callable

from kivy.uix.widget import Widget
from kivymd.uix.label import MDLabel

from app.ui.screens.memory_long_term.screen import SectionHeading
from app.ui.screens.models.screen import ProviderHeading
from app.ui.screens.models.view_model import ProviderGroup
from app.ui.screens.usage.screen import UsageBar
from app.ui.widgets.choice_chip import ChoiceChip
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.outlined_field import OutlinedField
from app.ui.widgets.overlay import ConfirmDialog
from app.ui.widgets.page import PageHeading, PageText, SheetText
from app.ui.widgets.progress_card import ProgressCard
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.stepper_row import StepperRow
from app.ui.widgets.switch_row import SwitchRow
from tests.ui.stage import Stage, on_stage

WORDS = "周末 😀"
PROVIDER = ProviderGroup("p", WORDS, "", is_built_in=False, models=())


def section() -> Widget:
    heading = SectionHeading()
    heading.show(WORDS)
    return heading


WIDGETS: dict[str, Callable[[], Widget]] = {
    "chip": lambda: ChoiceChip(text=WORDS),
    "button": lambda: PushButton(text=WORDS),
    "question": lambda: ConfirmDialog(lambda _: None, text=WORDS),
    "stepper": lambda: StepperRow(text=WORDS),
    "switch": lambda: SwitchRow(text=WORDS),
    "usage": lambda: UsageBar(model=WORDS),
    "provider": lambda: ProviderHeading(
        ProviderGroup("p", WORDS, "", is_built_in=False, models=())
    ),
    "field": lambda: OutlinedField(label=WORDS),
    "notice": lambda: NoticeCard(text=WORDS),
    "progress": lambda: ProgressCard(text=WORDS),
    "page heading": lambda: PageHeading(text=WORDS),
    "page text": lambda: PageText(text=WORDS),
    "sheet text": lambda: SheetText(text=WORDS),
    "section": section,
}


def test_chinese_and_emoji_are_drawn_with_their_own_fonts():
    without: list[str] = []

    async def script(stage: Stage) -> None:
        for name, build in WIDGETS.items():
            widget = build()
            await stage.show(widget)
            labels = [child for child in widget.walk() if isinstance(child, MDLabel)]
            if not any(label.markup and "[font=" in label.text for label in labels):
                without.append(name)

    on_stage(script)
    assert without == []
