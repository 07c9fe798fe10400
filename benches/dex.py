#!/usr/bin/env python3
"""How long `ref-run` takes for histograms of 10^7 labels in Dex, and how much memory.

    benches/dex.py [REF-RUN] [RUNS]

For each definition of `dex/histogram.dx`: user seconds (the least of the runs), peak memory in MB, and what its tables take, as they lie
in memory.  An empty program stands first: what the front end takes.
"""

import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PROGRAM = HERE / "dex" / "histogram.dx"
# Bytes of the tables of each definition.
TABLES = {
    "floats10": 40,
    "floats100": 400,
    "floats1000": 4_000,
    "vectors1000": 4_000,
    "ints1000": 4_000,
    "counters1000": 4_000,
    "read1000": 40_004_000,
}


def measure(command):
    """User seconds and peak memory in bytes of a command that must succeed."""
    pid = os.fork()
    if pid == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} failed")
    return usage.ru_utime, usage.ru_maxrss * 1024


def main():
    """Measures all and prints a table."""
    ref_run = sys.argv[1] if len(sys.argv) > 1 else "target/release/ref-run"
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.NamedTemporaryFile("w", suffix=".dx") as empty:
        empty.write("main : Int = 1\n")
        empty.flush()
        programs = [("(empty)", empty.name, "main", 0)]
        programs += [(name, str(PROGRAM), name, size) for name, size in TABLES.items()]
        print("definition      user s  peak MB  less the empty one  tables MB")
        base = 0
        for name, file, entry, size in programs:
            measured = [measure([ref_run, "--entry", entry, file]) for _ in range(runs)]
            seconds, memory = min(s for s, _ in measured), max(m for _, m in measured)
            base = base or memory
            print(f"{name:14} {seconds:7.2f} {memory / 1e6:8.1f} {(memory - base) / 1e6:12.1f} {size / 1e6:17.3f}")


if __name__ == "__main__":
    main()
