//! A program file with what its entry points are run on.

use crate::engine::Program;
use crate::engine::Switches;
use crate::input;
use crate::reduce::report;
use crate::testing::blocks::{self, Input, Tests};
use crate::tower;
use elder_syntax::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The languages whose programs are reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// `.fut`
    Futhark,
    /// `.core`
    Core,
}

/// A run of an entry point.
#[derive(Clone, Debug)]
pub struct Run {
    /// The entry point.
    pub entry: String,
    /// What it reads.
    pub inputs: Vec<Value>,
}

/// A program with its runs.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Where it lies.
    pub path: PathBuf,
    /// Its language.
    pub sort: Sort,
    /// Its text.
    pub text: String,
    /// What its checker takes beyond the language: what a line `-- switch: ..` says, as `elder fuzz` writes it and cases have it.
    pub switches: Switches,
    /// Its runs: those of its test blocks whose values can be read, or the one that was asked for.
    pub runs: Vec<Run>,
}

impl Subject {
    /// The legal program in a file; `entry` is the only entry point whose runs are wanted, `values` the file that one reads in place of test
    /// blocks.
    ///
    /// # Errors
    /// What is wrong with the file, as text for people.
    pub fn read(path: &Path, entry: Option<&str>, values: Option<&Path>) -> Result<Subject, String> {
        let error = |message: &str| format!("error: {}: {message}\n", path.display());
        let declared = tower::language_of(path)
            .map_err(|message| error(&message))?
            .declared;
        let sort = match declared {
            language if *language == elder_futhark::LANGUAGE => Sort::Futhark,
            language if *language == elder_core::LANGUAGE => Sort::Core,
            language => {
                let message = format!(
                    "programs of {} are not reduced, those of Futhark and Core are; generated ones `elder fuzz` makes small itself",
                    language.name
                );
                return Err(error(&message));
            }
        };
        let text = fs::read_to_string(path).map_err(|e| error(&e.to_string()))?;
        let rendered = text.lines().find_map(|line| line.strip_prefix(report::SWITCH));
        let switches = Switches::read(rendered.unwrap_or_default()).map_err(|message| error(&message))?;
        let program = Program::load_with(path, switches).map_err(|rejected| rejected.render(false))?;
        let tests = blocks::parse(&text).map_err(|e| error(&e.to_string()))?;
        let runs = match values {
            Some(file) => {
                let entry = entry.unwrap_or("main");
                let inputs = input::file(file, &program.parameter_types(entry)).map_err(|e| error(&e))?;
                vec![Run {
                    entry: entry.to_owned(),
                    inputs,
                }]
            }
            None => runs(&program, &tests, path, entry),
        };
        Ok(Subject {
            path: path.to_path_buf(),
            sort,
            text,
            switches,
            runs,
        })
    }

    /// The file as messages and imports name it.
    pub fn file(&self) -> String {
        self.path.display().to_string()
    }
}

/// The runs of the test blocks, or of entry points that read nothing.
fn runs(program: &Program, tests: &Tests, path: &Path, entry: Option<&str>) -> Vec<Run> {
    let wanted = |name: &str| entry.is_none_or(|entry| entry == name);
    let stated = tests
        .cases
        .iter()
        .filter(|case| wanted(&case.entry))
        .filter_map(|case| {
            let types = program.parameter_types(&case.entry);
            let inputs = match &case.input {
                Input::Values(written) => written.values(&types).ok()?,
                Input::File(name) => input::file(&path.parent()?.join(name), &types).ok()?,
                Input::Random(_) | Input::Script(_) | Input::ScriptFile(_) => return None,
            };
            Some(Run {
                entry: case.entry.clone(),
                inputs,
            })
        });
    let stated: Vec<Run> = stated.collect();
    let is_stated = |name: &String| stated.iter().any(|run| run.entry == *name);
    let closed = program
        .entries()
        .into_iter()
        .filter(|name| wanted(name) && !is_stated(name) && program.parameter_types(name).is_empty());
    let closed = closed
        .map(|entry| Run {
            entry,
            inputs: vec![],
        })
        .collect::<Vec<Run>>();
    stated.into_iter().chain(closed).collect()
}
