//! One program, loaded and checked, and its entry points called: what all commands share.
//!
//! Nothing here prints.  What refused is a [`Rejected`], what went wrong while
//! running a [`Stopped`]; both hold diagnostics together with the sources they point into.

use crate::{Watchers, entry, tower};
use elder_futhark::check::imports::{Disk, check_file, check_text};
use elder_futhark::tree;
use elder_semantics::futhark::display::display_as;
use elder_semantics::futhark::failure::{Failure, Kind};
use elder_semantics::futhark::interface::to_data;
use elder_semantics::futhark::{self, Options};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, Judgement, Name, SourceMap, Span, Value, report};
use std::any::Any;
use std::path::Path;
use std::time::Duration;

/// A checked program.
pub struct Program {
    sources: SourceMap,
    warnings: Vec<Diagnostic>,
    tree: tree::Program,
}

/// Checks the prelude, which the first program of a thread otherwise does.
pub fn check_prelude() {
    check_text("", "");
}

/// Why a program is not legal.
pub struct Rejected {
    /// The files that the diagnostics point into.
    pub sources: SourceMap,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Nobody reads more at a time.
const MAX_REPORTS: usize = 50;

impl Rejected {
    /// As text for people.
    pub fn render(&self, colour: bool) -> String {
        let (shown, rest) = self.diagnostics.split_at(self.diagnostics.len().min(MAX_REPORTS));
        let mut out = report::render(shown, &self.sources, colour);
        if !rest.is_empty() {
            out.push_str(&format!("and {} more errors\n", rest.len()));
        }
        out
    }

    /// One line an error.
    pub fn render_short(&self) -> String {
        report::render_short(&self.diagnostics, &self.sources)
    }

    /// The judgement of the first error.
    pub fn judgement(&self) -> Option<Judgement> {
        let first = self.diagnostics.iter().find(|d| d.severity == Severity::Error)?;
        Some(first.refusal?.rule.judgement)
    }
}

/// Bounds on a run; `None` is no bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Steps.
    pub fuel: Option<u64>,
    /// Bytes of live arrays.
    pub memory: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// How to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Bounds.
    pub limits: Limits,
    /// Where the semantics has a choice, this decides.
    pub seed: u64,
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

pub use elder_semantics::futhark::Argument;

/// A result of an entry point.
#[derive(Clone, Debug)]
pub enum Output {
    /// A scalar or an array of scalars.
    Value(Value),
    /// Something that the data formats cannot express, as text for people.
    Opaque(String),
}

impl Program {
    /// Loads and checks the program in a file.
    ///
    /// # Errors
    /// All that the checker has to say about an illegal program, or why the file cannot be read.
    pub fn load(path: &Path) -> Result<Program, Rejected> {
        if path.is_file()
            && let Err(help) = tower::language_of(path)
        {
            let mut diagnostic = Diagnostic::warning(Span::NONE, format!("{} is no program", path.display()));
            diagnostic.severity = Severity::Error;
            return Err(Rejected {
                sources: SourceMap::new(),
                diagnostics: vec![diagnostic.with_help(help)],
            });
        }
        let outcome = check_file(path, &mut Disk);
        match outcome.program {
            Some(tree) => Ok(Program {
                sources: outcome.sources,
                warnings: outcome.diagnostics,
                tree,
            }),
            None => Err(Rejected {
                sources: outcome.sources,
                diagnostics: outcome.diagnostics,
            }),
        }
    }

    /// The warnings, as text for people.
    pub fn render_warnings(&self, colour: bool) -> String {
        report::render(&self.warnings, &self.sources, colour)
    }

    /// The names of the entry points.
    pub fn entries(&self) -> impl Iterator<Item = &Name> {
        self.tree.entries.iter().map(|e| &e.name)
    }

    /// A failed run as text for people.
    pub fn render(&self, stopped: &Stopped, colour: bool) -> String {
        report::render(std::slice::from_ref(&*stopped.diagnostic), &self.sources, colour)
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
        self.watch(entry, arguments, settings, Watchers::default())
            .results
    }

