//! A file, asked about in processes: Elder's own, and another implementation's.

use super::judged::Verdict;
use super::{Survey, Told};
use crate::fuzz::external::difference::{self, Sort};
use crate::fuzz::external::process::{self, Ended, Ending};
use crate::fuzz::external::template::{Places, quoted};
use crate::stack::STACK;
use std::io;
use std::path::Path;
use std::time::Instant;

/// What another implementation says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// It is a program.
    Accepts,
    /// It is none: what tells the message from others, and the message.
    Refuses(String, String),
    /// It does not say: how it ended.
    Fails(String),
}

/// Address space of a process beyond its arrays and its stack.
const CODE: u64 = 1 << 30;

impl Survey {
    /// What is said of a file; the folder is for what processes write.
    pub(super) fn ask(&self, file: &Path, folder: &Path) -> io::Result<Told> {
        let start = Instant::now();
        let own = std::env::current_exe()?;
        let blocks = (self.memory + STACK as u64 + CODE) / 1024;
        let command = format!(
            "ulimit -v {blocks}; {} survey --judge {}",
            quoted(&own),
            quoted(file)
        );
        let ended = process::run(&command, None, folder, self.limit)?;
        let time = start.elapsed();
        let places = Places {
            program: file.to_path_buf(),
            ..Places::within(folder)
        };
        let asked = self.other.as_ref().and_then(|other| other.accepting(&places));
        let other = match asked {
            Some(command) => {
                let ended = process::run(&command, None, folder, self.limit)?;
                Some(other(&ended, &places))
            }
            None => None,
        };
        Ok(Told {
            path: file.to_path_buf(),
            verdict: verdict(&ended),
            time,
            other,
        })
    }
}

/// What Elder's process said.
fn verdict(ended: &Ended) -> Verdict {
    let rendered = String::from_utf8_lossy(&ended.output);
    match ended.ending {
        Ending::Late => Verdict::Limit("has not ended in its time".to_owned()),
        Ending::Status(0..=3) if let Some(verdict) = rendered.lines().next_back().and_then(Verdict::read) => {
            verdict
        }
        Ending::Status(3) => Verdict::Limit(first_line(&ended.errors)),
        Ending::Status(status) => Verdict::Fault(format!("status {status}: {}", first_line(&ended.errors))),
        Ending::Signal(signal) => Verdict::Fault(format!("signal {signal}: {}", first_line(&ended.errors))),
    }
}

fn other(ended: &Ended, places: &Places) -> Other {
    match difference::accepting(ended, places) {
        None => Other::Accepts,
        Some(found) if found.sort == Sort::Refused => Other::Refuses(found.about, found.message),
        Some(found) => Other::Fails(found.class()),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("").to_owned()
}
