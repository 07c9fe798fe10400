//! What the parsers of all languages share: looking at tokens, taking them, lists, limits, failures.
//!
//! The parsers are built on chumsky, over tokens that are a kind and a place.  Every rule of a grammar is a function from
//! chumsky's input to a tree, lifted to a combinator with [`chumsky::primitive::custom`]; it decides by looking at a few
//! tokens, so no text is read twice and no error of one alternative hides that of another.
//!
//! A language implements [`TokenKind`] for the kinds of its tokens, lexes, and calls [`run`] with the rule for a whole text.

use crate::{Diagnostic, Name, Rule, SourceId, Span};
use chumsky::extra::Full;
use chumsky::input::{Cursor, Input as _, InputRef, MappedInput};
use chumsky::inspector::SimpleState;
use chumsky::prelude::*;
use std::fmt::Debug;

mod failure;
pub mod scanner;
mod tokens;

pub use chumsky::span::SimpleSpan;
pub use failure::{Expected, Failure};

/// How many errors are reported for one text: nobody reads more.
pub const MAX_ERRORS: usize = 100;

/// How far programs may nest.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The rule; it has premises `depth` and `length`.
    pub rule: &'static Rule,
    /// How deep constructs may nest.
    pub depth: usize,
    /// How long the chains in one definition may be, taken together.
    pub chains: usize,
}

/// The sorts of tokens of a language.
pub trait TokenKind: Copy + PartialEq + Debug + 'static {
    /// All of them.
    const ALL: &'static [Self];
    /// What separates the items of lists.
    const COMMA: Self;
    /// What may be expected beside tokens, in the order of messages.
    const NOTIONS: &'static [(Expected, &'static str)];
    /// Where a name may stand: a reserved word there gets a remark.
    const NAMES: Expected;
    /// How far programs may nest.
    const LIMITS: Limits;

    /// The number of the kind, below the bits of the notions.
    fn number(self) -> u32;
    /// How messages name it: a fixed text in backquotes, or a sort such as `a name`.
    fn describe(self) -> &'static str;
    /// Whether it is a reserved word.
    fn is_reserved(self) -> bool;
    /// What closes this opening bracket.
    fn closing(self) -> Option<Self>;
    /// The rule that refused, chosen by what was expected and found.
    fn refusal(expected: Expected, found: Option<Self>) -> crate::Refusal;
    /// The way out, where one is obvious.
    fn help(expected: Expected, found: Option<Self>) -> Option<String>;
}

/// A token.
pub type Token<K> = (K, SimpleSpan);
/// What chumsky reads.
pub type Tokens<'t, K> = MappedInput<'t, K, SimpleSpan, &'t [Token<K>]>;
/// What it carries along.
pub type Extra<'t, K> = Full<Failure<K>, SimpleState<Source<'t, K>>, ()>;
/// The input of a rule.
pub type In<'t, 'p, K> = InputRef<'t, 'p, Tokens<'t, K>, Extra<'t, K>>;
/// The result of a rule.
pub type Parsed<T, K> = Result<T, Failure<K>>;
/// A place in the input.
pub type Mark<'t, 'p, K> = Cursor<'t, 'p, Tokens<'t, K>>;

/// The text being parsed, how far the limits are used up, and what was wrong so far.
pub struct Source<'t, K: TokenKind> {
    id: SourceId,
    text: &'t str,
    depth: usize,
    chains: usize,
    scopes: usize,
    failures: Vec<Failure<K>>,
}

impl<'t, K: TokenKind> Source<'t, K> {
    /// A place in the text as a span: [`Span::NONE`] if the text is of no file, so that trees are equal if the same is written in other places.
    pub fn span(&self, span: SimpleSpan) -> Span {
        if self.id == Span::NONE.source {
            return Span::NONE;
        }
        Span::new(self.id, span.start, span.end.max(span.start))
    }

    /// What is written at a place.
    pub fn text(&self, span: SimpleSpan) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// Whether a line begins at this byte.
    pub fn line_begins(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes().get(at - 1) == Some(&b'\n')
    }

    /// Records a failure after which the parser goes on.
    pub fn record(&mut self, failure: Failure<K>) {
        self.failures.push(failure);
    }

    /// Whether so much is wrong that nobody wants to know more.
    pub fn is_given_up(&self) -> bool {
        self.failures.len() >= MAX_ERRORS
    }

    /// Begins a definition: limits are counted anew.
    pub fn begin(&mut self) {
        self.depth = 0;
        self.chains = 0;
    }
}

/// Parses a text that was lexed, with the errors of lexing, by a rule that must read all of it.  Errors are in the order of the
/// text, the first [`MAX_ERRORS`].
pub fn run<K: TokenKind, T>(
    id: SourceId,
    text: &str,
    lex: impl FnOnce() -> (Vec<Token<K>>, Vec<Diagnostic>),
    rule: impl for<'t> Fn(&mut In<'t, '_, K>) -> Parsed<T, K>,
) -> (Option<T>, Vec<Diagnostic>) {
    if text.len() >= u32::MAX as usize {
        let refusal = K::LIMITS.rule.refuse("length");
        let error = Diagnostic::error(refusal, Span::new(id, 0, 0), "the file is too large");
        return (None, vec![error]);
    }
    // Trees that are given up in the middle may be deep, and dropping them recurses.
    crate::stack::deep(16 << 20, 64 << 20, || {
        let (tokens, mut errors) = lex();
        let mut state = SimpleState(Source {
            id,
            text,
            depth: 0,
            chains: 0,
            scopes: 0,
            failures: Vec::new(),
        });
        let end = SimpleSpan::new((), text.len()..text.len());
        let input = tokens.as_slice().split_token_span(end);
        let (value, failures) = custom(|inp: &mut In<'_, '_, K>| rule(inp))
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
    })
}

