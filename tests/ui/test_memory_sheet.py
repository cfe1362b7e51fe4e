from datetime import date

from app.contracts.conversation import InjectedMemory
from app.memory.forget_fact import ForgetFact, ForgetParts
from app.memory.long_term_memory import LongTermMemory
from app.storage.database.trace_rows import TraceRows
from app.ui.forgetting import NOT_IN_FILES
from app.ui.screens.chat.memory_sheet import FORGOTTEN, MemorySheetViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks

EUROS = InjectedMemory(
    "long_term",
    "Invoices are always in euros",
    None,
    0.61,
    keyword_score=0.5,
    vector_score=0.8,
    matched_words=("invoices",),
)
CHAT = InjectedMemory("session", "Lena will check the totals", date(2025, 11, 12), 0.4)


def sheet_in(house: House) -> MemorySheetViewModel:
    parts = ForgetParts(TraceRows(house.database), house.settings)
    forget = ForgetFact(house.files, house.history, house.record_write, parts)
    return MemorySheetViewModel(forget, lambda: 2_000, InlineTasks(), house.clock)


def test_each_memory_says_where_it_is_from_and_why_it_was_chosen(house: House):
    sheet = sheet_in(house)
    sheet.show((EUROS, CHAT))
    first, second = sheet.state.rows
    assert sheet.state.title == "2 memories used"
    assert sheet.state.detail.endswith("of 2,000 tokens")
    assert (first.where, first.why) == ("Long-term", "words and meaning · 0.61")
    assert [piece.text for piece in first.pieces if piece.is_changed] == ["Invoices"]
    assert (second.where, second.why) == ("Chat · Wed 12 Nov 2025", "score · 0.40")
    assert 0 < first.keyword < first.keyword + first.meaning <= 1


def test_open_closes_the_sheet_and_leads_to_the_memory(house: House):
    sheet, opened = sheet_in(house), list[InjectedMemory]()
    sheet.on_open = opened.append
    sheet.show((EUROS,))
    sheet.open(sheet.state.rows[0])
    assert opened == [EUROS]
    assert sheet.state.rows == ()


def test_forgetting_is_asked_first_and_then_reaches_files_and_history(house: House):
    LongTermMemory(house.files, house.record_write, house.clock).save(EUROS.text)
    sheet, gone = sheet_in(house), list[str]()
    sheet.on_forgotten = gone.append
    sheet.show((EUROS, CHAT))
    sheet.ask_to_forget(sheet.state.rows[0])
    assert sheet.state.question == (f"- {EUROS.text}",)
    sheet.answer(is_yes=False)
    assert EUROS.text in house.files.read("memory/MEMORY.md").text
    sheet.ask_to_forget(sheet.state.rows[0])
    sheet.answer(is_yes=True)
    assert (sheet.state.message, sheet.state.question) == (FORGOTTEN, ())
    assert [row.memory for row in sheet.state.rows] == [CHAT]
    assert gone == [EUROS.text]
    assert EUROS.text not in house.files.read("memory/MEMORY.md").text
    for commit in house.history.log().commits:
        assert EUROS.text not in str(house.history.show(commit.sha))


def test_what_was_only_said_in_a_chat_is_forgotten_there(house: House):
    sheet = sheet_in(house)
    sheet.show((CHAT,))
    sheet.ask_to_forget(sheet.state.rows[0])
    assert (sheet.state.message, sheet.state.question) == (NOT_IN_FILES, ())
