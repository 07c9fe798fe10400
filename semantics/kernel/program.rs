//! The reference semantics of host programs: scalars, blocks that know which of their elements were written and how often they are counted,
//! and control.
//!
//! What entries do is said by whoever implements [`Entries`]; for entries of DPIA that is [`dpia`].  [`cells`] has memory, [`store`] blocks with
//! their counts, [`step`] the judgement of steps and bodies, [`interface`] what comes from outside and goes there.
//!
//! A run has values, or a [`Failure`]: the program is wrong by the premise that a site states, or an entry's own; a limit was reached; the values
//! are not what it takes; or it does what no host program may do, which [`is_mistake`] tells from the others: then the pass that made it is wrong.

pub mod cells;
pub mod dpia;
mod interface;
mod step;
mod store;
#[cfg(test)]
mod tests;

use crate::choice::Choice;
use crate::failure::{Fail, Failure, Kind, Run};
use crate::numeric;
use crate::options::{self, Limits};
use cells::Cells;
use elder_kernel::host::{Constant, Operand, Point, Program, Site, Var, display};
use elder_kernel::rules::TABLES;
use elder_kernel::rules::host::{KER_H_ENTRY, KER_H_LIMIT};
use elder_syntax::diagnostic::with_numbers;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Name, Rule, Span, Value};
use std::collections::BTreeMap;
use std::time::Instant;
use store::{BlockId, Store};

/// How to run.
pub type Options = options::Options;

/// What a run gave: its results, and what it took.
pub type Outcome = options::Outcome<Vec<Value>, (), Taken>;

/// What a run took.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The most bytes of blocks that were alive at one time.
    pub peak: u64,
    /// The bytes of all blocks that were made.
    pub allocated: u64,
    /// The steps, as fuel counts them, those of entries among them.
    pub steps: u64,
}

/// What entries do.
pub trait Entries {
    /// Runs one, on what its interface says.
    ///
    /// # Errors
    /// Why it does not end with values.
    fn run(&mut self, call: Call<'_>) -> Run<Done>;

    /// An array is shown (KER-H-OBSERVE); who judges nothing does not look.
    fn observe(&mut self, _shown: Shown<'_>) {}
}

/// An array that a step shows.
#[derive(Clone, Debug)]
pub struct Shown<'s> {
    /// What it is called.
    pub name: &'s Name,
    /// Its sizes, the outermost first.
    pub sizes: Vec<i64>,
    /// Its elements in row-major order, and which of them were written; none of too many.
    pub cells: Option<Cells>,
}

/// What an entry is run with.
#[derive(Clone, Debug)]
pub struct Call<'c> {
    /// Its number.
    pub entry: usize,
    /// Its sizes, each at least 0.
    pub sizes: &'c [i64],
    /// The scalars that it reads.
    pub scalars: &'c [PrimValue],
    /// The blocks that it reads.
    pub reads: &'c [&'c Cells],
    /// Of the blocks that it writes: the type and the number of the elements.
    pub writes: &'c [(PrimType, usize)],
    /// The blocks that it reads and writes.
    pub updates: &'c [&'c Cells],
    /// What is left for it.
    pub limits: Limits,
}

/// What an entry has done.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// What the blocks are that it writes; what it does not write of them is unknown from then on.
    pub writes: Vec<Cells>,
    /// What the blocks are that it updates.
    pub updates: Vec<Cells>,
    /// How many steps that took.
    pub steps: u64,
}

/// Runs the entry point of that name on values from outside.
pub fn run<E>(
    program: &Program<E>,
    point: &str,
    values: &[Value],
    entries: &mut dyn Entries,
    options: &Options,
) -> Outcome {
    let memory = options.limits.account();
    let found = program.points.iter().find(|known| known.name == point);
    let (results, steps) = match found {
        None => (Err(Failure::no_entry(point)), 0),
        Some(point) => {
            let mut machine = Machine {
                point,
                span: point.span,
                names: display::variable_names(point),
                entry_names: display::entry_names(program),
                constant_names: display::constant_names(program),
                entries,
                choice: Choice::new(options.order, options.chunks, options.brackets).tuning(options.tuning),
                tuned: &options.tuned,
                constants: &program.constants,
                before: program.constants.len(),
                kept: vec![None; program.constants.len()],
                slots: vec![Slot::Unbound; point.names.len()],
                store: Store::new(memory.clone()),
                fuel: options.limits.steps(),
                deadline: options.limits.deadline(),
            };
            let results = machine.run(values);
            (results, options.limits.steps() - machine.fuel)
        }
    };
    Outcome {
        results,
        derivation: None,
        cost: (),
        also: Taken {
            peak: memory.peak(),
            allocated: memory.total(),
            steps,
        },
    }
}

