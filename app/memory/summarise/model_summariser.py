"""Has a language model summarise a conversation, and judges what it sends back.

A reply that is no summary is refused and the caller lets the extractive summariser write; a model
that cannot be asked is something else: then nothing is written and the job is tried again (S2.6).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from app.contracts.conversation import Message, TokenUsage
from app.contracts.errors import ContextTooLong, ProviderError, ProviderTimeout
from app.contracts.model_provider import ChatMessage, ChatRequest, ModelProvider, Role
from app.memory.summarise.facts import Fact, without_repeats
from app.memory.summarise.reply_checks import Refusal, refusal_of, without_dictated_facts
from app.memory.summarise.summary_prompt import SYSTEM_PROMPT, summary_prompt
from app.memory.summarise.summary_reply import SummaryReply, bullet_lines, parse_reply
from app.memory.summarise.transcript import transcript_lines
from app.memory.summarise.windows import TokenEstimate, Window, halves, split_into_windows

UNKNOWN_CONTEXT = 8_192
LARGEST_WINDOW = 24_000
"""Tokens of conversation at once: beyond this models begin to skip what stands in the middle."""

OUTPUT_TOKENS = 4_096
"""Far more than the bullets need: some models think first, on the same account (PITFALLS 9)."""

PATIENCE_SECONDS = 900.0
"""For one window. A server that keeps sending signs of life and never ends must not hold a worker
for ever; a small machine that thinks for ten minutes may do so.
"""

_SMALLEST_WINDOW = 256
_MOST_HALVINGS = 4


@dataclass(frozen=True, slots=True)
class Summarised:
    """`summary` is bullets, never empty."""

    summary: str
    facts: tuple[Fact, ...]
    usage: TokenUsage


@dataclass(frozen=True, slots=True)
class Refused:
    reason: Refusal


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No network, no key, no quota, a broken server: the same call may work later."""

    error: ProviderError


SummaryOutcome = Summarised | Refused | Unreachable


@dataclass(frozen=True, slots=True)
class _Read:
    reply: SummaryReply
    usage: TokenUsage


class ModelSummariser:
    """`context_window` None: unknown, so a small one is assumed."""

    def __init__(
        self,
        provider: ModelProvider,
        model: str,
        context_window: int | None,
        estimate: TokenEstimate,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._provider = provider
        self._model = model
        self._estimate = estimate
        self._patience = patience
        self._context = context_window or UNKNOWN_CONTEXT
        self._output_tokens = min(OUTPUT_TOKENS, self._context // 4)

    async def summarise(self, messages: Sequence[Message]) -> SummaryOutcome:
        """All windows of one flush become one summary; one bad window spoils it."""
        windows = split_into_windows(
            transcript_lines(messages), self._token_budget(), self._estimate
        )
        read: list[_Read] = []
        for number, window in enumerate(windows, 1):
            try:
                outcome = await self._summarise_window(window, number, len(windows))
            except ProviderError as error:
                return Unreachable(error)
            if isinstance(outcome, Refusal):
                return Refused(outcome)
            read.extend(outcome)
        return _joined(read) if read else Refused(Refusal.EMPTY)

    def _token_budget(self) -> int:
        asking = self._estimate(SYSTEM_PROMPT + summary_prompt((), 1, 1))
        left = self._context - asking - self._output_tokens
        # A tenth stays free: every estimate is wrong somewhere.
        return max(min(left * 9 // 10, LARGEST_WINDOW), _SMALLEST_WINDOW)

    async def _summarise_window(
        self, window: Window, number: int, count: int, halvings: int = _MOST_HALVINGS
    ) -> list[_Read] | Refusal:
        try:
            outcome = await self._ask(window, number, count)
        except ContextTooLong:
            outcome = Refusal.TOO_LONG
        if not isinstance(outcome, Refusal):
            return [outcome]
        parts = halves(window)
        is_too_much = outcome in {Refusal.TOO_LONG, Refusal.CUT_OFF}
        if not is_too_much or not halvings or len(parts) < 2:
            return outcome
        # An answer that was cut off is tried once in halves; a window that is too long, longer.
        left = halvings - 1 if outcome is Refusal.TOO_LONG else 0
        read: list[_Read] = []
        for part in parts:
            half = await self._summarise_window(part, number, count, left)
            if isinstance(half, Refusal):
                return half
            read.extend(half)
        return read

    async def _ask(self, window: Window, number: int, count: int) -> _Read | Refusal:
        request = ChatRequest(
            model=self._model,
            system=SYSTEM_PROMPT,
            messages=(ChatMessage(Role.USER, summary_prompt(window, number, count)),),
            max_output_tokens=self._output_tokens,
        )
        try:
            async with asyncio.timeout(self._patience):
                completion = await self._provider.complete(request)
        except TimeoutError as error:
            raise ProviderTimeout("The model took too long to answer.") from error
        said = [line.text for line in window]
        reply = without_dictated_facts(parse_reply(completion.text), said)
        refusal = refusal_of(completion, reply, said)
        return refusal or _Read(reply, completion.usage)


def _joined(read: list[_Read]) -> Summarised:
    facts = without_repeats([fact for part in read for fact in part.reply.facts])
    bullets = [line[2:] for part in read for line in part.reply.summary.splitlines()]
    usage = TokenUsage(
        sum(part.usage.input_tokens for part in read),
        sum(part.usage.output_tokens for part in read),
    )
    # A reply with facts alone still happened today: the log says so too.
    lines = bullet_lines(bullets or [fact.text for fact in facts])
    return Summarised("\n".join(lines), facts, usage)
