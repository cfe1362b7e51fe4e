"""Every screen, sheet and question of the app, one after another, ready to be looked at."""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from app.contracts.provider_setup import ConnectionFailed, FailureCause
from app.memory.text.word_diff import word_diff
from app.ui.screens.chat.memory_sheet import MemorySheetViewModel
from app.ui.screens.chat.rows import ChatRow
from app.ui.screens.memory.view_model import MemoryTab
from app.ui.screens.memory_long_term.tidy import TidyStep
from tests.ui.furniture import AGENT, ANSWER_WITH_MEMORIES, LOG_DAYS, OTHER_TALK, PROVIDER, TALK
from tests.ui.samples import CONVERSATION_TITLE
from tests.ui.showroom import Showroom

Prepare = Callable[[Showroom], Awaitable[None]]


async def first_run(room: Showroom) -> None:
    room.parts.chat.new_chat()
    await room.go("chat")


async def private_chat(room: Showroom) -> None:
    room.parts.chat.new_chat(is_private=True)
    await room.go("chat")


async def chat(room: Showroom) -> None:
    state = room.parts.chat.state
    if state.edits:
        room.parts.chat.cancel_edit()
        await room.settle()
    is_changed = state.session_id != TALK or state.is_answering
    if is_changed or room.app.navigation.current != "chat":
        await first_run(room)  # whatever the scene before made of the conversation
        room.parts.chat.open_session(TALK)
        await room.settle()
    else:
        room.close_overlays()
        room.app.navigation.close_drawer()
        await room.until_at_rest()


async def failed_answer(room: Showroom) -> None:
    room.parts.chat.open_session(OTHER_TALK)
    await room.go("chat")


async def editing(room: Showroom) -> None:
    await chat(room)
    room.parts.chat.begin_edit()
    await room.settle()
    room.find("ComposerInput").focus = False
    await room.settle()


async def answering(room: Showroom) -> None:
    """An answer that grows, and a message that waits for its end."""
    await chat(room)
    model = room.parts.chat
    growing = ChatRow("growing", "", is_mine=False, is_growing=True, activity="Thinking …")
    rows = (*model.state.rows, ChatRow("asked", "And the rest?", is_mine=True), growing)
    model.observable.update(
        replace(model.state, rows=rows, is_answering=True, queued="Then thank Lena, please.")
    )
    await room.settle()


async def answer_menu(room: Showroom) -> None:
    await chat(room)
    screen = room.find("ChatScreen")
    screen.open_answer_menu(_answer(room))
    await room.settle()


async def select_text(room: Showroom) -> None:
    await answer_menu(room)
    room.find("ActionRow", "Select text").dispatch("on_release")
    await room.settle()


async def who_answers(room: Showroom) -> None:
    await chat(room)
    room.parts.chat.ask_for_agent()
    await room.settle()


async def memory_sheet(room: Showroom) -> None:
    await chat(room)
    _sheet(room).show(_answer(room).memories)
    await room.settle()


async def forget_question(room: Showroom) -> None:
    await memory_sheet(room)
    sheet = _sheet(room)
    sheet.observable.update(replace(sheet.state, question=("- Prefers pgloader over dumps",)))
    await room.settle()


async def drawer(room: Showroom) -> None:
    await chat(room)
    room.app.navigation.open_drawer()
    await room.until_at_rest()


async def what_the_model_saw(room: Showroom) -> None:
    await chat(room)
    room.parts.chat.on_show_prompt(ANSWER_WITH_MEMORIES)
    await room.settle()


async def settings(room: Showroom) -> None:
    await room.go("settings")


async def models(room: Showroom) -> None:
    await room.go("models")


async def add_model(room: Showroom) -> None:
    room.parts.settings.models.on_add()
    await room.settle()


async def refused_model(room: Showroom) -> None:
    await add_model(room)
    form = room.parts.settings.add_model
    problem = ConnectionFailed(FailureCause.AUTHENTICATION, "The server refused this key.")
    form.observable.update(replace(form.state, result=problem))
    await room.settle()


async def change_model(room: Showroom) -> None:
    room.parts.settings.models.on_edit(PROVIDER)
    await room.settle()


async def agents(room: Showroom) -> None:
    await room.go("agents")


async def edit_agent(room: Showroom) -> None:
    room.parts.settings.agents.on_open(AGENT)
    await room.settle()


