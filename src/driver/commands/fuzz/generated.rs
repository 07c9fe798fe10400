//! What is asked of generated programs: a value a language, with how programs come from choices, what judges them, and how they are shown.
//!
//! Whatever `elder fuzz` does for "every language" walks [`LANGUAGES`].

mod core;
mod dex;
mod dpia;
mod fcl;
mod futhark;

use super::configurations::Configuration;
use super::{Arguments, Programs, Rung};
use crate::device::Device;
use crate::engine::Settings;
use crate::fuzz::campaign::{Origin, Subject};
use crate::fuzz::cases::Pool;
use crate::fuzz::hosts;
use crate::fuzz::malformed::{self, Malformed, isolated};
use crate::fuzz::meant::Room;
use crate::fuzz::{self, Verdict};
use crate::reduce::report;
use crate::reduce::subject::Run;
use crate::tower::{self, Language};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use elder_generate::meant::Meant;
use elder_generate::numbers::boundary;
use elder_generate::scopes::Scoped;
use elder_generate::sizes::{Question, question};
use elder_generate::{ChoiceTree, Choices};
use elder_syntax::prim::{PrimFn, PrimValue};
use elder_syntax::{Diagnostic, Language as Declared, Value};
use std::fmt;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A language whose programs are generated.
pub(super) struct Generated {
    /// Its name, the ending of its files, its rules.
    pub declared: &'static Declared,
    /// As the command line says it.
    pub word: &'static str,
    /// Which programs, as `--help` says it.
    pub help: &'static str,
    /// What it is compared by, and with which programs.
    pub rungs: &'static [(Rung, Programs)],
    /// The languages whose cases are changed: its own, and one that it comes to at once.
    pub cases: &'static [&'static Declared],
    /// The languages whose texts are made malformed: its own, and those that it comes to and nobody else has.
    pub texts: &'static [&'static Declared],
    /// Words of programs whose floats a pass adds in another order: their cases keep their numbers.
    pub reassociated: &'static [&'static str],
    /// Whether `elder reduce` takes a file of a program behind which the stages differ.
    pub is_reduced: bool,
    /// What is asked of its programs on a configuration, on this device.
    ///
    /// # Errors
    /// Says that it has no such configuration.
    pub subject: for<'a> fn(Configuration, &Arguments, Option<&'a Device>) -> Result<Subject<'a>, String>,
    /// What is told afterwards of programs that went through the stages: with statistics if they are asked for, and in full if these programs are
    /// the only ones.
    pub summary: fn(bool, bool) -> String,
}

/// All of them, in the order in which they take turns.
pub(super) static LANGUAGES: &[&Generated] =
    &[&dpia::DPIA, &fcl::FCL, &futhark::FUTHARK, &core::CORE, &dex::DEX];

impl Generated {
    /// Whether its programs become host programs.
    pub(super) fn is_hosted(&self) -> bool {
        tower::language(self.declared).is_some_and(Language::is_hosted)
    }

    /// Whether programs of several sorts are generated, which `--programs` chooses from.
    pub(super) fn has_sorts(&self) -> bool {
        self.rungs
            .iter()
            .any(|(_, programs)| *programs != Programs::Marked)
    }
}

impl PartialEq for Generated {
    fn eq(&self, other: &Generated) -> bool {
        self.declared.name == other.declared.name
    }
}

impl Eq for Generated {}

impl fmt::Debug for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.declared.name)
    }
}

/// Reads the name of a language.
pub(super) fn parser() -> impl TypedValueParser<Value = &'static Generated> {
    let value = |language: &&Generated| PossibleValue::new(language.word).help(language.help);
    let known: Vec<PossibleValue> = LANGUAGES.iter().map(value).collect();
    PossibleValuesParser::new(known).try_map(|word| {
        let mut languages = LANGUAGES.iter().copied();
        languages
            .find(|language| language.word == word)
            .ok_or("no such language")
    })
}

/// A configuration that the language does not have.
fn no_rung<T>(configuration: Configuration) -> Result<T, String> {
    Err(format!(
        "--rung {} is not for {}",
        configuration.rung.name(),
        configuration.language.declared.name
    ))
}

/// Programs about what a type may mention, as the checker of texts judges them.
fn scopes<'a>(
    language: &Generated,
    make: fn(&mut Choices) -> Scoped,
    checked: fn(&str) -> Vec<Diagnostic>,
) -> Subject<'a> {
    each(
        format!("--language {}", language.word),
        make,
        move |made| fuzz::scopes::judge(&made, checked),
        |made| made.text,
    )
}

/// The choices of programs.
fn trees(origins: &[Origin], record: &dyn Fn(u64) -> ChoiceTree) -> Vec<ChoiceTree> {
    origins.iter().map(|origin| origin.tree(record)).collect()
}

/// Programs that are made, judged and shown one by one.
fn each<'a, T>(
    options: String,
    make: impl Fn(&mut Choices) -> T + Copy + 'a,
    judge: impl Fn(T) -> Verdict + 'a,
    show: impl Fn(T) -> String + 'a,
) -> Subject<'a> {
    Subject {
        tree: Box::new(move |seed| fuzz::recorded(seed, make)),
        judge: Box::new(move |origins| {
            let judge = |origin: &Origin| judge(make(&mut origin.choices()));
            origins.iter().map(judge).collect()
        }),
        show: Box::new(move |tree| show(make(&mut Choices::replaying(tree.clone())))),
        known: Box::new(|_| None),
        options,
    }
}

