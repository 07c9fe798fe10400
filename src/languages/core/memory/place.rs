//! Places: a block, an offset and a stride for each dimension, as terms over numbers that are known when the array is used.
//!
//! Slices, turned dimensions, regrouped ones and flat parts of an array lie in its block, so they are other places and nothing is done for them.

use crate::tree::{Atom, Cut, Step};
use elder_sizes::{Atom as NatAtom, Nat};

/// A place: a block, where the array begins in it, and what is added for each step along a dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Place<B> {
    /// The block.
    pub block: B,
    /// Where the first element is.
    pub offset: Nat,
    /// From each index of a dimension to the next.
    pub strides: Vec<Nat>,
    /// The sizes of the dimensions.
    pub dims: Vec<Nat>,
    /// Whether no two elements are known to be able to be one.
    pub apart: bool,
}

/// How many elements an array of these sizes has.
pub fn volume(dims: &[Nat]) -> Nat {
    dims.iter().fold(Nat::one(), |all, dim| all.times(dim))
}

/// Whether terms are the same number.  Nobody can count what is too large, so that is the same as what is too large: no array has elements there.
pub fn same(one: &Nat, other: &Nat) -> bool {
    let is_far = |term: &Nat| {
        term.atoms()
            .iter()
            .any(|atom| matches!(atom, NatAtom::Overflow(_)))
    };
    one == other || is_far(one) && is_far(other)
}

/// The strides of an array whose elements lie one after the other, the last dimension innermost.
pub fn row_major(dims: &[Nat]) -> Vec<Nat> {
    let mut strides: Vec<Nat> = Vec::with_capacity(dims.len());
    let mut step = Nat::one();
    for dim in dims.iter().rev() {
        strides.push(step.clone());
        step = step.times(dim);
    }
    strides.reverse();
    strides
}

impl<B: Clone> Place<B> {
    /// All of a block.
    pub fn whole(block: B, dims: Vec<Nat>) -> Place<B> {
        Place {
            block,
            offset: Nat::zero(),
            strides: row_major(&dims),
            dims,
            apart: true,
        }
    }

    /// Whether the elements lie one after the other.
    pub fn is_dense(&self) -> bool {
        let own = self.strides.iter().zip(row_major(&self.dims));
        own.zip(&self.dims)
            .all(|((stride, dense), dim)| same(stride, &dense) || dim.is_one())
    }

    /// Whether it is a whole block, from its first element on.
    pub fn is_whole(&self) -> bool {
        self.offset.is_zero() && self.is_dense()
    }

    /// Where the element of these indexes is in the block.
    pub fn element(&self, at: &[Nat]) -> Nat {
        let reach = at.iter().zip(&self.strides).map(|(i, stride)| i.times(stride));
        reach.fold(self.offset.clone(), |sum, reach| sum.plus(&reach))
    }

    /// A row.
    pub fn row(&self, number: &Nat) -> Place<B> {
        let mut row = self.row_from(number);
        row.strides.drain(..1.min(row.strides.len()));
        row.dims.drain(..1.min(row.dims.len()));
        row
    }

    /// What is behind indexes.
    pub fn part(&self, at: &[Nat]) -> Place<B> {
        at.iter().fold(self.clone(), |place, i| place.row(i))
    }

    /// The rows from one on.
    pub fn row_from(&self, number: &Nat) -> Place<B> {
        let stride = self.strides.first().cloned().unwrap_or_else(Nat::zero);
        Place {
            offset: self.offset.plus(&number.times(&stride)),
            ..self.clone()
        }
    }

    /// The same elements of the same array in what another side calls the block.
    pub fn in_block<C>(self, block: C) -> Place<C> {
        Place {
            block,
            offset: self.offset,
            strides: self.strides,
            dims: self.dims,
            apart: self.apart,
        }
    }

    /// The part that cuts take.
    ///
    /// # Errors
    /// Those of `numbers`: what an operand is.
    pub fn cut<E>(&self, at: &[Cut], numbers: &mut dyn FnMut(Atom) -> Result<Nat, E>) -> Result<Place<B>, E> {
        let mut part = Place {
            block: self.block.clone(),
            offset: self.offset.clone(),
            strides: vec![],
            dims: vec![],
            apart: self.apart,
        };
        for (cut, stride) in at.iter().zip(&self.strides) {
            match *cut {
                Cut::At(i) => part.offset = part.offset.plus(&numbers(i)?.times(stride)),
                Cut::Section {
                    start,
                    count,
                    stride: step,
                } => {
                    part.offset = part.offset.plus(&numbers(start)?.times(stride));
                    let step = numbers(step)?;
                    part.apart &= step.as_constant().is_some_and(|step| step != 0);
                    part.strides.push(step.times(stride));
                    part.dims.push(numbers(count)?);
                }
            }
        }
        part.strides.extend(self.strides.iter().skip(at.len()).cloned());
        part.dims.extend(self.dims.iter().skip(at.len()).cloned());
        Ok(part)
    }

    /// The part of an array of one dimension that offset, counts and strides name.
    ///
    /// # Errors
    /// As [`Place::cut`].
    pub fn flat<E>(
        &self,
        offset: Atom,
        dims: &[Step],
        numbers: &mut dyn FnMut(Atom) -> Result<Nat, E>,
    ) -> Result<Place<B>, E> {
        let side = self.strides.first().cloned().unwrap_or_else(Nat::one);
        let mut part = Place {
            block: self.block.clone(),
            offset: self.offset.plus(&numbers(offset)?.times(&side)),
            strides: vec![],
            dims: vec![],
            // One dimension has elements of its own if it goes on.
            apart: self.apart && dims.len() == 1,
        };
        for step in dims {
            let stride = numbers(step.stride)?;
            part.apart &= stride.as_constant().is_some_and(|stride| stride != 0);
            part.strides.push(stride.times(&side));
            part.dims.push(numbers(step.count)?);
        }
        Ok(part)
    }

    /// Its dimensions in another order.
    pub fn turned(&self, order: &[u16]) -> Place<B> {
        let of = |list: &[Nat]| {
            let picked = order.iter().filter_map(|k| list.get(usize::from(*k)));
            picked.cloned().collect()
        };
        Place {
            block: self.block.clone(),
            offset: self.offset.clone(),
            strides: of(&self.strides),
            dims: of(&self.dims),
            apart: self.apart,
        }
    }

    /// The same elements in another shape; `None` if they do not lie so that strides say where.
    pub fn regrouped(&self, dims: Vec<Nat>) -> Option<Place<B>> {
        self.is_dense().then(|| Place {
            block: self.block.clone(),
            offset: self.offset.clone(),
            strides: row_major(&dims),
            dims,
            apart: true,
        })
    }
}
