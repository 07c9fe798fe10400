//! Floats computed of floats where a derivative is taken.
//!
//! Small whole numbers stay so ([`Floats::Whole`]): products are brought back by a remainder, which moves as the product does.  Other functions are
//! applied where their slopes are finite ([`Floats::Curved`]), which `sin` and `hypot` see to.

use super::scope::{Floats, Generator};
use crate::Choices;
use crate::kit::each;
use elder_dex::core::{Exp, Value};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};

/// Functions with finite slopes everywhere, or in steps.
const ANYWHERE: [UnOp; 13] = each! { UnOp:
    Sin Cos Neg Abs Atan Atanpi Tanh Asinh Sinpi Cospi Erf Erfc Floor
};

/// Functions with small slopes near zero.
const NEAR_ZERO: [UnOp; 10] = each! { UnOp: Asin Acos Asinpi Acospi Atanh Tan Tanpi Exp Sinh Cosh };

/// Functions with slopes above one.
const ABOVE_ONE: [UnOp; 8] = each! { UnOp: Log Log2 Log10 Log1p Sqrt Rsqrt Cbrt Acosh };

/// Functions of whatever stands first, and what is above one.
const OF_BOTH: [BinOp; 9] = each! { BinOp: Div Hypot Atan2 Atan2pi Mod Min Max Copysign Nextafter };

impl Generator {
    /// A number that stands: small and whole, not zero most often.
    pub fn small(&mut self, c: &mut Choices, base: PrimType) -> Value {
        let form = if self.room == 0 { 2 } else { c.below(5) };
        let found = match form {
            0 => self
                .find(c, |g, ty| g.is_index(ty))
                .map(|(member, _)| self.ordinal(member)),
            1 => self.of_type(c, &Value::INT).map(|number| {
                let few = Value::Literal(PrimValue::I32(3));
                let and = PrimFn::Bin(BinOp::And, PrimType::I32);
                self.bind("k", Value::INT, Exp::Prim(and, vec![number, few]))
            }),
            _ => None,
        };
        match found {
            Some(number) => {
                let convert = PrimFn::Convert(PrimType::I32, base);
                self.bind("x", Value::Base(base), Exp::Prim(convert, vec![number]))
            }
            None => Value::Literal(base.number([1, 2, -1, 3, -2, 1, 2][c.below(7)])),
        }
    }

    /// A statement that computes a float of floats.
    pub fn differentiable(&mut self, c: &mut Choices) {
        match self.floats {
            Floats::Whole => self.whole(c),
            _ => self.curved(c),
        }
    }

    fn of_float(&mut self, f: PrimFn, operands: Vec<Value>) -> Value {
        let ty = super::statements::of_base(f.result());
        self.bind("x", ty, Exp::Prim(f, operands))
    }

    fn two(&mut self, op: BinOp, left: Value, right: Value) -> Value {
        self.of_float(PrimFn::Bin(op, self.float), vec![left, right])
    }

    fn constant(&self, number: f64) -> Value {
        Value::Literal(match self.float {
            PrimType::F64 => PrimValue::F64(number),
            _ => PrimValue::F32(number as f32),
        })
    }

    /// Floats that are in scope, or made.
    fn floats(&mut self, c: &mut Choices, count: usize) -> Vec<Value> {
        let ty = Value::Base(self.float);
        (0..count).map(|_| self.make(c, &ty, 1)).collect()
    }

