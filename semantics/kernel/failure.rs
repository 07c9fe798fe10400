//! Why a plan gives no values.

use elder_kernel::plan::{Failure, Misfit};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, Name, Refusal, Rule, Span};

/// How a run ended that gave no values.
#[derive(Clone, Debug)]
pub enum Ended {
    /// A condition of the program on its sizes does not hold.
    Refused(Box<Diagnostic>),
    /// A kernel noted that something has no value, or a number is no size.
    Failed {
        /// The one that was noted.
        first: Box<Failure>,
        /// All that failed in kernels: of several failures any may be the first, since items have no order.
        noted: Vec<Failure>,
    },
    /// The values are not what the program takes.
    Arguments {
        /// What they contradict.
        of: Misfit,
        /// How, in one sentence without a stop.
        message: String,
        /// Where the program asks for it.
        span: Span,
    },
    /// Steps or memory ran out.
    Limit(&'static str),
    /// The plan or a kernel does what no kernel may do: a mistake of the pass that made it.
    Wrong(Box<Fault>),
}

/// What no kernel may do.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The rule and its premise; none for what the checker should have refused.
    pub refusal: Option<Refusal>,
    /// What happened, in one sentence without a stop.
    pub message: String,
    /// The kernel.
    pub kernel: Option<Name>,
    /// The place in the source of the statement.
    pub span: Span,
}

/// The result of doing something.
pub type Run<T = ()> = Result<T, Ended>;

impl Ended {
    /// A premise of a rule does not hold.
    #[cold]
    pub(super) fn wrong(rule: &'static Rule, premise: &str, message: impl Into<String>) -> Ended {
        Ended::Wrong(Box::new(Fault {
            refusal: Some(rule.refuse(premise)),
            message: message.into(),
            kernel: None,
            span: Span::NONE,
        }))
    }

    /// What the checker should have refused.
    #[cold]
    pub(super) fn unchecked(message: impl Into<String>) -> Ended {
        Ended::Wrong(Box::new(Fault {
            refusal: None,
            message: message.into(),
            kernel: None,
            span: Span::NONE,
        }))
    }

    /// The same, in this statement if no inner one is known.
    #[cold]
    pub(super) fn at(mut self, span: Span) -> Ended {
        if let Ended::Wrong(fault) = &mut self
            && fault.span == Span::NONE
        {
            fault.span = span;
        }
        self
    }

    /// The same, in this kernel.
    #[cold]
    pub(super) fn within(mut self, kernel: &Name) -> Ended {
        if let Ended::Wrong(fault) = &mut self {
            fault.kernel.get_or_insert_with(|| kernel.clone());
        }
        self
    }
}

impl Fault {
    /// The rule, and what happened, in a line.
    pub fn text(&self) -> String {
        let rule = self.refusal.map_or("unchecked", |refusal| refusal.id());
        match &self.kernel {
            Some(kernel) => format!("{rule}: {}, in kernel `{kernel}`", self.message),
            None => format!("{rule}: {}", self.message),
        }
    }

    /// As something to render.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::warning(self.span, self.message.clone());
        diagnostic.severity = Severity::Error;
        diagnostic.refusal = self.refusal;
        match &self.kernel {
            Some(kernel) => diagnostic.with_note(format!("in kernel `{kernel}`")),
            None => diagnostic,
        }
    }
}
