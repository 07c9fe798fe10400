//! FCL's programs: one file and the library, run step by step at locations of a machine.  A definition can be run if it makes a push array.

use crate::language::Language;
use crate::{
    Argument, Checked, Failed, Imports, MAX_NODES, Program, Ran, Rejected, Results, Settings, StopKind, Watch,
};
use elder_fcl::{Entry, Type, library, load};
use elder_semantics::failure::{Kind, Run};
use elder_semantics::fcl::{self, Mode, Options, interface};
use elder_syntax::prim::PrimType;
use elder_syntax::value::{Tolerance, compare};
use elder_syntax::{Diagnostic, Value};

/// The language.
pub static LANGUAGE: Language = Language {
    declared: &elder_fcl::LANGUAGE,
    load: |name, imports, _| file(name, imports),
    literate: None,
    prepare: || {
        library::program();
    },
};

/// The program of a text.
fn file(name: &str, imports: &mut dyn Imports) -> Result<Program, Rejected> {
    let text = imports
        .text(name)
        .map_err(|error| Rejected::unreadable(name, &error))?;
    let loaded = load::text(name, &text);
    Program::of(loaded.sources, loaded.diagnostics, loaded.program.map(Source))
}

/// What `--entry` says if nobody says anything.
const DEFAULT: &str = "main";

/// The kernel of that name; for the name that nobody chose, also the only kernel of the file.
///
/// # Errors
/// Which kernels there are.
pub fn entry(program: &elder_fcl::Program, name: &str) -> Result<Entry, Box<Diagnostic>> {
    let chosen = (name != DEFAULT).then_some(name);
    Entry::of(program, chosen).map_err(|why| Box::new(why.diagnostic()))
}

/// What the kernel reads from outside, in order.
pub fn parameters(entry: &Entry) -> Vec<(PrimType, bool)> {
    let types: Vec<&Type> = entry.parameters.iter().map(|(_, ty)| ty).collect();
    interface::parameters(&types).unwrap_or_default()
}

/// A checked program.
pub struct Source(pub elder_fcl::Program);

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

    fn entries(&self) -> Vec<String> {
        let own = self.0.definitions.iter().filter(|d| !d.library);
        let names = own.map(|d| d.name.text().to_owned());
        names
            .filter(|name| Entry::of(&self.0, Some(name)).is_ok())
            .collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let entry = self::entry(&self.0, entry).ok()?;
        let parameters = parameters(&entry).into_iter();
        Some(parameters.map(|(t, _)| Some(t)).collect())
    }

    fn usage(&self, name: &str) -> String {
        match self::entry(&self.0, name) {
            Ok(entry) => {
                let parameters = parameters(&entry).into_iter();
                let shown: Vec<String> = parameters
                    .map(|(t, array)| format!("{}{t}", if array { "[]" } else { "" }))
                    .collect();
                crate::takes(entry.name.text(), &shown)
            }
            Err(_) => match self.entries().as_slice() {
                [] => "what is run takes numbers and pull arrays of them, and gives a push array".to_string(),
                names => format!("what can be run is {}", names.join(", ")),
            },
        }
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let entry = match self::entry(&self.0, entry) {
            Ok(entry) => entry,
            Err(why) => {
                return Failed {
                    kind: StopKind::Arguments,
                    diagnostic: why,
                }
                .into();
            }
        };
        let values = match crate::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let configuration = match settings.overrides.of(entry.configuration) {
            Ok(configuration) => configuration,
            Err(diagnostic) => {
                return Failed {
                    kind: StopKind::Unsupported,
                    diagnostic,
                }
                .into();
            }
        };
        let options = Options {
            derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
            mode: Mode {
                configuration: Some(configuration),
                ..Mode::default()
            },
            ..settings.options()
        };
        let types: Vec<&Type> = entry.parameters.iter().map(|(_, ty)| ty).collect();
        let kernel = fcl::Kernel {
            name: entry.name.text(),
            parameters: &types,
            element: &entry.element,
            level: &entry.level,
            body: &entry.body,
            configuration: entry.configuration,
        };
        let outcome = fcl::run_kernel(&kernel, &values, &options);
        let stepped = (settings.both && options.derivation.is_none()).then(|| {
            let mode = Mode {
                evaluator: fcl::Evaluator::Step,
                ..options.mode
            };
            fcl::run_kernel(&kernel, &values, &Options { mode, ..options }).results
        });
        let difference = stepped.and_then(|stepped| difference(&stepped, &outcome.results));
        Ran {
            results: match (difference, outcome.results) {
                (Some(failed), _) => Err(failed),
                (None, Ok(values)) => Ok(Results::of_data(values)),
                (None, Err(failure)) => Err(crate::failed(&failure)),
            },
            derivation: outcome.derivation,
            cost: watch.cost.then(|| outcome.cost.to_string()),
            words: None,
        }
    }
}

/// In what the machine differs from the small-step system; a limit says nothing.
fn difference(defined: &Run<Vec<Value>>, machine: &Run<Vec<Value>>) -> Option<Failed> {
    let limited = |run: &Run<_>| matches!(run, Err(failure) if failure.kind == Kind::Limit);
    let same = match (defined, machine) {
        (Ok(a), Ok(b)) => {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len() && pairs.all(|(a, b)| compare::difference(b, a, Tolerance::Bitwise).is_none())
        }
        (Err(a), Err(b)) => {
            a.kind == b.kind && a.refusal.map(|r| r.to_string()) == b.refusal.map(|r| r.to_string())
        }
        _ => false,
    };
    if same || limited(defined) || limited(machine) {
        return None;
    }
    let stated = |run: &Run<Vec<Value>>| match run {
        Ok(values) => values
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        Err(failure) => failure
            .refusal
            .map_or("an error".to_owned(), |refusal| refusal.to_string()),
    };
    Some(Failed {
        kind: StopKind::Internal,
        diagnostic: Box::new(Diagnostic::outside(format!(
            "the steps give {}, the machine {}",
            stated(defined),
            stated(machine)
        ))),
    })
}
