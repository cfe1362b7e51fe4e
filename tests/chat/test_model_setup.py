"""Providers with their keys: each key with its own server, and gone when its provider is."""

from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import (
    ON_DEVICE_MODEL,
    ModelChoice,
    ProviderAccount,
    ProviderKind,
    ProviderRefused,
    ProviderSaved,
    ProviderSaveOutcome,
)
from app.contracts.provider_setup import (
    ConnectionFailed,
    ConnectionWorks,
    FailureCause,
    FoundServer,
)
from tests.conftest import House
from tests.fakes.model_server import ModelServer
from tests.ui.setting_up import models_in

KEY = "sk-a-key-that-is-long-enough"
ALPHA = (ModelInfo("alpha", "alpha"),)


def saved_id(outcome: ProviderSaveOutcome) -> str:
    assert isinstance(outcome, ProviderSaved)
    return outcome.account.id


def account(address: str, provider_id: str = "") -> ProviderAccount:
    return ProviderAccount(provider_id, ProviderKind.OPENAI, "Mine", address)


def test_a_saved_provider_has_its_key_in_the_secret_store_only(house: House):
    models = models_in(house)
    outcome = models.setup.save(account("https://one.example/v1"), KEY, ALPHA, "alpha")
    (provider_id,) = [saved_id(outcome)]
    kept = models.providers.get(provider_id)
    assert kept
    assert models.secrets.get(kept.key_reference) == KEY
    assert models.setup.masked_key(kept) == "••••ough"
    assert models.catalog.default().choice == ModelChoice(provider_id, "alpha")
    house.database.close()
    assert KEY.encode() not in (house.home / "oneclaw.db").read_bytes()


def test_a_refused_provider_leaves_no_key_behind(house: House):
    models = models_in(house)
    outcome = models.setup.save(account("ftp://one.example"), KEY, ALPHA, "alpha")
    assert isinstance(outcome, ProviderRefused)
    assert KEY not in (house.home / "secrets.json").read_text(encoding="utf-8")
    assert models.catalog.default().choice == ON_DEVICE_MODEL


def test_deleting_a_provider_deletes_its_key_and_falls_back_to_the_device(house: House):
    models = models_in(house)
    provider_id = saved_id(models.setup.save(account("https://one.example"), KEY, ALPHA, "alpha"))
    assert models.setup.delete(provider_id)
    assert KEY not in (house.home / "secrets.json").read_text(encoding="utf-8")
    assert models.catalog.default().choice == ON_DEVICE_MODEL
    assert not models.setup.delete(provider_id)
    assert not models.setup.delete(ON_DEVICE_MODEL.provider_id)


def test_a_new_key_replaces_the_old_one(house: House):
    models = models_in(house)
    provider_id = saved_id(models.setup.save(account("https://one.example"), KEY, ALPHA, "alpha"))
    models.setup.save(account("https://one.example", provider_id), "sk-new-key-000", ALPHA, "")
    secrets = (house.home / "secrets.json").read_text(encoding="utf-8")
    assert KEY not in secrets
    assert "sk-new-key-000" in secrets


def test_without_a_new_key_the_old_one_is_kept_for_the_same_server(house: House):
    models = models_in(house)
    provider_id = saved_id(models.setup.save(account("https://one.example"), KEY, ALPHA, "alpha"))
    models.setup.save(account("https://one.example", provider_id), "", ALPHA, "")
    kept = models.providers.get(provider_id)
    assert kept
    assert models.secrets.get(kept.key_reference) == KEY
    assert models.catalog.default().choice.model_id == "alpha"


async def test_a_stored_key_never_goes_to_another_address(house: House):
    models = models_in(house)
    provider_id = saved_id(models.setup.save(account("https://one.example"), KEY, ALPHA, "alpha"))
    with ModelServer().running() as other:
        await models.setup.check(account(other.address, provider_id), "")
        models.setup.save(account(other.address, provider_id), "", ALPHA, "")
        await models.setup.refresh(provider_id)
        assert len(other.asked) == 2
        assert not any(KEY in authorization for authorization in other.asked)
    assert KEY not in (house.home / "secrets.json").read_text(encoding="utf-8")


async def test_a_refresh_brings_new_models_and_keeps_a_default_that_is_gone(house: House):
    models = models_in(house)
    with ModelServer(KEY, models=("old",)).running() as server:
        mine = account(server.address)
        provider_id = saved_id(
            models.setup.save(mine, KEY, (ModelInfo("old", "old"),), default_id="old")
        )
        server.models = ("new", "newer")
        assert isinstance(await models.setup.refresh(provider_id), ConnectionWorks)
    known = {model.choice.model_id: model for model in models.catalog.of_provider(provider_id)}
    assert set(known) == {"old", "new", "newer"}
    assert known["old"].is_default
    assert not known["old"].is_listed


async def test_refreshing_what_is_gone_says_so(house: House):
    result = await models_in(house).setup.refresh("nobody")
    assert isinstance(result, ConnectionFailed)
    assert result.cause is FailureCause.UNKNOWN


def test_using_a_found_server_twice_makes_one_provider(house: House):
    models = models_in(house)
    found = FoundServer("Ollama", "http://127.0.0.1:11434/v1", ALPHA)
    first = saved_id(models.setup.use_found(found))
    assert saved_id(models.setup.use_found(found)) == first
    assert models.catalog.default().choice == ModelChoice(first, "alpha")


def test_a_found_server_without_models_is_refused_in_words(house: House):
    outcome = models_in(house).setup.use_found(FoundServer("Ollama", "http://127.0.0.1:11434/v1"))
    assert isinstance(outcome, ProviderRefused)
    assert "Ollama" in outcome.reason


def test_a_model_the_server_does_not_list_can_be_named_by_hand(house: House):
    models = models_in(house)
    provider_id = saved_id(models.setup.save(account("https://one.example"), "", (), "my-model"))
    assert models.catalog.default().choice == ModelChoice(provider_id, "my-model")
