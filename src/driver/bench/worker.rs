//! Files, data sets and devices one after the other, on a thread of its own: a run that does not end is given up, and the rest with it, as its device is not
//! free before it does.

use super::data::Asked;
use super::measure::Copies;
use super::point::Point;
use super::result::{Failed, Key, Result as Outcome};
use super::sample::Rule;
use crate::Exit;
use crate::device::Device;
use crate::engine::{Program, Settings};
use crate::stack::{self, STACK};
use crate::tower;
use elder_host::tuning;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

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
    /// Tuned numbers: of this file, or of the one beside each program, and these.
    pub tuning: (Option<PathBuf>, Vec<(String, i64)>),
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
    /// It begins something: in words, and what will be timed if it has runs.
    Begins(String, Key),
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
pub(super) struct Worker<'o> {
    pub(super) options: &'o Options,
    pub(super) send: &'o Sender<Event>,
    pub(super) devices: Vec<Device>,
    /// What they are called; of several of one name those behind the first have numbers.
    pub(super) names: Vec<String>,
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
        self.begins(format!("{shown}: checking"), Key::default());
        let start = Instant::now();
        let (file, sizes) = &self.options.tuning;
        let numbers = tuning::of(path, file.as_deref(), sizes).map_err(outside)?;
        let mut program = Program::load(path).map_err(|rejected| Failed {
            exit: rejected.exit(),
            message: format!("{shown} is not timed"),
            rejected: Some(rejected),
        })?;
        if !numbers.is_empty() {
            program.tune(numbers);
        }
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

    /// Tells what begins.
    pub(super) fn begins(&self, what: String, key: Key) {
        let _ = self.send.send(Event::Begins(what, key));
    }
}
