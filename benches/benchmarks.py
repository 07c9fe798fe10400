#!/usr/bin/env python3
"""Programs that others wrote: the entry points of futhark-benchmarks, by `elder` on C with OpenMP beside `futhark c` and `futhark multicore`,
and on devices of OpenCL.

    benches/benchmarks.py CHECKOUT --elder ELDER --ref-run REF-RUN [--futhark FUTHARK] [--device NAME] [--work FOLDER] [--only TEXT ..] [--runs N]

CHECKOUT is a checkout of diku-dk/futhark-benchmarks, FUTHARK the compiler that is measured against.  Inputs are the small ones that lie
in the checkout, and where there are none, or they lie elsewhere, what `CASES` below generates, from a seed that is the name of the case.

Each case is run four ways: by `ref-run`, by `elder run --device c`, and by the executables of `futhark c` and `futhark multicore`.  It is
validated if Elder's results on C are those of `futhark c` and of `ref-run` (or of one of them, where the other does not come to an end, which
is said).  Floats may differ by 0.002, or by 0.002 times the largest number of the array, as in Futhark's own runner.

Times are of a run without reading, writing and compiling, in milliseconds: the sum of the launches that `--profile` tells of, on one thread and
on all (what the host does between launches is not in it), and what Futhark's executables say by `-t`.  The ways take turns; the least of N runs
counts.  Without `--futhark` there are two ways, and `--what values --jobs N` compares several cases at once.  The executables of Futhark are built with the flags that Elder gives to the C compiler.
From text to kernels: the processor time of the whole process `elder dev --target c`, the least of three, and its peak memory.

Prints a table in Markdown, and the medians; `--json FILE` writes everything that was found."""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

CODES = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q", "f32": "f", "f64": "d",
         "bool": "B", "f16": "e"}
TOLERANCE = 0.002
# Seconds: what takes less is in no ratio.
SHORT = 20e-6
FLAGS = "-std=gnu11 -O3 -march=native -ffp-contract=off"


# Values, in Futhark's binary format.

def encoded(kind, shape, items):
    """An array, or a scalar whose shape is ()."""
    head = b"b" + bytes([2, len(shape)]) + kind.rjust(4).encode() + b"".join(struct.pack("<q", d) for d in shape)
    count = math.prod(shape)
    assert len(items) == count, (kind, shape, len(items))
    return head + struct.pack(f"<{count}{CODES[kind]}", *items)


def decoded(data):
    """The values of a stream in the binary format: kind, shape, items."""
    values, at = [], 0
    while at < len(data):
        if data[at:at + 1].isspace():
            at += 1
            continue
        if data[at:at + 1] != b"b":
            # An opaque value, which Futhark's executables do not write.
            return None
        rank, kind = data[at + 2], data[at + 3:at + 7].decode().strip()
        at += 7
        shape = struct.unpack_from(f"<{rank}q", data, at)
        at += 8 * rank
        format = f"<{math.prod(shape)}{CODES[kind]}"
        values.append((kind, shape, struct.unpack_from(format, data, at)))
        at += struct.calcsize(format)
    return values


