#!/usr/bin/env python3
"""How long Futhark takes from text to kernels of C, and how nests grow with their depth.

    benches/compile_times.py ELDER [FOLDER] [--depths N ...] [--repeats N] [--leave-out NAME ...] [--every N]

The time is that of the process `elder dev --target c` on the processor (the least of several runs), less an empty program's.  Of FOLDER: the median, what nine
programs of ten stay below and the slowest ten, of those with an entry point `main` that have kernels; what Elder refuses is counted.  Nests: `perfect` has maps alone above a reduction,
`imperfect` a reduction of its own and a statement on each level.  Columns `kernels`
and `plan` are lines of text. They are linear if time and lines for a level stay the same."""

import argparse
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile


def perfect(depth):
    body = "f32.sum x" + str(depth - 1)
    for level in range(depth - 2, -1, -1):
        body = f"map (\\x{level + 1} -> {body}) x{level}"
    return program(depth, body)


def imperfect(depth):
    body = "f32.sum x" + str(depth - 1)
    for level in range(depth - 2, -1, -1):
        body = f"let n{level} = f32.i64 (length x{level}) * c in map (\\x{level + 1} -> let s{level + 1} = {body} in {combined(depth, level)}) x{level}"
    return program(depth, body)


def combined(depth, level):
    """What a level makes of the rows below it: numbers are added up, so each level has numbers alone."""
    return f"s{level + 1} + n{level}" if level == depth - 2 else f"f32.sum s{level + 1} + n{level}"


def program(depth, body):
    sizes = "".join(f"[d{k}]" for k in range(depth))
    binders = " ".join(f"[d{k}]" for k in range(depth))
    return f"entry main {binders} (x0: {sizes}f32) (c: f32) = {body}\n"


def compiled(elder, path, repeats, shown="kernels"):
    """Seconds of the processor, and lines of what is printed; nothing if it is refused."""
    taken = []
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run([elder, "dev", "--target", "c", "--pass", shown, str(path)], capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            return None
        taken.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(taken), len(done.stdout.splitlines())


def written(elder, text, repeats, shown="kernels"):
    with tempfile.NamedTemporaryFile("w", suffix=".fut") as file:
        file.write(text)
        file.flush()
        return compiled(elder, file.name, repeats, shown)


def folder(options, empty):
    paths = [p for p in sorted(options.folder.rglob("*.fut")) if not set(p.parts) & set(options.leave_out)]
    paths = [p for p in paths if re.search(r"^(def|let|entry) main\b", p.read_text(errors="replace"), re.M)][:: options.every]
    times = [(made[0] - empty, path) for path in paths if (made := compiled(options.elder, path, options.repeats))]
    times.sort()
    if not times:
        return
    figures = [1e3 * time for time, _ in times]
    print(f"{len(times)} programs, {len(paths) - len(times)} refused; ms: median {statistics.median(figures):.1f}, 90% {figures[int(0.9 * (len(figures) - 1))]:.1f}")
    for time, path in times[:-11:-1]:
        print(f"{1e3 * time:10.1f} {path.relative_to(options.folder)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("elder")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--depths", type=int, nargs="*", default=list(range(2, 13)))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--leave-out", nargs="*", default=["ad"], help="folders")
    parser.add_argument("--every", type=int, default=1, help="each N-th program of the folder alone")
    options = parser.parse_args()
    made = written(options.elder, "entry main (x: i32) = x\n", 5)
    if not made:
        parser.error("the empty program fails")
    empty = made[0]
    print(f"an empty program: {1e3 * empty:.1f} ms", flush=True)
    print(f"{'nest':10} {'depth':>5} {'kernels':>8} {'plan':>6} {'ms':>9} {'lines a level':>14} {'ms a level':>11}")
    for family in (perfect, imperfect):
        for depth in options.depths:
            found = written(options.elder, family(depth), options.repeats)
            plan = written(options.elder, family(depth), 1, "plan")
            if not found or not plan:
                print(f"{family.__name__:10} {depth:5} fails", flush=True)
                continue
            ms = 1e3 * (found[0] - empty)
            lines = found[1] + plan[1]
            print(f"{family.__name__:10} {depth:5} {found[1]:8} {plan[1]:6} {ms:9.1f} {lines / depth:14.1f} {ms / depth:11.1f}", flush=True)
    if options.folder:
        folder(options, empty)


main()
