//! Indexes into arrays whose elements are known, and what arrays are already.

use crate::core::simplify::engine::Engine;
use crate::core::simplify::table::Becomes;
use elder_core::Dim;
use elder_core::tree::{Atom, Exp, Stm, Type};

/// CORE-O-INDEXOF
pub fn index_of(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Index { array, at } = &stm.exp else {
        return None;
    };
    let is_scalar = |value: Atom| match value {
        Atom::Const(_) => true,
        Atom::Var(name) => matches!(engine.type_of(name), Some(Type::Prim(_))),
    };
    match (engine.definition((*array).into())?, &at[..]) {
        (Exp::Iota(_), [at]) if stm.safe => Some(Becomes::Atom(*at)),
        (Exp::Replicate { value, .. }, [_]) if stm.safe && is_scalar(*value) => Some(Becomes::Atom(*value)),
        (Exp::Copy(original), at) if is_unchanged(engine, *original, *array) => {
            Some(Becomes::Exp(Exp::Index {
                array: *original,
                at: at.to_vec(),
            }))
        }
        _ => None,
    }
}

/// Whether neither of two arrays is consumed, at any time.
fn is_unchanged(engine: &Engine<'_>, a: elder_core::Name, b: elder_core::Name) -> bool {
    !engine.sharing.is_consumed(a) && !engine.sharing.is_consumed(b)
}

/// CORE-O-COERCE
pub fn coerce(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Coerce { dims, array } = &stm.exp else {
        return None;
    };
    let own = engine.type_of(*array)?.dims();
    let same = own.len() == dims.len() && own.iter().zip(dims).all(|(own, dim)| *own == Dim::Is(*dim));
    same.then(|| Becomes::Atom((*array).into()))
}
