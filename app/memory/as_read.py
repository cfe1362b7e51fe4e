"""A memory file as a person reads it: without the marks the app keeps about entries and blocks.

For diffs and the editor only. Must never be written back as it is: the marks would be lost.
"""

import re

from app.contracts.memory_files import LONG_TERM_PATH
from app.memory.commit_messages import day_of_log
from app.memory.long_term_document import LongTermDocument

_BLOCK_MARK = re.compile(r"(?m)^<!-- block \S+ -->[ \t]*\r?\n?")


def as_read(path: str, text: str) -> str:
    if path == LONG_TERM_PATH:
        return LongTermDocument(text).visible_text()
    return text if day_of_log(path) is None else _BLOCK_MARK.sub("", text)
