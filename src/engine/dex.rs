//! Texts of Dex, which become core, and texts of its core.

mod literate;

use crate::language::Language;
use crate::{
    Argument, Checked, Failed, Imports, MAX_NODES, Program, Ran, Rejected, Results, Settings, StopKind, Watch,
};
use elder_dex::core::{self, read};
use elder_dex::{library, load};
use elder_semantics::derivation::Derivation;
use elder_semantics::dex::order::Difference;
use elder_semantics::dex::running::{self, Answer};
use elder_semantics::dex::value::Value;
use elder_semantics::dex::{self, Mode, Options, show};
use elder_syntax::{Diagnostic, SourceMap, Value as Data};

/// The language.
pub static LANGUAGE: Language = Language {
    declared: &elder_dex::LANGUAGE,
    load: |name, imports, _| of_text(name, imports),
    literate: Some(literate::LITERATE),
    prepare: || {
        library::elaborator();
    },
};

/// Its core.
pub static CORE: Language = Language {
    declared: &core::LANGUAGE,
    load: |name, imports, _| of_core(name, imports),
    literate: None,
    prepare: || {},
};

/// The program of a literate file.
fn of_text(name: &str, imports: &mut dyn Imports) -> Result<Program, Rejected> {
    let loaded = load::file(name, imports);
    let mut loaded = loaded.map_err(|error| Rejected::unreadable(name, &error))?;
    let sources = std::mem::take(&mut loaded.sources);
    let legal = loaded.legal().map(|(program, library)| Source {
        declared: LANGUAGE.declared,
        program,
        library: library.definitions,
    });
    judged(sources, legal)
}

/// The program of a text of core.
fn of_core(name: &str, imports: &mut dyn Imports) -> Result<Program, Rejected> {
    let text = imports
        .text(name)
        .map_err(|error| Rejected::unreadable(name, &error))?;
    let mut sources = SourceMap::new();
    let source = sources.add(name, text.as_str());
    let legal = read::checked(source, &text).map(|program| Source {
        declared: CORE.declared,
        program,
        library: 0,
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
pub struct Source {
    declared: &'static elder_syntax::Language,
    /// The library, where it is a text's, and behind it what the text defines.
    pub program: core::Program,
    /// So many definitions are the library's.
    pub library: usize,
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

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        call(&self.program, entry, arguments, settings, watch)
    }
}

/// Calls a definition of a program.
pub fn call(
    program: &core::Program,
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
        ..options(settings)
    };
    if settings.both
        && let Some(Difference { defined, chosen }) = running::difference(program, entry, &values, &options)
    {
        let message = format!("the definition gives {defined}, the machine {chosen}");
        return Ran::stopped(StopKind::Internal, Diagnostic::outside(message));
    }
    if !(watch.cost || watch.rules || watch.definition || watch.derivation.is_some()) {
        let answer = running::answer(program, entry, &values, &options);
        let results = answer.map_err(|failure| crate::failed(&failure));
        let results = results.and_then(|answer| match answer {
            Answer::Data(data) => Ok(data),
            Answer::Other(value) => Err(unsayable(program, &value)),
        });
        return results.map(Results::of_data).into();
    }
    let outcome = dex::run(program, entry, &values, &options);
    let cost = outcome.cost.to_string();
    let (results, derivation) = outside(program, outcome);
    Ran {
        results: results.map(Results::of_data),
        derivation,
        cost: watch.cost.then_some(cost),
        words: None,
    }
}

/// How the semantics runs.
pub fn options(settings: &Settings) -> Options {
    Options {
        mode: match settings.definition {
            true => Mode::Definition,
            false => Mode::Any,
        },
        ..settings.options()
    }
}

/// A result as data, and the derivation.
pub fn outside(
    program: &core::Program,
    outcome: dex::Outcome,
) -> (Result<Vec<Data>, Failed>, Option<Derivation>) {
    let results = match (outcome.results, outcome.also) {
        (Err(failure), _) => Err(crate::failed(&failure)),
        (Ok(_), Some(data)) => Ok(data),
        (Ok(value), None) => Err(unsayable(program, &value)),
    };
    (results, outcome.derivation)
}

/// That a result is none.
fn unsayable(program: &core::Program, value: &Value) -> Failed {
    let text = show::text(program, value);
    let message = format!("the result is nothing that the data formats can say: {text}");
    Failed::outside(StopKind::Unsupported, message)
}
