//! Patterns.

use super::Printer;
use super::types::Place;
use crate::ast::{Literal, Pat, PatKind};

impl Printer {
    /// A pattern where an ascription would not end: in parentheses if it has one.
    pub(super) fn pat(&mut self, pat: &Pat) {
        match &pat.kind {
            PatKind::Ascribe(..) => self.param(pat),
            _ => self.open_pat(pat),
        }
    }

    /// A pattern that is closed by itself, as a parameter has to be.
    pub(super) fn param(&mut self, pat: &Pat) {
        let open = match &pat.kind {
            PatKind::Wildcard | PatKind::Var(_) | PatKind::Tuple(_) | PatKind::Record(_) => false,
            PatKind::Lit(Literal::Int(value, _)) => *value < 0,
            PatKind::Lit(Literal::Float(value, _)) => value.double().is_sign_negative(),
            PatKind::Lit(_) => false,
            PatKind::Constr(_, args) => !args.is_empty(),
            PatKind::Ascribe(..) | PatKind::Attr(..) => true,
        };
        self.parens(open, |p| p.open_pat(pat));
    }

    /// A pattern without parentheses.
    pub(super) fn open_pat(&mut self, pat: &Pat) {
        self.deep(|p| p.pat_kind(&pat.kind));
    }

    fn pat_kind(&mut self, pat: &PatKind) {
        match pat {
            PatKind::Wildcard => self.put("_"),
            PatKind::Var(x) => self.bound(&x.name),
            PatKind::Tuple(ps) => {
                self.put("(");
                self.commas(ps, |p, pat| p.open_pat(pat));
                self.put(")");
            }
            PatKind::Record(fields) => {
                self.put("{");
                self.commas(fields, |p, (f, pat)| {
                    p.put(&f.name);
                    if let Some(pat) = pat {
                        p.put(" = ");
                        p.open_pat(pat);
                    }
                });
                self.put("}");
            }
            PatKind::Lit(l) => self.literal(l, true),
            PatKind::Constr(c, args) => {
                self.put("#");
                self.put(&c.name);
                for a in args {
                    self.put(" ");
                    self.param(a);
                }
            }
            PatKind::Ascribe(pat, t) => {
                self.param(pat);
                self.put(": ");
                self.type_exp(t, Place::Top);
            }
            PatKind::Attr(attr, pat) => {
                self.attribute(attr);
                self.put(" ");
                self.open_pat(pat);
            }
        }
    }
}
