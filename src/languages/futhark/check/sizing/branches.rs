//! Results of branches (FUT-SZ-BRANCH).

use super::super::Checked;
use super::Sizing;
use super::unification::{Goal, same};
use super::variables::Source;
use crate::rules::sizes::FUT_SZ_BRANCH;
use crate::tree::walk::{self, deep};
use crate::tree::{Arrow, RetType, Size, Stars, Type, TypeKind, VName};
use elder_syntax::Span;
use std::rc::Rc;

impl Sizing<'_> {
    /// The type of what is either an `a` or a `b`, with the unknown sizes where they differ.
    pub(super) fn branches(&mut self, span: Span, a: &Type, b: &Type) -> Checked<(Type, Vec<VName>)> {
        FUT_SZ_BRANCH.apply();
        let a = of_both(a, b);
        self.meet(span, &a, b)?;
        let (a, b) = (self.normal(&a), self.normal(b));
        let mut seen = Vec::new();
        let t = self.merge(span, &a, &b, &mut seen);
        Ok((t, seen.into_iter().map(|(_, _, v)| v).collect()))
    }

    /// Sizes of branches that inference has yet to find are those of the other.
    pub(super) fn meet(&mut self, span: Span, a: &Type, b: &Type) -> Checked<()> {
        let goal = Goal {
            span,
            message: "the branches have different types",
            expected: a,
            found: b,
        };
        self.unify_leniently(&goal, a, b)
    }

    fn merged(&mut self, span: Span, a: &Size, b: &Size, seen: &mut Vec<(Size, Size, VName)>) -> Size {
        if same(a, b) {
            return a.clone();
        }
        if let Some((_, _, v)) = seen.iter().find(|(x, y, _)| same(x, a) && same(y, b)) {
            return Size::Var(v.clone());
        }
        let v = self.unknown("differ", span, Source::Branches);
        seen.push((a.clone(), b.clone(), v.clone()));
        Size::Var(v)
    }

    fn merge(&mut self, span: Span, a: &Type, b: &Type, seen: &mut Vec<(Size, Size, VName)>) -> Type {
        if Rc::ptr_eq(a, b) {
            return a.clone();
        }
        deep(|| {
            walk::merge(
                a,
                b,
                &mut (self, seen),
                |(this, seen), a, b| this.merged(span, a, b, seen),
                |(this, seen), a, b| this.merge(span, a, b, seen),
            )
        })
    }
}

/// The type `a` with what may be relied on of functions that are either an `a` or a `b`: one consumes what either does, and its result is unique if that of both is.
pub(super) fn of_both(a: &Type, b: &Type) -> Type {
    if Rc::ptr_eq(a, b) {
        return a.clone();
    }
    elder_syntax::effort::deeper(|| match (&**a, &**b) {
        (TypeKind::Array(s, x), TypeKind::Array(_, y)) => Rc::new(TypeKind::Array(s.clone(), of_both(x, y))),
        (TypeKind::Record(xs), TypeKind::Record(ys)) if xs.len() == ys.len() => Rc::new(TypeKind::Record(
            xs.iter()
                .zip(ys)
                .map(|((f, x), (_, y))| (f.clone(), of_both(x, y)))
                .collect(),
        )),
        (TypeKind::Arrow(x), TypeKind::Arrow(y)) => {
            let consumes = match (x.param_stars.any(), y.param_stars.any()) {
                (true, true) if x.param_stars != y.param_stars => Stars::All,
                (true, _) => x.param_stars.clone(),
                (false, _) => y.param_stars.clone(),
            };
            let unique = match x.ret.stars == y.ret.stars {
                true => x.ret.stars.clone(),
                false => Stars::None,
            };
            Rc::new(TypeKind::Arrow(Arrow {
                param_stars: consumes,
                ret: RetType {
                    ty: of_both(&x.ret.ty, &y.ret.ty),
                    stars: unique,
                    ..x.ret.clone()
                },
                ..x.clone()
            }))
        }
        _ => a.clone(),
    })
}
