//! Tokens to syntax trees.
//!
//! The machinery is that of [`elder_syntax::parsing`].
//!
//! | file | what |
//! | --- | --- |
//! | `expected.rs` | what messages say was expected |
//! | `names.rs` | names, operators, attributes, parameters of types |
//! | `types.rs`, `patterns.rs` | type expressions, patterns |
//! | `expressions.rs`, `operators.rs`, `atoms.rs` | expressions: keywords, infix operators, what is applied |
//! | `declarations.rs`, `modules.rs` | declarations, modules and module types |
//!
//! A file with an error goes on at the next declaration, so several errors show in
//! one run.  Nesting is limited (FUT-X-NEST); what repeats without nesting (operators,
//! bindings, `else if`) is read by loops.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use crate::ast::{Exp, Program, TypeExp};
use crate::lexer::{Kind, lex};
use elder_syntax::parsing::{
    self, Expected, accept, advance, comma_separated, expect, name_at, nested, next_span, peek, since,
    unexpected,
};
use elder_syntax::{Diagnostic, SourceId};

use expected::token;

mod atoms;
mod declarations;
mod expected;
mod expressions;
mod modules;
mod names;
mod operators;
mod patterns;
mod types;

/// Chains of this length are not counted.
const SHORT_CHAIN: usize = 20;

/// The input of a rule.
type In<'t, 'p> = parsing::In<'t, 'p, Kind>;
/// The result of a rule.
type Parsed<T> = parsing::Parsed<T, Kind>;
/// A place in the input.
type Mark<'t, 'p> = parsing::Mark<'t, 'p, Kind>;
/// Why a parser could not go on.
type Failure = parsing::Failure<Kind>;

/// Parses a file.  With errors, the program holds the declarations that have none; there is no program if the file has
/// no declaration without errors.  If `source` is that of [`Span::NONE`](elder_syntax::Span::NONE), nothing in it has a place.
///
/// A tree is at most some 30,000 levels deep (FUT-X-NEST); who drops it needs stack for that.
pub fn parse_program(source: SourceId, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let (program, errors) = parsing::run(source, text, || lex(source, text), declarations::program);
    let program = program.filter(|p| errors.is_empty() || !p.decs.is_empty());
    (program, errors)
}

/// Parses a text that is one expression.
pub fn parse_exp(source: SourceId, text: &str) -> Result<Exp, Vec<Diagnostic>> {
    whole(source, text, expressions::exp)
}

/// Parses a text that is one type expression.
pub fn parse_type(source: SourceId, text: &str) -> Result<TypeExp, Vec<Diagnostic>> {
    whole(source, text, types::type_exp)
}

fn whole<T>(
    source: SourceId,
    text: &str,
    rule: impl for<'t> Fn(&mut In<'t, '_>) -> Parsed<T>,
) -> Result<T, Vec<Diagnostic>> {
    match parsing::run(source, text, || lex(source, text), rule) {
        (Some(value), errors) if errors.is_empty() => Ok(value),
        (_, errors) => Err(errors),
    }
}

/// The next three tokens.
fn peek3(inp: &mut In<'_, '_>) -> [Option<Kind>; 3] {
    parsing::peek_many(inp)
}

/// What stands in parentheses where these may group one thing or make a tuple.
enum Parenthesised<T> {
    /// `(a)`
    One(T),
    /// `()`, `(a, b)`
    Tuple(Vec<T>),
}

/// The inside of parentheses after the opening one, and the closing one; `wanted` is what a comma promises.
fn parenthesised<'t, 'p, T>(
    inp: &mut In<'t, 'p>,
    wanted: Expected,
    item: impl Fn(&mut In<'t, 'p>) -> Parsed<T>,
) -> Parsed<Parenthesised<T>> {
    if accept(inp, Kind::RParen) {
        return Ok(Parenthesised::Tuple(Vec::new()));
    }
    let first = item(inp)?;
    if accept(inp, Kind::RParen) {
        return Ok(Parenthesised::One(first));
    }
    if !accept(inp, Kind::Comma) {
        return unexpected(inp, token(Kind::Comma).or(token(Kind::RParen)));
    }
    if peek(inp) == Some(Kind::RParen) {
        return unexpected(inp, wanted);
    }
    let mut parts = vec![first];
    parts.extend(comma_separated(inp, Kind::RParen, item)?);
    Ok(Parenthesised::Tuple(parts))
}

/// Notes that a chain grew to this length (FUT-X-NEST).
fn chained(inp: &mut In<'_, '_>, length: usize) -> Parsed<()> {
    if length <= SHORT_CHAIN {
        return Ok(());
    }
    parsing::chained(inp)
}

#[cfg(test)]
mod tests;
