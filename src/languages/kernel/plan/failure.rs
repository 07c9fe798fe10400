//! What has no value: the table of the sites of a plan, and a failure at one of them.
//!
//! Who makes a kernel knows which rule each test in it is for, and writes that down as a row; a kernel only says which row it was, and with which
//! numbers.  So nothing that runs a plan has to find out what a failure means.

use super::BufferId;
use elder_syntax::diagnostic::with_numbers;
use elder_syntax::{Diagnostic, Name, Rule, Span};
use std::borrow::Cow;

/// How kernels say that something has no value: they write the number of a site (the first is 1) into the first cell of a record, unless
/// it is written already; whoever does so writes the numbers of its message behind it.
#[derive(Clone, Debug)]
pub struct Failures {
    /// The record: [`Failures::words`] numbers of type `i32`, of which the first has to be 0 before the first launch.  After the last step it is read.
    pub record: BufferId,
    /// What can go wrong.
    pub sites: Vec<Site>,
}

/// So many numbers a record has room for at least.
pub const LEAST: usize = 2;

/// The function by which kernels note a failure with its numbers: `note_failure(record, site, first, second)`.
pub const NOTE: &str = "note_failure";

impl Failures {
    /// How many numbers of type `i32` the record has: that of the site, and as many numbers of 64 bits as the message of some site speaks of, each
    /// its lower half first.
    pub fn words(&self) -> usize {
        let most = self.sites.iter().map(Site::count).max().unwrap_or(0);
        1 + 2 * most.max(LEAST)
    }

    /// The failure of a record, of which these are the bytes, lowest first; `None` if no test failed.  The number of a site that there is not is
    /// an error.
    pub fn read(&self, record: &[u8]) -> Option<Result<Failure, i32>> {
        let words = record.as_chunks().0.iter();
        let words: Vec<i32> = words.map(|word| i32::from_le_bytes(*word)).collect();
        let (site, halves) = words.split_first().filter(|(site, _)| **site != 0)?;
        let number = |pair: &[i32]| match pair {
            [low, high] => i64::from(*high) << 32 | i64::from(*low as u32),
            _ => 0,
        };
        Some(self.failure(*site, halves.chunks(2).map(number)).ok_or(*site))
    }

    /// The failure at the site of this number with these numbers for its message, if there is such a site.
    pub fn failure(&self, site: i32, numbers: impl Iterator<Item = i64>) -> Option<Failure> {
        let site = self.sites.get(usize::try_from(site).ok()?.checked_sub(1)?)?;
        Some(Failure {
            site: site.clone(),
            numbers: numbers.take(site.count()).collect(),
        })
    }
}

/// A place at which a kernel, or the host, tests whether something has a value.
#[derive(Clone, Debug)]
pub struct Site {
    /// The rule by which the definition refuses the same, and the key of its premise.
    pub rule: (&'static Rule, &'static str),
    /// Where in the source.
    pub span: Span,
    /// What is wrong, in one sentence without a stop; each `{}` stands for a number that is known when it fails.
    pub message: Cow<'static, str>,
    /// The rule and the premise that is broken, `FUT-E-INDEX/bounds`, of the language that the program was made from, if that says so.
    pub blamed: Option<Name>,
}

impl Site {
    /// A test for a premise, whose message is known.
    pub fn new(rule: (&'static Rule, &'static str), span: Span, message: &'static str) -> Site {
        Site {
            rule,
            span,
            message: Cow::Borrowed(message),
            blamed: None,
        }
    }

    /// The host reads a size that a kernel computed: the size and its bound.
    pub fn size(rule: (&'static Rule, &'static str), span: Span) -> Site {
        Site::new(rule, span, "the size {} is not between 0 and {}")
    }

    /// How many numbers its message speaks of.
    pub fn count(&self) -> usize {
        self.message.matches("{}").count()
    }

    /// What is wrong, where the numbers of its message are not known.
    pub fn without_numbers(&self) -> String {
        let (rule, key) = self.rule;
        let premise = rule.premises.iter().find(|premise| premise.key == key);
        match premise.filter(|_| self.count() > 0) {
            Some(premise) => format!("it is not so that {}", premise.text),
            None => self.message.clone().into_owned(),
        }
    }
}

impl PartialEq for Site {
    fn eq(&self, other: &Site) -> bool {
        let premise = |site: &Site| (site.rule.0.id, site.rule.1, site.span);
        premise(self) == premise(other) && self.message == other.message && self.blamed == other.blamed
    }
}

impl Eq for Site {}

/// A test that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where, and by which rule.
    pub site: Site,
    /// The numbers that its message speaks of.
    pub numbers: Vec<i64>,
}

impl Failure {
    /// What is wrong, in one sentence without a stop.
    pub fn message(&self) -> String {
        with_numbers(&self.site.message, &self.numbers)
    }

    /// The error that the definition would have ended with.
    pub fn diagnostic(&self) -> Diagnostic {
        let (rule, premise) = self.site.rule;
        Diagnostic::error(rule.refuse(premise), self.site.span, self.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::SourceId;

    #[test]
    fn numbers_of_a_record_have_64_bits() {
        let span = Span::new(SourceId(0), 0, 0);
        let site = Site::size((&crate::rules::host::KER_P_VAR, "bound"), span);
        let failures = Failures {
            record: BufferId(0),
            sites: vec![site],
        };
        for numbers in [[1 << 31, -1], [i64::MIN, i64::MAX], [-(1 << 31), (1 << 32) - 1]] {
            let halves = numbers.iter().flat_map(|number| number.to_le_bytes());
            let record: Vec<u8> = 1i32.to_le_bytes().into_iter().chain(halves).collect();
            let failure = failures.read(&record).and_then(Result::ok);
            assert_eq!(failure.map(|failure| failure.numbers), Some(numbers.to_vec()));
        }
    }
}
