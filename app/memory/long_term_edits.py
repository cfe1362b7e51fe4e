"""Edits of MEMORY.md as text in, text out: add, find, replace, remove, pin.

Every edit touches the lines of one entry and at most a blank line beside it. Must never change
a heading, another entry, or a line end that was there.
"""

from collections.abc import Sequence

from app.memory.entry_text import (
    EntryMarks,
    bullet_lines,
    content_lines,
    marks_comment,
    without_marks,
)
from app.memory.long_term_document import (
    SECTION_LEVEL,
    STANDARD_SECTIONS,
    TITLE,
    Block,
    BlockKind,
    Entry,
    LongTermDocument,
    indent_of,
    interrupts_paragraph,
    item_end,
)
from app.memory.markdown_lines import BULLET, FENCE, SETEXT_UNDERLINE

_NEW_PREFIX = "- "
_WIDE_PREFIX = "-   "
_SKELETON = f"# {TITLE}\n\n" + "\n".join(f"## {title}\n" for title in STANDARD_SECTIONS)


def entry_content(document: LongTermDocument, content: str) -> list[str]:
    """The content as it can stand in this document."""
    return content_lines(content, may_hold_code=not document.has_open_block)


def add_entry(
    document: LongTermDocument, section: str, content: list[str], marks: EntryMarks
) -> str:
    """The text with the entry after the last one of its section, which is made if missing."""
    if not document.text.strip("\ufeff \t\r\n"):
        bom = "\ufeff" if document.text.startswith("\ufeff") else ""
        document = LongTermDocument(bom + _SKELETON.replace("\n", document.newline))
    anchor = _anchor(document, section)
    if anchor is None:
        made = LongTermDocument(_with_section(document, section))
        return add_entry(made, section, content, marks)
    at = anchor.end
    if anchor.kind is BlockKind.ENTRY:
        return _spliced(
            document, at, at, bullet_lines(anchor.prefix, content, marks, document.newline)
        )
    following = document.lines[at:]
    new = bullet_lines(_new_prefix(following), content, marks, document.newline)
    gap = [document.newline] if following and following[0].strip() else []
    return _spliced(document, at, at, [document.newline, *new, *gap])


def replace_block(
    document: LongTermDocument, block: Block, content: list[str], marks: EntryMarks
) -> str:
    """The text with new words in the block; its bullet and its place stay."""
    new = bullet_lines(block.prefix, content, marks, document.newline)
    if block.kind is BlockKind.TEXT:
        new = [f"{line}{document.newline}" for line in _as_paragraph(content)]
    if not document.lines[block.end - 1].endswith("\n"):
        new[-1] = new[-1].removesuffix(document.newline)
    return _spliced(document, block.start, block.end, new)


def remove_block(document: LongTermDocument, block: Block) -> str:
    """The text without the block: no empty bullet, no two blank lines where there was one."""
    start, end = block.start, block.end
    lines = document.lines
    blank_before = start > 0 and not lines[start - 1].strip()
    blank_after = end < len(lines) and not lines[end].strip()
    if blank_before and (blank_after or end == len(lines)):
        start -= 1
    elif start == 0 and blank_after:
        end += 1
    return _spliced(document, start, end, [])


def mark_block(document: LongTermDocument, block: Block, marks: EntryMarks) -> str:
    """The text with other marks on the entry; its words keep every byte."""
    bare, _ = without_marks(document.lines[block.start])
    stem = bare.rstrip("\r\n")
    line_end = bare[len(stem) :]
    comment = marks_comment(marks)
    if comment and FENCE.match(stem, len(block.prefix)):
        content = [stem[len(block.prefix) :]]
        new = bullet_lines(block.prefix, content, marks, document.newline)
        new[-1] = new[-1].removesuffix(document.newline) + line_end
    else:
        new = [f"{stem} {comment}{line_end}" if comment else bare]
    lines = document.lines
    return "".join([*lines[: block.start], *new, *lines[block.start + 1 :]])


def marks_of(document: LongTermDocument, block: Block) -> EntryMarks:
    return without_marks(document.lines[block.start])[1]


