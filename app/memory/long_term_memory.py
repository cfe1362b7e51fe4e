"""Long-term memory on disk: save, update, delete, pin, and the editor's whole text.

Every change is made under the lock on the text as it is then, so two parallel saves both
survive. Must never commit or index itself (the observer does), and never drop a line unasked.
"""

from collections.abc import Callable
from dataclasses import replace

from app.contracts.clock import Clock
from app.contracts.memory_files import (
    LONG_TERM_PATH,
    FileSnapshot,
    MemoryFiles,
    WriteObserver,
    WriteOutcome,
    Written,
)
from app.memory.contradicted_entries import entries_contradicting
from app.memory.entry_similarity import (
    Likeness,
    SameMeaning,
    closest_texts,
    find_duplicate,
    lines_worth_comparing,
)
from app.memory.entry_text import EntryMarks, EntryOrigin, content_lines
from app.memory.locked_edit import EditMade, LockedEdit, NewText
from app.memory.long_term_document import STANDARD_SECTIONS, Block, Entry, LongTermDocument
from app.memory.long_term_edits import (
    add_entry,
    blocks_saying,
    entry_content,
    locate,
    mark_block,
    marks_of,
    remove_block,
    replace_block,
)
from app.memory.long_term_outcomes import (
    AmbiguousMatch,
    Deleted,
    Duplicate,
    NotFound,
    Rejected,
    Saved,
    SaveOutcome,
    Unchanged,
    Updated,
    UpdateOutcome,
)

COMMIT_MESSAGE = "memory: update MEMORY.md"
MAX_CONTENT = 5_000
CATEGORIES: tuple[str, ...] = (
    "profile",
    "preferences",
    "interests",
    "workflow",
    "projects",
    "notes",
)
_SECTIONS_BY_CATEGORY: dict[str, str] = dict(zip(CATEGORIES, STANDARD_SECTIONS, strict=True))
_SUGGESTIONS = 3

_Find = Callable[[LongTermDocument], Block | NotFound | AmbiguousMatch]
_Edit = Callable[[LongTermDocument, Block], str]


