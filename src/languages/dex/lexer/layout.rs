//! Lines and columns.
//!
//! A line that is indented deeper than the block it is in goes on with the line before, or begins a block of its own if the line before ends
//! with what a block may follow: `=`, the point behind binders, `of`, the arrow of an alternative, `then`, `else`, `do`, a command, or the head
//! of an interface or an instance.  A line in the column of its block begins the next line of the block, and one that begins further left ends it.
//! Between brackets lines mean nothing, except within blocks that begin there; those end at the closing bracket, or at a comma, at the latest.

use super::{Kind, Token};
use crate::rules::syntax::DX_SYN_LAYOUT;
use chumsky::span::{SimpleSpan, Span as _};
use std::ops::Range;

/// What encloses a token.
#[derive(Clone, Copy, Debug)]
struct Context {
    form: Form,
    /// How many alternatives have not come to their arrow.
    alternatives: usize,
    /// How many functions and loops have not come to the point behind their binders.
    binders: usize,
    /// Whether the lines below, if they are indented, are the methods of an interface or an instance.
    head: bool,
}

/// The forms of contexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Lines that begin in this column.
    Lines(usize),
    /// Lines that begin in this column, each an alternative.
    Alternatives(usize),
    /// What stands between brackets.
    Bracket,
}

impl Context {
    fn new(form: Form) -> Context {
        let mut context = Context {
            form,
            alternatives: 0,
            binders: 0,
            head: false,
        };
        context.next_line();
        context
    }

    /// What is expected anew of each line.
    fn next_line(&mut self) {
        self.alternatives = usize::from(matches!(self.form, Form::Alternatives(_)));
        self.binders = 0;
        self.head = false;
    }

    fn column(&self) -> Option<usize> {
        match self.form {
            Form::Lines(column) | Form::Alternatives(column) => Some(column),
            Form::Bracket => None,
        }
    }
}

/// Whether a token is of the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It is.
    Goes,
    /// It is the first of what follows the item.
    End,
}

/// The tokens of an item so far.
pub(super) struct Layout {
    tokens: Vec<Token>,
    /// The innermost is the last; the first are the lines of the file.
    contexts: Vec<Context>,
    /// Whether a block may follow.
    opener: bool,
    /// Whether the item begins with a command that takes a name.
    pub(super) names: bool,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            tokens: Vec::new(),
            contexts: vec![Context::new(Form::Lines(0))],
            opener: false,
            names: false,
        }
    }
}

impl Layout {
    /// Puts what goes before the token at this place, unless the item has ended.
    pub(super) fn step(&mut self, start: usize, text: &str) -> Step {
        let Some((last, place)) = self.tokens.last().copied() else {
            return Step::Goes;
        };
        let between = text.get(place.end..start).unwrap_or("");
        let Some(newline) = between.rfind('\n') else {
            return Step::Goes;
        };
        let column = between[newline + 1..].chars().count();
        if column == 0 && self.ends(between, &text[start..]) {
            return Step::End;
        }
        let opens = self.opener || self.contexts.last().is_some_and(|top| top.head);
        if opens && column > self.column() {
            DX_SYN_LAYOUT.apply();
            self.put(Kind::Indent);
            self.top(|top| top.head = false);
            let form = match last {
                Kind::Of => {
                    self.top(|top| top.alternatives = top.alternatives.saturating_sub(1));
                    Form::Alternatives(column)
                }
                _ => Form::Lines(column),
            };
            self.contexts.push(Context::new(form));
        } else {
            self.line(column);
        }
        Step::Goes
    }

    /// A line that begins no block.
    fn line(&mut self, column: usize) {
        while let Some(own) = self.contexts.last().and_then(Context::column) {
            if column > own {
                return;
            }
            // Between brackets an operator at the end of a line goes on with the next.
            if column == own && self.has_bracket() && self.ends_with_operator() {
                return;
            }
            if column == own || self.contexts.len() == 1 {
                self.put(Kind::NextLine);
                self.top(Context::next_line);
                return;
            }
            self.put(Kind::Dedent);
            self.contexts.pop();
        }
    }

    fn ends_with_operator(&self) -> bool {
        let last = self.tokens.last();
        last.is_some_and(|(kind, _)| matches!(kind, Kind::Symbol | Kind::Minus | Kind::Ampersand | Kind::Bar))
    }

