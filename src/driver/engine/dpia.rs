//! DPIA's programs: one file, run by its reference semantics.  Any definition that takes and gives values can be run.

use super::{
    Argument, Checked, Failed, MAX_NODES, Program, Ran, Rejected, Results, ResultsOf, Settings, StopKind,
    Watch,
};
use crate::compile::EntryPoint;
use crate::compile::dpia::Own;
use crate::configuration::Overrides;
use crate::road::Start;
use crate::stage::{self, Stage};
use crate::tower::Language;
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT};
use elder_dpia::{Entry, NoEntry, check, load};
use elder_passes::pass::{Reading, expect};
use elder_passes::programs::{Dpia, Origin};
use elder_semantics::dpia::failure::{Failure, Kind};
use elder_semantics::dpia::{self, Options, Order, Undefined, interface};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Span};
use std::path::Path;

/// The language.
pub(crate) const LANGUAGE: Language = Language {
    declared: &elder_dpia::LANGUAGE,
    load: |path, _| file(path),
    run: None,
    literate: None,
    prepare: || {},
};

/// The program in a file.
fn file(path: &Path) -> Result<Program, Rejected> {
    let unreadable = |error| Rejected::unreadable(path, &error);
    if let Some(read) = stage::read_file(path).map_err(unreadable)? {
        let (sources, stage) = read?;
        let source = Source {
            program: stage.program.clone(),
            stage: Some(stage),
        };
        return Program::of(sources, vec![], Some(source));
    }
    let loaded = load::file(path).map_err(unreadable)?;
    let program = loaded.program.map(|program| Source { program, stage: None });
    Program::of(loaded.sources, loaded.diagnostics, program)
}

/// A checked program.
struct Source {
    program: elder_dpia::Program,
    /// How it runs, if a pass made it.
    stage: Option<Stage>,
}

impl Source {
    /// The definition of that name where its way begins.
    fn begun(&self, name: &str) -> Result<Start, Vec<Diagnostic>> {
        let entry = Entry::closed(&self.program, name).map_err(|why| vec![no_entry(name, &why)])?;
        Ok(match &self.stage {
            Some(stage) => stage.start(entry),
            None => Start::of(Dpia {
                obligations: check::obligations(&entry)?,
                entry,
                origin: Origin::Written,
            }),
        })
    }
}

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

    fn entries(&self) -> Vec<String> {
        let runnable = self.program.definitions.iter().filter(|d| Entry::of(d).is_some());
        runnable.map(|d| d.name.text().to_owned()).collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let entry = Entry::of(self.program.find(entry)?)?;
        Some(
            interface::parameters(&entry)
                .into_iter()
                .map(|(t, _)| Some(t))
                .collect(),
        )
    }

    fn usage(&self, name: &str) -> String {
        match self.program.find(name).and_then(Entry::of) {
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

    fn start(&self, name: &str, _: &Overrides) -> Option<Result<Start, Vec<Diagnostic>>> {
        Some(self.begun(name))
    }

    fn compiled(&self, name: &str, _: &Overrides) -> Result<EntryPoint, Vec<Diagnostic>> {
        let Start { stage, left, target } = self.begun(name)?;
        let program: &Dpia = expect(&*stage.program)?;
        let own = Box::new(Own(program.entry.clone()));
        Ok(EntryPoint::new(program.clone(), left, stage.reading, own).made_for(target))
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let entry = match Entry::closed(&self.program, entry) {
            Ok(entry) => entry,
            Err(why) => {
                let kind = match why {
                    NoEntry::TooLarge => StopKind::Limit,
                    NoEntry::Unknown { .. } | NoEntry::NotValues(_) => StopKind::Arguments,
                };
                return Ran::stopped(kind, no_entry(entry, &why));
            }
        };
        let values = match super::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let (entry, reading) = match &self.stage {
            // Barriers that people wrote are met.
            None => (entry, Reading::Groups),
            Some(stage) => match stage.runnable(&entry) {
                Ok(runnable) => runnable,
                Err(mut errors) => return Ran::stopped(StopKind::Internal, errors.remove(0)),
            },
        };
        let options = Options {
            undefined: Undefined::Refused,
            groups: reading.has_groups(),
            steps: reading == Reading::Steps,
            writes_outputs: false,
            strict: !settings.zeros && !self.stage.as_ref().is_some_and(|stage| stage.is_cut),
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
            obligations: match &self.stage {
                None => check::obligations(&entry).unwrap_or_default(),
                Some(stage) => stage.obligations(&entry),
            },
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
            words: None,
        }
    }
}

/// DPIA-E-ENTRY: why there is no such entry, in words.
fn no_entry(name: &str, why: &NoEntry) -> Diagnostic {
    let (refusal, message, help) = match why {
        NoEntry::Unknown { known } => {
            let names: Vec<&str> = known.iter().map(elder_dpia::Name::text).collect();
            let help = match names.len() {
                0 => "a definition can be run if it takes and gives values".to_string(),
                _ => format!("choose with --entry one of {}", names.join(", ")),
            };
            let message = format!("there is no definition `{name}`");
            (DPIA_E_ENTRY.refuse("argument"), message, help)
        }
        NoEntry::NotValues(ty) => (
            DPIA_E_ENTRY.refuse("argument"),
            format!("`{name}` cannot be run: its type is {ty}"),
            "what is run takes values or acceptors and gives a value or is a command".to_string(),
        ),
        NoEntry::TooLarge => (
            DPIA_E_LIMIT.refuse("memory"),
            format!("`{name}` is too large when the definitions that it uses are put in place"),
            "name intermediate results with `let` instead of calling the same definition several times"
                .to_string(),
        ),
    };
    Diagnostic::error(refusal, Span::NONE, message).with_help(help)
}

fn failed(failure: &Failure) -> Failed {
    let kind = match failure.kind {
        Kind::Error | Kind::Race | Kind::Divergent | Kind::Uninitialised => StopKind::Error,
        Kind::Limit => StopKind::Limit,
        // Values that fit the types, at sizes at which the program has no meaning.
        Kind::Arguments if !is_misfit(failure) => StopKind::Error,
        Kind::Arguments => StopKind::Arguments,
        Kind::Internal => StopKind::Internal,
    };
    Failed {
        kind,
        diagnostic: Box::new(failure.diagnostic()),
    }
}

/// Whether values from outside do not fit the types of the inputs, or contradict each other.
fn is_misfit(failure: &Failure) -> bool {
    let refuses = |premise| failure.refusal.is_some_and(|r| r.is(&DPIA_E_ENTRY, premise));
    refuses("argument") || refuses("agree")
}
