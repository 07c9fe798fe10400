//! Programs that break one premise: an accepted program, and one more definition, which is legal but for that.
//!
//! `refused.txt` has a row for each way: the premise, and the definition.

use super::{Shape, case};
use crate::Choices;
use crate::faults::row;
use elder_dex::core::print;

/// What a program breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule.
    pub rule: &'static str,
    /// The premise.
    pub premise: &'static str,
}

const TABLE: &str = include_str!("refused.txt");

/// The text of a program, and what it breaks; behind a legal program, sometimes.
pub fn refused(c: &mut Choices) -> (String, Fault) {
    let rows: Vec<_> = TABLE.lines().filter_map(row).collect();
    let (rule, premise, own) = c.pick(&rows).copied().unwrap_or(("", "", ""));
    let own = own.replace("«n»", "\n");
    let text = match c.below(4) {
        0 => own,
        _ => format!(
            "{}\n{own}",
            print::program(&c.part(|c| case(c, Shape::WHOLE)).program)
        ),
    };
    (text, Fault { rule, premise })
}
