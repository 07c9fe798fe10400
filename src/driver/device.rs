//! A device that runs compiled programs: chosen once, with errors as values.

use crate::Exit;
use crate::compile::EntryPoint;
use crate::engine::{Program, Rejected, StopKind};
use crate::tower;
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT};
use elder_engine::kernel::misfit;
use elder_fcl::rules::evaluation::FCL_E_ENTRY;
use elder_opencl::error::BuildError;
use elder_opencl::{Account, BuildOptions, Choice, Listed, Machine, Outcome, choose};
use elder_passes::Target;
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, Refusal, Span, Value};
use std::rc::Rc;

/// An open device.
pub struct Device {
    machine: Box<dyn Machine>,
    options: BuildOptions,
    account: Option<Rc<Account>>,
}

/// Why there is no device.
#[derive(Clone, Debug)]
pub struct Unavailable {
    /// What is wrong.
    pub message: String,
    /// The exit status: that of a limit if this machine lacks something, else of a wrong argument.
    pub exit: Exit,
}

impl From<elder_opencl::Error> for Unavailable {
    fn from(error: elder_opencl::Error) -> Unavailable {
        Unavailable {
            exit: match error {
                elder_opencl::Error::NoCompiler { .. } => Exit::Limit,
                _ => Exit::StaticError,
            },
            message: error.to_string(),
        }
    }
}

/// For those who only say it.
impl From<Unavailable> for String {
    fn from(unavailable: Unavailable) -> String {
        unavailable.message
    }
}

/// Why a compiled program has no value.
pub struct Failure {
    /// The sort.
    pub kind: StopKind,
    /// What is wrong, with its text.
    pub rejected: Rejected,
}

impl Failure {
    /// What refuses a program before it runs.
    pub(crate) fn before(rejected: Rejected) -> Failure {
        let kind = match rejected.exit() {
            Exit::Limit => StopKind::Limit,
            _ => StopKind::Arguments,
        };
        Failure { kind, rejected }
    }
}

impl Device {
    /// The device that `--device` (or the environment) names, without opening it: what opens a device under Oclgrind has to use it too.
    ///
    /// # Errors
    /// Says which devices there are.
    pub fn find(name: Option<&str>) -> Result<Listed, Unavailable> {
        Ok(choose::find(&choice(name)?)?)
    }

    /// Opens the device that `--device` (or the environment) names.
    ///
    /// # Errors
    /// Says which devices there are.
    pub fn open(name: Option<&str>) -> Result<Device, Unavailable> {
        let machine = choose::open(&choice(name)?)?;
        Ok(Device {
            machine,
            options: BuildOptions::default(),
            account: None,
        })
    }

    /// The same, with an account of what its host does.
    ///
    /// # Errors
    /// Says which devices there are.
    pub fn open_watched(name: Option<&str>) -> Result<Device, Unavailable> {
        let (machine, account) = choose::open_watched(&choice(name)?)?;
        Ok(Device {
            machine,
            options: BuildOptions::default(),
            account: Some(account),
        })
    }

    /// The same device, which compiles kernels in less time than it would take to run them often.
    #[must_use]
    pub fn in_a_hurry(mut self) -> Device {
        self.options = self.options.in_a_hurry(self.machine.dialect());
        self
    }

    /// The open device itself.
    pub fn machine(&self) -> &dyn Machine {
        &*self.machine
    }

    /// What its host does, if that is watched.
    pub fn account(&self) -> Option<&Account> {
        self.account.as_deref()
    }

    /// How programs are compiled for it.
    pub fn options(&self) -> &BuildOptions {
        &self.options
    }

    /// Compiles an entry and runs it once.
    ///
    /// # Errors
    /// What a stage, the device's compiler, the launch or a kernel refuses.
    pub fn run(&self, source: &Program, entry: &EntryPoint, inputs: Vec<Value>) -> Result<Outcome, Failure> {
        let inputs = arguments(source, entry, inputs)?;
        let plan = source
            .plan(entry, Target::of(self.machine.dialect()))
            .map_err(Failure::before)?;
        let line_of = |span: Span| source.line_of(span);
        let mut outcome = self
            .machine
            .load_with_lines(vec![plan], &self.options, Some(&line_of))
            .and_then(|loaded| loaded.run(0, &inputs))
            .map_err(|error| failed(source, entry, &error))?;
        outcome.values = entry.results(outcome.values);
        Ok(outcome)
    }
}

