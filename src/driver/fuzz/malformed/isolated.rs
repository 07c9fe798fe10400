//! Malformed inputs judged by another process, which may be ended by them, or not end.
//!
//! The process that asks writes the inputs to a folder and starts `elder fuzz --answer FOLDER`, which says of each before it begins that it does, and then what
//! came of it.  If it ends in the middle, the input that it had begun ended it, and another process goes on behind that one.

use super::{Malformed, survives};
use crate::fuzz::Verdict;
use crate::fuzz::external::process::{self, Ending};
use crate::stack;
use crate::testing::run::quoted;
use crate::{Exit, clock};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, process as system};

/// How long the answer to one input may take, in processor time.
const LIMIT: Duration = Duration::from_secs(30);

/// How much memory a process may have, in KiB, the reserve for its stack among it.
const MEMORY: u64 = 4 << 20;

/// The verdicts on inputs, in order; `folder` is for their files.  What is not judged at the end has none.
///
/// # Errors
/// What the system says.
pub fn verdicts(inputs: &[Malformed], folder: &Path, end: Option<Instant>) -> io::Result<Vec<Verdict>> {
    let asked = folder.join("asked");
    let mut found: BTreeMap<usize, Verdict> = BTreeMap::new();
    let mut from = 0;
    while from < inputs.len() {
        let _ = fs::remove_dir_all(&asked);
        fs::create_dir_all(&asked)?;
        for (number, input) in inputs.iter().enumerate().skip(from) {
            input.write(&asked, &format!("{number:06}"))?;
        }
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            break;
        }
        let ended = ask(&asked, folder, inputs.len() - from, left)?;
        let answers = String::from_utf8_lossy(&ended.output).into_owned();
        let mut begun = None;
        for line in answers.lines() {
            match read(line) {
                Some((number, None)) => begun = Some(number),
                Some((number, Some(verdict))) => {
                    begun = None;
                    found.insert(number, verdict);
                }
                None => {}
            }
        }
        let is_over = ended.ending == Ending::Late && end.is_some_and(|end| Instant::now() >= end);
        from = match begun {
            _ if is_over => break,
            Some(number) => {
                found.insert(
                    number,
                    Verdict::differ(how(ended.ending), last_line(&ended.errors)),
                );
                number + 1
            }
            None => match found.keys().next_back() {
                Some(last) if *last >= from => last + 1,
                // No input did that.
                _ => {
                    let (how, says) = (how(ended.ending), last_line(&ended.errors));
                    let message = format!("the process that judges inputs {how} before the first: {says}");
                    return Err(io::Error::other(message));
                }
            },
        };
    }
    let judged = match from < inputs.len() {
        true => found.keys().next_back().map_or(0, |last| last + 1),
        false => inputs.len(),
    };
    let unanswered = || Verdict::differ("no answer", "an input behind it was answered");
    let verdict = |number| found.remove(&number).unwrap_or_else(unanswered);
    Ok((0..judged).map(verdict).collect())
}

/// Starts a process that answers to the inputs in a folder, as far as it comes in the time that is left.
fn ask(asked: &Path, folder: &Path, inputs: usize, left: Option<Duration>) -> io::Result<process::Ended> {
    let own = std::env::current_exe()?;
    let command = format!(
        "ulimit -v {MEMORY}; ulimit -c 0; exec {} fuzz --answer {}",
        quoted(&own.display().to_string()),
        quoted(&asked.display().to_string())
    );
    // What waits for something that never comes has no processor time: then this ends it.
    let all = LIMIT.saturating_mul(u32::try_from(inputs + 2).unwrap_or(u32::MAX));
    process::run(&command, None, folder, left.map_or(all, |left| left.min(all)))
}

/// How it ended in the middle.
fn how(ending: Ending) -> String {
    match ending {
        Ending::Signal(signal) => format!("aborts by signal {signal}"),
        Ending::Status(status) => format!("ends with status {status}"),
        Ending::Late => "hangs".to_owned(),
    }
}

fn last_line(errors: &str) -> String {
    errors
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// An answer: the number of the input, and what came of it, if that is said.
fn read(line: &str) -> Option<(usize, Option<Verdict>)> {
    let mut parts = line.splitn(4, '\t');
    let number = parts.next()?.parse().ok()?;
    let verdict = match parts.next()? {
        "begins" => None,
        "agrees" => Some(Verdict::Agree),
        "differs" => Some(Verdict::differ(parts.next()?, parts.next().unwrap_or_default())),
        _ => return None,
    };
    Some((number, verdict))
}

/// Says so.
fn say(number: usize, verdict: Option<&Verdict>) {
    let line = match verdict {
        None => format!("{number}\tbegins\n"),
        Some(Verdict::Differ { place, message }) => {
            let message = message.replace(['\n', '\t'], " ");
            format!(
                "{number}\tdiffers\t{}\t{message}\n",
                place.replace(['\n', '\t'], " ")
            )
        }
        Some(_) => format!("{number}\tagrees\n"),
    };
    let mut out = io::stdout().lock();
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// Answers to the inputs in a folder, in order.
pub fn answer(folder: &Path) -> Exit {
    let Ok(entries) = fs::read_dir(folder) else {
        return Exit::StaticError;
    };
    let mut programs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    programs.retain(|path| path.extension().is_some_and(|ending| ending != "in"));
    programs.sort();
    let place = Arc::new(Mutex::new(String::new()));
    let of_panic = place.clone();
    panic::set_hook(Box::new(move |info| {
        let rendered = info
            .location()
            .map(|at| format!("panic at {}:{}", at.file(), at.line()));
        *of_panic.lock().unwrap_or_else(PoisonError::into_inner) = rendered.unwrap_or_default();
    }));
    let at = Arc::new(Mutex::new((0, clock::process())));
    watch(&at);
    for program in programs {
        let stem = program.file_stem().and_then(|stem| stem.to_str());
        let Some(number) = stem.and_then(|stem| stem.parse().ok()) else {
            continue;
        };
        *at.lock().unwrap_or_else(PoisonError::into_inner) = (number, clock::process());
        say(number, None);
        let verdict = catch_unwind(AssertUnwindSafe(|| survives(&program))).unwrap_or_else(|panic| {
            let place = place.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Verdict::differ(place, stack::message(&*panic))
        });
        say(number, Some(&verdict));
    }
    Exit::Value
}

/// Ends the process when the answer to an input takes too long.
fn watch(at: &Arc<Mutex<(usize, Duration)>>) {
    let at = at.clone();
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(250));
            let (number, since) = *at.lock().unwrap_or_else(PoisonError::into_inner);
            if clock::process().saturating_sub(since) > LIMIT {
                let message = format!("no answer after {} s of processor time", LIMIT.as_secs());
                say(number, Some(&Verdict::differ("hangs", message)));
                system::exit(Exit::Limit as i32);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_said() {
        assert_eq!(read("7\tbegins"), Some((7, None)));
        assert_eq!(read("7\tagrees"), Some((7, Some(Verdict::Agree))));
        let differs = Verdict::differ("panic at x.rs:1", "a message");
        assert_eq!(
            read("7\tdiffers\tpanic at x.rs:1\ta message"),
            Some((7, Some(differs)))
        );
        assert_eq!(read("internal error"), None);
    }
}
