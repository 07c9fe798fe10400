#!/usr/bin/env python3
"""How long DPIA takes from text to kernels, for both widths of indexes: generated entries of 100 to 10,000 statements.

    benches/lowering.py [ELDER] [--family NAME ...] [--sizes N ...] [--repeats N] [--most SECONDS]

For each family and size: milliseconds of processor time (the least of several runs, less an empty entry's), microseconds a statement, and how
many times as many as with 100 statements.  It is linear if the last column stays near 1.

    loops         sequential loops, each with its cell, in one item
    indexes       indexes that are tested, each found by the one before
    mix           what a body made of Core has: two thirds arithmetic, assignments and loops, a third tested indexes
    branches      sequential loops, each in a branch, with its cell
    lets          names of values, each within the one before
    assignments   assignments to a cell, one after the other
    launches      launches in one entry, each of which reads what the one before it wrote
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile

SIZES = [100, 200, 400, 1_000, 2_000, 4_000, 10_000]


def item(body, result):
    """An entry with one launch, in which each item executes the body."""
    return f"""def main(n: nat, m: nat, xs: n.i32, is: n.i32, ys: m.i32, out: acc[64.i32]) = launch((64), (64)) {{ parforGlobal i < 64 into out as o {{
{body}
  o := {result} }} }}
"""


def loops(count):
    """Each cell is the sum of what the cell before leads to."""
    lines = ["  newPrivate i32 v0 { v0.wr := is[asIndex(i32(i))];"]
    for k in range(1, count + 1):
        lines.append(f"  newPrivate i32 v{k} {{ v{k}.wr := v{k - 1}.rd;")
        lines.append(f"  for j < {k % 7 + 2} {{ v{k}.wr := v{k}.rd * 3 + i32(j) }};")
    return item("\n".join(lines), f"v{count}.rd" + " }" * (count + 1))


def indexes(count):
    """Each number is what stands at the one before."""
    lines = ["  let x0 = i32(i) in"]
    lines += [f"  let x{k} = {'xs' if k % 2 else 'is'}[asIndex(x{k - 1})] in" for k in range(1, count + 1)]
    return item("\n".join(lines), f"x{count}")


def mix(count):
    """Statements of a function in A-normal form, made to resemble bodies of Core: what reads a cell that is written later is kept in a cell, too."""
    rng = random.Random(count)
    lines, closing = ["  newPrivate 8.i32 t { for j < 8 { t.wr[j] := i32(j) };", "  let x0 = i32(i) in"], " }"
    values = ["x0"]
    for k in range(1, count + 1):
        a, b = (rng.choice(values[-20:]) for _ in range(2))
        form = rng.randrange(12)
        value = f"x{k}"
        if form < 4:
            lines.append(f"  let x{k} = {rng.choice(['xs', 'is', 'ys'])}[asIndex({a})] in")
        elif form < 8:
            lines.append(f"  let x{k} = {a} {rng.choice('+-*&|')} {b} in")
        elif form < 9:
            lines.append(f"  let x{k} = if {a} < {b} then {a} + 1 else {b} in")
        elif form < 10:
            lines.append(f"  newPrivate i32 c{k} {{ c{k}.wr := t.rd[{(k + 3) % 8}]; t.wr[{k % 8}] := {a};")
            value, closing = f"c{k}.rd", closing + " }"
        else:
            lines.append(f"  newPrivate i32 v{k} {{ v{k}.wr := {a}; for j < {k % 5 + 2} {{ v{k}.wr := v{k}.rd * 3 + {b} }};")
            value, closing = f"v{k}.rd", closing + " }"
        values.append(value)
    return item("\n".join(lines), values[-1] + closing)


def branches(count):
    """Loops that run under a condition."""
    lines = ["  newPrivate i32 s { s.wr := i32(i);"]
    for k in range(1, count + 1):
        lines.append(
            f"  if s.rd < {k} {{ newPrivate i32 v{k} {{ v{k}.wr := s.rd; for j < {k % 7 + 2} {{ v{k}.wr := v{k}.rd + i32(j) }}; s.wr := v{k}.rd }} }}"
            f" else {{ for j < 3 {{ s.wr := s.rd + {k} }} }};"
        )
    return item("\n".join(lines), "s.rd }")


def lets(count):
    """Each value is made of the two before."""
    lines = ["  let x0 = i32(i) in let x1 = 7 in"]
    lines += [f"  let x{k} = x{k - 1} * x{k - 2} + {k} in" for k in range(2, count + 1)]
    return item("\n".join(lines), f"x{count}")


def assignments(count):
    """A cell that is written again and again."""
    lines = ["  newPrivate i32 s { s.wr := i32(i);"]
    lines += [f"  s.wr := s.rd * {k % 5 + 2} + {k};" for k in range(1, count + 1)]
    return item("\n".join(lines), "s.rd }")


def launches(count):
    """Launches that hand on an array."""
    lines = [
        f"  newGlobal 64.i32 b{k} {{ launch((64), (64)) {{ parforGlobal i < 64 into b{k}.wr as o {{ o := {f'b{k - 1}.rd[i]' if k else 'xs[i]'} + {k} }} }};"
        for k in range(count)
    ]
    last = f"  launch((64), (64)) {{ parforGlobal i < 64 into out as o {{ o := b{count - 1}.rd[i] }} }}"
    return "\n".join(["def main(xs: 64.i32, out: acc[64.i32]) =", *lines, last + " }" * count, ""])


FAMILIES = {f.__name__: f for f in (loops, indexes, mix, branches, lets, assignments, launches)}


def seconds(elder, text, repeats):
    """What the command takes of the processor, the least of so many runs; what it says if it fails."""
    with tempfile.NamedTemporaryFile("w", suffix=".dpia") as file:
        file.write(text)
        file.flush()
        taken = []
        for _ in range(repeats):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([elder, "dev", file.name], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 0:
                return done.stderr
            taken.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        return min(taken)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("elder", nargs="?", default="target/release/elder")
    parser.add_argument("--family", nargs="*", choices=FAMILIES, default=list(FAMILIES))
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--most", type=float, default=30, help="a family ends at the size that takes so many seconds")
    parser.add_argument("--print", action="store_true", help="print the programs instead")
    options = parser.parse_args()
    if options.print:
        for name in options.family:
            for count in options.sizes:
                print(FAMILIES[name](count))
        return
    empty = seconds(options.elder, item("", "0"), 5)
    if isinstance(empty, str):
        sys.exit(empty)
    print(f"{'family':12} {'statements':>10} {'ms':>10} {'us a statement':>15} {'ratio':>7}")
    for name in options.family:
        first = None
        for count in options.sizes:
            taken = seconds(options.elder, FAMILIES[name](count), options.repeats)
            if isinstance(taken, str):
                print(f"{name:12} {count:10} fails: {taken.strip().splitlines()[0] if taken.strip() else 'without a word'}")
                continue
            own = (taken - empty) / count
            first = first or own
            print(f"{name:12} {count:10} {(taken - empty) * 1e3:10.1f} {own * 1e6:15.1f} {own / first:7.2f}", flush=True)
            if taken > options.most:
                break


main()
