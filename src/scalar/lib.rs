//! What primitive functions give for scalars, on the side of the compiler: the host of a program on a device computes by it, and what passes know of
//! constants is computed by it.
//!
//! The rules are those of `elder_syntax::prim::rules`.  Integers are computed in 128 bits, which hold every sum and product of two of them, and
//! brought back to their type; floats in double precision, in which what basic arithmetic gives of narrower ones is rounded as if once.
//! The reference semantics has an arithmetic of its own, with which this one is compared: who judges shares nothing with what is judged.

#![cfg_attr(
    not(test),
    warn(
        clippy::disallowed_macros,
        clippy::disallowed_methods,
        clippy::indexing_slicing,
        clippy::unwrap_used
    )
)]

use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp, real};
use std::cmp::Ordering;
use std::f64::consts::PI;

/// Why a function has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// It is undefined for these operands: a divisor of zero, a negative exponent.
    Undefined,
    /// It does not exist for operands of such types.
    Types,
}

/// The value of a function.
///
/// # Errors
/// If it has none.
pub fn apply(function: PrimFn, operands: &[PrimValue]) -> Result<PrimValue, Nothing> {
    use Nothing::Types;
    match (function, operands) {
        (PrimFn::Bin(op, t), [a, b]) => {
            match (Number::of(t, *a).ok_or(Types)?, Number::of(t, *b).ok_or(Types)?) {
                (Number::Whole(a), Number::Whole(b)) if t == PrimType::Bool => truths(op, a, b).ok_or(Types),
                (Number::Whole(a), Number::Whole(b)) => integers(op, t, a, b),
                (Number::Float(a), Number::Float(b)) => floats(op, t, a, b).ok_or(Types),
                _ => Err(Types),
            }
        }
        (PrimFn::Un(op, t), [a]) => match Number::of(t, *a).ok_or(Types)? {
            Number::Whole(a) => of_integer(op, t, a).ok_or(Types),
            Number::Float(a) => of_float(op, t, a).ok_or(Types),
        },
        (PrimFn::Tern(op, t), [a, b, c]) => {
            let all = [*a, *b, *c].map(|operand| Number::of(t, operand));
            match (op, all) {
                (
                    TernOp::MadHi,
                    [
                        Some(Number::Whole(a)),
                        Some(Number::Whole(b)),
                        Some(Number::Whole(c)),
                    ],
                ) => Ok(t.number(high(t, a, b) + c)),
                (
                    op,
                    [
                        Some(Number::Float(a)),
                        Some(Number::Float(b)),
                        Some(Number::Float(c)),
                    ],
                ) => of_three(op, t, a, b, c).ok_or(Types),
                _ => Err(Types),
            }
        }
        (PrimFn::Convert(from, to), [a]) => match Number::of(from, *a).ok_or(Types)? {
            Number::Whole(a) => Ok(converted(from, to, a)),
            Number::Float(a) => Ok(truncated(to, a)),
        },
        (PrimFn::Ldexp(t), [a, PrimValue::I32(power)]) => match Number::of(t, *a) {
            Some(Number::Float(a)) => float(t, libm::ldexp(a, *power)).ok_or(Types),
            _ => Err(Types),
        },
        _ => Err(Types),
    }
}

/// An integer or truth value, exactly; none of floats.
pub fn whole(value: PrimValue) -> Option<i128> {
    match Number::of(value.prim_type(), value) {
        Some(Number::Whole(number)) => Some(number),
        _ => None,
    }
}

/// A number as messages have it.
pub fn text(value: PrimValue) -> String {
    match Number::of(value.prim_type(), value) {
        Some(Number::Float(number)) => number.to_string(),
        Some(Number::Whole(number)) if value.prim_type() != PrimType::Bool => number.to_string(),
        other => matches!(other, Some(Number::Whole(1))).to_string(),
    }
}

/// The number that a value is, exactly; a truth value is 0 or 1.
#[derive(Clone, Copy)]
enum Number {
    Whole(i128),
    Float(f64),
}

