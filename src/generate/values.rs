//! Texts and bytes of values, made with their meaning; and such that are wrong by one thing, with the rule that refuses them.
//!
//! Spelling and meaning come of the same choices, so no reader is asked.  What a text may be is said in
//! [spec/shared/formats](../../spec/shared/formats.md).

mod compared;
mod strings;
mod wrong;

pub use compared::{Answer, Compared, compared};
pub use strings::{dex_string, futhark_string};

use crate::Choices;
use crate::meant::array;
use crate::numbers::exact::{Exact, Fraction, width, wrapped};
use crate::numbers::literal::{self, Spelling};
use crate::numbers::{boundary, exact};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Rule, Value};
use num_bigint::BigInt;
use num_traits::Signed;

/// An input of a program.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is about.
    pub sort: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The types that are expected of numbers without one.
    pub types: Vec<Option<PrimType>>,
    /// The values, or the rule that refuses.
    pub expected: Result<Vec<Value>, &'static Rule>,
}

/// A value as it is written.
struct Written {
    bytes: Vec<u8>,
    value: Value,
    /// What is expected where its type is not written.
    of: Option<PrimType>,
    is_binary: bool,
}

fn written(bytes: Vec<u8>, value: Value, of: Option<PrimType>, is_binary: bool) -> Written {
    Written {
        bytes,
        value,
        of,
        is_binary,
    }
}

/// Values one after another, or one that is wrong behind them.
pub fn input(c: &mut Choices) -> Input {
    let is_wrong = c.below(3) == 0;
    let mut bytes = c.part(white);
    let (mut types, mut values) = (vec![], vec![]);
    let mut sort = "values";
    for k in 0..c.below(3) + usize::from(!is_wrong) {
        let written = c.part(value);
        sort = if written.is_binary { "binary values" } else { sort };
        // A bracket may follow a value at once, and anything a binary one.
        if k > 0 && !(written.bytes.starts_with(b"[") && c.below(2) == 0) {
            bytes.push(b' ');
        }
        bytes.extend(&written.bytes);
        if !written.is_binary {
            bytes.extend(c.part(white));
        }
        types.push(written.of);
        values.push(written.value);
    }
    if !is_wrong {
        return Input {
            sort,
            bytes,
            types,
            expected: Ok(values),
        };
    }
    let (text, rule) = c.part(wrong::wrong);
    if !values.is_empty() {
        bytes.push(b'\n');
    }
    bytes.extend(text);
    Input {
        sort: "wrong values",
        bytes,
        types,
        expected: Err(rule),
    }
}

/// White space and comments, or nothing.
fn white(c: &mut Choices) -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..c.below(3) {
        let all = [
            " ",
            "\n",
            "\t",
            "\r\n",
            "  ",
            "\x0c",
            " -- [1, \"2\n",
            "--\n",
            "\x0b",
        ];
        out.extend(all[c.below(all.len())].bytes());
    }
    out
}

fn value(c: &mut Choices) -> Written {
    match c.below(8) {
        0 => string(c),
        1 => empty(c),
        2 | 3 => binary(c),
        4 | 5 => {
            let t = any(c);
            let dimensions = 1 + c.below(3);
            let shape: Vec<usize> = (0..dimensions).map(|_| 1 + c.below(3)).collect();
            elements(c, t, shape)
        }
        _ => {
            let t = any(c);
            let style = Style::of(c, t);
            let (text, value) = scalar(c, t, style);
            written(text.into_bytes(), Value::scalar(value), style.expected(t), false)
        }
    }
}

fn any(c: &mut Choices) -> PrimType {
    c.pick(PrimType::ALL).copied().unwrap_or(PrimType::I32)
}

/// Who says the type of a number.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// Its suffix.
    Suffix,
    /// Who expects it.
    Expected,
    /// Nobody: it is `i32` or `f64`.
    Nobody,
}

impl Style {
    fn of(c: &mut Choices, t: PrimType) -> Style {
        match (c.below(3), t) {
            (0, PrimType::I32 | PrimType::F64) => Style::Nobody,
            (1, _) => Style::Expected,
            _ => Style::Suffix,
        }
    }

    fn expected(self, t: PrimType) -> Option<PrimType> {
        (self == Style::Expected).then_some(t)
    }
}

