//! Where statements come from, and what they say when they fail.
//!
//! A statement has the number of a row in the table of its program.  The row has the place in the source and, where the statement
//! may fail, the premise of the *source* language that is broken then: an index that a Futhark program wrote fails as Futhark's
//! does, however far the statement went.  A statement that is copied or moved keeps its number.
//!
//! What the program asks of those that execute a statement, its [attributes](Attributes), is a second number beside that of the row: few statements have
//! any, and a pass sees without the table whether one does.

use elder_syntax::attribute::Attributes;
use elder_syntax::diagnostic::with_numbers;
use elder_syntax::{Refusal, Span};
use rustc_hash::FxHashMap;
use std::fmt;

/// The row of a statement in [`Program::sites`](crate::Program::sites), and its attributes there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId {
    row: u32,
    /// One more than the index of the set; 0 for none.
    attributes: u32,
}

impl SiteId {
    /// Whether it has no attributes.
    pub fn is_plain(self) -> bool {
        self.attributes == 0
    }

    /// The same row without attributes: that of a statement that was made beside the one that has them.
    pub fn plain(self) -> SiteId {
        SiteId {
            attributes: 0,
            ..self
        }
    }

    /// The same row with the attributes of another site.
    pub fn asking_as(self, other: SiteId) -> SiteId {
        SiteId {
            attributes: other.attributes,
            ..self
        }
    }
}

/// All sites of a program.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    rows: Vec<Site>,
    sets: Vec<Attributes>,
    /// Which number a set has.
    numbers: FxHashMap<Attributes, u32>,
}

impl Sites {
    /// A new row.
    pub fn add(&mut self, site: Site) -> SiteId {
        let row = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.rows.push(site);
        SiteId { row, attributes: 0 }
    }

    /// The row of this number; one that says nothing if there is none.
    pub fn get(&self, id: SiteId) -> &Site {
        static NOWHERE: Site = Site::at(Span::NONE);
        self.rows.get(id.row as usize).unwrap_or(&NOWHERE)
    }

    /// What is asked there.
    pub fn attributes(&self, id: SiteId) -> Attributes {
        let set = (id.attributes as usize)
            .checked_sub(1)
            .and_then(|set| self.sets.get(set));
        set.cloned().unwrap_or_default()
    }

    /// The same row, where these are asked beside what is asked already.
    pub fn with(&mut self, id: SiteId, attributes: &Attributes) -> SiteId {
        if attributes.is_empty() {
            return id;
        }
        let all = self.attributes(id).and(attributes);
        let number = match self.numbers.get(&all) {
            Some(number) => *number,
            None => {
                self.sets.push(all.clone());
                let number = u32::try_from(self.sets.len()).unwrap_or(u32::MAX);
                self.numbers.insert(all, number);
                number
            }
        };
        SiteId {
            attributes: number,
            ..id
        }
    }
}

/// A place of the source from which a statement comes.
#[derive(Clone, Debug)]
pub struct Site {
    /// Where.
    pub span: Span,
    /// The premise that is broken if the statement fails; `None`: that of Core's own rule.  It was not refused yet: who reports it
    /// says so by [`elder_syntax::Rule::refuse`], which counts.
    pub blamed: Option<Refusal>,
    /// What is said then; `None`: what the rule says.
    pub message: Option<Message>,
}

impl Site {
    /// A place of which nothing is said.
    pub const fn at(span: Span) -> Site {
        Site {
            span,
            blamed: None,
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
    use elder_syntax::attribute::Attribute;

    #[test]
    fn a_site_has_attributes_beside_its_row() {
        let mut sites = Sites::default();
        let first = sites.add(Site::at(Span::NONE));
        let message = Some(Message::new("second"));
        let second = sites.add(Site {
            message: message.clone(),
            ..Site::at(Span::NONE)
        });
        let unroll = Attributes::of([Attribute::named("unroll")]);
        let other = Attributes::of([Attribute::named("other")]);
        let asking = sites.with(second, &unroll);
        assert!(first.is_plain() && !asking.is_plain() && asking.plain() == second);
        assert_eq!(sites.get(asking).message, message);
        assert_eq!(sites.attributes(asking), unroll);
        assert_eq!(first.asking_as(asking), sites.with(first, &unroll));
        let both = sites.with(asking, &other);
        assert_eq!(sites.attributes(both), unroll.and(&other));
        assert_eq!(both, sites.with(asking, &unroll.and(&other)));
        assert_eq!(sites.with(first, &Attributes::NONE), first);
    }

    #[test]
    fn numbers_stand_where_braces_were() {
        let message = Message::new("no row {} of {}");
        assert_eq!(message.count(), 2);
        assert_eq!(message.with([7, 3]), "no row 7 of 3");
        assert_eq!(message.with([7]), "no row 7 of ?");
    }
}
