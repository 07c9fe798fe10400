#!/usr/bin/env python3
"""Times the DPIA programs of `examples/dpia` on every device found, and the same loops in C.

    benches/dpia.py [--runs N] [--quick] [--elder PATH] [--devices gpu,cpu,c] [--output FILE]

For each program and device: the median time of its kernels by OpenCL's events (for C with OpenMP: by the clock), after
warming up; on a GPU its share of the bandwidth of a device-to-device copy of as many floats in the same run, or its
TFLOP/s; on a processor how many times as fast it is as the plain loop in `benches/dpia/baselines.c`, compiled by `gcc -O3
-march=native -fopenmp`, both in turn, three times over; and how long the translation from text to kernels took. Some elements of every result
are compared with ones computed in double precision: they may be off by as much as adding floats in some order can be.
"""

import argparse
import json
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
EXAMPLES = ROOT / "examples" / "dpia"

# Sizes: elements, or the side of a square matrix, on a GPU, on a processor, and in a quick run.
# `target` is what the project promises on an H100: a share of the copy's bandwidth, or TFLOP/s.
PROGRAMS = {
    "scal": dict(gpu=2**27, cpu=2**25, quick=2**22, target=0.95),
    "asum": dict(gpu=2**27, cpu=2**25, quick=2**22, target=0.92),
    "dot": dict(gpu=2**27, cpu=2**25, quick=2**22, target=0.95),
    "gemv": dict(gpu=16384, cpu=8192, quick=2048, target=0.90),
    "matmul": dict(gpu=4096, cpu=2048, quick=512, target=25.0),
}

# A baseline whose sums the compiler may reorder, where there is one.
REORDERED = {"asum": "asum-simd", "dot": "dot-simd", "gemv": "gemv-simd"}


def inputs(name, n):
    """The arguments of the entry points, as `elder bench --input` takes them."""
    return {
        "scal": f"1.5f32 [{n}]f32",
        "asum": f"[{n}]f32",
        "dot": f"[{n}]f32 [{n}]f32",
        "gemv": f"1.5f32 0.75f32 [{n}][{n}]f32 [{n}]f32 [{n}]f32",
        "matmul": f"[{n}][{n}]f32 [{n}][{n}]f32",
    }[name]


def traffic(name, n):
    """The bytes that must be moved: every input read once, every output written once."""
    return 4 * {"scal": 2 * n, "asum": n, "dot": 2 * n, "gemv": n * n + 3 * n, "matmul": 3 * n * n}[name]


def copied(name, n):
    """How many floats the copy moves that a program is compared with: as many as its largest input has."""
    return n * n if name in ("gemv", "matmul") else n


# How often a program and its plain loop are run in turn on a processor.
ROUNDS = 3


class Failed(Exception):
    """A command that did not work; the rest of the table is still made."""