/// How values may be spelt.
const SPELLING: Spelling = Spelling {
    underscores: true,
    radixes: true,
    hexadecimal_floats: true,
    whole_floats: true,
    bare_exponents: true,
};

/// A scalar of the type.
fn scalar(c: &mut Choices, t: PrimType, style: Style) -> (String, PrimValue) {
    match t {
        PrimType::Bool => {
            let b = c.below(2) == 0;
            (b.to_string(), PrimValue::Bool(b))
        }
        _ if t.is_integer() => integer(c, t, style),
        _ => float(c, t, style),
    }
}

fn sign(c: &mut Choices) -> (&'static str, bool) {
    [("", false), ("-", true), ("+", false), ("", false)][c.below(4)]
}

fn suffix(t: PrimType, style: Style) -> &'static str {
    if style == Style::Suffix { t.name() } else { "" }
}

/// An integer, which may be too large: then it is taken modulo the size of its type.
fn integer(c: &mut Choices, t: PrimType, style: Style) -> (String, PrimValue) {
    let size = match c.below(4) {
        0 => BigInt::from(of(c) >> c.below(64)),
        1 => BigInt::from(1) << c.below(width(t) as usize + 1),
        2 => exact::ends(t).1 + c.below(3),
        _ => BigInt::from(c.below(300)),
    };
    let (sign, negative) = sign(c);
    let text = literal::whole(c, &size, SPELLING);
    let number = if negative { -size } else { size };
    (format!("{sign}{text}{}", suffix(t, style)), wrapped(t, &number))
}

fn of(c: &mut Choices) -> u64 {
    (0..4).fold(0, |bits, _| bits << 16 | c.below(1 << 16) as u64)
}

fn float(c: &mut Choices, t: PrimType, style: Style) -> (String, PrimValue) {
    let (mark, negative) = sign(c);
    let signed = |x: Fraction| Exact::Finite(if negative { -x } else { x }, negative).float(t);
    match c.below(8) {
        0 => {
            let mark = if mark == "+" { "" } else { mark };
            match c.below(2) {
                0 => (format!("{mark}{t}.inf"), Exact::Infinite(negative).float(t)),
                _ => (format!("{mark}{t}.nan"), Exact::Nan.float(t)),
            }
        }
        // A whole number, whose type must be said.
        1 if style != Style::Nobody => {
            let size = BigInt::from(of(c) >> c.below(64));
            let text = match (c.below(3), style) {
                // An `f` would be a digit.
                (0, Style::Expected) => format!("0x{}", size.to_str_radix(16)),
                (1, _) => format!("0b{}", size.to_str_radix(2)),
                _ => size.to_string(),
            };
            let value = signed(Fraction::from_integer(size));
            (format!("{mark}{text}{}", suffix(t, style)), value)
        }
        2 => {
            // Hexadecimal digits without a point.
            let (size, exponent) = (of(c) >> c.below(64), c.below(40) as i64 - 20);
            let x = Fraction::from_integer(size.into()) * exact::power_of_two(exponent);
            let digits = format!("0x{size:x}");
            (
                format!("{mark}{digits}p{exponent}{}", suffix(t, style)),
                signed(x),
            )
        }
        _ => {
            let value = boundary::number(c, t);
            let Exact::Finite(x, _) = Exact::of(value) else {
                return (
                    format!("{mark}1.5{}", suffix(t, style)),
                    signed(Fraction::new(3.into(), 2.into())),
                );
            };
            let positive = PrimValue::of_bits(t, value.bits() & (u64::MAX >> (65 - width(t))));
            let spelling = Spelling {
                whole_floats: style != Style::Nobody,
                ..SPELLING
            };
            let text = literal::size(c, positive, spelling);
            (format!("{mark}{text}{}", suffix(t, style)), signed(x.abs()))
        }
    }
}

