//! Programs that break one premise: a legal program, with all its sizes, with one more function, which is legal but for that.
//!
//! `refused.txt` has a row for each way: the premise, and the function.  `«f»` stands for its name, `«i»` for an integer type.

use super::sized;
use crate::Choices;
use crate::faults::row;
use elder_core::print;

/// What a program breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule.
    pub rule: &'static str,
    /// The premise.
    pub premise: &'static str,
}

const TABLE: &str = include_str!("refused.txt");

const INTEGERS: [&str; 8] = ["i32", "i64", "u8", "i8", "i16", "u16", "u32", "u64"];

/// The text of a program, and what it breaks.
pub fn refused(c: &mut Choices) -> (String, Fault) {
    let rows: Vec<_> = TABLE.lines().filter_map(row).collect();
    let (rule, premise, template) = c.pick(&rows).copied().unwrap_or(("", "", ""));
    let integer = c.pick(&INTEGERS).copied().unwrap_or("i32");
    let own = template.replace("«f»", "broken").replace("«i»", integer);
    let other = print::program(&c.part(sized).0);
    (format!("{own}\n{other}"), Fault { rule, premise })
}
