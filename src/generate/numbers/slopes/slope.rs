//! The slope of every primitive function in each of its operands, by mathematics, and by the words of the rules where mathematics has none.
//!
//! Where a slope is a number of the type it is known exactly, by fractions; elsewhere a formula that is another one than the evaluators' says it
//! nearly.  At corners, ends of domains and zeros the rules of [derivatives](../../../../spec/shared/derivatives.md) say which side is taken.

use crate::numbers::exact::{Exact, Fraction, integer, wrapped};
use crate::numbers::meaning::{Meaning, meaning};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::f64::consts::{E, LN_2, LN_10, PI};

/// A slope.
#[derive(Clone, Debug)]
pub enum Slope {
    /// Nothing moves, whatever the change is.
    None,
    /// This number of the operand's type.
    Exactly(PrimValue),
    /// About this number; and how large what is rounded on the way to it is.
    Near(f64, f64),
    /// As the first function takes the change, with these operands behind it; a weight comes back through the second.
    Through(PrimFn, PrimFn, Vec<PrimValue>),
    /// Nobody says it.
    Open,
}

/// The number that a value is, as a double.
pub fn double(value: PrimValue) -> f64 {
    match Exact::of(value).float(PrimType::F64) {
        PrimValue::F64(x) => x,
        _ => f64::NAN,
    }
}

/// The slope in the operand of that index.
pub fn slope(f: PrimFn, operands: &[PrimValue], k: usize) -> Slope {
    let of = f.parameters().get(k).copied();
    if of == Some(PrimType::Bool) || f.result() == PrimType::Bool {
        return Slope::None;
    }
    match (f, operands) {
        (PrimFn::Convert(from, to), _) => Slope::Through(f, PrimFn::Convert(to, from), vec![]),
        (PrimFn::Ldexp(_), [_, n]) if k == 0 => Slope::Through(f, f, vec![*n]),
        (PrimFn::Ldexp(_), _) => Slope::None,
        (PrimFn::Un(op @ (UnOp::ToBits | UnOp::FromBits), _), _) => {
            let back = if op == UnOp::ToBits {
                UnOp::FromBits
            } else {
                UnOp::ToBits
            };
            Slope::Through(f, PrimFn::Un(back, f.result()), vec![])
        }
        (PrimFn::Un(op, t), &[a]) if t.is_float() => of_float(op, t, a),
        (PrimFn::Un(op, t), &[a]) => match op {
            UnOp::Neg => whole(t, -1),
            UnOp::Abs => Slope::Exactly(wrapped(t, &integer(a).signum())),
            _ => Slope::None,
        },
        (PrimFn::Bin(op, t), &[a, b]) if t.is_float() => of_floats(op, t, a, b, k),
        (PrimFn::Bin(op, t), &[a, b]) => of_integers(op, t, a, b, k),
        (PrimFn::Tern(op, t), &[a, b, c]) => of_three(op, t, [a, b, c], k),
        _ => Slope::Open,
    }
}

fn whole(t: PrimType, n: i128) -> Slope {
    Slope::Exactly(t.number(n))
}

/// A zero of either sign.
const ZERO: Slope = Slope::Near(0.0, 0.0);

/// What a function of operands gives, if it is known exactly.
fn known(op: BinOp, t: PrimType, a: PrimValue, b: PrimValue) -> Slope {
    match meaning(PrimFn::Bin(op, t), &[a, b]) {
        Meaning::Exactly(value) => Slope::Exactly(value),
        _ => Slope::Open,
    }
}

