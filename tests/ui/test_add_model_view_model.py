from app.contracts.models_catalog import ON_DEVICE_MODEL, ProviderKind
from app.contracts.provider_setup import ConnectionFailed, ConnectionWorks, FailureCause
from app.ui.screens.add_model.view_model import AddModelViewModel, problem_of
from tests.conftest import House
from tests.fakes.model_server import ModelServer
from tests.ui.setting_up import NOBODY_LISTENS, Models, models_in

KEY = "sk-the-right-key-4f2a"


def form_in(house: House, *, ollama_port: int = NOBODY_LISTENS) -> tuple[AddModelViewModel, Models]:
    models = models_in(house, ollama_port=ollama_port)
    model = AddModelViewModel(models.setup, models.tasks)
    model.begin()
    return model, models


def test_the_form_begins_with_a_preset_and_cannot_be_saved_untested(house: House):
    model, _ = form_in(house)
    assert model.state.address == "https://api.openai.com/v1"
    assert model.state.can_test
    assert not model.state.can_save


def test_presets_fill_kind_and_address(house: House):
    model, _ = form_in(house)
    by_name = {preset.name: preset for preset in model.state.presets}
    assert {"OpenAI", "OpenRouter", "Ollama", "LM Studio", "llama.cpp"} <= set(by_name)
    model.choose_preset(by_name["OpenRouter"])
    assert model.state.address == "https://openrouter.ai/api/v1"
    model.choose_kind(ProviderKind.ANTHROPIC)
    assert model.state.address == "https://api.anthropic.com/v1"


def test_a_wrong_key_says_why_and_the_right_one_can_be_saved(house: House):
    model, models = form_in(house)
    done: list[str] = []
    model.on_done = lambda: done.append("done")
    model.on_default_changed = lambda: done.append("default")
    with ModelServer(KEY).running() as server:
        model.type_address(server.address)
        model.type_key("sk-wrong-key-0000")
        model.test()
        assert isinstance(model.state.result, ConnectionFailed)
        assert model.state.result.cause is FailureCause.AUTHENTICATION
        assert "refused this key" in problem_of(model.state)
        assert not model.state.can_save
        model.type_key(KEY)
        assert model.state.result is None
        model.test()
        assert isinstance(model.state.result, ConnectionWorks)
        assert model.state.chosen_model == "alpha"
        model.choose_model("beta")
        model.save()
    assert done == ["default", "done"]
    assert models.catalog.default().choice.model_id == "beta"


def test_an_address_nobody_serves_is_a_network_problem(house: House):
    model, _ = form_in(house)
    model.type_address(f"http://127.0.0.1:{NOBODY_LISTENS}/v1")
    model.test()
    assert isinstance(model.state.result, ConnectionFailed)
    assert model.state.result.cause is FailureCause.NETWORK


def test_no_state_ever_shows_the_key(house: House):
    model, _ = form_in(house)
    seen: list[str] = []
    model.observable.subscribe(lambda state: seen.append(repr(state)))
    with ModelServer(KEY).running() as server:
        model.type_address(server.address)
        model.type_key(KEY)
        model.test()
        model.save()
    assert len(seen) > 4
    assert not any(KEY in state for state in seen)


def test_changing_a_provider_keeps_its_key_and_the_default(house: House):
    model, models = form_in(house)
    with ModelServer(KEY).running() as server:
        model.type_address(server.address)
        model.type_key(KEY)
        model.test()
        model.choose_model("beta")
        model.save()
        provider_id = models.catalog.default().choice.provider_id
        model.edit(provider_id)
        assert model.state.masked_key == "••••4f2a"
        model.test()
        assert model.state.chosen_model == "beta"
        model.save()
    assert models.catalog.default().choice.model_id == "beta"
    assert len(models.providers.all()) == 2


def test_deleting_asks_first(house: House):
    model, models = form_in(house)
    with ModelServer().running() as server:
        model.type_address(server.address)
        model.test()
        model.save()
    provider_id = models.catalog.default().choice.provider_id
    model.edit(provider_id)
    model.delete()
    assert models.providers.get(provider_id)
    model.ask_delete(asks=True)
    model.delete()
    assert models.providers.get(provider_id) is None
    assert models.catalog.default().choice == ON_DEVICE_MODEL


def test_a_server_on_this_device_is_offered_and_used_in_one_tap(house: House):
    with ModelServer(models=("llama3.2",)).running() as server:
        model, models = form_in(house, ollama_port=server.port)
        model.look_around()
        (found,) = model.state.found
        assert found.name == "Ollama"
        model.use(found)
    assert models.catalog.default().choice.model_id == "llama3.2"


def test_a_key_in_the_address_is_refused_in_words(house: House):
    model, _ = form_in(house)
    with ModelServer().running() as server:
        model.type_address(server.address.replace("http://", "http://someone:secret@"))
        model.test()
        model.save()
    assert problem_of(model.state)
    assert "key" in problem_of(model.state)


def test_leaving_forgets_the_key_that_was_typed(house: House):
    model, _ = form_in(house)
    model.type_key(KEY)
    model.leave()
    assert not model.state.has_typed_key
    with ModelServer(KEY).running() as server:
        model.type_address(server.address)
        model.test()
        assert not any(KEY in authorization for authorization in server.asked)
