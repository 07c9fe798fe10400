//! What is tested: a program, and what runs its entry points.
//!
//! The reference semantics runs programs of every language.  Compiled programs run on a device, or without one; there the reference is what
//! `auto output` means, so a program can be compared on inputs that nobody worked out by hand.

use super::blocks::Case;
use super::class::{self, Tolerances};
use super::random::Floats;
use crate::Exit;
use crate::compile::host::{Hosted, POSITION, stage};
use crate::compile::not_compiled;
use crate::compile::together::Together;
use crate::device::{Device, Failure, Unavailable};
use crate::engine::{Argument, Output, Program, Rejected, Settings, StopKind, Stopped};
use crate::kernels;
use crate::tower::{self, Language};
use elder_passes::Target;
use elder_syntax::language::Program as Stage;
use elder_syntax::{Diagnostic, Rule, Value};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// What runs programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// The reference semantics.
    #[default]
    Reference,
    /// The program compiled to kernels and a launch plan, which their reference semantics executes.
    Plan,
    /// The program compiled to C with OpenMP.
    C,
    /// The program compiled to OpenCL, on the device of that name (see `elder run --device`).
    OpenCl(Option<String>),
}

impl Backend {
    /// How its command line names it.
    pub fn arguments(&self) -> String {
        match self {
            Backend::Reference => String::new(),
            Backend::Plan => " --backend plan".to_string(),
            Backend::C => " --backend c".to_string(),
            Backend::OpenCl(None) => " --backend opencl".to_string(),
            Backend::OpenCl(Some(device)) => {
                format!(" --backend opencl --device {}", super::run::quoted(device))
            }
        }
    }

    /// Whether there is such a device.
    ///
    /// # Errors
    /// Says which devices there are.
    pub fn check(&self) -> Result<(), Unavailable> {
        match self {
            Backend::Reference | Backend::Plan => Ok(()),
            Backend::C => Device::find(Some("c")).map(|_| ()),
            Backend::OpenCl(name) => match Device::find(name.as_deref())? {
                chosen if chosen.is_c() => Err(Unavailable {
                    message: format!(
                        "`{}` is no device of OpenCL; `--backend c` compiles for it",
                        chosen.name
                    ),
                    exit: Exit::StaticError,
                }),
                _ => Ok(()),
            },
        }
    }

    /// What runs programs so.
    ///
    /// # Errors
    /// That there is no such device.
    pub fn open(&self) -> Result<Runner, String> {
        self.check()?;
        match self {
            Backend::Reference => Ok(Runner::Reference),
            Backend::Plan => Ok(Runner::Plan),
            Backend::C => Ok(Runner::Device(Device::open(Some("c"))?)),
            Backend::OpenCl(name) => Ok(Runner::Device(Device::open(name.as_deref())?)),
        }
    }
}

/// What runs programs, opened.
pub enum Runner {
    /// The reference semantics.
    Reference,
    /// That of kernels and of host programs.
    Plan,
    /// A device.
    Device(Device),
}

/// Why a run has no value.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The sort.
    pub kind: StopKind,
    /// One line: place, message and rule.
    pub text: String,
    /// The same as data.
    pub diagnostic: Box<Diagnostic>,
}

impl Ended {
    /// That something is not supported.
    pub fn unsupported(text: String) -> Ended {
        Ended::outside(StopKind::Unsupported, text)
    }

    /// An end outside of any rule.
    fn outside(kind: StopKind, text: String) -> Ended {
        Ended {
            kind,
            diagnostic: Box::new(Diagnostic::outside(text.clone())),
            text,
        }
    }

    /// The end of what was refused before it ran.
    fn rejected(kind: StopKind, rejected: &Rejected) -> Ended {
        let text = rejected.render_short();
        let first = rejected.diagnostics.first().cloned();
        Ended {
            kind,
            diagnostic: Box::new(first.unwrap_or_else(|| Diagnostic::outside(text.clone()))),
            text,
        }
    }

    /// Whether this rule refused.
    pub fn is_by(&self, rule: &Rule) -> bool {
        let refusal = self.diagnostic.refusal;
        refusal.is_some_and(|refusal| refusal.id() == rule.id)
    }
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Ended {
        Ended {
            kind: stopped.kind,
            text: stopped.render_short().to_string(),
            diagnostic: stopped.diagnostic,
        }
    }
}

/// A checked program with what runs it.
pub struct Subject<'r> {
    program: Program,
    runner: &'r Runner,
    language: &'static Language,
    /// The entry points that are to be called.
    roots: Vec<String>,
    /// What their pipeline leads to, if that is host programs, once one of them is called.
    together: OnceCell<Together<Rc<dyn Stage>>>,
    /// What is loaded on a device of entry points so far, which those share that are compiled together.
    hosted: RefCell<HashMap<String, Rc<Hosted<'r>>>>,
}

/// A failure of a compiled program, in short.
impl From<&Failure> for Ended {
    fn from(failure: &Failure) -> Ended {
        Ended::rejected(failure.kind, &failure.rejected)
    }
}