fn of_integers(op: BinOp, t: PrimType, left: PrimValue, right: PrimValue, k: usize) -> Slope {
    let (a, b) = (integer(left), integer(right));
    let number = |n: BigInt| Slope::Exactly(wrapped(t, &n));
    let is_less = a < b;
    match (op, k) {
        (BinOp::Add, _) | (BinOp::Sub, 0) => whole(t, 1),
        (BinOp::Sub, _) => whole(t, -1),
        (BinOp::Mul, 0) => number(b),
        (BinOp::Mul, _) => number(a),
        // Each quotient is rounded to zero, and wraps.
        (BinOp::Div | BinOp::Quot, 0) => number(BigInt::one() / b),
        (BinOp::Div | BinOp::Quot, _) => {
            let once = integer(wrapped(t, &(a / &b)));
            let twice = integer(wrapped(t, &(once / b)));
            number(-twice)
        }
        (BinOp::Mod | BinOp::Rem, 0) => whole(t, 1),
        (BinOp::Mod, _) => match meaning(PrimFn::Bin(BinOp::Div, t), &[left, right]) {
            Meaning::Exactly(n) => number(-integer(n)),
            _ => Slope::Open,
        },
        (BinOp::Rem, _) => number(-(a / b)),
        (BinOp::Pow, 0) if b.is_zero() => Slope::None,
        (BinOp::Pow, 0) => match meaning(PrimFn::Bin(op, t), &[left, wrapped(t, &(&b - 1))]) {
            Meaning::Exactly(lower) => number(b * integer(lower)),
            _ => Slope::Open,
        },
        (BinOp::Shl, 0) => known(op, t, t.number(1), right),
        (BinOp::Min, 0) => {
            if a <= b {
                whole(t, 1)
            } else {
                Slope::None
            }
        }
        (BinOp::Min, _) => {
            if a <= b {
                Slope::None
            } else {
                whole(t, 1)
            }
        }
        (BinOp::Max, 0) => {
            if is_less {
                Slope::None
            } else {
                whole(t, 1)
            }
        }
        (BinOp::Max, _) => {
            if is_less {
                whole(t, 1)
            } else {
                Slope::None
            }
        }
        _ => Slope::None,
    }
}

fn of_floats(op: BinOp, t: PrimType, left: PrimValue, right: PrimValue, k: usize) -> Slope {
    let (x, y) = (Exact::of(left), Exact::of(right));
    let (a, b) = (double(left), double(right));
    let finite = a.is_finite() && b.is_finite();
    let in_range = |x: f64| (1e-4..1e4).contains(&x.abs());
    match (op, k) {
        (BinOp::Add, _) | (BinOp::Sub, 0) => whole(t, 1),
        (BinOp::Sub, _) => whole(t, -1),
        (BinOp::Mul, 0) => Slope::Exactly(right),
        (BinOp::Mul, _) => Slope::Exactly(left),
        (BinOp::Div, 0) => known(op, t, t.number(1), right),
        (BinOp::Div, _) => match (&x, &y) {
            _ if !finite => Slope::Open,
            (Exact::Finite(x, _), Exact::Finite(y, _)) if y.is_zero() => match x.is_zero() {
                true => Slope::Open,
                // It falls without end where the dividend is above zero, on both sides.
                false => Slope::Exactly(Exact::Infinite(x.is_positive()).float(t)),
            },
            (Exact::Finite(x, _), Exact::Finite(y, _)) => {
                let s = double(Exact::fraction(-(x / (y * y))).float(PrimType::F64));
                match in_range(a / b) && in_range(s) || x.is_zero() {
                    true => Slope::Near(s, 0.0),
                    false => Slope::Open,
                }
            }
            _ => Slope::Open,
        },
        (BinOp::Mod, 0) => whole(t, 1),
        (BinOp::Mod, _) => match (&x, &y) {
            (Exact::Finite(x, _), Exact::Finite(y, _)) if !y.is_zero() => {
                let n: Fraction = (x / y).trunc();
                match n.to_integer().to_i128() {
                    Some(0) => ZERO,
                    Some(n) if n.unsigned_abs() < 200 => whole(t, -n),
                    _ => Slope::Open,
                }
            }
            _ => Slope::Open,
        },
        (BinOp::Pow, _) => of_power(t, a, b, k),
        (BinOp::Min | BinOp::Max, _) => {
            let first = match (a.is_nan(), b.is_nan()) {
                (_, true) => true,
                (true, false) => false,
                _ if op == BinOp::Min => a <= b,
                _ => a >= b,
            };
            match first == (k == 0) {
                true => whole(t, 1),
                false => Slope::None,
            }
        }
        (BinOp::Copysign, 0) if a.is_nan() || b.is_nan() => Slope::Open,
        (BinOp::Copysign, 0) => {
            let is_other = a.is_sign_negative() != b.is_sign_negative();
            whole(t, if is_other { -1 } else { 1 })
        }
        (BinOp::Nextafter, 0) => whole(t, 1),
        (BinOp::Copysign | BinOp::Nextafter, _) => Slope::None,
        (BinOp::Hypot | BinOp::Atan2 | BinOp::Atan2pi, _) if a.is_nan() || b.is_nan() => {
            Slope::Near(f64::NAN, 0.0)
        }
        (BinOp::Hypot, _) => {
            let own = if k == 0 { a } else { b };
            let size = (a * a + b * b).sqrt();
            match finite && in_range(size) {
                true => Slope::Near(own / size, 0.0),
                false => Slope::Open,
            }
        }
        (BinOp::Atan2 | BinOp::Atan2pi, _) => {
            let unit = if op == BinOp::Atan2 { 1.0 } else { PI };
            let square = a * a + b * b;
            let s = if k == 0 { b / square } else { -a / square };
            match finite && in_range(square) {
                true => Slope::Near(s / unit, 0.0),
                false => Slope::Open,
            }
        }
        _ => Slope::None,
    }
}

