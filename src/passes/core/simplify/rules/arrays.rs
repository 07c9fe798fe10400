//! Arrays that are there already: what shows all of an array is that array, and what is seen in two ways, or made of parts that were
//! made of parts, is seen or made at once.

use super::arithmetic::constant_i64;
use super::elements::place;
use crate::core::simplify::becomes::Becomes;
use crate::core::simplify::engine::Engine;
use elder_core::tree::{Atom, Cut, Exp, Stm};
use elder_core::{Dim, Name};

/// CORE-O-COERCE
pub fn coerce(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Coerce { dims, array } = &stm.exp else {
        return None;
    };
    has_sizes(engine, *array, dims).then(|| Becomes::Atom((*array).into()))
}

/// Whether an array is of these sizes.
fn has_sizes(engine: &Engine<'_>, array: Name, dims: &[Atom]) -> bool {
    engine.type_of(array).is_some_and(|ty| {
        let own = ty.dims();
        own.len() == dims.len() && own.iter().zip(dims).all(|(own, dim)| *own == Dim::Is(*dim))
    })
}

/// CORE-O-SLICEALL
pub fn slice_all(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Slice { array, at } = &stm.exp else {
        return None;
    };
    let counts: Option<Vec<Atom>> = at.iter().map(|cut| whole(*cut)).collect();
    if counts.is_some_and(|counts| has_sizes(engine, *array, &counts)) {
        return Some(Becomes::Atom((*array).into()));
    }
    // A section that a section does not have may be one that the array has.
    let Exp::Slice {
        array: original,
        at: cuts,
    } = engine.defined((*array).into()).filter(|_| stm.safe)?
    else {
        return None;
    };
    let mut own = at.iter();
    let composed = cuts.iter().map(|cut| match *cut {
        Cut::At(at) => Some(Cut::At(at)),
        Cut::Section { start, stride, .. } => match *own.next()? {
            Cut::At(at) => Some(Cut::At(place(start, stride, at)?)),
            Cut::Section {
                start: from,
                count,
                stride: by,
            } => Some(Cut::Section {
                start: place(start, stride, from)?,
                count,
                stride: product(stride, by)?,
            }),
        },
    });
    Some(Becomes::Exp(Exp::Slice {
        array: *original,
        at: composed.collect::<Option<_>>()?,
    }))
}

/// How many a cut has that begins with the first and leaves out none.
pub fn whole(cut: Cut) -> Option<Atom> {
    match cut {
        Cut::Section { start, count, stride } if start == Atom::i64(0) && stride == Atom::i64(1) => {
            Some(count)
        }
        Cut::Section { .. } | Cut::At(_) => None,
    }
}

/// The product, where that is an operand.
fn product(a: Atom, b: Atom) -> Option<Atom> {
    match (a, b) {
        _ if a == Atom::i64(1) => Some(b),
        _ if b == Atom::i64(1) => Some(a),
        _ => Some(Atom::i64(constant_i64(a)?.checked_mul(constant_i64(b)?)?)),
    }
}

/// CORE-O-RESHAPE
pub fn reshape(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    match &stm.exp {
        Exp::Reshape { dims, array } if has_sizes(engine, *array, dims) => {
            Some(Becomes::Atom((*array).into()))
        }
        Exp::Reshape { dims, array } => match engine.defined((*array).into())? {
            // There were as many elements as there are.
            Exp::Reshape { array, .. } => Some(Becomes::Exp(Exp::Reshape {
                dims: dims.clone(),
                array: *array,
            })),
            _ => None,
        },
        Exp::Rearrange { order, array }
            if order.iter().enumerate().all(|(k, dim)| k == usize::from(*dim)) =>
        {
            Some(Becomes::Atom((*array).into()))
        }
        Exp::Rearrange { order, array } => match engine.defined((*array).into())? {
            Exp::Rearrange { order: inner, array } => {
                let dims = order.iter().map(|dim| inner.get(usize::from(*dim)).copied());
                Some(Becomes::Exp(Exp::Rearrange {
                    order: dims.collect::<Option<_>>()?,
                    array: *array,
                }))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A concat is not widened beyond so many arrays: one whose operands are the same concat would double with every step.
const MOST_ARRAYS: usize = 64;

/// CORE-O-CONCAT
pub fn concat(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Concat { total, arrays } = &stm.exp else {
        return None;
    };
    let size = |array: &Name| match engine.type_of(*array)?.dims().first()? {
        Dim::Is(size) => Some(*size),
        Dim::Open => None,
    };
    if let [array] = arrays[..] {
        return (size(&array)? == *total).then(|| Becomes::Exp(Exp::Copy(array)));
    }
    let made = |array: &Name| engine.defined((*array).into());
    let value = |array: &Name| match made(array)? {
        Exp::Replicate { value, .. } => Some(*value),
        _ => None,
    };
    let first = value(arrays.first()?);
    if first.is_some() && arrays.iter().all(|array| value(array) == first) {
        let sizes: Option<Vec<i64>> = arrays.iter().map(|array| constant_i64(size(array)?)).collect();
        let sum = sizes.and_then(|sizes| sizes.into_iter().try_fold(0i64, i64::checked_add));
        let value = first.filter(|value| {
            let is_kept = |name| !engine.sharing.is_consumed(name) || engine.is_scalar(name);
            value.name().is_none_or(is_kept)
        });
        if let (Some(value), true) = (value, sum.is_some() && sum == constant_i64(*total)) {
            return Some(Becomes::Exp(Exp::Replicate { count: *total, value }));
        }
    }
    let is_kept = |array: &Name| !engine.sharing.is_consumed(*array);
    let parts = |array: &Name| match made(array) {
        Some(Exp::Concat { arrays, .. }) if arrays.iter().all(is_kept) => arrays.clone(),
        _ => vec![*array],
    };
    let all: Vec<Name> = arrays.iter().flat_map(parts).collect();
    (arrays.len() < all.len() && all.len() <= MOST_ARRAYS).then(|| {
        Becomes::Exp(Exp::Concat {
            total: *total,
            arrays: all,
        })
    })
}

/// CORE-O-UPDATE: what is put there is what was read there, so the place exists.
pub fn update(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Update { array, at, value } = &stm.exp else {
        return None;
    };
    let same = match engine.defined(*value)? {
        Exp::Index { array: from, at: own } => {
            from == array
                && own.len() == at.len()
                && own.iter().zip(at).all(|(own, cut)| Cut::At(*own) == *cut)
        }
        _ => false,
    };
    same.then(|| Becomes::Atom((*array).into()))
}

/// CORE-O-COPYDEAD: of what nobody changes.  A copy of what nobody uses afterwards goes [on the way back](crate::core::simplify::uses).
pub fn copy(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let (Exp::Copy(array), [value]) = (&stm.exp, &stm.pat.values[..]) else {
        return None;
    };
    let is_kept = |name| !engine.sharing.is_consumed(name);
    (is_kept(*array) && is_kept(value.name)).then(|| Becomes::Atom((*array).into()))
}
