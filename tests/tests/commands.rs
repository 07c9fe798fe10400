//! The commands as a user runs them: what they print and how they end.

use elder_tests::binaries::{binary, root};
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn run(name: &str, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(binary(name))
        .current_dir(root())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that is refused ends without reading.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

/// Runs a program of these lines.
fn ref_run(arguments: &[&str], program: &str, input: &str) -> (Option<i32>, String, String) {
    ref_run_file("program.fut", arguments, program, input)
}

/// Runs a program of these lines in a file of this name.
fn ref_run_file(name: &str, arguments: &[&str], program: &str, input: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(name);
    std::fs::write(&file, program).expect("the folder is writable");
    let file = file.to_str().expect("temporary paths are UTF-8");
    let mut all = arguments.to_vec();
    all.push(file);
    let output = run("ref-run", &all, input);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn empty_arrays_of_anything_are_printed_with_their_types() {
    let program = "entry pairs (n: i64) = zip (iota n) (replicate n 1f32)\n\
         entry rows (n: i64): [2][]{a: i32, b: [3]u8} = replicate 2 (replicate n {a = 1, b = [1, 2, 3]})\n\
         entry sums (n: i64) = replicate n (#a 1 (true, 2) : #a i32 (bool, u8) | #b)\n\
         entry units (n: i64) = (replicate n (), n)\n";
    for (entry, expected) in [
        ("pairs", "empty([0](i64, f32))\n"),
        ("rows", "empty([2][0]{a: i32, b: [3]u8})\n"),
        ("sums", "empty([0](#a i32 (bool, u8) | #b))\n"),
        ("units", "empty([0]())\n0i64\n"),
    ] {
        for by in [&["--entry", entry][..], &["--clear", "--entry", entry]] {
            let (status, out, err) = ref_run(by, program, "0i64");
            assert_eq!((status, out.as_str()), (Some(0), expected), "{by:?}: {err}");
        }
    }
}

#[test]
fn a_value_is_printed_a_line_a_result() {
    let (status, out, _) = ref_run(
        &[],
        "def main (x: i32) (ys: []i32) = (x + 1, map (* x) ys)",
        "2 [1, 2]",
    );
    assert_eq!((status, out.as_str()), (Some(0), "3i32\n[2i32, 4i32]\n"));
}

#[test]
fn a_run_time_error_is_status_1() {
    let (status, out, err) = ref_run(&[], "def main (x: i32) = 1 / x", "0");
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("NUM-DIV"), "{err}");
}

#[test]
fn a_static_error_is_status_2() {
    let (status, out, err) = ref_run(&[], "def main (x: i32) = x + true", "0");
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("FUT-T-"), "{err}");
}

#[test]
fn several_errors_are_reported_in_one_run() {
    let (status, _, err) = ref_run(&[], "def f = 1 +\ndef main = 2\ndef g = (3\n", "");
    assert_eq!(status, Some(2));
    assert!(err.matches("FUT-X-").count() >= 2, "{err}");
}

#[test]
fn limits_are_status_3() {
    let endless = "def main (x: i32) = loop x while true do x + 1";
    let (status, out, _) = ref_run(&["--fuel", "10000"], endless, "0");
    assert_eq!((status, out.as_str()), (Some(3), ""));
    let large = "def main (n: i64) = (replicate n 0i64)[0]";
    let (status, out, _) = ref_run(&["--memory", "1000000"], large, "100000000i64");
    assert_eq!((status, out.as_str()), (Some(3), ""));
    let deep = "def f (n: i64): i64 = 1 + f (n + 1)\ndef main (n: i64) = f n";
    let (status, out, _) = ref_run(&[], deep, "0i64");
    assert_eq!((status, out.as_str()), (Some(3), ""));
}

