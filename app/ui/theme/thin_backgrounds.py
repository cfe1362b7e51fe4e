"""KivyMD's backgrounds, drawn only where there is a colour to see.

KivyMD gives every box a filled shape, an outline and a veil for touches even when none is visible:
a page of boxes paints the window many times over, and each outline is computed anew at every change
of size. Round corners are drawn smooth, whatever the window can do. Same groups and properties as
the rules whose place these take.
"""

from kivy.lang import Builder
from kivymd.uix.behaviors.backgroundcolor_behavior import BackgroundColorBehavior
from kivymd.uix.behaviors.state_layer_behavior import StateLayerBehavior

_BACKGROUND = """
#:import RelativeLayout kivy.uix.relativelayout.RelativeLayout

<BackgroundColorBehavior>
    canvas:
        PushMatrix
        Rotate:
            angle: self.angle
            origin: self._background_origin
        Color:
            group: "backgroundcolor-behavior-bg-color"
            rgba: self._md_bg_color
        Rectangle:
            group: "Background_instruction"
            size:
                self.size if (self._md_bg_color[3] or self.background) and not any(self.radius) \
                else (0, 0)
            pos: self.pos if not isinstance(self, RelativeLayout) else (0, 0)
            source: root.background
        SmoothRoundedRectangle:
            group: "Background_instruction"
            size:
                self.size if (self._md_bg_color[3] or self.background) and any(self.radius) \
                else (0, 0)
            pos: self.pos if not isinstance(self, RelativeLayout) else (0, 0)
            radius: root.radius if root.radius else [0, 0, 0, 0]
            source: root.background
        Color:
            rgba: self.line_color if self.line_color else (0, 0, 0, 0)
        SmoothLine:
            width: root.line_width
            rounded_rectangle:
                (0, 0, 0, 0, 0) if not self.line_color or not self.line_color[3] \
                else (0, 0, *self.size, *self.radius) if isinstance(self, RelativeLayout) \
                else (*self.pos, *self.size, *self.radius)
        PopMatrix
"""

_STATE_LAYER = """
<StateLayerBehavior>
    canvas.after:
        Color
            rgba: self.state_layer_color
        RoundedRectangle:
            group: "State_layer_instruction"
            size: self.size if self.state_layer_color[3] else (0, 0)
            pos: self.pos
            radius: self.radius if hasattr(self, "radius") else [0, ]
"""


def thin_backgrounds() -> None:
    """Before the first widget is made; a second time changes nothing."""
    _take_the_place_of(f"{BackgroundColorBehavior.__name__}.kv", _BACKGROUND)
    _take_the_place_of(f"{StateLayerBehavior.__name__}.kv", _STATE_LAYER)


def _take_the_place_of(theirs: str, rule: str) -> None:
    """Rules are applied in the order they stand in: at the end, a background would be painted over
    the children that an earlier rule gave the widget.
    """
    places = [n for n, (_, known) in enumerate(Builder.rules) if known.ctx.filename == theirs]
    Builder.unload_file(theirs)
    Builder.load_string(rule, filename=theirs)
    Builder.rules.insert(places[0], Builder.rules.pop())
