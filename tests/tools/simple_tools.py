"""Small tools for tests of the executor: they answer, wait, crash or write as they are told."""

import asyncio
import threading
from collections.abc import Callable

from app.tools.arguments import Arguments
from app.tools.executor import EndsWithin, Running, ends_within
from app.tools.parameters import Parameter
from app.tools.tool import ToolContext, ToolDefinition, ToolOutcome, ToolSuccess

Work = Callable[[Arguments, ToolContext], ToolOutcome]


class SimpleTool:
    """Implements Tool."""

    def __init__(
        self,
        name: str,
        work: Work | None = None,
        *,
        writes: bool = False,
        seconds: float = 30,
        works_in_private: bool = False,
        parameters: tuple[Parameter, ...] = (),
    ) -> None:
        self.definition = ToolDefinition(
            name, f"Does {name}.", parameters, seconds, writes, works_in_private
        )
        self._work = work

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        if self._work is None:
            return ToolSuccess(f"{self.definition.name} done")
        return self._work(arguments, context)


def time_is_up_when(*moments: threading.Event) -> EndsWithin:
    """A patience that ends with the moments instead of by the clock: the first time the executor
    waits, at the first one, and so on; afterwards a call is waited for until it ends.
    """
    left = list(moments)

    async def ends_by_then(running: Running, seconds: float) -> bool:
        if not left:
            return await ends_within(running, 30)
        await asyncio.to_thread(left.pop(0).wait, 30)
        return running.done()

    return ends_by_then
