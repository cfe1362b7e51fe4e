"""Text as memory sees it: words, chunks and token estimates. Knows nothing of files or indexes."""
