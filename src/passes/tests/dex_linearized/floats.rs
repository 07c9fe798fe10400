//! In floats: what the rules make has the values, the tangents and the failures of the semantics.

use super::Tally;
use super::programs::{AGAIN, BACK, BENT, FORWARD, REVERSE, SECOND, Subject, VALUE, numbers_of, options};
use elder_dex::check::simplified as check;
use elder_dex::core::{Program, print};
use elder_generate::dex::Shape;
use elder_passes::dex::first_order as run;
use elder_passes::dex::simplify::Cases;
use elder_semantics::dex::{self, Outcome};
use elder_semantics::failure::Kind;
use elder_syntax::prim::PrimValue;

/// What no derivative is taken of, and no function captures, though the definition has a value: fuzzing knows the same.
const OUTSIDE: [&str; 2] = ["DX-L-TAN/dependent", "DX-S-COLLECT/local"];

/// The simplified program; nothing if the rules refuse it, which is counted.
///
/// # Errors
/// Where it is refused and should not be, or is not simplified.
pub fn simplified(subject: &Subject, tally: &mut Tally) -> Result<Option<Program>, String> {
    tally.count("programs");
    let simple = match run(&subject.program, Cases::Sums) {
        Ok(simple) => simple,
        Err(errors) => {
            let premises = errors
                .iter()
                .map(|error| (error.refusal.map_or_else(String::new, |r| r.to_string()), error));
            for (premise, error) in premises {
                if !OUTSIDE.contains(&premise.as_str()) {
                    let text = print::program(&subject.program);
                    return Err(format!("refused by {premise}: {}\n{text}", error.message));
                }
            }
            let premise = errors[0].refusal.map_or_else(String::new, |r| r.to_string());
            if std::env::var("ELDER_SHOW").is_ok() {
                println!(
                    "refused by {premise}: {}\n{}",
                    errors[0].message,
                    print::program(&subject.program)
                );
            }
            tally.count(format!("refused by {premise}"));
            return Ok(None);
        }
    };
    match check::program(&simple) {
        Ok(()) => Ok(Some(simple)),
        Err(errors) => Err(format!(
            "{:?}\n{}",
            errors.first().map(|e| (&e.message, e.refusal)),
            print::program(&subject.program)
        )),
    }
}

/// What a definition gives; nothing if it reaches a limit.
pub fn outcome(program: &Program, subject: &Subject, definition: &str) -> Option<Outcome> {
    let outcome = dex::run(program, definition, &subject.arguments(definition), &options());
    match &outcome.results {
        Err(failure) if failure.kind == Kind::Limit => None,
        _ => Some(outcome),
    }
}

/// The numbers, or why there are none.
type Ended = Result<Vec<PrimValue>, String>;

fn ended(program: &Program, subject: &Subject, definition: &str) -> Option<Ended> {
    Some(match outcome(program, subject, definition)?.results {
        Ok(value) => Ok(numbers_of(&value).iter().map(|number| number.scalar()).collect()),
        Err(failure) => {
            let by = failure.refusal.map_or(failure.message.clone(), |r| r.to_string());
            Err(format!("{by}: {}", failure.message))
        }
    })
}

fn bits(number: &PrimValue) -> u64 {
    match number {
        PrimValue::F32(x) if x.is_nan() => u64::MAX,
        PrimValue::F32(x) => x.to_bits().into(),
        PrimValue::F64(x) if x.is_nan() => u64::MAX,
        PrimValue::F64(x) => x.to_bits(),
        _ => 0,
    }
}

fn same_bits(one: &[PrimValue], other: &[PrimValue]) -> bool {
    one.len() == other.len() && one.iter().map(bits).eq(other.iter().map(bits))
}

/// Whether numbers are equal: zeros of both signs are.
fn equal(one: &[PrimValue], other: &[PrimValue]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| double(a) == double(b))
}

fn double(number: &PrimValue) -> f64 {
    match number {
        PrimValue::F32(x) => (*x).into(),
        PrimValue::F64(x) => *x,
        _ => f64::NAN,
    }
}

/// The magnitude below which all whole numbers are floats.
const WHOLE: f64 = 16_777_216.0;

fn dot(one: &[PrimValue], other: &[PrimValue]) -> f64 {
    one.iter().zip(other).map(|(a, b)| double(a) * double(b)).sum()
}

fn given(data: &[elder_syntax::value::Value]) -> Vec<PrimValue> {
    let all = data.iter();
    all.flat_map(|data| (0..data.data().len()).filter_map(|at| data.data().get(at)))
        .collect()
}

