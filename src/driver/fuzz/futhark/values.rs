//! The formats of values: what is written is what the definition says, and is read as what was written.
//!
//! The texts that are expected are put together here, element by element, from what the standard library says of numbers: reading back alone would
//! not see a number that is written as another one which means the same modulo 256.

use crate::fuzz::Verdict;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::compare::{Tolerance, difference};
use elder_syntax::value::{binary, read_values, text};
use elder_syntax::{Value, value};
use half::f16;

/// A value keeps its elements through both formats.
///
/// # Errors
/// The verdict otherwise.
pub fn survive(value: &Value) -> Result<(), Verdict> {
    let mut written = Vec::new();
    text::write(value, &mut written);
    let shown = String::from_utf8_lossy(&written).into_owned();
    expect(says(&shown, value), "text", || {
        format!("{shown} is written for another value")
    })?;
    read_back(&written, value, "text")?;
    let mut bytes = Vec::new();
    binary::write(value, &mut bytes);
    expect(holds(&bytes, value), "binary", || {
        format!("{shown} is written as {bytes:02x?}")
    })?;
    read_back(&bytes, value, "binary")?;
    compared(value)
}

fn expect(holds: bool, format: &str, why: impl FnOnce() -> String) -> Result<(), Verdict> {
    match holds {
        true => Ok(()),
        false => Err(Verdict::differ(format!("the format of values: {format}"), why())),
    }
}

fn read_back(written: &[u8], value: &Value, format: &str) -> Result<(), Verdict> {
    let read = read_values(written);
    let same = |read: &Value| read.shape() == value.shape() && elements(read).eq(elements(value));
    let message = || match &read {
        Ok(values) => format!("what is read of it has {} values or other elements", values.len()),
        Err(why) => why.to_string(),
    };
    let back = matches!(&read, Ok(values) if matches!(values.as_slice(), [only] if same(only)));
    expect(back, format, message)
}

/// Comparing tells apart what has other bits, and nothing else.
fn compared(value: &Value) -> Result<(), Verdict> {
    let all: Vec<PrimValue> = (0..value.data().len())
        .filter_map(|i| value.data().get(i))
        .collect();
    let alike = |a: &PrimValue, b: &PrimValue| {
        difference(&Value::scalar(*a), &Value::scalar(*b), Tolerance::Bitwise).is_none()
    };
    let neighbours = all
        .windows(2)
        .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)));
    let opposites = all.iter().map(|a| (*a, opposite(*a)));
    let mut pairs = neighbours.chain(opposites);
    let wrong = pairs.find(|(a, b)| alike(a, b) != (bits(*a) == bits(*b)));
    expect(wrong.is_none(), "comparison", || {
        format!("{wrong:?} are compared wrongly")
    })?;
    let whole = difference(value, value, Tolerance::Bitwise);
    expect(whole.is_none(), "comparison", || {
        format!("{value} differs from itself")
    })
}

/// The same scalar with the other sign.
fn opposite(p: PrimValue) -> PrimValue {
    match p {
        PrimValue::Bool(x) => PrimValue::Bool(!x),
        PrimValue::I8(x) => PrimValue::I8(x.wrapping_neg()),
        PrimValue::I16(x) => PrimValue::I16(x.wrapping_neg()),
        PrimValue::I32(x) => PrimValue::I32(x.wrapping_neg()),
        PrimValue::I64(x) => PrimValue::I64(x.wrapping_neg()),
        PrimValue::U8(x) => PrimValue::U8(x.wrapping_neg()),
        PrimValue::U16(x) => PrimValue::U16(x.wrapping_neg()),
        PrimValue::U32(x) => PrimValue::U32(x.wrapping_neg()),
        PrimValue::U64(x) => PrimValue::U64(x.wrapping_neg()),
        PrimValue::F16(x) => PrimValue::F16(-x),
        PrimValue::F32(x) => PrimValue::F32(-x),
        PrimValue::F64(x) => PrimValue::F64(-x),
    }
}

/// The elements by their bits.
fn elements(value: &Value) -> impl Iterator<Item = u64> {
    (0..value.data().len()).filter_map(|i| value.data().get(i).map(bits))
}

/// The bits of a scalar, those of one NaN for all.
fn bits(p: PrimValue) -> u64 {
    p.with_one_nan().bits()
}

