//! The conformance programs of notes 13 that run, with both evaluators.

use super::{run_both, told, with};
use crate::failure::Kind;
use crate::fcl::{Evaluator, Options};
use crate::options::Limits;
use elder_fcl::{Level, Type};
use elder_syntax::Value;

fn gives(e: &str, level: &Level, wanted: &[i32]) {
    let outcome = run_both(e, level, &Type::INT, &with(Evaluator::Machine));
    assert_eq!(
        told(&outcome.results),
        Ok(vec![Value::vector(wanted.to_vec())]),
        "{e}"
    );
}

fn fails(e: &str, level: &Level, kind: Kind, rule: &str, key: &str) {
    let outcome = run_both(e, level, &Type::INT, &with(Evaluator::Machine));
    let failure = outcome.results.expect_err(e);
    assert_eq!(failure.kind, kind, "{e}: {}", failure.message);
    let refusal = failure.refusal.expect("a refusal");
    assert_eq!(refusal.id(), rule, "{e}");
    assert_eq!(refusal.key(), key, "{e}");
}

#[test]
fn accepted_programs_have_the_values_of_the_notes() {
    let (thread, warp, block, grid) = (Level::THREAD, Level::warp(), Level::block(), Level::grid());
    gives("revBlock [1,2,3,4]", &block, &[4, 3, 2, 1]);
    gives("sq <thread> [1,2,3]", &thread, &[1, 4, 9]);
    gives("sq <warp> [1,2,3]", &warp, &[1, 4, 9]);
    gives("sq <block> [1,2,3]", &block, &[1, 4, 9]);
    gives("revGrid 2 [1,2,3,4,5,6,7,8]", &grid, &[8, 7, 6, 5, 4, 3, 2, 1]);
    gives("revGrid 4 [1,2,3,4,5,6,7,8]", &grid, &[8, 7, 6, 5, 4, 3, 2, 1]);
    gives(
        "splitUp 2 [1,2,3,4,5,6] |> mapPull revBlock |> concat 2",
        &grid,
        &[2, 1, 4, 3, 6, 5],
    );
    gives(
        "push <block> (transp 3 2 [1,2,3,4,5,6])",
        &block,
        &[1, 4, 2, 5, 3, 6],
    );
    gives(
        "transpTiled 2 4 4 (iota 16)",
        &grid,
        &[0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    );
    gives(
        "transpTiled 2 6 4 (iota 24)",
        &grid,
        &[
            0, 6, 12, 18, 1, 7, 13, 19, 2, 8, 14, 20, 3, 9, 15, 21, 4, 10, 16, 22, 5, 11, 17, 23,
        ],
    );
    gives("red <block> add [1,2,3,4,5,6,7,8]", &block, &[36]);
    gives("red <warp> add [1,2,3,4,5,6,7,8]", &warp, &[36]);
    gives("red <thread> add [1,2,3,4,5,6,7,8]", &thread, &[36]);
    gives("redGrid add (iota 32)", &grid, &[28, 92, 156, 220]);
    gives("push <block> (zipWith add [1,2,3] [10,20])", &block, &[11, 22]);
    gives("push <block> (fst (halve [1,2,3,4,5]))", &block, &[1, 2]);
    gives("push <block> (snd (halve [1,2,3,4,5]))", &block, &[3, 4, 5]);
    gives("mapPush (fn x => x * x) (push <warp> [1,2,3])", &warp, &[1, 4, 9]);
    gives(
        "mapPush (fn x => x + 1) (splitUp 2 [1,2,3,4] |> mapPull (push <block>) |> concat 2)",
        &grid,
        &[2, 3, 4, 5],
    );
    gives(
        "push <grid> [lengthPush (concat 4 (mapPull (push <block>) (splitUp 4 (iota 8))))]",
        &grid,
        &[8],
    );
    gives(
        "splitUp 2 [1,2,3,4,5,6] |> mapPull (push <block>) |> interleave 2 (fn p => snd p * 3 + fst p)",
        &grid,
        &[1, 3, 5, 2, 4, 6],
    );
    gives(
        "splitUp 4 (iota 8) |> mapPull (fn c => splitUp 2 c |> mapPull (fn d => push <warp> (rev d)) |> concat 2) |> concat 4",
        &grid,
        &[1, 0, 3, 2, 5, 4, 7, 6],
    );
    gives(
        "push <block> (while (fn a => 1 != lengthPull a) (redStep <block> add) (push <block> [7]))",
        &block,
        &[7],
    );
    gives(
        "push <block> (while (fn a => 1 != lengthPull a) (evenOddStep <block> add) (push <block> [1,2,3,4,5,6,7,8]))",
        &block,
        &[36],
    );
    gives(
        "push <block> (while (fn a => index a 0 != 3) (fn a => push <block> (rev a)) (push <block> [1,2,3]))",
        &block,
        &[3, 2, 1],
    );
    gives("push <block> [lengthPull [index [1] 5, 2]]", &block, &[2]);
    gives(
        "push <block> (let id = fn x => x in let p = fn <l> => fn a => push <l> a in
           [id 1, if id true then lengthPush (p <thread> [1]) else 7, lengthPush (p <warp> [2,3])])",
        &block,
        &[1, 1, 2],
    );
    gives(
        "push <block> (let a = force (push <block> (mapPull (fn x => x * x) [1,2,3,4])) in zipWith add a (rev a))",
        &block,
        &[17, 13, 13, 17],
    );
    gives(
        "push <block> (mapPull (fn x => index (force (push <thread> (rev [x, x + 1]))) 0) [1,2,3])",
        &block,
        &[2, 3, 4],
    );
}

