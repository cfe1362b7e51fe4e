"""What the assistant does next: say something, or call tools."""

import json
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Say:
    """`introduces`: it already says what the assistant is."""

    text: str
    introduces: bool = False


@dataclass(frozen=True, slots=True)
class PlannedCall:
    name: str
    arguments_json: str


@dataclass(frozen=True, slots=True)
class CallTools:
    calls: tuple[PlannedCall, ...]


Action = Say | CallTools


def planned_call(name: str, arguments: Mapping[str, object]) -> PlannedCall:
    return PlannedCall(name, json.dumps(arguments, ensure_ascii=False))