impl Number {
    /// The number, if the value has this type.
    fn of(t: PrimType, value: PrimValue) -> Option<Number> {
        if value.prim_type() != t {
            return None;
        }
        Some(match value {
            PrimValue::Bool(x) => Number::Whole(x.into()),
            PrimValue::I8(x) => Number::Whole(x.into()),
            PrimValue::I16(x) => Number::Whole(x.into()),
            PrimValue::I32(x) => Number::Whole(x.into()),
            PrimValue::I64(x) => Number::Whole(x.into()),
            PrimValue::U8(x) => Number::Whole(x.into()),
            PrimValue::U16(x) => Number::Whole(x.into()),
            PrimValue::U32(x) => Number::Whole(x.into()),
            PrimValue::U64(x) => Number::Whole(x.into()),
            PrimValue::F16(x) => Number::Float(x.into()),
            PrimValue::F32(x) => Number::Float(x.into()),
            PrimValue::F64(x) => Number::Float(x),
        })
    }
}

/// The float of that type next to a number.
fn float(t: PrimType, number: f64) -> Option<PrimValue> {
    Some(match t {
        PrimType::F16 => PrimValue::F16(real::half(number)),
        PrimType::F32 => PrimValue::F32(number as f32),
        PrimType::F64 => PrimValue::F64(number),
        _ => return None,
    })
}

fn bits(t: PrimType) -> u32 {
    8 * t.bytes() as u32
}

/// The number that the bits of an integer of that type mean without a sign.
fn unsigned(t: PrimType, number: i128) -> i128 {
    number & ((1 << bits(t)) - 1)
}

/// The upper half of a product.
fn high(t: PrimType, a: i128, b: i128) -> i128 {
    // A product of two of 64 bits without signs has 128, of which the last is no sign.
    match t.is_unsigned() {
        true => (a.cast_unsigned().wrapping_mul(b.cast_unsigned()) >> bits(t)).cast_signed(),
        false => (a * b) >> bits(t),
    }
}

fn compared(op: BinOp, order: Option<Ordering>) -> Option<PrimValue> {
    let is = |of: fn(Ordering) -> bool| order.is_some_and(of);
    Some(PrimValue::Bool(match op {
        BinOp::Eq => is(Ordering::is_eq),
        BinOp::Ne => !is(Ordering::is_eq),
        BinOp::Lt => is(Ordering::is_lt),
        BinOp::Le => is(Ordering::is_le),
        BinOp::Gt => is(Ordering::is_gt),
        BinOp::Ge => is(Ordering::is_ge),
        _ => return None,
    }))
}

fn truths(op: BinOp, a: i128, b: i128) -> Option<PrimValue> {
    Some(PrimValue::Bool(match op {
        BinOp::And | BinOp::Min => a & b != 0,
        BinOp::Or | BinOp::Max => a | b != 0,
        BinOp::Xor => a != b,
        _ => return compared(op, Some(a.cmp(&b))),
    }))
}

fn integers(op: BinOp, t: PrimType, a: i128, b: i128) -> Result<PrimValue, Nothing> {
    let divisor = || if b == 0 { Err(Nothing::Undefined) } else { Ok(b) };
    let below = |rest: i128| rest != 0 && (rest < 0) != (b < 0);
    // Counts are without a sign, and shift everything out if they are as large as the type is wide.
    let count = u32::try_from(unsigned(t, b)).unwrap_or(u32::MAX).min(bits(t));
    let number = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div => a / divisor()? - i128::from(below(a % b)),
        BinOp::Mod => {
            let rest = a % divisor()?;
            if below(rest) { rest + b } else { rest }
        }
        BinOp::Quot => a / divisor()?,
        BinOp::Rem => a % divisor()?,
        BinOp::Pow => power(a, u64::try_from(b).map_err(|_| Nothing::Undefined)?),
        BinOp::Shl => unsigned(t, a) << count,
        BinOp::Shr => a >> count,
        BinOp::Lshr => unsigned(t, a) >> count,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Min => a.min(b),
        BinOp::Max => a.max(b),
        BinOp::MulHi => high(t, a, b),
        _ => return compared(op, Some(a.cmp(&b))).ok_or(Nothing::Types),
    };
    Ok(t.number(number))
}

