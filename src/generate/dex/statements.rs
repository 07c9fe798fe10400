//! Statements, made of what is in scope.

use super::scope::{Floats, Generator};
use super::types::{BASES, TRUTH};
use crate::Choices;
use elder_dex::core::{Exp, IndexOp, Projection, Type, Value};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

impl Generator {
    /// So many statements, in which blocks nest so deep.
    pub fn statements(&mut self, c: &mut Choices, depth: usize, count: usize) {
        for _ in 0..count {
            if self.room > 0 {
                c.part(|c| self.statement(c, depth));
            }
        }
    }

    /// A statement; a primitive function if what another one needs is not in scope.
    fn statement(&mut self, c: &mut Choices, depth: usize) {
        let effects = self.row.effects.len().min(2) * 4;
        let derivatives = match (self.features.derivatives, self.within.1) {
            (None, _) => 0,
            (_, 0) => 3,
            _ => 1,
        };
        let which = c.below(30 + derivatives + effects);
        let made = match which {
            0..=3 => Some(()),
            // Most of what is done with states and accumulators is found by derivatives only.
            4..=9 if depth > 0 && self.is_differentiable() && c.below(3) == 0 => match c.below(3) {
                0 => self.run_state(c, depth - 1),
                1 => self.run_accum(c, depth - 1),
                _ => self.for_loop(c, depth - 1),
            },
            4..=6 => self.element(c),
            7 => self.projected(c),
            8 => self.of_index_set(c),
            9 => self.some_value(c, depth),
            10 => self.call(c, depth),
            11..=29 if depth == 0 => self.element(c),
            11..=15 => self.for_loop(c, depth - 1),
            16 | 17 => self.case(c, depth - 1),
            18 => self.view(c, depth - 1),
            19..=21 => self.run_state(c, depth - 1),
            22..=24 => self.run_accum(c, depth - 1),
            25 => self.run_reader(c, depth - 1),
            26 => self.catch(c, depth - 1),
            27 => self.choice(c),
            28 => self.local_function(c, depth - 1),
            29 => self.case(c, depth - 1),
            _ if which < 30 + derivatives => self.derivative(c, depth.saturating_sub(1)),
            _ => self.effect(c),
        };
        if which < 4 || made.is_none() {
            self.primitive(c);
        }
    }

    /// `%f u v`
    fn primitive(&mut self, c: &mut Choices) {
        // A few are of numbers that have no derivatives.
        if self.floats != Floats::Any && c.below(8) > 0 {
            return self.differentiable(c);
        }
        let f = match self.shape.smooth {
            true if self.floats == Floats::Any => self.smooth(c),
            _ => {
                let all = primitives();
                let wanted = match self.floats {
                    Floats::Any if c.below(12) == 0 => PrimType::Bool,
                    Floats::Any => self.base(c),
                    _ => PrimType::I32,
                };
                let near: Vec<PrimFn> = all
                    .iter()
                    .copied()
                    .filter(|f| f.parameters().contains(&wanted))
                    .collect();
                let from = if near.is_empty() { &all } else { &near };
                c.pick(from)
                    .copied()
                    .unwrap_or(PrimFn::Bin(BinOp::Add, PrimType::I32))
            }
        };
        let parameters = f.parameters();
        let count = parameters.len();
        let mut operands = Vec::with_capacity(count);
        for (place, base) in parameters.into_iter().enumerate() {
            let is_divisor = place > 0 && may_fail(f);
            operands.push(match is_divisor {
                true => Value::Literal(base.number(1 + c.below(5) as i128)),
                false => self.make(c, &of_base(base), 1),
            });
        }
        self.bind("x", of_base(f.result()), Exp::Prim(f, operands));
    }

    /// `xs[i]`
    fn element(&mut self, c: &mut Choices) -> Option<()> {
        let (table, ty) = self.find(c, |g, ty| match ty {
            Value::Table(binder, _) => {
                let known = g.size(&binder.ty);
                known.is_some_and(|size| size > 0) || g.has_member(&binder.ty)
            }
            _ => false,
        })?;
        let Value::Table(binder, element) = ty else {
            return None;
        };
        let at = self.member(c, &binder.ty);
        let ty = self.substituted(binder.name, &at, &element);
        // What depends on an index that is a literal or a computed one cannot leave the block; a variable it is anyway.
        self.bind("y", ty, Exp::Index(table, at));
        Some(())
    }

