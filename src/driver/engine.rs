//! A program in a file, as the engine has it ([`elder_engine`]), and where the passes of its language begin.

pub(crate) mod core;
pub(crate) mod dex;
pub(crate) mod dpia;
pub(crate) mod fcl;
pub(crate) mod futhark;
pub(crate) mod host;

use crate::compile::{self, EntryPoint};
use crate::language::Language;
use crate::lowering::Stages;
use crate::start::Start;
use crate::tower;
use elder_compile::written;
use elder_host::files;
use elder_passes::programs::{Core, Host};
use elder_passes::{Pipeline, Target};
use elder_syntax::Diagnostic;
use elder_syntax::language::{Program as Stage, known};
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::rc::Rc;

pub use elder_engine::printed::{self, Printed};
pub use elder_engine::{
    Argument, Checked, Failed, Form, Limits, Output, Overrides, Property, Ran, Rejected, Results, Settings,
    StopKind, Stopped, Switches, Tuning, Watch, refused,
};

/// A checked program, which may go along the passes of its language.
pub struct Program {
    program: elder_engine::Program,
    language: &'static Language,
    stages: Stages,
    /// Numbers that what passes make of it asks for (CORE-FL-OUTER).
    tuned: Tuning,
}

impl Deref for Program {
    type Target = elder_engine::Program;

    fn deref(&self) -> &elder_engine::Program {
        &self.program
    }
}

impl DerefMut for Program {
    fn deref_mut(&mut self) -> &mut elder_engine::Program {
        &mut self.program
    }
}

impl Program {
    /// Loads and checks the program in a file.
    ///
    /// # Errors
    /// All that the checker has to say about an illegal program, or why the file cannot be read.
    pub fn load(path: &Path) -> Result<Program, Rejected> {
        Program::load_with(path, Switches::default())
    }

    /// The program in a file, where its checker takes more than its language.
    ///
    /// # Errors
    /// As of [`Program::load`].
    pub fn load_with(path: &Path, switches: Switches) -> Result<Program, Rejected> {
        let language = files::chosen(path, tower::language_of(path), tower::LANGUAGES[0])?;
        let program = files::load(language.text, path, switches)?;
        let sound = language.sound.map_or(Ok(()), |sound| sound(&program));
        if let Err(message) = sound {
            let sources = program.sources().clone();
            let diagnostics = vec![Diagnostic::outside(message)];
            return Err(Rejected { sources, diagnostics });
        }
        Ok(Program::of(program, language))
    }

    /// A program that the engine has checked.
    pub(crate) fn of(program: elder_engine::Program, language: &'static Language) -> Program {
        Program {
            program,
            language,
            stages: Stages::default(),
            tuned: Tuning::default(),
        }
    }

    /// Sets tuning parameters: those of the program, which need not have them, and those of what passes make of it.
    pub fn tune(&mut self, parameters: Tuning) {
        self.tuned
            .extend(parameters.iter().map(|(name, number)| (name.clone(), *number)));
        self.program.tune(parameters);
    }

    /// A stage with the numbers that are known.
    fn tuned(&self, stage: Rc<dyn Stage>) -> Rc<dyn Stage> {
        let Some(host) = known::<Host>(&*stage).filter(|_| !self.tuned.is_empty()) else {
            return stage;
        };
        let mut host = host.clone();
        host.program.tune(&self.tuned);
        Rc::new(host)
    }

