//! Operands at which functions change: ends of types, what is half-way between two numbers of a narrower one, and what is beside these.

use super::exact::{Exact, Format, Fraction, ends, power_of_two, width, wrapped};
use super::meaning::beside;
use crate::Choices;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use num_bigint::BigInt;
use num_traits::One;
use std::sync::LazyLock;

/// Every primitive function at every type.
pub static FUNCTIONS: LazyLock<Vec<PrimFn>> = LazyLock::new(|| {
    let mut out = Vec::new();
    for &t in PrimType::ALL {
        out.extend(
            BinOp::ALL
                .iter()
                .filter(|op| op.exists_on(t))
                .map(|op| PrimFn::Bin(*op, t)),
        );
        out.extend(
            UnOp::ALL
                .iter()
                .filter(|op| op.result(t).is_some())
                .map(|op| PrimFn::Un(*op, t)),
        );
        out.extend(
            TernOp::ALL
                .iter()
                .filter(|op| op.exists_on(t))
                .map(|op| PrimFn::Tern(*op, t)),
        );
        // Twice, as there are as many ways to be wrong as of other functions together.
        out.extend(
            PrimType::ALL
                .iter()
                .chain(PrimType::ALL)
                .map(|to| PrimFn::Convert(t, *to)),
        );
        out.extend(t.is_float().then_some(PrimFn::Ldexp(t)));
    }
    out
});

/// A function with operands.
pub fn applied(c: &mut Choices) -> Option<(PrimFn, Vec<PrimValue>)> {
    let f = c.pick(&FUNCTIONS).copied()?;
    Some((f, operands(c, f)))
}

/// Operands of a function, that may have to do with each other.
pub fn operands(c: &mut Choices, f: PrimFn) -> Vec<PrimValue> {
    match f {
        PrimFn::Convert(from, to) => vec![converted(c, from, to)],
        PrimFn::Ldexp(t) => {
            let by = [
                0,
                1,
                -1,
                2,
                -3,
                11,
                -12,
                24,
                -25,
                30,
                -40,
                126,
                -149,
                1023,
                -1074,
                i32::MAX,
                i32::MIN,
            ];
            let by = c.pick(&by).copied().unwrap_or(0);
            vec![number(c, t), PrimValue::I32(by)]
        }
        PrimFn::Un(op, t) => vec![match op {
            UnOp::Round | UnOp::Ceil | UnOp::Floor | UnOp::Trunc if !c.one_in(4) => fractional(c, t),
            _ => number(c, t),
        }],
        // Of two numbers at the ends of a type, or beside zero, the first alone changes nothing.
        PrimFn::Bin(_, t) if t.is_integer() && c.below(5) == 4 => vec![end(c, t), end(c, t)],
        PrimFn::Bin(op, t) => {
            let a = number(c, t);
            let is_shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Lshr);
            let b = match c.below(6) {
                0 => a,
                1 if t.is_float() => beside(t, finite(a), c.below(2) == 0),
                2 if t.is_float() => small_part(c, t, a),
                1..4 if is_shift || op == BinOp::Pow && t.is_integer() => {
                    let near = [0, 1, 2, 3, 7, width(t) - 1, width(t), width(t) + 1];
                    wrapped(t, &c.pick(&near).copied().unwrap_or(0).into())
                }
                2 if t.is_integer() => wrapped(t, &[1, -1, 2, -2, 3, -3, 7][c.below(7)].into()),
                _ => number(c, t),
            };
            if c.one_in(3) { vec![b, a] } else { vec![a, b] }
        }
        PrimFn::Tern(_, t) => {
            let (a, b) = (number(c, t), number(c, t));
            let third = match c.below(4) {
                0 if t.is_float() => small_part(c, t, a),
                1 if t.is_float() => {
                    let x = [0.0, 0.5, 1.0, -1.0, 2.0, 0.25];
                    Exact::of(PrimValue::F64(x[c.below(6)])).float(t)
                }
                _ => number(c, t),
            };
            vec![a, b, third]
        }
    }
}