    fn has_member(&self, set: &Type) -> bool {
        self.scope
            .iter()
            .any(|variable| elder_dex::types::equal(&variable.ty, set))
    }

    /// A part of a pair, a record, or data with one constructor.
    fn projected(&mut self, c: &mut Choices) -> Option<()> {
        let (whole, ty) = self.find(c, |g, ty| match ty {
            Value::PairType(..) | Value::RecordType(_) => true,
            Value::DataType(data, _) => {
                let declared = &g.program.data[data.index()].constructors;
                Some(*data) != g.dictionary && declared.len() == 1 && !declared[0].fields.is_empty()
            }
            _ => false,
        })?;
        let (part, ty) = match &ty {
            Value::PairType(first, second) => match c.below(2) {
                0 => (Projection::First, Value::clone(first)),
                _ => (Projection::Second, Value::clone(second)),
            },
            Value::RecordType(labels) => {
                let (label, ty) = c.pick(&labels.fields)?;
                (Projection::Field(label.clone()), ty.clone())
            }
            Value::DataType(data, _) => {
                let fields = self.program.data[data.index()].constructors[0].fields.clone();
                let place = c.below(fields.len());
                let mut ty = fields[place].ty.clone();
                if let Value::DataType(data, parameters) = &whole_type(self, &whole) {
                    ty = self.with_parameters(*data, parameters, &ty);
                }
                for (earlier, field) in fields.iter().enumerate().take(place) {
                    let part = Value::project(Projection::Held(earlier), whole.clone());
                    ty = self.substituted(field.name, &part, &ty);
                }
                (Projection::Held(place), ty)
            }
            _ => return None,
        };
        self.bind("p", ty, Exp::Value(Value::project(part, whole)));
        Some(())
    }

    /// `ordinal i`, `size n`, `fromOrdinal n k`, `inject i`
    fn of_index_set(&mut self, c: &mut Choices) -> Option<()> {
        match c.below(4) {
            0 => {
                let (member, ty) = self.find(c, |_, ty| matches!(ty, Value::Range(_)))?;
                let Value::Range(range) = ty else { return None };
                self.bind(
                    "m",
                    range.set.clone(),
                    Exp::IndexSet(IndexOp::Inject, vec![member]),
                );
            }
            1 => {
                let set = self.set(c);
                self.bind("k", Value::INT, Exp::IndexSet(IndexOp::Size, vec![set]));
            }
            2 => {
                let set = self.index_type(c, 2);
                if self.size(&set) == Some(0) {
                    return None;
                }
                self.member(c, &set);
            }
            _ => {
                let (member, _) = self.find(c, |g, ty| g.is_index(ty))?;
                self.ordinal(member);
            }
        }
        Some(())
    }

    /// A value of some type.
    fn some_value(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let ty = self.held_type(c, 2);
        let value = self.make(c, &ty, depth.min(2));
        self.bind("v", ty, Exp::Value(value));
        Some(())
    }
}

/// The type of a variable.
fn whole_type(g: &Generator, value: &Value) -> Type {
    let mut scope = g.scope.iter().rev();
    let found = scope.find(|variable| Value::Var(variable.name) == *value);
    found.map_or(Value::UnitType, |variable| variable.ty.clone())
}

/// The type of operands of a primitive function.
pub fn of_base(base: PrimType) -> Type {
    match base {
        PrimType::Bool => TRUTH,
        base => Value::Base(base),
    }
}

/// The primitive functions that Dex has.
pub fn primitives() -> Vec<PrimFn> {
    let all = crate::core::primitives().into_iter();
    all.filter(|f| is_dex(*f)).collect()
}

/// Whether Dex has a function: it has fewer types.
fn is_dex(f: PrimFn) -> bool {
    let known = |base: &PrimType| *base == PrimType::Bool || BASES.contains(base);
    f.parameters().iter().all(known) && known(&f.result())
}

/// Whether a function has no value for some second operands.
fn may_fail(f: PrimFn) -> bool {
    match f {
        PrimFn::Bin(op, base) => {
            let divides = matches!(
                op,
                BinOp::Div
                    | BinOp::Mod
                    | BinOp::Quot
                    | BinOp::Rem
                    | BinOp::Pow
                    | BinOp::Shl
                    | BinOp::Shr
                    | BinOp::Lshr
            );
            divides && base.is_integer()
        }
        _ => false,
    }
}

/// `0`, `1` and so on.
pub fn literal(base: PrimType, value: i128) -> Value {
    let number: PrimValue = base.number(value);
    Value::Literal(number)
}
