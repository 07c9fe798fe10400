//! Errors and warnings as values.
//!
//! A diagnostic names the rule that refused, the place, and what was involved.  It
//! is data until somebody renders it; the checker never prints.

use crate::{Refusal, Span};
use std::fmt;

/// A message in which each `{}` stands for a number, with these; `?` for those that are missing.
pub fn with_numbers<N: fmt::Display>(text: &str, numbers: impl IntoIterator<Item = N>) -> String {
    let mut numbers = numbers.into_iter();
    let mut parts = text.split("{}");
    let mut stated = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match numbers.next() {
            Some(number) => stated.push_str(&number.to_string()),
            None => stated.push('?'),
        }
        stated.push_str(part);
    }
    stated
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program is wrong.
    Error,
    /// The program is legal but suspicious.
    Warning,
}

/// A secondary place with a remark.
#[derive(Clone, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The remark.
    pub message: String,
}

/// One error or warning.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The rule and premise that refused; `None` only for failures outside any rule (a file that cannot be read).
    pub refusal: Option<Refusal>,
    /// One sentence, no final stop.
    pub message: String,
    /// The place to look at first.
    pub span: Span,
    /// What to write beside that place, if anything.
    pub label: Option<String>,
    /// Other places.
    pub labels: Vec<Label>,
    /// Facts: the types or names involved.
    pub notes: Vec<String>,
    /// The way out, where one is obvious.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error raised by a rule.
    pub fn error(refusal: Refusal, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            refusal: Some(refusal),
            message: message.into(),
            span,
            label: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// An error outside of any rule, and of any text.
    pub fn outside(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            ..Diagnostic::warning(Span::NONE, message)
        }
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            refusal: None,
            message: message.into(),
            span,
            label: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Adds the text beside the main place.
    pub fn with_label(mut self, message: impl Into<String>) -> Diagnostic {
        self.label = Some(message.into());
        self
    }

    /// Adds a secondary place.
    pub fn and_at(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            message: message.into(),
        });
        self
    }

    /// Adds a fact.
    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Adds the way out.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}
