//! What literals are worth.
//!
//! The text of every function here has the form that the lexer's regular expressions
//! give it; what they leave open is refused here.

use crate::rules::syntax::{FUT_X_ESCAPE, FUT_X_NUMBER, FUT_X_STRING};
use elder_syntax::Refusal;
use elder_syntax::parsing::scanner::shorten;
use elder_syntax::prim::PrimType;
use elder_syntax::prim::real::Real;

/// Why a literal has no value.
pub struct Refused {
    /// The premise.
    pub refusal: Refusal,
    /// One sentence.
    pub message: String,
}

fn refused<T>(refusal: Refusal, message: impl Into<String>) -> Result<T, Refused> {
    Err(Refused {
        refusal,
        message: message.into(),
    })
}

/// The suffix that names a primitive type, and what stands before it.
fn suffix(text: &str, floats_only: bool) -> (&str, Option<PrimType>) {
    for t in PrimType::ALL.iter().copied() {
        let fits = if floats_only { t.is_float() } else { t.is_integer() };
        if fits && let Some(rest) = text.strip_suffix(t.name()) {
            return (rest, Some(t));
        }
    }
    (text, None)
}

/// An integer with its suffix.
///
/// A literal with a suffix is taken modulo the size of its type, as the reference compiler does; one without must fit
/// 127 bits (its type is known to the checker only).
pub fn int(text: &str) -> Result<(i128, Option<PrimType>), Refused> {
    FUT_X_NUMBER.apply();
    let (digits, ty) = suffix(text, false);
    let (value, exact) = match digits.as_bytes() {
        [b'0', b'x' | b'X', rest @ ..] => radix(rest, 16),
        [b'0', b'b' | b'B', rest @ ..] => radix(rest, 2),
        [b'0', b'r' | b'R', rest @ ..] => (roman(rest), true),
        all => radix(all, 10),
    };
    match ty {
        Some(t) => Ok((wrap(value, t), ty)),
        None if exact && value <= i128::MAX as u128 => Ok((value as i128, None)),
        None => refused(
            FUT_X_NUMBER.refuse("range"),
            format!("the number {} is too large for any type", shorten(text)),
        ),
    }
}

/// The value modulo 2^128, and whether it fitted.
fn radix(digits: &[u8], radix: u32) -> (u128, bool) {
    let mut value = 0u128;
    let mut exact = true;
    for b in digits {
        let Some(d) = (*b as char).to_digit(radix) else {
            continue;
        };
        exact &= value
            .checked_mul(radix as u128)
            .and_then(|v| v.checked_add(d as u128))
            .is_some();
        value = value.wrapping_mul(radix as u128).wrapping_add(d as u128);
    }
    (value, exact)
}

/// Larger numerals come first: what follows a numeral is added to it.
const NUMERALS: [(&[u8], u128); 13] = [
    (b"M", 1000),
    (b"CM", 900),
    (b"D", 500),
    (b"CD", 400),
    (b"C", 100),
    (b"XC", 90),
    (b"L", 50),
    (b"XL", 40),
    (b"X", 10),
    (b"IX", 9),
    (b"V", 5),
    (b"IV", 4),
    (b"I", 1),
];

fn roman(digits: &[u8]) -> u128 {
    let digits: Vec<u8> = digits.iter().copied().filter(|b| *b != b'_').collect();
    let mut rest = digits.as_slice();
    let mut value = 0;
    while let Some((text, n)) = NUMERALS.iter().find(|(text, _)| rest.starts_with(text)) {
        value += n;
        rest = &rest[text.len()..];
    }
    value
}

/// The value of `bits` read as a number of this integer type.
pub fn wrap(bits: u128, ty: PrimType) -> i128 {
    match ty {
        PrimType::I8 => bits as i8 as i128,
        PrimType::I16 => bits as i16 as i128,
        PrimType::I32 => bits as i32 as i128,
        PrimType::I64 => bits as i64 as i128,
        PrimType::U8 => bits as u8 as i128,
        PrimType::U16 => bits as u16 as i128,
        PrimType::U32 => bits as u32 as i128,
        PrimType::U64 => bits as u64 as i128,
        PrimType::Bool | PrimType::F16 | PrimType::F32 | PrimType::F64 => bits as i128,
    }
}

/// A float with its suffix.
pub fn float(text: &str) -> (Real, Option<PrimType>) {
    FUT_X_NUMBER.apply();
    let (digits, ty) = suffix(text, true);
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => Real::hexadecimal(hex),
        None => Real::decimal(&digits).unwrap_or(Real::of(f64::NAN)),
    };
    (value, ty)
}

