#!/usr/bin/env python3
"""The anchors on the cores of a processor: by hand in C, by Elder, and by `futhark multicore`, in turns on the same cores.

    benches/processors.py ANCHORS --elder ELDER [--futhark EXECUTABLE | --futhark-source FILE.c] [--cores 0,1] [--divide D] [--runs N] [--rounds R] [--only TEXT]

Each round starts the three one after the other on the same file; a figure is the median over rounds of the medians of N runs behind one that warms up.
Inputs are read before.  Elder's time is that by the clock of the host, with allocation, as Futhark's is; what is written by hand allocates once.  Prints a
table in Markdown; ratios are Elder's time by the other's."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import anchors

HERE = pathlib.Path(__file__).resolve().parent
ENTRIES = {"scal", "sum", "dot", "scn", "gemv", "transp", "matmul", "histo", "mandel", "nbody", "stencil", "segsum", "keep"}


def built(source, to, *flags):
    subprocess.run(["gcc", "-O3", "-march=native", *flags, str(source), "-o", str(to), "-lm", "-lpthread"], check=True)
    return to


def ran(options, command, **rest):
    """What a command prints, on the cores that are measured; nothing if it fails."""
    words = ["taskset", "-c", options.cores, *(str(word) for word in command)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "OMP_NUM_THREADS": str(options.threads)}, **rest)
    if done.returncode:
        sys.stderr.write(done.stderr.decode(errors="replace")[-400:])
        return None
    return done.stdout.decode()


def by_hand(options, entry, file):
    with open(file, "rb") as data:
        said = ran(options, [options.hand, entry, options.runs], stdin=data)
    return said and statistics.median(map(float, said.split()))


def by_elder(options, entry, file):
    command = [options.elder, "bench", options.anchors, "--entry", entry, "--device", "c", "--input", f"@{file}"]
    said = ran(options, [*command, "--runs", options.runs, "--warm-up", 1, "--timeout", 600, "--no-copy", "--json"])
    return said and json.loads(said)["wall_median_ns"] * 1e-6


def by_futhark(options, entry, file):
    with open(file, "rb") as data, tempfile.NamedTemporaryFile("r") as times:
        command = [options.futhark, "-b", "-n", "-e", entry, "-r", options.runs, "-t", times.name, "--num-threads", options.threads]
        said = ran(options, command, stdin=data)
        return None if said is None else statistics.median(map(float, times.read().split())) * 1e-3


def shown(number):
    return f"{number:.3f}" if number else "failed"


def ratio(one, other):
    return f"{one / other:.2f}" if one and other else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("anchors", type=pathlib.Path)
    parser.add_argument("--elder", required=True, type=pathlib.Path)
    parser.add_argument("--futhark", type=pathlib.Path, help="what `futhark multicore` made of ANCHORS")
    parser.add_argument("--futhark-source", type=pathlib.Path, help="its C, which is compiled here")
    parser.add_argument("--cores", default="0,1", help="as `taskset -c` takes them, without ranges")
    parser.add_argument("--divide", type=int, default=1)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.threads = len(options.cores.split(","))
    options.elder = options.elder.resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        options.hand = built(HERE / "anchors.c", folder / "hand", "-fopenmp")
        if options.futhark_source:
            options.futhark = built(options.futhark_source, folder / "futhark", "-w")
        options.futhark = options.futhark and options.futhark.resolve()
        ways = [by_hand, by_elder] + ([by_futhark] if options.futhark else [])
        print("| anchor | by hand, ms | Elder, ms | ratio | futhark multicore, ms | ratio |\n| --- | --- | --- | --- | --- | --- |", flush=True)
        for name, entry, write, _ in anchors.cases(options.divide):
            if entry not in ENTRIES or options.only not in name:
                continue
            file = folder / "input"
            with open(file, "wb") as out:
                write(out)
            rounds = [[way(options, entry, file) for way in ways] for _ in range(options.rounds)]
            columns = [None if None in column else statistics.median(column) for column in zip(*rounds)]
            hand, elder, futhark = columns + [None] * (3 - len(columns))
            last = f"{shown(futhark)} | {ratio(elder, futhark)}" if options.futhark else " | "
            print(f"| {name} | {shown(hand)} | {shown(elder)} | {ratio(elder, hand)} | {last} |", flush=True)


if __name__ == "__main__":
    main()
