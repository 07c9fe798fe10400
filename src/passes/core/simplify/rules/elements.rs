//! Indexes into arrays whose elements are known, or are elements of another array.

use super::arithmetic::constant_i64;
use crate::core::simplify::becomes::Becomes;
use crate::core::simplify::engine::Engine;
use elder_core::tree::{Atom, Cut, Exp, Stm};
use elder_core::{Dim, Name};

/// CORE-O-INDEXOF
pub fn index_of(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Index { array, at } = &stm.exp else {
        return None;
    };
    let other = |array: Name, at: Vec<Atom>| Some(Becomes::Exp(Exp::Index { array, at }));
    match (engine.defined((*array).into())?, &at[..]) {
        (Exp::Iota(_), [at]) if stm.safe => Some(Becomes::Atom(*at)),
        (Exp::Replicate { value, .. }, [_]) if stm.safe => Some(Becomes::Atom(*value)),
        (Exp::Replicate { value, .. }, [_, rest @ ..]) if stm.safe => {
            other(unchanged(engine, value.name()?)?, rest.to_vec())
        }
        (Exp::Literal { elements, .. }, [first, rest @ ..]) => {
            let row = *elements.get(usize::try_from(constant_i64(*first)?).ok()?)?;
            match (row, rest) {
                (row, []) => Some(Becomes::Atom(row)),
                (Atom::Var(row), rest) => other(unchanged(engine, row)?, rest.to_vec()),
                (Atom::Const(_), _) => None,
            }
        }
        (Exp::Copy(original), at) => other(unchanged(engine, *original)?, at.to_vec()),
        (Exp::Concat { arrays, .. }, [first, rest @ ..]) => {
            let (part, first) = part_of(engine, arrays, constant_i64(*first)?)?;
            let at = [&[Atom::i64(first)], rest].concat();
            other(unchanged(engine, part)?, at)
        }
        (Exp::Rearrange { order, array }, at) => {
            let mut there = at.to_vec();
            for (own, dim) in at.iter().zip(order) {
                *there.get_mut(usize::from(*dim))? = *own;
            }
            other(*array, there)
        }
        (Exp::Coerce { array, .. }, at) => other(*array, at.to_vec()),
        // An index that the section does not have may be one that the array has.
        (Exp::Slice { array, at: cuts }, at) if stm.safe => other(*array, through(cuts, at)?),
        _ => None,
    }
}

/// An array that is not consumed at any time, so what was made of it is what is in it.
fn unchanged(engine: &Engine<'_>, array: Name) -> Option<Name> {
    (!engine.sharing.is_consumed(array)).then_some(array)
}

/// In which of several arrays, of constant sizes before it, a row lies, and where there.
fn part_of(engine: &Engine<'_>, arrays: &[Name], mut row: i64) -> Option<(Name, i64)> {
    if row < 0 {
        return None;
    }
    for array in arrays {
        let Dim::Is(size) = *engine.type_of(*array)?.dims().first()? else {
            return None;
        };
        let size = constant_i64(size)?;
        if row < size {
            return Some((*array, row));
        }
        row = row.checked_sub(size)?;
    }
    None
}

/// The indexes into an array that an index into a part of it means, where no statement has to compute them.
fn through(cuts: &[Cut], at: &[Atom]) -> Option<Vec<Atom>> {
    let mut own = at.iter();
    let there = cuts.iter().map(|cut| match *cut {
        Cut::At(at) => Some(at),
        Cut::Section { start, stride, .. } => place(start, stride, *own.next()?),
    });
    there.collect()
}

/// `start + at * stride`, where that is an operand.
pub fn place(start: Atom, stride: Atom, at: Atom) -> Option<Atom> {
    if start == Atom::i64(0) && stride == Atom::i64(1) {
        return Some(at);
    }
    if at == Atom::i64(0) {
        return Some(start);
    }
    let moved = constant_i64(at)?.checked_mul(constant_i64(stride)?)?;
    Some(Atom::i64(constant_i64(start)?.checked_add(moved)?))
}
