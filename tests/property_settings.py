"""How long the property tests look, and that a busy machine makes none of them fail."""

from hypothesis import settings

without_deadline = settings(max_examples=60, deadline=None)
