//! A finding as a folder: the program as small as it was made and as it was generated, the input, what is expected, what was given, and the commands.

use super::difference::{Expected, Found};
use super::template::{Places, quoted, word};
use super::{Asking, Judge, Question};
use elder_syntax::value::text;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is written.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What is different.
    pub found: &'a Found,
    /// The program.
    pub asking: &'a Asking,
    /// The entry point, if the program is accepted.
    pub question: Option<&'a Question>,
    /// The program before it was made small.
    pub original: &'a str,
    /// The line that finds it again.
    pub line: &'a str,
}

impl Report<'_> {
    /// Writes it to a folder of that name within another one.
    ///
    /// # Errors
    /// Why that cannot be written.
    pub fn write(&self, judge: &Judge<'_>, all: &Path, name: &str) -> io::Result<PathBuf> {
        let folder = std::path::absolute(all.join(name))?;
        fs::create_dir_all(&folder)?;
        let places = Places::within(&folder);
        fs::write(&places.program, &self.asking.text)?;
        fs::write(folder.join("original.fut"), self.original)?;
        fs::write(folder.join("output"), &self.found.output)?;
        fs::write(folder.join("errors"), &self.found.errors)?;
        if let Some(question) = self.question {
            fs::write(&places.input, &question.input)?;
            fs::write(folder.join("expected"), shown(&question.expected))?;
        }
        fs::write(folder.join("reproduce.sh"), self.commands(judge, &places)?)?;
        Ok(folder)
    }

    fn commands(&self, judge: &Judge<'_>, places: &Places) -> io::Result<String> {
        let comment = |text: &str| text.lines().map(|line| format!("# {line}\n")).collect::<String>();
        let mut out = format!(
            "#!/bin/sh\n{}{}{}cd {}\n",
            comment(&self.found.class()),
            comment(&self.found.message),
            comment(self.line),
            quoted(&std::env::current_dir()?)
        );
        if let Some(command) = judge.implementation.accepting(places) {
            out += &format!("{command}\n");
        }
        if let Some(question) = self.question {
            let input = quoted(&places.input);
            let run = judge.implementation.running(places, &question.entry);
            let program = quoted(&places.program);
            out += &format!("{run} < {input}\n");
            out += &format!(
                "# what is expected\n${{REF_RUN:-ref-run}} --entry {} {program} < {input}\n",
                question.entry
            );
            out += &format!(
                "# makes the program smaller\n# {}\n",
                smaller(judge, &program, question, &input)
            );
        }
        Ok(out)
    }
}

/// The line that makes the program smaller.
fn smaller(judge: &Judge<'_>, program: &str, question: &Question, input: &str) -> String {
    let accept = judge.implementation.accept.as_deref();
    let accept = accept.map(|command| format!(" --external-accept {}", word(command)));
    format!(
        "elder reduce {program} --entry {} --input {input} --external {}{}",
        question.entry,
        word(&judge.implementation.name),
        accept.unwrap_or_default()
    )
}

/// What the definition says, as text.
fn shown(expected: &Expected) -> Vec<u8> {
    let mut out = Vec::new();
    match expected {
        Expected::Error(rule) => out.extend(format!("an error ({rule})\n").bytes()),
        Expected::Values(values) => {
            for value in values {
                text::write(value, &mut out);
                out.push(b'\n');
            }
        }
    }
    out
}
