//! Primitive functions on numbers with derivatives: the chain rule.

use super::number::{Number, Tag};
use super::polygamma::polygamma;
use super::slope::Slope;
use super::tape::Edges;
use super::{Calculus, Carriers, Computed, Function, linear, partial};
use crate::numeric::{self, NumericError, convert};
use elder_syntax::prim::derivative::{DER_CHAIN, DER_TAG};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use smallvec::SmallVec;

impl Calculus {
    /// Whether numbers of this type have derivatives.
    pub fn carries(self, t: PrimType) -> bool {
        match self.carriers {
            Carriers::Floats => t.is_float(),
            Carriers::Numbers => t != PrimType::Bool,
        }
    }

    /// A primitive function applied to numbers.
    ///
    /// # Errors
    /// Where it is not defined, as [`numeric::apply`].
    pub fn apply(self, f: PrimFn, operands: &[Number]) -> Computed {
        self.value(Function::Primitive(f), operands)
    }

    /// DER-TAG: the youngest derivative among the operands comes last, after the value for older ones.
    pub(super) fn value(self, f: Function, operands: &[Number]) -> Computed {
        let Some(tag) = operands.iter().filter_map(Number::tag).max() else {
            #[cfg(feature = "exact")]
            if let Some(value) = super::reals::value(f, operands) {
                return value;
            }
            let scalars: SmallVec<[PrimValue; 3]> = operands.iter().map(Number::scalar).collect();
            return f.scalar(&scalars).map(Number::Plain);
        };
        DER_TAG.apply();
        linear::watch(f, tag, operands);
        let below: SmallVec<[Number; 3]> = operands.iter().map(|x| x.primal(tag)).collect();
        let value = self.value(f, &below)?;
        match self.carries(f.result()) {
            true => self.chained(f, tag, operands, &below, value),
            false => Ok(value),
        }
    }

    /// DER-CHAIN: the change of a value is the sum of those that its operands bring.
    fn chained(
        self,
        f: Function,
        tag: Tag,
        operands: &[Number],
        below: &[Number],
        value: Number,
    ) -> Computed {
        DER_CHAIN.apply();
        let mut tangent: Option<Number> = None;
        let mut edges = Edges::new();
        let mut tape = None;
        for (k, operand) in operands.iter().enumerate() {
            if operand.tag() != Some(tag) {
                continue;
            }
            let Some(slope) = partial::slope(self, f, below, &value, k)? else {
                continue;
            };
            if let Some(moves) = operand.tangent(tag) {
                let brought = slope.forward(self, moves)?;
                tangent = Some(match tangent {
                    Some(sum) => self.sum(&sum, &brought)?,
                    None => brought,
                });
            } else if let Some((on, place)) = operand.on_tape(tag) {
                edges.push((place, slope));
                tape = Some(on);
            }
        }
        Ok(match (tangent, tape) {
            (Some(tangent), _) => Number::moving(tag, value, tangent),
            (None, Some(tape)) => Number::placed(tape, tape.step(edges), value),
            (None, None) => value,
        })
    }

    /// The sum of two numbers of one type.
    pub fn sum(self, a: &Number, b: &Number) -> Computed {
        self.binary(BinOp::Add, a, b)
    }

    /// A number of a type; of integers the part before the point.
    pub fn constant(t: PrimType, x: f64) -> Number {
        Number::Plain(convert::convert(PrimValue::F64(x), t))
    }

    /// The zero of a type.
    pub fn zero(t: PrimType) -> Number {
        Number::Plain(t.number(0))
    }

    /// An operator of two operands of one type.
    pub(super) fn binary(self, op: BinOp, a: &Number, b: &Number) -> Computed {
        self.apply(PrimFn::Bin(op, a.prim_type()), &[a.clone(), b.clone()])
    }

    /// The product of two numbers of one type.
    pub(super) fn product(self, a: &Number, b: &Number) -> Computed {
        self.binary(BinOp::Mul, a, b)
    }
}

impl Function {
    /// The type of its result.
    fn result(self) -> PrimType {
        match self {
            Function::Primitive(f) => f.result(),
            Function::Polygamma(_, t) => t,
        }
    }

    /// Its value on scalars.
    fn scalar(self, operands: &[PrimValue]) -> Result<PrimValue, NumericError> {
        match (self, operands) {
            (Function::Primitive(f), _) => numeric::apply(f, operands),
            (Function::Polygamma(order, t), &[x]) => match convert::convert(x, PrimType::F64) {
                PrimValue::F64(x) => Ok(convert::convert(PrimValue::F64(polygamma(order, x)), t)),
                _ => Err(NumericError::Operands),
            },
            _ => Err(NumericError::Operands),
        }
    }
}

impl Slope {
    /// What a change of the operand changes the result by.
    ///
    /// # Errors
    /// Never for a change of the operand's type.
    pub fn forward(&self, calculus: Calculus, change: &Number) -> Computed {
        match self {
            Slope::One => Ok(change.clone()),
            Slope::MinusOne => calculus.negative(change),
            Slope::Times(factor) => calculus.product(factor, change),
            Slope::Raised(power) => {
                let raise = PrimFn::Ldexp(change.prim_type());
                calculus.apply(raise, &[change.clone(), power.clone()])
            }
            Slope::Through(there, _) => calculus.apply(*there, std::slice::from_ref(change)),
        }
    }

    /// What a weight of the result is of the operand: the transposed map.
    ///
    /// # Errors
    /// Never for a weight of the result's type.
    pub fn backward(&self, calculus: Calculus, weight: &Number) -> Computed {
        match self {
            Slope::Through(_, back) => calculus.apply(*back, std::slice::from_ref(weight)),
            same => same.forward(calculus, weight),
        }
    }
}