#[test]
fn what_cannot_be_read_is_status_2() {
    let (status, _, err) = ref_run(&[], "def main (x: i32) = x", "[1, ");
    assert_eq!(status, Some(2));
    assert!(err.contains("FMT-ARRAY"), "{err}");
    let output = run("ref-run", &["no/such/file.fut"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn checking_needs_no_input() {
    let (status, _, _) = ref_run(&["--check"], "def main (x: i32) = x", "");
    assert_eq!(status, Some(0));
}

#[test]
fn a_rule_can_be_explained() {
    let output = run("elder", &["explain", "fut-t-if"], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    for part in ["FUT-T-IF", "Requires:", "Source:", "Accepted", "Refused"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(!run("elder", &["explain", "FUT-NO-SUCH"], "").status.success());
}

/// The gate of the spec, with the counters of one process.
#[test]
fn the_spec_is_covered() {
    let output = run("elder", &["spec", "--coverage"], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Errors and warnings are objects, one a line, with rule, premise and places.
#[test]
fn messages_are_data_where_that_is_asked_for() {
    let json = |name: &str, arguments: &[&str], input: &str| {
        let mut all = arguments.to_vec();
        all.extend(["--message-format", "json"]);
        let output = run(name, &all, input);
        let printed = String::from_utf8(output.stderr).expect("UTF-8");
        let lines = printed.lines().map(|line| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{name} {arguments:?}: {error}: {line}"))
        });
        (output.status.code(), lines.collect::<Vec<serde_json::Value>>())
    };
    let used = "spec/futhark/cases/uniqueness/use-after.fut";
    for (name, arguments) in [
        ("ref-run", vec![used]),
        ("elder", vec!["check", used]),
        ("elder", vec!["dev", used, "--pass", "simplify"]),
    ] {
        let (status, printed) = json(name, &arguments, "[1]");
        assert_eq!((status, printed.len()), (Some(2), 1), "{printed:?}");
        assert_eq!(printed[0]["rule"], "FUT-U-VAR");
        assert_eq!(printed[0]["premise"], "consumed");
        assert_eq!(printed[0]["severity"], "error");
        assert_eq!(printed[0]["span"]["file"], used);
        assert_eq!(printed[0]["span"]["start"]["line"], 6);
        assert_eq!(printed[0]["labels"][0]["message"], "consumed here");
    }
    let race = "spec/dpia/cases/races/neighbour.dpia";
    let first = |arguments: &[&str]| {
        let (status, printed) = json("elder", arguments, "");
        (status, printed[0]["rule"].clone())
    };
    for arguments in [
        &["run", race, "--device", "plan"][..],
        &["build", race, "--target", "c"],
        &["bench", race, "--device", "c", "--input", "1i64"],
    ] {
        assert_eq!(
            first(arguments),
            (Some(2), "DPIA-T-ZONES".into()),
            "{arguments:?}"
        );
    }
    // While a program runs, and where there is none.
    let index = "spec/core/cases/evaluation/width-irregular.core";
    let (status, printed) = json("ref-run", &[index], "[1i64, 2i64]");
    assert_eq!((status, &printed[0]["rule"]), (Some(1), &"CORE-E-WIDTH".into()));
    let (status, printed) = json("ref-run", &[index], "[1i64, ");
    assert_eq!((status, &printed[0]["rule"]), (Some(2), &serde_json::Value::Null));
    assert_eq!(printed[0]["span"], serde_json::Value::Null);
}

/// What the binary `engine` answers is what `ref-run` does, without a file.
#[test]
fn the_engine_answers_questions() {
    let ask = |question: serde_json::Value| {
        let output = run("engine", &[], &question.to_string());
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an answer");
        assert_eq!(output.status.code().map(i64::from), answer["status"].as_i64());
        answer
    };
    let texts = serde_json::json!({
        "sub/main.fut": "import \"../help\"\nentry main (x: i32) = twice x",
        "help.fut": "def twice (x: i32) = 2 * x",
    });
    let answer = ask(serde_json::json!({"program": "sub/main.fut", "texts": texts, "input": "21"}));
    assert_eq!(
        (&answer["status"], &answer["values"][0]),
        (&0.into(), &"42i32".into())
    );
    let alone = serde_json::json!({"sub/main.fut": texts["sub/main.fut"]});
    let answer = ask(serde_json::json!({"program": "sub/main.fut", "texts": alone, "input": "21"}));
    assert_eq!(answer["status"], 2);
    assert_eq!(answer["diagnostics"][0]["rule"], "FUT-M-IMPORT");
    let answer = ask(serde_json::json!({
        "program": "a.fut",
        "texts": {"a.fut": "entry main (x: i32) = loop y = x while true do y + 1"},
        "input": "1",
        "fuel": 1000,
    }));
    assert_eq!(answer["status"], 3);
    let answer = ask(serde_json::json!({"program": "a.dx", "texts": {"a.dx": "1 + 2\n"}}));
    assert_eq!(answer["printed"], "1 + 2\n> 3\n");
    let answer = ask(serde_json::json!({"program": "a.fut", "texts": {}, "inputs": "1"}));
    assert!(
        answer["diagnostics"][0]["message"]
            .as_str()
            .unwrap()
            .contains("`inputs`")
    );
}

/// The README's commands name binaries, scripts and files that exist.
#[test]
fn the_readme_tells_the_truth() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let manifest = |name: &str| std::fs::read_to_string(root().join(name)).expect("it has a manifest");
    let manifest = manifest("src/driver/Cargo.toml") + &manifest("src/host/Cargo.toml");
    let commands: Vec<&str> = readme.lines().filter_map(|l| l.strip_prefix("    $ ")).collect();
    assert!(commands.len() >= 2, "the README has its two commands");
    for command in commands {
        let mut words = command.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "--bin" {
                let name = words.peek().expect("a binary is named");
                assert!(
                    manifest.contains(&format!("name = \"{name}\"")),
                    "no binary {name}"
                );
            }
            if word.ends_with(".fut") || word.starts_with("./") {
                assert!(root().join(word).exists(), "{word} of the README does not exist");
            }
        }
    }
}

#[test]
fn test_blocks_run_compiled_and_against_the_reference() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.dpia");
    let program = |expected: &str| {
        format!(
            "-- ==\n-- input {{ [1f32, 2f32] }} output {{ {expected} }}\n-- random input {{ [100]f32 }} auto output\n\
             def main = fun(n: nat, xs: n.f32) reduce(fun x a. x + a, 0.0, xs)\n"
        )
    };
    let path = file.to_str().expect("temporary paths are UTF-8");
    std::fs::write(&file, program("3f32")).expect("the folder is writable");
    let passed = run("elder", &["test", "--backend", "c", path], "");
    let text = String::from_utf8_lossy(&passed.stdout).into_owned();
    assert_eq!(passed.status.code(), Some(0), "{text}");
    assert!(
        text.ends_with("2 cases run, 0 failed, 2 outcomes compared\n"),
        "{text}"
    );
    // The next float is another value.
    std::fs::write(&file, program("3.0000002f32")).expect("the folder is writable");
    for backend in ["ref", "c"] {
        let failed = run("elder", &["test", "--backend", backend, path], "");
        let text = String::from_utf8_lossy(&failed.stdout).into_owned();
        assert_eq!(failed.status.code(), Some(1), "{backend}: {text}");
        assert!(text.contains("expected 3.0000002f32"), "{backend}: {text}");
    }
}

#[test]
fn what_is_not_compiled_is_refused_by_name() {
    let output = run(
        "elder",
        &["test", "--backend", "c", "spec/kernel/cases/host/stencil.ker"],
        "",
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("kernels programs are not compiled yet"), "{text}");
    let output = run(
        "elder",
        &[
            "test",
            "--backend",
            "opencl",
            "--device",
            "no such device",
            "examples/dpia",
        ],
        "",
    );
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("no device like `no such device`"), "{text}");
}

/// A program of FCL with what runs it.
fn fcl(command: &str, arguments: &[&str], program: &str, input: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.fcl");
    std::fs::write(&file, program).expect("the folder is writable");
    let file = file.to_str().expect("temporary paths are UTF-8");
    let mut all = arguments.to_vec();
    all.push(file);
    let output = run(command, &all, input);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

const REVERSE: &str = "kernel reversed xs = push <block> (reverse xs)\n";

#[test]
fn an_fcl_kernel_runs_with_its_cost_and_its_steps() {
    // The only kernel of the file is run, whatever it is called.
    let (status, out, err) = fcl("ref-run", &["--cost"], REVERSE, "[1, 2, 3]");
    assert_eq!((status, out.as_str()), (Some(0), "[3i32, 2i32, 1i32]\n"), "{err}");
    assert!(
        err.contains("thread") && err.contains("block") && err.contains("span"),
        "{err}"
    );
    let (status, _, err) = fcl("ref-run", &["--derive"], REVERSE, "[1, 2, 3]");
    assert_eq!(status, Some(0));
    for rule in ["FCL-E-41", "FCL-E-INDEX", "FCL-E-PUSH"] {
        assert!(err.contains(rule), "no step by {rule} in\n{err}");
    }
}

#[test]
fn an_fcl_kernel_is_compiled_at_every_stage() {
    let (status, out, err) = fcl("elder", &["run", "--device", "c"], REVERSE, "[1, 2, 3]");
    assert_eq!((status, out.as_str()), (Some(0), "[3i32, 2i32, 1i32]\n"), "{err}");
    let (status, source, _) = fcl("elder", &["dev", "--pass", "source"], REVERSE, "");
    assert!(status == Some(0) && source.contains("reverse xs"), "{source}");
    let (status, staged, _) = fcl("elder", &["dev", "--pass", "fcl"], REVERSE, "");
    assert!(status == Some(0) && staged.contains("parforLocal(0)"), "{staged}");
    let kernel = |arguments: &[&str]| fcl("elder", arguments, REVERSE, "").1;
    assert!(kernel(&["dev"]).contains("reqd_work_group_size(256, 1, 1)"));
    assert!(kernel(&["dev", "--block-size", "64"]).contains("reqd_work_group_size(64, 1, 1)"));
    assert!(kernel(&["dev", "--block-width", "16"]).contains("reqd_work_group_size(16, 16, 1)"));
}

#[test]
fn the_sizes_of_the_machine_can_be_given() {
    let program = "kernel main = push <block> [#BlockSize]\n  config #BlockSize = 8\n";
    assert_eq!(fcl("ref-run", &[], program, "").1, "[8i32]\n");
    let run = ["run", "--device", "c", "--block-size", "4"];
    assert_eq!(fcl("elder", &run, program, "").1, "[4i32]\n");
    assert_eq!(fcl("ref-run", &run[3..], program, "").1, "[4i32]\n");
    // The machine has whole warps.
    let (status, _, err) = fcl("ref-run", &["--block-size", "40"], program, "");
    assert_eq!(status, Some(2), "{err}");
}

#[test]
fn errors_of_fcl_have_their_rule_and_status() {
    let nested = "kernel main xs = push <block> (map (fn x => index (force (push <block> [x])) 0) xs)\n";
    let (status, _, err) = fcl("ref-run", &[], nested, "[1]");
    assert_eq!(status, Some(2));
    assert!(err.contains("FCL-T-EFF-PUSH"), "{err}");
    let outside = "kernel main i xs = push <block> [index xs i]\n";
    for (command, arguments) in [("ref-run", &[][..]), ("elder", &["run", "--device", "c"])] {
        let (status, _, err) = fcl(command, arguments, outside, "3 [1, 2, 3]");
        assert_eq!(status, Some(1), "{err}");
        assert!(err.contains("FCL-E-INDEX"), "{err}");
    }
    let endless =
        "kernel main xs = push <block> (while (fn a => true) (fn a => push <block> a) (push <block> xs))\n";
    assert_eq!(fcl("ref-run", &["--fuel", "1000"], endless, "[1]").0, Some(3));
    let (status, _, err) = fcl("ref-run", &["--entry", "other"], REVERSE, "[1]");
    assert_eq!(status, Some(2));
    assert!(err.contains("`other`") && err.contains("reversed"), "{err}");
}

#[test]
fn a_user_decides_tuned_numbers() {
    let program = "entry main: (i64, i64) =\n  let x: i64 = tuned \"a.tile\" tile 8i64\n  let y: i64 = tuned \"b\" group\n  in x, y\n";
    let sized = |sizes: &[&str]| {
        let options: Vec<&str> = sizes.iter().flat_map(|size| ["--size", size]).collect();
        ref_run_file("program.core", &options, program, "")
    };
    for (sizes, expected) in [
        (&[][..], "8i64\n1i64\n"),
        (&["a.tile=3"], "3i64\n1i64\n"),
        (
            &["b=7", "a.tile=9223372036854775807"],
            "9223372036854775807i64\n7i64\n",
        ),
    ] {
        let (status, out, err) = sized(sizes);
        assert_eq!((status, out.as_str()), (Some(0), expected), "{sizes:?}: {err}");
    }
    // What the user decides no seed changes.
    let options = ["--seed", "5", "--size", "a.tile=3", "--size", "b=4"];
    assert_eq!(
        ref_run_file("program.core", &options, program, "").1,
        "3i64\n4i64\n"
    );
    for (size, wrong) in [
        ("a.tile=0", "`a.tile` cannot be 0: a tuned number is above zero"),
        ("b=-3", "`b` cannot be -3"),
        ("tile=4", "no tuned number `tile`"),
        ("b", "not of the form name=value"),
    ] {
        let (status, out, err) = sized(&[size]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{size}");
        assert!(err.contains(wrong), "{size}: {err}");
    }
    let (status, _, err) = ref_run(&["--size", "n=4"], "def main = 1", "");
    assert_eq!(status, Some(2));
    assert!(err.contains("Futhark programs have no tuned numbers"), "{err}");
}
