//! Loops.

use super::super::env::Env;
use super::super::skeleton::{Exp, ExpKind, Loop, LoopForm};
use super::super::unify::{Kind, PrimSet};
use super::super::{Checked, build};
use super::patterns::Seen;
use super::{Infer, Why};
use crate::ast::{self, Liftedness, PatKind};
use crate::rules::typing::*;
use crate::tree::Size;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Span};

impl Infer<'_> {
    /// `loop p = e for .. do body` (FUT-T-LOOP)
    pub(super) fn loop_(&mut self, env: &Env, l: &ast::Loop, span: Span) -> Checked<Exp> {
        FUT_T_LOOP.apply();
        let init = match &l.init {
            Some(e) => self.exp(env, e)?,
            None => {
                let e = self.named_by(&l.pat)?;
                self.exp(env, &e)?
            }
        };
        // FUT-T-ORDER0: what goes round is no function, so a type still open here never becomes one.
        let ty = self.fresh("t", self.cx.of_branches(), Kind::Any, span);
        let why = Why::new(
            &FUT_T_LOOP,
            "body",
            "the initial value does not have the type of the loop",
        );
        self.equal(why, init.span, &ty, &init.ty)?;
        let mut inner = env.clone();
        let mut seen = Seen::new();
        let sizes = self.size_binders(&mut inner, &l.sizes, &mut seen)?;
        let outer = inner.clone();
        let pat = self.pattern(&outer, &mut inner, &l.pat, &init.ty, &mut seen)?;
        let form = match &l.form {
            ast::LoopForm::For(i, bound) => {
                let bound = self.exp(env, bound)?;
                let integers = PrimSet::of(PrimType::is_integer);
                let t = self.fresh("t", Liftedness::Unlifted, Kind::Prim(integers), bound.span);
                let why = Why::new(&FUT_T_LOOP, "bound", "the bound of a loop must be an integer");
                self.equal(why, bound.span, &t, &bound.ty)?;
                LoopForm::For(self.bind(&mut inner, i, bound.ty.clone()), bound)
            }
            ast::LoopForm::ForIn(p, e) => {
                let e = self.exp(env, e)?;
                let elem = self.element(e.span);
                let array = build::array(Size::Const(0), elem.clone());
                let why = Why::new(&FUT_T_LOOP, "array", "only an array can be looped over");
                self.equal(why, e.span, &array, &e.ty)?;
                let p = self.pattern(env, &mut inner, p, &elem, &mut Seen::new())?;
                LoopForm::ForIn(p, e)
            }
            ast::LoopForm::While(c) => {
                let c = self.exp(&inner, c)?;
                let why = Why::new(&FUT_T_LOOP, "condition", "the condition of a loop must be a bool");
                self.require_prim(why, &c, PrimType::Bool)?;
                LoopForm::While(c)
            }
        };
        let body = self.exp(&inner, &l.body)?;
        let why = Why::new(
            &FUT_T_LOOP,
            "body",
            "the body does not have the type of the loop parameter",
        );
        self.equal(why, body.span, &init.ty, &body.ty)?;
        let ty = init.ty.clone();
        let l = Loop {
            sizes,
            pat,
            init,
            form,
            body,
        };
        Ok(Exp {
            kind: ExpKind::Loop(Box::new(l)),
            ty,
            span,
        })
    }

    /// The expression that a loop pattern without an initial value names.
    fn named_by(&mut self, p: &ast::Pat) -> Checked<ast::Exp> {
        let var = |id: &ast::Ident| {
            ast::ExpKind::Var(ast::QualName {
                path: Vec::new(),
                name: id.name.clone(),
                span: id.span,
            })
        };
        let kind = match &p.kind {
            PatKind::Var(id) => var(id),
            PatKind::Tuple(ps) => {
                ast::ExpKind::Tuple(ps.iter().map(|p| self.named_by(p)).collect::<Checked<_>>()?)
            }
            PatKind::Record(ps) => {
                let mut fields = Vec::with_capacity(ps.len());
                for (id, p) in ps {
                    fields.push(ast::RecordField {
                        name: id.clone(),
                        value: match p {
                            Some(p) => Some(self.named_by(p)?),
                            None => None,
                        },
                    });
                }
                ast::ExpKind::Record(fields)
            }
            PatKind::Ascribe(p, _) | PatKind::Attr(_, p) => return self.named_by(p),
            PatKind::Wildcard | PatKind::Lit(_) | PatKind::Constr(..) => {
                return self.cx.fail(
                    Diagnostic::error(
                        FUT_T_LOOP.refuse("named"),
                        p.span,
                        "this part of the loop parameter has no initial value",
                    )
                    .with_help("write `loop p = e ..`"),
                );
            }
        };
        Ok(ast::Exp { kind, span: p.span })
    }
}
