//! Words of two runs, compared.
//!
//! The second run is of what a pass made of the program of the first, or of the same program by other choices.  Their numbers are compared
//! elsewhere.

use super::{Monoid, Spelled, WordId, Words};
use crate::core::value::Scalar;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How words of two runs agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Scalars of results that stand for the same word of two letters at least.
    pub same: u64,
    /// Scalars that stand for a word in one of the runs only.
    pub unknown: u64,
}

/// Whether two scalars stand for the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Like {
    /// Words with other letters.
    No,
    /// One of them was computed from a word, or put in its place.
    Unknown,
    /// They do, or neither stands for a word.
    Yes,
}

/// A scalar, without words that say no more than itself.
pub(super) enum Plain {
    /// No word.
    Number,
    /// A word of two letters at least, and which component of it.
    Word {
        word: WordId,
        at: u32,
        letters: Vec<Rc<[Scalar]>>,
    },
}

/// Words nest as combinators do, and deeper in loops; what is nested deeper is not looked at.
const DEEPEST: usize = 64;

struct Comparison<'w> {
    before: &'w Words,
    after: &'w Words,
    /// Whether a word may become a number.
    may_end: bool,
    /// What is known already.
    known: FxHashMap<(WordId, WordId), Like>,
}

impl Spelled {
    /// How the words of results agree with those of a later run, in which words may become numbers or not.
    ///
    /// # Errors
    /// The first words that differ.
    pub fn agree(&self, after: &Spelled, may_end: bool) -> Result<Agreement, String> {
        let mut comparison = Comparison {
            before: &self.words,
            after: &after.words,
            may_end,
            known: FxHashMap::default(),
        };
        let mut agreement = Agreement::default();
        let results = self.results.iter().zip(&after.results);
        for (k, (before, after_result)) in results.enumerate() {
            for (a, b) in before.iter().zip(after_result) {
                if a.part.is_none() && b.part.is_none() {
                    continue;
                }
                match comparison.scalars(*a, *b, 0) {
                    Like::Yes => agreement.same += u64::from(self.words.is_word(*a)),
                    Like::Unknown => agreement.unknown += 1,
                    Like::No => {
                        let (a, b) = (self.words.text(*a), after.words.text(*b));
                        return Err(format!("result {k}: the word {b}, not {a}"));
                    }
                }
            }
        }
        Ok(agreement)
    }

    /// How many scalars of results stand for words of two letters at least.
    pub fn count(&self) -> usize {
        let scalars = self.results.iter().flatten();
        scalars.filter(|scalar| self.words.is_word(**scalar)).count()
    }
}

impl Words {
    /// What a scalar stands for: a word without letters is the neutral value, and one of a single letter is that.
    pub(super) fn plain(&self, mut scalar: Scalar) -> Plain {
        while let Some(part) = scalar.part {
            let letters = self.letters(part.word);
            match letters.as_slice() {
                [] => return Plain::Number,
                [letter] => match letter.get(part.at as usize) {
                    Some(within) => scalar = *within,
                    None => return Plain::Number,
                },
                _ => {
                    return Plain::Word {
                        word: part.word,
                        at: part.at,
                        letters,
                    };
                }
            }
        }
        Plain::Number
    }

    fn is_word(&self, scalar: Scalar) -> bool {
        matches!(self.plain(scalar), Plain::Word { .. })
    }

    pub(super) fn monoid_of(&self, word: WordId) -> Option<&Monoid> {
        self.monoid(self.word(word)?.monoid)
    }
}

impl Comparison<'_> {
    /// Whether two scalars stand for the same.
    fn scalars(&mut self, before: Scalar, after: Scalar, depth: usize) -> Like {
        match (self.before.plain(before), self.after.plain(after)) {
            (Plain::Number, Plain::Number) => Like::Yes,
            (Plain::Number, Plain::Word { .. }) => Like::Unknown,
            (Plain::Word { .. }, Plain::Number) if self.may_end => Like::Unknown,
            (Plain::Word { .. }, Plain::Number) => Like::No,
            (
                Plain::Word { word, at, letters },
                Plain::Word {
                    word: other,
                    at: other_at,
                    letters: others,
                },
            ) => match at == other_at {
                true => self.words((word, &letters), (other, &others), depth),
                false => Like::No,
            },
        }
    }

    /// Whether two words are the same: of like monoids, with the same letters, in the same order unless there is none.
    fn words(
        &mut self,
        (before, letters): (WordId, &[Rc<[Scalar]>]),
        (after, others): (WordId, &[Rc<[Scalar]>]),
        depth: usize,
    ) -> Like {
        if let Some(known) = self.known.get(&(before, after)) {
            return *known;
        }
        let monoids = (self.before.monoid_of(before), self.after.monoid_of(after));
        let like = match monoids {
            (Some(own), Some(other)) if own.unit != other.unit || own.commutative != other.commutative => {
                Like::No
            }
            _ if letters.len() != others.len() => Like::No,
            _ if depth > DEEPEST => Like::Unknown,
            (Some(own), _) if own.commutative => self.bags(letters, others, depth),
            _ => {
                let mut pairs = letters.iter().zip(others);
                pairs
                    .try_fold(Like::Yes, |like, (a, b)| match self.groups(a, b, depth) {
                        Like::No => Err(Like::No),
                        found => Ok(like.min(found)),
                    })
                    .unwrap_or_else(|no| no)
            }
        };
        self.known.insert((before, after), like);
        like
    }

    /// Letters without an order.  Each takes the likest of those that are left with its numbers.
    fn bags(&mut self, letters: &[Rc<[Scalar]>], others: &[Rc<[Scalar]>], depth: usize) -> Like {
        let mut left: FxHashMap<Vec<u64>, Vec<&Rc<[Scalar]>>> = FxHashMap::default();
        for other in others {
            left.entry(bits(other)).or_default().push(other);
        }
        let mut worst = Like::Yes;
        for letter in letters {
            let Some(same) = left.get_mut(&bits(letter)) else {
                return Like::No;
            };
            let mut best = (Like::No, 0);
            for (k, other) in same.iter().enumerate() {
                let like = self.groups(letter, other, depth);
                if like > best.0 {
                    best = (like, k);
                }
                if like == Like::Yes {
                    break;
                }
            }
            if best.0 == Like::No {
                return Like::No;
            }
            same.swap_remove(best.1);
            worst = worst.min(best.0);
        }
        worst
    }

    /// Whether two letters are the same.
    fn groups(&mut self, letter: &[Scalar], other: &[Scalar], depth: usize) -> Like {
        if bits(letter) != bits(other) {
            return Like::No;
        }
        let pairs = letter.iter().zip(other);
        let likes = pairs.map(|(a, b)| self.scalars(*a, *b, depth + 1));
        likes.min().unwrap_or(Like::Yes)
    }
}

/// The numbers of a group, any NaN like any other.
fn bits(group: &[Scalar]) -> Vec<u64> {
    group
        .iter()
        .map(|scalar| scalar.number.with_one_nan().bits())
        .collect()
}
