//! Numbers as they may be written: the shortest way, with all digits, next to the middle between two numbers, in other radixes.

use super::exact::{Exact, Format, Fraction, integer, power_of_two};
use super::meaning::beside;
use crate::Choices;
use elder_syntax::prim::PrimValue;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// What a language takes besides plain digits.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// `1_000`
    pub underscores: bool,
    /// `0x1f`, `0b101`
    pub radixes: bool,
    /// `0x1.8p3`; with a point in any case.
    pub hexadecimal_floats: bool,
    /// A float without a point or an exponent.
    pub whole_floats: bool,
    /// `12e3`, without a point.
    pub bare_exponents: bool,
}

/// Only digits, a point and an exponent.
pub const PLAIN: Spelling = Spelling {
    underscores: false,
    radixes: false,
    hexadecimal_floats: false,
    whole_floats: false,
    bare_exponents: true,
};

/// A text of the size of a finite number: without sign and name of its type.
pub fn size(c: &mut Choices, value: PrimValue, spelling: Spelling) -> String {
    match Exact::of(value) {
        Exact::Finite(x, _) if value.prim_type().is_float() => float(c, value, &x.abs(), spelling),
        Exact::Finite(..) => whole(c, &integer(value).abs(), spelling),
        _ => String::new(),
    }
}

/// An integer that is not negative.
pub fn whole(c: &mut Choices, n: &BigInt, spelling: Spelling) -> String {
    let text = match c.below(6) {
        0 if spelling.radixes => format!("0x{}", case(c, n.to_str_radix(16))),
        1 if spelling.radixes => format!("0b{}", n.to_str_radix(2)),
        2 => format!("0{n}"),
        _ => n.to_string(),
    };
    apart(c, text, spelling)
}

fn case(c: &mut Choices, text: String) -> String {
    if c.below(2) == 0 {
        text
    } else {
        text.to_uppercase()
    }
}

/// Underscores between digits.
fn apart(c: &mut Choices, text: String, spelling: Spelling) -> String {
    if !spelling.underscores || c.below(4) != 3 {
        return text;
    }
    // No exponent has any.
    let end = text.find(['e', 'E']).unwrap_or(text.len());
    let at = (1 + c.below(text.len())).min(end);
    let (left, right) = text.split_at(at.min(text.len()));
    let is_digit = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_digit());
    match is_digit(left.bytes().last()) && is_digit(right.bytes().next()) && left != "0" {
        true => format!("{left}_{right}"),
        false => text,
    }
}

/// A float that is not negative: itself, or any number that is nearer to it than to others.
fn float(c: &mut Choices, value: PrimValue, x: &Fraction, spelling: Spelling) -> String {
    let is_hexadecimal = spelling.hexadecimal_floats && c.below(3) == 0;
    let written = match c.below(4) {
        0 | 1 => x.clone(),
        _ => within(c, value, x, if is_hexadecimal { 16 } else { 10 }),
    };
    if is_hexadecimal && let Some(text) = hexadecimal(c, &written) {
        return text;
    }
    // The shortest text, unless it is meant to be another number.
    let short = shortest(value, x);
    let text = match decimal(&written) {
        Some((digits, scale)) if digits.to_string().len() < 300 && (written != *x || c.below(3) > 0) => {
            pointed(c, &digits, scale, spelling)
        }
        _ => short,
    };
    let is_whole = !text.contains(['.', 'e', 'E']);
    let text = if is_whole && !spelling.whole_floats {
        text + ".0"
    } else {
        text
    };
    apart(c, text, spelling)
}

/// A number beside the middle between the float and a neighbour, or the middle itself if that is rounded to the float.
fn within(c: &mut Choices, value: PrimValue, x: &Fraction, radix: u32) -> Fraction {
    let t = value.prim_type();
    let size = Exact::Finite(x.clone(), false).float(t);
    let up = c.below(2) == 0 || x.is_zero();
    let middle = match Exact::of(beside(t, size, up)) {
        Exact::Finite(y, _) => (x + y) / Fraction::from_integer(2.into()),
        // Half of the last digit beyond the largest number.
        _ => match Format::of(t) {
            Some(format) => x + power_of_two(format.greatest - i64::from(format.precision)),
            None => x.clone(),
        },
    };
    let is_even = value.bits().is_even();
    // Nearer than doubles are to each other, and in hexadecimal digits behind all that readers keep.
    let places = if radix == 10 {
        [1, 4, 9, 12]
    } else {
        [1, 5, 14, 24]
    };
    let little = (&middle - x) / Fraction::from_integer(BigInt::from(radix).pow(places[c.below(4)]));
    match (is_even, c.below(3)) {
        (true, 0) => middle,
        (_, 1) => x.clone(),
        _ => {
            let near = middle - little;
            match decimal(&near) {
                None if radix == 10 => x.clone(),
                _ => near,
            }
        }
    }
}

