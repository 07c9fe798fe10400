#!/usr/bin/env python3
"""The anchors, plain programs of Futhark that run unchanged, on a device, beside a copy of as many bytes.

    benches/anchors.py ANCHORS --elder ELDER --device DEVICE [--only TEXT] [--divide D] [--runs N]

ANCHORS is the text with the entry points; ELDER a build with the feature `opencl`.  Sizes are those that the text names, their elements divided by D.
The time of a run is that of its kernels, by the device's own events; the median of N runs behind one that warms up counts.  A copy of as many bytes as have
to be read and written once is timed beside it (`elder bench`).  Prints a table in Markdown."""

import argparse
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = 1 << 16


def array(out, code, dims, make):
    """An array in Futhark's binary format whose elements repeat a block of numbers."""
    element = {"f32": ("f", " f32"), "i32": ("i", " i32"), "i64": ("q", " i64")}[code]
    count = 1
    for dim in dims:
        count *= dim
    out.write(b"b" + bytes([2, len(dims)]) + element[1].encode() + struct.pack(f"<{len(dims)}q", *dims))
    random.seed(code)
    block = struct.pack(f"<{min(BLOCK, count)}{element[0]}", *(make() for _ in range(min(BLOCK, count))))
    whole, rest = divmod(count * struct.calcsize(element[0]), max(1, len(block)))
    for _ in range(whole):
        out.write(block)
    out.write(block[:rest])


def listed(out, numbers):
    """A vector of i64."""
    out.write(b"b" + bytes([2, 1]) + b" i64" + struct.pack(f"<q{len(numbers)}q", len(numbers), *numbers))


def scalar(out, number):
    out.write(b"b" + bytes([2, 0]) + b" i64" + struct.pack("<q", number))


def rows(out, lengths):
    """Ragged rows that are stored: elements, where rows start, how long they are."""
    starts, total = [], 0
    for length in lengths:
        starts.append(total)
        total += length
    array(out, "f32", [total], signed)
    listed(out, starts)
    listed(out, lengths)
    return 4 * total


def signed():
    return random.uniform(-1, 1)


def cases(divide):
    """Name, entry point, what writes the input (it gives the bytes that count, if they depend on it), bytes."""
    n = (1 << 27) // divide
    side = int((16384 * 16384 // divide) ** 0.5)
    matrix = int(4096 / divide ** (1 / 3))
    image = int((8192 * 8192 // divide) ** 0.5)
    grid = int((4096 * 4096 // divide) ** 0.5)
    bodies = int(65536 / divide ** 0.5)
    many = max(1, (1 << 16) // divide)

    def vectors(count):
        return lambda out: [array(out, "f32", [n], signed) for _ in range(count)] and None

    def square(out):
        array(out, "f32", [side, side], signed)

    def gemv(out):
        square(out)
        array(out, "f32", [side], signed)

    def matrices(out):
        for _ in range(2):
            array(out, "f32", [matrix, matrix], signed)

    def indexes(out):
        array(out, "i32", [n // 2], lambda: random.randrange(1024))

    def size(out):
        scalar(out, image)
        scalar(out, image)

    def points(out):
        for _ in range(4):
            array(out, "f32", [bodies], signed)

    def plane(out):
        array(out, "f32", [grid, grid], signed)

    def wide(width):
        return lambda out: array(out, "f32", [max(1, n // width), width], signed)

    def ragged(count, most, last=0):
        def write(out):
            random.seed(count)
            lengths = [random.randrange(most) for _ in range(max(1, count // divide))]
            return rows(out, lengths + ([last // divide] if last else []))
        return write

    def counted(out):
        random.seed(1)
        listed(out, [random.randrange(2048) for _ in range(many)])

    yield "scal", "scal", vectors(1), 8 * n
    yield "sum", "sum", vectors(1), 4 * n
    yield "dot", "dot", vectors(2), 8 * n
    yield "scn", "scn", vectors(1), 8 * n
    yield "gemv", "gemv", gemv, 4 * side * side
    yield "transp", "transp", square, 8 * side * side
    yield "matmul", "matmul", matrices, 2 * matrix ** 3 * 1j
    yield "histo", "histo", indexes, 2 * n
    yield "mandel", "mandel", size, 0
    yield "nbody", "nbody", points, 20 * bodies ** 2 * 1j
    yield "stencil", "stencil", plane, 10 * 8 * grid * grid
    for width in (1 << 5, 1 << 10, 1 << 17):
        yield f"segsum {width}", "segsum", wide(width), 4 * n
    yield "keep", "keep", vectors(1), 6 * n
    yield "ragged", "ragged", ragged(1 << 16, 2048), 0
    yield "ragged, long", "ragged", ragged(1 << 10, 131072), 0
    yield "ragged, one of 2^25", "ragged", ragged(1 << 16, 1024, 1 << 25), 0
    yield "counted", "counted", counted, 0


def measured(options, entry, file, size):
    """What `elder bench` reports of an entry point on the values in a file, with a copy that reads and writes so many bytes together."""
    copy = ["--copy", max(4, int(size) // 2)] if size and not isinstance(size, complex) else ["--no-copy"]
    command = [options.elder, "bench", options.anchors, "--entry", entry, "--device", options.device, "--input", f"@{file}"]
    command += ["--runs", options.runs, "--warm-up", 1, "--timeout", 600, *copy, "--json"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write(done.stderr[-400:])
        return None
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("anchors", type=pathlib.Path)
    parser.add_argument("--elder", required=True)
    parser.add_argument("--device", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--divide", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print("| anchor | launches | ms | GB/s or TFLOP/s | a copy, ms | share |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    for name, entry, write, work in cases(options.divide):
        if options.only not in name:
            continue
        with tempfile.NamedTemporaryFile() as file:
            size = write(file) or work
            file.flush()
            report = measured(options, entry, file.name, size)
        if not report:
            print(f"| {name} | | failed | | | |", flush=True)
            continue
        ms, count = report["median_ns"] * 1e-6, round(sum(kernel["calls"] for kernel in report["kernels"]))
        if isinstance(size, complex):
            print(f"| {name} | {count} | {ms:.3f} | {size.imag / ms / 1e9:.2f} TFLOP/s | | |", flush=True)
        elif size:
            copy = report["copy_ns"] * 1e-6
            print(f"| {name} | {count} | {ms:.3f} | {size / ms / 1e6:.0f} GB/s | {copy:.3f} | {copy / ms:.0%} |", flush=True)
        else:
            print(f"| {name} | {count} | {ms:.3f} | | | |", flush=True)


if __name__ == "__main__":
    main()
