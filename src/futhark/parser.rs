//! Tokens to syntax trees.
//!
//! The parser is built on chumsky, over the tokens of [`crate::lexer`].  Every rule of
//! the grammar is a function from chumsky's input to a tree, so it can be lifted to a
//! combinator with [`chumsky::primitive::custom`], and it decides by looking at no more than three tokens: no text
//! is read twice, and no error of one alternative hides that of another.
//!
//! | file | what |
//! | --- | --- |
//! | `failure.rs` | what was expected and found; the sentence about it |
//! | `names.rs` | names, operators, attributes, parameters of types |
//! | `types.rs`, `patterns.rs` | type expressions, patterns |
//! | `expressions.rs`, `operators.rs`, `atoms.rs` | expressions: keywords, infix operators, what is applied |
//! | `declarations.rs`, `modules.rs` | declarations, modules and module types |
//!
//! A file with an error goes on at the next declaration, so several errors show in
//! one run.  Nesting is limited (FUT-X-NEST); what repeats without nesting (operators,
//! bindings, `else if`) is read by loops.

use crate::ast::{Exp, Program, TypeExp};
use crate::lexer::{Kind, MAX_ERRORS, Token, lex};
use crate::rules::syntax::FUT_X_NEST;
use chumsky::extra::Full;
use chumsky::input::{Input as _, InputRef, MappedInput};
use chumsky::inspector::SimpleState;
use chumsky::prelude::*;
use elder_syntax::{Diagnostic, Name, SourceId, Span};
use failure::{Expected, Failure};

mod atoms;
mod declarations;
mod expressions;
mod failure;
mod modules;
mod names;
mod operators;
mod patterns;
mod types;

pub(crate) use operators::Level;

/// How deep constructs may nest.
const MAX_DEPTH: usize = 1_000;
/// How long the chains of operators, bindings and conditionals in one declaration may be, taken together.
const MAX_CHAINS: usize = 10_000;
/// Chains of this length are not counted.
const SHORT_CHAIN: usize = 20;

/// What chumsky reads.
type Tokens<'t> = MappedInput<'t, Kind, SimpleSpan, &'t [Token]>;
/// What it carries along.
type Extra<'t> = Full<Failure, SimpleState<Source<'t>>, ()>;
/// The input of a rule.
type In<'t, 'p> = InputRef<'t, 'p, Tokens<'t>, Extra<'t>>;
/// The result of a rule.
type Parsed<T> = Result<T, Failure>;
/// A place in the input.
type Mark<'t, 'p> = chumsky::input::Cursor<'t, 'p, Tokens<'t>>;

/// The text being parsed, and how far the limits are used up.
struct Source<'t> {
    id: SourceId,
    text: &'t str,
    depth: usize,
    chains: usize,
    failures: Vec<Failure>,
}

impl<'t> Source<'t> {
    fn new(id: SourceId, text: &'t str) -> Source<'t> {
        Source {
            id,
            text,
            depth: 0,
            chains: 0,
            failures: Vec::new(),
        }
    }

    fn span(&self, span: SimpleSpan) -> Span {
        Span::new(self.id, span.start, span.end.max(span.start))
    }

    fn text(&self, span: SimpleSpan) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// Whether a line begins at this byte.
    fn line_begins(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes().get(at - 1) == Some(&b'\n')
    }
}

/// Parses a file.  With errors, the program holds the declarations that have none; there is no program if the file has
/// no declaration without errors.
///
/// A tree is at most some 30,000 levels deep (FUT-X-NEST); who drops it needs stack for that.
pub fn parse_program(source: SourceId, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let (program, errors) = run(source, text, declarations::program);
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
    match run(source, text, rule) {
        (Some(value), errors) if errors.is_empty() => Ok(value),
        (_, errors) => Err(errors),
    }
}

/// Lexes and parses a text with a rule that must read all of it.  Errors are in the order of the text.
fn run<T>(
    id: SourceId,
    text: &str,
    rule: impl for<'t> Fn(&mut In<'t, '_>) -> Parsed<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    if text.len() >= u32::MAX as usize {
        let refusal = FUT_X_NEST.refuse("length");
        return (
            None,
            vec![Diagnostic::error(
                refusal,
                Span::new(id, 0, 0),
                "the file is too large",
            )],
        );
    }
    // Trees that are given up in the middle may be deep, and dropping them recurses.
    stacker::maybe_grow(16 << 20, 64 << 20, || run_here(id, text, rule))
}

