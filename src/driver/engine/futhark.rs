//! Futhark's programs: checked with all their imports, run by its reference semantics.

use super::{
    Argument, Checked, Failed, Form, MAX_NODES, Output, Program, Property, Ran, Rejected, ResultsOf,
    Settings, StopKind, Tuning, Watch,
};
use crate::entry;
use crate::watch::Watchers;
use elder_futhark::ast::{Attr, AttrKind};
use elder_futhark::check::imports::{Disk, check_file, check_text};
use elder_futhark::tree;
use elder_semantics::futhark::cost::Cost;
use elder_semantics::futhark::derivation::Derivation;
use elder_semantics::futhark::display::display_as;
use elder_semantics::futhark::failure::{Failure, Kind};
use elder_semantics::futhark::interface::to_data;
use elder_semantics::futhark::value::Value;
use elder_semantics::futhark::{self, Options};
use elder_syntax::prim::PrimType;
use std::path::Path;
use std::rc::Rc;

/// Checks the prelude, which the first program of a thread otherwise does.
pub fn check_prelude() {
    check_text("", "");
}

/// The program in a file.
pub(super) fn load(path: &Path) -> Result<Program, Rejected> {
    let outcome = check_file(path, &mut Disk);
    match outcome.program {
        Some(tree) => Ok(Program {
            sources: outcome.sources,
            warnings: outcome.diagnostics,
            checked: Box::new(Source {
                tree,
                parameters: Rc::default(),
            }),
        }),
        None => Err(Rejected {
            sources: outcome.sources,
            diagnostics: outcome.diagnostics,
        }),
    }
}

/// What `#[prop]` or `#[prop(..)]` says; arguments that mean nothing are passed over, as Futhark's runner does.
fn property(attr: &Attr) -> Option<Property> {
    let mut property = Property::default();
    let arguments = match &attr.kind {
        AttrKind::Atom(name) if *name == "prop" => return Some(property),
        AttrKind::Compound(name, arguments) if *name == "prop" => arguments,
        _ => return None,
    };
    for argument in arguments {
        let AttrKind::Compound(name, values) = &argument.kind else {
            continue;
        };
        match (name.as_str(), values.as_slice()) {
            ("gen", [value]) => property.generator = atom(value),
            ("shrink", [value]) => property.shrinker = atom(value),
            ("size", [value]) => {
                property.size = match value.kind {
                    AttrKind::Int(n) => i64::try_from(n).ok(),
                    _ => None,
                }
            }
            _ => {}
        }
    }
    Some(property)
}

fn atom(attr: &Attr) -> Option<String> {
    match &attr.kind {
        AttrKind::Atom(name) => Some(name.to_string()),
        _ => None,
    }
}

/// A checked program.
struct Source {
    tree: tree::Program,
    parameters: Rc<Tuning>,
}

impl Checked for Source {
    fn entries(&self) -> Vec<String> {
        self.tree.entries.iter().map(|e| e.name.to_string()).collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let mut leaves = Vec::new();
        for form in entry::parameters(&self.tree, entry)? {
            form.leaves(&mut leaves);
        }
        Some(leaves.into_iter().map(|leaf| leaf.map(|(t, _)| t)).collect())
    }

    fn usage(&self, entry: &str) -> String {
        match entry::parameters(&self.tree, entry) {
            Some(parameters) => {
                let mut leaves = Vec::new();
                parameters.iter().for_each(|form| form.leaves(&mut leaves));
                let shown: Vec<String> = leaves.into_iter().map(entry::describe).collect();
                super::takes(entry, &shown)
            }
            None => {
                let names = self.entries();
                match names.len() {
                    0 => "the program has no entry points; declare one with `entry`".to_string(),
                    _ => format!("its entry points are {}", names.join(", ")),
                }
            }
        }
    }

    fn properties(&self, entry: &str) -> Vec<Property> {
        let entry = self.tree.entries.iter().find(|e| e.name == entry);
        entry.map_or_else(Vec::new, |e| e.attrs.iter().filter_map(property).collect())
    }

