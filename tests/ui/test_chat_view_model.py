from collections.abc import AsyncIterator

from app.chat.turn_events import (
    AnswerGrew,
    AnswerSaved,
    MemoriesInjected,
    TurnEvent,
    TurnFailed,
    UserMessageSaved,
)
from app.contracts.conversation import InjectedMemory, Message, MessageKind, Session
from app.contracts.errors import WriteFailed
from app.ui.screens.chat.view_model import ChatState, ChatViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks

MEMORY = InjectedMemory("long_term", "Prefers tea", None, 0.9)


class ScriptedTurn:
    """Stands for `send_message`: gives the events it was told to give."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.asked: list[tuple[str | None, str]] = []
        self.answer: list[TurnEvent] = []
        self.failure: WriteFailed | None = None

    async def __call__(self, session_id: str | None, text: str) -> AsyncIterator[TurnEvent]:
        self.asked.append((session_id, text))
        if self.failure is not None:
            raise self.failure
        now = self._house.clock.now()
        session = Session(session_id or "new", "A title", "general-assistant", now, now)
        yield UserMessageSaved(session, self.message("q", MessageKind.USER, text))
        for event in self.answer:
            yield event

    def message(self, message_id: str, kind: MessageKind, text: str) -> Message:
        return Message(message_id, "new", 1, kind, text, self._house.clock.now())


def model_with(house: House) -> tuple[ChatViewModel, ScriptedTurn]:
    turn = ScriptedTurn(house)
    model = ChatViewModel(turn, house.sessions, house.messages, InlineTasks(), "Agent")
    return model, turn


def test_an_answer_grows_and_ends_as_one_row_with_its_memories(house: House):
    model, turn = model_with(house)
    saved = turn.message("a", MessageKind.ASSISTANT, "Hello there")
    turn.answer = [
        MemoriesInjected((MEMORY,)),
        AnswerGrew("Hello "),
        AnswerGrew("there"),
        AnswerSaved(saved),
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
    model, turn = model_with(house)
    assert not model.send(" \n ")
    assert turn.asked == []


def test_the_second_message_goes_into_the_same_session(house: House):
    model, turn = model_with(house)
    turn.answer = [AnswerSaved(turn.message("a", MessageKind.ASSISTANT, "."))]
    model.send("one")
    model.send("two")
    assert turn.asked == [(None, "one"), ("new", "two")]


def test_a_broken_stream_keeps_the_partial_answer_and_says_why(house: House):
    model, turn = model_with(house)
    partial = turn.message("a", MessageKind.ASSISTANT, "Half an ans")
    turn.answer = [AnswerGrew("Half an ans"), TurnFailed("The connection was lost.", partial)]
    model.send("Hi")
    assert model.state.rows[-1].text == "Half an ans"
    assert model.state.notice == "The connection was lost."
    assert not model.state.is_answering


def test_a_message_that_could_not_be_saved_is_said_so(house: House):
    model, turn = model_with(house)
    turn.failure = WriteFailed("There is no space left.")
    model.send("Hi")
    assert model.state.notice == "There is no space left."
    assert model.state.rows == ()
    assert not model.state.is_answering


def test_opening_a_session_shows_its_messages_but_no_tool_rows(house: House):
    model, _ = model_with(house)
    house.begin_session()
    house.say("Question")
    house.say("{}", kind=MessageKind.TOOL_RESULT)
    house.say("Answer", kind=MessageKind.ASSISTANT)
    model.open_session("s1")
    assert [row.text for row in model.state.rows] == ["Question", "Answer"]
    assert model.state.title == "Title of s1"


def test_a_new_chat_is_empty(house: House):
    model, turn = model_with(house)
    turn.answer = [AnswerSaved(turn.message("a", MessageKind.ASSISTANT, "."))]
    model.send("Hi")
    model.new_chat()
    assert model.state.is_empty
    assert model.state.session_id is None


def test_an_answer_for_a_conversation_that_was_left_is_not_drawn_here(house: House):
    class LeavingTurn(ScriptedTurn):
        async def __call__(self, session_id: str | None, text: str) -> AsyncIterator[TurnEvent]:
            async for event in super().__call__(session_id, text):
                yield event
            model.new_chat()
            yield AnswerGrew("late words")
            yield AnswerSaved(self.message("a", MessageKind.ASSISTANT, "late words"))

    turn = LeavingTurn(house)
    model = ChatViewModel(turn, house.sessions, house.messages, InlineTasks(), "Agent")
    model.send("Hi")
    assert model.state == ChatState(subtitle="Agent")
