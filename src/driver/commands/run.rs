//! `elder run`: compiles a program and runs it on a device.

use super::{messages, values};
use crate::Exit;
use crate::compile;
use crate::device::Device;
use crate::engine::{Limits, Output, Overrides};
use crate::kernels;
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
    /// Where: a number of `elder dev --list`, a part of a device's name, `c`, or `plan`: no device, the kernels are executed
    /// by their reference semantics [default: a GPU if there is one].
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

/// The name of what executes plans without a device.
const PLAN: &str = "plan";

/// Checks, compiles, reads, runs, writes.
pub fn run(arguments: &Arguments) -> Exit {
    let loaded = compile::load(&arguments.program).and_then(|source| {
        let entry = source.entry_with(&arguments.entry, &arguments.overrides)?;
        Ok((source, entry))
    });
    let (source, entry) = match loaded {
        Ok(loaded) => loaded,
        Err(rejected) => {
            messages::rejected(&rejected);
            return rejected.exit();
        }
    };
    let device = match arguments.device.as_deref() {
        Some(PLAN) => None,
        name => match Device::open(name) {
            Ok(device) => Some(device),
            Err(message) => {
                messages::error(message);
                return Exit::StaticError;
            }
        },
    };
    let inputs = match values::read(&entry.parameters()) {
        Ok(inputs) => inputs,
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    };
    let results = match &device {
        Some(device) => device.run(&source, &entry, inputs).map(|outcome| {
            if arguments.profile {
                for (name, nanoseconds) in &outcome.profile.entries {
                    eprintln!("{name}: {:.3} ms", *nanoseconds as f64 * 1e-6);
                }
            }
            outcome.values
        }),
        None => kernels::run(&source, &entry, inputs, &Limits::default()),
    };
    match results {
        Ok(results) => values::write(results.into_iter().map(Output::Value), arguments.binary),
        Err(failure) => {
            messages::rejected(&failure.rejected);
            failure.kind.into()
        }
    }
}
