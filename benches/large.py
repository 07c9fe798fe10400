#!/usr/bin/env python3
"""Arrays of more than 2^31 elements and 2^32 bytes: `benches/dpia/large.dpia` on a device, held to sums that are computed here.

    benches/large.py --elder ELDER [--device NAME] [--items 1048576] [--each 2049]

Prints a table with the time of the whole command, start and translation included; exits 1 if a sum differs."""
import argparse
import pathlib
import subprocess
import sys
import time

MODULUS, LEFT, RIGHT = 1009, 11, 5


def numbers(count):
    """The sum of i mod 1009 for i below count."""
    whole, rest = divmod(count, MODULUS)
    return whole * (MODULUS * (MODULUS - 1) // 2) + rest * (rest - 1) // 2


def product(rows, inner):
    """The sum of the elements of the product, by residues."""
    of_rows = [0] * LEFT
    for i in range(LEFT):
        of_rows[i * 7 % LEFT] += rows // LEFT + (1 if i < rows % LEFT else 0)
    column = [sum(n * ((r + j * 3) % LEFT) for r, n in enumerate(of_rows)) for j in range(LEFT)]
    return sum(column[j % LEFT] * sum((j + l) % RIGHT for l in range(4)) for j in range(inner))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--elder", required=True)
    parser.add_argument("--device", default="nvidia")
    parser.add_argument("--items", type=int, default=1 << 20)
    parser.add_argument("--each", type=int, default=2049)
    options = parser.parse_args()
    p, c = options.items, options.each
    program = pathlib.Path(__file__).resolve().parent.parent / "benches" / "dpia" / "large.dpia"
    cases = [("sum", numbers(p * c)), ("copied", numbers(p * c)), ("product", product(p, c))]
    print(f"{p * c} elements, {4 * p * c} bytes an array")
    print("| program | sum | expected | seconds |")
    print("| --- | --- | --- | --- |")
    failed = False
    for entry, expected in cases:
        start = time.monotonic()
        run = [options.elder, "run", "--device", options.device, "--entry", entry, str(program)]
        done = subprocess.run(run, input=f"{p}i64 {c}i64\n", capture_output=True, text=True)
        seconds = time.monotonic() - start
        found = done.stdout.strip() or done.stderr.strip()[:200]
        failed |= found != f"{expected}i64"
        print(f"| {entry} | {found} | {expected}i64 | {seconds:.1f} |")
    return 1 if failed else 0


sys.exit(main())
