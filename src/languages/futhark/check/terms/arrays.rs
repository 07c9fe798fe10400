//! Array literals, ranges, indexing and updates.

use super::super::env::Env;
use super::super::skeleton::{DimIndex, Exp, ExpKind, Pat, PatKind, UpdateStep};
use super::super::unify::{Kind, PrimSet};
use super::super::{Checked, build};
use super::{Infer, Why};
use crate::ast::{self, Liftedness, RangeEnd};
use crate::rules::typing::*;
use crate::tree::{Size, Type, TypeKind};
use elder_syntax::Span;
use elder_syntax::prim::PrimType;

fn array_of_rank(rank: usize, elem: Type) -> Type {
    (0..rank).fold(elem, |t, _| build::array(Size::Const(0), t))
}

impl Infer<'_> {
    /// `[a, b]`
    pub(super) fn array(&mut self, env: &Env, es: &[ast::Exp], span: Span) -> Checked<Exp> {
        FUT_T_ARR.apply();
        let elem = self.element(span);
        let mut typed: Vec<Exp> = Vec::with_capacity(es.len());
        for e in es {
            let e = self.exp(env, e)?;
            let why = Why::new(&FUT_T_ARR, "elements", "the elements have different types");
            self.equal(why, e.span, &elem, &e.ty)?;
            typed.push(e);
        }
        let ty = build::array(Size::Const(typed.len() as i64), elem);
        Ok(Exp {
            kind: ExpKind::Array(typed),
            ty,
            span,
        })
    }

    /// `a..b...c`
    pub(super) fn range(
        &mut self,
        env: &Env,
        start: &ast::Exp,
        second: Option<&ast::Exp>,
        end: RangeEnd,
        bound: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        FUT_T_RANGE.apply();
        let start = self.exp(env, start)?;
        let integers = PrimSet::of(PrimType::is_integer);
        let t = self.fresh("t", Liftedness::Unlifted, Kind::Prim(integers), span);
        let why = Why::new(&FUT_T_RANGE, "integers", "a range is made of integers");
        self.equal(why, start.span, &t, &start.ty)?;
        let why = Why::new(&FUT_T_RANGE, "same", "the parts of a range have different types");
        let second = match second {
            Some(e) => {
                let e = self.exp(env, e)?;
                self.equal(why, e.span, &start.ty, &e.ty)?;
                Some(Box::new(e))
            }
            None => None,
        };
        let bound = self.exp(env, bound)?;
        self.equal(why, bound.span, &start.ty, &bound.ty)?;
        let ty = build::array(Size::Const(0), start.ty.clone());
        Ok(Exp {
            kind: ExpKind::Range(Box::new(start), second, end, Box::new(bound)),
            ty,
            span,
        })
    }

    fn dims(&mut self, env: &Env, dims: &[ast::DimIndex]) -> Checked<Vec<DimIndex>> {
        let mut out = Vec::with_capacity(dims.len());
        for d in dims {
            out.push(match d {
                ast::DimIndex::Fix(e) => {
                    let e = self.exp(env, e)?;
                    if !matches!(&*e.ty, TypeKind::Prim(p) if p.is_signed()) {
                        let signed = PrimSet::of(PrimType::is_signed);
                        let t = self.fresh("t", Liftedness::Unlifted, Kind::Prim(signed), e.span);
                        let why = Why::new(&FUT_T_INDEX, "signed", "an index must be a signed integer");
                        self.equal(why, e.span, &t, &e.ty)?;
                    }
                    DimIndex::Fix(e)
                }
                ast::DimIndex::Slice {
                    start, end, stride, ..
                } => {
                    let mut part = |e: &Option<ast::Exp>| -> Checked<Option<Exp>> {
                        let Some(e) = e else { return Ok(None) };
                        let e = self.exp(env, e)?;
                        let why = Why::new(&FUT_T_INDEX, "slice", "the parts of a slice must be of type i64");
                        self.require_prim(why, &e, PrimType::I64)?;
                        Ok(Some(e))
                    };
                    DimIndex::Slice(part(start)?, part(end)?, part(stride)?)
                }
            });
        }
        Ok(out)
    }

    /// `a[i, j:k]`
    pub(super) fn index(
        &mut self,
        env: &Env,
        a: &ast::Exp,
        dims: &[ast::DimIndex],
        span: Span,
    ) -> Checked<Exp> {
        let a = self.exp(env, a)?;
        self.index_of(env, a, dims, span)
    }

    pub(super) fn index_of(&mut self, env: &Env, a: Exp, dims: &[ast::DimIndex], span: Span) -> Checked<Exp> {
        FUT_T_INDEX.apply();
        let dims = self.dims(env, dims)?;
        let elem = self.indexed(&a.ty, dims.len(), a.span)?;
        let ty = array_of_rank(slices(&dims), elem);
        Ok(Exp {
            kind: ExpKind::Index(Box::new(a), dims),
            ty,
            span,
        })
    }

    /// The type of what is under `rank` dimensions of an array.
    fn indexed(&mut self, array: &Type, rank: usize, span: Span) -> Checked<Type> {
        let mut t = self.st.vars.head(array);
        let mut left = rank;
        while left > 0 {
            let TypeKind::Array(_, elem) = &*t else { break };
            t = self.st.vars.head(elem);
            left -= 1;
        }
        if left == 0 {
            return Ok(t);
        }
        let elem = self.element(span);
        let why = Why::new(
            &FUT_T_INDEX,
            "rank",
            "this does not have as many dimensions as are indexed",
        );
        self.equal(why, span, &array_of_rank(rank, elem.clone()), array)?;
        Ok(elem)
    }

    /// `a with [i] = v`
    pub(super) fn update(
        &mut self,
        env: &Env,
        a: &ast::Exp,
        dims: &[ast::DimIndex],
        v: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        let a = self.exp(env, a)?;
        self.update_of(env, a, dims, v, span)
    }

    fn update_of(
        &mut self,
        env: &Env,
        a: Exp,
        dims: &[ast::DimIndex],
        v: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        FUT_T_UPDATE.apply();
        let dims = self.dims(env, dims)?;
        let elem = self.indexed(&a.ty, dims.len(), a.span)?;
        let v = self.exp(env, v)?;
        let why = Why::new(
            &FUT_T_UPDATE,
            "value",
            "the new value does not have the type of what it replaces",
        );
        self.equal(why, v.span, &array_of_rank(slices(&dims), elem), &v.ty)?;
        let ty = a.ty.clone();
        Ok(Exp {
            kind: ExpKind::Update(Box::new(a), dims, Box::new(v)),
            ty,
            span,
        })
    }

    /// `let a[i] = v in b`
    pub(super) fn let_with(
        &mut self,
        env: &Env,
        id: &ast::Ident,
        dims: &[ast::DimIndex],
        v: &ast::Exp,
        body: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        let q = ast::QualName {
            path: Vec::new(),
            name: id.name.clone(),
            span: id.span,
        };
        let a = self.var(env, &q)?;
        let bound = self.update_of(env, a, dims, v, span)?;
        let mut inner = env.clone();
        let name = self.bind(&mut inner, id, bound.ty.clone());
        let pat = Pat {
            kind: PatKind::Var(name),
            ty: bound.ty.clone(),
            span: id.span,
        };
        let body = self.exp(&inner, body)?;
        let ty = body.ty.clone();
        Ok(Exp {
            kind: ExpKind::Let(Vec::new(), pat, Box::new(bound), Box::new(body)),
            ty,
            span,
        })
    }

    /// `a with f[i].g = v`
    pub(super) fn update_path(
        &mut self,
        env: &Env,
        a: &ast::Exp,
        steps: &[ast::UpdateStep],
        v: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        FUT_T_UPDATE.apply();
        let a = self.exp(env, a)?;
        let v = self.exp(env, v)?;
        let mut at = a.ty.clone();
        let mut typed = Vec::with_capacity(steps.len());
        for step in steps {
            match step {
                ast::UpdateStep::Field(f) => {
                    let t = self.any("t", f.span);
                    let kind = Kind::Record(vec![(f.name.clone(), t.clone())]);
                    let record = self.fresh("t", Liftedness::Lifted, kind, f.span);
                    let why = Why::new(
                        &FUT_T_RECUPD,
                        "field",
                        "the record has no such field of this type",
                    );
                    self.equal(why, f.span, &at, &record)?;
                    at = t;
                    typed.push(UpdateStep::Field(f.name.clone()));
                }
                ast::UpdateStep::Index(dims) => {
                    let dims = self.dims(env, dims)?;
                    let elem = self.indexed(&at, dims.len(), span)?;
                    at = array_of_rank(slices(&dims), elem);
                    typed.push(UpdateStep::Index(dims));
                }
            }
        }
        let why = Why::new(
            &FUT_T_UPDATE,
            "value",
            "the new value does not have the type of what it replaces",
        );
        self.equal(why, v.span, &at, &v.ty)?;
        let ty = a.ty.clone();
        Ok(Exp {
            kind: ExpKind::UpdatePath(Box::new(a), typed, Box::new(v)),
            ty,
            span,
        })
    }
}

fn slices(dims: &[DimIndex]) -> usize {
    dims.iter().filter(|d| matches!(d, DimIndex::Slice(..))).count()
}
