//! Numbers that were tested in the blocks around to be below lengths that may be 0 (DPIA-G-TRAP).
//!
//! After a test that failed a number is 0, which is not below such a length.  So there is what is known, and what is known if all tests passed; both grow
//! with each test, fact by fact, and an access asks for its own numbers only.

use elder_dpia::{Name, Nat, Ranges};
use rustc_hash::FxHashMap;

/// The tests of the blocks around.
pub struct Doubtful {
    tested: Vec<(Name, Nat)>,
    /// Which test each number is of.
    tests: FxHashMap<Name, usize>,
    /// The lengths, each once, with the test that was the first to have it.
    lengths: Vec<(usize, Nat)>,
    /// What is known if all tests passed.
    passed: Ranges,
}

/// Where a block began.
pub struct Mark {
    tests: usize,
    passed: Ranges,
}

impl Doubtful {
    /// No tests, where this is known.
    pub fn new(known: Ranges) -> Doubtful {
        Doubtful {
            tested: Vec::new(),
            tests: FxHashMap::default(),
            lengths: Vec::new(),
            passed: known,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tested.is_empty()
    }

    /// From here on the number is below the length if its test passed.
    pub fn push(&mut self, x: &Name, n: &Nat) {
        let test = self.tested.len();
        if self.lengths.iter().all(|(_, length)| length != n) {
            self.lengths.push((test, n.clone()));
        }
        self.tests.insert(x.clone(), test);
        self.tested.push((x.clone(), n.clone()));
        self.passed = passed(&self.passed, x, n);
    }

    /// From here on more is known.
    pub fn know(&mut self, more: impl FnOnce(&Ranges) -> Ranges) {
        self.passed = more(&self.passed);
    }

    /// Here a block begins.
    pub fn mark(&self) -> Mark {
        Mark {
            tests: self.tested.len(),
            passed: self.passed.clone(),
        }
    }

    /// The block ends, and its tests with it.
    pub fn end(&mut self, mark: Mark) {
        for (x, _) in self.tested.drain(mark.tests..) {
            self.tests.remove(&x);
        }
        self.lengths.retain(|(test, _)| *test < mark.tests);
        self.passed = mark.passed;
    }

    /// Only the tests of a block are left of what was learnt in it.
    pub fn forget(&mut self, mark: Mark) {
        let own = self.tested.iter().skip(mark.tests);
        self.passed = own.fold(mark.passed, |known, (x, n)| passed(&known, x, n));
    }

    /// The tests of these numbers, in their order.
    pub fn of(&self, variables: &[Name]) -> Vec<(Name, Nat)> {
        let mut own: Vec<usize> = variables
            .iter()
            .filter_map(|x| self.tests.get(x).copied())
            .collect();
        own.sort_unstable();
        own.into_iter().map(|test| self.tested[test].clone()).collect()
    }

    /// All of them, in their order.
    pub fn all(&self) -> &[(Name, Nat)] {
        &self.tested
    }

    /// The lengths, in the order of their first tests.
    pub fn lengths(&self) -> Vec<Nat> {
        self.lengths.iter().map(|(_, n)| n.clone()).collect()
    }

    /// What is known if all tests passed.
    pub fn passed(&self) -> &Ranges {
        &self.passed
    }
}

/// What is known where also this test passed.
pub fn passed(known: &Ranges, x: &Name, n: &Nat) -> Ranges {
    known.below(x, n).nonzero(n)
}
