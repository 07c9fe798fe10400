//! Core's programs: one file, run by its reference semantics.

use super::{Argument, Checked, MAX_NODES, Program, Ran, Rejected, Results, ResultsOf, Settings, Watch};
use crate::tower::{Language, rules};
use elder_core::read;
use elder_semantics::core::entry::kind;
use elder_semantics::core::{self, Options};
use elder_syntax::prim::PrimType;
use std::path::Path;

/// The language.
pub(crate) const LANGUAGE: Language = Language {
    declared: &elder_core::LANGUAGE,
    load: file,
    prepare: || {},
};

/// The program in a file.  A statement may say a premise of any language.
fn file(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let find = |id: &str| rules().find(|rule| rule.id == id);
    let loaded = read::load(&path.display().to_string(), Some(path), &text, &find);
    Program::of(loaded.sources, loaded.diagnostics, loaded.program.map(Source))
}

/// A checked program.
struct Source(elder_core::Program);

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

    fn entries(&self) -> Vec<String> {
        self.0
            .entries
            .iter()
            .map(|entry| entry.name.to_string())
            .collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let params = self.0.entry(entry)?.params.iter();
        Some(params.map(|param| param.binder.ty.element()).collect())
    }

    fn usage(&self, name: &str) -> String {
        match self.0.entry(name) {
            Some(entry) => {
                let shown: Vec<String> = entry.params.iter().map(|param| kind(&param.binder.ty)).collect();
                super::takes(name, &shown)
            }
            None => match self.entries().as_slice() {
                [] => "the program has no entry points; one begins with `entry`".to_string(),
                names => format!("its entry points are {}", names.join(", ")),
            },
        }
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let values = match super::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let options = Options {
            fuel: settings.limits.fuel,
            time: settings.limits.time,
            memory: settings.limits.memory,
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            ..Options::default()
        };
        let options = options.choosing(settings.seed);
        let outcome = core::run(&self.0, entry, &values, &options);
        Ran {
            results: match outcome.results {
                Ok(values) => Ok(Results(ResultsOf::Data(values))),
                Err(failure) => Err(super::failed(&failure)),
            },
            derivation: outcome.derivation,
            cost: watch.cost.then(|| outcome.cost.to_string()),
        }
    }
}
