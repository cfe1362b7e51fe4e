"""Writes an answer down while it comes: a row at the first words, checkpoints, the final form.

Killed in the middle, the row holds what had come by the last checkpoint, marked as partial.
"""

from collections.abc import Sequence
from dataclasses import replace

from app.chat.answer_draft import AnswerDraft
from app.chat.stored_conversation import encode_thinking
from app.contracts.clock import Clock, IdSource
from app.contracts.conversation import (
    InjectedMemory,
    Message,
    MessageKind,
    MessageStore,
    NewMessage,
    TokenUsage,
    ToolUse,
)
from app.contracts.model_provider import ToolCall
from app.contracts.sent_prompts import SentPrompt, SentPromptStore


class AnswerRows:
    """The rows of one answer of one session. Called from worker threads, one call at a time."""

    def __init__(
        self,
        messages: MessageStore,
        clock: Clock,
        ids: IdSource,
        session_id: str,
        model: str,
        injected: tuple[InjectedMemory, ...],
        prompts: SentPromptStore,
        *,
        instead_of: Sequence[str] = (),
    ) -> None:
        """`instead_of`: rows of an earlier answer. They go when the new one has its first row, so
        that a model that cannot be reached costs nobody the answer they had.
        """
        self._messages = messages
        self._clock = clock
        self._ids = ids
        self._session_id = session_id
        self._model = model
        self._injected = injected
        self._prompts = prompts
        self._asked_with = SentPrompt("", "")
        self._instead_of = instead_of
        self._row: Message | None = None

    def ask_with(self, system: str, after_sequence: int, tools: Sequence[str]) -> None:
        """Kept with the row that comes of it."""
        self._asked_with = SentPrompt("", system, after_sequence, tuple(tools))

    def write(self, draft: AnswerDraft, *, is_partial: bool) -> Message | None:
        """The answer as it is now; None when there is nothing worth a row."""
        if not draft.text and not draft.thinking:
            return None
        if self._row is None:
            self._row = self._append(self._new(MessageKind.ASSISTANT, draft.text))
            self._prompts.keep(replace(self._asked_with, message_id=self._row.id))
        self._row = replace(
            self._row,
            text=draft.text,
            thinking=encode_thinking(draft.thinking),
            model=self._model,
            usage=draft.usage,
            is_partial=is_partial,
            injected=self._injected,
        )
        self._messages.replace(self._row)
        return self._row

    def write_calls(self, calls: Sequence[ToolCall], usage: TokenUsage | None = None) -> None:
        """Calls without a word before them have no answer to count their tokens with."""
        unwritten = usage if self._row is None else None
        for call in calls:
            use = ToolUse(call.id, call.name, call.arguments_json, signature=call.signature)
            row = self._new(MessageKind.TOOL_CALL, "")
            self._append(replace(row, tool=use, usage=unwritten))
            unwritten = None

    def write_result(self, call: ToolCall, text: str, *, is_error: bool) -> None:
        use = ToolUse(call.id, call.name, is_error=is_error)
        self._messages.append(replace(self._new(MessageKind.TOOL_RESULT, text), tool=use))

    def write_error(self, sentence: str, usage: TokenUsage | None = None) -> None:
        self._messages.append(replace(self._new(MessageKind.ERROR, sentence), usage=usage))

    def next_round(self) -> None:
        """What comes now is another answer, after the results."""
        self._row = None

    def _append(self, message: NewMessage) -> Message:
        stored = self._messages.append(message, instead_of=self._instead_of)
        self._instead_of = ()
        return stored

    def _new(self, kind: MessageKind, text: str) -> NewMessage:
        return NewMessage(
            id=self._ids.new_id(),
            session_id=self._session_id,
            kind=kind,
            text=text,
            said_at=self._clock.now(),
            model=self._model,
            is_partial=kind is MessageKind.ASSISTANT,
        )
