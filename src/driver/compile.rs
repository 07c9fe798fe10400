//! A DPIA program on its way to a device: loaded and checked, through the passes of the tower, to kernels and a launch plan.
//!
//! Nothing here prints; what refuses is a [`Rejected`], as for the reference semantics.

use crate::engine::Rejected;
use elder_dpia::{Entry, Name, NoEntry, Program, load};
use elder_kernel::Plan;
use elder_kernel::print::{self, Dialect, Printed};
use elder_passes::Target;
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, SourceMap, Span};
use std::path::Path;

/// The language that is compiled.
pub const LANGUAGE: &str = "DPIA";

/// A checked program that can be compiled.
pub struct Source {
    /// The text.
    pub sources: SourceMap,
    program: Program,
}

impl Source {
    /// Loads and checks the program in a file.
    ///
    /// # Errors
    /// What the checker refuses, or why the file cannot be read.
    pub fn load(path: &Path) -> Result<Source, Rejected> {
        match load::file(path) {
            Ok(loaded) => Source::of(loaded),
            Err(e) => {
                let message = format!("cannot read {}: {e}", path.display());
                let mut diagnostic = Diagnostic::warning(Span::NONE, message);
                diagnostic.severity = Severity::Error;
                Err(Rejected {
                    sources: SourceMap::new(),
                    diagnostics: vec![diagnostic],
                })
            }
        }
    }

    /// Checks a program.
    ///
    /// # Errors
    /// What the checker refuses.
    pub fn of(loaded: load::Loaded) -> Result<Source, Rejected> {
        match loaded.program {
            Some(program) => Ok(Source {
                sources: loaded.sources,
                program,
            }),
            None => Err(Rejected {
                sources: loaded.sources,
                diagnostics: loaded.diagnostics,
            }),
        }
    }

    /// The definition of that name, as it is called from outside.
    ///
    /// # Errors
    /// Says which there are.
    pub fn entry(&self, name: &str) -> Result<Entry, Rejected> {
        Entry::closed(&self.program, name).map_err(|why| {
            let (message, help) = match why {
                NoEntry::Unknown { known } => {
                    let names: Vec<&str> = known.iter().map(Name::text).collect();
                    let help = match names.len() {
                        0 => "a definition can be run if it takes and gives values".to_string(),
                        _ => format!("choose with --entry one of {}", names.join(", ")),
                    };
                    (format!("there is no definition `{name}`"), help)
                }
                NoEntry::NotValues(ty) => (
                    format!("`{name}` cannot be run: its type is {ty}"),
                    "what is run takes values or acceptors and gives a value or is a command".to_string(),
                ),
                NoEntry::TooLarge => (
                    format!("`{name}` is too large when the definitions that it uses are put in place"),
                    "name intermediate results with `let` instead of calling the same definition several times".to_string(),
                ),
            };
            let mut diagnostic = Diagnostic::warning(Span::NONE, message).with_help(help);
            diagnostic.severity = Severity::Error;
            self.rejected(vec![diagnostic])
        })
    }

    /// What a stage refuses, with the text that it points into.
    pub fn rejected(&self, diagnostics: Vec<Diagnostic>) -> Rejected {
        Rejected {
            sources: self.sources.clone(),
            diagnostics,
        }
    }

    /// The entry after each pass of the tower, the entry itself first.
    ///
    /// # Errors
    /// What the first pass that refuses has to say.
    pub fn stages(&self, entry: &Entry, target: Target) -> Result<Vec<(&'static str, Entry)>, Rejected> {
        let mut stages = vec![("source", entry.clone())];
        stages.extend(elder_passes::pipeline(entry, &target).map_err(|errors| self.rejected(errors))?);
        Ok(stages)
    }

    /// The kernels and the launch plan.
    ///
    /// # Errors
    /// What the first stage that refuses has to say.
    pub fn plan(&self, entry: &Entry, target: Target) -> Result<Plan, Rejected> {
        elder_passes::plan(entry, &target).map_err(|errors| self.rejected(errors))
    }

    /// The number of the line, from 1, that a place of the program is on.
    pub fn line_of(&self, span: Span) -> Option<usize> {
        self.sources.line_column(span).map(|(line, _)| line)
    }

    /// The text of all kernels of a plan, with the numbers of the source's lines.
    pub fn text(&self, plan: &Plan, dialect: Dialect) -> Printed {
        let line_of = |span| self.line_of(span);
        let options = print::Options {
            line_of: Some(&line_of),
            ..print::Options::default()
        };
        print::print(&plan.unit(), dialect, &options)
    }
}

/// The target whose kernels are in this language.
pub fn target(dialect: Dialect) -> Target {
    match dialect {
        Dialect::OpenCl => Target::OPENCL,
        Dialect::OpenMp => Target::OpenMp,
    }
}
