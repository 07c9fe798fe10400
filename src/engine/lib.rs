//! The engine: texts of programs and values in, values and diagnostics out.
//!
//! A program is loaded and checked ([`languages`]), and its entry points are called, by the reference semantics of its language.  What refused is a
//! [`Rejected`], what went wrong while running a [`Stopped`]; both hold diagnostics together with the sources they point into, and both can be said
//! as data ([`message`]).  What differs between languages is behind [`Checked`], which each implements in a module of its own.
//!
//! Nothing here prints, reads a file, starts a thread, or knows a pass or a device: where a program needs other texts, it asks for them
//! ([`Imports`]).  So it runs wherever Rust does, as in a browser ([`question`] is all of it as one function from a text to a text).

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod core;
pub mod dex;
pub mod dpia;
mod exit;
pub mod fcl;
pub mod futhark;
pub mod input;
pub mod kernel;
pub mod language;
pub mod languages;
pub mod message;
pub mod options;
pub mod printed;
pub mod question;

use elder_semantics::choice::Numbers;
use elder_semantics::derivation::Derivation;
use elder_semantics::failure::{Failure, Kind};
use elder_semantics::futhark::machine::interface::{from_data, to_data};
use elder_semantics::futhark::machine::value::Value as Opaque;
use elder_semantics::memory::Memory;
use elder_semantics::options::Options;
use elder_syntax::diagnostic::Severity;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Judgement, Language, Refusal, SourceMap, Value, report};
use std::any::Any;
use std::collections::BTreeMap;
use std::rc::Rc;

pub use elder_semantics::options::Limits;
pub use elder_syntax::imports::Imports;
pub use exit::Exit;
pub use futhark::entry::Form;
pub use options::{Overrides, Switches};
pub use printed::Printed;

/// A checked program.
pub struct Program {
    sources: SourceMap,
    warnings: Vec<Diagnostic>,
    checked: Box<dyn Checked>,
}

/// A checked program of one language.  Who knows the language gets it back by [`Program::known`].
pub trait Checked: Any {
    /// The language.
    fn language(&self) -> &'static Language;

    /// The names of the entry points.
    fn entries(&self) -> Vec<String>;

    /// The primitive type of each argument that is a scalar or an array of scalars; `None` if there is no such entry point.
    fn parameters(&self, _entry: &str) -> Option<Vec<Option<PrimType>>> {
        None
    }

    /// What an entry point takes, or which there are.
    fn usage(&self, entry: &str) -> String {
        format!("there is no entry point `{entry}`")
    }

    /// What makes an entry point a property: each `#[prop(..)]` before it.
    fn properties(&self, _entry: &str) -> Vec<Property> {
        Vec::new()
    }

    /// The forms of the parameters and the result of an entry point, for a language in which they have more than the data formats say.
    fn signature(&self, _entry: &str) -> Option<(Vec<Form>, Form)> {
        None
    }

    /// Sets tuning parameters, for a language that has them.
    fn tune(&mut self, _parameters: Tuning) {}

    /// Decides tuned numbers, for a language that has them.
    ///
    /// # Errors
    /// The program has none of that name, or the number is not above zero.
    fn size(&mut self, sizes: Tuning) -> Result<(), Box<Diagnostic>> {
        match sizes.is_empty() {
            true => Ok(()),
            false => {
                let message = format!("{} programs have no tuned numbers", self.language().name);
                Err(Box::new(Diagnostic::outside(message)))
            }
        }
    }

    /// Calls an entry point by the reference semantics; a language that has none cannot be run.
    fn call(&self, _entry: &str, _arguments: Vec<Argument>, _settings: &Settings, _watch: Watch) -> Ran {
        let message = format!("{} programs cannot be run", self.language().name);
        Ran::stopped(StopKind::Unsupported, Diagnostic::outside(message))
    }

    /// Calls an entry point by the definition and records the derivation, nested at most so deep; `None` if what
    /// [`Checked::call`] runs is the definition.
    fn define(
        &self,
        _entry: &str,
        _arguments: &[Argument],
        _settings: &Settings,
        _derivation: Option<usize>,
    ) -> Option<Defined> {
        None
    }

