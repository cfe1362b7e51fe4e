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
from app.providers.anthropic_request import DEFAULT_ROOM, AnthropicDialect, anthropic_body
from app.providers.replay import THINKING_ROOM
from tests.providers.scripts import QUESTION

THOUGHT = ThinkingBlock("I should look.", "sig==")
HIDDEN = ThinkingBlock("", "sig-2==")
REDACTED = ThinkingBlock("", "EncRypTed", is_redacted=True)
CALLS = (ToolCall("toolu_1", "w", '{"c": "Rome"}'), ToolCall("toolu_2", "w", '{"c": "Oslo"}'))
TURN = (
    ChatMessage(Role.USER, "Weather?"),
    ChatMessage(Role.ASSISTANT, "Looking.", CALLS, thinking=(THOUGHT, HIDDEN, REDACTED)),
    ChatMessage(Role.TOOL, "sun", tool_call_id="toolu_1", tool_name="w"),
    ChatMessage(Role.TOOL, "broken", tool_call_id="toolu_2", tool_name="w", is_error=True),
)


def body(
    request: ChatRequest, dialect: AnthropicDialect | None = None, *, wants_thinking: bool = False
) -> Any:
    return anthropic_body(request, dialect or AnthropicDialect(), wants_thinking=wants_thinking)


def test_thinking_goes_back_unchanged_and_first():
    content = body(replace(QUESTION, messages=TURN))["messages"][1]["content"]
    assert content == [
        {"type": "thinking", "thinking": "I should look.", "signature": "sig=="},
        {"type": "thinking", "thinking": "", "signature": "sig-2=="},
        {"type": "redacted_thinking", "data": "EncRypTed"},
        {"type": "text", "text": "Looking."},
        {"type": "tool_use", "id": "toolu_1", "name": "w", "input": {"c": "Rome"}},
        {"type": "tool_use", "id": "toolu_2", "name": "w", "input": {"c": "Oslo"}},
    ]


def test_results_of_parallel_calls_go_back_in_one_message():
    messages = body(replace(QUESTION, messages=TURN))["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]
    assert messages[2]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "sun"},
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": "broken", "is_error": True},
    ]


def test_thoughts_of_another_api_are_not_passed_off_as_its_own():
    foreign = replace(TURN[1], thinking=(ThinkingBlock("unsigned"),))
    content = body(replace(QUESTION, messages=(TURN[0], foreign)))["messages"][1]["content"]
    assert [block["type"] for block in content] == ["text", "tool_use", "tool_use"]


def test_what_stays_the_same_is_marked_for_the_cache():
    sent = body(QUESTION)
    assert sent["system"] == [
        {"type": "text", "text": "You remember.", "cache_control": {"type": "ephemeral"}}
    ]
    assert sent["tools"][-1]["cache_control"] == {"type": "ephemeral"}


def test_blank_blocks_are_left_out():
    messages = (
        ChatMessage(Role.USER, "Hi"),
        ChatMessage(Role.ASSISTANT, " \n", CALLS[:1]),
        ChatMessage(Role.USER, ""),
    )
    sent = body(replace(QUESTION, system="  ", messages=messages))
    assert "system" not in sent
    assert [block["type"] for block in sent["messages"][1]["content"]] == ["tool_use"]
    assert len(sent["messages"]) == 2


def test_a_conversation_that_begins_with_an_answer_gets_an_opening():
    sent = body(replace(QUESTION, messages=(ChatMessage(Role.ASSISTANT, "Hello"),)))["messages"]
    assert [message["role"] for message in sent] == ["user", "assistant"]


def test_ids_of_other_apis_are_made_acceptable_on_both_sides():
    messages = (
        ChatMessage(Role.ASSISTANT, "", (ToolCall("call|1.x", "w", "{}"),)),
        ChatMessage(Role.TOOL, "sun", tool_call_id="call|1.x"),
    )
    sent = body(replace(QUESTION, messages=messages))["messages"]
    assert sent[1]["content"][0]["id"] == "call_1_x" == sent[2]["content"][0]["tool_use_id"]


def test_malformed_arguments_stay_readable_for_the_model():
    message = ChatMessage(Role.ASSISTANT, "", (ToolCall("c", "w", '{"c": Ro'),))
    sent = body(replace(QUESTION, messages=(message,)))["messages"]
    assert sent[1]["content"][0]["input"] == {"malformed_arguments": '{"c": Ro'}


def test_there_is_always_a_limit_and_room_for_thinking_in_it():
    assert body(QUESTION)["max_tokens"] == DEFAULT_ROOM
    assert body(replace(QUESTION, max_output_tokens=300))["max_tokens"] == 300 + THINKING_ROOM


def test_readable_thinking_is_asked_for_in_a_chat_only():
    assert body(QUESTION, wants_thinking=True)["thinking"]["type"] == "adaptive"
    assert "thinking" not in body(QUESTION)


@pytest.mark.parametrize(
    ("complaint", "kept"),
    [
        ("`temperature` is deprecated for this model.", {"thinking"}),
        ("adaptive thinking is not supported on this model", {"temperature"}),
    ],
)
def test_a_field_that_is_refused_is_given_up(complaint: str, kept: set[str]):
    adapted = AnthropicDialect().adapted(complaint)
    assert adapted is not None
    sent = body(replace(QUESTION, temperature=0.5), adapted, wants_thinking=True)
    assert {"temperature", "thinking"} & set(sent) == kept


def test_thinking_whose_signature_is_refused_is_left_out_once():
    complaint = "messages.1.content.0: invalid `signature` in `thinking` block"
    adapted = AnthropicDialect().adapted(complaint)
    assert adapted is not None
    content = body(replace(QUESTION, messages=TURN), adapted)["messages"][1]["content"]
    assert [block["type"] for block in content] == ["text", "tool_use", "tool_use"]
    assert adapted.lasting() == AnthropicDialect()


def test_a_limit_too_large_is_lowered_to_what_the_model_can():
    complaint = "max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens"
    adapted = AnthropicDialect().adapted(complaint)
    assert adapted is not None
    assert body(QUESTION, adapted)["max_tokens"] == 8192
    assert adapted.adapted(complaint) is None