/// Whether a text is that of a value.
fn says(text: &str, value: &Value) -> bool {
    if value.data().is_empty() {
        let sizes: String = value.shape().iter().map(|n| format!("[{n}]")).collect();
        return text == format!("empty({sizes}{})", value.prim_type());
    }
    let mut rest = text;
    let mut all = (0..value.data().len()).filter_map(|i| value.data().get(i));
    array_says(&mut rest, value.shape(), &mut all) && rest.is_empty() && all.next().is_none()
}

/// Whether a text begins with the elements of an array, in brackets; what follows them is left.
fn array_says(rest: &mut &str, shape: &[usize], all: &mut dyn Iterator<Item = PrimValue>) -> bool {
    let eat = |rest: &mut &str, token: &str| match rest.strip_prefix(token) {
        Some(after) => {
            *rest = after;
            true
        }
        None => false,
    };
    let Some((count, inner)) = shape.split_first() else {
        let end = rest.find([',', ']']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        *rest = after;
        return all.next().is_some_and(|element| scalar_says(word, element));
    };
    if !eat(rest, "[") {
        return false;
    }
    for k in 0..*count {
        if k > 0 && !eat(rest, ", ") || !array_says(rest, inner, all) {
            return false;
        }
    }
    eat(rest, "]")
}

/// Whether a word is that of a scalar.
fn scalar_says(word: &str, p: PrimValue) -> bool {
    let name = p.prim_type().name();
    let number = |text: &str| text.strip_suffix(name).map(str::to_owned);
    let integer = |n: i128| number(word).and_then(|text| text.parse().ok()) == Some(n);
    let special = |nan: bool, infinite: bool, negative: bool| match (nan, infinite, negative) {
        (true, ..) => Some(format!("{name}.nan")),
        (_, true, false) => Some(format!("{name}.inf")),
        (_, true, true) => Some(format!("-{name}.inf")),
        _ => None,
    };
    match p {
        PrimValue::Bool(x) => word == x.to_string(),
        PrimValue::I8(x) => integer(x.into()),
        PrimValue::I16(x) => integer(x.into()),
        PrimValue::I32(x) => integer(x.into()),
        PrimValue::I64(x) => integer(x.into()),
        PrimValue::U8(x) => integer(x.into()),
        PrimValue::U16(x) => integer(x.into()),
        PrimValue::U32(x) => integer(x.into()),
        PrimValue::U64(x) => integer(x.into()),
        PrimValue::F16(x) => match special(x.is_nan(), x.is_infinite(), x.is_sign_negative()) {
            Some(text) => word == text,
            None => number(word)
                .and_then(|text| text.parse::<f64>().ok())
                .is_some_and(|y| {
                    let y = f16::from_f64(y);
                    y.to_bits() == x.to_bits()
                }),
        },
        PrimValue::F32(x) => match special(x.is_nan(), x.is_infinite(), x.is_sign_negative()) {
            Some(text) => word == text,
            None => number(word)
                .and_then(|text| text.parse::<f32>().ok())
                .is_some_and(|y| y.to_bits() == x.to_bits()),
        },
        PrimValue::F64(x) => match special(x.is_nan(), x.is_infinite(), x.is_sign_negative()) {
            Some(text) => word == text,
            None => number(word)
                .and_then(|text| text.parse::<f64>().ok())
                .is_some_and(|y| y.to_bits() == x.to_bits()),
        },
    }
}

/// Whether bytes are those of a value: `b`, version 2, the rank, the type, the sizes, the elements.
fn holds(bytes: &[u8], value: &Value) -> bool {
    let width = value.prim_type().bytes();
    let mut expected = vec![b'b', 2, value.rank() as u8];
    expected.extend(format!("{:>4}", value.prim_type().name()).bytes());
    for size in value.shape() {
        expected.extend((*size as u64).to_le_bytes());
    }
    let count = value::element_count(value.shape()).unwrap_or(0);
    let Some(tail) = bytes.strip_prefix(expected.as_slice()) else {
        return false;
    };
    let nan = |i: usize| {
        value.data().get(i).is_some_and(|p| match p {
            PrimValue::F16(x) => x.is_nan(),
            PrimValue::F32(x) => x.is_nan(),
            PrimValue::F64(x) => x.is_nan(),
            _ => false,
        })
    };
    tail.len() == count * width
        && tail
            .chunks(width)
            .zip(elements(value))
            .enumerate()
            .all(|(i, (chunk, bits))| nan(i) || bits.to_le_bytes().get(..width) == Some(chunk))
}
