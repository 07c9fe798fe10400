//! Types taken apart, and primitives applied to values of the types that their signatures say.

use super::Generator;
use crate::Choices;
use elder_dpia::{DataType, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue, Strategy};
use elder_syntax::Span;

/// The length and the element of an array.
pub(in crate::dpia) fn array(data: &DataType) -> Option<(Nat, DataType)> {
    match data {
        DataType::Array(n, of) => Some((n.clone(), (**of).clone())),
        _ => None,
    }
}

/// The parts of a pair.
pub(in crate::dpia) fn pair(data: &DataType) -> Option<(DataType, DataType)> {
    match data {
        DataType::Pair(first, second) => Some(((**first).clone(), (**second).clone())),
        _ => None,
    }
}

/// The type of a number.
pub(in crate::dpia) fn number(data: &DataType) -> Option<PrimType> {
    match data {
        DataType::Num(t) => Some(*t),
        _ => None,
    }
}

/// A primitive with these arguments.
pub(in crate::dpia) fn prim(prim: Prim, arguments: Vec<Phrase>) -> Phrase {
    Phrase::prim(prim, arguments, Span::NONE)
}

/// The types of the values that a primitive takes behind so many arguments.
pub(in crate::dpia) fn operands(prim: &Prim, behind: usize) -> Vec<DataType> {
    let all = prim.signature().arguments.into_iter().skip(behind);
    let value = |argument| match argument {
        PhraseType::Exp(data) => Some(data),
        _ => None,
    };
    all.filter_map(value).collect()
}

/// A number.
pub(super) fn literal(value: PrimValue) -> Phrase {
    let of = DataType::Num(value.prim_type());
    prim(Prim::Literal { value, of }, vec![])
}

/// An index below n.
pub(super) fn at(value: Nat, n: &Nat) -> Phrase {
    prim(Prim::IndexLiteral { value, n: n.clone() }, vec![])
}

/// A map of a function from one type to the other.
pub(in crate::dpia) fn map(
    strategy: Strategy,
    n: &Nat,
    (from, to): (&DataType, &DataType),
    arguments: [Phrase; 2],
) -> Phrase {
    let map = Prim::Map {
        strategy,
        n: n.clone(),
        from: from.clone(),
        to: to.clone(),
    };
    prim(map, arguments.into())
}

impl Generator {
    /// A primitive with these arguments, and with values for the others.
    pub(super) fn made_of(
        &mut self,
        c: &mut Choices,
        of: Prim,
        mut given: Vec<Phrase>,
        depth: usize,
    ) -> Option<Phrase> {
        for data in operands(&of, given.len()) {
            given.push(self.part(c, &data, depth));
        }
        Some(prim(of, given))
    }
}
