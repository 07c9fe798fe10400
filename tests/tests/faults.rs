//! The bank of faults: every patch still fits the code that it is for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a fault may name: the first column of the table in this section of docs/faults.md.
fn named_in(section: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs/faults.md")).expect("the page is there");
    let section = text.split("\n## ").find(|text| {
        text.strip_prefix(section)
            .is_some_and(|rest| rest.starts_with('\n'))
    });
    let rows = section
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.strip_prefix("| `"));
    let first = rows.filter_map(|row| row.split(" | ").next());
    let names = first.flat_map(|cell| cell.split(", "));
    names.map(|name| name.trim_matches('`').to_owned()).collect()
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
    let (rooms, kinds) = (named_in("The rooms"), named_in("Kinds"));
    assert!(!kinds.is_empty(), "docs/faults.md has no kinds");
    for (room, patches) in bank() {
        assert!(rooms.contains(&room), "docs/faults.md has no room {room}");
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
            let kind = field("Kind:").map(str::to_owned);
            assert!(
                kind.as_ref().is_none_or(|kind| kinds.contains(kind)),
                "{shown}: docs/faults.md has no kind {kind:?}"
            );
        }
    }
}
