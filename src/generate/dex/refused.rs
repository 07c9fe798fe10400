//! Programs that break one premise: an accepted program, and one more definition, which is legal but for that.
//!
//! `refused.txt` has a row for each way: the premise, and the definition.  What is no linear function is made by `linear.rs`.

use super::{Shape, case};
use crate::Choices;
use crate::faults::row;
use elder_dex::core::print;
use std::fmt;

/// What a program breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule.
    pub rule: &'static str,
    /// The premise.
    pub premise: &'static str,
}

impl Fault {
    /// Whether simplification refuses the program, which is legal.
    pub fn is_of_simplification(&self) -> bool {
        let judgements = ["DX-S-", "DX-L-", "DX-TR-"];
        judgements.iter().any(|prefix| self.rule.starts_with(prefix))
    }
}

/// `RULE/premise`
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.rule, self.premise)
    }
}

const TABLE: &str = include_str!("refused.txt");

/// The text of a program, and what it breaks; behind a legal program, sometimes.
pub fn refused(c: &mut Choices) -> (String, Fault) {
    if c.below(6) == 5 {
        let made = super::linear(c, true);
        if let Some(premise) = made.breaks {
            let rule = "DX-TR-STRUCT";
            return (made.text, Fault { rule, premise });
        }
    }
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
