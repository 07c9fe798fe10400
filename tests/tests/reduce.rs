//! `elder reduce`, on programs that other implementations get wrong in a way that is known.

use elder_tests::binaries::{binary, root};
use std::fs;
use std::path::Path;
use std::process::Command;

/// An implementation that gives values of another type wherever a program scans, and what it should elsewhere.
const SCANS_WRONG: &str = "got=$(\"$REF_RUN\" --entry {entry} {prog}) || exit 1; \
    if grep -q scan {prog}; then echo \"$got\" | sed 's/i32/i64/g'; else echo \"$got\"; fi";

const PROGRAM: &str = "-- ==
-- entry: main
-- input { 2i32 [1i32, 2i32, 3i32] 0.5f64 } output { 6i32 3i32 }

type pair = (i32, i32)

def largest [n] (xs: [n]i32): i32 =
  reduce i32.max i32.lowest xs

def sums [n] (k: i32) (xs: [n]i32): [n]i32 =
  let ys = map (\\x -> x * k) xs
  in scan (+) 0 ys

entry other (x: f64) = x + 1

entry main [n] (k: i32) (xs: [n]i32) (scale: f64): pair =
  let ys = if scale > 0 then sums k xs else copy xs
  let zs = loop zs = ys for i < 2 do map (\\z -> z - i) zs
  in (largest ys, zs[n - 1] / k)
";

/// What `elder reduce` prints and how it ends.
fn reduce(file: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(binary("elder"))
        .current_dir(root())
        .env("REF_RUN", binary("ref-run"))
        .arg("reduce")
        .arg(file)
        .args(arguments)
        .output()
        .expect("the binary starts");
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&printed).into_owned(),
    )
}

/// The number before ` nodes` in the last line.
fn nodes(printed: &str) -> usize {
    let before = printed.split(" nodes, ").next().unwrap_or_default();
    let number = before.rsplit(' ').next().unwrap_or_default();
    number.parse().unwrap_or_else(|_| panic!("{printed}"))
}

#[test]
fn a_program_falls_to_what_the_other_implementation_gets_wrong() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.fut");
    fs::write(&file, PROGRAM).expect("the folder is writable");
    let (status, printed) = reduce(&file, &["--external", SCANS_WRONG, "--jobs", "2"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("other value: type or shape"), "{printed}");
    assert!(nodes(&printed) <= 10, "{printed}");
    let small = folder.path().join("p.reduced.fut");
    let text = fs::read_to_string(&small).expect("the small program is written");
    assert!(text.contains("scan") && text.contains("-- entry: main"), "{text}");
    // It shows the same, and is as small as it can be.
    let again = folder.path().join("again.fut");
    let again = again.to_str().expect("temporary paths are UTF-8");
    let (status, printed) = reduce(&small, &["--external", SCANS_WRONG, "-o", again, "--jobs", "2"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains(", 0 kept"), "{printed}");
}

#[test]
fn without_a_finding_there_is_nothing_to_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.fut");
    fs::write(
        &file,
        "-- ==\n-- input { 1 } output { 2 }\nentry main (x: i32) = x + 1\n",
    )
    .expect("the folder is writable");
    let (status, printed) = reduce(&file, &[]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(
        printed.contains("nothing to reduce: its 1 run shows no finding"),
        "{printed}"
    );
    fs::write(&file, "entry main (x: i32) = x + 1\n").expect("the folder is writable");
    let (_, printed) = reduce(&file, &[]);
    assert!(printed.contains("it has no run"), "{printed}");
    fs::write(&file, "entry main (x: i32) = y\n").expect("the folder is writable");
    let (status, printed) = reduce(&file, &[]);
    assert_eq!(status, Some(2), "{printed}");
    assert!(printed.contains("FUT-T-VAR"), "{printed}");
}
