//! Numerals at the ends of their types and beside them, and such that are none.
//!
//! Most numerals of programs are values of their types.  Here is what a language says of the others: that they wrap around, or by which premise it refuses
//! them; and of texts that begin like numerals and go on otherwise.

use super::exact::{ends, wrapped};
use super::programs::{Function, Tongue, parenthesised};
use crate::Choices;
use crate::meant::{By, Expected, Meant, Output};
use crate::scopes::Scoped;
use elder_syntax::prim::{PrimFn, PrimType};
use num_bigint::BigInt;
use num_traits::Signed;

/// What a language says of numerals.
#[derive(Clone, Copy, Debug)]
pub struct Numerals {
    /// How one is written so that it is of a type: `#` is the number, `T` the type, and by which premise one is refused that is none of the type; if by none,
    /// it wraps around.
    pub ways: &'static [(&'static str, Option<By>)],
    /// The only type of integers, if there is one.
    pub of: Option<PrimType>,
    /// By which premise one is refused that 64 bits do not hold, where that is another.
    pub widest: Option<By>,
    /// Whether there are other radixes than ten.
    pub radixes: bool,
    /// What is no numeral.
    pub wrong: &'static [&'static str],
    /// By which premise it is refused.
    pub by: By,
}

/// Numbers about the end of a type, of other types, and of what readers compute with.
fn number(c: &mut Choices, t: PrimType) -> BigInt {
    let any = |c: &mut Choices| PrimType::ALL[1 + c.below(8)];
    let t = if c.one_in(4) { any(c) } else { t };
    let (least, most) = ends(t);
    match c.below(8) {
        0 => BigInt::from(c.below(10)),
        1 => least + c.below(2),
        2 => least - 1 - c.below(2),
        3 | 4 => most - c.below(2),
        5 => -most - c.below(2),
        _ => most + 1 + c.below(2),
    }
}

fn digits(c: &mut Choices, size: &BigInt, radixes: bool) -> String {
    match c.below(6) {
        0 if radixes => format!("0x{}", size.to_str_radix(16)),
        1 if radixes => format!("0X{}", size.to_str_radix(16).to_uppercase()),
        2 if radixes => format!("0b{}", size.to_str_radix(2)),
        3 => format!("00{size}"),
        _ => size.to_string(),
    }
}

/// A program that is a numeral.
pub fn program(c: &mut Choices, tongue: &Tongue) -> Meant {
    let numerals = &tongue.numerals;
    let t = numerals.of.unwrap_or_else(|| PrimType::ALL[1 + c.below(8)]);
    let meant = |of: PrimType, text: &str, sort: &str, expected: Expected| Meant {
        sort: sort.to_owned(),
        ending: tongue.ending,
        text: (tongue.scalars)(&[(Function::itself(of), vec![text.to_owned()])], &[]),
        inputs: vec![],
        expected,
    };
    if c.below(4) == 0
        && let Some(text) = c.pick(numerals.wrong)
    {
        let (rule, premise) = numerals.by;
        return meant(t, text, "no numeral", Expected::Refused(rule, premise));
    }
    let n = number(c, t);
    let is_negative = n.is_negative();
    let (way, by) = c.pick(numerals.ways).copied().unwrap_or(("#", None));
    let (least, most) = ends(t);
    let text = digits(c, &n.abs(), numerals.radixes);
    let text = format!("{}{text}", if is_negative { "-" } else { "" });
    let text = way.replace('#', &text).replace('T', t.name());
    // Core has no parentheses about an operand.
    let text = if tongue.ending == "core" {
        text
    } else {
        parenthesised(text)
    };
    let value = || {
        let output = Output::scalar(wrapped(t, &n));
        // Kernels give arrays.
        let shape = if tongue.ending == "fcl" { vec![1] } else { vec![] };
        Expected::Values(vec![Output { shape, ..output }])
    };
    let expected = match (by, numerals.widest) {
        (_, Some((rule, premise))) if n.bits() > 64 => Expected::Refused(rule, premise),
        (Some((rule, premise)), _) if n < least || n > most => Expected::Refused(rule, premise),
        _ => value(),
    };
    meant(t, &text, "numeral", expected)
}

/// The same for who only asks whether it is a program.
pub fn scoped(c: &mut Choices, tongue: &Tongue) -> Scoped {
    let meant = program(c, tongue);
    let refused = match meant.expected {
        Expected::Refused(rule, premise) => Some((rule, premise)),
        _ => None,
    };
    Scoped {
        text: meant.text,
        about: refused.unwrap_or(tongue.numerals.by),
        is_right: refused.is_none(),
    }
}

impl Function {
    /// An operand as it stands.
    fn itself(t: PrimType) -> Function {
        Function::shared(PrimFn::Convert(t, t), "$0".to_owned())
    }
}
