"""Commands to the memory are neither told nor asked: no log has them."""

import pytest

from app.memory.summarise.extractive import extractive_summary
from app.memory.summarise.memory_commands import is_command
from tests.memory.summarise.talk import said


@pytest.mark.parametrize(
    "command",
    [
        "Search my memory for cats",
        "serch my memory for cats",
        "change 4711 to 9922",
        "What do you know about me?",
        "What did we discuss last week?",
        "Suche nach Fahrrad",
        "Ändere Haselnüsse zu Walnüsse",
        "Was weißt du über Inge?",
        "Busca Sintra",
        "¿Qué sabes de mí?",
        "Que sais-tu de moi ?",
        "Найди в памяти чай",
        "搜索爬山",
        "把五岁改成六岁",
        "我们上周聊了什么？",
    ],
)
def test_a_command_is_logged_nowhere(command: str):
    assert extractive_summary(said(command)) == ""
    assert extractive_summary(said(command, "I like tea.")) == "- I like tea."


@pytest.mark.parametrize(
    "told",
    [
        "Search parties found the dog.",
        "Update: we moved to Berlin to be near Ana",
        "The search for a flat goes on",
        "Was weiß ich denn schon von Booten",
        "把书还给图书馆",
    ],
)
def test_what_begins_like_one_may_be_told(told: str):
    assert not is_command(told)


def test_a_bare_choice_says_nothing():
    assert extractive_summary(said("all", "2", "none", "I like tea.")) == "- I like tea."
