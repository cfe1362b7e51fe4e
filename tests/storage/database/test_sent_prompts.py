"""What answers were asked with, kept small: the same section is in the database once."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from app.contracts.conversation import MessageKind
from app.contracts.sent_prompts import SentPrompt
from app.storage.database import Database
from app.storage.database.packed_prompts import sections_of
from app.storage.database.sent_prompt_rows import SentPromptRows
from app.storage.database.trace_rows import TraceRows
from tests.conftest import House

INSTRUCTIONS = "You are an assistant.\n\n"
MEMORY = "## Long-term Memory\n- Ana likes tea\n- Ben likes boats\n"


def prompts_of(house: House, *systems: str) -> tuple[SentPromptRows, list[str]]:
    house.begin_session()
    prompts = SentPromptRows(house.database)
    ids: list[str] = []
    for system in systems:
        answer = house.say("answer", kind=MessageKind.ASSISTANT)
        prompts.keep(SentPrompt(answer.id, system, 3, ("shout",)))
        ids.append(answer.id)
    return prompts, ids


def system_of(prompts: SentPromptRows, message_id: str) -> str:
    prompt = prompts.get(message_id)
    assert prompt is not None
    return prompt.system


def texts_in(database: Database) -> int:
    return database.number("SELECT count(*) FROM prompt_texts")


def test_a_prompt_comes_back_to_the_letter(house: House):
    system = f"{INSTRUCTIONS}{MEMORY}## Relevant Memories\n- 你好 \ud83d half\n### Deep\n"
    prompts, (one, none) = prompts_of(house, system, "")
    assert prompts.get(one) == SentPrompt(one, system, 3, ("shout",))
    assert prompts.get(none) == SentPrompt(none, "", 3, ("shout",))
    assert prompts.get("nobody") is None


def test_answers_asked_alike_share_what_they_were_asked_with(house: House):
    prompts, ids = prompts_of(
        house,
        *(f"{INSTRUCTIONS}{MEMORY}## Relevant Memories\n- number {n}\n" for n in range(20)),
    )
    assert texts_in(house.database) == 2 + 20
    assert all(str(n) in system_of(prompts, one) for n, one in enumerate(ids))


def test_a_section_goes_with_the_last_answer_that_was_asked_with_it(house: House):
    prompts, (first, second) = prompts_of(house, INSTRUCTIONS + MEMORY, MEMORY)
    house.messages.delete([first])
    assert prompts.get(first) is None
    assert prompts.get(second) == SentPrompt(second, MEMORY, 3, ("shout",))
    assert texts_in(house.database) == 1
    house.messages.delete([second])
    assert texts_in(house.database) == 0


def test_a_prompt_kept_again_replaces_the_one_before(house: House):
    prompts, (one,) = prompts_of(house, INSTRUCTIONS + MEMORY)
    prompts.keep(SentPrompt(one, MEMORY))
    assert prompts.get(one) == SentPrompt(one, MEMORY)
    assert texts_in(house.database) == 1


def test_a_prompt_of_an_answer_that_is_gone_leaves_nothing(house: House):
    prompts, _ = prompts_of(house)
    prompts.keep(SentPrompt("gone", MEMORY))
    assert texts_in(house.database) == 0


def test_forgetting_reaches_every_answer_that_shares_a_section(house: House):
    without = "## Long-term Memory\n- Ben likes boats\n"
    prompts, ids = prompts_of(house, MEMORY, INSTRUCTIONS + MEMORY, without)
    assert TraceRows(house.database).remove(["Ana likes tea"]) == 2
    assert [system_of(prompts, one) for one in ids] == [without, INSTRUCTIONS + without, without]
    assert texts_in(house.database) == 2
    assert house.database.values("PRAGMA foreign_key_check") == []


def test_a_year_of_answers_takes_a_fraction_of_what_was_sent(house: House):
    words = [f"word{n}" for n in range(3_000)]
    chance = Random(1)

    def memories(count: int) -> str:
        return "".join(f"- {' '.join(chance.choices(words, k=12))}\n" for _ in range(count))

    memory = f"## Long-term Memory\n{memories(50)}"
    systems = [f"{INSTRUCTIONS}{memory}## Relevant Memories\n{memories(15)}" for _ in range(200)]
    before = house.database.number("PRAGMA page_count")
    prompts_of(house, *systems)
    house.database.values("PRAGMA wal_checkpoint(TRUNCATE)")
    grown = (house.database.number("PRAGMA page_count") - before) * 4096
    assert grown < sum(map(len, systems)) / 4


@given(system=st.text(alphabet="# -a\n"))
def test_no_text_is_cut_in_a_way_that_loses_a_character(system: str):
    assert "".join(sections_of(system)) == system
