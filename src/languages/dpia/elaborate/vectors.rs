//! Vectors: of their components, and their components by name and by index (DPIA-O-VECTOR, DPIA-O-SWIZZLE, DPIA-O-VECIDX).

use super::Elaborator;
use super::apply::Call;
use super::metas::{Class, Data, Type};
use super::term::{Term, TermNode};
use crate::ast::{Exp, Ident};
use crate::parser::vector_width;
use crate::rules::primitives::{DPIA_O_SWIZZLE, DPIA_O_VECIDX, DPIA_O_VECTOR};
use crate::{Components, Nat, Prim, PrimType};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// While the type of the components is unknown, this stands for it (see `Metas::import_data`).
const UNKNOWN: PrimType = PrimType::Bool;

/// The components of a vector that a text names.
enum Named {
    Components(Components),
    /// One that the vector does not have.
    Missing,
    /// As many as no vector has.
    Count(usize),
    /// This is no name of components.
    Nothing,
}

/// `x`, `zyx`, `s01`, `lo`, `hi`, `even`, `odd`: of a vector of that width.
fn named(text: &str, width: u8) -> Named {
    let half = width / 2;
    let numbers: Vec<u8> = match text {
        "lo" | "hi" | "even" | "odd" if !width.is_multiple_of(2) => return Named::Missing,
        "lo" => (0..half).collect(),
        "hi" => (half..width).collect(),
        "even" => (0..half).map(|i| 2 * i).collect(),
        "odd" => (0..half).map(|i| 2 * i + 1).collect(),
        _ => {
            let digits = text.strip_prefix('s').filter(|digits| !digits.is_empty());
            let number = |c: char| match digits {
                Some(_) => c.to_digit(16).and_then(|i| u8::try_from(i).ok()),
                None => "xyzw".find(c).and_then(|i| u8::try_from(i).ok()),
            };
            match digits.unwrap_or(text).chars().map(number).collect() {
                Some(numbers) => numbers,
                None => return Named::Nothing,
            }
        }
    };
    if numbers.iter().any(|i| *i >= width) {
        return Named::Missing;
    }
    let count = numbers.len();
    Components::new(numbers).map_or(Named::Count(count), Named::Components)
}

impl Elaborator {
    /// `vec(a, b)`
    pub(super) fn vector(&mut self, given: &[&Exp], call: Call<'_>) -> Term {
        DPIA_O_VECTOR.apply();
        let width = i64::try_from(given.len()).ok().and_then(vector_width);
        let Some(width) = width else {
            let message = format!("no vector has {} components", given.len());
            let error = Diagnostic::error(DPIA_O_VECTOR.refuse("width"), call.span, message);
            self.error(error.with_help("`vec(a, b)` takes 2, 3, 4, 8 or 16 numbers"));
            return self.broken(call.span);
        };
        let class = Class {
            number: true,
            scalar: true,
            ..Class::default()
        };
        let of = self.metas.fresh_data(class, call.span, "type of the components");
        let parameters = vec![Type::Exp(of.clone()); given.len()];
        let result = Type::Exp(Data::Vector(width, Rc::new(of.clone())));
        self.saturated(&parameters, result, given, call, |terms| {
            let prim = Prim::VectorLiteral { width, of: UNKNOWN };
            TermNode::Prim(prim, Some(of), terms)
        })
    }

    /// `v.x`, `v.zyx`, `v.lo`
    pub(super) fn swizzle(&mut self, base: Term, width: u8, of: &Data, field: &Ident, span: Span) -> Term {
        DPIA_O_SWIZZLE.apply();
        let (premise, message) = match named(&field.name, width) {
            Named::Components(components) => {
                let data = match components.data(UNKNOWN) {
                    crate::DataType::Vector(w, _) => Data::Vector(w, Rc::new(of.clone())),
                    _ => of.clone(),
                };
                let prim = Prim::Swizzle {
                    width,
                    of: UNKNOWN,
                    components,
                };
                let node = TermNode::Prim(prim, Some(of.clone()), vec![base]);
                let ty = Type::Exp(data);
                return Term { node, ty, span };
            }
            Named::Missing | Named::Nothing => {
                let vector = self.show(&base.ty);
                (
                    "component",
                    format!("there is no component `{}` of {vector}", field.name),
                )
            }
            Named::Count(count) => ("width", format!("no vector has {count} components")),
        };
        let error = Diagnostic::error(DPIA_O_SWIZZLE.refuse(premise), field.span, message);
        self.error(error.with_help(
            "components are named `x`, `y`, `z`, `w` or `s0` to `sf`, several at once `zyx` or `s01`, halves `lo`, `hi`, `even` and `odd`",
        ));
        self.broken(span)
    }

    /// `v[i]`
    pub(super) fn vector_component(&mut self, base: Term, width: u8, of: &Data, i: &Exp, span: Span) -> Term {
        DPIA_O_VECIDX.apply();
        let index = self.index(i, &Nat::lit(i64::from(width)));
        let prim = Prim::VectorIdx { width, of: UNKNOWN };
        let node = TermNode::Prim(prim, Some(of.clone()), vec![base, index]);
        let ty = Type::Exp(of.clone());
        Term { node, ty, span }
    }
}
