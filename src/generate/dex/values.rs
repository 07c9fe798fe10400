//! A value of a type that is asked for: a variable, or one that is made.

use super::build;
use super::scope::{Floats, Generator};
use super::types::TRUTH;
use crate::core::numbers::number;
use crate::{Choices, turn};
use elder_dex::core::{BOOL, Binder, Classes, DataName, Exp, IndexOp, Loop, Type, Value, View};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use std::sync::Arc;

impl Generator {
    /// A value of this type; where none can be made the run would end.
    pub fn make(&mut self, c: &mut Choices, ty: &Type, depth: usize) -> Value {
        let may_vary = !self.exact || !has_floats(ty);
        if c.below(4) > 0
            && may_vary
            && let Some(value) = self.of_type(c, ty)
        {
            return value;
        }
        self.made(c, ty, depth)
    }

    pub fn made(&mut self, c: &mut Choices, ty: &Type, depth: usize) -> Value {
        let below = depth.saturating_sub(1);
        match ty {
            Value::UnitType => Value::Unit,
            Value::Base(base) => self.number(c, *base, depth),
            Value::Fin(_) => self.member(c, ty),
            Value::DataType(BOOL, _) => self.truth(c, depth),
            Value::PairType(first, second) => {
                let first = self.make(c, first, below);
                Value::pair(first, self.make(c, second, below))
            }
            Value::RecordType(labels) => {
                let fields = labels.fields.iter();
                Value::Record(
                    fields
                        .map(|(label, ty)| (label.clone(), self.make(c, ty, below)))
                        .collect(),
                )
            }
            Value::VariantType(labels) => match c.pick(&labels.fields) {
                Some((label, held)) => {
                    let held = self.make(c, held, below);
                    Value::Variant(label.clone(), Arc::new(held), Arc::new(ty.clone()))
                }
                None => self.failing(ty),
            },
            Value::DataType(data, parameters) => self.construction(c, *data, parameters, below),
            Value::Table(binder, element) => self.some_table(c, ty, binder, element, below),
            Value::Arrow(arrow) => {
                let name = self.fresh("x");
                let result = self.substituted(arrow.binder.name, &Value::Var(name), &arrow.result);
                let binder = build::binder(name, arrow.binder.ty.clone());
                let effects = arrow.effects.clone();
                let body = self.block(Some(effects.clone()), |g| {
                    g.declare(name, binder.ty.clone());
                    g.statements(c, below.min(1), 1);
                    g.make(c, &result, below)
                });
                super::lambda(binder, effects, body)
            }
            Value::Kind(classes) => self.some_type(c, *classes),
            // Whatever may be done here.
            Value::EffectsKind => Value::Effects(Arc::new(self.row.clone())),
            other => match self.of_type(c, other) {
                Some(value) => value,
                None => self.failing(other),
            },
        }
    }

    /// `fail type`, where there is no value.
    fn failing(&mut self, ty: &Type) -> Value {
        self.bind("none", ty.clone(), Exp::Fail(ty.clone(), "there is none".into()))
    }

    /// A type of these classes.
    pub fn some_type(&mut self, c: &mut Choices, classes: Classes) -> Type {
        match classes {
            Classes { space: true, .. } => self.space_type(c, 1),
            Classes { index: true, .. } => self.index_type(c, 1),
            _ => self.data_type(c, 1),
        }
    }

    fn number(&mut self, c: &mut Choices, base: PrimType, depth: usize) -> Value {
        if base.is_float() && self.floats != Floats::Any {
            return self.small(c, base);
        }
        if base.is_float()
            && let Some(part) = self.moving_number(c, base)
        {
            return part;
        }
        if base.is_float() && (self.exact || self.shape.smooth) {
            if c.below(2) == 0
                && let Some((member, _)) = self.find(c, |g, ty| g.is_index(ty))
            {
                let ordinal = self.ordinal(member);
                return self.bind(
                    "x",
                    Value::Base(base),
                    Exp::Prim(PrimFn::Convert(PrimType::I32, base), vec![ordinal]),
                );
            }
            return Value::Literal(base.number(1 + c.below(7) as i128));
        }
        let is_literal = depth == 0 || c.below(3) > 0 || self.room == 0;
        if is_literal {
            return Value::Literal(number(c, base));
        }
        if base == PrimType::I32
            && let Some((member, _)) = self.find(c, |g, ty| g.is_index(ty))
        {
            return self.ordinal(member);
        }
        let both = vec![
            self.make(c, &Value::Base(base), depth - 1),
            self.make(c, &Value::Base(base), depth - 1),
        ];
        let op = [BinOp::Add, BinOp::Mul, BinOp::Sub, BinOp::Max][c.below(4)];
        self.bind("x", Value::Base(base), Exp::Prim(PrimFn::Bin(op, base), both))
    }

    /// `ordinal i`
    pub fn ordinal(&mut self, member: Value) -> Value {
        self.bind("k", Value::INT, Exp::IndexSet(IndexOp::Ordinal, vec![member]))
    }

