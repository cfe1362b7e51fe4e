"""Builds the view models of the chat screen, of what opens from it, and of the drawer."""

from app.chat.read_aloud import ReadAloud
from app.chat.rename_session import RenameSession
from app.chat.session_details import LookAtSession
from app.chat.speakers import Speakers
from app.chat.undo_memory_change import UndoMemoryChange
from app.chat.what_the_model_saw import WhatTheModelSaw
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.device.plyer_speech import PlyerSpeech
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_settings import read_memory_settings
from app.memory.text.token_estimate import estimate_tokens
from app.ui.chat_pages import ChatPages
from app.ui.screens.chat.company import ChatCompany
from app.ui.screens.chat.draft_keeper import DraftKeeper
from app.ui.screens.chat.memory_sheet import MemorySheetViewModel
from app.ui.screens.chat.reading import ReadingViewModel
from app.ui.screens.chat.view_model import ChatViewModel
from app.ui.screens.sessions.view_model import SessionActions, SessionsViewModel
from app.ui.screens.what_the_model_saw.view_model import WhatTheModelSawViewModel
from app.ui.tasks import Tasks
from app.wiring.chat_parts import ChatParts
from app.wiring.forgetting import build_forget
from app.wiring.foundations import Foundations


def build_chat_model(base: Foundations, chat: ChatParts, tasks: Tasks) -> ChatViewModel:
    speakers = Speakers(base.agents, chat.models)
    company = ChatCompany(
        speakers=speakers,
        drafts=DraftKeeper(base.drafts, tasks),
        search_ahead=chat.search_ahead,
        undo=UndoMemoryChange(LongTermMemory(base.files, chat.record_write, base.clock)),
        first_subtitle=speakers.get(GENERAL_ASSISTANT_ID).line,
        name_session=chat.name_session,
    )
    return ChatViewModel(chat.turns, base.sessions, chat.messages, tasks, company)


def build_sessions(base: Foundations, chat: ChatParts, tasks: Tasks) -> SessionsViewModel:
    actions = SessionActions(
        rename=RenameSession(base.sessions),
        delete=chat.delete_session,
        restore=chat.delete_session.undo,
        details=LookAtSession(base.sessions, chat.messages, Speakers(base.agents, chat.models)),
    )
    return SessionsViewModel(base.sessions, actions, tasks, base.clock)


def build_chat_pages(base: Foundations, chat: ChatParts, tasks: Tasks) -> ChatPages:
    return ChatPages(
        sheet=MemorySheetViewModel(
            build_forget(base, chat.record_write),
            lambda: read_memory_settings(base.settings).token_budget,
            tasks,
            base.clock,
        ),
        reading=ReadingViewModel(ReadAloud(PlyerSpeech()), tasks),
        saw=WhatTheModelSawViewModel(
            WhatTheModelSaw(chat.messages, base.prompts, estimate_tokens), tasks
        ),
    )
