//! The tables of notes 12.

use super::{machine_of, run_both, with};
use crate::fcl::cost::Cost;
use crate::fcl::location::Shape;
use crate::fcl::{Evaluator, Mode, Options};
use elder_fcl::{Level, Type};

fn cost(e: &str, level: &Level, shape: Shape) -> Cost {
    let options = Options {
        mode: Mode {
            shape: Some(shape),
            ..with(Evaluator::Machine).mode
        },
        ..with(Evaluator::Machine)
    };
    let outcome = run_both(e, level, &Type::INT, &options);
    outcome.results.expect("a value");
    outcome.cost
}

fn list(n: usize) -> String {
    let numbers: Vec<String> = (1..=n).map(|i| i.to_string()).collect();
    format!("[{}]", numbers.join(","))
}

#[test]
fn a_reversal_takes_four_steps_a_wave() {
    for t in [1, 2, 4, 5] {
        for n in [0, 1, 2, 4, 5, 8, 9, 16] {
            let e = format!("revBlock {}", list(n));
            let steps = cost(&e, &Level::block(), machine_of(&[1, t])).steps;
            assert_eq!(steps, 7 + 4 * (n as u64).div_ceil(t), "{n} elements, {t} threads");
        }
    }
    for n in [0, 1, 4, 8, 16] {
        let e = format!("push <thread> (rev {})", list(n));
        let cost = cost(&e, &Level::THREAD, Shape::Thread);
        assert_eq!(cost.steps, 6 + 4 * n as u64);
        assert_eq!((cost.span, cost.work), (cost.steps, [cost.steps, 0, 0, 0]));
    }
}

/// A wave begins at a multiple of the threads and takes as many steps as its slowest element, also where others of it are done before.
#[test]
fn waves_keep_their_places() {
    let sums: [u64; 9] = [0, 3, 1, 0, 2, 2, 0, 1, 4];
    let element = |steps: u64| (0..steps).fold("1".to_owned(), |e, _| format!("({e} + 1)"));
    let array = |steps: &[u64]| {
        let elements: Vec<String> = steps.iter().map(|n| element(*n)).collect();
        format!("push <block> [{}]", elements.join(","))
    };
    for threads in [1, 2, 3, 4, 9] {
        let steps = |e: &str| cost(e, &Level::block(), machine_of(&[1, threads])).steps;
        let slowest = sums
            .chunks(threads as usize)
            .map(|wave| wave.iter().max().copied().unwrap_or(0));
        let all: u64 = slowest.sum();
        assert_eq!(
            steps(&array(&sums)),
            steps(&array(&[0; 9])) + all,
            "{threads} threads"
        );
    }
}

/// The prototype of the notes had `min` as a function of its library, two applications more than an operator; each step of the
/// reduction has one.
const MIN: &str = "let smaller = fn a => fn b => min a b in
  let zipWith = fn f => fn xs => fn ys =>
    generate (smaller (lengthPull xs) (lengthPull ys)) (fn k => f (index xs k) (index ys k)) in
  let redStep = fn <l> => fn f => fn xs => let h = halve xs in push <l> (zipWith f (fst h) (snd h)) in
  let red = fn <l> => fn f => fn xs =>
    push <l> (while (fn a => 1 != lengthPull a) (redStep <l> f) (redStep <l> f xs)) in ";

#[test]
fn a_reduction_takes_as_many_steps_as_it_halves() {
    for (n, block, few, thread) in [
        (2, 49, 49, 49),
        (4, 88, 88, 99),
        (8, 127, 127, 171),
        (16, 166, 177, 287),
        (32, 205, 249, 491),
    ] {
        let at = |level: &Level, shape| {
            let e = format!("{MIN} red <{level}> add {}", list(n));
            cost(&e, level, shape).steps
        };
        assert_eq!(at(&Level::block(), machine_of(&[1, 32])), block);
        assert_eq!(at(&Level::block(), machine_of(&[1, 4])), few);
        assert_eq!(at(&Level::THREAD, Shape::Thread), thread);
    }
}

#[test]
fn the_span_of_a_concatenation_is_shared_by_its_places() {
    // Four chunks of eight.
    for (q, two, four) in [(1, 616, 540), (2, 308, 270), (4, 154, 135)] {
        for (t, wanted) in [(2, two), (4, four)] {
            let e = format!(
                "{MIN} let c = 2 * #BlockSize in splitUp c {} |> mapPull (red <block> add) |> concat 1",
                list(32)
            );
            let cost = cost(&e, &Level::grid(), machine_of(&[q, 1, t]));
            assert_eq!(cost.span - cost.steps, wanted, "{q} blocks of {t} threads");
        }
    }
}
