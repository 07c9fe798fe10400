//! Literate files whose commands run on a device, or by the semantics of what passes made.
//!
//! A command is an entry point without parameters; all of a file go their pipeline together, as entry points do.  What came of one is printed by the
//! type of the command, as the reference semantics prints what it computed itself.

use super::subject::{Ended, Runner, Subject};
use crate::engine::printed::{Failure, Kind};
use crate::engine::{Failed, Output, Printed, Program, Rejected, Settings, StopKind};
use crate::tower::{self, Literate};
use elder_engine::language::{Awaited, Opened, Show};
use elder_syntax::Value;
use elder_syntax::imports::Disk;
use std::path::Path;

/// A literate file with what runs its commands.
pub struct Commands<'r> {
    subject: Subject<'r>,
    /// The items; those of commands have printed nothing yet.
    printed: Printed,
    commands: Vec<Awaited>,
    show: Show,
}

/// Why a file has no commands that can be run.
pub enum Unopened {
    /// It cannot be read.
    Rejected(Rejected),
    /// Nothing compiles its language.
    Ended(Ended),
}

impl<'r> Commands<'r> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or nothing compiles its language.
    pub fn open(literate: Literate, path: &Path, runner: &'r Runner) -> Result<Commands<'r>, Unopened> {
        let opened = (literate.open)(&path.to_string_lossy(), &mut Disk).map_err(Unopened::Rejected)?;
        let Opened {
            program,
            printed,
            commands,
            show,
        } = opened;
        let language =
            tower::language_of(path).map_err(|message| Unopened::Ended(Ended::unsupported(message)))?;
        let roots = commands.iter().map(|command| command.entry.clone()).collect();
        let subject = Subject::new(Program::of(program, language), path, runner, roots);
        Ok(Commands {
            subject: subject.map_err(Unopened::Ended)?,
            printed,
            commands,
            show,
        })
    }

    /// The commands.
    pub fn all(&self) -> &[Awaited] {
        &self.commands
    }

    /// The items.
    pub fn items(&self) -> &Printed {
        &self.printed
    }

    /// Runs a command by the reference semantics of the program as it was written.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn reference(&self, command: &Awaited, settings: &Settings) -> Result<Vec<Value>, Ended> {
        data(self.subject.reference(None, &command.entry, vec![], settings)?)
    }

    /// Runs a command by what is tested; the reference semantics, behind a position.
    ///
    /// # Errors
    /// Why there is no value.
    pub fn run(
        &self,
        after: Option<&'static str>,
        command: &Awaited,
        settings: &Settings,
    ) -> Result<Vec<Value>, Ended> {
        data(self.subject.call(after, &command.entry, vec![], settings)?)
    }

    /// What a command prints of its value.
    ///
    /// # Errors
    /// The value is none of the command's type.
    pub fn shown(
        &self,
        command: &Awaited,
        value: &[Value],
        settings: &Settings,
    ) -> Result<Vec<String>, Failure> {
        match &command.prints {
            Some(lines) => Ok(lines.clone()),
            None => {
                let shown = (self.show)(self.subject.program(), &command.entry, value, settings);
                shown.map_err(|failed| Failure {
                    kind: Kind::Run,
                    failed,
                })
            }
        }
    }

    /// Runs all commands; what the file has printed then.
    pub fn printed(mut self, settings: &Settings) -> Printed {
        let mut outcomes = Vec::with_capacity(self.commands.len());
        for command in &self.commands {
            let value = self.run(None, command, settings).map_err(failure);
            outcomes.push(value.and_then(|value| self.shown(command, &value, settings)));
        }
        for (command, outcome) in self.commands.iter().zip(outcomes) {
            if let Some(item) = self.printed.items.get_mut(command.item) {
                item.outcome = outcome;
            }
        }
        self.printed
    }
}

/// Values of which the data formats know.
fn data(outputs: Vec<Output>) -> Result<Vec<Value>, Ended> {
    let data = |output| match output {
        Output::Value(value) => Ok(value),
        Output::Opaque(text) => Err(Ended::unsupported(format!("no data format has {text}"))),
    };
    outputs.into_iter().map(data).collect()
}

/// The end of a command as what it has in the place of a result.
pub fn failure(ended: Ended) -> Failure {
    Failure {
        kind: match ended.kind {
            StopKind::Error | StopKind::Limit => Kind::Run,
            StopKind::Unsupported | StopKind::Arguments | StopKind::Internal => Kind::Compile,
        },
        failed: Failed {
            kind: ended.kind,
            diagnostic: ended.diagnostic,
        },
    }
}
