//! Patterns and binders.

use super::Printer;
use crate::ast::{Binder, Pattern, PatternKind, Rest, is_symbol};

impl Printer {
    /// A pattern where a constructor may have arguments.
    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        match &pattern.kind {
            PatternKind::Constructor(name, arguments) => {
                self.put(&name.name);
                for argument in arguments {
                    self.put(" ");
                    self.pattern_atom(argument);
                }
            }
            _ => self.pattern_atom(pattern),
        }
    }

    /// A pattern behind others.
    fn pattern_atom(&mut self, pattern: &Pattern) {
        self.deep(|p| match &pattern.kind {
            PatternKind::Name(name) => p.parens(is_symbol(name), |p| p.put(name)),
            PatternKind::Wildcard => p.put("_"),
            PatternKind::Unit => p.put("()"),
            PatternKind::Pair(first, rest) => {
                p.put("(");
                p.pattern(first);
                let mut rest = &**rest;
                while let PatternKind::Pair(next, others) = &rest.kind {
                    p.put(", ");
                    p.pattern(next);
                    rest = others;
                }
                p.put(", ");
                p.pattern(rest);
                p.put(")");
            }
            PatternKind::Constructor(_, arguments) => {
                p.parens(!arguments.is_empty(), |p| p.pattern(pattern));
            }
            PatternKind::Table(parts) => {
                p.put("[");
                p.separated(parts, ", ", Printer::pattern);
                p.put("]");
            }
            PatternKind::Record(fields, rest) => {
                p.put("{");
                p.separated(fields, ", ", |p, (label, pattern)| {
                    p.put(&label.name);
                    p.put(" = ");
                    p.pattern(pattern);
                });
                if let Some(rest) = rest {
                    p.put(if fields.is_empty() { "..." } else { ", ..." });
                    if let Rest::Bound(pattern) = rest {
                        p.pattern_atom(pattern);
                    }
                }
                p.put("}");
            }
            PatternKind::Variant(labels, label, pattern) => {
                p.labels(labels);
                p.put(&label.name);
                p.put(" = ");
                p.pattern(pattern);
                p.put(" |}");
            }
            PatternKind::Other(labels, rest) => {
                p.labels(labels);
                p.put("...");
                p.pattern_atom(rest);
                p.put(" |}");
            }
        });
    }

    /// What is bound where a name alone is bound however it is written: a constructor needs parentheses there.
    pub(super) fn bound(&mut self, pattern: &Pattern) {
        let is_constructor = matches!(&pattern.kind, PatternKind::Constructor(..));
        self.parens(is_constructor, |p| match is_constructor {
            true => p.pattern(pattern),
            false => p.pattern_atom(pattern),
        });
    }

    /// `i:n`
    pub(super) fn binder(&mut self, binder: &Binder) {
        self.bound(&binder.pattern);
        if let Some(ty) = &binder.ty {
            self.put(":");
            self.before_point(ty);
        }
    }

    /// Binders with spaces before them.
    pub(super) fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            self.put(" ");
            self.binder(binder);
        }
    }
}
