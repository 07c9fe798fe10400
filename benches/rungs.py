#!/usr/bin/env python3
"""Programs a second of every rung of `elder fuzz`, of two binaries in turn.

usage: benches/rungs.py OLD NEW [--rounds N] [--seconds S] [--only TEXT]

A rung is run with one job and so many programs of one seed that OLD takes about S seconds; processor time counts (user and system), so other
work on the machine matters less.  Both binaries judge the same seeds; where their generators differ the programs do too: the last column
is the share of lines that the first thirty programs have in common.  Printed are the medians of each and the median of the ratios of pairs.
"""
import argparse
import difflib
import os
import resource
import statistics
import subprocess
import sys

LANGUAGES = ["futhark", "core", "dex", "fcl", "dpia"]
# All but devices, whose drivers are what takes time, and malformed inputs, which are processes.  A binary refuses what its language has not.
RUNGS = ["steps", "levels", "stages", "kernels", "judges", "refused", "numbers", "values", "operators", "library", "edges", "definitions", "scopes", "cases"]


def run(binary, language, rung, count, show=False):
    """Processor seconds of a run, and what it printed; None if the binary has no such rung."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [binary, "fuzz", "--language", language, "--rung", rung, "--seed", "7000000", "--count", str(count), "--jobs", "1", "--reduction", "1"]
    done = subprocess.run(command + (["--show"] if show else []), capture_output=True, text=True, cwd=os.environ.get("ELDER_ROOT", "."))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        return None, done.stderr
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def programs(binary, language, rung):
    """The lines of the first programs, without what is said of the run."""
    _, text = run(binary, language, rung, 30, show=True)
    return [line for line in text.splitlines() if "programs a second" not in line and "rules met" not in line]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print("| rung | programs | old, programs a second | new | new / old, time | lines in common |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    ratios = []
    for language in LANGUAGES:
        for rung in RUNGS:
            if options.only not in f"{language} {rung}":
                continue
            begin, _ = run(options.old, language, rung, 1)
            if begin is None or run(options.new, language, rung, 1)[0] is None:
                continue
            count, took = 8, 0.0
            while took < options.seconds / 4 and count < 100_000:
                count *= 4
                took = run(options.old, language, rung, count)[0] - begin
            count = max(8, int(count * options.seconds / max(took, 0.01)))
            texts = [programs(binary, language, rung) for binary in (options.old, options.new)]
            times = [[], []]
            for turn in range(options.rounds):
                for k in (0, 1) if turn % 2 == 0 else (1, 0):
                    times[k].append(run((options.old, options.new)[k], language, rung, count)[0])
            old, new = (statistics.median(each) for each in times)
            ratio = statistics.median(b / a for a, b in zip(*times))
            ratios.append(ratio)
            same = difflib.SequenceMatcher(None, *texts, autojunk=False).ratio()
            print(f"| {language} {rung} | {count} | {count / old:.0f} | {count / new:.0f} | {ratio:.2f} | {same:.0%} |", flush=True)
    if ratios:
        print(f"\nmedian of {len(ratios)} ratios: {statistics.median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
