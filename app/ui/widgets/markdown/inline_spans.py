"""The inside of a line: emphasis, code, links. From markdown-it's inline tokens to spans.

Pictures are never loaded: their description stands in for them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from markdown_it.token import Token

from app.ui.widgets.markdown.block_values import PLAIN, Span, Spans, Style

BARE_ADDRESS = re.compile(r"https?://[^\s<>\[\]()]*[^\s<>\[\]().,;:!?'\"*_]")
OPENING = {
    "strong_open": "is_bold",
    "em_open": "is_italic",
    "s_open": "is_struck",
}
CLOSING = {name.replace("_open", "_close"): field for name, field in OPENING.items()}
LINE_BREAKS = ("softbreak", "hardbreak")
"""Models write a new line where they want one, so a soft break is kept as well."""


def spans_of(tokens: Sequence[Token]) -> Spans:
    return _joined(_styled(tokens))


def plain_text(spans: Spans) -> str:
    return "".join(span.text for span in spans)


def _styled(tokens: Sequence[Token]) -> Iterator[Span]:
    style = PLAIN
    for token in tokens:
        if token.type in OPENING:
            style = replace(style, **{OPENING[token.type]: True})
        elif token.type in CLOSING:
            style = replace(style, **{CLOSING[token.type]: False})
        elif token.type == "link_open":
            style = replace(style, link=str(token.attrGet("href") or ""))
        elif token.type == "link_close":
            style = replace(style, link="")
        else:
            yield from _leaf(token, style)


def _leaf(token: Token, style: Style) -> Iterator[Span]:
    match token.type:
        case "code_inline":
            yield Span(token.content, replace(style, is_code=True))
        case "image":
            address = style.link or str(token.attrGet("src") or "")
            description = token.content or "picture"
            yield Span(description, replace(style, is_italic=True, link=address))
        case kind if kind in LINE_BREAKS:
            yield Span("\n", style)
        case _:
            yield from _with_addresses(token.content, style)


def _with_addresses(text: str, style: Style) -> Iterator[Span]:
    """An address written without any marks is a link as well."""
    done = 0
    for found in BARE_ADDRESS.finditer(text) if not style.link else ():
        yield Span(text[done : found.start()], style)
        yield Span(found[0], replace(style, link=found[0]))
        done = found.end()
    yield Span(text[done:], style)


def _joined(spans: Iterator[Span]) -> Spans:
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].style == span.style:
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        elif span.text:
            joined.append(span)
    return tuple(joined)
