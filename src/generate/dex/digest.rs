//! The result of a program, as something that the data formats can say.

use super::build;
use super::scope::Generator;
use crate::Choices;
use elder_dex::core::rewrite::free;
use elder_dex::core::{Binder, Block, Effect, Exp, Loop, Row, Type, Value};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// How many variables the result of a program is made of.
pub const MOST: usize = 10;

impl Generator {
    /// What is left over of the variables from this one on, so many of them; what the formats cannot say is made a number.
    pub fn outcome(&mut self, c: &mut Choices, from: usize, most: usize) -> (Value, Type) {
        let mut parts = Vec::new();
        let is_moving = self.scope[from..].iter().any(|one| one.moves && !one.used);
        for at in (from..self.scope.len()).rev() {
            let variable = self.scope[at].clone();
            let is_left = !variable.used && variable.ty != Value::UnitType && parts.len() < most;
            let is_still = is_moving && !variable.moves;
            let is_stated = self.is_data(&variable.ty)
                || (self.features.functions && super::held::holds_functions(&variable.ty));
            if !is_left || is_still || !is_stated {
                continue;
            }
            let (value, ty) = self.take(at);
            if self.is_sayable(&ty) && !self.escapes(from, &ty) {
                parts.push((value, ty));
            } else {
                let of = self.number_type();
                parts.push((self.digest(c, value, &ty), of));
            }
        }
        let Some((mut value, mut ty)) = parts.pop() else {
            let of = self.number_type();
            return (self.make(c, &of, 1), of);
        };
        while let Some((next, of)) = parts.pop() {
            value = Value::pair(value, next);
            ty = Value::pair_type(ty, of);
        }
        (value, ty)
    }

    /// The type of a number that stands for something.
    fn number_type(&self) -> Type {
        match self.shape.smooth {
            true => Value::Base(self.float),
            false => Value::INT,
        }
    }

    /// Whether all values of a type can be said, and of programs with derivatives have the same shape.
    fn is_sayable(&mut self, ty: &Type) -> bool {
        match ty {
            Value::Base(base) => !self.shape.smooth || base.is_float(),
            Value::Fin(_) => !self.shape.smooth,
            Value::DataType(elder_dex::core::BOOL, _) => !self.shape.smooth,
            Value::PairType(first, second) => self.is_sayable(first) && self.is_sayable(second),
            Value::RecordType(labels) => labels.fields.iter().all(|(_, ty)| self.is_sayable(ty)),
            Value::Table(binder, element) => {
                let some = self.size(&binder.ty).is_some_and(|size| size > 0);
                let regular = some && !free(element).contains(&binder.name);
                (regular || !self.shape.smooth) && self.is_sayable(element)
            }
            // What holds sizes, and sums.
            Value::DataType(data, parameters) if !self.shape.smooth && Some(*data) != self.dictionary => {
                let declared = self.program.data[data.index()].constructors.clone();
                let mut fields = declared.iter().flat_map(|one| &one.fields);
                fields.all(|field| {
                    let ty = self.with_parameters(*data, parameters, &field.ty);
                    self.is_sayable(&ty)
                })
            }
            _ => false,
        }
    }

    /// A number that depends on all of a value.
    pub fn digest(&mut self, c: &mut Choices, value: Value, ty: &Type) -> Value {
        let of = self.number_type();
        match ty {
            Value::Base(base) => match *base {
                base if Value::Base(base) == of => value,
                // A float that came from no input.
                _ if self.shape.smooth => self.nought(),
                base => self.bind(
                    "k",
                    of,
                    Exp::Prim(PrimFn::Convert(base, PrimType::I32), vec![value]),
                ),
            },
            Value::PairType(first, second) => {
                let part = |part| Value::project(part, value.clone());
                let left = self.digest(c, part(elder_dex::core::Projection::First), first);
                let right = self.digest(c, part(elder_dex::core::Projection::Second), second);
                self.joined(left, right)
            }
            Value::RecordType(labels) => {
                let mut all = self.nought();
                for (label, ty) in &labels.fields {
                    let part = elder_dex::core::Projection::Field(label.clone());
                    let one = self.digest(c, Value::project(part, value.clone()), ty);
                    all = self.joined(all, one);
                }
                all
            }
            Value::Table(binder, element) => self.total(c, value, binder, element),
            Value::Arrow(function) => self.digest_function(c, value, function),
            Value::Ref(region, content) => self.digest_reference(c, value, region, content),
            sum if self.is_sum(sum) => {
                let mut number = 0;
                self.branches(c, value, sum, &of, |g, c, binders, _| {
                    number += 1;
                    let mut all = match g.shape.smooth {
                        true => g.nought(),
                        false => super::statements::literal(PrimType::I32, number),
                    };
                    for binder in binders {
                        let one = g.digest(c, Value::Var(binder.name), &binder.ty);
                        all = g.joined(all, one);
                    }
                    all
                })
            }
            _ if self.shape.smooth => self.nought(),
            member if self.is_index(member) => self.ordinal(value),
            _ => self.nought(),
        }
    }

    pub fn nought(&self) -> Value {
        match self.shape.smooth {
            true => super::statements::literal(self.float, 0),
            false => super::statements::literal(PrimType::I32, 0),
        }
    }

    /// `31 x + y`, of floats `x + y`.
    fn joined(&mut self, left: Value, right: Value) -> Value {
        let of = self.number_type();
        if self.shape.smooth {
            return self.bind(
                "d",
                of,
                Exp::Prim(PrimFn::Bin(BinOp::Add, self.float), vec![left, right]),
            );
        }
        let times = super::statements::literal(PrimType::I32, 31);
        let product = PrimFn::Bin(BinOp::Mul, PrimType::I32);
        let left = self.bind("d", of.clone(), Exp::Prim(product, vec![left, times]));
        let sum = PrimFn::Bin(BinOp::Add, PrimType::I32);
        self.bind("d", of, Exp::Prim(sum, vec![left, right]))
    }

    /// The elements of a table, one after the other.
    fn total(&mut self, c: &mut Choices, table: Value, binder: &Binder, element: &Type) -> Value {
        let of = self.number_type();
        let [h, r, i] = ["h", "r", "i"].map(|text| self.fresh(text));
        let mut row = self.row.clone();
        row.effects.push(Effect::State(Value::Var(h)));
        let action = self.block(Some(row.clone()), |g| {
            let reference = Value::Var(r);
            let element = g.substituted(binder.name, &Value::Var(i), element);
            let body = g.block(None, |g| {
                let one = g.bind("y", element.clone(), Exp::Index(table, Value::Var(i)));
                let one = g.digest(c, one, &element);
                let before = g.bind("g", of.clone(), Exp::Get(reference.clone()));
                let after = g.joined(before, one);
                g.bind("u", Value::UnitType, Exp::Put(reference, after))
            });
            let own = build::binder(i, binder.ty.clone());
            let ty = g.table(binder.ty.clone(), Value::UnitType);
            let whole = Loop {
                descending: false,
                class: None,
                binder: own,
                body,
            };
            g.bind("t", ty, Exp::For(Box::new(whole)));
            Value::Unit
        });
        let region = build::binder(h, Value::TYPE);
        let reference = build::binder(r, Value::reference(Value::Var(h), of.clone()));
        let inner = super::lambda(reference, row, action);
        let action = super::lambda(region, Row::PURE, Block::from(inner));
        let nought = self.nought();
        let both = Value::pair_type(Value::UnitType, of);
        let both = self.bind("s", both, Exp::RunState(nought, action));
        Value::project(elder_dex::core::Projection::Second, both)
    }
}
