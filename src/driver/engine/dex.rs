//! Texts of Dex, which become core behind the library, and texts of core.

use super::{
    Argument, Checked, Failed, MAX_NODES, Program, Ran, Rejected, Results, ResultsOf, Settings, StopKind,
    Watch,
};
use crate::tower::Language;
use elder_dex::core::{self, read};
use elder_dex::elaborate::{Elaborator, file};
use elder_dex::{check, parser};
use elder_semantics::dex::value::Value;
use elder_semantics::dex::{self, Options, entry, show};
use elder_syntax::{Diagnostic, SourceMap};
use std::path::Path;
use std::sync::OnceLock;

/// The language.
pub(crate) const LANGUAGE: Language = Language {
    declared: &elder_dex::LANGUAGE,
    load: |path, _| text(path),
    run: None,
    prepare: || {
        let _ = library();
    },
};

/// Its core.
pub(crate) const CORE: Language = Language {
    declared: &core::LANGUAGE,
    load: |path, _| of_core(path),
    run: None,
    prepare: || {},
};

/// What stands before every program.
fn library() -> &'static Result<Elaborator, Vec<Diagnostic>> {
    static LIBRARY: OnceLock<Result<Elaborator, Vec<Diagnostic>>> = OnceLock::new();
    LIBRARY.get_or_init(Elaborator::with_library)
}

/// The program in a file of Dex.
fn text(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let mut sources = SourceMap::new();
    let source = sources.add(
        path.display().to_string(),
        Some(path.to_path_buf()),
        text.as_str(),
    );
    let mut elaborator = match library() {
        Ok(elaborator) => elaborator.clone(),
        Err(errors) => return Program::of(sources, errors.clone(), None::<Source>),
    };
    let library = elaborator.program().definitions.len();
    let (_, wrong) = parser::parse_file(source, &text);
    let outside = wrong.into_iter().filter(|wrong| wrong.item.is_none());
    let mut errors: Vec<Diagnostic> = outside.map(|wrong| wrong.diagnostic).collect();
    let items = file(&mut elaborator, source, &text);
    errors.extend(
        items
            .into_iter()
            .filter_map(|(_, outcome)| outcome.err())
            .flatten(),
    );
    if errors.is_empty() {
        errors = check::program(elaborator.program()).err().unwrap_or_default();
    }
    let legal = errors.is_empty().then(|| Source {
        declared: LANGUAGE.declared,
        program: elaborator.program().clone(),
        library,
    });
    Program::of(sources, errors, legal)
}

/// The program in a file of core.
fn of_core(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let mut sources = SourceMap::new();
    let source = sources.add(
        path.display().to_string(),
        Some(path.to_path_buf()),
        text.as_str(),
    );
    match read::checked(source, &text) {
        Ok(program) => {
            let program = Source {
                declared: CORE.declared,
                program,
                library: 0,
            };
            Program::of(sources, vec![], Some(program))
        }
        Err(errors) => Program::of(sources, errors, None::<Source>),
    }
}

/// A checked program.
struct Source {
    declared: &'static elder_syntax::Language,
    program: core::Program,
    /// So many definitions are the library's.
    library: usize,
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
        let values = match super::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let options = Options {
            fuel: settings.limits.fuel,
            time: settings.limits.time,
            memory: settings.limits.memory,
            seed: settings.seed,
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            ..Options::default()
        };
        let outcome = dex::run(&self.program, entry, &values, &options);
        let result = outcome.result.map_err(|failure| super::failed(&failure));
        Ran {
            results: result.and_then(|value| self.outside(&value)),
            derivation: outcome.derivation,
            cost: watch.cost.then(|| outcome.cost.to_string()),
            words: None,
        }
    }
}

impl Source {
    /// A result as data.
    fn outside(&self, value: &Value) -> Result<Results, Failed> {
        let data = entry::data(value).ok_or_else(|| {
            let text = show::text(&self.program, value);
            let message = format!("the result is nothing that the data formats can say: {text}");
            Failed {
                kind: StopKind::Unsupported,
                diagnostic: Box::new(Diagnostic::outside(message)),
            }
        });
        Ok(Results(ResultsOf::Data(data?)))
    }
}
