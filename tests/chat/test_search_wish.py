import pytest

from app.memory.search.search_wish import wants_memory_search
from tests.chat.conftest import Conversation


@pytest.mark.parametrize(
    "words",
    [
        "Search my memory for cameras",
        "please search my memory for what Ana said about film?",
        "Suche in meinem Gedächtnis nach Kameras",
        "在我的记忆里搜索爬山",
    ],
)
def test_a_plain_command_is_a_wish(words: str):
    assert wants_memory_search(words)


@pytest.mark.parametrize(
    "words",
    ["How do I search my memory for names?", "Search my memory for", "search the web for cats", ""],
)
def test_other_words_are_for_the_model(words: str):
    assert not wants_memory_search(words)


async def test_a_search_is_answered_here_whatever_model_is_chosen(conversation: Conversation):
    conversation.models.here.enqueue_text("Found: film cameras.")
    await conversation.say("Search my memory for cameras")
    assert conversation.said()[-1] == ("ASSISTANT", "Found: film cameras.")
    assert conversation.provider.requests == []


async def test_a_private_chat_does_not_search(conversation: Conversation):
    conversation.provider.enqueue_text("I cannot see your memory here.")
    await conversation.say("Search my memory for cameras", is_private=True)
    assert conversation.models.here.requests == []
