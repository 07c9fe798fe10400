//! Executes launch plans.
//!
//! [`Loaded`] is some plans whose kernels have been compiled together; [`Session`] is one
//! of them with inputs on the device, launched as often as one likes.  What is general
//! over devices is here; those who do not want to be general use the traits
//! [`Executable`] and [`Running`], which are the same without the type of the device.

mod frame;
mod inputs;
mod steps;
mod timeline;

use crate::device::{BuildOptions, Device, Indexes, Limits};
use crate::error::Error;
use crate::pool::Block;
use crate::profile::Profile;
use elder_kernel::Size;
use elder_kernel::c::{Type, Unit};
use elder_kernel::plan::{Kernel, Plan};
use elder_kernel::print::{Dialect, Extension, Options, Symbols, public_name};
use elder_kernel::size::Sizes;
use elder_kernel::{Printed, print_all};
use elder_syntax::diagnostic::Severity;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name, Span, Value};
use std::cell::OnceCell;

pub(crate) use frame::{Frame, called};
pub(crate) use inputs::{Given, decode, sizes_of, whole};
pub(crate) use steps::{forget_failures, read_scalar};
pub(crate) use timeline::{Asked, Timeline};

/// Gives the number of the line of a place in the source.
pub type LineOf<'a> = &'a dyn Fn(Span) -> Option<usize>;

/// Plans whose kernels are compiled.
pub struct Loaded<'d, D: Device> {
    device: &'d D,
    program: D::Program,
    plans: Vec<Plan>,
    /// For each plan the number of its first kernel in the program.
    first_kernel: Vec<usize>,
    /// The kernels with wide indexes of each plan that has them.
    wide: Vec<Option<Wide<D>>>,
    options: BuildOptions,
}

/// Kernels with wide indexes, compiled when a launch asks for them.
struct Wide<D: Device> {
    printed: Printed,
    names: Vec<Name>,
    program: OnceCell<D::Program>,
}

/// A plan with its inputs and buffers on a device.
pub struct Session<'l, D: Device> {
    frame: Frame<'l, D>,
    /// The sizes before anything is launched.
    sizes: Sizes,
    /// The sizes after the last launch.
    last_sizes: Sizes,
}

/// What came out of one execution.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The results.
    pub values: Vec<Value>,
    /// The times.
    pub profile: Profile,
    /// The arrays that the steps of a host program show, in the order in which they did.
    pub shown: Vec<Shown>,
}

/// An array that a step of a host program shows.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What it is called.
    pub name: Name,
    /// The entry that was done last before that, if one was.
    pub behind: Option<Name>,
    /// The array; of rows that are not there no size is below 0.
    pub value: Value,
}

/// Some plans, or a host program, compiled for some device.
pub trait Executable {
    /// Checks inputs for a plan, or an entry point of a host program, and transfers them; a plan's buffers are allocated.
    fn start<'a>(&'a self, plan: usize, inputs: &[Value]) -> Result<Box<dyn Running + 'a>, Error>;
    /// Whether the kernels came from the program cache.
    fn was_cached(&self) -> bool;
    /// The number of the plan, or of the entry point of a host program, that has this name.
    fn point(&self, name: &str) -> Option<usize>;

    /// Runs a plan or an entry point once.
    fn run(&self, plan: usize, inputs: &[Value]) -> Result<Outcome, Error> {
        let mut session = self.start(plan, inputs)?;
        let profile = session.launch()?;
        let values = session.results()?;
        let shown = Vec::new();
        Ok(Outcome {
            values,
            profile,
            shown,
        })
    }
}

/// A plan, or an entry point of a host program, with its inputs on a device.
pub trait Running {
    /// Transfers what the next launch needs and the last one has used up: inputs of a host program.  A launch does it where nobody has.
    fn ready(&mut self) -> Result<(), Error> {
        Ok(())
    }
    /// Does the steps and waits for them.  Nothing is transferred but what the steps themselves read back.  Doing it again computes the same
    /// again, unless a plan overwrites its inputs.
    fn launch(&mut self) -> Result<Profile, Error>;
    /// Reads the results of the last launch.
    fn results(&mut self) -> Result<Vec<Value>, Error>;
}

/// The limit that the local memory of a kernel exceeds, if it does.
fn beyond_local_memory<D: Device>(device: &D, kernel: &str, bytes: u64) -> Option<Error> {
    let most = device.limits().local_memory;
    (bytes > most).then(|| Error::Limit {
        kernel: kernel.to_string(),
        asked: format!("{bytes} bytes of local memory"),
        limit: most.to_string(),
        device: device.name().to_string(),
    })
}

