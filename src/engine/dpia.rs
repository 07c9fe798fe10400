//! DPIA's programs: one file, run by its reference semantics.  Any definition that takes and gives values can be run.

pub mod made;

use crate::language::Language;
use crate::{
    Argument, Checked, Failed, Imports, MAX_NODES, Program, Ran, Rejected, Results, Settings, StopKind, Watch,
};
use elder_dpia::check::Obligation;
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT};
use elder_dpia::{Entry, NoEntry, Reading, check, load};
use elder_semantics::dpia::{self, Mode, Options, Undefined, interface};
use elder_semantics::failure::Failure;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Span};
use made::Made;

/// The language.
pub static LANGUAGE: Language = Language {
    declared: &elder_dpia::LANGUAGE,
    load: |name, imports, _| file(name, imports),
    literate: None,
    prepare: || {},
};

/// The program of a text.
fn file(name: &str, imports: &mut dyn Imports) -> Result<Program, Rejected> {
    let text = imports
        .text(name)
        .map_err(|error| Rejected::unreadable(name, &error))?;
    if let Some(read) = made::read(name, &text) {
        let (sources, program, made) = read?;
        let made = Some(made);
        return Program::of(sources, vec![], Some(Source { program, made }));
    }
    let loaded = load::text(name, &text);
    let program = loaded.program.map(|program| Source { program, made: None });
    Program::of(loaded.sources, loaded.diagnostics, program)
}

/// A checked program.
pub struct Source {
    /// The program.
    pub program: elder_dpia::Program,
    /// What is said of it, if a pass made it.
    pub made: Option<Made>,
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
                let mut text = crate::takes(name, &shown);
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
        let run = match &self.made {
            // Barriers that people wrote are met.  A checked program has no obligations that are wrong; those of sizes are tested now.
            None => Readied {
                obligations: check::obligations(&entry).unwrap_or_default(),
                entry,
                reading: Reading::Groups,
                is_cut: false,
            },
            Some(made) => Readied {
                obligations: made.obligations(&entry),
                entry,
                reading: made.reading,
                is_cut: made.is_cut,
            },
        };
        run.call(arguments, settings, watch)
    }
}

/// An entry with how it is run.
pub struct Readied {
    /// The entry.
    pub entry: Entry,
    /// How.
    pub reading: Reading,
    /// What a launch has to test.
    pub obligations: Vec<Obligation>,
    /// Whether parts of its results may stay unwritten.
    pub is_cut: bool,
}

impl Readied {
    /// Calls it.
    pub fn call(self, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        if self.reading == Reading::Unordered {
            let message = "nothing orders yet what the work-items of this program do";
            let help = "`elder dev --pass launches` shows the program after the pass that does";
            return Ran::stopped(
                StopKind::Unsupported,
                Diagnostic::outside(message).with_help(help),
            );
        }
        let values = match crate::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let options = Options {
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            mode: Mode {
                undefined: Undefined::Refused,
                groups: self.reading.has_groups(),
                steps: self.reading == Reading::Steps,
                writes_outputs: false,
                strict: !settings.zeros && !self.is_cut,
                cost: watch.cost,
                obligations: self.obligations,
            },
            ..settings.options()
        };
        let outcome = dpia::run(&self.entry, values, &options);
        let (allocated, peak) = (outcome.also.allocated, outcome.also.peak);
        Ran {
            results: match outcome.results {
                Ok(values) => Ok(Results::of_data(values)),
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
pub fn no_entry(name: &str, why: &NoEntry) -> Diagnostic {
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

/// A failure by its sort.  Values that fit the types, at sizes at which the program has no meaning, are an error of the program.
pub fn failed(failure: &Failure) -> Failed {
    let failed = crate::failed(failure);
    match failed.kind {
        StopKind::Arguments if !is_misfit(failure) => Failed {
            kind: StopKind::Error,
            ..failed
        },
        _ => failed,
    }
}

/// Whether values from outside do not fit the types of the inputs, or contradict each other.
fn is_misfit(failure: &Failure) -> bool {
    let refuses = |premise| failure.refusal.is_some_and(|r| r.is(&DPIA_E_ENTRY, premise));
    refuses("argument") || refuses("agree")
}
