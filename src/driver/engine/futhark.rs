//! Futhark's programs: checked with all their imports, run by its reference semantics.

mod tuned;

use super::{
    Argument, Checked, Defined, Failed, Form, MAX_NODES, Outcome, Output, Program, Property, Ran, Rejected,
    ResultsOf, Settings, StopKind, Tuning, Watch, failed,
};
use crate::configuration::Overrides;
use crate::configuration::Switches;
use crate::entry;
use crate::road::{Stages, Start};
use crate::tower::{self, Language};
use elder_futhark::ast::{Attr, AttrKind};
use elder_futhark::check::imports::{Disk, check_file, check_text, with_function_branches};
use elder_futhark::check::tree::Promise;
use elder_futhark::tree;
use elder_passes::programs::{Border, Core, Futhark};
use elder_semantics::failure::{Kind, Run};
use elder_semantics::futhark::machine::cost::Cost;
use elder_semantics::futhark::machine::display::display_as;
use elder_semantics::futhark::machine::interface::to_data;
use elder_semantics::futhark::machine::observe::Observer;
use elder_semantics::futhark::machine::value::Value;
use elder_semantics::futhark::reached::takes_derivatives;
use elder_semantics::futhark::{self, Agreement, Options, agree, clear};
use elder_syntax::Diagnostic;
use elder_syntax::Value as Data;
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Element as _;
use std::path::Path;
use std::rc::Rc;

/// The language.
pub(crate) const LANGUAGE: Language = Language {
    declared: &elder_futhark::LANGUAGE,
    load: file,
    run: Some(run),
    literate: None,
    prepare: || {
        check_text("", "");
    },
};

/// The program in a file.
fn file(path: &Path, switches: Switches) -> Result<Program, Rejected> {
    let outcome = match switches.function_branches {
        true => with_function_branches(path, &mut Disk),
        false => check_file(path, &mut Disk),
    };
    let program = outcome.program.map(|tree| Source {
        tree: Rc::new(tree),
        parameters: Rc::default(),
        stages: Stages::default(),
    });
    Program::of(outcome.sources, outcome.diagnostics, program)
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
    tree: Rc<tree::Program>,
    parameters: Rc<Tuning>,
    stages: Stages,
}

/// What is run of a program.
enum After {
    /// Itself, or what an arrow within Futhark makes of it.
    Tree(Rc<tree::Program>),
    /// A program of another language.
    Stage(Rc<dyn Stage>),
}

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

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

    fn start(&self, entry: &str, _: &Overrides) -> Option<Result<Start, Vec<Diagnostic>>> {
        let program = || {
            Start::of(Futhark {
                tree: tuned::tuned(&self.tree, &self.parameters),
                entry: entry.into(),
                promise: Promise::Checked,
                border: Border::Same,
            })
        };
        let known = self.tree.entries.iter().find(|own| own.name == entry);
        Some(known.map(|_| program()).ok_or_else(|| {
            let message = format!("there is no entry point `{entry}`");
            vec![Diagnostic::outside(message).with_help(self.usage(entry))]
        }))
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let tree = match self.after(entry, settings) {
            Ok(After::Tree(tree)) => tree,
            Ok(After::Stage(stage)) => return elsewhere(&*stage, entry, arguments, settings).into(),
            Err(failed) => return failed.into(),
        };
        // What another entry point gave has no form that the definition could take; what takes derivatives is run by nothing else.
        let both = settings.both && !takes_derivatives(&tree, entry);
        let inputs = both.then(|| inputs(&arguments)).flatten();
        let options = Options {
            observer: watch.cost.then(|| Box::new(Cost::new()) as Box<dyn Observer>),
            ..self.options(settings)
        };
        let outcome = futhark::run(&tree, entry, given(arguments), options);
        let difference = inputs.and_then(|inputs| {
            let options = self.clear_options(settings, None);
            let defined = clear::run(&tree, entry, inputs, options).results;
            difference(&defined, &outcome.results)
        });
        let results = match (difference, outcome.results) {
            (Some(failed), _) => Err(failed),
            (None, Ok(values)) => Ok(super::Results(ResultsOf::Futhark(Results {
                values,
                types: outcome.types,
            }))),
            (None, Err(failure)) => Err(failed(&failure)),
        };
        let memory = outcome.memory;
        let observer = outcome.observer.map(Observer::into_any);
        let cost = observer.and_then(|observer| observer.downcast::<Cost>().ok());
        let cost = cost.map(|cost| {
            format!(
                "work {}, span {}, bytes moved {}, bytes allocated {}, at most {} at one time",
                cost.work,
                cost.span,
                cost.moved,
                memory.total(),
                memory.peak()
            )
        });
        Ran {
            results,
            derivation: None,
            cost,
            words: None,
        }
    }

    fn define(
        &self,
        entry: &str,
        arguments: &[Argument],
        settings: &Settings,
        derivation: Option<usize>,
    ) -> Option<Defined> {
        let options = self.clear_options(settings, derivation);
        let tree = match self.after(entry, settings) {
            Ok(After::Tree(tree)) => tree,
            // What is run is the definition.
            Ok(After::Stage(_)) => return None,
            Err(failed) => {
                return Some(Defined {
                    results: Err(failed),
                    derivation: None,
                });
            }
        };
        let outcome = clear::run(&tree, entry, inputs(arguments)?, options);
        let output = |value: clear::value::Value| match clear::show::data(&value) {
            Some(data) => Output::Value(data),
            None => Output::Opaque(clear::show::text(&value)),
        };
        Some(Defined {
            results: match outcome.results {
                Ok(values) => Ok(values.into_iter().map(output).collect()),
                Err(failure) => Err(failed(&failure)),
            },
            derivation: outcome.derivation,
        })
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
    /// What to run: the program as it was written, or what arrows make of it.
    fn after(&self, entry: &str, settings: &Settings) -> Result<After, Failed> {
        let written = || Ok(After::Tree(self.tree.clone()));
        // The call says that there is no such entry point.
        let (Some(name), Some(Ok(start))) = (settings.after, self.start(entry, &settings.overrides)) else {
            return written();
        };
        let stage = self.stages.after(entry, name, start)?;
        match known::<Futhark>(&*stage) {
            Some(program) => Ok(After::Tree(program.bordered())),
            None => Ok(After::Stage(stage)),
        }
    }

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

    /// The definition's options for these settings, with a derivation nested at most so deep.
    fn clear_options(&self, settings: &Settings, derivation: Option<usize>) -> clear::Options {
        clear::Options {
            parameters: self.parameters.clone(),
            derivation: derivation.map(|depth| (depth, MAX_NODES)),
            ..bounded(settings)
        }
    }
}

