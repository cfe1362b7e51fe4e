"""Sentence vectors from the bundled MiniLM model."""