fn finite(a: PrimValue) -> PrimValue {
    match Exact::of(a) {
        Exact::Finite(..) => a,
        _ => wrapped_or_float(a.prim_type(), &BigInt::one()),
    }
}

fn wrapped_or_float(t: PrimType, n: &BigInt) -> PrimValue {
    match t.is_float() {
        true => Exact::integer(n.clone()).float(t),
        false => wrapped(t, n),
    }
}

/// What is half of the last digit of another float, or a little more or less: a sum with it is rounded.
fn small_part(c: &mut Choices, t: PrimType, a: PrimValue) -> PrimValue {
    let (Some(format), Exact::Finite(x, _)) = (Format::of(t), Exact::of(a)) else {
        return number(c, t);
    };
    let by = i64::from(format.precision) - 1 + c.below(3) as i64;
    let part = Exact::fraction(x * power_of_two(-by)).float(t);
    match c.below(4) {
        0 => beside(t, finite(part), true),
        1 => beside(t, finite(part), false),
        _ => part,
    }
}

/// A number of the type.
pub fn number(c: &mut Choices, t: PrimType) -> PrimValue {
    match t {
        PrimType::Bool => PrimValue::Bool(c.below(2) == 1),
        _ if t.is_float() => float(c, t),
        _ => whole(c, t),
    }
}

fn bits(c: &mut Choices) -> u64 {
    (0..4).fold(0, |bits, _| bits << 16 | c.below(1 << 16) as u64)
}

fn whole(c: &mut Choices, t: PrimType) -> PrimValue {
    let (least, most) = ends(t);
    let near = BigInt::from(c.below(4) as i64 - 1);
    let power = BigInt::one() << c.below(width(t) as usize);
    wrapped(
        t,
        &match c.below(8) {
            0 => least + c.below(3),
            1 => most - c.below(3),
            2 => power + near,
            3 => -power + near,
            4 => return PrimValue::of_bits(t, bits(c) & mask(t)),
            _ => BigInt::from(c.below(20) as i64 - 6),
        },
    )
}

/// An end of the type, a number beside it, or one beside zero.
fn end(c: &mut Choices, t: PrimType) -> PrimValue {
    let (least, most) = ends(t);
    let near = c.below(3);
    wrapped(
        t,
        &match c.below(3) {
            0 => least + near,
            1 => most - near,
            _ => BigInt::from(near as i64 - 1),
        },
    )
}

fn mask(t: PrimType) -> u64 {
    u64::MAX >> (64 - width(t))
}

/// Numbers of which some function is known, or changes.
const POINTS: [f64; 40] = [
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 4.0, 5.0, 8.0, 10.0, 0.25, 0.75, 1.5, -1.5, 2.5,
    -2.5, 3.5, -27.0, 100.0, 127.0, 128.0, 255.0, 256.0, 1000.0, 32768.0, 65504.0, 65520.0, 16777216.0, 0.1,
    -0.3, 0.7, 1.2, -2.2, 6.5, 1e-7, 1e30,
];

fn float(c: &mut Choices, t: PrimType) -> PrimValue {
    let format = Format::of(t);
    let sign = 1u64 << (width(t) - 1);
    let stored = format.map_or(0, |format| format.precision - 1);
    let normal = 1u64 << stored;
    let infinite = format.map_or(0, |format| format.round(&Exact::Infinite(false)));
    let special = match c.below(7) {
        0 => return Exact::Nan.float(t),
        1 => infinite,
        2 => infinite - 1,
        3 => 1,
        4 => normal - 1,
        5 => normal,
        _ => 0,
    };
    match c.below(8) {
        0 | 1 => PrimValue::of_bits(t, special | if c.below(2) == 0 { 0 } else { sign }),
        2 => {
            let x = PrimValue::of_bits(t, bits(c) & mask(t));
            match Exact::of(x) {
                // There is one sort of what is no number.
                Exact::Nan => Exact::Nan.float(t),
                _ => x,
            }
        }
        3 => fractional(c, t),
        4 => {
            let (low, x) = (c.below(2) == 0, c.pick(&POINTS).copied().unwrap_or(0.0));
            beside(t, finite(Exact::of(PrimValue::F64(x)).float(t)), low)
        }
        _ => Exact::of(PrimValue::F64(c.pick(&POINTS).copied().unwrap_or(0.0))).float(t),
    }
}

