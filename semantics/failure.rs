//! Why an evaluation has no value, of whatever language.
//!
//! A failure is a value: the rule whose premise refused, the place, a sentence, the calls that were under way, and whatever else was
//! involved.  Its [`Kind`] decides the exit status of `ref-run`.

use elder_syntax::diagnostic::{Label, Severity};
use elder_syntax::{Diagnostic, Refusal, Rule, Span};

/// The sorts of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The program has no value: a premise of an evaluation rule failed.
    Error,
    /// Two parallel iterations, items or groups touch one address, and not only to read it (DPIA-S-RACE); two elements of an interleaving are
    /// written to one position (FCL-E-42I, FCL-E-INTERLEAVE-INTO).
    Race,
    /// The items of a group came to different barriers (DPIA-S-BARRIER).
    Divergent,
    /// A cell was read before it was written (DPIA-S-R, strict mode).
    Uninitialised,
    /// Work of one level at a place of another (FCL-E-LEVEL); never for programs that were checked.
    Level,
    /// Fuel, time, memory or depth ran out; with more of it there might be a value.
    Limit,
    /// The program uses something that this semantics does not define.
    Unsupported,
    /// A consumed array was read: the uniqueness checker accepted a wrong program (FUT-E-POISON).
    Poison,
    /// There is no such entry point, or the arguments do not fit it; nothing was evaluated.
    Arguments,
    /// The tree is not what the checker promises: a mistake in Elder, or a tree that was never checked.
    Internal,
}

/// A failed evaluation.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What sort.
    pub kind: Kind,
    /// Rule and premise, save for internal failures.
    pub refusal: Option<Refusal>,
    /// The expression that failed.
    pub span: Span,
    /// One sentence, no final stop.
    pub message: String,
    /// Other places.
    pub labels: Vec<Label>,
    /// The calls under way, innermost first.
    pub calls: Vec<Span>,
    /// What else was involved.
    pub notes: Vec<String>,
    /// The rule and the premise that is broken, `FUT-E-INDEX/bounds`, of the language that the program was made from, if the program says so.
    pub blamed: Option<elder_syntax::Name>,
}

/// A failure, boxed so that results stay small.
pub type Fail = Box<Failure>;

/// The result of evaluating something.
pub type Run<T> = Result<T, Fail>;

impl Failure {
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

    /// A use of what was consumed.
    #[cold]
    pub fn poison(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::refused(Kind::Poison, rule, key, span, message)
    }

    /// A limit reached.
    #[cold]
    pub fn limit(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::refused(Kind::Limit, rule, key, span, message)
    }

    /// Values that do not fit.
    #[cold]
    pub fn arguments(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::refused(Kind::Arguments, rule, key, span, message)
    }

    /// No entry point has that name.
    #[cold]
    pub fn no_entry(name: &str) -> Fail {
        let message = format!("no entry point named {name}");
        Failure::of(Kind::Arguments, None, Span::NONE, message)
    }

    /// Something not defined by this semantics.
    #[cold]
    pub fn unsupported(span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Unsupported, None, span, message.into())
    }

    /// The tree breaks a promise of the checker: no rule applies.
    #[cold]
    pub fn internal(span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Internal, None, span, message.into())
    }

    #[cold]
    fn of(kind: Kind, refusal: Option<Refusal>, span: Span, message: String) -> Fail {
        Box::new(Failure {
            kind,
            refusal,
            span,
            message,
            labels: Vec::new(),
            calls: Vec::new(),
            notes: Vec::new(),
            blamed: None,
        })
    }

    /// Adds another place.
    #[must_use]
    pub fn and_at(mut self: Box<Self>, span: Span, message: impl Into<String>) -> Fail {
        let message = message.into();
        self.labels.push(Label { span, message });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn with_note(mut self: Box<Self>, note: impl Into<String>) -> Fail {
        self.notes.push(note.into());
        self
    }

    /// As a diagnostic, with the calls as labels.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic {
            severity: Severity::Error,
            refusal: self.refusal,
            labels: self.labels.clone(),
            notes: self.notes.clone(),
            ..Diagnostic::warning(self.span, self.message.clone())
        };
        for &call in self.calls.iter().filter(|s| **s != Span::NONE).take(4) {
            diagnostic = diagnostic.and_at(call, "called from here");
        }
        diagnostic
    }
}
