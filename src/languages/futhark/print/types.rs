//! Type expressions.

use super::expressions::Place as ExpPlace;
use super::{Printer, is_symbol};
use crate::ast::{Liftedness, SizeExp, TypeArgExp, TypeExp, TypeExpKind, TypeParam};

/// What may stand at a place without parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Any type.
    Top,
    /// What has no arrow or sum at its top.
    Term,
    /// What is closed by itself.
    Atom,
}

impl Printer {
    /// A type expression.
    pub(super) fn type_exp(&mut self, t: &TypeExp, place: Place) {
        self.deep(|p| p.parens(needs_parens(&t.kind, place), |p| p.type_kind(&t.kind)));
    }

    fn type_kind(&mut self, t: &TypeExpKind) {
        match t {
            TypeExpKind::Var(q) => self.path(q),
            TypeExpKind::Apply(t, arg) => {
                let left = match t.kind {
                    TypeExpKind::Apply(..) => Place::Term,
                    _ => Place::Atom,
                };
                self.type_exp(t, left);
                self.put(" ");
                match &**arg {
                    TypeArgExp::Size(s, _) => self.size(s),
                    TypeArgExp::Type(t) => self.type_exp(t, Place::Atom),
                }
            }
            TypeExpKind::Array(s, t) => {
                self.size(s);
                self.type_exp(t, Place::Term);
            }
            TypeExpKind::Tuple(ts) => {
                self.put("(");
                self.commas(ts, |p, t| p.type_exp(t, Place::Top));
                self.put(")");
            }
            TypeExpKind::Record(fields) => {
                self.put("{");
                self.commas(fields, |p, (f, t)| {
                    p.put(&f.name);
                    p.put(": ");
                    p.type_exp(t, Place::Top);
                });
                self.put("}");
            }
            TypeExpKind::Sum(clauses) => {
                for (i, (c, ts)) in clauses.iter().enumerate() {
                    self.put(if i > 0 { " | #" } else { "#" });
                    self.put(&c.name);
                    for t in ts {
                        self.put(" ");
                        self.type_exp(t, Place::Atom);
                    }
                }
            }
            TypeExpKind::Arrow(name, a, b) => {
                match name {
                    Some(x) => {
                        self.put("(");
                        self.put(&x.name);
                        self.put(": ");
                        self.type_exp(a, Place::Top);
                        self.put(")");
                    }
                    None => self.type_exp(a, Place::Term),
                }
                self.put(" -> ");
                self.type_exp(b, Place::Top);
            }
            TypeExpKind::Unique(t) => {
                // Two stars in a row would be another operator.
                let place = match t.kind {
                    TypeExpKind::Unique(_) => Place::Atom,
                    _ => Place::Term,
                };
                self.put("*");
                self.type_exp(t, place);
            }
            TypeExpKind::Exists(sizes, t) => {
                self.put("?");
                for s in sizes {
                    self.put("[");
                    self.put(&s.name);
                    self.put("]");
                }
                self.put(".");
                self.type_exp(t, Place::Top);
            }
        }
    }

    fn size(&mut self, s: &SizeExp) {
        self.put("[");
        if let SizeExp::Exp(e) = s {
            self.exp(e, ExpPlace::Top);
        }
        self.put("]");
    }

    /// ` [n] 'a` with a space before each.
    pub(super) fn type_params(&mut self, params: &[TypeParam]) {
        for param in params {
            match param {
                TypeParam::Size(n) => {
                    self.put(" [");
                    self.put(&n.name);
                    self.put("]");
                }
                TypeParam::Type(lifted, t) => {
                    self.put(match lifted {
                        Liftedness::Unlifted => " '",
                        Liftedness::SizeLifted => " '~",
                        Liftedness::Lifted => " '^",
                    });
                    self.put(&t.name);
                }
            }
        }
    }

    /// `: t` if there is a type.
    pub(super) fn ascription(&mut self, t: &Option<TypeExp>, place: Place) {
        if let Some(t) = t {
            self.put(": ");
            self.type_exp(t, place);
        }
    }

    /// A name where it is defined: operators in parentheses.
    pub(super) fn bound(&mut self, name: &str) {
        self.parens(is_symbol(name), |p| p.put(name));
    }
}

fn needs_parens(t: &TypeExpKind, place: Place) -> bool {
    match t {
        TypeExpKind::Var(_) | TypeExpKind::Tuple(_) | TypeExpKind::Record(_) => false,
        TypeExpKind::Array(..) | TypeExpKind::Apply(..) | TypeExpKind::Unique(_) => place == Place::Atom,
        TypeExpKind::Sum(_) | TypeExpKind::Arrow(..) | TypeExpKind::Exists(..) => place != Place::Top,
    }
}
