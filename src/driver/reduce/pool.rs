//! Candidates are judged by several threads at once, for as long as there is time.

use super::Options;
use super::judge::Asked;
use super::subject::{Run, Subject};
use crate::finding::Finding;
use crate::stack;
use elder_reduce::greedy::{Candidate, Judge, Judged};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

/// Told how many nodes are left and how many candidates were judged.
pub type Progress<'a> = Box<dyn FnMut(usize, usize) + 'a>;

/// Threads that judge.  One that does not end is left behind with the process.
pub struct Pool<'a> {
    workers: Vec<Sender<Candidate>>,
    /// Which worker's candidate shows the finding.
    judged: Receiver<(usize, bool)>,
    end: Instant,
    progress: Progress<'a>,
    tried: usize,
    nodes: usize,
}

impl<'a> Pool<'a> {
    /// Threads that judge variants of the program by whether they show the finding on that run.
    ///
    /// # Errors
    /// Why nobody can judge.
    pub fn new(
        subject: &Subject,
        asked: &Asked,
        (run, finding): (&Run, &Finding),
        options: Options<'a>,
    ) -> Result<Pool<'a>, String> {
        let (tell, judged) = mpsc::channel();
        let mut workers = Vec::new();
        for number in 0..options.jobs.max(1) {
            let (send, receive) = mpsc::channel::<Candidate>();
            let judge = asked.judge(subject)?;
            let (tell, entry, wanted) = (tell.clone(), run.entry.clone(), finding.clone());
            let work = move || {
                while let Ok(candidate) = receive.recv() {
                    let found = judge.findings(&candidate, &entry).unwrap_or_default();
                    let shows = found.iter().any(|found| found.is_same(&wanted));
                    if tell.send((number, shows)).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(stack::STACK);
            thread
                .spawn(work)
                .map_err(|why| format!("the system gives no thread: {why}"))?;
            workers.push(send);
        }
        Ok(Pool {
            workers,
            judged,
            end: Instant::now() + options.time,
            progress: options.progress,
            tried: 0,
            nodes: 0,
        })
    }
}

impl Judge for Pool<'_> {
    fn together(&self) -> usize {
        self.workers.len()
    }

    fn judge(&mut self, candidates: &[Candidate]) -> Judged {
        let mut sent = 0;
        for (worker, candidate) in self.workers.iter().zip(candidates) {
            if worker.send(candidate.clone()).is_err() {
                return Judged::Over;
            }
            sent += 1;
        }
        let mut first = None;
        for _ in 0..sent {
            let left = self.end.saturating_duration_since(Instant::now());
            match self.judged.recv_timeout(left) {
                Ok((number, true)) => first = Some(first.map_or(number, |first: usize| first.min(number))),
                Ok((_, false)) => {}
                Err(_) => return Judged::Over,
            }
        }
        self.tried += sent;
        (self.progress)(self.nodes, self.tried);
        first.map_or(Judged::None, Judged::First)
    }

    fn kept(&mut self, nodes: usize) {
        self.nodes = nodes;
    }
}