/// The lowest bits of a power.
fn power(base: i128, exponent: u64) -> i128 {
    let places = (0..u64::BITS - exponent.leading_zeros()).rev();
    places.fold(1, |so_far: i128, place| {
        let square = so_far.wrapping_mul(so_far);
        match exponent >> place & 1 {
            1 => square.wrapping_mul(base),
            _ => square,
        }
    })
}

fn of_integer(op: UnOp, t: PrimType, a: i128) -> Option<PrimValue> {
    if t == PrimType::Bool {
        return (op == UnOp::Not).then_some(PrimValue::Bool(a == 0));
    }
    let pattern = unsigned(t, a).cast_unsigned();
    let count = |number: u32| Some(PrimValue::I32(number.cast_signed()));
    match op {
        UnOp::Neg => Some(t.number(-a)),
        UnOp::Not => Some(t.number(!a)),
        UnOp::Abs => Some(t.number(a.abs())),
        UnOp::Sgn => Some(t.number(a.signum())),
        UnOp::Popc => count(pattern.count_ones()),
        UnOp::Clz => count(pattern.leading_zeros() - (i128::BITS - bits(t))),
        UnOp::Ctz => count(pattern.trailing_zeros().min(bits(t))),
        UnOp::FromBits => Some(PrimValue::of_bits(op.result(t)?, pattern as u64)),
        _ => None,
    }
}

fn floats(op: BinOp, t: PrimType, a: f64, b: f64) -> Option<PrimValue> {
    let number = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div => a / b,
        BinOp::Mod => a % b,
        BinOp::Pow => a.powf(b),
        BinOp::Min => least(a, b),
        BinOp::Max => greatest(a, b),
        BinOp::Atan2 => a.atan2(b),
        BinOp::Atan2pi => a.atan2(b) / PI,
        BinOp::Hypot => a.hypot(b),
        BinOp::Copysign => a.copysign(b),
        BinOp::Nextafter => return next(t, a, b),
        _ => return compared(op, a.partial_cmp(&b)),
    };
    float(t, number)
}

/// The lesser one; the other if one is no number.
fn least(a: f64, b: f64) -> f64 {
    if a < b || b.is_nan() { a } else { b }
}

/// The greater one; the other if one is no number.
fn greatest(a: f64, b: f64) -> f64 {
    if a > b || b.is_nan() { a } else { b }
}

/// The float next to a towards b.
fn next(t: PrimType, a: f64, b: f64) -> Option<PrimValue> {
    if a.is_nan() || b.is_nan() {
        return float(t, f64::NAN);
    }
    if a == b {
        return float(t, b);
    }
    let sign = 1 << (bits(t) - 1);
    if a == 0.0 {
        let negative = if b < 0.0 { sign } else { 0 };
        return Some(PrimValue::of_bits(t, negative | 1));
    }
    // Patterns of one sign stand in the order of the magnitudes.
    let pattern = float(t, a)?.bits();
    let away = (a < b) == (a > 0.0);
    Some(PrimValue::of_bits(
        t,
        if away { pattern + 1 } else { pattern - 1 },
    ))
}

