"""Turning a conversation into a few lines worth keeping."""
