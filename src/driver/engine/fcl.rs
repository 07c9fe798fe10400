//! FCL's programs: one file and the library, run step by step at locations of a machine.  A definition can be run if it makes a push array.

use super::{
    Argument, Checked, Failed, MAX_NODES, Program, Ran, Rejected, Results, ResultsOf, Settings, StopKind,
    Watch,
};
use crate::compile::fcl as kernels;
use elder_fcl::{Entry, Type, load};
use elder_semantics::fcl::failure::{Failure, Kind};
use elder_semantics::fcl::{self, Options};
use elder_semantics::order::Order;
use elder_syntax::prim::PrimType;
use std::path::Path;

/// The ending of its files.
pub(crate) const ENDING: &str = "fcl";

/// The program in a file.
pub(super) fn load(path: &Path) -> Result<Program, Rejected> {
    let loaded = load::file(path).map_err(|error| {
        Rejected::outside(super::plain(format!("cannot read {}: {error}", path.display())))
    })?;
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

/// A checked program.
struct Source(elder_fcl::Program);

impl Checked for Source {
    fn entries(&self) -> Vec<String> {
        let own = self.0.definitions.iter().filter(|d| !d.library);
        let names = own.map(|d| d.name.text().to_owned());
        names
            .filter(|name| Entry::of(&self.0, Some(name)).is_ok())
            .collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let entry = kernels::entry(&self.0, entry).ok()?;
        let parameters = kernels::parameters(&entry).into_iter();
        Some(parameters.map(|(t, _)| Some(t)).collect())
    }

    fn usage(&self, name: &str) -> String {
        match kernels::entry(&self.0, name) {
            Ok(entry) => {
                let parameters = kernels::parameters(&entry).into_iter();
                let shown: Vec<String> = parameters
                    .map(|(t, array)| format!("{}{t}", if array { "[]" } else { "" }))
                    .collect();
                super::takes(entry.name.text(), &shown)
            }
            Err(_) => match self.entries().as_slice() {
                [] => "what is run takes numbers and pull arrays of them, and gives a push array".to_string(),
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
        let entry = match kernels::entry(&self.0, entry) {
            Ok(entry) => entry,
            Err(why) => {
                return stop(Failed {
                    kind: StopKind::Arguments,
                    diagnostic: why,
                });
            }
        };
        let values = match super::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return stop(failed),
        };
        let configuration = match settings.overrides.of(entry.configuration) {
            Ok(configuration) => configuration,
            Err(diagnostic) => {
                return stop(Failed {
                    kind: StopKind::Unsupported,
                    diagnostic,
                });
            }
        };
        let options = Options {
            order: match settings.seed {
                0 => Order::Forward,
                seed => Order::Shuffled(seed),
            },
            fuel: settings.limits.fuel,
            time: settings.limits.time,
            memory: settings.limits.memory,
            configuration: Some(configuration),
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            ..Options::default()
        };
        let types: Vec<&Type> = entry.parameters.iter().map(|(_, ty)| ty).collect();
        let kernel = fcl::Kernel {
            name: entry.name.text(),
            parameters: &types,
            element: &entry.element,
            level: &entry.level,
            body: &entry.body,
            configuration: entry.configuration,
        };
        let outcome = fcl::run_kernel(&kernel, &values, &options);
        Ran {
            results: match outcome.results {
                Ok(values) => Ok(Results(ResultsOf::Data(values))),
                Err(failure) => Err(failed(&failure)),
            },
            derivation: outcome.derivation,
            cost: watch.cost.then(|| outcome.cost.to_string()),
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
        super::no_reals()
    }
}

fn failed(failure: &Failure) -> Failed {
    let kind = match failure.kind {
        Kind::Error | Kind::Race => StopKind::Error,
        Kind::Limit => StopKind::Limit,
        Kind::Arguments => StopKind::Arguments,
        Kind::Level | Kind::Stuck => StopKind::Internal,
    };
    Failed {
        kind,
        diagnostic: Box::new(failure.diagnostic()),
    }
}
