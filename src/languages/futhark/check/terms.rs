//! Value definitions: expressions have types.
//!
//! A definition is checked in two walks.  The first, here, resolves names and infers types by unification with sizes left
//! out ([`super::unify`]); when it ends every type is known, open numbers have become `i32` or `f64`, and what is still
//! unknown has become a type parameter.  It leaves a [`skeleton`](super::skeleton).  The second walk
//! ([`super::sizing`]) finds the sizes and emits the typed tree.
//!
//! | file | constructs |
//! | --- | --- |
//! | `terms/expressions.rs` | the walk itself, records, sums, branches, annotations |
//! | `terms/names.rs` | names, instances of polymorphic ones, projections that look like qualified names |
//! | `terms/apply.rs` | application, operators, sections, `rearrange` and `reshape` |
//! | `terms/arrays.rs` | literals, ranges, indexing, updates |
//! | `terms/functions.rs` | definitions, local functions, lambdas |
//! | `terms/loops.rs` | loops |
//! | `terms/patterns.rs` | patterns |

mod apply;
mod arrays;
mod expressions;
mod functions;
mod loops;
mod names;
mod patterns;

use super::display::{show, show_unsized};
use super::env::{Env, Value};
use super::skeleton::{Annotation, Exp, ExpKind};
use super::types::SizePolicy;
use super::unify::{Kind, TypeVars};
use super::{Checked, Context};
use crate::ast::{self, Liftedness};
use crate::rules::typing::*;
use crate::tree::{Scheme, Size, Type, TypeKind, VName};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name, Rule, Span};
use std::rc::Rc;

pub(super) use functions::TypedDefinition;

/// FUT-T-LIMIT
const MAX_TYPE_PARTS: usize = 100_000;

/// What the first walk keeps for the whole definition.
#[derive(Debug)]
pub(super) struct State {
    /// Unification variables.
    pub vars: TypeVars,
    /// Type parameters instantiated with types that must not hide more than the parameter allows.
    instances: Vec<Instantiation>,
}

#[derive(Debug)]
struct Instantiation {
    span: Span,
    of: Name,
    param: Name,
    lifted: Liftedness,
    ty: Type,
}

/// The first walk.
pub(super) struct Infer<'a> {
    pub cx: &'a mut Context,
    pub st: &'a mut State,
}

/// The premise that asks for two types to be equal, and what to say if they are not.
#[derive(Clone, Copy)]
struct Why {
    rule: &'static Rule,
    premise: &'static str,
    message: &'static str,
}

impl Why {
    fn new(rule: &'static Rule, premise: &'static str, message: &'static str) -> Why {
        Why {
            rule,
            premise,
            message,
        }
    }
}

impl State {
    pub fn new(cx: &Context) -> State {
        State {
            vars: TypeVars::new(cx.names()),
            instances: Vec::new(),
        }
    }
}

/// A type without quantifiers as a scheme.
pub(super) fn monomorphic(ty: Type) -> Rc<Scheme> {
    Rc::new(Scheme {
        sizes: Vec::new(),
        types: Vec::new(),
        ty,
    })
}

