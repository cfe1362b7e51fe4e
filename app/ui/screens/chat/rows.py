"""What a conversation looks like as rows, from stored messages and from the events of a turn."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.chat.turn_events import (
    AnswerGrew,
    AnswerSaved,
    ContextShortened,
    MemoriesInjected,
    ThinkingGrew,
    ToolEnded,
    ToolsCalled,
    TurnEvent,
    TurnFailed,
    TurnStopped,
    UserMessageSaved,
)
from app.contracts.conversation import InjectedMemory, Message, MessageKind

GROWING = "growing"
_NUMBERED = re.compile(r"^\d+\. \[", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ChatRow:
    """`activity` is what happens instead of words: thinking, a tool at work. `tools` says what a
    tool has done for this answer.
    """

    id: str
    text: str
    is_mine: bool
    sequence: int = 0
    memories: tuple[InjectedMemory, ...] = ()
    is_growing: bool = False
    is_partial: bool = False
    is_error: bool = False
    is_note: bool = False
    activity: str = ""
    tools: str = ""


def rows_of(messages: Sequence[Message]) -> tuple[ChatRow, ...]:
    rows = (_row(message) for message in messages)
    return tuple(row for row in rows if row is not None)


def rows_after(rows: tuple[ChatRow, ...], event: TurnEvent) -> tuple[ChatRow, ...]:
    match event:
        case UserMessageSaved(_, message):
            if any(row.id == message.id for row in rows):
                return rows
            return (
                *rows,
                ChatRow(message.id, message.text, is_mine=True, sequence=message.sequence),
            )
        case ContextShortened(note):
            told = ChatRow(f"note-{len(rows)}", note, is_mine=False, is_note=True)
            # Between two rounds of tools the answer is growing already: there is one such row.
            above = rows[:-1] if rows and rows[-1].is_growing else rows
            return (*above, told, *rows[len(above) :])
        case MemoriesInjected(memories):
            return _grown(rows, lambda row: replace(row, memories=memories))
        case AnswerGrew(delta):
            return _grown(rows, lambda row: replace(row, text=row.text + delta, activity=""))
        case ThinkingGrew():
            return _grown(rows, lambda row: replace(row, activity="Thinking …"))
        case ToolEnded() as ended if words := _done(ended):
            return _grown(rows, lambda row: replace(row, tools=words))
        case ToolsCalled(names):
            return _grown(rows, lambda row: replace(row, activity=_at_work(names)))
        case AnswerSaved(ended) | TurnStopped(ended) | TurnFailed(_, ended):
            return _ended(rows, ended)
        case _:
            return rows


def _grown(rows: tuple[ChatRow, ...], change: Callable[[ChatRow], ChatRow]) -> tuple[ChatRow, ...]:
    if not rows or not rows[-1].is_growing:
        rows = (*rows, ChatRow(GROWING, "", is_mine=False, is_growing=True))
    return (*rows[:-1], change(rows[-1]))


def _ended(rows: tuple[ChatRow, ...], message: Message | None) -> tuple[ChatRow, ...]:
    """The growing row becomes the stored one; without a stored one it goes."""
    settled = tuple(row for row in rows if not row.is_growing)
    row = _row(message) if message is not None else None
    if row is None:
        return settled
    growing = next((old for old in rows if old.is_growing), None)
    memories = row.memories or (growing.memories if growing else ())
    # The words a model said before it used a tool are an earlier row of the same answer.
    text = growing.text if growing and growing.text.endswith(row.text) else row.text
    tools = growing.tools if growing else ""
    return (*settled, replace(row, memories=memories, text=text, tools=tools))


def _row(message: Message) -> ChatRow | None:
    match message.kind:
        case MessageKind.USER:
            return ChatRow(message.id, message.text, is_mine=True, sequence=message.sequence)
        case MessageKind.ASSISTANT if message.text:
            return ChatRow(
                message.id,
                message.text,
                is_mine=False,
                sequence=message.sequence,
                memories=message.injected,
                is_partial=message.is_partial,
            )
        case MessageKind.ERROR:
            return ChatRow(
                message.id, message.text, is_mine=False, sequence=message.sequence, is_error=True
            )
        case _:
            return None


def _at_work(names: tuple[str, ...]) -> str:
    words = {
        "save_memory": "Remembering …",
        "update_memory": "Correcting a memory …",
        "search_history": "Searching your memory …",
    }
    return words.get(names[0], "Using a tool …") if names else "Using a tool …"


def _done(ended: ToolEnded) -> str:
    """What is worth saying about a tool that has done its work; mostly nothing."""
    if ended.name != "search_history" or ended.is_error:
        return ""
    found = len(_NUMBERED.findall(ended.text))
    return f"Searched your memory · {found} found"
