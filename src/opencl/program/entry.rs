//! `do`: a plan with blocks as its buffers.
//!
//! What follows from the sizes of a plan and from the lengths of its blocks (its width, the extents of its buffers, whether its checks hold) is
//! kept for the next time: an entry is most often done again with the same ones.

use super::LoadedProgram;
use super::steps::{Elements, Run};
use crate::device::{Device, Part};
use crate::error::Error;
use crate::pool::Block;
use crate::run::{Asked, Frame, Given, Timeline, called, forget_failures, sizes_of, whole};
use elder_kernel::c::Type;
use elder_kernel::host::{Interface, Step, Var};
use elder_kernel::layout;
use elder_kernel::plan;
use elder_kernel::plan::{Argument, BufferId, Place, Plan, SizeSource};
use elder_kernel::size::Sizes;
use elder_syntax::prim::{PrimType, PrimValue};

/// What the memory of a buffer is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// The block that stands there among those that are read.
    Read(usize),
    /// A copy of it, since the plan writes to it.
    Copied(usize),
    /// The block that stands there among those that are written.
    Write(usize),
    /// The block that stands there among those that are read and written.
    Update(usize),
    /// The scalar that stands there among all parameters.
    Scalar(usize),
    /// The record of failures.
    Record,
    /// Its own.
    Temporary,
}

/// A plan for some sizes and lengths of blocks.
pub(super) struct Prepared<'p, D: Device> {
    /// The sizes, scalars that are sizes, and lengths.
    key: Vec<i64>,
    frame: Frame<'p, D>,
    sizes: Sizes,
    /// What the memory of each buffer is.
    roles: Vec<Role>,
}

/// Which of the scalars of an entry determine sizes of its plan.
pub(super) fn sizes(plan: &Plan, interface: &Interface) -> Vec<usize> {
    let inputs = plan.sizes.iter().filter_map(|size| match size.from {
        SizeSource::Input(parameter) => parameter.checked_sub(interface.sizes),
        _ => None,
    });
    inputs
        .filter(|scalar| *scalar < interface.scalars.len())
        .collect()
}

/// What the memory of each buffer of a plan is, if the plan has the interface.
pub(super) fn roles(plan: &Plan, interface: &Interface) -> Result<Vec<Role>, Error> {
    let wrong = |message: String| Error::plan(&plan.name, message);
    let Interface {
        sizes,
        scalars,
        reads,
        writes,
        updates,
    } = interface;
    let types = (std::iter::repeat_n(&PrimType::I64, *sizes)).chain(scalars);
    let alone = sizes + scalars.len();
    if plan.parameters.len() != alone + reads.len() + updates.len() {
        let (has, wanted) = (plan.parameters.len(), alone + reads.len() + updates.len());
        return Err(wrong(format!(
            "it takes {has} values, and its interface has {wanted}"
        )));
    }
    let mut roles = vec![None; plan.buffers.len()];
    let mut stands = |place: &Place, t: PrimType, role: Role| {
        let buffer = plan.buffers.get(place.buffer.0);
        let is = buffer.and_then(|buffer| layout::component(&buffer.element, &place.path, &plan.structs));
        let whole = is.is_some_and(|c| c.element == t && c.run * c.element.bytes() == c.stride);
        match roles.get_mut(place.buffer.0) {
            Some(to @ None) if whole => {
                *to = Some(role);
                Ok(())
            }
            _ => Err(wrong(format!(
                "{} is no block of its own of {t}",
                called(plan, place.buffer.0)
            ))),
        }
    };
    for (number, (parameter, t)) in plan.parameters.iter().zip(types).enumerate() {
        if parameter.element != *t || !parameter.shape.is_empty() {
            return Err(wrong(format!("its parameter number {number} is not a {t}")));
        }
        if let Some(place) = &parameter.place {
            stands(place, *t, Role::Scalar(number))?;
        }
    }
    let blocks = plan.parameters.iter().skip(alone);
    for (number, (parameter, t)) in blocks.zip(reads.iter().chain(updates)).enumerate() {
        if parameter.element != *t || parameter.shape.len() != 1 {
            return Err(wrong(format!(
                "its parameter number {} is not a block of {t}",
                alone + number
            )));
        }
        let Some(place) = &parameter.place else { continue };
        let role = match number.checked_sub(reads.len()) {
            Some(update) => Role::Update(update),
            None if overwrites(plan, place.buffer) => Role::Copied(number),
            None => Role::Read(number),
        };
        stands(place, *t, role)?;
    }
    // What is read and written is a result too, of which nothing has to be said.
    let updated = |buffer: BufferId| {
        let parameters = plan.parameters.iter().skip(alone + reads.len());
        parameters
            .flat_map(|p| &p.place)
            .any(|place| place.buffer == buffer)
    };
    let results: Vec<_> = (plan.results.iter())
        .filter(|r| !updated(r.place.buffer))
        .collect();
    if results.len() != writes.len() {
        let (has, wanted) = (results.len(), writes.len());
        return Err(wrong(format!(
            "it writes {has} blocks, and its interface has {wanted}"
        )));
    }
    for (number, (result, t)) in results.into_iter().zip(writes).enumerate() {
        stands(&result.place, *t, Role::Write(number))?;
    }
    if let Some(failures) = &plan.failures {
        match roles.get_mut(failures.record.0) {
            Some(to @ None) => *to = Some(Role::Record),
            _ => return Err(wrong("its record of failures is a block".to_owned())),
        }
    }
    let scalar = |parameter: usize| parameter < alone;
    if plan.indexes.iter().any(|index| !scalar(index.parameter)) {
        return Err(wrong(
            "it takes a block of indexes, which nobody has tested".to_owned(),
        ));
    }
    Ok(roles
        .into_iter()
        .map(|role| role.unwrap_or(Role::Temporary))
        .collect())
}

