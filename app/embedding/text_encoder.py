"""Text to token ids. Takes any string, never cuts one: long texts come out as several windows."""

from collections.abc import Sequence
from itertools import pairwise

from tokenizers import Tokenizer

from app.embedding.model_files import ModelFiles

_FRAME = 2
"""The start and end token around every window."""

_FEW_WORDS = 16


class TextEncoder:
    """Safe to share between threads. Uses no more of `tokenizers` than its Android twin has."""

    def __init__(self, files: ModelFiles) -> None:
        self._tokenizer = _opened(files)
        self._inside = files.window - _FRAME

    def token_ids(self, text: str) -> list[int]:
        """With the start and end token; as long as the text needs."""
        return self._tokenizer.encode(well_formed(text)).ids

    def piece_ids(self, words: Sequence[str]) -> list[list[int]]:
        """The pieces of each word, without start and end token."""
        formed = [well_formed(word) for word in words]
        if len(formed) <= _FEW_WORDS:  # a batch would wake threads, which costs more than the work
            return [self._tokenizer.encode(word).ids[1:-1] for word in formed]
        return [encoding.ids[1:-1] for encoding in self._tokenizer.encode_batch(formed)]

    def windows(self, text: str) -> list[list[int]]:
        """The text in as few windows as it takes, of nearly equal length: no stub at the end."""
        ids = self.token_ids(text)
        start, inside, end = ids[:1], ids[1:-1], ids[-1:]
        count = max(1, -(-len(inside) // self._inside))
        edges = [len(inside) * number // count for number in range(count + 1)]
        return [[*start, *inside[left:right], *end] for left, right in pairwise(edges)]


def _opened(files: ModelFiles) -> Tokenizer:
    try:
        return Tokenizer.from_file(str(files.tokenizer))
    except Exception as error:
        # The library names no error of its own: a file it refuses is a bare Exception, and a file
        # of another shape surprises the Android twin's Python.
        if type(error) is not Exception and not isinstance(error, LookupError | TypeError):
            raise
        raise ValueError(str(error)) from error


def well_formed(text: str) -> str:
    """Half a surrogate pair is no character and no tokenizer takes it; two halves are joined."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
