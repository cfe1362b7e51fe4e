"""A process that writes memory until it is done or killed, and says so after each write.

Arguments: the root folder, a name, how many writes, and how large a file the system may let it
write. Each line it prints is a promise.
"""

import resource
import sys
from datetime import date, time
from pathlib import Path

from app.contracts.errors import WriteFailed
from app.memory.daily_log import new_block
from tests.memory.memory_on_disk import MemoryOnDisk, open_memory

DAY = date(2026, 2, 28)
DISK_FULL = 3


def main(root: str, name: str, count: str, largest_file: str) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(largest_file), resource.RLIM_INFINITY))
    memory = open_memory(Path(root))
    try:
        write(memory, name, int(count))
    except WriteFailed:
        sys.exit(DISK_FULL)


def write(memory: MemoryOnDisk, name: str, count: int) -> None:
    for number in range(count):
        word = f"{name}n{number}"
        memory.long_term.save(f"fact {word}\nwith a second line {word}", "projects")
        print(f"fact {word}", flush=True)
        memory.logs.append_block(DAY, new_block(word, time(9), word, f"- said {word}\n- end"))
        print(f"block {word}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
