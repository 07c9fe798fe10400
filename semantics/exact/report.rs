//! Floats that a program computed beside the reals that it stands for.

use super::{Real, Undecided};
use elder_syntax::prim::PrimValue;
use rug::Float;
use rug::float::Round;
use std::fmt;

/// One float and its real.
#[derive(Clone, Debug)]
pub struct Deviation {
    /// Where the float stands in the results: `#0`, `#1[3]`, `#0.field`.
    pub place: String,
    /// What the program computed.
    pub float: PrimValue,
    /// What it computes in reals.
    pub real: Real,
}

/// What an evaluation in reals tells about the results.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// All floats of the results, in order.
    pub floats: Vec<Deviation>,
    /// Places where the two evaluations gave values that cannot be put side by side.
    pub different: Vec<String>,
    /// Questions left open by the precision.
    pub undecided: Vec<Undecided>,
    /// The precision.
    pub bits: u32,
}

impl Deviation {
    /// An upper bound of the distance between the float and the true value; NaN if one of them is, or both are infinite.
    pub fn error(&self) -> Float {
        let value = self.real.value();
        let bits = value.prec();
        let float = match self.float {
            PrimValue::F16(x) => f64::from(x),
            PrimValue::F32(x) => f64::from(x),
            PrimValue::F64(x) => x,
            _ => f64::NAN,
        };
        let mut distance = Float::with_val_round(bits, value - float, Round::AwayZero).0;
        distance.abs_mut();
        Float::with_val_round(bits, &distance + &self.real.bound(), Round::Up).0
    }
}

/// How many decimal digits of a value a bound leaves, between 2 and 40.
fn digits(value: &Float, bound: &Float) -> usize {
    let exponent = |x: &Float| x.get_exp().unwrap_or(i32::MIN / 2);
    let bits = i64::from(exponent(value)) - i64::from(exponent(bound));
    ((bits as f64 * std::f64::consts::LOG10_2) as i64).clamp(2, 40) as usize
}

/// The digits of a value that a bound leaves; without zeros at the end if the value is certain.
fn decimal(value: &Float, bound: &Float) -> String {
    let text = value.to_string_radix(10, Some(digits(value, bound)));
    let (mantissa, exponent) = text.find('e').map_or((&*text, ""), |e| text.split_at(e));
    if !bound.is_zero() || !mantissa.contains('.') {
        return text;
    }
    format!(
        "{}{exponent}",
        mantissa.trim_end_matches('0').trim_end_matches('.')
    )
}

/// A bound with two digits, rounded up.
fn upper(bound: &Float) -> String {
    if bound.is_zero() {
        return "0".to_owned();
    }
    bound.to_string_radix_round(10, Some(2), Round::Up)
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.real.bound();
        let value = decimal(self.real.value(), &bound);
        let float = match self.float {
            PrimValue::F16(x) => format!("{x}f16"),
            PrimValue::F32(x) => format!("{x:?}f32"),
            PrimValue::F64(x) => format!("{x:?}f64"),
            ref other => format!("{other:?}"),
        };
        write!(f, "{}: {float}, exactly {value}", self.place)?;
        if !bound.is_zero() {
            write!(f, " ± {}", upper(&bound))?;
        }
        write!(f, ", error at most {}", upper(&self.error()))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for d in &self.floats {
            writeln!(f, "{d}")?;
        }
        for place in &self.different {
            writeln!(
                f,
                "{place}: the evaluation in reals gave a value of another shape"
            )?;
        }
        let Some(first) = self.undecided.first() else {
            return Ok(());
        };
        writeln!(
            f,
            "undecided at {} bits: {} questions, the first asked by `{}`; more bits may change the answers",
            self.bits,
            self.undecided.len(),
            first.function
        )
    }
}
