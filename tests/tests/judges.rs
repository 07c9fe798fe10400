//! The programs that judge the checkers and interpreters of kernels: all of them end as their model says, and they reach the premises of the definition.

use elder_driver::fuzz::{Verdict, judges, recorded};
use elder_generate::Choices;
use elder_generate::kernel::{Expected, sketch};
use elder_kernel::rules;
use std::collections::BTreeSet;

/// Programs that are made.
const PROGRAMS: u64 = 6000;

/// Premises that no program breaks, and why.
const APART: [&str; 2] = [
    // Limits of judging are those of a command.
    "KER-T-EFFORT/steps",
    "KER-T-EFFORT/memory",
];

#[test]
fn every_premise_is_broken_and_every_program_ends_as_its_model_says() {
    let mut broken = BTreeSet::new();
    let mut accepted = 0;
    for seed in 0..PROGRAMS {
        let made = sketch(&mut Choices::random(seed));
        match &made.expected {
            Expected::Refused(rule, premise) => drop(broken.insert(format!("{rule}/{premise}"))),
            _ => accepted += 1,
        }
        if let Verdict::Differ { place, message } = judges::judge(&made) {
            panic!("seed {seed}, {place}: {message}\n{}", made.text);
        }
    }
    assert!(accepted > PROGRAMS / 4, "{accepted} programs are right");
    // Sketches are plans: they meet no rule of host programs.
    let tables = [rules::SYNTAX, rules::TYPING, rules::EVALUATION];
    let tables = tables.iter().flat_map(|table| table.iter());
    let premises = tables.flat_map(|rule| rule.premises.iter().map(|p| format!("{}/{}", rule.id, p.key)));
    let never: Vec<String> = premises
        .filter(|premise| !broken.contains(premise) && !APART.contains(&premise.as_str()))
        .collect();
    assert!(never.is_empty(), "no program breaks {}", never.join(", "));
}

#[test]
fn a_program_is_made_again_of_its_choices() {
    for seed in 0..50 {
        let tree = recorded(seed, sketch);
        let first = sketch(&mut Choices::replaying(tree.clone()));
        assert_eq!(first.text, sketch(&mut Choices::random(seed)).text);
    }
}
