"""What goes wrong between here and the server (name, route, certificate, silence), in sentences.

Never quotes the exception: its text may hold a header, and with it the key.
"""

import socket
import ssl
from collections.abc import Iterator
from typing import cast

import httpx

from app.contracts.errors import (
    ProviderBroken,
    ProviderError,
    ProviderTimeout,
    ProviderUnreachable,
)
from app.providers.failure import Failure

TransportProblem = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError)


def failure_of_transport(problem: Exception, who: str) -> Failure:
    detail = _chain_of_names(problem)
    match problem:
        case httpx.ConnectTimeout():
            sentence = f"{who} could not be reached in time. Is the network working?"
            return Failure(ProviderTimeout(sentence, detail=detail), may_pass=True)
        case httpx.TimeoutException():
            return Failure(
                ProviderTimeout(f"{who} stopped answering in the middle.", detail=detail)
            )
        case httpx.ConnectError():
            return _failure_to_connect(problem, who, detail)
        case httpx.InvalidURL() | httpx.UnsupportedProtocol() | httpx.LocalProtocolError():
            return failure_of_address(who, detail)
        case httpx.DecodingError():
            sentence = f"{who} sent an answer that could not be unpacked."
            return Failure(ProviderBroken(sentence, detail=detail))
        case _:
            sentence = f"The connection to {who} broke off."
            return Failure(ProviderUnreachable(sentence, detail=detail), may_pass=True)


def failure_of_address(who: str, detail: str = "") -> Failure:
    sentence = f"The address of {who} cannot be used. Please check the base address."
    return Failure(ProviderUnreachable(sentence, detail=detail))


def _failure_to_connect(problem: Exception, who: str, detail: str) -> Failure:
    causes = tuple(_causes(problem))
    for cause in causes:
        match cause:
            case ssl.SSLCertVerificationError():
                sentence = f"The certificate of {who} is not trusted, so nothing was sent."
                return Failure(ProviderUnreachable(sentence, detail=detail))
            case ssl.SSLError():
                sentence = (
                    f"No secure connection to {who} was possible. "
                    "If the server has no certificate, its address begins with http://."
                )
                return Failure(ProviderUnreachable(sentence, detail=detail))
            case socket.gaierror():
                return _may_pass(f"{who} was not found. Is there a network connection?", detail)
            case ConnectionRefusedError():
                return _may_pass(f"{who} does not answer at this address. Is it running?", detail)
            case _:
                continue
    return _may_pass(f"{who} could not be reached. Is the network working?", detail)


def _may_pass(sentence: str, detail: str) -> Failure:
    error: ProviderError = ProviderUnreachable(sentence, detail=detail)
    return Failure(error, may_pass=True)


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """The problem and everything below it; groups hold one cause per address that was tried."""
    pending: list[BaseException] = [problem]
    seen: set[int] = set()
    while pending:
        current = pending.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, BaseExceptionGroup):
            pending.extend(cast("BaseExceptionGroup[BaseException]", current).exceptions)
        pending.extend(
            below for below in (current.__cause__, current.__context__) if below is not None
        )


def _chain_of_names(problem: BaseException) -> str:
    names = dict.fromkeys(type(cause).__name__ for cause in _causes(problem))
    return " < ".join(names)
