//! Futhark on devices as a user runs it: what goes wrong there says what, where and by which rule, and ends with its status.

use elder_driver::compile::host::Hosted;
use elder_driver::device::Device;
use elder_driver::engine::{Argument, Program, Settings};
use elder_passes::Target;
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
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
        // Where the library makes the squares; the numbers that are squared lie nowhere.
        says(&err, &["KER-H-LIMIT", bytes, "<prelude>/soacs.fut:"]);
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

/// A device of OpenCL, where there is one.
const POCL: &str = "Portable Computing Language";

/// Two entry points over one constant, and what both of them do with it.
const TABLE: &str = "def table: [7]i64 = scan (+) 0 (map (\\i -> i * i) (iota 7))
def from (i: i64): i64 = i64.sum (map2 (\\k x -> if k < i then 0 else x) (iota 7) table)
entry least (i: i64): i64 = from i
entry ratio (i: i64): f64 = f64.i64 (from i) / 196
";

#[test]
fn a_constant_is_computed_once_for_all_entry_points() {
    let case = Case::new(TABLE);
    let source = Program::load(&case.path()).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let mut devices = vec![Device::open(Some("c")).expect("a C compiler")];
    devices.extend(Device::open(Some(POCL)));
    for device in &devices {
        let target = Target::of(device.machine().dialect());
        let hosted = Hosted::of(&source, &["least", "ratio"], target, &Settings::default());
        let hosted = hosted.unwrap_or_else(|e| panic!("{}", e.rejected.render(false)));
        let run = |entry: &str, i: i64| {
            let given = vec![Argument::Data(Value::scalar(PrimValue::I64(i)))];
            let ran = hosted.run(device, &source, entry, given);
            let (values, profile) = ran.unwrap_or_else(|e| panic!("{}", e.rejected.render(false)));
            // All that the constant is made by.
            let of_table = profile
                .entries
                .iter()
                .filter(|timed| timed.name.starts_with("table_"));
            (values, of_table.count())
        };
        let i64s = |value: i64| vec![Value::scalar(PrimValue::I64(value))];
        let (first, launched) = run("ratio", 0);
        assert_eq!(
            first,
            [Value::scalar(PrimValue::F64(1.0))],
            "{}",
            device.machine().name()
        );
        assert!(launched > 0, "the table is computed where it is used first");
        for (i, expected) in [(0, 196), (6, 91), (7, 0)] {
            assert_eq!(
                run("least", i),
                (i64s(expected), 0),
                "{}",
                device.machine().name()
            );
        }
        assert_eq!(run("ratio", 7).1, 0, "{}", device.machine().name());
    }
}

#[test]
fn each_entry_point_has_values_of_its_own_form() {
    let case = Case::new(
        "entry of (x: i32): #none | #some (i32, i32) = if x > 0 then #some (x, x) else #none
entry next (x: i32): i32 = x + 1
entry both (x: i32) (ys: []i32): {a: []i32, b: i32} = {a = map (+ x) ys, b = x}
",
    );
    let source = Program::load(&case.path()).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let device = Device::open(Some("c")).expect("a C compiler");
    let hosted = Hosted::of(
        &source,
        &["of", "next", "both"],
        Target::OpenMp,
        &Settings::default(),
    );
    let hosted = hosted.unwrap_or_else(|e| panic!("{}", e.rejected.render(false)));
    let given = vec![Argument::Data(Value::scalar(PrimValue::I32(4)))];
    let next = hosted.run(&device, &source, "next", given.clone());
    let (values, _) = next.unwrap_or_else(|e| panic!("{}", e.rejected.render(false)));
    assert_eq!(values, [Value::scalar(PrimValue::I32(5))]);
    let of = hosted.run(&device, &source, "of", given);
    let (values, _) = of.unwrap_or_else(|e| panic!("{}", e.rejected.render(false)));
    assert_eq!(values.len(), 1);
}

/// What `elder build` writes of a program.
fn built(case: &Case, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = case.folder.path().join("built.c");
    let output = output.to_str().expect("UTF-8");
    let command = [&["build", "--target", "c", "--output", output], arguments].concat();
    let (status, _, err) = case.elder(&command, "", &[]);
    let plan = std::fs::read_to_string(case.folder.path().join("built.plan"));
    (status, plan.unwrap_or_default(), err)
}

#[test]
fn a_build_has_all_entry_points_or_those_that_are_asked_for() {
    let case = Case::new(TABLE);
    let points = |plan: &str| -> Vec<String> {
        let points = plan.lines().filter_map(|line| line.strip_prefix("point "));
        let name = |line: &str| line.split(['[', '(']).next().unwrap_or_default().to_owned();
        points.map(name).collect()
    };
    let count = |plan: &str, what: &str| plan.lines().filter(|line| line.starts_with(what)).count();
    let (status, all, err) = built(&case, &[]);
    assert_eq!(
        (status, points(&all)),
        (Some(0), vec!["least".to_owned(), "ratio".to_owned()]),
        "{err}"
    );
    assert_eq!(count(&all, "constant "), 1, "{all}");
    let (status, one, err) = built(&case, &["--entry", "least"]);
    assert_eq!(
        (status, points(&one)),
        (Some(0), vec!["least".to_owned()]),
        "{err}"
    );
    // What `ratio` does beside the constant, `least` does as well.
    assert_eq!(count(&all, "entry "), count(&one, "entry "), "{all}\n{one}");
    let (status, both, err) = built(&case, &["--entry", "least", "--entry", "ratio"]);
    assert_eq!((status, both), (Some(0), all), "{err}");
}

/// An entry point that has no counterpart on a device, beside one that has.
const DEEP: &str =
    "def deep (n: i64) (x: i64): i64 = if n == 0 then x else deep (n - 1) (i64.sum (map (+ x) (iota n)))
-- ==
-- entry: even
-- input { 3i64 }
-- output { [0i64, 2i64, 4i64] }
entry even (n: i64): []i64 = map (* 2) (iota n)
-- ==
-- entry: down
-- input { 2i64 }
-- output { 3i64 }
entry down (n: i64): i64 = deep n 0
-- ==
-- entry: odd
-- input { 2i64 }
-- output { [1i64, 3i64] }
entry odd (n: i64): []i64 = map (\\i -> 2 * i + 1) (iota n)
";

#[test]
fn an_entry_point_that_is_refused_leaves_the_others() {
    let case = Case::new(DEEP);
    let mut backends = vec![&["--backend", "plan"][..], &["--backend", "c"]];
    if Device::find(Some(POCL)).is_ok() {
        backends.push(&["--backend", "opencl", "--device", POCL]);
    }
    for backend in backends {
        let (status, out, err) = case.elder(&[&["test"], backend].concat(), "", &[]);
        assert_eq!(status, Some(2), "{out}{err}");
        says(&out, &["CORE-K-CALL", "entry point `down`"]);
        assert!(
            !out.contains("even at line") && !out.contains("odd at line"),
            "{out}"
        );
    }
    let (status, plan, err) = built(&case, &[]);
    assert_eq!(status, Some(2), "{err}");
    says(&plan, &["point even", "point odd"]);
    says(&err, &["CORE-K-CALL", "entry point `down`"]);
    std::fs::remove_file(case.folder.path().join("built.plan")).expect("it is there");
    let (status, plan, err) = built(&case, &["--entry", "even", "--entry", "down"]);
    assert_eq!((status, plan.as_str()), (Some(2), ""), "{err}");
    says(&err, &["CORE-K-CALL", "entry point `down`"]);
}