    /// Takes a token of the text.
    pub(super) fn push(&mut self, kind: Kind, place: Range<usize>) {
        let closes = matches!(kind, Kind::RParen | Kind::RBracket | Kind::RCurly);
        if (closes || kind == Kind::Comma) && self.has_bracket() {
            while !self.is_bracketed() {
                self.put(Kind::Dedent);
                self.contexts.pop();
            }
            if closes {
                self.contexts.pop();
            }
        }
        let annotates = matches!(self.tokens.last(), Some((Kind::At, _)));
        self.tokens.push((kind, SimpleSpan::new((), place)));
        self.opener = self.is_opener(kind);
        match kind {
            Kind::LParen | Kind::LBracket | Kind::LCurly | Kind::LVariant => {
                self.contexts.push(Context::new(Form::Bracket));
            }
            Kind::Backslash | Kind::For | Kind::ForEffects | Kind::Rof | Kind::RofEffects | Kind::View => {
                self.top(|top| top.binders += 1);
            }
            Kind::Of => self.top(|top| top.alternatives += 1),
            Kind::NextLine => self.top(Context::next_line),
            Kind::Interface | Kind::Instance | Kind::NamedInstance if !annotates => {
                self.top(|top| top.head = true);
            }
            _ => {}
        }
    }

    /// Whether a block may follow a token; points and arrows that it may follow are counted.
    fn is_opener(&mut self, kind: Kind) -> bool {
        if self.names && self.tokens.len() == 2 {
            return true;
        }
        let Some(top) = self.contexts.last_mut() else {
            return false;
        };
        let waiting = match kind {
            Kind::Equals | Kind::Of | Kind::Then | Kind::Else | Kind::Do | Kind::Command => return true,
            Kind::Dot | Kind::ImplicitArrow | Kind::ClassArrow | Kind::LinearArrow => &mut top.binders,
            Kind::Arrow => &mut top.alternatives,
            _ => return false,
        };
        let opens = *waiting > 0;
        *waiting = waiting.saturating_sub(1);
        opens
    }

    /// All tokens, with the ends of what is open.
    pub(super) fn finish(mut self) -> Vec<Token> {
        while self.contexts.len() > 1 {
            if !self.is_bracketed() {
                self.put(Kind::Dedent);
            }
            self.contexts.pop();
        }
        self.tokens
    }

    /// Whether a line in the first column is no more of the item; `between` is what stands between it and the last token.
    fn ends(&self, between: &str, line: &str) -> bool {
        if self.has_bracket() {
            let closes = line.starts_with([')', ']', '}']);
            let blank = between.lines().skip(1).any(|line| line.trim().is_empty());
            return line.starts_with('>') || begins_item(line) || (blank && !closes);
        }
        // What follows annotations is annotated.
        let is_annotation = |(k, (kind, _)): (usize, &Token)| match k % 3 {
            0 => *kind == Kind::At,
            1 => matches!(kind, Kind::Ident | Kind::Instance),
            _ => *kind == Kind::NextLine,
        };
        !(self.tokens.len() % 3 == 2 && self.tokens.iter().enumerate().all(is_annotation))
    }

    /// A token that is not in the text stands where the last one ends.
    fn put(&mut self, kind: Kind) {
        let end = self.tokens.last().map_or(0, |(_, place)| place.end);
        self.tokens.push((kind, SimpleSpan::new((), end..end)));
    }

    fn top(&mut self, change: impl FnOnce(&mut Context)) {
        if let Some(top) = self.contexts.last_mut() {
            change(top);
        }
    }

    /// Whether the innermost context is between brackets.
    fn is_bracketed(&self) -> bool {
        self.contexts.last().is_some_and(|c| c.form == Form::Bracket)
    }

    fn has_bracket(&self) -> bool {
        self.contexts.iter().any(|c| c.form == Form::Bracket)
    }

    /// The column of the innermost block.
    fn column(&self) -> usize {
        self.contexts.iter().rev().find_map(Context::column).unwrap_or(0)
    }
}

/// Whether a line begins like an item and like nothing else.
fn begins_item(line: &str) -> bool {
    let word = line.split([' ', '\n']).next().unwrap_or("");
    matches!(
        word,
        "def" | "data" | "interface" | "instance" | "named-instance" | "import"
    ) || word
        .strip_prefix(':')
        .is_some_and(|w| w.starts_with(|c: char| c.is_alphabetic()))
}