/// Refuses a text that needs what the device has not.
fn lacking((device, limits): (&str, &Limits), printed: &Printed, units: &[Unit]) -> Result<(), Error> {
    for extension in Extension::ALL.into_iter().filter(|own| !limits.has(*own)) {
        let Some(span) = printed.needs(extension) else {
            continue;
        };
        let needs = |unit: &&Unit| {
            let alone = print_all(&[unit], Dialect::OpenCl, &Options::default());
            alone.needs(extension).is_some()
        };
        let mut functions = units.iter().filter(needs).flat_map(|unit| &unit.functions);
        let kernel = functions
            .find(|function| function.is_kernel)
            .map(|function| &function.name);
        let error = Error::Limit {
            kernel: kernel.map_or("?", |name| name.as_str()).to_owned(),
            asked: match extension {
                Extension::Double => "numbers of double precision (f64)".to_owned(),
                Extension::LongAtomics => "atomic operations on 64 bits".to_owned(),
            },
            limit: format!("none: it lacks {}", extension.name()),
            device: device.to_owned(),
        };
        return Err(error.at(span));
    }
    Ok(())
}

impl<'d, D: Device> Loaded<'d, D> {
    /// Compiles the kernels of some plans together.
    pub fn new(
        device: &'d D,
        plans: Vec<Plan>,
        options: &BuildOptions,
        line_of: Option<LineOf>,
    ) -> Result<Self, Error> {
        let chosen = |plan: Plan| match (options.indexes, plan.wide) {
            (Indexes::Wide, Some(wide)) => *wide,
            (_, wide) => Plan { wide, ..plan },
        };
        let plans: Vec<Plan> = plans.into_iter().map(chosen).collect();
        for plan in plans.iter().flat_map(|plan| [Some(plan), plan.wide.as_deref()]) {
            plan.map_or(Ok(()), check_plan)?;
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
        if device.dialect() == Dialect::OpenCl {
            lacking((device.name(), device.limits()), &printed, &units)?;
        }
        let mut names = Vec::new();
        let mut first_kernel = Vec::new();
        for (number, plan) in plans.iter().enumerate() {
            first_kernel.push(names.len());
            names.extend((plan.kernels.iter()).map(|k| public_name(&k.function.name, number)));
        }
        let program = device.build(&printed, &names, options).map_err(|error| {
            // Some compilers refuse what no launch could have.
            let mut kernels = plans.iter().flat_map(|plan| &plan.kernels);
            let too_large = |k: &Kernel| beyond_local_memory(device, &k.function.name, k.local_bytes);
            match error {
                Error::Build(_) => kernels.find_map(too_large).unwrap_or(error),
                _ => error,
            }
        })?;
        let wide = plans.iter().map(|plan| {
            let plan = plan.wide.as_deref()?;
            let text = Options {
                line_of,
                symbols: Symbols::Loaded,
            };
            Some(Wide {
                printed: print_all(&[&plan.unit()], device.dialect(), &text),
                names: (plan.kernels.iter())
                    .map(|k| public_name(&k.function.name, 0))
                    .collect(),
                program: OnceCell::new(),
            })
        });
        Ok(Loaded {
            device,
            program,
            wide: wide.collect(),
            plans,
            first_kernel,
            options: options.clone(),
        })
    }

    /// The plan for a launch of these sizes, its kernels, and the number of the first one: with narrow indexes if they suffice (DPIA-G-WIDTH).
    fn of_width(&self, number: usize, sizes: &Sizes) -> Result<(&Plan, &D::Program, usize), Error> {
        let (Some(plan), Some(&first_kernel)) = (self.plans.get(number), self.first_kernel.get(number))
        else {
            return Err(Error::plan("?", format!("there is no plan number {number}")));
        };
        let wide = self.wide.get(number).and_then(Option::as_ref);
        if let (Some(wide), Some(plan)) = (wide, plan.wide.as_deref())
            && !self.plans[number].fits(sizes)
        {
            fits(plan, sizes)?;
            let program = match wide.program.get() {
                Some(program) => program,
                None => {
                    let program = self.device.build(&wide.printed, &wide.names, &self.options)?;
                    wide.program.get_or_init(|| program)
                }
            };
            return Ok((plan, program, 0));
        }
        fits(plan, sizes)?;
        Ok((plan, &self.program, first_kernel))
    }

    /// Checks inputs for a plan, allocates its buffers and transfers the inputs.
    ///
    /// # Errors
    /// What inputs, plan or device refuse.
    pub fn session<'l>(&'l self, plan: usize, inputs: &[Value]) -> Result<Session<'l, D>, Error> {
        let of = self.plan(plan)?;
        let sizes = inputs::sizes(of, inputs)?;
        inputs::check(of, &sizes)?;
        let scalars = inputs.iter().map(Value::as_scalar).collect();
        let mut frame = Frame::new(self, plan, &sizes, scalars)?;
        let total = (frame.extents.iter()).fold(0u64, |sum, extent| sum.saturating_add(extent.bytes as u64));
        let memory = self.device.limits().memory;
        if total > memory {
            return Err(Error::OutOfMemory {
                what: format!("program `{}`", frame.plan.name),
                bytes: total,
                device: self.device.name().to_string(),
                reason: format!("has {memory}"),
            });
        }
        for (buffer, extent) in frame.extents.iter().enumerate() {
            let memory = self.device.allocate(extent.bytes, &called(frame.plan, buffer))?;
            frame.memories.push(Block::alone(memory));
        }
        let session = Session {
            frame,
            last_sizes: sizes.clone(),
            sizes,
        };
        session.write_inputs(inputs)?;
        Ok(session)
    }

    /// The plan of that number.
    pub(crate) fn plan(&self, number: usize) -> Result<&Plan, Error> {
        let plan = self.plans.get(number);
        plan.ok_or_else(|| Error::plan("?", format!("there is no plan number {number}")))
    }
}

