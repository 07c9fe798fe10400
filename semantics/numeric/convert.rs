//! Conversions between primitive types.

use super::Primitive;
pub use elder_syntax::prim::real::half as to_half;
use elder_syntax::prim::rules::{NUM_BOOL, NUM_FLOAT_FLOAT, NUM_FLOAT_INT, NUM_INT_FLOAT, NUM_INT_INT};
use elder_syntax::prim::{PrimType, PrimValue};
use half::f16;

/// The value of type `to` made from `value`.
pub fn convert(value: PrimValue, to: PrimType) -> PrimValue {
    use PrimValue::*;
    match value {
        Bool(x) => from_bool(x, to),
        I8(x) => from_integer(Bits::signed(x.into(), x as u8 as u64), to),
        I16(x) => from_integer(Bits::signed(x.into(), x as u16 as u64), to),
        I32(x) => from_integer(Bits::signed(x.into(), x as u32 as u64), to),
        I64(x) => from_integer(Bits::signed(x, x as u64), to),
        U8(x) => from_integer(Bits::unsigned(x.into()), to),
        U16(x) => from_integer(Bits::unsigned(x.into()), to),
        U32(x) => from_integer(Bits::unsigned(x.into()), to),
        U64(x) => from_integer(Bits::unsigned(x), to),
        F16(x) => from_float(x.into(), to),
        F32(x) => from_float(x.into(), to),
        F64(x) => from_float(x, to),
    }
}

/// Rule NUM-BOOL, from `bool`.
fn from_bool(x: bool, to: PrimType) -> PrimValue {
    NUM_BOOL.apply();
    match to {
        PrimType::Bool => x.wrap(),
        PrimType::F16 => (if x { f16::ONE } else { f16::ZERO }).wrap(),
        PrimType::F32 => f32::from(x).wrap(),
        PrimType::F64 => f64::from(x).wrap(),
        _ => low_bits(u64::from(x), to),
    }
}

/// An integer of up to 64 bits, widened in both ways.
struct Bits {
    /// By its sign: the numeric value, for a signed type.
    signed: i64,
    /// By zeros: the numeric value, for an unsigned type.
    zeros: u64,
    is_signed: bool,
}

impl Bits {
    fn signed(signed: i64, zeros: u64) -> Bits {
        Bits {
            signed,
            zeros,
            is_signed: true,
        }
    }

    fn unsigned(zeros: u64) -> Bits {
        Bits {
            signed: zeros as i64,
            zeros,
            is_signed: false,
        }
    }
}

/// Rules NUM-INT-INT, NUM-INT-FLOAT, NUM-BOOL.
fn from_integer(x: Bits, to: PrimType) -> PrimValue {
    match to {
        PrimType::Bool => {
            NUM_BOOL.apply();
            (x.zeros != 0).wrap()
        }
        PrimType::F16 => {
            NUM_INT_FLOAT.apply();
            // Integers below 2^53 are exact as f64, and those above are infinite as f16.
            to_half(if x.is_signed {
                x.signed as f64
            } else {
                x.zeros as f64
            })
            .wrap()
        }
        PrimType::F32 => {
            NUM_INT_FLOAT.apply();
            (if x.is_signed {
                x.signed as f32
            } else {
                x.zeros as f32
            })
            .wrap()
        }
        PrimType::F64 => {
            NUM_INT_FLOAT.apply();
            (if x.is_signed {
                x.signed as f64
            } else {
                x.zeros as f64
            })
            .wrap()
        }
        _ => {
            NUM_INT_INT.apply();
            low_bits(if to.is_signed() { x.signed as u64 } else { x.zeros }, to)
        }
    }
}

/// Rules NUM-FLOAT-INT, NUM-FLOAT-FLOAT, NUM-BOOL; `x` is exact whatever type it had.
fn from_float(x: f64, to: PrimType) -> PrimValue {
    match to {
        PrimType::Bool => {
            NUM_BOOL.apply();
            (x != 0.0).wrap()
        }
        PrimType::F16 => {
            NUM_FLOAT_FLOAT.apply();
            to_half(x).wrap()
        }
        PrimType::F32 => {
            NUM_FLOAT_FLOAT.apply();
            (x as f32).wrap()
        }
        PrimType::F64 => {
            NUM_FLOAT_FLOAT.apply();
            x.wrap()
        }
        _ => {
            NUM_FLOAT_INT.apply();
            let bits = if !x.is_finite() {
                0
            } else if to.is_unsigned() && x > 0.0 {
                x as u64
            } else {
                x as i64 as u64
            };
            low_bits(bits, to)
        }
    }
}

/// The integer of type `to` that has the low bits of `bits`.
fn low_bits(bits: u64, to: PrimType) -> PrimValue {
    match to {
        PrimType::I8 => (bits as i8).wrap(),
        PrimType::I16 => (bits as i16).wrap(),
        PrimType::I32 => (bits as i32).wrap(),
        PrimType::I64 => (bits as i64).wrap(),
        PrimType::U8 => (bits as u8).wrap(),
        PrimType::U16 => (bits as u16).wrap(),
        PrimType::U32 => (bits as u32).wrap(),
        PrimType::U64 | PrimType::Bool | PrimType::F16 | PrimType::F32 | PrimType::F64 => bits.wrap(),
    }
}
