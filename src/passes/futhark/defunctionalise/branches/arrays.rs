//! Arrays of functions: their elements are joined to one static value, so all of them have one residual type.

use super::super::types::variable;
use super::super::value::Static;
use super::super::{Env, Made, Pass, Refused, unknown};
use super::beside::{self, Rows};
use super::join::{Sizes, bound_names};
use elder_futhark::check::build;
use elder_futhark::check::substitution::{for_each_free, is_order_zero};
use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::{
    DimIndex, Exp, ExpKind, Fun, Instance, Param, Pat, RetType, Size, TypeKind, UpdateStep, VName,
};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

impl Pass<'_> {
    /// FUT-DF-OR-ARRAY
    pub fn array_of_functions(&mut self, env: &mut Env, e: &Exp, elements: Vec<(Exp, Static)>) -> Made {
        let TypeKind::Array(size, _) = &*e.ty else {
            return Err(unknown(e.span, "an array of an abstract type"));
        };
        self.by(&rules::FUT_DF_OR_ARRAY);
        let mut lets = Vec::new();
        let (elements, beside) = self.set_beside(&mut lets, elements)?;
        let parts = elements.into_iter().map(|(e, value)| {
            let gone = bound_names(&e);
            (e, value, gone)
        });
        let (elements, value, existential) = self.joined(parts.collect(), e.span)?;
        regular(&value, &existential, e.span)?;
        let size = self.size(env, size)?;
        let value = Static::Arr(size, Box::new(value), Vec::new());
        let (elements, value) = self.done(env, e, ExpKind::Array(elements), value, Vec::new())?;
        let (made, value) = beside::together(elements, value, beside);
        Ok(self.wrapped(lets, made, value))
    }

    /// FUT-DF-OR-ARRAY: an element, or some of them.
    pub fn indexed(
        &mut self,
        env: &mut Env,
        e: &Exp,
        (array, value): (Exp, Static),
        dims: Vec<DimIndex>,
    ) -> Made {
        let mut lets = Vec::new();
        let (elements, beside) = self.taken_apart(&mut lets, array, &value);
        let part = self.element_of(env, e, &value, &dims)?;
        let kind = ExpKind::Index(Box::new(elements), dims);
        let (mut made, part) = self.done(env, e, kind, part, Vec::new())?;
        let sizes = std::mem::take(&mut made.sizes);
        let (made, value) = self.put_in(made, &part, &beside, Rows::Beside)?;
        let (mut made, value) = self.wrapped(lets, made, value);
        made.sizes.extend(sizes);
        Ok((made, value))
    }

    /// What is known of an element within the array.
    fn element_of(
        &mut self,
        env: &mut Env,
        e: &Exp,
        array: &Static,
        dims: &[DimIndex],
    ) -> Result<Static, Refused> {
        let mut element = array.clone();
        for _ in dims {
            element = match element {
                Static::Arr(_, element, _) => *element,
                _ => return Err(unknown(e.span, "an array")),
            };
        }
        // The dimensions that are kept have the sizes that the type says.
        let mut kept = Vec::new();
        let mut ty = e.ty.clone();
        for dim in dims {
            if let (DimIndex::Slice(..), TypeKind::Array(size, inner)) = (dim, &*ty.clone()) {
                kept.push(self.size(env, size)?);
                ty = inner.clone();
            }
        }
        Ok(around(element, kept))
    }

    /// An update's target and what is written, both joined, and what is known of the target then.  What is no function stays as it is.
    pub fn updated(
        &mut self,
        e: &Exp,
        steps: &[UpdateStep],
        (target, value): (Exp, Static),
        (new, of_new): (Exp, Static),
    ) -> Result<(Exp, Exp, Static), Refused> {
        if matches!(of_new, Static::Dyn(_)) || is_order_zero(&e.ty) {
            return Ok((target, new, value));
        }
        let (new, of_new) = self.without(new, of_new, &[])?;
        let mut sizes = Sizes::default();
        let (whole, part) = self.written(&value, steps, &of_new, &mut sizes, e.span)?;
        let existential: Vec<VName> = sizes.pairs.into_iter().map(|(.., name)| name).collect();
        regular(&whole, &existential, e.span)?;
        let target = self.coerced(target, &value, &whole, &existential)?;
        let new = self.coerced(new, &of_new, &part, &existential)?;
        Ok((target, new, whole))
    }

    /// What is known of a target and of its part at some steps, once `new` may stand there.
    fn written(
        &mut self,
        target: &Static,
        steps: &[UpdateStep],
        new: &Static,
        sizes: &mut Sizes,
        span: Span,
    ) -> Result<(Static, Static), Refused> {
        let Some((step, rest)) = steps.split_first() else {
            let value = self.join_values(target, new, sizes, span)?;
            return Ok((value.clone(), value));
        };
        match (step, target) {
            (UpdateStep::Field(label), Static::Rcd(fields)) => {
                let (mut made, mut part) = (Vec::with_capacity(fields.len()), new.clone());
                for (own, value) in fields {
                    let mut value = value.clone();
                    if own == label {
                        (value, part) = self.written(&value, rest, new, sizes, span)?;
                    }
                    made.push((own.clone(), value));
                }
                Ok((Static::Rcd(made), part))
            }
            (UpdateStep::Index(dims), target) => {
                let (mut element, mut lengths, mut aside) = (target, Vec::new(), Vec::new());
                for _ in dims {
                    let Static::Arr(size, inner, beside) = element else {
                        return Err(unknown(span, "an array"));
                    };
                    lengths.push(size.clone());
                    aside.extend(beside.iter().cloned());
                    element = inner;
                }
                let (mut of_part, mut kept) = (new, Vec::new());
                for dim in dims {
                    if let (DimIndex::Slice(..), Static::Arr(size, inner, _)) = (dim, of_part) {
                        kept.push(size.clone());
                        of_part = inner;
                    }
                }
                let (element, part) = self.written(element, rest, of_part, sizes, span)?;
                let mut whole = around(element, lengths);
                if let Static::Arr(_, _, beside) = &mut whole {
                    *beside = aside;
                }
                Ok((whole, around(part, kept)))
            }
            _ => Err(unknown(span, "an update of something else")),
        }
    }

    /// The array of what `body` makes of each element.
    pub fn mapped(
        &mut self,
        array: Exp,
        size: &elder_futhark::tree::Size,
        element: &Static,
        body: &mut dyn FnMut(&mut Self, Exp) -> Made,
    ) -> Made {
        let span = array.span;
        let simple = |kind: ExpKind, ty| Exp::of(kind, ty, span);
        let name = self.name("x");
        let of = element.rep();
        let (body, value) = body(self, variable(&name, of.clone(), span))?;
        let ty = body.ty.clone();
        let fun = Fun::of(
            vec![Param::of(Pat::var(name, of.clone(), span))],
            RetType::of(ty.clone()),
            body,
        );
        let one = build::arrow(of.clone(), ty.clone());
        let result = build::array(size.clone(), ty.clone());
        let instance = Instance {
            sizes: vec![size.clone()],
            types: vec![of.clone(), ty],
        };
        let taken = build::array(size.clone(), of);
        let map = simple(
            ExpKind::Intrinsic(Intrinsic::Op(Op::Map), instance),
            build::arrow(one.clone(), build::arrow(taken, result.clone())),
        );
        let function = simple(ExpKind::Lambda(Rc::new(fun)), one);
        let kind = ExpKind::app(map, vec![function, array]);
        let value = Static::Arr(size.clone(), Box::new(value), Vec::new());
        Ok((simple(kind, result), value))
    }
}

