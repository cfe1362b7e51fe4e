from app.contracts.conversation import Session
from app.contracts.drafts import Draft
from app.storage.database import Database, SessionRows
from app.storage.database.draft_rows import DraftRows
from tests.storage.database.values import NOON


def begin(database: Database, session_id: str, *, is_private: bool = False) -> SessionRows:
    sessions = SessionRows(database)
    sessions.create(Session(session_id, "T", "general", NOON, NOON, is_private=is_private))
    return sessions


def test_each_conversation_keeps_its_own_draft(database: Database):
    begin(database, "s1")
    drafts = DraftRows(database)
    drafts.keep(None, Draft("not begun"))
    drafts.keep("s1", Draft("half a thou", edits="m1"))
    drafts.keep("s1", Draft("half a thought", edits="m1"))
    assert drafts.get(None) == Draft("not begun")
    assert drafts.get("s1") == Draft("half a thought", edits="m1")
    assert drafts.get("s2") == Draft()


def test_an_empty_draft_is_none(database: Database):
    drafts = DraftRows(database)
    drafts.keep(None, Draft("words"))
    drafts.keep(None, Draft())
    assert drafts.get(None) == Draft()
    assert database.number("SELECT count(*) FROM drafts") == 0


def test_nothing_of_a_private_conversation_is_kept(database: Database):
    begin(database, "p", is_private=True)
    DraftRows(database).keep("p", Draft("hush"))
    assert database.number("SELECT count(*) FROM drafts") == 0


def test_a_draft_goes_with_its_session(database: Database):
    sessions = begin(database, "s1")
    DraftRows(database).keep("s1", Draft("words"))
    sessions.delete("s1", NOON)
    sessions.purge_deleted(NOON.replace(year=2030))
    assert database.number("SELECT count(*) FROM drafts") == 0
