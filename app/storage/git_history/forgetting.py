"""Forgetting for good: a new history without the texts takes the place of the old one.

Until the journal is on disk nothing has changed; from then on the rest is repeated until it is
done, by the next start if need be. Nothing that could hold the texts is kept, not even what an
earlier repair had set aside.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path

from app.contracts.errors import HistoryError
from app.contracts.history import Forgotten
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.forget_journal import Decision, ForgetJournal
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.packing import Packing
from app.storage.git_history.reachability import needed_objects
from app.storage.git_history.redaction import Forbidden, Redact
from app.storage.git_history.references import MAIN, References
from app.storage.git_history.rewriting import Rewriting
from app.storage.git_history.set_aside import SetAside
from app.storage.git_history.skeleton import TOUCHED

_NAMING_THE_OLD = (
    *("ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD"),
    *("BISECT_LOG", "AUTO_MERGE", "COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG", "MERGE_RR"),
    *("MERGE_MODE", "index", TOUCHED),
)
_FOLDERS_LEFT_BY_GIT = (
    *("logs", "rebase-merge", "rebase-apply", "sequencer", "rr-cache", "lost-found"),
)


class Forgetting:
    def __init__(
        self,
        git_folder: Path,
        database: ObjectDatabase,
        references: References,
        packing: Packing,
        journal: ForgetJournal,
        disk: DurableDisk,
    ) -> None:
        self._git = git_folder
        self._database = database
        self._references = references
        self._packing = packing
        self._journal = journal
        self._disk = disk

    def run(self, texts: Sequence[str], redact: Redact) -> Forgotten:
        forbidden = Forbidden(texts)
        old = self._references.all()
        if not forbidden.needles:
            return Forgotten(0, old[MAIN].decode("ascii"))
        renamed = Rewriting(self._database, forbidden, redact).run(old.values())
        new = {name: renamed.get(target, target) for name, target in old.items()}
        pack = self._packing.write(needed_objects(self._database, new.values()))
        decision = Decision(old, new, pack)
        self._journal.keep(decision)
        self._carry_out(decision)
        rewritten = sum(1 for before, after in renamed.items() if before != after)
        return Forgotten(rewritten, new[MAIN].decode("ascii"))

    def finish(self) -> str | None:
        """Takes up an interrupted forgetting; a sentence when that could not be done."""
        decision = self._journal.pending()
        if decision is None:
            self._journal.clear()
            return None
        now = self._references.all()
        is_known = all(
            target in {decision.old.get(name), decision.new.get(name)}
            for name, target in now.items()
        )
        if not is_known or not self._is_complete(decision):
            self._journal.clear()
            return "Forgetting was interrupted and the history has changed since. Please repeat it."
        self._carry_out(decision)
        return None

    def _carry_out(self, decision: Decision) -> None:
        """Each step may be repeated after a kill; the journal goes last."""
        for name, target in decision.new.items():
            self._references.put(name, target)
        self._references.drop_packed()
        self._purge(decision.pack)
        self._journal.clear()

    def _is_complete(self, decision: Decision) -> bool:
        try:
            needed_objects(self._database, decision.new.values())
        except HistoryError:
            return False
        return decision.pack in self._database.packs.names()

    def _purge(self, pack: str) -> None:
        """The index goes before the objects it names."""
        for path in (self._git / name for name in _NAMING_THE_OLD):
            if path.exists():
                self._disk.remove(path)
        for name in _FOLDERS_LEFT_BY_GIT:
            shutil.rmtree(self._git / name, ignore_errors=True)
        SetAside(self._git, self._disk).remove_all()
        self._packing.keep_only(pack)