    /// Calls an entry point while others watch.
    pub fn watch(
        &self,
        entry: &str,
        arguments: Vec<Argument>,
        settings: &Settings,
        watchers: Watchers,
    ) -> Watched {
        let options = Options {
            observer: watchers.observer(),
            ..options(settings)
        };
        let outcome = futhark::run(&self.tree, entry, arguments, options);
        let results = match outcome.results {
            Ok(values) => Ok(Results {
                values,
                types: outcome.types,
            }),
            Err(failure) => Err(self.stopped(&failure, entry)),
        };
        Watched {
            results,
            observers: Watchers::open(outcome.observer),
            peak: outcome.memory.peak(),
            allocated: outcome.memory.total(),
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
        let options = options(settings);
        elder_semantics::exact::compare(&self.tree, entry, arguments, options, bits, &results.values)
            .map_err(|failure| self.stopped(&failure, entry))
    }

    /// The files that took part.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    fn stopped(&self, failure: &Failure, entry: &str) -> Stopped {
        let mut diagnostic = failure.diagnostic();
        let kind = match failure.kind {
            Kind::Error => StopKind::Error,
            Kind::Limit => StopKind::Limit,
            Kind::Unsupported => StopKind::Unsupported,
            Kind::Arguments => StopKind::Arguments,
            Kind::Poison | Kind::Internal => StopKind::Internal,
        };
        match kind {
            StopKind::Arguments => diagnostic.help = Some(self.usage(entry)),
            StopKind::Internal => {
                let help = "this is a mistake in Elder, not in the program; please report it with the program and its input";
                diagnostic.help = Some(help.to_string());
            }
            _ => {}
        }
        let short = report::render_short(std::slice::from_ref(&diagnostic), &self.sources);
        Stopped {
            kind,
            diagnostic: Box::new(diagnostic),
            short,
        }
    }

    /// What an entry point takes, or which there are.
    fn usage(&self, entry: &str) -> String {
        match entry::parameters(&self.tree, entry) {
            Some(parameters) => {
                let mut leaves = Vec::new();
                parameters.iter().for_each(|form| form.leaves(&mut leaves));
                let shown: Vec<String> = leaves.into_iter().map(entry::describe).collect();
                match shown.len() {
                    0 => format!("{entry} takes no arguments"),
                    _ => format!("{entry} takes {}", shown.join(" ")),
                }
            }
            None => {
                let names: Vec<&str> = self.tree.entries.iter().map(|e| e.name.as_str()).collect();
                match names.len() {
                    0 => "the program has no entry points; declare one with `entry`".to_string(),
                    _ => format!("its entry points are {}", names.join(", ")),
                }
            }
        }
    }
}

/// A run that was watched.
pub struct Watched {
    /// The results, or why there are none.
    pub results: Result<Results, Stopped>,
    /// Who watched, in the order in which they were added.
    pub observers: Vec<Box<dyn Any>>,
    /// The most bytes of array elements that were alive at one time.
    pub peak: u64,
    /// The bytes of all arrays made.
    pub allocated: u64,
}

/// The semantics' options for these settings.
fn options(settings: &Settings) -> Options {
    Options {
        fuel: settings.limits.fuel,
        memory: settings.limits.memory,
        time: settings.limits.time,
        seed: settings.seed,
        ..Options::default()
    }
}

/// The results of an entry point with their types.
#[derive(Clone, Debug)]
pub struct Results {
    /// The components, if the result is a tuple.
    pub values: Vec<futhark::value::Value>,
    types: Vec<tree::Type>,
}

impl Results {
    /// The results as they are written, each made when it is asked for.
    pub fn outputs(self) -> impl Iterator<Item = Output> {
        let types = self.types.into_iter().map(Some).chain(std::iter::repeat(None));
        self.values
            .into_iter()
            .zip(types)
            .map(|(value, ty)| match to_data(&value) {
                Some(data) => Output::Value(data),
                None => Output::Opaque(display_as(&value, ty.as_ref())),
            })
    }
}

impl Program {
    /// The primitive type of each argument of an entry point that is a scalar or an array of scalars, which numbers
    /// without a suffix then have.
    pub fn parameter_types(&self, entry: &str) -> Vec<Option<elder_syntax::prim::PrimType>> {
        let mut leaves = Vec::new();
        for form in entry::parameters(&self.tree, entry).unwrap_or_default() {
            form.leaves(&mut leaves);
        }
        leaves.into_iter().map(|leaf| leaf.map(|(t, _)| t)).collect()
    }
}
