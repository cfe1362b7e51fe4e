import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tools.arguments import LONGEST_JSON, Arguments, InvalidArguments, read_arguments
from app.tools.parameters import (
    FlagParameter,
    TextParameter,
    WholeNumberParameter,
    object_schema,
)

PARAMETERS = (
    TextParameter("content", "The text.", is_required=True, max_length=20),
    TextParameter("scope", "Where.", choices=("all", "memory")),
    TextParameter("category", "Which.", choices=("notes",), takes_other_texts=True),
    WholeNumberParameter("count", "How many.", minimum=1, maximum=50, default=10),
    FlagParameter("pinned", "Whether."),
)


def accepted(text: str) -> Arguments:
    read = read_arguments(text, PARAMETERS)
    assert isinstance(read, Arguments), read
    return read


def refused(text: str) -> str:
    read = read_arguments(text, PARAMETERS)
    assert isinstance(read, InvalidArguments), read
    return read.reason


def test_good_arguments_are_read_with_their_types_and_defaults():
    read = accepted('{"content": "Likes tea", "count": 3, "pinned": true, "scope": "memory"}')
    assert read.text("content") == "Likes tea"
    assert read.whole_number("count") == 3
    assert read.flag("pinned")
    assert read.text_or_none("scope") == "memory"
    plain = accepted('{"content": "x"}')
    assert plain.whole_number("count") == 10
    assert not plain.flag("pinned")
    assert plain.text_or_none("scope") is None


def test_pitfall_24_a_json_null_is_absent_and_never_the_text_null():
    read = accepted('{"content": "x", "scope": null, "count": null, "pinned": null}')
    assert read == accepted('{"content": "x"}')
    assert "content is missing" in refused('{"content": null}')
    assert accepted('{"content": "null"}').text("content") == "null"


@pytest.mark.parametrize(
    "text",
    [
        '{"content": "x"',
        "content=x",
        "{'content': 'x'}",
        '{"content": NaN}',
        "{}{}",
        "[" * 100_000,
        '{"count": ' + "9" * 10_000 + "}",
    ],
    ids=["cut off", "no JSON", "Python", "NaN", "two", "deep", "huge number"],
)
def test_pitfall_24_text_that_is_not_json_is_refused_and_never_taken_for_no_arguments(text: str):
    assert "not valid JSON" in refused(text)
    optional = (WholeNumberParameter("count", "How many.", minimum=1, maximum=5, default=1),)
    assert isinstance(read_arguments(text, optional), InvalidArguments)


@pytest.mark.parametrize("text", ["[]", '"content"', "3", "true", '[{"content": "x"}]'])
def test_json_that_is_no_object_is_refused(text: str):
    assert "one JSON object" in refused(text)


@pytest.mark.parametrize("text", ["", "  \n", "null"])
def test_a_call_without_arguments_misses_the_required_ones_only(text: str):
    assert refused(text) == "content is missing."
    assert read_arguments(text, PARAMETERS[1:]) == Arguments({"count": 10})


@pytest.mark.parametrize(
    ("argument", "problem"),
    [
        ('"content": 5', "content must be a text, not the number 5."),
        ('"content": ["x"]', "content must be a text, not a list."),
        ('"content": {"a": 1}', "content must be a text, not an object."),
        ('"content": true', "content must be a text, not a truth value."),
        ('"count": "7"', "count must be a whole number, not a text."),
        ('"count": 7.5', "count must be a whole number, not the number 7.5."),
        ('"count": true', "count must be a whole number, not a truth value."),
        ('"count": 1e999', "count must be a whole number, not the number inf."),
        ('"count": 0', "count must be from 1 to 50."),
        ('"count": 51', "count must be from 1 to 50."),
        ('"pinned": "true"', "pinned must be true or false, not a text."),
        ('"pinned": 1', "pinned must be true or false, not the number 1."),
        ('"scope": "everywhere"', "scope must be one of: all, memory."),
    ],
)
def test_a_mistyped_argument_is_refused_with_its_name(argument: str, problem: str):
    given_content = "" if "content" in argument else ', "content": "x"'
    assert refused("{" + argument + given_content + "}") == problem


def test_a_whole_number_may_be_written_with_a_point():
    assert accepted('{"content": "x", "count": 7.0}').whole_number("count") == 7


def test_open_choices_take_other_texts_too():
    assert accepted('{"content": "x", "category": "pets"}').text("category") == "pets"


def test_unknown_arguments_are_named_and_refused():
    assert refused('{"content": "x", "colour": 1}').startswith("Unknown: colour. This tool takes")
    assert refused('{"content": "x", "colour": null}').startswith("Unknown: colour.")


def test_all_that_is_wrong_is_said_at_once():
    reason = refused('{"count": 99, "colour": 1}')
    assert "colour" in reason
    assert "content is missing" in reason
    assert "count must be" in reason


def test_too_long_texts_and_arguments_are_refused_briefly():
    assert "at most 20 characters, but has 21" in refused(json.dumps({"content": "x" * 21}))
    long_name = refused(json.dumps({"content": "x", "n" * 10_000: 1}))
    assert len(long_name) < 200
    assert "longer than" in refused('{"content": "' + "x" * LONGEST_JSON + '"}')


def test_the_schema_says_what_is_checked():
    schema = object_schema(PARAMETERS)
    assert schema["required"] == ["content"]
    assert schema["additionalProperties"] is False
    assert json.loads(json.dumps(schema))["properties"] == {
        "content": {"type": "string", "description": "The text.", "maxLength": 20},
        "scope": {"type": "string", "description": "Where.", "enum": ["all", "memory"]},
        "category": {"type": "string", "description": "Which.", "enum": ["notes"]},
        "count": {
            "type": "integer",
            "description": "How many.",
            "minimum": 1,
            "maximum": 50,
            "default": 10,
        },
        "pinned": {"type": "boolean", "description": "Whether."},
    }


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from([p.name for p in PARAMETERS]) | st.text(), JSON_VALUES))
def test_any_json_is_either_read_with_the_right_types_or_refused(arguments: dict[str, object]):
    match read_arguments(json.dumps(arguments), PARAMETERS):
        case InvalidArguments(reason):
            assert reason
        case Arguments() as read:
            assert len(read.text("content")) <= 20
            assert 1 <= read.whole_number("count") <= 50
            assert read.text_or_none("scope") in {None, "all", "memory"}


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_any_text_is_either_read_or_refused(text: str):
    assert isinstance(read_arguments(text, PARAMETERS), Arguments | InvalidArguments)
