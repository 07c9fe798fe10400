//! The properties of FCL on generated programs: what is generated is accepted, types are kept by every step, no accepted program is
//! stuck, and whatever else holds of the language (notes, section 11).
//!
//! 400 programs of each sort, of which the first 150 steps are checked; or `ELDER_FUZZ_COUNT`, all of whose steps are checked, from
//! `ELDER_FUZZ_SEED` on. What
//! fails is printed with the line that reproduces it and makes it smaller.

use elder_driver::fuzz::{Verdict, fcl};
use elder_generate::fcl::{Shape, refused};
use elder_generate::{ChoiceTree, Choices};

fn number(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => otherwise,
    }
}

/// Judges as many programs as are asked for; not more than one in a hundred may have no value for want of steps.
fn all_hold(
    rung: &str,
    tree: impl Fn(u64) -> ChoiceTree + Sync,
    judge: impl Fn(&ChoiceTree) -> Verdict + Sync,
) {
    let first = number("ELDER_FUZZ_SEED", 0);
    let count = number("ELDER_FUZZ_COUNT", 400);
    println!("ELDER_FUZZ_SEED={first} ELDER_FUZZ_COUNT={count}");
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let work = |worker: u64| {
        let mut limits = 0;
        let mut complaints = Vec::new();
        for seed in (first..first + count).filter(|seed| seed % workers == worker) {
            match judge(&tree(seed)) {
                Verdict::Agree => {}
                Verdict::Limit(_) => limits += 1,
                Verdict::Differ { place, message } => complaints.push(format!(
                    "{place}: {message}\n    elder fuzz --language fcl --rung {rung} --seed {seed} --count 1"
                )),
            }
        }
        (limits, complaints)
    };
    let results: Vec<(u64, Vec<String>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers)
            .map(|worker| {
                // Terms that are nested deeply.
                let builder = std::thread::Builder::new().stack_size(1 << 28);
                builder
                    .spawn_scoped(scope, move || work(worker))
                    .expect("a thread starts")
            })
            .collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended
            .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let limits: u64 = results.iter().map(|(limits, _)| limits).sum();
    let complaints: Vec<String> = results
        .into_iter()
        .flat_map(|(_, complaints)| complaints)
        .collect();
    println!(
        "{} of {count} programs hold, {limits} reached a limit",
        count - limits - complaints.len() as u64
    );
    assert!(
        complaints.is_empty(),
        "{} programs differ:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
    assert!(limits * 100 <= count + 99, "{limits} programs reached a limit");
}

/// All that is generated is accepted: of both shapes, and at every level.
#[test]
fn all_programs_are_accepted() {
    for shape in [Shape::SMALL, Shape::LARGE] {
        all_hold(
            "stages",
            |seed| fcl::tree(seed, shape),
            |tree| fcl::question(tree, shape).err().unwrap_or(Verdict::Agree),
        );
    }
}

/// FCL-P-PRES, FCL-P-PROG, FCL-P-DET, FCL-P-FORCE, FCL-P-CONCAT, FCL-P-FUSE; the machine is the small-step system.
#[test]
fn properties_hold() {
    let shape = Shape::SMALL;
    let checked = match std::env::var_os("ELDER_FUZZ_COUNT") {
        Some(_) => fcl::properties::CHECKED_STEPS,
        None => 150,
    };
    all_hold(
        "steps",
        |seed| fcl::tree(seed, shape),
        |tree| fcl::properties::hold(tree, shape, checked),
    );
}

/// FCL-P-LEVEL
#[test]
fn levels_agree() {
    let shape = Shape::SMALL;
    all_hold(
        "levels",
        |seed| fcl::properties::family_tree(seed, shape),
        |tree| fcl::properties::levels_agree(tree, shape),
    );
}

/// Some programs end in an error, of every sort that programs can end in, and loops that never end are cut
/// off.
#[test]
fn some_programs_end_in_errors() {
    let mut errors = std::collections::BTreeMap::<&str, u64>::new();
    let count = 2000;
    for seed in 0..count {
        let question = fcl::question(&fcl::tree(seed, Shape::SMALL), Shape::SMALL)
            .unwrap_or_else(|v| panic!("{seed}: {v:?}"));
        match fcl::ended(&question.run(&fcl::options(fcl::properties::FUEL))) {
            Ok(Err(failed)) => *errors.entry(elder_driver::judge::rule(&failed)).or_default() += 1,
            Err(Verdict::Limit(_)) => *errors.entry("limit").or_default() += 1,
            _ => {}
        }
    }
    println!("{errors:?}");
    for rule in [
        "FCL-E-DELTA",
        "FCL-E-GEN",
        "FCL-E-INDEX",
        "FCL-E-42R",
        "FCL-E-42I",
        "limit",
    ] {
        assert!(
            errors.get(rule).is_some_and(|n| *n > 0),
            "no program ends in {rule}: {errors:?}"
        );
    }
    let all: u64 = errors.values().sum();
    assert!(
        all * 50 > count && all * 4 < count,
        "{all} of {count} programs end in errors"
    );
}

/// A program with one rule broken is refused for it, wherever in the program that is.
#[test]
fn broken_programs_are_refused() {
    let mut broken = std::collections::BTreeSet::new();
    for seed in 0..1000 {
        let (text, fault) = refused(&mut Choices::random(seed), Shape::SMALL);
        let verdict = fcl::is_refused(&text, &fault);
        assert_eq!(verdict, Verdict::Agree, "seed {seed}:\n{text}");
        broken.insert((fault.rule, fault.premise));
    }
    assert!(broken.len() > 70, "only {} premises were broken", broken.len());
}
