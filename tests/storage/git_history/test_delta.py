from hypothesis import given, settings
from hypothesis import strategies as st

from app.storage.git_history.delta import delta


def applied(base: bytes, encoded: bytes) -> bytes:
    """Reads a delta as git's description of the pack format says; git itself reads them in
    test_garbage.
    """
    position = 0

    def take() -> int:
        nonlocal position
        position += 1
        return encoded[position - 1]

    def size() -> int:
        value, shift = 0, 0
        while True:
            byte = take()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    assert size() == len(base)
    target_size = size()
    target = b""
    while position < len(encoded):
        operation = take()
        if operation & 0x80:
            operands = [take() if operation & 1 << bit else 0 for bit in range(7)]
            start = int.from_bytes(bytes(operands[:4]), "little")
            length = int.from_bytes(bytes(operands[4:]), "little") or 0x10000
            target += base[start : start + length]
        else:
            assert operation > 0
            target += bytes(take() for _ in range(operation))
    assert len(target) == target_size
    return target


@settings(max_examples=80)
@given(st.binary(max_size=300), st.binary(max_size=300), st.binary(max_size=300))
def test_applying_a_delta_gives_the_target(start: bytes, middle: bytes, end: bytes):
    for base, target in (
        (start + end, start + middle + end),
        (start + middle + end, start + end),
        (start, middle),
        (start + middle, start + end),
    ):
        assert applied(base, delta(base, target)) == target


def test_long_copies_and_long_inserts_are_split():
    base = bytes(range(256)) * 2_000
    target = base[:300_000] + b"new" * 1_000 + base[300_000:]
    encoded = delta(base, target)
    assert applied(base, encoded) == target
    assert len(encoded) < 4_000
