"""Talk that can be counted: each message names a topic, and the model's summary names it again."""

import re

from app.contracts.conversation import MessageKind, NewMessage, Session
from tests.fakes.loopback_model import Asked, Purpose, says
from tests.flows.life import Life, daily_logs
from tests.providers.raw_server import Reply

TOPIC = re.compile(r"topic of ([a-z]+\d*)")


def about(topic: str) -> str:
    return f"Let us come to the topic of {topic}, please."


def told(topic: str) -> str:
    return f"The person spoke of {topic}."


def fact(topic: str) -> str:
    return f"Prefers {topic} to everything else"


def decide(asked: Asked) -> Reply:
    match asked.purpose:
        case Purpose.CHAT:
            return says("Noted.")
        case Purpose.TITLE:
            return says("Some talk")
        case Purpose.CONDENSE:
            return says("They spoke of one thing and another.")
        case Purpose.SUMMARY:
            topics = dict.fromkeys(TOPIC.findall(asked.question))
            bullets = "\n".join(f"- {told(topic)}" for topic in topics)
            facts = "\n".join(f"- [preferences] {fact(topic)}" for topic in topics)
            return says(f"## Daily Summary\n{bullets}\n\n## Long-term Facts\n{facts}")


def decide_without_facts(asked: Asked) -> Reply:
    if asked.purpose is not Purpose.SUMMARY:
        return decide(asked)
    topics = dict.fromkeys(TOPIC.findall(asked.question))
    bullets = "\n".join(f"- {told(topic)}" for topic in topics)
    return says(f"## Daily Summary\n{bullets}\n\n## Long-term Facts\nNone")


def begin(life: Life, session_id: str) -> None:
    now = life.base.clock.now()
    life.base.sessions.create(Session(session_id, session_id, "general", now, now))


def note(life: Life, session_id: str, topic: str) -> None:
    """A message that is simply there, without an answer."""
    life.base.messages.append(
        NewMessage(
            f"{session_id}-{topic}",
            session_id,
            MessageKind.USER,
            about(topic),
            life.base.clock.now(),
        )
    )


def times_told(life: Life, topic: str) -> dict[str, int]:
    """How often each day's log tells of the topic; days that do not are left out."""
    counts = {day: text.count(told(topic)) for day, text in daily_logs(life.home).items()}
    return {day: count for day, count in counts.items() if count}
