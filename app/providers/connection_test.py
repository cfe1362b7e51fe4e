"""Does this provider work with this key and address? The answer as a value with a sentence.

Asks for the list of models, which costs nothing, and never for longer than the deadline.
"""

import asyncio
from dataclasses import dataclass

from app.contracts.errors import (
    AuthenticationFailed,
    ProviderError,
    ProviderTimeout,
    ProviderUnreachable,
)
from app.contracts.model_provider import ModelInfo, ModelProvider

DEFAULT_DEADLINE = 20.0


@dataclass(frozen=True, slots=True)
class Ok:
    models: tuple[ModelInfo, ...]

    @property
    def sentence(self) -> str:
        match len(self.models):
            case 0:
                return "It works, but the server offers no model."
            case 1:
                return "It works. One model is available."
            case count:
                return f"It works. {count} models are available."


@dataclass(frozen=True, slots=True)
class AuthFailed:
    sentence: str


@dataclass(frozen=True, slots=True)
class Unreachable:
    sentence: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    sentence: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Reached, but the answer was a refusal or made no sense."""

    sentence: str


ConnectionOutcome = Ok | AuthFailed | Unreachable | TimedOut | Failed


async def check_connection(
    provider: ModelProvider, *, deadline: float = DEFAULT_DEADLINE
) -> ConnectionOutcome:
    try:
        async with asyncio.timeout(deadline):
            return Ok(await provider.list_models())
    except TimeoutError:
        return TimedOut("The server did not answer in time.")
    except AuthenticationFailed as error:
        return AuthFailed(error.sentence)
    except ProviderUnreachable as error:
        return Unreachable(error.sentence)
    except ProviderTimeout as error:
        return TimedOut(error.sentence)
    except ProviderError as error:
        return Failed(error.sentence)
