"""Makes every text larger or smaller at once: KivyMD's styles, and whatever is given in `sp`."""

from kivy.metrics import Metrics
from kivymd.font_definitions import theme_font_styles
from kivymd.theming import ThemeManager

ICONS = "Icon"
# What KivyMD read when it was imported, with the system's own scale already in it.
_STYLES = {style: dict(roles) for style, roles in theme_font_styles.items()}
_SYSTEM_SCALE = Metrics.fontscale


def scale_fonts(theme: ThemeManager, scale: float) -> None:
    Metrics.fontscale = _SYSTEM_SCALE * scale
    theme.font_styles = {
        style: roles if style == ICONS else _scaled(roles, scale)
        for style, roles in _STYLES.items()
    }


def _scaled(roles: dict[str, dict[str, object]], scale: float) -> dict[str, dict[str, object]]:
    return {role: {**text, "font-size": text["font-size"] * scale} for role, text in roles.items()}
