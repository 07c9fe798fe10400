//! Tokens to syntax trees.
//!
//! The machinery is that of [`elder_syntax::parsing`].
//!
//! | file | what |
//! | --- | --- |
//! | `expected.rs` | what messages say was expected |
//! | `types.rs` | types and sizes |
//! | `operators.rs` | infix operators, application, indexing |
//! | `atoms.rs` | names, literals, parentheses, functions, `let`, `if` |
//! | `commands.rs` | loops, allocation, launches |
//! | `definitions.rs` | definitions, and how a file goes on after a wrong one |
//!
//! A file with an error goes on at the next `def` at the start of a line, so several errors show in one run.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use crate::ast::{Ident, Program};
use crate::lexer::{Kind, lex};
use elder_syntax::parsing::{
    self, accept, advance, chained, comma_separated, expect, nested, next_span, next_text, peek, peek_many,
    scoped, since, unexpected,
};
use elder_syntax::{Diagnostic, SourceId};
use expected::token;

mod atoms;
mod commands;
mod definitions;
mod expected;
mod operators;
mod types;

pub(crate) use types::vector_width;

/// The input of a rule.
type In<'t, 'p> = parsing::In<'t, 'p, Kind>;
/// The result of a rule.
type Parsed<T> = parsing::Parsed<T, Kind>;
/// Why a parser could not go on.
type Failure = parsing::Failure<Kind>;

/// Parses a file.  With errors, the program holds the definitions that have none; there is no program if the file has
/// no definition without errors.
pub fn parse_program(source: SourceId, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let (program, errors) = parsing::run(source, text, || lex(source, text), definitions::program);
    let program = program.filter(|p| errors.is_empty() || !p.definitions.is_empty());
    (program, errors)
}

/// A name.
fn ident(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    if peek(inp) != Some(Kind::Ident) {
        return unexpected(inp, token(Kind::Ident));
    }
    let span = advance(inp);
    Ok(Ident {
        name: parsing::name_at(inp, span),
        span: inp.state().0.span(span),
    })
}