#[test]
fn run_time_errors_are_reported() {
    let (block, grid) = (Level::block(), Level::grid());
    fails(
        "push <block> [index [1,2,3] 3]",
        &block,
        Kind::Error,
        "FCL-E-INDEX",
        "bounds",
    );
    for m in [3, 5] {
        let e = format!("concat {m} (mapPull (push <block>) (splitUp 4 (iota 8)))");
        fails(&e, &grid, Kind::Error, "FCL-E-42R", "size");
    }
    fails(
        "interleave 2 (fn p => snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))",
        &grid,
        Kind::Race,
        "FCL-E-42I",
        "race",
    );
    fails(
        "interleave 2 (fn p => snd p + 4) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))",
        &grid,
        Kind::Error,
        "FCL-E-42I",
        "index",
    );
    fails(
        "interleave 3 (fn p => snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))",
        &grid,
        Kind::Error,
        "FCL-E-42I",
        "size",
    );
    fails(
        "push <block> [1 / 0]",
        &block,
        Kind::Error,
        "FCL-E-DELTA",
        "division",
    );
    fails(
        "push <block> [power 2 (0 - 1)]",
        &block,
        Kind::Error,
        "FCL-E-DELTA",
        "exponent",
    );
    fails(
        "push <block> (generate (0 - 1) (fn k => k))",
        &block,
        Kind::Error,
        "FCL-E-GEN",
        "negative",
    );
    fails(
        "push <block> (forcePadded 0 1 (push <block> [1]))",
        &block,
        Kind::Error,
        "FCL-E-FORCE-PADDED",
        "padding",
    );
    fails(
        "while (fn a => true) (fn a => push <block> a) (push <block> [1]) |> push <block>",
        &block,
        Kind::Limit,
        "FCL-E-LIMIT",
        "fuel",
    );
    let options = Options {
        limits: Limits {
            memory: Some(1 << 30),
            ..with(Evaluator::Machine).limits
        },
        ..with(Evaluator::Machine)
    };
    let e = "push <block> (generate 2000000000 (fn k => k))";
    let failure = run_both(e, &block, &Type::INT, &options)
        .results
        .expect_err("no memory");
    let refusal = failure.refusal.expect("a refusal");
    assert_eq!(refusal.key(), "memory");
}

#[test]
fn work_is_done_at_its_level() {
    let block = Level::block();
    for e in [
        "push <block> (mapPull (fn x => index (force (push <block> (rev [x, x + 1]))) 0) [1,2,3])",
        "push <block> (let a = force (push <thread> (rev [1,2])) in a)",
        "push <block> (mapPull (fn x => index (force (concat 1 [push <block> [x + 1]])) 0) [1,2,3])",
        "push <block> (let a = force (scanThread add 0 [1,2]) in a)",
    ] {
        fails(e, &block, Kind::Level, "FCL-E-LEVEL", "level");
    }
    gives(
        "push <block> (let a = force (push <thread> [1,2]) in a)",
        &block,
        &[1, 2],
    );
    gives("push <block> (force (scanThread add 0 []))", &block, &[]);
}

