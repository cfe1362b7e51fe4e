from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any

from app.chat.speakers import Speakers
from app.chat.stop_signal import StopSignal
from app.chat.turn_events import (
    AnswerGrew,
    AnswerSaved,
    ContextShortened,
    MemoriesInjected,
    ToolEnded,
    ToolsCalled,
    TurnEvent,
    TurnFailed,
    TurnStopped,
    UserMessageSaved,
)
from app.chat.undo_memory_change import UndoMemoryChange
from app.contracts.agents import Agent
from app.contracts.conversation import InjectedMemory, Message, MessageKind, Session
from app.contracts.errors import WriteFailed
from app.contracts.memory_changes import MemoryChange
from app.memory.long_term_memory import LongTermMemory
from app.memory.long_term_outcomes import Saved
from app.memory.search.search_ahead import SearchAhead
from app.storage.database import AgentRows
from app.storage.database.draft_rows import DraftRows
from app.ui.screens.chat.company import ChatCompany
from app.ui.screens.chat.draft_keeper import DraftKeeper
from app.ui.screens.chat.opened_session import PAGE
from app.ui.screens.chat.state import ChatState
from app.ui.screens.chat.view_model import ChatViewModel
from tests.chat.conftest import GivenModels
from tests.conftest import House
from tests.fakes.questions import CountedQuestions
from tests.fakes.scripted_provider import ScriptedProvider
from tests.fakes.tasks import InlineTasks

MEMORY = InjectedMemory("long_term", "Prefers tea", None, 0.9)


