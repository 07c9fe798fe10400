//! Test files whose cases have to pass, to fail for a known reason, or not to be run.
//!
//! The rows say what is known; nothing of the runner is used to find it.  What does not depend on one another is tried in all combinations.

use super::{Mistake, held};
use crate::testing::blocks::{self, Expected, Input};
use crate::testing::run::{Cause, Options, Report, run_file};
use crate::testing::summary::Summary;
use elder_syntax::Value;
use elder_syntax::value::{Tolerance, binary};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

/// What is said of all test files that is not so.
pub(super) fn mistakes() -> Vec<Mistake> {
    match tempfile::tempdir() {
        Ok(folder) => Files {
            folder: folder.path(),
        }
        .mistakes(),
        // Where nothing can be written, there are no test files either.
        Err(_) => vec![],
    }
}

/// A run of a case on a line of its own, and why it has to fail, if it does.
type Row = (&'static str, Option<Cause>);

/// Ends with 6 for 1, with an error of a known rule for 0.
const DIVISION: &str = "def main (x: i32): i32 = 6 / x";

/// How a run ends, and what is expected of it.
const OUTCOMES: &[Row] = &[
    ("input { 1 }", None),
    ("input { 1 } output { 6i32 }", None),
    ("input { 1 } output { 7i32 }", Some(Cause::Value)),
    ("input { 1 } output { 6i64 }", Some(Cause::Value)),
    ("input { 1 } output { [6i32] }", Some(Cause::Value)),
    ("input { 1 } output { 6i32 6i32 }", Some(Cause::Value)),
    ("input { 1 } output { }", Some(Cause::Value)),
    ("input { 1 } auto output", None),
    ("input { 1 } error:", Some(Cause::NoRunTimeError)),
    ("input { 1 } error: NUM-DIV", Some(Cause::NoRunTimeError)),
    ("input { 1 } error: other words", Some(Cause::NoRunTimeError)),
    ("input { 0 }", Some(Cause::RunTime)),
    ("input { 0 } output { 0i32 }", Some(Cause::RunTime)),
    ("input { 0 } output { }", Some(Cause::RunTime)),
    ("input { 0 } auto output", Some(Cause::RunTime)),
    ("input { 0 } error:", None),
    ("input { 0 } error: other words", None),
    ("input { 0 } error: NUM-DIV", None),
    ("input { 0 } error: NUM-", None),
    ("input { 0 } error: zero.*NUM-DIV", None),
    ("input { 0 } error: FMT-INT", Some(Cause::Message)),
    ("input { 0 } error: FUT-E-", Some(Cause::Message)),
    ("input { 0 } error: FUT-T-", Some(Cause::Message)),
    ("input { 0 } error: NUM-DIV.*nowhere", Some(Cause::Message)),
    ("input { 1 1 } output { 6i32 }", Some(Cause::Format)),
    ("input { } output { 6i32 }", Some(Cause::Format)),
    ("input { true } output { 6i32 }", Some(Cause::Format)),
    ("input { [1] } error:", Some(Cause::Format)),
    ("random input { 3i32 } output { 2i32 }", None),
    ("random input { 3i32 } output { 1i32 }", Some(Cause::Value)),
    ("random input { 0i32 } output { 0i32 }", Some(Cause::RunTime)),
    ("script input { 3 } output { 2i32 }", None),
    ("script input { 3 } output { 1i32 }", Some(Cause::Value)),
    ("script input { main 2 } output { 2i32 }", None),
    ("script input { main 0 } output { 0i32 }", Some(Cause::RunTime)),
    ("\"a { name\" input { 2 } output { 3i32 }", None),
    ("\"a } name\" input { 2 } output { 2i32 }", Some(Cause::Value)),
    ("one two input { 2 } output { 2i32 }", Some(Cause::Value)),
];

/// How a run ends where all words of errors are compared.
const STRICT: &[Row] = &[
    ("input { 0 } error:", None),
    ("input { 0 } error: division by", None),
    ("input { 0 } error: other words", Some(Cause::Message)),
    ("input { 1 } error: division by", Some(Cause::NoRunTimeError)),
];

/// Several results.
const PAIR: &str = "def main (x: i32): (i32, []i32) = (x, [x, 2])";

/// One result of two is another, or more or fewer are expected.
const RESULTS: &[Row] = &[
    ("input { 1 } output { 1i32 [1i32, 2i32] }", None),
    ("input { 1 } output { 1i32 }", Some(Cause::Value)),
    (
        "input { 1 } output { 1i32 [1i32, 2i32] 0i32 }",
        Some(Cause::Value),
    ),
    ("input { 1 } output { [1i32, 2i32] 1i32 }", Some(Cause::Value)),
    ("input { 1 } output { 2i32 [1i32, 2i32] }", Some(Cause::Value)),
    ("input { 1 } output { 1i32 [1i32, 3i32] }", Some(Cause::Value)),
    ("input { 1 } output { 1i32 [0i32, 2i32] }", Some(Cause::Value)),
    ("input { 1 } output { 1i32 [1i32] }", Some(Cause::Value)),
    (
        "input { 1 } output { 1i32 [1i32, 2i32, 3i32] }",
        Some(Cause::Value),
    ),
    ("input { 1 } output { 1i32 [[1i32, 2i32]] }", Some(Cause::Value)),
    ("input { 1 } output { 1i32 empty([0]i32) }", Some(Cause::Value)),
];

/// Floats as they are.
const FLOATS: &str = "def main (x: f32) (y: f64): (f32, f64) = (x, y)";

/// What is near enough to an output that somebody else wrote, and what is not.
const NEAR: &[Row] = &[
    ("input { 1 2 } output { 1f32 2f64 }", None),
    ("input { 1 2 } output { 1.001f32 2.001f64 }", None),
    ("input { 1 2 } output { 1.01f32 2f64 }", Some(Cause::Value)),
    ("input { 1 2 } output { 1f32 2.01f64 }", Some(Cause::Value)),
    ("input { 1 2 } output { 0.99f32 2f64 }", Some(Cause::Value)),
    ("input { 1000 2 } output { 1001f32 2f64 }", None),
    ("input { 1000 2 } output { 1005f32 2f64 }", Some(Cause::Value)),
    ("input { f32.nan 2 } output { f32.nan 2f64 }", None),
    ("input { f32.nan 2 } output { 1f32 2f64 }", Some(Cause::Value)),
    ("input { 1 2 } output { f32.nan 2f64 }", Some(Cause::Value)),
    ("input { f32.inf 2 } output { f32.inf 2f64 }", None),
    ("input { f32.inf 2 } output { -f32.inf 2f64 }", Some(Cause::Value)),
    ("input { 1 f64.inf } output { 1f32 1e300f64 }", Some(Cause::Value)),
];

/// What has the same bits, and what has not.
const BITS: &[Row] = &[
    ("input { 1 2 } output { 1f32 2f64 }", None),
    ("input { 1 2 } output { 1.0000001f32 2f64 }", Some(Cause::Value)),
    (
        "input { 1 2 } output { 1f32 2.0000000000000004f64 }",
        Some(Cause::Value),
    ),
    ("input { -0.0 2 } output { -0f32 2f64 }", None),
    ("input { -0.0 2 } output { 0f32 2f64 }", Some(Cause::Value)),
    ("input { f32.nan 2 } output { f32.nan 2f64 }", None),
];

/// Whole files: what they say, and why the first thing fails that does.
const WHOLE: &[(&str, &str, Option<Cause>)] = &[
    ("error:", "def main = y", None),
    ("error: FUT-T-VAR", "def main = y", None),
    ("error: FUT-T-", "def main = y", None),
    ("error: other words", "def main = y", None),
    ("error: FUT-U-", "def main = y", Some(Cause::Message)),
    ("error: FUT-X-", "def main = y", Some(Cause::Message)),
    ("error: FUT-T-IF", "def main = y", Some(Cause::Message)),
    ("error:", "def main = 1i32", Some(Cause::NotRefused)),
    ("error: FUT-T-VAR", "def main = 1i32", Some(Cause::NotRefused)),
    ("input { } output { 1i32 }", "def main = y", Some(Cause::Typing)),
    ("input { } error:", "def main = y", Some(Cause::Typing)),
    ("input { } error: FUT-T-VAR", "def main = y", Some(Cause::Typing)),
    ("input { }", "def main = (", Some(Cause::Syntax)),
    ("error: FUT-X-", "def main = (", None),
    ("inputs { }", "def main = 1i32", Some(Cause::Block)),
    ("input { 1", "def main (x: i32) = x", Some(Cause::Block)),
    (
        "input { 1 } output { 1 } error:",
        "def main (x: i32) = x",
        Some(Cause::Block),
    ),
    ("property: p", "#[prop]\nentry p (x: i8) = x == x", None),
    (
        "property: p",
        "#[prop]\nentry p (x: i8) = x != x",
        Some(Cause::Property),
    ),
    ("property: p", "entry p (x: i8) = x == x", Some(Cause::Block)),
    (
        "entry: other\n-- input { 1 } output { 1i32 }",
        "def main (x: i32) = x",
        Some(Cause::Format),
    ),
];

/// Where test files stand while they are run.
struct Files<'a> {
    folder: &'a Path,
}

