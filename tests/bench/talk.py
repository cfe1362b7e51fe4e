"""Made-up talk for the parts of the bench that need a conversation: plain sentences, none alike."""

from random import Random

from app.contracts.conversation import MessageKind, NewMessage, Session
from tests.flows.life import Life

WHO = "My sister|Our neighbour|The dentist|Ana|Bruno|The landlord|A colleague|The school".split("|")
DOES = "wants to paint|has lost|is looking for|sells|repaired|likes|asked about|ordered".split("|")
WHAT = "the old boat|a red bicycle|the garden fence|three lamps|the piano|new curtains".split("|")
WHEN = "on Friday|in May|next week|before the holidays|at nine|every Sunday".split("|")


def sentence(chance: Random) -> str:
    parts = (chance.choice(words) for words in (WHO, DOES, WHAT, WHEN))
    return f"{' '.join(parts)}, for {chance.randrange(10, 9_000)} euros."


def have_a_talk(life: Life, session_id: str, messages: int, chance: Random) -> None:
    """Question and answer in turn, stored as the app stores them."""
    now = life.base.clock.now()
    life.base.sessions.create(Session(session_id, session_id, "general-assistant", now, now))
    for number in range(messages):
        kind = MessageKind.ASSISTANT if number % 2 else MessageKind.USER
        text = f"{sentence(chance)} {sentence(chance)}"
        life.chat.messages.append(NewMessage(f"{session_id}-{number}", session_id, kind, text, now))
