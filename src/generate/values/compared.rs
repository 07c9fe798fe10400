//! Two values, and whether they agree by a tolerance: at the tolerance, a little below and a little beyond it.
//!
//! Numbers are chosen so that differences are exact: powers of two and eighths of them, or floats that are counted.

use super::any;
use crate::Choices;
use crate::meant::array;
use crate::numbers::boundary;
use crate::numbers::exact::{Exact, Fraction, power_of_two, width};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Tolerance;

/// Two values with what a comparison says of them.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What is found.
    pub actual: Value,
    /// What is expected.
    pub expected: Value,
    /// How near they must be.
    pub tolerance: Tolerance,
    /// What is said.
    pub answer: Answer,
}

/// What a comparison says.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// They agree.
    Agree,
    /// Types or sizes differ.
    Type,
    /// So many elements differ, the first of them here.
    Elements(Vec<usize>, usize),
}

/// A pair of elements, and whether they agree.
type Pair = (PrimValue, PrimValue, bool);

/// Two values.
pub fn compared(c: &mut Choices) -> Compared {
    let t = match c.below(3) {
        0 => any(c),
        _ => [PrimType::F16, PrimType::F32, PrimType::F64][c.below(3)],
    };
    let shape: Vec<usize> = (0..c.below(3)).map(|_| 1 + c.below(3)).collect();
    let count: usize = shape.iter().product();
    let (tolerance, pairs): (Tolerance, Vec<Pair>) = match c.below(4) {
        0 => (Tolerance::Bitwise, (0..count).map(|_| same_bits(c, t)).collect()),
        1 if t.is_float() => {
            let units = [0, 1, 2, 4, 16, 100][c.below(6)];
            let pairs = (0..count).map(|_| counted(c, t, units)).collect();
            (Tolerance::Units(units), pairs)
        }
        _ if t.is_float() => near(c, t, count),
        _ => (Tolerance::FOREIGN, (0..count).map(|_| same_bits(c, t)).collect()),
    };
    let of = |values: Vec<PrimValue>, t: PrimType, shape: &[usize]| {
        array(t, shape.to_vec(), &values).unwrap_or(Value::scalar(PrimValue::of_bits(t, 0)))
    };
    let expected = of(pairs.iter().map(|pair| pair.1).collect(), t, &shape);
    let actual: Vec<PrimValue> = pairs.iter().map(|pair| pair.0).collect();
    let differing: Vec<usize> = (0..count).filter(|k| !pairs[*k].2).collect();
    let answer = match differing.first() {
        None => Answer::Agree,
        Some(first) => {
            let mut rest = *first;
            let mut index = vec![0; shape.len()];
            for (place, size) in index.iter_mut().zip(&shape).rev() {
                (*place, rest) = (rest % size, rest / size);
            }
            Answer::Elements(index, differing.len())
        }
    };
    // Other sizes of as many elements, or the same bits of another type.
    let (actual, answer) = match c.below(10) {
        0 if shape.len() == 2 && shape[0] != shape[1] => (of(actual, t, &[shape[1], shape[0]]), Answer::Type),
        1 if shape.len() == 2 => (of(actual, t, &[count]), Answer::Type),
        2 => {
            let all = PrimType::ALL
                .iter()
                .filter(|other| **other != t && other.bytes() == t.bytes());
            let all: Vec<PrimType> = all.copied().filter(|other| *other != PrimType::Bool).collect();
            match c.pick(&all).copied() {
                Some(other) => {
                    let bits = actual
                        .iter()
                        .map(|x| PrimValue::of_bits(other, x.bits()))
                        .collect();
                    (of(bits, other, &shape), Answer::Type)
                }
                None => (of(actual, t, &shape), answer),
            }
        }
        _ => (of(actual, t, &shape), answer),
    };
    Compared {
        actual,
        expected,
        tolerance,
        answer,
    }
}

