//! Stage III: from commands to kernels in C and a plan of their launches.
//!
//! The input is an entry after all passes: a command whose host level has launches, whose kernels have no functional primitive that
//! computes. Everything that is left of arrays is views, and a view costs nothing here: the judgements ⟦·⟧acc and ⟦·⟧exp take a *path* (which
//! element, which component) down through the views to a cell, and what comes out is one short index expression.
//!
//! - [`mod@host`] reads the host level: memory, loops around launches, results; [`launch`] tests the sizes of launches, [`number`] is what the host computes by itself; [`sizes`] finds the sizes from what the program is given.
//! - [`text`] is the text of one kernel in the making; [`command`] ⟦·⟧comm, [`loops`] its loops, [`repeat`] those with conditions, [`expression`] ⟦·⟧exp, [`acceptor`] ⟦·⟧acc,
//!   [`index`] index terms and indexes that are computed, [`memory`] cells, loads and stores, [`allocate`] new cells, [`vector`] vectors of neighbours, [`components`] components,
//!   [`kept`] functions that stay functions, [`update`] accumulators, [`trap`] what has no value, [`width`] which terms have to fit the type of indexes.
//! - [`doubtful`] has the tests that an access may rely on.
//! - [`tidy`] and [`branches`] go over the finished text.
//! - Paths ([`crate::analyses::path`]) and [`environment`] are the data that the judgements speak of; [`crate::analyses::views`] says what views do to paths.
//!
//! The same commands become OpenCL C and C with OpenMP: they differ in who runs the iterations of parallel loops
//! ([`loops`]) and in where local memory comes from ([`allocate`]).

mod acceptor;
mod allocate;
mod branches;
mod command;
mod components;
mod doubtful;
mod environment;
mod expression;
mod host;
mod index;
pub(crate) mod kept;
mod launch;
mod loops;
mod memory;
mod narrow;
mod number;
mod repeat;
mod sizes;
mod subgroups;
mod text;
mod tidy;
mod trap;
mod update;
mod vector;
mod width;

#[cfg(test)]
mod tests;

use crate::Target;
use elder_dpia::Entry;
use elder_dpia::check::Obligation;
use elder_dpia::rules::kernels::{DPIA_G_FORM, DPIA_G_WIDTH};
use elder_kernel::Plan;
use elder_syntax::Diagnostic;

/// The kernels and the launch plan of an entry after all passes; where it depends on the sizes of a launch whether `int` holds all
/// indexes, in both widths (DPIA-G-WIDTH).  `obligations` are what the checker left of the source to the
/// launch to test.
///
/// # Errors
/// What is not in the form that the passes leave behind, private arrays that would have to be shared, and that it takes more than the bounds of
/// [`elder_syntax::effort`].
pub fn lower(entry: &Entry, obligations: &[Obligation], target: &Target) -> Result<Plan, Vec<Diagnostic>> {
    let made = elder_dpia::LANGUAGE.within(|| within_bounds(entry, obligations, target));
    made.unwrap_or_else(|spent| Err(vec![*spent]))
}

fn within_bounds(
    entry: &Entry,
    obligations: &[Obligation],
    target: &Target,
) -> Result<Plan, Vec<Diagnostic>> {
    DPIA_G_FORM.apply();
    let plan = |index| {
        host::program(entry, obligations, target.dialect(), index).map_err(|diagnostic| vec![*diagnostic])
    };
    let mut narrow = plan(width::NARROW)?;
    let suffices = narrow.terms.never_fit(width::NARROW).is_none();
    if suffices && narrow.always_fits() {
        return Ok(narrow);
    }
    let wide = plan(width::WIDE)?;
    if let Some(term) = wide.terms.never_fit(width::WIDE) {
        let refusal = DPIA_G_WIDTH.refuse("fits");
        let message = format!("the index term `{term}` does not fit 64 bits");
        return Err(vec![Diagnostic::error(refusal, term.span, message)]);
    }
    if !suffices {
        return Ok(wide);
    }
    narrow.wide = Some(Box::new(wide));
    Ok(narrow)
}