def blocks_saying(document: LongTermDocument, wanted: str) -> list[Block]:
    """The entries, sub-bullets and paragraphs whose whole text is `wanted`; never a heading.

    Space at the edges of lines, a leading dash and the marks do not count.
    """
    key = _match_key(_unbulleted(wanted))
    if not key:
        return []
    first_line = key.partition("\n")[0]
    found: list[Block] = []
    for block in document.blocks:
        is_entry = block.kind is BlockKind.ENTRY
        # Most blocks are ruled out without taking them apart.
        if not (is_entry or block.kind is BlockKind.TEXT) or (
            first_line not in document.raw_text(block)
        ):
            continue
        if _match_key(document.block_text(block)) == key:
            found.append(block)
        elif is_entry:
            children = _children(document.lines, block)
            found += [child for child in children if _match_key(document.block_text(child)) == key]
    return found


def locate(document: LongTermDocument, entry: Entry) -> Block | None:
    """Where an entry that was read earlier stands now; the nearest one when it is there twice."""
    same = [block for block in document.entry_blocks() if document.block_text(block) == entry.text]
    return min(same, key=lambda block: abs(block.start + 1 - entry.first_line), default=None)


def _as_paragraph(content: Sequence[str]) -> list[str]:
    """Without a bullet in front, a list inside the content would become entries."""
    return [f"\\{line}" if BULLET.match(line) else line for line in content]


def _anchor(document: LongTermDocument, section: str) -> Block | None:
    """The block a new entry goes after: the section's last entry above any deeper heading, else
    its last text, else its heading. None: there is no such section.
    """
    headings = document.headings()
    found = [number for number, it in enumerate(headings) if _is_heading_of(it, section)][:1]
    if not found:
        return None
    heading, following = headings[found[0]], headings[found[0] + 1 :][:1]
    stop = following[0].start if following else len(document.lines)
    return document.last_before(stop, heading.end) or heading


def _is_heading_of(block: Block, section: str) -> bool:
    return block.level <= SECTION_LEVEL and block.title.casefold() == section.casefold()


def _new_prefix(following: Sequence[str]) -> str:
    """A dash; set wider when the heading below is so indented that it would join the entry."""
    below = next((line for line in following if line.strip()), "")
    return _NEW_PREFIX if indent_of(below) < len(_NEW_PREFIX) else _WIDE_PREFIX


def _with_section(document: LongTermDocument, section: str) -> str:
    """The text with an empty section: before the next standard one, else at the end."""
    newline = document.newline
    later = _later_sections(section)
    at = next(
        (
            block.start
            for block in document.blocks
            if any(_is_heading_of(block, title) for title in later)
        ),
        len(document.lines),
    )
    gap = [newline] if at and document.lines[at - 1].strip() else []
    end = [newline] if at < len(document.lines) else []
    return _spliced(document, at, at, [*gap, f"## {section}{newline}", *end])


def _later_sections(section: str) -> tuple[str, ...]:
    known = section in STANDARD_SECTIONS
    return STANDARD_SECTIONS[STANDARD_SECTIONS.index(section) + 1 :] if known else ()


def _spliced(document: LongTermDocument, start: int, end: int, new: Sequence[str]) -> str:
    before, after = document.lines[:start], document.lines[end:]
    if before and new and not before[-1].endswith("\n"):
        before[-1] += document.newline
    previous = new[-1] if new else before[-1] if before else ""
    if after and previous.strip() and _would_run_on(after[0]):
        return "".join([*before, *new, document.newline, *after])
    return "".join([*before, *new, *after])


def _would_run_on(line: str) -> bool:
    """True when the line would join, or turn into a heading, the paragraph above it."""
    if not line.strip():
        return False
    return not interrupts_paragraph(line) or SETEXT_UNDERLINE.match(line) is not None


def _children(lines: Sequence[str], parent: Block) -> list[Block]:
    """The bullets inside an entry, at any depth."""
    found: list[Block] = []
    for number in range(parent.start + 1, parent.end):
        indent = lines[number][: len(lines[number]) - len(lines[number].lstrip(" \t"))]
        bullet = BULLET.match(lines[number][len(indent) :])
        if indent and bullet and bullet[3]:
            prefix = indent + bullet[0]
            end = item_end(lines, number, parent.end, prefix)
            found.append(Block(BlockKind.ENTRY, number, end, prefix))
    return found


def _unbulleted(text: str) -> str:
    text = text.strip()
    first, separator, rest = text.partition("\n")
    first, _ = without_marks(first)
    bullet = BULLET.match(first)
    return (first[bullet.end() :] if bullet and bullet[3] else first) + separator + rest


def _match_key(text: str) -> str:
    return "\n".join(stripped for line in text.split("\n") if (stripped := line.strip()))
