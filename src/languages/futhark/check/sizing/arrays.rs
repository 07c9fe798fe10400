//! Array literals, ranges, slices and updates (FUT-SZ-LITARR, FUT-SZ-RANGE, FUT-SZ-SLICE).

use super::super::Checked;
use super::super::build::{self, constant, size_of, size_op};
use super::super::display::show;
use super::super::skeleton;
use super::Sizing;
use super::branches::of_both;
use super::expressions::{exp, field_of};
use super::unification::{Goal, is_i64};
use super::variables::Source;
use crate::ast::{Liftedness, RangeEnd};
use crate::rules::sizes::*;
use crate::rules::typing::*;
use crate::tree::{DimIndex, Exp, ExpKind, Range, Size, Type, TypeKind, UpdateStep, VName};
use elder_syntax::prim::BinOp;
use elder_syntax::{Diagnostic, Span};

/// What becomes of slices whose size is not an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SliceSizes {
    /// Unknown sizes, made by the expression.
    Made,
    /// Sizes to be found: the target of an update.
    Found,
}

impl Sizing<'_> {
    /// `[a, b]`
    pub(super) fn array(&mut self, es: Vec<skeleton::Exp>, ty: &Type, span: Span) -> Checked<Exp> {
        FUT_SZ_LITARR.apply();
        let es = self.all(es)?;
        let size = Size::Const(es.len() as i64);
        let elem = match es.split_first() {
            None => match &*self.sized(ty, Liftedness::Unlifted, span) {
                TypeKind::Array(s, elem) => {
                    if let Size::Var(v) = s {
                        let level = self.level;
                        self.set_state(
                            v,
                            super::variables::SizeVar::Linked {
                                level,
                                to: size.clone(),
                            },
                        );
                    }
                    elem.clone()
                }
                _ => build::unit(),
            },
            Some((first, rest)) => {
                let elem = rest
                    .iter()
                    .fold(first.ty.clone(), |elem, e| of_both(&elem, &e.ty));
                for e in rest {
                    if matches!(&*e.ty, TypeKind::Prim(_)) {
                        continue;
                    }
                    let goal = Goal {
                        span: e.span,
                        message: "the elements of an array have different sizes",
                        expected: &elem,
                        found: &e.ty,
                    };
                    self.unify(&goal, &elem, &e.ty)?;
                }
                elem
            }
        };
        self.element(&elem, span)?;
        Ok(exp(ExpKind::Array(es), build::array(size, elem), span))
    }

    /// Array elements hide nothing (FUT-T-ORDER0).
    fn element(&mut self, elem: &Type, span: Span) -> Checked<()> {
        let hides = self.liftedness(elem);
        if hides == Liftedness::Unlifted || (hides == Liftedness::Lifted && self.cx.function_branches) {
            return Ok(());
        }
        let shown = show(&self.normal(elem));
        self.cx.fail(
            Diagnostic::error(
                FUT_T_ORDER0.refuse("element"),
                span,
                "the elements of an array may be no functions and hide no sizes",
            )
            .with_note(format!("their type is `{shown}`")),
        )
    }

    /// `a..b...c`
    pub(super) fn range(
        &mut self,
        start: skeleton::Exp,
        second: Option<Box<skeleton::Exp>>,
        end: RangeEnd,
        bound: skeleton::Exp,
        span: Span,
    ) -> Checked<Exp> {
        FUT_SZ_RANGE.apply();
        let start = self.exp(start)?;
        let second = match second {
            Some(e) => Some(self.exp(*e)?),
            None => None,
        };
        let bound = self.exp(bound)?;
        let known = if is_i64(&start.ty) {
            match (constant(&start), second.as_ref().map(constant), end) {
                (Some(0), None | Some(Some(1)), RangeEnd::UpTo) => (!bound.binds()).then(|| size_of(&bound)),
                (_, None, RangeEnd::UpTo) => (!bound.binds() && !start.binds())
                    .then(|| size_of(&size_op(BinOp::Sub, bound.clone(), start.clone()))),
                (_, None, RangeEnd::Inclusive) => (!bound.binds() && !start.binds()).then(|| {
                    let difference = size_op(BinOp::Sub, bound.clone(), start.clone());
                    size_of(&size_op(BinOp::Add, difference, build::size_const(1, span)))
                }),
                (Some(1), Some(Some(2)), RangeEnd::Inclusive) => (!bound.binds()).then(|| size_of(&bound)),
                _ => None,
            }
        } else {
            None
        };
        let (size, sizes) = match known {
            Some(size) => (size, Vec::new()),
            None => {
                let d = self.unknown("n", span, Source::Range);
                (Size::Var(d.clone()), vec![d])
            }
        };
        let ty = build::array(size, start.ty.clone());
        let range = Range {
            start,
            second,
            end,
            bound,
        };
        Ok(Exp::of(ExpKind::Range(Box::new(range)), ty, span).making(sizes))
    }

    fn dims(&mut self, dims: Vec<skeleton::DimIndex>) -> Checked<Vec<DimIndex>> {
        let mut out = Vec::with_capacity(dims.len());
        for d in dims {
            out.push(match d {
                skeleton::DimIndex::Fix(e) => DimIndex::Fix(self.exp(e)?),
                skeleton::DimIndex::Slice(a, b, c) => {
                    let mut part = |e: Option<skeleton::Exp>| e.map(|e| self.exp(e)).transpose();
                    DimIndex::Slice(part(a)?, part(b)?, part(c)?)
                }
            });
        }
        Ok(out)
    }

    /// The type of what is under the indices.
    fn sliced(
        &mut self,
        t: &Type,
        dims: &[DimIndex],
        how: SliceSizes,
        span: Span,
        made: &mut Vec<VName>,
    ) -> Type {
        let (Some((d, rest)), TypeKind::Array(size, elem)) = (dims.split_first(), &**t) else {
            return t.clone();
        };
        let DimIndex::Slice(i, j, stride) = d else {
            return self.sliced(elem, rest, how, span, made);
        };
        FUT_SZ_SLICE.apply();
        let stride = stride.as_ref().map_or(Some(1), constant);
        let binds = |e: &Option<Exp>| e.as_ref().is_some_and(Exp::binds);
        let whole = |j: &Option<Exp>| j.as_ref().map_or_else(|| size.clone(), size_of);
        let minus = |a: &Size, b: &Exp| size_of(&size_op(BinOp::Sub, build::size_exp(a, span), b.clone()));
        let known = match (i, j, stride) {
            _ if how == SliceSizes::Found || binds(i) || binds(j) => None,
            (None, j, Some(1)) => Some(whole(j)),
            (Some(i), j, Some(1)) if constant(i) == Some(0) => Some(whole(j)),
            (Some(i), j, Some(1)) => Some(minus(&whole(j), i)),
            (None, None, Some(-1)) => Some(size.clone()),
            (Some(i), Some(j), Some(-1)) => Some(minus(&size_of(i), j)),
            _ => None,
        };
        let size = match known {
            Some(size) => size,
            None if how == SliceSizes::Found => Size::Var(self.flexible("n", span, "the size of a slice")),
            None => {
                let d = self.unknown("n", span, Source::Slice);
                made.push(d.clone());
                Size::Var(d)
            }
        };
        let elem = self.sliced(elem, rest, how, span, made);
        build::array(size, elem)
    }

    /// `a[i, j:k]`
    pub(super) fn index(
        &mut self,
        a: skeleton::Exp,
        dims: Vec<skeleton::DimIndex>,
        span: Span,
    ) -> Checked<Exp> {
        let dims = self.dims(dims)?;
        let a = self.exp(a)?;
        let mut sizes = Vec::new();
        let a_ty = self.normal(&a.ty);
        let ty = self.sliced(&a_ty, &dims, SliceSizes::Made, span, &mut sizes);
        Ok(Exp::of(ExpKind::Index(Box::new(a), dims), ty, span).making(sizes))
    }

    fn replaces(&mut self, target: &Type, v: &Exp) -> Checked<()> {
        let goal = Goal {
            span: v.span,
            message: "the new value does not have the sizes of what it replaces",
            expected: target,
            found: &v.ty,
        };
        self.unify(&goal, target, &v.ty)
    }

    /// `a with [i] = v`
    pub(super) fn update(
        &mut self,
        a: skeleton::Exp,
        dims: Vec<skeleton::DimIndex>,
        v: skeleton::Exp,
        span: Span,
    ) -> Checked<Exp> {
        let a = self.exp(a)?;
        let a_ty = self.normal(&a.ty);
        let dims = self.dims(dims)?;
        let target = self.sliced(&a_ty, &dims, SliceSizes::Found, span, &mut Vec::new());
        let v = self.exp(v)?;
        self.replaces(&target, &v)?;
        let ty = self.normal(&a_ty);
        Ok(exp(ExpKind::Update(Box::new(a), dims, Box::new(v)), ty, span))
    }

    /// `a with f[i].g = v`
    pub(super) fn update_path(
        &mut self,
        a: skeleton::Exp,
        steps: Vec<skeleton::UpdateStep>,
        v: skeleton::Exp,
        span: Span,
    ) -> Checked<Exp> {
        let a = self.exp(a)?;
        let a_ty = self.normal(&a.ty);
        let mut target = a_ty.clone();
        let mut out = Vec::with_capacity(steps.len());
        for step in steps {
            match step {
                skeleton::UpdateStep::Field(f) => {
                    let t = self.normal(&target);
                    target = field_of(&t, &f).unwrap_or(t);
                    out.push(UpdateStep::Field(f));
                }
                skeleton::UpdateStep::Index(dims) => {
                    let dims = self.dims(dims)?;
                    let t = self.normal(&target);
                    target = self.sliced(&t, &dims, SliceSizes::Found, span, &mut Vec::new());
                    out.push(UpdateStep::Index(dims));
                }
            }
        }
        let v = self.exp(v)?;
        self.replaces(&target, &v)?;
        let ty = self.normal(&a_ty);
        Ok(exp(ExpKind::UpdatePath(Box::new(a), out, Box::new(v)), ty, span))
    }
}
