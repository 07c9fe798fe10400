//! The slopes of all primitive functions: by what a change of one operand changes the result.
//!
//! An arm a function, or a family of them.  They are computed with numbers that have the older derivatives themselves, so that
//! derivatives nest.  Where a function has a jump or a corner, the slope is that of one side; no slope is a slope of zero, which
//! brings nothing, not even where the change is infinite.

use super::number::Number;
use super::slope::Slope;
use super::{Calculus, Computed, Function};
use crate::numeric::NumericError;
use elder_syntax::prim::derivative as rules;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, PI};

/// A slope; `None` is zero.
type Sloped = Result<Option<Slope>, NumericError>;

/// The slope of a function with this value in its operand of that index.
///
/// # Errors
/// Never for operands on which the function is defined.
pub fn slope(calculus: Calculus, f: Function, operands: &[Number], value: &Number, k: usize) -> Sloped {
    match (f, operands) {
        (Function::Polygamma(order, t), _) => {
            rules::DER_ELEMENTARY.apply();
            calculus
                .value(Function::Polygamma(order + 1, t), operands)
                .map(times)
        }
        (Function::Primitive(PrimFn::Convert(from, to)), _) => {
            rules::DER_CONVERT.apply();
            let there = PrimFn::Convert(from, to);
            Ok(Some(Slope::Through(there, PrimFn::Convert(to, from))))
        }
        (Function::Primitive(PrimFn::Bin(op, t)), [a, b]) => binary(calculus, op, t, a, b, value, k),
        (Function::Primitive(PrimFn::Un(op, t)), [a]) => unary(calculus, op, t, a, value),
        (Function::Primitive(PrimFn::Tern(op, _)), [a, b, c]) => ternary(calculus, op, a, b, c, k),
        (Function::Primitive(PrimFn::Ldexp(_)), [_, n]) if k == 0 => {
            rules::DER_PRODUCT.apply();
            Ok(Some(Slope::Raised(n.clone())))
        }
        (Function::Primitive(PrimFn::Ldexp(_)), _) => stepwise(),
        _ => Err(NumericError::Operands),
    }
}

fn times(factor: Number) -> Option<Slope> {
    Some(Slope::Times(factor))
}

/// DER-STEP: what moves in steps has no slope.
fn stepwise() -> Sloped {
    rules::DER_STEP.apply();
    Ok(None)
}

/// The operators that slopes are written with.
impl Calculus {
    pub(super) fn negative(self, a: &Number) -> Computed {
        self.unary(UnOp::Neg, a)
    }

    fn unary(self, op: UnOp, a: &Number) -> Computed {
        self.apply(PrimFn::Un(op, a.prim_type()), std::slice::from_ref(a))
    }

    fn difference(self, a: &Number, b: &Number) -> Computed {
        self.binary(BinOp::Sub, a, b)
    }

    /// Of integers, rounded to zero.
    fn quotient(self, a: &Number, b: &Number) -> Computed {
        let op = if a.prim_type().is_integer() {
            BinOp::Quot
        } else {
            BinOp::Div
        };
        self.binary(op, a, b)
    }

    fn square(self, a: &Number) -> Computed {
        self.product(a, a)
    }

    /// A constant times a number.
    fn scaled(self, c: f64, a: &Number) -> Computed {
        self.product(&Calculus::constant(a.prim_type(), c), a)
    }

    /// A constant over a number.
    fn over(self, c: f64, a: &Number) -> Computed {
        self.quotient(&Calculus::constant(a.prim_type(), c), a)
    }

    /// A constant plus a number.
    fn plus(self, c: f64, a: &Number) -> Computed {
        self.sum(&Calculus::constant(a.prim_type(), c), a)
    }

    /// A constant minus a number.
    fn minus(self, c: f64, a: &Number) -> Computed {
        self.difference(&Calculus::constant(a.prim_type(), c), a)
    }

    fn root(self, a: &Number) -> Computed {
        self.unary(UnOp::Sqrt, a)
    }

    /// A question about the scalars.
    fn holds(self, op: BinOp, a: &Number, b: &Number) -> Result<bool, NumericError> {
        let answer = self.binary(op, &a.scalar().into(), &b.scalar().into())?;
        Ok(matches!(answer, Number::Plain(PrimValue::Bool(true))))
    }
}

