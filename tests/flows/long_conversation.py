"""Three hundred turns as data: what the person does, what the model then does, what must remain.

The model is a function of what it is asked; which turn it is stands in the person's words.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.contracts.conversation import MessageKind
from tests.fakes.loopback_model import Asked, Purpose, breaks_off, calls, refuses, says
from tests.providers.raw_server import Ending, Reply, streaming
from tests.providers.scripts import SaidCall

TURNS = 300
KILLED_AT = 150
SESSIONS = 6
STAYS = 7
"""Turns in one session before the person goes to the next."""

MARK = re.compile(r"\bT\d{3}e?\b")
ASKED = re.compile(r"^\[Person [^\]]*\] (T\d{3}e?)", re.MULTILINE)
TOLD = re.compile(r"The talk came to (T\d{3}e?)")
PASSIONS = (
    "orchids pottery falconry chess beekeeping calligraphy archery origami astronomy cheesemaking "
    "bouldering accordion rowing weaving juggling"
).split()


class Does(StrEnum):
    """What happens in a turn; the word is in the message, so the model knows it too."""

    TALKS = "talks"
    WRITES = "writes a file"
    SAVES = "saves a passion"
    READS_TWICE = "reads twice"
    BUNGLES = "bungles a call"
    IS_BUSY = "is busy once"
    BREAKS = "breaks off"
    BREAKS_THEN_RETRY = "breaks off once"
    FAILS = "fails"
    BABBLES = "babbles"
    IS_STOPPED = "is stopped"
    IS_REGENERATED = "is regenerated"
    IS_EDITED = "is edited"
    IS_LEFT = "is left while answering"


ROUND = (
    *(Does.TALKS, Does.WRITES, Does.IS_BUSY, Does.READS_TWICE, Does.BREAKS_THEN_RETRY),
    *(Does.TALKS, Does.IS_EDITED, Does.IS_STOPPED, Does.SAVES, Does.BABBLES, Does.IS_LEFT),
    *(Does.WRITES, Does.IS_REGENERATED, Does.BREAKS, Does.BUNGLES, Does.FAILS, Does.TALKS),
    *(Does.WRITES, Does.READS_TWICE, Does.IS_STOPPED, Does.TALKS, Does.IS_EDITED, Does.BREAKS),
)


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    does: Does

    @property
    def mark(self) -> str:
        return f"T{self.number:03d}"

    @property
    def session(self) -> int:
        return self.number // STAYS % SESSIONS

    @property
    def words(self) -> str:
        return f"{self.mark} now the model {self.does.value}"

    @property
    def edited_words(self) -> str:
        return f"{self.mark}e now the model {self.does.value}"

    @property
    def passion(self) -> str:
        return PASSIONS[self.number // len(ROUND)]

    @property
    def file(self) -> str:
        return f"files/notes/{self.mark}.txt"


def all_turns() -> list[Turn]:
    turns = [Turn(number, ROUND[number % len(ROUND)]) for number in range(TURNS)]
    turns[KILLED_AT] = Turn(KILLED_AT, Does.BREAKS_THEN_RETRY)
    return turns


def decide(asked: Asked) -> Reply:
    match asked.purpose:
        case Purpose.TITLE:
            return says("A long talk about many things")
        case Purpose.SUMMARY:
            marks = dict.fromkeys(ASKED.findall(asked.question))
            bullets = "\n".join(f"- The talk came to {mark}." for mark in marks)
            bullets = bullets or "- The assistant went on."
            return says(f"## Daily Summary\n{bullets}\n\n## Long-term Facts\nNone")
        case Purpose.CONDENSE:
            return says("Nothing of this was expected.")
        case Purpose.CHAT:
            return _chat(asked)


def check_form(asked: Asked) -> None:
    """What every API demands: each call has its result right after it, and only once."""
    waiting: list[str] = []
    for message in asked.messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in waiting, "a result without its call"
            waiting.remove(message["tool_call_id"])
        else:
            assert not waiting, "a call without its result"
        waiting += [call["id"] for call in message.get("tool_calls", ())]
    assert not waiting, "a call without its result"
    asks = [m["content"] for m in asked.messages if m["role"] == "user"]
    said = [mark for content in asks for mark in MARK.findall(content)]
    assert len(said) == len(set(said)), "a question was sent twice"


def newest_question(asked: Asked) -> str:
    """A question that never got an answer is sent in one message with the next."""
    return asked.question.rpartition("\n\n")[2]


def _chat(asked: Asked) -> Reply:
    question = newest_question(asked)
    mark = MARK.findall(question)[0]
    does = Does(question.partition(" now the model ")[2])
    turn = Turn(int(mark[1:4]), does)
    whole = (f"Answer to {mark}", ", and that is ", "all.")
    match does:
        case Does.WRITES | Does.SAVES | Does.READS_TWICE | Does.BUNGLES if not asked.results:
            return calls(*wanted_calls(turn), texts=("One moment.",))
        case Does.IS_BUSY if not asked.earlier:
            return refuses(429)
        case Does.FAILS:
            return refuses(500)
        case Does.BABBLES:
            return streaming([b"data: {garbage\n\n", b"\xff\xfe\n\n"])
        case Does.BREAKS:
            return breaks_off(f"Half of {mark}", ending=Ending.ABORTED)
        case Does.BREAKS_THEN_RETRY if not asked.earlier:
            stays_open = turn.number == KILLED_AT
            return breaks_off(
                f"Half of {mark}", ending=Ending.STALLED if stays_open else Ending.CUT
            )
        case Does.IS_STOPPED:
            return breaks_off(f"Half of {mark}", ending=Ending.STALLED)
        case _:
            return says(*whole)


def wanted_calls(turn: Turn) -> Sequence[SaidCall]:
    match turn.does:
        case Does.WRITES:
            arguments = {"path": turn.file, "content": f"Written at {turn.mark}.\n"}
            return (SaidCall("write_file", json.dumps(arguments)),)
        case Does.SAVES:
            fact = f"Sees {turn.passion} as a great passion"
            arguments = {"content": fact, "category": "interests"}
            return (SaidCall("save_memory", json.dumps(arguments)),)
        case Does.READS_TWICE:
            return (
                SaidCall("list_files", "{}"),
                SaidCall("search_history", json.dumps({"query": "passion"})),
            )
        case _:
            return (SaidCall("write_file", '{"path": '), SaidCall("fly_away", "{}"))


def remaining_rows(turn: Turn) -> list[tuple[MessageKind, str | None, bool]]:
    """Kind, text (None: any) and whether it is partial, of every row the turn leaves behind."""
    words, mark = turn.words, turn.mark
    if turn.does is Does.IS_EDITED:
        words, mark = turn.edited_words, f"{turn.mark}e"
    whole = (MessageKind.ASSISTANT, f"Answer to {mark}, and that is all.", False)
    half = (MessageKind.ASSISTANT, f"Half of {mark}", True)
    error = (MessageKind.ERROR, None, False)
    rows: list[tuple[MessageKind, str | None, bool]] = [(MessageKind.USER, words, False)]
    match turn.does:
        case Does.WRITES | Does.SAVES | Does.READS_TWICE | Does.BUNGLES:
            count = len(wanted_calls(turn))
            moment = (MessageKind.ASSISTANT, "One moment.", False)
            called = [(MessageKind.TOOL_CALL, "", False)] * count
            given = [(MessageKind.TOOL_RESULT, None, False)] * count
            return [*rows, moment, *called, *given, whole]
        case Does.FAILS | Does.BABBLES:
            return [*rows, error]
        case Does.BREAKS:
            return [*rows, half, error]
        case Does.IS_STOPPED:
            return [*rows, half]
        case _:
            return [*rows, whole]
