"""The background process: claims jobs, runs them, answers searches."""