#[test]
fn the_first_thread_in_time_reports_its_error() {
    // Thread 1 divides in its first step, thread 0 only later.
    fails(
        "push <block> [index [1] (1 + 1 + 1), 1 / 0]",
        &Level::block(),
        Kind::Error,
        "FCL-E-DELTA",
        "division",
    );
    fails(
        "push <block> [index [1] 1, 1 / 0]",
        &Level::block(),
        Kind::Error,
        "FCL-E-INDEX",
        "bounds",
    );
    // A thread does its elements in order.
    fails(
        "push <thread> [index [1] (1 + 1 + 1), 1 / 0]",
        &Level::THREAD,
        Kind::Error,
        "FCL-E-INDEX",
        "bounds",
    );
}

#[test]
fn folds_scans_and_padding() {
    let (thread, block) = (Level::THREAD, Level::block());
    gives("push <block> [fold add 5 (iota 10)]", &block, &[50]);
    gives("push <block> [fold add 5 []]", &block, &[5]);
    gives(
        "push <block> [fold (fn a => fn x => a * 2 - x) 1 [1,2,3]]",
        &block,
        &[-3],
    );
    gives("scanThread add 100 [1,2,3]", &thread, &[101, 103, 106]);
    gives(
        "mapPush (fn x => x * x) (scanThread add 0 [1,2,3])",
        &thread,
        &[1, 9, 36],
    );
    gives(
        "push <block> [lengthPush (map (fn x => x) (map (fn x => x) (scanThread add 0 [1,2,3])))]",
        &block,
        &[3],
    );
    gives(
        "concat 2 (mapPull (scanThread add 0) (splitUp 2 [1,2,3,4]))",
        &Level::warp(),
        &[1, 3, 3, 7],
    );
    gives(
        "push <block> (rev (forcePadded 2 1 (push <block> [1 + 1,2,3])))",
        &block,
        &[3, 2, 2],
    );
    gives(
        "interleaveInto 5 2 (fn p => fst p * 2 + snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4,5,6]))",
        &Level::grid(),
        &[1, 2, 3, 4, 5],
    );
    fails(
        "interleaveInto 5 2 (fn p => fst p * 2 + snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))",
        &Level::grid(),
        Kind::Error,
        "FCL-E-INTERLEAVE-INTO",
        "size",
    );
    fails(
        "interleaveInto 3 2 (fn p => snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))",
        &Level::grid(),
        Kind::Race,
        "FCL-E-INTERLEAVE-INTO",
        "race",
    );
    gives(
        "push <grid> [lengthPush (map (fn x => x) (interleaveInto 5 2 (fn p => snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))))]",
        &Level::grid(),
        &[5],
    );
}

#[test]
fn functions_that_meet_their_copies() {
    // The inner binder of a copy hides the outer one.
    gives(
        "push <block> (let twice = fn f => fn x => f (f x) in [twice (twice (fn x => x + 1)) 3, twice twice (fn x => x * 2) 1])",
        &Level::block(),
        &[7, 16],
    );
}

#[test]
fn derivations_show_waves_and_what_their_threads_do() {
    let options = Options {
        derivation: Some((20, 1000)),
        ..with(Evaluator::Step)
    };
    let text = "fun main = push <block> (mapPull (fn x => x * x) [2, 3])";
    let outcome = super::run_text(text, &Level::block(), &[], &Type::INT, &[], &options);
    let shown = outcome
        .derivation
        .expect("a derivation")
        .render(&elder_syntax::SourceMap::new());
    let wanted = "\
FCL-E-36 block 0: mapPull (fn x => x * x) [2, 3] ↪ [(fn x => x * x) 2, (fn x => x * x) 3]   [<built in>]
FCL-E-PUSH block 0: push <block> [(fn x => x * x) 2, (fn x => x * x) 3] ↪ [(fn x => x * x) 2, (fn x => x * x) 3]<block>   [<built in>]
FCL-E-41R block 0: force [(fn x => x * x) 2, (fn x => x * x) 3]<block> ↪ force [2 * 2, 3 * 3]<block>   [<built in>]
  FCL-E-BETA thread 0: (fn x => x * x) 2 ↪ 2 * 2   [<built in>]
  FCL-E-BETA thread 1: (fn x => x * x) 3 ↪ 3 * 3   [<built in>]
FCL-E-41R block 0: force [2 * 2, 3 * 3]<block> ↪ force [4, 9]<block>   [<built in>]
  FCL-E-DELTA thread 0: 2 * 2 ↪ 4   [<built in>]
  FCL-E-DELTA thread 1: 3 * 3 ↪ 9   [<built in>]
FCL-E-39 block 0: force [4, 9]<block> ↪ [4, 9]   [<built in>]
";
    assert_eq!(shown, wanted);
    assert_eq!(outcome.cost.traffic.outputs, 2);
}
