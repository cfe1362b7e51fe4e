from app.chat.turn_events import AnswerGrew, AnswerSaved, ContextShortened, ToolsCalled
from app.contracts.conversation import Message, MessageKind
from app.ui.screens.chat.rows import ChatRow, rows_after
from tests.memory.summarise.talk import AT


def test_a_note_between_two_rounds_of_tools_leaves_one_answer_growing():
    rows: tuple[ChatRow, ...] = ()
    events = (
        AnswerGrew("One moment. "),
        ToolsCalled(("look",)),
        ContextShortened("Earlier messages were summarised."),
        AnswerGrew("It is tea."),
    )
    for event in events:
        rows = rows_after(rows, event)
    assert [(row.is_note, row.is_growing) for row in rows] == [(True, False), (False, True)]
    answer = Message("m", "s", 5, MessageKind.ASSISTANT, "It is tea.", AT)
    rows = rows_after(rows, AnswerSaved(answer))
    assert rows[-1].text == "One moment. It is tea."
