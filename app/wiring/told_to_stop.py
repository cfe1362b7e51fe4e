"""Ends the engine at SIGTERM, whichever thread of the process the system gives the signal to.

A handler alone runs in the main thread, and only once that one wakes: on Android, where a service's
main thread is another one than the process's, that could be minutes.
"""

import signal
import socket
import threading
from collections.abc import Callable


def when_told_to_stop(stop: Callable[[], None]) -> None:
    """Call it in the main thread. Ctrl+C is left to whoever started this process."""
    told, tell = socket.socketpair()
    tell.setblocking(False)
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.set_wakeup_fd(tell.fileno(), warn_on_full_buffer=False)

    def listen() -> None:
        while told.recv(1) and tell.fileno() >= 0:  # holds both ends for as long as it lives
            stop()

    threading.Thread(target=listen, name="told-to-stop", daemon=True).start()
