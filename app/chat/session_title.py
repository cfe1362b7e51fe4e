"""A session's first title: the start of what was said first, cut at a word (S11.1)."""

LONGEST_FIRST_TITLE = 50
NEW_CHAT_TITLE = "New chat"


def first_title(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= LONGEST_FIRST_TITLE:
        return line or NEW_CHAT_TITLE
    cut = line[:LONGEST_FIRST_TITLE]
    at_word = cut.rpartition(" ")[0]
    # Scripts without spaces have no word to cut at.
    return f"{at_word or cut}…"
