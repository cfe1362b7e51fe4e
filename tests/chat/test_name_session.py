import pytest

from app.chat.name_session import NameSession, cleaned_title
from app.chat.stop_signal import StopSignal
from app.contracts.errors import ProviderUnreachable
from app.contracts.model_provider import Finished, FinishReason, StreamFailed, TextDelta
from tests.chat.conftest import Conversation
from tests.conftest import House


async def named(house: House, conversation: Conversation) -> str | None:
    naming = NameSession(house.sessions, house.messages, conversation.models)
    assert conversation.session_id is not None
    return await naming(conversation.session_id)


async def test_a_new_session_gets_the_models_title(house: House, conversation: Conversation):
    conversation.provider.enqueue_text("Sure.")
    await conversation.say("Help me plan a trip to Lisbon in May with two children")
    conversation.provider.enqueue_text('**"Family trip to Lisbon in May."**\n')
    assert await named(house, conversation) == "Family trip to Lisbon in May"
    session = house.sessions.get(conversation.session_id or "")
    assert session is not None
    assert session.title == "Family trip to Lisbon in May"


async def test_a_title_the_person_gave_stays(house: House, conversation: Conversation):
    conversation.provider.enqueue_text("Sure.")
    await conversation.say("Help me plan a trip")
    house.sessions.rename(conversation.session_id or "", "My trip")
    assert await named(house, conversation) is None
    assert conversation.provider.unused_answers == 0


@pytest.mark.parametrize(
    "reply",
    [
        [StreamFailed(ProviderUnreachable("no"))],
        [TextDelta("A title that was cut"), Finished(FinishReason.LENGTH)],
        [TextDelta("words " * 50)],
        [TextDelta("***")],
    ],
)
async def test_a_bad_reply_leaves_the_title(
    house: House, conversation: Conversation, reply: list[TextDelta]
):
    conversation.provider.enqueue_text("Sure.")
    await conversation.say("Help me plan a trip")
    conversation.provider.enqueue(reply)
    assert await named(house, conversation) is None


async def test_the_on_device_provider_is_not_asked_for_titles(
    house: House, conversation: Conversation
):
    conversation.provider.enqueue_text("Sure.")
    conversation.models.is_language_model = False
    await conversation.say("Help me plan a trip")
    assert await named(house, conversation) is None


async def test_a_model_that_gives_no_title_is_not_asked_after_every_reply(
    house: House, conversation: Conversation
):
    asked = 0
    for number in range(6):
        conversation.provider.enqueue_text("Sure.")
        await conversation.say(f"Help me {number}")
        conversation.provider.enqueue_text("***")
        assert await named(house, conversation) is None
        asked += 1 - conversation.provider.unused_answers
        conversation.provider.forget_answers()
    assert asked == 3


async def test_the_title_follows_the_first_message_when_that_is_edited(
    house: House, conversation: Conversation
):
    conversation.provider.enqueue_text("Sure.")
    await conversation.say("Help me plan a tirp")
    conversation.provider.enqueue_text("Sure!")
    session_id = conversation.session_id or ""
    await conversation.follow(
        conversation.turns.edit_last(session_id, "Help me plan a trip", StopSignal())
    )
    session = house.sessions.get(session_id)
    assert session is not None
    assert session.title == "Help me plan a trip"
    conversation.provider.enqueue_text("Planning a trip with two children")
    assert await named(house, conversation) == "Planning a trip with two children"


async def test_editing_a_message_leaves_a_title_the_person_gave(
    house: House, conversation: Conversation
):
    conversation.provider.enqueue_text("Sure.")
    await conversation.say("Help me plan a tirp")
    session_id = conversation.session_id or ""
    house.sessions.rename(session_id, "My trip")
    conversation.provider.enqueue_text("Sure!")
    await conversation.follow(conversation.turns.edit_last(session_id, "Help me", StopSignal()))
    session = house.sessions.get(session_id)
    assert session is not None
    assert session.title == "My trip"


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("\n\nTitle: “Boats”", "Boats"),
        ("**Title:** Boats on the lake", "Boats on the lake"),
        ("Sure! Here is a title:\n\n“Boats on the lake”", "Boats on the lake"),
        ("Titel: Boote auf dem See.", "Boote auf dem See"),
        ("Boats: a summer on the lake", "Boats: a summer on the lake"),
        ("Here is a title:", ""),
    ],
)
def test_quotes_labels_and_announcements_are_taken_off(reply: str, title: str):
    assert cleaned_title(reply) == title


async def test_after_a_greeting_the_first_message_that_says_something_is_the_title(
    house: House, conversation: Conversation
):
    for said in ("Hallo!", "ok", "Help me plan a trip", "To Lisbon"):
        conversation.provider.enqueue_text("Sure.")
        await conversation.say(said)
    session = house.sessions.get(conversation.session_id or "")
    assert session is not None
    assert session.title == "Help me plan a trip"


async def test_a_greeting_that_the_person_chose_as_a_title_stays(
    house: House, conversation: Conversation
):
    conversation.provider.enqueue_text("Sure.")
    await conversation.say("Help me plan a trip")
    house.sessions.rename(conversation.session_id or "", "Hello")
    conversation.provider.enqueue_text("Sure.")
    await conversation.say("To Lisbon")
    session = house.sessions.get(conversation.session_id or "")
    assert session is not None
    assert session.title == "Hello"
