//! Core's programs: one file, run by its reference semantics.

use crate::language::Language;
use crate::languages::rules;
use crate::{
    Argument, Checked, Imports, MAX_NODES, Program, Ran, Rejected, Results, Settings, Tuning, Watch,
};
use elder_core::walk::{Fold, fold};
use elder_core::{Exp, read};
use elder_semantics::core::entry::kind;
use elder_semantics::core::{self, Mode, Options};
use elder_syntax::Diagnostic;
use elder_syntax::prim::PrimType;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The language.
pub static LANGUAGE: Language = Language {
    declared: &elder_core::LANGUAGE,
    load: |name, imports, _| file(name, imports),
    literate: None,
    prepare: || {},
};

/// The program of a text.  A statement may say a premise of any language.
fn file(name: &str, imports: &mut dyn Imports) -> Result<Program, Rejected> {
    let text = imports
        .text(name)
        .map_err(|error| Rejected::unreadable(name, &error))?;
    let find = |id: &str| rules().find(|rule| rule.id == id);
    let loaded = read::load(name, &text, &find);
    let source = loaded.program.map(|program| Source {
        program,
        sizes: Rc::default(),
    });
    Program::of(loaded.sources, loaded.diagnostics, source)
}

/// A checked program, and what some of its tuned numbers are.
pub struct Source {
    /// The program.
    pub program: elder_core::Program,
    /// Numbers above zero, by their names.
    pub sizes: Rc<Tuning>,
}

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

    fn entries(&self) -> Vec<String> {
        self.program
            .entries
            .iter()
            .map(|entry| entry.name.to_string())
            .collect()
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let params = self.program.entry(entry)?.params.iter();
        Some(params.map(|param| param.binder.ty.element()).collect())
    }

    fn usage(&self, name: &str) -> String {
        match self.program.entry(name) {
            Some(entry) => {
                let shown: Vec<String> = entry.params.iter().map(|param| kind(&param.binder.ty)).collect();
                crate::takes(name, &shown)
            }
            None => match self.entries().as_slice() {
                [] => "the program has no entry points; one begins with `entry`".to_string(),
                names => format!("its entry points are {}", names.join(", ")),
            },
        }
    }

    fn size(&mut self, sizes: Tuning) -> Result<(), Box<Diagnostic>> {
        let known = tuned(&self.program);
        for (name, number) in &sizes {
            if !known.contains(name.as_str()) {
                let message = format!("the program has no tuned number `{name}`");
                let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                return Err(Box::new(Diagnostic::outside(message).with_help(
                    match names.is_empty() {
                        true => "it has none".to_owned(),
                        false => format!("it has {}", names.join(", ")),
                    },
                )));
            }
            if *number < 1 {
                let message = format!("`{name}` cannot be {number}: a tuned number is above zero");
                return Err(Box::new(Diagnostic::outside(message)));
            }
        }
        self.sizes = Rc::new(sizes);
        Ok(())
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, watch: Watch) -> Ran {
        let options = Options {
            tuned: self.sizes.clone(),
            ..options(settings)
        };
        run(&self.program, entry, arguments, options, watch)
    }
}

/// The names of the tuned numbers of a program.
fn tuned(program: &elder_core::Program) -> BTreeSet<String> {
    struct Tuned(BTreeSet<String>);
    impl Fold for Tuned {
        fn exp(&mut self, exp: &Exp) {
            if let Exp::Tuned(tuned) = exp {
                self.0.insert(tuned.name.to_string());
            }
            fold::exp(self, exp);
        }
    }
    let mut tuned = Tuned(BTreeSet::new());
    fold::program(&mut tuned, program);
    tuned.0
}

/// Calls an entry point of a program.
pub fn call(
    program: &elder_core::Program,
    entry: &str,
    arguments: Vec<Argument>,
    settings: &Settings,
    watch: Watch,
) -> Ran {
    run(program, entry, arguments, options(settings), watch)
}

fn run(
    program: &elder_core::Program,
    entry: &str,
    arguments: Vec<Argument>,
    options: Options,
    watch: Watch,
) -> Ran {
    let values = match crate::flat(arguments) {
        Ok(values) => values,
        Err(failed) => return failed.into(),
    };
    let options = Options {
        derivation: watch.derivation.map(|depth| (depth, MAX_NODES)),
        mode: match watch.words {
            true => Mode::Words,
            false => Mode::Values,
        },
        ..options
    };
    let outcome = core::run(program, entry, &values, &options);
    Ran {
        results: match outcome.results {
            Ok(values) => Ok(Results::of_data(values)),
            Err(failure) => Err(crate::failed(&failure)),
        },
        derivation: outcome.derivation,
        cost: watch.cost.then(|| outcome.cost.to_string()),
        words: outcome.also.map(|words| words.texts()),
    }
}

/// How a program is run with these settings.
pub fn options(settings: &Settings) -> Options {
    settings.options()
}
