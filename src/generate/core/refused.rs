//! Programs that break one premise: a legal program, with all its sizes, with one more function, which is legal but for that.
//!
//! `refused.txt` has a row for each way: the premise, and the function.  `«f»` stands for its name, `«i»` for an integer type.

use super::displaced::{Displacement, displacement};
use super::mutants::mutant;
use super::{Case, legal, sized};
use crate::Choices;
pub use crate::kit::Fault;
use crate::kit::faults;
use elder_core::print;
use std::sync::LazyLock;

/// All ways.
static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| faults(include_str!("refused.txt")));

const INTEGERS: [&str; 8] = ["i32", "i64", "u8", "i8", "i16", "u16", "u32", "u64"];

/// A program that is to be refused, or may be.
#[derive(Clone, Debug)]
pub enum Suspect {
    /// A text that is refused for what it breaks.
    Broken(String, Fault),
    /// A legal program after a change.
    Mutant(Box<Case>),
    /// A legal program whose placed form is to be changed.
    Displaced(Box<Case>, Displacement),
}

/// A program that is to be refused, or may be.
pub fn suspect(c: &mut Choices) -> Suspect {
    match c.below(5) {
        0 | 1 => {
            let (text, fault) = refused(c);
            Suspect::Broken(text, fault)
        }
        2 => {
            let displacement = displacement(c);
            Suspect::Displaced(Box::new(c.part(legal)), displacement)
        }
        _ => Suspect::Mutant(Box::new(mutant(c))),
    }
}

/// The text of a program, and what it breaks; before a legal program, sometimes.
fn refused(c: &mut Choices) -> (String, Fault) {
    let fault = FAULTS[c.below(FAULTS.len())];
    let integer = c.pick(&INTEGERS).copied().unwrap_or("i32");
    let own = fault.template.replace("«f»", "broken").replace("«i»", integer);
    let text = match c.below(4) {
        0 => format!("{own}\n{}", print::program(&c.part(sized).0)),
        _ => own,
    };
    (text, fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_core::{check, read};
    use elder_syntax::SourceId;

    /// Each row is refused first for what it says, with every integer type.
    #[test]
    fn each_row_is_refused_for_what_it_breaks() {
        for fault in FAULTS.iter() {
            for integer in INTEGERS {
                let text = fault.template.replace("«f»", "broken").replace("«i»", integer);
                let program = read::program(SourceId(0), &text, &|_| None);
                let errors = program.and_then(|program| check::program(&program)).err();
                let errors = errors.unwrap_or_default();
                let refusal = errors.first().and_then(|error| error.refusal);
                let by = refusal.map(|refusal| refusal.to_string());
                assert_eq!(by, Some(fault.to_string()), "{text}");
            }
        }
    }
}
