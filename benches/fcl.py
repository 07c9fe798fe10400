#!/usr/bin/env python3
"""Times the case studies of `examples/fcl` on a GPU against hand-written OpenCL and a copy between two buffers.

    benches/fcl.py [--elder PATH] [--device NAME] [--sizes 24,28] [--runs N] [--output FILE]

For each program and size, on 2^24 and 2^28 32-bit integers: the share of the bandwidth of `clEnqueueCopyBuffer` of as many words, counting bytes
read and written (for the reduction the bytes read, once), of the kernels in `benches/fcl` and of those that Elder generates.
Times are medians of OpenCL's events after warming up, of the copy too, which is timed beside each of them; a program of several
kernels takes the sum of theirs. The results of the hand-written kernels are checked word by word on the device, of Elder's
1025 words spread over the result are compared with a computation in C.
"""

import argparse
import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE / "fcl"))

from buffers import Buffers  # noqa: E402
from device import Device  # noqa: E402
from device import Failed as DeviceFailed  # noqa: E402
from dpia import Failed, baselines, call, devices  # noqa: E402

SAMPLES = 1025

# What is run: for arrays of any length first, as it is promised of; then, where the chunk divides the length.
ENTRIES = {"reverse": ("main", "paper"), "transpose": ("main", "padded", "paper"), "reduce": ("main",)}

# What the project promises of `main` for 2^28 words on an H100, and how far Elder may be behind what is written by hand.
TARGETS = {"reverse": 0.95, "transpose": 0.85, "reduce": 0.90}
BEHIND = 0.05


def side(n):
    """The side of the square matrix of n words."""
    return 1 << (n.bit_length() // 2)


def inputs(name, n):
    """The arguments of the entry points, as `elder bench --input` takes them."""
    return {"reverse": f"[{n}]i32", "transpose": f"{side(n)}i32 {side(n)}i32 [{n}]i32", "reduce": f"[{n}]i32"}[name]


def traffic(name, n):
    """The bytes that must be moved: every input read once, every output written once."""
    return 4 * n if name == "reduce" else 8 * n


class ByHand:
    """The kernels of `benches/fcl`."""

    def __init__(self, name, runs):
        self.device, self.runs = Device(name), runs

    def measure(self, name, n):
        """Nanoseconds of the program and of the copy; `Failed` if a word is wrong."""
        device, buffers = self.device, Buffers(self.device, n, self.runs)
        program = device.build((HERE / "fcl" / f"{name}.cl").read_text())
        x, y, z = buffers.x, buffers.y, buffers.z
        if name == "reverse":
            launches = [(device.kernel(program, "reverse", x, y, n), n // 4, 256)]
        elif name == "transpose":
            launches = [(device.kernel(program, "transpose", x, y, side(n), side(n)), n // 8, 512)]
        else:
            launches = [
                (device.kernel(program, "reduce", x, y), n // 16, 256),
                (device.kernel(program, "last", y, z, n // 4096), 1024, 1024),
            ]
        copied = buffers.copied()
        buffers.start("poison", n, y)
        buffers.start("poison", n, z)
        elapsed = device.times([lambda launch=launch: device.launch(*launch) for launch in launches], self.runs)
        if name == "reduce":
            wrong = int(device.read(z, 1)[0] != buffers.total())
        else:
            wrong = buffers.wrongs(f"check_{name}", n if name == "reverse" else side(n))
        buffers.free()
        if wrong:
            raise Failed(f"{name} by hand: {wrong} words are wrong")
        return elapsed, copied


def generated(elder, plain, device, name, entry, n, runs):
    """What `elder bench` reports; `Failed` if a word is wrong."""
    command = [elder, "bench", ROOT / "examples" / "fcl" / f"{name}.fcl", "--entry", entry, "--device", device["id"], "--runs", runs]
    command += ["--input", inputs(name, n), "--samples", 1 if name == "reduce" else SAMPLES, "--copy", 4 * n, "--json"]
    report = json.loads(call(command))
    expected = call([plain, "reference", name, n, SAMPLES]).splitlines()
    found = [f"{index} {int(value)}" for index, value in report["samples"]]
    if found != expected:
        wrong = next((pair for pair in zip(expected, found) if pair[0] != pair[1]), (len(expected), len(found)))
        raise Failed(f"{name} {entry} of {n} words: expected {wrong[0]}, found {wrong[1]}")
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--elder", type=Path, default=ROOT / "target" / "release" / "elder", help="a binary with the feature `opencl`")
    parser.add_argument("--device", default="", help="a part of the device's name")
    parser.add_argument("--sizes", default="24,28", help="logarithms of the numbers of words")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--programs", default=",".join(TARGETS))
    parser.add_argument("--output", type=Path, help="where the table goes besides the screen")
    options = parser.parse_args()

    elder = options.elder.resolve()
    plain = baselines()
    by_hand = ByHand(options.device, options.runs)
    device = next(d for d in devices(elder, ("gpu", "cpu")) if options.device.lower() in d["name"].lower())
    lines = [
        "| program | words | copy | by hand | Elder | target | Elder / hand | kernels |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    print("\n".join(lines), flush=True)
    missed = []
    for name in options.programs.split(","):
        for log in map(int, options.sizes.split(",")):
            n = 1 << log
            rate = lambda ns: 8 * n / ns  # noqa: E731
            try:
                elapsed, copied = by_hand.measure(name, n)
            except (Failed, DeviceFailed) as failure:
                missed.append(f"{name} of 2^{log} words by hand: {failure}")
                continue
            hand = traffic(name, n) / elapsed / rate(copied)
            for entry in ENTRIES[name]:
                row = f"| {name} {entry} | 2^{log} | {rate(copied):.0f} GB/s | {hand:.1%} |"
                target = TARGETS[name] if log == 28 and entry == "main" else None
                try:
                    report = generated(elder, plain, device, name, entry, n, options.runs)
                    share = traffic(name, n) / report["median_ns"] / rate(report["copy_ns"])
                    kernels = ", ".join(f"{k['name']} {k['median_ns'] / 1000:.1f} us" for k in report["kernels"])
                    row += f" {share:.1%} | {'' if target is None else f'{target:.0%}'} | {share / hand:.3f} | {kernels} |"
                    if target is not None and share < target:
                        missed.append(f"{name} of 2^{log} words: {share:.1%} of the copy, promised {target:.0%}")
                    if entry == "main" and share / hand < 1 - BEHIND:
                        missed.append(f"{name} of 2^{log} words: {share / hand:.3f} of what the kernel by hand reaches")
                except (Failed, DeviceFailed) as failure:
                    row += " failed |"
                    missed.append(f"{name} {entry} of 2^{log} words: {failure}")
                lines.append(row)
                print(row, flush=True)
    footer = ["", f"{by_hand.device.name}, {time.strftime('%Y-%m-%d')}; medians of {options.runs} runs after warming up."]
    footer += ["", "Missed:"] + [f"- {m}" for m in missed] if missed else ["", "Nothing missed."]
    print("\n".join(footer), flush=True)
    if options.output:
        options.output.write_text("\n".join(lines + footer) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
