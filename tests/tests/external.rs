//! `elder fuzz --external`, on implementations that are right, and on scripts that are wrong in a way that is known.

use elder_tests::binaries::{binary, root};
use std::path::Path;
use std::process::Command;

/// `ref-run`, as scripts call it.
const REFERENCE: &str = "\"$REF_RUN\" --entry {entry} {prog}";

/// What `elder fuzz` prints and how it ends, on a few programs.
fn fuzz(arguments: &[&str], out: &Path) -> (Option<i32>, String) {
    let output = Command::new(binary("elder"))
        .current_dir(root())
        .env("REF_RUN", binary("ref-run"))
        .args([
            "fuzz",
            "--seed",
            "40",
            "--count",
            "8",
            "--jobs",
            "2",
            "--reduction",
            "2",
            "--out",
        ])
        .arg(out)
        .args(arguments)
        .output()
        .expect("the binary starts");
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&printed).into_owned(),
    )
}

/// The findings of a command are of this sort, each in a folder.
fn found(arguments: &[&str], sort: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (status, printed) = fuzz(arguments, folder.path());
    assert_eq!(status, Some(1), "{printed}");
    let mut findings = printed.lines().filter(|line| line.starts_with("== "));
    assert!(
        findings.all(|line| line.contains(&format!(", {sort}"))),
        "{printed}"
    );
    let mut folders = std::fs::read_dir(folder.path()).expect("findings are written");
    let first = folders
        .next()
        .expect("at least one")
        .expect("it can be read")
        .path();
    for file in ["program.fut", "original.fut", "output", "errors", "reproduce.sh"] {
        assert!(first.join(file).is_file(), "{file}: {printed}");
    }
}

#[test]
fn the_reference_interpreter_agrees_with_itself() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("findings");
    let (status, printed) = fuzz(&["--external", "ref-run"], &out);
    assert_eq!(status, Some(0), "{printed}");
    assert!(!out.exists());
}

#[test]
fn an_altered_value_is_found_once_and_a_row_excuses_it_until_its_day() {
    // The first trial gives no truth value.
    let altered = format!("got=$({REFERENCE}) && echo \"$got\" | sed 's/true/false/g'");
    found(&["--external", &altered], "other value: bool");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rows = folder.path().join("rows");
    let known = |day: &str| {
        let row =
            format!("deviation: negated\ndifference: other value\nsays: bool\nuntil: {day}\nwhy: a test\n");
        std::fs::write(&rows, row).expect("the folder is writable");
        let rows = rows.to_str().expect("temporary paths are UTF-8");
        fuzz(
            &["--external", &altered, "--deviations", rows],
            &folder.path().join("findings"),
        )
    };
    let (status, printed) = known("2999-12-31");
    assert_eq!(status, Some(0), "{printed}");
    assert!(printed.contains("differ as is known (negated)"), "{printed}");
    let (status, printed) = known("2020-12-31");
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("negated excuses nothing any more"), "{printed}");
}

#[test]
fn what_refuses_crashes_fails_and_does_not_end_is_sorted() {
    let large = "test $(wc -l < {prog}) -gt 2";
    found(
        &[
            "--external",
            REFERENCE,
            "--external-accept",
            &format!("! {large}"),
        ],
        "refused",
    );
    let crash = format!("if {large}; then kill -SEGV $$; fi; {REFERENCE}");
    found(&["--external", &crash], "crashes: signal 11");
    let fail = format!("if {large}; then echo no >&2; exit 1; fi; {REFERENCE}");
    found(&["--external", &fail], "error: no");
    let hang = format!("if {large}; then sleep 600 & wait; fi; {REFERENCE}");
    found(&["--external", &hang, "--limit", "4"], "hangs");
}

#[test]
fn a_command_that_cannot_work_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for command in ["futhark-d", "{exe}", "no-such-command {prog}", "cat {prog}"] {
        let (status, printed) = fuzz(&["--external", command], folder.path());
        assert_eq!(status, Some(2), "{printed}");
    }
}

#[test]
fn what_is_a_program_is_compared_in_both_directions() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("findings");
    let (status, printed) = fuzz(&["--external-accept", "ref-run"], &out);
    assert_eq!(status, Some(0), "{printed}");
    assert!(!out.exists());
    found(&["--external-accept", "true {prog}"], "accepted: FUT-");
    // What is wrong is refused by it, too.
    found(
        &[
            "--external-accept",
            "\"$REF_RUN\" --check {prog} && test $(wc -l < {prog}) -lt 3",
        ],
        "refused",
    );
    let (status, printed) = fuzz(&["--external-accept", "false"], folder.path());
    assert_eq!(status, Some(2), "{printed}");
}
