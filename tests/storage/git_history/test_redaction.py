from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from app.storage.git_history.redaction import (
    Forbidden,
    redacted_file,
    redacted_message,
    without_lines,
)

pieces = st.text(alphabet="ab \n\ré", max_size=12)


@settings(max_examples=150)
@given(pieces, st.lists(pieces, min_size=1, max_size=3), st.lists(pieces, max_size=6))
def test_no_text_is_left_whatever_the_file_and_the_redaction(
    first: str, texts: list[str], around: list[str]
):
    contents = "".join([first, *texts, *around, *texts]).encode()
    forbidden = Forbidden(texts)
    for redact in (without_lines, leaving_it_all):
        left = redacted_file("files/a.md", contents, forbidden, redact)
        assert not forbidden.is_in(left)
        assert not forbidden.is_in(redacted_message(contents, forbidden))


def leaving_it_all(path: str, text: str, forgotten: Sequence[str]) -> str:
    return path + text + "".join(forgotten)


def test_even_the_placeholder_of_a_message_can_be_forgotten():
    for text in ("forgotten", "got", "]["):
        forbidden = Forbidden([text, "secret"])
        message = redacted_message(f"secretsecret {text}\n".encode(), forbidden)
        assert not forbidden.is_in(message)
    assert redacted_message(b"a secret\n", Forbidden(["secret"])) == b"a [forgotten]\n"


def test_whole_lines_go_and_the_others_stay():
    text = "# Notes\n- likes tea\n- lives in Rome, likes tea a lot\n- plays chess\n"
    assert without_lines("memory/MEMORY.md", text, ["likes tea"]) == "# Notes\n- plays chess\n"
    assert without_lines("memory/MEMORY.md", text, ["plays chess"]) == text[:-14]


def test_a_text_over_several_lines_takes_all_of_them():
    text = "- a\n- first\n  second\n- b\n"
    assert without_lines("memory/MEMORY.md", text, ["first\n  second"]) == "- a\n- b\n"


def test_blank_texts_forbid_nothing():
    assert Forbidden(["", " \n\t"]).needles == []
    assert without_lines("a", "text\n", [""]) == "text\n"


def test_a_redaction_gets_the_texts_and_may_keep_the_rest_of_a_line():
    def precise(path: str, text: str, forgotten: Sequence[str]) -> str:
        assert (path, list(forgotten)) == ("memory/MEMORY.md", ["tea"])
        return text.replace("tea", "something")

    left = redacted_file("memory/MEMORY.md", b"- likes tea\n", Forbidden(["tea"]), precise)
    assert left == b"- likes something\n"
