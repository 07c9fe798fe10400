//! What every primitive function gives, by exact arithmetic and the words of the rules of numbers.

use super::elementary;
use super::exact::{Exact, Format, Fraction, ends, integer, nearest, power_of_two, root, width, wrapped};
use elder_syntax::Rule;
use elder_syntax::prim::rules::{NUM_DIV, NUM_POW, NUM_QUOT};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// What a function gives.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// This value; of what is no number, any.
    Exactly(PrimValue),
    /// A float as near to this one as a function in double precision is.
    Near(f64),
    /// A float that is off from this number by that much at most.
    Within(f64, f64),
    /// No value, by a premise.
    Fails(&'static Rule, &'static str),
    /// What the rules leave open.
    Open,
}

impl Meaning {
    /// Whether the value is one that is meant; a float is near if it is off by a billionth, or by the last digit of its type.
    pub fn is(&self, value: PrimValue) -> bool {
        match self {
            Meaning::Exactly(meant) => value.with_one_nan() == meant.with_one_nan(),
            Meaning::Near(meant) => is_near(value, *meant),
            Meaning::Within(meant, off) => is_within(value, *meant, *off),
            Meaning::Fails(..) => false,
            Meaning::Open => true,
        }
    }
}

fn is_within(value: PrimValue, meant: f64, off: f64) -> bool {
    let value = match value {
        PrimValue::F16(x) => x.to_f64(),
        PrimValue::F32(x) => x.into(),
        PrimValue::F64(x) => x,
        _ => return false,
    };
    match meant.is_finite() {
        true => (value - meant).abs() <= off,
        false => value == meant || value.is_nan() && meant.is_nan(),
    }
}

fn is_near(value: PrimValue, meant: f64) -> bool {
    let (value, unit, least) = match value {
        PrimValue::F16(x) => (x.to_f64(), 1e-3, 6e-8),
        PrimValue::F32(x) => (x.into(), 1.2e-7, 1.5e-45),
        PrimValue::F64(x) => (x, 1e-9, 1e-300),
        _ => return false,
    };
    if meant.is_nan() || value.is_nan() {
        return meant.is_nan() && value.is_nan();
    }
    // Beyond the ends of the narrow types.
    if value.is_infinite() {
        return value == meant || unit > 1e-9 && meant.abs() > 65_000.0 && value.signum() == meant.signum();
    }
    (value - meant).abs() <= 2.0 * unit * meant.abs() + least
}

/// What the function gives.
pub fn meaning(f: PrimFn, operands: &[PrimValue]) -> Meaning {
    match (f, operands) {
        (PrimFn::Bin(op, t), &[a, b]) if t.is_float() => floats(op, t, a, b),
        (PrimFn::Bin(op, t), &[a, b]) => integers(op, t, a, b),
        (PrimFn::Un(op, t), &[a]) if t.is_float() => float(op, t, a),
        (PrimFn::Un(op, t), &[a]) => exactly(unary(op, t, a)),
        (PrimFn::Tern(op, t), &[a, b, c]) => exactly(ternary(op, t, a, b, c)),
        (PrimFn::Convert(_, to), &[a]) => Meaning::Exactly(converted(a, to)),
        (PrimFn::Ldexp(t), &[a, n]) => exactly(scaled(t, a, n)),
        _ => Meaning::Open,
    }
}

fn exactly(value: Option<PrimValue>) -> Meaning {
    value.map_or(Meaning::Open, Meaning::Exactly)
}

/// Operators on integers and truth values.
fn integers(op: BinOp, t: PrimType, left: PrimValue, right: PrimValue) -> Meaning {
    let (a, b) = (integer(left), integer(right));
    let bits = width(t);
    let truth = |b| Meaning::Exactly(PrimValue::Bool(b));
    let joined = |bits| Meaning::Exactly(PrimValue::of_bits(t, bits));
    let number = |n: BigInt| Meaning::Exactly(wrapped(t, &n));
    let count = if right.bits() < bits.into() {
        right.bits() as usize
    } else {
        bits as usize
    };
    match op {
        BinOp::Add => number(a + b),
        BinOp::Sub => number(a - b),
        BinOp::Mul => number(a * b),
        BinOp::Div | BinOp::Mod if b.is_zero() => Meaning::Fails(&NUM_DIV, "zero"),
        BinOp::Quot | BinOp::Rem if b.is_zero() => Meaning::Fails(&NUM_QUOT, "zero"),
        BinOp::Div => number(a.div_floor(&b)),
        BinOp::Mod => number(a.mod_floor(&b)),
        BinOp::Quot => number(a / b),
        BinOp::Rem => number(a % b),
        BinOp::Pow if b.is_negative() => Meaning::Fails(&NUM_POW, "negative"),
        BinOp::Pow => number(a.modpow(&b, &(BigInt::one() << bits))),
        BinOp::Shl => number(a << count),
        // An arithmetic shift rounds down.
        BinOp::Shr => number(a.div_floor(&(BigInt::one() << count))),
        BinOp::Lshr => number(BigInt::from(left.bits()) >> count),
        BinOp::And => joined(left.bits() & right.bits()),
        BinOp::Or => joined(left.bits() | right.bits()),
        BinOp::Xor => joined(left.bits() ^ right.bits()),
        BinOp::Eq => truth(a == b),
        BinOp::Ne => truth(a != b),
        BinOp::Lt => truth(a < b),
        BinOp::Le => truth(a <= b),
        BinOp::Gt => truth(a > b),
        BinOp::Ge => truth(a >= b),
        BinOp::Min => number(a.min(b)),
        BinOp::Max => number(a.max(b)),
        BinOp::MulHi => number((a * b).div_floor(&(BigInt::one() << bits))),
        BinOp::Atan2 | BinOp::Atan2pi | BinOp::Hypot | BinOp::Copysign | BinOp::Nextafter => Meaning::Open,
    }
}

