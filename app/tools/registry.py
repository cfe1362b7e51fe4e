"""The tools by name. One that is switched off is as good as not there: neither shown nor run."""

from collections.abc import Callable, Collection, Sequence

from app.contracts.model_provider import ToolDescription
from app.tools.tool import Tool, ToolContext

SwitchedOff = Callable[[], Collection[str]]


def nothing_switched_off() -> Collection[str]:
    return ()


class ToolRegistry:
    def __init__(
        self, tools: Sequence[Tool], switched_off: SwitchedOff = nothing_switched_off
    ) -> None:
        """`switched_off` is asked each time, so that a setting works at once."""
        self._tools = {tool.definition.name: tool for tool in tools}
        if len(self._tools) != len(tools):
            raise ValueError("two tools have the same name")
        self._switched_off = switched_off

    def names(self) -> tuple[str, ...]:
        """All of them, for the settings page."""
        return tuple(self._tools)

    def find(self, name: str) -> Tool | None:
        return None if name in self._switched_off() else self._tools.get(name)

    def descriptions(self, context: ToolContext) -> tuple[ToolDescription, ...]:
        """What the model may call in this session."""
        off = self._switched_off()
        return tuple(
            tool.definition.for_model()
            for name, tool in self._tools.items()
            if name not in off and (tool.definition.works_in_private or not context.is_private)
        )
