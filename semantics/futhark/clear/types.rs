//! Types and sizes: the shape of a type, and the sizes that a value shows.

use super::Interpreter;
use super::environment::{Environment, Meaning};
use super::value::{Shape, Value};
use crate::failure::{Failure, Run};
use elder_futhark::check::for_each_name;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{
    Arrow, Exp, ExpKind, Instance, RetType, Size, Type, TypeArg, TypeFunParam, TypeKind, VName,
};
use elder_syntax::Span;
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

/// What parameters of an abstract type stand for.
#[derive(Default)]
struct Arguments<'a> {
    sizes: Vec<(&'a VName, &'a Size)>,
    types: Vec<(&'a VName, &'a Type)>,
}

impl Interpreter<'_> {
    /// The type with an abstract type at its head replaced by what it stands for.
    pub fn expand(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        while let TypeKind::Named(name, args) = &*ty {
            let Some(fun) = self.program.abstract_types.get(&name.id) else {
                break;
            };
            let mut given = Arguments::default();
            for (param, arg) in fun.params.iter().zip(args) {
                match (param, arg) {
                    (TypeFunParam::Size(v), TypeArg::Size(s)) => given.sizes.push((v, s)),
                    (TypeFunParam::Type(p), TypeArg::Type(t)) => given.types.push((&p.name, t)),
                    _ => {}
                }
            }
            ty = given.within(&fun.body);
        }
        ty
    }

    /// FUT-E-SHAPEOF: the type with numbers for its sizes.
    pub fn shape_of(&mut self, env: &mut Environment, ty: &Type) -> Run<Shape> {
        rules::FUT_E_SHAPEOF.apply();
        self.shape(env, ty)
    }

    /// The shape of values of the type, whatever its sizes are.
    pub fn shape(&mut self, env: &mut Environment, ty: &Type) -> Run<Shape> {
        Ok(match &*self.expand(ty) {
            TypeKind::Prim(p) => Shape::Prim(*p),
            TypeKind::Array(size, element) => {
                let size = self.size(env, size)?;
                Shape::Array(size, Rc::new(self.shape(env, element)?))
            }
            TypeKind::Record(fields) => {
                let mut shapes = Vec::new();
                for (name, field) in fields {
                    shapes.push((name.clone(), self.shape(env, field)?));
                }
                Shape::Record(shapes.into())
            }
            TypeKind::Sum(constructors) => {
                let mut shapes = Vec::new();
                for (name, args) in constructors {
                    let args: Run<Vec<Shape>> = args.iter().map(|arg| self.shape(env, arg)).collect();
                    shapes.push((name.clone(), args?));
                }
                Shape::Sum(shapes.into())
            }
            TypeKind::Var(v) => {
                let found = env.type_of(v).map(|(ty, within)| (ty.clone(), within.clone()));
                match found {
                    Some((ty, mut within)) => self.shape(&mut within, &ty)?,
                    None => Shape::Other,
                }
            }
            TypeKind::Arrow(_) | TypeKind::Named(..) => Shape::Other,
        })
    }

    /// The value of a size.
    pub fn size(&mut self, env: &mut Environment, size: &Size) -> Run<i64> {
        match size {
            Size::Const(n) => Ok(*n),
            Size::Var(name) => self.size_name(env, name),
            Size::Exp(e) => match env.remembered(size) {
                Some(n) => Ok(n),
                None => {
                    let value = self.eval(env, e)?;
                    let n = value.as_i64();
                    n.ok_or_else(|| Failure::internal(e.span, "a size that is no integer"))
                }
            },
        }
    }

    /// The value of the name of a size.  One that nothing gave a value stands in types that nobody looks at; it is 0.
    fn size_name(&mut self, env: &Environment, name: &VName) -> Run<i64> {
        match env.meaning(name) {
            Some(Meaning::Value(value)) => Ok(value.as_i64().unwrap_or(0)),
            Some(Meaning::Function(..)) => Ok(0),
            None => self.global_size(name),
        }
    }

    /// Visits every size of the type with what the value of this shape has for it, outer ones first.
    pub fn compare(&self, ty: &Type, shape: &Shape, visit: &mut dyn FnMut(&Size, i64)) {
        match (&*self.expand(ty), shape) {
            (TypeKind::Array(size, element), Shape::Array(n, inner)) => {
                visit(size, *n);
                self.compare(element, inner, visit);
            }
            (TypeKind::Record(types), Shape::Record(shapes)) => {
                for ((_, ty), (_, shape)) in types.iter().zip(shapes.iter()) {
                    self.compare(ty, shape, visit);
                }
            }
            (TypeKind::Sum(constructors), Shape::Sum(shapes)) => {
                for (name, types) in constructors {
                    let found = shapes.iter().find(|(other, _)| other == name);
                    let shapes = found.map_or(&[][..], |(_, shapes)| shapes);
                    for (ty, shape) in types.iter().zip(shapes) {
                        self.compare(ty, shape, visit);
                    }
                }
            }
            _ => {}
        }
    }

    /// FUT-E-SIZEPAR: sizes are read off a value, each where its type first has it.
    pub fn read_sizes(&self, env: &mut Environment, names: &[VName], ty: &Type, value: &Value) {
        if names.is_empty() {
            return;
        }
        rules::FUT_E_SIZEPAR.apply();
        let mut found: Vec<Option<i64>> = vec![None; names.len()];
        self.compare(ty, &value.shape(), &mut |size, n| {
            if let Size::Var(v) = size
                && let Some(k) = names.iter().position(|name| name == v)
            {
                found[k].get_or_insert(n);
            }
        });
        for (name, n) in names.iter().zip(found) {
            env.bind_size(name, n.unwrap_or(0));
        }
    }

    /// Remembers the sizes of a type that read arrays, as the value shows them: once the arrays have been consumed they cannot
    /// be computed any more, but types may go on to mention them.
    pub fn remember_sizes(&self, env: &mut Environment, ty: &Type, value: &Value) {
        if !self.reads_arrays(ty) {
            return;
        }
        self.compare(ty, &value.shape(), &mut |size, n| {
            if let Size::Exp(e) = size
                && self.size_reads_arrays(size)
                && env.remembered(size).is_none()
            {
                env.remember(e.clone(), n);
            }
        });
    }

    fn reads_arrays(&self, ty: &Type) -> bool {
        match &**ty {
            TypeKind::Array(size, element) => self.size_reads_arrays(size) || self.reads_arrays(element),
            TypeKind::Record(fields) => fields.iter().any(|(_, field)| self.reads_arrays(field)),
            TypeKind::Sum(constructors) => {
                let mut args = constructors.iter().flat_map(|(_, args)| args);
                args.any(|arg| self.reads_arrays(arg))
            }
            TypeKind::Named(_, args) => args.iter().any(|arg| match arg {
                TypeArg::Size(size) => self.size_reads_arrays(size),
                TypeArg::Type(ty) => self.reads_arrays(ty),
            }),
            TypeKind::Prim(_) | TypeKind::Arrow(_) | TypeKind::Var(_) => false,
        }
    }

    /// Whether a size mentions a local name that is no scalar.
    fn size_reads_arrays(&self, size: &Size) -> bool {
        fn reads(this: &Interpreter<'_>, e: &Exp) -> bool {
            if let ExpKind::Var(name, _) = &e.kind {
                return !matches!(&*e.ty, TypeKind::Prim(_)) && this.definition(name).is_none();
            }
            e.children().into_iter().any(|part| reads(this, part))
        }
        matches!(size, Size::Exp(e) if reads(self, e))
    }

    /// FUT-E-PROXY: what the sizes of coerced functions claim is computed where the coercion stands, but for what mentions
    /// their parameters.  In the argument of a function the type that it has is what counts, elsewhere the one that it gets.
    pub fn settle(
        &mut self,
        env: &mut Environment,
        from: &Type,
        to: &Type,
        within: bool,
        bound: &mut Vec<VName>,
    ) -> Run<()> {
        match (&*self.expand(from), &*self.expand(to)) {
            (TypeKind::Array(_, x), TypeKind::Array(size, y)) => {
                self.settle(env, x, y, within, bound)?;
                let Size::Exp(e) = size else { return Ok(()) };
                let mut open = !within;
                for_each_name(size, &mut |name| open |= bound.contains(name));
                if !open && env.remembered(size).is_none() {
                    let n = self.size(env, size)?;
                    env.remember(e.clone(), n);
                }
            }
            (TypeKind::Record(xs), TypeKind::Record(ys)) => {
                for ((_, x), (_, y)) in xs.iter().zip(ys) {
                    self.settle(env, x, y, within, bound)?;
                }
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                for (x, y) in xs.iter().flat_map(|x| &x.1).zip(ys.iter().flat_map(|y| &y.1)) {
                    self.settle(env, x, y, within, bound)?;
                }
            }
            (TypeKind::Arrow(x), TypeKind::Arrow(y)) => {
                let outside = bound.len();
                bound.extend(x.param_name.iter().chain(&y.param_name).cloned());
                self.settle(env, &y.param, &x.param, true, bound)?;
                bound.extend(x.ret.exts.iter().chain(&y.ret.exts).cloned());
                self.settle(env, &x.ret.ty, &y.ret.ty, true, bound)?;
                bound.truncate(outside);
            }
            _ => {}
        }
        Ok(())
    }

    /// The integer that a value is, where a rule wants one.
    pub fn number(&self, value: &Value, span: Span) -> Run<i64> {
        let n = value.as_i64();
        n.ok_or_else(|| Failure::internal(span, "an integer was expected"))
    }
}

