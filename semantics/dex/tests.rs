//! What the cases of `spec/dex/cases/evaluation` do not show: orders that matter, costs, derivations, values across the interface.

use super::{Options, Outcome, order, run, show};
use crate::failure::Kind;
use crate::options::Limits;
use elder_dex::core::{Program, read};
use elder_syntax::{SourceId, SourceMap, Value};

fn program(text: &str) -> Program {
    match read::checked(SourceId(0), text) {
        Ok(program) => program,
        Err(errors) => panic!("{errors:#?}\n{text}"),
    }
}

fn ran(text: &str, arguments: &[Value], options: &Options) -> Outcome {
    run(&program(text), "main", arguments, options)
}

fn given(text: &str, arguments: &[Value]) -> String {
    match ran(text, arguments, &Options::default()).results {
        Ok(value) => show::text(&program(text), &value),
        Err(failure) => failure.refusal.map_or(failure.message.clone(), |r| r.to_string()),
    }
}

/// Work and span.
fn cost(text: &str) -> (u64, u64) {
    let cost = ran(text, &[], &Options::default()).cost;
    (cost.work, cost.span)
}

/// A sum by Accum of what `element` gives for index `i` of `Fin 8`.
fn sum(element: &str) -> String {
    format!(
        "def main: Float =
           let both: Unit & Float = runAccum (\\h: Type. \\r: Ref h Float ! <Accum h>.
             let all: Fin 8 => Unit = for i: Fin 8.
               let k: Int = ordinal i
               let n: Float = %i32_to_f32 k
               {element}
               let u: Unit = r += x
               in u
             in ())
           in snd both"
    )
}

#[test]
fn orders_that_matter_are_found() {
    let options = Options::default();
    let differs = |text: &str| {
        let program = program(text);
        (1..20).any(|seed| order::difference(&program, "main", &[], &options, seed).is_some())
    };
    // 2^24 + 1 is no float of 32 bits.
    let rounded = "let big: Bool = %lt_f32 n 1.0
                   let x: Float = case big of | False -> 1.0 | True -> 16777216.0 end";
    assert!(differs(&sum(rounded)));
    assert!(!differs(&sum("let x: Float = %mul_f32 n 2.0")));
}

/// Composition of functions a·x + b, which does not commute.
const COMPOSED: &str = "
def after: Int & Int -> Int & Int -> Int & Int =
  \\f: Int & Int. \\g: Int & Int.
    let a: Int = %mul_i32 (fst f) (fst g)
    let b: Int = %mul_i32 (snd f) (fst g)
    let c: Int = %add_i32 b (snd g)
    in (a, c)

def main: Int & Int =
  let both: (Fin 9 => Unit) & (Int & Int) = runAccum with (1, 0) after (\\h: Type. \\r: Ref h (Int & Int) ! <Accum h>.
    let all: Fin 9 => Unit = for i: Fin 9.
      let k: Int = ordinal i
      let a: Int = %add_i32 k 1
      let u: Unit = r += (a, k)
      in u
    in all)
  in snd both
";

#[test]
fn monoids_are_combined_in_their_order() {
    let program = program(COMPOSED);
    for seed in 1..20 {
        assert_eq!(
            order::difference(&program, "main", &[], &Options::default(), seed),
            None
        );
    }
    assert!(given(COMPOSED, &[]).starts_with("(362880, "));
}

/// Loops that accumulate in loops that accumulate, to one region, and a state of its own in each element.
const NESTED: &str = "
def main: Fin 3 => Float =
  let both: Unit & (Fin 3 => Float) = runAccum (\\h: Type. \\r: Ref h (Fin 3 => Float) ! <Accum h>.
    let all: Fin 5 => Fin 3 => Unit = for i: Fin 5.
      let rows: Fin 3 => Unit = for j: Fin 3.
        let state: (Fin 4 => Unit) & Float = runState 0.0 (\\g: Type. \\s: Ref g Float ! <State g, Accum h>.
          let all: Fin 4 => Unit = for k: Fin 4.
            let x: Float = get s
            let y: Float = %add_f32 x 1.0
            let u: Unit = s := y
            let at: Ref h Float = r ! j
            let v: Unit = at += y
            in v
          in all)
        let at: Ref h Float = r ! j
        let u: Unit = at += (snd state)
        in u
      in rows
    in ())
  in snd both
";

#[test]
fn workers_of_workers_add_once() {
    assert_eq!(given(NESTED, &[]), "[70.0, 70.0, 70.0]");
    let program = program(NESTED);
    for seed in 1..20 {
        assert_eq!(
            order::difference(&program, "main", &[], &Options::default(), seed),
            None
        );
    }
}