/// Operators on an integer or truth value.
fn unary(op: UnOp, t: PrimType, operand: PrimValue) -> Option<PrimValue> {
    let a = integer(operand);
    let bits = (0..width(t)).map(|k| operand.bits() >> k & 1 == 1);
    let count = |n: usize| Some(PrimValue::I32(n as i32));
    match op {
        UnOp::Neg => Some(wrapped(t, &-a)),
        UnOp::Not if t == PrimType::Bool => Some(PrimValue::Bool(a.is_zero())),
        UnOp::Not => Some(wrapped(t, &(-a - 1))),
        UnOp::Abs => Some(wrapped(t, &a.abs())),
        UnOp::Sgn => Some(wrapped(t, &a.signum())),
        UnOp::Popc => count(bits.filter(|bit| *bit).count()),
        UnOp::Clz => count(bits.rev().take_while(|bit| !bit).count()),
        UnOp::Ctz => count(bits.take_while(|bit| !bit).count()),
        UnOp::FromBits => Some(PrimValue::of_bits(op.result(t)?, operand.bits())),
        _ => None,
    }
}

fn ternary(op: TernOp, t: PrimType, a: PrimValue, b: PrimValue, c: PrimValue) -> Option<PrimValue> {
    let of = |op, a, b| match meaning(PrimFn::Bin(op, t), &[a, b]) {
        Meaning::Exactly(value) => Some(value),
        _ => None,
    };
    match op {
        TernOp::Fma => Some(sum(&product(&Exact::of(a), &Exact::of(b)), &Exact::of(c)).float(t)),
        TernOp::Mad => of(BinOp::Add, of(BinOp::Mul, a, b)?, c),
        TernOp::MadHi => of(BinOp::Add, of(BinOp::MulHi, a, b)?, c),
        TernOp::Lerp => {
            let (zero, one) = (Exact::zero(false).float(t), Exact::integer(1).float(t));
            // Which zero is the greater is open.
            let between = match Exact::of(c) {
                Exact::Nan => return None,
                Exact::Finite(x, _) if x.is_zero() => return None,
                c if c.is_negative() => zero,
                Exact::Finite(x, _) if x < Fraction::one() => c,
                _ => one,
            };
            of(BinOp::Add, a, of(BinOp::Mul, of(BinOp::Sub, b, a)?, between)?)
        }
    }
}

/// The sum; of a number and its opposite, a positive zero.
fn sum(a: &Exact, b: &Exact) -> Exact {
    match (a, b) {
        (Exact::Nan, _) | (_, Exact::Nan) => Exact::Nan,
        (Exact::Infinite(x), Exact::Infinite(y)) if x != y => Exact::Nan,
        (Exact::Infinite(x), _) | (_, Exact::Infinite(x)) => Exact::Infinite(*x),
        (Exact::Finite(x, m), Exact::Finite(y, n)) => match x + y {
            zero if zero.is_zero() => Exact::zero(x.is_zero() && *m && *n),
            sum => Exact::fraction(sum),
        },
    }
}

fn product(a: &Exact, b: &Exact) -> Exact {
    let negative = a.is_negative() != b.is_negative();
    match (a, b) {
        (Exact::Nan, _) | (_, Exact::Nan) => Exact::Nan,
        (Exact::Infinite(_), Exact::Finite(x, _)) | (Exact::Finite(x, _), Exact::Infinite(_))
            if x.is_zero() =>
        {
            Exact::Nan
        }
        (Exact::Infinite(_), _) | (_, Exact::Infinite(_)) => Exact::Infinite(negative),
        (Exact::Finite(x, _), Exact::Finite(y, _)) => Exact::Finite(x * y, negative),
    }
}

