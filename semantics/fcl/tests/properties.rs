//! The properties of notes 11 on fixed programs: what may not change a result, or not even the figures.

use super::{LIBRARY, machine_of, program, run_both, run_text, told, with};
use crate::fcl::location::{Location, Shape};
use crate::fcl::step::{Step, step, substitute, value};
use crate::fcl::{Evaluator, Mode, Options};
use crate::options::Limits;
use crate::order::Order;
use elder_fcl::{Configuration, Effect, Expression, Level, Operator, Type, check};
use elder_syntax::Value;
use std::sync::Arc;

/// Programs without parameters and their levels.
fn programs() -> Vec<(&'static str, Level)> {
    let (thread, warp, block, grid) = (Level::THREAD, Level::warp(), Level::block(), Level::grid());
    vec![
        ("revBlock [1,2,3,4,5,6,7]", block.clone()),
        ("revGrid 2 (iota 12)", grid.clone()),
        ("transpTiled 2 6 4 (iota 24)", grid.clone()),
        ("red <block> add (iota 16)", block.clone()),
        ("red <warp> add (iota 16)", warp.clone()),
        ("red <thread> add (iota 16)", thread.clone()),
        ("redGrid add (iota 32)", grid.clone()),
        (
            "push <block> (zipWith add (iota 9) (rev (iota 9)))",
            block.clone(),
        ),
        (
            "splitUp 4 (iota 8) |> mapPull (fn c => splitUp 2 c |> mapPull (fn d => push <warp> (rev d)) |> concat 2) |> concat 4",
            grid.clone(),
        ),
        (
            "push <block> (while (fn a => index a 0 != 3) (fn a => push <block> (rev a)) (push <block> [1,2,3]))",
            block.clone(),
        ),
        (
            "push <block> (let a = force (push <block> (mapPull (fn x => x * x) [1,2,3,4])) in zipWith add a (rev a))",
            block.clone(),
        ),
        (
            "push <block> (mapPull (fn x => index (force (push <thread> (rev [x, x + 1]))) 0) [1,2,3])",
            block.clone(),
        ),
        (
            "concat 3 (mapPull (scanThread add 0) (splitUp 3 (iota 12)))",
            warp.clone(),
        ),
        (
            "push <block> (mapPull (fn x => fold add 0 (iota x)) (iota 7))",
            block.clone(),
        ),
        (
            "interleaveInto 7 2 (fn p => fst p * 2 + snd p) (mapPull (push <block>) (splitUp 2 (iota 8)))",
            grid.clone(),
        ),
        (
            "mapPush (fn x => x + 1) (interleave 3 (fn p => snd p * 4 + fst p) (mapPull revBlock (splitUp 3 (iota 12))))",
            grid.clone(),
        ),
        // These fail.
        (
            "concat 3 (mapPull (push <block>) (splitUp 4 (iota 8)))",
            grid.clone(),
        ),
        (
            "interleave 2 (fn p => snd p) (mapPull revBlock (splitUp 2 (iota 8)))",
            grid,
        ),
        ("push <block> (mapPull (fn x => 10 / (3 - x)) (iota 8))", block),
    ]
}

fn shapes(level: &Level) -> Vec<Shape> {
    match level.height() {
        Some(0) => vec![Shape::Thread],
        Some(1) => [1, 3, 32].iter().map(|t| machine_of(&[*t])).collect(),
        Some(2) => [[1, 1], [1, 4], [2, 3], [1, 64]]
            .iter()
            .map(|s| machine_of(s))
            .collect(),
        _ => {
            let mut all: Vec<Shape> = [[1, 1, 1], [1, 1, 4], [3, 2, 2], [64, 1, 32]]
                .iter()
                .map(|s| machine_of(s))
                .collect();
            all.push(Shape::unbounded(machine_of(&[2, 2])));
            all
        }
    }
}

/// The machine does what the small steps do, wherever they run; and the value does not depend on where (P-LEVEL).
#[test]
fn the_machine_agrees_with_the_steps_on_every_shape() {
    for (e, level) in programs() {
        let mut first = None;
        for shape in shapes(&level) {
            let options = Options {
                mode: Mode {
                    shape: Some(shape),
                    ..with(Evaluator::Machine).mode
                },
                ..with(Evaluator::Machine)
            };
            let results = told(&run_both(e, &level, &Type::INT, &options).results);
            assert_eq!(*first.get_or_insert_with(|| results.clone()), results, "{e}");
        }
    }
}

