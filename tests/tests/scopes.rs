//! Programs about what a type may mention: each pair of the tables is judged as it says, at each depth, and so are calls of Futhark that consume, and numerals.

use elder_driver::fuzz::{Verdict, scopes};
use elder_generate::Choices;
use elder_generate::scopes::{Scoped, dex, fcl, futhark};
use elder_syntax::Diagnostic;
use std::collections::BTreeMap;

/// Programs of a language.
const PROGRAMS: u64 = 600;

fn hold(make: fn(&mut Choices) -> Scoped, checked: fn(&str) -> Vec<Diagnostic>) {
    let mut right = 0;
    let mut wrong = BTreeMap::new();
    for seed in 0..PROGRAMS {
        let made = make(&mut Choices::random(seed));
        right += u64::from(made.is_right);
        if let Verdict::Differ { place, message } = scopes::judge(&made, checked) {
            wrong.entry((place, message)).or_insert(made.text);
        }
    }
    for ((place, message), text) in &wrong {
        eprintln!("{place}: {message}\n{text}");
    }
    assert!(wrong.is_empty(), "{} are judged otherwise", wrong.len());
    assert!(right > PROGRAMS / 5 && right < PROGRAMS / 2, "{right} are right");
}

#[test]
fn of_futhark() {
    hold(futhark, |text| {
        elder_futhark::check::imports::check_text_with("generated.fut", text, false).diagnostics
    });
}

#[test]
fn of_dex() {
    hold(dex, |text| {
        elder_dex::load::text("generated.dx", text)
            .legal()
            .err()
            .unwrap_or_default()
    });
}

#[test]
fn of_fcl() {
    hold(fcl, |text| {
        elder_fcl::load::text("generated.fcl", text).diagnostics
    });
}