/// The next token.
pub fn peek<K: TokenKind>(inp: &mut In<'_, '_, K>) -> Option<K> {
    inp.peek()
}

/// The next tokens.
pub fn peek_many<K: TokenKind, const N: usize>(inp: &mut In<'_, '_, K>) -> [Option<K>; N] {
    let here = inp.save();
    let next = std::array::from_fn(|_| inp.next());
    inp.rewind(here);
    next
}

/// Takes the next token, whatever it is.
pub fn advance<K: TokenKind>(inp: &mut In<'_, '_, K>) -> SimpleSpan {
    let before = inp.cursor();
    inp.skip();
    inp.span_since(&before)
}

/// Takes the next token if it is this one.
pub fn accept<K: TokenKind>(inp: &mut In<'_, '_, K>, kind: K) -> bool {
    let found = peek(inp) == Some(kind);
    if found {
        inp.skip();
    }
    found
}

/// Takes this token.
pub fn expect<K: TokenKind>(inp: &mut In<'_, '_, K>, kind: K) -> Parsed<Span, K> {
    match peek(inp) {
        Some(k) if k == kind => {
            let span = advance(inp);
            Ok(inp.state().0.span(span))
        }
        _ => unexpected(inp, Expected::of(kind)),
    }
}

/// Fails at the next token.
pub fn unexpected<T, K: TokenKind>(inp: &mut In<'_, '_, K>, expected: Expected) -> Parsed<T, K> {
    let found = peek(inp);
    let span = next_span(inp);
    Err(Failure::expected(expected, found, span))
}

/// Place of the next token.
pub fn next_span<K: TokenKind>(inp: &mut In<'_, '_, K>) -> SimpleSpan {
    let here = inp.save();
    let span = advance(inp);
    inp.rewind(here);
    span
}

/// Text of the next token.
pub fn next_text<'t, K: TokenKind>(inp: &mut In<'t, '_, K>) -> &'t str {
    let span = next_span(inp);
    inp.state().0.text(span)
}

/// The text of a token as a name.
pub fn name_at<K: TokenKind>(inp: &mut In<'_, '_, K>, span: SimpleSpan) -> Name {
    Name::new(inp.state().0.text(span))
}

/// From a mark to here.
pub fn since<'t, 'p, K: TokenKind>(inp: &mut In<'t, 'p, K>, start: &Mark<'t, 'p, K>) -> Span {
    let span = inp.span_since(start);
    inp.state().0.span(span)
}

/// Items between commas up to the closing token, which is taken too; a comma may stand after the last.
pub fn comma_separated<'t, 'p, T, K: TokenKind>(
    inp: &mut In<'t, 'p, K>,
    close: K,
    mut item: impl FnMut(&mut In<'t, 'p, K>) -> Parsed<T, K>,
) -> Parsed<Vec<T>, K> {
    let mut items = Vec::new();
    loop {
        if accept(inp, close) {
            return Ok(items);
        }
        items.push(item(inp)?);
        if !accept(inp, K::COMMA) && peek(inp) != Some(close) {
            return unexpected(inp, Expected::of(K::COMMA).or(Expected::of(close)));
        }
    }
}

/// One level deeper.
pub fn nested<'t, 'p, T, K: TokenKind>(
    inp: &mut In<'t, 'p, K>,
    rule: impl FnOnce(&mut In<'t, 'p, K>) -> Parsed<T, K>,
) -> Parsed<T, K> {
    let limits = K::LIMITS;
    if inp.state().0.depth >= limits.depth {
        let refusal = limits.rule.refuse("depth");
        let message = format!("this is nested more than {} levels deep", limits.depth);
        return Err(Failure::mistake(refusal, next_span(inp), message));
    }
    limits.rule.apply();
    inp.state().0.depth += 1;
    let result = crate::stack::deep(128 * 1024, 4 * 1024 * 1024, || rule(inp));
    inp.state().0.depth -= 1;
    result
}

/// So many scopes may stand within each other: the stack grows with them, and memory is not endless.
pub const MOST_SCOPES: usize = 200_000;

/// What is within the scope of a name, or of a statement: the limits are counted anew, as in a definition of its own.
pub fn scoped<'t, 'p, T, K: TokenKind>(
    inp: &mut In<'t, 'p, K>,
    rule: impl FnOnce(&mut In<'t, 'p, K>) -> Parsed<T, K>,
) -> Parsed<T, K> {
    let around = &mut inp.state().0;
    let (depth, chains) = (around.depth, around.chains);
    if around.scopes >= MOST_SCOPES {
        let refusal = K::LIMITS.rule.refuse("depth");
        let message = format!("more than {MOST_SCOPES} scopes stand within each other here");
        return Err(Failure::mistake(refusal, next_span(inp), message));
    }
    around.begin();
    around.scopes += 1;
    let result = crate::stack::deep(128 * 1024, 4 * 1024 * 1024, || rule(inp));
    let around = &mut inp.state().0;
    around.scopes -= 1;
    (around.depth, around.chains) = (depth, chains);
    result
}

/// Notes that a chain grew by one.
pub fn chained<K: TokenKind>(inp: &mut In<'_, '_, K>) -> Parsed<(), K> {
    let limits = K::LIMITS;
    inp.state().0.chains += 1;
    if inp.state().0.chains > limits.chains {
        let refusal = limits.rule.refuse("length");
        let message = format!("the chains of this definition are longer than {}", limits.chains);
        return Err(Failure::mistake(refusal, next_span(inp), message));
    }
    Ok(())
}
