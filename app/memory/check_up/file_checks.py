"""Are the memory files readable and well formed? People may write what they like in them: only what
cannot be meant is found.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from app.contracts.errors import MemoryFileError
from app.contracts.memory_files import LONG_TERM_PATH, MEMORY_FOLDER, MemoryFiles
from app.memory.check_up.findings import Area, AreaReport, Finding, counted
from app.memory.commit_messages import day_of_log
from app.memory.daily_log import parse_blocks


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """`texts` by path, of those that can be read; `unreadable` are the others."""

    texts: dict[str, str]
    unreadable: frozenset[str]
    report: AreaReport


def check_files(files: MemoryFiles, known: Collection[str] = ()) -> CheckedFiles:
    """`known` are paths that were files once: a link in such a place is in no list of files."""
    texts: dict[str, str] = {}
    unreadable: set[str] = set()
    findings: list[Finding] = []
    for path in sorted({*_paths(files), *known}):
        try:
            snapshot = files.read(path)
        except MemoryFileError as error:
            unreadable.add(path)
            findings.append(Finding(error.sentence, is_mendable=False))
            continue
        if snapshot.exists:
            texts[path] = snapshot.text
            findings += [
                Finding(sentence, is_mendable=False) for sentence in faults_of(path, snapshot.text)
            ]
    return CheckedFiles(texts, frozenset(unreadable), _report(texts, findings))


def faults_of(path: str, text: str) -> list[str]:
    if not text.strip("\ufeff \t\r\n"):
        return [f"{path} is empty."]
    day = day_of_log(path)
    return [] if day is None else _log_faults(path, day, text)


def _paths(files: MemoryFiles) -> set[str]:
    """MEMORY.md in any case: a folder in its place is in no list of files."""
    return {LONG_TERM_PATH, *(info.path for info in files.list(MEMORY_FOLDER))}


def _log_faults(path: str, day: date, text: str) -> list[str]:
    faults: list[str] = []
    header = text.lstrip("\ufeff \t\r\n").split("\n", 1)[0].rstrip()
    if header != f"# Daily Log - {day.isoformat()}":
        faults.append(f"{path} does not begin with the line '# Daily Log - {day.isoformat()}'.")
    counted = Counter(block.id for block in parse_blocks(text) if block.id)
    faults += [
        f"{path} has the block {name} {count} times."
        for name, count in counted.items()
        if count > 1
    ]
    return faults


def _report(texts: dict[str, str], findings: list[Finding]) -> AreaReport:
    size = sum(len(text.encode()) for text in texts.values())
    count = counted(len(texts), "file")
    notes = (
        (f"{count} with {counted(size, 'byte')} can be read.",)
        if texts
        else ("There are none yet.",)
    )
    return AreaReport(Area.FILES, notes, tuple(findings))
