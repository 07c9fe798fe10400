//! Kernels.

use super::Dpia;
use crate::Target;
use elder_kernel::{Plan, check, print, print::Dialect};
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language};

/// Kernels with the plan of their launches.
pub struct Kernels {
    /// The plan with its kernels.
    pub plan: Plan,
    /// The language of their text.
    pub dialect: Dialect,
}

impl Program for Kernels {
    fn language(&self) -> &'static Language {
        &elder_kernel::LANGUAGE
    }

    /// With narrow and with wide indexes, without and with lanes that read from each other.
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        let plans = [Some(&self.plan), self.plan.wide.as_deref()];
        for plan in plans.into_iter().flatten() {
            for lanes in [0, 32] {
                let target = check::Target {
                    dialect: self.dialect,
                    lanes,
                };
                check::plan(plan, target).map_err(|refused| vec![refused.diagnostic()])?;
            }
        }
        Ok(())
    }

    fn text(&self) -> String {
        print::print(&self.plan.unit(), self.dialect, &print::Options::default()).text
    }
}

impl Kernels {
    /// The kernels of an entry after all passes of DPIA.
    pub(crate) fn of(program: &Dpia, target: &Target) -> Result<Kernels, Vec<Diagnostic>> {
        Ok(Kernels {
            plan: crate::lower(&program.entry, &program.obligations, target)?,
            dialect: target.dialect(),
        })
    }
}
