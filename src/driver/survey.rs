//! Programs that other people wrote: which of them are refused, by which rule, and what another implementation says of them.
//!
//! Programs that are made to be accepted show no refusal that is wrong, if the checker that all pipelines share is asked.  Those of others do: somebody
//! meant them to be programs.  A [`project`](projects) is a folder; each file of a language is checked in a process of its own ([`asked`]), so that one
//! that never ends, takes all memory or ends in a mistake of Elder's is told as that; what the process does is [`judged`].  [`report`] counts by
//! project and by premise.  Who is right is for people to say: `docs/survey.md`.

pub mod asked;
pub mod judged;
pub mod projects;
pub mod report;

use crate::fuzz::external::template::Implementation;
use asked::Other;
use judged::Verdict;
use projects::Project;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// How files are asked about.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Who is asked besides.
    pub other: Option<Implementation>,
    /// How long each may take for a file.
    pub limit: Duration,
    /// Bytes that Elder may take for a file.
    pub memory: u64,
    /// Files at once.
    pub jobs: usize,
}

/// What was said of a file.
#[derive(Clone, Debug)]
pub struct Told {
    /// The file.
    pub path: PathBuf,
    /// Elder's verdict.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
    /// The other one's, if one was asked.
    pub other: Option<Other>,
}

impl Survey {
    /// What is said of the files of these projects, in their order.  `done` is told of each as it ends.
    ///
    /// # Errors
    /// Why no file can be asked about.
    pub fn of(&self, projects: &[Project], done: &(dyn Fn(&Told) + Sync)) -> Result<Vec<Vec<Told>>, String> {
        let files: Vec<(usize, &PathBuf)> = projects
            .iter()
            .enumerate()
            .flat_map(|(k, project)| project.files.iter().map(move |file| (k, file)))
            .collect();
        let next = AtomicUsize::new(0);
        let told: Mutex<Vec<(usize, Result<Told, String>)>> = Mutex::default();
        let work = || {
            let folder = TempDir::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, file)) = files.get(at) else {
                    return;
                };
                let asked = match &folder {
                    Ok(folder) => self.ask(file, folder.path()).map_err(|error| error.to_string()),
                    Err(error) => Err(error.to_string()),
                };
                if let Ok(told) = &asked {
                    done(told);
                }
                if let Ok(mut all) = told.lock() {
                    all.push((at, asked));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(work);
            }
        });
        let mut told = told.into_inner().unwrap_or_default();
        told.sort_by_key(|(at, _)| *at);
        let mut out: Vec<Vec<Told>> = projects.iter().map(|_| Vec::new()).collect();
        for ((project, _), (_, told)) in files.iter().zip(told) {
            out[*project].push(told?);
        }
        Ok(out)
    }
}