/// Whether the steps of a plan write to a buffer, or may.
fn overwrites(plan: &Plan, buffer: BufferId) -> bool {
    fn any(plan: &Plan, steps: &[plan::Step], buffer: BufferId) -> bool {
        steps.iter().any(|step| match step {
            plan::Step::Launch(launch) => {
                let params = plan
                    .kernels
                    .get(launch.kernel.0)
                    .map(|k| k.function.params.iter());
                let mut all = params.into_iter().flatten().zip(&launch.arguments);
                all.any(|(param, argument)| {
                    let reads = matches!(&param.ty, Type::Pointer(pointer) if pointer.is_const);
                    matches!(argument, Argument::Buffer(b) if *b == buffer) && !reads
                })
            }
            plan::Step::Copy { to, .. } => *to == buffer,
            plan::Step::Fill { buffer: to, .. } => *to == buffer,
            plan::Step::Swap(a, b) => *a == buffer || *b == buffer,
            plan::Step::Read { .. } => false,
            plan::Step::For { body, .. } | plan::Step::While { body, .. } => any(plan, body, buffer),
            plan::Step::If { then, otherwise, .. } => any(plan, then, buffer) || any(plan, otherwise, buffer),
        })
    }
    any(plan, &plan.steps, buffer)
}

impl<'p, D: Device> Run<'p, '_, D> {
    /// Does a [`Step::Do`].
    pub(super) fn launch(&mut self, step: &'p Step, timeline: &mut Timeline<D>) -> Result<(), Error> {
        let Step::Do {
            entry,
            sizes,
            scalars,
            reads,
            writes,
            updates,
        } = step
        else {
            return Err(self.wrong("a step that is no `do`"));
        };
        let program = self.program;
        let takes = program.entries.get(*entry);
        let takes = takes.ok_or_else(|| self.wrong(format!("there is no entry number {entry}")))?;
        self.last = Some(*entry);
        let interface = &takes.interface;
        let counts = [
            sizes.len(),
            scalars.len(),
            reads.len(),
            writes.len(),
            updates.len(),
        ];
        let wanted = [
            interface.sizes,
            interface.scalars.len(),
            interface.reads.len(),
            interface.writes.len(),
            interface.updates.len(),
        ];
        if counts != wanted {
            return Err(self.wrong(format!("`{}` is not given what it takes", takes.name)));
        }
        self.apart(reads, writes, updates)?;
        // What was prepared last, if it is for the same sizes.
        let last = self.prepared.get_mut(*entry).and_then(Option::take);
        let (mut key, last) = match last {
            Some(mut last) => (std::mem::take(&mut last.key), Some(last)),
            None => (Vec::new(), None),
        };
        let mut same = last.is_some();
        let mut at = 0;
        let mut note = |number: i64| {
            match key.get_mut(at) {
                Some(old) => same &= std::mem::replace(old, number) == number,
                None => key.push(number),
            }
            at += 1;
        };
        for size in sizes {
            match self.scalar(*size)? {
                PrimValue::I64(size) if size >= 0 => note(size),
                other => return Err(self.wrong(format!("`{}` is given the size {other:?}", takes.name))),
            }
        }
        for scalar in takes.sizes.iter().filter_map(|scalar| scalars.get(*scalar)) {
            note(whole(self.scalar(*scalar)?).unwrap_or(-1));
        }
        let types = interface
            .reads
            .iter()
            .chain(&interface.writes)
            .chain(&interface.updates);
        for (var, t) in reads.iter().chain(writes).chain(updates).zip(types) {
            let of = self.elements(*var)?;
            if of.element != *t {
                return Err(self.wrong(format!(
                    "`{}` is given a block of {} for {t}",
                    takes.name, of.element
                )));
            }
            note(of.count as i64);
        }
        let mut prepared = match last {
            Some(last) if same => last,
            _ => {
                let blocks = reads
                    .iter()
                    .chain(updates)
                    .map(|var| Ok(self.elements(*var)?.count));
                let blocks: Vec<usize> = blocks.collect::<Result<_, Error>>()?;
                let values = scalars.iter().map(|scalar| self.scalar(*scalar));
                let scalars: Vec<PrimValue> = values.collect::<Result<_, _>>()?;
                let sizes = &key[..sizes.len()];
                Box::new(Prepared::new(
                    program, *entry, interface, sizes, &scalars, &blocks,
                )?)
            }
        };
        prepared.key = key;
        for (number, (scalar, t)) in scalars.iter().zip(&interface.scalars).enumerate() {
            let value = self.scalar(*scalar)?;
            if value.prim_type() != *t {
                return Err(self.wrong(format!("`{}` is given {value:?} for a {t}", takes.name)));
            }
            if let Some(to) = prepared.frame.scalars.get_mut(sizes.len() + number) {
                *to = Some(value);
            }
        }
        prepared.indexes()?;
        self.place(&mut prepared, reads, writes, updates, timeline)?;
        prepared.frame.execute(&mut prepared.sizes, timeline)?;
        // Before anything is done with what a kernel that failed has not written.
        prepared.frame.check_failures()?;
        self.gather(&mut prepared, writes, updates, timeline)?;
        prepared.frame.memories.clear();
        if let Some(to) = self.prepared.get_mut(*entry) {
            *to = Some(prepared);
        }
        Ok(())
    }

    /// What is written is no other argument.
    fn apart(&self, reads: &[Var], writes: &[Var], updates: &[Var]) -> Result<(), Error> {
        let written = || writes.iter().chain(updates);
        for (number, var) in written().enumerate() {
            let block = &self.elements(*var)?.block;
            for other in reads.iter().chain(written().take(number)) {
                if block.is(&self.elements(*other)?.block) {
                    return Err(self.wrong("a block that an entry writes is another argument too"));
                }
            }
        }
        Ok(())
    }

    /// Gives each buffer its memory.
    fn place(
        &mut self,
        prepared: &mut Prepared<'p, D>,
        reads: &[Var],
        writes: &[Var],
        updates: &[Var],
        timeline: &mut Timeline<D>,
    ) -> Result<(), Error> {
        let program = self.program;
        let device = program.device;
        let Prepared { frame, roles, .. } = prepared;
        frame.memories.clear();
        for (buffer, (role, extent)) in roles.iter().zip(&frame.extents).enumerate() {
            let plan = frame.plan;
            let own = || {
                program
                    .pool
                    .allocate(device, extent.bytes, &|| called(plan, buffer))
            };
            let given = |of: &[Var], number: &usize| -> Result<Block<D::Memory>, Error> {
                let var = of
                    .get(*number)
                    .ok_or_else(|| self.wrong("an argument is missing"))?;
                let Elements {
                    block,
                    element,
                    count,
                } = self.elements(*var)?;
                let bytes = count.saturating_mul(element.bytes());
                if extent.bytes > bytes {
                    let (what, needs) = (called(plan, buffer), extent.bytes);
                    return Err(self.wrong(format!("{what} needs {needs} bytes and is a block of {bytes}")));
                }
                Ok(block.clone())
            };
            let memory = match role {
                Role::Read(number) => given(reads, number)?,
                Role::Write(number) => given(writes, number)?,
                Role::Update(number) => given(updates, number)?,
                Role::Copied(number) => {
                    let (from, to) = (given(reads, number)?, own()?);
                    if extent.bytes > 0 {
                        let (from, to) = (Part::start(from.memory()), Part::start(to.memory()));
                        timeline.note(
                            device,
                            Asked::copy(extent.bytes),
                            device.copy(from, to, extent.bytes)?,
                        )?;
                    }
                    to
                }
                Role::Scalar(parameter) => {
                    let memory = own()?;
                    if let Some(Some(value)) = frame.scalars.get(*parameter) {
                        let (bytes, width) = crate::device::scalar_bytes(*value);
                        device.write(memory.memory(), 0, &bytes[..width])?;
                    }
                    memory
                }
                Role::Temporary => own()?,
                Role::Record => match &self.record {
                    Some(record) => record.clone(),
                    None => {
                        let what = || called(plan, buffer);
                        let record = program.pool.allocate(device, 4 * program.record, &what)?;
                        forget_failures(device, record.memory(), program.record)?;
                        self.record.insert(record).clone()
                    }
                },
            };
            frame.memories.push(memory);
        }
        Ok(())
    }

    /// Where a plan has swapped buffers, brings what it gives into the blocks where it belongs.
    fn gather(
        &mut self,
        prepared: &mut Prepared<'p, D>,
        writes: &[Var],
        updates: &[Var],
        timeline: &mut Timeline<D>,
    ) -> Result<(), Error> {
        let device = self.program.device;
        let Prepared { frame, roles, .. } = prepared;
        let moved = || (frame.places.iter().enumerate()).filter(|(buffer, place)| *buffer != **place);
        if moved().next().is_none() {
            return Ok(());
        }
        let given = |buffer: usize| match roles.get(buffer) {
            Some(Role::Write(number)) => writes.get(*number),
            Some(Role::Update(number)) => updates.get(*number),
            _ => None,
        };
        // A block may lie where another one belongs, so what is copied is put aside first.
        let mut aside = Vec::new();
        for (buffer, place) in moved() {
            let (Some(var), Some(extent)) = (given(buffer), frame.extents.get(buffer)) else {
                continue;
            };
            let memory = frame.memories.get(*place);
            let memory = memory
                .ok_or_else(|| self.wrong("what an entry gives is nowhere"))?
                .clone();
            let elements = self.elements(*var)?;
            let (counts, count, bytes) = (elements.block.counts(), elements.count, elements.element.bytes());
            // The variable, the entry, and nobody else: then the variable may as well stand for the other memory.
            let renamed =
                counts == 2 && given(*place).is_none() && count.saturating_mul(bytes) == extent.bytes;
            let memory = match renamed || given(*place).is_none() || extent.bytes == 0 {
                true => memory,
                false => {
                    let what = || called(frame.plan, buffer);
                    let other = self.program.pool.allocate(device, extent.bytes, &what)?;
                    let (from, to) = (Part::start(memory.memory()), Part::start(other.memory()));
                    timeline.note(
                        device,
                        Asked::copy(extent.bytes),
                        device.copy(from, to, extent.bytes)?,
                    )?;
                    other
                }
            };
            aside.push((*var, memory, extent.bytes, renamed));
        }
        for (var, memory, bytes, renamed) in aside {
            let Some(elements) = self.elements_mut(var) else {
                continue;
            };
            if renamed {
                elements.block = memory;
            } else if bytes > 0 {
                let (from, to) = (Part::start(memory.memory()), Part::start(elements.block.memory()));
                timeline.note(device, Asked::copy(bytes), device.copy(from, to, bytes)?)?;
            }
        }
        Ok(())
    }
}

