"""Markdown drawn in a real window: every block, growing texts, taps, sizes."""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Iterator
from itertools import pairwise

import pytest
from kivy.metrics import Metrics, dp
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from app.ui.theme.palette import Appearance, dress
from app.ui.widgets.markdown.block_row import BlockRow, RuleBlock
from app.ui.widgets.markdown.code_card import CodeCard
from app.ui.widgets.markdown.rich_label import LARGEST_TEXTURE, CodeLabel
from app.ui.widgets.markdown.table_block import TableBlock
from app.ui.widgets.markdown.text_block import LinkLabel, TextBlock
from app.ui.widgets.markdown.view import MarkdownView
from tests.ui.samples import ANSWER, EVERY_BLOCK, MANY_SCRIPTS
from tests.ui.stage import Stage, on_stage

LONG_ANSWER = "\n\n".join(
    f"Paragraph {number} says **something** calm. " * 8 for number in range(40)
)


@pytest.fixture
def scale() -> Iterator[None]:
    before = Metrics.fontscale
    yield
    Metrics.fontscale = before


async def shown(stage: Stage, **properties: object) -> MarkdownView:
    view = MarkdownView(**properties)
    scroll = ScrollView(do_scroll_x=False)
    scroll.add_widget(view)
    await stage.show(scroll)
    return view


def rows(view: MarkdownView) -> list[BlockRow]:
    return list(reversed(view.children))


def all_of(widget: Widget, kind: type) -> list:
    return [found for found in widget.walk() if isinstance(found, kind)]


def test_every_kind_of_block_is_drawn_with_its_words():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text=EVERY_BLOCK)
        kinds = {type(row.content) for row in rows(view)}
        assert kinds == {TextBlock, CodeCard, TableBlock, RuleBlock}
        text = " ".join(label.text for label in all_of(view, Label))
        for words in (
            "Heading one",
            "[b]bold[/b]",
            "[s]struck[/s]",
            "•",
            "◦",
            "10.",
            "<b>HTML</b>",
        ):
            assert words in text
        assert all(row.height > 0 for row in rows(view))

    on_stage(script)


def test_blocks_stand_below_each_other_and_nothing_is_cut_off():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text=EVERY_BLOCK)
        for above, below in pairwise(rows(view)):
            assert abs(above.y - below.top) <= 1
        assert view.height == pytest.approx(sum(row.height for row in rows(view)), abs=1)
        for label in all_of(view, LinkLabel):
            assert label.texture_size[0] <= label.width + 1
            assert label.texture_size[1] <= label.height + 1

    on_stage(script)


def test_markers_stand_beside_the_first_line_of_their_words():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text=EVERY_BLOCK + MANY_SCRIPTS)
        marked = [(row.marker, row.content) for row in rows(view) if row.marker]
        assert len(marked) == 12
        for marker, words in marked:
            assert marker.top == pytest.approx(words.top, abs=1)
            assert marker.right <= words.x

    on_stage(script)


@pytest.mark.usefixtures("scale")
@pytest.mark.parametrize("font_scale", [0.85, 1.6, 2.0])
def test_larger_and_smaller_words_make_larger_and_smaller_blocks(font_scale: float):
    async def script(stage: Stage) -> None:
        usual = (await shown(stage, text=ANSWER)).height
        Metrics.fontscale = font_scale
        view = await shown(stage, text=ANSWER)
        assert (view.height > usual) == (font_scale > 1)
        for above, below in pairwise(rows(view)):
            assert abs(above.y - below.top) <= 1
        assert all(label.texture_size[0] <= label.width + 1 for label in all_of(view, LinkLabel))

    on_stage(script)


def test_while_a_text_grows_earlier_blocks_keep_their_widgets_and_pictures():
    async def script(stage: Stage) -> None:
        view = await shown(stage, is_growing=True)
        kept: dict[int, tuple[Widget, object]] = {}
        for length in range(0, len(ANSWER) + 1, 15):
            view.text = ANSWER[:length]
            await stage.driver.frames(1)
            for number, row in enumerate(rows(view)[:-1]):
                picture = all_of(row, Label)[0].texture
                if number in kept:
                    assert kept[number] == (row, picture)
                kept[number] = (row, picture)
        before = rows(view)
        view.text, view.is_growing = ANSWER, False
        assert rows(view) == before
        assert len(kept) == 3

    on_stage(script)


def test_only_the_label_that_changes_is_drawn_again():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text=LONG_ANSWER, is_growing=True)
        redrawn: list[Label] = []
        for label in all_of(view, Label):
            label.bind(texture=lambda changed, _: redrawn.append(changed))
        view.text = f"{LONG_ANSWER} And more."
        await stage.driver.frames(2)
        assert set(redrawn) == {all_of(rows(view)[-1], LinkLabel)[-1]}

    on_stage(script)


def test_half_open_markdown_looks_calm():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text="See **bo", is_growing=True)
        (label,) = all_of(view, LinkLabel)
        assert "**" not in label.text
        assert "[b]bo[/b]" in label.text
        view.text = "| Time | Wh"
        await stage.driver.frames(1)
        assert isinstance(rows(view)[0].content, TableBlock)
        view.text = "| Time | What |\n|---|---|\n| 09:15 | Break"
        await stage.driver.frames(1)
        (table,) = all_of(view, TableBlock)
        assert len(table.block.rows) == 2
        view.text = "```sql\nCREATE"
        await stage.driver.frames(1)
        (card,) = all_of(view, CodeCard)
        assert card.block.code == "CREATE"

    on_stage(script)