    /// Evaluates an entry point once more with reals of so many bits for floats, and says how far its results are off.
    #[cfg(feature = "exact")]
    fn compare_with_reals(
        &self,
        _entry: &str,
        _arguments: Vec<Argument>,
        _settings: &Settings,
        _bits: u32,
        _results: &Results,
    ) -> Result<elder_semantics::exact::Report, Failed> {
        Err(Failed {
            kind: StopKind::Unsupported,
            diagnostic: Box::new(Diagnostic::outside(
                "only Futhark's programs can be evaluated in reals",
            )),
        })
    }
}

/// Why a run of a language's semantics has no value.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The sort.
    pub kind: StopKind,
    /// Rule, place and message.
    pub diagnostic: Box<Diagnostic>,
}

impl Failed {
    /// A failure outside of any rule.
    pub fn outside(kind: StopKind, message: impl Into<String>) -> Failed {
        Failed {
            kind,
            diagnostic: Box::new(Diagnostic::outside(message)),
        }
    }
}

/// What an entry point that is a property says about its tests: the arguments of `#[prop(..)]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Property {
    /// The entry point that makes candidates from a size and a seed.
    pub generator: Option<String>,
    /// The entry point that makes a smaller candidate from one and a random number.
    pub shrinker: Option<String>,
    /// The size of candidates.
    pub size: Option<i64>,
}

/// Values of tuning parameters, by name.
pub type Tuning = BTreeMap<String, i64>;

/// A run of a language's semantics.
pub struct Ran {
    /// The results, or why there are none.
    pub results: Result<Results, Failed>,
    derivation: Option<Derivation>,
    cost: Option<String>,
    words: Option<Vec<String>>,
}

impl Ran {
    /// A run that did not begin.
    fn stopped(kind: StopKind, diagnostic: Diagnostic) -> Ran {
        let diagnostic = Box::new(diagnostic);
        Failed { kind, diagnostic }.into()
    }
}

impl From<Failed> for Ran {
    fn from(failed: Failed) -> Ran {
        Err(failed).into()
    }
}

impl From<Result<Results, Failed>> for Ran {
    fn from(results: Result<Results, Failed>) -> Ran {
        Ran {
            results,
            derivation: None,
            cost: None,
            words: None,
        }
    }
}

/// Why a program is not legal.
pub struct Rejected {
    /// The files that the diagnostics point into.
    pub sources: SourceMap,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

/// How a command ends that cannot go on for these errors.
pub fn refused(errors: &[Diagnostic]) -> Exit {
    let mut refusals = errors.iter().filter_map(|error| error.refusal);
    match refusals.any(languages::is_limit) {
        true => Exit::Limit,
        false => Exit::StaticError,
    }
}

impl Rejected {
    /// That something of this name is of no language; `help` says which there are.
    pub fn no_program(name: impl std::fmt::Display, help: String) -> Rejected {
        Rejected::outside(Diagnostic::outside(format!("{name} is no program")).with_help(help))
    }

    /// What was refused before there was a text to point into.
    pub fn outside(diagnostic: Diagnostic) -> Rejected {
        Rejected {
            sources: SourceMap::new(),
            diagnostics: vec![diagnostic],
        }
    }

    /// That a file cannot be read.
    pub fn unreadable(name: &str, error: &std::io::Error) -> Rejected {
        let message = format!("cannot read {name}: {error}");
        Rejected::outside(Diagnostic::outside(message))
    }

    /// As text for people.
    pub fn render(&self, colour: bool) -> String {
        report::render(&self.diagnostics, &self.sources, colour)
    }

    /// One line an error.
    pub fn render_short(&self) -> String {
        report::render_short(&self.diagnostics, &self.sources)
    }

    /// How a command ends that cannot go on for it.
    pub fn exit(&self) -> Exit {
        refused(&self.diagnostics)
    }

    /// What refused, of the first error.
    pub fn refusal(&self) -> Option<Refusal> {
        let first = self.diagnostics.iter().find(|d| d.severity == Severity::Error)?;
        first.refusal
    }

