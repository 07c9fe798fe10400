//! A program along the arrows of its language, where they do not lead to a device yet: what `elder dev` shows and the conformance
//! cases run.

use crate::compile::SOURCE;
use crate::engine::{Program, Rejected};
use crate::tower;
use elder_passes::{Arrow, Target};
use elder_syntax::language::Program as Stage;
use elder_syntax::{Diagnostic, Rule};

/// A program as it was written and after each arrow.
pub struct Road {
    /// As it was written.
    pub written: Box<dyn Stage>,
    /// After each arrow.
    pub made: Vec<(&'static Arrow, Box<dyn Stage>)>,
}

impl Road {
    /// A program after each arrow that leads on from its language, without these of their rules; as far as the arrow `last`, if there is one of that
    /// name.
    ///
    /// # Errors
    /// What an arrow refuses.
    pub fn of(
        written: Box<dyn Stage>,
        without: &[&'static Rule],
        last: Option<&str>,
    ) -> Result<Road, Vec<Diagnostic>> {
        let mut made: Vec<(&'static Arrow, Box<dyn Stage>)> = Vec::new();
        for arrow in tower::onwards(written.language()) {
            let before = made.last().map_or(&*written, |(_, before)| &**before);
            let next = arrow.without(before, &Target::OPENCL, without)?;
            made.push((arrow, next));
            if last == Some(arrow.name) {
                break;
            }
        }
        Ok(Road { written, made })
    }

    /// The texts, with the names of the arrows.
    pub fn texts(&self) -> Vec<(&'static str, String)> {
        let made = self.made.iter();
        std::iter::once((SOURCE, self.written.text()))
            .chain(made.map(|(arrow, program)| (arrow.name, program.text())))
            .collect()
    }
}

impl Program {
    /// The program with this entry point after each arrow, as [`Road::of`] takes it; `None` if nothing leads on from its language, or only on the way
    /// to a device, which [`Program::entry`] begins.
    ///
    /// # Errors
    /// Which entry points there are, or what an arrow refuses.
    pub fn road(
        &self,
        entry: &str,
        without: &[&'static Rule],
        last: Option<&str>,
    ) -> Option<Result<Road, Rejected>> {
        let written = self.checked.on_its_way(entry)?;
        let road = written.and_then(|written| Road::of(written, without, last));
        Some(road.map_err(|errors| self.rejected(errors)))
    }
}
