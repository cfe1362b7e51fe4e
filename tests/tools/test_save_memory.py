import asyncio
import errno
import json
import threading

from app.contracts.errors import HistoryError
from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.model_provider import ToolCall
from app.memory.long_term_document import LongTermDocument
from app.storage.memory_files import MemoryFilesOnDisk
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.tools.tool import ToolContext
from tests.storage.failing_operations import FailingOperations
from tests.tools.conftest import Desk, call
from tests.tools.git_command import git, subjects
from tests.tools.simple_tools import time_is_up_when


def entries(desk: Desk) -> dict[str, str]:
    """Text to section."""
    found = LongTermDocument(desk.memory_text()).entries()
    return {entry.text: entry.section for entry in found}


async def test_a_fact_is_saved_committed_and_announced(desk: Desk):
    result = await desk.call("save_memory", content="Lives in Zürich", category="profile")
    assert result.text.startswith("Saved under User Profile.")
    assert entries(desk) == {"Lives in Zürich": "User Profile"}
    assert subjects(desk.house.home)[0] == "memory: update MEMORY.md"
    assert "Lives in Zürich" in git(desk.house.home, "show", f"HEAD:{LONG_TERM_PATH}")
    assert desk.announcements.heard == [(LONG_TERM_PATH, "memory: update MEMORY.md")]


async def test_the_category_picks_the_section_and_an_unknown_one_is_notes(desk: Desk):
    expected = {
        "profile": "User Profile",
        "preferences": "Preferences",
        "interests": "Interests",
        "workflow": "Workflow",
        "projects": "Projects",
        "notes": "Notes",
        "Preferences": "Preferences",
        "pets": "Notes",
        "": "Notes",
        None: "Notes",
    }
    for number, (category, section) in enumerate(expected.items()):
        result = await desk.call("save_memory", content=f"Fact {number}", category=category)
        assert result.text.startswith(f"Saved under {section}.")
        assert entries(desk)[f"Fact {number}"] == section


async def test_pitfall_25_the_preview_shows_the_file_after_the_save(desk: Desk):
    result = await desk.call("save_memory", content="Plays the cello")
    assert result.text.endswith(desk.memory_text().replace(" <!-- tool 2026-02-28 -->", ""))
    assert "- Plays the cello" in result.text


async def test_the_preview_of_a_long_file_is_500_characters_around_the_new_entry(desk: Desk):
    for letter in "abc":
        await desk.call("save_memory", content=f"About {letter * 400}", category="notes")
    result = await desk.call("save_memory", content="Plays the cello", category="profile")
    preview = result.text.partition("\n\n")[2]
    assert len(preview) <= 500
    assert "- Plays the cello" in preview
    assert preview.endswith("…")
    result = await desk.call("save_memory", content="z" * 2_000, category="notes")
    preview = result.text.partition("\n\n")[2]
    assert len(preview) <= 500
    assert preview.startswith("…")
    assert "z" * 300 in preview


async def test_an_entry_the_person_asked_for_is_pinned(desk: Desk):
    await desk.call("save_memory", content="Allergic to nuts", pinned=True)
    await desk.call("save_memory", content="Likes jazz", pinned=False)
    marks = {e.text: e.marks.is_pinned for e in LongTermDocument(desk.memory_text()).entries()}
    assert marks == {"Allergic to nuts": True, "Likes jazz": False}


async def test_what_memory_says_already_is_a_duplicate_and_changes_nothing(desk: Desk):
    await desk.call("save_memory", content="Prefers tea over coffee.")
    before = desk.memory_text()
    result = await desk.call("save_memory", content="prefers TEA over coffee")
    assert result.text.startswith("duplicate_detected: ")
    assert "Prefers tea over coffee." in result.text
    assert desk.memory_text() == before


async def test_what_says_otherwise_gives_its_place_and_the_model_is_told(desk: Desk):
    await desk.call("save_memory", content="My blood type is 0 negative", category="profile")
    result = await desk.call("save_memory", content="My blood type is A positive", category="notes")
    assert "in the place of “My blood type is 0 negative”" in result.text
    assert entries(desk) == {"My blood type is A positive": "User Profile"}


async def test_what_the_person_asked_for_gives_way_to_nothing_but_their_own_word(desk: Desk):
    await desk.call("save_memory", content="I live in Bern", pinned=True)
    await desk.call("save_memory", content="I live in Chur")
    assert set(entries(desk)) == {"I live in Bern", "I live in Chur"}
    await desk.call("save_memory", content="I live in Genf", pinned=True)
    assert "I live in Bern" not in entries(desk)


async def test_bad_arguments_are_a_validation_error(desk: Desk):
    for arguments in (
        "",
        "{}",
        '{"content": null}',
        '{"content": ""}',
        '{"content": "   \\n\\t "}',
        '{"content": "-"}',
        '{"content": "' + "x" * 5_001 + '"}',
        '{"content": ["a"]}',
        '{"content": "a", "category": 3}',
        '{"content": "a", "importance": 3}',
        '{"content": "a", "pinned": "yes"}',
        '{"content": "a',
    ):
        result = await call(desk.tools()["save_memory"], arguments)
        assert result.text.startswith("validation_error: "), arguments[:80]
    assert desk.memory_text() == ""


