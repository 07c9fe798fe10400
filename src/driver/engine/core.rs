//! Core's programs: one file, run by its reference semantics.

pub(super) mod arguments;
mod border;

use super::{
    Argument, Checked, Failed, MAX_NODES, Outcome, Program, Ran, Rejected, Results, ResultsOf, Settings,
    StopKind, Watch,
};
use crate::configuration::Overrides;
use crate::road::{Stages, Start};
use crate::tower::{Language, rules};
use elder_core::read;
use elder_passes::programs::{Border, Core};
use elder_semantics::core::entry::kind;
use elder_semantics::core::{self, Options};
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Value};
use std::path::Path;

/// The language.
pub(crate) const LANGUAGE: Language = Language {
    declared: &elder_core::LANGUAGE,
    load: |path, _| file(path),
    run: Some(run),
    literate: None,
    prepare: || {},
};

/// The program in a file.  A statement may say a premise of any language.
fn file(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let find = |id: &str| rules().find(|rule| rule.id == id);
    let loaded = read::load(&path.display().to_string(), Some(path), &text, &find);
    Program::of(
        loaded.sources,
        loaded.diagnostics,
        loaded.program.map(|program| Source {
            program,
            stages: Stages::default(),
        }),
    )
}

/// A checked program.
struct Source {
    program: elder_core::Program,
    stages: Stages,
}

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

    fn entries(&self) -> Vec<String> {
        self.program
            .entries
            .iter()
            .map(|entry| entry.name.to_string())
            .collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let params = self.program.entry(entry)?.params.iter();
        Some(params.map(|param| param.binder.ty.element()).collect())
    }

    fn usage(&self, name: &str) -> String {
        match self.program.entry(name) {
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

    fn start(&self, entry: &str, _: &Overrides) -> Option<Result<Start, Vec<Diagnostic>>> {
        let program = || {
            Start::of(Core {
                program: self.program.clone(),
                border: Border::Same,
                sized: false,
            })
        };
        let known = self.program.entry(entry).map(|_| program());
        Some(known.ok_or_else(|| {
            let message = format!("there is no entry point `{entry}`");
            vec![Diagnostic::outside(message).with_help(self.usage(entry))]
        }))
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let values = match super::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let made = match (settings.after, self.start(entry, &settings.overrides)) {
            (Some(name), Some(Ok(start))) => match self.stages.after(entry, name, start) {
                Ok(stage) => Some(stage),
                Err(failed) => return failed.into(),
            },
            // The call says that there is no such entry point.
            _ => None,
        };
        let made = made.as_deref().and_then(known::<Core>);
        let program = made.map_or(&self.program, |made| &made.program);
        let options = Options {
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            free: watch.words,
            ..options(settings)
        };
        let outcome = core::run(program, entry, &values, &options);
        Ran {
            results: match outcome.results {
                Ok(values) => Ok(Results(ResultsOf::Data(values))),
                Err(failure) => Err(super::failed(&failure)),
            },
            derivation: outcome.derivation,
            cost: watch.cost.then(|| outcome.cost.to_string()),
            words: outcome.words.map(|words| words.texts()),
        }
    }
}

/// How a program is run with these settings.
fn options(settings: &Settings) -> Options {
    let options = Options {
        fuel: settings.limits.fuel,
        time: settings.limits.time,
        memory: settings.limits.memory,
        ..Options::default()
    };
    options.choosing(settings.seed)
}

/// Runs an entry point of a program between arrows.
fn run(program: &dyn Stage, entry: &str, values: &[Value], settings: &Settings) -> Outcome {
    let Some(program) = known::<Core>(program) else {
        let failed = Failed {
            kind: StopKind::Internal,
            diagnostic: Box::new(Diagnostic::outside("a program that is not of Core")),
        };
        return Outcome {
            results: Err(failed),
            work: 0,
            rules: 0,
        };
    };
    outcome(
        core::run(&program.program, entry, values, &options(settings)),
        &program.border,
    )
}

/// What the definition gave, as it is compared along a road.
pub(crate) fn outcome(given: core::Outcome, border: &Border) -> Outcome {
    Outcome {
        results: match given.results {
            Ok(components) => Ok(border::results(border, components)),
            Err(failure) => Err(border::failed(border, super::failed(&failure))),
        },
        work: given.cost.work,
        rules: 0,
    }
}
