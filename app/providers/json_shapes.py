"""Reading JSON that a server wrote: wrong types become "not there", never an exception.

A JSON null is "absent"; it never turns into the text "null".
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class NotJson:
    pass


def decoded(text: str | bytes) -> object | NotJson:
    try:
        return cast("object", json.loads(text))
    except (ValueError, RecursionError):
        return NotJson()


def decoded_object(text: str | bytes) -> JsonObject | NotJson:
    value = decoded(text)
    return cast("JsonObject", value) if isinstance(value, dict) else NotJson()


def as_object(value: object) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def object_at(parent: Mapping[str, object], key: str) -> JsonObject:
    return as_object(parent.get(key))


def objects_at(parent: Mapping[str, object], key: str) -> list[JsonObject]:
    """The objects of the list under `key`; anything else in it is left out."""
    items = as_list(parent.get(key))
    return [cast("JsonObject", item) for item in items if isinstance(item, dict)]


def text_at(parent: Mapping[str, object], key: str) -> str:
    value = parent.get(key)
    return value if isinstance(value, str) else ""


def number_at(parent: Mapping[str, object], key: str) -> int | None:
    """A whole number not below zero. `true` is no number, and 12.0 is 12."""
    value = parent.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value) if value >= 0 else None


def written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