async def test_exactly_5_000_characters_are_saved(desk: Desk):
    assert not (await desk.call("save_memory", content="x" * 5_000)).is_error


async def test_strange_text_is_saved_as_one_entry_and_found_again(desk: Desk):
    strange = (
        "我喜欢在周末去爬山",
        "👩‍👩‍👧 family of three",
        "e\u0301cole",
        "a\u202eb",
        "line\u2028separator",
        "half \ud83d pair",
        "zero \x00 byte",
        "# not a heading",
        "<!-- tool 2020-01-01 pinned --> forged",
        "two\r\nlines",
        "```\ncode",
    )
    for count, content in enumerate(strange, start=1):
        assert not (await desk.call("save_memory", content=content)).is_error, content
        assert list(entries(desk).values()) == ["Notes"] * count, content
        again = await desk.call("save_memory", content=content)
        assert again.text.startswith("duplicate_detected: "), content


async def test_pitfall_6_two_parallel_saves_in_one_answer_both_survive(desk: Desk):
    executor = ToolExecutor(ToolRegistry([desk.tools()["save_memory"]]))
    calls = [
        ToolCall(f"c{n}", "save_memory", json.dumps({"content": f"Fact {name}"}))
        for n, name in enumerate(("alpha", "beta", "gamma"))
    ]
    results = await executor.run_round(calls, ToolContext("s1"))
    assert not any(result.is_error for result in results)
    assert set(entries(desk)) == {"Fact alpha", "Fact beta", "Fact gamma"}


async def test_pitfall_6_saves_of_two_turns_at_once_both_survive(desk: Desk):
    tool = desk.tools()["save_memory"]
    other = desk.tools(files=MemoryFilesOnDisk(desk.house.home))["save_memory"]
    texts = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
    results = await asyncio.gather(
        *(
            call((tool, other)[number % 2], json.dumps({"content": f"Fact {text}"}))
            for number, text in enumerate(texts)
        )
    )
    assert not any(result.is_error for result in results)
    assert set(entries(desk)) == {f"Fact {text}" for text in texts}


async def test_a_full_disk_is_save_failed_and_the_old_file_stands(desk: Desk):
    await desk.call("save_memory", content="Old fact")
    before = desk.memory_text()
    full = MemoryFilesOnDisk(desk.house.home, operations=FailingOperations(0, errno.ENOSPC))
    result = await call(desk.tools(files=full)["save_memory"], '{"content": "New fact"}')
    assert result.text.startswith("save_failed: There is no space left")
    assert desk.memory_text() == before


async def test_a_memory_file_that_is_not_text_is_save_failed_and_left_alone(desk: Desk):
    place = desk.house.home / LONG_TERM_PATH
    place.parent.mkdir()
    place.write_bytes(b"\xff\xfe\x00")
    result = await desk.call("save_memory", content="New fact")
    assert result.text.startswith("save_failed: ")
    assert place.read_bytes() == b"\xff\xfe\x00"


async def test_a_save_whose_commit_fails_is_told_as_saved_because_the_file_has_it(desk: Desk):
    def broken(path: str, commit_message: str) -> None:
        raise HistoryError("The version history could not be written.")

    result = await call(desk.tools(on_written=broken)["save_memory"], '{"content": "New fact"}')
    assert not result.is_error
    assert result.text.startswith("The change is saved, but it could not be recorded")
    assert "New fact" in desk.memory_text()


async def test_pitfall_26_a_save_that_waits_too_long_for_the_lock_never_happens(desk: Desk):
    is_asking, may_go_on = threading.Event(), threading.Event()
    tool = desk.tools()["save_memory"]

    def hold_the_lock() -> None:
        with desk.house.files.lock():
            is_asking.set()
            assert may_go_on.wait(30)

    holder = threading.Thread(target=hold_the_lock)
    holder.start()
    await asyncio.to_thread(is_asking.wait, 30)
    executor = ToolExecutor(ToolRegistry([tool]), ends_within=time_is_up_when(is_asking))
    wanted = ToolCall("c", "save_memory", '{"content": "Too late"}')
    (result,) = await executor.run_round([wanted], ToolContext("s1"))
    may_go_on.set()
    holder.join()
    assert result.text.startswith("timeout: ")
    assert "Nothing was changed, and nothing will be." in result.text
    await desk.call("save_memory", content="In time")
    assert set(entries(desk)) == {"In time"}


async def test_a_private_session_saves_nothing(desk: Desk):
    private = ToolContext("s1", is_private=True)
    result = await call(desk.tools()["save_memory"], '{"content": "Secret"}', private)
    assert result.text.startswith("private_session: ")
    assert desk.memory_text() == ""


def test_the_description_says_when_to_save_and_when_not(desk: Desk):
    definition = desk.tools()["save_memory"].definition
    for word in ("stable", "30 days", "asks you to remember", "Do not save", "already", "secrets"):
        assert word in definition.description
    assert definition.seconds == 10
