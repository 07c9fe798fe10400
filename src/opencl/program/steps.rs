//! The steps of a host program.

use super::LoadedProgram;
use super::entry::Prepared;
use super::values::named;
use crate::device::{Device, Part, scalar_bytes};
use crate::error::Error;
use crate::pool::Block;
use crate::run::{self, Shown, Timeline, decode, read_scalar};
use elder_kernel::host::{Asked, Body, Form, Limit, Loop, Observed, Operand, Site, Step, Var, positions};
use elder_scalar::Nothing;
use elder_syntax::diagnostic::with_numbers;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::stack;
use elder_syntax::{Diagnostic, Name, Span};

/// What a variable is.
pub(super) enum Slot<M> {
    /// Not bound, or gone.
    Empty,
    /// A scalar.
    Scalar(PrimValue),
    /// A block; the slot is one of those who count it.
    Block(Elements<M>),
}

/// A block of some elements.
pub(super) struct Elements<M> {
    pub(super) block: Block<M>,
    pub(super) element: PrimType,
    pub(super) count: usize,
}

impl<M> Slot<M> {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Slot::Empty)
    }

    /// What it is, and a scalar stays.
    pub(super) fn take(&mut self) -> Slot<M> {
        match self {
            Slot::Scalar(value) => Slot::Scalar(*value),
            _ => std::mem::replace(self, Slot::Empty),
        }
    }
}

impl<M> Clone for Slot<M> {
    fn clone(&self) -> Slot<M> {
        match self {
            Slot::Empty => Slot::Empty,
            Slot::Scalar(value) => Slot::Scalar(*value),
            Slot::Block(of) => Slot::Block(Elements {
                block: of.block.clone(),
                ..*of
            }),
        }
    }
}

/// A run of an entry point, or of a constant.
pub(super) struct Run<'p, 'd, D: Device> {
    pub(super) program: &'p LoadedProgram<'d, D>,
    /// What is run.
    called: &'p Name,
    /// What its variables are called, by number.
    names: &'p [Name],
    /// How many of the constants it may use.
    before: usize,
    /// The variables, by number.
    slots: Vec<Slot<D::Memory>>,
    /// What bodies gave and nothing is bound to yet, the last body's on top.
    handed: Vec<Slot<D::Memory>>,
    /// What is ready to run, by the number of the entry.
    pub(super) prepared: Vec<Option<Box<Prepared<'p, D>>>>,
    /// The record of failures, when an entry wanted one.
    pub(super) record: Option<Block<D::Memory>>,
    /// The number of the entry that was done last.
    pub(super) last: Option<usize>,
    /// What was shown so far.
    shown: Vec<Shown>,
}

impl<'p, 'd, D: Device> Run<'p, 'd, D> {
    /// A run of what is called so and has variables of these names, where it may use so many constants.
    pub(super) fn new(
        program: &'p LoadedProgram<'d, D>,
        called: &'p Name,
        names: &'p [Name],
        before: usize,
    ) -> Self {
        let mut slots = Vec::new();
        slots.resize_with(names.len(), || Slot::Empty);
        let mut prepared = Vec::new();
        prepared.resize_with(program.entries.len(), || None);
        Run {
            program,
            called,
            names,
            before,
            slots,
            handed: Vec::new(),
            prepared,
            record: None,
            last: None,
            shown: Vec::new(),
        }
    }

    /// Does the steps of the body.
    pub(super) fn execute(&mut self, body: &'p Body, timeline: &mut Timeline<D>) -> Result<(), Error> {
        self.body(body, timeline)
    }

    /// What a constant is: computed now if nobody has used it.
    fn constant(&self, number: usize, timeline: &mut Timeline<D>) -> Result<Vec<Slot<D::Memory>>, Error> {
        let program = self.program;
        let constant = program.constants.get(number).filter(|_| number < self.before);
        let constant = constant.ok_or_else(|| self.wrong("there is no such constant before this"))?;
        if let Some(kept) = program.kept.borrow().get(&number) {
            return Ok(kept.clone());
        }
        let mut run = Run::new(program, &constant.name, &constant.names, number);
        stack::deep(RED_ZONE, MORE, || run.execute(&constant.body, timeline))?;
        let (given, _) = run.results();
        program.kept.borrow_mut().insert(number, given.clone());
        Ok(given)
    }

    /// What the body gave, and what was shown on the way.
    pub(super) fn results(mut self) -> (Vec<Slot<D::Memory>>, Vec<Shown>) {
        (std::mem::take(&mut self.handed), std::mem::take(&mut self.shown))
    }

    pub(super) fn bind_size(&mut self, var: Var, size: i64) -> Result<(), Error> {
        self.bind(var, Slot::Scalar(PrimValue::I64(size)))
    }