class ScriptedTurns:
    """Stands for `SendMessage`: gives the events it was told to give."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.asked: list[tuple[str | None, str]] = []
        self.agents: list[str] = []
        self.answer: list[TurnEvent] = []
        self.failure: WriteFailed | None = None

    async def send(
        self,
        session_id: str | None,
        text: str,
        stop: StopSignal,
        *,
        is_private: bool = False,
        agent_id: str = "general",
    ) -> AsyncGenerator[TurnEvent, None]:
        self.asked.append((session_id, text))
        self.agents.append(agent_id)
        if self.failure is not None:
            raise self.failure
        now = self._house.clock.now()
        session = Session("new", "A title", agent_id, now, now, is_private=is_private)
        number = len(self.asked)
        yield UserMessageSaved(session, self.message(f"q{number}", MessageKind.USER, text))
        for event in self.answer:
            yield event

    async def answer_again(
        self, session_id: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]:
        self.asked.append((session_id, "again"))
        for event in self.answer:
            yield event

    async def edit_last(
        self, session_id: str, text: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]:
        async for event in self.send(session_id, text, stop):
            yield event

    def message(self, message_id: str, kind: MessageKind, text: str) -> Message:
        return Message(message_id, "new", 1, kind, text, self._house.clock.now())


def model_with(house: House) -> tuple[ChatViewModel, ScriptedTurns]:
    turns = ScriptedTurns(house)
    return model_of(house, turns), turns


def model_of(
    house: House,
    turns: ScriptedTurns,
    *,
    name_session: Callable[[str], Coroutine[Any, Any, str | None]] | None = None,
    questions: CountedQuestions | None = None,
) -> ChatViewModel:
    tasks = InlineTasks()
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    speakers = Speakers(AgentRows(house.database), GivenModels(ScriptedProvider()))
    company = ChatCompany(
        speakers,
        DraftKeeper(DraftRows(house.database), tasks, pause=0),
        UndoMemoryChange(memory),
        SearchAhead(questions or CountedQuestions(), house.clock),
        speakers.get("general").line,
        name_session,
    )
    return ChatViewModel(turns, house.sessions, house.messages, tasks, company)


def saved(turns: ScriptedTurns, text: str) -> AnswerSaved:
    return AnswerSaved(turns.message("a", MessageKind.ASSISTANT, text))


def texts(model: ChatViewModel) -> list[str]:
    return [row.text for row in model.state.rows]


def test_an_answer_grows_and_ends_as_one_row_with_its_memories(house: House):
    model, turns = model_with(house)
    turns.answer = [
        MemoriesInjected((MEMORY,)),
        AnswerGrew("Hello "),
        AnswerGrew("there"),
        saved(turns, "Hello there"),
    ]
    seen: list[ChatState] = []
    model.observable.subscribe(seen.append)
    assert model.send("  Hi  ")
    assert [(row.text, row.is_mine) for row in model.state.rows] == [
        ("Hi", True),
        ("Hello there", False),
    ]
    assert model.state.rows[-1].memories == (MEMORY,)
    assert "Hello " in [state.rows[-1].text for state in seen if state.rows]
    assert not model.state.is_answering
    assert model.state.title == "A title"


def test_a_blank_message_is_not_sent(house: House):
    model, turns = model_with(house)
    assert not model.send(" \n ")
    assert turns.asked == []


def test_the_second_message_goes_into_the_same_session(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, ".")]
    model.send("one")
    model.send("two")
    assert turns.asked == [(None, "one"), ("new", "two")]


def test_a_message_written_while_an_answer_comes_is_sent_after_it(house: House):
    model, turns = model_with(house)

    turns.answer = [AnswerGrew("slow"), saved(turns, "slow")]

    def write_meanwhile(state: ChatState) -> None:
        if state.is_answering and texts(model) == ["first"] and not state.queued:
            assert model.send("and also")

    model.observable.subscribe(write_meanwhile)
    model.send("first")
    assert [text for _, text in turns.asked] == ["first", "and also"]
    assert model.state.queued == ""


def test_a_broken_stream_keeps_the_partial_answer_and_offers_retry(house: House):
    model, turns = model_with(house)
    partial = turns.message("a", MessageKind.ASSISTANT, "Half an ans")
    turns.answer = [AnswerGrew("Half an ans"), TurnFailed("The connection was lost.", partial)]
    model.send("Hi")
    assert texts(model) == ["Hi", "Half an ans"]
    assert model.state.notice == "The connection was lost."
    assert model.state.can_retry
    turns.answer = [AnswerGrew("Whole"), saved(turns, "Whole")]
    model.answer_again()
    assert texts(model) == ["Hi", "Whole"]
    assert model.state.notice == ""


def test_a_stopped_answer_keeps_what_had_come(house: House):
    model, turns = model_with(house)
    partial = turns.message("a", MessageKind.ASSISTANT, "Half")
    turns.answer = [AnswerGrew("Half"), TurnStopped(partial)]
    model.send("Hi")
    assert texts(model) == ["Hi", "Half"]
    assert not model.state.is_answering


def test_editing_the_last_message_replaces_it(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, "one")]
    model.send("Hi")
    turns.answer = [saved(turns, "two")]
    assert model.edit_last("Hello")
    assert texts(model) == ["Hello", "two"]


def test_tools_at_work_are_shown_until_words_come(house: House):
    model, turns = model_with(house)
    turns.answer = [
        ToolsCalled(("search_history",)),
        AnswerGrew("Found it"),
        saved(turns, "Found it"),
    ]
    activities: list[str] = []
    model.observable.subscribe(
        lambda state: activities.extend(row.activity for row in state.rows if row.is_growing)
    )
    model.send("Hi")
    assert activities == ["Searching your memory …", ""]


def test_a_shortened_context_is_said_in_a_quiet_row(house: House):
    model, turns = model_with(house)
    turns.answer = [ContextShortened("Earlier messages were summarised."), saved(turns, "ok")]
    model.send("Hi")
    assert [row.text for row in model.state.rows if row.is_note] == [
        "Earlier messages were summarised."
    ]


def test_a_message_that_could_not_be_saved_is_said_so(house: House):
    model, turns = model_with(house)
    turns.failure = WriteFailed("There is no space left.")
    model.send("Hi")
    assert model.state.notice == "There is no space left."
    assert model.state.rows == ()
    assert not model.state.is_answering
    assert model.state.draft == "Hi"


def test_an_edit_that_could_not_be_saved_leaves_the_old_words(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, "one")]
    model.send("Hi")
    turns.failure = WriteFailed("There is no space left.")
    model.edit_last("Hello")
    assert texts(model) == ["Hi", "one"]
    assert model.state.draft == "Hello"


def test_opening_a_session_shows_its_messages_but_no_tool_rows(house: House):
    model, _ = model_with(house)
    house.begin_session()
    house.say("Question")
    house.say("{}", kind=MessageKind.TOOL_RESULT)
    house.say("Answer", kind=MessageKind.ASSISTANT)
    model.open_session("s1")
    assert texts(model) == ["Question", "Answer"]
    assert model.state.title == "Title of s1"


def test_an_answer_that_failed_before_the_app_was_closed_can_still_be_asked_for(house: House):
    model, turns = model_with(house)
    house.begin_session()
    house.say("Question")
    house.say("Half an ans", kind=MessageKind.ASSISTANT)
    house.say("The connection was lost.", kind=MessageKind.ERROR)
    model.open_session("s1")
    assert texts(model) == ["Question", "Half an ans"]
    assert model.state.notice == "The connection was lost."
    assert model.state.can_retry
    turns.answer = [AnswerGrew("Whole"), saved(turns, "Whole")]
    model.answer_again()
    assert texts(model) == ["Question", "Whole"]


def test_a_question_whose_answer_never_came_can_be_asked_again(house: House):
    model, _ = model_with(house)
    house.begin_session()
    house.say("Question")
    model.open_session("s1")
    assert texts(model) == ["Question"]
    assert model.state.notice == "This message has no answer yet."
    assert model.state.can_retry


def test_an_old_failure_that_was_talked_over_stays_where_it_was(house: House):
    model, _ = model_with(house)
    house.begin_session()
    house.say("Question")
    house.say("The connection was lost.", kind=MessageKind.ERROR)
    house.say("Once more, please")
    house.say("Answer", kind=MessageKind.ASSISTANT)
    model.open_session("s1")
    assert len(texts(model)) == 4
    assert not model.state.can_retry


def test_older_messages_are_loaded_a_page_at_a_time(house: House):
    model, _ = model_with(house)
    house.begin_session()
    for number in range(PAGE + 10):
        house.say(f"m{number}")
    model.open_session("s1")
    assert texts(model)[0] == "m10"
    assert model.state.has_older
    model.load_older()
    assert texts(model)[0] == "m0"
    assert len(model.state.rows) == PAGE + 10
    assert not model.state.has_older


def test_a_conversation_of_exactly_one_page_has_nothing_older(house: House):
    model, _ = model_with(house)
    house.begin_session()
    for number in range(PAGE):
        house.say(f"m{number}")
    model.open_session("s1")
    assert len(model.state.rows) == PAGE
    assert not model.state.has_older


def test_older_messages_are_reached_over_a_page_that_shows_nothing(house: House):
    model, _ = model_with(house)
    house.begin_session()
    house.say("The first")
    for number in range(PAGE):
        house.say(f"tool {number}", kind=MessageKind.TOOL_RESULT)
    house.say("The last")
    model.open_session("s1")
    assert texts(model) == ["The last"]
    model.load_older()
    assert texts(model) == ["The first", "The last"]


def test_a_new_chat_is_empty_and_may_be_private(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, ".")]
    model.send("Hi")
    model.new_chat(is_private=True)
    assert model.state.is_empty
    assert model.state.session_id is None
    model.send("hush")
    assert model.state.is_private


def test_an_answer_for_a_conversation_that_was_left_is_not_drawn_here(house: House):
    model, turns = model_with(house)

    def leave(state: ChatState) -> None:
        if state.rows and state.rows[-1].text == "late":
            model.new_chat()

    turns.answer = [AnswerGrew("late"), AnswerGrew(" words"), saved(turns, "late words")]
    model.observable.subscribe(leave)
    model.send("Hi")
    assert model.state.is_empty
    assert (model.state.session_id, model.state.title) == (None, "New chat")


def test_an_answer_that_still_comes_is_there_and_grows_when_the_person_returns(house: House):
    model, turns = model_with(house)
    seen: list[str] = []

    def leave_and_return(state: ChatState) -> None:
        if texts(model)[-1:] == ["late"] and not seen:
            seen.append("left")
            model.new_chat()
            model.open_session("new")
            seen.append(model.state.rows[-1].text)
            assert model.state.is_answering

    turns.answer = [AnswerGrew("late"), AnswerGrew(" words"), saved(turns, "late words")]
    model.observable.subscribe(leave_and_return)
    model.send("Hi")
    assert seen == ["left", "late"]
    assert texts(model) == ["Hi", "late words"]
    assert not model.state.is_answering


def test_a_message_that_waits_is_sent_though_the_person_left(house: House):
    model, turns = model_with(house)
    turns.answer = [AnswerGrew("slow"), saved(turns, "slow")]

    def write_and_leave(state: ChatState) -> None:
        if state.is_answering and texts(model) == ["first"] and not state.queued:
            assert model.send("and also")
            model.new_chat()

    model.observable.subscribe(write_and_leave)
    model.send("first")
    assert turns.asked == [(None, "first"), ("new", "and also")]
    assert model.state.is_empty


def test_the_earlier_answer_is_shown_again_when_no_new_one_comes(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, "one")]
    model.send("Hi")
    turns.answer = [TurnFailed("There is no network.", None)]
    model.answer_again()
    assert texts(model) == ["Hi", "one"]
    assert model.state.notice == "There is no network."


def test_a_better_title_is_shown_when_it_comes(house: House):
    turns = ScriptedTurns(house)

    async def name(session_id: str) -> str | None:
        return f"Name of {session_id}"

    model = model_of(house, turns, name_session=name)
    turns.answer = [saved(turns, "ok")]
    model.send("Hi")
    assert model.state.title == "Name of new"


def test_words_that_were_not_sent_wait_in_their_own_conversation(house: House):
    model, _ = model_with(house)
    house.begin_session()
    model.typed("for later")
    model.open_session("s1")
    assert model.state.draft == ""
    model.typed("half a thou")
    model.typed("half a thought")
    model.new_chat()
    assert model.state.draft == "for later"
    model.open_session("s1")
    assert model.state.draft == "half a thought"
    again, _ = model_with(house)
    assert again.state.draft == "for later"


def test_nothing_typed_in_a_private_chat_is_kept(house: House):
    model, _ = model_with(house)
    model.new_chat(is_private=True)
    model.typed("hush")
    model.new_chat()
    assert model.state.draft == ""
    assert house.database.number("SELECT count(*) FROM drafts") == 0


def test_what_was_sent_is_no_draft_any_more(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, "ok")]
    model.typed("Hi")
    model.send("Hi")
    assert model.state.draft == ""
    assert house.database.number("SELECT count(*) FROM drafts") == 0


def test_an_edit_waits_in_its_conversation_and_the_draft_comes_back_after_it(house: House):
    model, turns = model_with(house)
    house.begin_session("new")
    question = house.say("Hi", session_id="new")
    house.say("one", session_id="new", kind=MessageKind.ASSISTANT)
    model.open_session("new")
    model.typed("and also")
    model.begin_edit()
    assert (model.state.draft, model.state.edits) == ("Hi", question.id)
    model.cancel_edit()
    assert (model.state.draft, model.state.edits) == ("and also", "")
    model.begin_edit()
    model.typed("Hello")
    model.new_chat()
    model.open_session("new")
    assert (model.state.draft, model.state.edits) == ("Hello", question.id)
    turns.answer = [saved(turns, "two")]
    assert model.send("Hello")
    assert texts(model) == ["Hello", "two"]
    assert model.state.edits == ""


def test_what_waits_can_be_taken_back(house: House):
    model, turns = model_with(house)

    minds: list[str] = []

    def change_of_mind(state: ChatState) -> None:
        if state.is_answering and texts(model) == ["first"] and not minds:
            minds.append("changed")
            model.send("and also")
            model.take_back_queued()

    turns.answer = [saved(turns, "ok")]
    model.observable.subscribe(change_of_mind)
    model.send("first")
    assert [text for _, text in turns.asked] == ["first"]
    assert model.state.draft == "and also"


def test_who_answers_is_chosen_for_the_conversation_and_stays_with_it(house: House):
    AgentRows(house.database).save(Agent("cook", "Cook", "You cook."))
    model, turns = model_with(house)
    house.begin_session("new")
    turns.answer = [saved(turns, "ok")]
    model.ask_for_agent()
    general, cook = model.state.choices
    model.choose_agent(cook)
    assert model.state.choices == ()
    assert model.state.subtitle == "Cook · Model One"
    model.send("Hi")
    assert turns.agents == ["cook"]
    model.choose_agent(general)
    stored = house.sessions.get("new")
    assert stored is not None
    assert stored.agent_id == "general"
    model.choose_agent(cook)
    model.new_chat()
    assert model.state.subtitle == "General Assistant · Model One"
    model.open_session("new")
    assert (model.state.agent_id, model.state.subtitle) == ("cook", "Cook · Model One")


def test_a_save_by_the_model_is_told_and_can_be_undone(house: House):
    model, turns = model_with(house)
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    outcome = memory.save("Invoices are in euros", "projects")
    assert isinstance(outcome, Saved)
    change = MemoryChange("Saved to Projects", outcome.before, outcome.after)
    changed: list[str] = []
    model.on_memory_changed = lambda: changed.append("changed")
    turns.answer = [
        ToolEnded("save_memory", "Saved.", is_error=False, change=change),
        saved(turns, "Noted."),
    ]
    model.send("Remember that invoices are in euros")
    assert model.state.said is not None
    assert (model.state.said.text, model.state.said.can_undo) == ("Saved to Projects", True)
    model.undo()
    assert model.state.said.text == "Undone"
    assert memory.document().entries() == ()
    model.undo()
    assert changed == ["changed", "changed"]


def test_a_forgotten_memory_is_shown_under_no_answer(house: House):
    model, turns = model_with(house)
    turns.answer = [MemoriesInjected((MEMORY,)), saved(turns, "ok")]
    model.send("Hi")
    model.forgotten(MEMORY.text)
    assert model.state.rows[-1].memories == ()


def test_what_a_search_found_is_said_above_the_answer(house: House):
    model, turns = model_with(house)
    found = "Quoted:\n1. [Daily log 2026-02-01] Ana\n2. [Long-term memory] Tea"
    turns.answer = [
        ToolEnded("search_history", found, is_error=False),
        AnswerGrew("Here"),
        saved(turns, "Here"),
    ]
    model.send("Hi")
    assert model.state.rows[-1].tools == "Searched your memory · 2 found"


def test_the_conversation_of_a_message_is_found_unless_it_was_deleted(house: House):
    model, _ = model_with(house)
    house.begin_session()
    said = house.say("Question")
    found: list[str] = []
    model.find_session(said.id, found.append)
    model.find_session("gone", found.append)
    assert found == ["s1"]
    assert model.state.said is not None
    assert model.state.said.text == "This message was deleted."


def test_a_new_name_is_shown_where_the_conversation_is(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, "Hello")]
    model.send("Hi")
    model.renamed("somewhere else", "Boats")
    assert model.state.title == "A title"
    model.renamed("new", "Boats")
    assert model.state.title == "Boats"


def test_a_deleted_conversation_leaves_the_screen_and_another_stays(house: House):
    model, turns = model_with(house)
    turns.answer = [saved(turns, "Hello")]
    model.send("Hi")
    model.session_deleted("somewhere else")
    assert model.state.session_id == "new"
    model.session_deleted("new")
    assert model.state.is_empty
    assert model.state.session_id is None


def test_nothing_that_waits_is_sent_into_a_deleted_conversation(house: House):
    model, turns = model_with(house)
    done: list[bool] = []

    def delete_it(state: ChatState) -> None:
        if state.session_id == "new" and not done:
            done.append(True)
            model.send("And then?")
            model.session_deleted("new")

    turns.answer = [AnswerGrew("Hel"), saved(turns, "Hello")]
    model.observable.subscribe(delete_it)
    model.send("Hi")
    assert [words for _, words in turns.asked] == ["Hi"]
    assert model.state.is_empty


def test_the_first_word_that_is_typed_lets_the_engine_get_ready_and_no_other_does(house: House):
    questions = CountedQuestions()
    model = model_of(house, ScriptedTurns(house), questions=questions)
    model.typed("  ")
    assert questions.asked == []
    model.typed("W")
    model.typed("What")
    assert len(questions.asked) == 1
