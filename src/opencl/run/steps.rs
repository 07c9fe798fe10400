//! The host's part of a program: its steps.

use super::timeline::{Asked, Timeline};
use super::{Frame, Session, inputs};
use crate::device::{Device, KernelArgument, KernelLaunch, LEAST_BYTES, Part};
use crate::error::Error;
use crate::profile::Profile;
use elder_kernel::c::{Type, Width};
use elder_kernel::layout;
use elder_kernel::number::NumberError;
use elder_kernel::plan::{Argument, BufferId, Failure, Launch, Plan, ScalarAt, Source, Step};
use elder_kernel::size::Sizes;
use elder_kernel::{Dialect, Size};
use elder_syntax::prim::{PrimType, PrimValue};

/// Writes that nothing has failed into a record of failures.
pub(crate) fn forget_failures<D: Device>(device: &D, record: &D::Memory, words: usize) -> Result<(), Error> {
    device.write(record, 0, &vec![0; 4 * words])
}

impl<D: Device> Session<'_, D> {
    /// Does all steps and waits.
    pub(super) fn execute(&mut self) -> Result<Profile, Error> {
        let frame = &mut self.frame;
        let mut sizes = self.sizes.clone();
        let mut timeline = Timeline::new();
        if let Some(failures) = &frame.plan.failures {
            forget_failures(frame.device, frame.memory(failures.record)?, failures.words())?;
        }
        let done = frame.execute(&mut sizes, &mut timeline);
        let profile = timeline.end(frame.device, done)?;
        frame.check_failures()?;
        self.last_sizes = sizes;
        Ok(profile)
    }
}

