"""Tidies MEMORY.md (S10.2): proposes a plan, with a model or without, and applies it separately.

A proposal changes nothing. Applying commits the old text first and edits the file as it is then,
so that whatever was saved meanwhile stays. Must never let a model's text replace the file.
"""

import asyncio
from collections.abc import Callable, Sequence

from app.contracts.active_model import ActiveModel
from app.contracts.clock import Clock
from app.contracts.errors import ProviderError, ProviderTimeout
from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot, MemoryFiles, WriteObserver
from app.contracts.model_provider import (
    ChatMessage,
    ChatRequest,
    Completion,
    FinishReason,
    Role,
)
from app.memory.compaction_checks import check_edits
from app.memory.compaction_outcomes import (
    ApplyOutcome,
    Compacted,
    NothingToDo,
    Proposal,
    RefusalReason,
    Refused,
    Unreachable,
)
from app.memory.compaction_plan import (
    CompactionEdit,
    CompactionPlan,
    Drop,
    apply_edits,
    make_plan,
)
from app.memory.compaction_prompt import SYSTEM, Part, parts_of, prompt_for
from app.memory.compaction_reply import read_reply
from app.memory.entry_similarity import SameMeaning
from app.memory.locked_edit import EditMade, LockedEdit, NewText
from app.memory.long_term_document import Entry, LongTermDocument
from app.memory.long_term_memory import COMMIT_MESSAGE
from app.memory.plain_compaction import plain_edits

ATTEMPTS = 2
"""A model that answered nonsense once may answer well; one that does so twice is left alone."""

PATIENCE_SECONDS = 300.0

MayWrite = Callable[[str], bool]
"""Told the text that is about to be written, after the old one was committed; False stops it."""

Tell = Callable[[int, int], None]
"""How many parts the model has answered, of how many."""


class MemoryCompactor:
    def __init__(
        self,
        files: MemoryFiles,
        on_written: WriteObserver,
        clock: Clock,
        same_meaning: SameMeaning | None = None,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._files = files
        self._on_written = on_written
        self._clock = clock
        self._same_meaning = same_meaning
        self._patience = patience
        self._edit = LockedEdit(files, on_written)

    async def propose(
        self, model: ActiveModel | None = None, tell: Tell = lambda _done, _total: None
    ) -> Proposal:
        """What could be tidied in the whole file as it is now. Nothing is changed.

        Without a language model repeats and passing things go, and nothing else.
        """
        snapshot, plain = await asyncio.to_thread(self._look)
        entries = LongTermDocument(snapshot.text).entries()
        asked: tuple[CompactionEdit, ...] = ()
        if model is not None and model.is_language_model:
            gone = {edit.index for edit in plain}
            left = [index for index in range(len(entries)) if index not in gone]
            answer = await self._ask(model, entries, left, tell)
            if not isinstance(answer, tuple):
                return answer
            asked = answer
        return make_plan(snapshot, (*plain, *asked)) or NothingToDo()

    def apply(self, plan: CompactionPlan, may_write: MayWrite = lambda _: True) -> ApplyOutcome:
        """Makes the plan's edits in the file as it is now. Repeating it changes nothing."""
        edits: tuple[CompactionEdit, ...] = ()

        def decide(before: FileSnapshot) -> NewText | NothingToDo | Refused:
            nonlocal edits
            done = apply_edits(plan.based_on.text, before.text, plan.edits)
            edits = done.applied
            # The old text first, and also what an earlier attempt wrote before it was killed.
            self._on_written(LONG_TERM_PATH, COMMIT_MESSAGE)
            if not edits:
                return NothingToDo()
            return NewText(done.text) if may_write(done.text) else Refused(RefusalReason.LEASE_LOST)

        match self._edit.run(LONG_TERM_PATH, COMMIT_MESSAGE, decide):
            case EditMade(before=before, after=after):
                return Compacted(before, after, edits)
            case NothingToDo() | Refused() as ending:
                return ending

    def settle(self) -> str:
        """Commits what a killed process or an editor left uncommitted; the text as it is."""
        with self._files.lock():
            snapshot = self._files.read(LONG_TERM_PATH)
            if snapshot.exists:
                self._on_written(LONG_TERM_PATH, COMMIT_MESSAGE)
            return snapshot.text

    def _look(self) -> tuple[FileSnapshot, tuple[Drop, ...]]:
        snapshot = self._files.read(LONG_TERM_PATH)
        entries = LongTermDocument(snapshot.text).entries()
        return snapshot, plain_edits(entries, self._clock.now().date(), self._same_meaning)

    async def _ask(
        self, model: ActiveModel, entries: Sequence[Entry], indexes: Sequence[int], tell: Tell
    ) -> tuple[CompactionEdit, ...] | Refused | Unreachable:
        edits: list[CompactionEdit] = []
        parts = parts_of(entries, indexes, model.context_window)
        for done, part in enumerate(parts):
            tell(done, len(parts))
            answer = await self._ask_about(model, entries, part)
            if not isinstance(answer, tuple):
                return answer
            edits += answer
        return tuple(edits)

    async def _ask_about(
        self, model: ActiveModel, entries: Sequence[Entry], part: Part
    ) -> tuple[CompactionEdit, ...] | Refused | Unreachable:
        prompt = prompt_for(entries, part, self._clock.now().date())
        request = ChatRequest(model.model_id, SYSTEM, (ChatMessage(Role.USER, prompt),))
        refused = Refused(RefusalReason.EMPTY)
        for _ in range(ATTEMPTS):
            try:
                async with asyncio.timeout(self._patience):
                    completion = await model.provider.complete(request)
            except ProviderError as error:
                return Unreachable(error)
            except TimeoutError:
                return Unreachable(ProviderTimeout("The model took too long to answer."))
            answer = _checked(completion, entries, part)
            if not isinstance(answer, Refused):
                return answer
            refused = answer
        return refused


def _checked(
    completion: Completion, entries: Sequence[Entry], part: Part
) -> tuple[CompactionEdit, ...] | Refused:
    if completion.finish not in (FinishReason.STOP, FinishReason.UNKNOWN):
        return Refused(RefusalReason.CUT_OFF)
    must_say_end = completion.finish is FinishReason.UNKNOWN
    edits = read_reply(completion.text, entries, part.shown, must_say_end=must_say_end)
    return edits if isinstance(edits, Refused) else check_edits(edits, entries, part.shown)
