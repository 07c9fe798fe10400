//! Where statements come from, and what they say when they fail.
//!
//! A statement has the number of a row in the table of its program.  The row has the place in the source and, where the statement
//! may fail, the premise of the *source* language that is broken then: an index that a Futhark program wrote fails as Futhark's
//! does, however far the statement went.  A statement that is copied or moved keeps its number.

use elder_syntax::diagnostic::with_numbers;
use elder_syntax::{Refusal, Span};
use std::fmt;

/// The row of a statement in [`Program::sites`](crate::Program::sites).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(u32);

/// All sites of a program.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    rows: Vec<Site>,
}

impl Sites {
    /// A new row.
    pub fn add(&mut self, site: Site) -> SiteId {
        let id = SiteId(u32::try_from(self.rows.len()).unwrap_or(u32::MAX));
        self.rows.push(site);
        id
    }

    /// The row of this number; one that says nothing if there is none.
    pub fn get(&self, id: SiteId) -> &Site {
        static NOWHERE: Site = Site::at(Span::NONE);
        self.rows.get(id.0 as usize).unwrap_or(&NOWHERE)
    }
}

/// A place of the source from which a statement comes.
#[derive(Clone, Debug)]
pub struct Site {
    /// Where.
    pub span: Span,
    /// The premise that is broken if the statement fails; `None`: that of Core's own rule.  It was not refused yet: who reports it
    /// says so by [`elder_syntax::Rule::refuse`], which counts.
    pub said: Option<Refusal>,
    /// What is said then; `None`: what the rule says.
    pub message: Option<Message>,
}

impl Site {
    /// A place of which nothing is said.
    pub const fn at(span: Span) -> Site {
        Site {
            span,
            said: None,
            message: None,
        }
    }
}

/// A sentence without a stop, with `{}` where a number stands that is known when the statement fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(Box<str>);

impl Message {
    /// The message of this text.
    pub fn new(text: impl Into<Box<str>>) -> Message {
        Message(text.into())
    }

    /// The text, with `{}` for numbers.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// How many numbers it speaks of.
    pub fn count(&self) -> usize {
        self.0.matches("{}").count()
    }

    /// With these numbers; `?` for those that are missing.
    pub fn with<N: fmt::Display>(&self, numbers: impl IntoIterator<Item = N>) -> String {
        with_numbers(&self.0, numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_where_braces_were() {
        let message = Message::new("no row {} of {}");
        assert_eq!(message.count(), 2);
        assert_eq!(message.with([7, 3]), "no row 7 of 3");
        assert_eq!(message.with([7]), "no row 7 of ?");
    }
}
