"""Gives memory that was freed back to the system. Does nothing where the system needs no asking."""

import ctypes
import sys


def return_freed_memory() -> None:
    """Without being asked, glibc keeps what a closed model leaves for this process."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
