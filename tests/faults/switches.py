"""Several faults in one program, each behind a switch.

A patch changes the bodies of some functions.  In the copy, the body of such a function becomes a choice between what it was and what each
patch makes of it; the variable ELDER_FAULT of the environment chooses.  So a hundred faults cost a handful of builds.  A text of a
library is chosen where the library is read.  A patch that changes anything else (a table, a constant) has no such form and is built alone.
"""

import re
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "ELDER_FAULT"

# Where the texts of libraries, and those of skeletons, are read, by their endings; each has them in a table `FILES` of names and texts.
LIBRARIES = {
    ".dpia": "src/passes/core/plan/entry.rs",
    ".dx": "src/languages/dex/library.rs",
    ".fcl": "src/languages/fcl/library.rs",
    ".fut": "src/languages/futhark/prelude.rs",
}


class NoSwitch(Exception):
    """Why a fault cannot be switched on at run time."""


@dataclass(frozen=True)
class Body:
    """The body of a function: from its brace to behind the closing one."""

    start: int
    end: int


def skip_quoted(text, at):
    """The place behind the comment, string or character at `at`; `at` itself if none begins there."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    if text.startswith("/*", at):
        depth, at = 1, at + 2
        while depth and at < len(text):
            if text.startswith("/*", at):
                depth, at = depth + 1, at + 2
            elif text.startswith("*/", at):
                depth, at = depth - 1, at + 2
            else:
                at += 1
        return at
    raw = re.compile(r'b?r(#*)"').match(text, at)
    if raw and not (at and (text[at - 1].isalnum() or text[at - 1] == "_")):
        return text.index('"' + raw.group(1), raw.end()) + 1 + len(raw.group(1))
    if text[at] == '"':
        at += 1
        while text[at] != '"':
            at += 2 if text[at] == "\\" else 1
        return at + 1
    character = re.compile(r"'(\\(u\{[0-9a-fA-F_]+\}|x..|.)|[^'\\])'", re.S).match(text, at)
    return character.end() if character else at


def code(text):
    """The characters of the text that are code, each with its place."""
    at = 0
    while at < len(text):
        after = skip_quoted(text, at)
        if after > at:
            at = after
            continue
        yield at, text[at]
        at += 1


def bodies(text):
    """The bodies of all functions, in the order of their beginnings; `const` ones count too, so that numbers stay the same."""
    places = list(code(text))
    plain = {at for at, _ in places}
    found = []
    for head in re.finditer(r"\bfn\s+\w+", text):
        if head.start() not in plain:
            continue
        depth, start = 0, None
        for at, c in places_from(places, head.end()):
            if start is None:
                if c in "([":
                    depth += 1
                elif c in ")]":
                    depth -= 1
                elif c == ";" and depth == 0:
                    break
                elif c == "{" and depth == 0:
                    start, depth = at, 1
            elif c == "{":
                depth += 1
            elif c == "}":
                depth -= 1
                if depth == 0:
                    found.append(Body(start, at + 1))
                    break
    return found


def places_from(places, at):
    low, high = 0, len(places)
    while low < high:
        middle = (low + high) // 2
        if places[middle][0] < at:
            low = middle + 1
        else:
            high = middle
    return (places[i] for i in range(low, len(places)))


def changed_bodies(old, new):
    """The bodies of `old` that a fault changes, each with what becomes of it."""
    before, after = bodies(old), bodies(new)
    if len(before) != len(after):
        raise NoSwitch("it adds or removes a function")
    pairs = [(a, new[b.start : b.end]) for a, b in zip(before, after)]
    differing = [(a, text) for a, text in pairs if old[a.start : a.end] != text]
    innermost = [
        (a, text)
        for a, text in differing
        if not any(a.start < b.start and b.end < a.end for b, _ in differing)
    ]
    made = old
    for body, text in sorted(innermost, key=lambda pair: -pair[0].start):
        made = made[: body.start] + text + made[body.end :]
    if made != new or not innermost:
        raise NoSwitch("it changes something outside of functions")
    for body, _ in innermost:
        head = old[: body.start].rfind("fn ")
        if re.search(r"\bconst\s+(unsafe\s+)?$", old[:head]):
            raise NoSwitch("the function is a constant one")
    return innermost


def overlap(a, b):
    """Whether one of two different bodies stands in the other; texts of libraries are no bodies."""
    return None not in (a, b) and a != b and a.start < b.end and b.start < a.end


def library_of(tree, file):
    """The code that reads a text of a library, and what that calls the text."""
    reader, name = LIBRARIES.get(Path(file).suffix), Path(file).stem
    code = (tree / reader).read_text() if reader else ""
    if reader is None or f'"{name}"' not in code.partition("static FILES")[2].partition(";")[0]:
        raise NoSwitch("it changes what is neither code nor a text of a library")
    return reader, name


def choosing(code, texts):
    """The code that reads a library, with a choice of its texts; `texts` are (fault, what the text is called, where another one stands)."""
    arms = "".join(
        f'        ("{fault}", "{name}") => &("{name}", include_str!("{path}")),\n' for fault, name, path in texts
    )
    entry = "&'static (&'static str, &'static str)"
    chosen = (
        f"\nfn chosen_text(entry: {entry}) -> {entry} {{\n"
        f'    match (std::env::var("{VARIABLE}").unwrap_or_default().as_str(), entry.0) {{\n'
        f"{arms}        _ => entry,\n    }}\n}}\n"
    )
    code = code.replace("in FILES {", "in FILES.iter().map(chosen_text) {", 1)
    return code.replace("FILES.iter().find", "FILES.iter().map(chosen_text).find", 1) + chosen


def test_of(name):
    return (
        "{ static ON: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| "
        f'std::env::var("{VARIABLE}").is_ok_and(|fault| fault == "{name}")); *ON }}'
    )


def switched(old, changes):
    """The text with a choice in each body; `changes` are (name, body, what becomes of it).  Also where each fault's code stands: (first
    line, last line, name)."""
    by_body = {}
    for name, body, text in changes:
        by_body.setdefault(body, []).append((name, text))
    out, at, lines = "", 0, []
    for body in sorted(by_body, key=lambda b: b.start):
        out += old[at : body.start] + "{ "
        for name, text in by_body[body]:
            first = out.count("\n") + 1
            out += f"if {test_of(name)} {text} else "
            lines.append((first, out.count("\n") + 1, name))
        out += old[body.start : body.end] + " }"
        at = body.end
    return out + old[at:], lines
