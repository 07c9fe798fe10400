//! Inputs and literals: small whole numbers mostly, so that most orders of evaluation agree bit by bit.

use super::types::Data;
use crate::Choices;
use elder_fcl::{Base, BaseType};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;

/// A number; special ones are rarer.
pub fn base(c: &mut Choices, t: BaseType, special: bool) -> Base {
    let small = c.below(16) as i32;
    let extreme = special && c.one_in(16);
    match t {
        BaseType::Bool => Base::Bool(small % 2 == 1),
        BaseType::I32 => Base::I32(match (extreme, small % 2) {
            (true, 0) => i32::MIN,
            (true, _) => i32::MAX,
            _ => small - 3,
        }),
        BaseType::F64 => Base::F64(match (extreme, small) {
            (true, 0..4) => f64::INFINITY,
            (true, 4..6) => f64::NAN,
            (true, 6..8) => f64::NEG_INFINITY,
            // No int holds them.
            (true, 8..10) => 1e10,
            (true, 10..12) => -3e9,
            (true, _) => 0.1,
            (_, 15) => -0.0,
            _ => f64::from(small - 4) * 0.5,
        }),
        BaseType::F32 => Base::F32(match (extreme, small) {
            (true, 0..4) => f32::INFINITY,
            (true, 4..6) => f32::NAN,
            (true, _) => 0.1,
            (_, 15) => -0.0,
            _ => (small - 4) as f32 * 0.5,
        }),
        BaseType::F16 => Base::F16(half::f16::from_f32((small - 4) as f32 * 0.5)),
        BaseType::I8 => Base::I8(if extreme { i8::MIN } else { small as i8 - 3 }),
        BaseType::I16 => Base::I16(if extreme { i16::MIN } else { small as i16 - 3 }),
        BaseType::I64 => Base::I64(if extreme { i64::MIN } else { i64::from(small - 3) }),
        BaseType::U8 => Base::U8(if extreme { u8::MAX } else { small as u8 }),
        BaseType::U16 => Base::U16(if extreme { u16::MAX } else { small as u16 }),
        BaseType::U32 => Base::U32(if extreme { u32::MAX } else { small as u32 }),
        BaseType::U64 => Base::U64(if extreme { u64::MAX } else { small as u64 }),
    }
}

/// A number of a program.
pub fn int(value: usize) -> Value {
    Value::scalar(PrimValue::I32(i32::try_from(value).unwrap_or(i32::MAX)))
}

/// The values of a scalar, one a component.
pub fn scalar(c: &mut Choices, data: &Data) -> Vec<Value> {
    let components = data.components().into_iter();
    components.map(|t| Value::scalar(base(c, t, true))).collect()
}

/// The values of an array, one a component.
pub fn array(c: &mut Choices, data: &Data, length: usize) -> Vec<Value> {
    let components = data.components().into_iter();
    components.map(|t| column(c, t, length)).collect()
}

fn column(c: &mut Choices, t: BaseType, length: usize) -> Value {
    // A long array is not recorded choice by choice.
    let recorded: Vec<Base> = (0..length.min(16)).map(|_| base(c, t, true)).collect();
    let element = |i: usize| {
        let turn = i32::try_from(i / 16).unwrap_or(0);
        match recorded.get(i % 16) {
            Some(Base::I32(x)) => Base::I32(x.wrapping_add(turn.wrapping_mul(7) % 23)),
            Some(Base::F64(x)) => Base::F64(x + f64::from(turn % 5)),
            Some(Base::F32(x)) => Base::F32(x + (turn % 5) as f32),
            Some(other) => *other,
            None => Base::I32(0),
        }
    };
    let elements = (0..length).map(element);
    macro_rules! column {
        ($variant:ident) => {
            Value::vector(
                elements
                    .filter_map(|e| {
                        if let Base::$variant(x) = e {
                            Some(x)
                        } else {
                            None
                        }
                    })
                    .collect::<Vec<_>>(),
            )
        };
    }
    match t {
        BaseType::Bool => column!(Bool),
        BaseType::I8 => column!(I8),
        BaseType::I16 => column!(I16),
        BaseType::I32 => column!(I32),
        BaseType::I64 => column!(I64),
        BaseType::U8 => column!(U8),
        BaseType::U16 => column!(U16),
        BaseType::U32 => column!(U32),
        BaseType::U64 => column!(U64),
        BaseType::F16 => column!(F16),
        BaseType::F32 => column!(F32),
        BaseType::F64 => column!(F64),
    }
}
