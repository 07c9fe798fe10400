//! The order in which things that are side by side are done.
//!
//! What a program computes may not depend on it; running in another order is how that is tested.

/// The order of the parallel parts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// From the first to the last.
    #[default]
    Forward,
    /// From the last to the first.
    Reverse,
    /// In some order that this decides.
    Shuffled(u64),
}

/// Orders of runs of things, one after the other.
#[derive(Clone, Debug)]
pub struct Schedule {
    order: Order,
    random: u64,
}

/// Up to so many things are shuffled; of more, the order is a fixed stride from a random start.
const SHUFFLED: usize = 1 << 16;

impl Schedule {
    /// By that order.
    pub fn new(order: Order) -> Schedule {
        let random = match order {
            Order::Shuffled(seed) => seed,
            Order::Forward | Order::Reverse => 0,
        };
        Schedule { order, random }
    }

    /// The numbers 0 … n−1, each once.
    pub fn iterations(&mut self, n: usize) -> Iterations {
        match self.order {
            Order::Forward => Iterations::Up(0..n),
            Order::Reverse => Iterations::Down((0..n).rev()),
            Order::Shuffled(_) if n <= 1 => Iterations::Up(0..n),
            Order::Shuffled(_) if n <= SHUFFLED => {
                let mut all: Vec<usize> = (0..n).collect();
                for i in (1..all.len()).rev() {
                    let j = (self.next_random() >> 33) as usize % (i + 1);
                    all.swap(i, j);
                }
                Iterations::Listed(all.into_iter())
            }
            // Steps of a width without common divisor reach every number once.
            Order::Shuffled(_) => {
                let mut width = self.next_random() as usize % n;
                while common_divisor(width, n) != 1 {
                    width = (width + 1) % n;
                }
                let next = self.next_random() as usize % n;
                Iterations::Strided {
                    next,
                    width,
                    n,
                    left: n,
                }
            }
        }
    }

    /// Some number.
    pub(crate) fn next_random(&mut self) -> u64 {
        let state = self.random.wrapping_mul(6_364_136_223_846_793_005);
        self.random = state.wrapping_add(1_442_695_040_888_963_407);
        self.random
    }
}

fn common_divisor(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// What [`Schedule::iterations`] gives.
#[derive(Clone, Debug)]
pub enum Iterations {
    /// Forward.
    Up(std::ops::Range<usize>),
    /// Backward.
    Down(std::iter::Rev<std::ops::Range<usize>>),
    /// As listed.
    Listed(std::vec::IntoIter<usize>),
    /// Every `width`-th number modulo `n`.
    Strided {
        /// The next number.
        next: usize,
        /// How far the one after it is.
        width: usize,
        /// How many there are.
        n: usize,
        /// How many are to come.
        left: usize,
    },
}

impl Iterator for Iterations {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Iterations::Up(range) => range.next(),
            Iterations::Down(range) => range.next(),
            Iterations::Listed(list) => list.next(),
            Iterations::Strided { next, width, n, left } => {
                *left = left.checked_sub(1)?;
                let now = *next;
                *next = ((now as u128 + *width as u128) % *n as u128) as usize;
                Some(now)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for order in [
            Order::Forward,
            Order::Reverse,
            Order::Shuffled(0),
            Order::Shuffled(9),
        ] {
            for n in [0, 1, 2, 7, 1000, SHUFFLED + 5] {
                let mut seen = vec![false; n];
                for i in Schedule::new(order).iterations(n) {
                    assert!(!std::mem::replace(&mut seen[i], true), "{order:?} {n} {i}");
                }
                assert!(seen.iter().all(|s| *s), "{order:?} {n}");
            }
        }
    }
}
