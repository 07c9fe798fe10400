//! What coverage-guided fuzzing drives: the rungs of all languages, walked as `elder fuzz` walks them, with bytes in the place of seeds.
//!
//! A [`Target`] is of some rungs.  The first byte of an input, or the variable `ELDER_FUZZ_LANGUAGE`, says of which configuration, that is of which
//! language, rung and sort of programs; the others are the tree of choices that makes a program of it.  So a new language, a new rung and a
//! new pass are fuzzed from their first day, by the targets that there are.

use super::configurations::Configuration;
use super::generated::{self, LANGUAGES};
use super::{Arguments, Rung};
use crate::device::Device;
use crate::fuzz::Verdict;
use crate::fuzz::campaign::{Origin, Subject};
use crate::fuzz::cases::Pool;
use clap::Parser;
use elder_generate::ChoiceTree;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Inputs that are judged in the same way.
#[derive(Debug)]
pub struct Target {
    /// Its name, that of the file in `fuzz/fuzz_targets`.
    pub name: &'static str,
    rungs: &'static [Rung],
}

/// Generated programs behind every pass of their language, and what else holds of them; programs that are made with their meaning.
pub static STAGES: Target = Target {
    name: "stages",
    rungs: &[
        Rung::Stages,
        Rung::Steps,
        Rung::Levels,
        Rung::Numbers,
        Rung::Values,
        Rung::Operators,
        Rung::Library,
        Rung::Edges,
        Rung::Definitions,
    ],
};

/// Generated programs down to kernels and plans, as their reference semantics executes them; kernels that are made with their meaning.
pub static KERNELS: Target = Target {
    name: "kernels",
    rungs: &[Rung::Kernels, Rung::Judges],
};

/// Programs that break one rule.
pub static REFUSALS: Target = Target {
    name: "refusals",
    rungs: &[Rung::Refused],
};

/// The definition's own cases, changed.
pub static CASES: Target = Target {
    name: "cases",
    rungs: &[Rung::Cases],
};

/// Generated programs on a device: C, or that which `ELDER_DEVICE` names.
pub static DEVICES: Target = Target {
    name: "devices",
    rungs: &[Rung::Device],
};

/// All of them.  What is malformed is judged by the target of texts, which is not of choices alone.
pub static TARGETS: [&Target; 5] = [&STAGES, &KERNELS, &REFUSALS, &CASES, &DEVICES];

/// The command line that says nothing.
#[derive(Parser)]
struct Silent {
    #[command(flatten)]
    arguments: Arguments,
}

type Subjects = BTreeMap<&'static str, Vec<Subject<'static>>>;

thread_local! {
    /// What this thread judges with; it is made once, since some of it takes long.
    static SUBJECTS: RefCell<Subjects> = const { RefCell::new(Subjects::new()) };
}

impl Target {
    /// The configurations of the rungs, of all languages, or of that which the variable names.
    fn configurations(&self) -> Vec<Configuration> {
        let named = std::env::var("ELDER_FUZZ_LANGUAGE").ok();
        let languages = LANGUAGES
            .iter()
            .copied()
            .filter(|language| named.as_ref().is_none_or(|name| language.word == name));
        let configurations = languages.flat_map(|language| {
            let own = language.rungs.iter();
            own.filter(|(rung, _)| self.rungs.contains(rung))
                .map(move |(rung, programs)| Configuration {
                    language,
                    rung: *rung,
                    programs: *programs,
                })
        });
        configurations.collect()
    }

    /// How many configurations there are.
    pub fn count(&self) -> usize {
        self.configurations().len()
    }

    /// Does something with what is asked of programs on each configuration.
    ///
    /// # Panics
    /// If a configuration cannot be gone here: there is no folder, or no such device.
    fn with<T>(&self, work: impl FnOnce(&[Subject<'static>]) -> T) -> T {
        SUBJECTS.with_borrow_mut(|subjects| {
            let own = subjects.entry(self.name).or_insert_with(|| {
                let made: Result<Vec<Subject<'static>>, String> =
                    self.configurations().into_iter().map(subject).collect();
                made.unwrap_or_else(|why| panic!("{why}"))
            });
            work(own)
        })
    }

    /// The verdict on an input; `None` if nothing is made of it.
    pub fn judge(&self, bytes: &[u8]) -> Option<Verdict> {
        let (first, rest) = bytes.split_first()?;
        self.with(|subjects| {
            let subject = subjects.get(usize::from(*first) % subjects.len().max(1))?;
            (subject.judge)(&[Origin::Tree(ChoiceTree::from_bytes(rest))]).pop()
        })
    }

    /// The program of an input with what it reads.
    pub fn show(&self, bytes: &[u8]) -> String {
        let Some((first, rest)) = bytes.split_first() else {
            return String::new();
        };
        self.with(|subjects| {
            let subject = subjects.get(usize::from(*first) % subjects.len().max(1));
            subject.map_or(String::new(), |subject| {
                (subject.show)(&ChoiceTree::from_bytes(rest))
            })
        })
    }

    /// The input whose program is that of a seed of `elder fuzz` on the configuration of this number.
    pub fn input(&self, configuration: usize, seed: u64) -> Vec<u8> {
        self.with(|subjects| {
            let tree = subjects.get(configuration).map(|subject| (subject.tree)(seed));
            let choices = tree.unwrap_or_default().to_bytes();
            std::iter::once(configuration as u8).chain(choices).collect()
        })
    }
}

/// What is asked of programs on a configuration, for as long as the process lives.
fn subject(configuration: Configuration) -> Result<Subject<'static>, String> {
    match configuration.rung {
        Rung::Cases => {
            let pool = Pool::new(configuration.language.cases, configuration.language.reassociated)?;
            Ok(generated::changed_cases(
                configuration.language,
                Box::leak(Box::new(pool)),
            ))
        }
        rung => {
            let arguments = Silent::parse_from(["elder"]).arguments;
            let device = match rung {
                Rung::Device => {
                    let named = std::env::var_os("ELDER_DEVICE").is_some();
                    let device = Device::open((!named).then_some("c"))?.in_a_hurry();
                    Some(&*Box::leak(Box::new(device)))
                }
                _ => None,
            };
            (configuration.language.subject)(configuration, &arguments, device)
        }
    }
}
