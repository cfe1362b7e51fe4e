"""A text that is still being written: what a person sees meanwhile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.widgets.markdown.half_open import closed
from tests.property_settings import without_deadline


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Hello **bo", "Hello **bo**"),
        ("Hello **", "Hello "),
        ("Hello **bold*", "Hello **bold**"),
        ("***both", "***both***"),
        ("a *slanted", "a *slanted*"),
        ("~~str", "~~str~~"),
        ("see `co", "see `co`"),
        ("see `", "see "),
        ("**a** and `b` stay", "**a** and `b` stay"),
        ("`a*b` and `**", "`a*b` and `**`"),
    ],
)
def test_an_emphasis_that_was_opened_is_closed(written: str, shown: str):
    assert closed(written) == shown


@pytest.mark.parametrize("written", ["2 * 3 = 6", "a * b", "snake_case_name", r"\*no", "5 ** 2"])
def test_signs_that_open_nothing_stay(written: str):
    assert closed(written) == written


@pytest.mark.parametrize(
    ("written", "shown"),
    [("see [the pa", "see the pa"), ("see [it](https://a.or", "see it"), ("![Ana](a.p", "Ana")],
)
def test_half_a_link_is_its_words(written: str, shown: str):
    assert closed(written) == shown


@pytest.mark.parametrize(
    "mark", ["-", "- ", "*", "1", "1.", "##", "## ", "> ", "``", "|", "- [", "- [x]", "--"]
)
def test_a_marker_without_words_is_held_back(mark: str):
    assert closed(f"Before\n{mark}") == "Before"


def test_a_list_item_keeps_its_marker():
    assert closed("- [x] do **i") == "- [x] do **i**"
    assert closed("* one *tw") == "* one *tw*"


def test_in_code_nothing_is_touched_but_half_a_fence():
    assert closed("```py\nx = **a") == "```py\nx = **a"
    assert closed("```py\nx = 1\n``") == "```py\nx = 1"
    assert closed("- item\n  ```\n  *x") == "- item\n  ```\n  *x"
    assert closed("```\na\n```\nthen **b") == "```\na\n```\nthen **b**"


def test_a_table_is_a_table_from_its_heading_on():
    assert closed("| Time | Wh") == "| Time | Wh |\n|---|---|"
    assert closed("| Time | What |\n|--") == "| Time | What |\n|---|---|"
    assert closed("Words\n| a |") == "Words\n| a |\n|---|"


def test_rows_of_a_table_grow_as_they_come():
    table = "| a | b |\n|---|---|\n| 1 | tw"
    assert closed(table) == table


@without_deadline
@given(st.text(alphabet="ab *_`~[]()|-#>1.\n\\", max_size=50))
def test_only_the_last_two_lines_are_ever_touched(text: str):
    lines = text.split("\n")
    assert closed(text).split("\n")[: max(len(lines) - 2, 0)] == lines[:-2]
