//! Texts of Dex's core, which are checked.

use super::{
    Argument, Checked, Failed, MAX_NODES, Program, Ran, Rejected, Results, ResultsOf, Settings, StopKind,
    Watch,
};
use crate::tower::Language;
use elder_dex::core::{self, read};
use elder_semantics::dex::value::Value;
use elder_semantics::dex::{self, Options, entry, show};
use elder_syntax::{Diagnostic, SourceMap};
use std::path::Path;

/// The core of Dex; nothing leads from Dex to it here yet.
pub(crate) const CORE: Language = Language {
    declared: &core::LANGUAGE,
    load: |path, _| file(path),
    run: None,
    prepare: || {},
};

/// The program in a file.
fn file(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let mut sources = SourceMap::new();
    let name = path.display().to_string();
    let source = sources.add(name, Some(path.to_path_buf()), text.as_str());
    match read::checked(source, &text) {
        Ok(program) => Program::of(sources, vec![], Some(Source(program))),
        Err(errors) => Program::of(sources, errors, None::<Source>),
    }
}

/// A checked program.
struct Source(core::Program);

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        CORE.declared
    }

    fn entries(&self) -> Vec<String> {
        let names = self
            .0
            .definitions
            .iter()
            .map(|d| self.0.names.text(d.binder.name));
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
        let outcome = dex::run(&self.0, entry, &values, &options);
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
            let text = show::text(&self.0, value);
            let message = format!("the result is nothing that the data formats can say: {text}");
            Failed {
                kind: StopKind::Unsupported,
                diagnostic: Box::new(Diagnostic::outside(message)),
            }
        });
        Ok(Results(ResultsOf::Data(data?)))
    }
}
