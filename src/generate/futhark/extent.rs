//! How large programs are.
//!
//! Most faults show in a few constructs together, and a small program is judged in a sixth of the time of a large one: so most are small.  What takes
//! many constructs to show, the few large ones have.

use crate::Choices;

/// How much a program has of everything, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Expressions that are more than a leaf; each entry point may have half as many of its own.
    pub budget: usize,
    /// Statements of an entry point.
    pub statements: usize,
    /// Declarations before the entry points.
    pub declarations: usize,
    /// Entry points besides the one of laws.
    pub entries: usize,
    /// One program of so many has laws.
    pub without_laws: usize,
    /// Laws.
    pub laws: usize,
}

/// The smallest ones: a statement or two.
const TINY: Extent = Extent {
    budget: 4,
    statements: 2,
    declarations: 1,
    entries: 1,
    without_laws: 9,
    laws: 6,
};

const SMALL: Extent = Extent {
    budget: 12,
    statements: 3,
    ..TINY
};

const MIDDLE: Extent = Extent {
    budget: 24,
    statements: 4,
    declarations: 2,
    entries: 2,
    without_laws: 6,
    laws: 12,
};

/// Of so many programs one is large and one in the middle.
const PROGRAMS: usize = 32;
/// So many of them are tiny.
const FEW: usize = 14;

impl Extent {
    /// The largest programs: as many expressions as that.
    pub fn large(budget: usize) -> Extent {
        Extent {
            budget,
            statements: 7,
            declarations: 4,
            entries: 2,
            without_laws: 3,
            laws: 24,
        }
    }

    /// One of them, with no more expressions than that.
    pub fn choose(c: &mut Choices, most: usize) -> Extent {
        let extent = match c.below(PROGRAMS) {
            number if number < FEW => TINY,
            number if number + 1 == PROGRAMS => Extent::large(most),
            number if number + 2 == PROGRAMS => MIDDLE,
            _ => SMALL,
        };
        Extent {
            budget: extent.budget.min(most),
            ..extent
        }
    }
}
