"""Stored rows to the messages a model reads, and a model's answer to rows.

A tool call and its result always stay together: a call whose result never came (a crash, a stop)
gets one that says so, because every API refuses a call without a result.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import cast

from app.contracts.conversation import Message, MessageKind
from app.contracts.model_provider import ChatMessage, Role, ThinkingBlock, ToolCall

UNFINISHED = (
    "This call did not finish: the app was closed or the answer was stopped. A change it was to "
    "make may have been made: look before you repeat it."
)
SUMMARY_NAME = "context_summary"
"""The tool name that marks a SYSTEM row as the summary of everything up to a sequence."""


def as_chat_messages(rows: Sequence[Message]) -> tuple[ChatMessage, ...]:
    """What the model gets: summarised parts as their summary, errors not at all."""
    return tuple(_chat_messages(in_context(rows)))


def summarised_through(row: Message) -> int | None:
    """The last sequence a summary row stands for; None for every other row."""
    if row.kind is not MessageKind.SYSTEM or row.tool is None or row.tool.name != SUMMARY_NAME:
        return None
    return int(row.tool.call_id)


def in_context(rows: Sequence[Message]) -> list[Message]:
    """The newest summary first, if there is one, then what it does not stand for."""
    summaries = [row for row in rows if summarised_through(row) is not None]
    if not summaries:
        return list(rows)
    newest = summaries[-1]
    through = summarised_through(newest) or 0
    later = [row for row in rows if row.sequence > through and summarised_through(row) is None]
    return [newest, *later]


def encode_thinking(blocks: Sequence[ThinkingBlock]) -> str:
    return json.dumps([asdict(block) for block in blocks], ensure_ascii=False) if blocks else ""


def decode_thinking(text: str) -> tuple[ThinkingBlock, ...]:
    if not text:
        return ()
    try:
        blocks = cast("list[dict[str, object]]", json.loads(text))
        return tuple(
            ThinkingBlock(
                str(block["text"]), str(block["signature"]), is_redacted=bool(block["is_redacted"])
            )
            for block in blocks
        )
    except (ValueError, KeyError, TypeError):
        return ()  # thinking is a courtesy to the API; a damaged one is left out


def _chat_messages(rows: Sequence[Message]) -> Iterator[ChatMessage]:
    waiting = list(rows)
    while waiting:
        row = waiting.pop(0)
        match row.kind:
            case MessageKind.USER:
                yield ChatMessage(Role.USER, row.text)
            case MessageKind.SYSTEM if summarised_through(row) is not None:
                yield ChatMessage(Role.USER, f"Summary of our earlier conversation:\n{row.text}")
            case MessageKind.ASSISTANT | MessageKind.TOOL_CALL:
                yield from _answer(row, waiting)
            case _:
                pass


def _answer(row: Message, waiting: list[Message]) -> Iterator[ChatMessage]:
    """An answer with the calls that belong to it, then a result for each of them."""
    calls = [row] if row.kind is MessageKind.TOOL_CALL else []
    while waiting and waiting[0].kind is MessageKind.TOOL_CALL:
        calls.append(waiting.pop(0))
    results: dict[str, Message] = {}
    while waiting and waiting[0].kind is MessageKind.TOOL_RESULT:
        result = waiting.pop(0)
        if result.tool is not None:
            results[result.tool.call_id] = result
    text = row.text if row.kind is MessageKind.ASSISTANT else ""
    tool_calls = tuple(_tool_call(call) for call in calls if call.tool is not None)
    if text or tool_calls:
        thinking = decode_thinking(row.thinking) if tool_calls else ()
        yield ChatMessage(Role.ASSISTANT, text, tool_calls, thinking)
    for call in tool_calls:
        yield _tool_result(call, results.get(call.id))


def _tool_call(row: Message) -> ToolCall:
    if row.tool is None:
        raise ValueError("a TOOL_CALL row without its call")
    return ToolCall(row.tool.call_id, row.tool.name, row.tool.arguments_json, row.tool.signature)


def _tool_result(call: ToolCall, row: Message | None) -> ChatMessage:
    is_error = row is None or (row.tool is not None and row.tool.is_error)
    text = UNFINISHED if row is None else row.text
    return ChatMessage(
        Role.TOOL, text, tool_call_id=call.id, tool_name=call.name, is_error=is_error
    )
