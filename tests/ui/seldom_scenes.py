"""What is seldom on the screen: a first run with a server nearby, a table while it comes, no room
left in memory, nothing found, a wide window.
"""

# pyright: basic
# Kivy and KivyMD carry no types.

from dataclasses import replace

from app.contracts.model_provider import ModelInfo
from app.contracts.provider_setup import FoundServer
from app.ui.screens.chat.model_card import ModelCardState
from app.ui.screens.chat.rows import ChatRow
from app.ui.screens.chat.state import ChatState
from app.ui.screens.memory.view_model import MemoryTab
from app.ui.screens.memory_long_term.tidy import TidyState
from tests.ui.furniture import TALK
from tests.ui.scenes import Prepare
from tests.ui.showroom import Showroom

NEARBY = FoundServer("Ollama", "http://127.0.0.1:11434", (ModelInfo("qwen3:4b", "qwen3:4b"),))
TABLE = """Since you wanted to see the **Kunsthaus** and your train arrives at 08:56:

| Time | What | Dry? |
|---|---|---|
| 09:15 | Breakfast at the station | yes |
| 10:30 | Kunsthaus, new wing first | yes |
| 14:00 | Tram 6 to the zoo hall | mostly |

In the evening, the small cinema near the river shows"""


async def first_run_with_a_server(room: Showroom) -> None:
    room.parts.chat.new_chat()
    await room.go("chat")
    room.parts.settings.card.observable.update(ModelCardState(is_wanted=True, found=NEARBY))
    await room.settle()


async def a_table_comes(room: Showroom) -> None:
    room.parts.settings.card.observable.update(ModelCardState())
    model = room.parts.chat
    model.new_chat()
    await room.go("chat")
    asked = ChatRow("asked", "Plan Saturday, please. Rain is likely.", is_mine=True)
    tools = "Searched your memory · 4 found"
    answer = ChatRow("growing", TABLE, is_mine=False, is_growing=True, tools=tools)
    model.observable.update(
        ChatState(title="Weekend in Zürich", rows=(asked, answer), is_answering=True)
    )
    await room.settle()


async def too_much_to_send(room: Showroom) -> None:
    room.parts.chat.observable.update(ChatState())
    room.parts.memory.tidy.observable.update(TidyState())
    room.parts.memory.memory.choose(MemoryTab.LONG_TERM)
    await room.go("memory")
    page = room.parts.memory.long_term
    advice = "Over 200 lines: only the best matching part is sent to the model."
    page.observable.update(replace(page.state, advice=advice))
    await room.settle()


async def nothing_found(room: Showroom) -> None:
    room.parts.memory.memory.choose(MemoryTab.SEARCH)
    await room.go("memory")
    room.parts.memory.search.typed("submarine")
    await room.settle()


async def wide_chat(room: Showroom) -> None:
    await room.resize(1180, 800)
    room.parts.chat.open_session(TALK)
    await room.go("chat")


async def wide_memory(room: Showroom) -> None:
    page = room.parts.memory.long_term
    page.observable.update(replace(page.state, advice=""))
    room.parts.memory.memory.choose(MemoryTab.LONG_TERM)
    await room.go("memory")


SELDOM: tuple[Prepare, ...] = (
    *(first_run_with_a_server, a_table_comes, too_much_to_send, nothing_found),
)
WIDE: tuple[Prepare, ...] = (wide_chat, wide_memory)
