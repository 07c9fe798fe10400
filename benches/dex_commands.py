#!/usr/bin/env python3
"""How many commands of literate files of Dex run on a backend, and what the others end in.

    benches/dex_commands.py ELDER CHECKOUT [--backend BACKEND] [--device DEVICE] [--jobs N] [--each]

CHECKOUT has Dex's repository at the commit whose language Elder has (docs/survey.md): its tests, examples and benchmarks are run, each command beside the
reference semantics.  Causes are counted by rule and message, names and numbers taken out; `--each` says which commands they are of.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess

FOLDERS = ["tests", "examples", "benchmarks"]
FAILED = re.compile(r"^FAILED (.*?)(?:, line (\d+))?: (\S+)$")
SUMMARY = re.compile(r"^(\d+) cases run, (\d+) failed")


def cause(kind, message):
    """What a failure is counted as: the first line of its message without what is special to the program."""
    line = message[0] if message else ""
    rule = re.search(r"\[[A-Z]+-[A-Z0-9-]+\]", line)
    line = line.split("refuses: ")[-1].split("error: ")[-1]
    line = re.sub(r" \[[A-Z]+-[A-Z0-9-]+\]$", "", line)
    line = re.sub(r"`.*`", "`..`", line)
    line = re.sub(r"\b\d+\b", "N", line)
    return f"{kind} {rule.group(0) if rule else ''} {line[:90]}"


def judged(given, path):
    """The commands of a file, and those that fail: line and cause."""
    command = [given.elder, "test", "--backend", given.backend, "--timeout", str(given.timeout)]
    command += ["--device", given.device] if given.device else []
    command.append(str(path))
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    failures, commands, current = [], 0, None
    for line in output.splitlines():
        failed, summary = FAILED.match(line), SUMMARY.match(line)
        if failed:
            current = (failed.group(2), failed.group(3), [])
            failures.append(current)
        elif summary:
            commands = int(summary.group(1))
        elif current and line.startswith("    ") and not line.startswith("    $"):
            current[2].append(line.strip())
    return commands, [(line, cause(kind, message)) for line, kind, message in failures]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("elder")
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--backend", default="c")
    parser.add_argument("--device", help="for `opencl`: a part of a device's name")
    parser.add_argument("--jobs", type=int, default=1, help="files that run at once")
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    causes, files, whole, commands, works = collections.Counter(), 0, 0, 0, 0
    paths = sorted(path for folder in FOLDERS for path in given.checkout.glob(f"{folder}/*.dx"))
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        all_of = list(pool.map(lambda path: judged(given, path), paths))
    for path, (count, failures) in zip(paths, all_of):
        causes.update(cause for _, cause in failures)
        if not count:
            continue
        files += 1
        whole += not failures
        commands += count
        works += count - len(failures)
        print(f"{path.relative_to(given.checkout)}: {count - len(failures)} of {count}", flush=True)
        if given.each:
            for line, text in failures:
                print(f"    {line}: {text}")
    print(f"{works} of {commands} commands, {whole} of {files} files")
    for text, count in causes.most_common():
        print(f"{count:5} {text}")


if __name__ == "__main__":
    main()
