"""How the window of a model is shared out, so that a small one is not filled by our own words.

A model whose window nobody knows is taken for a small one.
"""

import json
from collections.abc import Callable, Iterator, Sequence

from app.contracts.model_provider import ToolDescription

Estimate = Callable[[str], int]

UNKNOWN_WINDOW = 8_192
FULL_SHARE = 0.85
_MEMORY_SHARE = 1 / 4
_TOOLS_SHARE = 1 / 3


def room_in(window: int | None) -> int:
    """What may be sent; the rest is left to the answer."""
    return int((window or UNKNOWN_WINDOW) * FULL_SHARE)


def memory_room(window: int | None) -> int:
    """The most that memories may take, whatever the setting allows."""
    return int((window or UNKNOWN_WINDOW) * _MEMORY_SHARE)


def tools_that_fit(
    tools: Sequence[ToolDescription], window: int | None, estimate: Estimate
) -> tuple[ToolDescription, ...]:
    """The first ones: they stand in the order of what they are worth."""
    return tuple(_fitting(tools, int((window or UNKNOWN_WINDOW) * _TOOLS_SHARE), estimate))


def tools_size(tools: Sequence[ToolDescription], estimate: Estimate) -> int:
    return sum(_size(tool, estimate) for tool in tools)


def _fitting(
    tools: Sequence[ToolDescription], room: int, estimate: Estimate
) -> Iterator[ToolDescription]:
    for tool in tools:
        room -= _size(tool, estimate)
        if room < 0:
            return
        yield tool


def _size(tool: ToolDescription, estimate: Estimate) -> int:
    return estimate(tool.name + tool.description + json.dumps(dict(tool.parameters)))
