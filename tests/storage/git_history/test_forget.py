import json
from collections.abc import Sequence

import pytest

from app.contracts.errors import UnknownVersion
from app.storage.git_history import GitHistory
from tests.storage.git_history.place import Place

SECRET = "Anna's number is 0170 555"


def everything(place: Place) -> bytes:
    """Every object git has, wherever it is and whether or not anything points to it."""
    objects = place.git_bytes("cat-file", "--batch", "--batch-all-objects", "--unordered")
    reachable = place.git_bytes("rev-list", "--all", "--objects", "--reflog")
    return objects + reachable


def raw_files(place: Place) -> bytes:
    return b"".join(
        path.read_bytes() for path in (place.root / ".git").rglob("*") if path.is_file()
    )


@pytest.fixture
def told(place: Place) -> Place:
    place.commit("memory/MEMORY.md", "# Long-term Memory\n- tea\n", "memory: update MEMORY.md")
    place.commit("memory/MEMORY.md", f"# Long-term Memory\n- tea\n- {SECRET}\n")
    place.commit("memory/daily/2026-02-28.md", f"- {SECRET} (said at noon)\n- rain\n")
    place.history.collect_garbage()
    place.commit("files/people.md", f"x\r\n{SECRET}\r\ny\r\n", f"file: write {SECRET}")
    place.commit("memory/MEMORY.md", "# Long-term Memory\n- tea\n- coffee\n")
    place.write("memory/daily/2026-02-28.md", "- rain\n")
    place.write("files/people.md", "x\r\ny\r\n")
    place.history.commit(["memory/daily/2026-02-28.md", "files/people.md"], "without it")
    return place


def test_nothing_of_a_forgotten_text_is_left_in_the_history(told: Place):
    """Pitfall 30."""
    assert SECRET.encode() in everything(told)
    forgotten = told.history.forget([SECRET])
    assert SECRET.encode() not in everything(told)
    assert SECRET.encode() not in raw_files(told)
    assert forgotten.head == told.git("rev-parse", "HEAD").strip()
    assert forgotten.rewritten == 6
    assert told.is_clean()
    told.check()


def test_other_lines_messages_dates_and_order_stay(told: Place):
    before = told.git("log", "--format=%aI|%cI|%an|%s").replace(SECRET, "[forgotten]")
    told.history.forget([SECRET])
    assert told.git("log", "--format=%aI|%cI|%an|%s") == before
    assert told.git("show", "HEAD~4:memory/MEMORY.md") == "# Long-term Memory\n- tea\n"
    assert told.git("show", "HEAD~3:memory/daily/2026-02-28.md") == "- rain\n"
    assert told.git_bytes("show", "HEAD~2:files/people.md") == b"x\r\ny\r\n"
    assert told.git("show", "HEAD:memory/MEMORY.md").endswith("- coffee\n")


def test_commits_before_the_text_keep_their_ids(told: Place):
    before = told.git("log", "--format=%H").split()
    told.history.forget([SECRET])
    after = told.git("log", "--format=%H").split()
    assert after[-2:] == before[-2:]
    with pytest.raises(UnknownVersion):
        told.history.show(before[0])


def test_reflogs_stashes_branches_and_set_aside_pieces_are_cleaned_too(told: Place):
    told.git("config", "user.name", "P")
    told.git("config", "user.email", "p@example.org")
    told.git("config", "core.logAllRefUpdates", "true")
    told.git("branch", "old", "HEAD~2")
    told.git("tag", "-a", "-m", f"tag about {SECRET}", "v1", "HEAD~2")
    told.git("reset", "-q", "--soft", "HEAD~1")
    told.git("reset", "-q", "--soft", "ORIG_HEAD")
    told.write("files/people.md", f"{SECRET}\n")
    told.git("stash")
    told.git("pack-refs", "--all")
    damaged = told.root / ".git/oneclaw/damaged/piece"
    damaged.parent.mkdir()
    damaged.write_text(SECRET)
    aside = told.root / ".git.damaged-1"
    aside.mkdir()
    (aside / "piece").write_text(SECRET)
    told.history.forget([SECRET])
    assert SECRET.encode() not in everything(told)
    assert SECRET.encode() not in raw_files(told)
    assert not damaged.exists()
    assert not aside.exists()
    assert told.git("show", "old:memory/MEMORY.md") == "# Long-term Memory\n- tea\n"
    assert told.git("rev-parse", "v1^{commit}") == told.git("rev-parse", "old")
    told.check()


