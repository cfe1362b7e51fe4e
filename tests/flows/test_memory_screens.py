"""The memory pages by hand: every change is made with touches and read from the disk."""

from datetime import date, time

from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.testing.app_driver import AppDriver
from tests.flows.conftest import Person
from tests.flows.memory_hands import (
    all_of,
    entry,
    fill,
    git,
    inside,
    memory_text,
    open_memory,
    replace_text,
    seen,
)

SMALLEST_TARGET = 48


def test_an_entry_said_in_a_chat_is_pinned_edited_deleted_and_brought_back(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.say("Remember that my sister Ana likes film cameras.")
        await driver.until(lambda: (person.home / "memory/MEMORY.md").exists(), "the entry")
        pages = await open_memory(driver)
        words = pages.long_term.state.groups[0].rows[0].text
        assert "film cameras" in words

        was_pinned = pages.long_term.state.groups[0].rows[0].is_pinned
        await driver.tap(entry(driver, words).ids.pin)
        await driver.until(
            lambda: pages.long_term.state.groups[0].rows[0].is_pinned != was_pinned, "the pin"
        )
        await driver.frames()
        assert ("pinned -->" in memory_text(person.home)) != was_pinned

        await driver.tap(entry(driver, words).ids.menu)
        await driver.tap(seen(driver, "ActionRow", "Edit"))
        sheet = seen(driver, "BottomSheet")
        await replace_text(driver, inside(sheet, "PlainField"), "Ana likes old cameras.")
        await driver.tap(inside(sheet, "PushButton", "Save"))
        await driver.until(lambda: "old cameras" in memory_text(person.home), "the edit")
        await driver.until(
            lambda: pages.long_term.state.groups[0].rows[0].text == "Ana likes old cameras.",
            "the new words",
        )
        await driver.frames()

        await driver.tap(entry(driver, "Ana likes old cameras.").ids.menu)
        await driver.tap(seen(driver, "ActionRow", "Delete"))
        await driver.until(lambda: "cameras" not in memory_text(person.home), "the deletion")
        await driver.until(lambda: not pages.long_term.state.groups, "the empty page")
        await driver.frames()
        await driver.tap(seen(driver, "PushButton", "Undo"))
        await driver.until(lambda: "old cameras" in memory_text(person.home), "the entry again")

    person.visits(script)
    assert git(person.home, "status", "--porcelain") == ""


def test_a_text_changed_meanwhile_asks_whose_lines_to_keep(person: Person):
    def before(memory: LongTermMemory, _logs: DailyLogs, _files: KeptFiles) -> None:
        memory.save("Prefers short answers", "preferences")

    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_memory(driver)
        await driver.tap(seen(driver, "EditAsTextButton"))
        await driver.until(lambda: not pages.editor.state.is_loading, "the editor")
        await driver.frames()
        text = memory_text(person.home)
        mine = text.replace("short answers", "short answers with sources")
        await replace_text(driver, seen(driver, "PlainField"), mine)

        driver.app.navigation.back()
        await driver.until(lambda: driver.app.navigation.current == "memory", "the memory page")
        place = person.home / "memory" / "MEMORY.md"
        place.write_text(text.replace("short answers", "short German answers"), encoding="utf-8")
        await driver.frames(10)
        await driver.tap(seen(driver, "EditAsTextButton"))
        await driver.until(lambda: driver.app.navigation.current == "memory_text", "the editor")
        await driver.until(lambda: not pages.editor.state.is_loading, "the text")
        await driver.until(lambda: pages.editor.state.is_draft, "the draft")
        await driver.frames()
        assert "with sources" in seen(driver, "PlainField").text

        screen = seen(driver, "MemoryEditorScreen")
        await driver.frames(20)
        await driver.tap(screen.ids.save)
        await driver.until(lambda: pages.editor.state.conflict is not None, "the conflict")
        await driver.frames()
        assert "German" in memory_text(person.home)
        await driver.tap(inside(seen(driver, "BottomSheet"), "PushButton", "Keep both"))
        await driver.until(lambda: driver.app.navigation.current == "memory", "it is saved")

    fill(person.home, before)
    person.visits(script)
    assert "short answers with sources" in memory_text(person.home)
    assert "short German answers" in memory_text(person.home)


def test_logs_search_files_and_stats_show_what_is_on_the_disk(person: Person):
    days = (date(2026, 3, 2), date(2026, 3, 5))

    def before(memory: LongTermMemory, logs: DailyLogs, files: KeptFiles) -> None:
        memory.save("Billing moves to PostgreSQL", "projects")
        for day in days:
            body = f"- Lena checked the totals of day {day.day}."
            logs.append_block(day, new_block("b1", time(9), "Totals", body))
        files.write("plan.md", "# Plan\n")

    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_memory(driver)

        await driver.tap(seen(driver, "TabButton", "Daily logs"))
        await driver.until(lambda: pages.logs.state.page is not None, "the newest log")
        await driver.frames(6)
        assert seen(driver, "LogLine").text == "Lena checked the totals of day 5."
        await driver.tap(seen(driver, "DayButton", "2"))
        await driver.until(lambda: pages.logs.state.selected == days[0], "the other day")
        await driver.frames(6)
        assert seen(driver, "LogLine").text == "Lena checked the totals of day 2."

        await driver.tap(seen(driver, "TabButton", "Search"))
        await driver.tap(seen(driver, "PlainField"))
        await driver.type_text("billing")
        await driver.until(lambda: bool(pages.search.state.rows), "a result")
        await driver.frames(6)
        assert "[ref=mark]Billing[/ref]" in seen(driver, "MarkedLabel").text
        assert "keyword" in seen(driver, "ResultView").why
        await driver.tap(driver.find("ChoiceChip", "Any time"))
        await driver.tap(seen(driver, "ActionRow", "Last year"))
        await driver.until(lambda: not pages.search.state.rows, "nothing from then")
        await driver.frames(6)
        await driver.tap(driver.find("ChoiceChip", "Last year"))
        await driver.tap(seen(driver, "ActionRow", "Any time"))
        await driver.until(lambda: bool(pages.search.state.rows), "the result again")

        await driver.tap(seen(driver, "TabButton", "Files"))
        await driver.until(lambda: bool(pages.files.state.rows), "the file")
        await driver.frames(4)
        await driver.tap(seen(driver, "FileRowView").ids.delete)
        plan = person.home / "files" / "plan.md"
        await driver.until(lambda: not plan.exists(), "the deletion")
        await driver.until(lambda: pages.files.state.notice is not None, "Undo")
        await driver.frames(4)
        await driver.tap(seen(driver, "PushButton", "Undo"))
        await driver.until(plan.exists, "the file again")

        await driver.tap(seen(driver, "TabButton", "Stats"))
        await driver.until(lambda: bool(pages.stats.state.figures), "the figures")
        await driver.frames(6)
        shown = {card.meaning: card.value for card in all_of(driver, "FigureCard")}
        assert shown["daily logs"] == "2"
        assert shown["long-term entries"] == "1"
        await driver.tap(seen(driver, "PushButton", "Rebuild index"))
        await driver.frames(4)
        for kind in ("TabButton", "PushButton", "TouchIconButton"):
            for widget in all_of(driver, kind):
                assert min(widget.width, widget.height) >= SMALLEST_TARGET, f"{kind} {widget.size}"

    fill(person.home, before)
    person.visits(script)


def test_the_history_is_filtered_paged_shown_and_restored(person: Person):
    def before(memory: LongTermMemory, _logs: DailyLogs, files: KeptFiles) -> None:
        memory.save("Prefers long answers", "preferences")
        for number in range(52):
            files.write("plan.md", f"{number}\n")
        memory.update("Prefers long answers", "Prefers short answers")

    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_memory(driver)
        await driver.tap(seen(driver, "MemoryScreen").ids.history)
        await driver.until(lambda: len(pages.history.state.rows) == 50, "a page of 50")
        await driver.frames(6)
        await driver.tap(seen(driver, "ChoiceChip", "Files"))
        await driver.until(
            lambda: {row.scope for row in pages.history.state.rows} == {"Files"}, "the files"
        )
        await driver.frames(8)
        screen = seen(driver, "HistoryScreen")
        screen.ids.more.parent.parent.scroll_y = 0
        await driver.frames(4)
        await driver.tap(screen.ids.more)
        await driver.until(lambda: len(pages.history.state.rows) == 52, "the second page")

        await driver.tap(seen(driver, "ChoiceChip", "Memory"))
        await driver.until(lambda: len(pages.history.state.rows) == 2, "the memory's versions")
        await driver.frames(4)
        screen.ids.more.parent.parent.scroll_y = 1
        await driver.frames(4)
        await driver.tap(all_of(driver, "CommitRowView")[1])
        await driver.until(lambda: pages.history.state.shown is not None, "the diff")
        await driver.frames(4)
        added = [line for line in all_of(driver, "DiffLineView") if line.sign == "+"]
        assert any("Prefers long answers" in line.markup for line in added)
        sheet = seen(driver, "BottomSheet")
        await driver.tap(inside(sheet, "PushButton", "Copy"))
        assert "+ - Prefers long answers" in driver.clipboard
        await driver.tap(inside(sheet, "PushButton", "Restore this version"))
        await driver.tap(inside(seen(driver, "ConfirmDialog"), "PushButton", "Restore"))
        await driver.until(lambda: "long answers" in memory_text(person.home), "the old text")
        await driver.until(lambda: len(pages.history.state.rows) == 3, "the new version")
        await driver.frames(4)
        driver.app.navigation.back()
        await driver.until(lambda: driver.app.navigation.current == "memory", "the way back")

    fill(person.home, before)
    person.visits(script)
    assert git(person.home, "log", "-1", "--format=%s").startswith("file: restore memory/MEMORY.md")
    assert git(person.home, "status", "--porcelain") == ""
