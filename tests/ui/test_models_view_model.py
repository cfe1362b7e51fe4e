from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import (
    ON_DEVICE_MODEL,
    ModelChoice,
    ProviderAccount,
    ProviderKind,
)
from app.ui.screens.models.view_model import MOST_SHOWN, ModelsViewModel
from tests.conftest import House
from tests.fakes.model_server import ModelServer
from tests.ui.setting_up import Models, models_in


def page_in(house: House) -> tuple[ModelsViewModel, Models]:
    models = models_in(house)
    return ModelsViewModel(models.setup, models.tasks), models


def add(models: Models, *names: str, address: str = "https://one.example/v1") -> str:
    account = ProviderAccount("p1", ProviderKind.OPENAI, "One", address)
    models.providers.save(account)
    models.catalog.refresh("p1", [ModelInfo(name, name) for name in names])
    return "p1"


def test_the_device_comes_first_and_is_the_default(house: House):
    model, _ = page_in(house)
    model.refresh()
    (group,) = model.state.groups
    assert group.is_built_in
    assert [line.is_default for line in group.models] == [True]


def test_choosing_another_default_tells_the_chat(house: House):
    model, models = page_in(house)
    add(models, "alpha", "beta")
    told: list[str] = []
    model.on_default_changed = lambda: told.append("changed")
    model.refresh()
    model.choose_default(ModelChoice("p1", "beta"))
    assert told == ["changed"]
    marked = [line.name for group in model.state.groups for line in group.models if line.is_default]
    assert marked == ["beta"]


def test_a_model_that_is_gone_cannot_be_chosen(house: House):
    model, models = page_in(house)
    model.choose_default(ModelChoice("nobody", "nothing"))
    assert models.catalog.default().choice == ON_DEVICE_MODEL


def test_hundreds_of_models_are_found_by_searching(house: House):
    model, models = page_in(house)
    add(models, *(f"vendor/model-{number}" for number in range(300)), "vendor/needle")
    model.refresh()
    group = model.state.groups[1]
    assert (len(group.models), group.hidden) == (MOST_SHOWN, 301 - MOST_SHOWN)
    assert model.state.can_search
    model.search("NEEDLE vendor")
    assert [line.name for line in model.state.groups[1].models] == ["vendor/needle"]


def test_refreshing_says_how_it_went_and_keeps_the_default(house: House):
    model, models = page_in(house)
    with ModelServer(models=("new",)).running() as server:
        add(models, "old", address=server.address)
        models.catalog.set_default(ModelChoice("p1", "old"))
        model.refresh()
        model.refresh_list("p1")
        assert "works" in model.state.notice
        assert not model.state.is_problem
    lines = {line.name: line for line in model.state.groups[1].models}
    assert lines["old"].is_default
    assert "no longer offered" in lines["old"].detail
    assert "new" in lines


def test_a_list_that_cannot_be_had_leaves_everything_as_it_was(house: House):
    model, models = page_in(house)
    add(models, "alpha")
    with ModelServer("another-key-000").running() as server:
        add(models, "alpha", address=server.address)
        model.refresh_list("p1")
    assert model.state.is_problem
    assert not model.state.refreshing
    assert [line.name for line in model.state.groups[1].models] == ["alpha"]


def test_a_closed_database_becomes_a_sentence(house: House):
    model, _ = page_in(house)
    house.database.close()
    model.refresh()
    assert model.state.notice
    assert model.state.is_problem
