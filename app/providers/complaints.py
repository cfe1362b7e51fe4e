"""What a server says when something is wrong, in the shapes the APIs use, brought into one.

Reads error bodies and errors inside a stream; decides nothing about what they mean.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from app.providers.json_shapes import (
    JsonObject,
    as_list,
    as_object,
    decoded,
    number_at,
    object_at,
    objects_at,
    text_at,
)

Clean = Callable[[str], str]
_LONGEST_MESSAGE = 400
_DELAY = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s")
# Errors inside a stream carry a kind instead of an HTTP status.
_STATUS_OF_KIND = {
    "invalid_request_error": 400,
    "invalid_argument": 400,
    "context_length_exceeded": 400,
    "exceed_context_size_error": 400,
    "failed_precondition": 400,
    "authentication_error": 401,
    "unauthenticated": 401,
    "invalid_api_key": 401,
    "billing_error": 402,
    "permission_error": 403,
    "permission_denied": 403,
    "not_found_error": 404,
    "not_found": 404,
    "model_not_found": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "resource_exhausted": 429,
    "insufficient_quota": 429,
    "overloaded_error": 529,
    "overloaded": 529,
    "unavailable": 503,
    "timeout_error": 504,
    "deadline_exceeded": 504,
}


@dataclass(frozen=True, slots=True)
class Complaint:
    message: str = ""
    kinds: tuple[str, ...] = ()
    status: int | None = None
    retry_delay: timedelta | None = None

    def is_any_of(self, *kinds: str) -> bool:
        return any(kind in kinds for kind in self.kinds)


def complaint_in_body(body: bytes) -> Complaint:
    """The complaint of an error answer, empty if it is in no form we know."""
    value = decoded(body)
    wrapped = as_list(value)  # Gemini puts errors in a list where it would have streamed one
    return complaint_in(as_object(wrapped[0] if wrapped else value)) or Complaint()


def complaint_in(answer: JsonObject, clean: Clean = str) -> Complaint | None:
    """None when the object is no complaint at all. `clean` takes an echoed key out of its text."""
    if error := object_at(answer, "error"):
        return _from_object(error, clean)
    message = text_at(answer, "error")
    if not message and "choices" not in answer and "candidates" not in answer:
        message = text_at(answer, "message") or text_at(answer, "detail")
    if not message:
        return None
    return Complaint(_shortened(clean(message)), (clean(text_at(answer, "code")).lower(),))


def _from_object(error: JsonObject, clean: Clean) -> Complaint:
    named = (clean(text_at(error, key)).lower() for key in ("type", "code", "status"))
    kinds = tuple(kind for kind in named if kind)
    details = objects_at(error, "details")
    reasons = tuple(text_at(detail, "reason").lower() for detail in details)
    nested = text_at(object_at(error, "details"), "error_code").lower()
    status = number_at(error, "code")
    if status is None or not 400 <= status <= 599:
        status = next((_STATUS_OF_KIND[kind] for kind in kinds if kind in _STATUS_OF_KIND), None)
    return Complaint(
        message=_shortened(clean(text_at(error, "message"))),
        kinds=tuple(kind for kind in (*kinds, *reasons, nested) if kind),
        status=status,
        retry_delay=_retry_delay(details),
    )


def _retry_delay(details: list[JsonObject]) -> timedelta | None:
    """Gemini names the wait in the body: `{"@type": "…RetryInfo", "retryDelay": "34.5s"}`."""
    for detail in details:
        if match := _DELAY.fullmatch(text_at(detail, "retryDelay")):
            return timedelta(seconds=float(match.group(1)))
    return None


def _shortened(message: str) -> str:
    message = " ".join(message.split())
    return message if len(message) <= _LONGEST_MESSAGE else message[: _LONGEST_MESSAGE - 1] + "…"
