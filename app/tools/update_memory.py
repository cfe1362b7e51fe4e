"""`update_memory`: the assistant corrects or removes one entry of MEMORY.md (S8.2).

Only the one entry whose whole text was named is touched, never a part of one and never a heading.
"""

from app.contracts.errors import OneClawError
from app.contracts.memory_changes import MemoryChange
from app.contracts.memory_files import MemoryFiles
from app.memory.long_term_memory import MAX_CONTENT
from app.memory.long_term_outcomes import (
    AmbiguousMatch,
    Deleted,
    NotFound,
    Rejected,
    Unchanged,
    Updated,
    UpdateOutcome,
)
from app.tools.arguments import Arguments
from app.tools.parameters import TextParameter
from app.tools.save_memory import OpenMemory
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)
from app.tools.write_gate import GatedFiles


class UpdateMemory:
    definition = ToolDefinition(
        name="update_memory",
        description=(
            "Changes or deletes one entry of the person's long-term memory: when a fact in it has "
            "changed, is wrong, or should be forgotten. Give the entry's whole text exactly as "
            "your memory shows it; an entry that only contains it is not touched."
        ),
        parameters=(
            TextParameter(
                "old_text",
                "The whole text of the entry as it stands, without the dash before it.",
                is_required=True,
            ),
            TextParameter(
                "new_text",
                'What the entry shall say instead. An empty text ("") deletes the entry.',
                is_required=True,
                max_length=MAX_CONTENT,
            ),
        ),
        seconds=10,
        writes=True,
    )

    def __init__(self, files: MemoryFiles, open_memory: OpenMemory) -> None:
        self._files = files
        self._open_memory = open_memory

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        memory = self._open_memory(GatedFiles(self._files, context.gate))
        new_text = arguments.text("new_text")
        try:
            outcome = memory.update(arguments.text("old_text"), new_text)
        except OneClawError as error:
            return ToolFailure(ToolErrorCode.UPDATE_FAILED, error.sentence)
        return _worded(outcome, new_text)


def _worded(outcome: UpdateOutcome, new_text: str) -> ToolOutcome:
    match outcome:
        case Updated(before=before, after=after):
            return ToolSuccess(
                f"Updated. The entry now reads: {new_text.strip()}",
                MemoryChange("Memory changed", before, after),
            )
        case Deleted(before=before, after=after):
            return ToolSuccess(
                "Deleted. The entry is no longer in MEMORY.md.",
                MemoryChange("Memory removed", before, after),
            )
        case Unchanged():
            return ToolFailure(
                ToolErrorCode.VALIDATION_ERROR, "The entry says exactly that already."
            )
        case Rejected(reason=reason):
            return ToolFailure(ToolErrorCode.VALIDATION_ERROR, reason)
        case AmbiguousMatch(count=count):
            return ToolFailure(
                ToolErrorCode.AMBIGUOUS_MATCH,
                f"{count} entries have exactly this text, so nothing was changed. "
                "The person can tidy them up on the memory page.",
            )
        case NotFound(closest=closest):
            hint = "".join(f"\n- {text}" for text in closest)
            likely = f" Did you mean one of these?{hint}" if hint else ""
            return ToolFailure(ToolErrorCode.NOT_FOUND, f"No entry has exactly this text.{likely}")
