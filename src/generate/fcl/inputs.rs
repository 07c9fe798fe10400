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
        BaseType::Int => Base::Int(match (extreme, small % 2) {
            (true, 0) => i32::MIN,
            (true, _) => i32::MAX,
            _ => small - 3,
        }),
        BaseType::Double => Base::Double(match (extreme, small) {
            (true, 0..4) => f64::INFINITY,
            (true, 4..6) => f64::NAN,
            (true, _) => 0.1,
            _ => f64::from(small - 4) * 0.5,
        }),
    }
}

/// A number of a program.
pub fn int(value: usize) -> Value {
    Value::scalar(PrimValue::I32(i32::try_from(value).unwrap_or(i32::MAX)))
}

/// The values of a scalar, one a component.
pub fn scalar(c: &mut Choices, data: &Data) -> Vec<Value> {
    let components = data.components().into_iter();
    components
        .map(|t| Value::scalar(base(c, t, true).to_prim()))
        .collect()
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
            Some(Base::Int(x)) => Base::Int(x.wrapping_add(turn.wrapping_mul(7) % 23)),
            Some(Base::Double(x)) => Base::Double(x + f64::from(turn % 5)),
            Some(other) => *other,
            None => Base::Int(0),
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
        BaseType::Int => column!(Int),
        BaseType::Double => column!(Double),
        BaseType::Bool => column!(Bool),
    }
}
