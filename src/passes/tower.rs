//! The tower: all arrows of all languages, as one table.
//!
//! An [`Arrow`] is a pure function from a checked program to a checked program, of the same language or the next one down.  Whatever ranges over
//! "every pass" (the commands, the fuzzer, the conformance cases, the documents) walks [`arrows`], so a new arrow is shown, checked, run and
//! compared from the day it stands in the table of its language.  They stand in the order in which they are taken: [`road`] finds those between two languages.
//!
//! After each arrow within DPIA the program is again a well-typed program with the same meaning.  How far the reference semantics can run it there
//! is the arrow's [`Reading`].

mod core;
mod dex;
mod dpia;
mod fcl;
mod futhark;

use crate::Target;
use crate::programs::{Dpia, Origin};
use elder_dpia::Entry;
use elder_syntax::language::{Program, known};
use elder_syntax::{Diagnostic, Language, Rule};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One step of the way from a language down to kernels.
pub struct Arrow {
    /// The name, as for `elder dev --pass NAME`.
    pub name: &'static str,
    /// The language that it starts from.
    pub from: &'static Language,
    /// The language that it leads to.
    pub to: &'static Language,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// The rules that it applies.
    pub rules: &'static [&'static Rule],
    /// How floats of its result compare with those of what it started from.
    pub floats: Floats,
    /// What it changes in how the reference semantics can run the program.
    pub then: Then,
    /// Of which programs it is.
    pub of: Of,
    /// The step itself, which [`Arrow::take`] takes.
    pub run: Step,
    /// The same without some of its rules, of an arrow whose rules can be switched off one by one.
    pub partial: Option<Partial>,
    /// The derivation by which it makes its result, as text, of an arrow whose judgement can be watched.
    pub steps: Option<Steps>,
    /// How many times the work of what it started from its result may do, and of one application for each of its lines.  What Futhark does is counted
    /// with its rules, and tests of theirs are operations in Core.  `None`: there is no bound.
    pub work: Option<u64>,
    /// Those of its rules that look into operators, or put a number for another one because they are equal: a run over the free monoid (E2) may have
    /// other words after them.  Without them it has the same.
    pub words: &'static [&'static Rule],
}

/// What an arrow does to a program without these rules.
pub type Partial = fn(&dyn Program, &Target, &[&Rule]) -> Result<Box<dyn Program>, Vec<Diagnostic>>;

/// The steps of an arrow on a program, a line each.
pub type Steps = fn(&dyn Program) -> Result<String, Vec<Diagnostic>>;

/// What an arrow does to a program of its language.
pub type Step = fn(&dyn Program, &Target) -> Result<Box<dyn Program>, Vec<Diagnostic>>;

/// Classes of agreement of floats, the stronger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Floats {
    /// E0: the same bits, any NaN like any other.
    Bitwise,
    /// E1: the same bits on inputs on which every order of evaluation gives them; operations are associated in another way.
    Reassociated,
}

/// How the reference semantics can run a program on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The iterations of parallel loops one after the other, in any order.
    Iterations,
    /// Not by itself: cells belong to items and groups already, and no launches are formed in which there are any.  What is run is what the next
    /// arrows make of it.
    Unordered,
    /// Work-groups whose barriers do not stand yet: each loop over the items of a group is a step that all of them end together.
    Steps,
    /// Work-groups, their items in lock-step between barriers.
    Groups,
    /// By a device.
    Device,
}

impl Reading {
    /// Whether launches are run by work-groups.
    pub fn has_groups(self) -> bool {
        matches!(self, Reading::Steps | Reading::Groups)
    }
}

/// What an arrow makes of the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The program is run as before.
    Same,
    /// It is run so from here on.
    Now(Reading),
    /// A program that could not be run before is run so from here on, others as before.
    AtLast(Reading),
}

/// Of which programs of its language an arrow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Of all.
    All,
    /// Of those that people wrote; what other arrows make does not need it.
    Written,
    /// Of those that it does not refuse: a program outside of the fragment goes no further.
    Fragment,
}

/// An arrow within DPIA that keeps the bits of floats and is of all programs.
const PASS: Arrow = Arrow {
    name: "",
    from: &elder_dpia::LANGUAGE,
    to: &elder_dpia::LANGUAGE,
    description: "",
    rules: &[],
    floats: Floats::Bitwise,
    then: Then::Same,
    of: Of::All,
    run: |_, _| Err(vec![]),
    partial: None,
    steps: None,
    work: Some(1),
    words: &[],
};

/// All arrows, a table for the languages that they start from, in the order in which they are taken.
static TABLES: &[&[Arrow]] = &[futhark::FUTHARK, dex::DEX, core::CORE, fcl::FCL, dpia::DPIA];

/// All arrows, in the order in which they are taken.
pub fn arrows() -> impl Iterator<Item = &'static Arrow> {
    TABLES.iter().copied().flatten()
}

/// The program as one of the language that an arrow starts from.
///
/// # Errors
/// Says that it is of another one, which is the mistake of who takes the arrow.
pub fn expect<P: Program>(program: &dyn Program) -> Result<&P, Vec<Diagnostic>> {
    known(program).ok_or_else(|| {
        let message = format!("an arrow that does not start from {}", program.language().name);
        vec![Diagnostic::outside(message)]
    })
}

/// How often each arrow was taken in this process, in the order in which they are taken.
static TAKEN: LazyLock<Vec<AtomicU64>> = LazyLock::new(|| arrows().map(|_| AtomicU64::new(0)).collect());

