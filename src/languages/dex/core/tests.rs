//! What is printed reads back as the same program, and prints the same.

use super::rewrite::Rewrite;
use super::{Program, Stm, Value, print, read};
use elder_syntax::Span;
use elder_syntax::names::{Name, Names};
use elder_syntax::source::SourceId;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

mod generate;

/// Names in the order in which they are bound, and no places, so that programs that differ in nothing else are equal.
#[derive(Default)]
struct Renumber {
    names: Names,
    new: FxHashMap<Name, Name>,
}

impl Rewrite for Renumber {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(self.new.get(&name).copied().unwrap_or(name))
    }

    fn bound(&mut self, name: Name) -> Name {
        let new = self.names.fresh("x");
        self.new.insert(name, new);
        new
    }

    fn stm(&mut self, stm: &Stm) -> Stm {
        let exp = self.exp(&stm.exp);
        Stm {
            binder: self.binder(&stm.binder),
            exp,
            at: Span::NONE,
        }
    }
}

fn renumbered(mut program: Program) -> Program {
    let mut renumber = Renumber::default();
    for data in &mut program.data {
        data.at = Span::NONE;
        data.parameters = renumber.binders(&data.parameters);
        for constructor in &mut data.constructors {
            constructor.fields = renumber.binders(&constructor.fields);
        }
    }
    for definition in &mut program.definitions {
        definition.at = Span::NONE;
        definition.binder.ty = renumber.value(&definition.binder.ty);
        definition.body = renumber.block(&definition.body);
        definition.binder.name = renumber.bound(definition.binder.name);
    }
    program
}

fn read(text: &str) -> Program {
    match read::program(SourceId(0), text) {
        Ok(program) => program,
        Err(errors) => panic!("{text}\n{errors:#?}"),
    }
}

fn round_trip(program: Program) {
    let printed = print::program(&program);
    let again = read(&printed);
    assert_eq!(printed, print::program(&again));
    let (program, again) = (renumbered(program), renumbered(again));
    assert_eq!(program.data, again.data, "{printed}");
    assert_eq!(program.definitions, again.definitions, "{printed}");
}

/// A text of all forms, as it is printed.
const EVERYTHING: &str = include_str!("tests/everything.dxc");

#[test]
fn a_text_is_printed_as_it_was() {
    assert_eq!(print::program(&read(EVERYTHING)), EVERYTHING);
    round_trip(read(EVERYTHING));
}

/// What is cut off, or lacks a piece, is refused or read, and nothing else happens.
#[test]
fn broken_texts_are_refused() {
    let ends = (0..EVERYTHING.len()).filter(|end| EVERYTHING.is_char_boundary(*end));
    for end in ends.step_by(11) {
        let _ = read::checked(SourceId(0), &EVERYTHING[..end]);
        let rest = end + 7.min(EVERYTHING.len() - end);
        if EVERYTHING.is_char_boundary(rest) {
            let _ = read::checked(
                SourceId(0),
                &format!("{}{}", &EVERYTHING[..end], &EVERYTHING[rest..]),
            );
        }
    }
}

#[test]
fn names_that_are_no_names_and_names_of_one_text() {
    let mut program = read("def x: Int =\n  let y: Int = 1\n  let z: Int = y\n  in z\n");
    let definition = &program.definitions[0];
    let (y, z) = (
        definition.body.stms[0].binder.name,
        definition.body.stms[1].binder.name,
    );
    program.names.rename(y, "x");
    program.names.rename(z, "Int");
    let printed = print::program(&program);
    assert_eq!(
        printed,
        "def x: Int =\n  let x_1: Int = 1\n  let Int_1: Int = x_1\n  in Int_1\n"
    );
    program.names.rename(y, "let");
    program.names.rename(z, "a b");
    let printed = print::program(&program);
    assert_eq!(
        printed,
        "def x: Int =\n  let `let`: Int = 1\n  let `a b`: Int = `let`\n  in `a b`\n"
    );
    round_trip(program);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn programs_are_printed_and_read(choices in prop::collection::vec(any::<u64>(), 0..300)) {
        let program = generate::program(&choices);
        // Most are refused, by whatever rule comes first; none of them by a panic.
        let _ = crate::check::program(&program);
        round_trip(program);
    }
}
