//! An entry point of a program: compiled for each device, and timed there with each of its data sets.

use super::data::Data;
use super::measure::{Copies, timed};
use super::result::{Failed, Kernel, Key, Measured, Result as Outcome, samples};
use super::worker::{Copy, Event, Worker};
use crate::Exit;
use crate::compile::session::{Compiled, Session, bytes_of};
use crate::device::{Device, Failure};
use crate::engine::{Argument, Output, Program};
use crate::input;
use crate::profile::Ran;
use crate::testing::blocks::Expected;
use crate::testing::random::Floats;
use crate::testing::run::{Cause, agree, beside, quoted};
use crate::testing::{class, given};
use crate::tower::Language;
use elder_opencl::Account;
use elder_syntax::Value;
use std::path::Path;
use std::time::Duration;

/// A checked program in a file.
#[derive(Clone, core::marker::Copy)]
pub(super) struct Point<'w> {
    pub(super) worker: &'w Worker<'w>,
    pub(super) path: &'w Path,
    pub(super) program: &'w Program,
    pub(super) language: &'static Language,
    /// What reading and checking it took.
    pub(super) checking: Duration,
}

impl<'w> Point<'w> {
    /// An entry point, compiled once a device.
    pub(super) fn entry<'d>(
        &self,
        entry: &str,
        data: impl Iterator<Item = &'d Data>,
        copies: &mut [Copies],
    ) -> Vec<Outcome> {
        let Worker {
            devices,
            names,
            options,
            ..
        } = self.worker;
        let shown = self.path.display();
        let compiled: Vec<Result<Compiled<'_>, Failure>> = (devices.iter())
            .zip(names)
            .map(|(device, name)| {
                let what = format!("{shown}, {entry}: compiling for {name}");
                self.worker.begins(what, Key::default());
                Compiled::of((self.program, self.language), entry, device, &options.settings)
            })
            .collect();
        let mut results = Vec::new();
        let mut said = vec![false; devices.len()];
        for data in data {
            let made = self.arguments(data);
            let each = devices.iter().zip(names).zip(&compiled);
            for (((device, name), compiled), (copies, said)) in each.zip(copies.iter_mut().zip(&mut said)) {
                let place = self.place(data, name);
                let key = Key {
                    program: shown.to_string(),
                    entry: entry.to_owned(),
                    data: data.name.clone(),
                    device: name.clone(),
                };
                let outcome = match (compiled, &made) {
                    // What is refused is said once.
                    (Err(failure), _) => {
                        let rejected = (!std::mem::replace(said, true))
                            .then(|| self.program.rejected(failure.rejected.diagnostics.clone()));
                        Err(Failed {
                            exit: failure.kind.into(),
                            message: format!("{place}: not timed, as `{entry}` is refused for this device"),
                            rejected,
                        })
                    }
                    (_, Err((cause, message))) => Err(failed(&place, *cause, message, "")),
                    (Ok(compiled), Ok(arguments)) => {
                        self.worker.begins(place.clone(), key.clone());
                        self.measured(data, (device, compiled), arguments, copies, &place)
                    }
                };
                results.push(Outcome {
                    key,
                    line: data.case.line,
                    outcome: outcome.map(Box::new),
                });
            }
        }
        results
    }

    /// File, line, entry point, data set, device: for messages.
    fn place(&self, data: &Data, name: &str) -> String {
        let line = match data.is_of_block {
            true => format!(":{}", data.case.line),
            false => String::new(),
        };
        let (path, entry) = (self.path.display(), &data.case.entry);
        format!("{path}{line}, {entry}, \"{}\" on {name}", data.name)
    }

    fn arguments(&self, data: &Data) -> Result<Vec<Argument>, (Cause, String)> {
        // What is drawn for the command line is that of `futhark dataset`, for every language.
        let floats = match data.is_of_block {
            true => Floats::of(self.language),
            false => Floats::Unit,
        };
        let settings = &self.worker.options.settings;
        given::arguments(self.program, (&data.case, self.path), floats, settings)
    }

    /// Times a data set on a device, after its results were compared.
    fn measured<'d>(
        &self,
        data: &Data,
        (device, compiled): (&'d Device, &Compiled<'d>),
        arguments: &[Argument],
        copies: &mut Copies,
        place: &str,
    ) -> Result<Measured, Failed> {
        let options = self.worker.options;
        let refused = |failure: Failure| Failed {
            exit: failure.kind.into(),
            message: format!("{place}: no value, so nothing is timed"),
            rejected: Some(failure.rejected),
        };
        let account = || device.account().map(Account::take);
        account();
        let session = compiled.start(device, self.program, arguments.to_vec());
        let mut session = session.map_err(refused)?;
        let before = account();
        self.launched(&mut session).map_err(refused)?;
        account();
        let values = session.results().map_err(refused)?;
        let behind = account();
        let is_checked = options.check && self.agrees(data, &values).map_err(|(cause, message)| {
            let line = data.case.line;
            let (entry, path) = (quoted(&data.case.entry), quoted(&self.path.display().to_string()));
            let out = format!("`--no-check` times it all the same, `elder test --entry {entry} --line {line} {path}` asks the reference");
            failed(place, cause, &message, &out)
        })?;
        let mut totals = timed(&options.rule, || self.launched(&mut session)).map_err(refused)?;
        totals.transfers = before.zip(behind);
        let last = match options.samples {
            0 => Vec::new(),
            _ => session.results().map_err(refused)?,
        };
        let bytes = (session.taken, bytes_of(&values));
        // Its memory is that of the copy.
        drop(session);
        let copy = match options.copy {
            Copy::None => None,
            // Whole elements of it.
            Copy::AsMuch => Some((bytes.0 + bytes.1) / 8 * 4).filter(|bytes| *bytes > 0),
            Copy::Bytes(bytes) => Some(bytes),
        };
        let copy = match copy.map(|bytes| (bytes, copies.time(device, bytes, &options.rule))) {
            None => None,
            Some((bytes, Ok(time))) => Some((bytes, time)),
            // For what nobody asked for there may be no room.
            Some((_, Err(_))) if options.copy == Copy::AsMuch => None,
            Some((bytes, Err(error))) => {
                let message = format!("a copy of {bytes} bytes: {error}");
                return Err(failed(place, Cause::Limit, &message, "`--no-copy` times none"));
            }
        };
        let sources = self.program.sources();
        Ok(Measured {
            translation: (self.checking + compiled.translation).as_secs_f64() * 1e3,
            building: compiled.building.as_secs_f64() * 1e3,
            kernels: Kernel::all(&totals, sources),
            profile: options.profile.then(|| totals.table(sources)),
            times: totals.device,
            wall: totals.wall,
            bytes,
            copy,
            is_checked,
            samples: last.first().map_or(vec![], |v| samples(v, options.samples)),
        })
    }

    /// One run, which is watched from outside.
    fn launched(&self, session: &mut Session<'_>) -> Result<Ran, Failure> {
        let send = |event| {
            let _ = self.worker.send.send(event);
        };
        send(Event::Runs);
        let ran = session.launch();
        send(Event::Ran);
        ran
    }

    /// Whether there was something to compare results with; they agree with it.  What the reference would give nobody waits for here.
    fn agrees(&self, data: &Data, values: &[Value]) -> Result<bool, (Cause, String)> {
        let expected = match &data.case.expected {
            Expected::Values(values) => values.clone(),
            Expected::File(file) => {
                input::file(&beside(self.path, file), &[]).map_err(|message| (Cause::Block, message))?
            }
            Expected::Success | Expected::Auto | Expected::Error(_) => return Ok(false),
        };
        let settings = &self.worker.options.settings;
        let near = class::of_case(self.program, self.language, (&data.case, values.len()), settings);
        let near = near.map_err(|message| (Cause::Block, format!("test block: {message}")))?;
        let actual = values.iter().cloned().map(Output::Value).collect();
        agree(actual, &expected, &*near).map(|()| true)
    }
}

/// A failure that no rule has.
fn failed(place: &str, cause: Cause, message: &str, out: &str) -> Failed {
    let out = match out {
        "" => String::new(),
        out => format!("\n{out}"),
    };
    Failed {
        exit: match cause {
            Cause::Limit => Exit::Limit,
            Cause::Internal => Exit::Internal,
            Cause::Value | Cause::RunTime => Exit::RunTimeError,
            _ => Exit::StaticError,
        },
        message: format!("{place}: {}: {}{out}", cause.name(), message.trim_end()),
        rejected: None,
    }
}
