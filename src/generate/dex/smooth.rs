//! Smooth programs: which variables move with the inputs.  They are taken most often, so that results depend on the inputs, and numbers
//! are made of them before literals are.

use super::scope::Generator;
use crate::Choices;
use elder_dex::core::rewrite::free;
use elder_dex::core::{Exp, Projection, Type, Value};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, UnOp};

/// How many parts are taken of parts to come to a number.
const DEEP: usize = 4;

impl Generator {
    /// A reference moves where what moves is put.
    pub fn written(&mut self, exp: &Exp) {
        if let Exp::Put(reference, value) | Exp::Accumulate(reference, value) = exp
            && self.follows()
            && self.moves(&Exp::Value(value.clone()))
        {
            let names = free(reference);
            for variable in self.scope.iter_mut().filter(|one| names.contains(&one.name)) {
                variable.moves = true;
            }
        }
    }

    /// Of these variables those that move, most often.
    pub fn that_move(&self, c: &mut Choices, all: Vec<usize>) -> Vec<usize> {
        let moves = |at: &usize| self.scope[*at].moves;
        if !self.follows() || !all.iter().any(moves) || c.below(8) == 0 {
            return all;
        }
        all.into_iter().filter(moves).collect()
    }

    /// A number of this type that moves: a part of a variable.
    pub fn moving_number(&mut self, c: &mut Choices, base: PrimType) -> Option<Value> {
        if !self.shape.smooth || self.exact || c.below(4) == 0 {
            return None;
        }
        let wanted = Value::Base(base);
        let mut paths = Vec::new();
        for at in 0..self.scope.len() {
            if self.scope[at].moves {
                let ty = self.scope[at].ty.clone();
                paths.extend(self.leads_to(&ty, &wanted, DEEP).then_some(at));
            }
        }
        let near = paths.len().saturating_sub(8);
        let at = c.pick(&paths[near..]).copied()?;
        let (mut whole, mut ty) = self.take(at);
        for deep in (0..DEEP).rev() {
            match ty.clone() {
                Value::PairType(first, second) => {
                    let is_first = self.leads_to(&first, &wanted, deep);
                    let is_second = self.leads_to(&second, &wanted, deep);
                    let (part, of) = match is_first && (!is_second || c.below(2) == 0) {
                        true => (Projection::First, first),
                        false => (Projection::Second, second),
                    };
                    ty = Value::clone(&of);
                    whole = self.bind("p", ty.clone(), Exp::Value(Value::project(part, whole)));
                }
                Value::RecordType(labels) => {
                    let mut fields = labels.fields.iter();
                    let (label, of) = fields.find(|(_, of)| self.leads_to(of, &wanted, deep))?;
                    ty = of.clone();
                    let part = Projection::Field(label.clone());
                    whole = self.bind("p", ty.clone(), Exp::Value(Value::project(part, whole)));
                }
                Value::Table(binder, element) => {
                    let member = self.member(c, &binder.ty);
                    ty = self.substituted(binder.name, &member, &element);
                    whole = self.bind("y", ty.clone(), Exp::Index(whole, member));
                }
                _ => break,
            }
        }
        (ty == wanted).then_some(whole)
    }

    /// What becomes of a state, made of what it was: so elements of loops depend on those before them.
    pub fn updated(&mut self, c: &mut Choices, before: Value, ty: &Type) -> Value {
        match ty {
            Value::Base(base) if base.is_float() => {
                let other = self.make(c, ty, 1);
                let op = [BinOp::Mul, BinOp::Add, BinOp::Sub][c.below(3)];
                let f = PrimFn::Bin(op, *base);
                self.bind("x", ty.clone(), Exp::Prim(f, vec![before, other]))
            }
            Value::PairType(first, second) => {
                let part = |part| Value::project(part, before.clone());
                let first = self.updated(c, part(Projection::First), first);
                Value::pair(first, self.updated(c, part(Projection::Second), second))
            }
            _ => self.make(c, ty, 2),
        }
    }

    /// Whether a value of this type has parts of that one, each of which is there.
    fn leads_to(&mut self, ty: &Type, wanted: &Type, deep: usize) -> bool {
        match ty {
            _ if ty == wanted => true,
            _ if deep == 0 => false,
            Value::PairType(first, second) => {
                self.leads_to(first, wanted, deep - 1) || self.leads_to(second, wanted, deep - 1)
            }
            Value::RecordType(labels) => {
                let mut fields = labels.fields.iter();
                fields.any(|(_, of)| self.leads_to(of, wanted, deep - 1))
            }
            Value::Table(binder, element) => {
                let some = self.size(&binder.ty).is_some_and(|size| size > 0);
                some && self.leads_to(element, wanted, deep - 1)
            }
            _ => false,
        }
    }

    /// A function of floats that has a derivative everywhere, or one of numbers that have none.
    pub fn smooth(&mut self, c: &mut Choices) -> PrimFn {
        let f = PrimType::F32;
        match c.below(if self.shape.exact { 8 } else { 14 }) {
            0 | 1 => PrimFn::Bin(BinOp::Mul, f),
            2 | 3 => PrimFn::Bin(BinOp::Add, f),
            4 | 5 => PrimFn::Bin(BinOp::Sub, f),
            6 => PrimFn::Un(UnOp::Neg, f),
            7 => PrimFn::Convert(PrimType::I32, f),
            8 | 9 => PrimFn::Un(UnOp::Sin, f),
            10 | 11 => PrimFn::Un(UnOp::Cos, f),
            12 => PrimFn::Un(UnOp::Tanh, f),
            _ => PrimFn::Un(UnOp::Atan, f),
        }
    }
}
