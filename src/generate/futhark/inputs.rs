//! Inputs of entry points: their types, and values of them.

use super::features::{Construct, Feature};
use super::generator::Generator;
use super::types::{I64, Size, Ty};
use crate::Choices;
use crate::dpia::inputs::{collect, number};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Data;
use elder_syntax::{Value, value};
use half::f16;
use std::collections::BTreeMap;

/// The sizes of an entry point with the numbers that they are run with.
pub type Known = BTreeMap<String, i64>;

/// The numbers of sizes that inputs have.
const SIZES: [i64; 14] = [3, 2, 1, 0, 4, 5, 7, 8, 9, 11, 13, 15, 16, 17];

impl Generator {
    /// A number for a size; small mostly.
    pub fn input_size(c: &mut Choices) -> i64 {
        let range = if c.below(3) == 2 { SIZES.len() } else { 4 };
        SIZES[c.below(range)]
    }

    /// A type that inputs may have.
    pub fn input_type(&mut self, c: &mut Choices, depth: usize) -> Ty {
        match c.below(8) {
            0..=2 => Ty::Prim(self.prim(c)),
            3..=5 => {
                self.meet(Construct::SizedInput);
                let size = self.size(c);
                Ty::array(size, Ty::Prim(self.prim(c)))
            }
            6 if depth > 0 && self.on(Feature::Interfaces) => {
                self.meet(Construct::RecordInput);
                let parts = [self.input_type(c, depth - 1), self.input_type(c, depth - 1)];
                match c.below(2) {
                    0 => Ty::Tuple(parts.to_vec()),
                    _ => Ty::Record(["a".to_owned(), "b".to_owned()].into_iter().zip(parts).collect()),
                }
            }
            _ => {
                let (rows, columns) = (self.size(c), self.size(c));
                Ty::array(rows, Ty::array(columns, Ty::Prim(self.prim(c))))
            }
        }
    }
}

/// The values of an input, one a component.
pub fn values(c: &mut Choices, ty: &Ty, known: &Known) -> Vec<Value> {
    match ty {
        Ty::Tuple(parts) => parts.iter().flat_map(|t| values(c, t, known)).collect(),
        Ty::Record(fields) => fields.iter().flat_map(|(_, t)| values(c, t, known)).collect(),
        _ => {
            let mut shape = Vec::new();
            let mut element = ty;
            while let Ty::Array(size, inner) = element {
                shape.push(usize::try_from(extent(size, known)).unwrap_or(0));
                element = inner;
            }
            let Ty::Prim(p) = element else { return Vec::new() };
            let count = value::element_count(&shape).unwrap_or(0);
            let elements: Vec<PrimValue> = (0..count).map(|_| any_number(c, *p)).collect();
            match (shape.is_empty(), elements.first()) {
                (true, Some(only)) => vec![Value::scalar(*only)],
                _ => Value::new(shape, collect(*p, elements.into_iter()))
                    .into_iter()
                    .collect(),
            }
        }
    }
}

/// One of the arrays gets a row more, or loses all, so that its sizes may be others than its type says.
pub fn of_another_size(c: &mut Choices, inputs: &mut [Value]) {
    let number = c.below(inputs.len());
    let longer = c.below(2) == 0;
    let Some(input) = inputs.get_mut(number) else {
        return;
    };
    let (mut shape, data) = input.clone().into_parts();
    let Some(outer) = shape.first_mut() else { return };
    let row = data.len().checked_div(*outer).unwrap_or(0);
    let places: Vec<usize> = match longer {
        true => (0..data.len()).chain(0..row).collect(),
        false => Vec::new(),
    };
    *outer = if longer { *outer + 1 } else { 0 };
    let elements: Option<Vec<PrimValue>> = places.into_iter().map(|i| data.get(i)).collect();
    let made = elements.map(|elements| collect(data.prim_type(), elements.into_iter()));
    if let Some(value) = made.and_then(|data| Value::new(shape, data)) {
        *input = value;
    }
}

