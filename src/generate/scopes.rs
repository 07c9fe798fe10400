//! Programs in which a type or a size would hold itself, or stand where what it mentions is not bound, and the nearest programs that are right.
//!
//! Generated programs say the types of what they bind, and programs that break a rule break it openly; so hardly any of them asks unification whether what
//! it found may be.  Here each row of a table is a pair: a text that is accepted, and one that differs from it in who is named, and is refused by one
//! premise.  Both are drawn, so a checker that forgets to ask is seen, and so is one that asks too much, or never ends.
//!
//! The second table of a language has in the same way what is no member: of a record, a sum, an index set, a module, an interface, a type.
//! Futhark's third one has who consumes a constant, or gives one away: in pairs, records, branches, loops, modules, functors, parts and captured.
//! [`consumed`] has calls with several arguments; numerals that are beside the ends of their types, or none, are drawn here too, as nothing needs to run.
//!
//! A line of a table is the premise, a space and the text.  Between `«` and `»` stands what is written in the right text, then `¦` and what is in the wrong
//! one; what is between `⟦` and `⟧` is put into types of the same sort, one in another, which lines with `wrap` have, `□` being their hole; `¶` is the end of a line.

mod consumed;

use crate::Choices;
use crate::kit::{Fault, faults};
use crate::numbers::{programs, spelt};

/// The table of a language.
#[derive(Clone, Copy, Debug)]
struct Table(&'static [&'static str]);

/// Dex's, of texts: core's say all types.
const DEX: Table = Table(&[
    include_str!("scopes/dex.txt"),
    include_str!("scopes/dex-members.txt"),
]);

/// FCL's.
const FCL: Table = Table(&[
    include_str!("scopes/fcl.txt"),
    include_str!("scopes/fcl-members.txt"),
]);

/// Futhark's.
const FUTHARK: Table = Table(&[
    include_str!("scopes/futhark.txt"),
    include_str!("scopes/futhark-members.txt"),
    include_str!("scopes/futhark-constants.txt"),
]);

/// A program, and what comes of it.
#[derive(Clone, Debug)]
pub struct Scoped {
    /// The text.
    pub text: String,
    /// The rule and the premise that it or its wrong neighbour breaks.
    pub about: (&'static str, &'static str),
    /// Whether it is right.
    pub is_right: bool,
}

/// Types that stand in each other, at most.
const DEEPEST: usize = 3;

/// A program of Futhark: of a row, calls with several arguments, or a numeral.
pub fn futhark(c: &mut Choices) -> Scoped {
    match c.below(5) {
        0 => consumed::program(c),
        1 => spelt::scoped(c, &programs::FUTHARK),
        _ => scoped(c, FUTHARK),
    }
}

/// A program of Dex: of a row, or a numeral.
pub fn dex(c: &mut Choices) -> Scoped {
    match c.below(5) {
        0 => spelt::scoped(c, &programs::DEX),
        _ => scoped(c, DEX),
    }
}

/// A program of FCL: of a row, or a numeral.
pub fn fcl(c: &mut Choices) -> Scoped {
    match c.below(5) {
        0 => spelt::scoped(c, &programs::FCL),
        _ => scoped(c, FCL),
    }
}

/// One of the two programs of a row.
fn scoped(c: &mut Choices, table: Table) -> Scoped {
    let rows: Vec<Fault> = table.0.iter().flat_map(|text| faults(text)).collect();
    let lines = table.0.iter().flat_map(|text| text.lines());
    let wraps: Vec<&str> = lines.filter_map(|line| line.strip_prefix("wrap ")).collect();
    let row = rows[c.below(rows.len())];
    let is_right = c.below(3) == 0;
    let depth = 1 + c.below(DEEPEST);
    let around: Vec<&str> = (0..depth).filter_map(|_| c.pick(&wraps).copied()).collect();
    let chosen = between(row.template, '«', '»', &|pair| {
        let (right, wrong) = pair.split_once('¦').unwrap_or((pair, pair));
        (if is_right { right } else { wrong }).to_owned()
    });
    let wrapped = between(&chosen, '⟦', '⟧', &|part| {
        let put = |inner: String, wrap: &&str| wrap.replace('□', &inner);
        around.iter().fold(part.to_owned(), put)
    });
    Scoped {
        text: wrapped.replace('¶', "\n") + "\n",
        about: (row.rule, row.premise),
        is_right,
    }
}

/// The text with something else for each part between two marks, without the marks.
fn between(text: &str, open: char, close: char, instead: &dyn Fn(&str) -> String) -> String {
    let mut parts = text.split(open);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inner, rest) = part.split_once(close).unwrap_or((part, ""));
        out += &instead(inner);
        out += rest;
    }
    out
}
