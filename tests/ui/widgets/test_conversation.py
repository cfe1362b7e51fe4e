"""A long conversation: at once at its end, ready above as somebody comes near, steady meanwhile."""

# pyright: basic
# Kivy carries no types.

from kivy.uix.label import Label

from app.ui.widgets.conversation import Conversation
from tests.ui.stage import Stage, on_stage

ROWS = [str(number) for number in range(400)]


class Maker:
    made = 0

    def make(self, row: str) -> Label:
        self.made += 1
        return Label(size_hint=(None, None), height=60)

    def show(self, widget: Label, row: str) -> None:
        widget.text = row

    def kind_of(self, row: str) -> str:
        return "label"

    def is_same(self, row: str, drawn: str) -> bool:
        return row == drawn


async def shown(stage: Stage, rows: list[str], maker: Maker | None = None) -> Conversation:
    conversation = Conversation()
    conversation.maker = maker or Maker()
    await stage.show(conversation)
    conversation.fill(rows)
    conversation.offer_older(is_offered=True)
    await stage.driver.frames(10)
    return conversation


def built(conversation: Conversation) -> list[str]:
    return [row.text for row in conversation.ids.rows.rows]


def placed(conversation: Conversation) -> int:
    return len(conversation.ids.rows.places)


def seen_at(conversation: Conversation, text: str) -> float:
    row = next(row for row in conversation.ids.rows.rows if row.text == text)
    return row.to_window(*row.center)[1]


def topmost(conversation: Conversation) -> str:
    """Of the rows that are seen as a whole."""
    scroll = conversation.ids.scroll
    edge = scroll.to_window(0, scroll.top)[1]
    rows = conversation.ids.rows.rows
    return next(row.text for row in rows if row.to_window(0, row.top)[1] <= edge)


def test_it_opens_at_its_end_with_no_more_rows_than_are_near():
    async def script(stage: Stage) -> None:
        conversation = await shown(stage, ROWS)
        assert 0 < seen_at(conversation, "399") < 100
        assert 30 < len(built(conversation)) < 120
        assert conversation.ids.older.action_words == ""

    on_stage(script)


def test_scrolled_up_it_builds_the_rest_and_what_is_read_stays_where_it_is():
    async def script(stage: Stage) -> None:
        maker = Maker()
        conversation = await shown(stage, ROWS, maker)
        scroll = conversation.ids.scroll
        while placed(conversation) < len(ROWS):
            scroll.scroll_y = min(1.0, scroll.scroll_y + 0.05)
            await stage.driver.frames(1)
            first = topmost(conversation)
            place = seen_at(conversation, first)
            await stage.driver.frames(2)
            assert abs(seen_at(conversation, first) - place) < 2
        scroll.scroll_y = 1
        await stage.driver.frames(6)
        assert topmost(conversation) == "0"
        assert conversation.ids.older.action_words == "Load older"
        # Hundreds of messages, and the widgets of those that are near.
        assert built(conversation) == ROWS[: len(built(conversation))]
        assert len(built(conversation)) < 200
        assert maker.made < 250

    on_stage(script)


def test_a_leap_to_another_part_shows_what_was_said_there():
    async def script(stage: Stage) -> None:
        conversation = await shown(stage, ROWS)
        scroll = conversation.ids.scroll
        while placed(conversation) < len(ROWS):
            scroll.scroll_y = min(1.0, scroll.scroll_y + 0.1)
            await stage.driver.frames(2)
        for target in (0.0, 0.5, 1.0, 0.25):
            scroll.scroll_y = target
            await stage.driver.frames(12)
            rows = built(conversation)
            first = int(topmost(conversation))
            in_sight = [str(number) for number in range(first, first + 8)]
            assert [one for one in rows if one in in_sight] == in_sight[: 400 - first]
            assert rows == sorted(rows, key=int)
        conversation.go_to_end()
        await stage.driver.frames(12)
        assert 0 < seen_at(conversation, "399") < 100

    on_stage(script)


def test_a_new_message_is_shown_at_the_end_and_leaves_a_reader_further_up_alone():
    async def script(stage: Stage) -> None:
        conversation = await shown(stage, ROWS)
        conversation.fill([*ROWS, "new"])
        await stage.driver.frames(3)
        assert 0 < seen_at(conversation, "new") < 100
        conversation.ids.scroll.scroll_y = 0.5
        await stage.driver.frames(3)
        assert not conversation.is_following
        first = topmost(conversation)
        place = seen_at(conversation, first)
        conversation.fill([*ROWS, "new", "newer"])
        await stage.driver.frames(3)
        assert abs(seen_at(conversation, first) - place) < 2

    on_stage(script)


def test_another_conversation_is_shown_by_the_same_widgets():
    async def script(stage: Stage) -> None:
        maker = Maker()
        conversation = await shown(stage, ROWS[:30], maker)
        made = maker.made
        others = [f"other {row}" for row in ROWS[:30]]
        conversation.fill(others)
        await stage.driver.frames(5)
        assert built(conversation) == others
        assert maker.made == made
        conversation.fill(others[:20])
        conversation.fill(ROWS[:40])
        await stage.driver.frames(5)
        assert built(conversation) == ROWS[:40]
        assert maker.made == made + 10

    on_stage(script)
