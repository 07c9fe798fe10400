//! Where slopes are taken: in the middle of a domain, on both sides of its boundaries, and at ties.

use crate::Choices;
use crate::numbers::boundary;
use crate::numbers::exact::{Exact, Fraction};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};

/// Numbers at which a slope is none, infinite, or that of one side.
const BOUNDARIES: &str = "0.0 -0.0 1.0 -1.0 inf -inf nan 2.0 -2.0 0.5 -0.5 1.5 3.0 -3.0";

/// A number of sixteenths, which every float has.
fn sixteenths(t: PrimType, n: i64) -> PrimValue {
    Exact::fraction(Fraction::new(n.into(), 16.into())).float(t)
}

fn between(c: &mut Choices, t: PrimType, least: i64, most: i64) -> PrimValue {
    let n = least + c.below(usize::try_from(most - least + 1).unwrap_or(1)) as i64;
    sixteenths(t, n)
}

/// A number of either sign, not near zero.
fn plain(c: &mut Choices, t: PrimType) -> PrimValue {
    match c.below(2) {
        0 => between(c, t, 3, 60),
        _ => between(c, t, -60, -3),
    }
}

fn boundary(c: &mut Choices, t: PrimType) -> PrimValue {
    Exact::of(PrimValue::F64(c.float(BOUNDARIES))).float(t)
}

/// Where a function of floats bends and does not break; `None` for other functions.
pub fn inside(c: &mut Choices, f: PrimFn) -> Option<Vec<PrimValue>> {
    if !f.parameters().first()?.is_float() {
        return None;
    }
    Some(match f {
        PrimFn::Un(op, t) => vec![match op {
            UnOp::Asin | UnOp::Acos | UnOp::Asinpi | UnOp::Acospi | UnOp::Atanh => match c.below(2) {
                0 => between(c, t, 2, 14),
                _ => between(c, t, -14, -2),
            },
            UnOp::Acosh => between(c, t, 18, 60),
            UnOp::Log | UnOp::Log2 | UnOp::Log10 | UnOp::Sqrt | UnOp::Rsqrt => between(c, t, 3, 100),
            UnOp::Log1p => between(c, t, -12, 60),
            UnOp::Gamma | UnOp::Lgamma => {
                sixteenths(t, [8, 12, 16, 20, 24, 32, 40, -4, -8, -24, 56][c.below(11)])
            }
            _ => plain(c, t),
        }],
        PrimFn::Bin(BinOp::Pow, t) => match c.below(4) {
            0 => vec![
                between(c, t, -60, -3),
                sixteenths(t, 16 * (c.below(7) as i64 - 3)),
            ],
            _ => vec![between(c, t, 3, 60), between(c, t, -48, 48)],
        },
        PrimFn::Bin(_, t) => vec![plain(c, t), plain(c, t)],
        PrimFn::Tern(TernOp::Lerp, t) => vec![plain(c, t), plain(c, t), between(c, t, -8, 24)],
        PrimFn::Tern(_, t) => vec![plain(c, t), plain(c, t), plain(c, t)],
        PrimFn::Ldexp(t) => vec![plain(c, t), PrimValue::I32(c.below(9) as i32 - 4)],
        PrimFn::Convert(from, _) => vec![plain(c, from)],
    })
}

/// Operands, some of which are at boundaries or tied.
pub fn operands(c: &mut Choices, f: PrimFn) -> Vec<PrimValue> {
    match c.below(8) {
        0 => boundary::operands(c, f),
        way @ (1..=3) => {
            let Some(mut all) = inside(c, f) else {
                return boundary::operands(c, f);
            };
            let at = c.below(all.len());
            let first = all.first().copied();
            if let (Some(x), Some(first)) = (all.get_mut(at), first) {
                match way {
                    1 if first.prim_type() == x.prim_type() => *x = first,
                    _ if x.prim_type().is_float() => *x = boundary(c, x.prim_type()),
                    _ => {}
                }
            }
            if let (1, [first, second, ..]) = (way, all.as_mut_slice())
                && first.prim_type() == second.prim_type()
            {
                *second = *first;
            }
            all
        }
        _ => inside(c, f).unwrap_or_else(|| boundary::operands(c, f)),
    }
}
