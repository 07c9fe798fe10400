//! Generated programs take each side of their branches, and numbers and values are judged that stand at boundaries.

use elder_driver::fuzz::meant::{self, Room};
use elder_driver::fuzz::{Verdict, core, dex, fcl, futhark, recorded, sides, values};
use elder_generate::dex::Shape as OfDex;
use elder_generate::fcl::Shape as OfFcl;
use elder_generate::futhark::Shape as OfFuthark;
use elder_generate::meant::Expected;
use elder_generate::numbers::boundary::{self, FUNCTIONS};
use elder_generate::numbers::programs::{self, Tongue};
use elder_generate::{Choices, turn};
use elder_semantics::sides::Share;
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

fn agrees(verdict: &Verdict, seed: u64) {
    if let Verdict::Differ { place, message } = verdict {
        panic!("seed {seed}: {place}: {message}");
    }
}

/// So many in a hundred of the branches, and of the loops, take each side.
fn is_held(language: &str, branches: f64, loops: f64) {
    let (met, rounds) = sides::met(language);
    let is_above = |share: Share, least: f64| share.met > 20 && share.percent() >= least;
    assert!(is_above(met, branches), "{language}: {met:?} of branches");
    assert!(
        loops == 0.0 || is_above(rounds, loops),
        "{language}: {rounds:?} of loops"
    );
}

#[test]
fn branches_of_core_take_both_sides() {
    for seed in 0..250 {
        agrees(
            &core::agree(&elder_generate::core::case(&mut Choices::random(seed))),
            seed,
        );
    }
    is_held(elder_core::LANGUAGE.name, 25.0, 20.0);
}

#[test]
fn branches_of_futhark_take_both_sides() {
    for seed in 0..150 {
        let case = elder_generate::futhark::case(&mut Choices::random(seed), OfFuthark::SMALL);
        agrees(&futhark::agree(&case), seed);
    }
    is_held(elder_futhark::LANGUAGE.name, 35.0, 6.0);
}

#[test]
fn branches_of_dex_take_both_sides() {
    for seed in 0..150 {
        let case = elder_generate::dex::case(&mut Choices::random(seed), OfDex::WHOLE);
        agrees(&dex::agree(&case), seed);
    }
    is_held(elder_dex::LANGUAGE.name, 12.0, 0.0);
}

#[test]
fn branches_of_fcl_take_both_sides() {
    for seed in 0..60 {
        let tree = fcl::tree(seed, OfFcl::MIDDLE);
        agrees(&fcl::pipelines::stages_agree(&tree, OfFcl::MIDDLE), seed);
    }
    is_held(elder_fcl::LANGUAGE.name, 25.0, 0.0);
}

#[test]
fn the_number_that_turns_branches_is_on_the_other_side_in_the_second_run() {
    let number = |n| Value::scalar(PrimValue::I64(n));
    assert_eq!(turn::runs(&[number(7)], None), [vec![number(7)]]);
    let both = turn::runs(&[number(7), number(5)], Some(1));
    assert_eq!(both, [vec![number(7), number(5)], vec![number(7), number(4)]]);
    for seed in 0..50 {
        let (op, threshold) = turn::comparison(&mut Choices::random(seed));
        let holds = turn::SIDES.map(|side| {
            let operands = [side, threshold].map(PrimValue::I64);
            elder_semantics::numeric::apply(elder_syntax::prim::PrimFn::Bin(op, PrimType::I64), &operands)
        });
        assert_ne!(holds[0], holds[1], "{op} {threshold}");
    }
}

#[test]
fn numbers_at_boundaries_are_what_exact_arithmetic_says_in_every_language() {
    let tongues: [&Tongue; 6] = [
        &programs::FUTHARK,
        &programs::CORE,
        &programs::FCL,
        &programs::DPIA,
        &programs::DEX,
        &programs::DEX_CORE,
    ];
    let room = Room::new().unwrap();
    let (mut values, mut errors) = (0, 0);
    for tongue in tongues {
        for seed in 0..40 {
            let meant = programs::program(&mut Choices::random(seed), tongue);
            match meant.expected {
                Expected::Values(_) | Expected::Printed(_) => values += 1,
                Expected::Error | Expected::Fails(..) => errors += 1,
                Expected::Unfit | Expected::Refused(..) => {}
            }
            agrees(&room.judge(&meant), seed);
        }
    }
    assert!(values > 150 && errors > 0, "{values} values, {errors} errors");
}

#[test]
fn every_function_is_judged_by_itself() {
    for (number, f) in FUNCTIONS.iter().enumerate() {
        let mut c = Choices::random(number as u64);
        let applied: Vec<_> = (0..20).map(|_| (*f, boundary::operands(&mut c, *f))).collect();
        agrees(&meant::numbers(&applied), number as u64);
    }
}

#[test]
fn values_are_read_as_they_are_meant_or_refused() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..4000 {
        let mut c = Choices::replaying(recorded(seed, elder_generate::values::input));
        let input = elder_generate::values::input(&mut c);
        match input.expected {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
        agrees(&values::judge(&input, None), seed);
    }
    assert!(read > 1000 && refused > 300, "{read} read, {refused} refused");
}
