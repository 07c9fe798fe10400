#!/usr/bin/env python3
"""How long Futhark takes to become simplified Core: from the checked tree to what the last pass gives, without the checkers between.

    benches/pipeline.py ELDER [FOLDER] [--statements N ...] [--shapes] [--exclude-path TEXT ...]

For each entry point of the programs in the folder the sum of its passes: the median, the ninetieth of a hundred, and the slowest twenty with the
pass that takes longest.  For generated programs, by default of 100 to 100,000 statements: the milliseconds of each pass, and microseconds for
a statement; it is linear if the last column stays the same.  Programs that a pass refuses are counted.  With `--shapes` the same for programs
of one shape: one long function, many functions, many results, nests.
"""

import argparse
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

PASSES = ["monomorphise", "defunctionalise", "constructors", "core", "sizes", "inline", "simplify", "strength", "all"]
# What a function of a generated program has.
EACH = 50


def program(count, seed):
    """A program of so many statements, in functions of fifty: arithmetic, records, sums, loops, maps, updates and functions that are passed."""
    rng = random.Random(seed)
    lines = ["type choice = #none | #some i32", "def twice 'a (f: a -> a) (x: a) = f (f x)"]
    functions = max(1, count // EACH)
    for k in range(functions):
        lines.append(f"def f{k} [n] (xs: [n]i32) (x0: i32): i32 =")
        for i in range(1, EACH):
            a, b = (f"x{rng.randrange(max(0, i - 10), i)}" for _ in range(2))
            exp = rng.choice([
                f"{a} {rng.choice('+-*&|^')} {rng.choice([b, '1i32', '3i32'])}",
                f"{a} {rng.choice('+-*&|^')} {rng.choice([b, '0i32', '7i32'])}",
                f"let (p, q) = ({a}, {b}) in p * q + p",
                f"match (if {a} > {b} then #some {a} else #none : choice) case #some v -> v case #none -> {b}",
                f"loop y = {a} for i < n do y * 5 + {b} + i32.i64 i",
                f"i32.sum (map (\\y -> y + {a}) xs)",
                f"reduce (+) 0 (map2 (*) xs (map (+ {b}) xs))",
                f"twice (\\y -> y + {a}) {b}",
                f"let ys = copy xs with [0] = {a} in ys[0] + {b}",
            ])
            lines.append(f"  let x{i} = {exp}")
        lines.append(f"  in x{EACH - 1}")
    lines.append("entry main [n] (xs: [n]i32) (k: i32): i32 =")
    lines += [f"  let k = f{k} xs k" for k in range(functions)]
    return "\n".join(lines + ["  in k", ""])


def shapes():
    """Programs of one shape: what is counted, how many there are, and the text."""
    # The checker takes chains of at most 10,000.
    for count in (1_000, 3_000, 9_000):
        lets = "".join(f"  let x{i} = x{i - 1} * {i % 7 + 2} + x{i - 2}\n" for i in range(2, count))
        yield "statements of one function", count, f"entry main (x0: i32) (x1: i32): i32 =\n{lets}  in x{count - 1}\n"
    for count in (100, 1_000):
        defs = "".join(f"def f{k} (x: i32): i32 = x * {k + 2} + {k}\n" for k in range(count))
        uses = "".join(f"  let x = f{k} x\n" for k in range(count))
        yield "functions", count, f"{defs}entry main (x: i32): i32 =\n{uses}  in x\n"
        names = ", ".join(f"a{k}" for k in range(count))
        first = ", ".join(f"x + {k}" for k in range(count))
        body = ", ".join(f"a{(k + 1) % count} + 1" for k in range(count))
        yield "results of a loop", count, f"entry main (x: i32) =\n  loop ({names}) = ({first}) for i < 10 do ({body})\n"
    for count in (100, 200, 1_000):
        branches = "".join(f"if x == {k} then {k} else " for k in range(count))
        yield "conditionals within each other", count, f"entry main (x: i32): i32 = {branches}0\n"
    for count in (100, 200):
        loops = "".join(f"loop y{k + 1} = y{k} for i{k} < 1 do " for k in range(count))
        yield "loops within each other", count, f"entry main (y0: i32): i32 = {loops}y{count} + 1\n"
        maps = "map (\\x -> x + 1) (" * count
        yield "combinators one after the other", count, f"entry main (xs: []i32): []i32 = {maps}xs{')' * count}\n"


def times(elder, path, entry):
    """Milliseconds by pass; what went wrong, if a pass refuses."""
    command = [elder, "dev", str(path), "--entry", entry, "--pass", PASSES[-2], "--time"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return "it takes more than ten minutes"
    rows = [line.split() for line in done.stdout.splitlines()]
    return {name: float(time) for name, time in rows} if done.returncode == 0 else done.stderr.strip()


def entries(text):
    """The names of the entry points of a text that is no library."""
    return re.findall(r"^\s*entry\s+(?:\[\w+\]\s*)*(\w+)", text, re.M) or ["main"] * bool(re.search(r"^(def|let) main\b", text, re.M))


def folder(elder, path, excluded):
    """The table of a folder's programs."""
    found, refused = [], 0
    for file in sorted(path.rglob("*.fut")):
        text = file.read_text(errors="replace")
        if any(part in str(file) for part in excluded) or re.search(r"^-- error:", text, re.M):
            continue
        for entry in entries(text):
            taken = times(elder, file, entry)
            if isinstance(taken, str):
                refused += 1
            else:
                found.append((taken, f"{file.relative_to(path)} {entry}"))
    if not found:
        sys.exit(f"no program of {path} has an entry point that all passes take")
    found.sort(key=lambda row: row[0]["all"])
    all_of = [taken["all"] for taken, _ in found]
    print(f"{len(found)} entry points, {refused} that are no program or that a pass refuses")
    print(f"median {statistics.median(all_of):.2f} ms, of 90 in 100 below {all_of[len(all_of) * 9 // 10]:.2f} ms")
    print(f"{'all':>10}  slowest pass")
    for taken, name in reversed(found[-20:]):
        slowest = max(PASSES[:-1], key=taken.get)
        print(f"{taken['all']:10.1f}  {slowest} {taken[slowest]:.1f}: {name}")


def generated(elder, counts):
    """The table of generated programs."""
    row("statements", "", PASSES, "us a statement")
    for count in counts:
        measured(elder, count, "", program(count, count))


def row(count, of, columns, each):
    """A line of a table."""
    print(f"{count:>10} {of:32}", *(f"{column:>15}" for column in columns), f"{each:>15}")


def measured(elder, count, of, text):
    """The line of a program with so many parts."""
    with tempfile.NamedTemporaryFile("w", suffix=".fut") as file:
        file.write(text)
        file.flush()
        taken = times(elder, file.name, "main")
    if isinstance(taken, str):
        sys.exit(f"{count} {of}: {taken}")
    row(count, of, (f"{taken[name]:.1f}" for name in PASSES), f"{taken['all'] / count * 1e3:.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("elder")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--statements", type=int, nargs="*", default=[100, 1_000, 10_000, 100_000])
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--exclude-path", action="append", default=[])
    options = parser.parse_args()
    if options.folder:
        folder(options.elder, options.folder, options.exclude_path)
    generated(options.elder, options.statements)
    if options.shapes:
        for of, count, text in shapes():
            measured(options.elder, count, of, text)


main()