impl<'r> Subject<'r> {
    /// Makes a checked program ready to run: these of its entry points are to be called.
    ///
    /// # Errors
    /// If nothing compiles this language.
    pub fn new(
        program: Program,
        path: &Path,
        runner: &'r Runner,
        roots: Vec<String>,
    ) -> Result<Subject<'r>, Ended> {
        let language = tower::language_of(path).map_err(Ended::unsupported)?;
        if !matches!(runner, Runner::Reference) && !language.is_compiled() && !language.is_hosted() {
            return Err(Ended::unsupported(not_compiled(language.declared)));
        }
        Ok(Subject {
            program,
            runner,
            language,
            roots,
            together: OnceCell::new(),
            hosted: RefCell::default(),
        })
    }

    /// The checked program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether the reference semantics is what runs.
    pub fn is_reference(&self) -> bool {
        matches!(self.runner, Runner::Reference)
    }

    /// How near the floats of each result of a case must be to what is expected, if nobody asks for more.
    ///
    /// # Errors
    /// What the block says of it cannot be.
    pub fn classes(&self, case: &Case, results: usize, settings: &Settings) -> Result<Tolerances, String> {
        class::of_case(&self.program, self.language, (case, results), settings)
    }

    /// The floats of random inputs.
    pub fn floats(&self) -> Floats {
        Floats::of(self.language)
    }

    /// Calls an entry point by the reference semantics, after a position.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn reference(
        &self,
        after: Option<&'static str>,
        entry: &str,
        arguments: Vec<Argument>,
        settings: &Settings,
    ) -> Result<Vec<Output>, Ended> {
        self.called(after, (&[entry], entry), arguments, settings)
    }

    /// The same with these entry points.
    fn called(
        &self,
        after: Option<&'static str>,
        entries: (&[&str], &str),
        arguments: Vec<Argument>,
        settings: &Settings,
    ) -> Result<Vec<Output>, Ended> {
        let results = self.program.call_after(after, entries, arguments, settings)?;
        Ok(results.outputs().collect())
    }

    /// For what the program is compiled; plans are executed as OpenCL has them.
    fn target(&self) -> Target {
        match self.runner {
            Runner::Device(device) => Target::of(device.machine().dialect()),
            Runner::Plan | Runner::Reference => Target::OPENCL,
        }
    }

    /// The entry points that this one goes its pipeline with, and what that leads to.
    fn together(&self, entry: &str, settings: &Settings) -> Result<(Vec<&str>, Rc<dyn Stage>), Ended> {
        let make = |roots: &[&str]| stage(&self.program, roots, self.target(), settings);
        let roots: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        let together = self.together.get_or_init(|| Together::of(&roots, make));
        match together.find(entry) {
            Some(Ok(made)) => Ok((made.roots.iter().map(String::as_str).collect(), made.what.clone())),
            Some(Err(failure)) => Err(failure.into()),
            None => Err(Ended::unsupported(format!("`{entry}` was not to be called"))),
        }
    }

    /// What is compiled of an entry point for a device, loaded once.
    fn hosted(&self, device: &'r Device, entry: &str, settings: &Settings) -> Result<Rc<Hosted<'r>>, Ended> {
        if let Some(known) = self.hosted.borrow().get(entry) {
            return Ok(known.clone());
        }
        let (roots, stage) = self.together(entry, settings)?;
        let target = self.target();
        let hosted = Rc::new(Hosted::made(stage, target));
        // What the device refuses as a whole it may take one by one; of one the run says why it is refused.
        let is_whole = roots.len() == 1 || hosted.loaded(device, &self.program).is_ok();
        let mut known = self.hosted.borrow_mut();
        for root in roots {
            let own = match is_whole {
                true => Ok(hosted.clone()),
                false => Hosted::of(&self.program, &[root], target, settings).map(Rc::new),
            };
            match own {
                Ok(own) => {
                    known.insert(root.to_owned(), own);
                }
                Err(failure) if root == entry => return Err(Ended::from(&failure)),
                Err(_) => {}
            }
        }
        Ok(known.get(entry).cloned().unwrap_or(hosted))
    }

    /// Calls an entry point of what is tested; of the reference semantics, after a position.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn call(
        &self,
        after: Option<&'static str>,
        entry: &str,
        arguments: Vec<Argument>,
        settings: &Settings,
    ) -> Result<Vec<Output>, Ended> {
        if self.is_reference() {
            return self.reference(after, entry, arguments, settings);
        }
        if let (Runner::Plan, true) = (self.runner, self.language.is_hosted()) {
            // What a later pass makes is no plan; what an earlier one makes is what was asked for.
            if after.is_some() {
                return self.reference(after, entry, arguments, settings);
            }
            let (roots, _) = self.together(entry, settings)?;
            return self.called(Some(POSITION), (&roots, entry), arguments, settings);
        }
        if let (Runner::Device(device), true) = (self.runner, self.language.is_hosted()) {
            let hosted = self.hosted(device, entry, settings)?;
            let (values, _) = hosted
                .run(device, &self.program, entry, arguments)
                .map_err(|failure| Ended::from(&failure))?;
            return Ok(values.into_iter().map(Output::Value).collect());
        }
        let data = |argument: Argument| match argument {
            Argument::Data(value) => Ok(value),
            Argument::Opaque(_) => {
                let message = "an argument has no data format".to_string();
                Err(Ended::outside(StopKind::Arguments, message))
            }
        };
        let inputs: Vec<Value> = arguments.into_iter().map(data).collect::<Result<_, _>>()?;
        let entry = self
            .program
            .entry_with(entry, &settings.overrides)
            .map_err(|rejected| Ended::rejected(StopKind::Arguments, &rejected))?;
        let values = match self.runner {
            Runner::Device(device) => {
                let outcome = device.run(&self.program, &entry, inputs);
                outcome.map(|outcome| outcome.values)
            }
            Runner::Plan | Runner::Reference => kernels::run(&self.program, &entry, inputs, &settings.limits),
        };
        match values {
            Ok(values) => Ok(values.into_iter().map(Output::Value).collect()),
            Err(failure) => Err(Ended::from(&failure)),
        }
    }
}
