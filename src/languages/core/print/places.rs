//! Where arrays lie.

use super::Printer;
use crate::memory::{Spot, Terms};
use crate::tree::Binder;
use elder_sizes::Nat;

impl Printer<'_> {
    /// ` @ b[o; s1, s2]`, and ` @ b` where an array lies as a whole; ` @ [m]` of an array of an item that has a room; nothing of what has neither.
    pub(super) fn place(&mut self, binder: &Binder) {
        let Some(program) = self.program else { return };
        if let Some(room) = program.memory.room(binder.name) {
            self.put(" @ [");
            self.atom(room);
            self.put("]");
        }
        let Some(spot) = program.memory.spot(binder.name) else {
            return;
        };
        self.put(" @ ");
        self.used(spot.block);
        let dims = self.terms.dims(&program.names, &binder.ty);
        if dims.is_some_and(|dims| *spot == Spot::whole(spot.block, &dims)) {
            return;
        }
        let offset = self.term(&spot.offset);
        let strides: Vec<String> = spot.strides.iter().map(|stride| self.term(stride)).collect();
        self.put(&format!("[{offset}; {}]", strides.join(", ")));
    }

    /// `n * m - 2 * k`: summands in the order of their texts, which is the same however the names are numbered.
    fn term(&self, term: &Nat) -> String {
        let Some(summands) = Terms::summands(&self.terms, term) else {
            return "?".to_owned();
        };
        let summands = summands.into_iter().map(|(factor, names)| {
            let mut texts: Vec<String> = names
                .iter()
                .map(|name| self.texts.of(*name).into_owned())
                .collect();
            texts.sort_unstable();
            if factor.unsigned_abs() != 1 || texts.is_empty() {
                texts.insert(0, factor.unsigned_abs().to_string());
            }
            (factor < 0, texts.join(" * "))
        });
        let mut summands: Vec<(bool, String)> = summands.collect();
        summands.sort_unstable();
        let mut text = String::new();
        for (is_negative, summand) in summands {
            text += match (is_negative, text.is_empty()) {
                (false, true) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (true, false) => " - ",
            };
            text += &summand;
        }
        match text.is_empty() {
            true => "0".to_owned(),
            false => text,
        }
    }
}
