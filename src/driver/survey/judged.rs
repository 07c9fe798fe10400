//! What Elder says of one file, in lines that one process writes and another one reads.

use crate::Exit;
use crate::engine::Program;
use crate::engine::Switches;
use crate::engine::printed::{Kind, Printed};
use crate::testing::blocks;
use crate::tower;
use elder_syntax::diagnostic::Severity;
use elder_syntax::imports::Disk;
use elder_syntax::{Diagnostic, SourceMap};
use std::path::Path;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The premise, as `FUT-T-IF/branches`.
    pub premise: String,
    /// The file, line and column.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// What is said of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a program.
    Accepted,
    /// It is refused, and says itself that it is none: a test block of only `error:`.
    AsItSays,
    /// It says that it, or an item of it, is refused, and Elder accepts that.
    NotRefused(String),
    /// It is refused first for this.
    Refused(Refused),
    /// A limit was reached, or its time was over.
    Limit(String),
    /// A mistake in Elder.
    Fault(String),
}

impl Verdict {
    /// The verdict on a file.  A literate file is judged by its items: one under which an error of that sort stands is to be refused.
    pub fn on(path: &Path) -> Verdict {
        let literate = tower::language_of(path)
            .ok()
            .and_then(|language| language.literate);
        if let Some(literate) = literate {
            return match (literate.check)(&path.to_string_lossy(), &mut Disk) {
                Ok(printed) => of_items(&printed),
                Err(rejected) => refused(&rejected.diagnostics, &rejected.sources),
            };
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let says_so = blocks::parse(&text).is_ok_and(|tests| tests.static_error.is_some());
        match (Program::load_with(path, Switches::default()), says_so) {
            (Ok(_), false) => Verdict::Accepted,
            (Ok(_), true) => Verdict::NotRefused(path.display().to_string()),
            (Err(_), true) => Verdict::AsItSays,
            (Err(rejected), false) => refused(&rejected.diagnostics, &rejected.sources),
        }
    }

    /// The status of the process that says it.
    pub fn exit(&self) -> Exit {
        match self {
            Verdict::Accepted | Verdict::AsItSays => Exit::Value,
            Verdict::NotRefused(_) => Exit::RunTimeError,
            Verdict::Refused(_) => Exit::StaticError,
            Verdict::Limit(_) => Exit::Limit,
            Verdict::Fault(_) => Exit::Internal,
        }
    }

    /// As a line, parts separated by tabs.
    pub fn line(&self) -> String {
        let parts: Vec<&str> = match self {
            Verdict::Accepted => vec!["accepted"],
            Verdict::AsItSays => vec!["refused as it says"],
            Verdict::NotRefused(place) => vec!["not refused", place],
            Verdict::Refused(Refused {
                premise,
                place,
                message,
            }) => vec!["refused", premise, place, message],
            Verdict::Limit(what) => vec!["limit", what],
            Verdict::Fault(what) => vec!["fault", what],
        };
        let parts: Vec<String> = parts.iter().map(|part| part.replace(['\t', '\n'], " ")).collect();
        parts.join("\t")
    }

    /// What [`Verdict::line`] wrote.
    pub fn read(line: &str) -> Option<Verdict> {
        let parts: Vec<&str> = line.trim_end().split('\t').collect();
        Some(match parts.as_slice() {
            ["accepted"] => Verdict::Accepted,
            ["refused as it says"] => Verdict::AsItSays,
            ["not refused", place] => Verdict::NotRefused((*place).to_owned()),
            ["refused", premise, place, message] => Verdict::Refused(Refused {
                premise: (*premise).to_owned(),
                place: (*place).to_owned(),
                message: (*message).to_owned(),
            }),
            ["limit", what] => Verdict::Limit((*what).to_owned()),
            ["fault", what] => Verdict::Fault((*what).to_owned()),
            _ => return None,
        })
    }
}

/// What the first error refuses, or which limit it says was reached.
fn refused(errors: &[Diagnostic], sources: &SourceMap) -> Verdict {
    let first = errors.iter().find(|error| error.severity == Severity::Error);
    let Some(error) = first else {
        return Verdict::Fault("it is refused without an error".to_owned());
    };
    if let Some(limit) = error.refusal.filter(|refusal| tower::is_limit(*refusal)) {
        return Verdict::Limit(format!("{limit}: {}", error.message));
    }
    Verdict::Refused(Refused {
        premise: error
            .refusal
            .map_or_else(|| "no rule".to_owned(), |refusal| refusal.to_string()),
        place: match sources.get(error.span.source) {
            Some(_) => sources.describe(error.span),
            None => String::new(),
        },
        message: error.message.clone(),
    })
}

/// The verdict on items: the first that is refused though nothing under it says so, or else the first that is not though something does.
fn of_items(printed: &Printed) -> Verdict {
    if !printed.outside.is_empty() {
        return refused(&printed.outside, &printed.sources);
    }
    let mut accepted = None;
    for item in &printed.items {
        let wanted = Kind::of(&item.expected).filter(|kind| *kind != Kind::Run);
        match (&item.outcome, wanted) {
            (Err(failure), None) => {
                return refused(std::slice::from_ref(&failure.failed.diagnostic), &printed.sources);
            }
            (Ok(_), Some(_)) if accepted.is_none() => accepted = Some(printed.sources.describe(item.span)),
            _ => {}
        }
    }
    accepted.map_or(Verdict::Accepted, Verdict::NotRefused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(name: &str, text: &str) -> Verdict {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let verdict = Verdict::on(&path);
        assert_eq!(Verdict::read(&verdict.line()), Some(verdict.clone()));
        verdict
    }

    #[test]
    fn a_file_may_say_that_it_is_refused() {
        let wrong = "def main (x: i32) = x + true\n";
        let says = "-- ==\n-- error:\n\n";
        assert_eq!(on("a.fut", "def main (x: i32) = x\n"), Verdict::Accepted);
        assert_eq!(on("a.fut", &format!("{says}{wrong}")), Verdict::AsItSays);
        let unmet = on("a.fut", &format!("{says}def main (x: i32) = x\n"));
        assert!(matches!(unmet, Verdict::NotRefused(_)));
        let Verdict::Refused(refused) = on("a.fut", wrong) else {
            panic!("it is accepted")
        };
        assert!(
            refused.premise.starts_with("FUT-T-") && refused.place.ends_with("a.fut:1:25"),
            "{refused:?}"
        );
    }

    #[test]
    fn items_say_it_one_by_one() {
        assert_eq!(
            on("a.dx", ":p 1 + 2\n> 3\n\n:p x\n> Error: no such name\n"),
            Verdict::Accepted
        );
        assert!(matches!(
            on("a.dx", ":p x\n\n:p 1\n> Error: no\n"),
            Verdict::Refused(_)
        ));
        assert!(matches!(
            on("a.dx", ":p 1\n> Type error: no\n"),
            Verdict::NotRefused(_)
        ));
    }
}
