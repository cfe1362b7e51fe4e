"""Draws the form for a provider. The key lives in the field and the view model, nowhere else."""

from kivy.metrics import dp
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.contracts.provider_setup import (
    ConnectionFailed,
    ConnectionWorks,
    FailureCause,
    FoundServer,
)
from app.ui.screens.add_model.view_model import (
    KINDS,
    AddModelState,
    AddModelViewModel,
    problem_of,
)
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.choice_chip import ChipRow, ChoiceChip
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.outlined_field import OutlinedField
from app.ui.widgets.page import Page, PageHeading, PageText
from app.ui.widgets.push_button import PushButton

__all__ = ["AddModelScreen"]

load_kv(__file__, "screen.kv")

MOST_MODELS = 12
CAUSE_ICONS = {
    FailureCause.AUTHENTICATION: "key-alert-outline",
    FailureCause.NETWORK: "lan-disconnect",
    FailureCause.TIMEOUT: "timer-sand-empty",
    FailureCause.UNKNOWN: "alert-circle-outline",
}
KEY_WORDS = (
    "The key is kept in this device's key store. It is never written to logs, exports or history."
)


class ButtonLine(MDBoxLayout):
    """Buttons at both ends of a line."""


class FoundRow(MDBoxLayout):
    """A server on this device, with one button."""