impl Arrow {
    /// What it makes of a program, within the bounds of [`elder_syntax::effort`]; that it was taken is counted.
    ///
    /// # Errors
    /// What it refuses, and what was used up.
    pub fn take(&self, program: &dyn Program, target: &Target) -> Result<Box<dyn Program>, Vec<Diagnostic>> {
        if let Some(count) = self.count() {
            count.fetch_add(1, Relaxed);
        }
        self.bounded(|| (self.run)(program, target))
    }

    /// Within the bounds of what judges programs of its language.
    fn bounded<T>(&self, step: impl FnOnce() -> Result<T, Vec<Diagnostic>>) -> Result<T, Vec<Diagnostic>> {
        self.from.within(step).unwrap_or_else(|spent| Err(vec![*spent]))
    }

    /// How often it was taken in this process.
    pub fn taken(&self) -> u64 {
        self.count().map_or(0, |count| count.load(Relaxed))
    }

    fn count(&self) -> Option<&'static AtomicU64> {
        TAKEN.get(arrows().position(|arrow| std::ptr::eq(arrow, self))?)
    }

    /// How the program is run after this arrow, if `before` it was run so.
    pub fn reading(&self, before: Reading) -> Reading {
        match self.then {
            Then::Same => before,
            Then::Now(reading) => reading,
            Then::AtLast(reading) if before == Reading::Unordered => reading,
            Then::AtLast(_) => before,
        }
    }

    /// What it makes of a program without these of its rules; the rules of an arrow that cannot do without one are all applied.
    ///
    /// # Errors
    /// What it refuses.
    pub fn without(
        &self,
        program: &dyn Program,
        target: &Target,
        without: &[&Rule],
    ) -> Result<Box<dyn Program>, Vec<Diagnostic>> {
        match self.partial {
            Some(partial) if !without.is_empty() => self.bounded(|| partial(program, target, without)),
            _ => self.take(program, target),
        }
    }

    /// What a pass of DPIA makes of an entry.
    ///
    /// # Errors
    /// What it refuses.
    pub fn entry(&self, entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
        let program = Dpia {
            entry: entry.clone(),
            obligations: vec![],
            origin: Origin::Written,
        };
        let made = self.take(&program, target)?;
        Ok(expect::<Dpia>(&*made)?.entry.clone())
    }
}

/// The arrows within DPIA that all programs take, in order.
pub fn passes() -> &'static [Arrow] {
    let is_pass = |arrow: &Arrow| arrow.from == PASS.from && arrow.to == PASS.to && arrow.of == Of::All;
    let all = dpia::DPIA;
    let first = all.iter().position(is_pass).unwrap_or(all.len());
    let rest = &all[first..];
    let many = rest.iter().take_while(|arrow| is_pass(arrow)).count();
    &rest[..many]
}

/// The arrows from one language to another, those within each language on the way among them; `None` if there is no way.
pub fn road<'a>(arrows: &[&'a Arrow], from: &'a Language, to: &Language) -> Option<Vec<&'a Arrow>> {
    // The languages from which there is a way, found from its end.
    let mut leading = vec![to];
    for arrow in arrows.iter().rev() {
        if leading.contains(&arrow.to) && !leading.contains(&arrow.from) {
            leading.push(arrow.from);
        }
    }
    let mut at = from;
    let mut road = Vec::new();
    for arrow in arrows {
        if arrow.from == at && leading.contains(&arrow.to) {
            road.push(*arrow);
            at = arrow.to;
        }
    }
    (at == to).then_some(road)
}

/// The arrows of a road that are for a program: those for written programs only as long as no other arrow has made something of it.
pub fn taken(road: Vec<&Arrow>) -> Vec<&Arrow> {
    let written = |before: &[&Arrow]| before.iter().all(|arrow| arrow.of == Of::Written);
    let all = road.clone();
    let chosen = road.into_iter().enumerate();
    chosen
        .filter(|(number, arrow)| arrow.of != Of::Written || written(&all[..*number]))
        .map(|(_, arrow)| arrow)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_arrows_go_on_where_others_end() {
        // Arrows of different languages may share a name: a program has one language.
        let names: HashSet<_> = arrows().map(|arrow| (arrow.from.name, arrow.name)).collect();
        assert_eq!(names.len(), arrows().count());
        for arrow in arrows() {
            assert!(!arrow.name.is_empty() && !arrow.description.is_empty());
            assert!(!arrow.rules.is_empty(), "{} has no rules", arrow.name);
        }
        let within = |arrow: &&Arrow| arrow.from == PASS.from && arrow.to == PASS.to && arrow.of == Of::All;
        assert_eq!(passes().len(), arrows().filter(within).count());
    }

    #[test]
    fn roads_lead_from_every_language_to_kernels() {
        let arrows: Vec<&Arrow> = arrows().collect();
        let names = |from| {
            let road = road(&arrows, from, &elder_kernel::LANGUAGE)?;
            Some(taken(road).iter().map(|arrow| arrow.name).collect::<Vec<_>>())
        };
        let fcl = names(&elder_fcl::LANGUAGE).unwrap();
        let dpia = names(&elder_dpia::LANGUAGE).unwrap();
        assert_eq!((fcl[0], dpia[0]), ("fcl", "initialise"));
        assert_eq!(fcl[1..], dpia[1..]);
        assert_eq!(dpia.len(), passes().len() + 2);
        assert_eq!(names(&elder_syntax::LANGUAGE), None);
    }
}
