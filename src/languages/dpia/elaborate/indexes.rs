//! Sizes as phrases write them, and indexes (DPIA-P-IDX, DPIA-P-INDEX, DPIA-P-ASINDEX).
//!
//! An index is a variable of an index type; or an *index term*: arithmetic on index variables, sizes and numerals, of which
//! the checker sees that it is in range; or a number, which is tested when the program runs.

use super::Elaborator;
use super::metas::{Class, Data, Type};
use super::report::Place;
use super::term::{Term, TermNode};
use crate::ast::{Exp, ExpKind, NatOp, Number, Operator};
use crate::rules::primitives::DPIA_P_IDX;
use crate::rules::syntax::DPIA_SYN_NAME;
use crate::{BinOp, Nat, Prim, PrimType};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

impl Elaborator {
    /// A phrase that stands where a size should.
    pub(super) fn size(&mut self, e: &Exp) -> Nat {
        if let Some(nat) = self.index_term(e) {
            return nat;
        }
        match &e.kind {
            ExpKind::Var(name) => self.nat_named(name, e.span),
            _ => {
                let message = "a size should stand here: arithmetic on sizes and numerals";
                self.error(Diagnostic::error(DPIA_SYN_NAME.refuse("sort"), e.span, message));
                self.metas.fresh_nat(e.span, "size")
            }
        }
    }

    /// The phrase as a nat term, if it is made of sizes, index variables and numerals only.
    pub(super) fn index_term(&mut self, e: &Exp) -> Option<Nat> {
        elder_syntax::effort::deeper(|| match &e.kind {
            ExpKind::Paren(inner) => self.index_term(inner),
            ExpKind::Number(Number::Int(value, None)) => Some(Nat::lit(i64::try_from(*value).ok()?)),
            ExpKind::Var(name) => Some(Nat::var(&self.nat_binding(name)?)),
            ExpKind::Binary(op, a, b) => {
                let op = match op {
                    Operator::Bin(BinOp::Add) => NatOp::Add,
                    Operator::Bin(BinOp::Sub) => NatOp::Sub,
                    Operator::Bin(BinOp::Mul) => NatOp::Mul,
                    Operator::Bin(BinOp::Div) => NatOp::Div,
                    Operator::Bin(BinOp::Mod) => NatOp::Rem,
                    Operator::DivExact => NatOp::DivExact,
                    Operator::NatPower => NatOp::Pow,
                    _ => return None,
                };
                let (a, b) = (self.index_term(a)?, self.index_term(b)?);
                Some(self.nat_operation(op, &a, &b, e.span))
            }
            ExpKind::Call(f, arguments) => match (&f.kind, arguments.as_slice()) {
                (ExpKind::Var(name), [a, b]) if self.scope.find(name).is_none() => {
                    let op = match name.as_str() {
                        "min" => NatOp::Min,
                        "max" => NatOp::Max,
                        _ => return None,
                    };
                    let (a, b) = (self.index_term(a)?, self.index_term(b)?);
                    Some(self.nat_operation(op, &a, &b, e.span))
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// A phrase that stands where an index into arrays of length `n` should.
    pub(super) fn index(&mut self, e: &Exp, n: &Nat) -> Term {
        let span = e.span;
        let ty = Type::Exp(Data::Index(n.clone()));
        let mut inner = e;
        while let ExpKind::Paren(part) = &inner.kind {
            inner = part;
        }
        let compound = matches!(
            inner.kind,
            ExpKind::Number(Number::Int(_, None)) | ExpKind::Binary(..) | ExpKind::Call(..)
        );
        let size = matches!(&inner.kind, ExpKind::Var(x) if matches!(self.scope.find(x), Some(super::scope::Binding::Nat(_))));
        if (compound || size)
            && let Some(value) = self.index_term(inner)
        {
            let node = TermNode::Prim(Prim::IndexLiteral { value, n: n.clone() }, None, vec![]);
            return Term { node, ty, span };
        }
        let term = self.phrase(inner, None);
        let term = self.instance(term);
        let number = match self.metas.type_head(&term.ty) {
            Type::Exp(d) => match self.metas.head(&d) {
                Data::Num(t) if t.is_integer() => Some(d),
                Data::Meta(i)
                    if self
                        .metas
                        .data
                        .get(i)
                        .is_some_and(|m| m.class.number && !m.class.float) =>
                {
                    Some(d)
                }
                _ => None,
            },
            _ => None,
        };
        match number {
            Some(from) => {
                let integer = Class {
                    scalar: true,
                    ..Class::literal(PrimType::I32)
                };
                // The class was looked at: an unknown number.
                let _ = self.restrict(&from, integer);
                let prim = Prim::as_index(PrimType::Bool, n);
                let node = TermNode::Prim(prim, Some(from), vec![term]);
                Term { node, ty, span }
            }
            None => self.checked(term, Some(&ty), Place::Index),
        }
    }

    /// `e[i]`, of an expression, an acceptor or an accumulator.
    pub(super) fn indexed(&mut self, base: &Exp, i: &Exp, span: Span) -> Term {
        let base = self.phrase(base, None);
        let base = self.instance(base);
        if let Type::Exp(d) = self.metas.type_head(&base.ty)
            && let Data::Vector(width, of) = self.metas.head(&d)
        {
            return self.vector_component(base, width, &of, i, span);
        }
        let (n, element) = match self.metas.type_head(&base.ty) {
            Type::Exp(d) | Type::Acc(d) | Type::Upd(_, d) => match self.metas.head(&d) {
                Data::Array(n, element) => (n, (*element).clone()),
                Data::Meta(_) => self.some_array(&d, span),
                _ => return self.not_an_array(&base, span),
            },
            Type::Meta(_) => {
                let array = self.metas.fresh_data(Class::default(), span, "type");
                let (n, element) = self.some_array(&array, span);
                let ty = Type::Exp(array);
                // An unknown that occurs nowhere else unifies.
                let _ = self.unify(&base.ty, &ty, span);
                (n, element)
            }
            _ => return self.not_an_array(&base, span),
        };
        DPIA_P_IDX.apply();
        let index = self.index(i, &n);
        let of = self.metas.name_data(&element);
        let (prim, ty) = match self.metas.type_head(&base.ty) {
            Type::Acc(_) => (Prim::IdxAcc { n, of }, Type::Acc(element)),
            Type::Upd(op, _) => (Prim::IdxUpd { op, n, of }, Type::Upd(op, element)),
            _ => (Prim::Idx { n, of }, Type::Exp(element)),
        };
        let node = TermNode::Prim(prim, None, vec![base, index]);
        Term { node, ty, span }
    }

    /// An unknown data type as an array of unknown length and elements.
    fn some_array(&mut self, d: &Data, span: Span) -> (Nat, Data) {
        let n = self.metas.fresh_nat(span, "length");
        let element = self
            .metas
            .fresh_data(Class::default(), span, "type of the elements");
        // An unknown without a class takes any form; with one, the operator on it is reported.
        let _ = self.unify_data(d, &Data::Array(n.clone(), Rc::new(element.clone())), span);
        (n, element)
    }

    fn not_an_array(&mut self, base: &Term, span: Span) -> Term {
        if !matches!(base.node, TermNode::Error) {
            let message = format!("this is {}, not an array", self.show(&base.ty));
            let mut error = Diagnostic::error(DPIA_P_IDX.refuse("array"), base.span, message);
            if let Type::Product(..) = self.metas.type_head(&base.ty) {
                error = error.with_help("`v.rd[i]` reads an element of a variable, `v.wr[i]` writes one");
            }
            self.error(error);
        }
        self.broken(span)
    }
}
