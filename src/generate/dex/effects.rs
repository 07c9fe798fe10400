//! Regions: handlers, and what is done with references.

use super::build;
use super::scope::{Floats, Generator};
use super::types::TRUTH;
use crate::Choices;
use elder_dex::core::{
    BOOL, Binder, Block, Effect, Exp, Loop, MAYBE, Monoid, Projection, Row, Tag, Type, Value, View,
};
use elder_dex::types::has;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::sync::Arc;

impl Generator {
    /// What a handler is given: `\h: Type. \r: Ref h content ! <effect h, ..>. ..`, and the type of what it gives.
    fn action(
        &mut self,
        c: &mut Choices,
        effect: fn(Value) -> Effect,
        content: &Type,
        depth: usize,
    ) -> (Value, Type) {
        let h = self.fresh("h");
        let r = self.fresh("r");
        let mut row = self.row.clone();
        row.effects.push(effect(Value::Var(h)));
        let region = build::binder(h, Value::TYPE);
        let reference = build::binder(r, Value::reference(Value::Var(h), content.clone()));
        let count = 2 + c.below(4);
        let from = self.scope.len();
        let outside = self.row.clone();
        let ((value, ty), stms) = self.nested(Some(row.clone()), |g| {
            g.declare(h, Value::TYPE);
            g.declare(r, reference.ty.clone());
            g.effect(c);
            g.statements(c, depth, count);
            g.spend(c, from);
            g.left(c, from, 2, &outside)
        });
        let inner = super::arrow(self, &reference, row.clone(), &ty);
        let whole = super::arrow(self, &region, Row::PURE, &inner);
        let body = Block { stms, result: value };
        let inner = super::lambda(reference, row, body);
        let action = super::lambda(region, Row::PURE, Block::from(inner));
        (self.action_value(c, action, whole), ty)
    }

    /// `runState v \h r. ..`
    pub fn run_state(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let content = self.held_type(c, 2);
        let begin = self.make(c, &content, 2);
        let (action, ty) = self.action(c, Effect::State, &content, depth);
        self.bind("s", Value::pair_type(ty, content), Exp::RunState(begin, action));
        Some(())
    }

    /// `runReader v \h r. ..`
    pub fn run_reader(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let content = self.held_type(c, 2);
        let given = self.make(c, &content, 2);
        let (action, ty) = self.action(c, Effect::Read, &content, depth);
        self.bind("s", ty, Exp::RunReader(given, action));
        Some(())
    }

    /// `runAccum \h r. ..`, by addition or by a monoid.
    pub fn run_accum(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (content, monoid) = match self.shape.smooth || c.below(3) < 2 {
            true => (self.space_type(c, 2), None),
            false => {
                let (element, monoid) = self.monoid(c);
                let mut content = element;
                for _ in 0..c.below(3) {
                    let set = self.index_type(c, 1);
                    content = self.table(set, content);
                }
                (content, Some(Box::new(monoid)))
            }
        };
        let (action, ty) = self.action(c, Effect::Accum, &content, depth);
        self.bind("s", Value::pair_type(ty, content), Exp::RunAccum(monoid, action));
        Some(())
    }

    /// A monoid, and the type of its elements.
    fn monoid(&mut self, c: &mut Choices) -> (Type, Monoid) {
        match c.below(8) {
            0 | 1 => self.first_of_all(c),
            2 => self.monoid_of_pairs(c),
            3 => self.monoid_of_tables(c),
            _ => {
                let (ty, zero, op) = self.operator(c);
                let plus = self.binary(&ty, |g, left, right| {
                    g.bind("x", ty.clone(), Exp::Prim(op, vec![left, right]))
                });
                (ty, Monoid { zero, plus })
            }
        }
    }

    /// An operation of numbers or truth values that is associative, with what changes nothing.
    fn operator(&mut self, c: &mut Choices) -> (Type, Value, PrimFn) {
        let base = [PrimType::I32, PrimType::I64, PrimType::U8, PrimType::Bool][c.below(4)];
        let ones = base.number(-1);
        let (op, zero) = match (base, c.below(4)) {
            (PrimType::Bool, 0 | 1) => (BinOp::Or, base.number(0)),
            (PrimType::Bool, _) => (BinOp::And, base.number(1)),
            (_, 0) => (BinOp::Add, base.number(0)),
            (_, 1) => (BinOp::Mul, base.number(1)),
            (_, 2) => (BinOp::Xor, base.number(0)),
            _ => (BinOp::And, ones),
        };
        let zero = match base {
            PrimType::Bool => build::constructed(BOOL, usize::from(op == BinOp::And), vec![], vec![]),
            _ => Value::Literal(zero),
        };
        (super::statements::of_base(base), zero, PrimFn::Bin(op, base))
    }