impl Files<'_> {
    fn mistakes(&self) -> Vec<Mistake> {
        let strict = Options {
            strict_messages: true,
            ..Options::default()
        };
        let bits = Options {
            tolerance: Some(Tolerance::Bitwise),
            ..Options::default()
        };
        let usual = Options::default();
        let mut found = Vec::new();
        found.extend(self.rows("how a run ends", DIVISION, OUTCOMES, &usual));
        found.extend(self.rows("the words of an error", DIVISION, STRICT, &strict));
        found.extend(self.rows("several results", PAIR, RESULTS, &usual));
        found.extend(self.rows("floats that are near", FLOATS, NEAR, &usual));
        found.extend(self.rows("the bits of floats", FLOATS, BITS, &bits));
        found.extend(self.whole());
        found.extend(self.tags());
        found.extend(self.choice());
        found.extend(self.data());
        found.extend(texts());
        found
    }

    /// The report on a file of this text.
    fn report(&self, text: &str, options: &Options) -> Report {
        let path = self.folder.join("known.fut");
        match std::fs::write(&path, text) {
            Ok(()) => run_file(&path, options),
            Err(why) => Report::failed(&path, Cause::Block, why.to_string()),
        }
    }

    /// The rows as the cases of one file: each has to end as it says, and no other.
    fn rows(&self, what: &str, program: &str, rows: &[Row], options: &Options) -> Vec<Mistake> {
        let cases: String = rows.iter().map(|(case, _)| format!("-- {case}\n")).collect();
        let report = self.report(&format!("-- ==\n{cases}\n{program}\n"), options);
        let each = rows.iter().enumerate().filter_map(|(number, (case, known))| {
            // The first line says that a block begins.
            let answer = failures_at(&report, number + 2);
            held(
                format!("test blocks, {what}: `{case}`"),
                &answer,
                &known.iter().copied().collect(),
            )
        });
        let counted = held(format!("test blocks, {what}: cases"), &report.cases, &rows.len());
        each.chain(counted).collect()
    }

    /// Files that say one thing each, alone and counted together.
    fn whole(&self) -> Vec<Mistake> {
        let usual = Options::default();
        let mut found = Vec::new();
        let mut reports = Vec::new();
        for (block, program, known) in WHOLE {
            let report = self.report(&format!("-- ==\n-- {block}\n\n{program}\n"), &usual);
            let answer = report.failures.first().map(|failure| failure.cause);
            found.extend(held(
                format!("test files: `{block}` of `{program}`"),
                &answer,
                known,
            ));
            reports.push(report);
        }
        let summary = Summary::of(&reports);
        let failed = WHOLE.iter().filter(|(_, _, known)| known.is_some()).count();
        let answer = (
            summary.agreed + summary.uncompared,
            summary.disagreed + summary.uncompared_failed,
        );
        found.extend(held(
            "test files, counted",
            &answer,
            &(WHOLE.len() - failed, failed),
        ));
        found.extend(held("test files, in all", &summary.passed(), &false));
        found
    }

    /// Cases and files with tags, all of which are wrong: who is run fails.
    fn tags(&self) -> Vec<Mistake> {
        const TAGS: [&str; 3] = ["one", "two", "three"];
        let sets: Vec<Vec<&str>> = (0..1 << TAGS.len())
            .map(|set| {
                (0..TAGS.len())
                    .filter(|k| set >> k & 1 == 1)
                    .map(|k| TAGS[k])
                    .collect()
            })
            .collect();
        let mut found = Vec::new();
        for excluded in &sets {
            let options = Options {
                exclude: excluded.iter().map(|tag| (*tag).to_owned()).collect(),
                ..Options::default()
            };
            let is_run = |tags: &[&str]| !tags.iter().any(|tag| excluded.contains(tag));
            let cases: String = sets
                .iter()
                .map(|tags| format!("-- {} input {{ 1 }} output {{ 0i32 }}\n", tags.join(" ")))
                .collect();
            let report = self.report(&format!("-- ==\n{cases}\n{DIVISION}\n"), &options);
            for (number, tags) in sets.iter().enumerate() {
                let answer = !failures_at(&report, number + 2).is_empty();
                let what = format!("test blocks: a case with the tags {tags:?} without {excluded:?} is run");
                found.extend(held(what, &answer, &is_run(tags)));
            }
        }
        let never = [
            &["disable"][..],
            &["notest"],
            &["one", "notest"],
            &["disable", "two"],
        ];
        let files = sets.iter().map(Vec::as_slice).chain(never);
        for tags in files {
            for excluded in [&[][..], &["two"], &["three", "one"]] {
                let options = Options {
                    exclude: excluded.iter().map(|tag| (*tag).to_owned()).collect(),
                    ..Options::default()
                };
                let text = format!(
                    "-- ==\n-- tags {{ {} }}\n-- input {{ 1 }} output {{ 0i32 }}\n\n{DIVISION}\n",
                    tags.join(" ")
                );
                let report = self.report(&text, &options);
                let answer = (report.ignored.is_some(), report.failures.len());
                let is_left_out = tags
                    .iter()
                    .any(|tag| ["disable", "notest"].contains(tag) || excluded.contains(tag));
                let what = format!(
                    "test files: one with the tags {tags:?} without {excluded:?} is left out, failures"
                );
                found.extend(held(what, &answer, &(is_left_out, usize::from(!is_left_out))));
            }
        }
        found
    }

    /// Cases that an entry point or a line chooses, all of which are wrong.
    fn choice(&self) -> Vec<Mistake> {
        let text = "-- ==\n-- entry: f g\n-- input { 1 } output { 0i32 }\n-- input { 2 } output { 0i32 }\n\n-- ==\n-- entry: h\n\
             -- input { 3 } output { 0i32 }\n\nentry f (x: i32) = x\nentry g (x: i32) = x\nentry h (x: i32) = x\n";
        let runs = [("f", 3), ("f", 4), ("g", 3), ("g", 4), ("h", 8)];
        let mut found = Vec::new();
        for entry in [None, Some("f"), Some("g"), Some("h"), Some("k")] {
            for line in [None, Some(3), Some(4), Some(8), Some(9)] {
                let options = Options {
                    entry: entry.map(str::to_owned),
                    line,
                    ..Options::default()
                };
                let report = self.report(text, &options);
                let answer: BTreeSet<&str> = report.failures.iter().map(|f| f.case.as_str()).collect();
                let chosen = runs.iter().filter(|(e, l)| {
                    entry.is_none_or(|entry| entry == *e) && line.is_none_or(|line| line == *l)
                });
                let known: Vec<String> = chosen.map(|(e, l)| format!("{e} at line {l}")).collect();
                let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
                let what = format!("test blocks: what is run of entry {entry:?}, line {line:?}");
                found.extend(held(what, &answer, &known));
            }
        }
        found
    }

    /// Inputs and outputs that stand in files of their own.
    fn data(&self) -> Vec<Mistake> {
        let value = Value::vector(vec![3i32, -1, 70_000]);
        let mut bytes = Vec::new();
        binary::write(&value, &mut bytes);
        let texts = b"[3i32, -1i32, 70000i32]".to_vec();
        let kept = |name: &str, bytes: &[u8]| -> io::Result<()> {
            std::fs::write(self.folder.join(name), bytes)?;
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(bytes)?;
            std::fs::write(self.folder.join(format!("{name}.gz")), packed.finish()?)
        };
        if kept("text", &texts)
            .and_then(|()| kept("binary", &bytes))
            .is_err()
        {
            return vec![];
        }
        let mut rows = vec![
            "input @ none".to_owned(),
            "input { [3, -1, 70000] } output @ none".to_owned(),
        ];
        let mut known = vec![Some(Cause::Block); 2];
        for file in ["text", "text.gz", "binary", "binary.gz"] {
            rows.push(format!("input @ {file} output {{ [3i32, -1i32, 70000i32] }}"));
            rows.push(format!("input @ {file} output {{ [3i32, -1i32, 4464i32] }}"));
            rows.push(format!("input {{ [3, -1, 70000] }} output @ {file}"));
            rows.push(format!("input {{ [3, -1] }} output @ {file}"));
            known.extend([None, Some(Cause::Value), None, Some(Cause::Value)]);
        }
        let cases: String = rows.iter().map(|case| format!("-- {case}\n")).collect();
        let report = self.report(
            &format!("-- ==\n{cases}\ndef main (xs: []i32) = xs\n"),
            &Options::default(),
        );
        let each = rows
            .iter()
            .zip(known)
            .enumerate()
            .filter_map(|(number, (case, known))| {
                let answer = failures_at(&report, number + 2);
                held(
                    format!("test blocks, files of values: `{case}`"),
                    &answer,
                    &known.into_iter().collect(),
                )
            });
        each.collect()
    }
}

