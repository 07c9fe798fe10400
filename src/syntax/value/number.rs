//! Scanning scalars: integers and floats in all their spellings, `true` and `false`.
//!
//! Every type has a short way for plain decimals, taken by almost all elements of
//! real data, and one way through [`Literal`] for everything else, errors included.

use super::Element;
use crate::prim::PrimType;
use crate::prim::real::{Real, exponent_of, half_of_text};
use half::f16;

/// Why no scalar could be scanned; the reader makes an error with a place of it.
#[derive(Debug, PartialEq)]
pub(super) enum Fault {
    /// No value begins here.
    NoValue,
    /// A radix prefix or a sign without digits.
    IntDigits,
    /// A malformed float.
    FloatDigits,
    /// A suffix that an integer literal cannot have.
    Suffix(String),
    /// A suffix that a float literal cannot have.
    FloatSuffix(String),
    /// An element of an array that has another type than the first.
    OtherType {
        /// The type of the first element.
        expected: PrimType,
        /// That of this one.
        found: PrimType,
    },
}

/// A type whose scalars can be scanned.
pub(super) trait Scan: Element {
    /// Reads a scalar at the start of `bytes`; returns it and its length.  An integer that is out of range is taken modulo the size of its type.
    fn scan(bytes: &[u8]) -> Result<(Self, usize), Fault>;

    /// What the bytes of a string are: nothing, but for `u8`.
    fn from_bytes(_: &[u8]) -> Vec<Self> {
        Vec::new()
    }
}

/// The type of the scalar at the start of `bytes`, if unsuffixed numbers are of type `default` where possible.
pub(super) fn type_of(bytes: &[u8], default: Option<PrimType>) -> Result<PrimType, Fault> {
    if boolean(bytes).is_some() {
        return Ok(PrimType::Bool);
    }
    let literal = Literal::scan(bytes)?;
    let fractional = matches!(
        literal.body,
        Body::Decimal { fractional: true, .. } | Body::HexFloat { .. }
    );
    Ok(match (literal.suffix, default) {
        (Some(t), _) => t,
        (None, Some(t)) if t.is_float() || t.is_integer() && !fractional => t,
        _ if fractional => PrimType::F64,
        _ => PrimType::I32,
    })
}

/// The type of the number that `text` is for readers that know no type but the one which is written, if that is not `t`.
pub(super) fn elsewhere(text: &[u8], t: PrimType) -> Option<PrimType> {
    let other = type_of(text, None).ok()?;
    (other != t).then_some(other)
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// Whether a plain number may end before this byte.
#[inline]
fn is_end(next: Option<&u8>) -> bool {
    next.is_none_or(|b| !is_word(*b) && *b != b'.')
}

fn word(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().take_while(|b| is_word(**b)).count()]
}

fn boolean(bytes: &[u8]) -> Option<(bool, usize)> {
    match word(bytes) {
        b"true" => Some((true, 4)),
        b"false" => Some((false, 5)),
        _ => None,
    }
}

/// A number as it is spelt.
#[derive(Debug)]
struct Literal<'a> {
    negative: bool,
    body: Body<'a>,
    suffix: Option<PrimType>,
    length: usize,
}

#[derive(Debug)]
enum Body<'a> {
    /// `12`, `1_000`, `1.5e-3`.
    Decimal { text: &'a [u8], fractional: bool },
    /// `0xff`, `0b1010`: the digits.
    Radix { radix: u32, digits: &'a [u8] },
    /// `0x1.8p3`: digits before and after the point, and the exponent.
    HexFloat {
        whole: &'a [u8],
        fraction: &'a [u8],
        exponent: i64,
    },
    /// `f32.nan`.
    Nan,
    /// `f32.inf`.
    Infinity,
}

fn run(bytes: &[u8], accept: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|b| accept(**b)).count()
}

fn any_digit(bytes: &[u8]) -> bool {
    bytes.iter().any(|b| b.is_ascii_hexdigit())
}

/// The length of an exponent's sign and digits, 0 if there are none.
fn exponent(bytes: &[u8]) -> usize {
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let digits = run(&bytes[sign..], |b| b.is_ascii_digit());
    if digits == 0 { 0 } else { sign + digits }
}

