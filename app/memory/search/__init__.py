"""Finding memories: the index in arrays and the scores over it. Reads; never writes a memory."""
