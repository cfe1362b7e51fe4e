"""What is on disk: database, memory files and their git history."""
