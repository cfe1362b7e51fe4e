from dataclasses import replace
from datetime import date

from app.contracts.errors import DatabaseDamaged
from app.contracts.search import MemoryHit, MemorySource
from app.memory.search.file_search import FileSearch
from app.ui.screens.memory_search.times import ANY_TIME
from app.ui.screens.memory_search.view_model import IDLE, NOTHING, MemorySearchViewModel
from tests.conftest import House
from tests.fakes.search import GivenSearch
from tests.fakes.tasks import InlineTasks

LOG = MemoryHit(
    "c1", "- Compared databases", MemorySource.DAILY_LOG, date(2026, 2, 26), 0.9, 0.8, 0.71, 2,
    ("database",), "memory/daily/2026-02-26.md",
)  # fmt: skip
CHAT = MemoryHit(
    "c2", "Lena checks", MemorySource.SESSION, date(2025, 2, 1), 0.5, 0.0, 0.58, 400
)  # fmt: skip


def model_of(house: House, search: GivenSearch | FileSearch) -> MemorySearchViewModel:
    return MemorySearchViewModel(search, house.messages, InlineTasks(), house.clock, pause=0)


def test_the_page_starts_with_what_it_is_for(house: House):
    assert model_of(house, GivenSearch()).state.message == IDLE


def test_a_hit_says_where_when_and_why(house: House):
    model = model_of(house, GivenSearch([LOG, CHAT]))
    model.typed("database")
    log, chat = model.state.rows
    assert log.where == "Daily log · Thu 26 Feb"
    assert log.why == "keyword “databases” · meaning 0.71"
    assert [piece.text for piece in log.pieces if piece.is_changed] == ["databases"]
    assert chat.where == "Chat · Sat 1 Feb 2025"
    assert chat.why == "meaning 0.58"


def test_nothing_found_is_said(house: House):
    model = model_of(house, GivenSearch())
    model.typed("xyz")
    assert (model.state.rows, model.state.message) == ((), NOTHING)


def test_emptying_the_field_goes_back_to_the_start(house: House):
    model = model_of(house, GivenSearch([LOG]))
    model.typed("database")
    model.typed("")
    assert (model.state.rows, model.state.message) == ((), IDLE)


def test_a_source_narrows_the_same_words(house: House):
    search = GivenSearch([LOG])
    model = model_of(house, search)
    model.typed("database")
    model.choose_source(MemorySource.DAILY_LOG)
    assert [query.sources for query in search.queries] == [
        frozenset(),
        {MemorySource.DAILY_LOG},
    ]


def test_typing_a_space_does_not_search_again(house: House):
    search = GivenSearch([LOG])
    model = model_of(house, search)
    model.typed("database")
    model.typed("database ")
    assert len(search.queries) == 1


def test_a_failure_is_a_sentence(house: House):
    model = model_of(house, GivenSearch(failure=DatabaseDamaged("The index is damaged.")))
    model.typed("tea")
    assert model.state.message == "The index is damaged."
    assert not model.state.is_searching


def test_opening_a_result_hands_over_the_hit(house: House):
    model = model_of(house, GivenSearch([LOG]))
    opened: list[MemoryHit] = []
    model.on_open = opened.append
    model.typed("database")
    model.open(model.state.rows[0])
    assert opened == [LOG]


def test_the_files_themselves_are_found(house: House):
    house.home.joinpath("memory").mkdir()
    house.home.joinpath("memory/MEMORY.md").write_text("## Notes\n- Likes trains\n", "utf-8")
    model = model_of(house, FileSearch(house.files))
    model.typed("trains")
    assert "".join(piece.text for piece in model.state.rows[0].pieces) == "Likes trains"
    assert model.state.rows[0].where == "Long-term"


def test_a_found_message_opens_its_chat_and_a_deleted_one_is_said(house: House):
    house.begin_session("s1")
    message = house.say("Lena checks the totals.")
    there = replace(CHAT, origin=message.id)
    model = model_of(house, GivenSearch([there, CHAT]))
    opened: list[str] = []
    model.on_open_session = opened.append
    model.typed("totals")
    model.open(model.state.rows[0])
    assert opened == ["s1"]
    model.open(model.state.rows[1])
    assert opened == ["s1"]
    assert "deleted" in model.state.message


def test_a_time_narrows_the_same_words_and_the_words_own_time_is_offered_first(house: House):
    search = GivenSearch([LOG])
    model = model_of(house, search)
    model.typed("databases last week")
    model.ask_for_time()
    any_time, named, today, *_ = model.state.times
    assert (any_time, named.name, named.detail) == (ANY_TIME, "16–22 Feb", "named in your words")
    assert today.name == "Today"
    model.choose_time(named)
    assert (model.state.time, model.state.times) == (named, ())
    query = search.queries[-1]
    assert (query.date_from, query.date_to) == (date(2026, 2, 16), date(2026, 2, 22))
    model.choose_time(None)
    assert model.state.time == named
    assert len(search.queries) == 2


def test_words_that_stand_only_in_the_heading_are_not_shown_as_no_words(house: House):
    model = model_of(house, GivenSearch([replace(LOG, text="- Ana comes", vector_score=None)]))
    model.typed("database")
    assert model.state.rows[0].why == "keyword in its heading"
