import pytest

from app.chat.name_session import NameSession, cleaned_title
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


def test_quotes_and_labels_are_taken_off():
    assert cleaned_title("\n\nTitle: “Boats”") == "Boats"
