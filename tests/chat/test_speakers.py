from app.chat.speakers import Speaker, Speakers
from app.contracts.agents import Agent
from app.storage.database import AgentRows
from tests.chat.conftest import Conversation
from tests.conftest import House


def test_everyone_who_can_answer_is_named_with_their_model(
    house: House, conversation: Conversation
):
    agents = AgentRows(house.database)
    agents.save(Agent("cook", "Cook", "You cook."))
    speakers = Speakers(agents, conversation.models)
    assert [one.line for one in speakers.all()] == [
        "General Assistant · Model One",
        "Cook · Model One",
    ]
    assert speakers.get("cook") == Speaker("cook", "Cook", "Model One")


def test_a_deleted_agent_hands_over_to_the_built_in_one(house: House, conversation: Conversation):
    speakers = Speakers(AgentRows(house.database), conversation.models)
    assert speakers.get("gone").id == "general"


async def test_an_agent_chosen_in_the_middle_answers_the_next_message(
    house: House, conversation: Conversation
):
    AgentRows(house.database).save(Agent("cook", "Cook", "You cook."))
    conversation.provider.enqueue_text("Hello.")
    conversation.provider.enqueue_text("Soup.")
    await conversation.say("Hi")
    assert conversation.session_id is not None
    house.sessions.set_agent(conversation.session_id, "cook")
    await conversation.say("What shall I eat?")
    first, second = conversation.provider.requests
    assert not first.system.startswith("You cook.")
    assert second.system.startswith("You cook.")
    assert [message.text for message in second.messages] == ["Hi", "Hello.", "What shall I eat?"]
