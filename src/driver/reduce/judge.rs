//! Who judges candidates: Elder itself, or another implementation by the definition.

use super::subject::{Sort, Subject};
use crate::engine::Settings;
use crate::finding::Finding;
use crate::fuzz::external::deviations::{Date, Deviations};
use crate::fuzz::external::template::Implementation;
use crate::fuzz::external::{self, Format};
use crate::fuzz::{core, futhark};
use crate::stack;
use elder_reduce::greedy::Candidate;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tempfile::TempDir;

/// What is asked.
#[derive(Clone, Debug)]
pub enum Asked {
    /// Whether Elder's interpreters and passes agree, within these bounds.
    Elder(Box<Settings>),
    /// Whether another implementation of Futhark does what the definition says.
    Other {
        /// Which one.
        implementation: Implementation,
        /// How long each of its steps may take.
        limit: Duration,
    },
}

/// What wants a folder for its files has one of its own.
pub struct Judge {
    asked: Asked,
    sort: Sort,
    file: String,
    /// Whether the checker takes functions of branches.
    beyond: bool,
    folder: Option<TempDir>,
    deviations: Deviations,
}

impl Asked {
    /// Someone who judges variants of a program.
    ///
    /// # Errors
    /// Why nobody can.
    pub fn judge(&self, subject: &Subject) -> Result<Judge, String> {
        let folder = match self {
            Asked::Elder(_) => None,
            Asked::Other { .. } if subject.sort != Sort::Futhark => {
                return Err("other implementations are asked about programs of Futhark".to_owned());
            }
            Asked::Other { .. } => {
                Some(TempDir::new().map_err(|error| format!("no folder for programs: {error}"))?)
            }
        };
        Ok(Judge {
            asked: self.clone(),
            sort: subject.sort,
            file: subject.file(),
            beyond: subject.switches.function_branches,
            folder,
            deviations: Deviations::read("", Date::today())?,
        })
    }
}

impl Judge {
    /// Whether another implementation can be asked at all.
    ///
    /// # Errors
    /// What it does instead.
    pub fn try_out(&self) -> Result<(), String> {
        match &self.asked {
            Asked::Elder(_) => Ok(()),
            Asked::Other {
                implementation,
                limit,
            } => {
                let judge = self.external(implementation, *limit);
                judge.map_or(Ok(()), |judge| judge.try_out(true))
            }
        }
    }

    fn external<'a>(
        &'a self,
        implementation: &'a Implementation,
        limit: Duration,
    ) -> Option<external::Judge<'a>> {
        Some(external::Judge {
            implementation,
            limit,
            format: Some(Format::Text),
            deviations: &self.deviations,
            folder: self.folder.as_ref()?.path(),
        })
    }

    /// What is wrong with a candidate; `None` of what is no program.
    pub fn findings(&self, candidate: &Candidate, entry: &str) -> Option<Vec<Finding>> {
        let Candidate { text, inputs } = candidate;
        let judged = catch_unwind(AssertUnwindSafe(|| match &self.asked {
            Asked::Elder(settings) => match self.sort {
                Sort::Futhark => {
                    futhark::findings::findings((&self.file, self.beyond), text, entry, inputs, settings)
                }
                Sort::Core => core::findings(text, entry, inputs, settings),
            },
            Asked::Other {
                implementation,
                limit,
            } => {
                let judge = self.external(implementation, *limit)?;
                let found = judge.finding(text, entry, inputs).ok()?;
                Some(found.into_iter().collect())
            }
        }));
        judged.unwrap_or_else(|panic| {
            let message = stack::message(&*panic);
            // Numbers differ from program to program.
            let class: String = message.chars().filter(|c| !c.is_ascii_digit()).collect();
            Some(vec![Finding::new("panic", class, message)])
        })
    }
}
