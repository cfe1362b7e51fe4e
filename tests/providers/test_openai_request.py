from dataclasses import replace
from typing import Any

import pytest

from app.contracts.model_provider import (
    ChatMessage,
    ChatRequest,
    Role,
    ThinkingBlock,
    ToolCall,
)
from app.providers.openai_request import OpenAIDialect, openai_body
from app.providers.replay import THINKING_ROOM
from tests.providers.scripts import LOOK_UP, QUESTION

CALL = ToolCall("call_1", "search_history", '{"query": "x"}')
TURN = (
    ChatMessage(Role.USER, "Hello"),
    ChatMessage(Role.ASSISTANT, "Hi.", thinking=(ThinkingBlock("old thoughts"),)),
    ChatMessage(Role.USER, "Look it up"),
    ChatMessage(Role.ASSISTANT, "", (CALL,), thinking=(ThinkingBlock("I should look."),)),
    ChatMessage(Role.TOOL, "found", tool_call_id="call_1", tool_name="search_history"),
)


def body(request: ChatRequest, dialect: OpenAIDialect | None = None) -> Any:
    return openai_body(request, dialect or OpenAIDialect())


def test_a_question_in_the_words_of_the_api():
    sent = body(QUESTION)
    assert sent["messages"] == [
        {"role": "system", "content": "You remember."},
        {"role": "user", "content": "What did I say about Zürich?"},
    ]
    assert sent["stream"] is True
    assert sent["stream_options"] == {"include_usage": True}
    assert sent["tools"][0]["function"]["parameters"] == LOOK_UP.parameters
    assert "temperature" not in sent
    assert "max_completion_tokens" not in sent


def test_a_turn_with_tools_goes_back_whole():
    sent = body(replace(QUESTION, system="", messages=TURN))["messages"]
    assert sent[3] == {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {
                "id": "call_1",
                "type": "function",
                "function": {"name": "search_history", "arguments": '{"query": "x"}'},
            }
        ],
        "reasoning_content": "I should look.",
    }
    assert sent[4] == {"role": "tool", "tool_call_id": "call_1", "content": "found"}


def test_thoughts_of_earlier_turns_and_signed_thoughts_stay_here():
    signed = replace(TURN[3], thinking=(ThinkingBlock("secret", "signature"),))
    sent = body(replace(QUESTION, messages=(*TURN[:3], signed)))["messages"]
    assert not any("reasoning_content" in message for message in sent)


@pytest.mark.parametrize(
    ("written", "sent_as"),
    [
        ("", "{}"),
        ('{"a":1}', '{"a":1}'),
        ('{"a":', '{"malformed_arguments":"{\\"a\\":"}'),
        ("[1]", '{"malformed_arguments":"[1]"}'),
    ],
)
def test_arguments_go_back_as_json_whatever_the_model_wrote(written: str, sent_as: str):
    message = ChatMessage(Role.ASSISTANT, "", (ToolCall("c", "t", written),))
    sent = body(replace(QUESTION, system="", messages=(message,)))["messages"][0]
    assert sent["tool_calls"][0]["function"]["arguments"] == sent_as


def test_an_answer_stopped_before_its_first_word_is_not_sent_back():
    messages = (ChatMessage(Role.USER, "Hi"), ChatMessage(Role.ASSISTANT, ""))
    sent = body(replace(QUESTION, system="", messages=messages))["messages"]
    assert sent == [{"role": "user", "content": "Hi"}]


def test_a_limit_leaves_room_for_thinking():
    sent = body(replace(QUESTION, max_output_tokens=500))
    assert sent["max_completion_tokens"] == 500 + THINKING_ROOM
    assert body(replace(QUESTION, max_output_tokens=60_000))["max_completion_tokens"] == 60_000


@pytest.mark.parametrize(
    ("complaint", "field"),
    [
        ("unsupported parameter: 'max_completion_tokens'", "max_completion_tokens"),
        ("unrecognized request argument supplied: stream_options", "stream_options"),
        ("body.stream_options: extra fields not permitted", "stream_options"),
        ("unsupported value: 'temperature' does not support 0.2", "temperature"),
        ("registry/gemma does not support tools", "tools"),
    ],
)
def test_a_field_that_is_refused_is_given_up(complaint: str, field: str):
    request = replace(QUESTION, max_output_tokens=500, temperature=0.2)
    assert field in body(request)
    adapted = OpenAIDialect().adapted(complaint)
    assert adapted is not None
    assert field not in body(request, adapted)


def test_the_limit_is_asked_for_under_its_other_name_and_then_not_at_all():
    request = replace(QUESTION, max_output_tokens=500)
    refusal = "unsupported parameter: 'max_tokens'. use 'max_completion_tokens' instead."
    first = OpenAIDialect(limit_field="max_tokens")
    second = first.adapted(refusal)
    assert second is not None
    assert "max_completion_tokens" in body(request, second)
    third = second.adapted("unknown field max_completion_tokens")
    assert third is not None
    assert not {"max_tokens", "max_completion_tokens"} & set(body(request, third))
    assert third.adapted("unknown field max_completion_tokens") is None


def test_a_limit_too_large_loses_its_room_for_thinking():
    adapted = OpenAIDialect().adapted("max_tokens must be at most 4096")
    assert adapted is not None
    sent = body(replace(QUESTION, max_output_tokens=500), adapted)
    assert sent["max_completion_tokens"] == 500
    assert adapted.adapted("max_tokens must be at most 4096") is None


def test_models_that_take_tools_only_without_reasoning_get_it_turned_off():
    complaint = "function tools are not supported … set reasoning_effort to 'none'"
    adapted = OpenAIDialect().adapted(complaint)
    assert adapted is not None
    assert body(QUESTION, adapted)["reasoning_effort"] == "none"
    assert "reasoning_effort" not in body(replace(QUESTION, tools=()), adapted)
    without_tools = adapted.adapted("reasoning_effort 'none' is not supported with this model")
    assert without_tools is not None
    assert "tools" not in body(QUESTION, without_tools)
    assert without_tools.adapted(complaint) is None


def test_questions_left_without_an_answer_are_asked_as_one():
    messages = (
        ChatMessage(Role.USER, "one"),
        ChatMessage(Role.ASSISTANT, ""),
        ChatMessage(Role.USER, "two"),
        ChatMessage(Role.ASSISTANT, "three"),
        ChatMessage(Role.USER, "four"),
    )
    sent = body(replace(QUESTION, system="", messages=messages))["messages"]
    assert [(message["role"], message["content"]) for message in sent] == [
        ("user", "one\n\ntwo"),
        ("assistant", "three"),
        ("user", "four"),
    ]


def test_an_unknown_complaint_changes_nothing():
    assert OpenAIDialect().adapted("the moon is in the wrong phase") is None


def test_any_complaint_repeated_comes_to_an_end():
    everything = (
        "stream_options temperature does not support tools reasoning_content reasoning_effort "
        "max_tokens max_completion_tokens unsupported in the completion"
    )
    dialect: OpenAIDialect | None = OpenAIDialect()
    for _ in range(20):
        if dialect is None:
            break
        dialect = dialect.adapted(everything)
    assert dialect is None