    /// Two operations, one beside the other.
    fn monoid_of_pairs(&mut self, c: &mut Choices) -> (Type, Monoid) {
        let both = [self.operator(c), self.operator(c)];
        let ty = Value::pair_type(both[0].0.clone(), both[1].0.clone());
        let zero = Value::pair(both[0].1.clone(), both[1].1.clone());
        let plus = self.binary(&ty, |g, left, right| {
            let parts = [Projection::First, Projection::Second];
            let [first, second] = [0, 1].map(|place| {
                let (ty, _, op) = &both[place];
                let part = |whole: &Value| Value::project(parts[place].clone(), whole.clone());
                let operands = vec![part(&left), part(&right)];
                g.bind("x", ty.clone(), Exp::Prim(*op, operands))
            });
            Value::pair(first, second)
        });
        (ty, Monoid { zero, plus })
    }

    /// An operation on all elements of tables.
    fn monoid_of_tables(&mut self, c: &mut Choices) -> (Type, Monoid) {
        let (element, zero, op) = self.operator(c);
        let set = self.index_type(c, 0);
        let ty = self.table(set.clone(), element.clone());
        let binder = Binder {
            name: self.fresh("i"),
            ty: set.clone(),
        };
        let body = Block::from(zero);
        let zero = Value::View(Arc::new(View { binder, body }));
        let plus = self.binary(&ty, |g, left, right| {
            let binder = Binder {
                name: g.fresh("i"),
                ty: set,
            };
            let at = Value::Var(binder.name);
            let body = g.block(None, |g| {
                let [x, y] =
                    [left, right].map(|table| g.bind("y", element.clone(), Exp::Index(table, at.clone())));
                g.bind("x", element.clone(), Exp::Prim(op, vec![x, y]))
            });
            let whole = Loop {
                descending: false,
                class: None,
                binder,
                body,
            };
            g.bind("z", ty.clone(), Exp::For(Box::new(whole)))
        });
        (ty, Monoid { zero, plus })
    }

    /// What stands first is kept: a monoid in which order matters.
    fn first_of_all(&mut self, c: &mut Choices) -> (Type, Monoid) {
        let held = Value::Base(self.base(c));
        let ty = Value::DataType(MAYBE, vec![held.clone()]);
        let zero = build::constructed(MAYBE, 0, vec![held.clone()], vec![]);
        let plus = self.binary(&ty, |g, left, right| {
            let binder = build::binder(g.fresh("x"), held);
            let alternative = |number, binders, value| {
                build::alternative(Tag::Constructor(MAYBE, number), binders, Block::from(value))
            };
            let both = vec![
                alternative(0, vec![], right),
                alternative(1, vec![binder], left.clone()),
            ];
            g.bind("z", ty.clone(), Exp::Case(left, both))
        });
        (ty, Monoid { zero, plus })
    }

    /// `\x: a. \y: a. ..`
    pub fn binary(&mut self, ty: &Type, make: impl FnOnce(&mut Generator, Value, Value) -> Value) -> Value {
        let [x, y] = ["x", "y"].map(|text| self.fresh(text));
        let body = self.block(Some(Row::PURE), |g| make(g, Value::Var(x), Value::Var(y)));
        let binder = |name| Binder { name, ty: ty.clone() };
        let inner = super::lambda(binder(y), Row::PURE, body);
        super::lambda(binder(x), Row::PURE, Block::from(inner))
    }

