//! DPIA's programs: one file, run by its reference semantics.  Any definition that takes and gives values can be run.

use super::{
    Argument, Checked, Failed, MAX_NODES, Program, Ran, Rejected, Results, ResultsOf, Settings, StopKind,
    Watch,
};
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT};
use elder_dpia::{Entry, NoEntry, check, load};
use elder_semantics::dpia::failure::{Failure, Kind};
use elder_semantics::dpia::{self, Options, Order, interface};
use elder_semantics::futhark::interface::to_data;
use elder_syntax::diagnostic::Severity;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, SourceMap, Span};
use std::path::Path;

/// The ending of its files.
pub(super) const ENDING: &str = "dpia";

/// The program in a file.
pub(super) fn load(path: &Path) -> Result<Program, Rejected> {
    let loaded = match load::file(path) {
        Ok(loaded) => loaded,
        Err(error) => {
            return Err(Rejected {
                sources: SourceMap::new(),
                diagnostics: vec![plain(format!("cannot read {}: {error}", path.display()))],
            });
        }
    };
    match loaded.program {
        Some(program) => Ok(Program {
            sources: loaded.sources,
            warnings: loaded.diagnostics,
            checked: Box::new(Source(program)),
        }),
        None => Err(Rejected {
            sources: loaded.sources,
            diagnostics: loaded.diagnostics,
        }),
    }
}

/// An error outside of any rule.
fn plain(message: String) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        ..Diagnostic::warning(Span::NONE, message)
    }
}

/// A checked program.
struct Source(elder_dpia::Program);

impl Checked for Source {
    fn entries(&self) -> Vec<String> {
        let runnable = self.0.definitions.iter().filter(|d| Entry::of(d).is_some());
        runnable.map(|d| d.name.text().to_owned()).collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let entry = Entry::of(self.0.find(entry)?)?;
        Some(
            interface::parameters(&entry)
                .into_iter()
                .map(|(t, _)| Some(t))
                .collect(),
        )
    }

    fn usage(&self, name: &str) -> String {
        match self.0.find(name).and_then(Entry::of) {
            Some(entry) => {
                let shown: Vec<String> = interface::parameters(&entry)
                    .into_iter()
                    .map(|(t, rank)| format!("{}{t}", "[]".repeat(rank)))
                    .collect();
                let given = entry.given_sizes();
                let mut text = super::takes(name, &shown);
                if !given.is_empty() {
                    let names: Vec<&str> = given.iter().map(elder_dpia::Name::text).collect();
                    text.push_str(&format!("; the first are the sizes {}", names.join(", ")));
                }
                text
            }
            None => match self.entries().as_slice() {
                [] => "no definition of the program takes and gives values only".to_string(),
                names => format!("what can be run is {}", names.join(", ")),
            },
        }
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let stop = |failed| Ran {
            results: Err(failed),
            derivation: None,
            cost: None,
        };
        let entry = match Entry::closed(&self.0, entry) {
            Ok(entry) => entry,
            Err(why) => {
                let (kind, message) = match why {
                    NoEntry::Unknown { .. } => {
                        (StopKind::Arguments, format!("there is no definition `{entry}`"))
                    }
                    NoEntry::NotValues(ty) => (
                        StopKind::Arguments,
                        format!("`{entry}` takes or gives more than values: its type is {ty}"),
                    ),
                    NoEntry::TooLarge => (
                        StopKind::Limit,
                        format!(
                            "`{entry}` is too large with the definitions that it uses put in their places"
                        ),
                    ),
                };
                let refusal = match kind {
                    StopKind::Limit => DPIA_E_LIMIT.refuse("memory"),
                    _ => DPIA_E_ENTRY.refuse("argument"),
                };
                return stop(Failed {
                    kind,
                    diagnostic: Box::new(Diagnostic::error(refusal, Span::NONE, message)),
                });
            }
        };
        let mut values = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Data(value) => values.push(value),
                Argument::Opaque(value) => match to_data(&value) {
                    Some(value) => values.push(value),
                    None => {
                        let diagnostic = plain("an argument that is no array of scalars".to_string());
                        return stop(Failed {
                            kind: StopKind::Arguments,
                            diagnostic: Box::new(diagnostic),
                        });
                    }
                },
            }
        }
        let options = Options {
            strict: settings.strict,
            order: match settings.seed {
                0 => Order::Forward,
                seed => Order::Shuffled(seed),
            },
            fuel: settings.limits.fuel,
            time: settings.limits.time,
            memory: settings.limits.memory,
            cost: watch.cost,
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            // A checked program has none that are wrong; those of sizes are tested now.
            obligations: check::obligations(&entry).unwrap_or_default(),
            ..Options::default()
        };
        let outcome = dpia::run(&entry, values, &options);
        let (allocated, peak) = (outcome.allocated, outcome.peak);
        Ran {
            results: match outcome.results {
                Ok(values) => Ok(Results(ResultsOf::Data(values))),
                Err(failure) => Err(failed(&failure)),
            },
            derivation: outcome.derivation,
            cost: outcome
                .cost
                .map(|cost| format!("{cost}; bytes allocated {allocated}, at most {peak} at one time")),
        }
    }

    #[cfg(feature = "exact")]
    fn compare_with_reals(
        &self,
        _: &str,
        _: Vec<Argument>,
        _: &Settings,
        _: u32,
        _: &Results,
    ) -> Result<elder_semantics::exact::Report, Failed> {
        Err(Failed {
            kind: StopKind::Unsupported,
            diagnostic: Box::new(plain(
                "only Futhark's programs can be evaluated in reals".to_string(),
            )),
        })
    }
}

fn failed(failure: &Failure) -> Failed {
    let kind = match failure.kind {
        Kind::Error | Kind::Race | Kind::Divergent | Kind::Uninitialised => StopKind::Error,
        Kind::Limit => StopKind::Limit,
        Kind::Arguments => StopKind::Arguments,
        Kind::Internal => StopKind::Internal,
    };
    Failed {
        kind,
        diagnostic: Box::new(failure.diagnostic()),
    }
}
