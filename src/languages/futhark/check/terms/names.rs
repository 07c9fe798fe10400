//! Names of values: what they are bound to and at which types a polymorphic one is used (FUT-T-VAR, FUT-T-INST).

use super::super::env::{Env, Operator, Value};
use super::super::skeleton::{Exp, ExpKind};
use super::super::substitution::{Pairs, subst};
use super::super::suggestions::did_you_mean;
use super::super::unify::{Kind, PrimSet};
use super::super::{Checked, build};
use super::{Infer, Instantiation, Why};
use crate::ast::{Liftedness, QualName};
use crate::check::env::Module;
use crate::rules::typing::*;
use crate::tree::{Scheme, Type, TypeKind};
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Diagnostic, Name, Span};

/// What a written name turned out to be: a value, and fields to project from it.
pub(super) struct Found<'a> {
    pub value: Value,
    pub fields: &'a [Name],
    pub last: Option<&'a Name>,
}

impl Infer<'_> {
    /// Finds the value that a name begins with: the longest path of modules, then a value, then fields.
    pub(super) fn lookup<'q>(&mut self, env: &Env, q: &'q QualName) -> Checked<Found<'q>> {
        let mut at: Option<std::rc::Rc<Env>> = None;
        for (i, part) in q.path.iter().enumerate() {
            let here = at.as_deref().unwrap_or(env);
            if let Some(value) = here.values.get(part) {
                return Ok(Found {
                    value: value.clone(),
                    fields: q.path.get(i + 1..).unwrap_or_default(),
                    last: Some(&q.name),
                });
            }
            let module: Option<Module> = here.modules.get(part).cloned();
            let Some(module) = module else {
                return self.unknown(part, here, q.span);
            };
            at = Some(self.cx.module_names(&module, &format!("`{part}`"), q.span)?);
        }
        let here = at.as_deref().unwrap_or(env);
        match here.values.get(&q.name) {
            Some(value) => Ok(Found {
                value: value.clone(),
                fields: &[],
                last: None,
            }),
            None => self.unknown(&q.name, here, q.span),
        }
    }

    fn unknown<T>(&mut self, name: &Name, among: &Env, span: Span) -> Checked<T> {
        if among.poisoned {
            return Err(super::super::Failed);
        }
        let message = format!("unknown name `{name}`");
        let mut d = Diagnostic::error(FUT_T_VAR.refuse("bound"), span, message);
        d.help = did_you_mean(name, among.values.keys().chain(among.modules.keys()));
        self.cx.fail(d)
    }

    /// A use of a name.
    pub(super) fn var(&mut self, env: &Env, q: &QualName) -> Checked<Exp> {
        FUT_T_VAR.apply();
        let found = self.lookup(env, q)?;
        let used = if found.last.is_some() {
            q.path.last()
        } else {
            Some(&q.name)
        };
        if used.is_some_and(|name| name.starts_with('_')) {
            return self.cx.fail(
                Diagnostic::error(
                    FUT_T_VAR.refuse("underscore"),
                    q.span,
                    format!("`{}` is used, but begins with an underscore", q.name),
                )
                .with_help("rename it: the underscore says that it is not used"),
            );
        }
        let mut e = self.value(found.value, &q.name, q.span)?;
        for field in found.fields.iter().chain(found.last) {
            e = self.project(e, field, q.span)?;
        }
        Ok(e)
    }

    /// A use of what a name is bound to.
    pub(super) fn value(&mut self, value: Value, written: &Name, span: Span) -> Checked<Exp> {
        let (kind, ty) = match value {
            Value::Bound {
                name,
                scheme,
                global: false,
                ..
            } => {
                let (types, ty) = self.instantiate(&scheme, written, span);
                (ExpKind::Local(name, types), ty)
            }
            Value::Bound { name, scheme, .. } => {
                let (types, ty) = self.instantiate(&scheme, written, span);
                (ExpKind::Global(name, scheme, types), ty)
            }
            Value::Intrinsic(i, scheme) => {
                let (types, ty) = self.instantiate(&scheme, written, span);
                (ExpKind::Intrinsic(i, scheme, types), ty)
            }
            Value::Operator(op) => {
                FUT_T_OPS.apply();
                let (op, t) = match op {
                    Operator::And => (BinOp::And, build::prim(PrimType::Bool)),
                    Operator::Or => (BinOp::Or, build::prim(PrimType::Bool)),
                    Operator::Binary(op) => (op, self.operand(op, span)),
                    Operator::Negate | Operator::Not => return self.prefix_operator(op, span),
                };
                let result = if op.is_comparison() {
                    build::prim(PrimType::Bool)
                } else {
                    t.clone()
                };
                let ty = build::arrow(t.clone(), build::arrow(t.clone(), result));
                (ExpKind::Operator(op, t), ty)
            }
            Value::Poisoned => return Err(super::super::Failed),
        };
        Ok(Exp { kind, ty, span })
    }

    /// A variable for the type of an operator's operands.
    pub(super) fn operand(&mut self, op: BinOp, span: Span) -> Type {
        match op {
            BinOp::Eq | BinOp::Ne => self.element(span),
            _ => self.fresh("t", Liftedness::Unlifted, Kind::Prim(operand_types(op)), span),
        }
    }

    /// Fresh variables for the type parameters of a scheme.
    pub(super) fn instantiate(&mut self, scheme: &Scheme, of: &Name, span: Span) -> (Vec<Type>, Type) {
        if scheme.types.is_empty() {
            return (Vec::new(), scheme.ty.clone());
        }
        FUT_T_INST.apply();
        let mut pairs = Pairs::default();
        for p in &scheme.types {
            let t = self.fresh("t", p.lifted, Kind::Any, span);
            if p.lifted < Liftedness::Lifted {
                self.st.instances.push(Instantiation {
                    span,
                    of: of.clone(),
                    param: p.name.name.clone(),
                    lifted: p.lifted,
                    ty: t.clone(),
                });
            }
            pairs.types.push((p.name.clone(), t));
        }
        let ty = subst(&scheme.ty, &mut pairs);
        (pairs.types.into_iter().map(|(_, t)| t).collect(), ty)
    }

    /// `e.field`
    pub(super) fn project(&mut self, e: Exp, field: &Name, span: Span) -> Checked<Exp> {
        FUT_T_REC.apply();
        let head = self.st.vars.head(&e.ty);
        let ty = match &*head {
            TypeKind::Record(fs) if fs.iter().any(|(f, _)| f == field) => {
                fs.iter().find(|(f, _)| f == field).map(|(_, t)| t.clone())
            }
            _ => None,
        };
        let ty = match ty {
            Some(t) => t,
            None => {
                let t = self.any("t", span);
                let kind = Kind::Record(vec![(field.clone(), t.clone())]);
                let record = self.fresh("t", Liftedness::Lifted, kind, span);
                let why = Why::new(&FUT_T_REC, "field", "this has no such field");
                self.equal(why, span, &record, &e.ty)?;
                t
            }
        };
        Ok(Exp {
            kind: ExpKind::Field(Box::new(e), field.clone()),
            ty,
            span,
        })
    }
}

/// The types that the operands of an overloaded operator may have.
pub(super) fn operand_types(op: BinOp) -> PrimSet {
    match op {
        // Logical uses of `&` and its kin are `&&`, `||` and `!=`.
        BinOp::And | BinOp::Or | BinOp::Xor => PrimSet::of(PrimType::is_integer),
        _ => PrimSet::of(|t| op.exists_on(t)),
    }
}
