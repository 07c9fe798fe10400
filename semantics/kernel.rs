//! The reference semantics of kernels and launch plans: what the lowering writes, executed as C defines it, without any device.
//!
//! [`elder_kernel::check`] has typed and resolved a plan; here it is executed.  Memory ([`memory`]) knows of each cell whether it was
//! written and who touched it, [`machine`] evaluates expressions, [`execute`] the statements of an item, [`group`] those in which items
//! of a group meet, [`host`] the steps of the plan, [`sizes`] its numbers, [`interface`] what comes from outside and goes there.
//!
//! In OpenCL C the items of a group run one after the other up to the next barrier; in C with OpenMP a kernel is one function, and
//! each round of a loop that threads share counts as an item.  Beside values there are three ends: the program is wrong (a launch
//! refuses its sizes, a kernel notes that something has no value), a limit was reached, or a kernel does what none may do
//! ([`Ended::Wrong`]): then the pass that made it is wrong.
//!
//! What a primitive function computes is [`crate::numeric`]; that the texts which stand for it in kernels compute the same is
//! judged on devices only.  Buffers keep what was written before, as long as they live: where arrays share a buffer, a read of the
//! other one's elements shows by its value only.
//!
//! What a host program does, whose entries are not kernels yet, is in [`program`].

mod execute;
mod failure;
mod group;
mod host;
mod interface;
mod machine;
mod memory;
mod numbers;
pub mod program;
mod sizes;
#[cfg(test)]
mod tests;

pub use failure::{Ended, Fault, Run};

use elder_kernel::Plan;
use elder_kernel::check::{self, Checked, Refused, Target};
use elder_kernel::print::Dialect;
use elder_syntax::{Diagnostic, Value};
use host::Host;
use machine::{Machine, Position};
use memory::Memory;
use program::cells::Cells;

/// How a plan is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Statements, rounds of loops, and steps of the host.
    pub fuel: u64,
    /// Bytes of memory.
    pub memory: usize,
    /// Whether wide indexes are taken where narrow ones suffice.
    pub wide: bool,
    /// Whether the last group comes first.
    pub reversed: bool,
    /// Whether results may end before the arrays that hold them: what was never written there reads as zeros.
    pub cut: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fuel: u64::MAX,
            memory: usize::MAX,
            wide: false,
            reversed: false,
            cut: false,
        }
    }
}

/// A plan that was checked, with narrow and with wide indexes.
pub struct Prepared<'p> {
    plan: &'p Plan,
    code: Checked,
    wide: Option<(&'p Plan, Checked)>,
    target: Target,
}

impl<'p> Prepared<'p> {
    /// Checks a plan.
    ///
    /// # Errors
    /// What the checker refuses.
    pub fn new(plan: &'p Plan, target: Target) -> Result<Prepared<'p>, Box<Refused>> {
        let wide = match plan.wide.as_deref() {
            Some(wide) => Some((wide, check::plan(wide, target)?)),
            None => None,
        };
        Ok(Prepared {
            plan,
            code: check::plan(plan, target)?,
            wide,
            target,
        })
    }

    /// Whether there are kernels with wide indexes beside the narrow ones.
    pub fn has_wide(&self) -> bool {
        self.wide.is_some()
    }

    /// Runs the plan.
    ///
    /// # Errors
    /// Why it gives no values.
    pub fn run(&self, inputs: &[Value], options: &Options) -> Run<Vec<Value>> {
        self.execute(inputs, options, |host| host.results(options.cut))
    }

    /// Runs the plan, which may leave parts of its results unwritten: the elements of each, and which of them were written.
    ///
    /// # Errors
    /// Why it does not end.
    pub fn leaves(&self, inputs: &[Value], options: &Options) -> Run<Vec<Cells>> {
        let left = self.execute(inputs, options, |host| host.left())?;
        Ok(left.into_iter().map(|(_, cells)| cells).collect())
    }

    fn execute<T>(
        &self,
        inputs: &[Value],
        options: &Options,
        results: impl FnOnce(&Host<'_>) -> Run<T>,
    ) -> Run<T> {
        let sizes = interface::sizes(self.plan, inputs)?;
        interface::check(self.plan, &sizes)?;
        let (plan, code) = match &self.wide {
            Some((plan, code)) if options.wide || !self.plan.fits(&sizes) => (*plan, code),
            _ => (self.plan, &self.code),
        };
        interface::check(plan, &sizes)?;
        if let Err(term) = plan.terms.fit(plan.index, &sizes) {
            let message = "with these sizes an index term does not fit".to_owned();
            let refusal = plan.width_rule.map(|(rule, premise)| rule.refuse(premise));
            let mut diagnostic = Diagnostic::warning(term.span, message);
            diagnostic.refusal = refusal;
            return Err(Ended::Refused(Box::new(diagnostic)));
        }
        let machine = Machine {
            code,
            memory: Memory::default(),
            position: Position::default(),
            group_arrays: Vec::new(),
            fuel: options.fuel,
            most_bytes: options.memory,
            failures: None,
            noted: Vec::new(),
            numbers: None,
            launches: 0,
            in_shared: false,
            threads: self.target.dialect == Dialect::OpenMp,
        };
        let mut host = Host {
            plan,
            inputs,
            machine,
            sizes,
            buffers: Vec::with_capacity(plan.buffers.len()),
            counts: Vec::with_capacity(plan.buffers.len()),
            places: Vec::new(),
            reversed: options.reversed,
        };
        host.allocate()?;
        host.write_inputs()?;
        host.steps(&plan.steps)?;
        host.check_failures()?;
        results(&host)
    }
}
