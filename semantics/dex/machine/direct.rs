//! Primitive functions on bits.

use super::code::Direct;
use crate::numeric::Primitive;
use crate::numeric::floats::{Float, maximum, minimum};
use crate::numeric::integers::Integer;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// Whether a function is defined for all operands.
pub(super) fn is_defined(function: PrimFn) -> bool {
    use BinOp::{Div, Mod, Pow, Quot, Rem};
    match function {
        PrimFn::Bin(Div | Mod | Pow | Quot | Rem, ty) => ty.is_float(),
        _ => true,
    }
}

/// A scalar out of its bits.
trait Bits: Primitive {
    fn of(bits: u64) -> Self;
}

macro_rules! bits {
    ($($t:ident => $from:expr),*) => { $(
        impl Bits for $t {
            #[inline(always)]
            fn of(bits: u64) -> Self {
                $from(bits)
            }
        }
    )* };
}
bits!(i32 => |b| b as i32, i64 => |b| b as i64, u8 => |b| b as u8, u32 => |b| b as u32, u64 => |b| b,
      f32 => |b| f32::from_bits(b as u32), f64 => f64::from_bits);

/// The functions of bits that are used most; nothing of the others, which `numeric` applies.
pub(super) fn of(function: PrimFn) -> Option<Direct> {
    let PrimFn::Bin(op, ty) = function else {
        return None;
    };
    match ty {
        PrimType::I32 => of_integers::<i32>(op),
        PrimType::I64 => of_integers::<i64>(op),
        PrimType::U8 => of_integers::<u8>(op),
        PrimType::U32 => of_integers::<u32>(op),
        PrimType::U64 => of_integers::<u64>(op),
        PrimType::F32 => of_floats::<f32>(op),
        PrimType::F64 => of_floats::<f64>(op),
        _ => None,
    }
}

fn of_integers<T: Integer + Bits>(op: BinOp) -> Option<Direct> {
    Some(match op {
        BinOp::Add => |a, b| T::of(a).add(T::of(b)).wrap().bits(),
        BinOp::Sub => |a, b| T::of(a).sub(T::of(b)).wrap().bits(),
        BinOp::Mul => |a, b| T::of(a).mul(T::of(b)).wrap().bits(),
        BinOp::And => |a, b| T::of(a).and(T::of(b)).wrap().bits(),
        BinOp::Or => |a, b| T::of(a).or(T::of(b)).wrap().bits(),
        BinOp::Xor => |a, b| T::of(a).xor(T::of(b)).wrap().bits(),
        BinOp::Shl => |a, b| T::of(a).shl(T::of(b)).wrap().bits(),
        BinOp::Shr => |a, b| T::of(a).shr(T::of(b)).wrap().bits(),
        BinOp::Lshr => |a, b| T::of(a).lshr(T::of(b)).wrap().bits(),
        BinOp::Min => |a, b| T::of(a).min(T::of(b)).wrap().bits(),
        BinOp::Max => |a, b| T::of(a).max(T::of(b)).wrap().bits(),
        other => return compared::<T>(other),
    })
}

fn of_floats<T: Float + Bits>(op: BinOp) -> Option<Direct> {
    Some(match op {
        BinOp::Add => |a, b| T::of(a).add(T::of(b)).wrap().bits(),
        BinOp::Sub => |a, b| T::of(a).sub(T::of(b)).wrap().bits(),
        BinOp::Mul => |a, b| T::of(a).mul(T::of(b)).wrap().bits(),
        BinOp::Div => |a, b| T::of(a).div(T::of(b)).wrap().bits(),
        BinOp::Min => |a, b| minimum(T::of(a), T::of(b)).wrap().bits(),
        BinOp::Max => |a, b| maximum(T::of(a), T::of(b)).wrap().bits(),
        other => return compared::<T>(other),
    })
}

fn compared<T: Bits + PartialOrd>(op: BinOp) -> Option<Direct> {
    Some(match op {
        BinOp::Eq => |a, b| u64::from(T::of(a) == T::of(b)),
        BinOp::Ne => |a, b| u64::from(T::of(a) != T::of(b)),
        BinOp::Lt => |a, b| u64::from(T::of(a) < T::of(b)),
        BinOp::Le => |a, b| u64::from(T::of(a) <= T::of(b)),
        BinOp::Gt => |a, b| u64::from(T::of(a) > T::of(b)),
        BinOp::Ge => |a, b| u64::from(T::of(a) >= T::of(b)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric;
    use elder_syntax::prim::PrimValue;

    /// What is done on bits is what `numeric` does.
    #[test]
    fn functions_of_bits_are_those_of_numbers() {
        let samples = [
            0,
            1,
            2,
            3,
            7,
            31,
            32,
            0x7f,
            0x80,
            0xff,
            0x3f80_0000,
            0x7fc0_0000,
            0x8000_0000,
            0xff80_0000,
        ];
        let wide = [
            0x3ff0_0000_0000_0000,
            0x7ff8_0000_0000_0000,
            0x8000_0000_0000_0000,
            u64::MAX,
            0xc045_0000_0000_0001,
        ];
        let all: Vec<u64> = samples.into_iter().chain(wide).collect();
        for ty in [
            PrimType::I32,
            PrimType::I64,
            PrimType::U8,
            PrimType::U32,
            PrimType::U64,
            PrimType::F32,
            PrimType::F64,
        ] {
            for (op, _) in BinOp::ALL.iter().map(|op| (*op, ())) {
                let Some(direct) = of(PrimFn::Bin(op, ty)) else {
                    continue;
                };
                for a in &all {
                    for b in &all {
                        let (a, b) = (PrimValue::of_bits(ty, *a), PrimValue::of_bits(ty, *b));
                        let expected = numeric::binary(op, a, b).expect("the function is defined for all");
                        let actual = PrimValue::of_bits(expected.prim_type(), direct(a.bits(), b.bits()));
                        assert_eq!(
                            actual.with_one_nan(),
                            expected.with_one_nan(),
                            "{op:?} {a:?} {b:?}"
                        );
                    }
                }
            }
        }
    }
}