class Make:
    """Generated values; each call gives the bytes of one."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def scalar(self, kind, value):
        return encoded(kind, (), [value])

    def given(self, kind, items, shape=None):
        items = list(items)
        return encoded(kind, shape or (len(items),), items)

    def ints(self, kind, shape, low, high):
        return encoded(kind, shape, [self.random.randint(low, high) for _ in range(math.prod(shape))])

    def floats(self, kind, shape, low=0.0, high=1.0):
        return encoded(kind, shape, [self.random.uniform(low, high) for _ in range(math.prod(shape))])

    def full(self, kind, shape, value):
        return encoded(kind, shape, [value] * math.prod(shape))

    # Graphs.

    def neighbours(self, vertices, degree):
        """Of each vertex those that it has an edge to; an edge goes both ways."""
        sets = [set() for _ in range(vertices)]
        for v in range(vertices):
            for _ in range(degree):
                w = self.random.randrange(vertices)
                if w != v:
                    sets[v].add(w)
                    sets[w].add(v)
        return [sorted(s) for s in sets]

    def edges(self, vertices, degree):
        """Each edge once, without order."""
        of = self.neighbours(vertices, degree)
        pairs = [(v, w) for v in range(vertices) for w in of[v] if v < w]
        self.random.shuffle(pairs)
        return pairs

    def rows(self, vertices, degree):
        """A graph in compressed rows: where each vertex begins, how many edges it has, and where they lead."""
        of = self.neighbours(vertices, degree)
        starts, at = [], 0
        for ws in of:
            starts.append(at)
            at += len(ws)
        return starts, [len(ws) for ws in of], [w for ws in of for w in ws]

    def shuffled(self, items):
        items = list(items)
        self.random.shuffle(items)
        return items


def i32(x): return encoded("i32", (), [x])
def i64(x): return encoded("i64", (), [x])
def f32(x): return encoded("f32", (), [x])
def f64(x): return encoded("f64", (), [x])


# Cases: a program, an entry point, and its input: a file of the checkout, a function of a `Make`, what another program of the checkout gives, or why
# there is none.

class File:
    def __init__(self, name):
        self.name = name


class Edited:
    """A file of the checkout in which some numbers stand for others, so that a run is shorter."""

    def __init__(self, name, *changes):
        self.name, self.changes = name, changes


class Made:
    """The results of another program, as the input of this one; with more in front and behind."""

    def __init__(self, program, entry, arguments, before=b"", after=b""):
        self.program, self.entry, self.arguments = program, entry, arguments
        self.before, self.after = before, after


def bodies(steps, n):
    return lambda g: b"".join([i32(steps), f32(50), f32(0.1)] + [g.floats("f32", (n,), -1000, 1000) for _ in range(3)]
                              + [g.floats("f32", (n,), 1, 100)] + [g.floats("f32", (n,), -1, 1) for _ in range(3)])


def graph_rows(vertices, degree):
    def make(g):
        starts, counts, targets = g.rows(vertices, degree)
        return g.given("i32", starts) + g.given("i32", counts) + g.given("i32", targets)
    return make


def graph_starts(vertices, degree):
    def make(g):
        starts, _, targets = g.rows(vertices, degree)
        return g.given("i32", starts) + g.given("i32", targets)
    return make


def graph_edges(vertices, degree, weights):
    def make(g):
        pairs = g.edges(vertices, degree)
        flat = g.given("i32", [v for pair in pairs for v in pair], (len(pairs), 2))
        return flat + (g.floats("f64", (len(pairs),)) if weights else b"")
    return make


def in_circle(g, count):
    points = []
    while len(points) < count:
        x, y = g.random.uniform(-1, 1), g.random.uniform(-1, 1)
        if x * x + y * y <= 1:
            points.append((x, y))
    return [c for p in points for c in p]


def words(g):
    """A dictionary and the digest of its tenth word."""
    import hashlib
    all = ["".join(g.random.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(g.random.randint(4, 12))) for _ in range(10000)]
    digest = struct.unpack("<4I", hashlib.md5(all[10].encode()).digest())
    starts, at = [], 0
    for w in all:
        starts.append(at)
        at += len(w)
    return b"".join(g.scalar("u32", d) for d in digest) + g.given("i8", "".join(all).encode()) + g.given("i32", starts)


def pages(g):
    """Links ordered by where they lead, and how many go out of each page."""
    pages, links = 1000, 10000
    pairs = sorted(((g.random.randrange(pages), g.random.randrange(pages)) for _ in range(links)), key=lambda p: p[1])
    sizes = [0] * pages
    for source, _ in pairs:
        sizes[source] += 1
    return g.given("i32", [p[0] for p in pairs]) + g.given("i32", [p[1] for p in pairs]) + g.given("i32", sizes) + i32(20)


def adjustment(g):
    """Cameras, points, weights, which camera sees which point, and where."""
    n, m, p = 10, 200, 1000
    cameras = []
    for _ in range(n):
        r = g.random.uniform
        cameras += [r(-0.1, 0.1) for _ in range(3)] + [r(-1, 1), r(-1, 1), r(-10, -8)] + [r(400, 600), r(-1, 1), r(-1, 1), r(-0.01, 0.01), r(-0.01, 0.01)]
    seen = [x for _ in range(p) for x in (g.random.randrange(n), g.random.randrange(m))]
    return (g.given("f64", cameras, (n, 11)) + g.floats("f64", (m, 3), -1, 1) + g.floats("f64", (p,), 0.5, 1)
            + g.given("i32", seen, (p, 2)) + g.floats("f64", (p, 2), -50, 50))


def mixture(g):
    d, k, n = 8, 10, 500
    return (g.floats("f64", (k,), -1, 1) + g.floats("f64", (k, d), 0, 1) + g.floats("f64", (k, d * (d + 1) // 2), -0.5, 0.5)
            + g.floats("f64", (n, d), -1, 1) + f64(1.0) + i64(0))


def hand(complicated):
    def make(g):
        bones, vertices, points = 22, 200, 100
        parents = [-1] + [g.random.randrange(i) for i in range(1, bones)]
        parts = [g.given("i32", parents), g.floats("f64", (bones, 4, 4), -0.5, 0.5), g.floats("f64", (bones, 4, 4), -0.5, 0.5),
                 g.floats("f64", (bones, vertices), 0, 0.2), g.floats("f64", (4, vertices), -1, 1),
                 g.ints("i32", (300, 3), 0, vertices - 1), g.scalar("bool", 0),
                 g.ints("i32", (points,), 0, vertices - 1), g.floats("f64", (3, points), -1, 1), g.floats("f64", (26,), -0.5, 0.5),
                 g.floats("f64", (2 * points if complicated else 0,), 0, 0.5)]
        return b"".join(parts)
    return make


def memory_cells(g):
    layers, length, d = 2, 30, 14
    return (g.floats("f64", (2 * layers, 4 * d), -1, 1) + g.floats("f64", (3, d), -1, 1) + g.floats("f64", (2 * layers, d), -1, 1)
            + g.floats("f64", (length, d), 0, 1))


def images_of_time(nans, cloudy):
    """Time series of pixels, some observations missing."""
    def make(g):
        m, n = 100, 120
        values = []
        for _ in range(m):
            base = g.random.uniform(0.2, 0.8)
            for t in range(n):
                missing = g.random.random() < nans
                values.append(math.nan if missing else base + 0.1 * math.sin(2 * math.pi * t / 12) + g.random.gauss(0, 0.02))
        images = g.given("f32", values, (m, n))
        if cloudy:
            return i32(1) + i32(3) + i32(60) + f32(12) + f32(0.25) + f32(1.74) + g.given("i32", range(1, n + 1)) + images
        return i32(3) + i32(60) + f32(12) + f32(0.25) + f32(1.74) + images
    return make


def quotes(g):
    n = 200
    maturities = sorted(g.random.choice([20120315, 20120615, 20121215, 20131215, 20151215]) for _ in range(n))
    return (i32(20) + i32(10) + i32(16) + i32(20120105) + g.given("i32", maturities) + g.floats("f64", (n,), 80, 120)
            + g.floats("f64", (n,), 0.1, 0.4))


def resonances(g):
    """Poles and windows of nuclides, materials made of them; as RSBench's own generator has them, with fewer of all."""
    nuclides, poles, windows, momenta, materials, most = 20, 60, 10, 4, 12, 8
    per = poles // windows
    limits = [x for _ in range(nuclides) for w in range(windows) for x in (w * per, (w + 1) * per)]
    counts = [g.random.randint(3, most) for _ in range(materials)]
    return (i64(1000) + i32(1) + g.full("i32", (nuclides,), windows) + g.ints("i16", (nuclides, poles), 0, momenta - 1)
            + g.floats("f64", (nuclides, poles, 4, 2), 0.1, 1) + g.floats("f64", (nuclides, windows, 3), 0.1, 1)
            + g.given("i32", limits, (nuclides, windows, 2)) + g.floats("f64", (nuclides, momenta), 0.1, 1) + g.given("i32", counts)
            + g.ints("i32", (materials, most), 0, nuclides - 1) + g.floats("f64", (materials, most), 0.1, 1))


