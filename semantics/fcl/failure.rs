//! Why a run has no outcome.
//!
//! A failure is a value: the rule whose premise refused, the place, and a sentence.

use elder_fcl::rules::evaluation as rules;
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, Refusal, Rule, Span};

/// The sorts of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A premise of an evaluation rule failed: an index, a divisor, a length, a size.
    Error,
    /// Two elements of an interleaving are written to one position (FCL-E-42I, FCL-E-INTERLEAVE-INTO).
    Race,
    /// Work of one level at a place of another (FCL-E-LEVEL); never for programs that were checked.
    Level,
    /// Steps, time or memory ran out; with more there might be an outcome.
    Limit,
    /// The values do not fit the kernel; nothing was evaluated.
    Arguments,
    /// No rule applies: a mistake in Elder, or a term that was never checked.
    Stuck,
}

/// A failed run.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What sort.
    pub kind: Kind,
    /// Rule and premise, save where no rule applies.
    pub refusal: Option<Refusal>,
    /// The place.
    pub span: Span,
    /// One sentence, no final stop.
    pub message: String,
    /// What else was involved.
    pub notes: Vec<String>,
}

/// A failure, boxed so that results stay small.
pub type Fail = Box<Failure>;

/// The result of evaluating something.
pub type Run<T> = Result<T, Fail>;

impl Failure {
    #[cold]
    fn of(kind: Kind, refusal: Option<Refusal>, span: Span, message: String) -> Fail {
        Box::new(Failure {
            kind,
            refusal,
            span,
            message,
            notes: vec![],
        })
    }

    /// A run-time error: premise `key` of `rule` does not hold.
    #[cold]
    pub fn error(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Error, Some(rule.refuse(key)), span, message.into())
    }

    /// Two writes to one position.
    #[cold]
    pub fn race(rule: &'static Rule, span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Race, Some(rule.refuse("race")), span, message.into())
    }

    /// Work of one level at a place of another.
    #[cold]
    pub fn level(span: Span, message: impl Into<String>) -> Fail {
        let refusal = rules::FCL_E_LEVEL.refuse("level");
        Failure::of(Kind::Level, Some(refusal), span, message.into())
    }

    /// A limit: `key` is the premise of FCL-E-LIMIT.
    #[cold]
    pub fn limit(key: &str, span: Span, message: impl Into<String>) -> Fail {
        let refusal = rules::FCL_E_LIMIT.refuse(key);
        Failure::of(Kind::Limit, Some(refusal), span, message.into())
    }

    /// Values that do not fit.
    #[cold]
    pub fn arguments(span: Span, message: impl Into<String>) -> Fail {
        let refusal = rules::FCL_E_ENTRY.refuse("argument");
        Failure::of(Kind::Arguments, Some(refusal), span, message.into())
    }

    /// No rule applies.
    #[cold]
    pub fn stuck(span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Stuck, None, span, message.into())
    }

    /// Adds a fact.
    #[must_use]
    pub fn with_note(mut self: Box<Self>, note: impl Into<String>) -> Fail {
        self.notes.push(note.into());
        self
    }

    /// As a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            refusal: self.refusal,
            message: self.message.clone(),
            span: self.span,
            label: None,
            labels: vec![],
            notes: self.notes.clone(),
            help: None,
        }
    }
}
