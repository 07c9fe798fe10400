//! Texts of which each names one thing.

use rustc_hash::{FxHashMap, FxHashSet};

/// Those that were given.
#[derive(Default)]
pub struct Texts {
    taken: FxHashSet<String>,
    /// From which number on a text was not used: it is wished often.
    next: FxHashMap<String, u32>,
}

impl Texts {
    /// A text of letters, digits and underscores that names nothing yet and is free: the wished one, else with a number.
    pub fn fresh(&mut self, wished: &str, is_free: impl Fn(&str) -> bool) -> String {
        let mut own = wished.to_owned();
        while !is_free(&own) || !self.taken.insert(own.clone()) {
            let number = self.next.entry(wished.to_owned()).or_insert(1);
            own = format!("{wished}_{number}");
            *number += 1;
        }
        own
    }
}

/// A text with underscores for what is neither letter nor digit.
pub fn spelled(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}
