import pytest

from app.providers.json_shapes import (
    NotJson,
    decoded,
    decoded_object,
    number_at,
    object_at,
    objects_at,
    text_at,
)


@pytest.mark.parametrize("text", ["", "{", "nul", "[" * 100_000, "1" * 5_000, b"\xff"])
def test_what_is_not_json_is_a_value_and_no_exception(text: str | bytes):
    assert decoded(text) == NotJson()


def test_only_objects_are_objects():
    assert decoded_object("[1]") == NotJson()
    assert decoded_object('{"a":1}') == {"a": 1}


def test_null_is_absent_and_never_a_word():
    parent: dict[str, object] = {"a": None}
    assert text_at(parent, "a") == ""
    assert object_at(parent, "a") == {}
    assert objects_at(parent, "a") == []
    assert number_at(parent, "a") is None


def test_wrong_types_are_absent():
    parent: dict[str, object] = {"a": 5, "b": [1, {"x": 1}, None], "c": True, "d": 1.5, "e": -1}
    assert text_at(parent, "a") == ""
    assert objects_at(parent, "b") == [{"x": 1}]
    assert number_at(parent, "c") is None
    assert number_at(parent, "d") is None
    assert number_at(parent, "e") is None
    assert number_at({"f": 12.0}, "f") == 12