fn quotient(a: &Exact, b: &Exact) -> Exact {
    let negative = a.is_negative() != b.is_negative();
    match (a, b) {
        (Exact::Nan, _) | (_, Exact::Nan) | (Exact::Infinite(_), Exact::Infinite(_)) => Exact::Nan,
        (Exact::Infinite(_), _) => Exact::Infinite(negative),
        (_, Exact::Infinite(_)) => Exact::zero(negative),
        (Exact::Finite(x, _), Exact::Finite(y, _)) => match (x.is_zero(), y.is_zero()) {
            (true, true) => Exact::Nan,
            (_, true) => Exact::Infinite(negative),
            _ => Exact::Finite(x / y, negative),
        },
    }
}

/// What is left of the first operand, with its sign.
fn remainder(a: &Exact, b: &Exact) -> Exact {
    match (a, b) {
        (Exact::Nan, _) | (_, Exact::Nan) | (Exact::Infinite(_), _) => Exact::Nan,
        (_, Exact::Finite(y, _)) if y.is_zero() => Exact::Nan,
        (_, Exact::Infinite(_)) => a.clone(),
        (Exact::Finite(x, negative), Exact::Finite(y, _)) => {
            let times = (x / y).trunc();
            Exact::Finite(x - y * times, *negative)
        }
    }
}

/// Operators on floats.
fn floats(op: BinOp, t: PrimType, left: PrimValue, right: PrimValue) -> Meaning {
    let (a, b) = (Exact::of(left), Exact::of(right));
    let number = |x: Exact| Meaning::Exactly(x.float(t));
    let order = match (&a, &b) {
        (Exact::Nan, _) | (_, Exact::Nan) => None,
        (Exact::Infinite(x), Exact::Infinite(y)) => Some(y.cmp(x)),
        (Exact::Infinite(true), _) | (_, Exact::Infinite(false)) => Some(std::cmp::Ordering::Less),
        (Exact::Infinite(false), _) | (_, Exact::Infinite(true)) => Some(std::cmp::Ordering::Greater),
        (Exact::Finite(x, _), Exact::Finite(y, _)) => Some(x.cmp(y)),
    };
    let truth = |b| Meaning::Exactly(PrimValue::Bool(b));
    let sign = 1 << (width(t) - 1);
    match op {
        BinOp::Add => number(sum(&a, &b)),
        BinOp::Sub => number(sum(&a, &opposite(&b))),
        BinOp::Mul => number(product(&a, &b)),
        BinOp::Div => number(quotient(&a, &b)),
        BinOp::Mod => number(remainder(&a, &b)),
        BinOp::Eq => truth(order.is_some_and(|o| o.is_eq())),
        BinOp::Ne => truth(order.is_none_or(|o| o.is_ne())),
        BinOp::Lt => truth(order.is_some_and(|o| o.is_lt())),
        BinOp::Le => truth(order.is_some_and(|o| o.is_le())),
        BinOp::Gt => truth(order.is_some_and(|o| o.is_gt())),
        BinOp::Ge => truth(order.is_some_and(|o| o.is_ge())),
        // Which of two zeros is less is open.
        BinOp::Min | BinOp::Max => match order {
            None if a == Exact::Nan => Meaning::Exactly(right),
            None => Meaning::Exactly(left),
            Some(order) if order.is_eq() && a != b => Meaning::Open,
            Some(order) => Meaning::Exactly(if order.is_lt() == (op == BinOp::Min) {
                left
            } else {
                right
            }),
        },
        // What sign it has that is no number is open.
        BinOp::Copysign if a == Exact::Nan || b == Exact::Nan => Meaning::Open,
        BinOp::Copysign => Meaning::Exactly(PrimValue::of_bits(
            t,
            left.bits() & (sign - 1) | right.bits() & sign,
        )),
        BinOp::Nextafter => Meaning::Exactly(match order {
            None => Exact::Nan.float(t),
            Some(order) if order.is_eq() => right,
            Some(order) => beside(t, left, order.is_lt()),
        }),
        BinOp::Pow | BinOp::Atan2 | BinOp::Atan2pi | BinOp::Hypot => elementary::binary(op, t, left, right),
        _ => Meaning::Open,
    }
}

fn opposite(a: &Exact) -> Exact {
    match a {
        Exact::Finite(x, negative) => Exact::Finite(-x, !negative),
        Exact::Infinite(negative) => Exact::Infinite(!negative),
        Exact::Nan => Exact::Nan,
    }
}

