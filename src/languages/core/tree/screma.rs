//! The combinator of elements: it maps, reduces and scans at once.
//!
//! Maps, reductions and scans are shapes of it.  Those with a word of their own in texts have a [`Shape`].

use super::{Lambda, Operator, Type};
use crate::names::Name;

/// Functions of all elements, of which some results are reduced, some scanned, and the others mapped.
///
/// The function is handed the accumulators and an element, and gives the accumulators, then the operands of all reductions, then those of
/// all scans, then the others.  In that order come the results: accumulators, what the reductions come to, arrays of what the scans come
/// to, arrays of the others.  A function after the scans takes the last two, of one element, and gives what is put into arrays in their
/// stead.
#[derive(Clone, Debug, PartialEq)]
pub struct Screma {
    /// Accumulators that all elements add to.
    pub accs: Vec<Name>,
    /// What reduces.
    pub reductions: Vec<Operator>,
    /// What scans.
    pub scans: Vec<Operator>,
    /// From an element to operands and mapped values.
    pub function: Lambda,
    /// From what the scans come to and the mapped values to what is given.
    pub after: Option<Lambda>,
}

/// The shapes of a [`Screma`].
#[derive(Clone, Copy, Debug)]
pub enum Shape<'s> {
    /// `map`: nothing is reduced or scanned.
    Map,
    /// `redomap`, and `reduce` where the function gives what it takes: one reduction.
    Redomap(&'s Operator),
    /// `scanomap` and `scan` likewise: one scan.
    Scanomap(&'s Operator),
    /// `screma`: whatever else there is.
    Several,
}

impl Screma {
    /// A map.
    pub fn map(accs: Vec<Name>, function: Lambda) -> Screma {
        Screma {
            accs,
            reductions: vec![],
            scans: vec![],
            function,
            after: None,
        }
    }

    /// A map of which the first results are reduced.
    pub fn redomap(operator: Operator, function: Lambda) -> Screma {
        Screma {
            reductions: vec![operator],
            ..Screma::map(vec![], function)
        }
    }

    /// A map of which the first results are scanned.
    pub fn scanomap(operator: Operator, function: Lambda) -> Screma {
        Screma {
            scans: vec![operator],
            ..Screma::map(vec![], function)
        }
    }

    /// Its shape.
    pub fn shape(&self) -> Shape<'_> {
        match (&self.accs[..], &self.reductions[..], &self.scans[..], &self.after) {
            (_, [], [], None) => Shape::Map,
            ([], [operator], [], None) => Shape::Redomap(operator),
            ([], [], [operator], None) => Shape::Scanomap(operator),
            _ => Shape::Several,
        }
    }

    /// The reductions, then the scans, as their operands are given.
    pub fn operators(&self) -> impl Iterator<Item = &Operator> {
        self.reductions.iter().chain(&self.scans)
    }

    /// The same, to be changed.
    pub fn operators_mut(&mut self) -> impl Iterator<Item = &mut Operator> {
        self.reductions.iter_mut().chain(&mut self.scans)
    }

    /// How many of the first results are no arrays of elements: accumulators, and what reductions come to.
    pub fn singles(&self) -> usize {
        self.accs.len() + self.reductions.iter().map(Operator::operands).sum::<usize>()
    }

    /// How many operands the scans have.
    pub fn scanned(&self) -> usize {
        self.scans.iter().map(Operator::operands).sum()
    }

    /// How many of the first results of the function are accumulators or operands.
    pub fn combined(&self) -> usize {
        self.singles() + self.scanned()
    }

    /// The types of the rows of the arrays that it gives.
    pub fn rows(&self) -> &[Type] {
        match &self.after {
            Some(after) => &after.results,
            None => self.function.results.get(self.singles()..).unwrap_or_default(),
        }
    }
}