    /// The judgement of the first error.
    pub fn judgement(&self) -> Option<Judgement> {
        Some(self.refusal()?.rule.judgement)
    }
}

/// How to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Bounds.
    pub limits: Limits,
    /// Where the semantics has a choice, this decides.
    pub seed: u64,
    /// Whether new cells hold zeros, rather than nothing that may be read (DPIA).
    pub zeros: bool,
    /// Sizes of the machine, in place of the program's (FCL).
    pub overrides: Overrides,
    /// Run the definition as well, where a language has a fast evaluator beside it, and demand the same (Futhark, FCL).  Where a
    /// derivative may be taken there is only the definition.
    pub both: bool,
    /// Run a literate file by the definition, where the language has a fast evaluator beside it.
    pub definition: bool,
    /// What tuned numbers are of which nothing else is said.
    pub tuning: Numbers,
}

impl Settings {
    /// How a semantics runs by them.
    pub fn options<M: Default>(&self) -> Options<M> {
        let options = Options {
            limits: self.limits,
            tuning: self.tuning,
            ..Options::default()
        };
        options.choosing(self.seed)
    }
}

/// The sorts of a run without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopKind {
    /// A run-time error.
    Error,
    /// A bound was reached.
    Limit,
    /// Something that is not supported.
    Unsupported,
    /// There is no such entry point, or the arguments do not fit it: nothing was evaluated.
    Arguments,
    /// A mistake in Elder.
    Internal,
}

/// Why a run has no value.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// The sort.
    pub kind: StopKind,
    /// Rule, place, message and calls.
    pub diagnostic: Box<Diagnostic>,
    short: String,
}

impl Stopped {
    /// One line: place, message and rule.
    pub fn render_short(&self) -> &str {
        &self.short
    }
}

/// An argument of an entry point.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A scalar or array from outside.
    Data(Value),
    /// What another entry point gave and the data formats cannot express.
    Opaque(Opaque),
}

/// A result of an entry point.
#[derive(Clone, Debug)]
pub enum Output {
    /// A scalar or an array of scalars.
    Value(Value),
    /// Something that the data formats cannot express, as text for people.
    Opaque(String),
}

/// What else a run is to give.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    /// That the definition run, where a language has a fast evaluator beside it.
    pub definition: bool,
    /// The derivation, nested at most so deep.
    pub derivation: Option<usize>,
    /// The cost.
    pub cost: bool,
    /// That every application of a rule be counted, which shortcuts do not do.
    pub rules: bool,
    /// The words of the results, by a run over the free monoid (Core).
    pub words: bool,
}

/// A derivation is cut off beyond so many applications of rules.
const MAX_NODES: usize = 100_000;

/// A run of a language's definition, where it has a fast evaluator beside it.
pub struct Defined {
    results: Result<Vec<Output>, Failed>,
    derivation: Option<Derivation>,
}

/// Results as they are written.
pub type Outputs = Box<dyn Iterator<Item = Output>>;

/// A run that was watched.
pub struct Watched {
    /// The results, or why there are none.
    pub results: Result<Outputs, Stopped>,
    /// The derivation as text, if it was asked for.
    pub derivation: Option<String>,
    /// The cost in a line, if it was asked for.
    pub cost: Option<String>,
    /// The words of each result, if they were asked for and the language has such runs.
    pub words: Option<Vec<String>>,
}

/// The results of an entry point; the components, if the result is a tuple.
#[derive(Clone, Debug)]
pub struct Results(ResultsOf);

#[derive(Clone, Debug)]
enum ResultsOf {
    Data(Vec<Value>),
    Futhark(futhark::Results),
}

impl Results {
    /// Results that are all scalars and arrays of scalars.
    pub fn of_data(values: Vec<Value>) -> Results {
        Results(ResultsOf::Data(values))
    }

    /// The results as they are written, each made when it is asked for.
    pub fn outputs(self) -> Outputs {
        match self.0 {
            ResultsOf::Data(values) => Box::new(values.into_iter().map(Output::Value)),
            ResultsOf::Futhark(results) => Box::new(results.outputs()),
        }
    }

