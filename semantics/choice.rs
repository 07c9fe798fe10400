//! What a run may choose.
//!
//! The rules leave some things open, and the definition decides them: elements in their order, one chunk, folds from the left.
//! What the programmer owes (CORE-E-LAW-ASSOC, CORE-E-LAW-STREAM) makes all other choices equal; a run that chooses otherwise
//! shows where a program, or the pass that made it, relied on more.  In such a run only the class of an error means something:
//! which of several elements fails first is what the order changes.
//!
//! A tuned number is any number above zero (CORE-E-TUNED): the definition takes its default.
//!
//! With other brackets, functions of a reduction's elements are run before anything is combined, in any order; groups of a commutative operator change
//! places; and values of `hist` and of accumulators are combined beside their destination, with neutral values, before they are combined with it.

use crate::order::{Iterations, Order, Schedule};

/// How a stream's inputs are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chunks {
    /// One chunk; none of inputs without rows.
    #[default]
    One,
    /// Chunks of one row.
    Ones,
    /// Chunks of some sizes that this decides, empty ones among them.
    Random(u64),
}

impl Chunks {
    /// What decides them; zero where they are no choice.
    pub(crate) fn seed(self) -> u64 {
        match self {
            Chunks::Random(seed) => seed,
            Chunks::One | Chunks::Ones => 0,
        }
    }
}

/// How the operands of a reduction are bracketed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Brackets {
    /// From the left.
    #[default]
    Left,
    /// In some way that this decides, with neutral values anywhere.
    Random(u64),
}

/// What tuned numbers are of which nothing is said by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Their defaults, and what the seed of the run says where it has one.
    #[default]
    Default,
    /// This number.
    All(i64),
    /// Some that this decides, by their names.
    Drawn(u64),
}

/// The choices of a run.
#[derive(Clone, Debug)]
pub struct Choice {
    order: Schedule,
    chunks: Chunks,
    brackets: Brackets,
    random: Schedule,
    seed: u64,
    tuning: Numbers,
}

impl Choice {
    /// A run in this order, with these chunks and brackets.
    pub fn new(order: Order, chunks: Chunks, brackets: Brackets) -> Choice {
        let seed = match (chunks, brackets) {
            (Chunks::Random(seed), _) | (_, Brackets::Random(seed)) => seed,
            _ => 0,
        };
        Choice {
            order: Schedule::new(order),
            chunks,
            brackets,
            random: Schedule::new(Order::Shuffled(seed)),
            seed,
            tuning: Numbers::Default,
        }
    }

    /// The same where tuned numbers are these.
    #[must_use]
    pub fn tuning(self, tuning: Numbers) -> Choice {
        Choice { tuning, ..self }
    }

    /// The numbers of elements that do not depend on each other, in the order in which they are taken.
    pub fn elements(&mut self, width: i64) -> Iterations {
        self.order.iterations(usize::try_from(width).unwrap_or(0))
    }

    /// CORE-E-CHUNK: where chunks begin, and how many rows each has.
    pub fn chunks(&mut self, width: i64) -> Vec<(i64, i64)> {
        match self.chunks {
            Chunks::One if width == 0 => Vec::new(),
            Chunks::One => vec![(0, width)],
            Chunks::Ones => (0..width).map(|start| (start, 1)).collect(),
            Chunks::Random(_) => {
                let mut chunks = Vec::new();
                let mut start = 0;
                while start < width {
                    let count = self.below(width - start + 1);
                    chunks.push((start, count));
                    start += count;
                }
                if self.below(2) == 0 {
                    chunks.push((width, 0));
                }
                chunks
            }
        }
    }

    /// Whether streams have their inputs in one chunk.
    pub fn is_one_chunk(&self) -> bool {
        self.chunks == Chunks::One
    }

    /// Whether folds are from the left: every operand is combined with what there is as soon as it is there.
    pub fn is_left(&self) -> bool {
        self.brackets == Brackets::Left
    }

    /// Whether to do next, of a fold, what need not be done: to combine the last two groups, to begin a new one, to put in
    /// neutral values.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// CORE-E-TUNED: the tuned number of that name, which is this one where nothing else is chosen: the default, or else one.
    pub fn tuned(&self, name: &str, default: Option<i64>) -> i64 {
        let default = default.unwrap_or(1);
        match self.tuning {
            Numbers::Default => Choice::drawn(self.seed, name, default),
            Numbers::All(number) => number,
            Numbers::Drawn(seed) => Choice::drawn(seed, name, default),
        }
    }

    /// What a device has of something, which is so much where nothing else is chosen.
    pub fn limit(&self, name: &str, usual: i64) -> i64 {
        Choice::drawn(self.seed, name, usual)
    }

    fn drawn(seed: u64, name: &str, default: i64) -> i64 {
        match seed {
            0 => default,
            seed => {
                let mixed = name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |mixed, byte| {
                    (mixed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
                });
                let numbers = [1, 2, 3, 4, 7, 32, 1 << 15, default];
                numbers[(mixed >> 32) as usize % numbers.len()]
            }
        }
    }

    /// Some number from 0 up to that one.
    fn below(&mut self, bound: i64) -> i64 {
        (self.random.next_random() >> 33) as i64 % bound.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_all_rows_in_order() {
        for chunks in [Chunks::One, Chunks::Ones, Chunks::Random(3), Chunks::Random(4)] {
            let mut choice = Choice::new(Order::Forward, chunks, Brackets::Left);
            for width in 0..20 {
                let mut next = 0;
                for (start, count) in choice.chunks(width) {
                    assert!(start == next && count >= 0, "{chunks:?} {width}");
                    next += count;
                }
                assert_eq!(next, width, "{chunks:?}");
            }
        }
    }
}
