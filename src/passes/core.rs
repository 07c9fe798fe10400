//! Passes within Core.
//!
//! [`sizes`] makes a program sized.  Those after it are of sized programs: what a dimension says is proved, so nothing is tested when
//! a value is bound and no test is lost when a statement moves.
//!
//! A pass has its file here, its value in [`tower`](crate::tower::core), its rules in `elder_core::rules`; `CONTRIBUTING.md` goes through the steps.  [`strength`]
//! is one in a single file.

pub mod accumulate;
pub mod checks;
mod elements;
pub mod flatten;
pub mod fuse;
pub mod inline;
pub mod inspect;
pub mod place;
pub mod plan;
pub mod sequence;
pub mod simplify;
pub mod sizes;
pub mod strength;

use crate::pass::{Made, owned};
use crate::programs::Core;
use elder_core::check::Form;
use elder_core::{memory, names};
use elder_syntax::Diagnostic;
use elder_syntax::language::Program;
use std::rc::Rc;

/// What a pass makes of a program.  In builds with assertions what it made is checked, so that a mistake of the pass is said
/// where it was made.
///
/// # Errors
/// What the checker refuses.
pub(crate) fn changed(
    program: Rc<dyn Program>,
    pass: &str,
    run: impl FnOnce(&mut elder_core::Program),
) -> Made {
    into_form(program, pass, Form::Sized, run)
}

/// The same of a pass that makes programs of this form; one that had another form before has that, if it asks more.
pub(crate) fn into_form(
    program: Rc<dyn Program>,
    pass: &str,
    form: Form,
    run: impl FnOnce(&mut elder_core::Program),
) -> Made {
    placed(program, pass, |program| {
        if program.form < form {
            program.form = form;
        }
        // A pass is of programs without places: it makes others, which are placed anew.
        memory::erase(&mut program.program);
        run(&mut program.program);
    })
}

/// The same of a pass that leaves places where they are.
pub(crate) fn placed(program: Rc<dyn Program>, pass: &str, run: impl FnOnce(&mut Core)) -> Made {
    let mut made: Core = owned(program)?;
    agreeing(&made, &format!("what the pass `{pass}` is given has"))?;
    run(&mut made);
    if cfg!(debug_assertions) {
        made.check().map_err(|errors| blamed(pass, errors))?;
        agreeing(&made, &format!("the pass `{pass}` left"))?;
    }
    Ok(Rc::new(made))
}

/// In builds with assertions: the table of names says the types that binders do.
fn agreeing(program: &Core, who: &str) -> Result<(), Vec<Diagnostic>> {
    let program = &program.program;
    match cfg!(debug_assertions)
        .then(|| names::disagreeing(program))
        .flatten()
    {
        Some(name) => {
            let text = program.names.text(name);
            let message = format!("{who} another type with the name `{text}` than its binder says");
            Err(vec![Diagnostic::outside(message)])
        }
        None => Ok(()),
    }
}

/// Errors of a program that a pass made.
fn blamed(arrow: &str, errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let blame = |error: Diagnostic| Diagnostic {
        message: format!(
            "the pass `{arrow}` made a program that is refused: {}",
            error.message
        ),
        ..error
    };
    errors.into_iter().map(blame).collect()
}
