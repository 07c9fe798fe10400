use super::Core;
use crate::greedy::{Candidate, Judge, Judged, reduce};
use crate::{Case, Language};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;

const LANGUAGE: Core<'static> = Core {
    entry: "main",
    rules: |_| None,
};

fn case(text: &str, inputs: Vec<Value>) -> Case<elder_core::Program> {
    let program = LANGUAGE.read(text).unwrap();
    Case { program, inputs }
}

fn has(text: &str, inputs: Vec<Value>, wanted: &str, count: usize) {
    let case = case(text, inputs);
    let made: Vec<(String, usize)> = LANGUAGE
        .edits(&case)
        .iter()
        .filter_map(|edit| (edit.make)())
        .map(|made| (LANGUAGE.text(&made.program), made.inputs.len()))
        .collect();
    let same = |(text, inputs): &(String, usize)| {
        text.split_whitespace().eq(wanted.split_whitespace()) && *inputs == count
    };
    assert!(
        made.iter().any(same),
        "{wanted:?} with {count} inputs is not among {made:#?}"
    );
}

struct Keeps(&'static str);

impl Judge for Keeps {
    fn judge(&mut self, candidates: &[Candidate]) -> Judged {
        let is_kept = |candidate: &Candidate| {
            candidate.text.contains(self.0) && LANGUAGE.read(&candidate.text).is_some()
        };
        candidates
            .iter()
            .position(is_kept)
            .map_or(Judged::None, Judged::First)
    }
}

#[test]
fn statements_become_operands_branches_and_constants() {
    let inputs = || {
        vec![
            Value::scalar(PrimValue::I32(1)),
            Value::scalar(PrimValue::Bool(true)),
        ]
    };
    has(
        "entry main (x: i32): i32 = let y: i32 = x + 1i32 in y",
        vec![],
        "entry main (x: i32): i32 = in x",
        0,
    );
    has(
        "entry main (x: i32): i32 = let y: i32 = x + 1i32 in y",
        vec![],
        "entry main (x: i32): i32 = let y: i32 = 0i32 in y",
        0,
    );
    has(
        "entry main (x: i32): i32 = let y: i32 = x + 1i32 in x",
        vec![],
        "entry main (x: i32): i32 = in x",
        0,
    );
    has(
        "entry main (x: i32) (c: bool): i32 = let z: i32 = if c: i32 then let w: i32 = x * 2i32 in w else in x in z",
        vec![],
        "entry main (x: i32) (c: bool): i32 = let w: i32 = x * 2i32 let z: i32 = w in z",
        0,
    );
    has(
        "entry main (x: i32) (c: bool): i32 = in x",
        inputs(),
        "entry main (x: i32): i32 = in x",
        1,
    );
    has(
        "entry main (x: i32) (c: bool): i32 = in x",
        inputs(),
        "entry main (c: bool): i32 = in 1i32",
        1,
    );
}

#[test]
fn attributes_go_together_and_one_by_one() {
    let text = "#[noinline] fun f (a: i32): i32 = #[one] let b: i32 = a + 1i32 in b
         entry main (x: i32): i32 = #[two] let y: i32 = f x in y";
    let without = |words: &[&str]| {
        let gone = |text: String, word: &&str| text.replace(&format!("#[{word}] "), "");
        words.iter().fold(text.to_owned(), gone)
    };
    has(text, vec![], &without(&["noinline", "one", "two"]), 0);
    has(text, vec![], &without(&["noinline"]), 0);
    has(text, vec![], &without(&["one"]), 0);
    has(text, vec![], &without(&["two"]), 0);
}

#[test]
fn functions_are_written_out_and_sizes_known() {
    has(
        "fun f (a: i32): i32 = let b: i32 = a + 1i32 in b
         entry main (x: i32): i32 = let y: i32 = f x in y",
        vec![],
        "entry main (x: i32): i32 = let a: i32 = x let b: i32 = a + 1i32 let y: i32 = b in y",
        0,
    );
    has(
        "entry main [n] (xs: [n]i32): i64 = in n",
        vec![Value::vector(vec![1i32, 2, 3])],
        "entry main (xs: [3]i32): i64 = in 3i64",
        1,
    );
}

#[test]
fn a_program_falls_to_what_shows_the_predicate() {
    let text = "
fun f (n: i64) (xs: [n]i32): i32 =
  let s: i32 = redomap n (\\(a: i32) (b: i32): i32 -> let c: i32 = a + b in c) (0i32) (\\(x: i32): i32 -> let y: i32 = x * 2i32 in y) xs
  in s
entry main [n] (xs: [n]i32) (k: i32): (i32, i32) =
  let a: i32 = f n xs
  let b: i32 = a + k
  let c: i32 = b * b
  let d: i32 = c - a
  let e: i32 = d / 3i32
  let g: i32 = e + b
  in g, c
";
    let Some(program) = LANGUAGE.read(text) else {
        let error = elder_core::read::program(elder_syntax::SourceId(0), text, &|_| None);
        panic!("{error:?}");
    };
    let inputs = vec![Value::vector(vec![1i32, 2, 3]), Value::scalar(PrimValue::I32(4))];
    let reduced = reduce(&LANGUAGE, Case { program, inputs }, &mut Keeps(" / "));
    assert!(reduced.before >= 40 && reduced.nodes <= 6, "{reduced:#?}");
    assert!(
        reduced.is_least && reduced.candidate.inputs.is_empty(),
        "{reduced:#?}"
    );
}

#[test]
fn operators_and_what_is_behind_the_scans_go_one_by_one() {
    let screma = |values: &str, parts: &str, results: &str| {
        format!(
            "entry main (xs: [2]i32): [2]i32 = let {values}: [2]i32 = screma 2i64 {parts} xs in {results}"
        )
    };
    let plus = "(\\(a: i32) (b: i32): i32 -> let c: i32 = a + b in c) (0i32)";
    let times = "(\\(d: i32) (e: i32): i32 -> let f: i32 = d * e in f) (1i32)";
    let both = format!("reduce {plus} scan {times} (\\(x: i32): (i32, i32, i32) -> in x, x, x)");
    let after = "after (\\(p: i32) (y: i32): i32 -> in p)";
    let whole = screma("s: i32, ys", &format!("{both} {after}"), "ys");
    // A reduction that nobody uses.
    let scan = format!("scan {times} (\\(x: i32): (i32, i32) -> in x, x) {after}");
    has(&whole, vec![], &screma("ys", &scan, "ys"), 0);
    // A mapped value that the function after the scans does not use.
    let handed = format!(
        "reduce {plus} scan {times} (\\(x: i32): (i32, i32) -> in x, x) after (\\(p: i32): i32 -> in p)"
    );
    has(&whole, vec![], &screma("s: i32, ys", &handed, "ys"), 0);
    // The function after the scans.
    let single = format!("scan {times} (\\(x: i32): i32 -> in x)");
    let given = screma("ys", &format!("{single} after (\\(p: i32): i32 -> in p)"), "ys");
    let scanned = "entry main (xs: [2]i32): [2]i32 = let ys: [2]i32 = scan 2i64 (\\(d: i32) (e: i32): i32 -> let f: i32 = d * e in f) (1i32) xs in ys";
    has(&given, vec![], scanned, 0);
}
