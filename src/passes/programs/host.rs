//! Host programs whose entries are programs of DPIA.

use super::Interface;
use elder_core::tree::Param;
use elder_dpia::Entry;
use elder_kernel::host::Program as Steps;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language, Name};

/// A host program.
#[derive(Clone)]
pub struct Host {
    /// The program, with all entry points.
    pub program: Steps<Entry>,
    /// What each entry point took before it was one of the host.
    pub parameters: Vec<(Name, Vec<Param>)>,
    /// How the values of its entry points make those of the program that was written.
    pub interface: Interface,
}

impl Host {
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
        let entries = self
            .program
            .entries
            .iter()
            .map(|entry| elder_dpia::print::entry(&entry.what));
        let entries: Vec<String> = entries.collect();
        format!("{}\n{}", self.program, entries.join("\n"))
    }
}
