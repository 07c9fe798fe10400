//! What is printed reads back as the same program, and prints the same.

use elder_core::print;
use elder_core::read;
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{Name, Names, Program};
use elder_syntax::source::SourceId;
use elder_syntax::{Judgement, Rule};

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

/// Names in the order in which they are bound, so that programs that differ in nothing else are equal.
struct Renumber {
    names: Names,
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
}

fn renumbered(mut program: Program) -> Program {
    let mut renumber = Renumber {
        names: Names::default(),
        new: vec![None; program.names.len()],
    };
    rewrite::program(&mut renumber, &mut program);
    program
}

const TEXTS: [(&str, &str); 6] = [
    ("example", include_str!("texts/example.core")),
    ("everything", include_str!("texts/everything.core")),
    ("figure 39", include_str!("texts/figure-39.core")),
    ("figure 40", include_str!("texts/figure-40.core")),
    ("figure 41", include_str!("texts/figure-41.core")),
    ("figure 42", include_str!("texts/figure-42.core")),
];

#[test]
fn texts_are_read_and_printed() {
    for (name, text) in TEXTS {
        let program = read(text);
        let printed = print::program(&program);
        let again = read(&printed);
        assert_eq!(printed, print::program(&again), "{name}");
        let (program, again) = (renumbered(program), renumbered(again));
        assert_eq!(program.functions, again.functions, "{name}");
        assert_eq!(program.entries, again.entries, "{name}");
    }
}
