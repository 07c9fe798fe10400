//! What can go wrong between a plan and its results.

use elder_kernel::Dialect;
use elder_kernel::plan::{Failure, Misfit};
use elder_kernel::size::SizeError;
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, Span};
use std::path::PathBuf;

/// An error of the runtime.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A call of the OpenCL library failed.
    #[error("{call}: {status}{}", .about.as_ref().map(|a| format!(" ({a})")).unwrap_or_default())]
    Api {
        /// The function.
        call: String,
        /// OpenCL's name of the error: `CL_OUT_OF_RESOURCES`.
        status: String,
        /// The kernel or buffer.
        about: Option<String>,
    },
    /// No device is like the one that was asked for.
    #[error("no device {wanted}; there is {}", if .available.is_empty() { "none at all".to_string() } else { .available.join(", ") })]
    NoDevice {
        /// What was asked for.
        wanted: String,
        /// The names of those that there are.
        available: Vec<String>,
    },
    /// There is no C compiler.
    #[error(
        "the C compiler `{compiler}` cannot be run ({error}); install gcc (Debian: apt-get install gcc), or name another compiler by the environment variable ELDER_CC"
    )]
    NoCompiler {
        /// Its command.
        compiler: String,
        /// What happened.
        error: std::io::Error,
    },
    /// Something at a place of the source.
    #[error("{error}")]
    At {
        /// The place.
        span: Span,
        /// What.
        error: Box<Error>,
    },
    /// The device's compiler refused a kernel.
    #[error("{}", build_message(.0))]
    Build(Box<BuildError>),
    /// A buffer is too large.
    #[error("{what} needs {bytes} bytes, and {device} {reason}")]
    OutOfMemory {
        /// What needs it.
        what: String,
        /// How much.
        bytes: u64,
        /// The device.
        device: String,
        /// Its limit, or what it said: the rest of a sentence.
        reason: String,
    },
    /// A launch exceeds what the device can do.
    #[error("kernel `{kernel}` asks for {asked}, and {device} has {limit}")]
    Limit {
        /// The kernel.
        kernel: String,
        /// What it asks for.
        asked: String,
        /// What there is.
        limit: String,
        /// The device.
        device: String,
    },
    /// A condition of the program on its inputs does not hold.
    #[error("{}", .0.message)]
    Refused(Box<Diagnostic>),
    /// A kernel met something that has no value: an error of the program at run time.
    #[error("{}", .0.message())]
    Failed(Box<Failure>),
    /// The values are not what the program takes.
    #[error("{message}")]
    Input {
        /// What is wrong.
        message: String,
        /// What they contradict.
        of: Misfit,
        /// The declaration of the parameter.
        span: Span,
    },
    /// A size has no value.
    #[error("{what}: {error}")]
    Size {
        /// What has that size.
        what: String,
        /// Why.
        error: SizeError,
    },
    /// The plan contradicts itself: a mistake in the pass that made it.
    #[error("the launch plan of `{plan}` is wrong: {message}")]
    Plan {
        /// The name of the program.
        plan: String,
        /// How.
        message: String,
    },
    /// A file or a process.
    #[error("{what}: {error}")]
    Io {
        /// What was done to what.
        what: String,
        /// What happened.
        error: std::io::Error,
    },
    /// A compiled kernel cannot be loaded.
    #[error("{path}: {message}")]
    Load {
        /// The file.
        path: PathBuf,
        /// What the loader said.
        message: String,
    },
}

/// A kernel that does not compile.
#[derive(Clone, Debug)]
pub struct BuildError {
    /// The device.
    pub device: String,
    /// All that its compiler said.
    pub log: String,
    /// The first complaint: what it says.
    pub complaint: Option<String>,
    /// The first complaint: the number of the line of the generated text, from 1, and the line.
    pub line: Option<(usize, String)>,
    /// The place of the source that the line was generated from.
    pub span: Option<Span>,
    /// The generated text.
    pub text: String,
    /// The language.
    pub dialect: Dialect,
}

impl BuildError {
    /// How the name of a file with the text ends.
    pub fn ending(&self) -> &'static str {
        match self.dialect {
            Dialect::OpenCl => ".cl",
            Dialect::OpenMp => ".c",
        }
    }
}

fn build_message(e: &BuildError) -> String {
    match (&e.complaint, &e.line) {
        (Some(complaint), Some((number, text))) => format!(
            "{} refuses line {number} of the generated text, `{}`: {complaint}",
            e.device,
            text.trim()
        ),
        (Some(complaint), None) => format!("{} refuses the generated text: {complaint}", e.device),
        _ => format!("{} refuses the generated text:\n{}", e.device, e.log.trim()),
    }
}

impl Error {
    /// A mistake in a plan.
    pub(crate) fn plan(plan: &str, message: impl Into<String>) -> Error {
        Error::Plan {
            plan: plan.to_string(),
            message: message.into(),
        }
    }

    /// For `map_err` on what files and processes give.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Error {
        let what = what.into();
        move |error| Error::Io { what, error }
    }

    /// The same, at this place of the source if what the device lacks is no place's own.
    pub(crate) fn at(self, span: Span) -> Error {
        match self {
            error @ (Error::OutOfMemory { .. } | Error::Limit { .. } | Error::Api { .. })
                if span != Span::NONE =>
            {
                Error::At {
                    span,
                    error: Box::new(error),
                }
            }
            error => error,
        }
    }

    /// What it is, wherever that is.
    pub fn cause(&self) -> &Error {
        match self {
            Error::At { error, .. } => error.cause(),
            error => error,
        }
    }

    /// As something to render.
    pub fn diagnostic(&self) -> Diagnostic {
        let span = match self {
            Error::At { span, error } => {
                let diagnostic = error.diagnostic();
                return match diagnostic.span == Span::NONE {
                    true => Diagnostic {
                        span: *span,
                        ..diagnostic
                    },
                    false => diagnostic,
                };
            }
            Error::Refused(diagnostic) => return (**diagnostic).clone(),
            Error::Failed(failure) => return failure.diagnostic(),
            Error::Build(build) => build.span.unwrap_or(Span::NONE),
            Error::Input { span, .. } => *span,
            _ => Span::NONE,
        };
        let mut diagnostic = Diagnostic::warning(span, self.to_string());
        diagnostic.severity = Severity::Error;
        if let Error::Build(build) = self
            && build.complaint.is_some()
        {
            diagnostic = diagnostic.with_note(format!("the compiler's log:\n{}", build.log.trim()));
        }
        if matches!(self, Error::OutOfMemory { .. }) {
            diagnostic = diagnostic.with_help("choose another device with --device, or smaller inputs");
        }
        diagnostic
    }
}
