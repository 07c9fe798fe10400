//! What the tests in a command stand for: the rules by which the definition of FCL refuses the same.
//!
//! Who stages an operator knows which premise each of its tests is for.  It writes that down here, as a row ([`Site`]) by the place at which the
//! test stands in the command; what fails there, on a device or at a stage of DPIA, is said by that row.  Most tests stand at the place of
//! their operator.  Of one that makes several, each further one stands at a part of that place, so that no two rows share one.

use elder_fcl::rules::evaluation::*;
use elder_fcl::rules::translation::FCL_M_FORCE;
use elder_kernel::plan::Site;
use elder_syntax::{Rule, Span};
use rustc_hash::FxHashMap;

/// The rows of a command.
#[derive(Clone, Debug, Default)]
pub struct Tests(FxHashMap<Span, Site>);

impl Tests {
    /// Writes down what a test stands for, and gives the place at which it has to stand.
    pub(super) fn note(&mut self, site: Site) -> Span {
        let mut place = site.span;
        while *self.0.entry(place).or_insert_with(|| site.clone()) != site && place.start < place.end {
            place.end -= 1;
        }
        place
    }

    /// What the test at that place of the command stands for.
    pub fn at(&self, place: Span) -> Option<&Site> {
        self.0.get(&place)
    }

    /// All that tests stand for.
    pub fn rows(&self) -> impl Iterator<Item = &Site> {
        self.0.values()
    }
}

fn row(rule: (&'static Rule, &'static str), span: Span, message: &'static str) -> Site {
    Site::new(rule, span, message)
}

/// An integer is divided.
pub(super) fn division(span: Span) -> Site {
    row((&FCL_E_DELTA, "division"), span, "division by zero")
}

/// An integer is raised to a power.
pub(super) fn exponent(span: Span) -> Site {
    let message = "negative exponent of an integer power";
    row((&FCL_E_DELTA, "exponent"), span, message)
}

/// A number is an index of an array: the number, and the length.
pub(super) fn index(span: Span) -> Site {
    let message = "index {} in an array of {} elements";
    row((&FCL_E_INDEX, "bounds"), span, message)
}

/// A number is the length of an array.
pub(super) fn length(span: Span) -> Site {
    row((&FCL_E_GEN, "negative"), span, "an array of {} elements")
}

/// Memory is padded.
pub(super) fn padding(span: Span) -> Site {
    let message = "the width of padding is not positive, or the padding negative";
    row((&FCL_E_FORCE_PADDED, "padding"), span, message)
}

/// The array of a later turn of a loop is no longer than there is room for.
pub(super) fn room(span: Span) -> Site {
    let message = "the array of a later turn is longer than what is allocated for it";
    row((&FCL_M_FORCE, "length"), span, message)
}

/// Parts have the length that their array is told, by the rule of that array.
pub(super) fn same_length(rule: &'static Rule, span: Span) -> Site {
    let message = "a sub-array has another length than its array is told";
    row((rule, "size"), span, message)
}

/// An element of `interleave` has a position in the result: the position, and the length.
pub(super) fn position(span: Span) -> Site {
    let message = "position {} in a result of {} elements";
    row((&FCL_E_42I, "index"), span, message)
}

/// No two elements go to one position, by the rule of the array.
pub(super) fn once(rule: &'static Rule, span: Span) -> Site {
    row((rule, "race"), span, "a position is written twice")
}

/// Every position of `interleaveInto` is written.
pub(super) fn written(span: Span) -> Site {
    let message = "a position is never written";
    row((&FCL_E_INTERLEAVE_INTO, "size"), span, message)
}
