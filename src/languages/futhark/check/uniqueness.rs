//! Uniqueness: what shares memory with what, and that nothing is used after it was consumed.
//!
//! The judgement is `V ; C ⊢ e ▷ A ; C'`.  `V` says of every local variable whether it may be consumed and what it
//! aliases; `C` is the set of variables consumed so far; `A` is the type of `e` with a set of aliases on every part
//! ([`aliases`]).  A part that is updated in place, or passed for a parameter marked `*`, takes everything it aliases
//! into `C'`, and any later mention of these is an error.
//!
//! | file | construct |
//! | --- | --- |
//! | `aliases.rs` | annotated types |
//! | `scope.rs` | `V` and `C`, observing and consuming |
//! | `expressions.rs` | all expressions but the following |
//! | `calls.rs` | application, what function fits where |
//! | `partial.rs` | functions that were given arguments which applying them consumes |
//! | `once.rs` | functions that apply a parameter no more than once |
//! | `functions.rs` | definitions, local and anonymous functions, results |
//! | `loops.rs` | loops |
//!
//! Since names in the tree are unique, `V` is one table for the whole definition.  A variable that goes out of scope
//! stays in it as *dead*: it can no longer be named, so nobody minds that it is consumed, but it still tells that two
//! parts of a result share memory, and consuming one then consumes the other (FUT-U-RESULT, FUT-Z-45).  Results of
//! applications and loops get a dead *token* of their own for the same reason.
//!
//! Following the compiler's newest version, aliases keep field paths: the parts of one record variable do not alias
//! each other.  Using any part of it is still a use of the whole (FUT-U-PROJ).  Where the compiler would let an alias
//! escape (elements of the array of a `for .. in` loop, loops that swap their parameters, starred results that alias
//! outer variables), the rules here are stricter, so that an accepted program never reads consumed memory.

mod aliases;
mod calls;
mod expressions;
mod functions;
mod loops;
mod once;
mod partial;
mod scope;
#[cfg(test)]
mod tests;

use super::values::mentions;
use super::{Checked, Context, Failed};
use crate::rules::uniqueness::FUT_U_GLOBAL;
use crate::tree::Def;
use elder_syntax::Diagnostic;
use functions::Function;
use scope::Checker;

/// Checks a definition, and stars the parts of its result that are unique if the result was not annotated
/// (FUT-U-INFER).
///
/// # Errors
/// All violations are reported; see the rules FUT-U-*.
pub fn check_def(cx: &mut Context, def: &mut Def) -> Checked<()> {
    let mut checker = Checker::new(cx);
    let constant = def.fun.params.is_empty();
    if constant && def.fun.annotated && aliases::consumes(&def.fun.ret.ty, &def.fun.ret.stars) {
        checker.report(
            Diagnostic::error(
                FUT_U_GLOBAL.refuse("constant"),
                def.span,
                format!(
                    "the top-level constant \"{}\" cannot have a unique type",
                    def.name
                ),
            )
            .with_help("leave out the `*`, and `copy` the constant where it is consumed"),
        );
    }
    let Function { mut stars, closure } = checker.function(&def.fun);
    if checker.failed() {
        return Err(Failed);
    }
    let mut is_new = checker.lend(def.name.id, &closure);
    // What calls itself is given what it gives.
    while is_new && mentions(&def.fun.body, &def.name) {
        let mut checker = Checker::new(cx);
        let again = checker.function(&def.fun);
        if checker.failed() {
            return Err(Failed);
        }
        is_new = checker.lend(def.name.id, &again.closure);
        stars = again.stars;
    }
    if !def.fun.annotated && !constant {
        def.fun.ret.stars = stars;
    }
    Ok(())
}
