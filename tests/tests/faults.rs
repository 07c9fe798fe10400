//! The bank of faults: every patch still fits the code that it is for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The rooms that a fault may be in, as docs/faults.md lists them.
const ROOMS: &[&str] = &[
    "analyses",
    "core-checker",
    "core-evaluator",
    "core-simplification",
    "core-sizes",
    "dex-checker",
    "dex-elaboration",
    "dex-evaluator",
    "dex-simplification",
    "dex-syntax",
    "dex-transposition",
    "dpia-checker",
    "dpia-elaboration",
    "dpia-evaluator",
    "dpia-passes",
    "dpia-syntax",
    "driver",
    "fcl-checker",
    "fcl-elaboration",
    "fcl-evaluator",
    "fcl-staging",
    "fcl-syntax",
    "futhark-constructors",
    "futhark-defunctionalisation",
    "futhark-evaluator",
    "futhark-modules",
    "futhark-monomorphisation",
    "futhark-sizes",
    "futhark-syntax",
    "futhark-to-core",
    "futhark-types",
    "futhark-uniqueness",
    "kernels",
    "libraries",
    "lowering",
    "numbers",
    "runtime",
    "sizes",
    "values",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The patches by room.
fn bank() -> BTreeMap<String, Vec<PathBuf>> {
    let mut out: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let rooms = std::fs::read_dir(root().join("tests/faults")).expect("the bank is there");
    for room in rooms.map(|entry| entry.expect("the bank can be listed").path()) {
        let Ok(patches) = std::fs::read_dir(&room) else {
            continue;
        };
        let name = room.file_name().map(|n| n.to_string_lossy().into_owned());
        let mut patches: Vec<PathBuf> = patches
            .map(|entry| entry.expect("a room can be listed").path())
            .filter(|path| path.extension().is_some_and(|e| e == "patch"))
            .collect();
        patches.sort();
        if !patches.is_empty() {
            out.insert(name.unwrap_or_default(), patches);
        }
    }
    out
}

#[test]
fn every_patch_applies() {
    let mut failed = Vec::new();
    let mut applied = 0;
    let arms = root().join("tests/faults/arms.patch");
    for patch in bank().values().flatten().chain([&arms]) {
        let output = Command::new("git")
            .args(["apply", "--check"])
            .arg(patch.canonicalize().expect("the patch is a file"))
            .current_dir(root())
            .output()
            .expect("git runs");
        match output.status.success() {
            true => applied += 1,
            false => failed.push(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }
    assert!(failed.is_empty(), "make these anew:\n{}", failed.concat());
    assert!(applied > 0, "no patch was looked at");
}

#[test]
fn every_patch_says_what_a_user_would_see() {
    for (room, patches) in bank() {
        assert!(ROOMS.contains(&room.as_str()), "{room} is no room");
        for patch in patches {
            let text = std::fs::read_to_string(&patch).expect("the patch can be read");
            let head = text.split("\ndiff --git").next().unwrap_or_default();
            let field = |name: &str| {
                let line = head.lines().find_map(|line| line.strip_prefix(name));
                line.map(str::trim).filter(|value| !value.is_empty())
            };
            let shown = patch.display();
            assert_eq!(field("Room:"), Some(room.as_str()), "{shown}");
            assert!(field("Sees:").is_some(), "{shown}: no line `Sees:`");
            assert!(field("Shows:").is_some(), "{shown}: no line `Shows:`");
        }
    }
}
