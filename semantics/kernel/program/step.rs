//! What steps and bodies do.

use super::cells::Cells;
use super::store::{Block, BlockId};
use super::{Call, Done, Machine, Shown, Slot, is_mistake};
use crate::failure::{Fail, Failure, Run};
use crate::numeric::{self, NumericError};
use crate::options::Limits;
use elder_kernel::host::{
    Asked, Body, Form, Kind, Limit, Loop, Observed, Operand, Site, Step, Var, count, display, positions,
};
use elder_kernel::rules::host::{
    KER_H_ALLOC, KER_H_CHECK, KER_H_COPY, KER_H_DO, KER_H_DROP, KER_H_FILL, KER_H_FOR, KER_H_IF, KER_H_LET,
    KER_H_LIMIT, KER_H_OBSERVE, KER_H_READ, KER_H_SHARE, KER_H_TUNED, KER_H_USE, KER_H_WHILE, KER_H_WRITE,
    KER_P_APART, KER_P_LEAK, KER_P_LIVE,
};
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use elder_syntax::{Rule, Value};
use std::ops::Range;
use std::time::Instant;

/// The most elements of an array that are handed on when it is shown.
const SHOWN: i64 = 1 << 22;

/// The arguments of an entry.
struct Arguments<'s> {
    entry: usize,
    sizes: &'s [Operand],
    scalars: &'s [Operand],
    reads: &'s [Var],
    writes: &'s [Var],
    updates: &'s [Var],
}

