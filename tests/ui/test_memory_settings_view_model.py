from app.memory.memory_settings import read_memory_settings, switched_off_tools
from app.ui.screens.memory_settings.view_model import BUDGET_STEPS, MemorySettingsViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks

TOOLS = ("save_memory", "write_file", "brand_new")


def page_in(house: House) -> MemorySettingsViewModel:
    model = MemorySettingsViewModel(house.settings, lambda: TOOLS, InlineTasks())
    model.refresh()
    return model


def test_switches_are_kept_where_the_memory_reads_them(house: House):
    model = page_in(house)
    model.switch_sessions(is_on=False)
    model.switch_memory(is_on=False)
    kept = read_memory_settings(house.settings)
    assert not kept.is_enabled
    assert not kept.injects_sessions
    assert not model.state.is_enabled


def test_a_data_plan_is_spared_only_when_somebody_asks_for_it(house: House):
    model = page_in(house)
    assert not model.state.unmetered_only
    model.switch_unmetered_only(is_on=True)
    assert model.state.unmetered_only
    assert read_memory_settings(house.settings).unmetered_only


def test_the_budget_goes_up_and_down_in_steps_and_no_further(house: House):
    model = page_in(house)
    assert model.state.token_budget == 2_000
    model.more_budget()
    assert read_memory_settings(house.settings).token_budget == 4_000
    for _ in BUDGET_STEPS:
        model.less_budget()
    assert model.state.token_budget == BUDGET_STEPS[0]
    for _ in BUDGET_STEPS:
        model.more_budget()
    assert model.state.token_budget == BUDGET_STEPS[-1]


def test_a_tool_can_be_switched_off_and_on(house: House):
    model = page_in(house)
    model.switch_tool("write_file", is_on=False)
    assert switched_off_tools(house.settings) == {"write_file"}
    model.switch_tool("write_file", is_on=True)
    assert switched_off_tools(house.settings) == frozenset()


def test_memory_tools_wait_for_memory_and_come_back_as_they_were(house: House):
    model = page_in(house)
    model.switch_memory(is_on=False)
    waiting = [line.name for line in model.state.tools if line.waits_for_memory]
    assert waiting == ["save_memory"]
    model.switch_tool("write_file", is_on=False)
    model.switch_memory(is_on=True)
    assert switched_off_tools(house.settings) == {"write_file"}


def test_a_tool_without_words_of_its_own_is_still_named(house: House):
    assert page_in(house).state.tools[-1].words == "Brand new"
