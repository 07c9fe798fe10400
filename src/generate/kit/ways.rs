//! Productions: what may be made, each a row with its weight.

use crate::Choices;

/// A way to make something.
pub(crate) struct Way<M, P> {
    /// How often it is taken, beside the others that may be.
    pub weight: usize,
    /// What makes it.
    pub make: M,
    /// Where it may be.
    pub may: P,
}

/// One of the ways that may be taken.
pub(crate) fn way<'a, M: Copy + 'a, P: 'a>(
    c: &mut Choices,
    rows: impl IntoIterator<Item = &'a Way<M, P>>,
    may: impl Fn(&P) -> bool,
) -> Option<M> {
    let rows: Vec<&Way<M, P>> = rows.into_iter().filter(|row| may(&row.may)).collect();
    c.weighted(&rows, |row| row.weight).map(|row| row.make)
}
