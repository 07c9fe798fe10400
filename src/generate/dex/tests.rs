//! What holds of generated programs before they are run.

use super::{Shape, case, refused};
use crate::Choices;
use elder_dex::core::{print, read};
use elder_syntax::SourceId;
use std::collections::BTreeSet;

/// What is printed is accepted; what was read is printed and read as the same.
fn is_accepted(seed: u64, shape: Shape) {
    let text = print::program(&case(&mut Choices::random(seed), shape).program);
    match read::checked(SourceId(0), &text) {
        // Read for the first time, names that types bind are told apart that stood in several types.
        Ok(program) => {
            let text = print::program(&program);
            let again = read::checked(SourceId(0), &text).ok();
            let printed = again.map(|again| print::program(&again));
            assert_eq!(printed, Some(text), "seed {seed}")
        }
        Err(errors) => {
            let error = &errors[0];
            let by = error
                .refusal
                .map_or_else(String::new, |refusal| refusal.to_string());
            let place = error.span.start as usize;
            let near = text.get(place..(place + 200).min(text.len())).unwrap_or("");
            panic!("seed {seed}: {by}: {}\n{near}", error.message)
        }
    }
}

#[test]
fn programs_are_accepted() {
    let failed: Vec<u64> = (0..1000)
        .filter(|seed| std::panic::catch_unwind(|| is_accepted(*seed, Shape::WHOLE)).is_err())
        .collect();
    assert_eq!(failed, []);
}

#[test]
fn smooth_programs_are_accepted() {
    (0..200).for_each(|seed| is_accepted(seed, Shape::SMOOTH));
    (0..200).for_each(|seed| is_accepted(seed, Shape::EXACT));
}

/// Each row is refused first for what it says, behind an accepted program too.
#[test]
fn what_breaks_a_premise_is_refused_for_it() {
    let mut wrong = BTreeSet::new();
    for seed in 0..400 {
        let (text, fault) = refused(&mut Choices::random(seed));
        let errors = read::checked(SourceId(0), &text).err().unwrap_or_default();
        let refusal = errors.first().and_then(|error| error.refusal);
        let by = refusal.map(|refusal| refusal.to_string());
        let meant = match fault.is_of_simplification() {
            // It is legal.
            true => String::new(),
            false => format!("{}/{}", fault.rule, fault.premise),
        };
        let by = Some(by.unwrap_or_default());
        if by.as_ref() != Some(&meant) {
            wrong.insert((meant, by));
        }
    }
    assert_eq!(wrong, BTreeSet::new());
}

/// What stands before other definitions is legal.
#[test]
fn programs_of_linear_functions_are_accepted() {
    for seed in 0..200 {
        let made = super::linear(&mut Choices::random(seed), false).text;
        let errors = read::checked(SourceId(0), &made).err().unwrap_or_default();
        let stated = errors.first().map(|error| (error.message.clone(), error.span));
        assert_eq!(stated, None, "seed {seed}\n{made}");
    }
}
