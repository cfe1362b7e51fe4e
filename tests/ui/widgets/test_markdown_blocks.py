"""Markdown to blocks: every kind, nesting, and texts that grow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.widgets.markdown.block_values import (
    Alignment,
    Bullet,
    CodeBlock,
    Container,
    Heading,
    Number,
    Paragraph,
    Place,
    PlacedBlock,
    Rule,
    Span,
    Style,
    Table,
    Task,
)
from app.ui.widgets.markdown.inline_spans import plain_text
from app.ui.widgets.markdown.markdown_blocks import GrowingBlocks, blocks_of
from tests.property_settings import without_deadline
from tests.ui.samples import ANSWER, EVERY_BLOCK

BULLETS, NUMBERS, QUOTE = Container.BULLETS, Container.NUMBERS, Container.QUOTE
pieces = st.sampled_from(
    ["word ", "**", "*", "`", "~~", "\n", "\n\n", "- ", "1. ", "> ", "# ", "```", "| a | b |",
     "|---|---|", "[x](", ")", "---", "    ", "  ", "<b>", "中", "\r\n", "[ ] "]
)  # fmt: skip


def words(text: str) -> Paragraph:
    return Paragraph((Span(text),))


def only_block(text: str) -> object:
    (placed,) = blocks_of(text)
    return placed.block


def test_styles_within_a_line():
    block = only_block("a **b** *c* ***d*** ~~e~~ `f`")
    assert block == Paragraph(
        (
            Span("a "),
            Span("b", Style(is_bold=True)),
            Span(" "),
            Span("c", Style(is_italic=True)),
            Span(" "),
            Span("d", Style(is_bold=True, is_italic=True)),
            Span(" "),
            Span("e", Style(is_struck=True)),
            Span(" "),
            Span("f", Style(is_code=True)),
        )
    )


def test_links_with_words_and_bare():
    block = only_block("see [here](https://a.org/x_y) or https://b.org/z. <https://c.org>")
    assert isinstance(block, Paragraph)
    links = [(span.text, span.style.link) for span in block.spans if span.style.link]
    assert links == [
        ("here", "https://a.org/x_y"),
        ("https://b.org/z", "https://b.org/z"),
        ("https://c.org", "https://c.org"),
    ]


def test_an_address_that_could_run_a_script_is_no_link():
    block = only_block("[press](javascript:alert)")
    assert block == words("[press](javascript:alert)")


def test_a_picture_is_its_description():
    assert only_block("![Ana](ana.png)") == Paragraph(
        (Span("Ana", Style(is_italic=True, link="ana.png")),)
    )


def test_html_is_text():
    assert only_block("<b>x</b> <script>y</script>") == words("<b>x</b> <script>y</script>")
    assert only_block("<div>\nz\n</div>") == words("<div>\nz\n</div>")


def test_a_single_line_break_is_kept():
    assert only_block("one\ntwo") == words("one\ntwo")


@pytest.mark.parametrize("level", range(1, 7))
def test_headings(level: int):
    assert only_block("#" * level + " Title") == Heading(level, (Span("Title"),))


def test_a_line_under_a_paragraph_is_a_rule_and_no_heading():
    assert [placed.block for placed in blocks_of("Title\n---")] == [words("Title"), Rule()]


def test_code_keeps_every_character_but_the_fence():
    assert only_block("```py title=x\n  a = '`'\n\n\tb\n```") == CodeBlock("py", "  a = '`'\n\n\tb")
    assert only_block("    indented\n    more") == CodeBlock("", "indented\nmore")
    assert only_block("~~~\n```\n~~~") == CodeBlock("", "```")


def test_lists_nest_and_remember_their_numbers():
    found = blocks_of("3. a\n   - b\n     - c\n4. d")
    assert found == (
        PlacedBlock(words("a"), Place((NUMBERS,), Number(3), is_tight=True)),
        PlacedBlock(words("b"), Place((NUMBERS, BULLETS), Bullet(1), is_tight=True)),
        PlacedBlock(words("c"), Place((NUMBERS, BULLETS, BULLETS), Bullet(2), is_tight=True)),
        PlacedBlock(words("d"), Place((NUMBERS,), Number(4), is_tight=True)),
    )


def test_only_the_first_block_of_an_item_has_the_marker():
    found = blocks_of("- a\n\n  b\n\n  ```\n  c\n  ```")
    assert [placed.place.marker for placed in found] == [Bullet(1), None, None]
    assert found[2].block == CodeBlock("", "c")


def test_an_item_without_words_is_still_an_item():
    found = blocks_of("- a\n-\n\nend")
    assert found[1] == PlacedBlock(Paragraph(()), Place((BULLETS,), Bullet(1), is_tight=True))
    assert found[2] == PlacedBlock(words("end"))


def test_tasks_are_done_or_not():
    found = blocks_of("- [x] a\n- [ ] **b**\n- [y] c")
    assert [placed.place.marker for placed in found] == [Task(True), Task(False), Bullet(1)]
    assert found[0].block == words("a")
    assert found[2].block == words("[y] c")


def test_quotations_hold_lists_and_quotations():
    found = blocks_of("> a\n>\n> - b\n>\n> > c")
    assert [placed.place.containers for placed in found] == [
        (QUOTE,),
        (QUOTE, BULLETS),
        (QUOTE, QUOTE),
    ]


def test_a_table_with_alignments_and_missing_cells():
    block = only_block("| a | b | c |\n|:--|:-:|--:|\n| **1** | 2 |")
    assert isinstance(block, Table)
    assert block.alignments == (Alignment.LEFT, Alignment.CENTRE, Alignment.RIGHT)
    assert [[plain_text(cell) for cell in row] for row in block.rows] == [
        ["a", "b", "c"],
        ["1", "2", ""],
    ]


@pytest.mark.parametrize("text", [ANSWER, EVERY_BLOCK])
def test_a_text_that_has_grown_letter_by_letter_gives_the_same_blocks(text: str):
    grown = GrowingBlocks()
    for length in range(len(text) + 1):
        grown = grown.grown_to(text[:length])
    whole = f"{text}\nThe end"
    assert grown.grown_to(whole).blocks == blocks_of(whole)


def test_only_the_last_block_of_whole_lines_and_the_growing_line_are_read_again():
    grown = GrowingBlocks().grown_to("# Title\n\nA paragraph.\n\nAnoth")
    assert grown.settled_text == "# Title\n\n"
    more = grown.grown_to("# Title\n\nA paragraph.\n\nAnother one")
    assert more.settled == grown.settled
    assert more.tail == (PlacedBlock(words("A paragraph.")), PlacedBlock(words("Another one")))


@pytest.mark.parametrize("text", ["word \r\n---word ", "1. one\n\n2. two", "a\n#b", "> a\n-b"])
def test_a_line_that_still_grows_may_belong_to_the_block_before_it(text: str):
    grown = GrowingBlocks()
    for length in range(len(text) + 1):
        grown = grown.grown_to(text[:length])
    whole = f"{text}\n\nend"
    assert grown.grown_to(whole).blocks == blocks_of(whole.replace("\r\n", "\n"))


def test_another_text_starts_anew():
    grown = GrowingBlocks().grown_to("a\n\nb").grown_to("something else")
    assert grown.blocks == (PlacedBlock(words("something else")),)


@without_deadline
@given(st.lists(pieces, max_size=25).map("".join))
def test_what_has_settled_is_never_read_differently_later(text: str):
    grown = GrowingBlocks()
    for length in range(0, len(text) + 1, 3):
        grown = grown.grown_to(text[:length])
    whole = f"{text}\n\nend\n\nof all"
    normal = whole.replace("\r\n", "\n")
    assert grown.grown_to(whole).blocks == blocks_of(normal)


@without_deadline
@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str):
    blocks_of(text)
    GrowingBlocks().grown_to(text)
