"""Plays a part of the long conversation as a process of its own, which somebody may kill.

Usage: python -m tests.flows.talking_child HOME FIRST LAST
"""

import asyncio
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

from app.chat.stop_signal import StopSignal
from app.chat.turn_events import AnswerGrew, AnswerSaved, TurnEvent, TurnFailed, TurnStopped
from app.wiring.logs import set_up_logging
from tests.flows.life import Life, open_life
from tests.flows.long_conversation import KILLED_AT, Does, Turn, all_turns


class Talker:
    """Goes through the turns, session by session; knows its sessions by their first message."""

    def __init__(self, life: Life) -> None:
        self._life = life
        self._turns = life.chat.turns
        sessions = life.base.sessions.newest_first()
        first_words = {life.rows(one.id)[0].text: one.id for one in sessions}
        self._sessions = {
            turn.session: first_words[words]
            for turn in all_turns()
            for words in (turn.words, turn.edited_words)
            if words in first_words
        }

    async def play(self, turn: Turn, before: Turn | None) -> None:
        if before is not None and before.session != turn.session:
            left = self._sessions[before.session]
            await asyncio.to_thread(self._life.chat.triggers.session_left, left)
        session_id = self._sessions.get(turn.session)
        saved, ending = await self._life.follow(self._watched(turn, session_id))
        self._sessions[turn.session] = saved.id
        if session_id is None:
            await self._life.chat.name_session(saved.id)
        assert isinstance(ending, _expected(turn.does)), (turn, ending)
        await self._afterwards(turn, saved.id)

    async def try_again(self, turn: Turn) -> None:
        again = self._turns.answer_again(self._sessions[turn.session], StopSignal())
        _, ending = await self._life.follow(again)
        assert isinstance(ending, AnswerSaved)

    async def _watched(self, turn: Turn, session_id: str | None) -> AsyncGenerator[TurnEvent, None]:
        """The turn, with what the person does while the answer comes."""
        stop = StopSignal()
        async for event in self._turns.send(session_id, turn.words, stop):
            yield event
            if isinstance(event, AnswerGrew):
                await self._meanwhile(turn, session_id, stop)

    async def _meanwhile(self, turn: Turn, session_id: str | None, stop: StopSignal) -> None:
        if turn.does is Does.IS_STOPPED:
            stop.stop()
        if turn.does is Does.IS_LEFT and session_id is not None:
            await asyncio.to_thread(self._life.chat.triggers.session_left, session_id)

    async def _afterwards(self, turn: Turn, session_id: str) -> None:
        if turn.does in (Does.BREAKS_THEN_RETRY, Does.IS_REGENERATED):
            await self.try_again(turn)
        if turn.does is Does.IS_EDITED:
            edit = self._turns.edit_last(session_id, turn.edited_words, StopSignal())
            await self._life.follow(edit)


def _expected(does: Does) -> type[TurnEvent]:
    match does:
        case Does.FAILS | Does.BABBLES | Does.BREAKS | Does.BREAKS_THEN_RETRY:
            return TurnFailed
        case Does.IS_STOPPED:
            return TurnStopped
        case _:
            return AnswerSaved


async def talk(life: Life, first: int, last: int) -> None:
    talker = Talker(life)
    turns = all_turns()
    await asyncio.to_thread(life.chat.triggers.app_started)
    if first == KILLED_AT + 1:
        await talker.try_again(turns[KILLED_AT])
    for number in range(first, last + 1):
        await talker.play(turns[number], turns[number - 1] if number else None)


def main(home: str, first: str, last: str) -> None:
    set_up_logging()
    with open_life(Path(home)) as life:
        asyncio.run(talk(life, int(first), int(last)))
        life.chat.triggers.app_left()


if __name__ == "__main__":
    main(*sys.argv[1:])
