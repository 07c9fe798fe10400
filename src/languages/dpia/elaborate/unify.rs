//! Equations between types (DPIA-K-EQ-CONG), solved by unification.

use super::Elaborator;
use super::metas::{Class, Data, Type};
use crate::rules::kinding::DPIA_K_EQ_CONG;
use crate::{Name, Nat};
use std::rc::Rc;

/// Why two types are not equal.
#[derive(Clone, Debug)]
pub enum Clash {
    /// They are built differently.
    Form,
    /// Two sizes differ.
    Sizes(Nat, Nat),
}

impl Elaborator {
    /// Makes two phrase types equal.  Whether a function is passive does not matter here.
    pub(super) fn unify(&mut self, a: &Type, b: &Type, span: elder_syntax::Span) -> Result<(), Clash> {
        elder_syntax::effort::deeper(|| self.unify_here(a, b, span))
    }

    fn unify_here(&mut self, a: &Type, b: &Type, span: elder_syntax::Span) -> Result<(), Clash> {
        let (a, b) = (self.metas.type_head(a), self.metas.type_head(b));
        match (&a, &b) {
            (Type::Meta(i), Type::Meta(j)) if i == j => Ok(()),
            (Type::Meta(i), other) | (other, Type::Meta(i)) => {
                if self.type_mentions(other, *i) {
                    return Err(Clash::Form);
                }
                if let Some(meta) = self.metas.types.get_mut(*i) {
                    meta.solution = Some(other.clone());
                }
                Ok(())
            }
            (Type::Exp(d), Type::Exp(e)) | (Type::Acc(d), Type::Acc(e)) => self.unify_data(d, e, span),
            (Type::Upd(op1, d), Type::Upd(op2, e)) if op1 == op2 => self.unify_data(d, e, span),
            (Type::Comm, Type::Comm) => Ok(()),
            (Type::Product(a1, a2), Type::Product(b1, b2)) => {
                self.unify(a1, b1, span)?;
                self.unify(a2, b2, span)
            }
            (Type::Fun { from: f1, to: t1, .. }, Type::Fun { from: f2, to: t2, .. }) => {
                self.unify(f1, f2, span)?;
                self.unify(t1, t2, span)
            }
            (Type::NatFun(x, t), Type::NatFun(y, u)) => {
                let common = Nat::var(&Name::fresh(x.text()));
                let (t, u) = (self.metas.known(t), self.metas.known(u));
                self.unify(&t.with_nat(x, &common), &u.with_nat(y, &common), span)
            }
            (Type::DataFun(x, t), Type::DataFun(y, u)) => {
                let common = Data::Var(Name::fresh(x.text()));
                let (t, u) = (self.metas.known(t), self.metas.known(u));
                self.unify(&t.with_data(x, &common), &u.with_data(y, &common), span)
            }
            _ => Err(Clash::Form),
        }
    }

    /// Makes two data types equal.
    pub(super) fn unify_data(&mut self, a: &Data, b: &Data, span: elder_syntax::Span) -> Result<(), Clash> {
        elder_syntax::effort::deeper(|| self.unify_data_here(a, b, span))
    }

    fn unify_data_here(&mut self, a: &Data, b: &Data, span: elder_syntax::Span) -> Result<(), Clash> {
        DPIA_K_EQ_CONG.apply();
        let (a, b) = (self.metas.head(a), self.metas.head(b));
        match (&a, &b) {
            (Data::Meta(i), Data::Meta(j)) if i == j => Ok(()),
            (Data::Meta(i), other) | (other, Data::Meta(i)) => self.solve_data(*i, other),
            (Data::Num(t), Data::Num(u)) if t == u => Ok(()),
            (Data::Index(n), Data::Index(m)) => self.unify_nat(n, m, span),
            (Data::Array(n, d), Data::Array(m, e)) => {
                // The elements first: a different form says more than a different size.
                self.unify_data(d, e, span)?;
                self.unify_nat(n, m, span)
            }
            (Data::Pair(a1, a2), Data::Pair(b1, b2)) => {
                self.unify_data(a1, b1, span)?;
                self.unify_data(a2, b2, span)
            }
            (Data::Vector(v, d), Data::Vector(w, e)) if v == w => self.unify_data(d, e, span),
            (Data::Var(x), Data::Var(y)) if x == y => Ok(()),
            _ => Err(Clash::Form),
        }
    }

    fn solve_data(&mut self, i: usize, value: &Data) -> Result<(), Clash> {
        let class = self.metas.data.get(i).map(|m| m.class).unwrap_or_default();
        if self.data_mentions(value, i) {
            return Err(Clash::Form);
        }
        self.restrict(value, class)?;
        if let Some(meta) = self.metas.data.get_mut(i) {
            meta.solution = Some(value.clone());
        }
        Ok(())
    }

    /// Makes sure that a data type is of a class.
    pub(super) fn restrict(&mut self, data: &Data, class: Class) -> Result<(), Clash> {
        match self.metas.head(data) {
            Data::Meta(i) => {
                if let Some(meta) = self.metas.data.get_mut(i) {
                    meta.class = meta.class.and(class);
                }
                Ok(())
            }
            Data::Num(t) if class.admits(t) => Ok(()),
            Data::Vector(_, element) if !class.scalar => {
                let scalar = Class {
                    scalar: true,
                    ..class
                };
                self.restrict(&element, scalar)
            }
            _ if !class.number && !class.scalar && !class.float => Ok(()),
            _ => Err(Clash::Form),
        }
    }

    fn data_mentions(&self, data: &Data, i: usize) -> bool {
        elder_syntax::effort::deeper(|| match self.metas.head(data) {
            Data::Meta(j) => i == j,
            Data::Num(_) | Data::Index(_) | Data::Var(_) => false,
            Data::Array(_, d) | Data::Vector(_, d) => self.data_mentions(&d, i),
            Data::Pair(a, b) => self.data_mentions(&a, i) || self.data_mentions(&b, i),
        })
    }

    fn type_mentions(&self, ty: &Type, i: usize) -> bool {
        elder_syntax::effort::deeper(|| {
            let both = |a: &Rc<Type>, b: &Rc<Type>| self.type_mentions(a, i) || self.type_mentions(b, i);
            match self.metas.type_head(ty) {
                Type::Meta(j) => i == j,
                Type::Exp(_) | Type::Acc(_) | Type::Upd(..) | Type::Comm => false,
                Type::Product(a, b) => both(&a, &b),
                Type::Fun { from, to, .. } => both(&from, &to),
                Type::NatFun(_, t) | Type::DataFun(_, t) => self.type_mentions(&t, i),
            }
        })
    }
}
