"""What belongs to the chat besides itself, and the ways that lead out of it."""

from collections.abc import Callable
from dataclasses import dataclass

from app.contracts.conversation import InjectedMemory
from app.contracts.search import MemorySource
from app.ui.memory_pages import MemoryPages
from app.ui.navigation import Navigation
from app.ui.screens.chat.memory_sheet import MemorySheetViewModel
from app.ui.screens.chat.reading import ReadingViewModel
from app.ui.screens.chat.view_model import ChatViewModel
from app.ui.screens.memory.view_model import MemoryTab
from app.ui.screens.what_the_model_saw.screen import WhatTheModelSawScreen
from app.ui.screens.what_the_model_saw.view_model import WhatTheModelSawViewModel


@dataclass(frozen=True, slots=True)
class ChatPages:
    """`open_message` opens the conversation a message is in."""

    sheet: MemorySheetViewModel
    reading: ReadingViewModel
    saw: WhatTheModelSawViewModel

    def add_screens(self, navigation: Navigation) -> None:
        navigation.offer_screen("what_the_model_saw", lambda: WhatTheModelSawScreen(self.saw))
        self.saw.on_back = navigation.back

    def connect(
        self,
        chat: ChatViewModel,
        memory: MemoryPages,
        go: Callable[[str], None],
        open_session: Callable[[str], None],
    ) -> None:
        def show_prompt(message_id: str) -> None:
            self.saw.show(message_id)
            go("what_the_model_saw")

        def open_memory(found: InjectedMemory) -> None:
            if found.source == MemorySource.SESSION:
                chat.find_session(found.origin, open_session)
                return
            if found.source == MemorySource.DAILY_LOG and found.date is not None:
                memory.logs.select(found.date)
                memory.memory.choose(MemoryTab.LOGS)
            else:
                memory.memory.choose(MemoryTab.LONG_TERM)
            go("memory")

        def search_memory() -> None:
            memory.memory.choose(MemoryTab.SEARCH)
            go("memory")

        chat.on_show_prompt = show_prompt
        chat.on_search_memory = search_memory
        chat.on_memory_changed = memory.refresh
        self.sheet.on_open = open_memory
        self.sheet.on_forgotten = chat.forgotten
