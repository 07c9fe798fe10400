//! Futhark on devices as a user runs it: what goes wrong there says what, where and by which rule, and ends with its status.

use elder_tests::binaries::{binary, root};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A program in a folder of its own.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(program: &str) -> Case {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("program.fut"), program).expect("the folder is writable");
        Case { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("program.fut")
    }

    /// A C compiler that tells its version and refuses everything.
    fn refusing_compiler(&self) -> PathBuf {
        let path = self.folder.path().join("cc");
        let text = "#!/bin/sh\ncase \"$*\" in *--version*) echo cc 1; exit 0;; esac\n\
                    echo 'kernels.c:3:1: error: nothing is good enough' >&2; exit 1\n";
        std::fs::write(&path, text).expect("the folder is writable");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a script may be run");
        path
    }

    /// `elder` with these arguments and the program, in an environment where these are set.
    fn elder(
        &self,
        arguments: &[&str],
        input: &str,
        environment: &[(&str, &Path)],
    ) -> (Option<i32>, String, String) {
        let mut child = Command::new(binary("elder"))
            .current_dir(root())
            .args(arguments)
            .arg(self.path())
            .env("ELDER_CACHE", "")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // A program that is refused ends without reading.
        let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the binary ends");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    }
}

/// That each of these stands in a text.
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

const SQUARES: &str =
    "entry main (n: i64) =\n  let squares = map (\\i -> i * i) (iota n)\n  in (squares, i64.sum squares)\n";

#[test]
fn memory_that_there_is_not_is_a_limit_with_its_place() {
    let case = Case::new(SQUARES);
    let run = &["run", "--device", "c"];
    let (status, out, err) = case.elder(run, "3i64", &[]);
    assert_eq!(
        (status, out.as_str()),
        (Some(0), "[0i64, 1i64, 4i64]\n5i64\n"),
        "{err}"
    );
    // More than any block has, and so many that their bytes are beyond all numbers.
    for (n, bytes) in [(1i64 << 50, "9007199254740992 bytes"), (1 << 61, "bytes")] {
        let (status, out, err) = case.elder(run, &format!("{n}i64"), &[]);
        assert_eq!((status, out.as_str()), (Some(3), ""), "{err}");
        // Where the library makes it.
        says(&err, &["KER-H-LIMIT", bytes, "<prelude>/array.fut:"]);
    }
}

#[test]
fn memory_that_an_item_has_not_is_a_limit() {
    let case = Case::new(
        "entry main (ns: []i64) =\n  map (\\n -> let xs = loop xs = replicate (n * n) 1i64 for i < 2 do scan (+) 0 xs\n             in xs[n]) ns\n",
    );
    let run = &["run", "--device", "c"];
    let (status, out, err) = case.elder(run, "[2i64, 3i64]", &[]);
    assert_eq!((status, out.as_str()), (Some(0), "[6i64, 10i64]\n"), "{err}");
    let (status, out, err) = case.elder(run, &format!("[2i64, {}i64]", 1i64 << 30), &[]);
    assert_eq!((status, out.as_str()), (Some(3), ""), "{err}");
    says(&err, &["KER-H-LIMIT", "bytes", "<prelude>/array.fut:"]);
}

#[test]
fn without_a_compiler_it_is_said_how_to_install_one() {
    let case = Case::new(SQUARES);
    let none = case.folder.path().join("no-such-compiler");
    for arguments in [&["run", "--device", "c"][..], &["test", "--backend", "c"]] {
        let (status, out, err) = case.elder(arguments, "3i64", &[("ELDER_CC", &none)]);
        assert_eq!((status, out.as_str()), (Some(3), ""), "{err}");
        says(&err, &["no-such-compiler", "apt-get install gcc"]);
    }
}

#[test]
fn a_kernel_that_does_not_build_is_kept() {
    let case = Case::new(SQUARES);
    let compiler = case.refusing_compiler();
    let environment = [("ELDER_CC", &*compiler), ("TMPDIR", case.folder.path())];
    let (status, out, err) = case.elder(&["run", "--device", "c"], "3i64", &environment);
    assert_eq!((status, out.as_str()), (Some(70), ""), "{err}");
    says(&err, &["nothing is good enough", "is kept in"]);
    let kept = std::fs::read_dir(case.folder.path()).expect("the folder is there");
    let kept: Vec<PathBuf> = kept.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let kept = kept
        .iter()
        .find(|path| path.extension().is_some_and(|ending| ending == "c"));
    let text = std::fs::read_to_string(kept.expect("there is a file")).expect("it is a text");
    says(&text, &["// of line 7 of <prelude>/soacs.fut"]);
}

#[test]
fn plans_of_host_programs_are_tested_without_a_device() {
    let case = Case::new(&format!(
        "-- ==\n-- input {{ 3i64 }}\n-- output {{ [0i64, 1i64, 4i64] 5i64 }}\n-- input {{ 4i64 }}\n-- auto output\n{SQUARES}"
    ));
    let (status, out, err) = case.elder(&["test", "--backend", "plan"], "", &[]);
    assert_eq!(status, Some(0), "{out}{err}");
    let wrong = Case::new(&format!(
        "-- ==\n-- input {{ 3i64 }}\n-- output {{ [0i64, 1i64, 5i64] 5i64 }}\n{SQUARES}"
    ));
    let (status, out, err) = wrong.elder(&["test", "--backend", "plan"], "", &[]);
    assert_eq!(status, Some(1), "{out}{err}");
}

#[test]
fn kernels_say_which_line_they_are_of() {
    let case = Case::new(SQUARES);
    for target in ["c", "opencl"] {
        let (status, out, err) = case.elder(&["dev", "--pass", "kernels", "--target", target], "", &[]);
        assert_eq!(status, Some(0), "{err}");
        // A combinator of the library stands there, and what is computed in the program.
        says(&out, &["// of line 7 of <prelude>/soacs.fut", "// line 2"]);
        let (_, all, _) = case.elder(&["dev", "--pass", "all", "--target", target], "", &[]);
        says(&all, &["-- kernels", &out]);
    }
}