def cross_sections(g):
    """Grids of energies of nuclides and the unionized grid over them; as XSBench's own generator has them, with fewer of all."""
    isotopes, points, materials, most = 12, 40, 12, 8
    grids, energies = [], []
    for _ in range(isotopes):
        own = sorted(g.random.random() for _ in range(points))
        own[0], own[-1] = 0.0, 1.0
        energies.append(own)
        for e in own:
            grids += [e] + [g.random.random() for _ in range(5)]
    union = sorted(e for own in energies for e in own)
    import bisect
    index = [max(0, min(points - 1, bisect.bisect_right(own, e) - 1)) for e in union for own in energies]
    counts = [g.random.randint(3, most) for _ in range(materials)]
    return (i64(isotopes) + i64(points) + i64(0) + i64(100) + i64(1000) + g.given("i32", counts)
            + g.floats("f64", (materials, most), 0.1, 1) + g.ints("i32", (materials, most), 0, isotopes - 1)
            + g.given("f64", grids, (isotopes, points, 6)) + g.given("i32", index, (len(union), isotopes)) + g.given("f64", union))


def fluid_cells(g):
    """A ring of cells, of which some lie at a wall or at the far field."""
    n = 97
    around = [[(i + d) % n for i in range(n)] for d in (1, n - 1, 7, n - 7)]
    for i in range(0, n, 9):
        around[3][i] = -1
    for i in range(4, n, 9):
        around[3][i] = -2
    return (g.floats("f32", (n,), 0.9, 1.1) + g.given("i32", [x for row in around for x in row], (4, n))
            + g.floats("f32", (3, 4, n), -0.01, 0.01))


def film(g):
    """A bright disk that moves over a dark picture."""
    size, frames = 64, 6
    cells = []
    for x in range(size):
        for y in range(size):
            for k in range(frames):
                inside = (x - 32 - k) ** 2 + (y - 32 + 2 * k) ** 2 <= 25
                cells.append((228 if inside else 100) + g.random.randint(-10, 10))
    return g.given("i32", cells, (size, size, frames)) + i64(1000)


def scene(g):
    """Triangles that are numbered from 1, and rays."""
    triangles, rays = 500, 1000
    points = []
    for _ in range(triangles):
        c = [g.random.uniform(-1, 1) for _ in range(3)]
        for _ in range(3):
            points += [x + g.random.uniform(-0.1, 0.1) for x in c]
    return (g.given("f32", points, (3 * triangles, 3)) + g.given("i32", range(1, 3 * triangles + 1), (triangles, 3))
            + g.floats("f32", (rays, 2, 3), -1, 1))


def ocean(g):
    """Cells of an ocean, in the order of the parameters."""
    x, y, z = 12, 10, 8
    cells = (x, y, z)
    parts = [g.floats("f32", cells, 0.1, 1) for _ in range(9)]
    parts += [g.given("f32", [float(g.random.random() < 0.9) for _ in range(x * y * z)], cells) for _ in range(3)]
    parts += [g.floats("f32", (n,), 0.5, 1) for n in (x, x, y, y, z, z, y, y)]
    parts += [g.ints("i32", (x, y), 1, z)] + [g.floats("f32", cells, 0.1, 1) for _ in range(3)] + [g.floats("f32", (x, y), 0.1, 1)]
    return b"".join(parts)


def lavas(boxes, particles):
    return Made("rodinia/lavaMD/lavaMD-input", "main", i64(boxes) + i64(particles) + i64(27))


def numbers(*arguments):
    return lambda g: b"".join(arguments)


N = 100000
SMALL = 10000


def vectors(kind, count, n=N):
    return lambda g: b"".join(g.floats(kind, (n,)) for _ in range(count))


def wholes(count, n=N):
    return lambda g: b"".join(g.ints("i32", (n,), -2**31, 2**31 - 1) for _ in range(count))


def few(kind, n, m):
    low, high = {"i8": (-128, 127), "i16": (-2**15, 2**15 - 1), "i32": (-2**31, 2**31 - 1), "i64": (-2**63, 2**63 - 1)}[kind]
    return lambda g: i32(n) + i32(m) + g.ints(kind, (n * m,), low, high)


def few3(kind, k, n, m):
    low, high = {"i8": (-128, 127), "i32": (-2**31, 2**31 - 1), "i64": (-2**63, 2**63 - 1)}[kind]
    return lambda g: i32(k) + i32(n) + i32(m) + g.ints(kind, (k * n * m,), low, high)


def binned(*kinds):
    def make(g):
        parts = [i32(1000), g.ints("i32", (N,), 0, 2**31 - 1)]
        for kind in kinds:
            parts.append(g.floats(kind, (N,)) if kind[0] == "f" else g.ints(kind, (N,), -100, 100))
        return b"".join(parts)
    return make


