//! Executes host programs, whose entries are launch plans.
//!
//! [`LoadedProgram`] is one whose kernels have been compiled together, [`Session`] one of its entry points with inputs on the device.  Blocks
//! come from a [pool](crate::pool); a plan is done with the blocks as its buffers, so nothing is copied around it.
//!
//! A program that contradicts itself (KER-P-LIVE and such) is an [`Error::Plan`] here, and nothing that it asks for goes beyond a block; that
//! kernels stay inside their buffers is what the types of the language promise, as for plans.

mod entry;
mod steps;
mod values;

use crate::device::{BuildOptions, Device};
use crate::error::Error;
use crate::pool::Pool;
use crate::profile::Profile;
use crate::run::{Executable, LineOf, Loaded, Outcome, Running, Shown, Timeline};
use elder_kernel::Plan;
use elder_kernel::host::{Constant, Interface, Point, Program};
use elder_syntax::{Name, Span, Value};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use steps::{Run, Slot};

/// A host program whose kernels are compiled.
pub struct LoadedProgram<'d, D: Device> {
    device: &'d D,
    /// The plans of its entries, in their order.
    loaded: Loaded<'d, D>,
    entries: Vec<Takes>,
    constants: Vec<Constant>,
    /// What constants are, of those that were used: their blocks stay as long as the program does.
    kept: RefCell<FxHashMap<usize, Vec<Slot<D::Memory>>>>,
    points: Vec<Point>,
    pool: Pool<D::Memory>,
    /// How many numbers the record of failures has, that of all entries.
    record: usize,
}

/// What an entry takes.
struct Takes {
    name: Name,
    /// Where in the source what it does stands.
    span: Span,
    interface: Interface,
    /// Which scalars determine sizes of its plan.
    sizes: Vec<usize>,
}

/// An entry point with its inputs on a device.
pub struct Session<'p, 'd, D: Device> {
    program: &'p LoadedProgram<'d, D>,
    point: &'p Point,
    /// The inputs that a launch may use up, if there can be another one.
    unique: Vec<Option<Value>>,
    /// What the variables of the parameters are, as long as they are on the device.
    given: Vec<Slot<D::Memory>>,
    /// What the sizes are, in their order.
    sizes: Vec<i64>,
    /// What the last launch gave.
    given_back: Option<Vec<Slot<D::Memory>>>,
    /// What its steps showed.
    shown: Vec<Shown>,
}

impl<'d, D: Device> LoadedProgram<'d, D> {
    /// Compiles the kernels of all entries together; those with wide indexes when a launch asks for them.
    ///
    /// # Errors
    /// What the device's compiler refuses; [`Error::Plan`] if a plan contradicts itself or the interface of its entry.
    pub fn new(
        device: &'d D,
        program: Program<Plan>,
        options: &BuildOptions,
        line_of: Option<LineOf>,
    ) -> Result<Self, Error> {
        let (mut entries, mut plans, mut record) = (Vec::new(), Vec::new(), 0);
        for entry in program.entries {
            for plan in [Some(&entry.what), entry.what.wide.as_deref()]
                .into_iter()
                .flatten()
            {
                entry::roles(plan, &entry.interface)?;
            }
            let words = |plan: &Plan| plan.failures.as_ref().map_or(0, |failures| failures.words());
            record = record.max(words(&entry.what));
            record = record.max(entry.what.wide.as_deref().map_or(0, words));
            entries.push(Takes {
                sizes: entry::sizes(&entry.what, &entry.interface),
                name: entry.name,
                span: entry.span,
                interface: entry.interface,
            });
            plans.push(entry.what);
        }
        Ok(LoadedProgram {
            device,
            loaded: Loaded::new(device, plans, options, line_of)?,
            entries,
            constants: program.constants,
            kept: RefCell::default(),
            points: program.points,
            pool: Pool::new(options.garbage),
            record,
        })
    }

    /// Runs an entry point once.
    ///
    /// # Errors
    /// What inputs, program or device refuse.
    pub fn run(&self, point: &str, inputs: &[Value]) -> Result<Outcome, Error> {
        let number = (self.point(point))
            .ok_or_else(|| Error::plan(point, "there is no entry point of this name".to_owned()))?;
        self.run_once(number, inputs)
    }

