//! Programs that break one premise: an accepted program, and one more definition, which is legal but for that.
//!
//! `refused.txt` has a row for each way: the premise, and the definition.  What is no linear function is made by `linear.rs`.

use super::{Shape, case};
use crate::Choices;
pub use crate::kit::Fault;
use crate::kit::faults;
use elder_dex::core::print;
use std::sync::LazyLock;

impl Fault {
    /// Whether simplification refuses the program, which is legal.
    pub fn is_of_simplification(&self) -> bool {
        let judgements = ["DX-S-", "DX-L-", "DX-TR-"];
        judgements.iter().any(|prefix| self.rule.starts_with(prefix))
    }
}

/// All ways but the one below.
static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| faults(include_str!("refused.txt")));

/// What is no linear function.
const LINEAR: Fault = Fault {
    rule: "DX-TR-STRUCT",
    premise: "",
    place: "",
    template: "",
};

/// The text of a program, and what it breaks; behind a legal program, sometimes.
pub fn refused(c: &mut Choices) -> (String, Fault) {
    if c.below(6) == 5 {
        let made = super::linear(c, true);
        if let Some(premise) = made.breaks {
            return (made.text, Fault { premise, ..LINEAR });
        }
    }
    let fault = c.pick(&FAULTS).copied().unwrap_or(LINEAR);
    let own = fault.template.replace("«n»", "\n");
    let text = match c.below(4) {
        0 => own,
        _ => format!(
            "{}\n{own}",
            print::program(&c.part(|c| case(c, Shape::WHOLE)).program)
        ),
    };
    (text, fault)
}