/// The array with these dimensions of what is known of its elements.
fn around(element: Static, sizes: Vec<Size>) -> Static {
    let sizes = sizes.into_iter().rev();
    sizes.fold(element, |of, size| Static::Arr(size, Box::new(of), Vec::new()))
}

/// The steps of an update of a value of which this is known.
pub fn residual_steps(steps: Vec<UpdateStep>, value: &Static) -> Vec<UpdateStep> {
    let (mut made, mut value) = (Vec::with_capacity(steps.len()), value);
    for step in steps {
        match (&step, value) {
            (UpdateStep::Field(label), Static::Rcd(fields)) => {
                let found = fields.iter().find(|(other, _)| other == label);
                value = found.map_or(value, |(_, of_field)| of_field);
            }
            (UpdateStep::Index(dims), _) => {
                if matches!(value, Static::Arr(_, _, beside) if !beside.is_empty()) {
                    made.push(UpdateStep::Field(beside::ELEMENTS.into()));
                }
                for _ in dims {
                    if let Static::Arr(_, element, _) = value {
                        value = element;
                    }
                }
            }
            _ => {}
        }
        made.push(step);
    }
    made
}

/// Whether a value that elements of an array share mentions none of the sizes in which they differ.
fn regular(value: &Static, existential: &[VName], span: Span) -> Result<(), Refused> {
    let mut differs = false;
    for_each_free(&value.rep(), &mut |v| differs |= existential.contains(v));
    match differs {
        true => {
            let refusal = rules::FUT_DF_OR_ARRAY.refuse("regular");
            let message = "functions in an array capture arrays of several sizes";
            Err(Box::new(Diagnostic::error(refusal, span, message)))
        }
        false => Ok(()),
    }
}