/// Elements that agree by their bits, or hardly not.
fn same_bits(c: &mut Choices, t: PrimType) -> Pair {
    let x = boundary::number(c, t);
    let sign = 1u64 << (width(t) - 1);
    let is_nan = t.is_float() && matches!(Exact::of(x), Exact::Nan);
    match c.below(4) {
        // What is no number agrees with what is none, whatever its sign.
        0 if is_nan => (PrimValue::of_bits(t, x.bits() ^ sign), x, true),
        1 if is_nan => (Exact::zero(false).float(t), x, false),
        0 if !is_nan => (PrimValue::of_bits(t, x.bits() ^ 1), x, false),
        1 if t != PrimType::Bool => {
            let other = PrimValue::of_bits(t, x.bits() ^ sign);
            (other, x, is_nan)
        }
        _ => (x, x, true),
    }
}

/// The place of a float among all of its type, in their order; the zeros have one each.
fn place(t: PrimType, x: PrimValue) -> i128 {
    let sign = 1i128 << (width(t) - 1);
    let bits = i128::from(x.bits());
    if bits < sign { bits } else { sign - 1 - bits }
}

/// The float at a place, if one is there.
fn at(t: PrimType, place: i128) -> Option<PrimValue> {
    let sign = 1i128 << (width(t) - 1);
    let infinite = i128::from(Exact::Infinite(false).float(t).bits());
    let bits = if place >= 0 { place } else { sign - 1 - place };
    let is_one = if place >= 0 {
        place <= infinite
    } else {
        -1 - place <= infinite
    };
    is_one.then(|| PrimValue::of_bits(t, u64::try_from(bits).unwrap_or_default()))
}

/// Elements so many floats from each other, or one more or less.
fn counted(c: &mut Choices, t: PrimType, units: u32) -> Pair {
    let x = match c.below(4) {
        // What is counted goes through zero, or ends at the largest number.
        0 => PrimValue::of_bits(t, c.below(3) as u64 | (c.below(2) as u64) << (width(t) - 1)),
        1 => Exact::Infinite(c.below(2) == 0).float(t),
        _ => boundary::number(c, t),
    };
    if matches!(Exact::of(x), Exact::Nan) {
        return (x, x, true);
    }
    let by = (i128::from(units) + [0, 1, -1, 0][c.below(4)]).max(0);
    let other = place(t, x) + if c.below(2) == 0 { by } else { -by };
    match at(t, other) {
        Some(other) => (other, x, by <= i128::from(units)),
        None => (x, x, true),
    }
}

/// Elements whose difference is what Futhark's runner takes, or an eighth of it less or more.
fn near(c: &mut Choices, t: PrimType, count: usize) -> (Tolerance, Vec<Pair>) {
    let tolerance = -1 - c.below(3) as i32;
    let float = |x: Fraction| Exact::fraction(x).float(t);
    let whole = |n: i64| Fraction::from_integer(n.into());
    // The largest is a power of two; of those below zero none is large.
    let signs = c.below(3);
    let most = [1, 2, 4, 8][c.below(4)];
    let mut expected: Vec<i64> = (0..count).map(|_| c.below(most as usize) as i64).collect();
    if signs == 0 {
        expected = expected.into_iter().map(|x| -x - 1).collect();
    } else if let Some(first) = expected.first_mut() {
        *first = most;
    }
    let at_most = expected.iter().copied().max().unwrap_or(0).max(1);
    let bound = power_of_two(tolerance.into()) * whole(at_most);
    let pairs = expected.iter().map(|x| {
        let eighths = [8, 7, 9, 0, 8][c.below(5)];
        let off = &bound * whole(eighths) / whole(8);
        let x = whole(*x);
        let other = if c.below(2) == 0 { &x + &off } else { &x - &off };
        match c.below(8) {
            0 => (Exact::Infinite(false).float(t), float(x), false),
            1 => (Exact::Nan.float(t), float(x), false),
            _ => (float(other), float(x), eighths <= 8),
        }
    });
    let mut pairs: Vec<Pair> = pairs.collect();
    // What is not finite is no measure for the others; the first is the largest.
    if let (Some(last), true) = (pairs.last_mut(), count > 1 && c.one_in(4)) {
        let x = [Exact::Infinite(false), Exact::Infinite(true), Exact::Nan][c.below(3)].float(t);
        *last = (x, x, true);
    }
    (Tolerance::Futhark(2f64.powi(tolerance)), pairs)
}
