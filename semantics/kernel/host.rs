//! The host: buffers, steps, launches.

use super::execute::cell;
use super::failure::{Ended, Run};
use super::machine::{Machine, Position, Value, admit_items};
use super::memory::{Address, Shape, Who, encode};
use super::numbers;
use super::sizes::{self, Sizes};
use elder_kernel::c::{Space, Type};
use elder_kernel::plan::{Argument, BufferId, Failure, Launch, Plan, ScalarAt, Source, Step};
use elder_kernel::rules::{KER_E_ALIAS, KER_E_LAUNCH, KER_E_READ};
use elder_kernel::{Size, layout};
use elder_syntax::prim::PrimValue;

/// A plan with its inputs and buffers.
pub(super) struct Host<'p> {
    pub plan: &'p Plan,
    pub inputs: &'p [elder_syntax::Value],
    pub machine: Machine<'p>,
    pub sizes: Sizes,
    /// The memory of each buffer, and how many elements it has.
    pub buffers: Vec<Address>,
    pub counts: Vec<usize>,
    /// Which memory each buffer stands for, since buffers can be exchanged.
    pub places: Vec<usize>,
    /// Whether groups, and items of groups, come in reversed order.
    pub reversed: bool,
}

impl Host<'_> {
    /// Allocates all buffers.
    pub fn allocate(&mut self) -> Run {
        for buffer in &self.plan.buffers {
            let count = sizes::room(&buffer.count, &self.sizes)?;
            let element = layout::layout(&buffer.element, &self.plan.structs);
            let element =
                element.ok_or_else(|| Ended::unchecked(format!("`{}` has no layout", buffer.name)))?;
            // There is room for one element.
            let length = count
                .max(1)
                .checked_mul(element.size)
                .ok_or(Ended::Limit("memory"))?;
            let shape = Shape {
                name: &buffer.name,
                space: Space::Global,
                cell: cell(&buffer.element),
                length,
                shared: true,
            };
            self.machine.memory.admit(&shape, self.machine.most_bytes)?;
            self.buffers.push(self.machine.memory.array(&shape));
            self.counts.push(count);
        }
        self.places = (0..self.buffers.len()).collect();
        if let Some(failures) = &self.plan.failures {
            let record = self.buffers[failures.record.0];
            self.machine.memory.fill(record, &vec![0; 4 * failures.words()]);
            self.machine.failures = Some(record);
        }
        Ok(())
    }

    /// Refuses results if a kernel noted that something has no value.
    pub fn check_failures(&self) -> Run {
        let Some(failures) = &self.plan.failures else {
            return Ok(());
        };
        let bytes = self.machine.memory.bytes(self.memory_of(failures.record));
        match failures.read(bytes) {
            None => Ok(()),
            Some(Ok(first)) => Err(self.failed(first)),
            Some(Err(number)) => Err(Ended::unchecked(format!(
                "a kernel failed at site {number}, which there is not"
            ))),
        }
    }

    /// A failure, with all that kernels noted.
    fn failed(&self, first: Failure) -> Ended {
        let failure = |(site, numbers): &(i32, [i64; 2])| {
            self.plan
                .failures
                .as_ref()?
                .failure(*site, numbers.iter().copied())
        };
        let noted = self.machine.noted.iter().filter_map(failure).collect();
        Ended::Failed {
            first: Box::new(first),
            noted,
        }
    }

    fn memory_of(&self, buffer: BufferId) -> Address {
        self.buffers[self.places[buffer.0]]
    }

    /// Does steps in order.
    pub fn steps(&mut self, steps: &[Step]) -> Run {
        for step in steps {
            self.machine.step()?;
            self.step(step)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Run {
        match step {
            Step::Launch(launch) => self.launch(launch),
            Step::Copy { from, to } => {
                let (from, to) = (self.memory_of(*from), self.memory_of(*to));
                if from != to {
                    self.machine.memory.copy(from, to);
                }
                Ok(())
            }
            Step::Fill { buffer, value } => {
                let n = value.prim_type().bytes();
                let at = self.memory_of(*buffer);
                let length = self.machine.memory.bytes(at).len() / n * n;
                let mut bytes = vec![0; length];
                bytes.chunks_exact_mut(n).for_each(|to| encode(*value, to));
                self.machine.memory.fill(at, &bytes);
                Ok(())
            }
            Step::Swap(a, b) => {
                self.places.swap(a.0, b.0);
                Ok(())
            }
            Step::Read {
                size,
                scalar,
                most,
                site,
            } => {
                let value = self.number(scalar)?;
                let most = sizes::exact(most, &self.sizes)?;
                if value < 0 || i128::from(value) > most {
                    // What a kernel met before is the cause.
                    self.check_failures()?;
                    let most = i64::try_from(most).unwrap_or(i64::MAX);
                    return Err(self.failed(Failure {
                        site: site.clone(),
                        numbers: vec![value, most],
                    }));
                }
                self.sizes.insert(size.clone(), value);
                Ok(())
            }
            Step::For { var, count, body } => {
                let count = sizes::value(count, &self.sizes)?;
                let outer = self.sizes.get(var).copied();
                for i in 0..count {
                    self.sizes.insert(var.clone(), i);
                    self.steps(body)?;
                }
                match outer {
                    Some(value) => self.sizes.insert(var.clone(), value),
                    None => self.sizes.remove(var),
                };
                Ok(())
            }
            Step::If {
                condition,
                then,
                otherwise,
            } => {
                let chosen = if self.number(condition)? != 0 {
                    then
                } else {
                    otherwise
                };
                self.steps(chosen)
            }
            Step::While { condition, body } => {
                while self.scalar(condition)? != 0 {
                    // After a failure the condition says nothing (DPIA-G-ENDS).
                    self.check_failures()?;
                    self.machine.step()?;
                    self.steps(body)?;
                }
                Ok(())
            }
        }
    }

    fn number(&self, source: &Source) -> Run<i64> {
        match source {
            Source::At(at) => self.scalar(at),
            Source::Known(number) => sizes::number(number, &self.sizes, self.inputs),
        }
    }

    /// An element of a buffer, read back.
    fn scalar(&self, scalar: &ScalarAt) -> Run<i64> {
        KER_E_READ.apply();
        let buffer = &self.plan.buffers[scalar.buffer.0];
        let index = sizes::count(&scalar.index, &self.sizes)?;
        let (at, Type::Scalar(t)) = (self.memory_of(scalar.buffer), &buffer.element) else {
            return Err(Ended::unchecked(format!("`{}` has no numbers", buffer.name)));
        };
        let n = t.bytes();
        if index >= self.counts[scalar.buffer.0] {
            return Err(Ended::unchecked(format!(
                "the host reads element {index} of `{}`",
                buffer.name
            )));
        }
        if !self.machine.memory.is_written(at, index) && !self.machine.has_failed() {
            let message = format!(
                "the host reads element {index} of `{}`, which was never written",
                buffer.name
            );
            return Err(Ended::wrong(&KER_E_READ, "written", message));
        }
        let mut word = [0; 8];
        word[..n].copy_from_slice(&self.machine.memory.bytes(at)[index * n..(index + 1) * n]);
        let value = numbers::whole(numbers::wrapped(*t, i128::from(u64::from_le_bytes(word))));
        let value = value.and_then(|n| i64::try_from(n).ok());
        value.ok_or_else(|| Ended::unchecked(format!("`{}` has no integers of 64 bits", buffer.name)))
    }

    fn dimensions(&self, all: &[Size; 3]) -> Run<[usize; 3]> {
        let [x, y, z] = all;
        Ok([
            sizes::count(x, &self.sizes)?,
            sizes::count(y, &self.sizes)?,
            sizes::count(z, &self.sizes)?,
        ])
    }

    fn launch(&mut self, launch: &Launch) -> Run {
        KER_E_LAUNCH.apply();
        let plan = self.plan;
        let kernel = &plan.kernels[launch.kernel.0];
        let name = &kernel.function.name;
        let done = self.launch_kernel(launch);
        // Of a launch that notes a failure nobody sees what it wrote, be it before that.
        let race = self
            .machine
            .memory
            .race
            .take()
            .filter(|_| !self.machine.has_failed());
        race.map_or(done, Err).map_err(|ended| ended.within(name))
    }

    fn launch_kernel(&mut self, launch: &Launch) -> Run {
        let plan = self.plan;
        let function = &plan.kernels[launch.kernel.0].function;
        let global = self.dimensions(&launch.global)?;
        let required = function.required_work_group.map(|all| all.map(|n| n as usize));
        let local = match &launch.local {
            Some(local) => self.dimensions(local)?,
            // Groups of one item share nothing.
            None => required.unwrap_or([1; 3]),
        };
        // A launch of no items, or of groups of none, has nothing to do (DPIA-X-RUN).
        if global.contains(&0) || local.contains(&0) {
            return Ok(());
        }
        let sequential = self.machine.threads;
        if !sequential {
            if (0..3).any(|d| global[d] % local[d] != 0) {
                let message = format!("groups of {local:?} do not divide {global:?} items");
                return Err(Ended::wrong(&KER_E_LAUNCH, "groups", message));
            }
            if required.is_some_and(|required| required != local) {
                let message = format!("groups of {local:?} where {required:?} are required");
                return Err(Ended::wrong(&KER_E_LAUNCH, "required", message));
            }
        }
        self.aliases(launch)?;
        let code = self.machine.code;
        let routine = &code.kernels[launch.kernel.0];
        if sequential {
            let arguments = self.arguments(launch)?;
            let mark = self.machine.memory.mark();
            self.machine.memory.who = Who::default();
            self.machine.begin_launch();
            self.machine
                .group(routine, &arguments, vec![Position::default()])?;
            return self.machine.memory.release(mark);
        }
        self.machine.begin_launch();
        let launched = self.machine.launches;
        let groups = [0, 1, 2].map(|d| global[d] / local[d]);
        let all = number(groups).ok_or(Ended::Limit("steps"))?;
        let items = number(local).ok_or(Ended::Limit("memory"))?;
        admit_items(items, routine)?;
        for at in 0..all {
            let at = if self.reversed { all - 1 - at } else { at };
            let group = unrank(at, groups);
            let positions = (0..items).map(|item| {
                let item = unrank(item, local);
                let id = [0, 1, 2].map(|d| (group[d] * local[d] + item[d]) as u64);
                Position {
                    global: id,
                    global_size: global.map(|n| n as u64),
                    group: group.map(|n| n as u64),
                    groups: groups.map(|n| n as u64),
                    local: item.map(|n| n as u64),
                    local_size: local.map(|n| n as u64),
                }
            });
            let positions: Vec<Position> = positions.collect();
            self.machine.memory.who = Who {
                launch: launched,
                group: at as u32,
                ..Who::default()
            };
            let mark = self.machine.memory.mark();
            let arguments = self.arguments(launch)?;
            self.machine.group(routine, &arguments, positions)?;
            self.machine.memory.release(mark)?;
        }
        Ok(())
    }

    /// What a kernel writes it reaches by one parameter: all of them are `restrict`.
    fn aliases(&self, launch: &Launch) -> Run {
        KER_E_ALIAS.apply();
        let function = &self.plan.kernels[launch.kernel.0].function;
        let mut seen: Vec<(Address, bool)> = Vec::new();
        for (param, argument) in function.params.iter().zip(&launch.arguments) {
            let (Argument::Buffer(id), Type::Pointer(pointer)) = (argument, &param.ty) else {
                continue;
            };
            let at = self.memory_of(*id);
            let writes = !pointer.is_const;
            if seen
                .iter()
                .any(|(other, written)| *other == at && (writes || *written))
            {
                let message = format!("`{}` is memory that another argument is, too", param.name);
                return Err(Ended::wrong(&KER_E_ALIAS, "one", message));
            }
            seen.push((at, writes));
        }
        Ok(())
    }

    /// What the parameters get; local memory is new.
    fn arguments(&mut self, launch: &Launch) -> Run<Vec<Value>> {
        let mut out = Vec::with_capacity(launch.arguments.len());
        let function = &self.plan.kernels[launch.kernel.0].function;
        for (param, argument) in function.params.iter().zip(&launch.arguments) {
            out.push(match argument {
                Argument::Buffer(id) => Value::Address(self.memory_of(*id)),
                Argument::Local { element, count } => {
                    let count = sizes::room(count, &self.sizes)?;
                    let size = layout::layout(element, &[]).map_or(1, |l| l.size);
                    let shape = Shape {
                        name: &param.name,
                        space: Space::Local,
                        cell: cell(element),
                        length: count.max(1).checked_mul(size).ok_or(Ended::Limit("memory"))?,
                        shared: true,
                    };
                    self.machine.memory.admit(&shape, self.machine.most_bytes)?;
                    Value::Address(self.machine.memory.array(&shape))
                }
                Argument::Size(size, t) => {
                    let exact = sizes::exact(size, &self.sizes)?;
                    let value = numbers::wrapped(*t, exact);
                    if numbers::whole(value) != Some(exact) {
                        let message = format!("`{size}` = {exact} does not fit a parameter of type {t}");
                        return Err(Ended::wrong(&KER_E_LAUNCH, "fits", message));
                    }
                    Value::Number(value)
                }
                Argument::Input(number) => {
                    let value = self.inputs.get(*number).and_then(elder_syntax::Value::as_scalar);
                    Value::Number(
                        value.ok_or_else(|| {
                            Ended::unchecked(format!("parameter number {number} is no scalar"))
                        })?,
                    )
                }
                Argument::Value(value) => Value::Number(PrimValue::clone(value)),
            });
        }
        Ok(out)
    }
}

/// How many places there are, if that is a number.
fn number(sizes: [usize; 3]) -> Option<usize> {
    let [x, y, z] = sizes;
    x.checked_mul(y)?.checked_mul(z)
}

/// The place of number `at`, dimension 0 running fastest.
fn unrank(at: usize, sizes: [usize; 3]) -> [usize; 3] {
    [at % sizes[0], at / sizes[0] % sizes[1], at / sizes[0] / sizes[1]]
}
