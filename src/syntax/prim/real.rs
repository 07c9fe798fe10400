//! Numbers with a point, as they are written: which float they are is known once their type is.
//!
//! A text is rounded to a type at once.  By way of a wider type it would be rounded twice, and a number next to the middle between two floats
//! could go to the farther one.

use super::{PrimType, PrimValue};
use half::f16;
use std::cmp::Ordering;
use std::fmt;

/// A number with a point: the nearest float of each type, ties to even.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    half: f16,
    single: f32,
    double: f64,
}

impl Real {
    /// The number of a text in decimal digits, without underscores; it may have a sign, a point and an exponent.
    pub fn decimal(text: &str) -> Option<Real> {
        Some(Real {
            half: half_of_text(text)?,
            single: text.parse().ok()?,
            double: text.parse().ok()?,
        })
    }

    /// Digits before and after a point, `per_digit` bits each, times two to the `exponent`; what is no digit does not count.
    pub fn binary(whole: &[u8], fraction: &[u8], per_digit: i64, exponent: i64) -> Real {
        let rounded = |precision, least| binary(whole, fraction, per_digit, exponent, precision, least);
        Real {
            half: half(rounded(11, -24)),
            single: rounded(24, -149) as f32,
            double: rounded(53, -1074),
        }
    }

    /// A number of hexadecimal digits behind `0x`, which may have a point and an exponent of two.
    pub fn hexadecimal(text: &str) -> Real {
        let (mantissa, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        Real::binary(whole.as_bytes(), fraction.as_bytes(), 4, exponent_of(exponent))
    }

    /// The number of a float.
    pub fn of(x: f64) -> Real {
        Real {
            half: half(x),
            single: x as f32,
            double: x,
        }
    }

    /// The number of an integer.
    pub fn integer(n: i128) -> Real {
        Real {
            // Where the double is not exact, the half is infinite.
            half: half(n as f64),
            single: n as f32,
            double: n as f64,
        }
    }

    /// As a double.
    pub fn double(self) -> f64 {
        self.double
    }

    /// As a single.
    pub fn single(self) -> f32 {
        self.single
    }

    /// As a half.
    pub fn half(self) -> f16 {
        self.half
    }

    /// As a float of this type, if it is one.
    pub fn value(self, t: PrimType) -> Option<PrimValue> {
        match t {
            PrimType::F16 => Some(PrimValue::F16(self.half)),
            PrimType::F32 => Some(PrimValue::F32(self.single)),
            PrimType::F64 => Some(PrimValue::F64(self.double)),
            _ => None,
        }
    }
}

impl std::ops::Neg for Real {
    type Output = Real;

    fn neg(self) -> Real {
        Real {
            half: -self.half,
            single: -self.single,
            double: -self.double,
        }
    }
}

impl fmt::Display for Real {
    /// Digits that read back as the same number of each type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = format!("{:?}", self.double);
        if !self.double.is_finite() || Real::decimal(&short) == Some(*self) {
            return f.write_str(&short);
        }
        // Beside the middle between two floats of a narrower type, and nearer to it than doubles are.
        let sign = if self.double.is_sign_negative() { "-" } else { "" };
        let exact = format!("{:.160}", self.double.abs());
        let exact = exact.trim_end_matches('0').to_owned();
        let above = format!("{sign}{exact}{}1", "0".repeat(30));
        if Real::decimal(&above) == Some(*self) {
            return f.write_str(&above);
        }
        let mut digits = exact.into_bytes();
        for digit in digits.iter_mut().rev().filter(|digit| **digit != b'.') {
            *digit = if *digit == b'0' { b'9' } else { *digit - 1 };
            if *digit != b'9' {
                break;
            }
        }
        write!(f, "{sign}{}{}", String::from_utf8_lossy(&digits), "9".repeat(30))
    }
}

/// An exponent's sign and digits; one beyond any float's is as good as the largest.
pub fn exponent_of(text: &str) -> i64 {
    const BOUND: i64 = 1 << 40;
    let digits = text.replace('_', "");
    let beyond = if digits.starts_with('-') { -BOUND } else { BOUND };
    digits.parse().unwrap_or(beyond).clamp(-BOUND, BOUND)
}

/// The half nearest to a double, ties to even.
///
/// Goes through single precision, rounded to odd there: rounding that to half precision is rounding once.
/// (`f16::from_f64` drops low bits before it rounds.)
pub fn half(x: f64) -> f16 {
    let near = x as f32;
    let error = x - f64::from(near);
    let even = near.to_bits() & 1 == 0;
    let odd = if error != 0.0 && even && near.is_finite() {
        let away_from_zero = (error > 0.0) == (x > 0.0);
        let bits = near.to_bits();
        f32::from_bits(if away_from_zero {
            bits + 1
        } else {
            bits.saturating_sub(1)
        })
    } else {
        near
    };
    f16::from_f32(odd)
}

