"""What every API needs when a conversation is sent again: arguments as objects, whole turns.

Never drops what the model wrote: arguments that are not JSON travel on as text it can read.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.contracts.model_provider import ChatMessage, Role, ToolCall
from app.providers.json_shapes import JsonObject, NotJson, decoded_object

# Room for thinking on top of the answer: the APIs count both against one limit, and a model that
# thinks would otherwise spend a small limit before its first word.
THINKING_ROOM = 8_192
_LARGE_ENOUGH = 24_000


def room_for_answer(max_output_tokens: int, thinking_room: int = THINKING_ROOM) -> int:
    if max_output_tokens > _LARGE_ENOUGH:
        return max_output_tokens
    return max_output_tokens + thinking_room


def arguments_object(call: ToolCall) -> JsonObject:
    if not call.arguments_json.strip():
        return {}
    arguments = decoded_object(call.arguments_json)
    return (
        {"malformed_arguments": call.arguments_json}
        if isinstance(arguments, NotJson)
        else arguments
    )


def start_of_turn(messages: tuple[ChatMessage, ...]) -> int:
    """Where the running turn begins: just after the newest message of the person."""
    for position in range(len(messages) - 1, -1, -1):
        if messages[position].role is Role.USER:
            return position + 1
    return 0


def questions_joined(messages: Iterable[ChatMessage]) -> Iterator[ChatMessage]:
    """Without answers that were stopped before their first word, and with the questions left
    standing next to each other made one: the templates of some models refuse two in a row.
    """
    waiting: ChatMessage | None = None
    for message in messages:
        if message.role is Role.ASSISTANT and not message.text and not message.tool_calls:
            continue
        if waiting is not None and message.role is Role.USER:
            waiting = replace(waiting, text=f"{waiting.text}\n\n{message.text}")
            continue
        if waiting is not None:
            yield waiting
        waiting = message if message.role is Role.USER else None
        if waiting is None:
            yield message
    if waiting is not None:
        yield waiting


def tool_names(messages: Iterable[ChatMessage]) -> dict[str, str]:
    """Which tool each call id was for, from the calls themselves."""
    return {call.id: call.name for message in messages for call in message.tool_calls}


def in_one_voice(
    messages: Iterable[tuple[str, list[JsonObject]]],
) -> Iterator[tuple[str, list[JsonObject]]]:
    """Neighbours of one role joined: results of parallel calls belong into one message."""
    current: tuple[str, list[JsonObject]] | None = None
    for role, parts in messages:
        if not parts:
            continue
        if current is not None and current[0] == role:
            current[1].extend(parts)
            continue
        if current is not None:
            yield current
        current = (role, list(parts))
    if current is not None:
        yield current