/// `x ** y` has no slope in x at 0 if y is below 1, and none in y unless x is above 0.
fn of_power(t: PrimType, a: f64, b: f64, k: usize) -> Slope {
    if !a.is_finite() || !b.is_finite() {
        return Slope::Open;
    }
    // How far apart numbers of the type are beside the exponent.
    let apart = b.abs()
        * match t {
            PrimType::F16 => 2f64.powi(-10),
            PrimType::F32 => 2f64.powi(-23),
            _ => 2f64.powi(-52),
        };
    let is_moderate = |x: f64| (0.05..20.0).contains(&x.abs());
    match k {
        0 if a == 0.0 && b < 1.0 => Slope::None,
        0 if a == 0.0 && b == 1.0 => Slope::Near(1.0, 0.0),
        0 if a == 0.0 || b == 0.0 && (1e-4..1e4).contains(&a.abs()) => ZERO,
        // One over it may be no number of the type, and then zero times that is none.
        0 if b == 0.0 => Slope::Open,
        // What is nearly whole may be rounded to it, so may the exponent without one.
        0 if a < 0.0 && (b - b.round()).abs() > 0.01 + apart => Slope::Near(f64::NAN, 0.0),
        0 if a < 0.0 && b.fract() != 0.0 => Slope::Open,
        0 if is_moderate(a) && b.abs() <= 4.0 => {
            let size = (a.abs().ln() * (b - 1.0)).exp();
            let is_negative = a < 0.0 && (b / 2.0).fract() == 0.0;
            Slope::Near(if is_negative { -b * size } else { b * size }, 0.0)
        }
        1 if a <= 0.0 => Slope::None,
        1 if is_moderate(a) && b.abs() <= 4.0 => {
            let value = (a.ln() * b).exp();
            Slope::Near(value * a.log2() * LN_2, 0.0)
        }
        _ => Slope::Open,
    }
}

fn of_three(op: TernOp, t: PrimType, [a, b, c]: [PrimValue; 3], k: usize) -> Slope {
    match (op, k) {
        (TernOp::Fma | TernOp::Mad | TernOp::MadHi, 2) => whole(t, 1),
        (TernOp::MadHi, _) => Slope::None,
        (TernOp::Fma | TernOp::Mad, 0) => Slope::Exactly(b),
        (TernOp::Fma | TernOp::Mad, _) => Slope::Exactly(a),
        (TernOp::Lerp, _) => {
            let share = double(c);
            let between = (0.0..=1.0).contains(&share);
            match k {
                _ if share.is_nan() => Slope::Open,
                2 if between => known(BinOp::Sub, t, b, a),
                2 => Slope::None,
                _ => {
                    let one = t.number(1);
                    let share = match between {
                        true => c,
                        false => t.number(i128::from(share > 0.0)),
                    };
                    match (k, double(share) == 0.0) {
                        (0, _) => known(BinOp::Sub, t, one, share),
                        (_, true) => ZERO,
                        _ => Slope::Exactly(share),
                    }
                }
            }
        }
    }
}

/// The slope of a function of one float.
fn of_float(op: UnOp, t: PrimType, operand: PrimValue) -> Slope {
    let x = double(operand);
    match op {
        UnOp::Neg => whole(t, -1),
        UnOp::Abs if x.is_nan() => Slope::Open,
        UnOp::Abs if x == 0.0 => ZERO,
        UnOp::Abs => whole(t, if x < 0.0 { -1 } else { 1 }),
        UnOp::Sgn | UnOp::Round | UnOp::Ceil | UnOp::Floor | UnOp::Trunc => Slope::None,
        _ if x.is_nan() => Slope::Near(x, 0.0),
        _ => elementary(op, x).map_or(Slope::Open, |(s, rounded)| Slope::Near(s, rounded)),
    }
}

