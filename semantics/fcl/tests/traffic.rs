//! The facts of notes 12 that do not depend on the text of the library: what is materialised, read, written, and waited for.

use super::{machine_of, run_text, with};
use crate::fcl::cost::Traffic;
use crate::fcl::location::Shape;
use crate::fcl::{Evaluator, Mode, Options};
use elder_fcl::{Effect, Level, Type};
use elder_syntax::Value;
use std::sync::Arc;

fn traffic(text: &str, level: &Level, n: i32, shape: Option<Shape>) -> Traffic {
    let array = Type::Pull(Arc::new(Type::INT), Effect::Pure);
    let options = Options {
        mode: Mode {
            shape,
            ..with(Evaluator::Machine).mode
        },
        ..with(Evaluator::Machine)
    };
    let values = [Value::vector((0..n).collect::<Vec<i32>>())];
    let outcome = run_text(text, level, &[&array], &Type::INT, &values, &options);
    outcome.results.expect("a value");
    outcome.cost.traffic
}

#[test]
fn a_reduction_materialises_once_a_halving() {
    for p in 1..6u32 {
        let n = 1 << p;
        let t = traffic(
            "fun main xs = red <block> add xs",
            &Level::block(),
            n,
            Some(machine_of(&[1, 32])),
        );
        assert_eq!(t.forces, [0, 0, u64::from(p), 0]);
        assert_eq!(t.written[2], n as u64 - 1);
        assert_eq!((t.inputs, t.outputs, t.launches), (n as u64, 1, 1));
        // One before each step in the loop reads what others wrote; the last result is read by the first thread, which wrote it.
        assert_eq!(t.barriers, u64::from(p) - 1, "{n} elements");
    }
}

#[test]
fn a_reversal_reads_and_writes_each_element_once() {
    let t = traffic("fun main xs = revGrid 4 xs", &Level::grid(), 32, None);
    let wanted = Traffic {
        inputs: 32,
        outputs: 32,
        launches: 1,
        ..Traffic::default()
    };
    assert_eq!(t, wanted);
}

#[test]
fn a_tiled_transposition_waits_once_a_tile() {
    let text = "fun main xs = transpTiled 4 8 16 xs";
    for (blocks, barriers) in [(None, 8), (Some(8), 8), (Some(3), 8 + 5), (Some(1), 8 + 7)] {
        let shape = match blocks {
            Some(q) => machine_of(&[q, 1, 4]),
            None => Shape::unbounded(machine_of(&[1, 4])),
        };
        let t = traffic(text, &Level::grid(), 128, Some(shape));
        assert_eq!((t.inputs, t.outputs), (128, 128));
        assert_eq!((t.written[2], t.read[2], t.forces[2]), (128, 128, 8));
        assert_eq!(t.barriers, barriers, "{blocks:?} blocks");
    }
}

#[test]
fn barriers_stand_where_others_read() {
    let block = Level::block();
    let barriers = |text: &str| traffic(text, &block, 4, Some(machine_of(&[1, 4]))).barriers;
    let forced = "let a = force (push <block> (mapPull (fn x => x * x) xs)) in";
    assert_eq!(
        barriers(&format!(
            "fun main xs = {forced} push <block> (zipWith add a (rev a))"
        )),
        1
    );
    assert_eq!(
        barriers(&format!("fun main xs = {forced} push <block> (zipWith add a a)")),
        0
    );
    // One thread writes and reads all of it.
    let alone = traffic(
        &format!("fun main xs = {forced} push <block> (zipWith add a (rev a))"),
        &block,
        4,
        Some(machine_of(&[1, 1])),
    );
    assert_eq!(alone.barriers, 0);
    // Every thread reads the condition.
    let rounds = "while (fn a => index a 0 != 3) (fn a => push <block> (rev a)) (push <block> (mapPull (fn x => x + 0) xs))";
    assert_eq!(barriers(&format!("fun main xs = push <block> ({rounds})")), 2);
}

#[test]
fn a_force_of_the_grid_ends_a_kernel() {
    let text = "fun main xs = let a = force (revGrid 4 xs) in revGrid 4 a";
    let t = traffic(text, &Level::grid(), 16, None);
    assert_eq!(
        (t.launches, t.forces, t.written[3], t.read[3]),
        (2, [0, 0, 0, 1], 16, 16)
    );
    assert_eq!((t.inputs, t.outputs, t.barriers), (16, 16, 0));
}

#[test]
fn what_threads_force_is_their_own() {
    let text =
        "fun main xs = push <block> (mapPull (fn x => index (force (push <thread> (rev [x, x + 1]))) 0) xs)";
    let t = traffic(text, &Level::block(), 8, Some(machine_of(&[1, 4])));
    assert_eq!((t.forces[0], t.written[0], t.bytes[0], t.read[0]), (8, 16, 64, 8));
    assert_eq!(t.barriers, 0);
}

#[test]
fn pull_arrays_do_not_remember() {
    let mapped = "mapPull (fn x => index xs x) xs";
    let again = format!("fun main xs = let a = {mapped} in push <block> (generate 10 (fn k => index a 0))");
    // Element 0 reads the input twice, every time.
    assert_eq!(traffic(&again, &Level::block(), 4, None).inputs, 20);
    let once = format!(
        "fun main xs = let a = force (push <block> ({mapped})) in push <block> (generate 10 (fn k => index a 0))"
    );
    assert_eq!(traffic(&once, &Level::block(), 4, None).inputs, 8);
}
