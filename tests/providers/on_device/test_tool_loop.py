"""Remember, forget, change and look up, through the tools and down to the file."""

import json

import pytest

from app.memory.long_term_memory import LongTermMemory
from app.memory.search.file_search import FileSearch
from app.providers.on_device import INTRODUCTION, OnDeviceProvider
from app.providers.on_device.sentences import STILL_ELSEWHERE, WHICH_TO_FORGET
from tests.conftest import House
from tests.providers.on_device.conversation import Conversation


@pytest.fixture
def talk(house: House) -> Conversation:
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    return Conversation(OnDeviceProvider(FileSearch(house.files), house.clock), memory)


def entries(talk: Conversation) -> list[str]:
    return [entry.text for entry in talk.memory.document().entries()]


async def test_remember_saves_the_words_as_they_were_said_in_the_right_section(talk: Conversation):
    said = await talk.say("Remember that my sister Ana likes film cameras.")
    assert said.startswith("I will remember: “My sister Ana likes film cameras.”")
    assert INTRODUCTION in said
    assert entries(talk) == ["My sister Ana likes film cameras."]
    assert json.loads(talk.calls[0].arguments_json) == {
        "content": "My sister Ana likes film cameras.",
        "category": "profile",
        "pinned": True,
    }


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("Remember that I prefer tea", "preferences"),
        ("Remember that I'm interested in maps", "interests"),
        ("Remember that the deadline of the project is 3 June", "projects"),
        ("Remember that I usually work late", "workflow"),
        ("Remember that the gate code is 4711", "notes"),
        ("Merk dir: ich wohne in Basel", "profile"),
        ("记住我喜欢爬山", "preferences"),
    ],
)
async def test_a_category_is_chosen(talk: Conversation, said: str, category: str):
    await talk.say(said)
    assert json.loads(talk.calls[0].arguments_json)["category"] == category


async def test_saying_it_twice_is_said_to_be_known(talk: Conversation):
    await talk.say("Remember that I like tea")
    assert (await talk.say("Remember that I like tea")).startswith("I know that already")
    assert entries(talk) == ["I like tea"]


async def test_remember_that_means_what_was_told_before(talk: Conversation):
    await talk.say("My bike is green.")
    await talk.say("Remember that")
    assert entries(talk) == ["My bike is green."]


async def test_forget_deletes_the_one_entry_that_is_meant(talk: Conversation):
    await talk.say("Remember that my address is Seestrasse 12")
    await talk.say("Remember that I like tea")
    said = await talk.say("Forget my address")
    assert "Forgotten: “My address is Seestrasse 12”" in said
    assert STILL_ELSEWHERE in said
    assert entries(talk) == ["I like tea"]


async def test_forget_asks_which_when_several_are_meant(talk: Conversation):
    for fact in ("Ana likes tea", "Ana lives in Bern", "Max likes tea"):
        await talk.say(f"Remember that {fact}")
    asked = await talk.say("Forget everything about Ana")
    assert WHICH_TO_FORGET in asked
    assert len(entries(talk)) == 3
    second = asked.splitlines()[-1].partition("“")[2].rstrip("”")
    assert second in await talk.say("the second one")
    assert second not in entries(talk)
    assert len(entries(talk)) == 2


@pytest.mark.parametrize(("choice", "left"), [("all", 1), ("none", 3), ("1", 2), ("number 2", 2)])
async def test_the_choice_may_be_worded_in_many_ways(talk: Conversation, choice: str, left: int):
    for fact in ("Ana likes tea", "Ana lives in Bern", "Max likes tea"):
        await talk.say(f"Remember that {fact}")
    await talk.say("Forget everything about Ana")
    await talk.say(choice)
    assert len(entries(talk)) == left


async def test_another_remark_after_the_question_changes_nothing(talk: Conversation):
    for fact in ("Ana likes tea", "Ana lives in Bern"):
        await talk.say(f"Remember that {fact}")
    await talk.say("Forget Ana")
    await talk.say("What does Ana like?")
    assert len(entries(talk)) == 2


async def test_forget_of_the_unknown_deletes_nothing(talk: Conversation):
    await talk.say("Remember that I like tea")
    said = await talk.say("Forget my shoe size")
    assert "nothing to change" in said
    assert entries(talk) == ["I like tea"]


async def test_forget_says_when_it_stands_only_in_a_daily_log(talk: Conversation, house: House):
    path = "memory/daily/2026-02-27.md"
    text = "# Daily Log - 2026-02-27\n\n- The boat is called Ida.\n\n---\n"
    house.files.write(path, text, based_on=house.files.read(path))
    said = await talk.say("Forget the boat")
    assert "27 February 2026: The boat is called Ida." in said
    assert "memory page" in said


async def test_change_replaces_the_words_inside_the_entry(talk: Conversation):
    await talk.say("Remember that my sister Ana lives in Bern.")
    said = await talk.say("Change Bern to Basel")
    assert "Changed to: “My sister Ana lives in Basel.”" in said
    assert entries(talk) == ["My sister Ana lives in Basel."]


@pytest.mark.parametrize(
    ("entry", "wish", "changed"),
    [
        (
            "My favourite colour is blue.",
            "Change my favourite colour to green",
            "My favourite colour is green.",
        ),
        (
            "Ana's birthday is 4 March",
            "Correct Ana's birthday to 5 March",
            "Ana's birthday is 5 March",
        ),
        ("Wifi code: 4711", "Update the wifi code to 1234", "Wifi code: 1234"),
        (
            "Meine Lieblingsfarbe ist Blau.",
            "Ändere meine Lieblingsfarbe zu Grün",
            "Meine Lieblingsfarbe ist Grün.",
        ),
        ("我的生日是五月四日", "把我的生日改成五月五日", "我的生日是五月五日"),
    ],
)
async def test_change_gives_a_named_thing_its_new_value(
    talk: Conversation, entry: str, wish: str, changed: str
):
    await talk.say(f"Remember: {entry}")
    await talk.say(wish)
    assert entries(talk) == [changed]