    pub(super) fn bind(&mut self, var: Var, to: Slot<D::Memory>) -> Result<(), Error> {
        match self.slots.get_mut(var.index()) {
            Some(slot) => {
                *slot = to;
                Ok(())
            }
            None => Err(self.wrong(format!("there is no variable number {}", var.0))),
        }
    }

    /// A mistake in the program.
    #[cold]
    pub(super) fn wrong(&self, message: impl Into<String>) -> Error {
        Error::plan(self.called, message)
    }

    #[cold]
    fn not(&self, var: Var, what: &str) -> Error {
        self.wrong(format!(
            "`{}` (number {}) is {what}",
            named(self.names, var),
            var.0
        ))
    }

    /// The value of a scalar.
    #[inline]
    pub(super) fn scalar(&self, operand: Operand) -> Result<PrimValue, Error> {
        match operand {
            Operand::Const(value) => Ok(value),
            Operand::Var(var) => match self.slots.get(var.index()) {
                Some(Slot::Scalar(value)) => Ok(*value),
                _ => Err(self.not(var, "no scalar here")),
            },
        }
    }

    /// A number of elements, or of one.
    fn size(&self, operand: Operand, what: &str) -> Result<usize, Error> {
        match self.scalar(operand)? {
            PrimValue::I64(size) => {
                usize::try_from(size).map_err(|_| self.wrong(format!("{what} is {size}")))
            }
            other => Err(self.wrong(format!("{what} has type {}", other.prim_type()))),
        }
    }

    pub(super) fn truth(&self, operand: Operand) -> Result<bool, Error> {
        match self.scalar(operand)? {
            PrimValue::Bool(truth) => Ok(truth),
            other => Err(self.wrong(format!("a condition has type {}", other.prim_type()))),
        }
    }

    pub(super) fn elements(&self, var: Var) -> Result<&Elements<D::Memory>, Error> {
        match self.slots.get(var.index()) {
            Some(Slot::Block(elements)) => Ok(elements),
            _ => Err(self.not(var, "no block here")),
        }
    }

    pub(super) fn elements_mut(&mut self, var: Var) -> Option<&mut Elements<D::Memory>> {
        match self.slots.get_mut(var.index()) {
            Some(Slot::Block(elements)) => Some(elements),
            _ => None,
        }
    }

    /// Where so many elements from one on begin in a block, and how many bytes they are.  No elements are a part of any block, wherever that would begin.
    fn part(
        &self,
        block: Var,
        (offset, what): (Operand, &str),
        count: usize,
    ) -> Result<(&Elements<D::Memory>, usize, usize), Error> {
        let of = self.elements(block)?;
        if count == 0 {
            return Ok((of, 0, 0));
        }
        let offset = self.size(offset, what)?;
        if offset.checked_add(count).is_none_or(|end| end > of.count) {
            let (name, whole) = (named(self.names, block), of.count);
            return Err(self.wrong(format!(
                "{count} elements from {offset} on are not of `{name}`, which has {whole}"
            )));
        }
        Ok((of, offset * of.element.bytes(), count * of.element.bytes()))
    }

    /// A scalar, or a block, which is handed over.
    fn hand_over(&mut self, operand: Operand) -> Result<(), Error> {
        let slot = match operand {
            Operand::Const(value) => Slot::Scalar(value),
            Operand::Var(var) => match self.slots.get_mut(var.index()).map(Slot::take) {
                None | Some(Slot::Empty) => return Err(self.not(var, "gone or never bound")),
                Some(slot) => slot,
            },
        };
        self.handed.push(slot);
        Ok(())
    }

    /// Binds what was handed over last.
    fn receive(&mut self, to: impl DoubleEndedIterator<Item = Var>) -> Result<(), Error> {
        for var in to.rev() {
            let slot = self.handed.pop();
            let slot = slot.ok_or_else(|| self.wrong("a body gives less than is bound to it"))?;
            self.bind(var, slot)?;
        }
        Ok(())
    }

    /// Does the steps of a body; what it gives is handed over.
    fn body(&mut self, body: &'p Body, timeline: &mut Timeline<D>) -> Result<(), Error> {
        stack::deep(RED_ZONE, MORE, || {
            for step in &body.steps {
                self.step(step, timeline)?;
            }
            body.results.iter().try_for_each(|result| self.hand_over(*result))
        })
    }

