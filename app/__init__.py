"""OneClaw: an assistant that remembers. See docs/ARCHITECTURE.md for the map."""

__version__ = "0.1.0"