    fn run_once(&self, point: usize, inputs: &[Value]) -> Result<Outcome, Error> {
        let mut session = self.start_with(point, inputs, false)?;
        let profile = session.launch_with(false)?;
        Ok(Outcome {
            values: session.results()?,
            profile,
            shown: session.shown,
        })
    }

    /// Checks inputs for the entry point of that number and transfers them.
    ///
    /// # Errors
    /// What inputs or device refuse.
    pub fn session(&self, point: usize, inputs: &[Value]) -> Result<Session<'_, 'd, D>, Error> {
        self.start_with(point, inputs, true)
    }

    /// The same; `often` if it is launched more than once.
    fn start_with(&self, point: usize, inputs: &[Value], often: bool) -> Result<Session<'_, 'd, D>, Error> {
        let of = self.points.get(point);
        let point = of.ok_or_else(|| Error::plan("?", format!("there is no entry point number {point}")))?;
        let sizes = values::sizes(point, inputs)?;
        let given = (point.parameters.iter().zip(inputs))
            .map(|(parameter, value)| values::upload(self, point, parameter, value))
            .collect::<Result<Vec<_>, _>>()?;
        let unique = point.parameters.iter().zip(inputs);
        Ok(Session {
            program: self,
            point,
            unique: unique
                .map(|(p, value)| (often && p.unique).then(|| value.clone()))
                .collect(),
            given,
            sizes,
            given_back: None,
            shown: Vec::new(),
        })
    }

    /// The memory of its blocks.
    pub fn pool(&self) -> &Pool<D::Memory> {
        &self.pool
    }
}

impl<D: Device> Session<'_, '_, D> {
    /// Transfers the inputs that the last launch has used up.
    fn upload(&mut self) -> Result<(), Error> {
        // The memory of the last results can be used again.
        self.given_back = None;
        let all = (self.point.parameters.iter().zip(&mut self.given)).zip(&self.unique);
        for ((parameter, given), unique) in all {
            if let (true, Some(value)) = (given.is_empty(), unique) {
                *given = values::upload(self.program, self.point, parameter, value)?;
            }
        }
        Ok(())
    }

    /// Does the steps; the inputs stay on the device for another launch if `keep` says so.
    fn launch_with(&mut self, keep: bool) -> Result<Profile, Error> {
        self.upload()?;
        let (program, point) = (self.program, self.point);
        let mut run = Run::new(program, &point.name, &point.names, program.constants.len());
        for (var, size) in self.point.sizes.iter().zip(&self.sizes) {
            run.bind_size(*var, *size)?;
        }
        let all = point.parameters.iter().zip(&mut self.given).zip(&self.unique);
        for ((parameter, given), unique) in all {
            let slot = match keep && unique.is_none() {
                true => given.clone(),
                false => given.take(),
            };
            run.bind(parameter.var, slot)?;
        }
        let device = self.program.device;
        let mut timeline = Timeline::new();
        let done = run.execute(&point.body, &mut timeline);
        let profile = timeline.end(device, done)?;
        (self.given_back, self.shown) = {
            let (results, shown) = run.results();
            (Some(results), shown)
        };
        Ok(profile)
    }
}

impl<D: Device> Executable for LoadedProgram<'_, D> {
    fn start<'a>(&'a self, point: usize, inputs: &[Value]) -> Result<Box<dyn Running + 'a>, Error> {
        Ok(Box::new(self.session(point, inputs)?))
    }

    fn was_cached(&self) -> bool {
        self.loaded.was_cached()
    }

    fn run(&self, point: usize, inputs: &[Value]) -> Result<Outcome, Error> {
        self.run_once(point, inputs)
    }

    fn point(&self, name: &str) -> Option<usize> {
        self.points.iter().position(|point| point.name == name)
    }
}

impl<D: Device> Running for Session<'_, '_, D> {
    fn ready(&mut self) -> Result<(), Error> {
        self.upload()
    }

    fn launch(&mut self) -> Result<Profile, Error> {
        self.launch_with(true)
    }

    fn results(&mut self) -> Result<Vec<Value>, Error> {
        match &self.given_back {
            Some(slots) => values::results(self.program.device, self.point, slots),
            None => Err(Error::plan(&self.point.name, "there are no results of a launch")),
        }
    }
}
