//! Many files at once, on threads that may get stuck.
//!
//! Each worker has a large stack and keeps its checked prelude from file to file.  A
//! file that does not end within its time is given up together with its thread, and
//! another worker takes the place of that one.

use super::run::{Cause, Options, Report, run_file};
use crate::stack::{self, STACK};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The files not yet begun, with their positions.
type Queue = Arc<Mutex<VecDeque<(usize, PathBuf)>>>;

enum Event {
    Began { worker: u64, file: usize },
    Ended { worker: u64, report: Box<Report> },
    Idle,
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
    let mut workers = 0;
    let mut alive = 0;
    let start = |workers: &mut u64| {
        *workers += 1;
        worker(*workers, queue.clone(), options.clone(), send.clone())
    };
    for _ in 0..jobs.clamp(1, files.len().max(1)) {
        alive += usize::from(start(&mut workers));
    }
    let mut running: HashMap<u64, (usize, Instant)> = HashMap::new();
    let mut reports: Vec<Option<Report>> = files.iter().map(|_| None).collect();
    while alive > 0 {
        match receive.recv_timeout(Duration::from_millis(200)) {
            Ok(Event::Began { worker, file }) => {
                running.insert(worker, (file, Instant::now()));
            }
            Ok(Event::Ended { worker, report }) => {
                // Nobody waits any more for a worker that was given up.
                if let Some((file, _)) = running.remove(&worker) {
                    done(&report);
                    reports[file] = Some(*report);
                }
            }
            Ok(Event::Idle) => alive -= 1,
            Err(RecvTimeoutError::Timeout) => {
                let overdue = |since: &Instant| give_up.is_some_and(|limit| since.elapsed() > limit);
                let late: Vec<u64> = running
                    .iter()
                    .filter(|(_, (_, t))| overdue(t))
                    .map(|(w, _)| *w)
                    .collect();
                for worker in late {
                    if let Some((file, _)) = running.remove(&worker) {
                        let report =
                            Report::failed(&files[file], Cause::Limit, "given up: it takes too long");
                        done(&report);
                        reports[file] = Some(report);
                    }
                    alive -= 1;
                    alive += usize::from(start(&mut workers));
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let lost = |i: usize| Report::failed(&files[i], Cause::Internal, "no thread could be started");
    reports
        .into_iter()
        .enumerate()
        .map(|(i, r)| r.unwrap_or_else(|| lost(i)))
        .collect()
}

/// Starts a worker; whether that was possible.
fn worker(number: u64, queue: Queue, options: Options, send: Sender<Event>) -> bool {
    let work = move || {
        loop {
            let next = queue.lock().map(|mut q| q.pop_front()).unwrap_or(None);
            let Some((file, path)) = next else {
                let _ = send.send(Event::Idle);
                return;
            };
            if send.send(Event::Began { worker: number, file }).is_err() {
                return;
            }
            let report =
                catch_unwind(AssertUnwindSafe(|| run_file(&path, &options))).unwrap_or_else(|panic| {
                    Report::failed(
                        &path,
                        Cause::Internal,
                        format!("internal error: {}", stack::message(&*panic)),
                    )
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
