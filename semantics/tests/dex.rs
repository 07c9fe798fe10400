//! The programs of `tests/dex`: their values, in the order of the definition and in others, and the rules that they apply.

use elder_dex::core::{Program, read};
use elder_dex::rules::TABLES;
use elder_semantics::dex::{Options, Outcome, entry, order, run};
use elder_syntax::{Rule, SourceId};
use std::path::{Path, PathBuf};

/// Seeds of other orders.
const SEEDS: std::ops::Range<u64> = 1..9;

struct Case {
    file: PathBuf,
    text: String,
    program: Program,
}

impl Case {
    fn read(file: PathBuf) -> Case {
        let text = std::fs::read_to_string(&file).expect("the folder has text files");
        let program = match read::checked(SourceId(0), &text) {
            Ok(program) => program,
            Err(errors) => panic!("{}: {errors:#?}", file.display()),
        };
        Case { file, text, program }
    }

    /// What stands behind `-- KEY: `.
    fn field(&self, key: &str) -> Option<&str> {
        let lines = self.text.lines().filter_map(|line| line.strip_prefix("-- "));
        let mut fields = lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        fields.next()
    }

    fn options(&self) -> Options {
        let mut options = Options::default();
        if let Some((key, value)) = self.field("limits").and_then(|limits| limits.split_once('=')) {
            let value = value.parse().expect("limits are numbers");
            match key {
                "seed" => options.seed = value,
                "fuel" => options.fuel = Some(value),
                "memory" => options.memory = Some(value),
                other => panic!("no limit is called {other}"),
            }
        }
        options
    }

    /// What the program should give, written as the run's.
    fn wanted(&self) -> String {
        let output = self
            .text
            .lines()
            .find_map(|line| line.strip_prefix("-- output { "));
        match (output, self.field("refuses")) {
            (Some(output), _) => output.trim_end_matches(" }").to_owned(),
            (None, premise) => format!("error: {}", premise.unwrap_or_default()),
        }
    }
}

/// The results without the types of Int.
fn given(outcome: &Outcome) -> String {
    match &outcome.result {
        Ok(value) => {
            let data = entry::data(value).expect("the cases give data");
            let texts: Vec<String> = data.iter().map(ToString::to_string).collect();
            texts.join(" ").replace("i32", "")
        }
        Err(failure) => {
            let premise = failure.refusal.map_or_else(String::new, |r| r.to_string());
            format!("error: {premise}")
        }
    }
}

fn rule(id: &str) -> &'static Rule {
    let mut rules = TABLES.iter().copied().flatten();
    rules
        .find(|rule| rule.id == id)
        .unwrap_or_else(|| panic!("no rule {id}"))
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dex");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let paths = files.map(|file| file.expect("its files can be listed").path());
    paths.map(Case::read).collect()
}

#[test]
fn cases_have_their_values() {
    let cases = cases();
    assert!(cases.len() > 50);
    for case in &cases {
        let rules = case.field("rules").unwrap_or_default();
        let rules: Vec<&Rule> = rules.split(", ").filter(|id| !id.is_empty()).map(rule).collect();
        let before: Vec<u64> = rules.iter().map(|rule| rule.applications()).collect();
        let outcome = run(&case.program, "main", &[], &case.options());
        assert_eq!(given(&outcome), case.wanted(), "{}", case.file.display());
        for (rule, before) in rules.iter().zip(before) {
            assert!(
                rule.applications() > before,
                "{}: {}",
                case.file.display(),
                rule.id
            );
        }
    }
}

/// No loop of the cases depends on the order: they touch states, which keeps it, or add what floats represent exactly.
#[test]
fn other_orders_give_the_same() {
    for case in cases() {
        for seed in SEEDS {
            let options = case.options();
            let difference = order::difference(&case.program, "main", &[], &options, seed);
            assert_eq!(difference, None, "{} with seed {seed}", case.file.display());
        }
    }
}

/// Rules of evaluation without a case stand here, with the reason.
#[test]
fn rules_have_cases() {
    let mentioned: String = cases().into_iter().map(|case| case.text).collect();
    // Arguments from outside, and calls nested deeper than cases nest them, are in the tests beside the code.
    let elsewhere = ["DX-E-ENTRY", "DX-E-LIMIT"];
    for rule in elder_dex::rules::evaluation::TABLE {
        let named = mentioned.lines().any(|line| {
            (line.starts_with("-- rules:") || line.starts_with("-- refuses:")) && line.contains(rule.id)
        });
        assert!(named || elsewhere.contains(&rule.id), "{} has no case", rule.id);
    }
}