/// The float beside another one: the next in the order of floats, or the one before.
pub fn beside(t: PrimType, x: PrimValue, up: bool) -> PrimValue {
    let sign = 1u64 << (width(t) - 1);
    // The place among floats, of which both zeros have one.
    let size = (x.bits() & (sign - 1)) as i64;
    let place = if x.bits() & sign == 0 { size } else { -size };
    let next = if up { place + 1 } else { place - 1 };
    let negative = next < 0 || next == 0 && up;
    PrimValue::of_bits(t, next.unsigned_abs() | if negative { sign } else { 0 })
}

/// Operators on a float.
fn float(op: UnOp, t: PrimType, operand: PrimValue) -> Meaning {
    let a = Exact::of(operand);
    let sign = 1u64 << (width(t) - 1);
    let of = |bits| Meaning::Exactly(PrimValue::of_bits(t, bits));
    // Floats beyond the last bit of a whole number are whole; zeros keep their sign.
    let whole = |f: &dyn Fn(&Fraction) -> BigInt| match &a {
        Exact::Finite(x, negative) => {
            Meaning::Exactly(Exact::Finite(Fraction::from_integer(f(x)), *negative).float(t))
        }
        _ => Meaning::Exactly(operand),
    };
    match op {
        UnOp::Neg => of(operand.bits() ^ sign),
        UnOp::Abs => of(operand.bits() & (sign - 1)),
        UnOp::Sgn => match &a {
            Exact::Nan => Meaning::Exactly(operand),
            Exact::Finite(x, _) if x.is_zero() => Meaning::Exactly(operand),
            _ => Meaning::Exactly(Exact::integer(if a.is_negative() { -1 } else { 1 }).float(t)),
        },
        UnOp::Sqrt => Meaning::Exactly(match &a {
            Exact::Finite(x, _) if x.is_zero() => operand,
            Exact::Finite(x, false) => Exact::fraction(root(x)).float(t),
            Exact::Infinite(false) => operand,
            _ => Exact::Nan.float(t),
        }),
        UnOp::Round => whole(&nearest),
        UnOp::Ceil => whole(&|x| x.ceil().to_integer()),
        UnOp::Floor => whole(&|x| x.floor().to_integer()),
        UnOp::Trunc => whole(&|x| x.trunc().to_integer()),
        UnOp::IsNan => Meaning::Exactly(PrimValue::Bool(a == Exact::Nan)),
        UnOp::IsInf => Meaning::Exactly(PrimValue::Bool(matches!(a, Exact::Infinite(_)))),
        UnOp::ToBits if a == Exact::Nan => Meaning::Open,
        UnOp::ToBits => exactly(op.result(t).map(|to| PrimValue::of_bits(to, operand.bits()))),
        _ => elementary::unary(op, t, operand),
    }
}

/// A float times two to a power, rounded once.
fn scaled(t: PrimType, a: PrimValue, n: PrimValue) -> Option<PrimValue> {
    let format = Format::of(t)?;
    let by = integer(n).to_i64()?;
    // Further than from one end of the type to the other makes no difference.
    let far = format.greatest - format.least + 10;
    Some(match Exact::of(a) {
        Exact::Finite(x, negative) => Exact::Finite(x * power_of_two(by.clamp(-far, far)), negative).float(t),
        _ => a,
    })
}

/// A conversion by the shared table of numbers.
pub fn converted(value: PrimValue, to: PrimType) -> PrimValue {
    let from = value.prim_type();
    if to == PrimType::Bool {
        let is_zero = matches!(Exact::of(value), Exact::Finite(x, _) if x.is_zero());
        return PrimValue::Bool(!is_zero);
    }
    if to.is_float() {
        return match from.is_float() {
            true => Exact::of(value).float(to),
            // No integer is a negative zero.
            false => Exact::integer(integer(value)).float(to),
        };
    }
    if !from.is_float() {
        let n = if to.is_signed() {
            integer(value)
        } else {
            value.bits().into()
        };
        return wrapped(to, &n);
    }
    match Exact::of(value) {
        Exact::Finite(x, _) => {
            let wide = if to.is_unsigned() && x.is_positive() {
                PrimType::U64
            } else {
                PrimType::I64
            };
            let (least, most) = ends(wide);
            wrapped(to, &x.trunc().to_integer().clamp(least, most))
        }
        _ => wrapped(to, &BigInt::zero()),
    }
}

/// A conversion that goes to the nearest end of the type, as FCL's do (FCL-E-CONVERT).
pub fn saturated(value: PrimValue, to: PrimType) -> PrimValue {
    if !value.prim_type().is_float() || !to.is_integer() {
        return converted(value, to);
    }
    let (least, most) = ends(to);
    match Exact::of(value) {
        Exact::Finite(x, _) => wrapped(to, &x.trunc().to_integer().clamp(least, most)),
        Exact::Infinite(negative) => wrapped(to, if negative { &least } else { &most }),
        Exact::Nan => wrapped(to, &BigInt::zero()),
    }
}
