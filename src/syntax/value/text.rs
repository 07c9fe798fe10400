//! Writing the text format.
//!
//! Every number carries its suffix, floats are written with the fewest digits that
//! read back to the same bits, and a value is on one line.  Reading is the business
//! of [`Reader`](super::Reader), which knows both formats.

use super::{Data, Element, Value};
use crate::with_data;
use half::f16;
use std::io::{self, Write};

/// Appends the text of a value, without a newline.
pub fn write(value: &Value, out: &mut Vec<u8>) {
    let written = elements(value, out, &mut |_| Ok(()));
    debug_assert!(written.is_ok());
}

/// Writes the text of a value, without a newline, and never holds more than a small part of it.
///
/// # Errors
/// Those of the sink.
pub fn write_to(value: &Value, sink: &mut dyn Write) -> io::Result<()> {
    let mut out = Vec::with_capacity(2 * PART);
    elements(value, &mut out, &mut |out| {
        sink.write_all(out)?;
        out.clear();
        Ok(())
    })?;
    sink.write_all(&out)
}

/// What is done with the text so far whenever another part of it is complete.
type Flush<'a> = &'a mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>;

/// A part of the text, in bytes.
const PART: usize = 1 << 16;

fn elements(value: &Value, out: &mut Vec<u8>, flush: Flush) -> io::Result<()> {
    if value.data.is_empty() {
        out.extend_from_slice(b"empty(");
        out.extend_from_slice(value.type_string().as_bytes());
        out.push(b')');
        return Ok(());
    }
    let shape = &value.shape;
    match &value.data {
        Data::Bool(x) => array(x, shape, out, flush, |x, out| {
            out.extend_from_slice(if x { b"true" } else { b"false" });
        }),
        Data::F16(x) => array(x, shape, out, flush, |x, out| {
            // The shortest digits of the exact value as f32 read back to the same f16.
            float(
                x.is_nan(),
                x.is_infinite(),
                x.is_sign_negative(),
                f16_digits(x),
                out,
                "f16",
            );
        }),
        Data::F32(x) => array(x, shape, out, flush, |x, out| {
            float(x.is_nan(), x.is_infinite(), x.is_sign_negative(), x, out, "f32");
        }),
        Data::F64(x) => array(x, shape, out, flush, |x, out| {
            float(x.is_nan(), x.is_infinite(), x.is_sign_negative(), x, out, "f64");
        }),
        data => with_data!(data, x => array(x, shape, out, flush, integer)),
    }
}

fn array<E: Copy>(
    elements: &[E],
    shape: &[usize],
    out: &mut Vec<u8>,
    flush: Flush,
    element: impl Fn(E, &mut Vec<u8>),
) -> io::Result<()> {
    // The last index of which dimension ends where: the products of the inner sizes.
    let mut strides = vec![1usize; shape.len() + 1];
    for (d, size) in shape.iter().enumerate().rev() {
        strides[d] = strides[d + 1].saturating_mul(*size);
    }
    let brackets = |i: usize| {
        strides[..shape.len()]
            .iter()
            .filter(|s| i.is_multiple_of(**s))
            .count()
    };
    // Not so long that a part grows large, not so short that it costs time.
    const RUN: usize = 1 << 10;
    for (r, run) in elements.chunks(RUN).enumerate() {
        for (i, e) in run.iter().enumerate().map(|(i, e)| (r * RUN + i, e)) {
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            if shape.len() == 1 {
                if i == 0 {
                    out.push(b'[');
                }
            } else {
                out.extend(std::iter::repeat_n(b'[', brackets(i)));
            }
            element(*e, out);
            if shape.len() > 1 {
                out.extend(std::iter::repeat_n(b']', brackets(i + 1)));
            }
        }
        if out.len() >= PART {
            flush(out)?;
        }
    }
    if shape.len() == 1 {
        out.push(b']');
    }
    Ok(())
}

fn integer<E: Element>(x: E, out: &mut Vec<u8>) {
    let (negative, mut magnitude) = {
        let bits = x.bits();
        if E::TYPE.is_signed() {
            let shift = 64 - 8 * E::TYPE.bytes() as u32;
            let wide = ((bits << shift) as i64) >> shift;
            (wide < 0, wide.unsigned_abs())
        } else {
            (false, bits)
        }
    };
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (magnitude % 10) as u8;
        magnitude /= 10;
        if magnitude == 0 {
            break;
        }
    }
    if negative {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[at..]);
    out.extend_from_slice(E::TYPE.name().as_bytes());
}

/// The shortest decimal that reads back to `x`, as an f32 (whose shortest digits are then those).
fn f16_digits(x: f16) -> f32 {
    let wide = x.to_f32();
    for precision in 0..5 {
        if let Ok(short) = format!("{wide:.precision$e}").parse::<f32>()
            && f16::from_f32(short).to_bits() == x.to_bits()
        {
            return short;
        }
    }
    wide
}

fn float(
    nan: bool,
    infinite: bool,
    negative: bool,
    x: impl std::fmt::Debug,
    out: &mut Vec<u8>,
    suffix: &str,
) {
    let written = if nan {
        write!(out, "{suffix}.nan")
    } else if infinite {
        write!(out, "{}{suffix}.inf", if negative { "-" } else { "" })
    } else {
        write!(out, "{x:?}{suffix}")
    };
    // A vector accepts whatever is written to it.
    debug_assert!(written.is_ok());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_have_suffixes() {
        let cases: Vec<(Value, &str)> = vec![
            (Value::scalar(i8::MIN.prim()), "-128i8"),
            (Value::scalar(i64::MIN.prim()), "-9223372036854775808i64"),
            (Value::scalar(u64::MAX.prim()), "18446744073709551615u64"),
            (Value::scalar(true.prim()), "true"),
            (Value::scalar(1.0f32.prim()), "1.0f32"),
            (Value::scalar(1e-7f64.prim()), "1e-7f64"),
            (Value::scalar(f32::NAN.prim()), "f32.nan"),
            (Value::scalar(f64::NEG_INFINITY.prim()), "-f64.inf"),
            (Value::scalar(f16::from_f32(0.1).prim()), "0.1f16"),
        ];
        for (value, text) in cases {
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn arrays_nest() {
        let v = Value::new(vec![2, 2, 1], Data::I32(vec![1, 2, 3, 4])).unwrap();
        assert_eq!(v.to_string(), "[[[1i32], [2i32]], [[3i32], [4i32]]]");
        let v = Value::new(vec![2, 0], Data::Bool(vec![])).unwrap();
        assert_eq!(v.to_string(), "empty([2][0]bool)");
        assert_eq!(Value::vector(vec![1u8, 2]).to_string(), "[1u8, 2u8]");
    }

    #[test]
    fn writing_in_parts_writes_the_same() {
        let n = 30_000;
        let v = Value::new(vec![n / 3, 3], Data::I32((0..n as i32).collect())).unwrap();
        let mut parts = Vec::new();
        write_to(&v, &mut parts).unwrap();
        assert_eq!(String::from_utf8(parts).unwrap(), v.to_string());
    }
}