impl<D: Device> Executable for Loaded<'_, D> {
    fn start<'a>(&'a self, plan: usize, inputs: &[Value]) -> Result<Box<dyn Running + 'a>, Error> {
        Ok(Box::new(self.session(plan, inputs)?))
    }

    fn was_cached(&self) -> bool {
        self.device.was_cached(&self.program)
    }

    fn point(&self, name: &str) -> Option<usize> {
        self.plans.iter().position(|plan| plan.name == name)
    }
}

impl<D: Device> Running for Session<'_, D> {
    fn launch(&mut self) -> Result<Profile, Error> {
        self.execute()
    }

    fn results(&mut self) -> Result<Vec<Value>, Error> {
        self.read_results()
    }
}

/// Refuses sizes for which the type of indexes does not hold all that kernels compute in it.
fn fits(plan: &Plan, sizes: &Sizes) -> Result<(), Error> {
    let Err(term) = plan.terms.fit(plan.index, sizes) else {
        return Ok(());
    };
    let bits = 8 * plan.index.bytes();
    let message = format!("with these sizes an index term does not fit {bits} bits");
    let mut diagnostic = match plan.width_rule {
        Some((rule, premise)) => Diagnostic::error(rule.refuse(premise), term.span, message),
        None => Diagnostic::warning(term.span, message),
    };
    diagnostic.severity = Severity::Error;
    Err(Error::Refused(Box::new(
        diagnostic.with_note(format!("the term is `{term}`")),
    )))
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
        let record = plan.buffers.get(failures.record.0);
        let count = Size::Const(failures.words() as i64);
        if record.is_none_or(|r| r.element != Type::Scalar(PrimType::I32) || r.count != count) {
            return wrong("the record of failures is not as long as it has to be".to_string());
        }
    }
    let mut names: Vec<&Name> = plan.kernels.iter().map(|k| &k.function.name).collect();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return wrong(format!("two kernels are named `{}`", pair[0]));
    }
    steps::check(plan, &plan.steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_kernel::c::{Stmt, StmtKind};
    use elder_kernel::make;
    use elder_syntax::SourceId;

    /// What a device is told that has neither.
    fn refused(t: PrimType, word: &str) -> Option<String> {
        let span = Span::new(SourceId(0), 3, 4);
        let call = Stmt::new(StmtKind::Call(word.into(), vec![]));
        let body = [make::declare("double_0", Type::Scalar(t), None), call];
        let units = [Unit {
            structs: vec![],
            functions: vec![make::kernel("k", vec![], body.map(|stmt| stmt.at(span)).to_vec())],
        }];
        let printed = print_all(
            &units.iter().collect::<Vec<_>>(),
            Dialect::OpenCl,
            &Options::default(),
        );
        let limits = Limits {
            max_allocation: 1,
            memory: 1,
            local_memory: 1,
            work_group: 1,
            work_items: [1; 3],
            compute_units: 1,
            has_f64: false,
            has_long_atomics: false,
        };
        let error = lacking(("little", &limits), &printed, &units).err()?;
        assert_eq!(error.diagnostic().span, span);
        assert!(matches!(error.cause(), Error::Limit { kernel, .. } if kernel == "k"));
        let all = Limits {
            has_f64: true,
            has_long_atomics: true,
            ..limits
        };
        lacking(("all", &all), &printed, &units).unwrap();
        Some(error.to_string())
    }

    #[test]
    fn what_a_device_lacks_is_said_before_it_compiles() {
        assert_eq!(refused(PrimType::F32, "atomic_inc"), None);
        let double = "kernel `k` asks for numbers of double precision (f64), and little has none: it lacks cl_khr_fp64";
        assert_eq!(refused(PrimType::F64, "atomic_inc").as_deref(), Some(double));
        let atomics = refused(PrimType::F32, "atom_inc").unwrap();
        assert!(atomics.contains("atomic operations on 64 bits"), "{atomics}");
    }
}