async def memory_settings(room: Showroom) -> None:
    await room.go("memory_settings")


async def appearance(room: Showroom) -> None:
    await room.go("appearance")


async def usage(room: Showroom) -> None:
    await room.go("usage")


async def about(room: Showroom) -> None:
    await room.go("about")


async def long_term(room: Showroom) -> None:
    await _tab(room, MemoryTab.LONG_TERM)


async def edit_entry(room: Showroom) -> None:
    await long_term(room)
    page = room.parts.memory.long_term
    page.start_editing(page.state.groups[0].rows[0])
    await room.settle()


async def logs(room: Showroom) -> None:
    await _tab(room, MemoryTab.LOGS)
    room.parts.memory.logs.select(LOG_DAYS[-1])
    await room.settle()


async def search(room: Showroom) -> None:
    await _tab(room, MemoryTab.SEARCH)
    room.parts.memory.search.typed("billing totals")
    await room.settle()


async def files(room: Showroom) -> None:
    await _tab(room, MemoryTab.FILES)


async def open_file(room: Showroom) -> None:
    await files(room)
    page = room.parts.memory.files
    page.open(page.state.rows[0].path)
    await room.settle()


async def deleted_file(room: Showroom) -> None:
    await files(room)
    page = room.parts.memory.files
    page.delete(page.state.rows[0].path)
    await room.settle()


async def stats(room: Showroom) -> None:
    room.parts.memory.files.undo()
    await room.settle()
    await _tab(room, MemoryTab.STATS)


async def memory_text(room: Showroom) -> None:
    room.parts.memory.long_term.on_edit_as_text()
    await room.settle()


async def history(room: Showroom) -> None:
    await room.go("memory")
    room.parts.memory.memory.on_history()
    await room.settle()


async def diff(room: Showroom) -> None:
    await history(room)
    page = room.parts.memory.history
    page.open(next(row.sha for row in page.state.rows if "update" in row.message))
    await room.settle()


async def restore_question(room: Showroom) -> None:
    await diff(room)
    room.parts.memory.history.ask_restore()
    await room.settle()


async def export(room: Showroom) -> None:
    await room.go("memory_export")


async def take_in(room: Showroom) -> None:
    await room.go("memory_import")


async def delete_everything(room: Showroom) -> None:
    await room.go("delete_everything")


async def rename_chat(room: Showroom) -> None:
    await chat(room)
    room.parts.sessions.begin_rename(TALK, CONVERSATION_TITLE)
    await room.settle()


async def chat_details(room: Showroom) -> None:
    await chat(room)
    room.parts.sessions.show_details(TALK)
    await room.settle()


async def compact_now(room: Showroom) -> None:
    await long_term(room)
    tidy = room.parts.memory.tidy
    before = "- Prefers short answers\n- Likes short answers\n"
    lines = word_diff(before, "- Prefers short answers\n")
    tidy.observable.update(
        replace(
            tidy.state,
            step=TidyStep.SHOWN,
            summary="1 entry goes, nothing else changes.",
            lines=lines,
            reasons=("Likes short answers: says what another entry says",),
        )
    )
    await room.settle()


async def looking_for_repeats(room: Showroom) -> None:
    await long_term(room)
    tidy = room.parts.memory.tidy
    tidy.observable.update(replace(tidy.state, step=TidyStep.APPLYING))
    await room.settle()


SCENES: tuple[Prepare, ...] = (
    *(first_run, private_chat, chat, failed_answer, editing, answering, answer_menu, select_text),
    *(who_answers, memory_sheet, forget_question, drawer, what_the_model_saw),
    *(settings, models, add_model, refused_model, change_model, agents, edit_agent),
    *(memory_settings, appearance, usage, about),
    *(long_term, edit_entry, logs, search, files, open_file, deleted_file, stats),
    *(memory_text, history, diff, restore_question, export, take_in, delete_everything),
    *(rename_chat, chat_details, compact_now, looking_for_repeats),
)


async def _tab(room: Showroom, tab: MemoryTab) -> None:
    room.parts.memory.memory.choose(tab)
    await room.go("memory")


def _sheet(room: Showroom) -> MemorySheetViewModel:
    return room.parts.chat_pages.sheet


def _answer(room: Showroom) -> Any:
    return next(row for row in room.parts.chat.state.rows if row.id == ANSWER_WITH_MEMORIES)