/// A number of halves, or what is beside one; small, or near the largest that has halves.
fn fractional(c: &mut Choices, t: PrimType) -> PrimValue {
    let most = Format::of(t).map_or(0, |format| format.precision as usize);
    let halves = match c.below(3) {
        0 => BigInt::from(c.below(24) as i64 - 12),
        1 => (BigInt::one() << c.below(most)) + c.below(5) as i64 - 2,
        _ => -(BigInt::one() << c.below(most)) + c.below(5) as i64 - 2,
    };
    let x = Exact::fraction(Fraction::new(halves, 2.into())).float(t);
    match c.below(4) {
        0 => beside(t, x, true),
        1 => beside(t, x, false),
        _ => x,
    }
}

/// What is converted: half-way between two numbers of the other type, beside that, at its ends, or any number.
fn converted(c: &mut Choices, from: PrimType, to: PrimType) -> PrimValue {
    let near = |c: &mut Choices, x: Fraction| -> PrimValue {
        let by = c.below(3) as i64 - 1;
        match from.is_float() {
            true => {
                let x = Exact::fraction(x).float(from);
                match by {
                    0 => x,
                    _ => beside(from, finite(x), by > 0),
                }
            }
            // Between two numbers of floats there may be so many integers that only the far ones betray a rounding to another type.
            false => wrapped(from, &(x.to_integer() + by)),
        }
    };
    match (Format::of(to), c.below(4)) {
        (_, 0) => number(c, from),
        (Some(format), 1) => {
            // The middle of two floats: one bit more than they have.
            let whole = (BigInt::one() << (format.precision - 1)) + (bits(c) >> (65 - format.precision));
            let whole = whole * 2u32 + 1u32;
            let exponent = match from.is_float() {
                true => {
                    let range = (format.greatest - format.least) as usize;
                    format.least - 2 - i64::from(format.precision) + c.below(range.min(400) + 4) as i64
                }
                false => (c.below(width(from) as usize)).saturating_sub(format.precision as usize + 1) as i64,
            };
            let sign = if c.below(2) == 0 { 1 } else { -1 };
            near(c, Fraction::from_integer(whole * sign) * power_of_two(exponent))
        }
        (Some(format), 2) => {
            // Too small for the type, or just not.
            let tenths = [1, 2, 3, 5][c.below(4)];
            let x = power_of_two(format.least - 1) * Fraction::from_integer(tenths.into());
            let x = if c.below(2) == 0 { x } else { -x };
            match from.is_float() {
                true => near(c, x),
                false => number(c, from),
            }
        }
        (Some(format), _) => {
            // The middle between the largest number and what would be the next.
            let x = power_of_two(format.greatest + 1)
                - power_of_two(format.greatest - i64::from(format.precision));
            let is_within = from.is_float() || format.greatest < i64::from(width(from)) - 1;
            let x = if c.below(2) == 0 { x } else { -x };
            match is_within {
                true => near(c, x),
                false => number(c, from),
            }
        }
        (None, k) => {
            let (least, most) = match c.below(3) {
                0 => ends(PrimType::I64),
                1 => ends(PrimType::U64),
                _ => ends(to),
            };
            let end = if k == 1 { least } else { most + c.below(2) };
            let fraction = [0, 1, 2, 3][c.below(4)];
            near(
                c,
                Fraction::from_integer(end) + Fraction::new(fraction.into(), 4.into()),
            )
        }
    }
}