/// The half nearest to a number in decimal digits, ties to even.
pub fn half_of_text(text: &str) -> Option<f16> {
    let double: f64 = text.parse().ok()?;
    let size = double.abs();
    let (below, above) = (half(size.next_down()), half(size.next_up()));
    if !double.is_finite() || size == 0.0 || below == above {
        return Some(half(double));
    }
    // The double is the middle between two halves: on which side of it the text is, its digits say.
    let near = match decimal(text.trim_start_matches(['+', '-'])).cmp(&decimal(&format!("{size:.60}"))) {
        Ordering::Less => below,
        Ordering::Equal => half(size),
        Ordering::Greater => above,
    };
    Some(if double < 0.0 { -near } else { near })
}

/// Where the point stands in a positive number, and its digits, without zeros on either side: in the order of numbers.
fn decimal(text: &str) -> (i64, Vec<u8>) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let mut digits = digits.get(zeros..).unwrap_or_default().to_vec();
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    let point = exponent_of(exponent.trim_start_matches('+')) + whole.len() as i64 - zeros as i64;
    (point, digits)
}

/// Digits of a power-of-two radix times two to the `exponent`, rounded once (to nearest, ties to even) to a float
/// of `precision` bits whose unit is never below 2^`least`.
fn binary(
    whole: &[u8],
    fraction: &[u8],
    per_digit: i64,
    mut exponent: i64,
    precision: u32,
    least: i64,
) -> f64 {
    let mut mantissa: u64 = 0;
    for (digits, after_point) in [(whole, false), (fraction, true)] {
        for d in digits.iter().filter_map(|b| (*b as char).to_digit(16)) {
            if mantissa >> 58 == 0 {
                mantissa = mantissa << per_digit | d as u64;
                exponent -= if after_point { per_digit } else { 0 };
            } else {
                // Beyond the bits that are kept only "not zero" matters for the rounding.
                mantissa |= u64::from(d != 0);
                exponent += if after_point { 0 } else { per_digit };
            }
        }
    }
    if mantissa == 0 {
        return 0.0;
    }
    let bits = 64 - i64::from(mantissa.leading_zeros());
    let unit = (exponent + bits - i64::from(precision)).max(least);
    let shift = unit - exponent;
    let rounded = if shift <= 0 {
        // Enough room to the left: the mantissa has fewer bits than the precision.
        (mantissa << (-shift).min(63)) as f64
    } else if shift > 63 {
        0.0
    } else {
        let kept = mantissa >> shift;
        let rest = mantissa & ((1 << shift) - 1);
        let half = 1 << (shift - 1);
        (kept + u64::from(rest > half || rest == half && kept & 1 == 1)) as f64
    };
    // In two steps, since 2^unit alone may be out of range where the product is not.
    let unit = unit.clamp(-4000, 4000) as i32;
    rounded * 2f64.powi(unit / 2) * 2f64.powi(unit - unit / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_rounded_once() {
        let half = |text| half_of_text(text).map(f16::to_f64);
        assert_eq!(half("1.00048828125"), Some(1.0));
        assert_eq!(half("1.00048828125000023"), Some(1.0009765625));
        assert_eq!(half("1.000488281250000000000000001"), Some(1.0009765625));
        assert_eq!(half("-1.000488281250000000000000001e0"), Some(-1.0009765625));
        assert_eq!(half("0.1000488281249999999999999999e1"), Some(1.0));
        assert_eq!(half("1.00146484375"), Some(1.001953125));
        assert_eq!(half("1.0014648437499999999999999"), Some(1.0009765625));
        assert_eq!(half("65519.99999999999999999999"), Some(65504.0));
        assert_eq!(half("65520"), Some(f64::INFINITY));
        assert_eq!(half("2.98023223876953125e-8"), Some(0.0));
        assert_eq!(
            half("2.980232238769531250000000001e-8"),
            Some(5.960464477539063e-8)
        );
        let hex = Real::hexadecimal("1.0010000000000001p0");
        assert_eq!((hex.half().to_f64(), hex.double()), (1.0, 1.000244140625));
        assert_eq!(
            Real::hexadecimal("1.00200000000000001p0").half().to_f64(),
            1.0009765625
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "1.00048828125000000000000000001",
            "1.0000000596046447753906250000000000001",
            "1.0000000596046447753906249999999999999",
            "16777217.0000000000000000000000001",
            "-16777216.9999999999999999999999999",
            "1e300",
            "0.1",
            "5e-324",
        ] {
            let real = Real::decimal(text).unwrap();
            assert_eq!(Real::decimal(&real.to_string()), Some(real), "{text}");
        }
    }
}