impl<'a> Literal<'a> {
    fn scan(bytes: &'a [u8]) -> Result<Literal<'a>, Fault> {
        let negative = bytes.first() == Some(&b'-');
        let positive = bytes.first() == Some(&b'+');
        let sign = usize::from(negative || positive);
        let rest = &bytes[sign..];
        let special = match rest.get(..7) {
            Some(b"f16.nan") => Some((Body::Nan, PrimType::F16)),
            Some(b"f32.nan") => Some((Body::Nan, PrimType::F32)),
            Some(b"f64.nan") => Some((Body::Nan, PrimType::F64)),
            Some(b"f16.inf") => Some((Body::Infinity, PrimType::F16)),
            Some(b"f32.inf") => Some((Body::Infinity, PrimType::F32)),
            Some(b"f64.inf") => Some((Body::Infinity, PrimType::F64)),
            _ => None,
        };
        // A plus may stand before digits only, as in Futhark's readers.
        if let Some((body, t)) = special.filter(|_| !positive) {
            return Ok(Literal {
                negative,
                body,
                suffix: Some(t),
                length: sign + 7,
            });
        }
        if !rest.first().is_some_and(u8::is_ascii_digit) {
            return Err(if negative || positive {
                Fault::IntDigits
            } else {
                Fault::NoValue
            });
        }
        let (body, length) = match rest.get(..2) {
            Some(b"0x" | b"0X") => Literal::hexadecimal(rest)?,
            Some(b"0b" | b"0B") => {
                let n = run(&rest[2..], |b| matches!(b, b'0' | b'1' | b'_'));
                let digits = &rest[2..2 + n];
                if !any_digit(digits) {
                    return Err(Fault::IntDigits);
                }
                (Body::Radix { radix: 2, digits }, 2 + n)
            }
            _ => Literal::decimal(rest)?,
        };
        let suffix_text = word(&rest[length..]);
        let fractional = matches!(
            body,
            Body::Decimal { fractional: true, .. } | Body::HexFloat { .. }
        );
        let suffix = if suffix_text.is_empty() {
            None
        } else {
            let text = std::str::from_utf8(suffix_text).unwrap_or("?");
            match PrimType::from_name(text) {
                Some(t) if t.is_float() || t.is_integer() && !fractional => Some(t),
                _ if fractional => return Err(Fault::FloatSuffix(text.to_string())),
                _ => return Err(Fault::Suffix(text.to_string())),
            }
        };
        let length = sign + length + suffix_text.len();
        Ok(Literal {
            negative,
            body,
            suffix,
            length,
        })
    }

    fn decimal(rest: &'a [u8]) -> Result<(Body<'a>, usize), Fault> {
        let mut end = run(rest, |b| b.is_ascii_digit() || b == b'_');
        let mut fractional = false;
        if rest.get(end) == Some(&b'.') {
            let digits = run(&rest[end + 1..], |b| b.is_ascii_digit() || b == b'_');
            if digits == 0 {
                return Err(Fault::FloatDigits);
            }
            fractional = true;
            end += 1 + digits;
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            let digits = exponent(&rest[end + 1..]);
            if digits == 0 {
                return Err(Fault::FloatDigits);
            }
            fractional = true;
            end += 1 + digits;
        }
        Ok((
            Body::Decimal {
                text: &rest[..end],
                fractional,
            },
            end,
        ))
    }

    fn hexadecimal(rest: &'a [u8]) -> Result<(Body<'a>, usize), Fault> {
        let hex = |b: u8| b.is_ascii_hexdigit() || b == b'_';
        let whole_end = 2 + run(&rest[2..], hex);
        let whole = &rest[2..whole_end];
        if !any_digit(whole) {
            return Err(Fault::IntDigits);
        }
        let mut end = whole_end;
        let mut fraction: &[u8] = &[];
        if rest.get(end) == Some(&b'.') {
            let n = run(&rest[end + 1..], hex);
            fraction = &rest[end + 1..end + 1 + n];
            end += 1 + n;
        }
        let power = matches!(rest.get(end), Some(b'p' | b'P'));
        if end == whole_end && !power {
            return Ok((
                Body::Radix {
                    radix: 16,
                    digits: whole,
                },
                end,
            ));
        }
        let digits = if power { exponent(&rest[end + 1..]) } else { 0 };
        if digits == 0 {
            return Err(Fault::FloatDigits);
        }
        let text = std::str::from_utf8(&rest[end + 1..end + 1 + digits]).unwrap_or("0");
        let exponent = exponent_of(text);
        Ok((
            Body::HexFloat {
                whole,
                fraction,
                exponent,
            },
            end + 1 + digits,
        ))
    }

    /// The magnitude of an integer modulo 2⁶⁴, `None` if it is none.
    fn magnitude(&self) -> Option<u64> {
        let (radix, digits) = match self.body {
            Body::Decimal {
                text,
                fractional: false,
            } => (10, text),
            Body::Radix { radix, digits } => (radix, digits),
            _ => return None,
        };
        digits.iter().filter(|b| **b != b'_').try_fold(0u64, |n, b| {
            let digit = (*b as char).to_digit(radix)?;
            Some(n.wrapping_mul(u64::from(radix)).wrapping_add(u64::from(digit)))
        })
    }

    /// The number, if it is one.
    fn real(&self) -> Option<Real> {
        let size = match &self.body {
            Body::Decimal { text, .. } => {
                let plain: String = text.iter().filter(|b| **b != b'_').map(|b| *b as char).collect();
                Real::decimal(&plain)?
            }
            Body::Nan => Real::of(f64::NAN),
            Body::Infinity => Real::of(f64::INFINITY),
            Body::Radix { radix, digits } => Real::binary(digits, &[], i64::from(radix.trailing_zeros()), 0),
            Body::HexFloat {
                whole,
                fraction,
                exponent,
            } => Real::binary(whole, fraction, 4, *exponent),
        };
        Some(match (self.negative, &self.body) {
            (true, Body::Decimal { .. } | Body::Radix { .. } | Body::HexFloat { .. } | Body::Infinity) => {
                -size
            }
            _ => size,
        })
    }
}

/// Refuses a literal that is of another type than `t`.
fn same_type(literal: &Literal, t: PrimType) -> Result<(), Fault> {
    let fractional = matches!(
        literal.body,
        Body::Decimal { fractional: true, .. } | Body::HexFloat { .. }
    );
    match literal.suffix {
        Some(found) if found != t => Err(Fault::OtherType { expected: t, found }),
        None if fractional && !t.is_float() => Err(Fault::OtherType {
            expected: t,
            found: PrimType::F64,
        }),
        _ => Ok(()),
    }
}

macro_rules! integers {
    ($($t:ty, $name:literal;)*) => { $(
        impl Scan for $t {
            #[inline]
            #[allow(irrefutable_let_patterns)]
            fn scan(bytes: &[u8]) -> Result<($t, usize), Fault> {
                let negative = bytes.first() == Some(&b'-');
                let start = usize::from(negative);
                let mut at = start;
                let mut n: u64 = 0;
                while let Some(d) = bytes.get(at).map(|b| b.wrapping_sub(b'0')).filter(|d| *d < 10) {
                    n = n.wrapping_mul(10).wrapping_add(d as u64);
                    at += 1;
                }
                // Eighteen digits cannot overflow.
                if (1..=18).contains(&(at - start)) {
                    let suffix = &bytes[at..];
                    if suffix.starts_with($name.as_bytes()) && is_end(suffix.get($name.len())) {
                        at += $name.len();
                    } else if !is_end(suffix.first()) {
                        return slow_integer(bytes);
                    }
                    let signed = if negative { -(n as i64) } else { n as i64 };
                    if let Ok(x) = <$t>::try_from(signed) {
                        return Ok((x, at));
                    }
                }
                slow_integer(bytes)
            }

            fn from_bytes(bytes: &[u8]) -> Vec<$t> {
                bytes.iter().map(|b| *b as $t).collect()
            }
        }

        impl Integer for $t {
            fn modulo(pattern: u64) -> $t {
                pattern as $t
            }
        }
    )* };
}

trait Integer: Element {
    /// The integer that equals the 64 bits, read in two's complement, modulo the size of the type.
    fn modulo(pattern: u64) -> Self;
}

#[cold]
fn slow_integer<E: Integer>(bytes: &[u8]) -> Result<(E, usize), Fault> {
    if boolean(bytes).is_some() {
        return Err(Fault::OtherType {
            expected: E::TYPE,
            found: PrimType::Bool,
        });
    }
    let literal = Literal::scan(bytes)?;
    same_type(&literal, E::TYPE)?;
    let magnitude = literal.magnitude().ok_or(Fault::IntDigits)?;
    let pattern = if literal.negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    Ok((E::modulo(pattern), literal.length))
}

integers! {
    i8, "i8";
    i16, "i16";
    i32, "i32";
    i64, "i64";
    u8, "u8";
    u16, "u16";
    u32, "u32";
    u64, "u64";
}

/// The length of a plain decimal number, its suffix not counted.
#[inline]
fn plain_float(bytes: &[u8]) -> usize {
    let start = usize::from(bytes.first() == Some(&b'-'));
    if !bytes.get(start).is_some_and(u8::is_ascii_digit) {
        return 0;
    }
    start
        + run(&bytes[start..], |b| {
            matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')
        })
}

macro_rules! floats {
    ($($t:ty, $name:literal, $parse:expr, $of:path;)*) => { $(
        impl Scan for $t {
            #[inline]
            fn scan(bytes: &[u8]) -> Result<($t, usize), Fault> {
                let parse: fn(&str) -> Option<$t> = $parse;
                let n = plain_float(bytes);
                let suffix = &bytes[n..];
                let length = if suffix.starts_with($name.as_bytes()) { n + $name.len() } else { n };
                let digits = bytes.get(n.wrapping_sub(1)).is_some_and(u8::is_ascii_digit);
                if digits
                    && is_end(bytes.get(length))
                    && let Ok(text) = std::str::from_utf8(&bytes[..n])
                    && let Some(x) = parse(text)
                {
                    return Ok((x, length));
                }
                if boolean(bytes).is_some() {
                    return Err(Fault::OtherType { expected: <$t>::TYPE, found: PrimType::Bool });
                }
                let literal = Literal::scan(bytes)?;
                same_type(&literal, <$t>::TYPE)?;
                let x = literal.real().ok_or(Fault::FloatDigits)?;
                Ok(($of(x), literal.length))
            }
        }
    )* };
}

floats! {
    f16, "f16", half_of_text, Real::half;
    f32, "f32", |text| text.parse().ok(), Real::single;
    f64, "f64", |text| text.parse().ok(), Real::double;
}

impl Scan for bool {
    #[inline]
    fn scan(bytes: &[u8]) -> Result<(bool, usize), Fault> {
        if let Some(found) = boolean(bytes) {
            return Ok(found);
        }
        let found = type_of(bytes, None)?;
        Err(Fault::OtherType {
            expected: PrimType::Bool,
            found,
        })
    }
}
