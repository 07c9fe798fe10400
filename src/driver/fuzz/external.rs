//! Other implementations of Futhark, held to the definition.
//!
//! An [`Implementation`](template::Implementation) is two commands: one that accepts a program, as a compiler does, and one that runs an entry point of it.  What it makes of a
//! generated program is a [`Finding`](difference::Found) if the definition says otherwise, sorted by how: it refuses the program, crashes, does not end, gives another value, an
//! error or none ([`difference`]).  What is known of others stands in a file, each row until a date ([`deviations`]).  A finding gets a folder with all
//! that reproduces it ([`folder`]).
//!
//! Where it is only asked what it accepts, Elder's refusals are held to it as well ([`acceptance`]).
//!
//! Programs are of the common language ([`Shape::FOR_OTHERS`](elder_generate::futhark::Shape::FOR_OTHERS)): floats are exact in any order, so
//! results compare bit by bit.

pub mod acceptance;
pub mod deviations;
pub mod difference;
pub mod folder;
pub mod process;
pub mod template;

use super::futhark;
use super::{Limit, Verdict};
use crate::finding::Finding;
use deviations::{Asked, Deviations};
use difference::{Expected, Found};
use elder_generate::futhark::{Case, Entry, Variant};
use elder_syntax::Value;
use elder_syntax::value::{binary, text};
use process::{Ended, Ending};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;
use template::{Implementation, Places};

/// How the input of a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// As text.
    Text,
    /// In the binary format.
    Binary,
}

/// What an entry point is held to.
#[derive(Clone, Debug)]
pub struct Question {
    /// The entry point.
    pub entry: String,
    /// Its input, as it is written.
    pub input: Vec<u8>,
    /// What the definition says.
    pub expected: Expected,
}

/// A program with what the definition says of its entry points.
#[derive(Clone, Debug)]
pub struct Asking {
    /// The text.
    pub text: String,
    /// At least one.
    pub questions: Vec<Question>,
}

/// Who judges programs, in a folder of its own.
pub struct Judge<'a> {
    /// Who is asked.
    pub implementation: &'a Implementation,
    /// How long each step may take.
    pub limit: Duration,
    /// How inputs are written; as text and in the binary format by turns, unless this says it.
    pub format: Option<Format>,
    /// What is known.
    pub deviations: &'a Deviations,
    /// Where programs are written.
    pub folder: &'a Path,
}