CASES = [
    ("accelerate/canny/canny", "main", lambda g: f32(50) + f32(100) + g.ints("i32", (60, 80), -2**31, 2**31 - 1)),
    ("accelerate/crystal/crystal", "main", numbers(i32(100), f32(30), i32(5), i32(2), f32(1))),
    ("accelerate/crystal/crystal", "render_frame", numbers(i64(100), f32(30), i64(5), f32(1))),
    ("accelerate/fft/fft", "main", lambda g: i32(20) + g.ints("u8", (64, 32, 3), 0, 255)),
    ("accelerate/fft/fft", "highpass_filter", lambda g: i32(20) + g.ints("u8", (64, 32, 3), 0, 255)),
    ("accelerate/fluid/fluid", "main", lambda g: b"".join(g.floats("f32", (34, 34), 0, 0.1) for _ in range(3)) + i32(2) + i32(10) + f32(0.1) + f32(0.0001) + f32(0.00001)),
    ("accelerate/fluid/fluid", "draw_one_frame_raw", lambda g: b"".join(g.floats("f32", (34, 34), 0, 0.1) for _ in range(3)) + i32(10) + f32(0.1) + f32(0.0001) + f32(0.00001)),
    ("accelerate/fluid/fluid", "poke", lambda g: g.floats("f32", (34, 34)) + i32(3) + i32(4) + f32(1.5)),
    ("accelerate/hashcat/hashcat", "main", words),
    ("accelerate/kmeans/kmeans", "main", lambda g: i32(5) + g.floats("f32", (2000, 2), -10, 10)),
    ("accelerate/mandelbrot/mandelbrot", "main", numbers(i32(80), i32(60), f32(-0.7), f32(0), f32(3.067), i32(100), f32(16))),
    ("accelerate/mandelbrot/mandelbrot32", "render_mandelbrot", numbers(i64(80), i64(60), f64(-0.7), f64(0), f64(3.067), i32(100), f64(16))),
    ("accelerate/mandelbrot/mandelbrot64", "render_mandelbrot", numbers(i64(80), i64(60), f64(-0.7), f64(0), f64(3.067), i32(100), f64(16))),
    ("accelerate/nbody/nbody", "main", bodies(2, 300)),
    ("accelerate/nbody/nbody-bh", "main", bodies(2, 300)),
    ("accelerate/pagerank/pagerank", "main", pages),
    ("accelerate/pagerank/pagerank", "preprocess_graph", lambda g: g.ints("i32", (1000, 2), 0, 99)),
    ("accelerate/ray/trace", "main", numbers(i32(40), i32(30), i32(100), f32(50), f32(-100), f32(-700), f32(1.5707), f32(0), i32(4), f32(0))),
    ("accelerate/smoothlife/smoothlife", "main", numbers(i32(16))),
    ("accelerate/tunnel/tunnel", "render", numbers(f32(10), i64(60), i64(80))),
    ("accelerate/tunnel/tunnel", "main", numbers(f32(10), i32(60), i32(80))),
    ("adbench/ba", "calculate_objective", adjustment),
    ("adbench/ba", "calculate_jacobian", adjustment),
    ("adbench/gmm", "calculate_objective", mixture),
    ("adbench/gmm", "calculate_jacobian", mixture),
    ("adbench/hand", "calculate_objective", hand(False)),
    ("adbench/hand", "calculate_jacobian", hand(False)),
    ("adbench/lstm", "calculate_objective", memory_cells),
    ("adbench/lstm", "calculate_jacobian", memory_cells),
    *[("babelstream/babelstream", f"{t}_{what}", vectors(t, count)) for t in ("f32", "f64")
      for what, count in (("copy", 1), ("mul", 1), ("add", 2), ("triad", 2), ("nstream", 3), ("dot", 2))],
    ("finpar/InterestCalib", "main", Edited("InterestCalib-data/small.in", ("256", "16"), ("128", "2"))),
    ("finpar/LocVolCalib", "main", numbers(i32(4), i32(16), i32(32), i32(8), f32(0.03), f32(5), f32(0.2), f32(0.6), f32(0.5))),
    ("finpar/OptionPricing", "main", Edited("OptionPricing-data/small.in", ("8388608", "2000"))),
    ("jgf/crypt/crypt", "main", lambda g: g.ints("u16", (52,), 0, 65535) + g.ints("u16", (52,), 0, 65535) + g.ints("u8", (SMALL * 8 // 8,), 0, 255)),
    ("jgf/crypt/keys", "main", File("crypt-data/userkey0.txt")),
    ("jgf/series/series", "main", numbers(i64(100))),
    ("micro/intra", "scan_reduce", lambda g: g.floats("f32", (SMALL, 6))),
    ("micro/mmm/lud-internal", "main", lambda g: g.floats("f32", (8, 16, 16)) + g.floats("f32", (8, 16, 16)) + g.floats("f32", (8, 8, 16, 16))),
    ("micro/mmm/mmm-batch", "main", lambda g: g.floats("f32", (4, 8, 16, 16)) + g.floats("f32", (4, 8, 16, 16))),
    ("micro/mmm/mmm", "main", lambda g: g.floats("f32", (100, 120)) + g.floats("f32", (120, 80))),
    ("micro/mmm/sgemm", "main", lambda g: f32(2) + f32(3) + g.floats("f32", (100, 120)) + g.floats("f32", (120, 80)) + g.floats("f32", (100, 80))),
    ("micro/reduce-segmented", "sum_iota_i32", numbers(i32(100), i32(1000))),
    *[("micro/reduce-segmented", f"sum_{t}", few(t, 100, 1000)) for t in ("i8", "i16", "i32", "i64")],
    ("micro/reduce-segmented", "prod_mat4_i32", lambda g: i32(100) + i32(100) + b"".join(g.ints("i32", (SMALL,), -100, 100) for _ in range(4))),
    *[("micro/reduce", f"{what}_{t}", numbers(i32(N))) for what in ("sum_iota",) for t in ("i8", "i32", "f32", "f64")],
    *[("micro/reduce", f"{what}_{t}", wholes(1)) for what in ("sum", "sum_scaled", "lss") for t in ("i8", "i32", "f32", "f64")],
    *[("micro/reduce", f"prod_mat4_{t}", (lambda g: b"".join(g.ints("i32", (SMALL,), -1, 1) for _ in range(4))) if t[0] == "i" else
       (lambda g: b"".join(g.ints("i32", (50,), -1, 1) for _ in range(4)))) for t in ("i8", "i32", "f32", "f64")],
    *[("micro/reduce", f"lss_iota_{t}", numbers(i32(SMALL))) for t in ("i8", "i32", "f32", "f64")],
    *[("micro/reduce", f"prod_iota_mat4_{t}", numbers(i32(SMALL if t[0] == "i" else 20))) for t in ("i8", "i32", "f32", "f64")],
    ("micro/reduce_by_index-segmented", "sum_i32", lambda g: i32(100) + g.ints("i32", (32, 1000), 0, 2**31 - 1) + g.ints("i32", (32, 1000), -100, 100)),
    ("micro/reduce_by_index", "sum_i32", binned("i32")),
    ("micro/reduce_by_index", "sum_f32", binned("f32")),
    ("micro/reduce_by_index", "sum_i32_f32", binned("i32", "f32")),
    ("micro/reduce_by_index", "absmax_i32", lambda g: i32(1000) + g.ints("i32", (N,), 0, 2**31 - 1) + g.given("i32", g.shuffled(range(N)))),
    ("micro/reduce_by_index", "sum_vec_i32", lambda g: i32(100) + g.ints("i32", (1000,), 0, 2**31 - 1) + g.ints("i32", (SMALL,), -100, 100)),
    ("micro/reduce_by_index", "argmax_i32", binned("i32")),
    ("micro/reduce_by_index", "sum_f16", lambda g: i32(1000) + g.ints("i32", (1000,), 0, 2**31 - 1) + g.floats("f16", (1000,))),
    ("micro/reduce_by_index", "sum_i8", binned("i8")),
    ("micro/scan-segmented", "sum_iota_i32", numbers(i32(100), i32(1000))),
    ("micro/scan-segmented", "sum_i32", lambda g: g.ints("i32", (100, 1000), -100, 100)),
    *[("micro/scan-weird", f"scan_{what}", lambda g: i64(1000) + i64(10) + g.ints("i32", (SMALL,), -100, 100)) for what in ("vector", "arr", "fanin")],
    *[("micro/scan", f"sum_iota_{t}", numbers(i32(N))) for t in ("i8", "i32", "f32", "f64")],
    *[("micro/scan", f"{what}_{t}", wholes(1)) for what in ("sum", "sum_scaled", "lss") for t in ("i8", "i32", "f32", "f64")],
    ("micro/scan", "sum_i64", wholes(1)),
    *[("micro/scan", f"prod_mat4_{t}", (lambda g: b"".join(g.ints("i32", (SMALL,), -1, 1) for _ in range(4))) if t[0] == "i" else
       (lambda g: b"".join(g.ints("i32", (50,), -1, 1) for _ in range(4)))) for t in ("i8", "i32", "f32", "f64")],
    *[("micro/scan", f"lss_iota_{t}", numbers(i32(SMALL))) for t in ("i8", "i32", "f32", "f64")],
    *[("micro/scan", f"prod_iota_mat4_{t}", numbers(i32(SMALL if t[0] == "i" else 20))) for t in ("i8", "i32", "f32", "f64")],
    *[("micro/transpose", f"transpose_{t}", few(t, 200, 500)) for t in ("i8", "i32", "i64")],
    *[("micro/transpose", f"map_transpose_{t}", few3(t, 10, 100, 100)) for t in ("i8", "i32", "i64")],
    ("misc/bfast/bfast", "main", images_of_time(0.3, False)),
    ("misc/bfast/bfast-cloudy", "main", images_of_time(0.3, True)),
    ("misc/bfast/perf-calculator", "main", lambda g: i32(1) + i32(3) + i32(60) + f32(12) + f32(0.25) + f32(1.74) + g.given("i32", range(120)) + g.floats("f32", (50, 120))),
    ("misc/heston/heston32", "main", quotes),
    ("misc/heston/heston64", "main", quotes),
    ("misc/knn-by-kdtree/buildKDtree", "main", lambda g: i32(16) + g.floats("f32", (2048, 3))),
    ("misc/knn-by-kdtree/driver-knn", "main", Made("misc/knn-by-kdtree/driver-knn", "mk_input", i32(16) + i64(2048) + i64(640) + i64(3))),
    ("misc/life/life", "main", lambda g: g.ints("i32", (20, 20), 0, 1) + i32(1) + i64(4)),
    *[("misc/life/life", f"{rule}_init", lambda g: g.ints("bool", (40, 40), 0, 1)) for rule in ("conway", "quad", "quad2", "rule101")],
    ("misc/life/life", "conway_steps", lambda g: i32(10) + g.ints("bool", (40, 40), 0, 1)),
    ("misc/ocean-sim/tke", "main", File("data/tke32-small.in")),
    *[("misc/ocean-sim/tridiag-test", f"tridagNested{which}", File("data/tridiag32-small.in")) for which in ("", "Const", "Seq", "SeqConst")],
    ("misc/poseidon/poseidon-bench", "arity8", lambda g: g.ints("u64", (32 * 20,), 0, 2**62)),
    ("misc/poseidon/poseidon-bench", "arity11", lambda g: g.ints("u64", (44 * 20,), 0, 2**62)),
    ("misc/poseidon/poseidon", "simple8", "`futhark c` does not come to an end in ten minutes"),
    ("parboil/histo/histo", "main", lambda g: i32(64) + i32(32) + g.ints("i32", (100, 100), 0, 2047)),
    ("parboil/lbm/lbm", "main", "its input has 44 million cells, whatever the benchmark"),
    ("parboil/mri-q/mri-q", "main", lambda g: b"".join(g.floats("f32", (200,), -1, 1) for _ in range(3)) + b"".join(g.floats("f32", (1000,), -1, 1) for _ in range(3)) + b"".join(g.floats("f32", (200,), -1, 1) for _ in range(2))),
    ("parboil/sgemm/sgemm", "main", lambda g: g.floats("f32", (64, 48)) + g.floats("f32", (48, 80)) + g.floats("f32", (64, 80)) + f32(0.5) + f32(0.25)),
    ("parboil/stencil/stencil", "main", lambda g: i32(5) + i32(16) + g.floats("f32", (24, 32))),
    ("parboil/tpacf/tpacf", "main", lambda g: g.floats("f64", (100,), 0, 6.28) + g.floats("f64", (100,), -1.5, 1.5) + g.floats("f64", (4, 100), 0, 6.28) + g.floats("f64", (4, 100), -1.5, 1.5)),
    ("pbbs/breadthFirstSearch/breadthFirstSearch", "main", graph_starts(1000, 4)),
    *[(f"pbbs/comparisonSort/{name}_sort", entry, (lambda g: g.floats("f64", (2000,))) if entry == "sort_f64" else (lambda g: g.floats("f64", (2000, 2))))
      for name in ("merge", "quick") for entry in ("sort_f64", "sort_f64_pair")],
    ("pbbs/convexHull/convexhull", "main", lambda g: g.given("f64", in_circle(g, 1000), (1000, 2))),
    ("pbbs/histogram/histogram", "main", lambda g: i64(256) + g.ints("i32", (N,), 0, 255)),
    ("pbbs/integerSort/radix_sort", "sort_i32", lambda g: i32(27) + g.ints("i32", (SMALL,), 0, 2**27 - 1)),
    ("pbbs/integerSort/radix_sort", "sort_i32_pair", lambda g: i32(27) + g.ints("i32", (SMALL, 2), 0, 2**27 - 1)),
    ("pbbs/maximalIndependentSet/maximalIndependentSet", "main", graph_starts(1000, 4)),
    ("pbbs/maximalMatching/maximalMatching", "main", graph_edges(1000, 4, False)),
    ("pbbs/minSpanningForest/minSpanningForest", "main", graph_edges(1000, 4, True)),
    ("pbbs/rangeQuery2d/naive", "main", lambda g: g.given("f64", in_circle(g, 900), (900, 2))),
    ("pbbs/rangeQuery2d/range", "main", lambda g: g.given("f64", in_circle(g, 900), (900, 2))),
    ("pbbs/ray/ray", "main", scene),
    ("pbbs/removeDuplicates/removeDuplicates", "hash_dedup_int", lambda g: g.ints("i32", (2000,), 0, 1500)),
    ("pbbs/removeDuplicates/removeDuplicates", "sort_dedup_int", lambda g: g.ints("i32", (2000,), 0, 1500)),
    ("rodinia/backprop/backprop", "main", File("data/small.in")),
    *[(f"rodinia/bfs/bfs_{which}", "main", File("data/4096nodes.in")) for which in ("asympt_ok_but_slow", "filt_padded_fused", "heuristic", "iter_work_ok", "sequential")],
    ("rodinia/cfd/cfd", "main", fluid_cells),
    ("rodinia/hotspot/hotspot", "main", lambda g: i32(20) + g.floats("f32", (64, 64), 320, 340) + g.floats("f32", (64, 64), 0, 0.01)),
    ("rodinia/hotspot/hotspot", "compute_tran_temp", lambda g: i32(20) + g.floats("f32", (64, 64), 320, 340) + g.floats("f32", (64, 64), 0, 0.01)),
    ("rodinia/hotspot/hotspot", "ambient_temps", numbers(i64(100), i64(100))),
    ("rodinia/hotspot/hotspot", "render_frame", lambda g: g.floats("f32", (64, 64), 320, 400)),
    ("rodinia/kmeans/kmeans", "main", lambda g: i32(0) + i32(5) + i32(20) + g.floats("f32", (500, 8), -10, 10)),
    ("rodinia/lavaMD/lavaMD-input", "main", numbers(i64(3), i64(20), i64(27))),
    ("rodinia/lavaMD/lavaMD", "main", lavas(3, 20)),
    ("rodinia/lud/lud-input", "main", numbers(i64(100))),
    ("rodinia/lud/lud", "main", File("data/64.in")),
    ("rodinia/myocyte/myocyte", "main", File("data/small.in")),
    ("rodinia/nn/nn", "main", lambda g: i32(10) + f32(30) + f32(90) + g.floats("f32", (SMALL,), 7, 70) + g.floats("f32", (SMALL,), -180, 180)),
    ("rodinia/nw/nw", "main", lambda g: i32(10) + g.given("i32", [(-10 * (i + j) if i == 0 or j == 0 else 0) for i in range(129) for j in range(129)], (129, 129)) + g.ints("i32", (129, 129), -4, 11)),
    ("rodinia/particlefilter/particlefilter", "main", film),
    ("rodinia/pathfinder/pathfinder", "main", numbers(i64(1000), i64(50))),
    ("rodinia/srad/srad", "main", lambda g: g.ints("u8", (40, 50), 1, 255)),
    ("rodinia/srad/srad", "srad", lambda g: i32(10) + f32(0.5) + g.ints("u8", (40, 50), 1, 255)),
    ("rsbench/rsbench", "main", resonances),
    ("rsbench/rsbench", "diff", resonances),
    ("xsbench/xsbench", "main", cross_sections),
    ("xsbench/xsbench", "diff", cross_sections),
]


# Running.

class Ran:
    """How a process ended."""

    def __init__(self, code, out, err, processor, peak):
        self.code, self.out, self.err, self.processor, self.peak = code, out, err, processor, peak

    def first_line(self):
        lines = [line for line in self.err.decode(errors="replace").splitlines() if line.strip()]
        return lines[0][:300] if lines else f"ends with {self.code}"


def run(command, given=None, timeout=120.0, environment=None):
    """Runs a command on a file; its processor time is in seconds and its peak memory in MiB.  The code of what ran too long is None."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, open(given or os.devnull, "rb") as stdin:
        child = subprocess.Popen([str(c) for c in command], stdin=stdin, stdout=out, stderr=err, start_new_session=True,
                                 env=environment and dict(os.environ, **environment))
        end, pause, late = time.monotonic() + timeout, 0.002, False
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > end and not late:
                # With the compiler that it may have started.
                os.killpg(child.pid, signal.SIGKILL)
                late = True
            time.sleep(pause)
            pause = min(0.05, pause * 1.3)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Ran(None if late else child.returncode, out.read(), err.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def close(left, right):
    """Why two lists of values differ, or None; and whether they are the same bit for bit."""
    if len(left) != len(right):
        return f"{len(left)} values and {len(right)}", False
    exact = True
    for number, ((kind, shape, xs), (other, form, ys)) in enumerate(zip(left, right)):
        if (kind, shape) != (other, form):
            return f"value {number}: {list(shape)}{kind} and {list(form)}{other}", False
        if xs == ys:
            continue
        if kind[0] != "f":
            at = next(i for i, (x, y) in enumerate(zip(xs, ys)) if x != y)
            return f"value {number}[{at}]: {xs[at]} and {ys[at]}", False
        finite = [abs(y) for y in ys if math.isfinite(y)]
        allowed = max(TOLERANCE, TOLERANCE * max(finite, default=0.0))
        for at, (x, y) in enumerate(zip(xs, ys)):
            if x == y or (math.isnan(x) and math.isnan(y)):
                continue
            exact = False
            if not abs(x - y) <= allowed:
                return f"value {number}[{at}]: {x} and {y}", False
    return None, exact


class Bench:
    def __init__(self, options):
        self.options = options
        self.checkout = pathlib.Path(options.checkout).resolve()
        self.work = pathlib.Path(options.work or tempfile.mkdtemp()).resolve()
        self.work.mkdir(parents=True, exist_ok=True)
        self.built = {}

    def executable(self, program, backend):
        """What `futhark c` or `futhark multicore` makes of a program, or why there is none."""
        key = (program, backend)
        if key not in self.built:
            path = self.work / f"{program.replace('/', '.')}.{backend}"
            refused = None
            if not path.exists():
                flags = {"CFLAGS": FLAGS}
                ran = run([self.options.futhark, backend, "-w", "-o", path, self.checkout / f"{program}.fut"], timeout=600, environment=flags)
                refused = ran.first_line() if ran.code != 0 else None
            self.built[key] = (path, refused)
        return self.built[key]

    def given(self, program, entry, make):
        """The file with the input of a case, or why there is none."""
        if isinstance(make, File):
            return (self.checkout / program).parent / make.name, None
        path = self.work / f"{program.replace('/', '.')}.{entry}.in"
        if path.exists():
            return path, None
        if isinstance(make, Edited):
            text = ((self.checkout / program).parent / make.name).read_text()
            for old, new in make.changes:
                assert old in text, old
                text = text.replace(old, new, 1)
            path.write_text(text)
        elif isinstance(make, Made):
            arguments = self.work / f"{program.replace('/', '.')}.{entry}.arguments"
            arguments.write_bytes(make.arguments)
            ran = run([self.options.ref_run, self.checkout / f"{make.program}.fut", "--entry", make.entry, "--binary"], arguments, 60)
            if ran.code != 0:
                return None, ran.first_line()
            path.write_bytes(make.before + ran.out + make.after)
        else:
            path.write_bytes(make(Make(f"{program} {entry}")))
        return path, None

    def case(self, program, entry, make):
        """Everything that is asked of a case."""
        found = {"program": program, "entry": entry}
        if isinstance(make, str):
            found["elder"] = f"not run: {make}"
            return found
        path, refused = self.given(program, entry, make)
        if refused:
            found["elder"] = f"no input: {refused}"
            return found
        if self.options.what != "times":
            self.values(found, path)
        if self.options.what != "values":
            self.times(found, path)
        return found

    def elder(self, found, *more):
        text = self.checkout / f"{found['program']}.fut"
        return [self.options.elder, "run", text, "--entry", found["entry"], "--device", self.options.device, "--binary", *more]

    def values(self, found, path):
        """What each way gives, and which of them agree."""
        program, entry, limit = found["program"], found["entry"], self.options.timeout
        values = {}

        def gives(name, command):
            ran = run(command, path, limit)
            if ran.code != 0:
                found[name] = "time limit" if ran.code is None else ran.first_line()
                return
            given = decoded(ran.out)
            if given is None:
                found[name] = "results without a binary format"
            else:
                values[name] = given

        gives("elder", self.elder(found))
        for backend in ("c", "multicore") if self.options.futhark else ():
            binary, refused = self.executable(program, backend)
            if refused:
                found[backend] = refused
            else:
                gives(backend, [binary, "-e", entry, "-b"])
        gives("ref-run", [self.options.ref_run, self.checkout / f"{program}.fut", "--entry", entry, "--binary"])
        found["agrees"], found["exact"] = {}, {}
        names = list(values)
        for i, left in enumerate(names):
            for right in names[i + 1:]:
                why, exact = close(values[left], values[right])
                found["agrees"][f"{left}={right}"] = why
                found["exact"][f"{left}={right}"] = exact
        others = [found["agrees"].get(f"elder={name}", "absent") for name in ("c", "ref-run")]
        found["validated"] = None in others and all(why in (None, "absent") for why in others)

    def times(self, found, path):
        """From text to kernels, and of runs, in turns."""
        program, entry, options = found["program"], found["entry"], self.options
        text = self.checkout / f"{program}.fut"
        compiled = [run([options.elder, "dev", text, "--entry", entry, "--target", "c", "--pass", "kernels"], timeout=300) for _ in range(3)]
        if any(ran.code != 0 for ran in compiled):
            return
        found["compile_ms"] = 1000 * min(ran.processor for ran in compiled)
        found["compile_mib"] = max(ran.peak for ran in compiled)
        times = {}
        for _ in range(options.rounds):
            for name, threads in (("one", {"OMP_NUM_THREADS": "1"}), ("all", {"OMP_WAIT_POLICY": "passive"})):
                for _ in range(options.runs):
                    ran = run(self.elder(found, "--profile"), path, options.timeout, threads)
                    if ran.code != 0:
                        found["times"] = "time limit" if ran.code is None else ran.first_line()
                        break
                    device = re.search(rb"^device: ([0-9.]+) ms$", ran.err, re.MULTILINE)
                    times.setdefault(name, []).append(float(device[1]) / 1000)
            for backend in ("c", "multicore") if options.futhark else ():
                binary, refused = self.executable(program, backend)
                if not refused:
                    log = self.work / f"times.{os.getpid()}"
                    log.write_text("")
                    run([binary, "-e", entry, "-b", "-r", options.runs, "-t", log], path, options.timeout)
                    times.setdefault(backend, []).extend(int(t) / 1e6 for t in log.read_text().split())
        found["seconds"] = {name: min(each) for name, each in times.items() if each}


def cell(seconds):
    return "" if seconds is None else f"{seconds * 1000:.2f}"


def table(results):
    print("| program | entry | validated | text to kernels, ms | peak, MiB | ours, 1 thread | ours | futhark c | futhark multicore |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for found in results:
        agrees, of = found.get("agrees", {}), found.get("seconds", {}).get
        by = [shown for name, shown in (("c", "futhark c"), ("ref-run", "ref-run")) if agrees.get(f"elder={name}", "absent") is None]
        validated = ("yes" if len(by) == 2 else f"by {by[0]}") if found.get("validated") else "no"
        compiled = [f"{found[key]:.0f}" if key in found else "" for key in ("compile_ms", "compile_mib")]
        cells = [found["program"], found["entry"], validated, *compiled] + [cell(of(name)) for name in ("one", "all", "c", "multicore")]
        print(f"| {' | '.join(cells)} |")


def summary(results):
    programs = {}
    for found in results:
        programs.setdefault(found["program"], []).append(found.get("validated", False))
    whole = [p for p, all_of in programs.items() if all(all_of)]
    print(f"\n{sum(f.get('validated', False) for f in results)} of {len(results)} entry points validated; "
          f"{len(whole)} of {len(programs)} programs with all of theirs, {sum(map(any, programs.values()))} with one or more.")
    times = sorted((f["compile_ms"], f["program"], f["entry"]) for f in results if "compile_ms" in f)
    if times:
        peaks = sorted((f["compile_mib"], f["program"]) for f in results if "compile_ms" in f)
        print(f"Text to kernels: median {statistics.median(t[0] for t in times):.0f} ms, largest {times[-1][0]:.0f} ms ({times[-1][1]}, {times[-1][2]}); "
              f"peak memory: median {statistics.median(p[0] for p in peaks):.0f} MiB, largest {peaks[-1][0]:.0f} MiB ({peaks[-1][1]}).")
    for ours, other in (("one", "c"), ("all", "multicore")):
        pairs = [(f["seconds"][ours], f["seconds"][other]) for f in results if f.get("validated") and {ours, other} <= f.get("seconds", {}).keys()]
        ratios = [mine / theirs for mine, theirs in pairs if min(mine, theirs) >= SHORT]
        if ratios:
            print(f"Ours on {'one thread' if ours == 'one' else 'all'} over futhark {other}: geometric mean "
                  f"{math.exp(statistics.mean(map(math.log, ratios))):.2f}, median {statistics.median(ratios):.2f}, of {len(ratios)} that take 20 microseconds or more.")
    causes = [f for f in results if not f.get("validated")]
    if causes:
        print("\nNot validated:\n")
        for f in causes:
            why = f.get("elder") or "; ".join(f"{k}: {v}" for k, v in f["agrees"].items() if v and k.startswith("elder"))
            print(f"- {f['program']} {f['entry']}: {why}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkout")
    parser.add_argument("--elder", required=True)
    parser.add_argument("--ref-run", required=True)
    parser.add_argument("--futhark", help="the compiler that is measured against [default: none]")
    parser.add_argument("--device", default="c", help="where Elder runs: `c`, or a part of a device's name [default: c]")
    parser.add_argument("--jobs", type=int, default=1, help="cases that run at once; their times are worth nothing")
    parser.add_argument("--work", help="where inputs and executables of Futhark are kept [default: a new folder]")
    parser.add_argument("--only", nargs="*", default=[], help="cases whose program and entry contain one of these")
    parser.add_argument("--skip", nargs="*", default=[], help="cases whose program and entry contain one of these are left out")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--what", choices=["values", "times", "all"], default="all")
    parser.add_argument("--table", nargs="*", default=[], help="run nothing: the table of what is in these files, which `--json` has written")
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.jobs > 1 and (options.futhark or options.what != "values"):
        parser.error("`--jobs` is for `--what values` without `--futhark`")
    results = told(options.table) if options.table else all_cases(options)
    if options.what != "values":
        table(results)
    summary(results)


def told(files):
    """What files say of cases, together."""
    of = {}
    for file in files:
        for found in json.loads(pathlib.Path(file).read_text()):
            of.setdefault((found["program"], found["entry"]), {}).update(found)
    return [of[program, entry] for program, entry, _ in CASES if (program, entry) in of]


def all_cases(options):
    """Runs what is asked for."""
    bench = Bench(options)
    cases = [case for case in CASES
             if (not options.only or any(text in " ".join(case[:2]) for text in options.only))
             and not any(text in " ".join(case[:2]) for text in options.skip)]
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(lambda case: bench.case(*case), cases):
            results.append(found)
            validated = found.get("validated", options.what == "times")
            said = found.get("seconds", "") if validated else found.get("elder") or found.get("agrees", {})
            print(f"{found['program']} {found['entry']}: {'yes' if validated else 'no'} {said}", file=sys.stderr, flush=True)
            if options.json:
                pathlib.Path(options.json).write_text(json.dumps(results, indent=1))
    return results


if __name__ == "__main__":
    main()
