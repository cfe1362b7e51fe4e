"""Markdown as people, editors and models really write it, and worse."""

from hypothesis import strategies as st

_PIECES = [
    "# Long-term Memory",
    "## Preferences",
    "## Notes ##",
    "### Food",
    "  ## Notes",
    "## Mine",
    "- a fact",
    "- a fact <!-- tool 2026-02-28 -->",
    "- another one <!-- pinned -->",
    "* star",
    "+ plus",
    "-",
    "-    wide",
    "-\ttabbed",
    " - by one",
    "  - child",
    "    - grandchild",
    "  continued",
    "\tcontinued by tab",
    "lazily continued",
    "1. ordered",
    "plain words",
    "> quoted",
    "| a | b |",
    "```",
    "```python",
    "  ```",
    "~~~",
    "# not a heading in code",
    "---",
    "- - -",
    "===",
    "<!--",
    "-->",
    "<!-- note -->",
    "",
    "  ",
    "\u2028odd\x0cbreaks",
    "喜欢爬山",
    "\\# escaped",
]
_ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n"])

lines = st.sampled_from(_PIECES)
contents = st.lists(lines, min_size=1, max_size=5).map("\n".join) | st.text(max_size=40)
_ended_lines = st.tuples(lines, _ENDS).map("".join)
markdown = st.tuples(
    st.sampled_from(["", "", "\ufeff"]), st.lists(_ended_lines, max_size=14).map("".join), lines
).map("".join)
