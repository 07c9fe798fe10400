//! Derived combinators of Core against the programs that they stand for.
//!
//! Both are run with chunks of one row, which the expansion of streams has, and with the other choices of the definition.  So nothing that a
//! programmer owes is needed: values are the same to the bit, and errors are of one premise at one place.

use crate::engine::Settings;
use crate::judge::{Limits, Terms, judge};
use elder_core::{Program, check, derived};
use elder_semantics::choice::Chunks;
use elder_semantics::core::{self, Options};
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
        limits: settings.limits,
        chunks: Chunks::Ones,
        ..Options::default()
    };
    let run = |program| {
        let results = core::run(program, entry, inputs, &options).results;
        results.map_err(|failure| elder_engine::failed(&failure))
    };
    let terms = Terms {
        limits: Limits::Other,
        has_formats: false,
        ..Terms::SAME
    };
    let answer = judge(&run(program), &run(&expanded), &terms);
    answer
        .difference()
        .map(|difference| format!("what is derived: {}", String::from(difference)))
}
