//! Executes launch plans.
//!
//! [`Loaded`] is some plans whose kernels have been compiled together; [`Session`] is one
//! of them with inputs on the device, launched as often as one likes.  What is general
//! over devices is here; those who do not want to be general use the traits
//! [`Executable`] and [`Running`], which are the same without the type of the device.

mod inputs;

mod steps;

use crate::device::{BuildOptions, Device};
use crate::error::Error;
use elder_kernel::Size;
use elder_kernel::c::Type;
use elder_kernel::plan::Plan;
use elder_kernel::print::{Options, Symbols, public_name};
use elder_kernel::size::Sizes;
use elder_kernel::{layout, print_all};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span, Value};

pub(crate) use inputs::scalar_bytes;

/// Gives the number of the line of a place in the source.
pub type LineOf<'a> = &'a dyn Fn(Span) -> Option<usize>;

/// Plans whose kernels are compiled.
pub struct Loaded<'d, D: Device> {
    device: &'d D,
    program: D::Program,
    plans: Vec<Plan>,
    /// For each plan the number of its first kernel in the program.
    first_kernel: Vec<usize>,
}

/// A plan with its inputs and buffers on a device.
pub struct Session<'l, 'd, D: Device> {
    loaded: &'l Loaded<'d, D>,
    plan: &'l Plan,
    /// Number of the plan's first kernel in the program.
    first_kernel: usize,
    inputs: Vec<Value>,
    /// The sizes before anything is launched.
    sizes: Sizes,
    /// The sizes after the last launch.
    last_sizes: Sizes,
    memories: Vec<D::Memory>,
    /// Elements and bytes of each buffer.
    extents: Vec<Extent>,
    /// Which memory each buffer of the plan stands for, since buffers can be swapped.
    places: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Extent {
    count: usize,
    bytes: usize,
}

/// The times of one execution, in the order of the launches.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// What was launched (or `copy`, `fill`) and the nanoseconds that it took on the device.
    pub entries: Vec<(Name, u64)>,
}

impl Profile {
    /// The sum of all times, in nanoseconds.
    pub fn total(&self) -> u64 {
        self.entries.iter().map(|(_, ns)| ns).sum()
    }
}

/// What came out of one execution.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The results.
    pub values: Vec<Value>,
    /// The times.
    pub profile: Profile,
}

/// Some plans, compiled for some device.
pub trait Executable {
    /// Checks inputs for a plan, allocates its buffers and transfers the inputs.
    fn start<'a>(&'a self, plan: usize, inputs: &[Value]) -> Result<Box<dyn Running + 'a>, Error>;
    /// Whether the kernels came from the program cache.
    fn was_cached(&self) -> bool;

    /// Runs a plan once.
    fn run(&self, plan: usize, inputs: &[Value]) -> Result<Outcome, Error> {
        let mut session = self.start(plan, inputs)?;
        let profile = session.launch()?;
        let values = session.results()?;
        Ok(Outcome { values, profile })
    }
}

/// A plan with its inputs on a device.
pub trait Running {
    /// Does the steps of the plan and waits for them.  Nothing is transferred but what the steps themselves read back.  Doing
    /// it again computes the same again, unless the plan overwrites its inputs.
    fn launch(&mut self) -> Result<Profile, Error>;
    /// Reads the results of the last launch.
    fn results(&mut self) -> Result<Vec<Value>, Error>;
}

impl<'d, D: Device> Loaded<'d, D> {
    /// Compiles the kernels of some plans together.
    pub fn new(
        device: &'d D,
        plans: Vec<Plan>,
        options: &BuildOptions,
        line_of: Option<LineOf>,
    ) -> Result<Self, Error> {
        for plan in &plans {
            check_plan(plan)?;
        }
        let units: Vec<_> = plans.iter().map(Plan::unit).collect();
        let printed = print_all(
            &units.iter().collect::<Vec<_>>(),
            device.dialect(),
            &Options {
                line_of,
                symbols: Symbols::Loaded,
            },
        );
        let mut names = Vec::new();
        let mut first_kernel = Vec::new();
        for (number, plan) in plans.iter().enumerate() {
            first_kernel.push(names.len());
            names.extend((plan.kernels.iter()).map(|k| public_name(&k.function.name, number)));
        }
        let program = device.build(&printed, &names, options)?;
        Ok(Loaded {
            device,
            program,
            plans,
            first_kernel,
        })
    }

