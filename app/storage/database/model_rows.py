"""The models each provider offers, and the one default. A refresh never loses what is in use."""

from collections.abc import Sequence

from app.contracts.errors import DatabaseDamaged
from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import CatalogChange, CatalogModel, ModelChoice
from app.storage.database.connection import Database
from app.storage.database.sqlite_errors import DAMAGED
from app.storage.database.tables import ModelRow

_OFFERED = """
    INSERT INTO models (provider_id, model_id, name, context_window, position)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (provider_id, model_id) DO UPDATE SET
        name = excluded.name,
        context_window = coalesce(excluded.context_window, context_window),
        position = excluded.position,
        is_listed = 1
"""
_ADDED_BY_HAND = """
    INSERT INTO models (provider_id, model_id, name, context_window, is_added_by_hand)
    VALUES (?, ?, ?, ?, 1)
    ON CONFLICT (provider_id, model_id) DO UPDATE SET
        name = excluded.name,
        context_window = coalesce(excluded.context_window, context_window),
        is_listed = 1,
        is_added_by_hand = 1
"""


class ModelRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def of_provider(self, provider_id: str) -> tuple[CatalogModel, ...]:
        return tuple(map(_model, self._rows_of(provider_id)))

    def get(self, choice: ModelChoice) -> CatalogModel | None:
        row = self._database.find_one(ModelRow, *_is(choice))
        return _model(row) if row else None

    def default(self) -> CatalogModel:
        row = self._database.find_one(ModelRow, ModelRow.is_default == 1)
        if row is None:
            raise DatabaseDamaged(DAMAGED, detail="no model is the default")
        return _model(row)

    def set_default(self, choice: ModelChoice) -> bool:
        with self._database.writing():
            if self.get(choice) is None:
                return False
            self._database.update(ModelRow, {ModelRow.is_default: 0}, ModelRow.is_default == 1)
            self._database.update(ModelRow, {ModelRow.is_default: 1}, *_is(choice))
            return True

    def add(self, choice: ModelChoice, name: str, context_window: int | None) -> None:
        self._database.execute(
            _ADDED_BY_HAND, choice.provider_id, choice.model_id, name, context_window
        )

    def refresh(self, provider_id: str, offered: Sequence[ModelInfo]) -> CatalogChange:
        if not offered:
            return CatalogChange()
        with self._database.writing():
            known = {row.model_id for row in self._rows_of(provider_id)}
            listed = {row.model_id for row in self._rows_of(provider_id) if row.is_listed}
            self._database.update(
                ModelRow,
                {ModelRow.is_listed: 0},
                ModelRow.provider_id == provider_id,
                ModelRow.is_added_by_hand == 0,
            )
            for position, model in enumerate(offered):
                self._database.execute(
                    _OFFERED,
                    provider_id,
                    model.id,
                    model.name or model.id,
                    model.context_window,
                    position,
                )
            now_listed = {row.model_id for row in self._rows_of(provider_id) if row.is_listed}
        return CatalogChange(
            added=tuple(model.id for model in offered if model.id not in known),
            gone=tuple(sorted(listed - now_listed)),
        )

    def _rows_of(self, provider_id: str) -> list[ModelRow]:
        return self._database.find(
            ModelRow,
            ModelRow.provider_id == provider_id,
            order_by=(-ModelRow.is_listed, ModelRow.position, ModelRow.model_id),
        )


def _is(choice: ModelChoice) -> tuple[object, object]:
    return (
        ModelRow.provider_id == choice.provider_id,
        ModelRow.model_id == choice.model_id,
    )


def _model(row: ModelRow) -> CatalogModel:
    return CatalogModel(
        choice=ModelChoice(provider_id=row.provider_id, model_id=row.model_id),
        name=row.name,
        context_window=row.context_window,
        is_listed=bool(row.is_listed),
        is_default=bool(row.is_default),
    )