impl Machine<'_> {
    /// Steps one after the other, with these variables bound; what is given is handed over.
    pub(super) fn body(&mut self, body: &Body, params: Vec<(Var, Slot)>) -> Run<Vec<Slot>> {
        elder_syntax::stack::deep(64 * 1024, 1024 * 1024, || {
            let mut bound = Vec::with_capacity(params.len());
            for (var, slot) in params {
                self.bind(&mut bound, var, slot)?;
            }
            for step in &body.steps {
                self.tick()?;
                let binds = self.step(step).map_err(|failure| self.within(step, failure))?;
                for (var, slot) in binds {
                    self.bind(&mut bound, var, slot)?;
                }
            }
            let given = self.given(&body.results)?;
            KER_P_LEAK.apply();
            for var in bound {
                if let Slot::Block(_) = std::mem::replace(&mut self.slots[var.index()], Slot::Unbound) {
                    let message = format!("`{}` is neither dropped nor handed over", self.name(var));
                    return Err(self.wrong(&KER_P_LEAK, "dropped", message));
                }
            }
            Ok(given)
        })
    }

    /// A mistake, with the innermost step that made it.
    fn within(&self, step: &Step, failure: Fail) -> Fail {
        match failure.notes.is_empty() && is_mistake(&failure) {
            true => {
                let line = display::step(step, &self.names, &self.entry_names, &self.constant_names);
                failure.with_note(format!("in the step `{line}`"))
            }
            false => failure,
        }
    }

    /// A variable of the body at hand.
    fn bind(&mut self, bound: &mut Vec<Var>, var: Var, slot: Slot) -> Run<()> {
        match self.slots.get_mut(var.index()) {
            Some(own @ Slot::Unbound) => {
                *own = slot;
                bound.push(var);
                Ok(())
            }
            _ => Err(self.malformed(format!("`{}` is bound again", self.name(var)))),
        }
    }

    /// What operands stand for; blocks are handed over.
    fn given(&mut self, operands: &[Operand]) -> Run<Vec<Slot>> {
        operands.iter().map(|operand| self.handed(*operand)).collect()
    }

    fn handed(&mut self, operand: Operand) -> Run<Slot> {
        let Operand::Var(var) = operand else {
            return self.scalar(operand).map(Slot::Scalar);
        };
        match self.slots.get(var.index()) {
            Some(Slot::Block(_) | Slot::Gone) => self.taken(var).map(Slot::Block),
            _ => self.scalar(operand).map(Slot::Scalar),
        }
    }

    /// KER-P-LIVE: the block of a variable, whose count is gone with that.
    fn taken(&mut self, var: Var) -> Run<BlockId> {
        let id = self.block(var)?;
        self.slots[var.index()] = Slot::Gone;
        Ok(id)
    }

    /// KER-P-LIVE: the block of a variable.
    fn block(&self, var: Var) -> Run<BlockId> {
        KER_P_LIVE.apply();
        match self.slots.get(var.index()) {
            Some(Slot::Block(id)) => Ok(*id),
            Some(Slot::Gone) => {
                let message = format!("`{}` was dropped or handed over before", self.name(var));
                Err(self.wrong(&KER_P_LIVE, "live", message))
            }
            _ => Err(self.malformed(format!("`{}` is no block in scope", self.name(var)))),
        }
    }

    /// What a block is.
    fn stored(&self, id: BlockId) -> Run<&Block> {
        self.store
            .get(id)
            .ok_or_else(|| self.malformed("a block that is gone"))
    }

    fn cells(&self, var: Var) -> Run<&Cells> {
        Ok(&self.stored(self.block(var)?)?.cells)
    }

    /// What a block of the program is, to be written by a step of this rule.
    fn written(&mut self, var: Var, rule: &'static Rule) -> Run<&mut Cells> {
        let id = self.block(var)?;
        if self.stored(id)?.is_foreign {
            let message = format!("`{}` is not the program's to write to", self.name(var));
            return Err(self.wrong(rule, "own", message));
        }
        let span = self.span();
        let block = self.store.get_mut(id);
        match block {
            Some(block) => Ok(&mut block.cells),
            None => Err(Failure::internal(span, "a block that is gone")),
        }
    }

    /// KER-H-LIMIT: room for so many elements.
    pub(super) fn room(&self, element: PrimType, count: u64) -> Run<()> {
        let bytes = count.saturating_mul(element.bytes() as u64);
        if bytes > isize::MAX as u64 || !self.store.memory().admits(bytes) {
            let message = format!("{bytes} more bytes of blocks are not to be had");
            return Err(Failure::limit(&KER_H_LIMIT, "memory", self.span(), message));
        }
        self.spend(count)
    }

    /// KER-H-LIMIT: so many elements are touched.
    fn spend(&self, count: u64) -> Run<()> {
        match self.store.memory().spend(count) {
            true => Ok(()),
            false => Err(self.no_fuel()),
        }
    }

    /// As a number is written in messages.
    pub(super) fn shown(&self, value: PrimValue) -> String {
        match numeric::whole(value) {
            Some(whole) => whole.to_string(),
            None => Value::scalar(value).to_string(),
        }
    }

    /// Does a step; gives what it binds in the body where it stands.
    fn step(&mut self, step: &Step) -> Run<Vec<(Var, Slot)>> {
        let nothing = |()| Vec::new();
        match step {
            Step::Let {
                var,
                function,
                operands,
                site,
            } => self
                .function(*function, operands, site.as_ref())
                .map(|value| vec![(*var, Slot::Scalar(value))]),
            Step::Ask { var, number } => {
                KER_H_TUNED.apply();
                let number = self.asked(number);
                Ok(vec![(*var, Slot::Scalar(PrimValue::I64(number)))])
            }
            Step::Check { holds, numbers, site } => self.check(*holds, numbers, site).map(nothing),
            Step::Alloc {
                var, element, count, ..
            } => self
                .alloc(*var, *element, *count)
                .map(|id| vec![(*var, Slot::Block(id))]),
            Step::Share { var, of, .. } => {
                KER_H_SHARE.apply();
                let id = self.block(*of)?;
                self.store.share(id);
                Ok(vec![(*var, Slot::Block(id))])
            }
            Step::Use { constant, results } => {
                let kept = self.constant(*constant)?;
                self.bound(results, kept)
            }
            Step::Drop(var) => {
                KER_H_DROP.apply();
                let id = self.taken(*var)?;
                self.store.release(id);
                Ok(Vec::new())
            }
            Step::Read {
                var,
                element,
                block,
                index,
            } => {
                let value = self.read(*block, *index)?;
                self.typed(Kind::Scalar(*element), Slot::Scalar(value))?;
                Ok(vec![(*var, Slot::Scalar(value))])
            }
            Step::Write { block, index, value } => self.write(*block, *index, *value).map(nothing),
            Step::Copy {
                from,
                from_offset,
                to,
                to_offset,
                count,
            } => self
                .copy((*from, *from_offset), (*to, *to_offset), *count)
                .map(nothing),
            Step::Fill {
                block,
                offset,
                count,
                value,
            } => self.fill(*block, *offset, *count, *value).map(nothing),
            Step::Do {
                entry,
                sizes,
                scalars,
                reads,
                writes,
                updates,
            } => self
                .entry(&Arguments {
                    entry: *entry,
                    sizes,
                    scalars,
                    reads,
                    writes,
                    updates,
                })
                .map(nothing),
            Step::Observe(of) => self.observe(of).map(nothing),
            Step::If {
                condition,
                then,
                otherwise,
                results,
            } => {
                KER_H_IF.apply();
                let chosen = if self.holds(*condition)? { then } else { otherwise };
                let given = self.body(chosen, Vec::new())?;
                self.bound(results, given)
            }
            Step::Loop(of) => {
                let last = self.looping(of)?;
                self.bound(&of.results, last)
            }
        }
    }

    /// KER-H-USE: what a constant is, of each block another count.
    fn constant(&mut self, number: usize) -> Run<Vec<Slot>> {
        KER_H_USE.apply();
        let constants = self.constants;
        let constant = constants.get(number).filter(|_| number < self.before);
        let (Some(constant), Some(kept)) = (constant, self.kept.get(number)) else {
            return Err(self.malformed("there is no such constant before this"));
        };
        let kept = match kept {
            Some(kept) => kept.clone(),
            None => {
                let slots = vec![Slot::Unbound; constant.names.len()];
                let slots = std::mem::replace(&mut self.slots, slots);
                let names = std::mem::replace(&mut self.names, display::variables(&constant.names));
                let span = std::mem::replace(&mut self.span, constant.span);
                let before = std::mem::replace(&mut self.before, number);
                let given = self.body(&constant.body, Vec::new());
                (self.slots, self.names, self.span, self.before) = (slots, names, span, before);
                let given = given?;
                for slot in &given {
                    if let Slot::Block(id) = slot
                        && let Some(block) = self.store.get_mut(*id)
                    {
                        block.is_foreign = true;
                    }
                }
                self.kept[number] = Some(given.clone());
                given
            }
        };
        for slot in &kept {
            if let Slot::Block(id) = slot {
                self.store.share(*id);
            }
        }
        Ok(kept)
    }

    /// Variables with what is given for them.
    fn bound(&self, results: &[(Var, Kind)], given: Vec<Slot>) -> Run<Vec<(Var, Slot)>> {
        if results.len() != given.len() {
            return Err(self.malformed(format!("{} results are given for {}", given.len(), results.len())));
        }
        let pairs = results.iter().zip(given);
        pairs
            .map(|((var, kind), slot)| self.typed(*kind, slot).map(|()| (*var, slot)))
            .collect()
    }

    /// That something is of the kind that its variable says.
    fn typed(&self, kind: Kind, slot: Slot) -> Run<()> {
        let found = match slot {
            Slot::Scalar(value) => Some(Kind::Scalar(value.prim_type())),
            Slot::Block(id) => Some(Kind::Block(self.stored(id)?.cells.element())),
            Slot::Unbound | Slot::Gone => None,
        };
        match found == Some(kind) {
            true => Ok(()),
            false => Err(self.malformed(format!("something else is given for a {kind}"))),
        }
    }

    /// KER-H-LET
    fn function(&self, function: PrimFn, operands: &[Operand], site: Option<&Site>) -> Run<PrimValue> {
        KER_H_LET.apply();
        let operands = self.scalars(operands)?;
        let types = operands.iter().map(|operand| operand.prim_type());
        if !types.eq(function.parameters()) {
            return Err(self.malformed(format!("operands that `{function}` does not take")));
        }
        numeric::apply(function, &operands).map_err(|error| match (error, site) {
            (NumericError::Operands, _) => {
                self.malformed(format!("operands that `{function}` does not take"))
            }
            (_, Some(site)) => self.failed(site, &operands),
            (error, None) => self.wrong(&KER_H_LET, "value", format!("`{function}`: {error}")),
        })
    }

    /// KER-H-TUNED: the default, and what small devices have; where the run chooses, any other one, but for memory, of which there is what there is.
    fn asked(&self, number: &Asked) -> i64 {
        let chosen = |name: &str, usual: i64| match self.tuned.get(name) {
            Some(number) => *number,
            None => self.choice.tuned(name, Some(usual)),
        };
        match number {
            Asked::Tuned { name, default } => chosen(name, *default),
            Asked::Limit(Limit::Group) => self.choice.limit("group", 256),
            Asked::Limit(Limit::Local) => self.choice.limit("local", 1 << 15),
            Asked::Limit(Limit::Cores) => self.choice.limit("cores", 8),
            Asked::Limit(Limit::Memory) => i64::try_from(self.store.memory().limit())
                .unwrap_or(i64::MAX)
                .max(1),
        }
    }

    /// KER-H-CHECK
    fn check(&self, holds: Operand, numbers: &[Operand], site: &Site) -> Run<()> {
        KER_H_CHECK.apply();
        match self.holds(holds)? {
            true => Ok(()),
            false => Err(self.failed(site, &self.scalars(numbers)?)),
        }
    }

    /// KER-H-ALLOC
    fn alloc(&mut self, var: Var, element: PrimType, count: Operand) -> Run<BlockId> {
        KER_H_ALLOC.apply();
        let count = self.number(count)?;
        let Ok(elements) = u64::try_from(count) else {
            let message = format!("`{}` would have {count} elements", self.name(var));
            return Err(self.wrong(&KER_H_ALLOC, "size", message));
        };
        self.room(element, elements)?;
        let cells = Cells::unwritten(element, elements as usize);
        Ok(self.store.add(cells, false))
    }

    /// The elements of a part of a block.
    fn part(&self, var: Var, offset: i64, count: i64, rule: &'static Rule) -> Run<Range<usize>> {
        let length = self.cells(var)?.count();
        // No elements are a part of any block, wherever that would begin.
        if count == 0 {
            return Ok(0..0);
        }
        let range = offset.checked_add(count).map(|end| (offset, end));
        match range {
            Some((offset, end)) if offset >= 0 && count >= 0 && end as u64 <= length as u64 => {
                Ok(offset as usize..end as usize)
            }
            _ => {
                let message = format!(
                    "{count} elements from {offset} on of `{}`, which has {length}",
                    self.name(var)
                );
                Err(self.wrong(rule, "inside", message))
            }
        }
    }

    /// KER-H-READ
    fn read(&self, block: Var, index: Operand) -> Run<PrimValue> {
        KER_H_READ.apply();
        let at = self.part(block, self.number(index)?, 1, &KER_H_READ)?.start;
        self.cells(block)?.get(at).ok_or_else(|| {
            let message = format!("element {at} of `{}` was never written", self.name(block));
            self.wrong(&KER_H_READ, "written", message)
        })
    }

    /// KER-H-WRITE
    fn write(&mut self, block: Var, index: Operand, value: Operand) -> Run<()> {
        KER_H_WRITE.apply();
        let at = self.part(block, self.number(index)?, 1, &KER_H_WRITE)?;
        self.set(block, at, value, &KER_H_WRITE)
    }

    /// KER-H-FILL
    fn fill(&mut self, block: Var, offset: Operand, count: Operand, value: Operand) -> Run<()> {
        KER_H_FILL.apply();
        let at = self.part(block, self.number(offset)?, self.number(count)?, &KER_H_FILL)?;
        self.spend(at.len() as u64)?;
        self.set(block, at, value, &KER_H_FILL)
    }

    /// Elements become the value of a scalar.
    fn set(&mut self, block: Var, at: Range<usize>, value: Operand, rule: &'static Rule) -> Run<()> {
        let value = self.scalar(value)?;
        match self.written(block, rule)?.fill(at, value) {
            true => Ok(()),
            false => Err(self.malformed(format!("`{}` has elements of another type", self.name(block)))),
        }
    }

    /// KER-H-COPY
    fn copy(
        &mut self,
        (from, from_offset): (Var, Operand),
        (to, to_offset): (Var, Operand),
        count: Operand,
    ) -> Run<()> {
        KER_H_COPY.apply();
        let count = self.number(count)?;
        let source = self.part(from, self.number(from_offset)?, count, &KER_H_COPY)?;
        let target = self.part(to, self.number(to_offset)?, count, &KER_H_COPY)?;
        let overlap = source.start < target.end && target.start < source.end;
        if overlap && self.block(from)? == self.block(to)? {
            let message = format!(
                "elements {source:?} of `{}` become elements {target:?} of `{}`, which is the same block",
                self.name(from),
                self.name(to)
            );
            return Err(self.wrong(&KER_H_COPY, "apart", message));
        }
        self.spend(source.len() as u64)?;
        let part = self.cells(from)?.part(source);
        let part = part.ok_or_else(|| self.malformed("a part that is not there"))?;
        match self.written(to, &KER_H_COPY)?.put(target.start, &part) {
            true => Ok(()),
            false => Err(self.malformed(format!("`{}` has elements of another type", self.name(to)))),
        }
    }

    /// KER-H-OBSERVE
    fn observe(&mut self, of: &Observed) -> Run<()> {
        KER_H_OBSERVE.apply();
        let offset = self.number(of.offset)?;
        let mut dims = Vec::with_capacity(of.dims.len());
        for (size, stride) in &of.dims {
            dims.push((self.number(*size)?, self.number(*stride)?));
        }
        let cells = match count(&dims).is_some_and(|count| count <= SHOWN) {
            false => None,
            true => {
                let at: Option<Vec<usize>> = positions(offset, &dims).collect();
                self.spend(at.as_ref().map_or(0, Vec::len) as u64)?;
                let block = self.cells(of.block)?;
                let Some(cells) = at.and_then(|at| block.gathered(&at)) else {
                    let message = format!("an element of `{}` is none of `{}`", of.name, self.name(of.block));
                    return Err(self.wrong(&KER_H_OBSERVE, "inside", message));
                };
                Some(cells)
            }
        };
        self.entries.observe(Shown {
            name: &of.name,
            sizes: dims.into_iter().map(|(size, _)| size).collect(),
            cells,
        });
        Ok(())
    }

    /// KER-H-DO
    fn entry(&mut self, arguments: &Arguments<'_>) -> Run<()> {
        KER_H_DO.apply();
        let Arguments {
            entry,
            writes,
            updates,
            ..
        } = *arguments;
        let mut sizes = Vec::with_capacity(arguments.sizes.len());
        for size in arguments.sizes {
            let size = self.number(*size)?;
            if size < 0 {
                let message = format!("`{}` is run at the size {size}", self.called(entry));
                return Err(self.wrong(&KER_H_DO, "sizes", message));
            }
            sizes.push(size);
        }
        let scalars = self.scalars(arguments.scalars)?;
        self.apart(arguments)?;
        for var in writes.iter().chain(updates) {
            self.written(*var, &KER_H_DO)?;
        }
        let ids = |vars: &[Var]| -> Run<Vec<BlockId>> { vars.iter().map(|var| self.block(*var)).collect() };
        let (reads, written, updated) = (ids(arguments.reads)?, ids(writes)?, ids(updates)?);
        // Each is the block of a variable, so it is there.
        let cells = |ids: Vec<BlockId>| -> Vec<&Cells> {
            let blocks = ids.into_iter().filter_map(|id| self.store.get(id));
            blocks.map(|block| &block.cells).collect()
        };
        let (reads, written, updated) = (cells(reads), cells(written), cells(updated));
        let written: Vec<(PrimType, usize)> = written
            .iter()
            .map(|cells| (cells.element(), cells.count()))
            .collect();
        let updated_now = updated.iter().map(|cells| (cells.element(), cells.count()));
        let expected: Vec<(PrimType, usize)> = written.iter().copied().chain(updated_now).collect();
        let memory = self.store.memory();
        let limits = Limits {
            fuel: Some(self.fuel),
            memory: Some(memory.limit().saturating_sub(memory.live())),
            time: self
                .deadline
                .map(|deadline| deadline.saturating_duration_since(Instant::now())),
        };
        let done = self.entries.run(Call {
            entry,
            sizes: &sizes,
            scalars: &scalars,
            reads: &reads,
            writes: &written,
            updates: &updated,
            limits,
        });
        let name = self.called(entry);
        let done = done.map_err(|failure| failure.with_note(format!("in the entry `{name}`")))?;
        self.done(arguments, &expected, done)
    }

    /// What an entry is called.
    fn called(&self, entry: usize) -> String {
        self.entry_names
            .get(entry)
            .map_or_else(|| "?".to_owned(), ToString::to_string)
    }

    /// KER-P-APART
    fn apart(&self, arguments: &Arguments<'_>) -> Run<()> {
        KER_P_APART.apply();
        let Arguments {
            reads,
            writes,
            updates,
            entry,
            ..
        } = *arguments;
        let written: Vec<Var> = writes.iter().chain(updates).copied().collect();
        for (k, var) in written.iter().enumerate() {
            let id = self.block(*var)?;
            for other in reads.iter().chain(written.get(k + 1..).unwrap_or_default()) {
                if self.block(*other)? == id {
                    let message = format!(
                        "`{}` writes to `{}`, and `{}` is the same block",
                        self.called(entry),
                        self.name(*var),
                        self.name(*other)
                    );
                    return Err(self.wrong(&KER_P_APART, "apart", message));
                }
            }
        }
        Ok(())
    }

    /// What an entry did to its blocks.
    fn done(&mut self, arguments: &Arguments<'_>, expected: &[(PrimType, usize)], done: Done) -> Run<()> {
        self.fuel = self.fuel.checked_sub(done.steps).ok_or_else(|| self.no_fuel())?;
        let all: Vec<Cells> = done.writes.into_iter().chain(done.updates).collect();
        let found: Vec<(PrimType, usize)> =
            all.iter().map(|cells| (cells.element(), cells.count())).collect();
        if found != expected {
            let shown = |all: &[(PrimType, usize)]| -> String {
                let texts: Vec<String> = all.iter().map(|(t, n)| format!("[{n}]{t}")).collect();
                texts.join(", ")
            };
            let message = format!(
                "`{}` gives ({}) for blocks of ({})",
                self.called(arguments.entry),
                shown(&found),
                shown(expected)
            );
            return Err(self.wrong(&KER_H_DO, "given", message));
        }
        for (var, cells) in arguments.writes.iter().chain(arguments.updates).zip(all) {
            *self.written(*var, &KER_H_DO)? = cells;
        }
        Ok(())
    }

    /// KER-H-FOR, KER-H-WHILE: what the last iteration gave.
    fn looping(&mut self, of: &Loop) -> Run<Vec<Slot>> {
        let begins: Vec<Operand> = of.params.iter().map(|(_, _, begins)| *begins).collect();
        let mut state = self.given(&begins)?;
        match &of.form {
            Form::For { index, ty, bound } => {
                let bound = self.scalar(*bound)?;
                let count = match numeric::whole(bound) {
                    Some(count) if bound.prim_type() == *ty && ty.is_integer() => count,
                    _ => return Err(self.malformed("a loop that is not bounded by a number of its type")),
                };
                for number in 0..count.max(0) {
                    KER_H_FOR.apply();
                    self.tick()?;
                    let index = (*index, Slot::Scalar(ty.number(number)));
                    state = self.iteration(of, state, Some(index))?;
                }
                Ok(state)
            }
            Form::While(parameter) => {
                KER_H_WHILE.apply();
                loop {
                    match state.get(*parameter) {
                        Some(Slot::Scalar(PrimValue::Bool(true))) => {}
                        Some(Slot::Scalar(PrimValue::Bool(false))) => return Ok(state),
                        _ => return Err(self.malformed("a loop whose condition is no truth value")),
                    }
                    self.tick()?;
                    state = self.iteration(of, state, None)?;
                }
            }
        }
    }

    fn iteration(&mut self, of: &Loop, state: Vec<Slot>, index: Option<(Var, Slot)>) -> Run<Vec<Slot>> {
        let params: Vec<(Var, Kind)> = of.params.iter().map(|(var, kind, _)| (*var, *kind)).collect();
        let mut bound = self.bound(&params, state)?;
        bound.extend(index);
        self.body(&of.body, bound)
    }
}
