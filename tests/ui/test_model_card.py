from app.contracts.models_catalog import ModelChoice, ProviderAccount, ProviderKind
from app.ui.screens.chat.model_card import ModelCardViewModel
from tests.conftest import House
from tests.fakes.model_server import ModelServer
from tests.ui.setting_up import models_in


def test_without_a_model_the_card_is_wanted_and_offers_nothing_that_is_not_there(house: House):
    models = models_in(house)
    card = ModelCardViewModel(models.setup, models.tasks)
    card.refresh()
    assert card.state.is_wanted
    assert card.state.found is None


def test_a_server_found_here_is_used_in_one_tap(house: House):
    with ModelServer(models=("llama3.2", "qwen3:4b")).running() as server:
        models = models_in(house, ollama_port=server.port)
        card = ModelCardViewModel(models.setup, models.tasks)
        changed: list[str] = []
        card.on_default_changed = lambda: changed.append("changed")
        card.refresh()
        assert card.state.found
        card.use_found()
    assert changed == ["changed"]
    assert not card.state.is_wanted
    assert models.catalog.default().choice.model_id == "llama3.2"


def test_with_a_model_nothing_is_looked_for(house: House):
    with ModelServer().running() as server:
        models = models_in(house, ollama_port=server.port)
        models.providers.save(ProviderAccount("p1", ProviderKind.OPENAI, "One"))
        models.catalog.add(ModelChoice("p1", "alpha"), "alpha", None)
        models.catalog.set_default(ModelChoice("p1", "alpha"))
        card = ModelCardViewModel(models.setup, models.tasks)
        card.refresh()
    assert not card.state.is_wanted
    assert card.state.found is None


def test_a_server_without_models_is_not_offered(house: House):
    with ModelServer(models=()).running() as server:
        models = models_in(house, ollama_port=server.port)
        card = ModelCardViewModel(models.setup, models.tasks)
        card.refresh()
    assert card.state.found is None