/// P-DET: the order in which threads and sub-arrays are taken changes nothing.
#[test]
fn order_does_not_matter() {
    for (e, level) in programs() {
        let in_order = |order: Order| {
            let options = Options {
                order,
                ..with(Evaluator::Machine)
            };
            let outcome = run_both(e, &level, &Type::INT, &options);
            (outcome.results.ok(), outcome.cost.steps)
        };
        let wanted = in_order(Order::Forward);
        for order in [Order::Reverse, Order::Shuffled(1), Order::Shuffled(77)] {
            let found = in_order(order);
            assert_eq!(found.0, wanted.0, "{e}");
            if found.0.is_some() {
                assert_eq!(found.1, wanted.1, "{e}");
            }
        }
    }
}

fn same_value(a: &str, b: &str, level: &Level) {
    let value = |e: &str| told(&run_both(e, level, &Type::INT, &with(Evaluator::Machine)).results);
    let (a_value, b_value) = (value(a), value(b));
    assert!(a_value.is_ok(), "{a}: {a_value:?}");
    assert_eq!(a_value, b_value, "{a} and {b}");
}

/// P-LEVEL
#[test]
fn levels_change_no_value() {
    for body in [
        "sq <L> (iota 9)",
        "red <L> add (iota 16)",
        "evenOddStep <L> add (iota 10)",
        "mapPush (fn x => x * 3) (redStep <L> add (iota 10))",
        "push <L> (while (fn a => index a 0 != 4) (fn a => push <L> (rev a)) (push <L> (iota 5)))",
    ] {
        let value = |level: Level| {
            let e = body.replace('L', &level.to_string());
            told(&run_both(&e, &level, &Type::INT, &with(Evaluator::Machine)).results)
        };
        let wanted = value(Level::THREAD);
        assert!(wanted.is_ok(), "{body}: {wanted:?}");
        for level in [Level::warp(), Level::block(), Level::grid()] {
            assert_eq!(value(level), wanted, "{body}");
        }
    }
}

/// P-FORCE
#[test]
fn forcing_changes_no_value() {
    let block = Level::block();
    for array in [
        "iota 9",
        "rev (mapPull (fn x => x * x) (iota 9))",
        "zipWith add (iota 9) [3,1,2]",
        "[]",
    ] {
        let user = "push <block> (zipWith add a (rev a))";
        same_value(
            &format!("let a = {array} in {user}"),
            &format!("let a = force (push <block> ({array})) in {user}"),
            &block,
        );
    }
}

/// P-CONCAT
#[test]
fn concat_is_an_interleaving() {
    let grid = Level::grid();
    for (m, n) in [(1, 6), (2, 6), (3, 12), (6, 6), (5, 0)] {
        let parts = format!("mapPull revBlock (splitUp {m} (iota {n}))");
        let interleaved = format!("interleave {m} (fn p => fst p * {m} + snd p) ({parts})");
        same_value(&format!("concat {m} ({parts})"), &interleaved, &grid);
        let into = format!("interleaveInto {n} {m} (fn p => fst p * {m} + snd p) ({parts})");
        same_value(&format!("concat {m} ({parts})"), &into, &grid);
        for whole in [format!("concat {m} ({parts})"), interleaved] {
            same_value(
                &format!("push <grid> [lengthPush ({whole})]"),
                &format!("push <grid> [{}]", n / m * m),
                &grid,
            );
        }
    }
}

/// P-FUSE: doing administrative steps in advance, inside functions that have not been called, changes no value.
#[test]
fn fusing_in_advance_changes_no_value() {
    let block = Level::block();
    for (long, short) in [
        (
            "push <block> (mapPull (fn x => x + 1) [1,2,3])",
            "push <block> [1 + 1, 2 + 1, 3 + 1]",
        ),
        (
            "mapPush (fn x => x + 1) (push <block> [1,2,3])",
            "push <block> [1 + 1, 2 + 1, 3 + 1]",
        ),
        (
            "push <block> (generate 3 (fn k => index [4,5,6] k))",
            "push <block> [4, 5, 6]",
        ),
        (
            "push <block> (mapPull (fn x => x * 2) (mapPull (fn x => x + 1) (iota 5)))",
            "push <block> (mapPull (fn x => (x + 1) * 2) (iota 5))",
        ),
        ("push <block> (rev (rev (iota 6)))", "push <block> (iota 6)"),
        (
            "let f = fn x => let y = x * x in y + y in push <block> (mapPull f (iota 5))",
            "push <block> (mapPull (fn x => x * x + x * x) (iota 5))",
        ),
    ] {
        same_value(long, short, &block);
    }
}