class LongTermMemory:
    def __init__(
        self,
        files: MemoryFiles,
        on_written: WriteObserver,
        clock: Clock,
        same_meaning: SameMeaning | None = None,
    ) -> None:
        self._files = files
        self._on_written = on_written
        self._clock = clock
        self._same_meaning = same_meaning
        self._edit = LockedEdit(files, on_written)

    def snapshot(self) -> FileSnapshot:
        return self._files.read(LONG_TERM_PATH)

    def document(self) -> LongTermDocument:
        return LongTermDocument(self.snapshot().text)

    def save(
        self,
        content: str,
        category: str | None = None,
        *,
        origin: EntryOrigin = EntryOrigin.TOOL,
        is_pinned: bool = False,
        replaces_contradicted: bool = False,
    ) -> SaveOutcome:
        """Adds an entry, unless one says so already. `replaces_contradicted`: in the place of one
        that says otherwise about the same thing; of a pinned one only if this is pinned, too.
        """
        if rejected := _rejected(content):
            return rejected
        section, text, replaced = section_title(category), "", ""
        # What a person typed is theirs: no marks in their file but a pin.
        saved_on = None if origin is EntryOrigin.USER else self._clock.now().date()
        marks = EntryMarks(origin, saved_on, is_pinned)
        same_meaning = self._same_in_other_words(content)

        def plan(before: FileSnapshot) -> NewText | Duplicate:
            nonlocal text, section, replaced
            document = LongTermDocument(before.text)
            lines = entry_content(document, content)
            text = "\n".join(lines)
            if duplicate := _duplicate(document, text, same_meaning):
                return duplicate
            rivals = entries_contradicting(document, text) if replaces_contradicted else []
            may_go = [one for one in rivals if is_pinned or not one.marks.is_pinned]
            block = _the_same(document, may_go[0]) if may_go else None
            if not may_go or not isinstance(block, Block):
                return NewText(add_entry(document, section, lines, marks))
            section, replaced = may_go[0].section, may_go[0].text
            return NewText(replace_block(document, block, lines, marks))

        match self._edit.run(LONG_TERM_PATH, COMMIT_MESSAGE, plan):
            case EditMade(before=before, after=after):
                return Saved(section, text, before, after, replaced)
            case Duplicate() as duplicate:
                return duplicate

    def update(self, old_text: str, new_text: str) -> UpdateOutcome:
        """Changes the one entry whose whole text is `old_text`; an empty `new_text` deletes it."""
        if not old_text.strip():
            return Rejected("The text to change is empty.")
        if old_text.strip() == new_text.strip():
            return Rejected("The old and the new text are the same.")
        return self._change(lambda document: _the_one_saying(document, old_text), new_text)

    def edit_entry(self, entry: Entry, new_text: str) -> UpdateOutcome:
        """New words for an entry that was read earlier; it keeps its marks. "" deletes it."""
        return self._change(lambda document: _the_same(document, entry), new_text)

    def replace_outdated(
        self, entry: Entry, new_text: str, *, origin: EntryOrigin
    ) -> UpdateOutcome:
        """A newer fact in the place of an older one, with its own origin and date. An entry that
        was pinned or changed meanwhile is not found.
        """
        if rejected := _rejected(new_text):
            return rejected
        marks = EntryMarks(origin, self._clock.now().date())

        def find(document: LongTermDocument) -> Block | NotFound:
            found = _the_same(document, entry)
            is_pinned = isinstance(found, Block) and marks_of(document, found).is_pinned
            return NotFound() if is_pinned else found

        def edit(document: LongTermDocument, block: Block) -> str:
            return replace_block(document, block, entry_content(document, new_text), marks)

        return self._run(find, edit)

    def delete_entry(self, entry: Entry) -> UpdateOutcome:
        return self.edit_entry(entry, "")

    def set_pinned(self, entry: Entry, *, is_pinned: bool) -> UpdateOutcome:
        def edit(document: LongTermDocument, block: Block) -> str:
            marks = replace(marks_of(document, block), is_pinned=is_pinned)
            return mark_block(document, block, marks)

        return self._run(lambda document: _the_same(document, entry), edit)

    def save_text(self, text: str, based_on: FileSnapshot) -> WriteOutcome:
        """The editor's text, merged with what was written meanwhile, or a conflict."""
        with self._files.lock():
            before = self.snapshot()
            outcome = self._files.write(LONG_TERM_PATH, text, based_on=based_on)
            if isinstance(outcome, Written) and outcome.snapshot != before:
                self._on_written(LONG_TERM_PATH, COMMIT_MESSAGE)
            return outcome

    def _change(self, find: _Find, new_text: str) -> UpdateOutcome:
        if not new_text.strip():
            return self._run(find, remove_block, Deleted)
        if rejected := _rejected(new_text):
            return rejected

        def edit(document: LongTermDocument, block: Block) -> str:
            lines = entry_content(document, new_text)
            return replace_block(document, block, lines, marks_of(document, block))

        return self._run(find, edit)

    def _run(
        self,
        find: _Find,
        edit: _Edit,
        done: Callable[[FileSnapshot, FileSnapshot], UpdateOutcome] = Updated,
    ) -> UpdateOutcome:
        def plan(before: FileSnapshot) -> NewText | NotFound | AmbiguousMatch:
            document = LongTermDocument(before.text)
            found = find(document)
            return NewText(edit(document, found)) if isinstance(found, Block) else found

        match self._edit.run(LONG_TERM_PATH, COMMIT_MESSAGE, plan):
            case EditMade(before=before, after=after):
                return Unchanged() if before == after else done(before, after)
            case NotFound() | AmbiguousMatch() as refusal:
                return refusal

    def _same_in_other_words(self, text: str) -> str | None:
        """Asked before the lock is taken: a model may be slow."""
        if self._same_meaning is None:
            return None
        texts = [entry.text for entry in self.document().entries()]
        index = self._same_meaning.find(text, texts)
        return None if index is None else texts[index]


def section_title(category: str | None) -> str:
    """The section of a category; Notes for none and for unknown ones."""
    return _SECTIONS_BY_CATEGORY.get((category or "").strip().casefold(), STANDARD_SECTIONS[-1])


def _rejected(content: str) -> Rejected | None:
    if not content_lines(content):
        return Rejected("There is nothing to save.")
    if len(content.strip()) > MAX_CONTENT:
        return Rejected(f"One entry may have at most {MAX_CONTENT:,} characters.")
    return None


def _duplicate(document: LongTermDocument, text: str, same_meaning: str | None) -> Duplicate | None:
    candidates = document.entries_at(lines_worth_comparing(text, document.text))
    texts = [document.block_text(block) for block in candidates]
    if found := find_duplicate(text, texts):
        return Duplicate(texts[found.index], found.likeness)
    if same_meaning is not None and same_meaning in map(
        document.block_text, document.entry_blocks()
    ):
        return Duplicate(same_meaning, Likeness.MEANING)
    return None


def _the_one_saying(document: LongTermDocument, text: str) -> Block | NotFound | AmbiguousMatch:
    match blocks_saying(document, text):
        case []:
            texts = [document.block_text(block) for block in document.entry_blocks()]
            return NotFound(tuple(texts[i] for i in closest_texts(text, texts, _SUGGESTIONS)))
        case [block]:
            return block
        case several:
            return AmbiguousMatch(len(several))


def _the_same(document: LongTermDocument, entry: Entry) -> Block | NotFound:
    return locate(document, entry) or NotFound()
