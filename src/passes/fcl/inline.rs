//! Numbers that an assignment uses once have no name: they are written where they are used (FCL-M-NAME).
//!
//! A chain of such numbers, each used by the next, becomes one expression.  Which are used how often is counted while the chain is
//! taken, from its end, and all are put in their places at once: one after the other, the growing expression would be walked for each.

use super::builder::may_fail;
use crate::dpia::make;
use elder_dpia::{Name, Node, Phrase};
use rustc_hash::FxHashMap;

/// An assignment in the making.
pub(super) struct Assignment {
    /// As it was, with the names of numbers.
    command: Phrase,
    /// How often names are used, by it and by the numbers that were taken.
    uses: FxHashMap<Name, usize>,
    /// What stands for their names.
    numbers: FxHashMap<Name, Phrase>,
}

impl Assignment {
    pub(super) fn new(command: Phrase) -> Assignment {
        let mut out = Assignment {
            command: command.clone(),
            uses: FxHashMap::default(),
            numbers: FxHashMap::default(),
        };
        out.count(&command);
        out
    }

    fn count(&mut self, p: &Phrase) {
        make::each_use(p, &mut |x| *self.uses.entry(x.clone()).or_default() += 1);
    }

    /// Takes the number that is named before everything taken so far, unless it needs its name: it is used more than once, or can fail.
    pub(super) fn takes(&mut self, name: &Name, value: &Phrase) -> bool {
        let uses = self.uses.get(name).copied().unwrap_or(0);
        if uses > 1 || may_fail(value) {
            return false;
        }
        if uses == 1 {
            self.count(value);
            self.numbers.insert(name.clone(), value.clone());
        }
        true
    }

    /// The assignment, with the numbers in their places.
    pub(super) fn written(self) -> Phrase {
        match self.numbers.is_empty() {
            true => self.command,
            false => put(&self.command, &self.numbers),
        }
    }
}

/// With the numbers in the places of their names, also within each other.
fn put(p: &Phrase, numbers: &FxHashMap<Name, Phrase>) -> Phrase {
    match &*p.node {
        Node::Var(x) => match numbers.get(x) {
            Some(number) => put(number, numbers),
            None => p.clone(),
        },
        _ => p.map_children(&mut |child| put(child, numbers)),
    }
}
