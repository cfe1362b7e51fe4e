"""A process of its own for the tests: commits under a lock and tells each commit it has made.

`python -m tests.storage.git_history.commit_until_killed ROOT LOCK NAME COUNT MAINTENANCE`
"""

import sys
from pathlib import Path

from filelock import FileLock

from app.storage.git_history import GitHistory
from tests.storage.git_history.place import SteppingClock


def main(root: Path, lock: str, name: str, count: int, maintenance: int) -> None:
    history = GitHistory(root, SteppingClock())
    path = f"files/{name}.md"
    (root / "files").mkdir(exist_ok=True)
    with FileLock(lock):
        history.prepare()
    for number in range(count):
        with FileLock(lock):
            (root / path).write_text(f"{name} {number}\n" * (number + 1))
            sha = history.commit([path], f"{name} {number}")
            if maintenance and number % maintenance == maintenance - 1:
                history.collect_garbage()
        sys.stdout.write(f"{sha}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
