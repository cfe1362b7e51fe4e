from datetime import datetime

from app.contracts.conversation import MessageKind, NewMessage, TokenUsage
from app.storage.database import TokenUsageRows
from app.ui.screens.usage.view_model import UsageViewModel
from tests.conftest import House
from tests.fakes.clock import ZURICH
from tests.fakes.tasks import InlineTasks


def answer(house: House, model: str, at: datetime, read: int, written: int) -> None:
    house.messages.append(
        NewMessage(
            house.ids.new_id(),
            "s1",
            MessageKind.ASSISTANT,
            "An answer",
            at,
            model=model,
            usage=TokenUsage(read, written),
        )
    )


def test_tokens_are_told_by_month_and_model(house: House):
    house.begin_session()
    answer(house, "alpha", datetime(2026, 10, 31, 12, tzinfo=ZURICH), 10, 5)
    answer(house, "alpha", datetime(2026, 11, 2, 12, tzinfo=ZURICH), 100, 50)
    answer(house, "alpha", datetime(2026, 11, 3, 12, tzinfo=ZURICH), 100, 50)
    answer(house, "beta", datetime(2026, 11, 3, 12, tzinfo=ZURICH), 600, 300)
    model = UsageViewModel(TokenUsageRows(house.database), InlineTasks())
    model.refresh()
    november, october = model.state.months
    assert (november.heading, november.tokens) == ("November 2026", "1,200 tokens")
    assert [(line.model, line.share) for line in november.lines] == [
        ("beta", 0.75),
        ("alpha", 0.25),
    ]
    assert november.lines[1].detail == "2 answers · 200 read · 100 written"
    assert (october.heading, october.tokens) == ("October 2026", "15 tokens")


def test_the_month_is_the_one_on_the_clock_on_the_wall(house: House):
    house.begin_session()
    answer(house, "alpha", datetime(2026, 11, 1, 0, 30, tzinfo=ZURICH), 1, 0)
    (used,) = TokenUsageRows(house.database).by_month()
    assert (used.month.year, used.month.month) == (2026, 11)


def test_what_no_model_said_is_not_counted(house: House):
    house.begin_session()
    house.say("Hello")
    model = UsageViewModel(TokenUsageRows(house.database), InlineTasks())
    model.refresh()
    assert model.state.months == ()
    assert not model.state.is_loading


def test_a_closed_database_becomes_a_sentence(house: House):
    model = UsageViewModel(TokenUsageRows(house.database), InlineTasks())
    house.database.close()
    model.refresh()
    assert model.state.notice
