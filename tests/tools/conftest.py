"""Every built-in tool over real files, real git and a real database, called as a model would."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.contracts.memory_files import LONG_TERM_PATH, WriteObserver
from app.contracts.model_provider import ToolCall
from app.contracts.search import MemorySearch
from app.memory.search.file_search import FileSearch
from app.storage.memory_files import MemoryFilesOnDisk
from app.tools.built_in import ToolSurroundings, built_in_tools
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.tools.tool import Tool, ToolContext
from app.tools.tool_result import ToolResult
from tests.conftest import House


class Announcements:
    """The real observer, and a list of what it was told."""

    def __init__(self, observer: WriteObserver) -> None:
        self._observer = observer
        self.heard: list[tuple[str, str]] = []

    def __call__(self, path: str, commit_message: str) -> None:
        self.heard.append((path, commit_message))
        self._observer(path, commit_message)


@dataclass(frozen=True)
class Desk:
    house: House
    announcements: Announcements
    surroundings: ToolSurroundings

    def tools(
        self,
        *,
        files: MemoryFilesOnDisk | None = None,
        on_written: WriteObserver | None = None,
        search: MemorySearch | None = None,
    ) -> dict[str, Tool]:
        """The tools by name; a part may be given that fails as a test wants it."""
        usual = self.surroundings
        parts = ToolSurroundings(
            files=files or usual.files,
            on_written=on_written or usual.on_written,
            history=usual.history,
            search=search or usual.search,
            messages=usual.messages,
            sessions=usual.sessions,
            clock=usual.clock,
            exports=usual.exports,
        )
        return {tool.definition.name: tool for tool in built_in_tools(parts)}

    async def call(self, name: str, /, **arguments: object) -> ToolResult:
        return await call(self.tools()[name], json.dumps(arguments))

    def memory_text(self) -> str:
        return self.house.files.read(LONG_TERM_PATH).text


async def call(tool: Tool, arguments_json: str, context: ToolContext | None = None) -> ToolResult:
    """One call through the executor."""
    executor = ToolExecutor(ToolRegistry([tool]))
    wanted = ToolCall("call-1", tool.definition.name, arguments_json)
    (result,) = await executor.run_round([wanted], context or ToolContext("s1"))
    return result


def names_in(folder: Path) -> list[str]:
    return sorted(place.name for place in folder.iterdir())


@pytest.fixture
def desk(house: House) -> Desk:
    announcements = Announcements(house.record_write)
    surroundings = ToolSurroundings(
        files=house.files,
        on_written=announcements,
        history=house.history,
        search=FileSearch(house.files),
        messages=house.messages,
        sessions=house.sessions,
        clock=house.clock,
        exports=house.home / "exports",
    )
    return Desk(house, announcements, surroundings)
