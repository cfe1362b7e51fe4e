"""Providers and their models: refreshing a list never loses what is in use (PITFALLS 36)."""

import pytest

from app.contracts.agents import Agent
from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import (
    ON_DEVICE_MODEL,
    CatalogChange,
    ModelCatalog,
    ModelChoice,
    ProviderAccount,
    ProviderKind,
    ProviderRefused,
    ProviderSaved,
    ProviderStore,
)
from app.storage.database import AgentRows, Database, ModelRows, ProviderRows

MINE = ProviderAccount(
    id="mine",
    kind=ProviderKind.OPENAI,
    name="My server",
    base_url="http://localhost:11434/v1",
    key_reference="provider-mine",
)
LARGE = ModelChoice("mine", "large")


@pytest.fixture
def mine(providers: ProviderRows, models: ModelRows) -> ModelRows:
    providers.save(MINE)
    models.refresh("mine", [ModelInfo("large", "Large", 128_000), ModelInfo("small", "Small")])
    return models


def test_rows_are_a_provider_store_and_a_catalogue(database: Database):
    store: ProviderStore = ProviderRows(database)
    catalogue: ModelCatalog = ModelRows(database)
    assert [account.kind for account in store.all()] == [ProviderKind.ON_DEVICE]
    assert catalogue.default().choice == ON_DEVICE_MODEL


def test_a_provider_is_saved_and_changed(providers: ProviderRows):
    assert providers.save(MINE) == ProviderSaved(MINE)
    renamed = ProviderAccount("mine", ProviderKind.GEMINI, "Other")
    assert providers.save(renamed) == ProviderSaved(renamed)
    assert [account.id for account in providers.all()] == ["on_device", "mine"]


@pytest.mark.parametrize(
    "account",
    [
        ProviderAccount("p", ProviderKind.OPENAI, "  "),
        ProviderAccount("p", ProviderKind.OPENAI, "P", base_url="ftp://example.org"),
        ProviderAccount("p", ProviderKind.OPENAI, "P", base_url="localhost"),
        ProviderAccount("p", ProviderKind.OPENAI, "P", base_url="http://[::1"),
        ProviderAccount("p", ProviderKind.OPENAI, "P", base_url="https://me:key@example.org"),
        ProviderAccount("p", ProviderKind.OPENAI, "P", base_url="https://example.org/?key=abc"),
        ProviderAccount("on_device", ProviderKind.OPENAI, "P"),
    ],
)
def test_an_account_that_breaks_a_rule_is_refused(
    providers: ProviderRows, account: ProviderAccount
):
    before = providers.all()
    assert isinstance(providers.save(account), ProviderRefused)
    assert providers.all() == before


def test_a_key_in_an_address_is_not_repeated_in_the_reason(providers: ProviderRows):
    outcome = providers.save(
        ProviderAccount("p", ProviderKind.OPENAI, "P", base_url="https://me:hush@example.org")
    )
    assert isinstance(outcome, ProviderRefused)
    assert "hush" not in outcome.reason


def test_saving_a_provider_again_keeps_its_models(mine: ModelRows, providers: ProviderRows):
    providers.save(ProviderAccount("mine", ProviderKind.OPENAI, "Renamed"))
    assert len(mine.of_provider("mine")) == 2


def test_a_refresh_says_what_came_and_what_went(mine: ModelRows):
    change = mine.refresh("mine", [ModelInfo("small", "Small"), ModelInfo("new", "New")])
    assert change == CatalogChange(added=("new",), gone=("large",))
    listed = [model.choice.model_id for model in mine.of_provider("mine") if model.is_listed]
    assert listed == ["small", "new"]


def test_the_default_survives_a_list_that_does_not_name_it(mine: ModelRows):
    assert mine.set_default(LARGE)
    mine.refresh("mine", [ModelInfo("small", "Small")])
    default = mine.default()
    assert (default.choice, default.context_window) == (LARGE, 128_000)
    assert not default.is_listed


def test_a_known_context_window_survives_a_list_without_it(mine: ModelRows):
    mine.refresh("mine", [ModelInfo("large", "Large again")])
    model = mine.get(LARGE)
    assert model is not None
    assert (model.name, model.context_window) == ("Large again", 128_000)
    mine.refresh("mine", [ModelInfo("large", "Large again", 256_000)])
    newer = mine.get(LARGE)
    assert newer is not None
    assert newer.context_window == 256_000


def test_an_empty_list_changes_nothing(mine: ModelRows):
    before = mine.of_provider("mine")
    assert mine.refresh("mine", []) == CatalogChange()
    assert mine.of_provider("mine") == before


def test_a_model_added_by_hand_survives_every_refresh(mine: ModelRows):
    mine.add(ModelChoice("mine", "typed"), "Typed in", 8_000)
    assert mine.refresh("mine", [ModelInfo("small", "Small")]).gone == ("large",)
    typed = mine.get(ModelChoice("mine", "typed"))
    assert typed is not None
    assert (typed.is_listed, typed.context_window) == (True, 8_000)


def test_there_is_always_exactly_one_default(mine: ModelRows, database: Database):
    assert mine.set_default(LARGE)
    assert mine.set_default(ModelChoice("mine", "small"))
    assert not mine.set_default(ModelChoice("mine", "unknown"))
    assert mine.default().choice.model_id == "small"
    assert database.number("SELECT count(*) FROM models WHERE is_default") == 1


def test_deleting_the_provider_of_the_default_goes_back_to_the_device(
    mine: ModelRows, providers: ProviderRows
):
    mine.set_default(LARGE)
    assert providers.delete("mine")
    assert mine.default().choice == ON_DEVICE_MODEL
    assert mine.of_provider("mine") == ()


@pytest.mark.usefixtures("mine")
def test_agents_of_a_deleted_provider_use_the_default(providers: ProviderRows, agents: AgentRows):
    agents.save(Agent("cook", "Cook", "You cook.", model=LARGE))
    providers.delete("mine")
    cook = agents.get("cook")
    assert cook is not None
    assert cook.model is None


def test_the_built_in_provider_cannot_be_deleted(providers: ProviderRows, models: ModelRows):
    assert not providers.delete("on_device")
    assert models.default().choice == ON_DEVICE_MODEL