/// An array with brackets: its elements are numbers, the types of which one of them says, or all.
fn elements(c: &mut Choices, t: PrimType, shape: Vec<usize>) -> Written {
    let style = Style::of(c, t);
    let count = shape.iter().product::<usize>();
    let (mut out, mut values) = (Vec::new(), Vec::new());
    for k in 0..count {
        let opened = |k: usize| {
            let inner = (0..shape.len()).map(|d| shape.iter().skip(d).product::<usize>());
            inner.filter(|size| k.is_multiple_of(*size)).count()
        };
        if k > 0 {
            out.push(b',');
            out.extend(c.part(white));
        }
        for _ in 0..opened(k) {
            out.push(b'[');
            out.extend(c.part(white));
        }
        let style = match style {
            // Behind the first, which says the type, others need not.
            Style::Suffix if k > 0 && c.below(2) == 0 && t.is_integer() => Style::Nobody,
            style => style,
        };
        let (text, value) = scalar(c, t, style);
        out.extend(text.bytes());
        values.push(value);
        out.extend(c.part(white));
        for _ in 0..opened(k + 1) {
            if c.below(6) == 5 {
                out.extend(b", ");
            }
            out.push(b']');
        }
    }
    let none = Value::scalar(PrimValue::of_bits(t, 0));
    written(
        out,
        array(t, shape, &values).unwrap_or(none),
        style.expected(t),
        false,
    )
}

/// A string, or an array of strings.
fn string(c: &mut Choices) -> Written {
    let (text, bytes) = strings::data_string(c);
    let (mut text, mut shape, mut all) = (text, vec![bytes.len()], bytes.clone());
    if c.below(3) == 0 && !bytes.is_empty() {
        text = format!("[{text}, {text}]");
        shape = vec![2, bytes.len()];
        all.extend(bytes);
    }
    let values: Vec<PrimValue> = all.into_iter().map(PrimValue::U8).collect();
    written(
        text.into_bytes(),
        array(PrimType::U8, shape, &values).unwrap_or(Value::scalar(PrimValue::U8(0))),
        None,
        false,
    )
}

/// An array without elements.
fn empty(c: &mut Choices) -> Written {
    let t = any(c);
    let mut shape: Vec<usize> = (0..1 + c.below(3)).map(|_| c.below(4)).collect();
    let zero = c.below(shape.len());
    shape[zero] = 0;
    let size = |c: &mut Choices, n: usize| match c.below(4) {
        0 => format!("[ {n} ]"),
        1 => format!("[{n}i64]"),
        _ => format!("[{n}]"),
    };
    let sizes: String = shape.iter().map(|n| size(c, *n)).collect();
    let mut text = match c.below(3) {
        0 => format!("empty( {sizes}{t} )"),
        _ => format!("empty({sizes}{t})"),
    };
    if c.below(3) == 0 {
        text = format!("[{text}, {text}]");
        shape.insert(0, 2);
    }
    written(
        text.into_bytes(),
        array(t, shape, &[]).unwrap_or(Value::scalar(PrimValue::of_bits(t, 0))),
        None,
        false,
    )
}

/// The bytes of a value by the words of the format.
pub fn binary_of(t: PrimType, shape: &[usize], values: &[PrimValue]) -> Vec<u8> {
    let mut out = vec![b'b', 2, shape.len() as u8];
    out.extend(format!("{:>4}", t.name()).bytes());
    for size in shape {
        out.extend((*size as u64).to_le_bytes());
    }
    for value in values {
        out.extend(value.bits().to_le_bytes().iter().take(t.bytes()));
    }
    out
}

fn binary(c: &mut Choices) -> Written {
    let t = any(c);
    let shape: Vec<usize> = (0..c.below(4)).map(|_| c.below(4)).collect();
    let count = shape.iter().product::<usize>();
    let values: Vec<PrimValue> = (0..count).map(|_| boundary::number(c, t)).collect();
    written(
        binary_of(t, &shape, &values),
        array(t, shape, &values).unwrap_or(Value::scalar(PrimValue::of_bits(t, 0))),
        None,
        true,
    )
}

/// A value that differs from this one in an element.
pub fn other(c: &mut Choices, value: &Value) -> Option<Value> {
    let t = value.prim_type();
    let mut all: Vec<PrimValue> = (0..value.data().len())
        .filter_map(|k| value.data().get(k))
        .collect();
    let at = c.below(all.len());
    let element = all.get_mut(at)?;
    if t.is_float() && matches!(Exact::of(*element), Exact::Nan) {
        return None;
    }
    // The last bit; of a bool the only one.  What becomes no number is still another one.
    *element = PrimValue::of_bits(t, element.bits() ^ 1);
    array(t, value.shape().to_vec(), &all)
}
