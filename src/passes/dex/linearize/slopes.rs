//! Primitive functions: the tangent is the sum of the tangents of the operands, each through the slope (shared/derivatives.md).

use super::{Done, Linearizer};
use elder_dex::core::{Alternative, BOOL, Block, Exp, Stm, Tag, Type, Value};
use elder_dex::rules::linearization::{DX_L_ADD, DX_L_MUL, DX_L_PRIM};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, PI};

/// What a change of one operand becomes.
enum Slope {
    Same,
    Negated,
    Times(Value),
    /// As this function takes it, with these operands behind it.
    Through(PrimFn, Vec<Value>),
    /// It is the whole sum where the question has this answer, and brings nothing otherwise.
    Where(Value, bool),
    /// So many times the change, but where the question holds it brings nothing.
    Unless(Value, Value),
}

impl Linearizer<'_> {
    /// DX-L-ADD, DX-L-MUL, DX-L-PRIM
    pub(super) fn primitive(&mut self, stm: &Stm, f: PrimFn, operands: &[Value]) -> Done<()> {
        match f {
            PrimFn::Bin(BinOp::Add | BinOp::Sub, _) | PrimFn::Un(UnOp::Neg, _) => DX_L_ADD.apply(),
            PrimFn::Bin(BinOp::Mul, _) => DX_L_MUL.apply(),
            _ => DX_L_PRIM.apply(),
        }
        self.primal.push(stm.clone());
        let value = Value::Var(stm.binder.name);
        let types = f.parameters();
        let mut sum: Option<Value> = None;
        for (k, operand) in operands.iter().enumerate() {
            if !types[k].is_float() || !self.moves(operand) {
                continue;
            }
            let Some(slope) = self.slope(f, operands, &value, k)? else {
                continue;
            };
            let change = self.tangent_of(operand, &Value::Base(types[k]))?;
            sum = Some(self.added(sum, slope, change, f.result()));
        }
        match sum {
            None => Ok(()),
            Some(sum) => self.settle(stm.binder.name, &stm.binder.ty, sum),
        }
    }

    /// The sum with what a change of an operand brings through the slope.
    fn added(&mut self, sum: Option<Value>, slope: Slope, change: Value, t: PrimType) -> Value {
        let brought = match slope {
            Slope::Same => change,
            Slope::Negated => self.change(PrimFn::Un(UnOp::Neg, t), vec![change]),
            Slope::Times(factor) => self.change(PrimFn::Bin(BinOp::Mul, t), vec![factor, change]),
            Slope::Through(f, rest) => {
                let operands = std::iter::once(change).chain(rest).collect();
                self.change(f, operands)
            }
            Slope::Where(question, answer) => {
                let without = sum.unwrap_or(Value::Literal(t.number(0)));
                let (no, yes) = match answer {
                    true => (without, change),
                    false => (change, without),
                };
                return self.decided(t, question, no.into(), yes.into());
            }
            Slope::Unless(question, factor) => {
                let without = sum.clone().unwrap_or(Value::Literal(t.number(0)));
                let (stms, with) = self.within(|s| s.added(sum, Slope::Times(factor), change, t));
                return self.decided(t, question, Block { stms, result: with }, without.into());
            }
        };
        match sum {
            None => brought,
            Some(sum) => self.change(PrimFn::Bin(BinOp::Add, t), vec![sum, brought]),
        }
    }

    /// One of two changes, by what a question is answered.
    fn decided(&mut self, t: PrimType, question: Value, no: Block, yes: Block) -> Value {
        let name = self.names.fresh("t");
        self.then(name, Value::Base(t), decided(question, no, yes))
    }

    /// What is computed of changes in a block of its own, for et.
    fn within(&mut self, made: impl FnOnce(&mut Self) -> Value) -> (Vec<Stm>, Value) {
        let outside = std::mem::take(&mut self.tangent);
        let result = made(self);
        (std::mem::replace(&mut self.tangent, outside), result)
    }

    /// A primitive function of changes, among the statements of et.
    fn change(&mut self, f: PrimFn, operands: Vec<Value>) -> Value {
        let name = self.names.fresh("t");
        self.then(name, Value::Base(f.result()), Exp::Prim(f, operands))
    }

    /// The slope in the operand of that index; `None` is zero.
    fn slope(&mut self, f: PrimFn, operands: &[Value], value: &Value, k: usize) -> Done<Option<Slope>> {
        Ok(match (f, operands) {
            (PrimFn::Convert(..), _) => Some(Slope::Through(f, vec![])),
            (PrimFn::Ldexp(_), [_, n]) => Some(Slope::Through(f, vec![n.clone()])),
            (PrimFn::Bin(op, t), [a, b]) => self.of_two(op, t, a, b, value, k),
            (PrimFn::Un(op, t), [a]) => self.of_one(op, t, a, value)?,
            (PrimFn::Tern(op, t), [a, b, c]) => self.of_three(op, t, [a, b, c], k),
            _ => None,
        })
    }

    fn of_two(
        &mut self,
        op: BinOp,
        t: PrimType,
        a: &Value,
        b: &Value,
        value: &Value,
        k: usize,
    ) -> Option<Slope> {
        let factor = match op {
            BinOp::Add => return Some(Slope::Same),
            BinOp::Sub if k == 0 => return Some(Slope::Same),
            BinOp::Sub => return Some(Slope::Negated),
            BinOp::Mul if k == 0 => b.clone(),
            BinOp::Mul => a.clone(),
            BinOp::Div if k == 0 => {
                let one = self.constant(t, 1.0);
                self.two(BinOp::Div, t, &one, b)
            }
            BinOp::Div => {
                let once = self.two(BinOp::Div, t, a, b);
                let twice = self.two(BinOp::Div, t, &once, b);
                self.one(UnOp::Neg, t, &twice)
            }
            BinOp::Mod if k == 0 => return Some(Slope::Same),
            BinOp::Mod => {
                // How often the divisor was taken off.
                let off = self.two(BinOp::Sub, t, a, value);
                let off = self.two(BinOp::Div, t, &off, b);
                let off = self.one(UnOp::Round, t, &off);
                self.one(UnOp::Neg, t, &off)
            }
            BinOp::Pow => return Some(self.of_power(t, a, b, value, k)),
            BinOp::Hypot => self.two(BinOp::Div, t, if k == 0 { a } else { b }, value),
            BinOp::Min | BinOp::Max => {
                let before = if op == BinOp::Min { BinOp::Le } else { BinOp::Ge };
                // Of equal operands the first, and never a NaN if the other is none.
                let first = self.two(before, t, a, b);
                let alone = self.two(BinOp::Ne, t, b, b);
                let first = self.either(&first, &alone);
                return Some(Slope::Where(first, k == 0));
            }
            BinOp::Copysign if k == 0 => {
                let one = self.constant(t, 1.0);
                let own = self.two(BinOp::Copysign, t, &one, a);
                let other = self.two(BinOp::Copysign, t, &one, b);
                self.two(BinOp::Mul, t, &own, &other)
            }
            BinOp::Nextafter if k == 0 => return Some(Slope::Same),
            BinOp::Atan2 | BinOp::Atan2pi => {
                let root = self.two(BinOp::Hypot, t, a, b);
                let other = match k {
                    0 => b.clone(),
                    _ => self.one(UnOp::Neg, t, a),
                };
                let once = self.two(BinOp::Div, t, &other, &root);
                let slope = self.two(BinOp::Div, t, &once, &root);
                match op {
                    BinOp::Atan2 => slope,
                    _ => self.scaled(t, 1.0 / PI, &slope),
                }
            }
            _ => return None,
        };
        Some(Slope::Times(factor))
    }

    /// x ** y has no slope in x at 0 if y is below 1, and none in y unless x is above 0.
    fn of_power(&mut self, t: PrimType, a: &Value, b: &Value, value: &Value, k: usize) -> Slope {
        let zero = self.constant(t, 0.0);
        let one = self.constant(t, 1.0);
        let none = match k {
            0 => {
                let at = self.two(BinOp::Eq, t, a, &zero);
                let below = self.two(BinOp::Lt, t, b, &one);
                self.both_hold(&at, &below)
            }
            _ => self.two(BinOp::Le, t, a, &zero),
        };
        self.unless(t, none, |s| match k {
            0 => {
                let lower = s.two(BinOp::Sub, t, b, &one);
                let lower = s.two(BinOp::Pow, t, a, &lower);
                s.two(BinOp::Mul, t, b, &lower)
            }
            _ => {
                let log = s.one(UnOp::Log, t, a);
                s.two(BinOp::Mul, t, value, &log)
            }
        })
    }

    fn of_one(&mut self, op: UnOp, t: PrimType, a: &Value, value: &Value) -> Done<Option<Slope>> {
        let factor = match op {
            UnOp::Neg => return Ok(Some(Slope::Negated)),
            UnOp::Abs => self.one(UnOp::Sgn, t, a),
            UnOp::Sqrt => self.over(t, 0.5, value),
            UnOp::Rsqrt => {
                let square = self.two(BinOp::Mul, t, value, value);
                let cube = self.two(BinOp::Mul, t, value, &square);
                self.scaled(t, -0.5, &cube)
            }
            UnOp::Cbrt => {
                let square = self.two(BinOp::Mul, t, value, value);
                let thrice = self.scaled(t, 3.0, &square);
                self.over(t, 1.0, &thrice)
            }
            UnOp::Exp => value.clone(),
            UnOp::Log => self.over(t, 1.0, a),
            UnOp::Log2 => self.over(t, 1.0 / LN_2, a),
            UnOp::Log10 => self.over(t, 1.0 / LN_10, a),
            UnOp::Log1p => {
                let more = self.plus(t, 1.0, a);
                self.over(t, 1.0, &more)
            }
            UnOp::Sin => self.one(UnOp::Cos, t, a),
            UnOp::Cos => {
                let sine = self.one(UnOp::Sin, t, a);
                self.one(UnOp::Neg, t, &sine)
            }
            UnOp::Tan => {
                let square = self.two(BinOp::Mul, t, value, value);
                self.plus(t, 1.0, &square)
            }
            UnOp::Asin => self.over_root(t, 1.0, a),
            UnOp::Acos => self.over_root(t, -1.0, a),
            UnOp::Atan => self.over_circle(t, 1.0, a),
            UnOp::Sinh => self.one(UnOp::Cosh, t, a),
            UnOp::Cosh => self.one(UnOp::Sinh, t, a),
            UnOp::Tanh => {
                let square = self.two(BinOp::Mul, t, value, value);
                self.minus(t, 1.0, &square)
            }
            UnOp::Asinh => {
                let root = self.beside_one(t, a);
                self.over(t, 1.0, &root)
            }
            UnOp::Acosh => {
                let below = self.plus(t, -1.0, a);
                let below = self.one(UnOp::Sqrt, t, &below);
                let above = self.plus(t, 1.0, a);
                let above = self.one(UnOp::Sqrt, t, &above);
                let product = self.two(BinOp::Mul, t, &below, &above);
                self.over(t, 1.0, &product)
            }
            UnOp::Atanh => {
                let square = self.two(BinOp::Mul, t, a, a);
                let rest = self.minus(t, 1.0, &square);
                self.over(t, 1.0, &rest)
            }
            UnOp::Sinpi => {
                let cosine = self.one(UnOp::Cospi, t, a);
                self.scaled(t, PI, &cosine)
            }
            UnOp::Cospi => {
                let sine = self.one(UnOp::Sinpi, t, a);
                self.scaled(t, -PI, &sine)
            }
            UnOp::Tanpi => {
                let square = self.two(BinOp::Mul, t, value, value);
                let more = self.plus(t, 1.0, &square);
                self.scaled(t, PI, &more)
            }
            UnOp::Asinpi => self.over_root(t, 1.0 / PI, a),
            UnOp::Acospi => self.over_root(t, -1.0 / PI, a),
            UnOp::Atanpi => self.over_circle(t, 1.0 / PI, a),
            UnOp::Erf | UnOp::Erfc => {
                let square = self.two(BinOp::Mul, t, a, a);
                let negative = self.one(UnOp::Neg, t, &square);
                let bell = self.one(UnOp::Exp, t, &negative);
                let sign = if op == UnOp::Erf { 1.0 } else { -1.0 };
                self.scaled(t, sign * FRAC_2_SQRT_PI, &bell)
            }
            UnOp::Gamma | UnOp::Lgamma => {
                let message = format!("the slope of `{op}` is digamma, which is no primitive function");
                let help = "take the derivative of another function, or write the slope by hand";
                return self.refuse(&DX_L_PRIM, "slope", message, help);
            }
            // What moves in steps has no slope, and what gives no float no derivative.
            _ => return Ok(None),
        };
        Ok(Some(Slope::Times(factor)))
    }

    fn of_three(&mut self, op: TernOp, t: PrimType, [a, b, c]: [&Value; 3], k: usize) -> Option<Slope> {
        match (op, k) {
            (TernOp::Fma | TernOp::Mad | TernOp::MadHi, 2) => Some(Slope::Same),
            (TernOp::Fma | TernOp::Mad, 0) => Some(Slope::Times(b.clone())),
            (TernOp::Fma | TernOp::Mad, _) => Some(Slope::Times(a.clone())),
            (TernOp::MadHi, _) => None,
            (TernOp::Lerp, _) => {
                let zero = self.constant(t, 0.0);
                let one = self.constant(t, 1.0);
                let above = self.two(BinOp::Le, t, &zero, c);
                let below = self.two(BinOp::Le, t, c, &one);
                let between = self.both_hold(&above, &below);
                if k == 2 {
                    let beyond = self.one(UnOp::Not, PrimType::Bool, &between);
                    return Some(self.unless(t, beyond, |s| s.two(BinOp::Sub, t, b, a)));
                }
                let (stms, clamped) = self.aside(|s| {
                    let lower = s.two(BinOp::Min, t, &one, c);
                    s.two(BinOp::Max, t, &zero, &lower)
                });
                let clamped = Block {
                    stms,
                    result: clamped,
                };
                let name = self.names.fresh("share");
                let share = self.keep(name, Value::Base(t), decided(between, clamped, c.clone().into()));
                Some(Slope::Times(match k {
                    0 => self.two(BinOp::Sub, t, &one, &share),
                    _ => share,
                }))
            }
        }
    }

    /// A constant over the root of 1 - a².
    fn over_root(&mut self, t: PrimType, c: f64, a: &Value) -> Value {
        let square = self.two(BinOp::Mul, t, a, a);
        let rest = self.minus(t, 1.0, &square);
        let root = self.one(UnOp::Sqrt, t, &rest);
        self.over(t, c, &root)
    }

    /// The root of 1 + a².
    fn beside_one(&mut self, t: PrimType, a: &Value) -> Value {
        let one = self.constant(t, 1.0);
        self.two(BinOp::Hypot, t, &one, a)
    }

    /// A constant over 1 + a².
    fn over_circle(&mut self, t: PrimType, c: f64, a: &Value) -> Value {
        let root = self.beside_one(t, a);
        let once = self.over(t, c, &root);
        self.two(BinOp::Div, t, &once, &root)
    }

    /// The slope that is none where something holds, where it is not computed either.
    fn unless(&mut self, t: PrimType, holds: Value, made: impl FnOnce(&mut Self) -> Value) -> Slope {
        let (stms, result) = self.aside(made);
        let zero = Value::Literal(t.number(0));
        let name = self.names.fresh("slope");
        let exp = decided(holds.clone(), Block { stms, result }, zero.into());
        Slope::Unless(holds, self.keep(name, Value::Base(t), exp))
    }

    /// What is computed in a block of its own, for E.
    fn aside(&mut self, made: impl FnOnce(&mut Self) -> Value) -> (Vec<Stm>, Value) {
        let outside = std::mem::take(&mut self.primal);
        let result = made(self);
        (std::mem::replace(&mut self.primal, outside), result)
    }

    fn constant(&mut self, t: PrimType, c: f64) -> Value {
        match t {
            PrimType::F64 => Value::Literal(PrimValue::F64(c)),
            PrimType::F32 => Value::Literal(PrimValue::F32(c as f32)),
            t => {
                let wide = Value::Literal(PrimValue::F64(c));
                self.computed(PrimFn::Convert(PrimType::F64, t), vec![wide])
            }
        }
    }

    fn scaled(&mut self, t: PrimType, c: f64, a: &Value) -> Value {
        let c = self.constant(t, c);
        self.two(BinOp::Mul, t, &c, a)
    }

    fn over(&mut self, t: PrimType, c: f64, a: &Value) -> Value {
        let c = self.constant(t, c);
        self.two(BinOp::Div, t, &c, a)
    }

    fn plus(&mut self, t: PrimType, c: f64, a: &Value) -> Value {
        let c = self.constant(t, c);
        self.two(BinOp::Add, t, &c, a)
    }

    fn minus(&mut self, t: PrimType, c: f64, a: &Value) -> Value {
        let c = self.constant(t, c);
        self.two(BinOp::Sub, t, &c, a)
    }

    fn one(&mut self, op: UnOp, t: PrimType, a: &Value) -> Value {
        self.computed(PrimFn::Un(op, t), vec![a.clone()])
    }

    fn two(&mut self, op: BinOp, t: PrimType, a: &Value, b: &Value) -> Value {
        self.computed(PrimFn::Bin(op, t), vec![a.clone(), b.clone()])
    }

    fn either(&mut self, a: &Value, b: &Value) -> Value {
        self.two(BinOp::Or, PrimType::Bool, a, b)
    }

    fn both_hold(&mut self, a: &Value, b: &Value) -> Value {
        self.two(BinOp::And, PrimType::Bool, a, b)
    }

    /// A primitive function among the statements of E.
    fn computed(&mut self, f: PrimFn, operands: Vec<Value>) -> Value {
        let name = self.names.fresh("slope");
        self.keep(name, of_primitive(f.result()), Exp::Prim(f, operands))
    }
}

/// `case question of | False() -> no | True() -> yes end`
fn decided(question: Value, no: Block, yes: Block) -> Exp {
    let alternative = |answer, body| Alternative {
        tag: Tag::Constructor(BOOL, answer),
        binders: vec![],
        body,
    };
    Exp::Case(question, vec![alternative(0, no), alternative(1, yes)])
}

/// The type of what a primitive function gives.
fn of_primitive(t: PrimType) -> Type {
    match t {
        PrimType::Bool => Value::DataType(BOOL, vec![]),
        t => Value::Base(t),
    }
}
