from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.providers.on_device.intents import (
    AboutMe,
    Ask,
    AskTime,
    Change,
    Create,
    Forget,
    ForgetAll,
    Greet,
    Intent,
    LookUp,
    NeverMind,
    Remember,
    SeekHelp,
    Tell,
    Thank,
)
from app.providers.on_device.spoken_dates import DateRange
from app.providers.on_device.understanding import understand

TODAY = date(2026, 2, 28)
LAST_WEEK = DateRange(date(2026, 2, 16), date(2026, 2, 22))


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("Remember that my sister is called Ana.", Remember("My sister is called Ana.")),
        ("remember my sister is called Ana", Remember("My sister is called Ana")),
        ("Please remember: the gate code is 4711", Remember("The gate code is 4711")),
        ("Can you remember that I like tea?", Remember("I like tea")),
        ("Remember to buy milk", Remember("Remember to buy milk")),
        ("remember that", Remember("")),
        ("Save to memory that I prefer trains", Remember("I prefer trains")),
        ("Merk dir, dass ich Tee mag", Remember("Ich mag Tee")),
        ("Merk dir bitte, dass ich Tee mag", Remember("Ich mag Tee")),
        ("Merk dir, dass ich in Bern wohne.", Remember("Ich wohne in Bern.")),
        ("Merk dir, dass meine Katze Mia heißt", Remember("Meine Katze heißt Mia")),
        ("Merk dir, dass mein Sohn Paul schläft", Remember("Mein Sohn Paul schläft")),
        (
            "Merk dir bitte, dass der Elternabend am 18. November um 19:30 ist",
            Remember("Der Elternabend ist am 18. November um 19:30"),
        ),
        ("Vergiss nicht, dass Inge eine Allergie hat", Remember("Inge hat eine Allergie")),
        ("Merk dir: ich mag Tee sehr", Remember("Ich mag Tee sehr")),
        ("Запомни, что я люблю чай", Remember("Я люблю чай")),
        ("Забудь мой адрес", Forget("мой адрес")),
        ("Что ты знаешь обо мне?", AboutMe()),
        ("Что ты знаешь про чай?", Ask("чай")),
        ("Найди в памяти чай", LookUp("чай")),
        ("Que sais-tu du thé ?", Ask("thé")),
        ("Forget it", NeverMind()),
        ("vergiss es", NeverMind()),
        ("Recuerda que vivo en Valencia", Remember("Vivo en Valencia")),
        ("Retiens que j'habite à Lyon", Remember("J'habite à Lyon")),
        ("请记住：我住在苏黎世", Remember("我住在苏黎世")),
        ("Forget my address", Forget("my address")),
        ("Forget that I live in Bern.", Forget("I live in Bern")),
        ("Forget everything about Ana", Forget("Ana")),
        ("delete my phone number from memory", Forget("my phone number")),
        ("Vergiss meine Adresse", Forget("meine Adresse")),
        ("Vergiss nicht, dass ich Tee mag", Remember("Ich mag Tee")),
        ("Kannst du dir merken, dass ich Tee mag?", Remember("Ich mag Tee")),
        ("No olvides que vivo en Valencia", Remember("Vivo en Valencia")),
        ("list my open todos", Ask("list my open todos")),
        ("Wogegen bin ich allergisch", Ask("Wogegen bin ich allergisch")),
        ("am I vegetarian", Ask("am I vegetarian")),
        ("lol ok that's handy", Thank()),
        ("whatever", NeverMind()),
        ("delete all my memories", ForgetAll()),
        ("olvida todo", ForgetAll()),
        ("forget everything about Ana", Forget("Ana")),
        ("/help", SeekHelp()),
        ("???", SeekHelp()),
        ("are you there?", Greet()),
        ("tell me something about me", AboutMe()),
        ("no", NeverMind()),
        ("Olvida mi dirección", Forget("mi dirección")),
        ("Oublie mon adresse", Forget("mon adresse")),
        ("忘记我的地址", Forget("我的地址")),
        ("Change my colour to green", Change((("my colour", "green"),))),
        (
            "Change Bern to Basel to live",
            Change((("Bern", "Basel to live"), ("Bern to Basel", "live"))),
        ),
        (
            'change "moved to Bern" to "moved to Basel"',
            Change((("moved to Bern", "moved to Basel"),)),
        ),
        ("Ändere meine Farbe zu Grün", Change((("meine Farbe", "Grün"),))),
        ("把我的生日改成五月五日", Change((("我的生日", "五月五日"),))),
        ("What do you know about me?", AboutMe()),
        ("Was weißt du über mich?", AboutMe()),
        ("¿Qué sabes de mí?", AboutMe()),
        ("Que sais-tu de moi ?", AboutMe()),
        ("你知道我什么？", AboutMe()),
        ("What do you know about Ana?", Ask("Ana")),
        ("Do you remember the boat?", Ask("the boat")),
        ("What did we discuss last week?", LookUp("What did we discuss last week?", LAST_WEEK)),
        ("What did we decide about the boat last week?", LookUp("the boat", LAST_WEEK)),
        (
            "Worüber haben wir letzte Woche gesprochen?",
            LookUp("Worüber haben wir letzte Woche gesprochen?", LAST_WEEK),
        ),
        ("我们上周聊了什么？", LookUp("我们上周聊了什么？", LAST_WEEK)),
        (
            "Was habe ich dich letzte Woche gefragt?",
            LookUp("Was habe ich dich letzte Woche gefragt?", LAST_WEEK),
        ),
        ("¿Qué te dije de Ana?", LookUp("de Ana")),
        ("我上周问了什么？", LookUp("我上周问了什么？", LAST_WEEK)),
        ("Search my memory for cameras", LookUp("cameras")),
        ("Find the boat in my notes", LookUp("the boat")),
        ("suche nach Kameras", LookUp("Kameras")),
        ("What can you do?", SeekHelp()),
        ("Are you an AI?", SeekHelp()),
        ("Hi there!", Greet()),
        ("Good morning", Greet()),
        ("ok great, thank you", Thank()),
        ("forget it", NeverMind()),
        ("What time is it?", AskTime()),
        ("Can you write the migration for me?", Create("Can you write the migration for me?")),
        ("Translate this: hello", Create("Translate this: hello")),
        ("帮我写一封信", Create("帮我写一封信")),
        ("What does Ana like?", Ask("What does Ana like?")),
        ("Remember when we went to Lisbon?", Ask("Remember when we went to Lisbon?")),
        ("I like tea.", Tell("I like tea.")),
        ("Forget-me-nots are blue", Tell("Forget-me-nots are blue")),
        ("Change is good", Tell("Change is good")),
        ("Note to self is a good band", Tell("Note to self is a good band")),
        ("", Tell("")),
    ],
)
def test_a_message_is_understood(said: str, intent: Intent):
    assert understand(said, TODAY) == intent


def test_a_pasted_page_is_never_a_command():
    assert isinstance(understand("Forget " + "all of it " * 1_000, TODAY), Tell)


@settings(max_examples=80)
@given(st.sampled_from(["", "remember ", "forget ", "change ", "search for ", "what "]), st.text())
def test_any_message_is_understood_as_something(start: str, rest: str):
    understand(start + rest, TODAY)


@pytest.mark.parametrize("filler", [".", " ", "a ", "to ", "? ", "“", "\n", "hi ", "ok ", "good "])
def test_a_long_odd_message_is_no_trouble(filler: str):
    for start in ("remember ", "forget ", "change ", "", "search my memory for "):
        understand(start + filler * (4_000 // len(filler)) + "x", TODAY)