fn run_here<T>(
    id: SourceId,
    text: &str,
    rule: impl for<'t> Fn(&mut In<'t, '_>) -> Parsed<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    let (tokens, mut errors) = lex(id, text);
    let mut state = SimpleState(Source::new(id, text));
    let end = SimpleSpan::new((), text.len()..text.len());
    let input = tokens.as_slice().split_token_span(end);
    let (value, failures) = custom(|inp: &mut In<'_, '_>| rule(inp))
        .parse_with_state(input, &mut state)
        .into_output_errors();
    let mut source = state.0;
    let recorded = std::mem::take(&mut source.failures);
    errors.extend(
        recorded
            .into_iter()
            .chain(failures)
            .map(|f| f.report(&source, &tokens)),
    );
    errors.sort_by_key(|d| d.span.start);
    errors.truncate(MAX_ERRORS);
    (value, errors)
}

/// The next token.
fn peek(inp: &mut In<'_, '_>) -> Option<Kind> {
    inp.peek()
}

/// The next three tokens.
fn peek3(inp: &mut In<'_, '_>) -> [Option<Kind>; 3] {
    let here = inp.save();
    let next = [inp.next(), inp.next(), inp.next()];
    inp.rewind(here);
    next
}

/// Takes the next token, whatever it is.
fn advance(inp: &mut In<'_, '_>) -> SimpleSpan {
    let before = inp.cursor();
    inp.skip();
    inp.span_since(&before)
}

/// Takes the next token if it is this one.
fn accept(inp: &mut In<'_, '_>, kind: Kind) -> bool {
    let found = peek(inp) == Some(kind);
    if found {
        inp.skip();
    }
    found
}

/// Takes this token.
fn expect(inp: &mut In<'_, '_>, kind: Kind) -> Parsed<Span> {
    match peek(inp) {
        Some(k) if k == kind => {
            let span = advance(inp);
            Ok(inp.state().0.span(span))
        }
        _ => unexpected(inp, Expected::token(kind)),
    }
}

/// Fails at the next token.
fn unexpected<T>(inp: &mut In<'_, '_>, expected: Expected) -> Parsed<T> {
    let found = peek(inp);
    let span = next_span(inp);
    Err(Failure::expected(expected, found, span))
}

/// Place of the next token.
fn next_span(inp: &mut In<'_, '_>) -> SimpleSpan {
    let here = inp.save();
    let span = advance(inp);
    inp.rewind(here);
    span
}

/// From a mark to here.
fn since<'t, 'p>(inp: &mut In<'t, 'p>, start: &Mark<'t, 'p>) -> Span {
    let span = inp.span_since(start);
    inp.state().0.span(span)
}

/// The text of a token as a name.
fn name_at(inp: &mut In<'_, '_>, span: SimpleSpan) -> Name {
    Name::new(inp.state().0.text(span))
}

/// Items between commas up to the closing token, which is taken too; a comma may stand after the last.
fn comma_separated<'t, 'p, T>(
    inp: &mut In<'t, 'p>,
    close: Kind,
    item: impl Fn(&mut In<'t, 'p>) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let mut items = Vec::new();
    loop {
        if accept(inp, close) {
            return Ok(items);
        }
        items.push(item(inp)?);
        if !accept(inp, Kind::Comma) && peek(inp) != Some(close) {
            return unexpected(inp, Expected::token(Kind::Comma).or(Expected::token(close)));
        }
    }
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
        return unexpected(
            inp,
            Expected::token(Kind::Comma).or(Expected::token(Kind::RParen)),
        );
    }
    if peek(inp) == Some(Kind::RParen) {
        return unexpected(inp, wanted);
    }
    let mut parts = vec![first];
    parts.extend(comma_separated(inp, Kind::RParen, item)?);
    Ok(Parenthesised::Tuple(parts))
}

/// One level deeper (FUT-X-NEST).
fn nested<'t, 'p, T>(inp: &mut In<'t, 'p>, rule: impl FnOnce(&mut In<'t, 'p>) -> Parsed<T>) -> Parsed<T> {
    if inp.state().0.depth >= MAX_DEPTH {
        let refusal = FUT_X_NEST.refuse("depth");
        let message = format!("this is nested more than {MAX_DEPTH} levels deep");
        return Err(Failure::mistake(refusal, next_span(inp), message));
    }
    FUT_X_NEST.apply();
    FUT_X_NEST.apply();
    inp.state().0.depth += 1;
    let result = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || rule(inp));
    inp.state().0.depth -= 1;
    result
}

/// Notes that a chain grew to this length (FUT-X-NEST).
fn chained(inp: &mut In<'_, '_>, length: usize) -> Parsed<()> {
    if length <= SHORT_CHAIN {
        return Ok(());
    }
    inp.state().0.chains += 1;
    if inp.state().0.chains > MAX_CHAINS {
        let refusal = FUT_X_NEST.refuse("length");
        let message = format!("the chains of this declaration are longer than {MAX_CHAINS}");
        return Err(Failure::mistake(refusal, next_span(inp), message));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
