#!/usr/bin/env python3
"""Times ref-run against plain Python loops, in pairs, in one run.

    benches/run.py [ROUNDS]

Builds ref-run in release mode, runs each program in both, one after the other, ROUNDS times (5), and prints medians, ratios
and peak memory; the table also goes to benches/results/. Start-up is part of both times.
"""

import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
REF_RUN = ROOT / "target" / "release" / "ref-run"

# Name, arguments, and the bytes of the arrays that are alive at once.
PROGRAMS = [
    ("histogram", "5000000i64 1000i64", 1000 * 4),
    ("mandelbrot", "300i64 200i32", 300 * 8),
    ("matmul", "200i64", 4 * 200 * 200 * 8),
    ("mapscanfilter", "2000000i64", 3 * 2000000 * 8),
]


def measure(command, text):
    """Seconds, peak resident KiB, and the output of a child."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write(text.encode())
        stdin.seek(0)
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=stdin, stdout=stdout)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit(f"{command} ended with {child.returncode}")
        stdout.seek(0)
        return seconds, usage.ru_maxrss, stdout.read().decode().strip()


def plain(arguments):
    """The numbers of an input without their types."""
    return [a.split("i")[0] for a in arguments.split()]


def thousand_lines():
    """A program of 1,000 lines: functions that use each other, arrays, loops, records."""
    lines = ["type pair = {a: i32, b: i64}"]
    for k in range(166):
        before = f"f{k - 1} (x + 1) xs" if k else "x"
        lines += [
            f"def f{k} [n] (x: i32) (xs: [n]i32): i32 =",
            f"  let ys = map2 (\\y i -> y * {k} + i) xs (map i32.i64 (iota n))",
            f"  let r: pair = {{a = reduce (+) 0 ys, b = n}}",
            f"  let s = loop acc = r.a for i < {k % 7} do acc + i32.i64 (r.b % 3) * i",
            f"  let t = if s > {k} then s - x else {before}",
            f"  in t + i32.sum (filter (> {k}) ys)",
        ]
    lines += ["", "", "def main (x: i32) = f165 x [x, x + 1]"]
    return "\n".join(lines[:1000]) + "\n"


def machine():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    subprocess.run(["cargo", "build", "--quiet", "--release", "--bin", "ref-run"], cwd=ROOT, check=True)
    out = [
        f"{time.strftime('%Y-%m-%d %H:%M')}, {machine()}, {os.cpu_count()} cores, "
        f"CPython {platform.python_version()}, {rounds} rounds, medians",
        "",
        "| program | ref-run s | CPython s | ratio | ref-run MiB | CPython MiB | live arrays MiB |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    trivial = HERE / "startup.fut"
    empty = measure([REF_RUN, trivial], "1i32")[1]
    ratios = []
    for name, arguments, live in PROGRAMS:
        ref, python = [], []
        for _ in range(rounds):
            ref.append(measure([REF_RUN, HERE / f"{name}.fut"], arguments))
            python.append(measure([sys.executable, HERE / f"{name}.py", *plain(arguments)], ""))
        r, p = (statistics.median(x[0] for x in runs) for runs in (ref, python))
        ratios.append(p / r)
        mr, mp = (max(x[1] for x in runs) / 1024 for runs in (ref, python))
        out.append(
            f"| {name} | {r:.3f} | {p:.3f} | {p / r:.2f} | {mr:.1f} | {mp:.1f} | {live / 2**20:.2f} |"
        )
    mean = math.exp(statistics.mean(math.log(x) for x in ratios))
    out += ["", f"Geometric mean of the ratios: {mean:.2f}. A run of a trivial program takes {empty / 1024:.1f} MiB.", ""]
    with tempfile.TemporaryDirectory() as folder:
        big = Path(folder) / "thousand.fut"
        big.write_text(thousand_lines())
        for what, command, text in (
            ("check the prelude and a program of 1,000 lines", [REF_RUN, "--check", big], ""),
            ("start-up: a program of three lines, run", [REF_RUN, trivial], "1i32"),
        ):
            times = [measure(command, text)[0] for _ in range(max(rounds, 9))]
            out.append(f"- {what}: {statistics.median(times) * 1000:.1f} ms (least {min(times) * 1000:.1f} ms)")
    text = "\n".join(out) + "\n"
    print(text, end="")
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / f"{time.strftime('%Y-%m-%d')}.md").write_text(text)


if __name__ == "__main__":
    main()
