//! Host programs with the definitions of their entries beneath, in DPIA: the semantics of host programs runs their entry points.

use super::LANGUAGE;
use crate::languages::rules;
use crate::{Argument, Checked, Program, Ran, Rejected, Results, Settings, StopKind, Watch};
use elder_dpia::Entry;
use elder_kernel::host::{self, Point};
use elder_kernel::rules::host::{KER_H_ENTRY, KER_P_DO};
use elder_kernel::{check, read};
use elder_semantics::kernel::program::dpia::DpiaEntries;
use elder_semantics::kernel::program::{self, Options};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name, SourceId, SourceMap, Span};

/// The program of a text.
pub(super) fn file(name: &str, text: &str) -> Result<Program, Rejected> {
    let mut sources = SourceMap::new();
    let source = sources.add(name, text);
    let judged = LANGUAGE.declared.within(|| judged(name, source, text));
    match judged.unwrap_or_else(|spent| Err(vec![*spent])) {
        Ok(program) => Program::of(sources, vec![], Some(Source { program })),
        Err(refused) => Program::of(sources, refused, None::<Source>),
    }
}

fn judged(name: &str, source: SourceId, text: &str) -> Result<host::Program<Entry>, Vec<Diagnostic>> {
    let (steps, definitions) = text.split_at(read::host::definitions(text));
    let find = |id: &str| rules().find(|rule| rule.id == id);
    let program = read::host::program(source, steps, &find);
    let program = program.map_err(|refused| vec![refused.diagnostic()])?;
    check::host::program(&program)?;
    // Places in the definitions are those of the whole text.
    let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
    let padded: String = steps.bytes().map(blank).chain(definitions.chars()).collect();
    let definitions = match definitions.is_empty() {
        true => elder_dpia::Program::default(),
        false => {
            let loaded = elder_dpia::load::text(name, &padded);
            loaded.program.ok_or(loaded.diagnostics)?
        }
    };
    let program = program.with_entries(|name, _, ()| closed(&definitions, name))?;
    DpiaEntries::new(&program, &Options::default())?;
    Ok(program)
}

/// The definition that an entry is.
fn closed(definitions: &elder_dpia::Program, name: &Name) -> Result<Entry, Vec<Diagnostic>> {
    Entry::closed(definitions, name).map_err(|why| {
        let mut refused = crate::dpia::no_entry(name, &why);
        refused.refusal = Some(KER_P_DO.refuse("entry"));
        vec![refused]
    })
}

/// A checked program.
struct Source {
    program: host::Program<Entry>,
}

impl Source {
    fn point(&self, name: &str) -> Option<&Point> {
        self.program.points.iter().find(|point| point.name == name)
    }
}

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

    fn entries(&self) -> Vec<String> {
        let points = self.program.points.iter();
        points.map(|point| point.name.to_string()).collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let parameters = self.point(entry)?.parameters.iter();
        Some(parameters.map(|parameter| Some(parameter.element)).collect())
    }

    fn usage(&self, entry: &str) -> String {
        match self.point(entry) {
            Some(point) => {
                let shown = point.parameters.iter();
                let shown: Vec<String> = shown
                    .map(|p| format!("{}{}", "[]".repeat(p.shape.len()), p.element))
                    .collect();
                crate::takes(entry, &shown)
            }
            None => format!("its entry points are {}", self.entries().join(", ")),
        }
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, _: Watch) -> Ran {
        if self.point(entry).is_none() {
            let message = format!("there is no entry point `{entry}`");
            let diagnostic = Diagnostic::error(KER_H_ENTRY.refuse("kind"), Span::NONE, message);
            return Ran::stopped(StopKind::Arguments, diagnostic.with_help(self.usage(entry)));
        }
        let values = match crate::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let options: Options = settings.options();
        let mut entries = match DpiaEntries::new(&self.program, &options) {
            Ok(entries) => entries,
            Err(refused) => {
                let first = refused.into_iter().next();
                let first = first.unwrap_or_else(|| Diagnostic::outside("an entry is refused"));
                return Ran::stopped(StopKind::Internal, first);
            }
        };
        let outcome = program::run(&self.program, entry, &values, &mut entries, &options);
        Ran {
            results: match outcome.results {
                Ok(values) => Ok(Results::of_data(values)),
                Err(failure) => Err(crate::failed(&failure)),
            },
            derivation: None,
            cost: None,
            words: None,
        }
    }
}
