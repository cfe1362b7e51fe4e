"""A signal that the main thread never hears of ends the engine all the same."""

import subprocess
import sys

from app.wiring.environment import PROJECT

PATIENCE = 60
DEAF_MAIN_THREAD = """
import os, signal, threading
from app.wiring.told_to_stop import when_told_to_stop
told = threading.Event()
when_told_to_stop(told.set)
# As in an Android service, the system gives the signal to another thread than this one.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
print("ready", flush=True)
told.wait()
os.write(1, b"stopped")
"""


def test_the_signal_is_heard_in_any_thread():
    child = subprocess.Popen(
        [sys.executable, "-c", DEAF_MAIN_THREAD], stdout=subprocess.PIPE, cwd=PROJECT
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    child.send_signal(15)
    said, _ = child.communicate(timeout=PATIENCE)
    assert said == b"stopped"
    assert child.returncode == 0
