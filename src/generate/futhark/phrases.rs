//! Phrases: right statements of a fixed shape, with generated parts.
//!
//! They are what follows from several rules at once and is rarely composed by chance: sizes that one argument makes and another takes, loops and
//! branches that change sizes, what may be updated although something like it was consumed.  Each ends in a variable whose value is observed.

use super::features::{Construct, Feature};
use super::generator::{Aliases, Generator};
use super::quote::Part;
use super::signature::written;
use crate::Choices;

/// A phrase a line: the type of `x0`, and statements as the table of what is refused has them.
const PHRASES: &str = include_str!("phrases/phrases.txt");

/// Phrases whose sizes may have no value.  A function that is used has those sizes that it is used at, whether it is applied or not; of a type
/// argument nobody may ask for them.
const WITHOUT_VALUE: &str = include_str!("phrases/without_value.txt");

/// Parallel operators within each other, and arrays that several of them need: what compilers fuse, flatten, tile and build in each other's memory.
/// Operators are associative, those of histograms commutative, and no place is written twice, so that every order of evaluation gives the same.
const NESTS: &str = include_str!("phrases/nests.txt");

/// Attributes that choose how a parallel operator is compiled, and change no value.
pub const VERSIONS: [&str; 8] = [
    "sequential",
    "sequential_inner",
    "sequential_outer",
    "incremental_flattening(only_intra)",
    "incremental_flattening(only_inner)",
    "incremental_flattening(no_intra)",
    "flattening(no_outer)",
    "unroll",
];

impl Generator {
    /// A phrase; the variable that it ends in comes into scope.
    pub fn phrase(&mut self, c: &mut Choices) -> Option<Part> {
        let table = match self.on(Feature::Errors) && c.below(4) == 0 {
            true => WITHOUT_VALUE,
            false => PHRASES,
        };
        self.of_table(c, table, Construct::Phrase)
    }

    /// Operators within each other; the variable that they end in comes into scope.
    pub fn nest(&mut self, c: &mut Choices) -> Option<Part> {
        self.of_table(c, NESTS, Construct::Nest)
    }

    fn of_table(&mut self, c: &mut Choices, table: &str, construct: Construct) -> Option<Part> {
        if !self.on(Feature::Arrays) || !self.on(Feature::Updates) || self.quiet > 0 {
            return None;
        }
        self.meet(construct);
        let is_common = |line: &str| self.on(Feature::Extensions) || !line.contains("with a[");
        let lines = table.lines().filter(|line| !line.is_empty() && is_common(line));
        let lines: Vec<&str> = lines.collect();
        let (ty, template) = lines[c.below(lines.len())].split_once(' ')?;
        let (phrase, names) = self.filled(c, template);
        self.bind(names.get("x0")?, written(ty), &Aliases::new(), false);
        Some(phrase)
    }

    /// An attribute before a parallel operator, or nothing.
    pub fn version(&mut self, c: &mut Choices) -> String {
        if c.below(2) == 0 {
            return String::new();
        }
        self.meet(Construct::Attribute);
        format!("#[{}] ", VERSIONS[c.below(VERSIONS.len())])
    }
}
