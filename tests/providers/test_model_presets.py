from app.contracts.model_provider import ModelInfo
from app.providers.base_address import is_loopback, normalised
from app.providers.model_presets import VENDORS, refreshed, with_presets


def test_refreshing_keeps_the_default_model_and_its_window():
    before = (ModelInfo("mine", "Mine", 9_000), ModelInfo("old", "Old", 1))
    fetched = (ModelInfo("new", "New", 5_000),)
    assert refreshed(before, fetched, {"mine"}) == (
        ModelInfo("new", "New", 5_000),
        ModelInfo("mine", "Mine", 9_000),
    )


def test_refreshing_keeps_a_window_the_new_list_does_not_name():
    before = (ModelInfo("mine", "Mine", 9_000),)
    assert refreshed(before, (ModelInfo("mine", "mine"),), ()) == before


def test_refreshing_takes_a_window_that_changed():
    fetched = (ModelInfo("mine", "Mine", 10_000),)
    assert refreshed((ModelInfo("mine", "Mine", 9_000),), fetched, {"mine"}) == fetched


def test_a_chosen_model_nobody_knows_is_kept_by_its_id():
    assert refreshed((), (), {"ghost"}) == (ModelInfo("ghost", "ghost"),)


def test_unknown_models_keep_an_unknown_window():
    assert with_presets([ModelInfo("x", "x")]) == (ModelInfo("x", "x"),)


def test_presets_are_complete_and_in_one_form():
    ids = [model.id for vendor in VENDORS for model in vendor.models]
    assert len(ids) == len(set(ids))
    for vendor in VENDORS:
        assert normalised(vendor.base_address) == vendor.base_address
        assert vendor.needs_key is not is_loopback(vendor.base_address)