/// P-PRES and P-PROG: checked programs step to checked terms of the same type until they are values, or to an error.
#[test]
fn every_step_keeps_the_type() {
    let configuration = Configuration {
        block_size: 4,
        block_width: None,
        warp_size: 2,
        groups: Some(2),
    };
    for (e, level) in programs() {
        let program = program(&format!("fun main = {e}"));
        let body = program.closed("main").expect("main");
        let body = substitute::settings(&body, &configuration);
        let span = body.span;
        let mut term = Expression::operator(Operator::Force, span).apply(body);
        let at = Location::at(&level, &configuration).expect("a level");
        let wanted = check::closed(&term, &level);
        let wanted = wanted.unwrap_or_else(|d| panic!("{e}: {}", d.message));
        let mut steps = 0;
        loop {
            match step(&term, &at) {
                Step::Value => {
                    assert!(value::is_value(&term), "{e}");
                    break;
                }
                Step::To(next, rule) => {
                    steps += 1;
                    assert!(steps < 10_000, "{e}");
                    term = next;
                    // The types of large terms are looked at now and then.
                    if steps % 7 == 0 {
                        let found = check::closed(&term, &level);
                        let found = found.unwrap_or_else(|d| panic!("{e} after {}: {}", rule.id, d.message));
                        let kept = check::closed_as(&term, &level, &wanted);
                        assert!(
                            kept.is_ok(),
                            "{e} after {}: {found:?} instead of {wanted:?}",
                            rule.id
                        );
                    }
                }
                Step::Error(failure) => {
                    assert!(failure.refusal.is_some(), "{e}: {}", failure.message);
                    assert_ne!(
                        failure.kind,
                        crate::failure::Kind::Level,
                        "{e}: {}",
                        failure.message
                    );
                    break;
                }
            }
        }
    }
}

/// Pairs in push arrays are two arrays outside.
#[test]
fn pairs_are_arrays_side_by_side() {
    let pair = Type::Pair(Arc::new(Type::INT), Arc::new(Type::BOOL));
    let array = Type::Pull(Arc::new(pair.clone()), Effect::Pure);
    let text = "fun main n xs = push <block> (mapPull (fn x => (fst x + n, if snd x then false else true)) (rev xs))";
    let values = [
        Value::scalar(elder_syntax::prim::PrimValue::I32(10)),
        Value::vector(vec![1, 2, 3]),
        Value::vector(vec![true, false, true]),
    ];
    for evaluator in [Evaluator::Step, Evaluator::Machine] {
        let run = |values: &[Value]| {
            let types = [&Type::INT, &array];
            run_text(text, &Level::block(), &types, &pair, values, &with(evaluator)).results
        };
        let wanted = vec![
            Value::vector(vec![13, 12, 11]),
            Value::vector(vec![false, true, false]),
        ];
        assert_eq!(told(&run(&values)), Ok(wanted));
        // No elements: the columns have their types all the same.
        let none = [
            values[0].clone(),
            Value::vector(Vec::<i32>::new()),
            Value::vector(Vec::<bool>::new()),
        ];
        let wanted = vec![none[1].clone(), none[2].clone()];
        assert_eq!(told(&run(&none)), Ok(wanted));
        let uneven = [values[0].clone(), values[1].clone(), none[2].clone()];
        assert!(run(&uneven).is_err());
        assert!(run(&values[..2]).is_err());
        assert!(run(&[values[1].clone(), values[1].clone(), values[2].clone()]).is_err());
    }
}

/// Nothing deep overflows the stack, nothing endless goes on.
#[test]
fn depth_and_length_are_limited() {
    let block = Level::block();
    let deep = "push <block> [index (fold (fn a => fn x => mapPull (fn y => y + x) a) [1] (iota 100000)) 0]";
    let composed = "push <block> [(fold (fn g => fn x => fn y => g (y + x)) (fn y => y) (iota 100000)) 1]";
    let wide = "push <block> [fold (fn a => fn x => (a, x)) 0 (iota 100000) |> (fn p => snd p)]";
    let options = Options {
        limits: Limits {
            fuel: Some(10_000_000),
            ..with(Evaluator::Machine).limits
        },
        ..with(Evaluator::Machine)
    };
    for e in [deep, composed, wide] {
        let text = format!("fun main = {e}");
        let outcome = run_text(&text, &block, &[], &Type::INT, &[], &options);
        match outcome.results {
            Ok(_) => {}
            Err(failure) => assert_eq!(failure.kind, crate::failure::Kind::Limit, "{e}"),
        }
    }
    // Definitions that use each other twice are not written out.
    let twice: String = (0..60)
        .map(|k| format!("fun f{} x = f{k} (f{k} x)\n", k + 1))
        .collect();
    let text = format!("fun f0 x = x\n{twice}fun main = push <block> [if true then 1 else f60 1]");
    for evaluator in [Evaluator::Step, Evaluator::Machine] {
        let outcome = run_text(&text, &block, &[], &Type::INT, &[], &with(evaluator));
        assert_eq!(told(&outcome.results), Ok(vec![Value::vector(vec![1])]));
    }
    assert!(!LIBRARY.is_empty());
}