/// A number: small mostly, special or any bits at times.
fn any_number(c: &mut Choices, p: PrimType) -> PrimValue {
    match c.below(8) {
        0..=5 => return number(c, p),
        6 if p.is_float() => return special(c, p),
        _ => {}
    }
    // What is asked for at once has 31 bits.
    let bits = (c.below(1 << 31) as u64) << 33 | (c.below(1 << 31) as u64) << 2;
    // The upper ones, so that floats have signs and exponents.
    let upper = |width: u32| bits >> (64 - width);
    match p {
        PrimType::Bool => PrimValue::Bool(bits & 4 != 0),
        PrimType::I8 => PrimValue::I8(upper(8) as i8),
        PrimType::I16 => PrimValue::I16(upper(16) as i16),
        PrimType::I32 => PrimValue::I32(upper(32) as i32),
        PrimType::I64 => PrimValue::I64(bits as i64),
        PrimType::U8 => PrimValue::U8(upper(8) as u8),
        PrimType::U16 => PrimValue::U16(upper(16) as u16),
        PrimType::U32 => PrimValue::U32(upper(32) as u32),
        PrimType::U64 => PrimValue::U64(bits),
        PrimType::F16 => PrimValue::F16(f16::from_bits(upper(16) as u16)),
        PrimType::F32 => PrimValue::F32(f32::from_bits(upper(32) as u32)),
        PrimType::F64 => PrimValue::F64(f64::from_bits(bits)),
    }
}

/// A float for which operators have rules of their own, or next to one.
fn special(c: &mut Choices, p: PrimType) -> PrimValue {
    let x = c.float(
        "nan inf -inf -0.0 0.0 0.5 -0.5 1.5 2.5 0.49999999999999994 1.0004882812500002 65519.99 \
        2147483648.0 -2147483649.0 9223372036854775808.0 1e-310",
    );
    match p {
        PrimType::F16 => PrimValue::F16(f16::from_f64(x)),
        PrimType::F32 => PrimValue::F32(x as f32),
        _ => PrimValue::F64(x),
    }
}

/// The value with floats that are a few eighths, or no numbers, so that sums of many are exact in any order.
pub fn exact(value: Value) -> Value {
    let eighths = |x: f64| match x.is_finite() {
        true => (x.clamp(-64.0, 64.0) * 8.0).trunc() / 8.0,
        false => x,
    };
    let is_scalar = value.rank() == 0;
    let (shape, data) = value.clone().into_parts();
    let data = match data {
        Data::F16(xs) => Data::F16(
            xs.into_iter()
                .map(|x| f16::from_f64(eighths(x.to_f64())))
                .collect(),
        ),
        Data::F32(xs) => Data::F32(xs.into_iter().map(|x| eighths(f64::from(x)) as f32).collect()),
        Data::F64(xs) => Data::F64(xs.into_iter().map(eighths).collect()),
        _ => return value,
    };
    match data.get(0) {
        Some(only) if is_scalar => Value::scalar(only),
        _ => Value::new(shape, data).unwrap_or(value),
    }
}

/// A value of any type; its rows are long at times.
pub fn any_value(c: &mut Choices) -> Value {
    let p = PrimType::ALL[c.below(PrimType::ALL.len())];
    let shape: Vec<usize> = match c.below(10) == 9 {
        false => (0..c.below(4)).map(|_| c.below(4)).collect(),
        true => {
            // More elements than are written at once, in rows of any length.
            let many = [1023, 1024, 1025, 1100, 2049][c.below(5)];
            let row = [1, 2, 3, 7, 64, 500, 1024][c.below(7)];
            match c.below(3) {
                0 => vec![many],
                1 => vec![many / row + 1, row],
                _ => vec![2, many / row / 2 + 1, row],
            }
        }
    };
    let count = value::element_count(&shape).unwrap_or(0);
    let elements: Vec<PrimValue> = (0..count).map(|_| any_number(c, p)).collect();
    let scalar = any_number(c, p);
    match shape.is_empty() {
        true => Value::scalar(scalar),
        false => Value::new(shape, collect(p, elements.into_iter())).unwrap_or(Value::scalar(scalar)),
    }
}

/// A size with these numbers for names.
pub fn extent(size: &Size, known: &Known) -> i64 {
    match size {
        Size::Number(n) => *n,
        Size::Name(name) => known.get(name).copied().unwrap_or(0),
        Size::Infix('+', a, b) => extent(a, known) + extent(b, known),
        Size::Infix('-', a, b) => extent(a, known) - extent(b, known),
        Size::Infix('/', a, b) => extent(a, known).checked_div(extent(b, known)).unwrap_or(0),
        Size::Infix('%', a, b) => extent(a, known).checked_rem(extent(b, known)).unwrap_or(0),
        Size::Infix(_, a, b) => extent(a, known) * extent(b, known),
    }
}

/// The type of sizes among inputs.
pub const SIZE_INPUT: Ty = I64;
