"""Spans as Kivy markup. Knows no Kivy: how plain text and code are marked up is handed in."""

from collections.abc import Callable
from dataclasses import dataclass

from app.ui.widgets.markdown.block_values import Span, Spans, Style


@dataclass(frozen=True, slots=True)
class Look:
    """`accent` is a colour like `#1c6a65`; the two functions escape and choose fonts."""

    accent: str
    code_font: str
    marked: Callable[[str], str]
    marked_code: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Marked:
    """Links stand in the markup by number: an address may hold what markup cannot."""

    markup: str
    links: tuple[str, ...]


def mark_spans(spans: Spans, look: Look) -> Marked:
    links = tuple(dict.fromkeys(span.style.link for span in spans if span.style.link))
    return Marked("".join(_mark(span, links, look) for span in spans), links)


def _mark(span: Span, links: tuple[str, ...], look: Look) -> str:
    style = span.style
    if style.is_code:
        text = _wrapped(f"font={look.code_font}", "font", look.marked_code(span.text))
    else:
        text = look.marked(span.text)
    for tag in _tags(style):
        text = _wrapped(tag, tag, text)
    if style.link:
        text = _wrapped(f"color={look.accent}", "color", _wrapped("u", "u", text))
        text = _wrapped(f"ref={links.index(style.link)}", "ref", text)
    return text


def _tags(style: Style) -> tuple[str, ...]:
    wanted = (("b", style.is_bold), ("i", style.is_italic), ("s", style.is_struck))
    return tuple(tag for tag, is_wanted in wanted if is_wanted)


def _wrapped(opening: str, closing: str, text: str) -> str:
    return f"[{opening}]{text}[/{closing}]"
