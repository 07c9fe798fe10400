//! Many files at once, on threads that may get stuck.
//!
//! Each worker has a large stack and keeps its checked prelude, and its device, from file to file.  A
//! file that does not end within its time is given up together with its thread, and
//! another worker takes the place of that one.

use super::run::{Cause, Options, Report, run_with};
use crate::stack::{self, STACK};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The files not yet begun, with their positions.
type Queue = Arc<Mutex<VecDeque<(usize, PathBuf)>>>;

enum Event {
    Began { worker: u64, file: usize },
    Ended { worker: u64, report: Box<Report> },
    Idle { worker: u64 },
}

/// A thread at work.
struct Worker {
    /// The file it is at, and since when.
    file: Option<(usize, Instant)>,
    /// Set when it is given up: should it ever end its file, it takes no other.
    given_up: Arc<AtomicBool>,
}

/// Runs the tests of all files on `jobs` threads; `done` is told of each as it ends.  Reports are in the order of the files.
/// A file that takes longer than `give_up` is reported as a limit.
pub fn run(
    files: &[PathBuf],
    options: &Options,
    jobs: usize,
    give_up: Option<Duration>,
    mut done: impl FnMut(&Report),
) -> Vec<Report> {
    let queue: Queue = Arc::new(Mutex::new(files.iter().cloned().enumerate().collect()));
    let (send, receive) = mpsc::channel();
    let mut started = 0;
    let mut workers: HashMap<u64, Worker> = HashMap::new();
    let start = |started: &mut u64, workers: &mut HashMap<u64, Worker>| {
        *started += 1;
        let given_up = Arc::new(AtomicBool::new(false));
        if spawn(
            *started,
            queue.clone(),
            options.clone(),
            send.clone(),
            given_up.clone(),
        ) {
            workers.insert(*started, Worker { file: None, given_up });
        }
    };
    for _ in 0..jobs.clamp(1, files.len().max(1)) {
        start(&mut started, &mut workers);
    }
    let mut reports: Vec<Option<Report>> = files.iter().map(|_| None).collect();
    // Nobody listens any more to a worker that was given up: it is not among the workers.
    while !workers.is_empty() {
        match receive.recv_timeout(Duration::from_millis(200)) {
            Ok(Event::Began { worker, file }) => {
                if let Some(worker) = workers.get_mut(&worker) {
                    worker.file = Some((file, Instant::now()));
                }
            }
            Ok(Event::Ended { worker, report }) => {
                if let Some((file, _)) = workers.get_mut(&worker).and_then(|w| w.file.take()) {
                    done(&report);
                    reports[file] = Some(*report);
                }
            }
            Ok(Event::Idle { worker }) => {
                workers.remove(&worker);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let overdue = |w: &Worker| {
            let (file, since) = w.file?;
            give_up
                .is_some_and(|limit| since.elapsed() > limit)
                .then_some(file)
        };
        let late: Vec<(u64, usize)> = workers
            .iter()
            .filter_map(|(n, w)| Some((*n, overdue(w)?)))
            .collect();
        for (number, file) in late {
            if let Some(worker) = workers.remove(&number) {
                worker.given_up.store(true, Ordering::Relaxed);
            }
            let report = Report::failed(&files[file], Cause::Limit, "given up: it takes too long");
            done(&report);
            reports[file] = Some(report);
            start(&mut started, &mut workers);
        }
    }
    let lost = |i: usize| Report::failed(&files[i], Cause::Limit, "no thread could be started");
    reports
        .into_iter()
        .enumerate()
        .map(|(i, r)| r.unwrap_or_else(|| lost(i)))
        .collect()
}

/// Starts a worker; whether that was possible.
fn spawn(
    number: u64,
    queue: Queue,
    options: Options,
    send: Sender<Event>,
    given_up: Arc<AtomicBool>,
) -> bool {
    let work = move || {
        // A device is opened once, by who uses it.
        let mut runner = options.backend.open();
        while !given_up.load(Ordering::Relaxed) {
            let next = queue.lock().map(|mut q| q.pop_front()).unwrap_or(None);
            let Some((file, path)) = next else {
                let _ = send.send(Event::Idle { worker: number });
                return;
            };
            if send.send(Event::Began { worker: number, file }).is_err() {
                return;
            }
            let report = catch_unwind(AssertUnwindSafe(|| run_with(&path, &options, &runner)));
            let report = report.unwrap_or_else(|panic| {
                // Nobody knows what it left there.
                runner = options.backend.open();
                let message = format!("internal error: {}", stack::message(&*panic));
                Report::failed(&path, Cause::Internal, message)
            });
            let report = Box::new(report);
            if send
                .send(Event::Ended {
                    worker: number,
                    report,
                })
                .is_err()
            {
                return;
            }
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(work).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_in_the_order_of_the_files() {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<PathBuf> = (0..20).map(|i| folder.path().join(format!("{i}.fut"))).collect();
        for (i, file) in files.iter().enumerate() {
            let text = if i % 2 == 0 {
                "-- ==\n-- error:\n\ndef = 1\n"
            } else {
                "-- ==\n-- ??\n"
            };
            std::fs::write(file, text).unwrap();
        }
        let mut told = 0;
        let reports = run(&files, &Options::default(), 3, None, |_| told += 1);
        assert_eq!(told, files.len());
        for (i, (file, report)) in files.iter().zip(&reports).enumerate() {
            assert_eq!(report.path, *file);
            assert_eq!(report.passed(), i % 2 == 0, "{report:?}");
        }
    }
}