fn of_float(op: UnOp, t: PrimType, a: f64) -> Option<PrimValue> {
    let number = match op {
        UnOp::IsNan => return Some(PrimValue::Bool(a.is_nan())),
        UnOp::IsInf => return Some(PrimValue::Bool(a.is_infinite())),
        UnOp::ToBits => return Some(PrimValue::of_bits(op.result(t)?, float(t, a)?.bits())),
        UnOp::Neg => -a,
        UnOp::Abs => a.abs(),
        UnOp::Sgn if a.is_nan() || a == 0.0 => a,
        UnOp::Sgn => a.signum(),
        UnOp::Round => a.round_ties_even(),
        UnOp::Ceil => a.ceil(),
        UnOp::Floor => a.floor(),
        UnOp::Trunc => a.trunc(),
        UnOp::Sqrt => a.sqrt(),
        UnOp::Rsqrt => a.sqrt().recip(),
        UnOp::Cbrt => a.cbrt(),
        UnOp::Exp => a.exp(),
        UnOp::Log => a.ln(),
        UnOp::Log2 => a.log2(),
        UnOp::Log10 => a.log10(),
        UnOp::Log1p => a.ln_1p(),
        UnOp::Sin => a.sin(),
        UnOp::Cos => a.cos(),
        UnOp::Tan => a.tan(),
        UnOp::Asin => a.asin(),
        UnOp::Acos => a.acos(),
        UnOp::Atan => a.atan(),
        UnOp::Sinh => a.sinh(),
        UnOp::Cosh => a.cosh(),
        UnOp::Tanh => a.tanh(),
        UnOp::Asinh => libm::asinh(a),
        UnOp::Acosh => libm::acosh(a),
        UnOp::Atanh => libm::atanh(a),
        UnOp::Sinpi => turned(a).0,
        UnOp::Cospi => turned(a).1,
        UnOp::Tanpi => {
            let (sine, cosine) = turned(a);
            sine / cosine
        }
        UnOp::Asinpi => a.asin() / PI,
        UnOp::Acospi => a.acos() / PI,
        UnOp::Atanpi => a.atan() / PI,
        UnOp::Gamma => libm::tgamma(a),
        UnOp::Lgamma => libm::lgamma(a),
        UnOp::Erf => libm::erf(a),
        UnOp::Erfc => libm::erfc(a),
        UnOp::Not | UnOp::Popc | UnOp::Clz | UnOp::Ctz | UnOp::FromBits => return None,
    };
    float(t, number)
}

/// Sine and cosine of so many half turns; what is left of whole quarters is small enough to be multiplied by π.
fn turned(half_turns: f64) -> (f64, f64) {
    if half_turns == 0.0 {
        return (half_turns, 1.0);
    }
    // Two half turns change nothing, and the remainder is exact.
    let half_turns = half_turns % 2.0;
    let quarters = (half_turns * 2.0).round_ties_even();
    let (sine, cosine) = ((half_turns - quarters / 2.0) * PI).sin_cos();
    match quarters as i32 & 3 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ if quarters.is_nan() => (f64::NAN, f64::NAN),
        _ => (-cosine, sine),
    }
}

fn of_three(op: TernOp, t: PrimType, a: f64, b: f64, c: f64) -> Option<PrimValue> {
    // What an operation of that type gives.
    let rounded = |number: f64| match float(t, number).and_then(|value| Number::of(t, value)) {
        Some(Number::Float(number)) => Some(number),
        _ => None,
    };
    let number = match op {
        // Doubles hold the product of two of single precision, and not its sum with a third.
        TernOp::Fma if t == PrimType::F32 => f64::from((a as f32).mul_add(b as f32, c as f32)),
        TernOp::Fma => a.mul_add(b, c),
        TernOp::Mad => rounded(a * b)? + c,
        TernOp::Lerp => a + rounded(rounded(b - a)? * greatest(0.0, least(1.0, c)))?,
        TernOp::MadHi => return None,
    };
    float(t, number)
}

/// An integer or truth value in another type.
fn converted(from: PrimType, to: PrimType, number: i128) -> PrimValue {
    match to {
        PrimType::Bool => PrimValue::Bool(number != 0),
        // The bits are what is widened to a type without a sign.
        _ if to.is_unsigned() => to.number(unsigned(from, number)),
        _ => to.number(number),
    }
}

