from dataclasses import replace
from typing import Any

from app.contracts.model_provider import ChatMessage, ChatRequest, Role, ToolCall
from app.providers.drafts import new_call_id
from app.providers.gemini_request import GeminiDialect, gemini_body
from app.providers.replay import THINKING_ROOM
from tests.providers.scripts import LOOK_UP, QUESTION

CALLS = (
    ToolCall("fc-1", "w", '{"c": "Rome"}', "sig=="),
    ToolCall("fc-2", "w", '{"c": "Oslo"}'),
)
TURN = (
    ChatMessage(Role.USER, "Weather?"),
    ChatMessage(Role.ASSISTANT, "Looking.", CALLS),
    ChatMessage(Role.TOOL, "sun", tool_call_id="fc-1", tool_name="w"),
    ChatMessage(Role.TOOL, "broken", tool_call_id="fc-2", is_error=True),
)


def body(
    request: ChatRequest, dialect: GeminiDialect | None = None, *, wants_thinking: bool = False
) -> Any:
    return gemini_body(request, dialect or GeminiDialect(), wants_thinking=wants_thinking)


def test_a_turn_with_parallel_calls_goes_back_whole():
    assert body(replace(QUESTION, messages=TURN))["contents"] == [
        {"role": "user", "parts": [{"text": "Weather?"}]},
        {
            "role": "model",
            "parts": [
                {"text": "Looking."},
                {
                    "functionCall": {"name": "w", "args": {"c": "Rome"}, "id": "fc-1"},
                    "thoughtSignature": "sig==",
                },
                {"functionCall": {"name": "w", "args": {"c": "Oslo"}, "id": "fc-2"}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"name": "w", "response": {"output": "sun"}, "id": "fc-1"}},
                {"functionResponse": {"name": "w", "response": {"error": "broken"}, "id": "fc-2"}},
            ],
        },
    ]


def test_an_id_of_our_own_is_neither_sent_nor_taken_for_a_name():
    own = new_call_id()
    messages = (
        ChatMessage(Role.USER, "?"),
        ChatMessage(Role.ASSISTANT, "", (ToolCall(own, "w", "{}"),)),
        ChatMessage(Role.TOOL, "sun", tool_call_id=own, tool_name="w"),
    )
    sent = body(replace(QUESTION, messages=messages))["contents"]
    assert sent[1]["parts"] == [{"functionCall": {"name": "w", "args": {}}}]
    assert sent[2]["parts"] == [{"functionResponse": {"name": "w", "response": {"output": "sun"}}}]


def test_system_tools_and_limits_have_their_places():
    sent = body(replace(QUESTION, max_output_tokens=300, temperature=0.5), wants_thinking=True)
    assert sent["systemInstruction"] == {"parts": [{"text": "You remember."}]}
    declared = sent["tools"][0]["functionDeclarations"][0]
    assert declared["parametersJsonSchema"] == LOOK_UP.parameters
    assert sent["generationConfig"] == {
        "maxOutputTokens": 300 + THINKING_ROOM,
        "temperature": 0.5,
        "thinkingConfig": {"includeThoughts": True},
    }


def test_nothing_is_sent_that_was_not_asked_for():
    sent = body(ChatRequest("m", "", (ChatMessage(Role.USER, "Hi"),)))
    assert sent == {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}


def test_a_conversation_that_begins_with_an_answer_gets_an_opening():
    sent = body(replace(QUESTION, messages=(ChatMessage(Role.ASSISTANT, "Hello"),)))["contents"]
    assert [content["role"] for content in sent] == ["user", "model"]


def test_a_missing_signature_is_filled_in_when_the_server_asks_for_it():
    unsigned = replace(TURN[1], tool_calls=(ToolCall("a", "w", "{}"), ToolCall("b", "w", "{}")))
    request = replace(QUESTION, messages=(TURN[0], unsigned))
    adapted = GeminiDialect().adapted("function call is missing a thought_signature in …")
    assert adapted is not None
    first, second = body(request, adapted)["contents"][1]["parts"][1:]
    assert first["thoughtSignature"] == "skip_thought_signature_validator"
    assert "thoughtSignature" not in second
    assert adapted.lasting() == GeminiDialect()


def test_signatures_another_model_made_are_given_up():
    dialect = GeminiDialect().adapted("corrupted thought signature.")
    assert dialect is not None
    dialect = dialect.adapted("corrupted thought signature.")
    assert dialect is not None
    parts = body(replace(QUESTION, messages=TURN), dialect)["contents"][1]["parts"]
    assert parts[1]["thoughtSignature"] == "skip_thought_signature_validator"
    assert dialect.adapted("corrupted thought signature.") is None


def test_models_that_do_not_think_are_not_asked_to_show_it():
    adapted = GeminiDialect().adapted("thinking is not enabled for this model")
    assert adapted is not None
    assert "generationConfig" not in body(QUESTION, adapted, wants_thinking=True)
    assert adapted.lasting() == adapted
