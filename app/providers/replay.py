"""What every API needs when a conversation is sent again: arguments as objects, whole turns.

Never drops what the model wrote: arguments that are not JSON travel on as text it can read.
"""

from collections.abc import Iterable, Iterator

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
