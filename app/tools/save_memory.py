"""`save_memory`: the assistant notes a lasting fact in MEMORY.md (S8.1).

Duplicates are refused, and the answer shows the file as it is after the save (PITFALLS 25). An
entry saved because the person asked to remember it is pinned (S4.3): only the model that heard
them can tell, so it says so in an optional argument.
"""

from collections.abc import Callable

from app.contracts.errors import OneClawError
from app.contracts.memory_changes import MemoryChange
from app.contracts.memory_files import MemoryFiles
from app.memory.long_term_document import LongTermDocument
from app.memory.long_term_memory import CATEGORIES, MAX_CONTENT, LongTermMemory
from app.memory.long_term_outcomes import Duplicate, Rejected, Saved
from app.tools.arguments import Arguments
from app.tools.parameters import FlagParameter, TextParameter
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)
from app.tools.write_gate import GatedFiles

PREVIEW_LENGTH = 500

OpenMemory = Callable[[MemoryFiles], LongTermMemory]
"""Long-term memory on the files it is given: each call brings its own gate."""

_LEAD = 120
"""How much of what stands before the new entry is shown with it."""

_DESCRIPTION = """\
Writes one fact into the person's long-term memory, which you see in every later conversation.

Save when the person asks you to remember something, or when you learn a stable fact about them \
that will still be true and useful in 30 days: who they are, the people around them, lasting \
preferences, how they like to work, long-running projects, decisions with consequences.

Do not save: anything of the moment (moods, today's errands, what is on screen, which model is in \
use), what one conversation alone needs, guesses, general knowledge, anything your memory already \
says, or secrets such as passwords, keys and card numbers. When a known fact has changed, use \
update_memory instead. If in doubt, do not save.

One fact per call, as a short sentence that makes sense on its own: name people, write dates out."""


class SaveMemory:
    definition = ToolDefinition(
        name="save_memory",
        description=_DESCRIPTION,
        parameters=(
            TextParameter(
                "content",
                "The fact, in one or a few short sentences, in the person's language.",
                is_required=True,
                max_length=MAX_CONTENT,
            ),
            TextParameter(
                "category",
                "Where it belongs: profile (who they are), preferences, interests, workflow (how "
                "they work), projects, or notes for the rest. Notes when left out.",
                choices=CATEGORIES,
                takes_other_texts=True,
            ),
            FlagParameter(
                "pinned",
                "True only when the person asked in so many words to remember this. A pinned "
                "fact is never tidied away.",
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
        try:
            outcome = memory.save(
                arguments.text("content"),
                arguments.text_or_none("category"),
                is_pinned=arguments.flag("pinned"),
                replaces_contradicted=True,
            )
        except OneClawError as error:
            return ToolFailure(ToolErrorCode.SAVE_FAILED, error.sentence)
        match outcome:
            case Saved(section=section, text=text, before=before, after=after, replaced=replaced):
                preview = _preview(after.text, text)
                place = f" in the place of “{replaced}”" if replaced else ""
                return ToolSuccess(
                    f"Saved under {section}{place}. MEMORY.md now reads:\n\n{preview}",
                    MemoryChange(f"Saved to {section}", before, after),
                )
            case Duplicate(existing=existing):
                return ToolFailure(
                    ToolErrorCode.DUPLICATE_DETECTED,
                    f"Memory says so already, nothing was added: {existing}\n"
                    "To change that entry, call update_memory with this exact text.",
                )
            case Rejected(reason=reason):
                return ToolFailure(ToolErrorCode.VALIDATION_ERROR, reason)


def _preview(file_text: str, entry: str) -> str:
    """The stretch of the file with the new entry in it, without the marks the app keeps."""
    text = LongTermDocument(file_text).visible_text()
    if len(text) <= PREVIEW_LENGTH:
        return text
    inside = PREVIEW_LENGTH - 2
    place = text.rfind(entry.partition("\n")[0])
    start = max(0, min(place - _LEAD, len(text) - inside))
    before = "…" if start > 0 else ""
    after = "…" if start + inside < len(text) else ""
    return f"{before}{text[start : start + inside]}{after}"
