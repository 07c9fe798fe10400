//! What cannot fail, as facts about numbers show.

use super::arithmetic::constant_i64;
use super::arrays::whole;
use crate::core::simplify::becomes::Becomes;
use crate::core::simplify::engine::Engine;
use elder_core::tree::{Atom, Cut, Exp, Stm};
use elder_core::{Dim, Name};
use elder_syntax::prim::PrimValue;

/// CORE-O-ASSERTRANGE
pub fn range(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Assert {
        holds: Atom::Var(holds),
        numbers,
    } = &stm.exp
    else {
        return None;
    };
    let holds_always = engine.holds((*holds).into());
    holds_always.then(|| {
        Becomes::Exp(Exp::Assert {
            holds: Atom::Const(PrimValue::Bool(true)),
            numbers: numbers.clone(),
        })
    })
}

/// CORE-O-INBOUNDS
pub fn in_bounds(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    if stm.safe {
        return None;
    }
    let is_safe = match &stm.exp {
        Exp::Index { array, at } => {
            let dims = engine.type_of(*array)?.dims();
            dims.len() == at.len()
                && at
                    .iter()
                    .zip(dims)
                    .all(|(at, dim)| is_within(engine, Cut::At(*at), *dim))
        }
        Exp::Slice { array, at } | Exp::Update { array, at, .. } => {
            let dims = engine.type_of(*array)?.dims();
            dims.len() == at.len()
                && at
                    .iter()
                    .zip(dims)
                    .all(|(cut, dim)| is_within(engine, *cut, *dim))
        }
        Exp::Concat { total, arrays } => {
            let size = |array: &Name| match engine.type_of(*array)?.dims().first()? {
                Dim::Is(size) => constant_i64(*size),
                Dim::Open => None,
            };
            let sizes: Option<Vec<i64>> = arrays.iter().map(size).collect();
            let sum = sizes?.into_iter().try_fold(0i64, i64::checked_add);
            sum.is_some() && sum == constant_i64(*total)
        }
        Exp::Iota(count) | Exp::Replicate { count, .. } => engine.is_natural(*count),
        _ => false,
    };
    is_safe.then_some(Becomes::Safe)
}

/// Whether what is cut from a dimension is there.
fn is_within(engine: &Engine<'_>, cut: Cut, dim: Dim) -> bool {
    let Dim::Is(size) = dim else {
        return false;
    };
    let has = |at: i64| at >= 0 && engine.is_below(Atom::i64(at), size);
    match cut {
        Cut::At(at) => engine.is_natural(at) && engine.is_below(at, size),
        // All of an array, which is there.
        cut if whole(cut) == Some(size) => true,
        Cut::Section { start, count, stride } => {
            let numbers = (constant_i64(start), constant_i64(count), constant_i64(stride));
            let (Some(start), Some(count @ 1..), Some(stride)) = numbers else {
                let natural = engine.is_natural(start) && engine.is_natural(count);
                return stride == Atom::i64(1) && natural && engine.is_at_most(&[start, count], size);
            };
            let last = (count - 1)
                .checked_mul(stride)
                .and_then(|way| start.checked_add(way));
            has(start) && last.is_some_and(has)
        }
    }
}
