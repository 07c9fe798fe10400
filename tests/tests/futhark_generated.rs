//! A few generated Futhark programs on every road, and every way to break a rule.

use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::futhark::{agree, is_refused, program, refused_program, refused_tree, tree};
use elder_generate::futhark::{Shape, Variant};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn holds(verdict: &Verdict, text: &str) -> Result<(), TestCaseError> {
    if let Verdict::Differ { place, message } = verdict {
        return Err(TestCaseError::fail(format!("{place}: {message} in\n{text}")));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// They are accepted, and both interpreters give the same, however they are written.
    #[test]
    fn well_typed_programs_agree(seed: u64) {
        let case = program(&tree(seed, Shape::SMALL), Shape::SMALL);
        holds(&agree(&case), &case.text(Variant::Plain))?;
    }
}

/// Each is refused by the premise that it breaks.
#[test]
fn broken_programs_are_refused() {
    let mut broken = BTreeSet::new();
    for seed in 0..400 {
        let (case, fault) = refused_program(&refused_tree(seed, Shape::SMALL), Shape::SMALL);
        let text = case.text(Variant::Plain);
        holds(&is_refused(&case, &fault), &text).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        broken.insert((fault.rule, fault.premise));
    }
    assert!(broken.len() > 60, "only {} premises were broken", broken.len());
}
