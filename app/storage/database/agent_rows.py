"""Agents in the database. The built-in General Assistant is always there and never changes."""

from app.contracts.agents import (
    GENERAL_ASSISTANT_ID,
    LONGEST_AGENT_NAME,
    LONGEST_AGENT_PROMPT,
    Agent,
    AgentRefused,
    AgentSaved,
    AgentSaveOutcome,
)
from app.contracts.models_catalog import ModelChoice
from app.storage.database.connection import Database
from app.storage.database.tables import AgentRow, SessionRow

_SAVE = """
    INSERT INTO agents (id, name, prompt, provider_id, model_id) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, prompt = excluded.prompt,
        provider_id = excluded.provider_id, model_id = excluded.model_id
"""


class AgentRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[Agent, ...]:
        rows = self._database.rows(
            AgentRow, "SELECT * FROM agents ORDER BY is_built_in DESC, rowid"
        )
        return tuple(map(_agent, rows))

    def get(self, agent_id: str) -> Agent | None:
        row = self._database.find_one(AgentRow, AgentRow.id == agent_id)
        return _agent(row) if row else None

    def save(self, agent: Agent) -> AgentSaveOutcome:
        if (reason := _reason_to_refuse(agent)) is not None:
            return AgentRefused(reason)
        model = agent.model
        self._database.execute(
            _SAVE,
            agent.id,
            agent.name.strip(),
            agent.prompt,
            model.provider_id if model else None,
            model.model_id if model else None,
        )
        saved = self.get(agent.id)
        return AgentSaved(saved) if saved else AgentRefused("This agent was deleted meanwhile.")

    def delete(self, agent_id: str) -> bool:
        with self._database.writing():
            deleted = self._database.delete(
                AgentRow, AgentRow.id == agent_id, AgentRow.is_built_in == 0
            )
            if deleted:
                self._database.update(
                    SessionRow,
                    {SessionRow.agent_id: GENERAL_ASSISTANT_ID},
                    SessionRow.agent_id == agent_id,
                )
        return deleted == 1


def _reason_to_refuse(agent: Agent) -> str | None:
    if agent.id == GENERAL_ASSISTANT_ID:
        return "The General Assistant cannot be changed. Make a copy of it instead."
    if not agent.name.strip():
        return "An agent needs a name."
    if len(agent.name.strip()) > LONGEST_AGENT_NAME:
        return f"The name may have {LONGEST_AGENT_NAME} characters at most."
    if len(agent.prompt) > LONGEST_AGENT_PROMPT:
        return f"The prompt may have {LONGEST_AGENT_PROMPT:,} characters at most."
    return None


def _agent(row: AgentRow) -> Agent:
    chosen = row.provider_id is not None and row.model_id is not None
    return Agent(
        id=row.id,
        name=row.name,
        prompt=row.prompt,
        model=ModelChoice(row.provider_id or "", row.model_id or "") if chosen else None,
        is_built_in=bool(row.is_built_in),
    )
