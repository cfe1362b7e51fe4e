"""The details of a conversation say how much of it is not in a daily log yet."""

from app.chat.session_details import LookAtSession, SessionDetails
from app.chat.speakers import Speakers
from app.contracts.conversation import MessageKind
from app.storage.database import AgentRows
from tests.chat.conftest import GivenModels
from tests.conftest import House
from tests.fakes.scripted_provider import ScriptedProvider


def details_of(house: House, session_id: str) -> SessionDetails | None:
    speakers = Speakers(AgentRows(house.database), GivenModels(ScriptedProvider()))
    return LookAtSession(house.sessions, house.messages, speakers)(session_id)


def test_what_was_said_is_counted_and_so_is_what_is_not_logged_yet(house: House):
    house.begin_session()
    house.say("The boat leaves at nine.")
    house.say("Noted.", kind=MessageKind.ASSISTANT)
    house.say("{}", kind=MessageKind.TOOL_CALL)
    details = details_of(house, "s1")
    assert details is not None
    assert (details.messages, details.unlogged) == (2, 2)
    assert details.agent == "General Assistant"


def test_nothing_of_a_private_chat_waits_for_the_log(house: House):
    house.begin_session(is_private=True)
    house.say("A secret.")
    details = details_of(house, "s1")
    assert details is not None
    assert (details.messages, details.unlogged, details.is_private) == (1, 0, True)


def test_a_conversation_that_is_gone_has_no_details(house: House):
    assert details_of(house, "nobody") is None
