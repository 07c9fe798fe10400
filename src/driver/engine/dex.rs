//! Texts of Dex, which become core, and texts of its core.

mod literate;

use super::{
    Argument, Checked, Failed, MAX_NODES, Outcome, Program, Ran, Rejected, Results, ResultsOf, Settings,
    StopKind, Watch,
};
use crate::configuration::Overrides;
use crate::finding;
use crate::road::{Stages, Start};
use crate::tower::Language;
use elder_dex::core::{self, read};
use elder_dex::{library, load};
use elder_passes::dex::reached;
use elder_passes::programs::Dex;
use elder_semantics::derivation::Derivation;
use elder_semantics::dex::order::Difference;
use elder_semantics::dex::running::{self, Answer};
use elder_semantics::dex::value::Value;
use elder_semantics::dex::{self, Options, show};
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::{Diagnostic, SourceMap, Value as Data};
use std::path::Path;

/// The language.
pub(crate) const LANGUAGE: Language = Language {
    declared: &elder_dex::LANGUAGE,
    load: |path, _| of_text(path),
    run: None,
    literate: Some(literate::LITERATE),
    prepare: || {
        library::elaborator();
    },
};

/// Its core.
pub(crate) const CORE: Language = Language {
    declared: &core::LANGUAGE,
    load: |path, _| of_core(path),
    run: Some(run),
    literate: None,
    prepare: || {},
};

/// The program in a literate file.
fn of_text(path: &Path) -> Result<Program, Rejected> {
    let mut loaded = load::file(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let sources = std::mem::take(&mut loaded.sources);
    let legal = loaded.legal().map(|(program, library)| Source {
        declared: LANGUAGE.declared,
        program,
        library: library.definitions,
        stages: Stages::default(),
    });
    judged(sources, legal)
}

/// The program in a file of core.
fn of_core(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let mut sources = SourceMap::new();
    let name = path.display().to_string();
    let source = sources.add(name, Some(path.to_path_buf()), text.as_str());
    let legal = read::checked(source, &text).map(|program| Source {
        declared: CORE.declared,
        program,
        library: 0,
        stages: Stages::default(),
    });
    judged(sources, legal)
}

fn judged(sources: SourceMap, legal: Result<Source, Vec<Diagnostic>>) -> Result<Program, Rejected> {
    match legal {
        Ok(program) => Program::of(sources, vec![], Some(program)),
        Err(errors) => Program::of(sources, errors, None::<Source>),
    }
}

/// A checked program.
struct Source {
    declared: &'static elder_syntax::Language,
    program: core::Program,
    /// So many definitions are the library's.
    library: usize,
    stages: Stages,
}

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        self.declared
    }

    fn entries(&self) -> Vec<String> {
        let own = self.program.definitions.iter().skip(self.library);
        let names = own.map(|d| self.program.names.text(d.binder.name));
        names.map(ToString::to_string).collect()
    }

    fn usage(&self, name: &str) -> String {
        match self.entries().as_slice() {
            [] => "the program has no definitions".to_string(),
            names => format!("there is no definition `{name}`, but {}", names.join(", ")),
        }
    }

    /// Programs of core are as they stand; those of texts have the library before them, of which the entry point needs a part.
    fn start(&self, entry: &str, _: &Overrides) -> Option<Result<Start, Vec<Diagnostic>>> {
        let program = || {
            let program = match *self.declared == *CORE.declared {
                true => self.program.clone(),
                false => reached::only(&self.program, entry),
            };
            Start::of(Dex {
                program,
                simplified: None,
            })
        };
        let known = self.program.definition(entry).map(|_| program());
        Some(known.ok_or_else(|| {
            let message = format!("there is no definition `{entry}`");
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
            // The call says that there is no such definition.
            _ => None,
        };
        let program = match made.as_deref() {
            None => &self.program,
            Some(stage) => match known::<Dex>(stage) {
                Some(made) => &made.program,
                None => return elsewhere(stage, entry, &values, settings),
            },
        };
        let options = Options {
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            ..options(settings)
        };
        if settings.both
            && let Some(Difference { defined, chosen }) =
                running::difference(program, entry, &values, &options)
        {
            let message = format!("the definition gives {defined}, the machine {chosen}");
            return Ran::stopped(StopKind::Internal, Diagnostic::outside(message));
        }
        if !(watch.cost || watch.rules || watch.definition || watch.derivation.is_some()) {
            let answer = running::answer(program, entry, &values, &options);
            let results = answer.map_err(|failure| super::failed(&failure));
            let results = results.and_then(|answer| match answer {
                Answer::Data(data) => Ok(data),
                Answer::Other(value) => Err(unsayable(program, &value)),
            });
            return results.map(|data| Results(ResultsOf::Data(data))).into();
        }
        let outcome = dex::run(program, entry, &values, &options);
        let cost = outcome.cost.to_string();
        let (results, derivation) = outside(program, outcome);
        Ran {
            results: results.map(|data| Results(ResultsOf::Data(data))),
            derivation,
            cost: watch.cost.then_some(cost),
            words: None,
        }
    }
}

/// What a program gives that an arrow made of another language.
fn elsewhere(stage: &dyn Stage, entry: &str, values: &[Data], settings: &Settings) -> Ran {
    match finding::run(stage, entry, values, settings) {
        Some(outcome) => Ran {
            results: outcome.results.map(|data| Results(ResultsOf::Data(data))),
            derivation: None,
            cost: None,
            words: None,
        },
        None => Failed {
            kind: StopKind::Internal,
            diagnostic: Box::new(Diagnostic::outside("a program that cannot be run")),
        }
        .into(),
    }
}

/// How the semantics runs.
fn options(settings: &Settings) -> Options {
    Options {
        fuel: settings.limits.fuel,
        time: settings.limits.time,
        memory: settings.limits.memory,
        seed: settings.seed,
        definition: settings.definition,
        ..Options::default()
    }
}

/// Runs a definition of a program between arrows.
fn run(program: &dyn Stage, entry: &str, values: &[Data], settings: &Settings) -> Outcome {
    let Some(Dex { program, .. }) = known::<Dex>(program) else {
        let failed = Failed {
            kind: StopKind::Internal,
            diagnostic: Box::new(Diagnostic::outside("a program that is not of Dex's core")),
        };
        return Outcome {
            results: Err(failed),
            work: 0,
            rules: 0,
        };
    };
    let outcome = dex::run(program, entry, values, &options(settings));
    let work = outcome.cost.work;
    Outcome {
        results: outside(program, outcome).0,
        work,
        rules: 0,
    }
}

/// A result as data, and the derivation.
fn outside(
    program: &core::Program,
    outcome: dex::Outcome,
) -> (Result<Vec<Data>, Failed>, Option<Derivation>) {
    let results = match (outcome.result, outcome.data) {
        (Err(failure), _) => Err(super::failed(&failure)),
        (Ok(_), Some(data)) => Ok(data),
        (Ok(value), None) => Err(unsayable(program, &value)),
    };
    (results, outcome.derivation)
}

/// That a result is none.
fn unsayable(program: &core::Program, value: &Value) -> Failed {
    let text = show::text(program, value);
    let message = format!("the result is nothing that the data formats can say: {text}");
    Failed {
        kind: StopKind::Unsupported,
        diagnostic: Box::new(Diagnostic::outside(message)),
    }
}