/// Why the case at a line failed, as often as it did.
fn failures_at(report: &Report, line: usize) -> Vec<Cause> {
    let title = format!("main at line {line}");
    let own = |case: &str| {
        case == title
            || case
                .strip_prefix(&title)
                .is_some_and(|rest| rest.starts_with(' '))
    };
    let failures = report.failures.iter();
    failures
        .filter(|failure| own(&failure.case))
        .map(|failure| failure.cause)
        .collect()
}

/// Texts of blocks: which cases they have, at which lines, for which entries, with which tags, and what of them is expected.
fn texts() -> Vec<Mistake> {
    let known: [(&str, &[&str]); 9] = [
        ("-- words\n--\n-- == here\n-- input { 1 }\n", &[]),
        (
            "-- ==\n-- input { 1 }\n--\n--\n-- input { 2 } output { 3 }\n",
            &["main 2 [] values 1, any", "main 5 [] values 2, 1 value"],
        ),
        (
            "--==\n-- input { 1 }\n\n-- input { 2 }\n",
            &["main 2 [] values 1, any"],
        ),
        (
            "-- ==\n-- entry: f g\n-- a input { } auto output\n-- entry: h\n-- b c input { 1 2 } error: x y \n",
            &[
                "f 3 [\"a\"] values , auto",
                "g 3 [\"a\"] values , auto",
                "h 5 [\"b\", \"c\"] values 1 2, error x y",
            ],
        ),
        (
            "-- ==\n-- input { \"}\" \"\\\"}\" } output { }\n",
            &["main 2 [] values \"}\" \"\\\"}\", 0 values"],
        ),
        (
            "-- ==\n-- input { 1\n--   2 }\n-- output {\n-- 3 4 }\n",
            &["main 2 [] values 1 2, 2 values"],
        ),
        (
            "-- ==\n-- input @ a.in output @ b.out\n",
            &["main 2 [] file a.in, file b.out"],
        ),
        (
            "-- ==\n-- random input { [2]i32 7i8 }\n-- script input { f (g 1) }\n-- script input @ s\n",
            &[
                "main 2 [] random 2, any",
                "main 3 [] script f (g 1), any",
                "main 4 [] script file s, any",
            ],
        ),
        (
            "-- ==\n-- input { 1 }\ndef f = 1\n-- ==\n-- entry: k\n-- input { 2 }\n",
            &["main 2 [] values 1, any", "k 6 [] values 2, any"],
        ),
    ];
    let read = |text: &str| -> Vec<String> {
        let Ok(tests) = blocks::parse(text) else {
            return vec!["malformed".to_owned()];
        };
        tests.cases.iter().map(shown).collect()
    };
    let each = known.iter().filter_map(|(text, known)| {
        let known: Vec<String> = known.iter().map(|case| (*case).to_owned()).collect();
        held(format!("the cases of the block {text:?}"), &read(text), &known)
    });
    each.collect()
}

/// A case in a line.
fn shown(case: &blocks::Case) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let input = match &case.input {
        Input::Values(written) => format!("values {}", words(&written.text)),
        Input::File(file) => format!("file {file}"),
        Input::Random(generators) => format!("random {}", generators.len()),
        Input::Script(text) => format!("script {text}"),
        Input::ScriptFile(file) => format!("script file {file}"),
    };
    let expected = match &case.expected {
        Expected::Success => "any".to_owned(),
        Expected::Auto => "auto".to_owned(),
        Expected::Values(values) if values.len() == 1 => "1 value".to_owned(),
        Expected::Values(values) => format!("{} values", values.len()),
        Expected::File(file) => format!("file {file}"),
        Expected::Error(pattern) => format!("error {pattern}"),
    };
    format!("{} {} {:?} {input}, {expected}", case.entry, case.line, case.tags)
}
