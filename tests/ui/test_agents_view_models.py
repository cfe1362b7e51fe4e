from app.contracts.agents import GENERAL_ASSISTANT_ID, LONGEST_AGENT_NAME, LONGEST_AGENT_PROMPT
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.ui.screens.agents.view_model import AgentsViewModel
from app.ui.screens.edit_agent.view_model import EditAgentViewModel
from tests.conftest import House
from tests.ui.setting_up import Models, models_in


def editor_in(house: House) -> tuple[EditAgentViewModel, Models]:
    models = models_in(house)
    editor = EditAgentViewModel(
        models.agents, models.providers, models.catalog, models.tasks, house.ids
    )
    return editor, models


def test_a_new_agent_appears_after_the_built_in_one(house: House):
    editor, models = editor_in(house)
    done: list[str] = []
    editor.on_done = lambda: done.append("done")
    editor.create()
    assert not editor.state.can_save
    editor.type_name("  Editor ")
    editor.type_prompt("Shorten everything.")
    editor.choose_model(ON_DEVICE_MODEL)
    editor.save()
    assert done == ["done"]
    page = AgentsViewModel(models.agents, models.catalog, models.tasks)
    page.refresh()
    built_in, mine = page.state.agents
    assert built_in.is_built_in
    assert (mine.name, mine.detail) == ("Editor", "On-device assistant")


def test_the_built_in_one_can_be_read_but_not_changed(house: House):
    editor, _ = editor_in(house)
    editor.open_agent(GENERAL_ASSISTANT_ID)
    assert editor.state.is_read_only
    before = editor.state
    editor.type_name("Mine now")
    assert editor.state == before
    assert not editor.state.can_save


def test_a_clone_is_a_new_agent_with_the_same_words(house: House):
    editor, models = editor_in(house)
    editor.clone(GENERAL_ASSISTANT_ID)
    assert editor.state.agent_id == ""
    assert not editor.state.is_read_only
    editor.save()
    built_in, copy = models.agents.all()
    assert copy.name == f"Copy of {built_in.name}"
    assert copy.prompt == built_in.prompt


def test_what_is_too_long_says_so_and_cannot_be_saved(house: House):
    editor, models = editor_in(house)
    editor.create()
    editor.type_name("x" * (LONGEST_AGENT_NAME + 1))
    assert "100" in editor.state.problem
    editor.type_name("Fine")
    editor.type_prompt("y" * (LONGEST_AGENT_PROMPT + 1))
    assert "50,000" in editor.state.problem
    editor.save()
    assert len(models.agents.all()) == 1
    editor.type_prompt("y" * LONGEST_AGENT_PROMPT)
    assert editor.state.can_save


def test_deleting_an_agent_asks_first(house: House):
    editor, models = editor_in(house)
    editor.clone(GENERAL_ASSISTANT_ID)
    editor.save()
    editor.open_agent(models.agents.all()[1].id)
    editor.delete()
    assert len(models.agents.all()) == 2
    editor.ask_delete(asks=True)
    editor.delete()
    assert len(models.agents.all()) == 1


def test_an_agent_that_is_gone_says_so(house: House):
    editor, _ = editor_in(house)
    editor.open_agent("nobody")
    assert editor.state.problem
