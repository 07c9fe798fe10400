//! What literals are worth.
//!
//! The text of every function here has the form that the lexer's regular expressions give it; what they leave open is refused here.

use crate::rules::syntax::{DX_SYN_NUMBER, DX_SYN_STRING};
use elder_syntax::Refusal;
use elder_syntax::parsing::scanner::shorten;
use elder_syntax::prim::real::Real;

/// Why a literal has no value.
pub struct Refused {
    /// The premise.
    pub refusal: Refusal,
    /// One sentence.
    pub message: String,
}

/// An integer.
pub fn int(text: &str) -> Result<u64, Refused> {
    DX_SYN_NUMBER.apply();
    text.parse().map_err(|_| Refused {
        refusal: DX_SYN_NUMBER.refuse("range"),
        message: format!("the number {} has more than 64 bits", shorten(text)),
    })
}

/// A float.
pub fn float(text: &str) -> Result<Real, Refused> {
    DX_SYN_NUMBER.apply();
    match Real::decimal(text) {
        Some(value) if value.double().is_finite() => Ok(value),
        _ => Err(Refused {
            refusal: DX_SYN_NUMBER.refuse("range"),
            message: format!("the number {} is too large for a float", shorten(text)),
        }),
    }
}

/// A character with its quotes.
pub fn char(text: &str) -> Result<u8, Refused> {
    let inside = text.get(1..text.len() - 1).unwrap_or("");
    let all = string_inside(inside)?;
    let mut chars = all.chars();
    match (chars.next().map(u32::from).map(u8::try_from), chars.next()) {
        (Some(Ok(byte)), None) => Ok(byte),
        _ => Err(Refused {
            refusal: DX_SYN_STRING.refuse("byte"),
            message: format!("{} is not one byte", shorten(text)),
        }),
    }
}

/// A string with its quotes.
pub fn string(text: &str) -> Result<String, Refused> {
    string_inside(text.get(1..text.len() - 1).unwrap_or(""))
}

fn string_inside(text: &str) -> Result<String, Refused> {
    DX_SYN_STRING.apply();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (c, after) = escape(&rest[at + 1..])?;
        out.push(c);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// What stands behind a backslash, and what follows it.
fn escape(text: &str) -> Result<(char, &str), Refused> {
    if let Some(rest) = text.strip_prefix("NUL") {
        return Ok(('\0', rest));
    }
    let (radix, digits) = match text.strip_prefix('x') {
        Some(digits) => (16, digits),
        None => (10, text),
    };
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if length > 0 {
        let code = u32::from_str_radix(&digits[..length], radix).ok();
        if let Some(c) = code.and_then(char::from_u32) {
            return Ok((c, &digits[length..]));
        }
    }
    let mut chars = text.chars();
    let c = match chars.next() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('a') => '\x07',
        Some('b') => '\x08',
        Some('f') => '\x0c',
        Some('v') => '\x0b',
        Some(c @ ('\\' | '\'' | '"')) => c,
        other => {
            return Err(Refused {
                refusal: DX_SYN_STRING.refuse("escape"),
                message: format!("`\\{}` is no escape", other.unwrap_or(' ').escape_default()),
            });
        }
    };
    Ok((c, chars.as_str()))
}

/// A character as it is written between quotes.
pub(crate) fn escaped(c: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\0' => out.push_str("\\NUL"),
        '\\' | '"' | '\'' => {
            out.push('\\');
            out.push(c);
        }
        c => out.push(c),
    }
}
