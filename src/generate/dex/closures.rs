//! Functions as values: what loops, cases and handlers give besides data.

use super::held::holds_functions;
use super::scope::Generator;
use super::{arrow, lambda};
use crate::Choices;
use elder_dex::core::{Binder, Block, EITHER, Exp, Labels, MAYBE, Row, Type, Value, sorted};
use elder_dex::types::{has, included};
use std::sync::Arc;

impl Generator {
    /// `a -> b`, perhaps one that does what may be done here.
    fn function_type(&mut self, c: &mut Choices) -> Type {
        let from = self.held_type(c, 1);
        let to = match c.below(3) {
            0 => from.clone(),
            _ => self.held_type(c, 1),
        };
        let row = match c.below(2) {
            0 => Row::PURE,
            _ => self.row.clone(),
        };
        let name = self.fresh("x");
        arrow(self, &Binder { name, ty: from }, row, &to)
    }

    /// A type of functions, or of what holds some.
    pub fn value_type(&mut self, c: &mut Choices, depth: usize) -> Type {
        match c.below(if depth == 0 { 1 } else { 9 }) {
            0..=2 => self.function_type(c),
            3 => {
                let function = self.value_type(c, depth - 1);
                Value::pair_type(function, self.held_type(c, 1))
            }
            4 => {
                let data = self.held_type(c, 1);
                Value::pair_type(data, self.value_type(c, depth - 1))
            }
            5 => {
                let set = self.index_type(c, 0);
                let element = self.value_type(c, depth - 1);
                self.table(set, element)
            }
            6 => Value::DataType(MAYBE, vec![self.value_type(c, depth - 1)]),
            7 => {
                let function = self.value_type(c, depth - 1);
                Value::DataType(EITHER, vec![function, self.held_type(c, 1)])
            }
            _ => {
                let function = self.value_type(c, depth - 1);
                let fields = vec![
                    (("p".into(), 0), self.held_type(c, 1)),
                    (("q".into(), 0), function),
                ];
                Value::RecordType(Arc::new(Labels {
                    fields: sorted(fields),
                    rest: None,
                }))
            }
        }
    }

    /// A type of data, or of functions too if the program has such.
    pub fn any_type(&mut self, c: &mut Choices, depth: usize) -> Type {
        match self.features.functions && c.below(3) == 0 {
            true => self.value_type(c, depth),
            false => self.held_type(c, depth),
        }
    }

    /// What is left over of the variables from this one on, as [`Generator::given`]; perhaps held by a function that does no more than this.
    pub fn left(&mut self, c: &mut Choices, from: usize, most: usize, row: &Row) -> (Value, Type) {
        if !self.features.functions {
            return self.given(c, from, most);
        }
        match c.below(6) {
            0 => self.closure(c, from, most, row),
            1 => {
                let (data, of) = self.given(c, from, 1);
                let (function, ty) = self.closure(c, from, most, row);
                match c.below(2) {
                    0 => (Value::pair(data, function), Value::pair_type(of, ty)),
                    _ => (Value::pair(function, data), Value::pair_type(ty, of)),
                }
            }
            2 => match self.unused_function(from) {
                Some(given) => given,
                None => self.closure(c, from, most, row),
            },
            _ => self.given(c, from, most),
        }
    }

    /// A function, or what holds some, that nothing used, and that may leave the block.
    fn unused_function(&mut self, from: usize) -> Option<(Value, Type)> {
        for at in (from..self.scope.len()).rev() {
            let variable = self.scope[at].clone();
            let may = !variable.used && holds_functions(&variable.ty) && !self.escapes(from, &variable.ty);
            if may {
                return Some(self.take(at));
            }
        }
        None
    }

    /// `\x: a. ..`, of what is left over of the variables from this one on.
    fn closure(&mut self, c: &mut Choices, from: usize, most: usize, row: &Row) -> (Value, Type) {
        let row = match c.below(2) {
            0 => Row::PURE,
            _ => row.clone(),
        };
        let name = self.fresh("x");
        let mut ty = self.held_type(c, 1);
        if self.escapes(from, &ty) {
            ty = Value::Base(self.base(c));
        }
        let count = c.below(3);
        let ((value, result), stms) = self.nested(Some(row.clone()), |g| {
            match g.is_differentiable() && g.has_numbers(&ty) {
                true => g.declare_moving(name, ty.clone()),
                false => g.declare(name, ty.clone()),
            }
            g.statements(c, 1, count);
            g.given(c, from, most)
        });
        let binder = Binder { name, ty };
        let whole = arrow(self, &binder, row.clone(), &result);
        let body = Block { stms, result: value };
        (lambda(binder, row, body), whole)
    }

    /// A number that depends on what a function gives.
    pub fn digest_function(
        &mut self,
        c: &mut Choices,
        function: Value,
        ty: &elder_dex::core::Arrow,
    ) -> Value {
        if !included(&ty.effects, &self.row) {
            return self.nought();
        }
        let argument = self.make(c, &ty.binder.ty, 1);
        let result = self.substituted(ty.binder.name, &argument, &ty.result);
        let given = self.bind("y", result.clone(), Exp::Apply(function, argument));
        self.digest(c, given, &result)
    }

    /// A number that depends on what is referred to, if it may be read.
    pub fn digest_reference(
        &mut self,
        c: &mut Choices,
        reference: Value,
        region: &Value,
        content: &Type,
    ) -> Value {
        use elder_dex::core::Effect;
        let may = |g: &Generator, effect: fn(Value) -> Effect| has(&g.row, &effect(region.clone()));
        let exp = match (may(self, Effect::State), may(self, Effect::Read)) {
            (true, _) => Exp::Get(reference),
            (_, true) => Exp::Ask(reference),
            _ => return self.nought(),
        };
        let held = self.bind("g", content.clone(), exp);
        self.digest(c, held, content)
    }

    /// Functions that nothing used are applied, and what holds them is taken apart.
    pub fn spend(&mut self, c: &mut Choices, from: usize) {
        if !self.features.functions {
            return;
        }
        for at in from..self.scope.len() {
            let variable = self.scope[at].clone();
            // What is of another region is nothing to do here.
            if variable.used || !holds_functions(&variable.ty) || self.room == 0 {
                continue;
            }
            c.part(|c| {
                let (value, ty) = self.take(at);
                self.digest(c, value, &ty);
            });
        }
    }

    /// The action of a handler, as it is or by a name.
    pub fn action_value(&mut self, c: &mut Choices, action: Value, ty: Type) -> Value {
        match self.features.functions && c.below(3) == 0 {
            true => self.bind("act", ty, Exp::Value(action)),
            false => action,
        }
    }
}