class AddModelScreen(Page):
    def __init__(self, model: AddModelViewModel) -> None:
        self._model = model
        self._drawn: dict[str, object] = {}
        super().__init__(name="add_model", title="Add a model")
        self._kinds, self._presets = ChipRow(), ChipRow()
        self._address = OutlinedField(label="Address")
        self._key = OutlinedField(label="Key", is_secret=True)
        self._result, self._models, self._found, self._removal = (_column() for _ in range(4))
        self._typed_model = OutlinedField(label="Model", hint="Its name on that server")
        self._buttons = ButtonLine()
        self._test = PushButton(kind="outlined", on_release=lambda _: model.test())
        self._save = PushButton(text="Save", kind="filled", on_release=lambda _: model.save())
        for widget in (self._test, Widget(), self._save):
            self._buttons.add_widget(widget)
        self.show(
            [
                self._kinds,
                self._presets,
                self._address,
                self._key,
                PageText(text=KEY_WORDS),
                self._result,
                self._models,
                self._buttons,
                self._found,
                self._removal,
            ]
        )
        self._address.bind(text=lambda _, text: model.type_address(text))
        self._key.bind(text=lambda _, text: model.type_key(text))
        self._typed_model.bind(text=lambda _, text: model.choose_model(text))
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._key.put("")
        self._key.is_hidden = True
        self.ids.scroll.scroll_y = 1
        self._model.look_around()

    def on_leave(self) -> None:
        self._key.put("")

    def on_back(self) -> None:
        self._model.leave()

    def _draw(self, state: AddModelState) -> None:
        self.title = f"Change {state.name}" if state.provider_id else "Add a model"
        self._address.put(state.address)
        if not state.has_typed_key and not self._key.text.strip():
            self._key.put("")
        self._key.hint = f"{state.masked_key} (kept)" if state.masked_key else ""
        self._test.text = _test_words(state)
        self._test.disabled = not state.can_test
        self._save.disabled = not state.can_save
        self._draw_chips(state)
        self._draw_result(state)
        self._draw_models(state)
        self._draw_found(state)
        self._draw_removal(state)

    def _is_drawn(self, part: str, facts: object) -> bool:
        """Typing changes the state with every letter; only what looks different is made anew."""
        if self._drawn.get(part) == facts:
            return True
        self._drawn[part] = facts
        return False

    def _draw_chips(self, state: AddModelState) -> None:
        presets = [preset for preset in state.presets if preset.kind is state.kind]
        at = [preset.name for preset in presets if preset.base_address == state.address.strip()]
        if self._is_drawn("chips", (state.kind, at)):
            return
        self._kinds.clear_widgets()
        for kind, words in KINDS:
            self._kinds.add_widget(
                ChoiceChip(
                    text=words,
                    is_chosen=kind is state.kind,
                    on_release=lambda _, kind=kind: self._model.choose_kind(kind),
                )
            )
        self._presets.clear_widgets()
        for preset in presets if len(presets) > 1 else ():
            self._presets.add_widget(
                ChoiceChip(
                    text=preset.name,
                    is_chosen=preset.name in at,
                    on_release=lambda _, preset=preset: self._model.choose_preset(preset),
                )
            )

    def _draw_result(self, state: AddModelState) -> None:
        problem = problem_of(state)
        if self._is_drawn("result", (problem, state.result)):
            return
        self._result.clear_widgets()
        if problem:
            cause = state.result.cause if isinstance(state.result, ConnectionFailed) else None
            icon = CAUSE_ICONS[cause or FailureCause.UNKNOWN]
            self._result.add_widget(NoticeCard(text=problem, icon=icon))
        elif isinstance(state.result, ConnectionWorks):
            card = NoticeCard(text=state.result.sentence, icon="check", is_problem=False)
            self._result.add_widget(card)

    def _draw_models(self, state: AddModelState) -> None:
        has_list = isinstance(state.result, ConnectionWorks) and bool(state.result.models)
        if self._is_drawn("models", (state.result, state.chosen_model if has_list else "")):
            return
        if not isinstance(state.result, ConnectionWorks):
            self._models.clear_widgets()
            return
        if not state.result.models:
            self._models.clear_widgets()
            self._typed_model.put(state.chosen_model)
            self._models.add_widget(self._typed_model)
            return
        self._models.clear_widgets()
        self._models.add_widget(PageHeading(text="Answers by default"))
        for offered in state.result.models[:MOST_MODELS]:
            is_chosen = offered.id == state.chosen_model
            self._models.add_widget(
                ActionRow(
                    inset=0,
                    wraps=True,
                    icon="radiobox-marked" if is_chosen else "radiobox-blank",
                    text=offered.name,
                    on_release=lambda _, one=offered: self._model.choose_model(one.id),
                )
            )
        if len(state.result.models) > MOST_MODELS:
            left = len(state.result.models) - MOST_MODELS
            self._models.add_widget(PageText(text=f"{left:,} more can be chosen after saving."))

    def _draw_found(self, state: AddModelState) -> None:
        if self._is_drawn("found", (state.found, state.provider_id, state.is_busy)):
            return
        self._found.clear_widgets()
        if not state.found or state.provider_id:
            return
        self._found.add_widget(PageHeading(text="Found on this device"))
        for server in state.found:
            self._found.add_widget(self._found_row(server, is_busy=state.is_busy))

    def _found_row(self, server: FoundServer, *, is_busy: bool) -> FoundRow:
        row = FoundRow()
        names = ", ".join(one.name for one in server.models[:4])
        row.ids.words.text = server.name
        row.ids.words.detail = names or "No model is installed there yet"
        row.ids.words.icon = "server-outline"
        use = PushButton(text="Use", kind="tonal", disabled=is_busy)
        use.bind(on_release=lambda _: self._model.use(server))
        if server.models:
            row.add_widget(use)
        return row

    def _draw_removal(self, state: AddModelState) -> None:
        if self._is_drawn("removal", (state.provider_id, state.name, state.asks_delete)):
            return
        self._removal.clear_widgets()
        if not state.provider_id:
            return
        if not state.asks_delete:
            remove = PushButton(text="Delete this provider", kind="danger")
            remove.bind(on_release=lambda _: self._model.ask_delete(asks=True))
            self._removal.add_widget(remove)
            return
        question = f"Delete {state.name} with its key and its models?"
        line = ButtonLine()
        keep = PushButton(text="Keep", kind="outlined")
        keep.bind(on_release=lambda _: self._model.ask_delete(asks=False))
        delete = PushButton(text="Delete", kind="danger")
        delete.bind(on_release=lambda _: self._model.delete())
        for widget in (keep, Widget(), delete):
            line.add_widget(widget)
        self._removal.add_widget(NoticeCard(text=question, icon="delete-outline"))
        self._removal.add_widget(line)


def _test_words(state: AddModelState) -> str:
    if state.is_testing:
        return "Testing …"
    return "Test" if state.result is None else "Test again"


def _column() -> MDBoxLayout:
    return MDBoxLayout(orientation="vertical", adaptive_height=True, spacing=dp(4))