    /// A reference with which that may be done here, perhaps to a part, and what it is to.
    fn reference(&mut self, c: &mut Choices, effect: fn(Value) -> Effect) -> Option<(Value, Type)> {
        let row = self.row.clone();
        let (mut reference, ty) = self.find(c, |_, ty| match ty {
            Value::Ref(region, _) => has(&row, &effect(Value::clone(region))),
            _ => false,
        })?;
        let Value::Ref(region, content) = ty else {
            return None;
        };
        let mut content = Value::clone(&content);
        for _ in 0..2 {
            let whole = c.below(4) == 0;
            let (part, exp) = match &content {
                Value::Table(binder, element) if !whole => {
                    if self.size(&binder.ty).unwrap_or(0) == 0 && self.of_type(c, &binder.ty).is_none() {
                        break;
                    }
                    let at = self.member(c, &binder.ty);
                    let element = self.substituted(binder.name, &at, element);
                    (element, Exp::Slice(reference.clone(), at))
                }
                Value::PairType(first, second) if !whole => match c.below(2) {
                    0 => (
                        Value::clone(first),
                        Exp::Part(Projection::First, reference.clone()),
                    ),
                    _ => (
                        Value::clone(second),
                        Exp::Part(Projection::Second, reference.clone()),
                    ),
                },
                Value::RecordType(labels) if !whole => {
                    let (label, ty) = c.pick(&labels.fields)?;
                    let part = Projection::Field(label.clone());
                    (ty.clone(), Exp::Part(part, reference.clone()))
                }
                _ => break,
            };
            let ty = Value::reference(Value::clone(&region), part.clone());
            reference = self.bind("q", ty, exp);
            content = part;
        }
        Some((reference, content))
    }

    /// A state is read, or written, so that what a round of a loop computes goes on to the next one.
    pub fn carried(&mut self, c: &mut Choices, is_read: bool) {
        let Some((reference, ty)) = self.reference(c, Effect::State) else {
            return;
        };
        match is_read {
            true => {
                self.bind("g", ty, Exp::Get(reference));
            }
            false => {
                let value = self.make(c, &ty, 2);
                self.bind("u", Value::UnitType, Exp::Put(reference, value));
            }
        }
    }

    /// Something that may be done here.
    pub fn effect(&mut self, c: &mut Choices) -> Option<()> {
        let effects = self.row.effects.clone();
        // The last one is that of the innermost handler.
        let at = effects.len().checked_sub(1 + c.below(effects.len().min(2)))?;
        match &effects[at] {
            Effect::State(_) if self.shape.smooth && c.below(2) == 0 => {
                let (reference, ty) = self.reference(c, Effect::State)?;
                let before = self.bind("g", ty.clone(), Exp::Get(reference.clone()));
                let after = self.updated(c, before, &ty);
                self.bind("u", Value::UnitType, Exp::Put(reference, after));
            }
            Effect::State(_) => match c.below(3) {
                0 => {
                    let (reference, ty) = self.reference(c, Effect::State)?;
                    self.bind("g", ty, Exp::Get(reference));
                }
                _ => {
                    let (reference, ty) = self.reference(c, Effect::State)?;
                    let value = self.make(c, &ty, 2);
                    self.bind("u", Value::UnitType, Exp::Put(reference, value));
                }
            },
            Effect::Accum(_) => {
                let (reference, ty) = self.reference(c, Effect::Accum)?;
                let before = self.exact;
                self.exact = !self.shape.smooth;
                let value = self.make(c, &ty, 2);
                self.exact = before;
                self.bind("u", Value::UnitType, Exp::Accumulate(reference, value));
            }
            Effect::Read(_) => {
                let (reference, ty) = self.reference(c, Effect::Read)?;
                self.bind("g", ty, Exp::Ask(reference));
            }
            Effect::Except => self.throw(c)?,
        }
        Some(())
    }

    /// `\x: a ! effects. ..`, which is called later.
    pub fn local_function(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let row = self.row.clone();
        let name = self.fresh("x");
        let ty = match c.below(4) {
            0 => TRUTH,
            _ => self.held_type(c, 1),
        };
        let count = 1 + c.below(2);
        let from = self.scope.len();
        let ((value, result), stms) = self.nested(Some(row.clone()), |g| {
            match g.floats != Floats::Any && g.has_numbers(&ty) {
                true => g.declare_moving(name, ty.clone()),
                false => g.declare(name, ty.clone()),
            }
            g.statements(c, depth, count);
            g.given(c, from, 1)
        });
        let binder = Binder { name, ty };
        let whole = super::arrow(self, &binder, row.clone(), &result);
        let body = Block { stms, result: value };
        let function = super::lambda(binder, row, body);
        self.bind("f", whole, Exp::Value(function));
        Some(())
    }
}
