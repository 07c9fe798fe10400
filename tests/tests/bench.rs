//! `elder bench` and `--profile`, as a user runs them.  What is asked never depends on how long something took.

use elder_tests::binaries::{binary, root};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "\
-- Twice each, and all together.
-- ==
-- entry: twice
-- input { [1, 2, 3] } output { [2, 4, 6] }
-- \"large\" random input { [1000]i32 }
entry twice [n] (xs: [n]i32) = map (* 2) xs

-- ==
-- entry: total
-- input { [1, 2, 3] } output { 6 }
-- script input { twice [4, 5] }
-- input { [1] } error: never
entry total [n] (xs: [n]i32) = i32.sum xs
";

/// A folder with a program in it.
struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(program: &str) -> Case {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let case = Case { folder };
        std::fs::write(case.path("p.fut"), program).expect("the folder is writable");
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn bench(&self, arguments: &[&str]) -> Output {
        let mut command = elder("bench");
        command
            .arg(self.path("p.fut"))
            .args(["--device", "c", "--runs", "2", "--warm-up", "1"]);
        command.args(arguments).output().expect("it runs")
    }

    /// The document that a run with these arguments writes.
    fn document(&self, arguments: &[&str]) -> Json {
        let file = self.path("times.json");
        let mut all = vec!["--json", file.to_str().expect("UTF-8")];
        all.extend(arguments);
        let output = self.bench(&all);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        read(&file)
    }
}

fn elder(subcommand: &str) -> Command {
    let mut command = Command::new(binary("elder"));
    command.current_dir(root()).arg(subcommand);
    command
}

fn read(file: &Path) -> Json {
    serde_json::from_str(&std::fs::read_to_string(file).expect("it is written")).expect("JSON")
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The fields that docs/bench.md names, of each data set of each entry point.
#[test]
fn results_are_documented_data() {
    let document = Case::new(PROGRAM).document(&[]);
    assert_eq!(document["format"], 1);
    let results = document["results"].as_array().expect("an array");
    let of = |name: &str| {
        results
            .iter()
            .map(|result| result[name].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("entry"), ["twice", "twice", "total", "total"]);
    assert_eq!(of("data"), ["[1, 2, 3]", "large", "[1, 2, 3]", "twice [4, 5]"]);
    assert_eq!(of("line"), [4, 5, 10, 11]);
    assert_eq!(of("checked"), [true, false, true, false]);
    assert_eq!(of("input_bytes"), [12, 4000, 12, 8]);
    assert_eq!(of("output_bytes"), [12, 4000, 4, 4]);
    assert_eq!(of("copy_bytes"), [12, 4000, 8, 4]);
    assert_eq!(of("runs"), [2, 2, 2, 2]);
    let page = std::fs::read_to_string(root().join("docs/bench.md")).expect("the page is there");
    for result in results {
        assert_eq!(result["times_ns"].as_array().map(Vec::len), Some(2), "{result}");
        for name in result.as_object().expect("an object").keys() {
            assert!(
                page.contains(&format!("`{name}`")),
                "docs/bench.md does not name `{name}`"
            );
        }
        let kernel = result["kernels"][0].as_object().expect("there is a kernel");
        for name in kernel.keys() {
            assert!(
                page.contains(&format!("`{name}`")),
                "docs/bench.md does not name `{name}`"
            );
        }
        assert_eq!(kernel["calls"], 1.0);
    }
}

#[test]
fn an_entry_point_may_be_chosen_and_an_input_given() {
    let case = Case::new(PROGRAM);
    let results = |arguments: &[&str]| case.document(arguments)["results"].clone();
    assert_eq!(results(&["--entry", "total"]).as_array().map(Vec::len), Some(2));
    let given = results(&["--entry", "twice", "--input", "[50]i32"]);
    assert_eq!(
        (&given[0]["data"], &given[0]["input_bytes"]),
        (&"[50]i32".into(), &200.into())
    );
    let file = case.path("values.in");
    std::fs::write(&file, "[7, 8]").expect("the folder is writable");
    let given = results(&[
        "--entry",
        "total",
        "--input",
        &format!("@{}", file.display()),
        "--samples",
        "1",
    ]);
    assert_eq!(
        given[0]["samples"][0],
        Json::from(vec![Json::from(0), Json::from(15.0)])
    );
    // A line each on standard output, and nothing else.
    let output = case.bench(&["--json"]);
    let lines = out(&output);
    let each = lines
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).expect("an object"));
    assert_eq!(each.count(), 4, "{lines}");
}