    /// A condition.
    pub fn truth(&mut self, c: &mut Choices, depth: usize) -> Value {
        if let Some(turn) = self.turn.filter(|_| c.below(4) > 0) {
            let (op, threshold) = turn::comparison(c);
            let operands = vec![Value::Var(turn), Value::Literal(PrimValue::I32(threshold as i32))];
            return self.bind("b", TRUTH, Exp::Prim(PrimFn::Bin(op, PrimType::I32), operands));
        }
        if depth == 0 || c.below(4) == 0 || self.room == 0 {
            return build::constructed(BOOL, c.below(2), vec![], vec![]);
        }
        let base = match self.shape.smooth {
            // What moves may be asked too, so that a program may be smooth in pieces.
            true if self.floats != Floats::Any && c.below(3) == 0 => self.float,
            true if self.floats == Floats::Any && c.below(2) == 0 => self.base(c),
            true => PrimType::I32,
            false => self.base(c),
        };
        let ty = Value::Base(base);
        let both = vec![self.make(c, &ty, depth - 1), self.make(c, &ty, depth - 1)];
        let op = [BinOp::Lt, BinOp::Le, BinOp::Eq, BinOp::Ne][c.below(4)];
        self.bind("b", TRUTH, Exp::Prim(PrimFn::Bin(op, base), both))
    }

    /// A member of an index set.
    pub fn member(&mut self, c: &mut Choices, set: &Type) -> Value {
        if c.below(4) > 0
            && let Some(value) = self.of_type(c, set)
        {
            return value;
        }
        match self.size(set) {
            None | Some(0) => match self.of_type(c, set) {
                Some(value) => value,
                None => self.failing(set),
            },
            Some(size) => {
                let number = Value::Literal(PrimValue::I32(c.below(size.min(64) as usize) as i32));
                let op = [IndexOp::FromOrdinal, IndexOp::UnsafeFromOrdinal][c.below(2)];
                self.bind("m", set.clone(), Exp::IndexSet(op, vec![set.clone(), number]))
            }
        }
    }

    fn construction(&mut self, c: &mut Choices, data: DataName, parameters: &[Value], depth: usize) -> Value {
        if Some(data) == self.dictionary {
            return self.some_dictionary(c, data, parameters);
        }
        let declared = self.program.data[data.index()].constructors.clone();
        let mut constructor = c.below(declared.len());
        let fields = declared.get(constructor).map_or(&[][..], |one| &one.fields);
        let is_empty = fields.iter().any(|field| {
            let ty = self.with_parameters(data, parameters, &field.ty);
            !self.is_inhabited(&ty)
        });
        if is_empty && c.below(4) < 3 {
            constructor = (constructor + 1) % declared.len();
        }
        let mut fields: Vec<Value> = Vec::new();
        let Some(chosen) = declared.get(constructor) else {
            return Value::Unit;
        };
        for field in &chosen.fields {
            let mut ty = self.with_parameters(data, parameters, &field.ty);
            for (earlier, value) in chosen.fields.iter().zip(&fields) {
                ty = self.substituted(earlier.name, value, &ty);
            }
            // A size that others depend on is small.
            let is_size = chosen.fields.len() > 1 && field.ty == Value::INT && self.is_dependent(data);
            fields.push(match is_size {
                true => Value::Literal(PrimValue::I32(c.below(4) as i32)),
                false => self.make(c, &ty, depth),
            });
        }
        build::constructed(data, constructor, parameters.to_vec(), fields)
    }

    /// Whether a field of the type depends on another one.
    pub fn is_dependent(&mut self, data: DataName) -> bool {
        let count = self.program.data[data.index()].parameters.len();
        let unit = vec![Value::UnitType; count];
        self.parts(&Value::DataType(data, unit)).is_none()
    }

    /// Whether the number of an input is a part of how many members an index set has.
    fn is_uncounted(&mut self, set: &Type) -> bool {
        match set {
            Value::Table(binder, element) => self.is_uncounted(&binder.ty) || self.is_uncounted(element),
            Value::Fin(size) => matches!(**size, Value::Var(_)),
            other => self.parts(other).is_some_and(|parts| {
                let mut parts = parts.into_iter().flatten();
                parts.any(|ty| self.is_uncounted(&ty))
            }),
        }
    }

    fn some_table(
        &mut self,
        c: &mut Choices,
        ty: &Type,
        binder: &Binder,
        element: &Type,
        depth: usize,
    ) -> Value {
        let size = self.size(&binder.ty);
        let depends = elder_dex::core::rewrite::free(element).contains(&binder.name);
        let few = size.is_some_and(|size| (1..=4).contains(&size));
        let form = c.below(4);
        // The checker does not know what is read.
        let counted = !self.is_uncounted(&binder.ty);
        if form == 0 && few && !depends && counted {
            let count = size.unwrap_or(1);
            let elements = (0..count).map(|_| self.make(c, element, depth)).collect();
            return self.bind("t", ty.clone(), Exp::Table(binder.ty.clone(), elements));
        }
        let name = self.fresh("i");
        let own = build::binder(name, binder.ty.clone());
        let element = self.substituted(binder.name, &Value::Var(name), element);
        let row = (form == 1).then_some(elder_dex::core::Row::PURE);
        let body = self.block(row, |g| {
            g.declare(name, own.ty.clone());
            g.make(c, &element, depth)
        });
        match form {
            1 => {
                let view = Value::View(Arc::new(View { binder: own, body }));
                self.bind("w", ty.clone(), Exp::Value(view))
            }
            _ => {
                let descending = form == 3;
                let whole = Loop {
                    descending,
                    class: None,
                    binder: own,
                    body,
                };
                self.bind("t", ty.clone(), Exp::For(Box::new(whole)))
            }
        }
    }
}

/// Whether values of a type have floats.
fn has_floats(ty: &Type) -> bool {
    match ty {
        Value::Base(base) => base.is_float(),
        Value::PairType(first, second) => has_floats(first) || has_floats(second),
        Value::Table(_, element) => has_floats(element),
        Value::RecordType(labels) | Value::VariantType(labels) => {
            labels.fields.iter().any(|(_, ty)| has_floats(ty))
        }
        Value::DataType(_, parameters) => parameters.iter().any(has_floats),
        _ => false,
    }
}
