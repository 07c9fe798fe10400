//! A machine that runs kernels with environments instead of substitution.
//!
//! | module | what |
//! | --- | --- |
//! | [`code`], [`resolve`] | terms with variables as places in frames, and how they come from terms |
//! | [`value`] | values: closures, arrays as descriptions of their elements |
//! | [`memory`] | arrays in memory, who wrote them, who reads them |
//! | [`evaluate`] | terms to values |
//! | [`operator`] | operators on values |
//! | [`force`] | push arrays to memory |
//!
//! It gives what the small-step system gives: the same values, errors and step counts.  It counts one step where that system applies a
//! rule, in the same order.
//!
//! **Waves.**  The small-step system runs the elements of a wave in lock-step; this machine runs them one after the other.
//! An element is evaluated on its own thread, reads nothing that the wave writes and writes nothing that others read, so neither its
//! value nor its steps depend on the others.  In lock-step the wave is done when its longest element is: its steps are the largest of
//! theirs.  When elements fail, the one that fails first in lock-step is the one that fails after the fewest steps; of several,
//! the first one.  So after a failure the others run only as far as they could still fail earlier.  (Only what runs out differs: an
//! element without end that stands before one that fails takes all the fuel here.)
//!
//! **Arrays.**  Pull arrays are descriptions: `generate` keeps its function, `mapPull` its function and the array.  Only a force computes
//! elements and puts them into memory, by columns of one base type.

mod code;
mod evaluate;
mod force;
mod memory;
mod operator;
mod resolve;
mod value;

use crate::failure::{Failure, Run};
use crate::fcl::cost::{Cost, Traffic, level};
use crate::fcl::interface::{Argument, Column};
use crate::fcl::limits::Limits;
use crate::fcl::location::Location;
use crate::fcl::{Ended, definitions};
use crate::order::{Order, Schedule};
use elder_fcl::{Expression, Type, Variable};
use elder_syntax::Span;
use memory::{Origin, Stored, Synchronisation};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use value::{Pull, Value};

/// FCL-E-TOP: runs a closed function on its arguments at a location.
pub(super) fn run(
    body: &Expression,
    arguments: Vec<Argument>,
    element: &Type,
    location: &Location,
    limits: Limits,
    order: Order,
) -> Ended {
    let mut machine = Machine {
        limits,
        schedule: Schedule::new(order),
        globals: vec![],
        stack: vec![],
        at: location.clone(),
        height: location.height(),
        reader: None,
        steps: 0,
        most: u64::MAX,
        stopped: false,
        extra: 0,
        work: [0; crate::fcl::cost::LEVELS],
        traffic: Traffic::default(),
        synchronisation: Synchronisation::default(),
    };
    let result = machine.kernel(body, arguments, element);
    let mut work = machine.work;
    work[level(machine.height)] += machine.steps;
    let cost = Cost {
        steps: machine.steps,
        span: machine.steps + machine.extra,
        work,
        traffic: machine.traffic,
    };
    (result, cost, None)
}

/// What a run carries along.
struct Machine {
    limits: Limits,
    schedule: Schedule,
    /// The definitions before the kernel.
    globals: Vec<Value>,
    /// The frames of the functions under way, one after the other.
    stack: Vec<Value>,
    /// Where steps are taken now.
    at: Location,
    height: u32,
    /// The thread that evaluates an element; `None` where a whole group runs.
    reader: Option<u64>,
    /// Steps of the present location in its present task.
    steps: u64,
    /// A task that takes more steps is stopped.
    most: u64,
    /// Whether one was.
    stopped: bool,
    /// What delayed arrays add to the span of the present task.
    extra: u64,
    /// Steps of the tasks that are done, by level.
    work: [u64; crate::fcl::cost::LEVELS],
    traffic: Traffic,
    synchronisation: Synchronisation,
}

impl Machine {
    fn kernel(&mut self, body: &Expression, arguments: Vec<Argument>, element: &Type) -> Run<Option<Column>> {
        let span = body.span;
        let (definitions, main) = definitions(body);
        let mut known: FxHashMap<Variable, usize> = FxHashMap::default();
        for (x, bound) in definitions {
            let (code, frame) = resolve::closed(bound, &known)?;
            let value = self.frame(frame, &code)?;
            known.insert(x.clone(), self.globals.len());
            self.globals.push(value);
        }
        let (code, frame) = resolve::closed(main, &known)?;
        let mut value = self.frame(frame, &code)?;
        for argument in arguments {
            let argument = self.argument(argument, span)?;
            value = self.apply(&value, argument, span)?;
        }
        let Value::Push(push) = value else {
            return Err(Failure::internal(span, "the result is no push array"));
        };
        self.traffic.launches += 1;
        let column = self.produce(&push, span)?.column;
        self.traffic.outputs += column.len() as u64;
        if column.is_empty() {
            return Ok(Column::empty(element));
        }
        Ok(column.is_of(element).then_some(column))
    }

    /// Evaluates code in a frame of its own.
    fn frame(&mut self, size: usize, code: &code::Code) -> Run<Value> {
        let base = self.stack.len();
        self.stack.resize(base + size, Value::default());
        let value = self.eval(code, value::Env { base, captured: &[] });
        self.stack.truncate(base);
        value
    }

    fn argument(&mut self, argument: Argument, span: Span) -> Run<Value> {
        Ok(match argument {
            Argument::Scalar(base) => Value::of_base(base),
            Argument::Pair(both) => {
                let (a, b) = *both;
                let a = self.argument(a, span)?;
                Value::pair(a, self.argument(b, span)?)
            }
            Argument::Array(column) => {
                let charge = self.limits.charge(column.bytes(), span)?;
                Value::Pull(Rc::new(Pull::Data(Stored {
                    column,
                    origin: Origin::Input,
                    _charge: charge,
                })))
            }
        })
    }
}