#[test]
fn a_monoid_is_of_elements_behind_indices() {
    let text = "
def plus: Int -> Int -> Int =
  \\a: Int. \\b: Int.
    let c: Int = %add_i32 a b
    in c

def main: Bool => Fin 2 => Int =
  let both: Unit & (Bool => Fin 2 => Int) = runAccum with 0 plus (\\h: Type. \\r: Ref h (Bool => Fin 2 => Int) ! <Accum h>.
    let row: Ref h (Fin 2 => Int) = r ! True()
    let ones: Fin 2 => Int = table (Fin 2) [1, 2]
    let u: Unit = row += ones
    let all: Fin 2 => Unit = for i: Fin 2.
      let s: Ref h Int = row ! i
      let v: Unit = s += 10
      in v
    in ())
  in snd both
";
    assert_eq!(given(text, &[]), "[[0, 0], [11, 12]]");
}

#[test]
fn loops_cost_by_what_they_touch() {
    let body = "let k: Int = ordinal i
                let x: Int = %mul_i32 k k";
    let pure = format!(
        "def main: Fin 8 => Int =
           let all: Fin 8 => Int = for i: Fin 8.
             {body}
             in x
           in all"
    );
    // An element is made of two links; then all are written at once.
    assert_eq!(cost(&pure), (8 * 2 + 8, 2 + 1));
    let state = format!(
        "def main: Int =
           let both: (Fin 8 => Unit) & Int = runState 0 (\\h: Type. \\r: Ref h Int ! <State h>.
             let all: Fin 8 => Unit = for i: Fin 8.
               {body}
               let u: Unit = r := x
               in u
             in all)
           in snd both"
    );
    // The state is written once before; each element waits for the one before it.
    assert_eq!(cost(&state), (1 + 8 * 3 + 8, 1 + 8 * 3 + 1));
    // Beside each other, and added in three levels.
    let added = sum("let x: Float = %mul_f32 n n");
    assert_eq!(cost(&added), (8 * 4 + 8, 4 + 3 + 1));
    // A run that chooses costs the same.
    for text in [pure, state, added] {
        for seed in 1..9 {
            let options = Options::default().choosing(seed);
            let chosen = ran(&text, &[], &options).cost;
            assert_eq!((chosen.work, chosen.span), cost(&text), "{text}");
        }
    }
}

#[test]
fn a_view_costs_where_it_is_indexed() {
    let text = "
def main: Int =
  let v: Fin 100 => Int = view i: Fin 100.
    let k: Int = ordinal i
    in k
  let last: Fin 100 = fromOrdinal (Fin 100) 99
  let x: Int = v[last]
  in x
";
    assert_eq!(cost(text), (2, 2));
}

#[test]
fn arguments_have_the_types_of_the_function() {
    let text = "
def main: (Fin 2 => Fin 3 => Int) -> Fin 3 -> Bool -> Int =
  \\m: Fin 2 => Fin 3 => Int. \\j: Fin 3. \\b: Bool.
    let i: Fin 2 = fromOrdinal (Fin 2) 1
    let row: Fin 3 => Int = m[i]
    let x: Int = row[j]
    let y: Int = case b of | False -> 0 | True -> x end
    in y
";
    let matrix = Value::new(vec![2, 3], elder_syntax::value::Data::I32(vec![1, 2, 3, 4, 5, 6]));
    let matrix = matrix.expect("there are six elements");
    let scalar = elder_syntax::prim::PrimValue::I32(2);
    let truth = elder_syntax::prim::PrimValue::Bool(true);
    let with = |j: i32| {
        let j = elder_syntax::prim::PrimValue::I32(j);
        [matrix.clone(), Value::scalar(j), Value::scalar(truth)]
    };
    assert_eq!(given(text, &with(2)), "6");
    assert_eq!(given(text, &with(3)), "DX-E-ENTRY/kind");
    assert_eq!(given(text, &[Value::scalar(scalar)]), "DX-E-ENTRY/kind");
    assert_eq!(given(text, std::slice::from_ref(&matrix)), "a function");
    let refused = run(&program(text), "other", &[], &Options::default()).results;
    assert_eq!(
        refused.map_err(|failure| failure.kind).err(),
        Some(Kind::Arguments)
    );
}

