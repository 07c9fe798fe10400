//! A program file that shows a finding becomes the smallest that shows the same.
//!
//! The finding is that of a run which the file states in a test block: two points of the pipeline differ, a pass refuses the program or makes what its
//! checker refuses, the interpreters differ, more work than may be, or another implementation does not do what the definition says.  Who judges
//! ([`judge`]) is who judges generated programs.  How programs become smaller is for [`elder_reduce`]; several candidates are judged at once
//! ([`pool`]).

pub mod judge;
pub mod pool;
pub mod report;
pub mod subject;

use crate::finding::Finding;
use elder_reduce::greedy::{self, Candidate, Reduced};
use elder_reduce::{Case, Language};
use judge::Asked;
use pool::{Pool, Progress};
use std::time::Duration;
use subject::{Run, Sort, Subject};

/// How a program is reduced.
pub struct Options<'a> {
    /// How many candidates are judged at once.
    pub jobs: usize,
    /// When it ends, whatever is left to try.
    pub time: Duration,
    /// What is told on the way.
    pub progress: Progress<'a>,
}

/// What each run of a program shows: nothing, or what is wrong.
///
/// # Errors
/// Why nobody can judge.
pub fn findings(subject: &Subject, asked: &Asked) -> Result<Vec<(Run, Vec<Finding>)>, String> {
    let judge = asked.judge(subject)?;
    judge.try_out()?;
    let shown = |run: &Run| {
        let candidate = Candidate {
            text: subject.text.clone(),
            inputs: run.inputs.clone(),
        };
        (
            run.clone(),
            judge.findings(&candidate, &run.entry).unwrap_or_default(),
        )
    };
    Ok(subject.runs.iter().map(shown).collect())
}

/// The smallest program that shows the finding on that run.
///
/// # Errors
/// Why nobody can judge.
pub fn reduce(
    subject: &Subject,
    asked: &Asked,
    (run, finding): (&Run, &Finding),
    options: Options<'_>,
) -> Result<Reduced, String> {
    let pool = Pool::new(subject, asked, (run, finding), options)?;
    match subject.sort {
        Sort::Futhark => {
            let language = elder_reduce::futhark::Futhark {
                file: subject.file(),
                entry: run.entry.clone(),
                function_branches: subject.switches.function_branches,
            };
            search(&language, subject, run, pool)
        }
        Sort::Core => {
            let language = elder_reduce::core::Core {
                entry: &run.entry,
                rules: crate::fuzz::core::rule,
            };
            search(&language, subject, run, pool)
        }
    }
}

fn search<L: Language>(
    language: &L,
    subject: &Subject,
    run: &Run,
    mut pool: Pool<'_>,
) -> Result<Reduced, String> {
    let program = language.read(&subject.text).ok_or("the program is refused")?;
    let inputs = run.inputs.clone();
    Ok(greedy::reduce(language, Case { program, inputs }, &mut pool))
}
