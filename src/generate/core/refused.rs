//! Programs that break one premise: a legal program, with all its sizes, with one more function, which is legal but for that.
//!
//! `refused.txt` has a row for each way: the premise, and the function.  `«f»` stands for its name, `«i»` for an integer type.

use super::mutants::mutant;
use super::{Case, sized};
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

/// A program that is to be refused, or may be.
#[derive(Clone, Debug)]
pub enum Suspect {
    /// A text that is refused for what it breaks.
    Broken(String, Fault),
    /// A legal program after a change.
    Mutant(Box<Case>),
}

/// A program that is to be refused, or may be.
pub fn suspect(c: &mut Choices) -> Suspect {
    match c.below(2) {
        0 => {
            let (text, fault) = refused(c);
            Suspect::Broken(text, fault)
        }
        _ => Suspect::Mutant(Box::new(mutant(c))),
    }
}

/// The text of a program, and what it breaks; before a legal program, sometimes.
fn refused(c: &mut Choices) -> (String, Fault) {
    let rows: Vec<_> = TABLE.lines().filter_map(row).collect();
    let (rule, premise, template) = c.pick(&rows).copied().unwrap_or(("", "", ""));
    let integer = c.pick(&INTEGERS).copied().unwrap_or("i32");
    let own = template.replace("«f»", "broken").replace("«i»", integer);
    let text = match c.below(4) {
        0 => format!("{own}\n{}", print::program(&c.part(sized).0)),
        _ => own,
    };
    (text, Fault { rule, premise })
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_core::{check, read};
    use elder_syntax::SourceId;

    /// Each row is refused first for what it says, with every integer type.
    #[test]
    fn each_row_is_refused_for_what_it_breaks() {
        for (rule, premise, template) in TABLE.lines().filter_map(row) {
            for integer in INTEGERS {
                let text = template.replace("«f»", "broken").replace("«i»", integer);
                let program = read::program(SourceId(0), &text, &|_| None);
                let errors = program.and_then(|program| check::program(&program)).err();
                let errors = errors.unwrap_or_default();
                let refusal = errors.first().and_then(|error| error.refusal);
                let by = refusal.map(|refusal| refusal.to_string());
                assert_eq!(by, Some(format!("{rule}/{premise}")), "{text}");
            }
        }
    }
}
