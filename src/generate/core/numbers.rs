//! Numbers at which operators and their rules change: zeros of both signs, the ends of each type, powers of two and their neighbours,
//! what is no number.

use crate::Choices;
use elder_syntax::prim::{PrimType, PrimValue};
use half::f16;

/// A number; one of two is small, of floats one of three.
pub fn number(c: &mut Choices, t: PrimType) -> PrimValue {
    let small = c.below(16) as i64 - 3;
    match t {
        PrimType::Bool => PrimValue::Bool(small % 2 != 0),
        _ if t.is_float() && c.below(3) > 0 => float(t, c.float(FLOATS)),
        _ if t.is_float() || c.below(2) == 0 => t.number(small.into()),
        _ => boundary(c, t),
    }
}

const FLOATS: &str =
    "-0.0 -0.0 -0.0 0.0 0.0 nan nan nan inf -inf 1.0 -1.0 0.5 -2.5 0.1 16777217.0 1e-5 65504.0 -1e30";

/// An end of the type, a power of two, or a neighbour of these.
fn boundary(c: &mut Choices, t: PrimType) -> PrimValue {
    let bits = 8 * t.bytes() as u32;
    let (first, last) = ends(t);
    let power = 1i128 << c.below(bits as usize);
    let near = c.below(3) as i128 - 1;
    t.number(match c.below(5) {
        0 => first + near.max(0),
        1 => last + near.min(0),
        2 => power + near,
        3 => -power,
        _ => power,
    })
}

/// The least and the greatest integer of a type.
pub fn ends(t: PrimType) -> (i128, i128) {
    let bits = 8 * t.bytes() as u32;
    let first = if t.is_signed() { -(1i128 << (bits - 1)) } else { 0 };
    (first, first + (1i128 << bits) - 1)
}

fn float(t: PrimType, number: f64) -> PrimValue {
    match t {
        PrimType::F16 => PrimValue::F16(f16::from_f64(number)),
        PrimType::F32 => PrimValue::F32(number as f32),
        _ => PrimValue::F64(number),
    }
}

/// A number beside one that is known: itself, mostly, its neighbour, or a zero of the other sign.
pub fn beside(c: &mut Choices, known: PrimValue) -> PrimValue {
    let t = known.prim_type();
    let step = match c.below(4) {
        0 => 1,
        1 => -1,
        _ => 0,
    };
    let moved = |number: i128| t.number(number + step);
    match known {
        PrimValue::Bool(_) => known,
        PrimValue::I8(x) => moved(x.into()),
        PrimValue::I16(x) => moved(x.into()),
        PrimValue::I32(x) => moved(x.into()),
        PrimValue::I64(x) => moved(x.into()),
        PrimValue::U8(x) => moved(x.into()),
        PrimValue::U16(x) => moved(x.into()),
        PrimValue::U32(x) => moved(x.into()),
        PrimValue::U64(x) => moved(x.into()),
        PrimValue::F16(x) => float(t, fraction(f64::from(x), step)),
        PrimValue::F32(x) => float(t, fraction(f64::from(x), step)),
        PrimValue::F64(x) => float(t, fraction(x, step)),
    }
}

fn fraction(x: f64, step: i128) -> f64 {
    match (x == 0.0, step) {
        (true, 1) => 0.0,
        (true, -1) => -0.0,
        _ => x + step as f64,
    }
}