/// Runs an entry point by the semantics of the language that its program has become one of.
fn elsewhere(
    stage: &dyn Stage,
    entry: &str,
    arguments: Vec<Argument>,
    settings: &Settings,
) -> Result<super::Results, Failed> {
    let values = match known::<Core>(stage) {
        Some(program) => super::core::arguments::components(program, entry, arguments)?,
        None => super::flat(arguments)?,
    };
    let run = tower::language(stage.language()).and_then(|language| language.run);
    let Some(run) = run else {
        let message = format!("{} has no semantics", stage.language().name);
        return Err(Failed {
            kind: StopKind::Unsupported,
            diagnostic: Box::new(Diagnostic::outside(message)),
        });
    };
    let values = run(stage, entry, &values, settings).results?;
    Ok(super::Results(ResultsOf::Data(values)))
}

/// Runs an entry point of a program between arrows by the definition.
fn run(program: &dyn Stage, entry: &str, values: &[Data], settings: &Settings) -> Outcome {
    let Some(program) = known::<Futhark>(program) else {
        let failed = Failed {
            kind: StopKind::Internal,
            diagnostic: Box::new(Diagnostic::outside("a program that is not of Futhark")),
        };
        return Outcome {
            results: Err(failed),
            work: 0,
            rules: 0,
        };
    };
    outcome(&clear::run(
        &program.bordered(),
        entry,
        values.to_vec(),
        bounded(settings),
    ))
}

/// What the definition gave, as it is compared along a road.
pub(crate) fn outcome(given: &clear::Outcome) -> Outcome {
    Outcome {
        results: match &given.results {
            Ok(values) => Ok(values.iter().map(comparable).collect()),
            Err(failure) => Err(failed(failure)),
        },
        work: given.cost.work,
        rules: given.cost.rules,
    }
}

/// A result as data; what the data formats cannot express, as its text.
pub(super) fn comparable(value: &clear::value::Value) -> Data {
    let text = || {
        let text = clear::show::text(value).into_bytes();
        Data::new(vec![text.len()], u8::wrap(text))
    };
    clear::show::data(value)
        .or_else(text)
        .unwrap_or_else(|| Data::scalar(PrimValue::Bool(false)))
}

/// The definition's bounds for these settings.
fn bounded(settings: &Settings) -> clear::Options {
    clear::Options {
        fuel: settings.limits.fuel,
        memory: settings.limits.memory,
        time: settings.limits.time,
        seed: settings.seed,
        ..clear::Options::default()
    }
}

/// Arguments from outside; `None` if another entry point gave one.
fn inputs(arguments: &[Argument]) -> Option<Vec<Data>> {
    let input = |argument: &Argument| match argument {
        Argument::Data(value) => Some(value.clone()),
        Argument::Opaque(_) => None,
    };
    arguments.iter().map(input).collect()
}

/// Where the machine does not do what the definition says.
fn difference(defined: &Run<Vec<clear::value::Value>>, machine: &Run<Vec<Value>>) -> Option<Failed> {
    match agree::compare(defined, machine) {
        Agreement::Values(_) | Agreement::Failure(_) | Agreement::Alone => None,
        Agreement::Limit => {
            let limit = defined
                .as_ref()
                .err()
                .filter(|failure| failure.kind == Kind::Limit);
            limit.map(|failure| failed(failure))
        }
        Agreement::Difference { clear, machine } => Some(Failed {
            kind: StopKind::Internal,
            diagnostic: Box::new(Diagnostic::outside(format!(
                "the definition gives {clear}, the machine {machine}"
            ))),
        }),
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
