//! Why a run has no outcome.
//!
//! A failure is a value: the rule whose premise refused, the place, a sentence, and whatever else was involved.

use elder_dpia::rules::evaluation as rules;
use elder_syntax::diagnostic::{Label, Severity};
use elder_syntax::{Diagnostic, Refusal, Rule, Span};

/// The sorts of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A premise of an evaluation rule failed: an index out of bounds, a division by zero, equal indexes in a scatter.
    Error,
    /// Two parallel iterations, items or groups touch one address, and not only to read it (DPIA-S-RACE).
    Race,
    /// The items of a group came to different barriers (DPIA-S-BARRIER).
    Divergent,
    /// A cell was read before it was written (DPIA-S-R, strict mode).
    Uninitialised,
    /// Steps, time or memory ran out; with more there might be an outcome.
    Limit,
    /// The values do not fit the definition; nothing was evaluated.
    Arguments,
    /// The term is not what the checker promises: a mistake in Elder, or a term that was never checked.
    Internal,
}

/// A failed run.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What sort.
    pub kind: Kind,
    /// Rule and premise, save for internal failures.
    pub refusal: Option<Refusal>,
    /// The place.
    pub span: Span,
    /// One sentence, no final stop.
    pub message: String,
    /// Other places.
    pub labels: Vec<Label>,
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
            labels: vec![],
            notes: vec![],
        })
    }

    /// Premise `key` of `rule` does not hold.
    #[cold]
    pub fn refused(
        kind: Kind,
        rule: &'static Rule,
        key: &str,
        span: Span,
        message: impl Into<String>,
    ) -> Fail {
        Failure::of(kind, Some(rule.refuse(key)), span, message.into())
    }

    /// A run-time error.
    #[cold]
    pub fn error(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::refused(Kind::Error, rule, key, span, message)
    }

    /// A limit: `key` is the premise of DPIA-E-LIMIT.
    #[cold]
    pub fn limit(key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::refused(Kind::Limit, &rules::DPIA_E_LIMIT, key, span, message)
    }

    /// Values that do not fit: `key` is the premise of DPIA-E-ENTRY.
    #[cold]
    pub fn arguments(key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::refused(Kind::Arguments, &rules::DPIA_E_ENTRY, key, span, message)
    }

    /// The term breaks a promise of the checker.
    #[cold]
    pub fn internal(span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Internal, None, span, message.into())
    }

    /// Adds another place.
    #[must_use]
    pub fn and_at(mut self: Box<Self>, span: Span, message: impl Into<String>) -> Fail {
        self.labels.push(Label {
            span,
            message: message.into(),
        });
        self
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
            labels: self.labels.clone(),
            notes: self.notes.clone(),
            help: None,
        }
    }
}