fn binary(c: Calculus, op: BinOp, t: PrimType, a: &Number, b: &Number, value: &Number, k: usize) -> Sloped {
    match op {
        BinOp::Add | BinOp::Sub => {
            rules::DER_SUM.apply();
            Ok(Some(match (op, k) {
                (BinOp::Sub, 1) => Slope::MinusOne,
                _ => Slope::One,
            }))
        }
        BinOp::Mul => {
            rules::DER_PRODUCT.apply();
            Ok(times(if k == 0 { b } else { a }.clone()))
        }
        BinOp::Div | BinOp::Quot => {
            rules::DER_PRODUCT.apply();
            if k == 0 {
                return c.over(1.0, b).map(times);
            }
            // Over the square, which may be no number of the type.
            let quotient = c.quotient(&c.quotient(a, b)?, b)?;
            c.negative(&quotient).map(times)
        }
        BinOp::Mod | BinOp::Rem => {
            rules::DER_PRODUCT.apply();
            // x % y is x - n y for a whole n.
            match k {
                0 => Ok(Some(Slope::One)),
                _ => whole(c, op, t, a, b, value)
                    .and_then(|n| c.negative(&n))
                    .map(times),
            }
        }
        BinOp::Pow => {
            rules::DER_POWER.apply();
            power(c, t, a, b, value, k)
        }
        BinOp::Hypot => {
            rules::DER_POWER.apply();
            c.quotient(if k == 0 { a } else { b }, value).map(times)
        }
        BinOp::Min | BinOp::Max => {
            rules::DER_ORDER.apply();
            let before = if op == BinOp::Min { BinOp::Le } else { BinOp::Ge };
            // As the value is: of equal operands the first, and never a NaN if the other is none.
            let first = c.holds(before, a, b)? || c.holds(BinOp::Ne, b, b)?;
            Ok((first == (k == 0)).then_some(Slope::One))
        }
        BinOp::Copysign if k == 0 => {
            rules::DER_ORDER.apply();
            let one = Calculus::constant(t, 1.0);
            let (own, other) = (c.binary(op, &one, a)?, c.binary(op, &one, b)?);
            c.product(&own, &other).map(times)
        }
        BinOp::Nextafter if k == 0 => {
            rules::DER_ORDER.apply();
            Ok(Some(Slope::One))
        }
        BinOp::Atan2 | BinOp::Atan2pi => {
            rules::DER_ELEMENTARY.apply();
            // Twice over the root of the sum of squares, which is a number where that sum is none.
            let root = c.binary(BinOp::Hypot, a, b)?;
            let other = match k {
                0 => b.clone(),
                _ => c.negative(a)?,
            };
            let slope = c.quotient(&c.quotient(&other, &root)?, &root)?;
            match op {
                BinOp::Atan2 => Ok(times(slope)),
                _ => c.scaled(1.0 / PI, &slope).map(times),
            }
        }
        BinOp::Shl if k == 0 => {
            rules::DER_PRODUCT.apply();
            c.binary(op, &Calculus::constant(t, 1.0), b).map(times)
        }
        BinOp::Shl | BinOp::Copysign | BinOp::Nextafter => stepwise(),
        BinOp::Shr | BinOp::Lshr | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::MulHi => stepwise(),
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => stepwise(),
    }
}

/// How often the divisor was taken off by `%` or `%%`.
fn whole(c: Calculus, op: BinOp, t: PrimType, a: &Number, b: &Number, value: &Number) -> Computed {
    match op {
        BinOp::Rem => c.binary(BinOp::Quot, a, b),
        _ if t.is_integer() => c.binary(BinOp::Div, a, b),
        // A quotient that is a little below a whole number may be rounded to it; one of what was taken off is near the right one.
        _ => c.unary(UnOp::Round, &c.quotient(&c.difference(a, value)?, b)?),
    }
}

/// `a ** b`
fn power(c: Calculus, t: PrimType, a: &Number, b: &Number, value: &Number, k: usize) -> Sloped {
    let zero = Calculus::zero(t);
    let one = Calculus::constant(t, 1.0);
    match (k, t.is_integer()) {
        (0, true) if c.holds(BinOp::Eq, b, &zero)? => Ok(None),
        // 0 ** b has no slope for b below 1 but an infinite one.
        (0, false) if c.holds(BinOp::Eq, a, &zero)? && c.holds(BinOp::Lt, b, &one)? => Ok(None),
        (0, _) => {
            // Where there is no slope in the exponent, it moves nothing here either.
            let b = match t.is_integer() || c.holds(BinOp::Le, a, &zero)? {
                true => Number::Plain(b.scalar()),
                false => b.clone(),
            };
            let lower = c.binary(BinOp::Pow, a, &c.difference(&b, &one)?)?;
            c.product(&b, &lower).map(times)
        }
        // An exponent of integers takes steps, and other exponents of a negative number have no power.
        (_, true) => stepwise(),
        (_, false) if c.holds(BinOp::Le, a, &zero)? => Ok(None),
        (_, false) => c.product(value, &c.unary(UnOp::Log, a)?).map(times),
    }
}

