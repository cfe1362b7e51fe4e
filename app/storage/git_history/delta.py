"""One version told as its difference to a neighbour: common beginning, new middle, common end.

Memory grows by an entry here and a line there, so this simple form saves nearly all there is to
save, and it takes no searching, which matters where dulwich runs without its compiled parts.
"""

_LONGEST_COPY = 0xFFFF
_LONGEST_INSERT = 0x7F


def delta(base: bytes, target: bytes) -> bytes:
    """In the encoding of git's packs."""
    head = _common_start(base, target)
    tail = _common_end(base, target, min(len(base), len(target)) - head)
    middle = target[head : len(target) - tail]
    return b"".join(
        [
            _size(len(base)),
            _size(len(target)),
            _copies(0, head),
            _inserts(middle),
            _copies(len(base) - tail, tail),
        ]
    )


def _common_start(base: bytes, target: bytes) -> int:
    """By halving: comparing slices is quick, comparing bytes one by one is not."""
    low, high = 0, min(len(base), len(target))
    while low < high:
        middle = (low + high + 1) // 2
        if base[low:middle] == target[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(base: bytes, target: bytes, longest: int) -> int:
    low, high = 0, longest
    while low < high:
        middle = (low + high + 1) // 2
        if (
            base[len(base) - middle : len(base) - low]
            == target[len(target) - middle : len(target) - low]
        ):
            low = middle
        else:
            high = middle - 1
    return low


def _size(length: int) -> bytes:
    encoded = bytearray()
    while length > 0x7F:
        encoded.append(0x80 | length & 0x7F)
        length >>= 7
    encoded.append(length)
    return bytes(encoded)


def _copies(start: int, length: int) -> bytes:
    encoded = bytearray()
    while length:
        step = min(length, _LONGEST_COPY)
        operation, operands = 0x80, bytearray()
        for position, byte in enumerate(start.to_bytes(4, "little") + step.to_bytes(2, "little")):
            if byte:
                operation |= 1 << position
                operands.append(byte)
        encoded.append(operation)
        encoded += operands
        start, length = start + step, length - step
    return bytes(encoded)


def _inserts(contents: bytes) -> bytes:
    pieces = (
        contents[start : start + _LONGEST_INSERT]
        for start in range(0, len(contents), _LONGEST_INSERT)
    )
    return b"".join(bytes([len(piece)]) + piece for piece in pieces)
