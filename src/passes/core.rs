//! Arrows within Core.
//!
//! [`sizes`] makes a program sized.  Those after it are of sized programs: what a dimension says is proved, so nothing is tested when
//! a value is bound and no test is lost when a statement moves.
//!
//! An arrow has its file here, its value in [`tower`](crate::tower::core), its rules in `elder_core::rules`; `CONTRIBUTING.md` goes through the steps.  [`strength`]
//! is one in a single file.

pub mod inline;
pub mod simplify;
pub mod sizes;
pub mod strength;

use crate::programs::Core;
use elder_core::names;
use elder_syntax::Diagnostic;
use elder_syntax::language::Program;

/// What an arrow makes of a program.  In builds with assertions what it made is checked, so that a mistake of the arrow is said
/// where it was made.
///
/// # Errors
/// What the checker refuses.
pub(crate) fn changed(
    program: &Core,
    arrow: &str,
    run: impl FnOnce(&mut elder_core::Program),
) -> Result<Box<dyn Program>, Vec<Diagnostic>> {
    let mut made = program.clone();
    made.sized = true;
    names::note(&mut made.program);
    run(&mut made.program);
    if cfg!(debug_assertions) {
        made.check().map_err(|errors| blamed(arrow, errors))?;
        if let Some(name) = names::disagreeing(&made.program) {
            let text = made.program.names.text(name);
            let message =
                format!("the arrow `{arrow}` left another type with the name `{text}` than its binder says");
            return Err(vec![Diagnostic::outside(message)]);
        }
    }
    Ok(Box::new(made))
}

/// Errors of a program that an arrow made.
fn blamed(arrow: &str, errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let blame = |error: Diagnostic| Diagnostic {
        message: format!(
            "the arrow `{arrow}` made a program that is refused: {}",
            error.message
        ),
        ..error
    };
    errors.into_iter().map(blame).collect()
}