    /// The pipeline that it takes; `None` if no pass starts from its language.
    pub fn pipeline(&self) -> Option<&'static Pipeline> {
        self.language.pipeline()
    }

    /// The program as the passes of its language take it, with these entry points, for a machine of these sizes; `None` where no pass starts from the language.
    ///
    /// # Errors
    /// Which entry points there are, or why these go no way.
    pub(crate) fn start(
        &self,
        roots: &[&str],
        overrides: &Overrides,
    ) -> Option<Result<Start, Vec<Diagnostic>>> {
        Some((self.language.start?)(&self.program, roots, overrides))
    }

    /// An entry point on its way to a device, for a machine of these sizes; a language from which no pipeline leads there is not compiled.
    ///
    /// # Errors
    /// Which entry points there are, or why this one cannot be compiled.
    pub(crate) fn compiled(&self, entry: &str, overrides: &Overrides) -> Result<EntryPoint, Vec<Diagnostic>> {
        let not_compiled = || vec![Diagnostic::outside(compile::not_compiled(self.language()))];
        let compiled = self.language.compiled.ok_or_else(not_compiled)?;
        compiled(&self.program, entry, overrides)
    }

    /// Calls an entry point.  A tuple as result is its components.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn call(
        &self,
        entry: &str,
        arguments: Vec<Argument>,
        settings: &Settings,
    ) -> Result<Results, Stopped> {
        let unordered = self.language.unordered;
        let ran = unordered.and_then(|run| run(&self.program, entry, arguments.clone(), settings));
        match ran {
            Some(ran) => ran.results.map_err(|failed| self.stopped(failed, entry)),
            None => self.program.call(entry, arguments, settings),
        }
    }

    /// What the pass at this position makes of the program with these entry points, for a target.
    ///
    /// # Errors
    /// What a pass refuses.
    pub(crate) fn stage_after(
        &self,
        after: &'static str,
        (roots, target): (&[&str], Target),
        settings: &Settings,
    ) -> Result<std::rc::Rc<dyn Stage>, Failed> {
        let refused = |errors: Vec<Diagnostic>| {
            let first = errors.into_iter().next();
            Failed {
                kind: StopKind::Arguments,
                diagnostic: Box::new(first.unwrap_or_else(|| Diagnostic::outside("the program is refused"))),
            }
        };
        match self.start(roots, &settings.overrides) {
            Some(start) => {
                let stage = self.stages.after((roots, target), after, start.map_err(refused)?);
                stage.map(|stage| self.tuned(stage))
            }
            None => Err(refused(vec![Diagnostic::outside(compile::not_compiled(
                self.language(),
            ))])),
        }
    }

    /// Calls an entry point of what the pass at this position makes of the program with these entry points, of which it is one, if the pipeline has the position.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn call_after(
        &self,
        after: Option<&'static str>,
        (roots, entry): (&[&str], &str),
        arguments: Vec<Argument>,
        settings: &Settings,
    ) -> Result<Results, Stopped> {
        // The call says that there is no such entry point.
        let (Some(name), Some(Ok(start))) = (after, self.start(roots, &settings.overrides)) else {
            return self.call(entry, arguments, settings);
        };
        // Programs on their way to a device are run as they were written.
        if self.language.is_compiled() {
            return self.call(entry, arguments, settings);
        }
        let written = start.stage.program.language();
        let stage = self.stages.after((roots, Target::OPENCL), name, start);
        let stage = stage.map(|stage| self.tuned(stage));
        let results = stage.and_then(|stage| {
            let language = tower::language(stage.language());
            let ran = language.and_then(|language| language.ran);
            match ran.filter(|_| stage.language() == written) {
                Some(ran) => ran(&*stage, entry, arguments, settings).results,
                None => elsewhere(&*stage, entry, arguments, settings),
            }
        });
        results.map_err(|failed| self.stopped(failed, entry))
    }
}

/// Runs an entry point by the semantics of the language that its program has become one of.
fn elsewhere(
    stage: &dyn Stage,
    entry: &str,
    arguments: Vec<Argument>,
    settings: &Settings,
) -> Result<Results, Failed> {
    let values = match (known::<Core>(stage), known::<Host>(stage)) {
        (Some(core), _) => {
            let params = core.program.entry(entry).map_or(&[][..], |entry| &entry.params);
            core::arguments::components(&core.interface, (entry, params), arguments)?
        }
        (_, Some(host)) => {
            core::arguments::components(&host.interface, (entry, host.parameters(entry)), arguments)?
        }
        _ => elder_engine::flat(arguments)?,
    };
    let run = tower::language(stage.language()).and_then(|language| language.run);
    let Some(run) = run else {
        let message = format!("{} has no semantics", stage.language().name);
        return Err(Failed::outside(StopKind::Unsupported, message));
    };
    let values = run(stage, entry, &values, settings).results?;
    Ok(Results::of_data(values))
}

/// A program of a language whose passes take all of it, with those entry points.
fn start(
    program: &elder_engine::Program,
    roots: &[&str],
    overrides: &Overrides,
) -> Result<Start, Vec<Diagnostic>> {
    written::start(program, roots, overrides).map(Start::shared)
}
