import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contracts.engine_link import (
    LARGEST_FRAME,
    LENGTH_BYTES,
    BadFrame,
    body_length,
    decode_body,
    encode_frame,
)

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), values))
def test_a_frame_comes_out_as_it_went_in(frame: dict[str, object]):
    data = encode_frame(frame)
    body = data[LENGTH_BYTES:]
    assert body_length(data[:LENGTH_BYTES]) == len(body)
    assert decode_body(body) == json.loads(json.dumps(frame))


@given(st.binary())
def test_any_garbage_is_a_frame_or_a_bad_frame(body: bytes):
    with suppress(BadFrame):
        assert isinstance(decode_body(body), dict)


def test_a_length_over_the_limit_is_refused_before_anything_is_read():
    with pytest.raises(BadFrame):
        body_length((LARGEST_FRAME + 1).to_bytes(LENGTH_BYTES, "big"))


def test_a_frame_over_the_limit_is_not_sent():
    with pytest.raises(BadFrame):
        encode_frame({"text": "x" * LARGEST_FRAME})


def test_a_json_list_is_not_a_frame():
    with pytest.raises(BadFrame):
        decode_body(b"[1]")