async def test_change_asks_for_the_whole_when_the_place_is_unclear(talk: Conversation):
    await talk.say("Remember that Ana likes tea")
    said = await talk.say("Change Ana likes coffee to juice")
    assert entries(talk) == ["Ana likes tea"]
    assert "nothing to change" in said
    asked = await talk.say("Change likes Ana to juice")
    assert "whole new text" in asked
    assert entries(talk) == ["Ana likes tea"]


async def test_looking_something_up_goes_through_the_search_tool(talk: Conversation):
    talk.history = (
        "Quoted from the person's own notes. It is data.\n"
        "1. [Daily log 2026-02-20] We chose the red boat.\n"
        '2. [Conversation 2026-02-19, "Boats", said by the person] I like the red one\nmost.'
    )
    said = await talk.say("What did we discuss last week?")
    assert "- Daily log, 20 February 2026: We chose the red boat." in said
    assert (
        '- Conversation, 19 February 2026, "Boats", said by the person: I like the red one most.'
        in said
    )
    assert json.loads(talk.calls[0].arguments_json) == {
        "query": "What did we discuss last week?",
        "max_results": 40,
        "date_from": "2026-02-16",
        "date_to": "2026-02-22",
    }


async def test_nothing_found_is_said(talk: Conversation):
    assert "found nothing" in await talk.say("Search my memory for submarines")


async def test_every_call_of_a_conversation_has_its_own_id(talk: Conversation):
    for fact in ("a boat", "a car", "a bike"):
        await talk.say(f"Remember that I own {fact}")
    assert len({call.id for call in talk.calls}) == 3


async def test_a_memory_it_saved_is_quoted_later(talk: Conversation):
    await talk.say("Remember that my sister Ana likes film cameras.")
    assert "Long-term memory: My sister Ana likes film cameras." in await talk.say(
        "What does Ana like?"
    )


async def test_forgetting_one_thing_does_not_forget_what_only_begins_alike(talk: Conversation):
    await talk.say("Merk dir: ich wohne mit zwei Kindern in Freiburg")
    said = await talk.say("Vergiss den Kinderarzt")
    assert "Forgotten" not in said
    assert entries(talk) == ["Ich wohne mit zwei Kindern in Freiburg"]


async def test_what_was_changed_in_this_chat_is_not_told_from_it_as_it_was(talk: Conversation):
    await talk.say("Remember that the door code is 4711")
    await talk.say("change 4711 to 9922")
    assert "4711" not in await talk.say("What is the door code?")


async def test_days_on_which_only_questions_were_asked_are_told_by_these(talk: Conversation):
    talk.history = '1. [Conversation 2026-02-20, "Eggs", said by person] How do I boil an egg?'
    said = await talk.say("What did we discuss last week?")
    assert "This is what you asked:" in said
    assert "you said: How do I boil an egg?" in said


async def test_who_wants_to_know_what_was_asked_is_told_the_questions(talk: Conversation):
    talk.history = (
        "1. [Daily log 2026-02-20] I like eggs.\n"
        '2. [Conversation 2026-02-20, "Eggs", said by person] How do I boil an egg?'
    )
    said = await talk.say("What did I ask last week?")
    assert "How do I boil an egg?" in said
    assert "I like eggs" not in said


async def test_what_happened_on_some_days_is_told_in_its_order(talk: Conversation):
    talk.history = "1. [Daily log 2026-02-20] We sailed.\n2. [Daily log 2026-02-17] We packed."
    said = await talk.say("What did we discuss last week?")
    assert said.index("We packed") < said.index("We sailed")


async def test_of_many_days_each_is_told_before_any_is_told_at_length(talk: Conversation):
    monday = [f"{n}. [Daily log 2026-02-16] We packed box {n}." for n in range(1, 12)]
    talk.history = "\n".join([*monday, "12. [Daily log 2026-02-20] We sailed."])
    said = await talk.say("What did we discuss last week?")
    assert "We sailed." in said
    assert "… and 4 more" in said


async def test_requests_count_as_asked_and_not_as_told(talk: Conversation):
    talk.history = (
        '1. [Conversation 2026-02-20, "x", said by person] tell me a joke\n'
        '2. [Conversation 2026-02-20, "x", said by person] why is the sky blue?'
    )
    said = await talk.say("What did we discuss last week?")
    assert "This is what you asked:" in said
    assert "joke" in said
    assert "sky" in said


async def test_what_is_listed_is_remembered_item_by_item(talk: Conversation):
    said = await talk.say("Remember these:\n- gate code 1234\n- alarm code 9876")
    assert entries(talk) == ["gate code 1234", "alarm code 9876"]
    assert "gate code 1234" in said
    await talk.say("Forget the gate code")
    assert entries(talk) == ["alarm code 9876"]


async def test_a_bare_command_is_asked_about_and_never_remembered(talk: Conversation):
    assert "What shall I forget?" in await talk.say("forget")
    assert "What shall I remember?" in await talk.say("remember that")
    assert entries(talk) == []


@pytest.mark.parametrize("said", ["forget everything", "Clear memory", "Lösche alles", "忘记所有"])
async def test_everything_is_not_forgotten_by_a_word(talk: Conversation, said: str):
    await talk.say("Remember that I like tea")
    assert "memory page" in await talk.say(said)
    assert entries(talk) == ["I like tea"]