/// `'c'` with its quotes.
pub fn character(text: &str) -> Result<u32, Refused> {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let mut out = Vec::new();
    unescape(inner, &mut out)?;
    match out.as_slice() {
        [c] => Ok(*c),
        _ => refused(
            FUT_X_ESCAPE.refuse("one"),
            "a character literal stands for exactly one character",
        ),
    }
}

/// `"text"` with its quotes, as UTF-8.
pub fn string(text: &str) -> Result<Vec<u8>, Refused> {
    FUT_X_STRING.apply();
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let mut out = Vec::new();
    unescape(inner, &mut out)?;
    // Surrogates cannot be encoded and become the replacement character.
    let text: String = out
        .into_iter()
        .map(|c| char::from_u32(c).unwrap_or('\u{fffd}'))
        .collect();
    Ok(text.into_bytes())
}

/// Names of control characters, by number; a name that begins with another stands before it where it is looked for.
const CONTROL: [&str; 33] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI",
    "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS",
    "US", "SP",
];

/// The code points that a literal's inside stands for.
fn unescape(mut text: &str, out: &mut Vec<u32>) -> Result<(), Refused> {
    FUT_X_ESCAPE.apply();
    while let Some(c) = text.chars().next() {
        text = &text[c.len_utf8()..];
        if c != '\\' {
            out.push(c as u32);
            continue;
        }
        text = escape(text, out)?;
    }
    Ok(())
}

/// One escape, after its backslash; gives what follows it.
fn escape<'a>(text: &'a str, out: &mut Vec<u32>) -> Result<&'a str, Refused> {
    let simple = [
        ('a', 7),
        ('b', 8),
        ('f', 12),
        ('n', 10),
        ('r', 13),
        ('t', 9),
        ('v', 11),
        ('\\', 92),
        ('"', 34),
        ('\'', 39),
    ];
    let Some(c) = text.chars().next() else {
        return refused(
            FUT_X_ESCAPE.refuse("known"),
            "a backslash at the end of a literal",
        );
    };
    let rest = &text[c.len_utf8()..];
    if let Some((_, code)) = simple.iter().find(|(e, _)| *e == c) {
        out.push(*code);
        return Ok(rest);
    }
    match c {
        '&' => Ok(rest),
        ' ' => match rest.trim_start_matches(' ').strip_prefix('\\') {
            Some(rest) => Ok(rest),
            None => refused(
                FUT_X_ESCAPE.refuse("known"),
                "a gap in a string ends with a backslash",
            ),
        },
        '0'..='9' => code(text, 10, out),
        'x' | 'X' => code(rest, 16, out),
        'o' | 'O' => code(rest, 8, out),
        '^' => match rest.bytes().next() {
            Some(b @ b'@'..=b'_') => {
                out.push(u32::from(b - b'@'));
                Ok(&rest[1..])
            }
            _ => refused(
                FUT_X_ESCAPE.refuse("known"),
                "`\\^` is followed by one of `@A..Z[\\]^_`",
            ),
        },
        _ => {
            // `SOH` before `SO`.
            let named = CONTROL
                .iter()
                .enumerate()
                .filter(|(_, n)| text.starts_with(**n))
                .max_by_key(|(_, n)| n.len());
            if let Some((i, name)) = named {
                out.push(i as u32);
                return Ok(&text[name.len()..]);
            }
            if let Some(rest) = text.strip_prefix("DEL") {
                out.push(127);
                return Ok(rest);
            }
            refused(
                FUT_X_ESCAPE.refuse("known"),
                format!("there is no escape `\\{}`", c.escape_default()),
            )
        }
    }
}

/// A code point in digits.
fn code<'a>(text: &'a str, radix: u32, out: &mut Vec<u32>) -> Result<&'a str, Refused> {
    let end = text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
    let value = u32::from_str_radix(&text[..end], radix)
        .ok()
        .filter(|v| *v <= 0x10ffff);
    match value {
        Some(v) => {
            out.push(v);
            Ok(&text[end..])
        }
        None if end == 0 => refused(FUT_X_ESCAPE.refuse("known"), "an escape without digits"),
        None => refused(
            FUT_X_ESCAPE.refuse("code"),
            format!("{} is not the number of a character", shorten(&text[..end])),
        ),
    }
}
