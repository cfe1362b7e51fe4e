"""What is wrong with a screen as it stands: targets too small, text cut off, things that overlap.

A target may be smaller than a finger only when a larger one around it does the same.
"""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from app.ui.widgets.overlay.widget import ConfirmDialog, Overlay
from app.ui.widgets.side_panel import SidePanel

SMALLEST_TARGET = 48
EDGE = 6
NARROW_DAYS = 40
"""In dp: seven days of 48 are wider than the narrowest phone."""
ROUNDING = 1.5
"""In pixels: half a pixel on either side is nobody's fault."""


class Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    def within(self, other: "Box") -> "Box":
        return Box(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    @property
    def is_seen(self) -> bool:
        return self.right - self.left > ROUNDING and self.top - self.bottom > ROUNDING


class Seen(NamedTuple):
    """`box` is where it is, `seen` the part of it that is not scrolled away."""

    widget: Widget
    box: Box
    seen: Box
    parents: tuple[Widget, ...]


def faults_on(root: Widget) -> list[str]:
    shown = list(_shown(_topmost(root)))
    words = [one for one in shown if isinstance(one.widget, Label) and one.widget.text.strip()]
    targets = [one for one in shown if isinstance(one.widget, ButtonBehavior | TextInput)]
    return [
        *(fault for one in targets if (fault := _too_small(one))),
        *(fault for one in words if (fault := _cut(one))),
        *_overlapping([*targets, *(one for one in words if one not in targets)]),
    ]


def _too_small(one: Seen) -> str:
    widget = one.widget
    if isinstance(widget, TextInput) and one.parents:
        widget = max((widget, one.parents[-1]), key=lambda each: each.height)
    wide = NARROW_DAYS if type(widget).__name__ == "DayButton" else SMALLEST_TARGET
    if widget.width >= dp(wide) - ROUNDING and widget.height >= dp(SMALLEST_TARGET) - ROUNDING:
        return ""
    return f"small: {_named(widget)} is {widget.width:.0f} x {widget.height:.0f}"


def _cut(one: Seen) -> str:
    label = one.widget
    width, height = label.texture_size
    if width > label.width + ROUNDING or height > label.height + ROUNDING:
        return f"cut: {_named(label)} needs {width} x {height}, has {_size(label)}"
    is_long = len(label.text.strip()) > 3
    if is_long and width < 2 * label.font_size and height > 4 * label.font_size:
        return f"squeezed: {_named(label)} is {width} x {height}"
    words = _words_of(one)
    for inner, outer in pairwise((*reversed(one.parents), None)):
        if isinstance(inner, ScrollView):
            return ""
        box = _box(inner)
        if not _is_inside(words, box):
            return f"cut: {_named(label)} {_told(words)} leaves {_named(inner)} {_told(box)}"
        if outer is None and not _is_inside(words, Box(0, 0, *Window.size)):
            return f"cut: {_named(label)} {_told(words)} leaves the window"
    return ""


def _overlapping(leaves: list[Seen]) -> list[str]:
    found: list[str] = []
    for one, other in combinations(leaves, 2):
        if one.widget in other.parents or other.widget in one.parents:
            continue
        if _is_floating(one) or _is_floating(other):
            continue
        if _claimed(one).within(_claimed(other)).is_seen:
            found.append(f"overlap: {_named(one.widget)} and {_named(other.widget)}")
    return found


def _is_floating(one: Seen) -> bool:
    """Lies over others on purpose, for a moment or in a corner."""
    names = {type(widget).__name__ for widget in (one.widget, *one.parents)}
    return bool(names & {"NoticeBar", "ToEndButton", "EditAsTextButton"})


def _claimed(one: Seen) -> Box:
    """A target without its edge, where a finger is not aimed; words as far as they go."""
    if not isinstance(one.widget, ButtonBehavior | TextInput):
        return _words_of(one).within(one.seen)
    left, bottom, right, top = one.seen
    return Box(left + dp(EDGE), bottom + dp(EDGE), right - dp(EDGE), top - dp(EDGE))


def _words_of(one: Seen) -> Box:
    """A label's text may be smaller than the label."""
    label, box = one.widget, one.box
    height = min(label.texture_size[1], label.height)
    width = min(label.texture_size[0], label.width)
    across, up = (box.left + box.right) / 2, (box.bottom + box.top) / 2
    return Box(across - width / 2, up - height / 2, across + width / 2, up + height / 2)


def _topmost(root: Widget) -> Widget:
    """A sheet or a question takes every touch: only it counts while it is open."""
    every = list(root.walk())
    overlays = [widget for widget in every if isinstance(widget, Overlay)]
    questions = [widget for widget in overlays if isinstance(widget, ConfirmDialog)]
    drawers = [
        widget.ids.panel
        for widget in every
        if isinstance(widget, SidePanel) and widget.is_open and not widget.is_wide
    ]
    return (questions or overlays or drawers or [root])[0]


def _shown(widget: Widget, parents: tuple[Widget, ...] = ()) -> Iterator[Seen]:
    seen = _box(widget)
    for parent in parents:
        if isinstance(parent, ScrollView):
            seen = seen.within(_box(parent))
    seen = seen.within(Box(0, 0, *Window.size))
    if not widget.opacity or not seen.is_seen:
        return
    yield Seen(widget, _box(widget), seen, parents)
    for child in widget.children:
        yield from _shown(child, (*parents, widget))


def _box(widget: Widget) -> Box:
    left, bottom = widget.to_window(widget.x, widget.y)
    return Box(left, bottom, left + widget.width, bottom + widget.height)


def _is_inside(inner: Box, outer: Box) -> bool:
    return (
        inner.left >= outer.left - ROUNDING
        and inner.bottom >= outer.bottom - ROUNDING
        and inner.right <= outer.right + ROUNDING
        and inner.top <= outer.top + ROUNDING
    )


def _named(widget: Widget) -> str:
    words = str(getattr(widget, "text", "") or getattr(widget, "icon", ""))
    return f"{type(widget).__name__} {words[:40]!r}"


def _size(widget: Widget) -> str:
    return f"{widget.width:.0f} x {widget.height:.0f}"


def _told(box: Box) -> str:
    return f"({box.left:.0f}-{box.right:.0f}, {box.bottom:.0f}-{box.top:.0f})"
