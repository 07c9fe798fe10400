#!/usr/bin/env python3
"""How long Core takes to be simplified: generated programs of 100 to 100,000 statements.

    benches/core.py [ELDER] [STATEMENTS ...]

For each length: seconds of processor time to read and check the program, seconds for that and for `inline` and `simplify` (with the
checker after each arrow in builds with assertions), and microseconds of the difference for a statement.  It is linear if the last column
stays the same.
"""

import random
import resource
import subprocess
import sys
import tempfile


def program(count, seed):
    """A program of so many statements: chains of arithmetic with repetitions, constants, dead ends, loops and maps."""
    rng = random.Random(seed)
    lines = ["entry main [n] (xs: [n]i32) (k: i32): i32 =", "  let x0: i32 = k + 0i32"]
    number = 0
    while len(lines) <= count:
        number += 1
        a, b = (f"x{rng.randrange(max(0, number - 50), number)}" for _ in range(2))
        form = rng.randrange(10)
        if form < 6:
            op = rng.choice(["+", "-", "*", "&", "|", "^"])
            other = rng.choice([b, "0i32", "1i32", "3i32"])
            lines.append(f"  let x{number}: i32 = {a} {op} {other}")
        elif form < 8:
            lines += [
                f"  let x{number}: i32 = loop (y: i32 = {a}) for i: i64 < {rng.choice(['n', '1i64', '0i64'])} do",
                f"      let w{number}: i32 = {b} * 5i32",
                f"      let v{number}: i32 = w{number} + y",
                f"      in v{number}",
            ]
        else:
            lines += [
                f"  let ys{number}: [n]i32 = map n (\\(y: i32): i32 -> let z: i32 = y + {a} let u: i32 = {b} * 2i32 let t: i32 = z + u in t) xs",
                f"  let x{number}: i32 = reduce n (\\(p: i32) (q: i32): i32 -> let r: i32 = p + q in r) (0i32) ys{number}",
            ]
    return "\n".join(lines + [f"  in x{number}", ""])


def seconds(elder, *arguments):
    """What a command takes of the processor, other processes of the machine apart."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([elder, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    elder = sys.argv[1] if len(sys.argv) > 1 else "target/release/elder"
    counts = [int(count) for count in sys.argv[2:]] or [100, 1_000, 10_000, 100_000]
    print("statements  read, check  simplified  us a statement")
    for count in counts:
        with tempfile.NamedTemporaryFile("w", suffix=".core") as file:
            file.write(program(count, count))
            file.flush()
            before = seconds(elder, "check", file.name)
            after = seconds(elder, "dev", file.name, "--pass", "simplify")
        print(f"{count:10}  {before:11.3f}  {after:10.3f}  {(after - before) / count * 1e6:14.1f}")


main()
