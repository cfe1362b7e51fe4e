from pathlib import Path

import pytest

from app.memory.delete_everything import DeleteEverything
from app.storage.erasure import EraseOnDisk, is_erasing
from app.ui.screens.delete_everything.view_model import DeleteEverythingViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks


class Page:
    def __init__(self, house: House, home: Path) -> None:
        self.erasure = EraseOnDisk(home, house.database, ())
        self.model = DeleteEverythingViewModel(DeleteEverything(self.erasure), InlineTasks())
        self.started_over = 0
        self.model.on_asked_for = self._start_over

    def _start_over(self) -> None:
        self.started_over += 1


@pytest.fixture
def page(house: House) -> Page:
    return Page(house, house.home)


def test_nothing_happens_before_the_word_is_typed(page: Page, house: House):
    for typed in ("", "delet", "delete it"):
        page.model.typed(typed)
        assert not page.model.state.can_delete
        page.model.delete()
    assert not is_erasing(house.home)
    assert page.started_over == 0


def test_with_the_word_it_is_noted_for_good_and_the_app_starts_over_once(page: Page, house: House):
    page.model.typed(" Delete ")
    page.model.delete()
    page.model.delete()
    assert is_erasing(house.home)
    assert not page.erasure.takes_keys()
    assert page.started_over == 1


def test_keys_go_when_that_was_chosen(page: Page):
    page.model.choose_keys(takes_keys=True)
    page.model.typed("delete")
    page.model.delete()
    assert page.erasure.takes_keys()


def test_a_later_visit_begins_with_nothing_typed(page: Page):
    page.model.typed("delete")
    page.model.choose_keys(takes_keys=True)
    page.model.open()
    assert not page.model.state.can_delete
    assert not page.model.state.takes_keys


def test_a_disk_that_refuses_is_told_and_nothing_is_begun(house: House):
    page = Page(house, house.home / "not there")
    page.model.typed("delete")
    page.model.delete()
    assert page.model.state.problem == "Nothing was deleted."
    assert page.model.state.can_delete
    assert page.started_over == 0