impl Arguments<'_> {
    /// The type with sizes and types for the parameters.
    fn within(&self, ty: &Type) -> Type {
        let types = |types: &[Type]| types.iter().map(|t| self.within(t)).collect();
        Rc::new(match &**ty {
            TypeKind::Prim(_) => return ty.clone(),
            TypeKind::Var(v) => {
                let found = self.types.iter().find(|(w, _)| *w == v);
                return found.map_or(ty, |(_, t)| t).clone();
            }
            TypeKind::Array(size, element) => TypeKind::Array(self.in_size(size), self.within(element)),
            TypeKind::Record(fields) => {
                TypeKind::Record(fields.iter().map(|(f, t)| (f.clone(), self.within(t))).collect())
            }
            TypeKind::Sum(constructors) => TypeKind::Sum(
                constructors
                    .iter()
                    .map(|(c, ts)| (c.clone(), types(ts)))
                    .collect(),
            ),
            TypeKind::Arrow(arrow) => TypeKind::Arrow(Arrow {
                param: self.within(&arrow.param),
                ret: RetType {
                    ty: self.within(&arrow.ret.ty),
                    ..arrow.ret.clone()
                },
                ..arrow.clone()
            }),
            TypeKind::Named(name, args) => {
                let arg = |arg: &TypeArg| match arg {
                    TypeArg::Size(size) => TypeArg::Size(self.in_size(size)),
                    TypeArg::Type(ty) => TypeArg::Type(self.within(ty)),
                };
                TypeKind::Named(name.clone(), args.iter().map(arg).collect())
            }
        })
    }

    fn in_size(&self, size: &Size) -> Size {
        match size {
            Size::Const(_) => size.clone(),
            Size::Var(v) => self.given(v).unwrap_or(size).clone(),
            Size::Exp(e) => {
                let mut e = (**e).clone();
                self.in_exp(&mut e);
                Size::Exp(Rc::new(e))
            }
        }
    }

    fn in_exp(&self, e: &mut Exp) {
        if let ExpKind::Var(v, _) = &e.kind
            && let Some(size) = self.given(v)
        {
            match size {
                Size::Const(n) => e.kind = ExpKind::Lit(PrimValue::I64(*n)),
                Size::Var(w) => e.kind = ExpKind::Var(w.clone(), Instance::default()),
                Size::Exp(other) => *e = (**other).clone(),
            }
            return;
        }
        e.children_mut().into_iter().for_each(|part| self.in_exp(part));
    }

    fn given(&self, v: &VName) -> Option<&Size> {
        self.sizes.iter().find(|(w, _)| *w == v).map(|(_, size)| *size)
    }
}
