//! How terms are written: what all languages write alike, and what each has of its own.

use super::{Chosen, Condition, Definition, Form, Term};
use crate::kit::{number, tuple};

/// What terms are written with.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub words: &'static Words,
    pub definitions: &'a [Definition],
    /// The number that the functor around takes.
    pub taken: Option<usize>,
}

/// What a language writes in its own way.
pub(super) struct Words {
    pub name: fn(&Writer<'_>, usize) -> String,
    pub both: fn(String, String) -> String,
    pub either: fn(String, String) -> String,
    /// All other terms; nothing for what it has no form for.
    pub term: fn(&Writer<'_>, &Term, usize) -> String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(words: &'static Words, chosen: &'a Chosen) -> Writer<'a> {
        Writer {
            words,
            definitions: &chosen.definitions,
            taken: None,
        }
    }

    pub(super) fn name(&self, d: usize) -> String {
        (self.words.name)(self, d)
    }

    pub(super) fn form(&self, d: usize) -> Option<&Form> {
        self.definitions.get(d).map(|definition| &definition.form)
    }

    fn condition(&self, condition: &Condition, locals: usize) -> String {
        let (with, a, b) = match condition {
            Condition::Above(term, n) => return format!("({} > {n})", self.term(term, locals)),
            Condition::Both(a, b) => (self.words.both, a, b),
            Condition::Either(a, b) => (self.words.either, a, b),
        };
        with(self.condition(a, locals), self.condition(b, locals))
    }

    /// In parentheses, if it is more than a word.
    pub(super) fn term(&self, term: &Term, locals: usize) -> String {
        let of = |term: &Term| self.term(term, locals);
        match term {
            Term::Number(n) => number(*n),
            Term::Local(k) => format!("v{k}"),
            Term::Call(d, arguments) => {
                let arguments: String = arguments.iter().map(|x| format!(" {}", of(x))).collect();
                format!("({}{arguments})", self.name(*d))
            }
            Term::Operation(sign, a, b) => format!("({} {sign} {})", of(a), of(b)),
            Term::Guarded(guard, operand) => guard.text.replace('$', &of(operand)),
            Term::If(condition, yes, no) => {
                let condition = self.condition(condition, locals);
                format!("(if {condition} then {} else {})", of(yes), of(no))
            }
            term => (self.words.term)(self, term, locals),
        }
    }

    /// What the program gives, and what its other entry point does.
    pub(super) fn results(&self, chosen: &Chosen) -> [String; 2] {
        let of = |term: &Term| self.term(term, chosen.inputs.len());
        [tuple(chosen.results.iter().map(of)), of(&chosen.other)]
    }
}
