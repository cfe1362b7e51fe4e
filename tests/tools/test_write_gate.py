import threading

import pytest

from app.contracts.errors import WriteFailed
from app.tools.write_gate import GatedFiles, GateState, WriteGate
from tests.conftest import House


def test_a_write_through_an_open_gate_is_durable_and_known(house: House):
    gate = WriteGate()
    files = GatedFiles(house.files, gate)
    files.write("files/a.md", "one", based_on=files.read("files/a.md"))
    assert gate.has_written
    assert gate.close() is GateState.DURABLE
    assert house.files.read("files/a.md").text == "one"


def test_no_write_or_deletion_starts_after_the_gate_was_closed(house: House):
    house.files.write("files/a.md", "one", based_on=house.files.read("files/a.md"))
    gate = WriteGate()
    files = GatedFiles(house.files, gate)
    assert gate.close() is GateState.OPEN
    before = files.read("files/a.md")
    with pytest.raises(WriteFailed):
        files.write("files/a.md", "two", based_on=before)
    with pytest.raises(WriteFailed):
        files.delete("files/a.md", based_on=before)
    assert house.files.read("files/a.md") == before
    assert [info.path for info in files.list("files")] == ["files/a.md"]


def test_a_write_that_waits_for_the_lock_has_not_begun(house: House):
    gate = WriteGate()
    refused: list[WriteFailed] = []

    def write() -> None:
        files = GatedFiles(house.files, gate)
        try:
            files.write("files/a.md", "one", based_on=files.read("files/a.md"))
        except WriteFailed as error:
            refused.append(error)

    with house.files.lock():
        thread = threading.Thread(target=write)
        thread.start()
        assert gate.close() is GateState.OPEN
    thread.join()
    assert len(refused) == 1
    assert not house.files.read("files/a.md").exists


def test_a_write_that_has_begun_may_end_after_the_closing():
    gate = WriteGate()
    gate.begin()
    assert gate.close() is GateState.BEGUN
    gate.begin()
    gate.mark_durable()
    assert gate.has_written
