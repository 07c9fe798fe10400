//! What is printed reads back as the same program, and prints the same.

#[path = "text/generate.rs"]
mod generate;

use elder_core::print;
use elder_core::read;
use elder_core::site::Sites;
use elder_core::tree::Stm;
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{Name, Names, Program, Site, SiteId};
use elder_syntax::source::SourceId;
use elder_syntax::{Judgement, Rule, Span};
use proptest::prelude::*;

/// Rules of another language, as the reader is given them.
fn foreign(id: &str) -> Option<&'static Rule> {
    elder_syntax::rules! {
        /// Some rules of Futhark's, as texts name them.
        static TABLE = Evaluation;
        REPL = "FUT-E-REPL", "a size is natural", "", [negative: "it is"];
        BINOP = "FUT-E-BINOP", "operators have values", "", [defined: "this one has"];
        INDEX = "FUT-E-INDEX", "indexes are in bounds", "", [bounds: "this one is"];
        ASSERT = "FUT-E-ASSERT", "assertions hold", "", [holds: "this one does"];
    }
    TABLE
        .iter()
        .copied()
        .find(|rule| rule.id == id && rule.judgement == Judgement::Evaluation)
}

fn read(text: &str) -> Program {
    match read::program(SourceId(0), text, &foreign) {
        Ok(program) => program,
        Err(errors) => panic!("{text}\n{errors:#?}"),
    }
}

/// Names in the order in which they are bound, and one site for all, so that programs that differ in nothing else are equal.
struct Renumber {
    names: Names,
    nowhere: SiteId,
    new: Vec<Option<Name>>,
}

impl Rewrite for Renumber {
    fn bound(&mut self, name: &mut Name) {
        let new = self.names.fresh("x");
        self.new[name.index()] = Some(new);
        *name = new;
    }

    fn used(&mut self, name: &mut Name) {
        if let Some(new) = self.new[name.index()] {
            *name = new;
        }
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        stm.at = self.nowhere;
        out.push(stm);
    }
}

fn renumbered(mut program: Program) -> Program {
    let mut renumber = Renumber {
        names: Names::default(),
        nowhere: Sites::default().add(Site::at(Span::NONE)),
        new: vec![None; program.names.len()],
    };
    rewrite::program(&mut renumber, &mut program);
    for function in &mut program.functions {
        function.at = renumber.nowhere;
    }
    for entry in &mut program.entries {
        entry.at = renumber.nowhere;
    }
    program
}

/// What is printed reads back as the same, and prints the same.
fn round_trip(name: &str, program: Program) {
    let printed = print::program(&program);
    let again = read(&printed);
    let twice = print::program(&again);
    for (first, second) in printed.lines().zip(twice.lines()) {
        assert_eq!(first, second, "{name}");
    }
    assert_eq!(printed, twice, "{name}");
    let (program, again) = (renumbered(program), renumbered(again));
    assert_eq!(program.functions, again.functions, "{name}\n{printed}");
    assert_eq!(program.entries, again.entries, "{name}\n{printed}");
}

const TEXTS: [(&str, &str); 7] = [
    ("example", include_str!("texts/example.core")),
    ("everything", include_str!("texts/everything.core")),
    ("placed", include_str!("texts/placed.core")),
    (
        "figure 39",
        include_str!("../../../../spec/core/cases/thesis/figure-39.core"),
    ),
    (
        "figure 40",
        include_str!("../../../../spec/core/cases/thesis/figure-40.core"),
    ),
    (
        "figure 41",
        include_str!("../../../../spec/core/cases/thesis/figure-41.core"),
    ),
    (
        "figure 42",
        include_str!("../../../../spec/core/cases/thesis/figure-42.core"),
    ),
];

#[test]
fn texts_are_read_and_printed() {
    for (name, text) in TEXTS {
        round_trip(name, read(text));
    }
}

#[test]
fn the_figures_are_legal() {
    for (name, text) in TEXTS {
        let judged = elder_core::check::program(&read(text));
        assert_eq!(
            judged.is_ok(),
            !["everything", "placed"].contains(&name),
            "{name}: {judged:#?}"
        );
    }
}

/// What is cut off, or lacks a piece, is refused or read, and nothing else happens.
#[test]
fn broken_texts_are_refused() {
    for (_, text) in TEXTS {
        for end in (0..text.len())
            .step_by(29)
            .filter(|end| text.is_char_boundary(*end))
        {
            let _ = read::program(SourceId(0), &text[..end], &foreign);
            let rest = end + 7.min(text.len() - end);
            if text.is_char_boundary(rest) {
                let without = format!("{}{}", &text[..end], &text[rest..]);
                let _ = read::program(SourceId(0), &without, &foreign)
                    .and_then(|program| elder_core::check::program(&program));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn programs_are_printed_and_read(choices in prop::collection::vec(any::<u64>(), 0..400)) {
        let program = generate::program(&choices);
        // Most are refused, by whatever rule comes first; none of them by a panic.
        let _ = elder_core::check::sized(&program);
        round_trip("generated", program);
    }
}
