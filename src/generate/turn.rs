//! The number that turns branches: an input beside a threshold, on both sides of which a program is run.
//!
//! A condition that is made at random holds always, or never: of its two sides a run takes one.  So an entry point reads a number that no size
//! and no index depends on; conditions compare it, or are turned round by such a comparison, and one run has it on one side, the next on the other.

use crate::Choices;
use elder_syntax::Value;
use elder_syntax::prim::{BinOp, PrimType, PrimValue};

/// What the number is, in one run and in the other.
pub const SIDES: [i64; 2] = [4, 5];

/// A comparison of the number that holds on one side only.
pub fn comparison(c: &mut Choices) -> (BinOp, i64) {
    let [low, high] = SIDES;
    let all = [
        (BinOp::Lt, high),
        (BinOp::Ge, high),
        (BinOp::Le, low),
        (BinOp::Gt, low),
        (BinOp::Eq, low),
        (BinOp::Ne, high),
    ];
    all[c.below(all.len())]
}

/// The number as a program is given it in the first run.
pub fn input(c: &mut Choices, t: PrimType) -> Value {
    Value::scalar(t.number(SIDES[c.below(SIDES.len())].into()))
}

/// The inputs of each run: with the number at this place among them, or the truth value, on both sides, if there is one.
pub fn runs(inputs: &[Value], place: Option<usize>) -> Vec<Vec<Value>> {
    let mut all = vec![inputs.to_vec()];
    let [low, high] = SIDES;
    if let Some((place, Some(number))) =
        place.map(|place| (place, inputs.get(place).and_then(Value::as_scalar)))
    {
        let other = |own: i64| if own == low { high } else { low };
        let other = match number {
            PrimValue::I64(own) => PrimValue::I64(other(own)),
            PrimValue::I32(own) => PrimValue::I32(other(own.into()) as i32),
            PrimValue::Bool(own) => PrimValue::Bool(!own),
            number => number,
        };
        let mut turned = inputs.to_vec();
        if let Some(input) = turned.get_mut(place) {
            *input = Value::scalar(other);
        }
        all.push(turned);
    }
    all
}
