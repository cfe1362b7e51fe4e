"""A real language model on loopback. Not part of `make test`: see `make test-llm`."""
