//! Host programs whose entries are programs of DPIA.

use super::{Core, Interface};
use crate::core::plan::schedule::{Chosen, Schedule};
use crate::core::plan::{self, Shows};
use elder_core::tree::Param;
use elder_dpia::Entry;
use elder_kernel::host::Program as Steps;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language, Name};
use std::fmt::Write as _;

/// A host program.
#[derive(Clone)]
pub struct Host {
    /// The program, with all entry points.
    pub program: Steps<Entry>,
    /// What each entry point took before it was one of the host.
    pub parameters: Vec<(Name, Vec<Param>)>,
    /// How the values of its entry points make those of the program that was written.
    pub interface: Interface,
    /// By which skeleton everything is done, and why.
    pub chosen: Vec<Chosen>,
}

impl Host {
    /// What `plan` makes of a program by a schedule, which shows this of what it does.
    ///
    /// # Errors
    /// What has no counterpart, by rule.
    pub fn of(written: &Core, schedule: Schedule, shows: Shows) -> Result<Host, Vec<Diagnostic>> {
        let (program, chosen) = plan::run(&written.program, schedule, shows)?;
        Ok(Host {
            program,
            chosen,
            parameters: (written.program.entries.iter())
                .map(|entry| (entry.name.to_string().into(), entry.params.clone()))
                .collect(),
            interface: written.interface.clone(),
        })
    }

    /// What an entry point took before it was one of the host.
    pub fn parameters(&self, entry: &str) -> &[Param] {
        let found = self.parameters.iter().find(|(name, _)| name == entry);
        found.map_or(&[], |(_, params)| params)
    }
}

impl Program for Host {
    fn language(&self) -> &'static Language {
        &elder_kernel::host::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        elder_kernel::check::host::program(&self.program)?;
        for entry in &self.program.entries {
            elder_dpia::check::entry(&entry.what)?;
        }
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for chosen in self.chosen.iter().filter(|chosen| !chosen.is_entry()) {
            let _ = writeln!(text, "{chosen}");
        }
        let _ = writeln!(text, "{}", self.program);
        let entries = self.program.entries.iter().map(|entry| {
            let chosen = self
                .chosen
                .iter()
                .find(|chosen| chosen.of == entry.name && chosen.is_entry());
            let why = chosen.map_or_else(String::new, |chosen| format!("{chosen}\n"));
            format!("{why}{}", elder_dpia::print::entry(&entry.what))
        });
        let entries: Vec<String> = entries.collect();
        text + &entries.join("\n")
    }
}
