//! Segmented operations: the kernel form of combinators.
//!
//! A segmented operation does for every place of a *space* what a combinator does for every element of its inputs, and says who executes the
//! places.  Its value is that of maps over the numbers of all dimensions but the last one, around the combinator of the last one (CORE-E-SEG); so
//! a program in kernel form is a program of Core whose combinators say where they run.

use super::{Atom, Screma, Shape};

/// A combinator over all places of a space.
#[derive(Clone, Debug, PartialEq)]
pub struct Segmented {
    /// Who executes the places.
    pub level: Level,
    /// The sizes of the space, the outermost first; at least one.  The last dimension is what is reduced and scanned.
    pub space: Vec<Atom>,
    /// What is done: its functions take the numbers of a place, one a dimension, where a combinator's take an element.
    pub screma: Screma,
}

/// Who executes the places of a space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// All items of a launch, a place each.
    Global,
    /// The work-groups of a launch, of so many items, a place each.
    Workgroup(Atom),
    /// The items of a work-group together.
    Local,
}

impl Segmented {
    /// The sizes of the segments' space: all but that of the last dimension if something is reduced or scanned.
    pub fn segments(&self) -> &[Atom] {
        match self.screma.shape() {
            Shape::Map => &self.space,
            _ => self.space.split_last().map_or(&[], |(_, outer)| outer),
        }
    }

    /// The size of the last dimension.
    pub fn width(&self) -> Atom {
        self.space.last().copied().unwrap_or(Atom::i64(0))
    }
}
