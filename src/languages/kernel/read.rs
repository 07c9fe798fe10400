//! Kernels and plans from their text: a plan as it is shown to people, and beneath it the functions that it launches, in the subset of C that
//! kernels are written in.
//!
//! ```text
//! plan double
//!   takes xs: [8]i32 in xs
//!   buffer xs: 8 of i32
//!   buffer out: 8 of i32
//!   launch double_1(out, xs) on 8 in groups of 4
//!   gives [8]i32 in out
//!
//! kernel void double_1(global int* out, const global int* xs) {
//!     const int i = get_global_id(0);
//!     out[i] = xs[i] * 2;
//! }
//! ```
//!
//! The text is OpenCL C if some function is marked `kernel`, else C with OpenMP, of which every function is a kernel that a step launches.
//! [`token`] cuts the text up, [`expressions`], [`functions`] and [`plans`] have a function a form.  What refers to nothing is left to the checker
//! (KER-P-REFER).  [`host`] reads host programs.  A primitive function is called by the name of its helper function, `div_i32(a, b)`. Not read
//! are structs, choices by the width of sub-groups, loads of neighbours as vectors, and built-in functions whose operands choose what they are.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod expressions;
mod functions;
pub mod host;
mod plans;
mod token;

use crate::Plan;
use crate::c::Function;
use crate::check::{Judged, refused};
use crate::print::Dialect;
use crate::rules as rule;
use elder_syntax::source::SourceId;
use elder_syntax::{Rule, Span};
use token::{Kind, Token};

/// A plan that was read, and the language of its functions.
pub struct Read {
    /// The plan with its kernels.
    pub plan: Plan,
    /// The language of the functions.
    pub dialect: Dialect,
}

/// The plan of a text.
///
/// # Errors
/// KER-S-PLAN, KER-S-FUNCTION: the first thing that has no form of the language.
pub fn program(source: SourceId, text: &str) -> Judged<Read> {
    let tokens = token::tokens(source, text)?;
    let end = Span::new(source, text.len(), text.len());
    let first = tokens.first().map(|token| token.line);
    let is_plan = |token: &&Token<'_>| token.indent > 0 || Some(token.line) == first;
    let lines = tokens.iter().take_while(is_plan).count();
    let (lines, rest) = tokens.split_at(lines);
    let functions = functions::all(&mut Cursor::new(rest, end))?;
    plans::plan(lines, end, functions)
}

/// The functions of a text in which nothing else stands.
///
/// # Errors
/// KER-S-FUNCTION: the first thing that has no form of the language.
pub fn functions(source: SourceId, text: &str) -> Judged<Vec<Function>> {
    let tokens = token::tokens(source, text)?;
    let end = Span::new(source, text.len(), text.len());
    functions::all(&mut Cursor::new(&tokens, end))
}

/// The tokens that are still to be read.
struct Cursor<'t> {
    tokens: &'t [Token<'t>],
    end: Span,
}

impl<'t> Cursor<'t> {
    fn new(tokens: &'t [Token<'t>], end: Span) -> Cursor<'t> {
        Cursor { tokens, end }
    }

    fn is_done(&self) -> bool {
        self.tokens.is_empty()
    }

    fn span(&self) -> Span {
        self.tokens.first().map_or(self.end, |token| token.span)
    }

    fn peek(&self) -> Option<Kind<'t>> {
        self.tokens.first().map(|token| token.kind)
    }

    /// The token after the next one.
    fn second(&self) -> Option<Kind<'t>> {
        self.tokens.get(1).map(|token| token.kind)
    }

    fn next(&mut self) -> Option<Kind<'t>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first.kind)
    }

    /// Whether this mark comes next; if so, it is passed.
    fn mark(&mut self, mark: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Kind::Mark(next)) if next == mark);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Whether this word comes next; if so, it is passed.
    fn word(&mut self, word: &str) -> bool {
        let is_next = self.peek() == Some(Kind::Word(word));
        if is_next {
            self.next();
        }
        is_next
    }

    /// That something else should stand here.
    fn wanted<T>(&self, rule: &'static Rule, premise: &str, what: &str) -> Judged<T> {
        let found = self.tokens.first().map_or("the end".to_owned(), |token| {
            let text = match token.kind {
                Kind::Word(text) | Kind::Number(text) | Kind::Mark(text) => text.to_owned(),
                Kind::Pragma(text) => format!("#pragma {text}"),
                Kind::Quoted(text) => format!("\"{text}\""),
            };
            format!("`{text}`")
        });
        refused(
            rule,
            premise,
            self.span(),
            format!("{found} where {what} should stand"),
        )
    }

    fn expect(&mut self, mark: &str) -> Judged {
        match self.mark(mark) {
            true => Ok(()),
            false => self.wanted(&rule::KER_S_FUNCTION, "form", &format!("`{mark}`")),
        }
    }

    fn name(&mut self) -> Judged<&'t str> {
        match self.peek() {
            Some(Kind::Word(name)) => {
                self.next();
                Ok(name)
            }
            _ => self.wanted(&rule::KER_S_FUNCTION, "form", "a name"),
        }
    }
}
