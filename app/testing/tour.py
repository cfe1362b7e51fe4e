"""Leads through every screen of the open app and takes a picture of each, for the demo.

It goes the ways that the screens themselves offer and changes nothing that is remembered.
"""

from pathlib import Path

from app.testing.app_driver import AppDriver
from app.ui.screens.memory.view_model import MemoryTab

WIDE = (1180, 800)
PHONE = (412, 846)
TABS = {
    MemoryTab.LONG_TERM: "05-memory-long-term",
    MemoryTab.LOGS: "06-daily-logs",
    MemoryTab.SEARCH: "07-search",
    MemoryTab.FILES: "20-files",
    MemoryTab.STATS: "08-stats",
}
PAGES = {
    "memory_text": "11-memory-as-text",
    "memory_export": "21-export",
    "memory_import": "22-import",
    "delete_everything": "23-delete-everything",
}
SETTINGS = {
    "settings": "30-settings",
    "models": "31-models",
    "agents": "33-agents",
    "memory_settings": "35-memory-settings",
    "appearance": "36-appearance",
    "usage": "37-usage",
    "about": "38-about",
}


class Tour:
    def __init__(self, driver: AppDriver, pictures: Path) -> None:
        self._driver = driver
        self._pictures = pictures

    async def picture(self, name: str) -> None:
        await self._driver.settled()
        self._driver.take_picture(self._pictures / f"{name}.png")

    async def memory_pages(self) -> None:
        pages = self._driver.parts.memory
        pages.search.typed("film cameras")
        for tab, name in TABS.items():
            pages.memory.choose(tab)
            await self._page("memory", name)
        for screen, name in PAGES.items():
            await self._page(screen, name)
        await self._page("history", "09-history")
        pages.history.open(pages.history.state.rows[0].sha)
        await self.picture("10-diff-sheet")
        pages.history.close()
        self._driver.app.navigation.go("chat")

    async def settings_pages(self) -> None:
        settings = self._driver.parts.settings
        for screen, name in SETTINGS.items():
            await self._page(screen, name)
        settings.models.on_add()
        await self.picture("12-add-model")
        settings.agents.on_create()
        await self.picture("34-agent")
        self._driver.app.navigation.go("chat")

    async def what_stands_behind_an_answer(self) -> None:
        chat, pages = self._driver.parts.chat, self._driver.parts.chat_pages
        answer = chat.state.rows[-1]
        pages.sheet.show(answer.memories)
        await self.picture("03-memory-sheet-dark")
        pages.sheet.close()
        chat.on_show_prompt(answer.id)
        await self.picture("13-what-the-model-saw-dark")
        self._driver.app.navigation.go("chat")

    async def wide_window(self) -> None:
        await self._driver.resize(*WIDE)
        await self.picture("16-wide-dark")
        await self._driver.resize(*PHONE)

    async def _page(self, screen: str, name: str) -> None:
        self._driver.app.navigation.go(screen)
        await self.picture(name)
