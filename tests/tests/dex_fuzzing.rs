//! Generated programs of Dex's core: all are accepted and agree, all that break a premise are refused for it.

use elder_driver::fuzz::{Verdict, dex};
use elder_generate::dex::{Shape, case, refused};
use elder_generate::{ChoiceTree, Choices};
use proptest::prelude::*;

fn agrees(seed: u64, shape: Shape) {
    let verdict = dex::agree(&case(&mut Choices::random(seed), shape));
    assert!(!verdict.is_finding(), "seed {seed}: {verdict:?}");
}

#[test]
fn generated_programs_are_accepted_and_agree_in_all_orders() {
    (0..300).for_each(|seed| agrees(seed, Shape::WHOLE));
}

#[test]
fn smooth_programs_are_accepted() {
    (0..100).for_each(|seed| agrees(seed, Shape::SMOOTH));
}

#[test]
fn programs_that_break_a_premise_are_refused_for_it() {
    for seed in 0..300 {
        let (text, fault) = refused(&mut Choices::random(seed));
        let verdict = dex::is_refused(&text, &fault);
        assert_eq!(verdict, Verdict::Agree, "{text}");
    }
}

proptest! {
    #[test]
    fn programs_of_any_bytes_agree(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let case = case(&mut Choices::replaying(ChoiceTree::from_bytes(&bytes)), Shape::WHOLE);
        prop_assert!(!dex::agree(&case).is_finding());
    }
}
