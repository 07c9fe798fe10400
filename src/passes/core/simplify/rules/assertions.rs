//! What cannot fail, as facts about numbers show.

use crate::core::simplify::engine::Engine;
use crate::core::simplify::table::Becomes;
use elder_core::Dim;
use elder_core::tree::{Atom, Exp, Stm};
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
                && at.iter().zip(dims).all(|(at, dim)| match dim {
                    Dim::Is(size) => engine.facts.is_natural(*at) && engine.facts.is_below(*at, *size),
                    Dim::Open => false,
                })
        }
        Exp::Iota(count) | Exp::Replicate { count, .. } => engine.facts.is_natural(*count),
        _ => false,
    };
    is_safe.then_some(Becomes::Safe)
}