    fn step(&mut self, step: &'p Step, timeline: &mut Timeline<D>) -> Result<(), Error> {
        let device = self.program.device;
        match step {
            Step::Let {
                var,
                function,
                operands,
                site,
            } => {
                let mut values = [PrimValue::Bool(false); 3];
                let values = values.get_mut(..operands.len()).unwrap_or_default();
                for (to, from) in values.iter_mut().zip(operands) {
                    *to = self.scalar(*from)?;
                }
                match (elder_scalar::apply(*function, values), site) {
                    (Ok(value), _) => self.bind(*var, Slot::Scalar(value)),
                    (Err(Nothing::Undefined), Some(site)) => Err(stopped(site, values)),
                    (Err(_), _) => Err(self.wrong(format!("{function} has no value for {values:?}"))),
                }
            }
            Step::Ask { var, number } => {
                let limits = device.limits();
                let number = match number {
                    Asked::Tuned { default, .. } => *default,
                    Asked::Limit(Limit::Group) => i64::try_from(limits.work_group).unwrap_or(i64::MAX),
                    Asked::Limit(Limit::Local) => i64::try_from(limits.local_memory).unwrap_or(i64::MAX),
                    Asked::Limit(Limit::Cores) => i64::from(limits.compute_units),
                    Asked::Limit(Limit::Memory) => i64::try_from(limits.memory).unwrap_or(i64::MAX),
                };
                self.bind(*var, Slot::Scalar(PrimValue::I64(number.max(1))))
            }
            Step::Check { holds, numbers, site } => {
                if self.truth(*holds)? {
                    return Ok(());
                }
                let numbers: Result<Vec<_>, _> = numbers.iter().map(|number| self.scalar(*number)).collect();
                Err(stopped(site, &numbers?))
            }
            Step::Alloc {
                var,
                element,
                count,
                span,
            } => {
                let count = self.size(*count, "the number of elements of a block")?;
                let block = self
                    .allocate(*var, *element, count)
                    .map_err(|error| error.at(*span))?;
                self.bind(*var, Slot::Block(block))
            }
            Step::Share { var, of, .. } => {
                let Elements {
                    block,
                    element,
                    count,
                } = self.elements(*of)?;
                let same = Elements {
                    block: block.clone(),
                    element: *element,
                    count: *count,
                };
                self.bind(*var, Slot::Block(same))
            }
            Step::Use { constant, results } => {
                let kept = self.constant(*constant, timeline)?;
                if kept.len() != results.len() {
                    return Err(self.wrong("a constant gives other results than are bound to it"));
                }
                let mut all = results.iter().zip(kept);
                all.try_for_each(|((var, _), slot)| self.bind(*var, slot))
            }
            Step::Drop(var) => {
                self.elements(*var)?;
                self.bind(*var, Slot::Empty)
            }
            Step::Read {
                var, block, index, ..
            } => {
                let (of, ..) = self.part(*block, (*index, "an index"), 1)?;
                let index = self.size(*index, "an index")?;
                let value = read_scalar(device, of.block.memory(), of.element, index)?;
                self.bind(*var, Slot::Scalar(value))
            }
            Step::Write { block, index, value } => {
                let value = self.scalar(*value)?;
                let (of, offset, _) = self.part(*block, (*index, "an index"), 1)?;
                self.fits(of, value)?;
                let (bytes, width) = scalar_bytes(value);
                device.write(of.block.memory(), offset, &bytes[..width])
            }
            Step::Copy {
                from,
                from_offset,
                to,
                to_offset,
                count,
            } => {
                let count = self.size(*count, "the number of elements of a copy")?;
                let (source, from_byte, bytes) = self.part(*from, (*from_offset, "an offset"), count)?;
                let (target, to_byte, _) = self.part(*to, (*to_offset, "an offset"), count)?;
                if source.element != target.element {
                    return Err(self.not(*to, "of another type than what is copied to it"));
                }
                if source.block.is(&target.block) && from_byte.abs_diff(to_byte) < bytes {
                    return Err(self.not(*to, "where what is copied to it is"));
                }
                if bytes == 0 {
                    return Ok(());
                }
                let source = Part {
                    of: source.block.memory(),
                    offset: from_byte,
                };
                let target = Part {
                    of: target.block.memory(),
                    offset: to_byte,
                };
                timeline.note(
                    device,
                    run::Asked::copy(bytes),
                    device.copy(source, target, bytes)?,
                )
            }
            Step::Fill {
                block,
                offset,
                count,
                value,
            } => {
                let count = self.size(*count, "the number of elements of a fill")?;
                let value = self.scalar(*value)?;
                let (of, offset, bytes) = self.part(*block, (*offset, "an offset"), count)?;
                self.fits(of, value)?;
                if bytes == 0 {
                    return Ok(());
                }
                let to = Part {
                    of: of.block.memory(),
                    offset,
                };
                timeline.note(device, run::Asked::fill(bytes), device.fill(to, value, bytes)?)
            }
            Step::Do { entry, .. } => {
                let place = self
                    .program
                    .entries
                    .get(*entry)
                    .map_or(Span::NONE, |takes| takes.span);
                timeline.place = place;
                let done = self.launch(step, timeline);
                timeline.place = Span::NONE;
                done.map_err(|error| error.at(place))
            }
            Step::Observe(of) => self.observe(of),
            Step::If {
                condition,
                then,
                otherwise,
                results,
            } => {
                let chosen = if self.truth(*condition)? { then } else { otherwise };
                self.body(chosen, timeline)?;
                self.receive(results.iter().map(|(var, _)| *var))
            }
            Step::Loop(of) => self.repeat(of, timeline),
        }
    }