impl Infer<'_> {
    fn fresh(&mut self, name: &'static str, lifted: Liftedness, kind: Kind, span: Span) -> Type {
        self.st.vars.fresh(self.cx, name, lifted, kind, span)
    }

    /// A variable for any type at all.
    fn any(&mut self, name: &'static str, span: Span) -> Type {
        self.fresh(name, Liftedness::Lifted, Kind::Any, span)
    }

    /// A variable for a type of array elements.
    fn element(&mut self, span: Span) -> Type {
        self.fresh("t", Liftedness::Unlifted, Kind::Any, span)
    }

    /// `found` must be `expected`.
    fn equal(&mut self, why: Why, span: Span, expected: &Type, found: &Type) -> Checked<()> {
        match self.st.vars.unify(expected, found) {
            Ok(()) => Ok(()),
            Err(clash) => {
                let (expected, found) = (self.st.vars.zonk(expected), self.st.vars.zonk(found));
                let detail = self.st.vars.describe(&clash);
                let mut d = Diagnostic::error(why.rule.refuse(why.premise), span, why.message);
                // Nothing is known about sizes yet.
                if let (TypeKind::Prim(to), TypeKind::Prim(from)) = (&*expected, &*found)
                    && to != from
                {
                    d = d.with_help(format!("convert it: `{to}.{from} (..)`"));
                }
                let (expected, found) = (show_unsized(&expected), show_unsized(&found));
                if expected != found {
                    d = d
                        .with_note(format!("expected: {expected}"))
                        .with_note(format!("found:    {found}"));
                }
                if detail != format!("`{expected}` is not `{found}`") {
                    d = d.with_note(detail);
                }
                self.cx.fail(d)
            }
        }
    }

    /// Types that double with every line of the program are refused (FUT-T-LIMIT).
    fn limited(&mut self, e: Exp) -> Checked<Exp> {
        if matches!(*e.ty, TypeKind::Prim(_)) {
            return Ok(e);
        }
        FUT_T_LIMIT.apply();
        if !self.st.vars.is_larger_than(&e.ty, MAX_TYPE_PARTS) {
            return Ok(e);
        }
        self.cx.fail(Diagnostic::error(
            FUT_T_LIMIT.refuse("parts"),
            e.span,
            format!("the type of this has more than {MAX_TYPE_PARTS} parts"),
        ))
    }

    /// The expression must have this primitive type.
    fn require_prim(&mut self, why: Why, e: &Exp, p: PrimType) -> Checked<()> {
        if matches!(&*e.ty, TypeKind::Prim(q) if *q == p) {
            return Ok(());
        }
        self.equal(why, e.span, &super::build::prim(p), &e.ty)
    }

    /// Binds a local name of one type.
    fn bind(&mut self, env: &mut Env, id: &ast::Ident, ty: Type) -> VName {
        let name = self.cx.fresh(id.name.clone());
        env.bind_value(
            id.name.clone(),
            Value::Bound {
                name: name.clone(),
                scheme: monomorphic(ty),
                global: false,
                span: id.span,
            },
        );
        name
    }

    /// A type that the programmer wrote inside of the definition.
    fn annotation(&mut self, env: &Env, te: &ast::TypeExp) -> Checked<Annotation> {
        let mut policy = Open {
            st: self.st,
            open: Vec::new(),
            sizes: Vec::new(),
        };
        let resolved = self.cx.resolve_type(env, te, &mut policy)?;
        let Open { open, sizes, .. } = policy;
        Ok(Annotation {
            ty: resolved.ty,
            stars: resolved.stars,
            open,
            sizes,
            span: te.span,
        })
    }

    /// An expression used as a size.
    pub fn size(&mut self, env: &Env, e: &ast::Exp) -> Checked<Exp> {
        let e = self.exp(env, e)?;
        self.require_prim(
            Why::new(&FUT_T_SIZE, "i64", "a size must be of type i64"),
            &e,
            PrimType::I64,
        )?;
        FUT_T_SIZE.apply();
        Ok(e)
    }
}

/// Sizes of types written inside of a definition: `[]` is to be inferred, expressions take part in inference.
struct Open<'a> {
    st: &'a mut State,
    open: Vec<VName>,
    sizes: Vec<(VName, Exp)>,
}

impl SizePolicy for Open<'_> {
    fn anonymous(&mut self, cx: &mut Context, _: Span) -> Checked<Size> {
        let v = cx.fresh("d");
        self.open.push(v.clone());
        Ok(Size::Var(v))
    }

    fn existential(&mut self, cx: &mut Context, name: &Name, _: Span) -> Checked<VName> {
        let v = cx.fresh(name.clone());
        self.open.push(v.clone());
        Ok(v)
    }

    fn expression(&mut self, cx: &mut Context, env: &Env, e: &ast::Exp) -> Checked<Size> {
        let e = Infer { cx, st: self.st }.size(env, e)?;
        match &e.kind {
            ExpKind::Local(v, _) => return Ok(Size::Var(v.clone())),
            ExpKind::Global(v, scheme, _) if scheme.sizes.is_empty() && scheme.types.is_empty() => {
                return Ok(Size::Var(v.clone()));
            }
            ExpKind::Int(k) => {
                if let Ok(k) = i64::try_from(*k) {
                    return Ok(Size::Const(k));
                }
            }
            _ => {}
        }
        let v = cx.fresh("size");
        self.sizes.push((v.clone(), e));
        Ok(Size::Var(v))
    }
}