def test_the_place_where_words_come_is_marked_until_they_are_all_there():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text="One.\n\nTwo", is_growing=True)
        assert ["▌" in label.text for label in all_of(view, LinkLabel)] == [False, True]
        view.is_growing = False
        assert not any("▌" in label.text for label in all_of(view, LinkLabel))

    on_stage(script)


def test_the_copy_button_copies_exactly_the_code_and_is_large_enough():
    code = "def f(x):\n\treturn [x] & {'→': \"中\"}\n\n  # end"
    copied: list[str] = []

    async def script(stage: Stage) -> None:
        view = await shown(stage, text=f"Look:\n\n```python\n{code}\n```\n\nGood.")
        view.bind(on_copy_code=lambda _, text: copied.append(text))
        (card,) = all_of(view, CodeCard)
        button = card.ids.copy_button
        assert min(button.size) >= dp(48)
        assert card.shown_language == "python"
        await stage.driver.tap(button)
        await stage.driver.until(lambda: bool(copied), "the code is copied")
        assert card.copy_icon == "check"

    on_stage(script)
    assert copied == [code]


def test_code_without_a_language_has_a_header_no_higher_than_others():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text="```\na\n```\n\n```py\na\n```")
        plain, named = all_of(view, CodeCard)
        assert plain.height == named.height

    on_stage(script)


def test_a_tapped_link_says_its_address():
    tapped: list[str] = []

    async def script(stage: Stage) -> None:
        address = "https://example.org/a_b?c=[d]"
        view = await shown(
            stage, text=f"[here](<{address}>)", on_link=lambda _, to: tapped.append(to)
        )
        (label,) = all_of(view, LinkLabel)
        x1, y1, x2, y2 = label.refs["0"][0]
        spot = Widget(size=(2, 2))
        spot.center = label.x + (x1 + x2) / 2, label.top - (y1 + y2) / 2
        label.add_widget(spot)
        await stage.driver.tap(spot)
        await stage.driver.until(lambda: bool(tapped), "the link is followed")
        assert tapped == [address.replace("[", "%5B").replace("]", "%5D")]

    on_stage(script)


def test_long_paragraphs_and_code_are_several_labels_none_too_large_to_draw():
    async def script(stage: Stage) -> None:
        words = "A sentence of a very long paragraph. " * 400
        lines = "\n".join(f"line {number} = {'x' * (number * 7)}" for number in range(200))
        view = await shown(stage, text=f"{words}\n\n```\n{lines}\n```")
        labels = all_of(view, LinkLabel)
        assert len(labels) > 8
        assert len(all_of(view, CodeLabel)) >= 5
        for label in (*labels, *all_of(view, CodeLabel)):
            assert max(label.texture_size) <= LARGEST_TEXTURE
        assert sum(label.text.count("sentence") for label in labels) == 400
        for above, below in pairwise(labels):
            assert abs(above.y - below.top) <= 1, "no gap at the cuts"

    on_stage(script)


def test_a_wide_table_moves_sideways_and_a_narrow_one_fills_the_width():
    async def script(stage: Stage) -> None:
        wide = "| " + " | ".join(f"column number {n}" for n in range(9)) + " |\n" + "|---" * 9 + "|"
        view = await shown(stage, text=wide)
        (table,) = all_of(view, TableBlock)
        assert table.do_scroll_x
        assert table.ids.rows.width > table.width
        view.text = "| a | b |\n|---|---|\n| 1 | 2 |"
        await stage.driver.frames(3)
        (table,) = all_of(view, TableBlock)
        assert not table.do_scroll_x
        assert table.ids.rows.width == pytest.approx(table.width)

    on_stage(script)


def test_lines_of_scripts_without_spaces_are_broken_to_fit():
    async def script(stage: Stage) -> None:
        view = await shown(
            stage, text="Use Python 编写一个脚本，把账单数据库迁移到服务器，然后检查总数。" * 3
        )
        (label,) = all_of(view, LinkLabel)
        lines = label.text.split("\n")
        assert len(lines) > 3
        assert label.height < (len(lines) + 1) * 22, "Kivy broke no further line"
        assert not any(line.startswith(("，", "。")) for line in lines)

    on_stage(script)


def test_right_to_left_lines_begin_at_the_top_right():
    async def script(stage: Stage) -> None:
        words = " ".join(["ראשון", *["מילה"] * 30, "אחרון"])
        view = await shown(stage, text=words)
        (label,) = all_of(view, LinkLabel)
        first, *_, last = label.text.split("\n")
        assert label.halign == "right"
        assert "ןושאר" in first
        assert "ןורחא" in last
        label.parent.width = 200
        await stage.driver.frames(2)
        assert "ןושאר" in label.text.split("\n")[0]

    on_stage(script)


def test_colours_follow_the_theme():
    async def script(stage: Stage) -> None:
        view = await shown(stage, text="[link](https://a.org)")
        (label,) = all_of(view, LinkLabel)
        light = (list(label.color), label.text)
        dress(stage.theme_cls, Appearance.DARK)
        await stage.driver.frames(2)
        assert list(label.color) != light[0]
        assert label.text != light[1], "the link's colour is in its markup"

    on_stage(script)
