"""Version, licences, and a diagnostics file without secrets. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from app.contracts.diagnostics import Diagnostics
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class Licence:
    work: str
    terms: str


@dataclass(frozen=True, slots=True)
class AboutState:
    version: str = ""
    licences: tuple[Licence, ...] = ()
    is_exporting: bool = False
    exported: str = ""
    notice: str = ""


class AboutViewModel:
    def __init__(
        self,
        version: str,
        read_notice: Callable[[], str],
        diagnostics: Diagnostics,
        tasks: Tasks,
    ) -> None:
        self._read_notice = read_notice
        self._diagnostics = diagnostics
        self._tasks = tasks
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(AboutState(version=version))

    @property
    def state(self) -> AboutState:
        return self.observable.state

    def refresh(self) -> None:
        def show(licences: tuple[Licence, ...]) -> None:
            self.observable.update(replace(self.state, licences=licences))

        self._tasks.call(lambda: licences_in(self._read_notice()), show, self._failed)

    def export_diagnostics(self) -> None:
        if self.state.is_exporting:
            return
        self.observable.update(replace(self.state, is_exporting=True, exported="", notice=""))

        def exported(path: Path) -> None:
            where = f"{path.parent.name}/{path.name}"
            self.observable.update(replace(self.state, is_exporting=False, exported=where))

        self._tasks.call(self._diagnostics.export, exported, self._failed)

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, is_exporting=False, notice=sentence))


def licences_in(notice: str) -> tuple[Licence, ...]:
    """Lines of the NOTICE file with a name, at least three blanks, and the terms; a line that
    begins with blanks goes on with the terms of the one before.
    """
    licences: list[Licence] = []
    for line in notice.splitlines():
        work, _, terms = line.partition("   ")
        if work.strip() and terms.strip():
            licences.append(Licence(work.strip(), terms.strip()))
        elif not work.strip() and terms.strip() and licences:
            last = licences[-1]
            licences[-1] = replace(last, terms=f"{last.terms} {terms.strip()}")
    return tuple(licences)