def call(command, **options):
    """What a command prints."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def baselines():
    """The plain loops, compiled."""
    binary = Path(tempfile.mkdtemp()) / "baselines"
    call([os.environ.get("CC", "gcc"), "-O3", "-march=native", "-fopenmp", "-o", binary, HERE / "dpia" / "baselines.c", "-lm"])
    return binary


def check(plain, name, n, samples):
    """An error message, or none if all samples are within what rounding can do."""
    expected = call([plain, "reference", name, n, len(samples)])
    worst = 0.0
    for line, (index, value) in zip(expected.splitlines(), samples):
        at, want, magnitude, terms = line.split()
        if int(at) != index:
            return f"sample {index} instead of {at}"
        # Any order of summation, and a product of two factors for each term: Higham, Accuracy and Stability, 3.1 and 4.2.
        u = 2.0**-24
        bound = (int(terms) + 4) * u * float(magnitude)
        error = abs(value - float(want))
        if not error <= bound:
            return f"element {index} is {value}, not {want} (off by more than {bound})"
        worst = max(worst, error / float(magnitude))
    return None


def devices(elder, wanted):
    """Devices as `elder dev --list` names them, with their kind."""
    listed = json.loads(call([elder, "dev", "--list", "--json"]))
    return [d for d in listed if d["kind"] in wanted]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, help="timed runs (100 on a GPU, 15 on a processor)")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that all works")
    parser.add_argument("--elder", type=Path, help="a binary; without it, the release build of this checkout")
    parser.add_argument("--devices", default="gpu,cpu,c", help="kinds of devices, of gpu, cpu, c")
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--output", type=Path, help="where the table goes besides the screen")
    options = parser.parse_args()

    elder = options.elder and options.elder.resolve()
    if elder is None:
        subprocess.run(["cargo", "build", "--release", "--features", "opencl", "-p", "elder-driver"], cwd=ROOT, check=True)
        elder = ROOT / "target" / "release" / "elder"
    plain = baselines()

    lines = [
        "| device | program | size | time | result | target | plain C | reordered C | translation | kernels |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    missed = []
    print("\n".join(lines), flush=True)
    for device in devices(elder, options.devices.split(",")):
        gpu = device["kind"] == "gpu"
        label = device["name"] + (f" ({device['platform']})" if device["platform"] else "")
        runs = options.runs or (100 if gpu else 15)
        for name in options.programs.split(","):
            program = PROGRAMS[name]
            n = program["quick"] if options.quick else program["gpu" if gpu else "cpu"]
            try:
                row, missing = measure(elder, plain, device, label, name, n, runs, program["target"], gpu, options.quick)
            except Failed as failure:
                row, missing = f"| {label} | {name} | {n} | failed |  |  |  |  |  |  |", [f"{name}: {failure}"]
            missed += [f"{label}: {m}" for m in missing]
            lines.append(row)
            print(row, flush=True)
    footer = [
        "",
        f"{platform.node() and platform.machine()}, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}; medians of "
        + (f"{options.runs} runs" if options.runs else "100 runs on a GPU and 15 on processors")
        + " after warming up.",
    ]
    footer += ["", "Missed:"] + [f"- {m}" for m in missed] if missed else ["", "Nothing missed."]
    lines += footer
    print("\n".join(footer), flush=True)
    if options.output:
        options.output.write_text("\n".join(lines) + "\n")
    return 1 if missed else 0


def measure(elder, plain, device, label, name, n, runs, target, gpu, quick):
    """A row of the table and what it misses."""
    entry = "gpu" if gpu else "cpu"
    samples = 1 if name in ("asum", "dot") else 17
    command = [elder, "bench", EXAMPLES / f"{name}.dpia", "--entry", entry, "--device", device["id"], "--runs", runs]
    command += ["--input", inputs(name, n), "--samples", samples, "--copy", 4 * copied(name, n), "--json"]
    reports, plain_ms, reordered_ms = [], [], []
    # In turn, so that whatever else the machine does disturbs both alike.
    for _ in range(1 if gpu else ROUNDS):
        reports.append(json.loads(call(command)))
        if not gpu:
            timed = runs if name != "matmul" else min(runs, 3)
            plain_ms.append(float(call([plain, name, n, timed]).split()[2]))
            if name in REORDERED:
                reordered_ms.append(float(call([plain, REORDERED[name], n, timed]).split()[2]))
    report = min(reports, key=lambda r: abs(r["median_ns"] - statistics.median_low([q["median_ns"] for q in reports])))
    missing = []
    wrong = check(plain, name, n, report["samples"])
    if wrong:
        missing.append(f"{name}: WRONG: {wrong}")
    seconds = report["median_ns"] * 1e-9
    c_cell = reordered = goal = ""
    if gpu:
        if name == "matmul":
            rate = 2e-12 * n**3 / seconds
            result, goal, met = f"{rate:.1f} TFLOP/s", f"{target:.0f}", rate >= target
        else:
            share = traffic(name, n) / seconds / (2 * 4 * copied(name, n) / (report["copy_ns"] * 1e-9))
            result, goal, met = f"{share:.1%} of copy", f"{target:.0%}", share >= target
    else:
        ratio = statistics.median(c * 1e6 / r["median_ns"] for c, r in zip(plain_ms, reports))
        c_cell, result, goal = f"{statistics.median(plain_ms):.2f} ms", f"{ratio:.2f} x plain C", "1.00"
        # A loop that only waits for memory is as fast as its neighbour up to what two runs of the same differ by.
        met = ratio >= 0.95
        if reordered_ms:
            reordered = f"{statistics.median(reordered_ms):.2f} ms"
    if not met and not quick:
        missing.append(f"{name}: {result}, target {goal}")
    translation = min(r["translation_ms"] for r in reports)
    if translation >= 20:
        missing.append(f"{name}: translation {translation:.1f} ms")
    kernels = ", ".join(f"{k['name']} {k['median_ns'] * 1e-6:.3f}" for k in report["kernels"])
    row = f"| {label} | {name} | {n} | {seconds * 1e3:.3f} ms | {result} | {goal} | {c_cell} | {reordered} | {translation:.1f} ms | {kernels} |"
    return row, missing


if __name__ == "__main__":
    sys.exit(main())
