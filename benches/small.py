#!/usr/bin/env python3
"""Times programs of many small arrays in ref-run beside `futhark c`.

    benches/small.py REF-RUN [REF-RUN..]

Runs each program of benches/small three times in each of the given binaries and, where `futhark` and a C compiler are found, compiled to sequential
C.  Prints the least processor seconds of each, without those that a program of no work takes in ref-run, and how many times C's they are.  Results
are compared.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent / "small"

PROGRAMS = [
    ("inner", "1000000i64"),
    ("rows", "10000i64"),
    ("kmeans", "100000i64 5i64 10i32"),
    ("nbody", "1000i64 5i32"),
    ("matrices", "100000i64"),
    ("neighbours", "1000i64 1000i64"),
    ("distances", "2000i64 20i64"),
    ("stencil", "300i64 10i32"),
    ("digits", "100000i64"),
]
ROUNDS = 3


def processor_seconds(command, text):
    """User seconds of a child, and its output."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write(text.encode())
        stdin.seek(0)
        child = subprocess.Popen(command, stdin=stdin, stdout=stdout)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit(f"{command} ended with {child.returncode}")
        stdout.seek(0)
        return usage.ru_utime, stdout.read().decode().strip()


def least(command, text):
    """The fewest seconds of several runs, and the output."""
    runs = [processor_seconds(command, text) for _ in range(ROUNDS)]
    return min(seconds for seconds, _ in runs), runs[0][1]


def compiled(program, text, folder):
    """Seconds of the program as C, by its own clock, and its output."""
    binary, times = folder / program.stem, folder / "times"
    subprocess.run(["futhark", "c", str(program), "-o", str(binary)], check=True)
    done = subprocess.run(
        [str(binary), "-r", str(ROUNDS), "-t", str(times)], input=text, capture_output=True, text=True, check=True
    )
    return min(int(t) for t in times.read_text().split()) / 1e6, done.stdout.strip()


def number(text):
    """A result as a number."""
    return float(re.match(r"[-+.\de]+?(?=[fi]\d)", text)[0])


def main():
    binaries = sys.argv[1:]
    if not binaries:
        sys.exit(__doc__)
    with_c = shutil.which("futhark")
    start_up = {b: least([b, str(HERE / "inner.fut")], "0i64")[0] for b in binaries}
    heads = ["program"] + (["C"] if with_c else [])
    for binary in binaries:
        heads += [Path(binary).name] + (["times C"] if with_c else [])
    print(f"| {' | '.join(heads)} |")
    print(f"| {' | '.join('---' for _ in heads)} |")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS:
            program = HERE / f"{name}.fut"
            row, results = [name], []
            if with_c:
                seconds_c, result = compiled(program, text, Path(folder))
                results.append(result)
                row.append(f"{seconds_c:.4f}")
            for binary in binaries:
                seconds, result = least([binary, str(program)], text)
                results.append(result)
                seconds = max(seconds - start_up[binary], 0.001)
                row.append(f"{seconds:.3f}")
                if with_c:
                    row.append(f"{seconds / seconds_c:.0f}")
            first = number(results[0])
            if any(abs(number(r) - first) > 1e-4 * abs(first) for r in results):
                sys.exit(f"{name}: {results}")
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
