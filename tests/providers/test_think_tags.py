import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contracts.model_provider import StreamEvent, TextDelta, ThinkingBlock, ThinkingEnded
from app.providers.think_tags import ThinkTags, without_thoughts
from tests.providers.reading import openai_reader, read, text_of
from tests.providers.wire_openai import DONE, chunk


def told_apart(pieces: list[str]) -> tuple[str, str]:
    """The thought and the answer."""
    tags = ThinkTags()
    said = [part for piece in pieces for part in tags.push(piece)]
    said += tags.flush()
    thought = "".join(text for is_thought, text in said if is_thought)
    return thought, "".join(text for is_thought, text in said if not is_thought)


@pytest.mark.parametrize(
    ("text", "thought", "answer"),
    [
        ("<think>\nHm.\n</think>\n\nTea.", "\nHm.\n", "Tea."),
        ("\n<think></think>\n\nTea.", "", "Tea."),
        ("[THINK]Hm.[/THINK]Tea.", "Hm.", "Tea."),
        ("<think>Hm. a < b", "Hm. a < b", ""),
        ("Tea <think> is</think> fine", "", "Tea <think> is</think> fine"),
        ("<thi", "", "<thi"),
        ("<div>Tea</div>", "", "<div>Tea</div>"),
        (" \n Tea", "", " \n Tea"),
        ("<think>Hm.</think>\n", "Hm.", ""),
    ],
)
def test_a_thought_between_marks_is_no_part_of_the_answer(text: str, thought: str, answer: str):
    assert told_apart([text]) == (thought, answer)
    assert told_apart(list(text)) == (thought, answer)


@given(st.text(alphabet="<think>/ \nab[THINK]"), st.lists(st.integers(1, 5)))
def test_it_does_not_matter_how_an_answer_is_cut(text: str, sizes: list[int]):
    pieces: list[str] = []
    rest = text
    for size in sizes:
        pieces.append(rest[:size])
        rest = rest[size:]
    assert told_apart([*pieces, rest]) == told_apart([text])


def test_a_stream_gives_marked_thoughts_as_thoughts():
    pieces = ("<th", "ink>Let me", " see.</", "think>", "\n\n", "It is tea.")
    events: list[StreamEvent] = read(
        openai_reader, [*(chunk({"content": piece}) for piece in pieces), chunk({}, "stop"), DONE]
    )
    assert ThinkingEnded(ThinkingBlock("Let me see.")) in events
    assert [event for event in events if isinstance(event, TextDelta)] == [TextDelta("It is tea.")]
    assert text_of(events) == "It is tea."


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("They want a title.\n</think>\n\nTea at five", "Tea at five"),
        ("Tea at five", "Tea at five"),
    ],
)
def test_background_work_gets_no_thoughts_whose_opening_mark_was_in_the_prompt(
    text: str, answer: str
):
    assert without_thoughts(text) == answer
