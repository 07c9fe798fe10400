//! Paths: which scalar of a value of compound type is meant (notes, section 9).

use elder_dpia::{Nat, Side};

/// A step of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Access {
    /// The element, of an array or (as the last step) of a vector.
    Index(Nat),
    /// The component of a pair.
    Field(Side),
}

/// `ps`: steps, outermost first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The outermost step is the last.
    steps: Vec<Access>,
}

impl Path {
    /// `[]`
    pub fn empty() -> Path {
        Path::default()
    }

    /// `index :: self`
    pub fn with_index(mut self, index: Nat) -> Path {
        self.steps.push(Access::Index(index));
        self
    }

    /// `.side :: self`
    pub fn with_field(mut self, side: Side) -> Path {
        self.steps.push(Access::Field(side));
        self
    }

    /// The outermost step, taken off.
    pub fn pop(&mut self) -> Option<Access> {
        self.steps.pop()
    }

    /// The outermost step if it is an index, taken off.
    pub fn pop_index(&mut self) -> Option<Nat> {
        match self.steps.last() {
            Some(Access::Index(_)) => match self.steps.pop() {
                Some(Access::Index(nat)) => Some(nat),
                _ => None,
            },
            _ => None,
        }
    }

    /// The outermost step if it is a field, taken off.
    pub fn pop_field(&mut self) -> Option<Side> {
        match self.steps.last() {
            Some(Access::Field(side)) => {
                let side = *side;
                self.steps.pop();
                Some(side)
            }
            _ => None,
        }
    }

    /// Whether this is `[]`.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}