    fn signature(&self, entry: &str) -> Option<(Vec<Form>, Form)> {
        entry::signature(&self.tree, entry)
    }

    fn tune(&mut self, parameters: Tuning) {
        self.parameters = Rc::new(parameters);
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let mut watchers = Watchers::default();
        if let Some(depth) = watch.derivation {
            watchers.add(Derivation::new(depth, MAX_NODES));
        }
        // The shortcuts that the evaluator takes when nobody watches do not count the rules that they stand for.
        if watch.cost || watch.rules {
            watchers.add(Cost::new());
        }
        let options = Options {
            observer: watchers.observer(),
            ..self.options(settings)
        };
        let outcome = futhark::run(&self.tree, entry, given(arguments), options);
        let memory = outcome.memory;
        let mut ran = Ran {
            results: match outcome.results {
                Ok(values) => Ok(super::Results(ResultsOf::Futhark(Results {
                    values,
                    types: outcome.types,
                }))),
                Err(failure) => Err(failed(&failure)),
            },
            derivation: None,
            cost: None,
        };
        for observer in Watchers::open(outcome.observer) {
            match observer.downcast::<Derivation>() {
                Ok(derivation) => ran.derivation = Some(*derivation),
                Err(other) => {
                    if let Some(cost) = other.downcast_ref::<Cost>()
                        && watch.cost
                    {
                        ran.cost = Some(format!(
                            "work {}, span {}, bytes moved {}, bytes allocated {}, at most {} at one time",
                            cost.work,
                            cost.span,
                            cost.moved,
                            memory.total(),
                            memory.peak()
                        ));
                    }
                }
            }
        }
        ran
    }

    #[cfg(feature = "exact")]
    fn compare_with_reals(
        &self,
        entry: &str,
        arguments: Vec<Argument>,
        settings: &Settings,
        bits: u32,
        results: &super::Results,
    ) -> Result<elder_semantics::exact::Report, Failed> {
        let values: &[Value] = match &results.0 {
            ResultsOf::Futhark(results) => &results.values,
            ResultsOf::Data(_) => &[],
        };
        elder_semantics::exact::compare(
            &self.tree,
            entry,
            given(arguments),
            self.options(settings),
            bits,
            values,
        )
        .map_err(|failure| failed(&failure))
    }
}

impl Source {
    /// The semantics' options for these settings.
    fn options(&self, settings: &Settings) -> Options {
        Options {
            fuel: settings.limits.fuel,
            memory: settings.limits.memory,
            time: settings.limits.time,
            seed: settings.seed,
            parameters: self.parameters.clone(),
            ..Options::default()
        }
    }
}

fn given(arguments: Vec<Argument>) -> Vec<futhark::Argument> {
    arguments
        .into_iter()
        .map(|argument| match argument {
            Argument::Data(value) => futhark::Argument::Data(value),
            Argument::Opaque(value) => futhark::Argument::Value(value),
        })
        .collect()
}

fn failed(failure: &Failure) -> Failed {
    let kind = match failure.kind {
        Kind::Error => StopKind::Error,
        Kind::Limit => StopKind::Limit,
        Kind::Unsupported => StopKind::Unsupported,
        Kind::Arguments => StopKind::Arguments,
        Kind::Poison | Kind::Internal => StopKind::Internal,
    };
    Failed {
        kind,
        diagnostic: Box::new(failure.diagnostic()),
    }
}

/// The results of an entry point with their types.
#[derive(Clone, Debug)]
pub(super) struct Results {
    pub(super) values: Vec<Value>,
    types: Vec<tree::Type>,
}

impl Results {
    pub(super) fn outputs(self) -> impl Iterator<Item = Output> {
        let types = self.types.into_iter().map(Some).chain(std::iter::repeat(None));
        self.values
            .into_iter()
            .zip(types)
            .map(|(value, ty)| match to_data(&value) {
                Some(data) => Output::Value(data),
                None => Output::Opaque(display_as(&value, ty.as_ref())),
            })
    }
}
