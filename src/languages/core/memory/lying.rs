//! Where what an expression gives lies.

use super::place::Place;
use crate::names::Name;
use crate::tree::{Atom, Exp};
use elder_sizes::Nat;

/// Where an array lies that an expression gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lying {
    /// In a block that the statement makes.
    Made,
    /// In a block that the statement receives, from a branch, a loop, a call or the function of an accumulation.
    Received,
    /// In the block of this array, of which it is a view.
    View(Name),
    /// Where this array lies, which is consumed.
    Updated(Name),
}

impl Lying {
    /// Of the value of this number.
    pub fn of(exp: &Exp, value: usize) -> Lying {
        match exp {
            Exp::Slice { array, .. }
            | Exp::FlatIndex { array, .. }
            | Exp::Rearrange { array, .. }
            | Exp::Reshape { array, .. }
            | Exp::Coerce { array, .. }
            | Exp::Atom(Atom::Var(array))
            | Exp::Opaque(Atom::Var(array)) => Lying::View(*array),
            Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } => Lying::Updated(*array),
            Exp::WithAcc { updates, .. } => {
                let mut arrays = updates.iter().flat_map(|update| &update.arrays);
                arrays
                    .nth(value)
                    .map_or(Lying::Received, |array| Lying::Updated(*array))
            }
            Exp::If { .. } | Exp::Loop(_) | Exp::Call { .. } => Lying::Received,
            // What gives no array is made nowhere.
            Exp::Atom(Atom::Const(_))
            | Exp::Opaque(Atom::Const(_))
            | Exp::Prim(..)
            | Exp::Index { .. }
            | Exp::Literal { .. }
            | Exp::Iota(_)
            | Exp::Replicate { .. }
            | Exp::Blank(_)
            | Exp::Size { .. }
            | Exp::Concat { .. }
            | Exp::Copy(_)
            | Exp::Tuned(_)
            | Exp::Assert { .. }
            | Exp::Soac { .. }
            | Exp::Segmented(_)
            | Exp::Release(_)
            | Exp::AccUpdate { .. } => Lying::Made,
        }
    }
}

/// The place of a view with these sizes of an array at a place, of which `numbers` says what operands are; `None` if strides do not say where it lies.
///
/// # Errors
/// Those of `numbers`.
pub fn seen<B: Clone, E>(
    exp: &Exp,
    array: &Place<B>,
    dims: Vec<Nat>,
    numbers: &mut dyn FnMut(Atom) -> Result<Nat, E>,
) -> Result<Option<Place<B>>, E> {
    Ok(Some(match exp {
        Exp::Slice { at, .. } => Place {
            dims,
            ..array.cut(at, numbers)?
        },
        Exp::FlatIndex {
            offset, dims: steps, ..
        } => Place {
            dims,
            ..array.flat(*offset, steps, numbers)?
        },
        Exp::Rearrange { order, .. } => array.turned(order),
        Exp::Reshape { .. } => return Ok(array.regrouped(dims)),
        _ => Place {
            dims,
            ..array.clone()
        },
    }))
}
