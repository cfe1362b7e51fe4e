"""Real processes that write memory and are killed with SIGKILL at random moments, many times.

Not collected by pytest: `make torture` runs it for long, `tests/flows/test_torture.py` briefly.
"""