def test_unreachable_objects_with_the_text_go_too(told: Place):
    told.write("outside.txt", f"{SECRET}\n")
    told.git("hash-object", "-w", "outside.txt")
    told.history.forget([SECRET])
    assert SECRET.encode() not in everything(told)


def test_a_text_that_nobody_wrote_changes_no_commit(told: Place):
    before = told.git("log", "--format=%H")
    assert told.history.forget(["never said", "", "  \n"]).rewritten == 0
    assert told.history.forget([]).rewritten == 0
    assert told.git("log", "--format=%H") == before
    told.check()


def test_several_texts_several_lines_and_other_unicode_forms_are_found(place: Place):
    composed, decomposed = "Z\u00fcrich", "Zu\u0308rich"
    place.commit("files/a.md", f"in {decomposed}\nfirst line\r\nsecond line\r\nkept\n")
    place.commit("files/b.md", b"\xff binary Z\xc3\xbcrich\nkept\n")
    place.history.forget([composed, "first line\nsecond line"])
    assert place.git("show", "HEAD:files/a.md") == "kept\n"
    assert place.git_bytes("show", "HEAD:files/b.md") == b"kept\n"
    assert composed.encode() not in everything(place)
    assert decomposed.encode() not in everything(place)


def test_a_file_named_after_the_text_leaves_the_history(place: Place):
    place.commit("files/Anna Berg/notes.md", "hello\n")
    place.commit("files/other.md", "hello\n")
    place.history.forget(["Anna Berg"])
    assert b"Anna Berg" not in everything(place)
    assert place.git("ls-tree", "-r", "--name-only", "HEAD", "files") == "files/other.md\n"
    assert place.messages()[1] == "file: write files/[forgotten]/notes.md"
    place.check()


@pytest.mark.parametrize("text", ["memory", "MEMORY.md", "2026-02-28", "daily", "files", "*.db"])
def test_names_and_messages_the_app_gives_survive_any_text(told: Place, text: str):
    told.history.forget([text])
    names = told.git("ls-tree", "-r", "--name-only", "HEAD").split()
    assert names == [
        ".gitignore", "files/people.md", "memory/MEMORY.md", "memory/daily/2026-02-28.md",
    ]  # fmt: skip
    assert told.messages()[-1] == "init: initialize memory repository"
    assert told.messages()[-2] == "memory: update MEMORY.md"
    told.check()


def test_a_redaction_that_knows_the_form_is_used_and_what_it_leaves_is_taken_out(told: Place):
    seen: list[tuple[str, Sequence[str]]] = []

    def first_only(path: str, text: str, forgotten: Sequence[str]) -> str:
        seen.append((path, forgotten))
        return text.replace(f"{SECRET} (said at noon)", "something") if "daily" in path else text

    history = GitHistory(told.root, told.clock, redact=first_only)
    history.forget([SECRET])
    assert ("memory/MEMORY.md", (SECRET,)) in seen
    assert told.git("show", "HEAD~3:memory/daily/2026-02-28.md") == "- something\n- rain\n"
    assert SECRET.encode() not in everything(told)


def test_the_files_on_disk_are_left_to_the_caller(told: Place):
    told.write("memory/MEMORY.md", f"- {SECRET}\n")
    told.history.forget([SECRET])
    assert (told.root / "memory/MEMORY.md").read_text() == f"- {SECRET}\n"
    assert told.history.uncommitted() == ("memory/MEMORY.md",)


def test_the_next_start_has_nothing_to_mend(told: Place):
    told.history.forget([SECRET])
    assert told.reopened().history.prepare().findings == ()
    told.commit("memory/MEMORY.md", "- new\n")
    told.check()


def test_a_reader_in_another_process_sees_the_new_history(told: Place):
    reader = told.reopened().history
    assert len(reader.log().commits) == 8
    told.history.forget([SECRET])
    assert len(reader.log(under="files/people.md").commits) == 1
    assert reader.log().commits[0].sha == told.git("rev-parse", "HEAD").strip()


def test_a_journal_of_another_history_is_dropped_with_a_sentence(told: Place):
    head = told.git("rev-parse", "HEAD").strip()
    journal = told.root / ".git/oneclaw/forgetting.json"
    main = "refs/heads/main"
    decision = {"old": {main: "1" * 40}, "new": {main: "2" * 40}, "pack": "pack-x"}
    journal.write_text(json.dumps(decision))
    (finding,) = told.reopened().history.prepare().findings
    assert "repeat" in finding
    assert told.git("rev-parse", "HEAD").strip() == head
    journal.write_text("half a jour")
    assert told.reopened().history.prepare().findings == ()
    assert not journal.exists()
