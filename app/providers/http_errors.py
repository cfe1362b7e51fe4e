"""HTTP answers that are no success, and errors inside a stream, as errors with a sentence.

Never puts a key, a header or a whole body into a text a person or a log may see.
"""

from dataclasses import dataclass
from datetime import timedelta

from app.contracts.errors import (
    AuthenticationFailed,
    ContextTooLong,
    ProviderBroken,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    RequestRefused,
)
from app.providers.complaints import Complaint
from app.providers.failure import Failure

_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "maximum context length",
    "context window",
    "context size",
    "context length",
    "prompt is too long",
    "input is too long",
    "input token count",
    "exceeds the maximum number of tokens",
)
_OUT_OF_CREDIT = (
    "insufficient_quota",
    "enforced_spend_limit_reached",
    "billing_hard_limit_reached",
)
_WRONG_KEY = ("api_key_invalid", "invalid_api_key", "authentication_error", "unauthenticated")
_NEVER_BETTER = (501, 505)
_SOON_BETTER = (408, 409, 425, 429)


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """An answer other than 200, or a complaint inside a stream, read but not yet judged.

    `names_model`: whether the request was about one model, or only asked which there are.
    """

    status: int
    complaint: Complaint
    raw_text: str = ""
    is_web_page: bool = False
    names_model: bool = True
    retry_after: timedelta | None = None


def failure_for(answer: ErrorAnswer, who: str) -> Failure:
    wait = answer.retry_after if answer.retry_after is not None else answer.complaint.retry_delay
    is_form_refused = answer.status in (400, 404, 422)
    error = _error_for(answer, who, wait)
    return Failure(
        error=error,
        may_pass=_may_pass(answer, error),
        wait=wait,
        complaint=answer.raw_text.lower() if is_form_refused else "",
    )


def failure_in_stream(complaint: Complaint, who: str) -> Failure:
    """A complaint that came after a good status: its own kind says what it would have been."""
    answer = ErrorAnswer(complaint.status or 500, complaint, raw_text=complaint.message)
    return failure_for(answer, who)


def _may_pass(answer: ErrorAnswer, error: ProviderError) -> bool:
    if isinstance(error, AuthenticationFailed | ContextTooLong):
        return False
    if answer.complaint.is_any_of(*_OUT_OF_CREDIT):
        return False
    if answer.status in _SOON_BETTER:
        return True
    return answer.status >= 500 and answer.status not in _NEVER_BETTER


def _error_for(answer: ErrorAnswer, who: str, wait: timedelta | None) -> ProviderError:
    if answer.complaint.is_any_of(*_WRONG_KEY):
        return _wrong_key(answer, who)
    if _is_too_long(answer):
        return ContextTooLong(
            "This conversation is too long for the model.", detail=_detail(answer)
        )
    match answer.status:
        case 401 | 403:
            return _wrong_key(answer, who)
        case 402:
            return RequestRefused(f"{who} wants payment: {_said(answer)}", detail=_detail(answer))
        case 404:
            return _not_found(answer, who)
        case 408 | 504:
            return ProviderTimeout(f"{who} took too long to answer.", detail=_detail(answer))
        case 429:
            return _rate_limited(answer, who, wait)
        case status if 300 <= status < 400:
            return RequestRefused(
                f"{who} points to another address. Please check the base address.",
                detail=_detail(answer),
            )
        case status if status < 500:
            return _refused(answer, who)
        case _:
            return _broken(answer, who)


def _wrong_key(answer: ErrorAnswer, who: str) -> ProviderError:
    if answer.status == 403 and not answer.complaint.is_any_of(*_WRONG_KEY):
        sentence = f"{who} does not allow this with your key: {_said(answer)}"
    else:
        sentence = f"{who} did not accept the key. Please check it in the settings."
    return AuthenticationFailed(sentence, detail=_detail(answer))


def _is_too_long(answer: ErrorAnswer) -> bool:
    if answer.status == 413:
        return True
    if answer.status not in (400, 422, 500):
        return False
    said = " ".join((*answer.complaint.kinds, answer.complaint.message.lower()))
    return any(sign in said for sign in _TOO_LONG)


def _not_found(answer: ErrorAnswer, who: str) -> ProviderError:
    if answer.is_web_page or not answer.complaint.message or not answer.names_model:
        sentence = f"{who} has nothing at this address. Please check the base address."
    else:
        sentence = f"{who} does not know this model: {answer.complaint.message}"
    return RequestRefused(sentence, detail=_detail(answer))


def _rate_limited(answer: ErrorAnswer, who: str, wait: timedelta | None) -> ProviderError:
    if answer.complaint.is_any_of(*_OUT_OF_CREDIT):
        sentence = f"Your credit or quota with {who} is used up."
    elif wait is not None:
        seconds = max(1, round(wait.total_seconds()))
        sentence = f"{who} asks for a pause of {seconds} seconds: too many requests."
    else:
        sentence = f"{who} asks for a pause: too many requests."
    return RateLimited(sentence, detail=_detail(answer), retry_after=wait)


def _refused(answer: ErrorAnswer, who: str) -> ProviderError:
    return RequestRefused(f"{who} refused the request: {_said(answer)}", detail=_detail(answer))


def _broken(answer: ErrorAnswer, who: str) -> ProviderError:
    if answer.status in (503, 529):
        sentence = f"{who} is overloaded at the moment. Please try again in a while."
    elif answer.complaint.message:
        sentence = f"{who} reports an error: {answer.complaint.message}"
    else:
        sentence = f"{who} has a problem of its own at the moment ({answer.status})."
    return ProviderBroken(sentence, detail=_detail(answer))


def _said(answer: ErrorAnswer) -> str:
    if answer.complaint.message:
        return answer.complaint.message
    if answer.is_web_page:
        return "it sent a web page instead of an answer (is the address right?)."
    return f"status {answer.status}."


def _detail(answer: ErrorAnswer) -> str:
    return " ".join((f"status {answer.status}", *answer.complaint.kinds))