    /// A block of so many elements.
    pub(super) fn allocate(
        &self,
        var: Var,
        element: PrimType,
        count: usize,
    ) -> Result<Elements<D::Memory>, Error> {
        let what = || format!("block `{}` of `{}`", named(self.names, var), self.called);
        let bytes = count.saturating_mul(element.bytes());
        let block = self.program.pool.allocate(self.program.device, bytes, &what)?;
        Ok(Elements {
            block,
            element,
            count,
        })
    }

    /// An array is read back and shown.
    fn observe(&mut self, observed: &Observed) -> Result<(), Error> {
        let number = |operand| match self.scalar(operand)? {
            PrimValue::I64(number) => Ok(number),
            other => Err(self.wrong(format!("a size has type {}", other.prim_type()))),
        };
        let offset = number(observed.offset)?;
        let mut dims = Vec::with_capacity(observed.dims.len());
        for (size, stride) in &observed.dims {
            dims.push((number(*size)?, number(*stride)?));
        }
        let of = self.elements(observed.block)?;
        let width = of.element.bytes();
        let mut bytes = vec![0; of.count * width];
        self.program.device.read(of.block.memory(), 0, &mut bytes)?;
        let part = |at: Option<usize>| bytes.chunks_exact(width).nth(at?);
        let picked: Option<Vec<&[u8]>> = positions(offset, &dims).map(part).collect();
        let shape = dims.iter().map(|(size, _)| usize::try_from(*size).unwrap_or(0));
        let value = picked.and_then(|picked| decode(of.element, shape.collect(), &picked.concat()));
        let value = value.ok_or_else(|| self.not(observed.block, "without an element that is shown"))?;
        let entry = self.last.and_then(|last| self.program.entries.get(last));
        self.shown.push(Shown {
            name: observed.name.clone(),
            behind: entry.map(|entry| entry.name.clone()),
            value,
        });
        Ok(())
    }

    fn fits(&self, elements: &Elements<D::Memory>, value: PrimValue) -> Result<(), Error> {
        match value.prim_type() == elements.element {
            true => Ok(()),
            false => Err(self.wrong(format!(
                "a {} is written to elements of type {}",
                value.prim_type(),
                elements.element
            ))),
        }
    }

    fn repeat(&mut self, of: &'p Loop, timeline: &mut Timeline<D>) -> Result<(), Error> {
        let params = || of.params.iter().map(|(var, ..)| *var);
        for (.., first) in &of.params {
            self.hand_over(*first)?;
        }
        self.receive(params())?;
        match of.form {
            Form::For { index, ty, bound } => {
                let bound = elder_scalar::whole(self.scalar(bound)?);
                let bound =
                    bound.ok_or_else(|| self.wrong("the number of rounds of a loop is no integer"))?;
                let mut round = 0;
                while round < bound {
                    self.bind(index, Slot::Scalar(ty.number(round)))?;
                    self.body(&of.body, timeline)?;
                    self.receive(params())?;
                    round += 1;
                }
            }
            Form::While(number) => {
                let condition = of.params.get(number).map(|(var, ..)| Operand::Var(*var));
                let condition = condition.ok_or_else(|| self.wrong("the condition of a loop is missing"))?;
                while self.truth(condition)? {
                    self.body(&of.body, timeline)?;
                    self.receive(params())?;
                }
            }
        }
        for var in params() {
            self.hand_over(Operand::Var(var))?;
        }
        if of.results.len() != of.params.len() {
            return Err(self.wrong("a loop binds other results than it gives"));
        }
        self.receive(of.results.iter().map(|(var, _)| *var))
    }
}

/// The failure of a site.
#[cold]
fn stopped(site: &Site, numbers: &[PrimValue]) -> Error {
    let refusal = match site.premise.premise {
        Some(_) => site.premise.rule.refuse(site.premise.key()),
        None => site.premise,
    };
    let message = with_numbers(
        &site.message,
        numbers.iter().map(|number| elder_scalar::text(*number)),
    );
    Error::Refused(Box::new(Diagnostic::error(refusal, site.span, message)))
}

/// What the functions between two bodies need at most.
const RED_ZONE: usize = 64 * 1024;
/// What is added when less is left.
const MORE: usize = 1024 * 1024;
