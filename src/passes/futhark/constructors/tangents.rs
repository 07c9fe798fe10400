//! Derivatives of what has sums.
//!
//! A tangent has the constructors of the value that it belongs to (FUT-E-JVP).  Of a record it has a zero for the number of the constructor, as for
//! any number that does not move; so that number is put in from the value.

use super::map::map;
use super::matches::{bind, field};
use super::sums::{Place, has_sum, variable};
use super::{Pass, named};
use elder_futhark::check::build::tuple_field;
use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::rules::translation::FUT_PA_TANGENT;
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{Exp, ExpKind, Fun, Param, Type, TypeKind};
use elder_syntax::{Name, Span};
use std::rc::Rc;

impl Pass {
    /// FUT-PA-TANGENT: an application, whose parts are done; `written` was its type.
    pub(super) fn applied(&mut self, applied: ExpKind, written: &Type, span: Span) -> ExpKind {
        let ExpKind::App { fun, mut args, infix } = applied else {
            return applied;
        };
        let op = match fun.kind {
            ExpKind::Intrinsic(Intrinsic::Op(op), _) if op.is_derivative() => op,
            _ => return ExpKind::App { fun, args, infix },
        };
        // The types of the value and of what moves with it, or of what it moves with.
        let moves = match (op, &**written) {
            (Op::WithVjp, _) => written,
            (_, TypeKind::Record(parts)) => parts.get(1).map_or(written, |(_, moves)| moves),
            _ => written,
        };
        if !has_sum(moves) {
            return ExpKind::App { fun, args, infix };
        }
        FUT_PA_TANGENT.apply();
        if op == Op::WithVjp {
            if let Some(ExpKind::Lambda(adjoint)) = args.get_mut(1).map(|arg| &mut arg.kind) {
                self.weighed(Rc::make_mut(adjoint), written);
            }
            return ExpKind::App { fun, args, infix };
        }
        let argument = args.get_mut(1).map(|argument| {
            let (name, place) = self.named(argument, "argument");
            (name, std::mem::replace(argument, place.clone()), place)
        });
        let made = self.ty(written);
        let result = Exp::of(ExpKind::App { fun, args, infix }, &made, span);
        let name = self.fresh("moved");
        let whole = variable(&name, &made, span);
        let (value, tangent) = (part(&whole, tuple_field(0)), part(&whole, tuple_field(1)));
        let of = match (op, &argument) {
            (Op::Vjp | Op::VjpVec, Some((_, _, argument))) => argument,
            _ => &value,
        };
        let tangent = match (op, &**moves, &*tangent.ty) {
            (Op::JvpVec | Op::VjpVec, TypeKind::Array(_, written), TypeKind::Array(size, made)) => {
                let row = self.fresh("tangent");
                let body = self.numbered(written, of, &variable(&row, made, span));
                map(
                    size.clone(),
                    &[(row, made.clone())],
                    body,
                    vec![tangent.clone()],
                    span,
                )
            }
            _ => self.numbered(moves, of, &tangent),
        };
        let both = vec![(tuple_field(0), value), (tuple_field(1), tangent)];
        let made = bind(
            Vec::new(),
            &name,
            result,
            Exp::of(ExpKind::Record(both), &made, span),
        );
        match argument {
            Some((Some(name), argument, _)) => bind(Vec::new(), &name, argument, made).kind,
            _ => made.kind,
        }
    }

    /// What says an adjoint is given the value and its weight, which has the constructors of the value.
    fn weighed(&mut self, adjoint: &mut Fun, written: &Type) {
        let [value, weight] = &mut adjoint.params[..] else {
            return;
        };
        let span = adjoint.body.span;
        let mut around = Vec::with_capacity(2);
        for (param, name) in [(value, "value"), (weight, "weight")] {
            let name = self.fresh(name);
            let new = Param {
                pat: named(&name, &param.pat.ty, param.pat.span),
                stars: param.stars.clone(),
            };
            let old = std::mem::replace(param, new);
            around.push((old.pat, variable(&name, &self.ty(written), span)));
        }
        let [(value_pat, value), (weight_pat, weight)] = &around[..] else {
            return;
        };
        let weight = self.numbered(written, value, weight);
        for (pat, bound) in [(weight_pat, weight), (value_pat, value.clone())] {
            let ty = adjoint.body.ty.clone();
            let body = std::mem::replace(&mut adjoint.body, Exp::of(ExpKind::Hole, &ty, span));
            adjoint.body.kind = Exp::bind(Vec::new(), pat.clone(), bound, body).kind;
        }
    }

    /// A tangent with the numbers of constructors that the value has, both being places of values that were of the written type.
    fn numbered(&mut self, written: &Type, value: &Exp, tangent: &Exp) -> Exp {
        if !has_sum(written) {
            return tangent.clone();
        }
        let span = tangent.span;
        deep(|| match (&**written, &*tangent.ty) {
            (TypeKind::Record(fields), _) => {
                let fields = fields.iter().map(|(f, ty)| {
                    let part = self.numbered(ty, &part(value, f.clone()), &part(tangent, f.clone()));
                    (f.clone(), part)
                });
                Exp::of(ExpKind::Record(fields.collect()), &tangent.ty, span)
            }
            (TypeKind::Sum(constructors), _) => {
                let mut fields = vec![(Place::tag(), part(value, Place::tag()))];
                for (k, ty) in constructors.iter().flat_map(|(_, types)| types).enumerate() {
                    let f = tuple_field(1 + k);
                    let part = self.numbered(ty, &part(value, f.clone()), &part(tangent, f.clone()));
                    fields.push((f, part));
                }
                // What shows the sizes.
                if let TypeKind::Record(all) = &*tangent.ty {
                    let rest = all.iter().skip(fields.len());
                    fields.extend(rest.map(|(f, _)| (f.clone(), part(tangent, f.clone()))));
                }
                Exp::of(ExpKind::Record(fields), &tangent.ty, span)
            }
            (TypeKind::Array(_, written), TypeKind::Array(size, made)) => {
                let (of, moves) = (self.fresh("value"), self.fresh("tangent"));
                let body = self.numbered(written, &variable(&of, made, span), &variable(&moves, made, span));
                let elements = [(of, made.clone()), (moves, made.clone())];
                let arrays = vec![value.clone(), tangent.clone()];
                map(size.clone(), &elements, body, arrays, span)
            }
            _ => tangent.clone(),
        })
    }
}

/// A field of a record at a place.
fn part(place: &Exp, name: Name) -> Exp {
    let ty = match &*place.ty {
        TypeKind::Record(fields) => fields.iter().find(|(own, _)| *own == name).map(|(_, ty)| ty),
        _ => None,
    };
    let ty = ty.unwrap_or(&place.ty).clone();
    field(place, name, ty, place.span)
}
