//! Numbers in programs: text that reads back bit by bit.
//!
//! A number is written as the data formats write it; what is not a number and has bits of its own has them in its name, `f32.nan_7fc00001`.

use super::{FormatError, Reader, Value};
use crate::prim::{PrimType, PrimValue};
use half::f16;

/// A number as it reads back.
pub fn write(value: PrimValue) -> String {
    match value {
        PrimValue::F16(x) if x.is_nan() && x.to_bits() != f16::NAN.to_bits() => {
            format!("f16.nan_{:x}", x.to_bits())
        }
        PrimValue::F32(x) if x.is_nan() && x.to_bits() != f32::NAN.to_bits() => {
            format!("f32.nan_{:x}", x.to_bits())
        }
        PrimValue::F64(x) if x.is_nan() && x.to_bits() != f64::NAN.to_bits() => {
            format!("f64.nan_{:x}", x.to_bits())
        }
        value => Value::scalar(value).to_string(),
    }
}

/// The number of a text; `None` of a value that is no scalar.  One without the name of its type is of type `default`, if it can be.
///
/// # Errors
/// The text is no value.
pub fn read(text: &str, default: Option<PrimType>) -> Result<Option<PrimValue>, FormatError> {
    if let Some(value) = not_a_number(text) {
        return Ok(Some(value));
    }
    let value = Reader::new(text.as_bytes()).read(default)?;
    Ok(value.and_then(|value| value.as_scalar()))
}

fn not_a_number(text: &str) -> Option<PrimValue> {
    let (ty, bits) = text.split_once(".nan_")?;
    let bits = u64::from_str_radix(bits, 16).ok()?;
    match PrimType::from_name(ty)? {
        PrimType::F16 => Some(PrimValue::F16(f16::from_bits(bits.try_into().ok()?))),
        PrimType::F32 => Some(PrimValue::F32(f32::from_bits(bits.try_into().ok()?))),
        PrimType::F64 => Some(PrimValue::F64(f64::from_bits(bits))),
        _ => None,
    }
}
