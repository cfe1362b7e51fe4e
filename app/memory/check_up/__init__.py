"""Do files, history, database and index of a memory directory agree? Looks, and says so."""
