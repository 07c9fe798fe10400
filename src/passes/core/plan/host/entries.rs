//! The entries of a host program in the making, of which those that are the same stand once.
//!
//! Entry points that call one function have its combinators one by one, and so has a function that is called twice.  Two entries are the same if their
//! programs are but for names, if a step has to bring the same for both, and if what fails in them has the same places: then nobody can tell which of them
//! was run.

use super::*;
use elder_core::analyses::consumed::Consumed;
use elder_dpia::alpha::equal_entries;
use elder_dpia::{Node, Phrase, Prim};
use std::cell::OnceCell;

/// The entries and the constants of a host program in the making.
pub struct Entries {
    /// In the order of their numbers.
    pub all: Vec<host::Entry<Entry>>,
    /// The constants, each behind those that it uses.
    pub constants: Vec<host::Constant>,
    /// What was chosen, in the order in which it was.
    pub chosen: Vec<Chosen>,
    /// What chooses.
    pub schedule: Schedule,
    names: Texts,
    /// The numbers of the entries that have the same marks.
    marked: FxHashMap<Marks, Vec<usize>>,
    /// The numbers of the constants that functions are.
    pub(super) numbers: FxHashMap<FunName, usize>,
    pub(super) shows: Shows,
    /// What is consumed in the program, once somebody asks.
    pub(in super::super) consumed: OnceCell<Consumed>,
}

impl Entries {
    /// None yet, by a schedule, of a program that shows this.
    pub fn of(schedule: Schedule, shows: Shows) -> Entries {
        Entries {
            all: Vec::new(),
            constants: Vec::new(),
            chosen: Vec::new(),
            schedule,
            names: Texts::default(),
            marked: FxHashMap::default(),
            numbers: FxHashMap::default(),
            shows,
            consumed: OnceCell::new(),
        }
    }

    /// A name that no entry has.
    pub fn called(&mut self, text: &str) -> String {
        self.names.fresh(&spelled(text), |_| true)
    }

    /// CORE-K-HOST: the number of an entry, which is chosen so if there is none that is the same.
    pub(super) fn put(&mut self, entry: host::Entry<Entry>, by: Choice) -> usize {
        let numbers = self.marked.entry(Marks::of(&entry.what.body)).or_default();
        let same = numbers.iter().copied().find(|number| {
            self.all.get(*number).is_some_and(|known| {
                known.interface == entry.interface && equal_entries(&known.what, &entry.what)
            })
        });
        if let Some(same) = same {
            return same;
        }
        let number = self.all.len();
        numbers.push(number);
        let of = entry.name.clone();
        self.chosen.push(Chosen { of, by });
        self.all.push(entry);
        number
    }
}

/// What the programs of two entries have in common that are the same: how long they are, and where they fail.
#[derive(PartialEq, Eq, Hash)]
struct Marks(usize, Vec<Span>);

impl Marks {
    fn of(program: &Phrase) -> Marks {
        let mut marks = Marks(0, Vec::new());
        let mut rest = vec![program];
        while let Some(phrase) = rest.pop() {
            marks.0 += 1;
            if let Node::Prim(Prim::Fail { .. }, _) = &*phrase.node {
                marks.1.push(phrase.span);
            }
            rest.extend(phrase.children());
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Shows, run};
    use super::Schedule;
    use elder_core::{check, names, read};
    use elder_syntax::SourceMap;

    /// The entries of a program, by the entries that its entry points run.
    fn entries(text: &str) -> (Vec<String>, usize) {
        let source = SourceMap::new().add("a.core", text.to_owned());
        let mut program = read::program(source, text, &|_| None).unwrap();
        check::program(&program).unwrap();
        names::note(&mut program);
        crate::core::place::run(&mut program);
        let (host, chosen) = run(&program, Schedule::default(), Shows::Results).unwrap();
        let names = host.entries.iter().map(|entry| entry.name.to_string());
        (
            names.collect(),
            chosen.iter().filter(|chosen| chosen.is_entry()).count(),
        )
    }

    /// A map as an entry point of this name, of which each item multiplies by this and may have this before it.
    fn map(name: &str, by: i64, before: &str) -> String {
        format!(
            "entry {name} (n: i64) (xs: [n]i64): [n]i64 =
               let ys: [n]i64 = segmap @global (n) (\\(i: i64): i64 -> let x: i64 = safe xs[i] {before}let y: i64 = x * {by}i64 in y)
               in ys\n"
        )
    }

    #[test]
    fn the_same_entry_stands_once() {
        let (names, chosen) = entries(&(map("a", 3, "") + &map("b", 3, "") + &map("c", 2, "")));
        assert_eq!(names, ["a_ys", "c_ys"]);
        assert_eq!(chosen, 2);
    }

    #[test]
    fn what_fails_elsewhere_is_another_entry() {
        let fails = "let c: bool = x < 3i64 let sure: cert = assert c ";
        let (names, _) = entries(&(map("a", 3, fails) + &map("b", 3, fails)));
        assert_eq!(names, ["a_ys", "b_ys"]);
    }
}
