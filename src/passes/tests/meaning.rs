//! Every pass keeps the meaning (DPIA-V-02, DPIA-V-10, DPIA-V-14): the functional reading of a generated program, and the store semantics
//! of what each pass makes of it, give the same values, without races and without reading what was not written.

use elder_dpia::Entry;
use elder_generate::Choices;
use elder_generate::dpia::{Shape, case};
use elder_passes::pass::Reading;
use elder_passes::{Target, within_dpia};
use elder_semantics::dpia::{Mode, Options, Order, run};
use elder_semantics::options::Limits;
use elder_syntax::Value;

fn close(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|(a, b)| a == b || format!("{a:?}") == format!("{b:?}"))
}

fn every_pass_keeps_the_meaning(shape: Shape, target: Target, seeds: std::ops::Range<u64>) {
    let mut compared = 0;
    for seed in seeds {
        let case = case(&mut Choices::random(seed), shape);
        let mut entry = Entry::closed(&case.program, "main").expect("an entry");
        let plain = Options {
            limits: Limits::fuel(2_000_000),
            ..Options::default()
        };
        let Ok(expected) = run(&entry, case.inputs.clone(), &plain).results else {
            continue;
        };
        let strict = Options {
            limits: Limits::fuel(20_000_000),
            order: Order::Shuffled(seed),
            ..Options::default()
        };
        let mut reading = Reading::Iterations;
        for pass in within_dpia().iter().map(|position| position.pass) {
            entry = pass
                .entry(&entry, &target)
                .unwrap_or_else(|e| panic!("seed {seed}: {} refuses: {e:#?}", pass.name));
            reading = pass.then.of(reading);
            if reading == Reading::Unordered {
                continue;
            }
            let options = Options {
                mode: Mode {
                    groups: reading.has_groups(),
                    steps: reading == Reading::Steps,
                    ..strict.mode.clone()
                },
                ..strict.clone()
            };
            let found = run(&entry, case.inputs.clone(), &options).results;
            match found {
                Ok(found) if close(&found, &expected) => {}
                Ok(found) => panic!(
                    "seed {seed}: after {}: {found:?}\nnot {expected:?}\n{entry:?}",
                    pass.name
                ),
                Err(failure) => panic!(
                    "seed {seed}: after {}: {failure:#?}\n{}",
                    pass.name,
                    elder_dpia::print::phrase(&entry.body)
                ),
            }
        }
        compared += 1;
    }
    assert!(compared > 100, "only {compared} programs have a value");
}

#[test]
fn plain_programs() {
    every_pass_keeps_the_meaning(Shape::PLAIN, Target::OPENCL, 0..400);
    every_pass_keeps_the_meaning(Shape::PLAIN, Target::OpenMp, 0..150);
}

#[test]
fn programs_with_strategies() {
    every_pass_keeps_the_meaning(Shape::MARKED, Target::OPENCL, 0..400);
    every_pass_keeps_the_meaning(Shape::MARKED, Target::OpenMp, 0..150);
}
