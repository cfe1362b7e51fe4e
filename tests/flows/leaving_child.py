"""Somebody says a thing and leaves the app. Run as a child process, which is killed right then.

Usage: python -m tests.flows.leaving_child HOME TOPIC

Says "left" when the trigger has returned, and waits for its end.
"""

import sys
from pathlib import Path

from tests.flows.life import open_life
from tests.flows.topics import begin, note


def main(home: str, topic: str) -> None:
    with open_life(Path(home)) as life:
        begin(life, topic)
        note(life, topic, topic)
        life.chat.triggers.session_left(topic)
        life.chat.triggers.app_left()
        print("left", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
