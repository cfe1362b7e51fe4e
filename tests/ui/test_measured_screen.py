"""What measures the screens sees a fault when there is one."""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Callable
from functools import partial

from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from app.ui.widgets.push_button import PushButton
from tests.ui.measured_screen import faults_on
from tests.ui.stage import Stage, on_stage


class SmallButton(ButtonBehavior, Widget):
    """Narrower than a finger."""


def faults_with(*makers: Callable[[], Widget]) -> list[str]:
    found: list[str] = []

    async def script(stage: Stage) -> None:
        floor = FloatLayout()
        for make in makers:
            floor.add_widget(make())
        await stage.show(floor)
        found.extend(faults_on(stage.root))

    on_stage(script)
    return [fault.partition(":")[0] for fault in found]


def label(text: str, **place: object) -> Callable[[], Widget]:
    return lambda: Label(text=text, size_hint=(None, None), **place)


def test_what_fits_has_no_faults():
    button = partial(PushButton, text="Save", pos_hint={"x": 0.1, "y": 0.5})
    assert faults_with(button, label("Saved", size=(100, 30), pos=(20, 20))) == []


def test_a_target_too_small_for_a_finger_is_seen():
    assert faults_with(
        partial(SmallButton, size_hint=(None, None), size=(30, 48), pos=(50, 50))
    ) == ["small"]


def test_words_larger_than_their_label_are_seen():
    assert faults_with(label("Too many words", size=(40, 30), pos=(100, 100))) == ["cut"]


def test_words_with_a_letter_a_line_are_seen():
    tall = label("37 of 2,000", size=(15, 300), text_size=(15, None), pos=(100, 100))
    assert faults_with(tall) == ["squeezed"]


def test_words_that_leave_the_window_are_seen():
    assert faults_with(label("At the edge", size=(90, 30), pos=(-40, 100))) == ["cut"]


def test_words_over_other_words_are_seen():
    one = label("One sentence", size=(100, 30), pos=(100, 100))
    assert faults_with(one, label("Another one", size=(100, 30), pos=(120, 105))) == ["overlap"]
