#!/usr/bin/env python3
"""Lines of Rust by room, and files within rooms that import each other.

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
    "src/generate", "src/reduce", "src/driver", "src/engine", "src/compile", "src/host", "src/opencl", "src/sizes", "src/scalar", "src/syntax",
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


def modules():
    """The module of each file of each crate: (crate folder, path of the module) to file, and back."""
    crates = {name.rsplit("/", 1)[0]: None for name in git("ls-files", "*Cargo.toml").split() if "/" in name}
    at, of = {}, {}
    for name, text in files(None):
        crate = max((c for c in crates if name.startswith(c + "/")), key=len, default=None)
        if crate is None:
            continue
        inner = name[len(crate) + 1 : -len(".rs")].split("/")
        path = () if inner == ["lib"] else tuple(inner)
        at[crate, path] = name
        of[name] = (crate, path)
    return at, of


USE = re.compile(r"^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+((?:crate|super|self)\b[^;]*);", re.M | re.S)


def leaves(tree, before=()):
    """The paths of a `use` tree."""
    tree = tree.strip()
    depth, part, parts = 0, "", []
    if "{" not in tree:
        yield before + tuple(step.split(" as ")[0].strip() for step in tree.split("::"))
        return
    head, rest = tree.split("{", 1)
    steps = before + tuple(step.strip() for step in head.split("::") if step.strip())
    rest = rest.rstrip()[:-1]
    for letter in rest:
        depth += letter == "{"
        depth -= letter == "}"
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    parts.append(part)
    for each in parts:
        if each.strip():
            yield from leaves(each, steps)


def imports():
    """For each file the files of its crate whose items it imports by name; what a folder's own file gives to its parts does not count."""
    at, of = modules()
    found = defaultdict(set)
    for name, text in files(None):
        if name not in of:
            continue
        crate, own = of[name]
        for tree in USE.findall("\n".join(without_tests(text))):
            for path in leaves(tree):
                here = own
                steps = list(path)
                if steps[0] == "crate":
                    here = ()
                    steps.pop(0)
                while steps and steps[0] in ("super", "self"):
                    here = here[:-1] if steps[0] == "super" else here
                    steps.pop(0)
                while steps and (crate, here + (steps[0],)) in at:
                    here += (steps.pop(0),)
                other = at.get((crate, here))
                if other and other != name:
                    found[name].add(other)
    return found, of


def circles():
    """Pairs of files that import each other, neither within the other's module."""
    found, of = imports()
    pairs = set()
    for name, others in found.items():
        for other in others:
            if name in found.get(other, ()):
                one, two = of[name][1], of[other][1]
                if one[: len(two)] != two and two[: len(one)] != one:
                    pairs.add(tuple(sorted((name, other))))
    for one, two in sorted(pairs):
        print(f"{one} ~ {two}")
    print(f"{len(pairs)} circles")


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
    if sys.argv[1:] == ["--circles"]:
        circles()
    else:
        table(sys.argv[1] if len(sys.argv) > 1 else None)
