//! Generated FCL programs give the same values by way of DPIA as by their own semantics: as staging leaves them, and after all
//! passes, by the semantics of work-groups with its detection of races.
//!
//! `CASES` says how many programs there are, `FIRST` the first seed, `SHOW` prints what is wrong at once.

use elder_dpia::check as dpia;
use elder_fcl::entry::Entry;
use elder_fcl::{check, print};
use elder_generate::Choices;
use elder_generate::fcl::{Case, Shape, case};
use elder_passes::Target;
use elder_passes::fcl::{Argument, Translated, plan, translate};
use elder_semantics::options::Limits;
use elder_semantics::{dpia as below, fcl};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Tolerance;
use elder_syntax::value::compare::difference;
use std::collections::BTreeMap;

/// What came of a program.
enum Came {
    /// The same value, or an error in both.
    Equal,
    /// It is no program, or a semantics gave up: a buffer whose length nothing bounds holds as many elements as there are sizes.
    Skipped,
    /// There is no kernel: why.
    Refused(String),
    /// Something else.
    Wrong(String),
}

fn run_commands(
    translated: &Translated,
    entry: &elder_dpia::Entry,
    groups: bool,
    inputs: &[Value],
) -> Result<Vec<Value>, elder_semantics::failure::Fail> {
    let options = below::Options {
        limits: Limits::fuel(20_000_000),
        order: below::Order::Shuffled(7),
        mode: below::Mode {
            groups,
            // What lies past the end of a result whose length only the run knows is never written.
            strict: !translated.cut,
            obligations: translated.obligations.clone(),
            ..below::Mode::default()
        },
        ..below::Options::default()
    };
    let run = below::run(entry, inputs.to_vec(), &options).results;
    Ok(translated.results(run?))
}

fn compare(case: &Case) -> Came {
    let Ok(program) = check::program(case.program.clone()) else {
        return Came::Skipped;
    };
    let Ok(mut entry) = Entry::of(&program, Some("main")) else {
        return Came::Skipped;
    };
    entry.configuration = case.configuration;
    let options = fcl::Options {
        limits: Limits::fuel(2_000_000),
        ..fcl::Options::default()
    };
    let expected = match fcl::run(&entry, &case.inputs, &options).results {
        Ok(values) => Ok(values),
        Err(failure) => {
            if failure.kind == elder_semantics::failure::Kind::Limit {
                return Came::Skipped;
            }
            Err(failure.message)
        }
    };
    let translated = match translate(&entry, &case.configuration) {
        Ok(translated) => translated,
        Err(errors) => return Came::Refused(format!("{} {:?}", errors[0].message, errors[0].notes)),
    };
    if std::env::var("STAGED").is_ok() {
        println!("{}", elder_dpia::print::entry(&translated.entry));
        for o in &translated.obligations {
            println!("{} ({} {})", o.condition, o.rule.id, o.premise);
        }
    }
    if let Err(errors) = dpia::entry(&translated.entry) {
        return Came::Wrong(format!("ill-typed: {} {:?}", errors[0].message, errors[0].notes));
    }
    // A number that lengths depend on is a size, also where no length comes to depend on it: it is not negative.
    let sizes = translated.arguments.iter().zip(&case.inputs);
    let negative = |v: &Value| matches!(v.as_scalar(), Some(PrimValue::I32(i)) if i < 0);
    if sizes
        .clone()
        .any(|(a, v)| matches!(a, Argument::Size(_)) && negative(v))
    {
        return Came::Skipped;
    }
    let Ok(inputs) = translated.inputs(&case.inputs) else {
        return Came::Wrong("the inputs do not fit".to_owned());
    };
    let compiled = match elder_passes::compile(&translated.entry, &Target::OPENCL) {
        Ok(compiled) => compiled,
        Err(errors) => return Came::Wrong(format!("passes: {} {:?}", errors[0].message, errors[0].notes)),
    };
    for (stage, entry, groups) in [
        ("staged", &translated.entry, false),
        ("compiled", &compiled, true),
    ] {
        match (&expected, run_commands(&translated, entry, groups, &inputs)) {
            (Ok(expected), Ok(found)) => {
                if expected.len() != found.len() {
                    return Came::Wrong(format!("{stage}: {} results", found.len()));
                }
                for (e, f) in expected.iter().zip(&found) {
                    if let Some(d) = difference(f, e, Tolerance::FOREIGN) {
                        return Came::Wrong(format!("{stage}: {d:?}, {f} instead of {e}"));
                    }
                }
            }
            (_, Err(found)) if found.kind == elder_semantics::failure::Kind::Limit => return Came::Skipped,
            (Err(_), Err(_)) => {}
            (Ok(_), Err(found)) => return Came::Wrong(format!("{stage}: fails: {}", found.message)),
            (Err(expected), Ok(_)) => return Came::Wrong(format!("{stage}: should fail: {expected}")),
        }
    }
    if let Err(errors) = plan(&translated, &Target::OPENCL) {
        return Came::Wrong(format!(
            "no kernel text: {} {:?}",
            errors[0].message, errors[0].notes
        ));
    }
    Came::Equal
}

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok().and_then(|s| s.parse().ok());
    given.unwrap_or(otherwise)
}

#[test]
fn commands_agree_with_the_semantics_of_fcl() {
    let (first, count) = (number("FIRST", 0), number("CASES", 100));
    let (mut equal, mut skipped) = (0, 0);
    let mut refused: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in first..first + count {
        let case = case(&mut Choices::random(seed), Shape::MIDDLE);
        let came = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| compare(&case)));
        match came.unwrap_or_else(|_| Came::Wrong("panic".to_owned())) {
            Came::Equal => equal += 1,
            Came::Skipped => skipped += 1,
            Came::Refused(why) => refused.entry(why).or_default().push(seed),
            Came::Wrong(why) => {
                let user: Vec<_> = case.program.definitions.iter().filter(|d| !d.library).collect();
                let text: Vec<String> = user.iter().map(|d| print::definition(d)).collect();
                let message = format!(
                    "seed {seed} at {} of {:?}: {why}\n{}",
                    case.level,
                    case.configuration,
                    text.join("\n")
                );
                if std::env::var("SHOW").is_ok() {
                    println!("{message}\n");
                }
                wrong.push(message);
            }
        }
    }
    println!("{equal} equal, {skipped} skipped, {} wrong", wrong.len());
    for (why, seeds) in &refused {
        println!("refused {} times: {why} {:?}", seeds.len(), seeds.first());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(
        equal * 10 >= count * 9,
        "only {equal} of {count} programs were compared"
    );
}
