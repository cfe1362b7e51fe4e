from datetime import date, time
from pathlib import Path

from app.device.desktop_sharing import DesktopSharing
from app.memory.daily_log import new_block
from app.ui.screens.memory_logs.view_model import LogsViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks


def model_of(house: House, *days: date) -> LogsViewModel:
    for day in days:
        body = f"- Thing of {day.day}\n- Another"
        house.logs.append_block(day, new_block("b1", time(9, 5), "Talk", body))
    sharing = DesktopSharing(house.home / "exports")
    model = LogsViewModel(house.logs, sharing, InlineTasks(), house.clock)
    model.refresh()
    return model


def test_without_a_log_the_page_is_empty(house: House):
    assert model_of(house).state.is_empty


def test_the_newest_log_is_shown_first(house: House):
    state = model_of(house, date(2026, 2, 3), date(2026, 2, 27)).state
    assert state.title == "February 2026"
    assert state.page is not None
    assert state.page.title == "Friday, 27 February"
    assert state.page.sections[0].heading == "Talk · 09:05"
    assert state.page.sections[0].body == "- Thing of 27\n- Another"


def test_a_month_starts_on_monday_and_holds_no_day_of_another(house: House):
    weeks = model_of(house).state.weeks
    assert [len(week) for week in weeks] == [7] * len(weeks)
    assert weeks[0][:6] == (None,) * 6
    assert weeks[0][6] == date(2026, 2, 1)


def test_months_are_turned_over_the_year(house: House):
    model = model_of(house)
    model.previous_month()
    model.previous_month()
    assert model.state.title == "December 2025"
    model.next_month()
    assert model.state.title == "January 2026"


def test_previous_and_next_go_from_log_to_log(house: House):
    model = model_of(house, date(2025, 12, 30), date(2026, 2, 3), date(2026, 2, 27))
    model.previous_log()
    model.previous_log()
    model.previous_log()
    assert model.state.selected == date(2025, 12, 30)
    assert model.state.title == "December 2025"
    model.next_log()
    assert model.state.selected == date(2026, 2, 3)


def test_today_without_a_log_is_a_page_without_sections(house: House):
    model = model_of(house, date(2026, 2, 3))
    model.show_today()
    assert model.state.page is not None
    assert model.state.page.day == date(2026, 2, 28)
    assert model.state.page.sections == ()


def test_an_unreadable_log_is_a_sentence_on_its_own_page(house: House):
    model = model_of(house, date(2026, 2, 3))
    place = house.home / "memory" / "daily" / "2026-02-04.md"
    place.write_bytes(b"\xff\x00")
    model.refresh()
    model.select(date(2026, 2, 4))
    assert model.state.page is not None
    assert model.state.page.problem
    model.select(date(2026, 2, 3))
    assert model.state.page.sections


def test_sharing_puts_a_copy_into_the_exports_and_replaces_none(house: House):
    model = model_of(house, date(2026, 2, 3))
    model.share()
    model.share()
    exports = house.home / "exports"
    assert sorted(path.name for path in exports.iterdir()) == [
        "2026-02-03 (2).md",
        "2026-02-03.md",
    ]
    assert model.state.notice is not None
    assert "exports/2026-02-03 (2).md" in model.state.notice.text
    assert "<!--" not in (exports / "2026-02-03.md").read_text(encoding="utf-8")


def test_comments_are_not_shown_on_the_page(house: House):
    model = model_of(house, date(2026, 2, 3))
    place = house.home / "memory" / "daily" / "2026-02-04.md"
    place.write_text("## 09:00 · Mine\n\n- Seen\n<!-- a note of another program -->\n")
    model.refresh()
    model.select(date(2026, 2, 4))
    assert model.state.page is not None
    assert model.state.page.sections[0].body == "- Seen"


def test_sharing_that_fails_is_a_sentence(house: House):
    model = model_of(house, date(2026, 2, 3))
    Path(house.home / "exports").write_text("in the way", encoding="utf-8")
    model.share()
    assert model.state.notice is not None
    assert "could not" in model.state.notice.text
