//! The judgement of commands: an arm a rule (DPIA-S-*, notes 14.3).
//!
//! Commands are executed by *lanes* in lock-step.  The host is one lane.  A work-group has a lane an item, and each
//! command is executed by the lanes that are active: a loop runs as long as one of them has iterations left, a branch
//! runs for those that take it.  So a barrier is simply a command that all lanes of the group must execute together, and code
//! at the level of the group is executed by every item, as the kernel will.  That items run in lock-step is not seen by a
//! program without races, and a race is an error (DPIA-S-RACE).

use crate::dpia::code::{Acc, AccKind, Comm, CommKind, Nat, Type};
use crate::dpia::cost::Level;
use crate::dpia::evaluate::undefined;
use crate::dpia::machine::{Group, Lane, Machine, Request, unstride};
use crate::dpia::store::{Access, Address, Cell, Fill, OwnerTable, Parallel, Path, Step};
use crate::dpia::value::Value;
use crate::failure::{Failure, Kind, Run};
use crate::numeric;
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{AddressSpace, Fences, PrimType, PrimValue, Side, Strategy, UpdateOp};
use elder_syntax::Span;
use elder_syntax::diagnostic::with_numbers;
use std::rc::Rc;

impl Machine {
    /// σ ⊢ P ⇓ σ', for the active lanes.
    pub(super) fn execute(&mut self, comm: &Comm, lanes: &mut [Lane], active: &[usize]) -> Run<()> {
        if active.is_empty() {
            return Ok(());
        }
        let rule = comm.rule();
        for _ in active {
            self.step(comm.span)?;
            rule.apply();
            if let Some(cost) = &mut self.cost {
                cost.step(self.level);
            }
        }
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || {
            if let Some(derivation) = &mut self.derivation {
                derivation.open(rule, comm.span);
            }
            let result = self.execute_kind(comm, lanes, active);
            if let Some(derivation) = &mut self.derivation {
                derivation.close(result.is_ok().then(|| "done".into()));
            }
            result
        })
    }

    fn execute_kind(&mut self, comm: &Comm, lanes: &mut [Lane], active: &[usize]) -> Run<()> {
        let span = comm.span;
        match &comm.kind {
            CommKind::Skip => Ok(()),
            CommKind::Seq(parts) => {
                self.execute(&parts.0, lanes, active)?;
                self.execute(&parts.1, lanes, active)
            }
            CommKind::Let {
                slot,
                value,
                ty,
                settle,
                body,
                ..
            } => {
                self.each(lanes, active, |machine, lane| {
                    let value = machine.named(value, ty, *settle, lane)?;
                    lane.set(*slot, value);
                    Ok(())
                })?;
                self.execute(body, lanes, active)
            }
            CommKind::New {
                slot,
                space,
                name,
                of,
                body,
            } => {
                self.allocate(*slot, *space, name, of, lanes, active, span)?;
                self.execute(body, lanes, active)?;
                for &k in active {
                    if let Some(lane) = lanes.get_mut(k) {
                        lane.set(*slot, Value::Empty);
                    }
                }
                Ok(())
            }
            CommKind::Assign(width, sides) => {
                self.written(&sides.0, *width, lanes, active, |machine, lane| {
                    let value = machine.eval(&sides.1, lane)?;
                    machine.assign(&sides.0, *width, value, lane, span)
                })
            }
            CommKind::Update(op, sides) => self.written(&sides.0, None, lanes, active, |machine, lane| {
                let value = machine.eval(&sides.1, lane)?;
                let value = machine.scalar_of(value, span)?;
                machine.update(&sides.0, *op, value, lane, span)
            }),
            // One after the other, each as one step: nobody sees the number in between.
            CommKind::Swap {
                slot,
                name,
                of,
                place,
                body,
            } => {
                for &k in active {
                    self.swap(place, (*slot, name, of, body), lanes, k, span)?;
                }
                self.commit();
                Ok(())
            }
            CommKind::If(condition, branches) => {
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                for &k in active {
                    match self.on(lanes, k, |machine, lane| machine.truth(condition, lane))? {
                        true => yes.push(k),
                        false => no.push(k),
                    }
                }
                self.commit();
                self.execute(&branches.0, lanes, &yes)?;
                self.execute(&branches.1, lanes, &no)
            }
            CommKind::For { n, slot, body } => {
                let ranges = self.ranges(lanes, active, |machine, lane| {
                    Ok((0, 1, machine.length(n, lane, span)?))
                })?;
                self.rounds(*slot, ranges, body, lanes)
            }
            CommKind::Parfor {
                strategy,
                n,
                slot,
                body,
            } => match self.group {
                None => self.parallel(*slot, n, body, lanes, active, span),
                Some(_) => {
                    rules::DPIA_S_GROUP.apply();
                    let ranges = self.ranges(lanes, active, |machine, lane| {
                        let n = machine.length(n, lane, span)?;
                        let (start, step) = machine.share(*strategy, lane.item);
                        Ok((start, step, n))
                    })?;
                    let outer = self.level;
                    let is_step =
                        self.in_steps() && matches!(strategy, Strategy::Local(_) | Strategy::Global(_));
                    let division = self.division;
                    self.division = division.within(*strategy);
                    self.level = match strategy {
                        Strategy::Workgroup(_) => Level::Group,
                        Strategy::Local(_) | Strategy::Global(_) => Level::Item,
                        Strategy::Any | Strategy::Seq => outer,
                    };
                    if is_step {
                        self.end_step();
                    }
                    let result = self.rounds(*slot, ranges, body, lanes);
                    self.level = outer;
                    self.division = division;
                    if is_step {
                        self.end_step();
                    }
                    result
                }
            },
            CommKind::While(condition, body) => {
                let mut active = active.to_vec();
                loop {
                    let mut still = Vec::with_capacity(active.len());
                    for k in active {
                        self.step(span)?;
                        if self.on(lanes, k, |machine, lane| machine.truth(condition, lane))? {
                            still.push(k);
                        }
                    }
                    self.commit();
                    if still.is_empty() {
                        return Ok(());
                    }
                    self.execute(body, lanes, &still)?;
                    active = still;
                }
            }
            CommKind::LetSize {
                most,
                number,
                slot,
                body,
            } => {
                self.each(lanes, active, |machine, lane| {
                    let value = machine.eval(number, lane)?;
                    let value = machine.scalar_of(value, span)?;
                    let most = machine.length(most, lane, span)?;
                    let wide = match value {
                        // It must not wrap.
                        PrimValue::U64(k) => PrimValue::I64(i64::try_from(k).unwrap_or(i64::MAX)),
                        value => numeric::convert::convert(value, PrimType::I64),
                    };
                    match wide {
                        PrimValue::I64(k) if (0..=most).contains(&k) => {
                            lane.set(*slot, Value::Scalar(PrimValue::I64(k)));
                            Ok(())
                        }
                        PrimValue::I64(k) => {
                            let message = format!("the size {k} is not between 0 and {most}");
                            Err(Failure::error(&rules::DPIA_S_SIZE, "bounds", span, message))
                        }
                        _ => Err(Failure::internal(span, "a size that is no integer")),
                    }
                })?;
                self.execute(body, lanes, active)
            }
            CommKind::DoubleFor { k, slot, steps, ends } => {
                let ranges = self.ranges(lanes, active, |machine, lane| {
                    Ok((0, 1, machine.length(k, lane, span)?))
                })?;
                let (even, odd): (Vec<_>, Vec<_>) = ranges.iter().copied().partition(|r| r.end % 2 == 0);
                let mut i = 0;
                loop {
                    let running: Vec<usize> = ranges.iter().filter(|r| i < r.end).map(|r| r.lane).collect();
                    if running.is_empty() {
                        break;
                    }
                    self.bind(*slot, lanes, &running, i);
                    let step = if i % 2 == 0 { &steps.0 } else { &steps.1 };
                    self.execute(step, lanes, &running)?;
                    i += 1;
                }
                let lanes_of = |ranges: Vec<Range>| ranges.into_iter().map(|r| r.lane).collect::<Vec<_>>();
                self.execute(&ends.0, lanes, &lanes_of(even))?;
                self.execute(&ends.1, lanes, &lanes_of(odd))
            }
            CommKind::Fail(notice, numbers) => {
                let Some(lane) = active.first().and_then(|at| lanes.get_mut(*at)) else {
                    return Ok(());
                };
                let mut stated = Vec::with_capacity(numbers.len());
                for number in numbers {
                    stated.push(match self.scalar(number, lane)? {
                        PrimValue::I64(number) => number,
                        _ => return Err(Failure::internal(span, "a message of what is no number")),
                    });
                }
                let message = with_numbers(&notice.message, stated);
                let mut failure = Failure::error(&rules::DPIA_S_FAIL, "reached", span, message);
                let broken = |premise: &elder_syntax::Name| format!("it is {premise} that is broken");
                failure.notes.extend(notice.blamed.as_ref().map(broken));
                failure.blamed = notice.blamed.clone();
                Err(failure)
            }
            CommKind::Barrier(fences) => self.barrier(*fences, active, span),
            CommKind::Together(body) => {
                let all = Fences {
                    local: true,
                    global: true,
                };
                self.barrier(all, active, span)?;
                // How the items divide the work is the compiler's choice; what is computed is as if one did it all.
                match self.group {
                    Some(_) => self.execute(body, lanes, &[0])?,
                    None => self.execute(body, lanes, active)?,
                }
                self.barrier(all, active, span)
            }
            CommKind::Launch {
                local,
                global,
                work,
                body,
            } => {
                for &k in active {
                    let Some(lane) = lanes.get_mut(k) else { continue };
                    self.launchable(local, global, work, lane, span)?;
                    self.launch(local, global, body, lane, span)?;
                }
                Ok(())
            }
        }
    }

    /// Something that one lane does.
    fn on<T>(
        &mut self,
        lanes: &mut [Lane],
        k: usize,
        act: impl FnOnce(&mut Machine, &mut Lane) -> Run<T>,
    ) -> Run<T> {
        let Some(lane) = lanes.get_mut(k) else {
            return Err(Failure::internal(Span::NONE, "a lane that does not exist"));
        };
        if let Some(group) = &self.group
            && let Some(table) = self.tables.get_mut(group.table + 1)
        {
            table.who = lane.item as u64;
        }
        act(self, lane)
    }

    /// Something that all active lanes do together.
    fn each(
        &mut self,
        lanes: &mut [Lane],
        active: &[usize],
        mut act: impl FnMut(&mut Machine, &mut Lane) -> Run<()>,
    ) -> Run<()> {
        for &k in active {
            self.on(lanes, k, &mut act)?;
        }
        self.commit();
        Ok(())
    }

    /// A write by all active lanes.  Where the group takes steps, what several items would write to memory that they share is written once: by those
    /// that are the first in each dimension over which no loop divides the work.  What an item has made for itself, it writes.
    fn written(
        &mut self,
        acc: &Acc,
        width: Option<u8>,
        lanes: &mut [Lane],
        active: &[usize],
        act: impl FnMut(&mut Machine, &mut Lane) -> Run<()>,
    ) -> Run<()> {
        let (true, Some(first)) = (self.in_steps(), active.first()) else {
            return self.each(lanes, active, act);
        };
        let path: Path = width.iter().map(|_| Step::Lane(0)).collect();
        let (cell, _) = self.on(lanes, *first, |machine, lane| machine.place(acc, path, lane))?;
        let is_own = |group: &Group| cell.depth > group.table + 1;
        if cell.space == AddressSpace::Private || self.group.as_ref().is_some_and(is_own) {
            return self.each(lanes, active, act);
        }
        let group = self.group.as_ref();
        let is_first = |lane: &&usize| group.is_some_and(|group| self.division.is_first(group, **lane));
        let chosen: Vec<usize> = active.iter().filter(is_first).copied().collect();
        self.end_step();
        self.each(lanes, &chosen, act)?;
        self.end_step();
        Ok(())
    }

    /// Whether a group that takes steps is outside of loops that divide all of its items.
    fn in_steps(&self) -> bool {
        let group = self.group.as_ref().filter(|_| self.options.mode.steps);
        group.is_some_and(|group| !self.division.is_alone(group))
    }

    /// All items of the group have ended a step: what they did is in order with what they do next.
    fn end_step(&mut self) {
        if let Some(group) = &self.group
            && let Some(table) = self.tables.get_mut(group.table + 1)
        {
            table.forget(true, true);
        }
    }

    fn commit(&mut self) {
        if let Some(cost) = &mut self.cost {
            cost.commit();
        }
    }

    fn bind(&mut self, slot: usize, lanes: &mut [Lane], active: &[usize], i: i64) {
        for &k in active {
            if let Some(lane) = lanes.get_mut(k) {
                lane.set(slot, Value::Scalar(PrimValue::I64(i)));
            }
        }
    }

    /// What each active lane has to iterate over.
    fn ranges(
        &mut self,
        lanes: &mut [Lane],
        active: &[usize],
        mut range: impl FnMut(&mut Machine, &mut Lane) -> Run<(i64, i64, i64)>,
    ) -> Run<Vec<Range>> {
        let mut out = Vec::with_capacity(active.len());
        for &k in active {
            let (start, step, end) = self.on(lanes, k, &mut range)?;
            out.push(Range {
                lane: k,
                next: start,
                step,
                end,
            });
        }
        Ok(out)
    }

    /// Iterations in lock-step: in each round, every lane that has one left does its next.
    fn rounds(&mut self, slot: usize, mut ranges: Vec<Range>, body: &Comm, lanes: &mut [Lane]) -> Run<()> {
        let mut running = Vec::with_capacity(ranges.len());
        loop {
            ranges.retain(|r| r.next < r.end);
            if ranges.is_empty() {
                return Ok(());
            }
            running.clear();
            for range in &mut ranges {
                if let Some(lane) = lanes.get_mut(range.lane) {
                    lane.set(slot, Value::Scalar(PrimValue::I64(range.next)));
                }
                running.push(range.lane);
                range.next = range.next.saturating_add(range.step);
            }
            self.execute(body, lanes, &running)?;
        }
    }

    /// DPIA-S-PARFOR
    fn parallel(
        &mut self,
        slot: usize,
        n: &crate::dpia::code::Nat,
        body: &Comm,
        lanes: &mut [Lane],
        active: &[usize],
        span: Span,
    ) -> Run<()> {
        for &k in active {
            let n = self.on(lanes, k, |machine, lane| machine.length(n, lane, span))?;
            let table = self.tables.len();
            self.tables
                .push(OwnerTable::new(Parallel::Iterations, &self.memory));
            let mut result = Ok(());
            for i in self.iterations(n) {
                if let Some(table) = self.tables.get_mut(table) {
                    table.who = i as u64;
                }
                if let Some(lane) = lanes.get_mut(k) {
                    lane.set(slot, Value::Scalar(PrimValue::I64(i)));
                }
                result = self.execute(body, lanes, &[k]);
                if result.is_err() {
                    break;
                }
            }
            self.tables.truncate(table);
            result?;
        }
        Ok(())
    }

    /// DPIA-S-NEW: at the level of a group, a cell that is not private is one for all items; local memory always is.
    #[allow(clippy::too_many_arguments)]
    fn allocate(
        &mut self,
        slot: usize,
        space: Option<AddressSpace>,
        name: &Rc<str>,
        of: &Type<Nat>,
        lanes: &mut [Lane],
        active: &[usize],
        span: Span,
    ) -> Run<()> {
        let fill = Fill::of(self.options.mode.strict);
        let group_table = self.group.as_ref().map(|g| g.table);
        let (space, shared) = match (group_table, self.level) {
            (Some(_), Level::Grid | Level::Group) => {
                let space = space.unwrap_or(AddressSpace::Local);
                (space, space != AddressSpace::Private)
            }
            // There is one local memory a group, whoever allocates in it.
            (Some(_), _) => {
                let space = space.unwrap_or(AddressSpace::Private);
                (space, space == AddressSpace::Local)
            }
            (None, _) => (space.unwrap_or(AddressSpace::Global), false),
        };
        let mut common: Option<Rc<Cell>> = None;
        for &k in active {
            let existing = common.clone();
            let cell = match existing {
                Some(cell) => cell,
                None => self.on(lanes, k, |machine, lane| {
                    let ty = machine.concrete(of, lane, span)?;
                    let id = machine.next_cell();
                    let depth = match (shared, group_table) {
                        (true, Some(table)) => table + 1,
                        _ => machine.tables.len(),
                    };
                    Cell::new(id, name, space, depth, ty, fill, &machine.memory, span)
                })?,
            };
            if shared {
                common = Some(cell.clone());
            }
            if let Some(lane) = lanes.get_mut(k) {
                lane.set(slot, Value::Cell(cell));
            }
        }
        Ok(())
    }

    /// DPIA-S-ASSIGN
    fn assign(&mut self, acc: &Acc, width: Option<u8>, value: Value, lane: &mut Lane, span: Span) -> Run<()> {
        match (width, value) {
            (None, Value::Scalar(value)) => {
                let (cell, at) = self.place(acc, Path::new(), lane)?;
                self.write(&cell, at, value, (lane, 0), span)
            }
            (Some(width), Value::Vector(components)) => {
                for (k, component) in (0..width).zip(components.iter()) {
                    let path: Path = [Step::Lane(k)].into_iter().collect();
                    let (cell, at) = self.place(acc, path, lane)?;
                    self.write(&cell, at, *component, (lane, k), span)?;
                }
                Ok(())
            }
            _ => Err(Failure::internal(
                span,
                "a value that one assignment does not write",
            )),
        }
    }

    fn write(
        &mut self,
        cell: &Rc<Cell>,
        at: Address,
        value: PrimValue,
        (lane, component): (&Lane, u8),
        span: Span,
    ) -> Run<()> {
        let of = Request {
            lane,
            component,
            span,
        };
        self.touch(cell, at, Access::Write, of)?;
        cell.write(at, value, span)
    }

    /// DPIA-S-UPDATE
    fn update(&mut self, acc: &Acc, op: UpdateOp, value: PrimValue, lane: &mut Lane, span: Span) -> Run<()> {
        let (cell, at) = self.place(acc, Path::new(), lane)?;
        let of = Request {
            lane,
            component: 0,
            span,
        };
        let access = match op {
            // As what nobody else writes.
            UpdateOp::Once => Access::Write,
            op => Access::Update(op),
        };
        self.touch(&cell, at, access, of)?;
        let new = match op.operator() {
            Some(op) => {
                let old = cell.read(at, span)?;
                numeric::binary(op, old, value).map_err(|e| undefined(e, span))?
            }
            None => value,
        };
        cell.write(at, new, span)
    }

    /// DPIA-S-SWAP
    fn swap(
        &mut self,
        acc: &Acc,
        (slot, name, of, body): (usize, &Rc<str>, &Type<Nat>, &Comm),
        lanes: &mut [Lane],
        k: usize,
        span: Span,
    ) -> Run<()> {
        let (cell, at) = self.on(lanes, k, |machine, lane| {
            let (cell, at) = machine.place(acc, Path::new(), lane)?;
            let of = Request {
                lane,
                component: 0,
                span,
            };
            machine.touch(&cell, at, Access::Update(UpdateOp::Swap), of)?;
            Ok((cell, at))
        })?;
        self.allocate(slot, Some(AddressSpace::Private), name, of, lanes, &[k], span)?;
        let own = |lanes: &[Lane]| match lanes.get(k).map(|lane| lane.get(slot)) {
            Some(Value::Cell(own)) => Ok(own.clone()),
            _ => Err(Failure::internal(span, "a variable without a cell")),
        };
        let number = Address { part: 0, offset: 0 };
        own(lanes)?.write(number, cell.read(at, span)?, span)?;
        self.execute(body, lanes, &[k])?;
        let made = own(lanes)?.read(number, span)?;
        if let Some(lane) = lanes.get_mut(k) {
            lane.set(slot, Value::Empty);
        }
        cell.write(at, made, span)
    }

    /// DPIA-S-A: A @ p ⇓ address, an arm a clause of the notes' section 9.2.
    fn place(&mut self, acc: &Acc, mut path: Path, lane: &mut Lane) -> Run<(Rc<Cell>, Address)> {
        let span = acc.span;
        let lost = || Failure::internal(span, "a path that does not fit its acceptor");
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || match &acc.kind {
            AccKind::Cell(slot) => {
                rules::DPIA_S_A.apply();
                match lane.get(*slot) {
                    Value::Cell(cell) => {
                        let cell = cell.clone();
                        let at = cell.address(&mut path, span)?;
                        Ok((cell, at))
                    }
                    _ => Err(Failure::internal(span, "a variable without a cell")),
                }
            }
            AccKind::Let {
                slot,
                value,
                ty,
                settle,
                body,
                ..
            } => {
                let value = self.named(value, ty, *settle, lane)?;
                lane.set(*slot, value);
                self.place(body, path, lane)
            }
            AccKind::Idx(a, index) => {
                let index = self.eval(index, lane)?;
                path.push(Step::Index(self.index(&index, span)?));
                self.place(a, path, lane)
            }
            // i::ps ↦ i::.xj::ps
            AccKind::Zip(side, a) => {
                let i = path.pop().ok_or_else(lost)?;
                path.push(Step::Field(*side));
                path.push(i);
                self.place(a, path, lane)
            }
            // i::.xj::ps ↦ .xj::i::ps
            AccKind::Unzip(a) | AccKind::Transpose(a) => {
                let i = path.pop().ok_or_else(lost)?;
                let j = path.pop().ok_or_else(lost)?;
                path.push(i);
                path.push(j);
                self.place(a, path, lane)
            }
            // i::ps ↦ i/n::i mod n::ps
            AccKind::Split(n, a) => {
                let n = self.length(n, lane, span)?;
                let i = index_of(&mut path).ok_or_else(lost)?;
                path.push(Step::Index(i.checked_rem(n).ok_or_else(lost)?));
                path.push(Step::Index(i.checked_div(n).ok_or_else(lost)?));
                self.place(a, path, lane)
            }
            // i::j::ps ↦ i·m + j::ps
            AccKind::Join(m, a) => {
                let m = self.length(m, lane, span)?;
                let i = index_of(&mut path).ok_or_else(lost)?;
                let j = index_of(&mut path).ok_or_else(lost)?;
                path.push(Step::Index(i.saturating_mul(m).saturating_add(j)));
                self.place(a, path, lane)
            }
            // r::c::ps ↦ l·r + c::ps
            AccKind::Cut(n, l, a) => {
                let (n, l) = (self.length(n, lane, span)?, self.length(l, lane, span)?);
                let r = index_of(&mut path).ok_or_else(lost)?;
                let c = index_of(&mut path).ok_or_else(lost)?;
                let i = r.saturating_mul(l).saturating_add(c);
                rules::DPIA_S_CUT.apply();
                if i >= n {
                    let message =
                        format!("element ({r}, {c}) of rows of {l} was to be known as one of {n} elements");
                    return Err(Failure::error(&rules::DPIA_S_CUT, "owed", span, message));
                }
                path.push(Step::Index(i));
                self.place(a, path, lane)
            }
            AccKind::Half(side, a) => {
                path.push(Step::Field(*side));
                self.place(a, path, lane)
            }
            AccKind::Pair(halves) => match path.pop() {
                Some(Step::Field(Side::First)) => self.place(&halves.0, path, lane),
                Some(Step::Field(Side::Second)) => self.place(&halves.1, path, lane),
                _ => Err(lost()),
            },
            // i::ps ↦ i/w::lane i mod w::ps
            AccKind::AsVector(width, a) => {
                let w = i64::from(*width).max(1);
                let i = index_of(&mut path).ok_or_else(lost)?;
                let component = u8::try_from(i % w).map_err(|_| lost())?;
                path.push(Step::Lane(component));
                path.push(Step::Index(i / w));
                self.place(a, path, lane)
            }
            // i::lane k ↦ i·w + k
            AccKind::AsScalar(width, a) => {
                let i = index_of(&mut path).ok_or_else(lost)?;
                let Some(Step::Lane(k)) = path.pop() else {
                    return Err(lost());
                };
                let at = i.saturating_mul(i64::from(*width)).saturating_add(i64::from(k));
                path.push(Step::Index(at));
                self.place(a, path, lane)
            }
            AccKind::Take(a) => self.place(a, path, lane),
            AccKind::Drop(n, a) => {
                let n = self.length(n, lane, span)?;
                let i = index_of(&mut path).ok_or_else(lost)?;
                path.push(Step::Index(i.saturating_add(n)));
                self.place(a, path, lane)
            }
            AccKind::Map(slot, element) => {
                let i = index_of(&mut path).ok_or_else(lost)?;
                lane.set(*slot, Value::Scalar(PrimValue::I64(i)));
                self.place(element, path, lane)
            }
            AccKind::Reorder(function, a) => {
                let i = index_of(&mut path).ok_or_else(lost)?;
                lane.set(function.slots[0], Value::Scalar(PrimValue::I64(i)));
                let j = self.eval(&function.body, lane)?;
                path.push(Step::Index(self.index(&j, span)?));
                self.place(a, path, lane)
            }
            AccKind::Stride(n, s, a) => {
                let (n, s) = (self.length(n, lane, span)?, self.length(s, lane, span)?);
                let i = index_of(&mut path).ok_or_else(lost)?;
                path.push(Step::Index(unstride(i, n, s).ok_or_else(lost)?));
                self.place(a, path, lane)
            }
            // i1:: … ::ik::ps ↦ o + Σ i·s::ps
            AccKind::Strided(o, strides, a) => {
                let mut at = self.length(o, lane, span)?;
                for s in strides {
                    let i = index_of(&mut path).ok_or_else(lost)?;
                    let s = self.length(s, lane, span)?;
                    at = at.saturating_add(i.saturating_mul(s));
                }
                path.push(Step::Index(at));
                self.place(a, path, lane)
            }
            AccKind::Scatter(indexes, a) => {
                let i = index_of(&mut path).ok_or_else(lost)?;
                let indexes = self.eval(indexes, lane)?;
                let indexes = self.array(indexes, span)?;
                let j = self.at(&indexes, i, lane, span)?;
                path.push(Step::Index(self.index(&j, span)?));
                self.place(a, path, lane)
            }
        })
    }

    /// DPIA-S-BARRIER
    fn barrier(&mut self, fences: Fences, active: &[usize], span: Span) -> Run<()> {
        let Some(group) = &self.group else {
            return Ok(());
        };
        let items = group.items();
        if active.len() != items {
            let waiting = active.first().copied().unwrap_or(0);
            let mut others = (0..items).filter(|k| !active.contains(k));
            let elsewhere = others.next().unwrap_or(0);
            let message = format!(
                "divergent barrier: {} of the {items} items of the work-group come to this barrier, such as item {waiting}; item {elsewhere} does not",
                active.len()
            );
            return Err(Failure::refused(
                Kind::Divergent,
                &rules::DPIA_S_BARRIER,
                "uniform",
                span,
                message,
            ));
        }
        let table = group.table + 1;
        if let Some(table) = self.tables.get_mut(table) {
            table.forget(fences.local, fences.global);
        }
        Ok(())
    }
}

/// The iterations that a lane has left.
#[derive(Clone, Copy, Debug)]
struct Range {
    lane: usize,
    next: i64,
    step: i64,
    end: i64,
}

fn index_of(path: &mut Path) -> Option<i64> {
    match path.pop() {
        Some(Step::Index(i)) => Some(i),
        _ => None,
    }
}