#[test]
fn values_have_texts() {
    let text = "
def main: (Maybe[Maybe[Fin 3]] & {a: Int & b: Float}) & {c: Unit | d: Bool} =
  let two: Fin 3 = fromOrdinal (Fin 3) 2
  in ((Just[Maybe[Fin 3]](Just[Fin 3](two)), {a = -1, b = 0.5}), {| d = True() : {c: Unit | d: Bool} |})
";
    assert_eq!(
        given(text, &[]),
        "((Just (Just (2@Fin 3)), {a = -1, b = 0.5}), {| d = True |})"
    );
    let outcome = ran(text, &[], &Options::default());
    assert!(outcome.results.is_ok());
    // Of a sum the number of the constructor, then the parts of all constructors.
    let data: Option<Vec<String>> = outcome
        .also
        .map(|data| data.iter().map(ToString::to_string).collect());
    assert_eq!(
        data.unwrap_or_default().join(" "),
        "1u8 1u8 2i32 -1i32 0.5f32 1u8 true"
    );
}

#[test]
fn calls_have_their_limit() {
    let options = Options {
        depth: 1,
        ..Options::default()
    };
    let nested = "
def f: Int -> Int = \\x: Int. x
def g: Int -> Int = \\x: Int.
  let y: Int = f x
  in y
def main: Int =
  let z: Int = g 1
  in z
";
    let failure = ran(nested, &[], &options).results.err();
    assert_eq!(
        failure.and_then(|f| f.refusal).map(|r| r.to_string()).as_deref(),
        Some("DX-E-LIMIT/depth")
    );
}

/// A tape is charged to the memory of the run.
#[test]
fn tapes_have_their_limit() {
    let text = "
def main: Float =
  let u: Float = transpose (\\x: Float.
    let both: (Fin 1000 => Unit) & Float = runState x (\\h: Type. \\r: Ref h Float ! <State h>.
      let all: Fin 1000 => Unit = for i: Fin 1000.
        let y: Float = get r
        let z: Float = %mul_f32 2.0 y
        let u: Unit = r := z
        in u
      in all)
    in snd both) 1.0
  in u
";
    let options = Options {
        limits: Limits {
            memory: Some(40_000),
            ..Limits::default()
        },
        ..Options::default()
    };
    let failure = ran(text, &[], &options).results.err();
    assert_eq!(
        failure.and_then(|f| f.refusal).map(|r| r.to_string()).as_deref(),
        Some("DX-E-LIMIT/memory")
    );
    assert_eq!(given(text, &[]), "inf");
}

/// A derivative is a function from outside too, and takes arguments of the type of its function.
#[test]
fn derivatives_are_applied_from_outside() {
    let text = "
def main: Float -> Float =
  let l: Float & (Float -> Float) = linearize (\\x: Float.
    let y: Float = %mul_f32 x x
    in y) 3.0
  in snd l
";
    let half = Value::scalar(elder_syntax::prim::PrimValue::F32(0.5));
    assert_eq!(given(text, &[half]), "3.0");
    let two = Value::scalar(elder_syntax::prim::PrimValue::I32(2));
    assert_eq!(given(text, &[two]), "DX-E-ENTRY/kind");
    assert_eq!(given(text, &[]), "a derivative");
}

#[test]
fn a_failure_names_its_place_and_calls() {
    let text = "
def at: Int -> Fin 3 = \\k: Int.
  let i: Fin 3 = fromOrdinal (Fin 3) k
  in i
def main: Fin 3 =
  let i: Fin 3 = at 7
  in i
";
    let failure = ran(text, &[], &Options::default())
        .results
        .expect_err("7 is no ordinal");
    let written = |span: elder_syntax::Span| &text[span.start as usize..span.end as usize];
    assert!(written(failure.span).contains("fromOrdinal (Fin 3) k"));
    assert_eq!(failure.calls.len(), 1);
    assert!(written(failure.calls[0]).contains("at 7"));
}

#[test]
fn derivations_name_rules_and_values() {
    let options = Options {
        derivation: Some((10, 100)),
        ..Options::default()
    };
    let text = "
def main: Int =
  let both: Int & Int = runState 1 (\\h: Type. \\r: Ref h Int ! <State h>.
    let x: Int = get r
    in x)
  in fst both
";
    let derivation = ran(text, &[], &options).derivation.expect("it was asked for");
    let rendered = derivation.render(&SourceMap::new());
    assert!(
        rendered.contains("DX-E-RUNSTATE") && rendered.contains("⇓ (1, 1)"),
        "{rendered}"
    );
    assert!(rendered.contains("DX-E-GET"), "{rendered}");
}
