"""Widgets are tested in a real window, offscreen. Kivy reads its settings once: they come first."""

import tempfile
from pathlib import Path

from app.wiring.kivy_setup import prepare_kivy

prepare_kivy(Path(tempfile.mkdtemp(prefix="oneclaw-kivy-")), offscreen=True)
