//! Attributes that say something about values (FUT-E-ATTR).

use super::Interpreter;
use super::environment::Environment;
use super::value::{Code, Shape, Value};
use crate::failure::{Failure, Run};
use crate::numeric::zero;
use elder_futhark::check::for_each_name;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Attribute, Exp, ExpKind, Size, Type, TypeArg, TypeKind, VName};
use elder_syntax::Span;

impl Interpreter<'_> {
    /// FUT-E-ATTR: `#[a] inner`, which is `e`.
    pub fn attributed(
        &mut self,
        env: &mut Environment,
        attribute: &Attribute,
        inner: &Exp,
        e: &Exp,
    ) -> Run<Value> {
        match attribute {
            Attribute::Param(name) => match self.tuned.get(name.as_str()) {
                Some(n) => Ok(Value::from(*n)),
                None => self.eval(env, inner),
            },
            Attribute::Unsafe => {
                let outside = std::mem::replace(&mut self.unchecked, true);
                let value = self.eval(env, inner);
                self.unchecked = outside;
                value
            }
            // Programmers put it on what may or may not be an array.
            Attribute::Scratch if !matches!(&*self.head(env, &e.ty), TypeKind::Array(..)) => {
                self.eval(env, inner)
            }
            Attribute::Blank | Attribute::Scratch => self.blank(env, inner, e),
        }
    }

    /// The type with what type parameters at its head stand for.
    fn head(&self, env: &Environment, ty: &Type) -> Type {
        let ty = self.expand(ty);
        match &*ty {
            TypeKind::Var(v) => match env.type_of(v) {
                Some((inner, within)) => self.head(within, inner),
                None => ty,
            },
            _ => ty,
        }
    }

    /// A value of the type of `e`, for which `inner` is evaluated only if nothing else says how large it is.
    fn blank(&mut self, env: &mut Environment, inner: &Exp, e: &Exp) -> Run<Value> {
        if !self.is_known(env, &e.ty) {
            return self.eval(env, inner);
        }
        // A hole shows no sizes: they are 0.
        if self.shows_sizes(env, &e.ty) && !matches!(inner.kind, ExpKind::Hole) {
            return self.eval(env, inner);
        }
        let shape = self.shape(env, &e.ty)?;
        match shape.is_natural() {
            true => self.zero(env, &e.ty, &shape, e.span),
            false => self.eval(env, inner),
        }
    }

    /// Whether it is known what values of the type are made of.
    fn is_known(&self, env: &Environment, ty: &Type) -> bool {
        match &*self.expand(ty) {
            TypeKind::Prim(_) => true,
            TypeKind::Array(_, element) => self.is_known(env, element),
            TypeKind::Record(fields) => fields.iter().all(|(_, t)| self.is_known(env, t)),
            TypeKind::Sum(constructors) => {
                let first = constructors.first();
                first.is_some_and(|(_, args)| args.iter().all(|t| self.is_known(env, t)))
            }
            TypeKind::Var(v) => match env.type_of(v) {
                Some((inner, within)) => self.is_known(within, inner),
                None => false,
            },
            TypeKind::Arrow(arrow) => self.is_known(env, &arrow.ret.ty),
            TypeKind::Named(..) => false,
        }
    }

    /// Whether the type has a size that only a value would show.
    fn shows_sizes(&self, env: &Environment, ty: &Type) -> bool {
        let unknown = |size: &Size| {
            let mut unknown = false;
            for_each_name(size, &mut |v: &VName| {
                let global = self.definition(v).is_some() || self.binders.contains_key(&v.id);
                unknown |= !global && env.meaning(v).is_none();
            });
            unknown
        };
        match &*self.expand(ty) {
            TypeKind::Array(size, element) => unknown(size) || self.shows_sizes(env, element),
            TypeKind::Record(fields) => fields.iter().any(|(_, t)| self.shows_sizes(env, t)),
            TypeKind::Sum(constructors) => {
                let mut args = constructors.iter().flat_map(|(_, args)| args);
                args.any(|t| self.shows_sizes(env, t))
            }
            TypeKind::Named(_, args) => args.iter().any(|arg| match arg {
                TypeArg::Size(size) => unknown(size),
                TypeArg::Type(t) => self.shows_sizes(env, t),
            }),
            TypeKind::Prim(_) | TypeKind::Arrow(_) | TypeKind::Var(_) => false,
        }
    }

    /// The value of a type and a shape whose numbers are all zero.
    fn zero(&mut self, env: &mut Environment, ty: &Type, shape: &Shape, span: Span) -> Run<Value> {
        match (&*self.expand(ty), shape) {
            (TypeKind::Prim(p), _) => Ok(Value::Prim(zero(*p))),
            (TypeKind::Array(_, element), Shape::Array(n, row)) => {
                let element = self.zero(env, element, row, span)?;
                self.room_of(*n, &element, None, span)
            }
            (TypeKind::Record(fields), Shape::Record(shapes)) => {
                let mut values = Vec::new();
                for ((name, t), (_, shape)) in fields.iter().zip(shapes.iter()) {
                    values.push((name.clone(), self.zero(env, t, shape, span)?));
                }
                Ok(Value::Record(values.into()))
            }
            (TypeKind::Sum(constructors), Shape::Sum(shapes)) => {
                let (Some((name, types)), Some((_, shapes))) = (constructors.first(), shapes.first()) else {
                    return Err(Failure::internal(span, "a sum of nothing"));
                };
                let args = types.iter().zip(shapes);
                let args: Run<Vec<Value>> = args.map(|(t, shape)| self.zero(env, t, shape, span)).collect();
                self.constructor(env, name, args?, ty, span)
            }
            (TypeKind::Var(v), _) => {
                let found = env.type_of(v).map(|(ty, within)| (ty.clone(), within.clone()));
                match found {
                    Some((ty, mut within)) => self.zero(&mut within, &ty, shape, span),
                    None => Err(Failure::internal(span, "a type of which nothing is known")),
                }
            }
            (TypeKind::Arrow(_), _) => Ok(self.function(Code::Blank(ty.clone(), span), env.clone())),
            _ => Err(Failure::internal(span, "a type of which nothing is known")),
        }
    }

    /// What a function that `#[blank]` gives gives.
    pub fn blank_result(
        &mut self,
        ty: &Type,
        mut env: Environment,
        args: Vec<Value>,
        span: Span,
    ) -> Run<Value> {
        let TypeKind::Arrow(arrow) = &*self.expand(ty) else {
            return Err(Failure::internal(span, "a function of no function type"));
        };
        rules::FUT_E_ATTR.apply();
        for (name, arg) in arrow.param_name.iter().zip(args) {
            env.bind(name, arg);
        }
        let shape = self.shape(&mut env, &arrow.ret.ty)?;
        if !shape.is_natural() {
            let message = "a blank value of a size below zero";
            return Err(Failure::error(&rules::FUT_E_HOLE, "value", span, message));
        }
        self.zero(&mut env, &arrow.ret.ty, &shape, span)
    }
}