impl<'p, D: Device> Prepared<'p, D> {
    fn new(
        program: &'p LoadedProgram<'_, D>,
        entry: usize,
        interface: &Interface,
        sizes: &[i64],
        scalars: &[PrimValue],
        blocks: &[usize],
    ) -> Result<Prepared<'p, D>, Error> {
        let numbers = sizes.iter().map(|size| PrimValue::I64(*size));
        let alone: Vec<PrimValue> = numbers.chain(scalars.iter().copied()).collect();
        let arrays = blocks
            .iter()
            .map(|count| Given::Array(std::slice::from_ref(count)));
        let given: Vec<Given> = alone
            .iter()
            .map(|value| Given::Scalar(*value))
            .chain(arrays)
            .collect();
        let plan = program.loaded.plan(entry)?;
        // The blocks are the program's own, so what is wrong with their lengths is a mistake in it.
        let sizes = sizes_of(plan, &given).map_err(|error| Error::plan(&plan.name, error.to_string()))?;
        let all = alone.into_iter().map(Some).collect();
        let frame = Frame::new(&program.loaded, entry, &sizes, all)?;
        Ok(Prepared {
            key: Vec::new(),
            roles: roles(frame.plan, interface)?,
            frame,
            sizes,
        })
    }

    /// Scalars that are indexes are below what they are for.
    fn indexes(&self) -> Result<(), Error> {
        let plan = self.frame.plan;
        for index in &plan.indexes {
            let value = self
                .frame
                .scalars
                .get(index.parameter)
                .copied()
                .flatten()
                .and_then(whole);
            let below = index.below.exact(&self.sizes).map_err(|error| Error::Size {
                what: format!("the bound of an index of `{}`", plan.name),
                error,
            })?;
            if value.is_none_or(|value| value < 0 || i128::from(value) >= below) {
                let message = format!("the index {value:?} is not below {} = {below}", index.below);
                return Err(Error::plan(&plan.name, message));
            }
        }
        Ok(())
    }
}
