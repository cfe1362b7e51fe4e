from app.chat.undo_memory_change import CHANGED_MEANWHILE, UNDONE, UndoMemoryChange
from app.contracts.memory_changes import MemoryChange
from app.memory.long_term_memory import LongTermMemory
from app.memory.long_term_outcomes import Deleted, Saved
from tests.conftest import House


def memory_in(house: House) -> LongTermMemory:
    return LongTermMemory(house.files, house.record_write, house.clock)


def saved(memory: LongTermMemory, words: str) -> MemoryChange:
    outcome = memory.save(words, "projects")
    assert isinstance(outcome, Saved)
    return MemoryChange("Saved to Projects", outcome.before, outcome.after)


def texts(memory: LongTermMemory) -> list[str]:
    return [entry.text for entry in memory.document().entries()]


def test_a_save_is_taken_back_and_what_came_after_it_stays(house: House):
    memory = memory_in(house)
    memory.save("Invoices are in euros", "projects")
    change = saved(memory, "Pays with gold")
    memory.save("Lives in Zürich", "profile")
    assert UndoMemoryChange(memory)(change) == UNDONE
    assert texts(memory) == ["Lives in Zürich", "Invoices are in euros"]


def test_a_removed_entry_comes_back(house: House):
    memory = memory_in(house)
    memory.save("Invoices are in euros", "projects")
    outcome = memory.update("Invoices are in euros", "")
    assert isinstance(outcome, Deleted)
    UndoMemoryChange(memory)(MemoryChange("Memory removed", outcome.before, outcome.after))
    assert texts(memory) == ["Invoices are in euros"]


def test_what_a_person_changed_meanwhile_is_not_overwritten(house: House):
    memory = memory_in(house)
    memory.save("Likes tea", "projects")
    change = saved(memory, "Pays with gold")
    memory.update("Pays with gold", "Pays with silver")
    assert UndoMemoryChange(memory)(change) == CHANGED_MEANWHILE
    assert texts(memory) == ["Likes tea", "Pays with silver"]
