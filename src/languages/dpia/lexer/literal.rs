//! What literals are worth.
//!
//! The texts have the form that the lexer's regular expressions give them; what these leave open is refused here.

use crate::rules::syntax::DPIA_SYN_NUMBER;
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

/// The suffix that names a primitive type, and what stands before it.
fn suffix(text: &str, floats: bool) -> (&str, Option<PrimType>) {
    for t in PrimType::ALL.iter().copied() {
        let fits = if floats { t.is_float() } else { t.is_integer() };
        if fits && let Some(rest) = text.strip_suffix(t.name()) {
            return (rest, Some(t));
        }
    }
    (text, None)
}

/// An integer with its suffix; it must fit 127 bits (its type may be known to the elaborator only).
pub fn int(text: &str) -> Result<(i128, Option<PrimType>), Refused> {
    DPIA_SYN_NUMBER.apply();
    let (digits, ty) = suffix(text, false);
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    let lower = digits.to_ascii_lowercase();
    let value = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(hex), _) => i128::from_str_radix(hex, 16),
        (_, Some(binary)) => i128::from_str_radix(binary, 2),
        _ => digits.parse(),
    };
    value.map(|v| (v, ty)).map_err(|_| Refused {
        refusal: DPIA_SYN_NUMBER.refuse("range"),
        message: format!("the number {} is too large for any type", shorten(text)),
    })
}

/// A float with its suffix.
pub fn float(text: &str) -> (Real, Option<PrimType>) {
    DPIA_SYN_NUMBER.apply();
    let (digits, ty) = suffix(text, true);
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    (Real::decimal(&digits).unwrap_or(Real::of(f64::NAN)), ty)
}
