"""`python -m tests.torture [--kills 300] [--seed N]`: exit 0 when nothing was lost or torn."""

import argparse
import secrets
import sys
import tempfile
import time
from pathlib import Path

from tests.torture.afterwards import complaints
from tests.torture.killing import torture
from tests.torture.promises import Promises, broken_promises


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills writing processes and checks what is left.")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="oneclaw-torture-") as folder:
        home = Path(folder) / "home"
        home.mkdir()
        print(f"seed {options.seed}, {options.kills} kills", flush=True)
        promises = torture(home, options.kills, options.seed, _tell)
        found = [*broken_promises(home, promises), *complaints(home, promises)]
    seconds = time.monotonic() - started
    print(f"{promises.count} acknowledged writes, {seconds:.0f} s")
    print("\n".join(found) if found else "Nothing was lost, doubled or torn.")
    return 1 if found else 0


def _tell(killed: int, promises: Promises) -> None:
    print(f"\r{killed} killed, {promises.count} writes acknowledged", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