    /// The result as one value, a tuple if there are several.
    pub fn into_argument(self) -> Argument {
        let whole = |mut values: Vec<Opaque>| match (values.pop(), values.is_empty()) {
            (Some(value), true) => value,
            (last, _) => Opaque::record(values.into_iter().chain(last)),
        };
        match self.0 {
            ResultsOf::Futhark(results) => Argument::Opaque(whole(results.values)),
            ResultsOf::Data(mut values) if values.len() == 1 => Argument::Data(values.swap_remove(0)),
            ResultsOf::Data(values) => {
                let memory = Rc::new(Memory::new(u64::MAX));
                let values = values.into_iter().map(|value| from_data(&memory, value));
                Argument::Opaque(Opaque::record(values))
            }
        }
    }

    /// The results as arguments of another entry point.
    pub fn into_arguments(self) -> Vec<Argument> {
        match self.0 {
            ResultsOf::Data(values) => values.into_iter().map(Argument::Data).collect(),
            ResultsOf::Futhark(results) => results.values.into_iter().map(Argument::Opaque).collect(),
        }
    }
}

impl Program {
    /// Loads and checks the program whose root is the text of that name, whose ending says its language.
    ///
    /// # Errors
    /// All that the checker has to say about an illegal program, or why there is no such text.
    pub fn load(name: &str, imports: &mut dyn Imports, switches: Switches) -> Result<Program, Rejected> {
        let language = languages::of_name(name).map_err(|help| Rejected::no_program(name, help))?;
        (language.load)(name, imports, switches)
    }

    /// What a loader made of a text: the checked program, if nothing was wrong with it.
    ///
    /// # Errors
    /// What was wrong.
    pub fn of<P: Checked>(
        sources: SourceMap,
        diagnostics: Vec<Diagnostic>,
        program: Option<P>,
    ) -> Result<Program, Rejected> {
        match program {
            Some(program) => Ok(Program {
                sources,
                warnings: diagnostics,
                checked: Box::new(program),
            }),
            None => Err(Rejected { sources, diagnostics }),
        }
    }

