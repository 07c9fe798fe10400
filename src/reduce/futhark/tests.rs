use super::Futhark;
use crate::greedy::{Candidate, Judge, Judged, reduce};
use crate::{Case, Language};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;

fn language() -> Futhark {
    Futhark {
        file: "test.fut".to_owned(),
        entry: "main".to_owned(),
        function_branches: false,
    }
}

fn case(text: &str, inputs: Vec<Value>) -> Case<super::Program> {
    let program = language().read(text).unwrap();
    Case { program, inputs }
}

/// What single edits make of a program, those that are programs.
fn made(text: &str, inputs: Vec<Value>) -> Vec<(String, usize)> {
    let language = language();
    let case = case(text, inputs);
    let made: Vec<Case<super::Program>> = language
        .edits(&case)
        .iter()
        .filter_map(|edit| (edit.make)())
        .collect();
    let texts = made
        .iter()
        .map(|made| (language.text(&made.program), made.inputs.len()));
    texts.filter(|(text, _)| language.read(text).is_some()).collect()
}

fn has(text: &str, inputs: Vec<Value>, wanted: &str, count: usize) {
    let made = made(text, inputs);
    let same = |(text, inputs): &(String, usize)| {
        text.split_whitespace().eq(wanted.split_whitespace()) && *inputs == count
    };
    assert!(
        made.iter().any(same),
        "{wanted:?} with {count} inputs is not among {made:#?}"
    );
}

/// Keeps what the checker accepts and this holds of.
struct Keeps<F>(F);

impl<F: Fn(&Candidate) -> bool> Judge for Keeps<F> {
    fn judge(&mut self, candidates: &[Candidate]) -> Judged {
        let is_kept =
            |candidate: &Candidate| language().read(&candidate.text).is_some() && (self.0)(candidate);
        candidates
            .iter()
            .position(is_kept)
            .map_or(Judged::None, Judged::First)
    }
}

#[test]
fn parameters_go_with_their_arguments_and_inputs() {
    let text = "def f (x: i32) (y: i32) = y\nentry main (a: i32) (b: i32) = f a b";
    let one = |n| Value::scalar(PrimValue::I32(n));
    let inputs = || vec![one(1), one(2)];
    has(
        text,
        inputs(),
        "def f (y: i32) = y entry main (a: i32) (b: i32) = f b",
        2,
    );
    has(
        "entry main (a: i32) (b: i32) = b",
        inputs(),
        "entry main (b: i32) = b",
        1,
    );
    has(
        "entry main (a: i32) (b: i32) = a + b",
        inputs(),
        "entry main (a: i32) = let b: i32 = 2i32 in a + b",
        1,
    );
}

#[test]
fn statements_branches_and_operands_stand_for_the_whole() {
    has(
        "entry main (a: i32) = let b = a in 1i32",
        vec![],
        "entry main (a: i32) = 1i32",
        0,
    );
    has(
        "entry main (a: i32) = let b = a in b + b",
        vec![],
        "entry main (a: i32) = a + a",
        0,
    );
    has(
        "entry main (a: bool) = if a then 1i32 else 2i32",
        vec![],
        "entry main (a: bool) = 2i32",
        0,
    );
    has(
        "entry main (a: i32) = i32.abs (a + 1)",
        vec![],
        "entry main (a: i32) = a",
        0,
    );
    has(
        "entry main (a: i32) = a * a",
        vec![],
        "entry main (a: i32) = 0i32",
        0,
    );
    has(
        "entry main (a: i32) = loop b = a for i < 3i32 do b + i",
        vec![],
        "entry main (a: i32) = let b = a in let i = 0 in b + i",
        0,
    );
    has(
        "entry main (a: i32) = match a case 0 -> 1i32 case _ -> 2i32",
        vec![],
        "entry main (a: i32) = match a case _ -> 2i32",
        0,
    );
}

#[test]
fn literals_have_the_types_of_what_they_stand_for() {
    has(
        "entry main (a: f32) = f32.sqrt a",
        vec![],
        "entry main (a: f32) = 0.0f32",
        0,
    );
    has(
        "entry main [n] (a: [n]i64) = map (+ 1) a",
        vec![],
        "entry main [n] (a: [n]i64) = iota n",
        0,
    );
    has(
        "entry main (a: i32) = (a + 1, a > 1)",
        vec![],
        "entry main (a: i32) = (0i32, false)",
        0,
    );
}

#[test]
fn definitions_types_and_modules_are_written_out() {
    has(
        "def f (x: i32) = x + 1\nentry main (a: i32) = f a",
        vec![],
        "entry main (a: i32) = let x: i32 = a in x + 1",
        0,
    );
    has(
        "type t = i32\nentry main (a: t) = a",
        vec![],
        "entry main (a: i32) = a",
        0,
    );
    has(
        "module m = { def f (x: i32) = x }\nentry main (a: i32) = m.f (m.f a)",
        vec![],
        "def f (x: i32) = x entry main (a: i32) = f (f a)",
        0,
    );
    let nested =
        "module o = { module m = { def f (x: i32) = x } }\nmodule p = o.m\nentry main (a: i32) = p.f a";
    has(
        nested,
        vec![],
        "module m = { def f (x: i32) = x } module p = m entry main (a: i32) = p.f a",
        0,
    );
    has(
        nested,
        vec![],
        "module o = { module m = { def f (x: i32) = x } } entry main (a: i32) = o.m.f a",
        0,
    );
}

/// A program of more than 40 nodes, of which what matters is one division.
#[test]
fn a_program_falls_to_what_shows_the_predicate() {
    let text = "
type pair = (i32, i32)
module helpers = {
  def twice (f: i32 -> i32) (x: i32): i32 = f (f x)
  def sum [n] (xs: [n]i32): i32 = reduce (+) 0 xs
}
def swap ((a, b): pair): pair = (b, a)
def work [n] (k: i32) (xs: [n]i32): [n]i32 =
  let ys = map (\\x -> x * 2 + k) xs
  let zs = loop acc = ys for i < 4i32 do map (+ i) acc
  in map2 (\\y z -> if y > z then (y / (k + 1)) else z) ys zs
entry other (x: i32) = helpers.twice (+ 1) x
entry main [n] (k: i32) (xs: [n]i32) (unused: f64) =
  let (a, b) = swap (k, helpers.sum xs)
  let r = work a xs
  in (r, b, helpers.twice (\\x -> x - 1) k)
";
    let inputs = vec![
        Value::scalar(PrimValue::I32(3)),
        Value::vector(vec![1i32, 2, 3, 4]),
        Value::scalar(PrimValue::F64(1.5)),
    ];
    let shows = |candidate: &Candidate| {
        [" / ", "entry main"]
            .iter()
            .all(|word| candidate.text.contains(word))
    };
    let reduced = reduce(&language(), case(text, inputs), &mut Keeps(shows));
    assert!(reduced.before >= 40 && reduced.nodes <= 10, "{reduced:#?}");
    assert!(reduced.is_least);
    assert!(reduced.candidate.inputs.is_empty(), "{reduced:#?}");
}

#[test]
fn a_reduction_ends_where_time_does() {
    struct Late;
    impl Judge for Late {
        fn judge(&mut self, _candidates: &[Candidate]) -> Judged {
            Judged::Over
        }
    }
    let reduced = reduce(
        &language(),
        case("entry main (a: i32) = a + 1", vec![]),
        &mut Late,
    );
    assert!(!reduced.is_least && reduced.kept == 0);
    assert_eq!(reduced.nodes, reduced.before);
}
