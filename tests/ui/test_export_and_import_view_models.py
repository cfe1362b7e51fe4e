"""Export and import as their view models tell it: progress, a wish to stop, refusals, choices."""

import threading
import zipfile
from dataclasses import replace
from pathlib import Path

from app.contracts.errors import WriteFailed
from app.contracts.memory_files import FileSnapshot
from app.memory.archive_export import ExportMemory
from app.memory.archive_import import ImportMemory
from app.memory.text.torn_places import Side
from app.storage.archives import ArchivesOnDisk
from app.storage.memory_files import MemoryFilesOnDisk
from app.ui.long_work import LongWork, Progress
from app.ui.screens.memory_export.view_model import ExportKind, ExportState, ExportViewModel
from app.ui.screens.memory_import.view_model import ImportViewModel, Step
from tests.conftest import House
from tests.fakes.file_exchange import ChosenFiles
from tests.fakes.tasks import InlineTasks

ARCHIVED = "# Long-term Memory\n\n## Projects\n- Learns the cello <!-- tool 2026-01-02 -->\n"


class FilesReadAfter(MemoryFilesOnDisk):
    """Real files that are read once something happened: the worker cannot run ahead of the wish."""

    def __init__(self, happened: threading.Event, house: House) -> None:
        super().__init__(house.home)
        self._happened = happened

    def read(self, path: str) -> FileSnapshot:
        assert self._happened.wait(20)
        return super().read(path)


def exporting(house: House, exchange: ChosenFiles) -> ExportViewModel:
    export = ExportMemory(
        ArchivesOnDisk(),
        house.files,
        house.history,
        house.settings,
        house.home / "exports",
        house.clock,
    )
    return ExportViewModel(export, exchange, InlineTasks())


def importing(house: House, exchange: ChosenFiles) -> ImportViewModel:
    take_over = ImportMemory(ArchivesOnDisk(), house.files, house.settings, house.record_write)
    return ImportViewModel(take_over, exchange, InlineTasks())


def archive(place: Path, **members: str) -> Path:
    with zipfile.ZipFile(place, "w") as made:
        for name, text in members.items():
            made.writestr({"memory": "memory/MEMORY.md", "plan": "files/plan.md"}[name], text)
    return place


def test_an_export_says_where_it_is_and_a_copy_where_it_went(house: House, tmp_path: Path):
    house.files.write("files/plan.md", "# Plan\n", based_on=house.files.read("files/plan.md"))
    exchange = ChosenFiles(tmp_path)
    model = exporting(house, exchange)
    model.start(ExportKind.ZIP)
    assert model.state.made == f"1 file in exports/{next(house.home.glob('exports/*.zip')).name}"
    model.save_copy()
    assert model.state.copied == f"A copy is in {tmp_path}"
    exchange.problem = WriteFailed("The disk is full.")
    model.save_copy()
    assert (model.state.problem, model.state.copied) == ("The disk is full.", "")
    assert model.state.made, "the export itself is still there"


def test_an_export_that_is_cancelled_leaves_no_file(house: House, tmp_path: Path):
    for number in range(3):
        path = f"files/{number}.md"
        house.files.write(path, "x\n", based_on=house.files.read(path))
    cancelled = threading.Event()
    model = exporting(replace(house, files=FilesReadAfter(cancelled, house)), ChosenFiles(tmp_path))

    def cancel_at_the_first_file(state: ExportState) -> None:
        if state.progress.total:
            model.cancel()
            cancelled.set()

    model.observable.subscribe(cancel_at_the_first_file)
    model.start(ExportKind.ZIP)
    assert model.state.copied == "Stopped. No file was made."
    assert not list(house.home.glob("exports/*"))


def test_nothing_is_written_before_import_is_tapped_and_a_side_can_be_chosen(
    house: House, tmp_path: Path
):
    house.files.write("files/plan.md", "mine\n", based_on=house.files.read("files/plan.md"))
    place = archive(tmp_path / "theirs.zip", memory=ARCHIVED, plan="theirs\n")
    model = importing(house, ChosenFiles(tmp_path, place))
    told: list[str] = []
    model.on_imported = lambda: told.append("imported")
    model.refresh()
    model.browse()
    assert model.state.step is Step.PLAN
    assert model.state.summary.startswith("1 new file, 1 file differs.")
    assert house.files.read("files/plan.md").text == "mine\n"
    assert not house.files.read("memory/MEMORY.md").exists

    torn = next(row for row in model.state.rows if row.is_torn)
    model.choose_side(Side.THEIRS)
    model.show(torn)
    assert model.state.shown is not None
    assert [line.text for line in model.state.shown.lines] == ["mine", "theirs"]
    model.close()
    model.take_over()
    assert model.state.step is Step.DONE
    assert told == ["imported"]
    assert house.files.read("files/plan.md").text == "theirs\n"
    assert "tool 2026-01-02" in house.files.read("memory/MEMORY.md").text


def test_a_refused_archive_says_why_and_another_can_be_chosen(house: House, tmp_path: Path):
    place = tmp_path / "broken.zip"
    place.write_bytes(b"PK\x03\x04 and nothing else")
    model = importing(house, ChosenFiles(tmp_path, place))
    model.look(place)
    assert model.state.step is Step.CHOOSE
    assert model.state.problem
    assert [file.name for file in model.state.offered] == ["broken.zip"]


def test_nothing_chosen_changes_nothing(house: House, tmp_path: Path):
    model = importing(house, ChosenFiles(tmp_path))
    model.browse()
    assert model.state.step is Step.CHOOSE


def test_long_work_tells_each_percent_once_and_hears_a_wish_to_stop():
    seen: list[Progress] = []
    results: list[int] = []
    work = LongWork(InlineTasks())

    def told(progress: Progress) -> None:
        seen.append(progress)
        if progress.done == 500:
            work.stop()

    def count(tell: object) -> int:
        assert callable(tell)
        return next((done for done in range(1_000) if not tell(done, 1_000)), 1_000)

    work.start(count, told, results.append, lambda _: None)
    assert len(seen) <= 100
    assert results[0] >= 500