/// Digits and how many of them stand behind the point, of a number that has an end.
fn decimal(x: &Fraction) -> Option<(BigInt, i64)> {
    let twos = x.denom().trailing_zeros().unwrap_or(0);
    let (mut rest, mut fives) = (x.denom() >> twos, 0u64);
    while rest.is_multiple_of(&5.into()) && fives < 500 {
        rest /= 5;
        fives += 1;
    }
    let scale = twos.max(fives);
    (rest.is_one() && scale < 400).then(|| {
        let ten = BigInt::from(10).pow(scale as u32);
        ((x * Fraction::from_integer(ten)).to_integer(), scale as i64)
    })
}

/// The shortest text of a float.
fn shortest(value: PrimValue, x: &Fraction) -> String {
    match digits(value, x) {
        Some((digits, exponent)) if !digits.is_zero() => format!("{digits}.0e{exponent}"),
        _ => "0.0".to_owned(),
    }
}

/// The shortest digits that are nearest to a float of this size, halves up, and the power of ten behind them, as they are found by trying.
pub fn digits(value: PrimValue, x: &Fraction) -> Option<(BigInt, i64)> {
    if x.is_zero() {
        return Some((BigInt::zero(), 0));
    }
    let t = value.prim_type();
    let meant = Exact::Finite(x.clone(), false).float(t);
    // How many digits stand before the point.
    let mut tens = x.numer().to_string().len() as i64 - x.denom().to_string().len() as i64;
    let ten = |k: i64| {
        let size = BigInt::from(10).pow(k.unsigned_abs() as u32);
        if k < 0 {
            Fraction::new(BigInt::one(), size)
        } else {
            Fraction::from_integer(size)
        }
    };
    if *x < ten(tens) {
        tens -= 1;
    }
    (1..18).find_map(|digits| {
        let unit = ten(tens + 1 - digits);
        let near = (x / &unit + Fraction::new(1.into(), 2.into()))
            .floor()
            .to_integer();
        let is_meant = Exact::fraction(Fraction::from_integer(near.clone()) * &unit).float(t) == meant;
        is_meant.then_some((near, tens + 1 - digits))
    })
}

/// Digits with a point somewhere, and an exponent that makes up for it.
fn pointed(c: &mut Choices, digits: &BigInt, scale: i64, spelling: Spelling) -> String {
    let text = digits.to_string();
    let by = match c.below(3) {
        0 => 0,
        1 => c.below(8) as i64 - 4,
        _ => text.len() as i64 - 1 - scale,
    };
    // So many digits stand behind the point.
    let behind = scale + by;
    let exponent = match by {
        0 => String::new(),
        _ => format!(
            "{}{}{by}",
            ["e", "E"][c.below(2)],
            if by > 0 && c.below(2) == 0 { "+" } else { "" }
        ),
    };
    let text = match behind {
        ..=0 => {
            let zeros = "0".repeat(behind.unsigned_abs() as usize);
            let point = if exponent.is_empty() || !spelling.bare_exponents || c.below(2) == 0 {
                ".0"
            } else {
                ""
            };
            format!("{text}{zeros}{point}")
        }
        _ => {
            let text = format!("{text:0>width$}", width = behind as usize + 1);
            let (whole, fraction) = text.split_at(text.len() - behind as usize);
            format!("{whole}.{fraction}")
        }
    };
    text + &exponent
}

/// Hexadecimal digits with a point, and an exponent of two.
fn hexadecimal(c: &mut Choices, x: &Fraction) -> Option<String> {
    let twos = x.denom().trailing_zeros().unwrap_or(0);
    let rest: BigInt = x.denom() >> twos;
    if !rest.is_one() {
        return None;
    }
    let mut exponent = -(twos as i64);
    let mut whole = x.numer().clone();
    // Some digits stand behind the point, zeros too.
    let behind = 1 + c.below(4);
    if c.below(2) == 0 {
        while whole.bits() < 60 && !whole.is_zero() {
            whole <<= 1;
            exponent -= 1;
        }
    }
    let sign = if c.below(2) == 0 && exponent + 4 * behind as i64 >= 0 {
        "+"
    } else {
        ""
    };
    let text = format!("{:0>width$}", whole.to_str_radix(16), width = behind + 1);
    let (left, right) = text.split_at(text.len() - behind);
    let (left, right) = (case(c, left.to_owned()), right);
    let exponent = exponent + 4 * behind as i64;
    exponent.to_i32()?;
    Some(format!("0x{left}.{right}p{sign}{exponent}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::boundary;
    use elder_syntax::prim::PrimType;

    /// The machine reads doubles and singles as they were meant.
    #[test]
    fn texts_mean_their_numbers() {
        for seed in 0..3000 {
            let mut c = Choices::random(seed);
            let t = [PrimType::F32, PrimType::F64][c.below(2)];
            let value = boundary::number(&mut c, t);
            if !matches!(Exact::of(value), Exact::Finite(..)) {
                continue;
            }
            let text = size(&mut c, value, PLAIN);
            let read = match t {
                PrimType::F32 => PrimValue::F32(text.parse().unwrap()),
                _ => PrimValue::F64(text.parse().unwrap()),
            };
            let meant = match Exact::of(value) {
                Exact::Finite(x, _) => Exact::Finite(x.abs(), false).float(t),
                other => other.float(t),
            };
            assert_eq!(read, meant, "seed {seed}: {text}");
        }
    }
}
