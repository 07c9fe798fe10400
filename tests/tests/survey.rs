//! `elder survey`, on a folder of programs of all sorts.

use elder_tests::binaries::{binary, root};
use std::fs;
use std::process::Command;

#[test]
fn files_are_counted_by_project_and_refusals_by_premise() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [
        ("p/right.fut", "def main (x: i32) = x\n"),
        ("p/wrong.fut", "def main (x: i32) = x + true\n"),
        ("p/says.fut", "-- ==\n-- error:\n\ndef main (x: i32) = x + true\n"),
        ("p/lib/host/you/other/other.fut", "not a program\n"),
        ("p/futhark.pkg", "require {\n  host/you/other 1.0.0\n}\n"),
        ("q/items.dx", ":p 1 + 2\n\n:p x\n> Error: no such name\n"),
    ];
    for (file, text) in files {
        let path = folder.path().join(file);
        let parent = path.parent().expect("it is in a folder");
        fs::create_dir_all(parent).expect("the folder is writable");
        fs::write(path, text).expect("the folder is writable");
    }
    let survey = |arguments: &[&str]| {
        let output = Command::new(binary("elder"))
            .current_dir(root())
            .env("REF_RUN", binary("ref-run"))
            .arg("survey")
            .args(["p", "q"].map(|project| folder.path().join(project)))
            .args(arguments)
            .output()
            .expect("the binary starts");
        let printed = [output.stdout, output.stderr].concat();
        (
            output.status.code(),
            String::from_utf8_lossy(&printed).into_owned(),
        )
    };
    let (status, printed) = survey(&[]);
    assert_eq!(status, Some(1), "{printed}");
    for row in [
        "| p | 3 | 1 | 1 | 1 | 0 | 0 | 0 |",
        "| q | 1 | 1 | 0 | 0 | 0 | 0 | 0 |",
        "wrong.fut:1:25",
    ] {
        assert!(printed.contains(row), "{printed}");
    }
    let list = folder.path().join("list");
    let list_path = list.to_str().expect("temporary paths are UTF-8");
    let (_, printed) = survey(&[
        "--language",
        "fut",
        "--external-accept",
        "true {prog}",
        "--list",
        list_path,
    ]);
    assert!(
        printed.contains("1 files, 1 places, 1 projects, 1 accepted by the other"),
        "{printed}"
    );
    assert_eq!(
        fs::read_to_string(&list).expect("it is written").lines().count(),
        3
    );
    let (status, printed) = survey(&["--language", "dx"]);
    assert_eq!(status, Some(0), "{printed}");
    assert_eq!(survey(&["--language", "none"]).0, Some(2));
}
