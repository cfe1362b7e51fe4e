"""Draws the app's text widgets to build/gallery/, in light and dark: `python -m tests.ui.gallery`.

For looking at beside the drawings.
"""

import sys
import tempfile
from pathlib import Path

from app.wiring.environment import PROJECT
from app.wiring.kivy_setup import prepare_kivy

PICTURES = PROJECT / "build" / "gallery"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="oneclaw-gallery-") as home:
        prepare_kivy(Path(home), offscreen=True)
        from tests.ui.gallery_pages import draw_all
        from tests.ui.stage import on_stage

        on_stage(lambda stage: draw_all(stage, PICTURES))
    sys.stdout.write(f"Pictures are in {PICTURES.relative_to(PROJECT)}/.\n")


if __name__ == "__main__":
    main()
