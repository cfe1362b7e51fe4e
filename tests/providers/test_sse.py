import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.providers.sse import EventTooLong, SseEvent, SseParser
from tests.providers.reading import unhurried


def parsed(*chunks: bytes, limit: int = 10_000) -> list[SseEvent | EventTooLong]:
    parser = SseParser(limit)
    found = [event for chunk in chunks for event in parser.feed(chunk)]
    return [*found, *parser.close()]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_line_end_ends_a_line(end: bytes):
    stream = end.join([b"event: ping", b"data: one", b"data: two", b"", b"data: three", b"", b""])
    assert parsed(stream) == [SseEvent("ping", "one\ntwo"), SseEvent("", "three")]


def test_a_line_end_split_between_chunks_is_one_line_end():
    assert parsed(b"data: a\r", b"\n\r", b"\ndata: b\r", b"\n\r\n") == [
        SseEvent("", "a"),
        SseEvent("", "b"),
    ]


def test_a_line_end_split_between_chunks_does_not_split_the_event():
    assert parsed(b"data: a\r", b"\ndata: b\r", b"\n\r\n") == [SseEvent("", "a\nb")]


def test_comments_ids_and_unknown_fields_are_ignored():
    stream = b": keep-alive\n\nid: 7\nretry: 10\nnonsense\ndata: x\n\n: bye\n\n"
    assert parsed(stream) == [SseEvent("", "x")]


def test_only_one_blank_after_the_colon_is_taken_away():
    assert parsed(b"data:  x\n\ndata:y\n\ndata\n\n") == [
        SseEvent("", " x"),
        SseEvent("", "y"),
        SseEvent("", ""),
    ]


def test_the_end_of_the_stream_ends_the_last_event():
    assert parsed(b"data: last words") == [SseEvent("", "last words")]


def test_a_byte_order_mark_is_no_part_of_the_first_field():
    assert parsed(b"\xef\xbb", b"\xbfdata: x\n\n") == [SseEvent("", "x")]


def test_an_error_field_is_an_error_event():
    assert parsed(b'error: {"code":500}\n\n') == [SseEvent("error", '{"code":500}')]


def test_a_broken_character_is_replaced_and_not_fatal():
    assert parsed(b"data: a\xff\xfeb\n\n") == [SseEvent("", "a\ufffd\ufffdb")]


def test_a_huge_line_stops_the_parser_with_little_in_memory():
    parser = SseParser(1_000)
    found = [event for _ in range(1_000) for event in parser.feed(b"x" * 100)]
    assert found == [EventTooLong(1_000)]
    assert list(parser.feed(b"\n\ndata: more\n\n")) == []
    assert list(parser.close()) == []


def test_an_event_of_many_lines_is_bounded_too():
    assert parsed(*[b"data: 0123456789\n"] * 200, limit=1_000) == [EventTooLong(1_000)]


def test_what_came_before_a_huge_line_is_kept():
    assert parsed(b"data: fine\n\n" + b"y" * 2_000, limit=1_000) == [
        SseEvent("", "fine"),
        EventTooLong(1_000),
    ]


PIECES = st.lists(
    st.sampled_from(
        [b"data", b"event", b": ", b":", b"\r", b"\n", b"\r\n", "ü爬👋".encode(), b"x", b"\xff"]
    ),
    max_size=40,
)


@given(PIECES, st.data())
@unhurried
def test_any_cut_of_a_stream_gives_the_same_events(pieces: list[bytes], data: st.DataObject):
    stream = b"".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert parsed(*chunks) == parsed(stream)


@given(st.binary(max_size=200))
@unhurried
def test_any_bytes_are_survived(stream: bytes):
    for event in parsed(stream):
        assert isinstance(event, SseEvent)
        event.data.encode()
