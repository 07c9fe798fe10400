//! The semantics is an oracle only as long as it shares no code with what it judges.

use std::process::Command;

fn dependencies(package: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            package,
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--all-features",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn semantics_depends_on_no_pass_and_no_driver() {
    let found = dependencies("elder-semantics");
    assert!(found.iter().any(|d| d == "elder-futhark"), "{found:?}");
    for forbidden in [
        "elder-driver",
        "elder-passes",
        "elder-opencl",
        "elder-generate",
        "elder-spec",
    ] {
        assert!(
            !found.iter().any(|d| d == forbidden),
            "semantics depends on {forbidden}"
        );
    }
}

#[test]
fn the_front_end_depends_on_no_semantics() {
    let found = dependencies("elder-futhark");
    for forbidden in ["elder-semantics", "elder-driver", "elder-spec"] {
        assert!(
            !found.iter().any(|d| d == forbidden),
            "the front end depends on {forbidden}"
        );
    }
}