/// A runtime's error as the failure of an entry point.
pub(crate) fn failed(source: &Program, entry: &EntryPoint, error: &elder_opencl::Error) -> Failure {
    let said = |failure: &elder_kernel::plan::Failure| entry.error(failure);
    let (kind, diagnostic) = failure(error, &said, &|d| entry.refused(d));
    Failure {
        kind,
        rejected: source.rejected(vec![diagnostic]),
    }
}

/// The values from outside as those of what is compiled.
///
/// # Errors
/// Those that the program's language refuses.
pub(crate) fn arguments(
    source: &Program,
    entry: &EntryPoint,
    values: Vec<Value>,
) -> Result<Vec<Value>, Failure> {
    entry.arguments(values).map_err(|diagnostic| {
        let is_entry = diagnostic.refusal.is_some_and(|r| r.id() == FCL_E_ENTRY.id);
        Failure {
            kind: match is_entry {
                true => StopKind::Arguments,
                false => StopKind::Error,
            },
            rejected: source.rejected(vec![*diagnostic]),
        }
    })
}

fn choice(name: Option<&str>) -> Result<Choice, elder_opencl::Error> {
    match name {
        Some(name) => name.parse::<Choice>(),
        None => Ok(Choice::from_environment()),
    }
}

/// A kernel that a device's compiler refuses is kept, since it is a mistake of Elder's that somebody has to look at.
fn kept(build: &BuildError, diagnostic: Diagnostic) -> Diagnostic {
    let file = tempfile::Builder::new()
        .prefix("elder-refused-")
        .suffix(build.ending())
        .tempfile()
        .and_then(|mut file| {
            std::io::Write::write_all(&mut file, build.text.as_bytes())?;
            Ok(file.keep()?.1)
        });
    match file {
        Ok(path) => diagnostic.with_note(format!("the generated text is kept in {}", path.display())),
        Err(error) => diagnostic.with_note(format!("the generated text cannot be kept: {error}")),
    }
}

/// A runtime's error as a failure of the program, if it is one, with its sort; `said` is what a kernel's failure is by the rules of the program's language,
/// `refused` what a condition of the launch is.
pub(crate) fn failure(
    error: &elder_opencl::Error,
    said: &dyn Fn(&elder_kernel::plan::Failure) -> Diagnostic,
    refused: &dyn Fn(Diagnostic) -> Diagnostic,
) -> (StopKind, Diagnostic) {
    let cause = error.cause();
    let diagnostic = match cause {
        elder_opencl::Error::Failed(failure) => said(failure),
        elder_opencl::Error::Refused(diagnostic) => Diagnostic {
            severity: Severity::Error,
            ..refused((**diagnostic).clone())
        },
        _ => {
            let mut diagnostic = error.diagnostic();
            diagnostic.severity = Severity::Error;
            diagnostic.refusal = match cause {
                elder_opencl::Error::Input { of, .. } => Some(DPIA_E_ENTRY.refuse(misfit(*of))),
                elder_opencl::Error::Size { .. } => Some(DPIA_E_ENTRY.refuse("obligation")),
                elder_opencl::Error::OutOfMemory { .. } => Some(DPIA_E_LIMIT.refuse("memory")),
                elder_opencl::Error::Limit { .. } => Some(Refusal {
                    rule: &DPIA_E_LIMIT,
                    premise: None,
                }),
                // The device, its driver or Elder failed, not the program.
                _ => None,
            };
            match cause {
                elder_opencl::Error::Build(build) => kept(build, diagnostic),
                _ => diagnostic,
            }
        }
    };
    // What an item lacks it notes as a failure.
    let lacks = diagnostic.refusal.is_some_and(tower::is_limit);
    let kind = match cause {
        elder_opencl::Error::Failed(_) if lacks => StopKind::Limit,
        elder_opencl::Error::Refused(_)
        | elder_opencl::Error::Failed(_)
        | elder_opencl::Error::Size { .. } => StopKind::Error,
        elder_opencl::Error::OutOfMemory { .. }
        | elder_opencl::Error::Limit { .. }
        | elder_opencl::Error::NoCompiler { .. } => StopKind::Limit,
        elder_opencl::Error::Input { .. } => StopKind::Arguments,
        elder_opencl::Error::Build(_) | elder_opencl::Error::Plan { .. } => StopKind::Internal,
        _ => StopKind::Unsupported,
    };
    (kind, diagnostic)
}