impl<D: Device> Frame<'_, D> {
    /// Asks for all steps.
    pub(crate) fn execute(&mut self, sizes: &mut Sizes, timeline: &mut Timeline<D>) -> Result<(), Error> {
        for (buffer, place) in self.places.iter_mut().enumerate() {
            *place = buffer;
        }
        let plan = self.plan;
        self.steps(&plan.steps, sizes, timeline)
    }

    /// Refuses results if a kernel met something that has no value.
    pub(crate) fn check_failures(&self) -> Result<(), Error> {
        let Some(failures) = &self.plan.failures else {
            return Ok(());
        };
        let memory = self.memory(failures.record)?;
        let mut bytes = vec![0; 4 * failures.words()];
        self.device.read(memory, 0, &mut bytes[..4])?;
        if bytes[..4] == [0; 4] {
            return Ok(());
        }
        self.device.read(memory, 0, &mut bytes)?;
        match failures.read(&bytes) {
            None => Ok(()),
            Some(Ok(failure)) => Err(Error::Failed(Box::new(failure))),
            Some(Err(site)) => {
                let message = format!("a kernel failed at site {site}, which there is not");
                Err(Error::plan(&self.plan.name, message))
            }
        }
    }

    fn steps(&mut self, steps: &[Step], sizes: &mut Sizes, timeline: &mut Timeline<D>) -> Result<(), Error> {
        for step in steps {
            self.step(step, sizes, timeline)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, sizes: &mut Sizes, timeline: &mut Timeline<D>) -> Result<(), Error> {
        match step {
            Step::Launch(launch) => self.launch_kernel(launch, sizes, timeline),
            Step::Copy { from, to } => {
                let (from, to) = (self.place(*from)?, self.place(*to)?);
                let bytes = self.extents[from].bytes.min(self.extents[to].bytes);
                if bytes == 0 || from == to {
                    return Ok(());
                }
                let (from, to) = (self.memories[from].memory(), self.memories[to].memory());
                let event = self.device.copy(Part::start(from), Part::start(to), bytes)?;
                timeline.note(self.device, Asked::copy(bytes), event)
            }
            Step::Fill { buffer, value } => {
                let at = self.place(*buffer)?;
                let bytes = self.extents[at].bytes;
                if bytes == 0 {
                    return Ok(());
                }
                let to = Part::start(self.memories[at].memory());
                let event = self.device.fill(to, *value, bytes)?;
                timeline.note(self.device, Asked::fill(bytes), event)
            }
            Step::Swap(a, b) => {
                self.place(*a).and(self.place(*b))?;
                self.places.swap(a.0, b.0);
                Ok(())
            }
            Step::Read {
                size,
                scalar,
                most,
                site,
            } => {
                let value = self.number(scalar, sizes)?;
                let most = self.eval(most, sizes, "the bound of a size")?;
                if value < 0 || value > most {
                    // What a kernel met before is the cause.
                    self.check_failures()?;
                    return Err(Error::Failed(Box::new(Failure {
                        site: site.clone(),
                        numbers: vec![value, most],
                    })));
                }
                sizes.insert(size.clone(), value);
                Ok(())
            }
            Step::For { var, count, body } => {
                let count = self.eval(count, sizes, "the number of rounds of a loop")?;
                let outer = sizes.get(var).copied();
                for i in 0..count {
                    sizes.insert(var.clone(), i);
                    self.steps(body, sizes, timeline)?;
                }
                match outer {
                    Some(value) => sizes.insert(var.clone(), value),
                    None => sizes.remove(var),
                };
                Ok(())
            }
            Step::If {
                condition,
                then,
                otherwise,
            } => {
                let chosen = if self.number(condition, sizes)? != 0 {
                    then
                } else {
                    otherwise
                };
                self.steps(chosen, sizes, timeline)
            }
            Step::While { condition, body } => {
                while self.scalar(condition, sizes)? != 0 {
                    // After a failure the condition says nothing (DPIA-G-ENDS).
                    self.check_failures()?;
                    self.steps(body, sizes, timeline)?;
                }
                Ok(())
            }
        }
    }

    fn eval(&self, size: &Size, sizes: &Sizes, what: &str) -> Result<i64, Error> {
        size.eval(sizes).map_err(|error| Error::Size {
            what: format!("{what} of `{}`", self.plan.name),
            error,
        })
    }

    /// A number that the host needs.
    fn number(&self, source: &Source, sizes: &Sizes) -> Result<i64, Error> {
        match source {
            Source::At(scalar) => self.scalar(scalar, sizes),
            Source::Known(number) => {
                let input = |at: usize| {
                    let value = self.scalars.get(at).copied().flatten();
                    value.and_then(inputs::whole)
                };
                number.eval(sizes, &input).map_err(|error| match error {
                    NumberError::Size(error) => Error::Size {
                        what: format!("a number of `{}`", self.plan.name),
                        error,
                    },
                    other => Error::plan(&self.plan.name, other.to_string()),
                })
            }
        }
    }

    /// Reads an integer back.
    fn scalar(&self, scalar: &ScalarAt, sizes: &Sizes) -> Result<i64, Error> {
        let plan = self.plan;
        let wrong = || {
            let name = plan.buffers.get(scalar.buffer.0).map_or("?", |b| &b.name);
            Error::plan(
                &plan.name,
                format!("`{name}` has no integer number {}", scalar.index),
            )
        };
        let at = self.place(scalar.buffer)?;
        let index = usize::try_from(self.eval(&scalar.index, sizes, "an index")?).map_err(|_| wrong())?;
        let Some(Type::Scalar(t)) = plan.buffers.get(scalar.buffer.0).map(|b| &b.element) else {
            return Err(wrong());
        };
        if index >= self.extents[at].count {
            return Err(wrong());
        }
        let value = read_scalar(self.device, self.memories[at].memory(), *t, index)?;
        inputs::whole(value).ok_or_else(wrong)
    }

    fn launch_kernel(
        &mut self,
        launch: &Launch,
        sizes: &Sizes,
        timeline: &mut Timeline<D>,
    ) -> Result<(), Error> {
        let device = self.device;
        let plan = self.plan;
        let kernel = (plan.kernels.get(launch.kernel.0)).ok_or_else(|| {
            Error::plan(
                &plan.name,
                format!("there is no kernel number {}", launch.kernel.0),
            )
        })?;
        let name = &kernel.function.name;
        let dimensions = |sizes_of: &[Size; 3]| -> Result<[usize; 3], Error> {
            let mut out = [0; 3];
            for (to, size) in out.iter_mut().zip(sizes_of) {
                let n = self.eval(size, sizes, &format!("the work size of kernel `{name}`"))?;
                *to = usize::try_from(n).map_err(|_| {
                    Error::plan(&plan.name, format!("kernel `{name}` would have {n} work-items"))
                })?;
            }
            Ok(out)
        };
        let global = dimensions(&launch.global)?;
        let required = kernel.function.required_work_group.map(|g| g.map(|n| n as usize));
        let local = match &launch.local {
            Some(local) => Some(dimensions(local)?),
            None => required,
        };
        // A launch of no items, or of groups of none, has nothing to do (DPIA-X-RUN).
        if global.contains(&0) || local.is_some_and(|local| local.contains(&0)) {
            return Ok(());
        }
        let mut arguments = Vec::new();
        let mut given = Vec::new();
        let mut local_bytes = kernel.local_bytes;
        for argument in &launch.arguments {
            arguments.push(match argument {
                Argument::Buffer(buffer) => {
                    let is_record = plan.failures.as_ref().is_some_and(|f| f.record == *buffer);
                    given.extend(Some(self.place(*buffer)?).filter(|_| !is_record));
                    KernelArgument::Memory(self.memory(*buffer)?)
                }
                Argument::Local { element, count } => {
                    let count = self.eval(count, sizes, "local memory")?;
                    let layout = layout::layout(element, &plan.structs);
                    let bytes = layout.and_then(|l| usize::try_from(count).ok()?.checked_mul(l.size));
                    let bytes = bytes.ok_or_else(|| {
                        Error::plan(
                            &plan.name,
                            format!("kernel `{name}` asks for {count} local elements"),
                        )
                    })?;
                    local_bytes = local_bytes.saturating_add(bytes as u64);
                    // A block of no bytes is not allowed.  Whole words: updates of bytes swap the word that has them.
                    KernelArgument::Local(bytes.max(LEAST_BYTES).next_multiple_of(4))
                }
                Argument::Size(size, t) => {
                    let value = self.eval(size, sizes, "an argument")?;
                    let scalar = integer(*t, value).ok_or_else(|| Error::Limit {
                        kernel: name.to_string(),
                        asked: format!("{size} = {value}"),
                        limit: format!("only {t} for it"),
                        device: "the kernel".to_string(),
                    })?;
                    KernelArgument::Scalar(scalar)
                }
                Argument::Input(parameter) => {
                    let value = self.scalars.get(*parameter).copied().flatten();
                    KernelArgument::Scalar(value.ok_or_else(|| {
                        Error::plan(&plan.name, format!("parameter number {parameter} is no scalar"))
                    })?)
                }
                Argument::Value(value) => KernelArgument::Scalar(*value),
            });
        }
        if arguments.len() != kernel.function.params.len() {
            return Err(Error::plan(
                &plan.name,
                format!("kernel `{name}` takes {} arguments", kernel.function.params.len()),
            ));
        }
        if device.dialect() == Dialect::OpenCl {
            self.check_limits(name, global, local, required, local_bytes)?;
        }
        let event = device.launch(
            self.program,
            &KernelLaunch {
                kernel: self.first_kernel + launch.kernel.0,
                name,
                global,
                local,
                arguments: &arguments,
            },
        )?;
        given.sort_unstable();
        given.dedup();
        let asked = Asked {
            name: name.clone(),
            place: kernel.function.span,
            bytes: given
                .iter()
                .filter_map(|at| self.extents.get(*at))
                .map(|e| e.bytes as u64)
                .sum(),
        };
        timeline.note(device, asked, event)
    }

    fn check_limits(
        &self,
        kernel: &str,
        global: [usize; 3],
        local: Option<[usize; 3]>,
        required: Option<[usize; 3]>,
        local_bytes: u64,
    ) -> Result<(), Error> {
        let device = self.device;
        let limits = device.limits();
        let limit = |asked: String, limit: String| {
            Err(Error::Limit {
                kernel: kernel.to_string(),
                asked,
                limit,
                device: device.name().to_string(),
            })
        };
        if let Some(error) = super::beyond_local_memory(device, kernel, local_bytes) {
            return Err(error);
        }
        let Some(local) = local else { return Ok(()) };
        let items = local
            .iter()
            .try_fold(1usize, |a, b| a.checked_mul(*b))
            .unwrap_or(usize::MAX);
        if items > limits.work_group {
            return limit(
                format!("{items} work-items in a group"),
                format!("at most {}", limits.work_group),
            );
        }
        for (d, (n, most)) in local.iter().zip(limits.work_items).enumerate() {
            if *n > most {
                return limit(
                    format!("{n} work-items in dimension {d} of a group"),
                    format!("at most {most}"),
                );
            }
        }
        if local.contains(&0) || (0..3).any(|d| !global[d].is_multiple_of(local[d])) {
            return Err(Error::plan(
                &self.plan.name,
                format!("kernel `{kernel}`: groups of {local:?} do not divide {global:?} work-items"),
            ));
        }
        if required.is_some_and(|r| r != local) {
            return Err(Error::plan(
                &self.plan.name,
                format!("kernel `{kernel}` requires groups of {required:?}, not {local:?}"),
            ));
        }
        Ok(())
    }
}

