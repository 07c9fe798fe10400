//! The case studies on a million elements: sizes for which only the machine serves.

use super::{run_text, with};
use crate::fcl::{Evaluator, Options};
use crate::options::Limits;
use elder_fcl::{Effect, Level, Type};
use elder_syntax::Value;
use std::sync::Arc;
use std::time::Instant;

fn numbers(n: i32) -> Vec<i32> {
    (0..n).collect()
}

fn run(text: &str, input: Vec<i32>) -> Vec<i32> {
    let array = Type::Pull(Arc::new(Type::INT), Effect::Pure);
    let options = Options {
        limits: Limits {
            fuel: None,
            ..with(Evaluator::Machine).limits
        },
        ..with(Evaluator::Machine)
    };
    let begin = Instant::now();
    let outcome = run_text(
        text,
        &Level::grid(),
        &[&array],
        &Type::INT,
        &[Value::vector(input)],
        &options,
    );
    eprintln!("{text}: {:?}\n{}", begin.elapsed(), outcome.cost);
    let results = outcome.results.expect("a value");
    match results.as_slice() {
        [value] => match value.data() {
            elder_syntax::value::Data::I32(all) => all.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[cfg(debug_assertions)]
const SIDE: i32 = 64;
#[cfg(not(debug_assertions))]
const SIDE: i32 = 1024;

#[test]
fn a_reversal() {
    let n = SIDE * SIDE;
    let result = run("fun main xs = revGrid 256 xs", numbers(n));
    assert!(result.iter().copied().eq((0..n).rev()));
}

#[test]
fn a_tiled_transposition() {
    let n = SIDE * SIDE;
    let result = run(
        &format!("fun main xs = transpTiled 16 {SIDE} {SIDE} xs"),
        numbers(n),
    );
    let wanted = (0..n).map(|k| k % SIDE * SIDE + k / SIDE);
    assert!(result.iter().copied().eq(wanted));
}

#[test]
fn a_reduction() {
    let n = SIDE * SIDE;
    let text = "fun main xs = splitUp 512 xs |> mapPull (red <block> add) |> concat 1";
    let result = run(text, numbers(n));
    let wanted: i32 = numbers(n).into_iter().fold(0, i32::wrapping_add);
    assert_eq!(result.into_iter().fold(0, i32::wrapping_add), wanted);
}
