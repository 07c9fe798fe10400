//! Numbers as they are: fractions of integers without a bound, and what floats have besides.

use elder_syntax::prim::{PrimType, PrimValue};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A fraction.
pub type Fraction = Ratio<BigInt>;

/// What a number of any type is.
#[derive(Clone, Debug, PartialEq)]
pub enum Exact {
    /// A number, and whether it is negative, which a zero may be.
    Finite(Fraction, bool),
    /// An infinity, and whether it is the negative one.
    Infinite(bool),
    /// No number.
    Nan,
}

/// A format of floats.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Bits of a number that is not too small.
    pub precision: u32,
    /// The exponent of the last bit of the smallest numbers.
    pub least: i64,
    /// The exponent of the first bit of the largest numbers.
    pub greatest: i64,
}

impl Format {
    /// The format of a type of floats.
    pub fn of(t: PrimType) -> Option<Format> {
        let (precision, greatest) = match t {
            PrimType::F16 => (11, 15),
            PrimType::F32 => (24, 127),
            PrimType::F64 => (53, 1023),
            _ => return None,
        };
        Some(Format {
            precision,
            least: 2 - greatest - i64::from(precision),
            greatest,
        })
    }

    /// The bits of the nearest float, ties to even.
    pub fn round(self, x: &Exact) -> u64 {
        let stored = self.precision - 1;
        let width = match self.precision {
            11 => 16,
            24 => 32,
            _ => 64,
        };
        let infinite = ((2 * self.greatest as u64) + 1) << stored;
        let (size, negative) = match x {
            Exact::Nan => return infinite | 1 << (stored - 1),
            Exact::Infinite(negative) => (infinite, *negative),
            Exact::Finite(fraction, negative) => (self.size(&fraction.abs(), infinite), *negative),
        };
        size | u64::from(negative) << (width - 1)
    }

    /// The bits of the nearest float of a number that is not negative.
    fn size(self, fraction: &Fraction, infinite: u64) -> u64 {
        if fraction.is_zero() {
            return 0;
        }
        let mut first = fraction.numer().bits() as i64 - fraction.denom().bits() as i64;
        if *fraction < power_of_two(first) {
            first -= 1;
        }
        let mut last = (first + 1 - i64::from(self.precision)).max(self.least);
        let mut whole = nearest(&(fraction / power_of_two(last)));
        let full = BigInt::one() << self.precision;
        if whole == full {
            whole >>= 1;
            last += 1;
        }
        let stored = self.precision - 1;
        let whole = whole.to_u64().unwrap_or(0);
        if whole < 1 << stored {
            return whole;
        }
        if last + i64::from(stored) > self.greatest {
            return infinite;
        }
        ((last - self.least + 1) as u64) << stored | (whole - (1 << stored))
    }

    /// The number of these bits.
    pub fn number(self, bits: u64) -> Exact {
        let stored = self.precision - 1;
        let exponents = (2 * self.greatest + 1) as u64;
        let width = match self.precision {
            11 => 16,
            24 => 32,
            _ => 64,
        };
        let negative = bits >> (width - 1) & 1 == 1;
        let exponent = bits >> stored & exponents;
        let rest = bits & ((1 << stored) - 1);
        if exponent == exponents {
            return match rest {
                0 => Exact::Infinite(negative),
                _ => Exact::Nan,
            };
        }
        let whole = if exponent == 0 { rest } else { rest | 1 << stored };
        let last = self.least + exponent.saturating_sub(1) as i64;
        let size = Fraction::from_integer(whole.into()) * power_of_two(last);
        Exact::Finite(if negative { -size } else { size }, negative)
    }
}

/// Two to that power.
pub fn power_of_two(exponent: i64) -> Fraction {
    let size = BigInt::one() << exponent.unsigned_abs();
    match exponent < 0 {
        true => Fraction::new_raw(BigInt::one(), size),
        false => Fraction::from_integer(size),
    }
}

/// The nearest integer, ties to even.
pub fn nearest(x: &Fraction) -> BigInt {
    let (below, rest) = x.numer().div_mod_floor(x.denom());
    match (rest * 2u32).cmp(x.denom()) {
        std::cmp::Ordering::Less => below,
        std::cmp::Ordering::Greater => below + 1u32,
        std::cmp::Ordering::Equal if below.is_even() => below,
        std::cmp::Ordering::Equal => below + 1u32,
    }
}

