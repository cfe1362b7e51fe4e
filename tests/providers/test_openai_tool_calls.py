"""Every habit servers have when they stream tool calls."""

from typing import Any

import pytest

from app.contracts.errors import ProviderBroken
from app.contracts.model_provider import StreamFailed, ToolCall
from tests.providers.reading import calls_of, openai_reader, read
from tests.providers.wire_openai import DONE, chunk, fragment

STOP = chunk({}, "tool_calls")
ROME = '{"city":"Rome"}'
OSLO = '{"city":"Oslo"}'


def calls(*chunks: bytes) -> list[ToolCall]:
    return calls_of(read(openai_reader, [*chunks, STOP, DONE]))


def loose(**fields: Any) -> bytes:
    """A fragment without what OpenAI would send."""
    function = {key: fields.pop(key) for key in ("name", "arguments") if key in fields}
    return chunk({"tool_calls": [{**fields, "function": function}]})


def test_interleaved_fragments_find_their_call_by_number():
    found = calls(
        fragment(0, call_id="a", name="weather"),
        fragment(1, call_id="b", name="weather"),
        fragment(1, text=OSLO[:5]),
        fragment(0, text=ROME[:5]),
        fragment(0, text=ROME[5:]),
        fragment(1, text=OSLO[5:]),
    )
    assert found == [ToolCall("a", "weather", ROME), ToolCall("b", "weather", OSLO)]


def test_several_calls_in_one_delta():
    both = [
        {"index": 0, "id": "a", "function": {"name": "x", "arguments": ROME}},
        {"index": 1, "id": "b", "function": {"name": "x", "arguments": OSLO}},
    ]
    assert [call.id for call in calls(chunk({"tool_calls": both}))] == ["a", "b"]


def test_whole_calls_that_all_carry_number_zero_stay_apart():
    found = calls(
        fragment(0, call_id="a", name="weather", text=ROME),
        fragment(0, call_id="b", name="weather", text=OSLO),
    )
    assert found == [ToolCall("a", "weather", ROME), ToolCall("b", "weather", OSLO)]


def test_calls_without_numbers_are_told_apart_by_id():
    found = calls(
        loose(id="a", name="weather", arguments=ROME[:4]),
        loose(id="a", arguments=ROME[4:]),
        loose(id="b", name="weather", arguments=OSLO),
    )
    assert found == [ToolCall("a", "weather", ROME), ToolCall("b", "weather", OSLO)]


def test_calls_without_numbers_or_ids_get_ids_of_their_own():
    found = calls(
        loose(name="weather", arguments=ROME),
        loose(name="weather", arguments=OSLO[:4]),
        loose(arguments=OSLO[4:]),
    )
    assert found == [ToolCall("own_1", "weather", ROME), ToolCall("own_2", "weather", OSLO)]


def test_two_names_without_arguments_are_two_calls():
    found = calls(loose(name="list_files"), loose(name="git_log"))
    assert [(call.name, call.arguments_json) for call in found] == [
        ("list_files", "{}"),
        ("git_log", "{}"),
    ]


def test_a_name_repeated_in_each_fragment_is_one_call():
    found = calls(
        fragment(0, call_id="a", name="weather", text=ROME[:4]),
        fragment(0, call_id="a", name="weather", text=ROME[4:]),
    )
    assert found == [ToolCall("a", "weather", ROME)]


def test_a_name_repeated_without_ids_is_one_call_while_arguments_are_open():
    found = calls(
        loose(index=0, name="weather", arguments=ROME[:4]),
        loose(index=0, name="weather", arguments=ROME[4:]),
    )
    assert found == [ToolCall("own_1", "weather", ROME)]


def test_one_id_given_to_two_calls_does_not_make_them_one():
    found = calls(
        fragment(0, call_id="same", name="weather", text=ROME),
        fragment(1, call_id="same", name="weather", text=OSLO),
    )
    assert [call.arguments_json for call in found] == [ROME, OSLO]
    assert found[0].id != found[1].id


@pytest.mark.parametrize("empty_id", ["", None])
def test_an_empty_id_is_no_id(empty_id: str | None):
    assert calls(loose(index=0, id=empty_id, name="x", arguments="{}"))[0].id == "own_1"


def test_arguments_that_come_before_the_name_are_not_lost():
    found = calls(loose(index=0, arguments=ROME[:4]), loose(index=0, name="w", arguments=ROME[4:]))
    assert found == [ToolCall("own_1", "w", ROME)]


def test_arguments_sent_as_an_object_become_text():
    assert calls(loose(index=0, id="a", name="w", arguments={"city": "Rome"})) == [
        ToolCall("a", "w", ROME)
    ]


def test_null_arguments_are_no_arguments():
    assert calls(loose(index=0, id="a", name="w", arguments=None))[0].arguments_json == "{}"


def test_malformed_arguments_are_kept_as_the_model_wrote_them():
    assert calls(loose(index=0, id="a", name="w", arguments="{city: Rome"))[0] == ToolCall(
        "a", "w", "{city: Rome"
    )


def test_a_call_without_a_name_is_a_broken_answer():
    events = read(openai_reader, [loose(index=0, id="a", arguments="{}"), STOP, DONE])
    assert isinstance(events[-1], StreamFailed)
    assert isinstance(events[-1].error, ProviderBroken)
