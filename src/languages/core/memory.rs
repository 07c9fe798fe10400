//! Where the arrays of the host lie: what the placed form adds to a program.
//!
//! The arrays that the host binds lie in *blocks*.  A block is called after the binder that owns it: the statement there makes it, or it is received
//! there, by a parameter or from a branch, a loop or a call.  All others lie in a block that there is: views in that of their array, what was updated in
//! that of what it was.  Where in a block an array lies a [`Spot`] says: where its first element is, and how far each index of a dimension is from the next.
//!
//! What the functions of combinators bind has no place: the arrays of an item are private cells.  One whose size only the item knows may have a *room*: a
//! number of the host's that it has no more elements than.
//!
//! | file | what |
//! | --- | --- |
//! | `place.rs` | places with the sizes of their arrays: views as other places |
//! | `lying.rs` | where what an expression gives lies |
//! | `terms.rs` | the numbers of names in terms of sizes |

mod lying;
mod place;
mod terms;

pub use lying::{Lying, seen};
pub use place::{Place, row_major, same, volume};
pub use terms::Terms;

use crate::names::Name;
use crate::tree::{Atom, Exp, Program, Stm};
use crate::walk::{Rewrite, rewrite};
use elder_sizes::Nat;
use rustc_hash::FxHashMap;

/// Where the arrays of a program lie; of a program that is not placed nothing is known.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    spots: FxHashMap<Name, Spot>,
    /// How many elements arrays of items have at most.
    rooms: FxHashMap<Name, Atom>,
    /// The numbers of names, in the terms of spots.
    pub terms: Terms,
}

/// Where an array lies.  Its sizes are those of its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The block, by the name of its owner.
    pub block: Name,
    /// Where the first element is.
    pub offset: Nat,
    /// From each index of a dimension to the next.
    pub strides: Vec<Nat>,
}

impl Memory {
    /// Whether no array has a place or a room.
    pub fn is_empty(&self) -> bool {
        self.spots.is_empty() && self.rooms.is_empty()
    }

    /// Where an array lies, if that is said.
    pub fn spot(&self, name: Name) -> Option<&Spot> {
        self.spots.get(&name)
    }

    /// How many elements an array of an item has at most, if that is said.
    pub fn room(&self, name: Name) -> Option<Atom> {
        self.rooms.get(&name).copied()
    }

    /// An array of an item has at most so many elements.
    pub fn make_room(&mut self, name: Name, room: Atom) {
        self.rooms.insert(name, room);
    }

    /// An array lies there.
    pub fn put(&mut self, name: Name, spot: Spot) {
        self.spots.insert(name, spot);
    }

    /// Of an array nothing is known any more.
    pub fn forget(&mut self, name: Name) {
        self.spots.remove(&name);
    }
}

impl Spot {
    /// All of a block, for an array of these sizes.
    pub fn whole(block: Name, dims: &[Nat]) -> Spot {
        Spot {
            block,
            offset: Nat::zero(),
            strides: row_major(dims),
        }
    }

    /// Whether an array of these sizes lies there as a whole: from the first element of the block on, one element after the other.
    pub fn is_whole(&self, dims: &[Nat]) -> bool {
        self.place(dims.to_vec(), true).is_whole()
    }

    /// The place of an array of these sizes, of which it is known whether no two elements are one.
    pub fn place(&self, dims: Vec<Nat>, apart: bool) -> Place<Name> {
        Place {
            block: self.block,
            offset: self.offset.clone(),
            strides: self.strides.clone(),
            dims,
            apart,
        }
    }

    /// Whether an array of these sizes has each of its elements at the same place there as here: the stride of a single row may be any.
    pub fn agrees(&self, other: &Spot, dims: &[Nat]) -> bool {
        let mut strides = self.strides.iter().zip(&other.strides).zip(dims);
        self.block == other.block
            && same(&self.offset, &other.offset)
            && self.strides.len() == other.strides.len()
            && strides.all(|((own, other), dim)| same(own, other) || dim.is_one())
    }
}

/// The place without the sizes.
impl From<Place<Name>> for Spot {
    fn from(place: Place<Name>) -> Spot {
        Spot {
            block: place.block,
            offset: place.offset,
            strides: place.strides,
        }
    }
}

/// Forgets all places, so that the program is what it was before it was placed.
pub fn erase(program: &mut Program) {
    if !program.memory.is_empty() {
        program.memory = Memory::default();
        rewrite::program(&mut Unreleased, program);
    }
}

/// Leaves out releases.
pub struct Unreleased;

impl Rewrite for Unreleased {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        if !matches!(stm.exp, Exp::Release(_)) {
            rewrite::stm(self, &mut stm);
            out.push(stm);
        }
    }
}