#[test]
fn a_wrong_result_is_told_and_not_timed() {
    let case = Case::new(&PROGRAM.replace("[2, 4, 6]", "[2, 4, 7]"));
    let output = case.bench(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = err(&output);
    for part in [
        "p.fut:4, twice, \"[1, 2, 3]\" on C with",
        "6i32, expected 7i32",
        "`--no-check`",
        "--line 4",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    // The others are.
    let table = out(&output);
    let row = table.lines().find(|line| line.starts_with("[1, 2, 3]"));
    let words: Vec<&str> = row.expect("it has a row").split_whitespace().collect();
    assert_eq!(words[3..], ["failed"], "{table}");
    assert!(table.contains("twice [4, 5]"), "{table}");
    assert_eq!(case.bench(&["--no-check"]).status.code(), Some(0));
}

#[test]
fn refusals_and_failures_have_the_usual_statuses() {
    let status = |program: &str, arguments: &[&str]| {
        let output = Case::new(program).bench(arguments);
        (output.status.code(), err(&output))
    };
    let (code, text) = status("entry main (x: i32) = x + true", &["--input", "1"]);
    assert!(code == Some(2) && text.contains("FUT-T-"), "{text}");
    let (code, text) = status("entry main (x: i32) = 1 / x", &["--input", "0"]);
    assert!(
        code == Some(1) && text.contains("NUM-DIV") && text.contains("p.fut, main, \"0\""),
        "{text}"
    );
    let (code, text) = status("-- ==\n-- input { [1 }\nentry main (x: i32) = x", &[]);
    assert!(code == Some(2) && text.contains("p.fut:2"), "{text}");
    let (code, text) = status(PROGRAM, &["--entry", "no"]);
    assert!(code == Some(2) && text.contains("`--input`"), "{text}");
    let endless = "entry main (x: i32) = loop x while x >= 0 do (x + 1) & 7";
    let (code, text) = status(endless, &["--input", "1", "--timeout", "0.1"]);
    assert!(code == Some(3) && text.contains("`--timeout`"), "{text}");
    let (code, text) = status(PROGRAM, &["--timeout", "0"]);
    assert!(
        code == Some(2) && text.contains("0 is not a time limit"),
        "{text}"
    );
    // A program is not written over by what was measured of another.
    let case = Case::new(PROGRAM);
    let output = elder("bench")
        .arg("--json")
        .arg(case.path("p.fut"))
        .arg("examples/dot.fut")
        .output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert_eq!(
        std::fs::read_to_string(case.path("p.fut")).expect("it is there"),
        PROGRAM
    );
}

/// A second was a century: what differs so is marked, and what is new is called so.
#[test]
fn times_are_held_against_earlier_ones() {
    let case = Case::new(PROGRAM);
    let mut document = case.document(&["--entry", "twice"]);
    document["results"][0]["mean_ns"] = 1e18.into();
    document["results"][0]["deviation_ns"] = 0.into();
    document["results"][1]["data"] = "another".into();
    let file = case.path("earlier.json");
    std::fs::write(&file, document.to_string()).expect("the folder is writable");
    let file = file.to_str().expect("UTF-8");
    let table = out(&case.bench(&["--entry", "twice", "--compare", file]));
    let row = |name: &str| {
        table
            .lines()
            .find(|line| line.starts_with(name))
            .expect("a row")
            .to_owned()
    };
    assert!(row("[1, 2, 3]").ends_with("0.00*"), "{table}");
    assert!(row("large").ends_with("new"), "{table}");
    std::fs::write(file, "{}").expect("the folder is writable");
    let output = case.bench(&["--compare", file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains("no times in it") || err(&output).contains("not what"),
        "{}",
        err(&output)
    );
}

/// The kernel with the line that it comes from, its bytes, and what the host did.
#[test]
fn a_profile_says_where_time_goes() {
    let case = Case::new(
        "entry main [n] (xs: [n]i32) = #[sequential] loop ys = xs for i < 3i64 do map (\\y -> y + 1) ys\n",
    );
    let profile = |text: &str| {
        let kernel: Vec<String> = (text.lines().skip_while(|line| !line.starts_with("kernel")).nth(1))
            .map(|line| line.split_whitespace().map(str::to_owned).collect())
            .unwrap_or_else(|| panic!("no table in {text}"));
        assert_eq!((kernel[2].as_str(), kernel[5].as_str()), ("3", "48"), "{text}");
        for row in ["(read)", "(write)", "(allocate)", "(steps)", "device: "] {
            assert!(
                text.lines().any(|line| line.starts_with(row)),
                "no `{row}` in {text}"
            );
        }
        kernel[1].clone()
    };
    let output = case.bench(&["--profile", "--input", "[2]i32"]);
    let place = profile(&out(&output));
    let mut command = elder("run");
    command
        .args(["--device", "c", "--profile"])
        .arg(case.path("p.fut"));
    command.stdin(std::fs::File::open(values(&case)).expect("it is there"));
    let output = command.output().expect("it runs");
    assert_eq!(out(&output), "[4i32, 5i32]\n", "{}", err(&output));
    assert_eq!(profile(&err(&output)), place);
    assert!(place.ends_with("p.fut:1"), "{place}");
}

/// An entry point that consumes its argument has it anew in each run, which is no part of it.
#[test]
fn what_a_run_uses_up_is_no_part_of_it() {
    let case = Case::new(
        "-- ==\n-- input { [1, 2] } output { [9, 2] }\nentry main [n] (xs: *[n]i32) = xs with [0] = 9\n",
    );
    let output = case.bench(&["--profile"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    let row = |name: &str, place: &str| {
        let words = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        let mut rows = words.filter(|words| words.starts_with(&[name, place]));
        rows.next().map(|words| words[2].to_owned())
    };
    assert_eq!(row("(write)", "before").as_deref(), Some("1"), "{text}");
    // Its own update only: the input is there.
    assert_eq!(row("(write)", "host").as_deref(), Some("1"), "{text}");
}

fn values(case: &Case) -> PathBuf {
    let file = case.path("values.in");
    std::fs::write(&file, "[1, 2]").expect("the folder is writable");
    file
}
