//! A sequence of choices, read from bytes.
//!
//! When the bytes are used up every choice is 0, so generators end by choosing their
//! simplest alternative when it comes first.

use arbitrary::Unstructured;

/// Choices left to make.
pub struct Choices<'a> {
    bytes: Unstructured<'a>,
}

impl<'a> Choices<'a> {
    /// All choices that these bytes hold.
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices {
            bytes: Unstructured::new(bytes),
        }
    }

    /// A number below `bound`; 0 if `bound` is 0 or nothing is left.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 || self.bytes.is_empty() {
            return 0;
        }
        self.bytes.int_in_range(0..=bound - 1).unwrap_or(0)
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }

    /// Whether to do something, with a chance of one in `of`.
    pub fn one_in(&mut self, of: usize) -> bool {
        !self.is_empty() && self.below(of) == 0
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}