    fn whole(&mut self, c: &mut Choices) {
        let float = self.float;
        match c.below(16) {
            0..=5 => {
                let both = self.floats(c, 2);
                let product = self.of_float(PrimFn::Bin(BinOp::Mul, float), both);
                if self.rounds > 1 || c.below(2) == 0 {
                    let five = self.constant(5.0);
                    let rest = self.two(BinOp::Mod, product, five);
                    let two = self.constant(2.0);
                    self.two(BinOp::Sub, rest, two);
                }
            }
            6..=9 => {
                let op = [BinOp::Add, BinOp::Sub, BinOp::Min, BinOp::Max][c.below(4)];
                let both = self.floats(c, 2);
                self.of_float(PrimFn::Bin(op, float), both);
            }
            10 => {
                let op = [UnOp::Neg, UnOp::Abs][c.below(2)];
                let one = self.floats(c, 1);
                self.of_float(PrimFn::Un(op, float), one);
            }
            11 => {
                let op = [TernOp::Fma, TernOp::Mad][c.below(2)];
                let mut all = self.floats(c, 2);
                all.push(self.small(c, float));
                let rest = self.of_float(PrimFn::Tern(op, float), all);
                let five = self.constant(5.0);
                self.two(BinOp::Mod, rest, five);
            }
            12 => {
                let one = self.floats(c, 1).remove(0);
                let half = self.constant([2.0, -1.0, 0.5][c.below(3)]);
                self.two(BinOp::Div, one, half);
            }
            13 => {
                let one = self.floats(c, 1).remove(0);
                let few = Value::Literal(PrimValue::I32(c.below(3) as i32 - 1));
                self.of_float(PrimFn::Ldexp(float), vec![one, few]);
            }
            14 => {
                let both = self.floats(c, 2);
                self.of_float(PrimFn::Bin(BinOp::Copysign, float), both);
            }
            _ => {
                let op = [UnOp::Floor, UnOp::Ceil, UnOp::Round, UnOp::Trunc][c.below(4)];
                let one = self.floats(c, 1);
                let whole = self.of_float(PrimFn::Un(op, float), one);
                let ty = Value::Base(float);
                let other = self.make(c, &ty, 1);
                self.two(BinOp::Add, whole, other);
            }
        }
    }

    /// A float between -1 and 1.
    fn near_zero(&mut self, c: &mut Choices) -> Value {
        let one = self.floats(c, 1);
        self.of_float(PrimFn::Un(UnOp::Sin, self.float), one)
    }

    /// A float that is above one.
    fn above_one(&mut self, c: &mut Choices) -> Value {
        let one = self.floats(c, 1).remove(0);
        let least = self.constant(1.5);
        self.two(BinOp::Hypot, least, one)
    }

    fn curved(&mut self, c: &mut Choices) {
        let float = self.float;
        match c.below(12) {
            0..=2 => {
                let both = self.floats(c, 2);
                let product = self.of_float(PrimFn::Bin(BinOp::Mul, float), both);
                if self.rounds > 1 || c.below(2) == 0 {
                    self.of_float(PrimFn::Un(UnOp::Sin, float), vec![product]);
                }
            }
            3 | 4 => {
                let both = self.floats(c, 2);
                let op = [BinOp::Add, BinOp::Sub][c.below(2)];
                self.of_float(PrimFn::Bin(op, float), both);
            }
            5 | 6 => {
                let op = c.pick(&ANYWHERE).copied().unwrap_or(UnOp::Sin);
                let one = self.floats(c, 1);
                self.of_float(PrimFn::Un(op, float), one);
            }
            7 => {
                let near = self.near_zero(c);
                let quarter = self.constant(0.25);
                let near = self.two(BinOp::Mul, near, quarter);
                let op = c.pick(&NEAR_ZERO).copied().unwrap_or(UnOp::Tan);
                self.of_float(PrimFn::Un(op, float), vec![near]);
            }
            8 => {
                let above = self.above_one(c);
                let op = c.pick(&ABOVE_ONE).copied().unwrap_or(UnOp::Sqrt);
                self.of_float(PrimFn::Un(op, float), vec![above]);
            }
            9 => {
                let one = self.floats(c, 1).remove(0);
                let above = self.above_one(c);
                let op = c.pick(&OF_BOTH).copied().unwrap_or(BinOp::Div);
                self.two(op, one, above);
            }
            10 => {
                let above = self.above_one(c);
                let power = self.near_zero(c);
                self.two(BinOp::Pow, above, power);
            }
            _ => {
                let op = [TernOp::Fma, TernOp::Mad, TernOp::Lerp][c.below(3)];
                let mut all = self.floats(c, 2);
                all.push(self.near_zero(c));
                self.of_float(PrimFn::Tern(op, float), all);
            }
        }
    }
}