/// Whether a run ended with what no host program may do, so that whoever made it is wrong.
pub fn is_mistake(failure: &Failure) -> bool {
    let of_kernels = |rule: &'static Rule| {
        TABLES
            .iter()
            .any(|table| table.iter().any(|own| std::ptr::eq(*own, rule)))
    };
    match failure.kind {
        Kind::Error => failure.refusal.is_some_and(|refusal| of_kernels(refusal.rule)),
        Kind::Race | Kind::Divergent | Kind::Uninitialised | Kind::Level | Kind::Poison | Kind::Internal => {
            true
        }
        Kind::Limit | Kind::Unsupported | Kind::Arguments => false,
    }
}

/// What a variable stands for.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// Nothing: it is not in scope.
    Unbound,
    /// A scalar.
    Scalar(PrimValue),
    /// A count of a block.
    Block(BlockId),
    /// A block of which the count was given back or handed over.
    Gone,
}

/// A run of an entry point.
struct Machine<'r> {
    point: &'r Point,
    /// Where the entry point stands, or the constant that is computed: most steps say no place of their own.
    span: Span,
    /// What variables, entries and constants are called in the text.
    names: Vec<Name>,
    entry_names: Vec<Name>,
    constant_names: Vec<Name>,
    entries: &'r mut dyn Entries,
    choice: Choice,
    tuned: &'r BTreeMap<String, i64>,
    constants: &'r [Constant],
    /// How many of the constants may be used here.
    before: usize,
    /// What constants are, of those that were used; the blocks are counted here.
    kept: Vec<Option<Vec<Slot>>>,
    /// By the numbers of variables.
    slots: Vec<Slot>,
    store: Store,
    fuel: u64,
    deadline: Option<Instant>,
}

impl Machine<'_> {
    fn run(&mut self, values: &[Value]) -> Run<Vec<Value>> {
        KER_H_ENTRY.apply();
        let point = self.point;
        let parameters = self.arguments(values)?;
        let given = self.body(&point.body, parameters)?;
        self.results(&given)
    }

    fn span(&self) -> Span {
        self.span
    }

    /// What a variable is called.
    fn name(&self, var: Var) -> &str {
        self.names.get(var.index()).map_or("?", |name| name.as_str())
    }

    /// KER-H-LIMIT: a step, or a round of a loop.
    fn tick(&mut self) -> Run<()> {
        /// So many steps are made between two looks at the clock.
        const STEPS: u64 = 1 << 8;
        KER_H_LIMIT.apply();
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.fuel == 0 || self.fuel.is_multiple_of(STEPS) && late() {
            return Err(self.no_fuel());
        }
        self.fuel -= 1;
        Ok(())
    }

    fn no_fuel(&self) -> Fail {
        Failure::limit(&KER_H_LIMIT, "fuel", self.span(), "out of fuel, or of time")
    }

    /// A premise does not hold of which no source knows.
    #[cold]
    fn wrong(&self, rule: &'static Rule, key: &str, message: impl Into<String>) -> Fail {
        Failure::error(rule, key, self.span(), message)
    }

    /// The tree is not what the checker promises.
    #[cold]
    fn malformed(&self, message: impl Into<String>) -> Fail {
        Failure::internal(self.span(), message)
    }

    /// The program fails as a site says.
    #[cold]
    fn failed(&self, site: &Site, numbers: &[PrimValue]) -> Fail {
        let number = |value: &PrimValue| match numeric::whole(*value) {
            Some(whole) => whole.to_string(),
            None => Value::scalar(*value).to_string(),
        };
        let message = with_numbers(&site.message, numbers.iter().map(number));
        let counted = match site.premise.premise {
            Some(_) => site.premise.rule.refuse(site.premise.key()),
            None => site.premise,
        };
        let mut failure = Failure::internal(site.span, message);
        failure.kind = Kind::Error;
        failure.refusal = Some(counted);
        failure
    }

    /// The value of a scalar.
    fn scalar(&self, operand: Operand) -> Run<PrimValue> {
        match operand {
            Operand::Const(value) => Ok(value),
            Operand::Var(var) => match self.slots.get(var.index()) {
                Some(Slot::Scalar(value)) => Ok(*value),
                _ => Err(self.malformed(format!("`{}` is no scalar in scope", self.name(var)))),
            },
        }
    }

    fn scalars(&self, operands: &[Operand]) -> Run<Vec<PrimValue>> {
        operands.iter().map(|operand| self.scalar(*operand)).collect()
    }

    /// The value of a size or an index.
    fn number(&self, operand: Operand) -> Run<i64> {
        match self.scalar(operand)? {
            PrimValue::I64(number) => Ok(number),
            other => Err(self.malformed(format!("a {} where an i64 is wanted", other.prim_type()))),
        }
    }

    /// Whether a condition holds.
    fn holds(&self, operand: Operand) -> Run<bool> {
        match self.scalar(operand)? {
            PrimValue::Bool(holds) => Ok(holds),
            other => Err(self.malformed(format!("a {} where a bool is wanted", other.prim_type()))),
        }
    }
}
