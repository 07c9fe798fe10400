//! Derived combinators of Core against the programs that they stand for.
//!
//! Both are run with chunks of one row, which the expansion of streams has, and with the other choices of the definition.  So nothing that a
//! programmer owes is needed: values are the same to the bit, and errors are of one premise at one place.

use crate::engine::Settings;
use elder_core::{Program, check, derived};
use elder_semantics::choice::Chunks;
use elder_semantics::core::{self, Options};
use elder_semantics::failure::{Failure, Kind};
use elder_syntax::Value;

/// What is wrong with the expansion of a sized program, on these inputs; `None` also if nothing of it is derived, or a limit is reached.
pub fn difference(program: &Program, entry: &str, inputs: &[Value], settings: &Settings) -> Option<String> {
    let expanded = derived::expanded(program)?;
    if let Err(errors) = check::sized(&expanded) {
        return Some(format!(
            "what is derived is not legal: {}",
            errors.first()?.message
        ));
    }
    let options = Options {
        fuel: settings.limits.fuel,
        memory: settings.limits.memory,
        time: settings.limits.time,
        chunks: Chunks::Ones,
        ..Options::default()
    };
    let run = |program| core::run(program, entry, inputs, &options).results;
    match (run(program), run(&expanded)) {
        (Ok(expected), Ok(actual)) => {
            let shown = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join(" ");
            let (expected, actual) = (shown(&expected), shown(&actual));
            (expected != actual)
                .then(|| format!("what is derived gives {actual} where {expected} is expected"))
        }
        (Err(expected), Err(actual)) => {
            let is_limit = [&expected, &actual]
                .iter()
                .any(|failure| failure.kind == Kind::Limit);
            let place =
                |failure: &Failure| (failure.refusal.map(|refusal| refusal.to_string()), failure.span);
            let is_same = place(&expected) == place(&actual);
            (!is_limit && !is_same).then(|| {
                let (expected, actual) = (&expected.message, &actual.message);
                format!("what is derived fails by {actual}, the program by {expected}")
            })
        }
        (Err(failure), Ok(_)) | (Ok(_), Err(failure)) => (failure.kind != Kind::Limit).then(|| {
            format!(
                "only one of what is derived and the program fails: {}",
                failure.message
            )
        }),
    }
}