fn unary(c: Calculus, op: UnOp, t: PrimType, a: &Number, value: &Number) -> Sloped {
    let slope = match op {
        UnOp::Neg => {
            rules::DER_SUM.apply();
            return Ok(Some(Slope::MinusOne));
        }
        UnOp::Abs => {
            rules::DER_ORDER.apply();
            return c.unary(UnOp::Sgn, a).map(times);
        }
        UnOp::Sqrt => c.over(0.5, value),
        UnOp::Rsqrt => c.scaled(-0.5, &c.product(value, &c.square(value)?)?),
        UnOp::Cbrt => c.over(1.0, &c.scaled(3.0, &c.square(value)?)?),
        UnOp::Exp => Ok(value.clone()),
        UnOp::Log => c.over(1.0, a),
        UnOp::Log2 => c.over(1.0 / LN_2, a),
        UnOp::Log10 => c.over(1.0 / LN_10, a),
        UnOp::Log1p => c.over(1.0, &c.plus(1.0, a)?),
        UnOp::Sin => c.unary(UnOp::Cos, a),
        UnOp::Cos => c.negative(&c.unary(UnOp::Sin, a)?),
        UnOp::Tan => c.plus(1.0, &c.square(value)?),
        UnOp::Asin => c.over(1.0, &c.root(&c.minus(1.0, &c.square(a)?)?)?),
        UnOp::Acos => c.over(-1.0, &c.root(&c.minus(1.0, &c.square(a)?)?)?),
        UnOp::Atan => circle(c, 1.0, a),
        UnOp::Sinh => c.unary(UnOp::Cosh, a),
        UnOp::Cosh => c.unary(UnOp::Sinh, a),
        UnOp::Tanh => c.minus(1.0, &c.square(value)?),
        UnOp::Asinh => c.over(1.0, &beside_one(c, a)?),
        UnOp::Acosh => c.over(
            1.0,
            &c.product(&c.root(&c.plus(-1.0, a)?)?, &c.root(&c.plus(1.0, a)?)?)?,
        ),
        UnOp::Atanh => c.over(1.0, &c.minus(1.0, &c.square(a)?)?),
        UnOp::Sinpi => c.scaled(PI, &c.unary(UnOp::Cospi, a)?),
        UnOp::Cospi => c.scaled(-PI, &c.unary(UnOp::Sinpi, a)?),
        UnOp::Tanpi => c.scaled(PI, &c.plus(1.0, &c.square(value)?)?),
        UnOp::Asinpi => c.over(1.0 / PI, &c.root(&c.minus(1.0, &c.square(a)?)?)?),
        UnOp::Acospi => c.over(-1.0 / PI, &c.root(&c.minus(1.0, &c.square(a)?)?)?),
        UnOp::Atanpi => circle(c, 1.0 / PI, a),
        UnOp::Gamma => {
            let digamma = c.value(Function::Polygamma(0, t), std::slice::from_ref(a))?;
            c.product(value, &digamma)
        }
        UnOp::Lgamma => c.value(Function::Polygamma(0, t), std::slice::from_ref(a)),
        UnOp::Erf => c.scaled(FRAC_2_SQRT_PI, &bell(c, a)?),
        UnOp::Erfc => c.scaled(-FRAC_2_SQRT_PI, &bell(c, a)?),
        UnOp::Not | UnOp::Sgn | UnOp::Popc | UnOp::Clz | UnOp::Ctz => return stepwise(),
        UnOp::Round | UnOp::Ceil | UnOp::Floor | UnOp::Trunc => return stepwise(),
        UnOp::IsNan | UnOp::IsInf => return stepwise(),
        UnOp::ToBits | UnOp::FromBits => {
            rules::DER_CONVERT.apply();
            let back = if op == UnOp::ToBits {
                UnOp::FromBits
            } else {
                UnOp::ToBits
            };
            let there = PrimFn::Un(op, t);
            return Ok(Some(Slope::Through(there, PrimFn::Un(back, there.result()))));
        }
    };
    match op {
        UnOp::Sqrt | UnOp::Rsqrt | UnOp::Cbrt => rules::DER_POWER.apply(),
        _ => rules::DER_ELEMENTARY.apply(),
    }
    slope.map(times)
}

/// The root of 1 + a², which is a number where a² is none.
fn beside_one(c: Calculus, a: &Number) -> Computed {
    c.binary(BinOp::Hypot, &Calculus::constant(a.prim_type(), 1.0), a)
}

/// A constant over 1 + a².
fn circle(c: Calculus, constant: f64, a: &Number) -> Computed {
    let root = beside_one(c, a)?;
    c.quotient(&c.over(constant, &root)?, &root)
}

/// e to the power of -a².
fn bell(c: Calculus, a: &Number) -> Computed {
    c.unary(UnOp::Exp, &c.negative(&c.square(a)?)?)
}

fn ternary(c: Calculus, op: TernOp, a: &Number, b: &Number, z: &Number, k: usize) -> Sloped {
    rules::DER_PRODUCT.apply();
    match (op, k) {
        (TernOp::Fma | TernOp::Mad | TernOp::MadHi, 2) => Ok(Some(Slope::One)),
        (TernOp::Fma | TernOp::Mad, _) => Ok(times(if k == 0 { b } else { a }.clone())),
        // The high half of a product takes steps.
        (TernOp::MadHi, _) => stepwise(),
        (TernOp::Lerp, _) => {
            let t = z.prim_type();
            let (zero, one) = (Calculus::zero(t), Calculus::constant(t, 1.0));
            let between = c.holds(BinOp::Le, &zero, z)? && c.holds(BinOp::Le, z, &one)?;
            let share = match between {
                true => z.clone(),
                false => c.binary(BinOp::Max, &zero, &c.binary(BinOp::Min, &one, z)?)?,
            };
            match k {
                0 => c.difference(&one, &share).map(times),
                1 => Ok(times(share)),
                _ if between => c.difference(b, a).map(times),
                _ => Ok(None),
            }
        }
    }
}
