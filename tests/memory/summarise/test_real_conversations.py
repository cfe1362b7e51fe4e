"""Two conversations as people have them: what is kept of them must please whoever said it."""

import pytest

from app.memory.summarise.extractive import extractive_summary
from app.memory.summarise.fact_finder import find_facts
from tests.memory.summarise.talk import said, talk

AT_WORK = talk(
    "hey, morning",
    "> Good morning! How can I help you today?",
    "I'm tired today, slept badly because the neighbours had a party",
    "> I'm sorry to hear that. A short walk and some water may help.",
    "I have a call with Priya at 3 about the Hamburg warehouse project. Can you help me prepare?",
    "> Of course. What is the call about?",
    (
        "Priya is my manager. She wants us to move the go-live from March to May because the "
        "scanner firmware isn't ready."
    ),
    (
        "> That sounds reasonable. I suggest you bring a list of risks: training, data "
        "migration and carrier contracts."
    ),
    "What's the capital of Mongolia? my son needs it for school lol",
    "> The capital of Mongolia is Ulaanbaatar.",
    "thanks. He's 9 and loves geography",
    "> That's wonderful! Curiosity at that age is great.",
    "Ok back to the call. Write me a python function that parses the csv from the scanner",
    (
        "> Sure:\n```python\nimport csv\ndef parse(path):\n    with open(path) as f:\n        "
        "return list(csv.DictReader(f))\n```\nThis reads every row into a dictionary."
    ),
    (
        "it throws KeyError: 'sku'\nTraceback (most recent call last):\n  File \"scan.py\", "
        "line 12, in <module>\n    print(row['sku'])"
    ),
    "> The header probably has a byte order mark. Open the file with encoding='utf-8-sig'.",
    "that worked, you're a genius",
    "> Glad it worked!",
    "For future reference I always use tabs, not spaces, and Python 3.12",
    "> Noted! I will use tabs and Python 3.12.",
    "We agreed with the carrier that DHL picks up at 16:00 every weekday",
    "> Good. That gives the team a fixed deadline.",
    "do you think I should tell her about my allergy to the conference food?",
    "> If the organisers need to know, yes.",
    "I'm allergic to shellfish, so yes probably",
    "> Then mention it early.",
    (
        "The call went well! New go-live is 18 May and Tomasz takes over the training plan. I "
        "have to send the risk list by Thursday."
    ),
    "> Great result. Shall I draft the risk list?",
    "yes please, but later. gotta run, picking up Leo from football",
    "> Have a good evening!",
)
AT_HOME = talk(
    "My wife Hannah and I are thinking about moving to Porto next year.",
    "> Exciting! What draws you there?",
    (
        "She got an offer from a hospital there. She's a nurse. I could work remotely, I'm a "
        "freelance translator (German to English)."
    ),
    "> That is convenient. Portugal has a visa for remote workers.",
    "My friend Olli says I'm too old to learn Portuguese. I'm 52.",
    "> It's never too late!",
    "I don't like cold showers and the flat we saw had no boiler haha",
    "> That would be a dealbreaker for many.",
    "What do you know about the schools there? We have two kids, Mia and Jonas, 7 and 11.",
    "> There are several international schools in Porto.",
    "Mia plays the cello, so a music school nearby would be important.",
    "> The Conservatório de Música do Porto has a youth programme.",
    "I love it! Can you find the fees?",
    "> I cannot browse the internet, but you can find them on its site.",
    "ok. I use Trados for work btw, does it run on a Mac?",
    "> Trados Studio needs Windows; on a Mac you can use Parallels.",
    "I hate Windows. I'd rather use something else",
    "> OmegaT is a free alternative.",
    'In the novel I translate the hero says: "I live in Berlin and I love cigarettes"',
    "> A striking line.",
    "I am a 45 year old man named Klaus, write the bio of this character",
    "> Klaus, 45, lives in Berlin.",
    "I'm from Graz, originally",
    "> A beautiful city!",
    "My mother lives alone in Graz and that worries me.",
    "> That is understandable.",
    "Please always answer in British English.",
    "> Of course, I shall.",
    "Our wedding anniversary is 9 September, remind me to buy something",
    "> I cannot set reminders, but I can keep it in mind.",
    "I prefer trains to planes. We'll visit in October for a week to look at flats.",
    "> October is a mild month there.",
)


def facts_of(*texts: str) -> list[str]:
    return [fact.text for fact in find_facts(said(*texts))]


def test_the_facts_of_a_working_day():
    assert [fact.text for fact in find_facts(AT_WORK)] == [
        "Priya is my manager.",
        "I always use tabs, not spaces, and Python 3.12",
        "We agreed with the carrier that DHL picks up at 16:00 every weekday",
        "I'm allergic to shellfish",
    ]


def test_the_facts_of_a_family_planning_to_move():
    assert [fact.text for fact in find_facts(AT_HOME)] == [
        "I'm 52.",
        "I don't like cold showers and the flat we saw had no boiler",
        "We have two kids, Mia and Jonas, 7 and 11.",
        "I hate Windows.",
        "I'm from Graz, originally",
        "My mother lives alone in Graz and that worries me.",
        "Please always answer in British English.",
        "Our wedding anniversary is 9 September",
        "I prefer trains to planes.",
    ]


def test_the_bullets_of_a_working_day_hold_what_was_settled_and_no_code():
    summary = extractive_summary(AT_WORK)
    for settled in ("go-live is 18 May", "risk list by Thursday", "DHL picks up at 16:00"):
        assert settled in summary
    for noise in ("Traceback", "KeyError", "import csv", "genius", "Mongolia"):
        assert noise not in summary


def test_the_bullets_of_a_family_leave_out_mere_reactions():
    summary = extractive_summary(AT_HOME)
    assert "moving to Porto next year" in summary
    assert "I love it" not in summary


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        (["I am vegan. Actually no, I am vegetarian."], ["I am vegetarian."]),
        (["I live in Bern. Sorry, no, I live in Basel."], ["I live in Basel."]),
        (["I like pizza but today I want sushi"], ["I like pizza"]),
        (["I'm allergic to shellfish, so yes probably"], ["I'm allergic to shellfish"]),
        (["Our wedding anniversary is 9 May, remind me!"], ["Our wedding anniversary is 9 May"]),
        (["This is my sister."], []),
        (["I love my new phone."], []),
        (["Please call me a taxi"], []),
        (["I'm 30 minutes late."], []),
    ],
)
def test_what_hangs_on_a_statement_is_told_from_it(texts: list[str], facts: list[str]):
    assert facts_of(*texts) == facts


@pytest.mark.parametrize(
    "secret",
    [
        "my password is hunter2",
        "The PIN code for the alarm is 4711.",
        "API key: sk-12345678",
        "Mein Passwort lautet hunter2",
        "我的密码是hunter2",
    ],
)
def test_a_secret_is_in_no_bullet(secret: str):
    summary = extractive_summary(said("We moved the alarm to the hall.", secret))
    assert summary == "- We moved the alarm to the hall."


def test_that_there_is_a_secret_may_be_told():
    told = "I must change the password of the router by Friday."
    assert extractive_summary(said(told)) == f"- {told}"
