//! FUT-DF-BLANK: in a blank value a function is one that gives blank values (FUT-E-ATTR).

use super::value::{Code, Payload, Static, erased};
use super::{Env, Made, Pass, hole_at};
use elder_futhark::check::build;
use elder_futhark::check::substitution::{Position, for_each_name, for_each_size, is_order_zero};
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::{Arrow, Attribute, Exp, ExpKind, Fun, Param, Pat, Size, Type, TypeKind};
use elder_syntax::Span;
use std::rc::Rc;

impl Pass<'_> {
    /// `#[blank] inner`, which is `e`, a value with functions.
    pub fn blank(&mut self, env: &mut Env, e: &Exp, inner: &Exp) -> Made {
        self.by(&rules::FUT_DF_BLANK);
        if !is_known(&e.ty) {
            return self.exp(env, inner);
        }
        if self.shows_sizes(env, &e.ty) && !matches!(inner.kind, ExpKind::Hole) {
            // Only the value says how large it is, so its functions are those that it has.
            let (inner, value) = self.exp(env, inner)?;
            let kind = ExpKind::Attr(Attribute::Blank, Box::new(inner));
            return self.done(env, e, kind, value, Vec::new());
        }
        let (made, value) = self.blank_of(env, &e.ty, e.span)?;
        self.done(env, e, made.kind, value, made.sizes)
    }

    /// The blank value of a type.
    fn blank_of(&mut self, env: &mut Env, ty: &Type, span: Span) -> Made {
        let simple = |kind: ExpKind, ty: Type| Exp::of(kind, ty, span);
        let empty = |ty: Type| {
            simple(
                ExpKind::Attr(Attribute::Blank, Box::new(hole_at(ty.clone(), span))),
                ty,
            )
        };
        Ok(match &**ty {
            TypeKind::Arrow(arrow) => {
                let fun = self.blank_function(ty, arrow, span);
                self.closure(env, Code::Local(fun), span)
            }
            TypeKind::Record(fields) if !is_order_zero(ty) => {
                let (mut made, mut known) = (Vec::new(), Vec::new());
                for (label, ty) in fields {
                    let (field, value) = self.blank_of(env, ty, span)?;
                    made.push((label.clone(), field));
                    known.push((label.clone(), value));
                }
                let value = Static::Rcd(known);
                (simple(ExpKind::Record(made), value.rep()), value)
            }
            TypeKind::Sum(constructors) if !is_order_zero(ty) => {
                let (mut made, mut known) = (ExpKind::Hole, Vec::new());
                for (k, (name, types)) in constructors.iter().enumerate() {
                    let payload = match k {
                        0 => {
                            let (mut args, mut values) = (Vec::new(), Vec::new());
                            for ty in types {
                                let (arg, value) = self.blank_of(env, ty, span)?;
                                args.push(arg);
                                values.push(value);
                            }
                            made = ExpKind::Constr(name.clone(), args);
                            Payload::Present(values)
                        }
                        _ => {
                            let types: Vec<_> = types.iter().map(erased).collect();
                            Payload::Absent(self.types(env, &types)?)
                        }
                    };
                    known.push((name.clone(), payload));
                }
                let value = Static::Sum(known);
                (simple(made, value.rep()), value)
            }
            TypeKind::Array(size, element) if !is_order_zero(ty) => {
                let size = self.size(env, size)?;
                let units = empty(build::array(size.clone(), build::unit()));
                let unit = Static::Dyn(build::unit());
                let mut inner = env.clone();
                self.mapped(units, &size, &unit, &mut |pass, _| {
                    pass.blank_of(&mut inner, element, span)
                })?
            }
            _ => {
                let ty = self.ty(env, ty)?;
                (empty(ty.clone()), Static::Dyn(ty))
            }
        })
    }

    /// `\(x: σ) -> #[blank] ??? : ρ`, the same for all blank functions of one type.
    fn blank_function(&mut self, ty: &Type, arrow: &Arrow, span: Span) -> Rc<Fun> {
        let address = Rc::as_ptr(ty) as usize;
        if let Some((_, fun)) = self.blanks.get(&address) {
            return fun.clone();
        }
        let param = arrow.param_name.clone();
        let param = param.unwrap_or_else(|| self.source("x"));
        let ret = &arrow.ret;
        let fun = Rc::new(Fun::of(
            vec![Param {
                pat: Pat::var(param, arrow.param.clone(), span),
                stars: arrow.param_stars.clone(),
            }],
            ret.clone(),
            Exp::of(
                ExpKind::Attr(Attribute::Blank, Box::new(hole_at(ret.ty.clone(), span))),
                ret.ty.clone(),
                span,
            )
            .making(ret.exts.clone()),
        ));
        // The type is kept, and so is its address.
        self.blanks.insert(address, (ty.clone(), fun.clone()));
        fun
    }

    /// Whether the type has a size that only a value would show.
    fn shows_sizes(&self, env: &Env, ty: &Type) -> bool {
        let mut unknown = false;
        for_each_size(ty, &mut |size: &Size, at, _| {
            for_each_name(size, &mut |v| {
                let is_global = self.defs.contains_key(&v.id) || self.top_sizes.contains_key(&v.id);
                unknown |= at == Position::Immediate && !is_global && env.get(&v.id).is_none();
            });
        });
        unknown
    }
}

/// Whether it is known what values of the type are made of.
fn is_known(ty: &Type) -> bool {
    match &**ty {
        TypeKind::Prim(_) => true,
        TypeKind::Array(_, element) => is_known(element),
        TypeKind::Record(fields) => fields.iter().all(|(_, t)| is_known(t)),
        TypeKind::Sum(constructors) => {
            let first = constructors.first();
            first.is_some_and(|(_, args)| args.iter().all(is_known))
        }
        TypeKind::Arrow(arrow) => is_known(&arrow.ret.ty),
        TypeKind::Var(_) | TypeKind::Named(..) => false,
    }
}
