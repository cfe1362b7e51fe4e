"""Which names a file or folder may have that the assistant, or a text it read, has chosen."""

_FIRST_PRINTABLE = " "
_DELETE = "\x7f"
_MAX_NAME_BYTES = 255


def is_plain_name(name: str) -> bool:
    """One visible name: not `..`, nothing hidden, nothing a disk or git would not take.

    A backslash is refused too: git does not take it, and Windows would split the name there.
    """
    try:
        size = len(name.encode("utf-8"))
    except UnicodeEncodeError:
        return False
    return (
        0 < size <= _MAX_NAME_BYTES
        and not name.startswith(".")
        and "\\" not in name
        and all(character >= _FIRST_PRINTABLE and character != _DELETE for character in name)
    )