    /// The language.
    pub fn language(&self) -> &'static Language {
        self.checked.language()
    }

    /// The program as one of a language that is known.
    pub fn known<P: Checked>(&self) -> Option<&P> {
        (&*self.checked as &dyn Any).downcast_ref()
    }

    /// The checked program itself.
    pub fn checked(&self) -> &dyn Checked {
        &*self.checked
    }

    /// What is legal but suspicious.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The warnings, as text for people.
    pub fn render_warnings(&self, colour: bool) -> String {
        report::render(&self.warnings, &self.sources, colour)
    }

    /// The names of the entry points.
    pub fn entries(&self) -> Vec<String> {
        self.checked.entries()
    }

    /// What makes an entry point a property, once for each `#[prop(..)]` before it.
    pub fn properties(&self, entry: &str) -> Vec<Property> {
        self.checked.properties(entry)
    }

    /// The forms of the parameters and the result of an entry point.
    pub fn signature(&self, entry: &str) -> Option<(Vec<Form>, Form)> {
        self.checked.signature(entry)
    }

    /// Sets tuning parameters: what expressions with `#[param(name)]` are.  The program need not have them.
    pub fn tune(&mut self, parameters: Tuning) {
        self.checked.tune(parameters);
    }

    /// Decides tuned numbers: what `tuned "NAME" ..` is.
    ///
    /// # Errors
    /// The program has no number of that name, or what is said is not above zero.
    pub fn size(&mut self, sizes: Tuning) -> Result<(), Box<Diagnostic>> {
        self.checked.size(sizes)
    }

    /// A failed run as text for people.
    pub fn render(&self, stopped: &Stopped, colour: bool) -> String {
        report::render([&*stopped.diagnostic], &self.sources, colour)
    }

    /// Calls an entry point.  A tuple as result is its components.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn call(
        &self,
        entry: &str,
        arguments: Vec<Argument>,
        settings: &Settings,
    ) -> Result<Results, Stopped> {
        let ran = self.checked.call(entry, arguments, settings, Watch::default());
        ran.results.map_err(|failed| self.stopped(failed, entry))
    }

    /// Calls an entry point and says more about the run.
    pub fn watch(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Watched {
        let by_rules = watch.definition || watch.rules || watch.derivation.is_some();
        let defined = by_rules.then(|| self.checked.define(entry, &arguments, settings, watch.derivation));
        let (results, derivation, cost, words) = match defined.flatten() {
            Some(defined) => {
                let cost = watch.cost.then(|| {
                    // The definition has no cost of its own.
                    let watch = Watch {
                        cost: true,
                        ..Watch::default()
                    };
                    self.checked.call(entry, arguments, settings, watch).cost
                });
                (
                    defined.results.map(outputs),
                    defined.derivation,
                    cost.flatten(),
                    None,
                )
            }
            None => {
                let ran = self.checked.call(entry, arguments, settings, watch);
                (
                    ran.results.map(Results::outputs),
                    ran.derivation,
                    ran.cost,
                    ran.words,
                )
            }
        };
        Watched {
            results: results.map_err(|failed| self.stopped(failed, entry)),
            derivation: derivation.map(|d| d.render(&self.sources)),
            cost,
            words,
        }
    }

    /// Evaluates an entry point once more with reals of so many bits for floats, and says how far its results are off.
    ///
    /// # Errors
    /// Why the evaluation in reals has no value.
    #[cfg(feature = "exact")]
    pub fn compare_with_reals(
        &self,
        entry: &str,
        arguments: Vec<Argument>,
        settings: &Settings,
        bits: u32,
        results: &Results,
    ) -> Result<elder_semantics::exact::Report, Stopped> {
        self.checked
            .compare_with_reals(entry, arguments, settings, bits, results)
            .map_err(|failed| self.stopped(failed, entry))
    }

    /// The files that took part.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The primitive type of each argument of an entry point that is a scalar or an array of scalars, which numbers
    /// without a suffix then have.
    pub fn parameter_types(&self, entry: &str) -> Vec<Option<PrimType>> {
        self.checked.parameters(entry).unwrap_or_default()
    }

    /// A failure of a run of this entry point, with what helps.
    pub fn stopped(&self, failed: Failed, entry: &str) -> Stopped {
        let Failed { kind, mut diagnostic } = failed;
        match kind {
            StopKind::Arguments => diagnostic.help = Some(self.checked.usage(entry)),
            StopKind::Internal => {
                let help = "this is a mistake in Elder, not in the program; please report it with the program and its input";
                diagnostic.help = Some(help.to_string());
            }
            _ => {}
        }
        let short = report::render_short(std::slice::from_ref(&*diagnostic), &self.sources);
        Stopped {
            kind,
            diagnostic,
            short,
        }
    }
}

fn outputs(outputs: Vec<Output>) -> Outputs {
    Box::new(outputs.into_iter())
}

/// A failure as the semantics of Futhark, of Dex and of Core have it.
pub fn failed(failure: &Failure) -> Failed {
    let kind = match failure.kind {
        Kind::Error | Kind::Race | Kind::Divergent | Kind::Uninitialised => StopKind::Error,
        Kind::Limit => StopKind::Limit,
        Kind::Unsupported => StopKind::Unsupported,
        Kind::Arguments => StopKind::Arguments,
        Kind::Poison | Kind::Level | Kind::Internal => StopKind::Internal,
    };
    Failed {
        kind,
        diagnostic: Box::new(failure.diagnostic()),
    }
}

/// Arguments as flat data, for a language that has no other values.
///
/// # Errors
/// That an argument is something else.
pub fn flat(arguments: Vec<Argument>) -> Result<Vec<Value>, Failed> {
    let data = |argument| match argument {
        Argument::Data(value) => Ok(value),
        Argument::Opaque(value) => to_data(&value)
            .ok_or_else(|| Failed::outside(StopKind::Arguments, "an argument that is no array of scalars")),
    };
    arguments.into_iter().map(data).collect()
}

/// What an entry point takes, in a line.
fn takes(entry: &str, parameters: &[String]) -> String {
    match parameters.len() {
        0 => format!("{entry} takes no arguments"),
        _ => format!("{entry} takes {}", parameters.join(" ")),
    }
}