/// The slope of an elementary or special function, and how large what is rounded on the way is.
fn elementary(op: UnOp, x: f64) -> Option<(f64, f64)> {
    const INF: f64 = f64::INFINITY;
    let size = x.abs();
    // Zeros below zero are on no side of the domain.
    let is_left = x == 0.0 && x.is_sign_negative();
    let far = size > 20.0;
    let (above, below) = (1.0 + x, 1.0 - x);
    // The square of a cosine is one over that of a tangent and one.
    let squared = |cos: f64| 1.0 / (cos * cos);
    let ends = |s: f64| match size {
        1.0 => Some((INF.copysign(s), 0.0)),
        _ if size > 1.0 => Some((f64::NAN, 0.0)),
        _ => Some((s, s.abs() / (above * below))),
    };
    let growth = (E.powf(x), E.powf(-x));
    match op {
        UnOp::Sqrt | UnOp::Rsqrt | UnOp::Log | UnOp::Log2 | UnOp::Log10 if is_left => None,
        UnOp::Sqrt | UnOp::Rsqrt if x < 0.0 => Some((f64::NAN, 0.0)),
        UnOp::Log | UnOp::Log2 | UnOp::Log10 if x < 0.0 => None,
        UnOp::Sqrt if x == 0.0 => Some((INF, 0.0)),
        UnOp::Sqrt => Some((x.powf(-0.5) / 2.0, 0.0)),
        UnOp::Rsqrt if x == 0.0 => Some((-INF, 0.0)),
        UnOp::Rsqrt => Some((-x.powf(-1.5) / 2.0, 0.0)),
        UnOp::Cbrt => Some((size.powf(-2.0 / 3.0) / 3.0, 0.0)),
        UnOp::Exp => Some((growth.0, 0.0)),
        UnOp::Log => Some((1.0 / x, 0.0)),
        UnOp::Log2 => Some((1.0 / (x * LN_2), 0.0)),
        UnOp::Log10 => Some((1.0 / (x * LN_10), 0.0)),
        UnOp::Log1p if x < -1.0 => None,
        UnOp::Log1p => Some((1.0 / above, 0.0)),
        UnOp::Sin | UnOp::Cos | UnOp::Tan | UnOp::Sinpi | UnOp::Cospi | UnOp::Tanpi if far => None,
        UnOp::Sin => Some(((x + PI / 2.0).sin(), 1.0)),
        UnOp::Cos => Some(((x + PI / 2.0).cos(), 1.0)),
        UnOp::Tan => (x.cos().abs() > 0.05).then(|| (squared(x.cos()), 0.0)),
        UnOp::Sinpi => Some((PI * (PI * (x + 0.5)).sin(), 1.0)),
        UnOp::Cospi => Some((PI * (PI * (x + 0.5)).cos(), 1.0)),
        UnOp::Tanpi => {
            let cos = (PI * x).cos();
            (cos.abs() > 0.05).then(|| (PI * squared(cos), 0.0))
        }
        UnOp::Asin => ends(1.0 / (above * below).sqrt()),
        UnOp::Acos => ends(-1.0 / (above * below).sqrt()),
        UnOp::Asinpi => ends(1.0 / (PI * (above * below).sqrt())),
        UnOp::Acospi => ends(-1.0 / (PI * (above * below).sqrt())),
        UnOp::Atan => Some((1.0 / (1.0 + x * x), 0.0)),
        UnOp::Atanpi => Some((1.0 / (PI + PI * x * x), 0.0)),
        UnOp::Sinh => Some(((growth.0 + growth.1) / 2.0, 0.0)),
        UnOp::Cosh => Some(((growth.0 - growth.1) / 2.0, 1.0)),
        UnOp::Tanh if far => Some((0.0, 1.0)),
        UnOp::Tanh => Some((4.0 / (growth.0 + growth.1).powi(2), 1.0)),
        // Its square may be no number.
        UnOp::Asinh if size > 1e100 => Some((1.0 / size, 0.0)),
        UnOp::Asinh => Some((1.0 / (1.0 + x * x).sqrt(), 0.0)),
        UnOp::Acosh if x < 1.0 => Some((f64::NAN, 0.0)),
        UnOp::Acosh if x > 1e100 => Some((1.0 / x, 0.0)),
        UnOp::Acosh => Some((1.0 / ((x - 1.0) * above).sqrt(), 0.0)),
        UnOp::Atanh if size > 1.0 => None,
        UnOp::Atanh => ends(1.0 / (above * below)),
        UnOp::Gamma => {
            let (gamma, digamma) = at_halves(x)?;
            Some((gamma * digamma, gamma.abs()))
        }
        UnOp::Lgamma => Some((at_halves(x)?.1, 1.0)),
        UnOp::Erf => Some((2.0 / (PI.sqrt() * E.powf(x * x)), 0.0)),
        UnOp::Erfc => Some((-2.0 / (PI.sqrt() * E.powf(x * x)), 0.0)),
        _ => None,
    }
}

