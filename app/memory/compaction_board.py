"""Where a proposal to tidy long-term memory waits for the person: readable by both processes.

The engine makes it and the UI process shows it. Holds words of the memory, so that forgetting and
deleting must take it away; a wish to stop names its job and never stops a later one.
"""

import json
from dataclasses import dataclass
from typing import cast

from app.contracts.settings import SettingsStore
from app.memory.compaction_plan import CompactionEdit, CompactionPlan, Drop, Merge

PROPOSAL = "memory_compaction.proposal"
PROGRESS = "memory_compaction.progress"
CANCELLED_JOB = "memory_compaction.cancelled_job"


@dataclass(frozen=True, slots=True)
class KeptProposal:
    """`digest` is of the file it was made from; no `edits`: there is nothing to tidy.

    `note` says why no language model had a part in it, where one should have.
    """

    job_id: str
    digest: str = ""
    edits: tuple[CompactionEdit, ...] = ()
    note: str = ""


class CompactionBoard:
    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings

    def keep(self, job_id: str, plan: CompactionPlan | None, note: str) -> None:
        edits = plan.edits if plan else ()
        stored = {
            "job": job_id,
            "digest": plan.based_on.digest if plan else "",
            "edits": [_as_stored(edit) for edit in edits],
            "note": note,
        }
        self._settings.put(PROPOSAL, json.dumps(stored, ensure_ascii=False))
        self._settings.delete(PROGRESS)

    def read(self, job_id: str) -> KeptProposal | None:
        """None: this job has proposed nothing yet."""
        try:
            stored: object = json.loads(self._settings.get(PROPOSAL) or "null")
            return _as_proposal(cast("dict[str, object]", stored), job_id)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None  # not what `keep` writes

    def begin(self, job_id: str) -> None:
        """The person asks (again): an earlier wish to stop this job counts no longer."""
        drop_proposal(self._settings)
        if self.is_cancelled(job_id):
            self._settings.delete(CANCELLED_JOB)

    def cancel(self, job_id: str) -> None:
        self._settings.put(CANCELLED_JOB, job_id)

    def is_cancelled(self, job_id: str) -> bool:
        return self._settings.get(CANCELLED_JOB) == job_id

    def tell(self, job_id: str, done: int, total: int) -> None:
        self._settings.put(PROGRESS, f"{job_id} {done} {total}")

    def progress(self, job_id: str) -> tuple[int, int]:
        """Parts done, and parts in all; 0 of 0 while nobody knows."""
        match (self._settings.get(PROGRESS) or "").split():
            case [told, done, total] if told == job_id and (done + total).isdecimal():
                return int(done), int(total)
            case _:
                return 0, 0


def drop_proposal(settings: SettingsStore) -> None:
    settings.delete(PROPOSAL)
    settings.delete(PROGRESS)


def _as_stored(edit: CompactionEdit) -> dict[str, object]:
    if isinstance(edit, Drop):
        return {"drop": edit.index, "kept": edit.kept, "reason": edit.reason}
    return {"merge": list(edit.indexes), "text": edit.text, "reason": edit.reason}


def _as_proposal(stored: dict[str, object], job_id: str) -> KeptProposal | None:
    if stored["job"] != job_id:
        return None
    edits = cast("list[dict[str, object]]", stored["edits"])
    return KeptProposal(
        job_id, str(stored["digest"]), tuple(map(_as_edit, edits)), str(stored["note"])
    )


def _as_edit(stored: dict[str, object]) -> CompactionEdit:
    reason = str(stored["reason"])
    if "drop" in stored:
        kept = stored["kept"]
        return Drop(cast("int", stored["drop"]), reason, cast("int | None", kept))
    indexes = cast("list[int]", stored["merge"])
    return Merge(tuple(indexes), str(stored["text"]), reason)