impl Exact {
    /// A fraction; zero is positive.
    pub fn fraction(x: Fraction) -> Exact {
        let negative = x.is_negative();
        Exact::Finite(x, negative)
    }

    /// An integer.
    pub fn integer(n: impl Into<BigInt>) -> Exact {
        Exact::fraction(Fraction::from_integer(n.into()))
    }

    /// A zero.
    pub fn zero(negative: bool) -> Exact {
        Exact::Finite(Fraction::zero(), negative)
    }

    /// What a value is; `true` is one.
    pub fn of(value: PrimValue) -> Exact {
        match Format::of(value.prim_type()) {
            Some(format) => format.number(value.bits()),
            None => Exact::integer(integer(value)),
        }
    }

    /// Whether its sign is a minus.
    pub fn is_negative(&self) -> bool {
        matches!(self, Exact::Finite(_, true) | Exact::Infinite(true))
    }

    /// The nearest float of the type.
    pub fn float(&self, t: PrimType) -> PrimValue {
        let bits = Format::of(t).map_or(0, |format| format.round(self));
        PrimValue::of_bits(t, bits)
    }
}

/// The integer of a value that is none of floats.
pub fn integer(value: PrimValue) -> BigInt {
    let t = value.prim_type();
    let bits = BigInt::from(value.bits());
    let width = 8 * t.bytes();
    match t.is_signed() && value.bits() >> (width - 1) & 1 == 1 {
        true => bits - (BigInt::one() << width),
        false => bits,
    }
}

/// The value of the type with the lowest bits of an integer; of `bool`, whether it is not zero.
pub fn wrapped(t: PrimType, n: &BigInt) -> PrimValue {
    if t == PrimType::Bool {
        return PrimValue::Bool(!n.is_zero());
    }
    let modulus = BigInt::one() << (8 * t.bytes());
    PrimValue::of_bits(t, n.mod_floor(&modulus).to_u64().unwrap_or(0))
}

/// The number of bits of a type.
pub fn width(t: PrimType) -> u32 {
    8 * t.bytes() as u32
}

/// The least and the greatest integer of a type.
pub fn ends(t: PrimType) -> (BigInt, BigInt) {
    let bits = width(t) - u32::from(t.is_signed());
    let most = (BigInt::one() << bits) - 1;
    let least = match t.is_signed() {
        true => -(BigInt::one() << bits),
        false => BigInt::zero(),
    };
    (least, most)
}

/// The square root of a number that is not negative, with so many bits more than a float that rounding it is rounding the root.
pub fn root(x: &Fraction) -> Fraction {
    // What is taken the root of has 260 bits at least, so its root 130.
    let shift = {
        let bits = x.numer().bits() as i64 - x.denom().bits() as i64;
        let shift = (260 - bits).max(0);
        shift + (shift & 1)
    };
    let (whole, rest) = (x.numer() << shift as usize).div_mod_floor(x.denom());
    let root = whole.sqrt();
    let is_exact = rest.is_zero() && &root * &root == whole;
    let sticky = BigInt::from_biguint(Sign::Plus, u32::from(!is_exact).into());
    Fraction::from_integer(root * 2u32 + sticky) * power_of_two(-shift / 2 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;

    /// Rounding to doubles and singles is that of the machine, where it rounds once.
    #[test]
    fn formats_are_those_of_the_machine() {
        let mut state = 1u64;
        for k in 0..20_000u64 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let bits = state ^ (state >> 29) & !((k % 7) << 52);
            let x = f64::from_bits(bits);
            let exact = Exact::of(PrimValue::F64(x));
            let same = |a: PrimValue, b: PrimValue| a.with_one_nan() == b.with_one_nan();
            assert!(same(exact.float(PrimType::F64), PrimValue::F64(x)));
            assert!(
                same(exact.float(PrimType::F32), PrimValue::F32(x as f32)),
                "{x:?}"
            );
            let half = f16::from_bits(bits as u16);
            assert!(same(
                Exact::of(PrimValue::F16(half)).float(PrimType::F16),
                PrimValue::F16(half)
            ));
        }
        let two = root(&Fraction::from_integer(2.into()));
        assert_eq!(
            Exact::fraction(two).float(PrimType::F64),
            PrimValue::F64(2f64.sqrt())
        );
    }
}
