import json
from datetime import timedelta

import pytest

from app.contracts.errors import (
    AuthenticationFailed,
    ContextTooLong,
    ProviderError,
    RateLimited,
    RequestRefused,
)
from app.providers.complaints import Complaint, complaint_in, complaint_in_body
from app.providers.http_errors import ErrorAnswer, failure_for

INVALID_GEMINI_KEY = json.dumps(
    [{"error": {"code": 400, "message": "Bad", "details": [{"reason": "API_KEY_INVALID"}]}}]
).encode()


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (400, b'{"error":{"code":"context_length_exceeded","message":"x"}}', ContextTooLong),
        (
            400,
            b'{"error":{"message":"prompt is too long: 210000 tokens > 200000"}}',
            ContextTooLong,
        ),
        (400, b'{"error":{"type":"exceed_context_size_error","message":"x"}}', ContextTooLong),
        (400, b'[{"error":{"message":"The input token count exceeds"}}]', ContextTooLong),
        (400, INVALID_GEMINI_KEY, AuthenticationFailed),
        (401, b'{"message":"Unauthorized"}', AuthenticationFailed),
        (403, b'{"error":{"message":"Region"}}', AuthenticationFailed),
        (404, b'{"error":{"message":"model gpt-9 not found"}}', RequestRefused),
        (404, b"", RequestRefused),
        (429, b'{"error":"slow down"}', RateLimited),
        (422, b'{"detail":"field required"}', RequestRefused),
    ],
)
def test_what_each_vendor_says_becomes_one_error(
    status: int, body: bytes, expected: type[ProviderError]
):
    failure = failure_for(ErrorAnswer(status, complaint_in_body(body)), "Vendor")
    assert type(failure.error) is expected
    assert failure.error.sentence


def test_the_vendors_own_words_reach_the_person_where_they_help():
    complaint = Complaint("The model `gpt-9` does not exist")
    assert "`gpt-9`" in failure_for(ErrorAnswer(404, complaint), "OpenAI").error.sentence


def test_a_list_that_is_not_there_is_about_the_address_and_not_about_a_model():
    answer = ErrorAnswer(404, Complaint("Not Found"), names_model=False)
    assert "at this address" in failure_for(answer, "OpenAI").error.sentence


def test_long_messages_are_shortened_to_one_line():
    complaint = complaint_in({"error": {"message": "word\n" * 1_000}})
    assert complaint is not None
    assert len(complaint.message) <= 400
    assert "\n" not in complaint.message


def test_a_wait_is_named_in_the_sentence_and_carried_along():
    answer = ErrorAnswer(429, Complaint(), retry_after=timedelta(seconds=42))
    error = failure_for(answer, "Vendor").error
    assert isinstance(error, RateLimited)
    assert error.retry_after == timedelta(seconds=42)
    assert "42 seconds" in error.sentence


def test_what_is_too_long_stays_too_long_even_as_a_server_error():
    complaint = Complaint("the request exceeds the available context size")
    failure = failure_for(ErrorAnswer(500, complaint), "llama.cpp")
    assert isinstance(failure.error, ContextTooLong)
    assert not failure.may_pass


def test_a_spending_limit_does_not_pass_by_waiting():
    complaint = complaint_in(
        {
            "error": {
                "type": "rate_limit_error",
                "message": "x",
                "details": {"error_code": "enforced_spend_limit_reached"},
            }
        }
    )
    assert complaint is not None
    assert not failure_for(ErrorAnswer(429, complaint), "Anthropic").may_pass


@pytest.mark.parametrize("answer", [{}, {"choices": []}, {"message": {}, "choices": []}])
def test_an_answer_is_no_complaint(answer: dict[str, object]):
    assert complaint_in(answer) is None
