"""One conversation, on the screen or left while its answer comes: what each event makes of it."""

from dataclasses import dataclass, field, replace

from app.chat.stop_signal import StopSignal
from app.chat.turn_events import AnswerSaved, TurnEvent, TurnFailed, TurnStopped, UserMessageSaved
from app.ui.screens.chat.rows import ChatRow, rows_after
from app.ui.screens.chat.state import ChatState


@dataclass(slots=True)
class OpenConversation:
    """`replaced` are the rows an answer is to replace, shown again if nothing comes in their
    place; `sending` are the words that are not stored yet; `set_aside` is the draft that waits
    while a message is edited.
    """

    state: ChatState
    stop: StopSignal = field(default_factory=StopSignal)
    replaced: tuple[ChatRow, ...] = ()
    sending: str = ""
    set_aside: str = ""

    def begun(self) -> ChatState:
        self.stop, self.replaced = StopSignal(), ()
        return replace(self.state, is_answering=True, notice="", can_retry=False)

    def after(self, event: TurnEvent) -> ChatState:
        state = replace(self.state, rows=rows_after(self.state.rows, event))
        match event:
            case UserMessageSaved(session, _):
                self.sending = ""
                if self.replaced and self.replaced[0].is_mine:
                    self.replaced = ()  # an edited question stands in their place
                return replace(
                    state,
                    session_id=session.id,
                    title=session.title,
                    is_private=session.is_private,
                )
            case AnswerSaved():
                return replace(state, is_answering=False)
            case TurnStopped(partial):
                state = replace(state, is_answering=False, can_retry=True)
                return self._with_rows_back(state) if partial is None else state
            case TurnFailed(sentence, partial):
                state = replace(state, is_answering=False, notice=sentence, can_retry=True)
                return self._with_rows_back(state) if partial is None else state
            case _:
                return state

    def failed(self, sentence: str) -> ChatState:
        """The turn could not even be written down: everything is as it was before it."""
        words, self.sending = self.sending, ""
        state = replace(
            self.state,
            is_answering=False,
            notice=sentence,
            rows=tuple(row for row in self.state.rows if not row.is_growing),
            can_retry=self.state.session_id is not None,
            draft="\n".join(part for part in (words, self.state.draft) if part),
        )
        return self._with_rows_back(state)

    def _with_rows_back(self, state: ChatState) -> ChatState:
        """What was to be replaced is still stored when nothing came in its place."""
        rows, self.replaced = self.replaced, ()
        return replace(state, rows=(*state.rows, *rows))


def through_last_question(rows: tuple[ChatRow, ...]) -> tuple[ChatRow, ...]:
    asked = [number for number, row in enumerate(rows) if row.is_mine]
    return rows[: asked[-1] + 1] if asked else ()
