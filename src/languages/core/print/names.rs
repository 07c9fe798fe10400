//! Which text a name gets.

use crate::names::{Name, Names, Text};
use crate::read::token::RESERVED;
use crate::tree::Program;
use elder_syntax::prim::{PrimFn, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::fmt::Write;

/// The texts of the names that were met, and what is in scope.
pub(super) struct Texts<'p> {
    names: &'p Names,
    /// The text of each name that was bound already, by its number.
    chosen: Vec<Option<Text>>,
    /// The types of those that are scalars.
    scalars: Vec<Option<PrimType>>,
    functions: Vec<Text>,
    /// What no variable may be called.
    taken: FxHashSet<Text>,
    /// What the variables are called that are in scope.
    live: FxHashSet<Text>,
    log: Vec<Text>,
    /// From which number on a text was not used in this definition.
    next: FxHashMap<Text, u32>,
    /// Whether a name that is not in scope is one that nobody bound.
    whole: bool,
}

/// How much was in scope when a scope began.
#[derive(Clone, Copy)]
pub(super) struct Opened(usize);

impl<'p> Texts<'p> {
    pub fn new(names: &'p Names, program: Option<&Program>) -> Texts<'p> {
        // What is printed for messages, without a program, binds nothing.
        let rows = program.map_or(0, |_| names.len());
        let mut texts = Texts {
            names,
            chosen: vec![None; rows],
            scalars: vec![None; rows],
            functions: Vec::new(),
            taken: RESERVED.iter().map(|word| Text::from(*word)).collect(),
            live: FxHashSet::default(),
            log: Vec::new(),
            next: FxHashMap::default(),
            whole: program.is_some(),
        };
        for function in program.iter().flat_map(|program| &program.functions) {
            let text = texts.free(&function.name);
            texts.taken.insert(text.clone());
            texts.functions.push(text);
        }
        texts
    }

    /// What a function is called.
    pub fn function(&self, index: usize) -> &str {
        self.functions.get(index).map_or("?", Text::as_str)
    }

    /// A definition begins: numbers are counted anew.
    pub fn begin(&mut self) -> Opened {
        self.next.clear();
        self.open()
    }

    /// A scope begins.
    pub fn open(&self) -> Opened {
        Opened(self.log.len())
    }

    /// A scope ends.
    pub fn close(&mut self, opened: Opened) {
        for text in self.log.drain(opened.0..) {
            self.live.remove(&text);
        }
    }

    /// Gives a name its text, which nothing in scope has.
    pub fn choose(&mut self, name: Name, scalar: Option<PrimType>) {
        let text = self.free(self.names.text(name));
        // A name that the table does not have is printed as nobody's.
        if let Some(chosen) = self.chosen.get_mut(name.index()) {
            *chosen = Some(text);
        }
        if let Some(known) = self.scalars.get_mut(name.index()) {
            *known = scalar;
        }
    }

    /// From here on a name that has its text is in scope.
    pub fn show(&mut self, name: Name) {
        if let Some(Some(text)) = self.chosen.get(name.index()) {
            self.live.insert(text.clone());
            self.log.push(text.clone());
        }
    }

    /// What an existential size of results is called: in scope as long as they are.
    pub fn existential(&mut self) -> Text {
        // The smallest number that is free: the text does not stay with anything, so it may only depend on what is in scope.
        self.next.remove("d");
        let text = self.free("d");
        self.live.insert(text.clone());
        self.log.push(text.clone());
        text
    }

    /// What a name is called.
    pub fn of(&self, name: Name) -> Cow<'_, str> {
        match self.chosen.get(name.index()) {
            Some(Some(text)) => text.as_str().into(),
            _ if self.whole => format!("?{}", self.names.text(name)).into(),
            _ => self.names.text(name).as_str().into(),
        }
    }

    /// The type of a scalar.
    pub fn scalar(&self, name: Name) -> Option<PrimType> {
        self.scalars.get(name.index()).copied().flatten()
    }

    fn is_free(&self, text: &str) -> bool {
        !self.live.contains(text) && !self.taken.contains(text) && PrimFn::from_name(text).is_none()
    }

    /// The text, with a number if it is taken.
    fn free(&mut self, text: &str) -> Text {
        let text = readable(text);
        if self.is_free(&text) {
            return text.into();
        }
        let base = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let base = match base.strip_suffix('_') {
            Some(base) if base.len() + 1 < text.len() && !base.is_empty() => base,
            _ => &*text,
        };
        let mut number = self.next.get(base).copied().unwrap_or(1);
        let mut candidate = format!("{base}_");
        loop {
            candidate.truncate(base.len() + 1);
            // A string takes whatever is written.
            let _ = write!(candidate, "{number}");
            number += 1;
            if self.is_free(&candidate) {
                self.next.insert(base.into(), number);
                return candidate.into();
            }
        }
    }
}

/// The text as a name that can be read.
fn readable(text: &str) -> Cow<'_, str> {
    let follows = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
    let text: Cow<'_, str> = match text.chars().all(follows) {
        true => text.into(),
        false => text.replace(|c: char| !follows(c), "_").into(),
    };
    match text.starts_with(begins) {
        true => text,
        false => format!("_{text}").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_taken_get_a_number() {
        let mut names = Names::default();
        let all: Vec<Name> = ["x", "x", "x_1", "map", "i32_to_i64", "a#b", "'"]
            .into_iter()
            .map(|text| names.fresh(text))
            .collect();
        let program = Program::default();
        let mut texts = Texts::new(&names, Some(&program));
        let scope = texts.open();
        let mut called = Vec::new();
        for name in &all {
            texts.choose(*name, None);
            texts.show(*name);
            called.push(texts.of(*name).into_owned());
        }
        assert_eq!(called, ["x", "x_1", "x_2", "map_1", "i32_to_i64_1", "a_b", "_'"]);
        texts.close(scope);
        texts.choose(all[1], None);
        assert_eq!(texts.of(all[1]), "x");
    }
}
