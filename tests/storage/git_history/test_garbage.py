from dulwich.objects import ObjectID

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.packing import Packing
from tests.storage.git_history.place import Place, run_git


def counts(place: Place) -> dict[str, int]:
    lines = place.git("count-objects", "-v").splitlines()
    return {name: int(value) for name, _, value in (line.partition(": ") for line in lines)}


def test_everything_is_packed_and_a_commit_says_so(place: Place):
    for number in range(10):
        place.commit("memory/MEMORY.md", "".join(f"- fact {n}\n" for n in range(number + 1)))
    before = place.git("log", "--format=%H %T")
    place.history.collect_garbage()
    assert place.messages()[0] == "gc: repository maintenance"
    assert place.git("log", "--format=%H %T", "--skip=1") == before
    assert place.git("diff", "HEAD~1", "HEAD") == ""
    assert counts(place)["count"] == 1
    assert counts(place)["packs"] == 1
    assert counts(place)["garbage"] == 0
    assert place.is_clean()
    place.check()


def test_packed_versions_are_small(place: Place):
    for number in range(30):
        place.write(f"memory/daily/{number:03d}.md", f"day {number}\n" * 20)
    place.history.commit([f"memory/daily/{number:03d}.md" for number in range(30)], "logs")
    for number in range(30):
        place.commit(f"memory/daily/{number:03d}.md", f"day {number}\n" * 20 + "more\n")
    loose = counts(place)["size"]
    place.history.collect_garbage()
    assert counts(place)["size-pack"] * 10 < loose
    place.check()


def test_unreachable_objects_go_away(place: Place):
    place.write("loose.txt", "nobody points to this\n")
    sha = place.git("hash-object", "-w", "loose.txt").strip()
    place.history.collect_garbage()
    assert run_git(place.root, "cat-file", "-e", sha).returncode != 0
    place.check()


def test_what_a_persons_branch_or_tag_needs_is_kept(place: Place):
    place.git("config", "user.name", "P")
    place.git("config", "user.email", "p@example.org")
    place.git("checkout", "-q", "-b", "side")
    place.commit_by_hand("files/side.md", "side\n")
    place.git("tag", "-a", "-m", "a tag", "v1")
    place.git("checkout", "-q", "main")
    place.commit("memory/MEMORY.md", "- tea\n")
    place.history.collect_garbage()
    assert place.git("show", "side:files/side.md") == "side\n"
    assert place.git("cat-file", "-t", "v1") == "tag\n"
    place.check()


def test_a_staged_file_does_not_break_the_repository(place: Place):
    place.write("files/staged.md", "staged\n")
    place.git("add", "files/staged.md")
    place.history.collect_garbage()
    place.check()
    assert place.history.uncommitted() == ("files/staged.md",)


def test_packing_again_and_again_stays_one_pack(place: Place):
    for number in range(3):
        place.commit("memory/MEMORY.md", f"- fact {number}\n")
        place.history.collect_garbage()
    assert counts(place)["packs"] == 1
    assert place.messages().count("gc: repository maintenance") == 3
    place.check()


def test_a_long_history_gets_one_more_pack_and_nothing_is_lost(place: Place):
    """Where all of it would take too long, the old pack is left alone."""
    objects = place.root / ".git/objects"
    disk = DurableDisk(place.root / ".git/oneclaw")
    packing = Packing(objects, ObjectDatabase(objects, disk), disk, whole_up_to=5)
    for number in range(20):
        head = place.commit("memory/MEMORY.md", f"- fact {number}\n")
        if number % 5 == 4:
            packing.tidy([ObjectID(head.encode())])
            assert counts(place)["count"] == 0
            place.check()
    assert counts(place)["packs"] == 4
    assert len(place.messages()) == 21


def test_so_many_packs_become_one_again(place: Place):
    objects = place.root / ".git/objects"
    disk = DurableDisk(place.root / ".git/oneclaw")
    packing = Packing(objects, ObjectDatabase(objects, disk), disk, whole_up_to=1)
    packs: list[int] = []
    for number in range(14):
        head = place.commit("memory/MEMORY.md", f"- fact {number}\n")
        packing.tidy([ObjectID(head.encode())])
        packs.append(counts(place)["packs"])
    assert packs == [*range(1, 13), 1, 2]
    place.check()


def test_another_reader_goes_on_reading_while_packs_change(place: Place):
    sha = place.commit("memory/MEMORY.md", "- tea\n")
    reader = place.reopened().history
    for number in range(4):
        assert reader.file_at("memory/MEMORY.md", sha) == "- tea\n"
        place.commit("files/a.md", f"{number}\n")
        place.history.collect_garbage()
    assert len(reader.log().commits) == 10


def test_repositories_that_git_itself_packed_are_read(place: Place):
    for number in range(30):
        place.commit("memory/MEMORY.md", "".join(f"- fact {n}\n" for n in range(number + 1)))
    place.git("gc", "-q", "--prune=now")
    place.git("multi-pack-index", "write")
    place.git("commit-graph", "write", "--reachable")
    again = place.reopened()
    assert again.history.prepare().findings == ()
    assert len(again.history.log().commits) == 31
    again.commit("memory/MEMORY.md", "- short\n")
    again.history.collect_garbage()
    place.check()
    assert place.is_clean()
