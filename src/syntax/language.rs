//! What every language is to those who range over languages: a name, an ending, rules, and programs that passes take and give.
//!
//! Each language's crate has one value of [`Language`].  What a program of it can do besides (be loaded, called, compiled) is for those who can do it;
//! a pass between two languages knows both, and to all others a program is a [`Program`].

use crate::{Diagnostic, Rule};
use std::any::Any;
use std::rc::Rc;

/// A language.
#[derive(Debug)]
pub struct Language {
    /// Its name, for people.
    pub name: &'static str,
    /// The ending of its files; empty for one that has no text of its own.
    pub ending: &'static str,
    /// Its rules, a table a judgement.
    pub rules: &'static [&'static [&'static Rule]],
    /// The one by which judging a program of it ends that takes too much, with the premises `steps` and `memory` ([`crate::effort`]); `None` where there are
    /// no programs to judge.
    pub effort: Option<&'static Rule>,
}

impl Language {
    /// Its rules, in table order.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.rules.iter().flat_map(|table| table.iter().copied())
    }

    /// Judges something of a program of it, within the bounds of [`crate::effort`].
    ///
    /// # Errors
    /// What was used up, by its rule.
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> Result<T, Box<Diagnostic>> {
        if let Some(rule) = self.effort {
            rule.apply();
        }
        crate::effort::within(work).map_err(|spent| {
            Box::new(match self.effort {
                Some(rule) => spent.diagnostic(rule),
                None => Diagnostic::outside("judging this takes too much"),
            })
        })
    }
}

/// Languages are what they are called.
impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.name == other.name
    }
}

/// A program of some language, as passes take and give it.  Who knows the language gets it back by [`known`].
pub trait Program: Any {
    /// The language.
    fn language(&self) -> &'static Language;

    /// Whether it is legal.
    ///
    /// # Errors
    /// What the checker refuses.
    fn check(&self) -> Result<(), Vec<Diagnostic>>;

    /// As text for people; in a language with an ending it reads back.
    fn text(&self) -> String;
}

/// The program as one of a language that is known.
pub fn known<P: Program>(program: &dyn Program) -> Option<&P> {
    (program as &dyn Any).downcast_ref()
}

/// The same, whole.  It is copied only if somebody else holds it too.
pub fn owned<P: Program + Clone>(program: Rc<dyn Program>) -> Option<P> {
    let program: Rc<dyn Any> = program;
    program.downcast().ok().map(Rc::unwrap_or_clone)
}
