//! The cost of a run: work and span.
//!
//! *Work* is how many primitive functions are applied and how many elements are read, written or made; a view of an array makes
//! none, nor does a blank value.  *Span* is the longest chain of these: elements that are made at once are one link, what is side
//! by side counts as its longest part, and n groups of operands take ⌈log₂ n⌉ levels of their operator.  What sizes cost counts
//! like all else.

use std::cell::Cell;
use std::fmt;

/// What a run cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Primitive functions applied, and elements read, written or made.
    pub work: u64,
    /// The longest chain of them.
    pub span: u64,
    /// Bytes of elements that were ever allocated.
    pub allocated: u64,
    /// The most bytes of elements that were alive at one time.
    pub peak: u64,
    /// Premises that statements tested of which work counts nothing: a part of an array may have no elements, and is tested all the same.
    pub tested: u64,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost {
            work,
            span,
            allocated,
            peak,
            tested: _,
        } = self;
        write!(
            f,
            "work {work}, span {span}, bytes allocated {allocated}, at most {peak} at one time"
        )
    }
}

/// Counts while a run is under way.
#[derive(Debug, Default)]
pub struct Counter {
    work: Cell<u64>,
    span: Cell<u64>,
    tested: Cell<u64>,
}

/// How much was counted so far: work, span and premises.
pub(crate) type SoFar = (u64, u64, u64);

impl Counter {
    /// So many elements, at once; a primitive function is one.
    pub(crate) fn count(&self, elements: usize) {
        self.work.set(self.work.get() + elements as u64);
        self.span.set(self.span.get() + u64::from(elements > 0));
    }

    /// A statement tested so many premises.
    pub(crate) fn test(&self, premises: usize) {
        self.tested.set(self.tested.get() + premises as u64);
    }

    /// Side by side, so many things were combined by an operator of one link: they take ⌈log₂ n⌉ levels.
    pub(crate) fn levels(&self, count: u64) {
        let levels = u64::from(count.next_power_of_two().trailing_zeros());
        self.span.set(self.span.get().saturating_add(levels));
    }

    /// What was done since then is done once more, in another way: so much work, in a chain of the same length.
    pub(crate) fn as_long_as_since(&self, (_, span, _): SoFar, work: u64) {
        self.work.set(self.work.get().saturating_add(work));
        let since = self.span.get().saturating_sub(span);
        self.span.set(self.span.get().saturating_add(since));
    }

    /// What was counted since then was not done.
    pub(crate) fn back_to(&self, (work, span, tested): SoFar) {
        self.work.set(work);
        self.span.set(span);
        self.tested.set(tested);
    }

    /// What was counted so far.
    pub(crate) fn so_far(&self) -> SoFar {
        (self.work.get(), self.span.get(), self.tested.get())
    }
}

/// Things side by side, under way.
#[derive(Debug)]
pub(crate) struct Beside {
    /// The span before them.
    before: u64,
    longest: u64,
    /// The span of all of them, one after the other.
    together: u64,
}

impl Beside {
    /// What is counted from here on is the first of them.
    pub(crate) fn begin(counter: &Counter) -> Beside {
        Beside {
            before: counter.span.replace(0),
            longest: 0,
            together: 0,
        }
    }

    /// One of them ends, and the next begins.
    pub(crate) fn next(&mut self, counter: &Counter) {
        let own = counter.span.replace(0);
        self.longest = self.longest.max(own);
        self.together = self.together.saturating_add(own);
    }

    /// All of them have ended.
    pub(crate) fn end(self, counter: &Counter) {
        counter.span.set(self.before.saturating_add(self.longest));
    }

    /// All of them have ended, and were not beside each other: one waited for the other.
    pub(crate) fn end_in_turn(self, counter: &Counter) {
        counter.span.set(self.before.saturating_add(self.together));
    }
}

/// Applications of an operator to groups of operands, which take ⌈log₂ n⌉ levels whatever order they are made in.
#[derive(Debug, Default)]
pub(crate) struct Levels {
    /// The span before the application that is under way.
    before: u64,
    longest: u64,
    count: u64,
}

impl Levels {
    /// One of them begins.
    pub(crate) fn begin(&mut self, counter: &Counter) {
        self.before = counter.span.replace(0);
    }

    /// It ends; what comes next is beside it.
    pub(crate) fn next(&mut self, counter: &Counter) {
        self.longest = self.longest.max(counter.span.replace(self.before));
        self.count += 1;
    }

    /// All of them have ended.
    pub(crate) fn end(self, counter: &Counter) {
        let levels = self.count.next_power_of_two().trailing_zeros().max(1).into();
        let span = counter.span.get();
        counter
            .span
            .set(span.saturating_add(self.longest.saturating_mul(levels)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three elements of 1, 5 and 2 links, each of which is combined by an operator of 3 with what there is.
    #[test]
    fn elements_are_beside_each_other_and_operators_in_levels() {
        let counter = Counter::default();
        counter.count(10);
        let (mut beside, mut levels) = (Beside::begin(&counter), Levels::default());
        for links in [1, 5, 2] {
            (0..links).for_each(|_| counter.count(1));
            levels.begin(&counter);
            (0..3).for_each(|_| counter.count(1));
            levels.next(&counter);
            beside.next(&counter);
        }
        beside.end(&counter);
        levels.end(&counter);
        assert_eq!(counter.so_far(), (10 + 8 + 9, 1 + 5 + 2 * 3, 0));
    }

    #[test]
    fn what_waits_for_each_other_is_one_chain() {
        let counter = Counter::default();
        counter.count(10);
        let mut beside = Beside::begin(&counter);
        for links in [1, 5, 2] {
            (0..links).for_each(|_| counter.count(1));
            beside.next(&counter);
        }
        beside.end_in_turn(&counter);
        counter.levels(5);
        counter.test(4);
        assert_eq!(counter.so_far(), (18, 1 + 8 + 3, 4));
        counter.back_to((10, 1, 2));
        assert_eq!(counter.so_far(), (10, 1, 2));
    }

    #[test]
    fn what_has_no_elements_costs_nothing() {
        let counter = Counter::default();
        counter.count(0);
        Beside::begin(&counter).end(&counter);
        Levels::default().end(&counter);
        assert_eq!(counter.so_far(), (0, 0, 0));
    }
}