/// Programs that become host programs: launch by launch without a device, or many together on it.
///
/// # Errors
/// Says that no device is open.
fn hosted<'a, T: 'a>(
    Configuration { language, rung, .. }: Configuration,
    device: Option<&'a Device>,
    make: impl Fn(&mut Choices) -> T + Copy + 'a,
    asked: impl Fn(&T) -> Result<Vec<hosts::Asked>, Verdict> + 'a,
    settings: Settings,
    show: impl Fn(T) -> String + Copy + 'a,
) -> Result<Subject<'a>, String> {
    let options = format!("--language {}", language.word);
    if rung == Rung::Kernels {
        // As long as the text of a program is, so its groups are.
        let judge = move |made: T| {
            let programs = asked(&made);
            fuzz::launched::agree(programs, &settings, show(made).len())
        };
        return Ok(each(options, make, judge, show));
    }
    let device = device.ok_or("no device is open")?;
    Ok(Subject {
        judge: Box::new(move |origins| {
            let programs = origins
                .iter()
                .map(|origin| asked(&make(&mut origin.choices())))
                .collect();
            hosts::agree(programs, device, &settings)
        }),
        ..each(options, make, |_| Verdict::Agree, show)
    })
}

/// Programs that are made with their meaning.
///
/// # Errors
/// Why there is no folder for them.
fn meant<'a>(
    language: &Generated,
    make: impl Fn(&mut Choices) -> Meant + Copy + 'a,
) -> Result<Subject<'a>, String> {
    let room = Room::new()?;
    let show = |meant: Meant| {
        let inputs = inputs(&meant.inputs);
        format!("{}{inputs}", meant.text)
    };
    let options = format!("--language {}", language.word);
    Ok(each(options, make, move |meant| room.judge(&meant), show))
}

/// What is asked of numbers.
enum Asked {
    /// Functions of operands, one by one.
    Applied(Vec<(PrimFn, Vec<PrimValue>)>),
    /// What is said of sizes.
    Sizes(Vec<Question>),
    /// A program.
    Program(Meant),
}

/// How many functions are asked about together.
const FUNCTIONS: usize = 300;
/// How many terms.
const TERMS: usize = 100;

/// Programs of numbers, and by itself what they rely on: primitive functions, or sizes in the languages that have them in all types.
///
/// # Errors
/// Why there is no folder for programs.
fn numbers<'a>(
    language: &Generated,
    program: impl Fn(&mut Choices) -> Meant + Copy + 'a,
) -> Result<Subject<'a>, String> {
    let has_sizes = matches!(language.word, "dpia" | "fcl");
    let make = move |c: &mut Choices| match c.below(4) {
        0 if has_sizes && c.below(2) == 0 => Asked::Sizes((0..TERMS).map(|_| c.part(question)).collect()),
        0 => Asked::Applied((0..FUNCTIONS).filter_map(|_| c.part(boundary::applied)).collect()),
        _ => Asked::Program(program(c)),
    };
    let room = Room::new()?;
    Ok(each(
        format!("--language {}", language.word),
        make,
        move |asked| match asked {
            Asked::Applied(applied) => fuzz::meant::numbers(&applied),
            Asked::Sizes(questions) => fuzz::sizes::judge(&questions),
            Asked::Program(meant) => room.judge(&meant),
        },
        |asked| match asked {
            Asked::Applied(_) | Asked::Sizes(_) => String::new(),
            Asked::Program(meant) => meant.text + &inputs(&meant.inputs),
        },
    ))
}

/// Cases of the definition, changed.
pub(super) fn changed_cases<'a>(language: &Generated, pool: &'a Pool) -> Subject<'a> {
    each(
        format!("--language {}", language.word),
        |c| pool.changed(c),
        |changed| changed.map_or(Verdict::Agree, |changed| changed.agrees()),
        |changed| {
            changed.map_or(String::new(), |changed| {
                format!(
                    "{}-- {}\n{}",
                    changed.text,
                    changed.entry,
                    inputs(&changed.inputs)
                )
            })
        },
    )
}

/// Inputs that are hardly any, judged by other processes, many at once until the time is over.
///
/// # Errors
/// Why there is no folder for them.
pub(super) fn malformed<'a>(
    language: &'static Generated,
    time: Option<Duration>,
) -> Result<Subject<'a>, String> {
    let end = time.map(|time| Instant::now() + time);
    let folder = TempDir::new().map_err(|error| format!("no folder for inputs: {error}"))?;
    let make = |c: &mut Choices| malformed::made(c, language.texts);
    Ok(Subject {
        tree: Box::new(move |seed| fuzz::recorded(seed, make)),
        judge: Box::new(move |origins| {
            let made = origins.iter().filter_map(|origin| make(&mut origin.choices()));
            let inputs: Vec<Malformed> = made.collect();
            // One alone is a finding that is made smaller.
            let end = end.filter(|_| origins.len() > 1);
            let verdicts = isolated::verdicts(&inputs, folder.path(), end);
            verdicts.unwrap_or_else(|error| {
                let wrong = Verdict::Differ {
                    place: "no process".to_owned(),
                    message: error.to_string(),
                };
                vec![wrong; inputs.len()]
            })
        }),
        show: Box::new(move |tree| {
            make(&mut Choices::replaying(tree.clone())).map_or(String::new(), |made| made.text())
        }),
        known: Box::new(|_| None),
        options: format!("--language {}", language.word),
    })
}

/// The file of a program, run on these inputs.
fn shown(inputs: Vec<Value>, text: &str) -> String {
    let run = Run {
        entry: "main".to_owned(),
        inputs,
    };
    report::file(&[], &[run], text)
}

/// A line for each input.
fn inputs(values: &[Value]) -> String {
    let mut out = String::new();
    for value in values {
        let mut text = b"-- input ".to_vec();
        elder_syntax::value::text::write(value, &mut text);
        out.push_str(&String::from_utf8_lossy(&text));
        out.push('\n');
    }
    out
}
