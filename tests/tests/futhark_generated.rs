//! A few generated Futhark programs on every pipeline, and every way to break a rule.

use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::futhark::{agree, is_refused};
use elder_generate::Choices;
use elder_generate::futhark::{Shape, Variant, case, refused};
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
        let case = case(&mut Choices::random(seed), Shape::SMALL);
        holds(&agree(&case), &case.text(Variant::Plain))?;
    }
}

/// Each is refused by the premise that it breaks.  Those that nest too deeply leave trees that need stack to be dropped.
#[test]
fn broken_programs_are_refused() {
    let test = std::thread::Builder::new()
        .stack_size(elder_driver::stack::STACK)
        .spawn(refuse_broken_programs);
    test.unwrap().join().unwrap();
}

fn refuse_broken_programs() {
    let mut broken = BTreeSet::new();
    for seed in 0..400 {
        let (case, fault) = refused(&mut Choices::random(seed), Shape::SMALL);
        let text = case.text(Variant::Plain);
        holds(&is_refused(&case, &fault), &text).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        broken.insert((fault.rule, fault.premise));
    }
    assert!(broken.len() > 100, "only {} premises were broken", broken.len());
}
