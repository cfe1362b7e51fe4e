"""What the app keeps about an entry survives the text editor, which does not show it."""

from hypothesis import given
from hypothesis import strategies as st

from app.memory.edited_as_read import with_marks_of
from app.memory.long_term_document import LongTermDocument
from tests.memory.random_markdown import markdown
from tests.property_settings import without_deadline

BASE = """# Long-term Memory

## User Profile

- Sister Ana, born on 4 March <!-- tool 2026-02-24 pinned -->
- Works with Lena <!-- flush 2026-02-24 -->

## Preferences

- Prefers tea
"""


def shown(text: str) -> str:
    return LongTermDocument(text).visible_text()


def edited(old: str, new: str) -> str:
    assert old in shown(BASE)
    return with_marks_of(BASE, shown(BASE).replace(old, new))


def test_nothing_changed_gives_every_byte_back():
    assert with_marks_of(BASE, shown(BASE)) == BASE


def test_an_entry_beside_a_changed_one_keeps_its_marks():
    assert edited("Prefers tea", "Prefers coffee") == BASE.replace("tea", "coffee")


def test_a_reworded_entry_is_the_persons_own_and_stays_pinned():
    text = edited("Sister Ana, born on 4 March", "Sister Ana, born on 5 March")
    assert "- Sister Ana, born on 5 March <!-- pinned -->\n" in text
    assert "- Works with Mia\n" in edited("Works with Lena", "Works with Mia")


def test_a_moved_entry_takes_its_marks_along():
    line = "- Works with Lena\n"
    text = with_marks_of(BASE, shown(BASE).replace(line, "") + line)
    assert text.endswith("- Prefers tea\n- Works with Lena <!-- flush 2026-02-24 -->\n")


def test_a_deleted_entry_leaves_no_mark_behind():
    text = edited("- Sister Ana, born on 4 March\n", "")
    assert "pinned" not in text
    assert "<!-- flush 2026-02-24 -->" in text


def test_an_entry_put_into_a_code_block_is_code_without_a_mark():
    code = "```\n- Works with Lena\n```\n"
    text = edited("- Works with Lena\n", code)
    assert shown(text) == shown(BASE).replace("- Works with Lena\n", code)
    assert "- Sister Ana, born on 4 March <!-- tool 2026-02-24 pinned -->" in text


def test_a_last_line_without_its_end_stays_so():
    base = "- Prefers tea <!-- tool 2026-02-24 pinned -->"
    assert with_marks_of(base, "- Prefers tea") == base
    assert with_marks_of(base, "- Prefers green tea") == "- Prefers green tea <!-- pinned -->"


@without_deadline
@given(markdown, st.data())
def test_whatever_is_written_the_person_reads_just_that(base: str, data: st.DataObject):
    lines = shown(base).splitlines(keepends=True)
    kept = [line for line in lines if data.draw(st.booleans())]
    at = data.draw(st.integers(0, len(kept)))
    text = "".join([*kept[:at], data.draw(st.sampled_from(["- New\n", "New\n", "\n"])), *kept[at:]])
    assert shown(with_marks_of(base, text)) == shown(text)


@without_deadline
@given(markdown)
def test_an_unchanged_text_is_the_file_as_it_was(base: str):
    assert with_marks_of(base, shown(base)) == base
