"""A number of bytes as a person says it. Knows no Kivy."""


def readable_size(size: int) -> str:
    if size < 1_000:
        return "1 byte" if size == 1 else f"{size} bytes"
    if size < 1_000_000:
        return f"{size / 1_000:.0f} KB"
    return f"{size / 1_000_000:.1f} MB"
