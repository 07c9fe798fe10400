//! Paths: which number of a value of compound type is meant (notes, section 9).
//!
//! What an index is differs: the translation to kernels has a term for each, and what looks for accesses does not know all of them.

use elder_dpia::Side;

/// A step from a compound value to a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<I> {
    /// The element, of an array or (as the last step) of a vector.
    Index(I),
    /// The component of a pair.
    Field(Side),
}

/// `ps`: steps, outermost first.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<I> {
    /// The outermost step is the last.
    steps: Vec<Step<I>>,
}

impl<I> Path<I> {
    /// `[]`
    pub fn empty() -> Path<I> {
        Path { steps: Vec::new() }
    }

    /// `step :: self`
    pub fn with(mut self, step: Step<I>) -> Path<I> {
        self.push(step);
        self
    }

    /// `index :: self`
    pub fn with_index(self, index: I) -> Path<I> {
        self.with(Step::Index(index))
    }

    /// As [`Path::with`], in place.
    pub fn push(&mut self, step: Step<I>) {
        self.steps.push(step);
    }

    /// The outermost step, taken off.
    pub fn pop(&mut self) -> Option<Step<I>> {
        self.steps.pop()
    }

    /// The outermost step if it is an index, taken off.
    pub fn pop_index(&mut self) -> Option<I> {
        let [index] = self.pop_indexes()?;
        Some(index)
    }

    /// The outermost steps if they are indexes, taken off together.
    pub fn pop_indexes<const N: usize>(&mut self) -> Option<[I; N]> {
        self.pop_so_many(N)?.try_into().ok()
    }

    /// So many of the outermost steps if they are indexes, taken off together.
    pub fn pop_so_many(&mut self, n: usize) -> Option<Vec<I>> {
        let rest = self.steps.len().checked_sub(n)?;
        let last = self.steps.get(rest..)?;
        if last.iter().any(|step| matches!(step, Step::Field(_))) {
            return None;
        }
        let indexes = self.steps.drain(rest..).rev().filter_map(|step| match step {
            Step::Index(index) => Some(index),
            Step::Field(_) => None,
        });
        Some(indexes.collect())
    }

    /// The outermost step if it is a field, taken off.
    pub fn pop_field(&mut self) -> Option<Side> {
        match self.steps.last() {
            Some(Step::Field(side)) => {
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

    /// The steps, outermost first.
    pub fn steps(&self) -> impl Iterator<Item = &Step<I>> {
        self.steps.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_are_taken_off_together_or_not_at_all() {
        let field = Step::Field(Side::First);
        let mut path = Path::empty().with(field.clone()).with_index(1).with_index(0);
        assert_eq!(path.clone().pop_indexes::<3>(), None);
        assert_eq!(path.pop_indexes(), Some([0, 1]));
        assert_eq!(path.pop_indexes::<1>(), None);
        assert_eq!(path.steps().collect::<Vec<_>>(), [&field]);
    }
}