/// Whether all that is asked in floats holds and there are numbers to go on with.
///
/// # Errors
/// What does not hold.
pub fn agree(
    subject: &Subject,
    simple: &Program,
    shape: Shape,
    second: bool,
    tally: &mut Tally,
) -> Result<bool, String> {
    let mut definitions = vec![VALUE, FORWARD, REVERSE, AGAIN];
    if second {
        definitions.extend([SECOND, BENT, BACK]);
    }
    let mut all = Vec::new();
    for definition in definitions {
        let both = (
            ended(&subject.program, subject, definition),
            ended(simple, subject, definition),
        );
        let (Some(expected), Some(actual)) = both else {
            tally.count("a limit is reached");
            return Ok(false);
        };
        let (expected, actual) = match (expected, actual) {
            (Ok(expected), Ok(actual)) => (expected, actual),
            (Err(expected), Err(actual)) if expected == actual => {
                tally.count("the program fails");
                return Ok(false);
            }
            (expected, actual) => {
                return Err(wrong(subject, definition, &expected, &actual));
            }
        };
        let finite = |numbers: &[PrimValue]| numbers.iter().all(|x| double(x).is_finite());
        if !finite(&expected) || !finite(&actual) {
            tally.count("a number is infinite or none");
            return Ok(false);
        }
        let in_order = [VALUE, FORWARD, SECOND].contains(&definition);
        let same = same_bits(&expected, &actual);
        match same {
            true => tally.count(format!("{definition}: the same bits")),
            false if equal(&expected, &actual) => {
                tally.count(format!("{definition}: the same but for signs of zeros"))
            }
            false if in_order => return Err(wrong(subject, definition, &Ok(expected), &Ok(actual))),
            false => tally.count(format!("{definition}: other bits")),
        }
        all.push((definition, expected, actual));
    }
    let of = |name: &str| all.iter().find(|one| one.0 == name).map(|one| &one.2[..]);
    let (value, forward) = (of(VALUE).unwrap_or(&[]), of(FORWARD).unwrap_or(&[]));
    if forward[value.len()..].iter().any(|x| double(x) != 0.0) {
        tally.count("tangents that are not zero");
    }
    if of(SECOND).is_some_and(|second| second.iter().any(|x| double(x) != 0.0)) {
        tally.count("second derivatives that are not zero");
    }
    if shape.exact {
        exact(subject, &all, tally)?;
    }
    Ok(true)
}

/// What the rules add in another order than the tape comes out with the same bits nearly always.
///
/// How far it may be off is not asked: that takes the magnitudes of all terms that are added, those that cancel within a derivative among
/// them, and floats say nothing of these.  Reals compare the same programs, each with an interval.
#[track_caller]
pub fn mostly_the_same_bits(tally: &Tally) {
    let of = |what: &str| {
        let definitions = [REVERSE, AGAIN, BENT, BACK].into_iter();
        definitions
            .map(|definition| tally.counted_from(&format!("{definition}: {what}")))
            .sum::<u64>()
    };
    let (other, all) = (of("other bits"), of(""));
    assert!(other * 100 < all * 10, "{other} of {all} have other bits");
}

/// What agrees on whole numbers to the last bit.
fn exact(
    subject: &Subject,
    all: &[(&str, Vec<PrimValue>, Vec<PrimValue>)],
    tally: &mut Tally,
) -> Result<(), String> {
    let all_numbers = all.iter().flat_map(|one| one.1.iter().chain(&one.2));
    let most = all_numbers.map(|x| double(x).abs()).fold(0.0, f64::max);
    // A number beyond may have been rounded, and those that it was made of were not much smaller.
    if most * most > WHOLE {
        tally.count("numbers are too large to be exact");
        return Ok(());
    }
    for (name, expected, actual) in all {
        if !equal(expected, actual) {
            return Err(wrong(subject, name, &Ok(expected.clone()), &Ok(actual.clone())));
        }
    }
    let of = |name: &str| all.iter().find(|one| one.0 == name).map(|one| &one.2[..]);
    let (Some(value), Some(forward), Some(reverse), Some(again)) =
        (of(VALUE), of(FORWARD), of(REVERSE), of(AGAIN))
    else {
        return Ok(());
    };
    let count = value.len();
    let (weight, along) = (given(&subject.weight), given(&subject.along));
    let holds = [
        equal(value, &forward[..count]),
        equal(value, &reverse[..count]),
        equal(&forward[count..], again),
        dot(&weight, &forward[count..]) == dot(&reverse[count..], &along),
    ];
    if holds != [true; 4] {
        return Err(format!("{holds:?}\n{}", print::program(&subject.program)));
    }
    if let (Some(second), Some(bent), Some(back)) = (of(SECOND), of(BENT), of(BACK)) {
        let other = given(&subject.other);
        let (first, next) = (dot(&weight, second), dot(bent, &along));
        if first != next || first != dot(back, &other) {
            return Err(format!(
                "second order: {first}, {next}, {}\n{}",
                dot(back, &other),
                print::program(&subject.program)
            ));
        }
    }
    tally.count("exact");
    Ok(())
}

fn wrong(subject: &Subject, definition: &str, expected: &Ended, actual: &Ended) -> String {
    let text = print::program(&subject.program);
    format!("{definition}: {expected:?} became {actual:?}\n{text}")
}
