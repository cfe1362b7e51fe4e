"""Rows keep their widgets: only what is new is built, only what changed is drawn anew."""

# pyright: basic
# Kivy carries no types.

from kivy.uix.label import Label

from app.ui.widgets.keyed_list import KeyedList
from tests.ui.stage import Stage, on_stage


class Row(Label):
    drawn = 0

    def show(self, value: object) -> None:
        self.text = str(value)
        Row.drawn += 1


def items(*rows: tuple[str, str]):
    return [(key, Row, value) for key, value in rows]


def texts(shown: KeyedList) -> list[str]:
    return [row.text for row in reversed(shown.children)]


def test_rows_that_move_change_or_go_leave_the_others_alone():
    async def script(stage: Stage) -> None:
        shown = KeyedList()
        await stage.show(shown)
        shown.fill(items(("a", "A"), ("b", "B"), ("c", "C")))
        assert texts(shown) == ["A", "B", "C"]
        rows = {row.text: row for row in shown.children}
        before = Row.drawn
        shown.fill(items(("c", "C"), ("new", "N"), ("a", "A2")))
        assert texts(shown) == ["C", "N", "A2"]
        assert shown.children[2] is rows["C"]
        assert shown.children[0] is rows["A"]
        assert Row.drawn == before + 2
        shown.fill([])
        assert texts(shown) == []

    on_stage(script)


def test_a_long_list_is_built_over_several_frames_in_its_order():
    async def script(stage: Stage) -> None:
        shown = KeyedList()
        await stage.show(shown)
        shown.fill(items(*((str(number), str(number)) for number in range(400))))
        assert 0 < len(shown.children) < 400
        await stage.driver.until(lambda: len(shown.children) == 400, "every row")
        assert texts(shown) == [str(number) for number in range(400)]

    on_stage(script)
