"""Version history of the memory files in a git repository, made with dulwich's formats."""

from app.storage.git_history.git_history import GitHistory

__all__ = ["GitHistory"]
