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
    assert!(found.iter().any(|d| d == "elder-dpia"), "{found:?}");
    assert!(found.iter().any(|d| d == "elder-fcl"), "{found:?}");
    assert!(found.iter().any(|d| d == "elder-core"), "{found:?}");
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

/// What no crate of a list may depend on.
fn apart(packages: &[&str], forbidden: &[&str]) {
    for package in packages {
        let found = dependencies(package);
        for other in forbidden.iter().filter(|other| *other != package) {
            assert!(!found.iter().any(|d| d == other), "{package} depends on {other}");
        }
    }
}

#[test]
fn the_front_ends_depend_on_no_semantics_and_no_pass() {
    let forbidden = [
        "elder-semantics",
        "elder-driver",
        "elder-spec",
        "elder-passes",
        "elder-kernel",
        "elder-opencl",
        "elder-generate",
    ];
    apart(
        &["elder-futhark", "elder-dpia", "elder-fcl", "elder-core"],
        &forbidden,
    );
}

/// A pass that asked the oracle could not be judged by it; and only the runtime links OpenCL.
#[test]
fn the_compiler_depends_on_no_semantics_and_no_runtime() {
    let forbidden = [
        "elder-semantics",
        "elder-driver",
        "elder-opencl",
        "elder-generate",
        "ocl",
    ];
    apart(&["elder-passes", "elder-kernel", "elder-generate"], &forbidden);
}
