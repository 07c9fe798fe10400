//! `elder run`: compiles a program and runs it on a device.

use super::{messages, print, values};
use crate::Exit;
use crate::compile::host::{Hosted, POSITION};
use crate::compile::session::Compiled;
use crate::device::{Device, Failure};
use crate::engine::{Argument, Limits, Output, Overrides, Program, Settings, StopKind};
use crate::profile::Totals;
use crate::testing::commands::{Commands, Unopened};
use crate::testing::subject::Runner;
use crate::tower::Literate;
use crate::{compile, kernels, launches, tower};
use elder_host::tuning;
use elder_opencl::Account;
use elder_passes::Target;
use elder_syntax::{Diagnostic, Value};
use std::path::PathBuf;

/// The command line.
///
/// Arguments are read from standard input in the text or binary data format; each result is written on a line of its own.  Of a literate file, all
/// commands are run, and it is printed with their results, where no definition is named.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    program: PathBuf,
    /// Which definition [default: main].
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Where: a number of `elder dev --list`, a part of a device's name, `c`, or `plan`: no device, the kernels are executed
    /// by their reference semantics [default: a GPU if there is one].
    #[arg(long, value_name = "DEVICE")]
    device: Option<String>,
    /// Say on standard error where the time goes, by kernel and by what the host does.
    #[arg(long)]
    profile: bool,
    /// Compare what lies in the blocks of the host behind each of its statements with what the statement binds by the definition: the first that differs is
    /// said, with the launch before it (languages that become host programs).
    #[arg(long)]
    each_launch: bool,
    /// Decide a tuned number, such as the threshold of two versions (`main.outer_0`).
    #[arg(long, value_name = "NAME=N", value_parser = tuning::assignment)]
    size: Vec<(String, i64)>,
    /// Decide the tuned numbers that this file lists, a line `NAME=N` each [default: PROGRAM.tuning, if there is one].
    #[arg(long, value_name = "FILE")]
    tuning: Option<PathBuf>,
    /// Write results in the binary data format.
    #[arg(long, short)]
    binary: bool,
    #[command(flatten)]
    overrides: Overrides,
}

/// The name of what executes plans without a device.
const PLAN: &str = "plan";

impl Arguments {
    /// Which definition.
    fn entry(&self) -> &str {
        self.entry.as_deref().unwrap_or("main")
    }
}