/// A float in another type.
fn truncated(to: PrimType, number: f64) -> PrimValue {
    if to == PrimType::Bool {
        return PrimValue::Bool(number != 0.0);
    }
    float(to, number).unwrap_or_else(|| {
        // Brought into 64 bits, of which the lower ones are kept.
        to.number(match number {
            _ if !number.is_finite() => 0,
            _ if to.is_unsigned() && number > 0.0 => i128::from(number as u64),
            _ => i128::from(number as i64),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_semantics::numeric::{self, NumericError};

    /// Functions, with the types of their operands.
    fn functions() -> impl Iterator<Item = PrimFn> {
        PrimType::ALL.iter().copied().flat_map(|t| {
            let two = BinOp::ALL.iter().filter(move |op| op.exists_on(t));
            let one = UnOp::ALL.iter().filter(move |op| op.result(t).is_some());
            let three = [TernOp::Fma, TernOp::Mad, TernOp::MadHi, TernOp::Lerp];
            (two.map(move |op| PrimFn::Bin(*op, t)))
                .chain(one.map(move |op| PrimFn::Un(*op, t)))
                .chain(
                    three
                        .into_iter()
                        .filter(move |op| op.exists_on(t))
                        .map(move |op| PrimFn::Tern(op, t)),
                )
                .chain(PrimType::ALL.iter().map(move |to| PrimFn::Convert(t, *to)))
                .chain(t.is_float().then_some(PrimFn::Ldexp(t)))
        })
    }

    /// Values at the edges of a type, and some between.
    fn values(t: PrimType) -> Vec<PrimValue> {
        let floats = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -1.5,
            2.5,
            3.0,
            1e-3,
            -7.25,
            300.0,
            65504.0,
            1e10,
            -1e19,
            1e30,
            1e300,
            5e-324,
            6e-8,
            1e-40,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            0.1,
            1.0 / 3.0,
        ];
        if t.is_float() {
            return floats.iter().filter_map(|x| float(t, *x)).collect();
        }
        let near = |n: i128| [n - 1, n, n + 1];
        let edges = [
            0,
            3,
            7,
            8,
            31,
            63,
            64,
            100,
            127,
            1 << 15,
            1 << 31,
            1 << 62,
            1 << 63,
        ];
        let numbers = edges.iter().flat_map(|n| near(*n).into_iter().chain(near(-n)));
        let mut all: Vec<PrimValue> = Vec::new();
        for number in numbers {
            let value = t.number(number);
            if !all.contains(&value) {
                all.push(value);
            }
        }
        all
    }

    #[test]
    fn what_the_host_computes_is_what_the_semantics_says() {
        for function in functions() {
            let types = function.parameters();
            let choices: Vec<Vec<PrimValue>> = types.iter().map(|t| values(*t)).collect();
            let count: usize = choices.iter().map(Vec::len).product();
            // Of three operands every eleventh choice.
            let step = if types.len() == 3 { 11 } else { 1 };
            for number in (0..count).step_by(step) {
                let mut rest = number;
                let operands: Vec<PrimValue> = (choices.iter())
                    .map(|of| {
                        let value = of[rest % of.len()];
                        rest /= of.len();
                        value
                    })
                    .collect();
                let own = apply(function, &operands).map(PrimValue::with_one_nan);
                let expected = numeric::apply(function, &operands).map(PrimValue::with_one_nan);
                let expected = expected.map_err(|error| match error {
                    NumericError::Operands => Nothing::Types,
                    _ => Nothing::Undefined,
                });
                assert_eq!(own, expected, "{function} of {operands:?}");
            }
        }
    }

    #[test]
    fn operands_of_other_types_are_refused() {
        let add = PrimFn::Bin(BinOp::Add, PrimType::I32);
        assert_eq!(
            apply(add, &[PrimValue::I32(1), PrimValue::I64(1)]),
            Err(Nothing::Types)
        );
        assert_eq!(apply(add, &[PrimValue::I32(1)]), Err(Nothing::Types));
        let log = PrimFn::Bin(BinOp::Hypot, PrimType::I32);
        assert_eq!(apply(log, &[PrimValue::I32(1); 2]), Err(Nothing::Types));
    }
}
