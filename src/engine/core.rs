//! Core's programs: one file, run by its reference semantics.

use crate::languages::{Language, rules};
use crate::{Argument, Checked, Imports, MAX_NODES, Program, Ran, Rejected, Results, Settings, Watch};
use elder_core::read;
use elder_semantics::core::entry::kind;
use elder_semantics::core::{self, Options};
use elder_syntax::prim::PrimType;

/// The language.
pub static LANGUAGE: Language = Language {
    declared: &elder_core::LANGUAGE,
    load: |name, imports, _| file(name, imports),
    literate: None,
    prepare: || {},
};

/// The program of a text.  A statement may say a premise of any language.
fn file(name: &str, imports: &mut dyn Imports) -> Result<Program, Rejected> {
    let text = imports
        .text(name)
        .map_err(|error| Rejected::unreadable(name, &error))?;
    let find = |id: &str| rules().find(|rule| rule.id == id);
    let loaded = read::load(name, &text, &find);
    Program::of(loaded.sources, loaded.diagnostics, loaded.program.map(Source))
}

/// A checked program.
pub struct Source(pub elder_core::Program);

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
                crate::takes(name, &shown)
            }
            None => match self.entries().as_slice() {
                [] => "the program has no entry points; one begins with `entry`".to_string(),
                names => format!("its entry points are {}", names.join(", ")),
            },
        }
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        call(&self.0, entry, arguments, settings, watch)
    }
}

/// Calls an entry point of a program.
pub fn call(
    program: &elder_core::Program,
    entry: &str,
    arguments: Vec<Argument>,
    settings: &Settings,
    watch: Watch,
) -> Ran {
    let values = match crate::flat(arguments) {
        Ok(values) => values,
        Err(failed) => return failed.into(),
    };
    let options = Options {
        derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
        free: watch.words,
        ..options(settings)
    };
    let outcome = core::run(program, entry, &values, &options);
    Ran {
        results: match outcome.results {
            Ok(values) => Ok(Results::of_data(values)),
            Err(failure) => Err(crate::failed(&failure)),
        },
        derivation: outcome.derivation,
        cost: watch.cost.then(|| outcome.cost.to_string()),
        words: outcome.words.map(|words| words.texts()),
    }
}

/// How a program is run with these settings.
pub fn options(settings: &Settings) -> Options {
    let options = Options {
        fuel: settings.limits.fuel,
        time: settings.limits.time,
        memory: settings.limits.memory,
        ..Options::default()
    };
    options.choosing(settings.seed)
}
