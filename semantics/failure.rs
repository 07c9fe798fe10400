//! Why an evaluation has no value.
//!
//! A failure is a value: the rule whose premise refused, the place, a sentence, and
//! the calls that were under way.  Its [`Kind`] decides the exit status of `ref-run`.

use elder_syntax::{Diagnostic, Refusal, Rule, Span};

/// The sorts of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The program has no value: a premise of an evaluation rule failed.
    Error,
    /// Fuel, memory or depth ran out; with more of it there might be a value.
    Limit,
    /// The program uses something that this semantics does not define.
    Unsupported,
    /// A consumed array was read: the uniqueness checker accepted a wrong program (FUT-E-POISON).
    Poison,
    /// There is no such entry point, or the arguments do not fit it; nothing was evaluated.
    Arguments,
    /// The tree is not what the checker promises; a mistake in Elder.
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
    /// The calls under way, innermost first.
    pub calls: Vec<Span>,
}

/// A failure, boxed so that results stay small.
pub type Fail = Box<Failure>;

/// The result of evaluating something.
pub type Run<T> = Result<T, Fail>;

impl Failure {
    /// A run-time error: premise `key` of `rule` does not hold.
    #[cold]
    pub fn error(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Error, Some(rule.refuse(key)), span, message.into())
    }

    /// A use of what was consumed: premise `key` of `rule` does not hold.
    #[cold]
    pub fn poison(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Poison, Some(rule.refuse(key)), span, message.into())
    }

    /// A limit reached.
    #[cold]
    pub fn limit(rule: &'static Rule, key: &str, span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Limit, Some(rule.refuse(key)), span, message.into())
    }

    /// Something not defined by this semantics.
    #[cold]
    pub fn unsupported(span: Span, message: impl Into<String>) -> Fail {
        Failure::of(Kind::Unsupported, None, span, message.into())
    }

    /// The tree breaks a promise of the checker.
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
            calls: Vec::new(),
        })
    }

    /// As a diagnostic, with the calls as labels.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::warning(self.span, self.message.clone());
        diagnostic.severity = elder_syntax::diagnostic::Severity::Error;
        diagnostic.refusal = self.refusal;
        for &call in self.calls.iter().filter(|s| **s != Span::NONE).take(4) {
            diagnostic = diagnostic.and_at(call, "called from here");
        }
        diagnostic
    }
}
