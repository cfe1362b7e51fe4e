"""Does the index say what the files and conversations say, no more and no less?"""

from collections.abc import Mapping

from app.contracts.memory_index import IndexStore, UnindexedMessages
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.memory.check_up.file_checks import CheckedFiles
from app.memory.check_up.findings import Area, AreaReport, Finding, counted
from app.memory.index_builder import IndexBuilder

_MESSAGES_AT_ONCE = 500


def check_index(
    index: IndexStore, messages: UnindexedMessages, builder: IndexBuilder, files: CheckedFiles
) -> AreaReport:
    counts = index.counts()
    waiting = counts.chunks - counts.with_vector
    notes = [f"{counted(counts.chunks, 'chunk')}, {waiting:,} of them without a vector yet."]
    findings = [
        *_file_findings(index, builder, files.texts),
        *_orphan_findings(index, files),
        *_message_findings(messages),
    ]
    return AreaReport(Area.INDEX, tuple(notes), tuple(findings))


def _file_findings(
    index: IndexStore, builder: IndexBuilder, texts: Mapping[str, str]
) -> list[Finding]:
    findings: list[Finding] = []
    for path, text in texts.items():
        wanted, known = builder.ids_of(path, text), index.ids_of_file(path)
        missing, stale = len(wanted - known), len(known - wanted)
        if missing or stale:
            findings.append(
                Finding(f"{path}: of its chunks {missing:,} are missing, {stale:,} out of date.")
            )
    return findings


def _orphan_findings(index: IndexStore, files: CheckedFiles) -> list[Finding]:
    gone = sorted(index.paths() - files.texts.keys() - files.unreadable)
    return [Finding(f"{path} is not there any more, but can still be found.") for path in gone]


def _message_findings(messages: UnindexedMessages) -> list[Finding]:
    count, last = 0, 0
    while found := messages.unindexed(
        after_sequence=last, limit=_MESSAGES_AT_ONCE, without_model=ON_DEVICE_MODEL.model_id
    ):
        count += sum(bool(message.text.strip()) for message in found)
        last = found[-1].sequence
    return (
        [Finding(f"{counted(count, 'message')} of conversations cannot be found.")] if count else []
    )
