//! Tokens to syntax trees.
//!
//! The parser is built on chumsky, over the tokens of [`crate::lexer`].  Every rule of the grammar is a function from
//! chumsky's input to a tree, lifted to a combinator with [`chumsky::primitive::custom`]; it decides by looking at a
//! few tokens, so no text is read twice and no error of one alternative hides that of another.
//!
//! | file | what |
//! | --- | --- |
//! | `failure.rs` | what was expected and found; the sentence about it |
//! | `types.rs` | types and sizes |
//! | `operators.rs` | infix operators, application, indexing |
//! | `atoms.rs` | names, literals, parentheses, functions, `let`, `if` |
//! | `commands.rs` | loops, allocation, launches |
//! | `definitions.rs` | definitions, and how a file goes on after a wrong one |
//!
//! A file with an error goes on at the next `def` at the start of a line, so several errors show in one run.

use crate::ast::{Ident, Program};
use crate::lexer::{Kind, MAX_ERRORS, Token, lex};
use crate::rules::syntax::DPIA_SYN_NEST;
use chumsky::extra::Full;
use chumsky::input::{Input as _, InputRef, MappedInput};
use chumsky::inspector::SimpleState;
use chumsky::prelude::*;
use elder_syntax::{Diagnostic, Name as Text, SourceId, Span};
use failure::{Expected, Failure};

mod atoms;
mod commands;
mod definitions;
mod failure;
mod operators;
mod types;

pub(crate) use types::vector_width;

/// How deep constructs may nest.
const MAX_DEPTH: usize = 500;
/// How long the chains of operators and commands in one definition may be, taken together.
const MAX_CHAINS: usize = 4_000;

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

/// Parses a file.  With errors, the program holds the definitions that have none; there is no program if the file has
/// no definition without errors.
pub fn parse_program(source: SourceId, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    if text.len() >= u32::MAX as usize {
        let place = Span::new(source, 0, 0);
        let error = Diagnostic::error(DPIA_SYN_NEST.refuse("length"), place, "the file is too large");
        return (None, vec![error]);
    }
    // Trees that are given up in the middle may be deep, and dropping them recurses.
    let (program, errors) = stacker::maybe_grow(4 << 20, 16 << 20, || run(source, text));
    let program = program.filter(|p| errors.is_empty() || !p.definitions.is_empty());
    (program, errors)
}

fn run(id: SourceId, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let (tokens, mut errors) = lex(id, text);
    let mut state = SimpleState(Source {
        id,
        text,
        depth: 0,
        chains: 0,
        failures: Vec::new(),
    });
    let end = SimpleSpan::new((), text.len()..text.len());
    let input = tokens.as_slice().split_token_span(end);
    let (value, failures) = custom(|inp: &mut In<'_, '_>| definitions::program(inp))
        .parse_with_state(input, &mut state)
        .into_output_errors();
    let mut source = state.0;
    let recorded = std::mem::take(&mut source.failures);
    let reports = recorded
        .into_iter()
        .chain(failures)
        .map(|f| f.report(&source, &tokens));
    errors.extend(reports);
    errors.sort_by_key(|d| d.span.start);
    errors.truncate(MAX_ERRORS);
    (value, errors)
}

/// The next token.
fn peek(inp: &mut In<'_, '_>) -> Option<Kind> {
    inp.peek()
}

/// The next two tokens.
fn peek2(inp: &mut In<'_, '_>) -> [Option<Kind>; 2] {
    let here = inp.save();
    let next = [inp.next(), inp.next()];
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

/// Text of the next token.
fn next_text<'t>(inp: &mut In<'t, '_>) -> &'t str {
    let span = next_span(inp);
    inp.state().0.text(span)
}

/// From a mark to here.
fn since<'t, 'p>(inp: &mut In<'t, 'p>, start: &Mark<'t, 'p>) -> Span {
    let span = inp.span_since(start);
    inp.state().0.span(span)
}

/// A name.
fn ident(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    if peek(inp) != Some(Kind::Ident) {
        return unexpected(inp, Expected::token(Kind::Ident));
    }
    let span = advance(inp);
    Ok(Ident {
        name: Text::new(inp.state().0.text(span)),
        span: inp.state().0.span(span),
    })
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

/// One level deeper (DPIA-SYN-NEST).
fn nested<'t, 'p, T>(inp: &mut In<'t, 'p>, rule: impl FnOnce(&mut In<'t, 'p>) -> Parsed<T>) -> Parsed<T> {
    if inp.state().0.depth >= MAX_DEPTH {
        let refusal = DPIA_SYN_NEST.refuse("depth");
        let message = format!("this is nested more than {MAX_DEPTH} levels deep");
        return Err(Failure::mistake(refusal, next_span(inp), message));
    }
    DPIA_SYN_NEST.apply();
    inp.state().0.depth += 1;
    let result = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || rule(inp));
    inp.state().0.depth -= 1;
    result
}

/// Notes that a chain grew by one (DPIA-SYN-NEST).
fn chained(inp: &mut In<'_, '_>) -> Parsed<()> {
    inp.state().0.chains += 1;
    if inp.state().0.chains > MAX_CHAINS {
        let refusal = DPIA_SYN_NEST.refuse("length");
        let message = format!("the chains of this definition are longer than {MAX_CHAINS}");
        return Err(Failure::mistake(refusal, next_span(inp), message));
    }
    Ok(())
}
