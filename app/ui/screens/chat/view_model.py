"""The chat screen's state and what a person can do there. Knows no Kivy.

A conversation that was left goes on by itself and is shown as it stands when the person returns;
its late events are never drawn into another one.
"""

from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

from app.chat.speakers import Speaker
from app.chat.turn_events import (
    AnswerSaved,
    ToolEnded,
    TurnEvent,
    TurnFailed,
    TurnStopped,
    UserMessageSaved,
)
from app.contracts.conversation import Message, MessageStore, SessionStore
from app.contracts.drafts import Draft
from app.contracts.memory_changes import MemoryChange
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.paced_events import paced
from app.ui.screens.chat.company import ChatCompany, Turns
from app.ui.screens.chat.open_conversation import OpenConversation, through_last_question
from app.ui.screens.chat.opened_session import MessagePage, read_page, read_session
from app.ui.screens.chat.state import ChatState
from app.ui.tasks import Tasks

EXAMPLES = (
    "Remember that I prefer short answers",
    "What do you know about me?",
    "What did we talk about last week?",
)


class ChatViewModel:
    def __init__(
        self,
        turns: Turns,
        sessions: SessionStore,
        messages: MessageStore,
        tasks: Tasks,
        company: ChatCompany,
    ) -> None:
        self._turns = turns
        self._sessions = sessions
        self._messages = messages
        self._tasks = tasks
        self._company = company
        self._notices = 0
        self._drafts_put = 0
        self._last_change: MemoryChange | None = None
        self._here = OpenConversation(ChatState(subtitle=company.first_subtitle))
        self._left_answering: list[OpenConversation] = []
        self.on_session_changed: Callable[[], None] = lambda: None
        self.on_session_left: Callable[[str], None] = lambda _: None
        self.on_memory_changed: Callable[[], None] = lambda: None
        self.on_show_prompt: Callable[[str], None] = lambda _: None
        self.on_search_memory: Callable[[], None] = lambda: None
        self.on_rename: Callable[[str, str], None] = lambda _id, _title: None
        self.on_delete: Callable[[str, str], None] = lambda _id, _title: None
        self.on_details: Callable[[str], None] = lambda _: None
        self.observable = ObservableState(self._here.state)
        self._load_draft(self._here)

    @property
    def state(self) -> ChatState:
        return self.observable.state

    def send(self, text: str) -> bool:
        """False when there is nothing to send or one message waits already; the draft stays."""
        words = text.strip()
        if not words or self.state.queued:
            return False
        if self.state.is_answering:
            self._show(self._here, replace(self.state, queued=words))
            self._put_draft(self._here, "")
            return True
        if self.state.edits:
            return self.edit_last(words)
        self._put_draft(self._here, "")
        self._send(self._here, words)
        return True

    def take_back_queued(self) -> None:
        """What waited goes back to where it was written."""
        words = (self.state.queued, self.state.draft.strip())
        self._show(self._here, replace(self.state, queued=""))
        self._put_draft(self._here, "\n".join(part for part in words if part))

    def stop(self) -> None:
        self._here.stop.stop()

    def answer_again(self) -> None:
        """Regenerate, and Retry after a failure."""
        here, session_id = self._here, self.state.session_id
        if session_id is None or self.state.is_answering:
            return
        self._show(here, here.begun())
        rows = through_last_question(self.state.rows)
        here.replaced = tuple(row for row in self.state.rows[len(rows) :] if not row.is_error)
        self._show(here, replace(self.state, rows=rows))
        self._follow(here, self._turns.answer_again(session_id, here.stop))

    def edit_last(self, text: str) -> bool:
        here, session_id, words = self._here, self.state.session_id, text.strip()
        if session_id is None or self.state.is_answering or not words:
            return False
        self._put_draft(here, here.set_aside)
        self._show(here, here.begun())
        rows = through_last_question(self.state.rows)[:-1]
        here.replaced, here.sending, here.set_aside = self.state.rows[len(rows) :], words, ""
        self._show(here, replace(self.state, rows=rows))
        self._follow(here, self._turns.edit_last(session_id, words, here.stop))
        return True

    def begin_edit(self) -> None:
        """The last question's words are written anew; a draft that is there waits."""
        asked = self.state.last_question
        if asked is None or self.state.is_answering or self.state.edits:
            return
        self._here.set_aside = self.state.draft
        self._put_draft(self._here, asked.text, edits=asked.id)

    def cancel_edit(self) -> None:
        draft, self._here.set_aside = self._here.set_aside, ""
        self._put_draft(self._here, draft)

    def typed(self, text: str) -> None:
        if text != self.state.draft:
            self._show(self._here, replace(self.state, draft=text))
            self._keep_draft(self._here)
            self._expect_a_question(text)

    def keep_draft(self) -> None:
        """The app is left; the process may be killed from now on."""
        self._company.drafts.flush()

    def write_draft(self) -> None:
        """The app ends: on a worker, done when it returns."""
        self._company.drafts.write()

    def new_chat(self, *, is_private: bool = False) -> None:
        fresh = ChatState(subtitle=self._company.first_subtitle, is_private=is_private)
        self._leave_for(OpenConversation(fresh))
        self._load_draft(self._here)
        self.refresh_speaker()

    def open_session(self, session_id: str) -> None:
        if session_id == self.state.session_id:
            return
        for conversation in self._left_answering:
            if conversation.state.session_id == session_id:
                self._leave_for(conversation)
                return
        empty = OpenConversation(ChatState(subtitle=self._company.first_subtitle))
        self._leave_for(empty, is_shown=False)

        def show(opened: ChatState | None) -> None:
            if opened is not None and self._here is empty:
                self._show(empty, replace(opened, draft_version=self._next_version()))

        self._tasks.call(
            lambda: read_session(session_id, self._sessions, self._messages, self._company),
            show,
            lambda sentence: self._failed(empty, sentence),
        )

    def renamed(self, session_id: str, title: str) -> None:
        for conversation in (self._here, *self._left_answering):
            if conversation.state.session_id == session_id:
                self._show(conversation, replace(conversation.state, title=title))

    def session_deleted(self, session_id: str) -> None:
        """No answer comes any more, and nothing that waits is sent."""
        for conversation in (self._here, *self._left_answering):
            if conversation.state.session_id == session_id:
                self._show(conversation, replace(conversation.state, queued=""))
                conversation.stop.stop()
        if self.state.session_id == session_id:
            self.new_chat()

    def find_session(self, message_id: str, found: Callable[[str], None]) -> None:
        """The conversation in which something was said."""

        def tell(message: Message | None) -> None:
            if message is None:
                self._say("This message was deleted.")
            else:
                found(message.session_id)

        self._tasks.call(lambda: self._messages.get(message_id), tell, self._say)

    def refresh_speaker(self) -> None:
        """Who answers from now on; an answer that is under way stays with the one before."""
        here, agent_id = self._here, self.state.agent_id

        def show(speaker: Speaker) -> None:
            if agent_id == here.state.agent_id:
                state = replace(here.state, subtitle=speaker.line, agent_id=speaker.id)
                self._show(here, state)

        self._tasks.call(lambda: self._company.speakers.get(agent_id), show, self._say)

    def ask_for_agent(self) -> None:
        self._tasks.call(
            self._company.speakers.all,
            lambda choices: self._show(self._here, replace(self.state, choices=choices)),
            self._say,
        )

    def choose_agent(self, speaker: Speaker | None) -> None:
        """From the next message on, for this conversation (S11.4). None: as it was."""
        self._show(self._here, replace(self.state, choices=()))
        if speaker is None or speaker.id == self.state.agent_id:
            return
        state = replace(self.state, agent_id=speaker.id, subtitle=speaker.line)
        self._show(self._here, state)
        if state.session_id is not None:
            self._store_agent(state.session_id, speaker.id)

    def undo(self) -> None:
        """Takes back what the assistant saved last."""
        change, self._last_change = self._last_change, None
        if change is None:
            return

        def done(sentence: str) -> None:
            self._say(sentence)
            self.on_memory_changed()

        self._tasks.call(lambda: self._company.undo(change), done, self._say)

    def tell(self, sentence: str) -> None:
        """Something the person should know, wherever in the app it came up."""
        self._say(sentence)

    def forgotten(self, text: str) -> None:
        """A memory is gone for good: no answer shows it any more."""
        rows = tuple(
            replace(row, memories=tuple(one for one in row.memories if one.text != text))
            for row in self.state.rows
        )
        self._show(self._here, replace(self.state, rows=rows))
        self.on_memory_changed()

    def load_older(self) -> None:
        """The page before the oldest row that is shown."""
        here, session_id, oldest = self._here, self.state.session_id, self.state.oldest
        if session_id is None or not self.state.has_older:
            return

        def show(page: MessagePage) -> None:
            state = here.state
            if state.oldest == oldest:  # or it was asked for twice
                rows = (*page.rows, *state.rows)
                older = replace(state, rows=rows, oldest=page.oldest, has_older=page.has_older)
                self._show(here, older)

        self._tasks.call(
            lambda: read_page(self._messages, session_id, oldest),
            show,
            lambda sentence: self._failed(here, sentence),
        )

    def _send(self, conversation: OpenConversation, words: str) -> None:
        self._show(conversation, conversation.begun())
        conversation.sending = words
        state = conversation.state
        turn = self._turns.send(
            state.session_id,
            words,
            conversation.stop,
            is_private=state.is_private,
            agent_id=state.agent_id,
        )
        self._follow(conversation, turn)

    def _follow(
        self, conversation: OpenConversation, events: AsyncGenerator[TurnEvent, None]
    ) -> None:
        self._tasks.follow(
            paced(events),
            lambda event: self._happened(conversation, event),
            lambda sentence: self._failed(conversation, sentence),
        )

    def _leave_for(self, conversation: OpenConversation, *, is_shown: bool = True) -> None:
        """An answer that still comes for the one that is left goes on, and is not drawn here."""
        if self.state.session_id is not None:
            self.on_session_left(self.state.session_id)
        self._company.drafts.flush()
        if self._here.state.is_answering:
            self._left_answering.append(self._here)
        self._left_answering = [one for one in self._left_answering if one is not conversation]
        self._here = conversation
        if is_shown:
            state = replace(conversation.state, draft_version=self._next_version())
            self._show(conversation, state)

    def _happened(self, conversation: OpenConversation, event: TurnEvent) -> None:
        self._show(conversation, conversation.after(event))
        match event:
            case UserMessageSaved(session, _):
                self.on_session_changed()
                chosen = conversation.state.agent_id
                if session.agent_id != chosen:
                    self._store_agent(session.id, chosen)  # chosen while the first one was sent
            case TurnStopped() | TurnFailed():
                self.on_session_changed()
            case AnswerSaved(message):
                self.on_session_changed()
                self._name(message.session_id)
            case ToolEnded(change=MemoryChange() as change):
                self._last_change = change
                self._say(change.sentence, can_undo=True)
                self.on_memory_changed()
            case _:
                pass
        if isinstance(event, AnswerSaved | TurnStopped | TurnFailed):
            self._ended(conversation)

    def _failed(self, conversation: OpenConversation, sentence: str) -> None:
        state = conversation.failed(sentence)
        self._show(conversation, replace(state, draft_version=self._next_version()))
        self._keep_draft(conversation)

    def _ended(self, conversation: OpenConversation) -> None:
        """What was written meanwhile is sent now, wherever the person is by then."""
        queued = conversation.state.queued
        if queued:
            self._show(conversation, replace(conversation.state, queued=""))
            self._send(conversation, queued)
        else:
            self._left_answering = [one for one in self._left_answering if one is not conversation]

    def _store_agent(self, session_id: str, agent_id: str) -> None:
        self._tasks.call(
            lambda: self._sessions.set_agent(session_id, agent_id), lambda _: None, self._say
        )

    def _name(self, session_id: str) -> None:
        if self._company.name_session is None:
            return

        def named(title: str | None) -> None:
            if title is None:
                return
            if self.state.session_id == session_id:
                self._show(self._here, replace(self.state, title=title))
            self.on_session_changed()

        self._tasks.run(self._company.name_session(session_id), named, lambda _: None)

    def _load_draft(self, conversation: OpenConversation) -> None:
        """Of the conversation that has not begun; a private one begins with nothing."""

        def show(draft: Draft) -> None:
            state = conversation.state
            if draft.text and not state.draft and state.is_empty and state.session_id is None:
                version = self._next_version()
                self._show(conversation, replace(state, draft=draft.text, draft_version=version))

        if not conversation.state.is_private:
            self._company.drafts.load(None, show)

    def _put_draft(self, conversation: OpenConversation, text: str, edits: str = "") -> None:
        version = self._next_version()
        state = replace(conversation.state, draft=text, draft_version=version, edits=edits)
        self._show(conversation, state)
        self._keep_draft(conversation)

    def _keep_draft(self, conversation: OpenConversation) -> None:
        state = conversation.state
        if not state.is_private:
            self._company.drafts.typed(state.session_id, Draft(state.draft, state.edits))

    def _expect_a_question(self, text: str) -> None:
        ahead = self._company.search_ahead
        if text.strip() and ahead.is_due():
            self._tasks.call(ahead.ask, lambda _: None, lambda _: None)

    def _next_version(self) -> int:
        self._drafts_put += 1
        return self._drafts_put

    def _say(self, text: str, *, can_undo: bool = False) -> None:
        self._notices += 1
        said = Notice(text, self._notices, can_undo)
        self._show(self._here, replace(self.state, said=said))

    def _show(self, conversation: OpenConversation, state: ChatState) -> None:
        conversation.state = state
        if conversation is self._here:
            self.observable.update(state)