impl Judge<'_> {
    /// The verdict on a generated program; a difference that is known whatever the program is none.
    pub fn verdict(&self, case: &Case) -> Verdict {
        let asking = match self.asking(case) {
            Ok(asking) => asking,
            Err(verdict) => return verdict,
        };
        match self.found(&asking) {
            Ok(None) => Verdict::Agree,
            Ok(Some((found, _))) => match self.deviations.known(&self.asked(&found, None)) {
                Some(row) => Verdict::Limit(Limit::Deviation(row.name.clone())),
                None => Verdict::differ(found.class(), found.message),
            },
            Err(error) => Verdict::differ("the system", error.to_string()),
        }
    }

    /// What is known of a finding on this program, which should be a small one: a large one contains everything.
    pub fn known(&self, case: &Case) -> Option<Limit> {
        let asking = self.asking(case).ok()?;
        let (found, _) = self.found(&asking).ok()??;
        let row = self.deviations.known(&self.asked(&found, Some(&asking.text)))?;
        Some(Limit::Deviation(row.name.clone()))
    }

    fn asked<'a>(&'a self, found: &'a Found, program: Option<&'a str>) -> Asked<'a> {
        Asked {
            implementation: &self.implementation.name,
            found,
            program,
        }
    }

    /// The program, and what the definition says of it.
    ///
    /// # Errors
    /// The verdict, if the definition is not sure itself.
    pub fn asking(&self, case: &Case) -> Result<Asking, Verdict> {
        self.asking_of(case.text(Variant::Plain), &case.entries)
    }

    /// What is wrong with how the implementation takes a program that somebody wrote; `None` of what is none, or what the definition itself is not
    /// sure of.
    ///
    /// # Errors
    /// Why files cannot be written, or no process be started.
    pub fn finding(&self, text: &str, entry: &str, inputs: &[Value]) -> io::Result<Option<Finding>> {
        let entry = Entry {
            name: entry.to_owned(),
            inputs: inputs.to_vec(),
            holds: false,
        };
        let Ok(asking) = self.asking_of(text.to_owned(), std::slice::from_ref(&entry)) else {
            return Ok(None);
        };
        let found = self.found(&asking)?;
        Ok(found.map(|(found, _)| Finding::new(&self.implementation.name, found.class(), found.message)))
    }

    fn asking_of(&self, text: String, entries: &[Entry]) -> Result<Asking, Verdict> {
        let program = futhark::accepted("check", &text, false)?;
        let format = self.format.unwrap_or(match text.len() % 2 {
            0 => Format::Text,
            _ => Format::Binary,
        });
        let mut questions = Vec::new();
        for entry in entries {
            questions.push(Question {
                entry: entry.name.clone(),
                input: written(entry, format),
                expected: match futhark::answer(&program, entry)? {
                    Ok(values) => Expected::Values(values),
                    Err(rule) => Expected::Error(rule),
                },
            });
        }
        Ok(Asking { text, questions })
    }

    /// The first difference, and the entry point that shows it, if the program is accepted.
    ///
    /// # Errors
    /// Why files cannot be written, or no process be started.
    pub fn found<'q>(&self, asking: &'q Asking) -> io::Result<Option<(Found, Option<&'q Question>)>> {
        let places = Places::within(self.folder);
        fs::write(&places.program, &asking.text)?;
        if let Some(command) = self.implementation.accepting(&places) {
            let ended = process::run(&command, None, self.folder, self.limit)?;
            if let Some(found) = difference::accepting(&ended, &places) {
                return Ok(Some((found, None)));
            }
        }
        for question in &asking.questions {
            let ended = self.run(question, &places)?;
            if let Some(found) = difference::running(&ended, &question.expected, &places) {
                return Ok(Some((found, Some(question))));
            }
        }
        Ok(None)
    }

    fn run(&self, question: &Question, places: &Places) -> io::Result<Ended> {
        fs::write(&places.input, &question.input)?;
        let command = self.implementation.running(places, &question.entry);
        process::run(&command, Some(&places.input), self.folder, self.limit)
    }

    /// Whether the implementation can be asked at all: it doubles a number, or takes a program that does.
    ///
    /// # Errors
    /// What it does instead.
    pub fn try_out(&self, runs: bool) -> Result<(), String> {
        let double = Question {
            entry: "main".to_owned(),
            input: b"21i32\n".to_vec(),
            expected: Expected::Values(vec![Value::scalar(elder_syntax::prim::PrimValue::I32(42))]),
        };
        let asking = Asking {
            text: "entry main (x: i32) = x + x\n".to_owned(),
            questions: if runs { vec![double] } else { vec![] },
        };
        match self.found(&asking) {
            Ok(None) => Ok(()),
            Ok(Some((found, _))) => Err(format!(
                "{} cannot double a number; {}: {}",
                self.implementation.name, found.sort, found.message
            )),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The input of an entry point.
fn written(entry: &Entry, format: Format) -> Vec<u8> {
    let mut out = Vec::new();
    for value in &entry.inputs {
        match format {
            Format::Text => text::write(value, &mut out),
            Format::Binary => binary::write(value, &mut out),
        }
        out.push(b'\n');
    }
    out
}

/// Whether a step ended as a command does that cannot be started.
fn is_unknown_command(ended: &Ended) -> bool {
    matches!(ended.ending, Ending::Status(126 | 127))
}