/// Reads an element of a block of scalars.
pub(crate) fn read_scalar<D: Device>(
    device: &D,
    from: &D::Memory,
    t: PrimType,
    index: usize,
) -> Result<PrimValue, Error> {
    let mut bytes = [0; 8];
    device.read(from, index * t.bytes(), &mut bytes[..t.bytes()])?;
    Ok(PrimValue::of_bits(t, u64::from_le_bytes(bytes)))
}

/// A number as an integer of that type, if it fits.
fn integer(t: PrimType, value: i64) -> Option<PrimValue> {
    Some(match t {
        PrimType::I8 => PrimValue::I8(value.try_into().ok()?),
        PrimType::I16 => PrimValue::I16(value.try_into().ok()?),
        PrimType::I32 => PrimValue::I32(value.try_into().ok()?),
        PrimType::I64 => PrimValue::I64(value),
        PrimType::U8 => PrimValue::U8(value.try_into().ok()?),
        PrimType::U16 => PrimValue::U16(value.try_into().ok()?),
        PrimType::U32 => PrimValue::U32(value.try_into().ok()?),
        PrimType::U64 => PrimValue::U64(value.try_into().ok()?),
        PrimType::Bool | PrimType::F16 | PrimType::F32 | PrimType::F64 => return None,
    })
}

