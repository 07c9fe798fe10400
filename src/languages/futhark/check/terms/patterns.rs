//! Patterns: their types, and the names that they bind.

use super::super::env::Env;
use super::super::skeleton::{Exp, ExpKind, Pat, PatKind};
use super::super::unify::{Kind, PrimSet};
use super::super::{Checked, build};
use super::{Infer, Why};
use crate::ast::{self, Liftedness};
use crate::rules::typing::*;
use crate::tree::{Type, TypeKind};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name, Span};

/// The names bound so far by the patterns of one binding construct.
pub(super) type Seen = Vec<(Name, Span)>;

impl Infer<'_> {
    /// A name that one binding construct binds must be its only one.
    pub(super) fn once(&mut self, id: &ast::Ident, seen: &mut Seen) -> Checked<()> {
        if id.name == "_" {
            return Ok(());
        }
        self.not_reserved(id)?;
        if let Some((_, earlier)) = seen.iter().find(|(n, _)| *n == id.name) {
            let earlier = *earlier;
            return self.cx.fail(
                Diagnostic::error(
                    FUT_T_PAT.refuse("distinct"),
                    id.span,
                    format!("the name `{}` is bound twice", id.name),
                )
                .and_at(earlier, "here first"),
            );
        }
        seen.push((id.name.clone(), id.span));
        Ok(())
    }

    /// `&&` and `||` may not be bound, since they do not evaluate both operands.
    pub(super) fn not_reserved(&mut self, id: &ast::Ident) -> Checked<()> {
        FUT_T_REDEF.apply();
        if id.name != "&&" && id.name != "||" {
            return Ok(());
        }
        self.cx.fail(Diagnostic::error(
            FUT_T_REDEF.refuse("logical"),
            id.span,
            format!("the operator `{}` may not be redefined", id.name),
        ))
    }

    /// A pattern for values of type `expected`.  Names are entered into `env`; annotations see those of `outer`.
    pub(super) fn pattern(
        &mut self,
        outer: &Env,
        env: &mut Env,
        p: &ast::Pat,
        expected: &Type,
        seen: &mut Seen,
    ) -> Checked<Pat> {
        elder_syntax::effort::deeper(|| {
            FUT_T_PAT.apply();
            self.pattern_here(outer, env, p, expected, seen)
        })
    }

    fn pattern_here(
        &mut self,
        outer: &Env,
        env: &mut Env,
        p: &ast::Pat,
        expected: &Type,
        seen: &mut Seen,
    ) -> Checked<Pat> {
        let why = Why::new(&FUT_T_PAT, "shape", "the pattern does not fit the value");
        let kind = match &p.kind {
            ast::PatKind::Wildcard => PatKind::Wildcard,
            ast::PatKind::Var(id) => {
                self.once(id, seen)?;
                PatKind::Var(self.bind(env, id, expected.clone()))
            }
            ast::PatKind::Tuple(ps) => {
                let components = match build::tuple_components(&self.st.vars.head(expected)) {
                    Some(ts) if ts.len() == ps.len() => ts,
                    _ => {
                        let ts: Vec<Type> = ps.iter().map(|p| self.any("t", p.span)).collect();
                        self.equal(why, p.span, &build::tuple(ts.clone()), expected)?;
                        ts
                    }
                };
                let mut fields = Vec::with_capacity(ps.len());
                for (i, (p, t)) in ps.iter().zip(&components).enumerate() {
                    fields.push((build::tuple_field(i), self.pattern(outer, env, p, t, seen)?));
                }
                PatKind::Record(fields)
            }
            ast::PatKind::Record(ps) => {
                for (i, (id, _)) in ps.iter().enumerate() {
                    if ps.iter().take(i).any(|(other, _)| other.name == id.name) {
                        return self.cx.fail(Diagnostic::error(
                            FUT_T_PAT.refuse("distinct"),
                            id.span,
                            format!("the field `{}` is matched twice", id.name),
                        ));
                    }
                    if id.name.starts_with('_') {
                        return self.cx.fail(
                            Diagnostic::error(
                                FUT_T_PAT.refuse("underscore"),
                                id.span,
                                format!("the field `{}` begins with an underscore", id.name),
                            )
                            .with_help(format!("to ignore a field write `{} = _`", &id.name[1..])),
                        );
                    }
                }
                let head = self.st.vars.head(expected);
                let known = |name: &Name| match &*head {
                    TypeKind::Record(fs) => fs.iter().find(|(f, _)| f == name).map(|(_, t)| t.clone()),
                    _ => None,
                };
                let mut types = Vec::with_capacity(ps.len());
                for (id, _) in ps {
                    types.push((
                        id.name.clone(),
                        known(&id.name).unwrap_or_else(|| self.any("t", id.span)),
                    ));
                }
                self.equal(why, p.span, &build::record(types.clone()), expected)?;
                let mut fields = Vec::with_capacity(ps.len());
                for ((id, sub), (_, t)) in ps.iter().zip(&types) {
                    let sub = match sub {
                        Some(sub) => self.pattern(outer, env, sub, t, seen)?,
                        None => {
                            self.once(id, seen)?;
                            Pat {
                                kind: PatKind::Var(self.bind(env, id, t.clone())),
                                ty: t.clone(),
                                span: id.span,
                            }
                        }
                    };
                    fields.push((id.name.clone(), sub));
                }
                fields.sort_by(|a, b| crate::tree::field_order(&a.0, &b.0));
                PatKind::Record(fields)
            }
            ast::PatKind::Lit(lit) => {
                let e = self.literal(lit, p.span)?;
                self.equal(why, p.span, &e.ty, expected)?;
                match e.kind {
                    ExpKind::Prim(v) => PatKind::Prim(v),
                    ExpKind::Int(k) => PatKind::Int(k),
                    ExpKind::Float(x) => PatKind::Float(x),
                    // No other literal is a pattern in the grammar.
                    _ => PatKind::Wildcard,
                }
            }
            ast::PatKind::Constr(id, ps) => {
                let head = self.st.vars.head(expected);
                let known = match &*head {
                    TypeKind::Sum(cs) => cs
                        .iter()
                        .find(|(c, ts)| *c == id.name && ts.len() == ps.len())
                        .map(|(_, ts)| ts.clone()),
                    _ => None,
                };
                let types = match known {
                    Some(ts) => ts,
                    None => {
                        let ts: Vec<Type> = ps.iter().map(|p| self.any("t", p.span)).collect();
                        let kind = Kind::Sum(vec![(id.name.clone(), ts.clone())]);
                        let sum = self.fresh("t", Liftedness::Lifted, kind, p.span);
                        self.equal(why, p.span, &sum, expected)?;
                        ts
                    }
                };
                let mut args = Vec::with_capacity(ps.len());
                for (p, t) in ps.iter().zip(&types) {
                    args.push(self.pattern(outer, env, p, t, seen)?);
                }
                PatKind::Constr(id.name.clone(), args)
            }
            ast::PatKind::Ascribe(sub, te) => {
                let ann = self.annotation(outer, te)?;
                let why = Why::new(
                    &FUT_T_ASCR,
                    "type",
                    "the value does not have the type of the annotation",
                );
                self.equal(why, te.span, &ann.ty, expected)?;
                let ty = ann.ty.clone();
                let sub = self.pattern(outer, env, sub, &ty, seen)?;
                PatKind::Ascribe(Box::new(sub), Box::new(ann))
            }
            ast::PatKind::Attr(_, sub) => return self.pattern(outer, env, sub, expected, seen),
        };
        Ok(Pat {
            kind,
            ty: expected.clone(),
            span: p.span,
        })
    }

    /// A literal.
    pub(super) fn literal(&mut self, lit: &ast::Literal, span: Span) -> Checked<Exp> {
        FUT_T_LIT.apply();
        let (kind, ty) = match lit {
            ast::Literal::Bool(b) => (
                ExpKind::Prim(elder_syntax::prim::PrimValue::Bool(*b)),
                build::prim(PrimType::Bool),
            ),
            ast::Literal::Int(k, Some(p)) => (ExpKind::Int(*k), build::prim(*p)),
            ast::Literal::Int(k, None) => {
                let numbers = PrimSet::of(|t| t != PrimType::Bool);
                (
                    ExpKind::Int(*k),
                    self.fresh("t", Liftedness::Unlifted, Kind::Prim(numbers), span),
                )
            }
            ast::Literal::Float(x, Some(p)) => (ExpKind::Float(*x), build::prim(*p)),
            ast::Literal::Float(x, None) => {
                let floats = PrimSet::of(PrimType::is_float);
                (
                    ExpKind::Float(*x),
                    self.fresh("t", Liftedness::Unlifted, Kind::Prim(floats), span),
                )
            }
            ast::Literal::Char(c) => {
                let numbers = PrimSet::of(|t| t != PrimType::Bool);
                (
                    ExpKind::Int(i128::from(*c)),
                    self.fresh("t", Liftedness::Unlifted, Kind::Prim(numbers), span),
                )
            }
            ast::Literal::String(bytes) => {
                let size = crate::tree::Size::Const(bytes.len() as i64);
                (
                    ExpKind::String(bytes.as_slice().into()),
                    build::array(size, build::prim(PrimType::U8)),
                )
            }
        };
        Ok(Exp { kind, ty, span })
    }
}
