"""`python -m tests.bench`: every measurement that needs nothing but this repository, one by one.

Each prints what it likes and a last line of JSON; what needs data of its own is run by hand.
"""

import subprocess
import sys

PARTS = ("storage", "history", "embedding")


def main() -> int:
    worst = 0
    for part in PARTS:
        print(f"== {part}", flush=True)
        ended = subprocess.run([sys.executable, "-m", f"tests.bench.{part}"], check=False)
        worst = max(worst, abs(ended.returncode))
    return worst


if __name__ == "__main__":
    sys.exit(main())
