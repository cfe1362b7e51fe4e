"""Loads the .kv file that lies beside a widget's or screen's module, once."""

from pathlib import Path

from kivy.lang import Builder


def load_kv(module_file: str, name: str) -> None:
    path = Path(module_file).with_name(name)
    if str(path) not in Builder.files:
        Builder.load_string(path.read_text(encoding="utf-8"), filename=str(path))
