//! Files, data sets and devices one after the other, on a thread of its own: a run that does not end is given up, and the rest with it, as its device is not
//! free before it does.

use super::data::{Asked, Data};
use super::measure::{Copies, timed};
use super::result::{Failed, Kernel, Key, Measured, Result as Outcome, samples};
use super::sample::Rule;
use crate::Exit;
use crate::compile::session::{Compiled, Session, bytes_of};
use crate::device::{Device, Failure};
use crate::engine::{Argument, Output, Program, Settings};
use crate::input;
use crate::profile::Ran;
use crate::stack::{self, STACK};
use crate::testing::blocks::Expected;
use crate::testing::random::Floats;
use crate::testing::run::{Cause, agree, beside, quoted};
use crate::testing::{class, given};
use crate::tower::{self, Language};
use elder_opencl::Account;
use elder_syntax::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// What is timed, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The devices, each as `--device` names it; `None` for the usual one.
    pub devices: Vec<Option<String>>,
    /// What of the files.
    pub asked: Asked,
    /// How often.
    pub rule: Rule,
    /// Whether results are compared with what blocks expect.
    pub check: bool,
    /// Whether a copy is timed, too: of so many bytes, or of as many as arguments and results come to.
    pub copy: Copy,
    /// Whether it is said where the time goes.
    pub profile: bool,
    /// How many elements of the first result are kept.
    pub samples: usize,
    /// How programs are run.
    pub settings: Settings,
}

/// What is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// Nothing.
    None,
    /// Half of the bytes of arguments and results: a copy reads and writes its bytes.
    AsMuch,
    /// So many bytes.
    Bytes(u64),
}

/// What the worker tells.
pub enum Event {
    /// It begins something, which is in words.
    Begins(String),
    /// A run begins; it may take as long as a run may.
    Runs,
    /// It has ended.
    Ran,
    /// All results of an entry point of a file.
    Entry(Vec<Outcome>),
}

/// Begins; the last event has been sent when nothing can be received any more.
///
/// # Errors
/// If no thread can be started.
pub fn start(options: Options) -> std::io::Result<Receiver<Event>> {
    let (send, receive) = channel();
    let work = move || {
        let all = AssertUnwindSafe(|| Worker::new(&options, &send).map(|worker| worker.files()));
        match catch_unwind(all) {
            Ok(Ok(())) => {}
            Ok(Err(failed)) => refuse(&send, Key::default(), failed),
            Err(panic) => refuse(
                &send,
                Key::default(),
                Failed {
                    exit: Exit::Internal,
                    message: format!("internal error: {}", stack::message(&*panic)),
                    rejected: None,
                },
            ),
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work)?;
    Ok(receive)
}

fn refuse(send: &Sender<Event>, key: Key, failed: Failed) {
    let _ = send.send(Event::Entry(vec![Outcome {
        key,
        line: 0,
        outcome: Err(failed),
    }]));
}

/// The thread's own.
struct Worker<'o> {
    options: &'o Options,
    send: &'o Sender<Event>,
    devices: Vec<Device>,
    /// What they are called; of several of one name those behind the first have numbers.
    names: Vec<String>,
}

impl<'o> Worker<'o> {
    /// Opens the devices.
    fn new(options: &'o Options, send: &'o Sender<Event>) -> Result<Worker<'o>, Failed> {
        let open = |name: &Option<String>| {
            let opened = match options.profile {
                true => Device::open_watched(name.as_deref()),
                false => Device::open(name.as_deref()),
            };
            opened.map_err(|unavailable| Failed {
                exit: unavailable.exit,
                message: unavailable.message,
                rejected: None,
            })
        };
        let devices: Vec<Device> = options.devices.iter().map(open).collect::<Result<_, _>>()?;
        let own = |number: usize| devices.get(number).map_or("?", |device| device.machine().name());
        let names = (0..devices.len()).map(|number| {
            let before = (0..number).filter(|other| own(*other) == own(number)).count();
            match before {
                0 => own(number).to_owned(),
                _ => format!("{} ({})", own(number), before + 1),
            }
        });
        Ok(Worker {
            options,
            send,
            names: names.collect(),
            devices,
        })
    }

    fn files(&self) {
        let mut copies: Vec<Copies> = self.devices.iter().map(|_| Copies::default()).collect();
        for path in &self.options.files {
            if let Err(failed) = self.file(path, &mut copies) {
                let key = Key {
                    program: path.display().to_string(),
                    ..Key::default()
                };
                refuse(self.send, key, failed);
            }
        }
    }

    /// All entry points of a file, in the order in which its blocks name them.
    fn file(&self, path: &Path, copies: &mut [Copies]) -> Result<(), Failed> {
        let outside = |message: String| Failed {
            exit: Exit::StaticError,
            message,
            rejected: None,
        };
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|e| outside(format!("cannot read {shown}: {e}")))?;
        let data = self.options.asked.of(&text);
        let data = data.map_err(|e| outside(format!("{shown}: {e}")))?;
        let language = tower::language_of(path).map_err(outside)?;
        if data.is_empty() {
            return Ok(());
        }
        self.begins(format!("{shown}: checking"));
        let start = Instant::now();
        let program = Program::load(path).map_err(|rejected| Failed {
            exit: rejected.exit(),
            message: format!("{shown} is not timed"),
            rejected: Some(rejected),
        })?;
        let checking = start.elapsed();
        let mut entries: Vec<&str> = Vec::new();
        for each in &data {
            if !entries.contains(&each.case.entry.as_str()) {
                entries.push(&each.case.entry);
            }
        }
        for entry in entries {
            let of = Point {
                worker: self,
                path,
                program: &program,
                language,
                checking,
            };
            let own = data.iter().filter(|data| data.case.entry == entry);
            let results = of.entry(entry, own, copies);
            let _ = self.send.send(Event::Entry(results));
        }
        Ok(())
    }

    fn begins(&self, what: String) {
        let _ = self.send.send(Event::Begins(what));
    }
}

/// A checked program in a file.
#[derive(Clone, core::marker::Copy)]
struct Point<'w> {
    worker: &'w Worker<'w>,
    path: &'w Path,
    program: &'w Program,
    language: &'static Language,
    /// What reading and checking it took.
    checking: Duration,
}

impl<'w> Point<'w> {
    /// An entry point, compiled once a device.
    fn entry<'d>(
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
                self.worker
                    .begins(format!("{shown}, {entry}: compiling for {name}"));
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
                        self.worker.begins(place.clone());
                        self.measured(data, (device, compiled), arguments, copies, &place)
                    }
                };
                results.push(Outcome {
                    key: Key {
                        program: shown.to_string(),
                        entry: entry.to_owned(),
                        data: data.name.clone(),
                        device: name.clone(),
                    },
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