    /// Checks inputs for a plan, allocates its buffers and transfers the inputs.
    pub fn session<'l>(&'l self, plan: usize, inputs: &[Value]) -> Result<Session<'l, 'd, D>, Error> {
        let (Some(of), Some(&first_kernel)) = (self.plans.get(plan), self.first_kernel.get(plan)) else {
            return Err(Error::plan("?", format!("there is no plan number {plan}")));
        };
        let sizes = inputs::sizes(of, inputs)?;
        inputs::check(of, &sizes)?;
        let extents = self.extents(of, &sizes)?;
        let memories = (of.buffers.iter().zip(&extents))
            .map(|(buffer, extent)| {
                let what = format!("buffer `{}` of `{}`", buffer.name, of.name);
                self.device.allocate(extent.bytes, &what)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let session = Session {
            loaded: self,
            plan: of,
            first_kernel,
            inputs: inputs.to_vec(),
            last_sizes: sizes.clone(),
            sizes,
            places: (0..memories.len()).collect(),
            memories,
            extents,
        };
        session.write_inputs()?;
        Ok(session)
    }

    /// The extents of the buffers, if the device has room for them.
    fn extents(&self, plan: &Plan, sizes: &Sizes) -> Result<Vec<Extent>, Error> {
        let limits = self.device.limits();
        let out_of_memory = |what: String, bytes: u64, reason: String| Error::OutOfMemory {
            what,
            bytes,
            device: self.device.name().to_string(),
            reason,
        };
        let mut total = 0u64;
        let mut extents = Vec::new();
        for buffer in &plan.buffers {
            let what = || format!("buffer `{}` of `{}`", buffer.name, plan.name);
            let count = buffer
                .count
                .eval(sizes)
                .map_err(|error| Error::Size { what: what(), error })?;
            let element = layout::layout(&buffer.element, &plan.structs)
                .ok_or_else(|| Error::plan(&plan.name, format!("buffer `{}` has no layout", buffer.name)))?;
            let count = u64::try_from(count).map_err(|_| {
                Error::plan(
                    &plan.name,
                    format!("buffer `{}` would have {count} elements", buffer.name),
                )
            })?;
            let bytes = count.saturating_mul(element.size as u64);
            if bytes > limits.max_allocation {
                let reason = format!("allocates at most {} at once", limits.max_allocation);
                return Err(out_of_memory(what(), bytes, reason));
            }
            // An element of a vector type is reached by the indices of its components, too.
            let counted = count.saturating_mul((element.size / element.align).max(1) as u64);
            if plan.index == PrimType::I32 && counted > i32::MAX as u64 {
                let reason = format!("has kernels for it that count elements up to {} only", i32::MAX);
                return Err(out_of_memory(what(), bytes, reason));
            }
            total = total.saturating_add(bytes);
            extents.push(Extent {
                count: count as usize,
                bytes: bytes as usize,
            });
        }
        if total > limits.memory {
            let reason = format!("has {}", limits.memory);
            return Err(out_of_memory(format!("program `{}`", plan.name), total, reason));
        }
        Ok(extents)
    }
}

impl<D: Device> Executable for Loaded<'_, D> {
    fn start<'a>(&'a self, plan: usize, inputs: &[Value]) -> Result<Box<dyn Running + 'a>, Error> {
        Ok(Box::new(self.session(plan, inputs)?))
    }

    fn was_cached(&self) -> bool {
        self.device.was_cached(&self.program)
    }
}

impl<D: Device> Running for Session<'_, '_, D> {
    fn launch(&mut self) -> Result<Profile, Error> {
        self.execute()
    }

    fn results(&mut self) -> Result<Vec<Value>, Error> {
        self.read_results()
    }
}

/// Whether all that a plan refers to is there, so that executing it need not ask.
fn check_plan(plan: &Plan) -> Result<(), Error> {
    let wrong = |message: String| Err(Error::plan(&plan.name, message));
    let has_buffer = |b: elder_kernel::plan::BufferId| b.0 < plan.buffers.len();
    for place in
        (plan.parameters.iter().filter_map(|p| p.place.as_ref())).chain(plan.results.iter().map(|r| &r.place))
    {
        if !has_buffer(place.buffer) {
            return wrong(format!("there is no buffer number {}", place.buffer.0));
        }
    }
    if let Some(failures) = &plan.failures {
        let cell = plan.buffers.get(failures.cell.0);
        if cell.is_none_or(|c| c.element != Type::Scalar(PrimType::I32) || c.count != Size::Const(1)) {
            return wrong("the cell of failures is not one i32".to_string());
        }
    }
    let mut names: Vec<&Name> = plan.kernels.iter().map(|k| &k.function.name).collect();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return wrong(format!("two kernels are named `{}`", pair[0]));
    }
    steps::check(plan, &plan.steps)
}
