//! After every pass the entry is well-typed and free of interference (DPIA-V-08, DPIA-V-09).

use elder_dpia::{Entry, check};
use elder_generate::Choices;
use elder_generate::dpia::{Shape, case};
use elder_passes::{Target, within_dpia};

fn every_pass_keeps_types(shape: Shape, target: Target, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let case = case(&mut Choices::random(seed), shape);
        let Ok(mut entry) = Entry::closed(&case.program, "main") else {
            panic!("seed {seed}: no entry");
        };
        for pass in within_dpia().iter().map(|position| position.pass) {
            let before = entry.clone();
            entry = pass
                .entry(&entry, &target)
                .unwrap_or_else(|e| panic!("seed {seed}: {} refuses: {e:#?}", pass.name));
            // A reduction by `reduceI` names its accumulator on both sides of an application (DPIA-Z-02).
            if pass.name == "translate" {
                continue;
            }
            if let Err(errors) = check::entry(&entry) {
                let messages: Vec<_> = errors
                    .iter()
                    .map(|e| (&e.message, &e.notes, e.refusal.map(|r| r.id())))
                    .collect();
                panic!(
                    "seed {seed}: after {}: {messages:#?}\nbefore: {before:?}\nafter: {entry:?}",
                    pass.name
                );
            }
        }
    }
}

#[test]
fn plain_programs() {
    every_pass_keeps_types(Shape::PLAIN, Target::OPENCL, 0..500);
    every_pass_keeps_types(Shape::PLAIN, Target::OpenMp, 0..150);
}

#[test]
fn programs_with_strategies() {
    every_pass_keeps_types(Shape::MARKED, Target::OPENCL, 0..500);
    every_pass_keeps_types(Shape::MARKED, Target::OpenMp, 0..150);
}
