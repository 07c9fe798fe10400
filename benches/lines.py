#!/usr/bin/env python3
"""Lines of Rust by room, and the circles of imports within rooms.

usage: benches/lines.py [REVISION]          lines of the working tree, or of a revision beside it
       benches/lines.py --circles           files of a crate that import each other

A line counts if it stands in a `.rs` file outside of `tests/` folders, `tests.rs` and `fuzz/`, and outside of a module under
`#[cfg(test)]`.  Doc comments (`///`, `//!`) are counted within and shown apart.
"""
import re
import subprocess
import sys
from collections import defaultdict

ROOMS = [
    "src/languages/futhark", "src/languages/dex", "src/languages/core", "src/languages/dpia", "src/languages/fcl", "src/languages/kernel",
    "src/passes/futhark", "src/passes/dex", "src/passes/core", "src/passes/dpia", "src/passes/fcl", "src/passes",
    "src/generate", "src/reduce", "src/driver", "src/engine", "src/compile", "src/host", "src/opencl", "src/sizes", "src/syntax",
    "semantics/futhark", "semantics/dex", "semantics/core", "semantics/dpia", "semantics/fcl", "semantics/kernel", "semantics", "spec",
]


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def files(revision):
    if revision is None:
        names = git("ls-files", "--cached", "--others", "--exclude-standard", "*.rs").split()
    else:
        names = [name for name in git("ls-tree", "-r", "--name-only", revision).split() if name.endswith(".rs")]
    for name in names:
        parts = name.split("/")
        if "tests" in parts[:-1] or "fuzz" == parts[0] or parts[-1] == "tests.rs":
            continue
        if revision is None:
            try:
                text = open(name, encoding="utf-8").read()
            except FileNotFoundError:
                continue
        else:
            text = git("show", f"{revision}:{name}")
        yield name, text


def without_tests(text):
    """The lines of a file outside of inline modules under `#[cfg(test)]`."""
    kept, skipping, waiting = [], None, None
    for line in text.splitlines():
        if skipping is not None:
            if line == skipping:
                skipping = None
            continue
        if line.strip() == "#[cfg(test)]":
            waiting = line
            continue
        if waiting is not None:
            inline = re.match(r"(\s*)(pub(\(.*\))? )?mod \w+ \{$", line)
            kept_before, waiting = waiting, None
            if inline:
                skipping = inline.group(1) + "}"
                continue
            kept.append(kept_before)
        kept.append(line)
    return kept


def room(name):
    return max((r for r in ROOMS if name.startswith(r + "/")), key=len, default="other")


def count(revision):
    lines, docs, number = defaultdict(int), defaultdict(int), defaultdict(int)
    for name, text in files(revision):
        kept = without_tests(text)
        lines[room(name)] += len(kept)
        docs[room(name)] += sum(line.lstrip().startswith(("///", "//!")) for line in kept)
        number[room(name)] += 1
    return lines, docs, number


def table(revision):
    now = count(None)
    then = count(revision) if revision else None
    print("| room | files | lines | of doc comments |" + (f" lines at {revision} | of doc comments |" if then else ""))
    print("| --- | --- | --- | --- |" + (" --- | --- |" if then else ""))
    for name in [*ROOMS, "other"]:
        if now[0][name] or then and then[0][name]:
            row = f"| `{name}` | {now[2][name]} | {now[0][name]:,} | {now[1][name]:,} |"
            print(row + (f" {then[0][name]:,} | {then[1][name]:,} |" if then else ""))
    total, doc = sum(now[0].values()), sum(now[1].values())
    row = f"| all | {sum(now[2].values())} | {total:,} | {doc:,} ({doc / total:.1%}) |"
    if then:
        total, doc = sum(then[0].values()), sum(then[1].values())
        row += f" {total:,} | {doc:,} ({doc / total:.1%}) |"
    print(row)


if __name__ == "__main__":
    table(sys.argv[1] if len(sys.argv) > 1 else None)
