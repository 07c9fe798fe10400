//! Futhark's programs: checked with all their imports, run by its reference semantics.

pub mod entry;

use crate::language::Language;
use crate::{
    Argument, Checked, Defined, Failed, Form, Imports, MAX_NODES, Output, Program, Property, Ran, Rejected,
    ResultsOf, Settings, StopKind, Switches, Tuning, Watch, failed,
};
use elder_futhark::ast::{Attr, AttrKind};
use elder_futhark::check::imports::{check_file, check_text, with_function_branches};
use elder_futhark::tree;
use elder_semantics::failure::{Kind, Run};
use elder_semantics::futhark::machine::cost::Cost;
use elder_semantics::futhark::machine::display::display_as;
use elder_semantics::futhark::machine::interface::to_data;
use elder_semantics::futhark::machine::observe::Observer;
use elder_semantics::futhark::machine::value::Value;
use elder_semantics::futhark::reached::takes_derivatives;
use elder_semantics::futhark::{self, Agreement, Mode, Options, agree, clear};
use elder_syntax::Value as Data;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

/// The language.
pub static LANGUAGE: Language = Language {
    declared: &elder_futhark::LANGUAGE,
    load: file,
    literate: None,
    prepare: || {
        check_text("", "");
    },
};

/// The program whose root is the text of that name.
fn file(name: &str, imports: &mut dyn Imports, switches: Switches) -> Result<Program, Rejected> {
    let outcome = match switches.function_branches {
        true => with_function_branches(name, imports),
        false => check_file(name, imports),
    };
    let program = outcome.program.map(|tree| Source::new(Rc::new(tree)));
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
pub struct Source {
    /// The program.
    pub tree: Rc<tree::Program>,
    /// The values of its tuning parameters.
    pub parameters: Rc<Tuning>,
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
                crate::takes(entry, &shown)
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
        let tree = &self.tree;
        // What another entry point gave has no form that the definition could take; what takes derivatives is run by nothing else.
        let both = settings.both && !takes_derivatives(tree, entry);
        let inputs = both.then(|| inputs(&arguments)).flatten();
        let options = Options {
            mode: Mode {
                observer: watch.cost.then(|| Box::new(Cost::new()) as Box<dyn Observer>),
                ..Mode::default()
            },
            ..self.options(settings)
        };
        let outcome = futhark::run(tree, entry, given(arguments), options);
        let difference = inputs.and_then(|inputs| {
            let options = self.clear_options(settings, None);
            let defined = clear::run(tree, entry, inputs, options).results;
            difference(&defined, &outcome.results)
        });
        let results = match (difference, outcome.results) {
            (Some(failed), _) => Err(failed),
            (None, Ok(values)) => Ok(crate::Results(ResultsOf::Futhark(Results {
                values,
                types: outcome.also.types,
            }))),
            (None, Err(failure)) => Err(failed(&failure)),
        };
        let memory = outcome.cost;
        let observer = outcome.also.observer.map(Observer::into_any);
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
        let outcome = clear::run(&self.tree, entry, inputs(arguments)?, options);
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
        results: &crate::Results,
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
    /// A program whose tuning parameters are as it says.
    pub fn new(tree: Rc<tree::Program>) -> Source {
        Source {
            tree,
            parameters: Rc::default(),
        }
    }

    /// The semantics' options for these settings.
    fn options(&self, settings: &Settings) -> Options {
        Options {
            tuned: self.parameters.clone(),
            ..settings.options()
        }
    }

    /// The definition's options for these settings, with a derivation nested at most so deep.
    fn clear_options(&self, settings: &Settings, derivation: Option<usize>) -> clear::Options {
        clear::Options {
            tuned: self.parameters.clone(),
            derivation: derivation.map(|depth| (depth, MAX_NODES)),
            ..settings.options()
        }
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
        Agreement::Difference { clear, machine } => Some(Failed::outside(
            StopKind::Internal,
            format!("the definition gives {clear}, the machine {machine}"),
        )),
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
pub(crate) struct Results {
    pub(crate) values: Vec<Value>,
    types: Vec<tree::Type>,
}

impl Results {
    pub(crate) fn outputs(self) -> impl Iterator<Item = Output> {
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
