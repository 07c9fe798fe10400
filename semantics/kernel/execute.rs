//! Statements that an item executes by itself.

use super::failure::{Ended, Run};
use super::machine::{Frame, Machine, Value};
use super::memory::{Address, Shape};
use elder_kernel::c::{Space, Type};
use elder_kernel::layout;
use elder_kernel::tree::{Array, For, Routine, Stmt, StmtKind};
use elder_syntax::prim::{PrimType, PrimValue};

/// How a statement ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Flow {
    /// The next one follows.
    On,
    /// The innermost loop ends.
    Break,
    /// The routine ends.
    Return(Option<PrimValue>),
}

impl Machine<'_> {
    /// Executes a routine to its end.
    pub fn routine(&mut self, routine: &Routine, frame: &mut Frame) -> Run<Option<PrimValue>> {
        match self.block(&routine.body, frame)? {
            Flow::Return(value) => Ok(value),
            Flow::On | Flow::Break => Ok(None),
        }
    }

    /// Executes statements one after the other.
    pub fn block(&mut self, body: &[Stmt], frame: &mut Frame) -> Run<Flow> {
        for stmt in body {
            let flow = self.statement(stmt, frame).map_err(|ended| ended.at(stmt.span))?;
            if let Some(race) = self.memory.race.take() {
                self.memory.race = Some(race.at(stmt.span));
            }
            match flow {
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn statement(&mut self, stmt: &Stmt, frame: &mut Frame) -> Run<Flow> {
        self.step()?;
        match &stmt.kind {
            StmtKind::Declare(slot, value) => {
                frame.values[*slot] = match value {
                    Some(value) => self.value(value, frame)?,
                    None => Value::Unwritten,
                };
            }
            StmtKind::Array(array) => self.array(array, frame)?,
            StmtKind::Allocate(array) => {
                let length = self.integer(&array.count, frame)?;
                let shape = self.shape(array, length)?;
                frame.values[array.slot] = Value::Address(self.memory.on_heap(&shape));
            }
            StmtKind::Free(array) => {
                let at = self.address(array, frame)?;
                self.memory.free(at)?;
            }
            StmtKind::Assign(slot, value) => frame.values[*slot] = self.value(value, frame)?,
            StmtKind::Store(access, value) => self.store(access, value, frame)?,
            StmtKind::For(f) if f.shared > 0 && !self.in_shared => return self.shared_loop(f, frame),
            StmtKind::For(f) => {
                frame.values[f.slot] = self.value(&f.first, frame)?;
                while self.truth(&f.test, frame)? {
                    self.step()?;
                    match self.block(&f.body, frame)? {
                        Flow::On => {}
                        Flow::Break => break,
                        flow => return Ok(flow),
                    }
                    frame.values[f.slot] = self.value(&f.next, frame)?;
                }
            }
            StmtKind::If(condition, then, otherwise) => {
                let chosen = if self.truth(condition, frame)? {
                    then
                } else {
                    otherwise
                };
                return self.block(chosen, frame);
            }
            StmtKind::While(condition, body) => {
                while self.truth(condition, frame)? {
                    self.step()?;
                    match self.block(body, frame)? {
                        Flow::On => {}
                        Flow::Break => break,
                        flow => return Ok(flow),
                    }
                }
            }
            StmtKind::Block(body) => return self.block(body, frame),
            StmtKind::Evaluate(e) => {
                self.number(e, frame)?;
            }
            StmtKind::Return(None) => return Ok(Flow::Return(None)),
            StmtKind::Return(Some(e)) => return Ok(Flow::Return(Some(self.number(e, frame)?))),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Barrier(_) | StmtKind::Exchange { .. } => {
                return Err(Ended::unchecked("one item alone comes to where several meet"));
            }
        }
        Ok(Flow::On)
    }

    /// A loop whose rounds go to threads: an interval of its own, in which each round of the innermost loop is another item.
    fn shared_loop(&mut self, f: &For, frame: &mut Frame) -> Run<Flow> {
        let outer = self.memory.who;
        self.begin_launch();
        self.in_shared = true;
        let mut round = 0;
        let result = self.shared_rounds(f, f.shared, &mut round, frame);
        self.in_shared = false;
        self.memory.who = outer;
        self.begin_launch();
        result
    }

    fn shared_rounds(&mut self, f: &For, loops: u32, round: &mut u32, frame: &mut Frame) -> Run<Flow> {
        frame.values[f.slot] = self.value(&f.first, frame)?;
        while self.truth(&f.test, frame)? {
            self.step()?;
            match f.body.as_slice() {
                [
                    Stmt {
                        kind: StmtKind::For(inner),
                        ..
                    },
                ] if loops > 1 => {
                    self.shared_rounds(inner, loops - 1, round, frame)?;
                }
                _ if loops > 1 => {
                    return Err(Ended::unchecked(
                        "loops that are shared as one are not perfectly nested",
                    ));
                }
                body => {
                    *round += 1;
                    self.memory.who.item = *round;
                    if self.block(body, frame)? != Flow::On {
                        return Err(Ended::unchecked("a loop that threads share is left"));
                    }
                }
            }
            frame.values[f.slot] = self.value(&f.next, frame)?;
        }
        Ok(Flow::On)
    }

    /// From here on accesses are in order after all before.
    pub fn begin_launch(&mut self) {
        self.launches += 1;
        self.memory.who.launch = self.launches;
    }

    /// A declaration of an array; one of a group is the first of its items' to come there.
    fn array(&mut self, array: &Array, frame: &mut Frame) -> Run {
        let of_group = array.space == Space::Local;
        let known = match of_group {
            true => self.group_arrays.get(array.number).copied().flatten(),
            false => frame.arrays[array.number],
        };
        if let (true, Some(at)) = (of_group, known) {
            frame.values[array.slot] = Value::Address(Address { array: at, offset: 0 });
            return Ok(());
        }
        let count = self.integer(&array.count, frame)?;
        let size = layout::layout(&array.element, &[]).map_or(1, |l| l.size) as i64;
        let shape = self.shape(array, count.saturating_mul(size))?;
        let at = match known {
            Some(at) if self.memory.renew(at, shape.length) => Address { array: at, offset: 0 },
            _ => self.memory.array(&shape),
        };
        match of_group {
            true => {
                if self.group_arrays.len() <= array.number {
                    self.group_arrays.resize(array.number + 1, None);
                }
                self.group_arrays[array.number] = Some(at.array);
            }
            false => frame.arrays[array.number] = Some(at.array),
        }
        frame.values[array.slot] = Value::Address(at);
        Ok(())
    }

    fn shape<'a>(&self, array: &'a Array, bytes: i64) -> Run<Shape<'a>> {
        let length = usize::try_from(bytes).ok();
        let length = length.ok_or_else(|| Ended::unchecked(format!("`{}` has {bytes} bytes", array.name)))?;
        let shape = Shape {
            name: &array.name,
            space: array.space,
            cell: cell(&array.element),
            length,
            shared: self.threads || array.space != Space::Private,
        };
        self.memory.admit(&shape, self.most_bytes)?;
        Ok(shape)
    }
}

/// Bytes of the scalars of an element.
pub(super) fn cell(element: &Type) -> usize {
    match element {
        Type::Scalar(t) | Type::Vector(t, _) => PrimType::bytes(*t),
        _ => 1,
    }
}
