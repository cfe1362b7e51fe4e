"""Agents: a built-in one that stays, and the person's own."""

import pytest

from app.contracts.agents import Agent, AgentRefused, AgentSaved, AgentStore
from app.contracts.models_catalog import ModelChoice
from app.storage.database import AgentRows, Database, SessionRows
from tests.storage.database.values import session

COOK = Agent(id="cook", name="Cook", prompt="You cook.", model=ModelChoice("p", "m"))


def test_rows_are_an_agent_store(database: Database):
    store: AgentStore = AgentRows(database)
    assert [agent.name for agent in store.all()] == ["General Assistant"]


def test_the_general_assistant_is_built_in_and_has_a_prompt(agents: AgentRows):
    general = agents.get("general")
    assert general is not None
    assert general.is_built_in
    assert general.prompt
    assert general.model is None


def test_an_agent_is_saved_changed_and_listed_after_the_built_in_one(agents: AgentRows):
    assert agents.save(COOK) == AgentSaved(COOK)
    changed = Agent(id="cook", name="  Chef  ", prompt="You cook well.")
    assert agents.save(changed) == AgentSaved(Agent("cook", "Chef", "You cook well."))
    assert [agent.name for agent in agents.all()] == ["General Assistant", "Chef"]


def test_the_longest_name_and_prompt_are_accepted(agents: AgentRows):
    longest = Agent(id="long", name="n" * 100, prompt="p" * 50_000)
    assert agents.save(longest) == AgentSaved(longest)


@pytest.mark.parametrize(
    ("agent", "word"),
    [
        (Agent("a", "  ", "p"), "name"),
        (Agent("a", "n" * 101, "p"), "100"),
        (Agent("a", "n", "p" * 50_001), "50,000"),
        (Agent("general", "Mine", "p"), "copy"),
    ],
)
def test_an_agent_that_breaks_a_rule_is_refused_with_the_reason(
    agents: AgentRows, agent: Agent, word: str
):
    before = agents.all()
    outcome = agents.save(agent)
    assert isinstance(outcome, AgentRefused)
    assert word in outcome.reason
    assert agents.all() == before


def test_sessions_of_a_deleted_agent_go_on_with_the_general_assistant(
    agents: AgentRows, sessions: SessionRows
):
    agents.save(COOK)
    sessions.create(session(agent_id="cook"))
    assert agents.delete("cook")
    assert not agents.delete("cook")
    moved = sessions.get("walk")
    assert moved is not None
    assert moved.agent_id == "general"


def test_the_built_in_agent_cannot_be_deleted(agents: AgentRows):
    assert not agents.delete("general")
    assert agents.get("general") is not None
