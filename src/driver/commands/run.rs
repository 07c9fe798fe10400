//! `elder run`: compiles a program and runs it on a device.

use super::{colour, values};
use crate::Exit;
use crate::compile;
use crate::configuration::Overrides;
use crate::device::Device;
use crate::engine::{Output, StopKind};
use std::path::PathBuf;

/// The command line.
///
/// Arguments are read from standard input in the text or binary data format; each result is written on a line of its own.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    program: PathBuf,
    /// Which definition.
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,
    /// Where: a number of `elder dev --list`, a part of a device's name, or `c` [default: a GPU if there is one].
    #[arg(long, value_name = "DEVICE")]
    device: Option<String>,
    /// Print what was launched and how long it took, on standard error.
    #[arg(long)]
    profile: bool,
    /// Write results in the binary data format.
    #[arg(long, short)]
    binary: bool,
    #[command(flatten)]
    overrides: Overrides,
}

/// Checks, compiles, reads, runs, writes.
pub fn run(arguments: &Arguments) -> Exit {
    let loaded = compile::load(&arguments.program).and_then(|source| {
        let entry = source.entry_with(&arguments.entry, &arguments.overrides)?;
        Ok((source, entry))
    });
    let (source, entry) = match loaded {
        Ok(loaded) => loaded,
        Err(rejected) => {
            eprint!("{}", rejected.render(colour()));
            return Exit::StaticError;
        }
    };
    let device = match Device::open(arguments.device.as_deref()) {
        Ok(device) => device,
        Err(message) => {
            eprintln!("error: {message}");
            return Exit::StaticError;
        }
    };
    let inputs = match values::read(&entry.parameters()) {
        Ok(inputs) => inputs,
        Err(message) => {
            eprintln!("error: {message}");
            return Exit::StaticError;
        }
    };
    match device.run(&source, &entry, inputs) {
        Ok(outcome) => {
            if arguments.profile {
                for (name, nanoseconds) in &outcome.profile.entries {
                    eprintln!("{name}: {:.3} ms", *nanoseconds as f64 * 1e-6);
                }
            }
            values::write(outcome.values.into_iter().map(Output::Value), arguments.binary)
        }
        Err(failure) => {
            eprint!("{}", failure.rejected.render(colour()));
            match failure.kind {
                StopKind::Error => Exit::RunTimeError,
                StopKind::Limit => Exit::Limit,
                StopKind::Arguments | StopKind::Unsupported => Exit::StaticError,
                StopKind::Internal => Exit::Internal,
            }
        }
    }
}
