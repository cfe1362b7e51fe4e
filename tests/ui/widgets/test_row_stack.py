"""Hundreds of rows that come and grow at either end: the others stay, few are drawn."""

# pyright: basic
# Kivy carries no types.

from kivy.input.motionevent import MotionEvent
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from app.ui.widgets.row_stack import RowStack
from tests.ui.stage import Stage, on_stage

GAP, ENDS = 4, 8


class Row(ButtonBehavior, Label):
    taps = 0

    def on_release(self) -> None:
        self.taps += 1


def row(height: float = 50) -> Row:
    return Row(size_hint=(None, None), height=height)


async def stack_of(stage: Stage, count: int) -> RowStack:
    stack = RowStack(side=10, ends=ENDS, gap=GAP)
    await stage.show(stack)
    for _ in range(count):
        stack.add_below(row())
    await stage.driver.frames(2)
    return stack


def tops(stack: RowStack) -> list[float]:
    """Of the rows, below the upper edge of all, as they are seen."""
    edge = stack.to_window(0, stack.top)[1]
    return [edge - one.to_window(0, one.top)[1] for one in stack.rows]


def test_rows_stand_below_each_other_and_touches_find_them():
    async def script(stage: Stage) -> None:
        stack = await stack_of(stage, 3)
        assert tops(stack) == [8, 62, 116]
        assert stack.height == 3 * 50 + 2 * GAP + 2 * ENDS
        assert {(one.x, one.width) for one in stack.rows} == {(10, stack.width - 20)}
        middle = stack.rows[1]
        await stage.driver.tap(middle)
        assert [one.taps for one in stack.rows] == [0, 1, 0]

    on_stage(script)


def test_what_comes_or_grows_at_an_end_moves_no_other_row():
    async def script(stage: Stage) -> None:
        stack = await stack_of(stage, 5)
        moved: list[Widget] = []
        others = stack.rows[1:-1]
        for one in others:
            one.bind(y=lambda widget, _: moved.append(widget))
        stack.add_above(row(30))
        stack.add_below(row(70))
        stack.rows[0].height = 90
        stack.rows[-1].height = 20
        assert moved == []
        assert tops(stack) == [8, 102, 156, 210, 264, 318, 372]
        assert stack.height == 90 + 5 * 50 + 20 + 6 * GAP + 2 * ENDS

    on_stage(script)


def test_a_row_in_the_middle_that_grows_leaves_no_gap_and_covers_nothing():
    async def script(stage: Stage) -> None:
        stack = await stack_of(stage, 5)
        for at in (1, 3):
            stack.rows[at].height = 80
        assert tops(stack) == [8, 62, 146, 200, 284]
        assert stack.height == 3 * 50 + 2 * 80 + 4 * GAP + 2 * ENDS

    on_stage(script)


def test_cut_off_rows_make_room_for_others():
    async def script(stage: Stage) -> None:
        stack = await stack_of(stage, 4)
        gone = stack.rows[2]
        stack.cut_after(2)
        gone.height = 500
        stack.add_below(row(10))
        assert tops(stack) == [8, 62, 116]
        stack.cut_after(0)
        assert (stack.places, stack.rows, stack.height) == ([], [], 2 * ENDS)
        stack.add_above(row())
        assert tops(stack) == [8]

    on_stage(script)


def test_only_rows_near_what_is_seen_are_drawn():
    async def script(stage: Stage) -> None:
        stack = await stack_of(stage, 100)

        def drawn() -> list[int]:
            assert stack.canvas is not None
            shapes = stack.canvas.children
            return [n for n, one in enumerate(stack.rows) if one.canvas in shapes]

        stack.look_at(54 * 50, 540)
        await stage.driver.frames(2)
        assert drawn() == list(range(39, 70))
        stack.look_at(0, 540)
        stack.add_above(row())
        await stage.driver.frames(2)
        assert drawn() == list(range(20))
        assert stack.first_below(54 * 50 + 20) is stack.places[50]
        assert stack.first_below(stack.height) is None

    on_stage(script)


def test_a_touch_that_moves_on_is_told_where_the_rows_are():
    places: list[tuple[float, float]] = []

    class Listening(Widget):
        def on_touch_move(self, touch: MotionEvent) -> bool:
            places.append((touch.x - self.x, touch.y - self.y))
            return True

    async def script(stage: Stage) -> None:
        stack = await stack_of(stage, 3)
        listening = Listening(size_hint=(None, None), height=40)
        stack.add_above(listening)
        x, y = listening.to_window(listening.x + 5, listening.y + 6)
        await stage.driver.swipe((x, y), (x, y))
        assert {(round(one[0]), round(one[1])) for one in places} == {(5, 6)}

    on_stage(script)


def test_a_place_without_a_row_stays_as_high_as_it_was_and_takes_another():
    async def script(stage: Stage) -> None:
        stack = await stack_of(stage, 4)
        before, height = tops(stack), stack.height
        place = stack.places[1]
        taken = stack.take_out(place)
        taken.height = 500
        assert stack.height == height
        assert [place.row is None for place in stack.places] == [False, True, False, False]
        other = row(80)
        stack.put_in(place, other)
        await stage.driver.frames(2)
        assert stack.children[2] is other  # as it is seen, so it is walked
        assert tops(stack) == [before[0], before[1], before[2] + 30, before[3] + 30]
        await stage.driver.tap(other)
        assert other.taps == 1

    on_stage(script)
