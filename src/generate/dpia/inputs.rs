//! Inputs: values of a type, small whole numbers mostly, so that most orders of evaluation agree bit by bit.

use crate::Choices;
use elder_dpia::entry::components;
use elder_dpia::{DataType, Name, PrimType, PrimValue};
use elder_syntax::value::Data;
use elder_syntax::{Value, value};
use half::f16;

/// A number; special ones are rarer.
pub fn number(c: &mut Choices, t: PrimType) -> PrimValue {
    let small = c.below(16) as i64;
    let extreme = c.one_in(12);
    let signed = |lowest: i64, highest: i64| match (extreme, small % 2) {
        (true, 0) => lowest,
        (true, _) => highest,
        _ => small - 3,
    };
    let float = || match (extreme, small) {
        (true, 0..4) => f64::INFINITY,
        (true, 4..6) => f64::NAN,
        (true, 6..8) => -0.0,
        (true, _) => 0.1,
        _ => small as f64 - 3.0,
    };
    match t {
        PrimType::Bool => PrimValue::Bool(small % 2 == 1),
        PrimType::I8 => PrimValue::I8(signed(i8::MIN.into(), i8::MAX.into()) as i8),
        PrimType::I16 => PrimValue::I16(signed(i16::MIN.into(), i16::MAX.into()) as i16),
        PrimType::I32 => PrimValue::I32(signed(i32::MIN.into(), i32::MAX.into()) as i32),
        PrimType::I64 => PrimValue::I64(signed(i64::MIN, i64::MAX)),
        PrimType::U8 => PrimValue::U8(if extreme { u8::MAX } else { small as u8 }),
        PrimType::U16 => PrimValue::U16(if extreme { u16::MAX } else { small as u16 }),
        PrimType::U32 => PrimValue::U32(if extreme { u32::MAX } else { small as u32 }),
        PrimType::U64 => PrimValue::U64(if extreme { u64::MAX } else { small as u64 }),
        PrimType::F16 => PrimValue::F16(f16::from_f64(float())),
        PrimType::F32 => PrimValue::F32(float() as f32),
        PrimType::F64 => PrimValue::F64(float()),
    }
}

/// The values of an input of this type, one a component.
pub fn values(c: &mut Choices, data: &DataType, lengths: &[(Name, i64)]) -> Vec<Value> {
    let length = |x: &Name| lengths.iter().find(|(y, _)| x == y).map(|(_, n)| *n);
    let mut out = Vec::new();
    for part in components(data) {
        let shape: Vec<usize> = part
            .outer_shape()
            .iter()
            .map(|n| usize::try_from(n.evaluate(&length).unwrap_or(0)).unwrap_or(0))
            .collect();
        let count = value::element_count(&shape).unwrap_or(0);
        let highest = part.index_of.as_ref().map(|n| n.evaluate(&length).unwrap_or(0));
        let elements = (0..count).map(|_| match highest {
            Some(n) => PrimValue::I32(c.below(usize::try_from(n).unwrap_or(0)) as i32),
            None => number(c, part.element),
        });
        if shape.is_empty() {
            out.extend(elements.map(Value::scalar));
        } else {
            out.extend(Value::new(shape, collect(part.element, elements)));
        }
    }
    out
}

/// Makes one of the inputs, which have these types, unfit, where one can be: an index that is no place of its array, or an array that has lost
/// its last element.  With lengths that only it has, it fits all the same.
pub fn spoil(c: &mut Choices, types: &[&DataType], lengths: &[(Name, i64)], inputs: &mut [Value]) {
    let length = |x: &Name| lengths.iter().find(|(y, _)| x == y).map(|(_, n)| *n);
    let parts: Vec<_> = types.iter().flat_map(|data| components(data)).collect();
    let bound = |k: usize| parts.get(k).and_then(|part| part.index_of.as_ref());
    let chosen: Vec<usize> = (0..inputs.len().min(parts.len()))
        .filter(|k| !inputs[*k].data().is_empty() && (bound(*k).is_some() || inputs[*k].rank() > 0))
        .collect();
    let Some(&k) = c.pick(&chosen) else { return };
    let value = &inputs[k];
    let (mut shape, t) = (value.shape().to_vec(), value.prim_type());
    let mut elements: Vec<PrimValue> = (0..value.data().len())
        .filter_map(|i| value.data().get(i))
        .collect();
    match bound(k).map(|n| n.evaluate(&length).unwrap_or(0)) {
        Some(n) => {
            let wrong = if c.one_in(4) { -1 } else { n as i32 };
            let at = c.below(elements.len());
            elements[at] = PrimValue::I32(wrong);
        }
        None => {
            let row = elements.len() / shape[0];
            elements.truncate(elements.len() - row);
            shape[0] -= 1;
        }
    }
    if let Some(value) = Value::new(shape, collect(t, elements.into_iter())) {
        inputs[k] = value;
    }
}

pub fn collect(t: PrimType, elements: impl Iterator<Item = PrimValue>) -> Data {
    macro_rules! by_type {
        ($($variant:ident),*) => {
            match t {
                $(PrimType::$variant => Data::$variant(
                    elements.filter_map(|e| if let PrimValue::$variant(x) = e { Some(x) } else { None }).collect(),
                ),)*
            }
        };
    }
    by_type!(Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64)
}

/// The number 0 or 1.
pub fn small(t: PrimType, value: u8) -> PrimValue {
    t.number(value.into())
}