/// Checks, compiles, reads, runs, writes.
pub fn run(arguments: &Arguments) -> Exit {
    let language = tower::language_of(&arguments.program).ok();
    if let (Some(literate), None) = (language.and_then(|language| language.literate), &arguments.entry) {
        return printed(literate, arguments);
    }
    if tower::language_of(&arguments.program).is_ok_and(|language| language.is_hosted()) {
        return hosted(arguments);
    }
    let loaded = compile::load(&arguments.program).and_then(|source| {
        let entry = source.entry_with(arguments.entry(), &arguments.overrides)?;
        Ok((source, entry))
    });
    let (source, entry) = match loaded {
        Ok(loaded) => loaded,
        Err(rejected) => {
            messages::rejected(&rejected);
            return rejected.exit();
        }
    };
    let device = match device(arguments) {
        Ok(device) => device,
        Err(exit) => return exit,
    };
    let inputs = match values::read(&entry.parameters()) {
        Ok(inputs) => inputs,
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    };
    let results = match &device {
        Some(device) if arguments.profile => {
            let inputs = inputs.into_iter().map(Argument::Data).collect();
            profiled(arguments, &source, device, inputs)
        }
        Some(device) => device.run(&source, &entry, inputs).map(|outcome| outcome.values),
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

/// The device that is asked for, none for [`PLAN`].
fn device(arguments: &Arguments) -> Result<Option<Device>, Exit> {
    match arguments.device.as_deref() {
        Some(PLAN) => Ok(None),
        name => {
            let opened = match arguments.profile {
                true => Device::open_watched(name),
                false => Device::open(name),
            };
            opened.map(Some).map_err(|unavailable| {
                messages::error(unavailable.message);
                unavailable.exit
            })
        }
    }
}

/// The same of a program that becomes a host program.
fn hosted(arguments: &Arguments) -> Exit {
    let mut source = match Program::load(&arguments.program) {
        Ok(source) => source,
        Err(rejected) => {
            messages::rejected(&rejected);
            return rejected.exit();
        }
    };
    match tuning::of(&arguments.program, arguments.tuning.as_deref(), &arguments.size) {
        Ok(numbers) if numbers.is_empty() => {}
        Ok(numbers) => source.tune(numbers),
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    }
    let device = match device(arguments) {
        Ok(device) => device,
        Err(exit) => return exit,
    };
    let inputs = match values::read(&source.parameter_types(arguments.entry())) {
        Ok(inputs) => inputs.into_iter().map(Argument::Data).collect(),
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    };
    let settings = Settings {
        overrides: arguments.overrides,
        ..Settings::default()
    };
    if arguments.each_launch {
        return each_launch(arguments, &source, inputs, &settings, device.as_ref());
    }
    // Others are not built: nobody runs them.
    let entry = arguments.entry();
    let Some(device) = device else {
        return match source.call_after(Some(POSITION), (&[entry], entry), inputs, &settings) {
            Ok(results) => values::write(results.outputs(), arguments.binary),
            Err(stopped) => {
                messages::report([&*stopped.diagnostic], source.sources());
                stopped.kind.into()
            }
        };
    };
    let target = Target::of(device.machine().dialect());
    let results = match arguments.profile {
        true => profiled(arguments, &source, &device, inputs),
        false => Hosted::of(&source, &[entry], target, &settings)
            .and_then(|hosted| hosted.run(&device, &source, entry, inputs))
            .map(|(results, _)| results),
    };
    match results {
        Ok(results) => values::write(results.into_iter().map(Output::Value), arguments.binary),
        Err(failure) => {
            messages::rejected(&failure.rejected);
            failure.kind.into()
        }
    }
}

/// The file with what its commands gave.
fn printed(literate: Literate, arguments: &Arguments) -> Exit {
    let runner = match device(arguments) {
        Ok(device) => device.map_or(Runner::Plan, Runner::Device),
        Err(exit) => return exit,
    };
    let settings = Settings {
        overrides: arguments.overrides,
        ..Settings::default()
    };
    match Commands::open(literate, &arguments.program, &runner) {
        Ok(commands) => {
            let printed = commands.printed(&settings);
            print(&printed.text());
            messages::report(printed.diagnostics(), &printed.sources);
            printed.exit()
        }
        Err(Unopened::Rejected(rejected)) => {
            messages::rejected(&rejected);
            rejected.exit()
        }
        Err(Unopened::Ended(ended)) => {
            messages::error(&ended.text);
            ended.kind.into()
        }
    }
}

/// `--each-launch`
fn each_launch(
    arguments: &Arguments,
    source: &Program,
    inputs: Vec<Argument>,
    settings: &Settings,
    device: Option<&Device>,
) -> Exit {
    match launches::of_source(source, (arguments.entry(), inputs), settings, device) {
        Ok(None) => {
            eprintln!("each statement of the host leaves what it binds");
            Exit::Value
        }
        Ok(Some(parting)) => {
            messages::error(String::from(parting));
            Exit::RunTimeError
        }
        Err(failure) => {
            messages::rejected(&failure.rejected);
            failure.kind.into()
        }
    }
}

/// Runs an entry point and says where the time goes.
fn profiled(
    arguments: &Arguments,
    source: &Program,
    device: &Device,
    inputs: Vec<Argument>,
) -> Result<Vec<Value>, Failure> {
    let language = tower::language_of(&arguments.program).map_err(|message| Failure {
        kind: StopKind::Unsupported,
        rejected: source.rejected(vec![Diagnostic::outside(message)]),
    })?;
    let settings = Settings {
        overrides: arguments.overrides,
        ..Settings::default()
    };
    let compiled = Compiled::of((source, language), arguments.entry(), device, &settings)?;
    let account = || device.account().map(Account::take);
    account();
    let mut session = compiled.start(device, source, inputs)?;
    let before = account();
    let mut totals = Totals::default();
    totals.add(&session.launch()?);
    let results = session.results()?;
    totals.transfers = before.zip(account());
    eprint!("{}", totals.table(source.sources()));
    Ok(results)
}