/// Gamma and digamma at a half of an integer, by their recurrences from 1 and from 1/2.
fn at_halves(x: f64) -> Option<(f64, f64)> {
    const EULER: f64 = 0.577_215_664_901_532_9;
    if (2.0 * x).fract() != 0.0 || !(-6.0..8.0).contains(&x) || x <= 0.0 && x.fract() == 0.0 {
        return None;
    }
    let (mut at, mut gamma, mut digamma) = match x.fract() == 0.0 {
        true => (1.0, 1.0, -EULER),
        false => (0.5, PI.sqrt(), -EULER - 2.0 * LN_2),
    };
    while at < x {
        gamma *= at;
        digamma += 1.0 / at;
        at += 1.0;
    }
    while at > x {
        at -= 1.0;
        gamma /= at;
        digamma -= 1.0 / at;
    }
    Some((gamma, digamma))
}

/// The slope, as a double, of the function on doubles.
fn of_doubles(f: PrimFn, at: &[f64], k: usize) -> Option<f64> {
    let operands: Vec<PrimValue> = at.iter().map(|x| PrimValue::F64(*x)).collect();
    match slope(f, &operands, k) {
        Slope::None => Some(0.0),
        Slope::Exactly(s) => Some(double(s)),
        Slope::Near(s, _) => Some(s),
        Slope::Through(..) | Slope::Open => None,
    }
}

/// By what a change of operand `j` changes the slope in operand `k`: a quotient of small differences.  `None` where these do not come to a
/// limit, as at a corner.
pub fn bend(f: PrimFn, operands: &[PrimValue], k: usize, j: usize) -> Option<f64> {
    let wide = match f {
        PrimFn::Un(op, _) => PrimFn::Un(op, PrimType::F64),
        PrimFn::Bin(op, _) => PrimFn::Bin(op, PrimType::F64),
        PrimFn::Tern(op, _) => PrimFn::Tern(op, PrimType::F64),
        PrimFn::Convert(..) | PrimFn::Ldexp(_) => return None,
    };
    let at: Vec<f64> = operands.iter().map(|x| double(*x)).collect();
    let moved = |by: f64| {
        let mut at = at.clone();
        if let Some(x) = at.get_mut(j) {
            *x += by;
        }
        of_doubles(wide, &at, k)
    };
    let quotient = |h: f64| Some((moved(h)? - moved(-h)?) / (2.0 * h));
    let (coarse, fine) = (quotient(4e-3)?, quotient(2e-3)?);
    // The error of a quotient falls with the square of the step.
    let bend = fine + (fine - coarse) / 3.0;
    // At a corner both sides have limits, and others.
    let (left, right) = (
        (moved(0.0)? - moved(-1e-3)?) / 1e-3,
        (moved(1e-3)? - moved(0.0)?) / 1e-3,
    );
    let is_limit = (fine - coarse).abs() <= 1e-2 * (1.0 + bend.abs())
        && (right - left).abs() <= 0.1 * (1.0 + bend.abs());
    (bend.is_finite() && is_limit).then_some(bend)
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;

    /// What stands in a formula on the way may be no number of the type, where the slope is one; and a number without a fraction.
    #[test]
    fn slopes_at_the_edge_of_a_type() {
        let f64s = |op, x: f64| slope(PrimFn::Un(op, PrimType::F64), &[PrimValue::F64(x)], 0);
        for (op, x) in [
            (UnOp::Asinh, 1e213),
            (UnOp::Asinh, -1e213),
            (UnOp::Acosh, 1.35e154),
        ] {
            assert!(
                matches!(f64s(op, x), Slope::Near(s, _) if (s * x.abs() - 1.0).abs() < 1e-9),
                "{x}"
            );
        }
        assert!(matches!(f64s(UnOp::Acosh, -1e213), Slope::Near(s, _) if s.is_nan()));
        let f32s = |x: f32, y: f32| {
            let operands = [PrimValue::F32(x), PrimValue::F32(y)];
            slope(PrimFn::Bin(BinOp::Pow, PrimType::F32), &operands, 0)
        };
        assert!(matches!(f32s(-2.0, 262_143.98), Slope::Open));
        assert!(matches!(f32s(-2.0, 3.5), Slope::Near(s, _) if s.is_nan()));
        let f16s = |x: f32| {
            let operands = [f16::from_f32(x), f16::ZERO].map(PrimValue::F16);
            slope(PrimFn::Bin(BinOp::Pow, PrimType::F16), &operands, 0)
        };
        assert!(matches!(f16s(6e-8), Slope::Open));
        assert!(!matches!(f16s(0.5), Slope::Open));
    }
}