/// Whether what steps refer to is there and has the right types.
pub(super) fn check(plan: &Plan, steps: &[Step]) -> Result<(), Error> {
    let wrong = |message: String| Err(Error::plan(&plan.name, message));
    let buffer = |b: BufferId| {
        (plan.buffers.get(b.0))
            .ok_or_else(|| Error::plan(&plan.name, format!("there is no buffer number {}", b.0)))
    };
    for step in steps {
        match step {
            Step::Launch(launch) => check_launch(plan, launch)?,
            Step::Copy { from: a, to: b } | Step::Swap(a, b) => {
                let (a, b) = (buffer(*a)?, buffer(*b)?);
                if a.element != b.element || a.count != b.count {
                    return wrong(format!(
                        "`{}` and `{}` are not of one type and size",
                        a.name, b.name
                    ));
                }
            }
            Step::Fill { buffer: b, value } => {
                let b = buffer(*b)?;
                let t = value.prim_type();
                let fits = match b.element {
                    Type::Scalar(element) => element == t,
                    Type::Vector(element, width) => element == t && width != Width::W3,
                    _ => false,
                };
                if !fits {
                    return wrong(format!("`{}` cannot be filled with a {t}", b.name));
                }
            }
            Step::Read { scalar, .. } => {
                if let Source::At(scalar) = scalar {
                    buffer(scalar.buffer)?;
                }
            }
            Step::For { body, .. } => check(plan, body)?,
            Step::While { condition, body } => {
                buffer(condition.buffer)?;
                check(plan, body)?;
            }
            Step::If {
                condition,
                then,
                otherwise,
            } => {
                if let Source::At(condition) = condition {
                    buffer(condition.buffer)?;
                }
                check(plan, then)?;
                check(plan, otherwise)?;
            }
        }
    }
    Ok(())
}

/// Whether a launch gives a kernel what its parameters are: the device would believe anything.
fn check_launch(plan: &Plan, launch: &Launch) -> Result<(), Error> {
    let wrong = |message: String| Err(Error::plan(&plan.name, message));
    let Some(kernel) = plan.kernels.get(launch.kernel.0) else {
        return wrong(format!("there is no kernel number {}", launch.kernel.0));
    };
    let function = &kernel.function;
    if function.params.len() != launch.arguments.len() {
        return wrong(format!(
            "kernel `{}` takes {} arguments and is given {}",
            function.name,
            function.params.len(),
            launch.arguments.len()
        ));
    }
    for (param, argument) in function.params.iter().zip(&launch.arguments) {
        let fits = match (argument, &param.ty) {
            (Argument::Buffer(b), Type::Pointer(pointer)) => {
                let Some(buffer) = plan.buffers.get(b.0) else {
                    return wrong(format!("there is no buffer number {}", b.0));
                };
                // Vectors may be reached by their components and the other way round.
                pointer.to == buffer.element
                    || scalar_of(&pointer.to).is_some_and(|t| scalar_of(&buffer.element) == Some(t))
            }
            (Argument::Local { element, .. }, Type::Pointer(pointer)) => {
                pointer.space == elder_kernel::c::Space::Local
                    && (pointer.to == *element
                        || scalar_of(&pointer.to).is_some_and(|t| scalar_of(element) == Some(t)))
            }
            (Argument::Size(_, t), Type::Scalar(expected)) => t == expected,
            (Argument::Value(value), Type::Scalar(expected)) => value.prim_type() == *expected,
            (Argument::Input(i), Type::Scalar(expected)) => {
                (plan.parameters.get(*i)).is_some_and(|p| p.shape.is_empty() && p.element == *expected)
            }
            _ => false,
        };
        if !fits {
            return wrong(format!(
                "parameter `{}` of kernel `{}` is not given what it takes",
                param.name, function.name
            ));
        }
    }
    Ok(())
}

fn scalar_of(ty: &Type) -> Option<PrimType> {
    match ty {
        Type::Scalar(t) | Type::Vector(t, _) => Some(*t),
        _ => None,
    }
}
