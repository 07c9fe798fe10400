//! Push arrays to memory (paper rules 39 to 42, with the repairs of notes 7.3).

use super::Machine;
use super::operator::mapped;
use super::value::{Pull, Push, Value};
use crate::failure::{Fail, Failure, Kind, Run};
use crate::fcl::cost::level;
use crate::fcl::interface::Column;
use crate::fcl::limits::Charge;
use crate::fcl::location::{Location, level_name};
use crate::fcl::placement::{Makers, Placement, placement_rule, wrong_size};
use crate::fcl::step::force::{delay_at_thread, wrong_level};
use elder_fcl::Level;
use elder_fcl::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::value::Data;
use std::rc::Rc;

/// What a force wrote.
pub struct Written {
    pub column: Column,
    /// Element i by thread `first + i mod threads`; `None`: by somebody.
    pub writers: Option<(u64, u64)>,
    pub charge: Charge,
}

/// Elements that are written in any order.
struct Builder {
    n: usize,
    column: Option<(Column, Charge)>,
}

impl Builder {
    fn new(n: usize) -> Builder {
        Builder { n, column: None }
    }

    fn set(&mut self, machine: &Machine, i: usize, value: &Value, span: Span) -> Run<()> {
        let stuck = || Failure::internal(span, "an element that is no base value");
        if self.column.is_none() {
            let bytes = Column::element_bytes(value).saturating_mul(self.n as u64);
            let charge = machine.limits.charge(bytes, span)?;
            machine.limits.touch(self.n, span)?;
            self.column = Some((Column::like(value, self.n).ok_or_else(stuck)?, charge));
        }
        let set = self.column.as_mut().and_then(|(column, _)| column.set(i, value));
        set.ok_or_else(stuck)
    }

    fn finish(self, writers: Option<(u64, u64)>) -> Written {
        let (column, charge) = self.column.unwrap_or_else(|| (Column::none(), Charge::none()));
        Written {
            column,
            writers,
            charge,
        }
    }
}

/// What is set aside while something runs at another location.
struct Outer {
    at: Location,
    height: u32,
    reader: Option<u64>,
    steps: u64,
    most: u64,
    extra: u64,
    /// What a failure there leaves behind is taken away.
    frames: usize,
    depth: u32,
}

impl Machine {
    /// `force`: the array in memory, as a pull array.
    pub fn force(&mut self, push: &Push, span: Span) -> Run<Value> {
        let written = self.produce(push, span)?;
        let stored = self.store(written.column, written.writers, written.charge);
        Ok(Value::Pull(Rc::new(Pull::Data(stored))))
    }

    /// Goes to another location with a fresh count of steps.
    fn go(&mut self, at: Location, reader: Option<u64>, most: u64) -> Outer {
        let height = at.height();
        Outer {
            at: std::mem::replace(&mut self.at, at),
            height: std::mem::replace(&mut self.height, height),
            reader: std::mem::replace(&mut self.reader, reader),
            steps: std::mem::take(&mut self.steps),
            most: std::mem::replace(&mut self.most, most),
            extra: std::mem::take(&mut self.extra),
            frames: self.stack.len(),
            depth: self.limits.depth(),
        }
    }

    /// Comes back; gives the steps taken there and their span.
    fn back(&mut self, outer: Outer) -> (u64, u64) {
        let (steps, extra) = (self.steps, self.extra);
        self.work[level(self.height)] += steps;
        self.at = outer.at;
        self.height = outer.height;
        self.reader = outer.reader;
        self.steps = outer.steps;
        self.most = outer.most;
        self.extra = outer.extra;
        self.stack.truncate(outer.frames);
        self.limits.unwind(outer.depth);
        (steps, steps + extra)
    }

    /// The elements of a push array, computed at the present location.
    pub fn produce(&mut self, push: &Push, span: Span) -> Run<Written> {
        match push {
            Push::Array(Value::Pull(of), level) => self.produce_array(of, *level, span),
            Push::Delay {
                by,
                m,
                position,
                total,
                parts: Value::Pull(parts),
                span: place,
            } => self.produce_delay(*by, (*m, *total), position.as_ref(), parts, span, *place),
            Push::Scan(f, start, Value::Pull(of), place) => self.produce_scan(f, start, of, span, *place),
            Push::MapScan(f, Value::Push(of), place) => {
                self.count(&rules::FCL_E_SCAN_MAP, span)?;
                self.limits.enter(span)?;
                let scan = elder_syntax::stack::deep(96 * 1024, 4 * 1024 * 1024, || self.force(of, *place))?;
                self.limits.leave();
                let Value::Pull(scan) = scan else {
                    return Err(Failure::internal(span, "a scan that is no array"));
                };
                self.count(&rules::FCL_E_36, *place)?;
                self.count(&rules::FCL_E_PUSH, *place)?;
                let Value::Pull(of) = mapped(f, &scan, *place) else {
                    return Err(Failure::internal(span, "a map that is no array"));
                };
                self.produce_array(&of, 0, span)
            }
            _ => Err(Failure::internal(span, "no rule applies to `force` of this")),
        }
    }

    fn produce_array(&mut self, of: &Rc<Pull>, array_level: u32, span: Span) -> Run<Written> {
        let n = of.len();
        let mut builder = Builder::new(n);
        if self.all_base(of) {
            let reader = self.reader;
            let threads = self.at.threads(n);
            for i in 0..n {
                if self.height > 0 {
                    self.reader = Some(self.at.thread(i % threads).first);
                }
                let value = self.element(of, i, span)?;
                builder.set(self, i, &value, span)?;
            }
            self.reader = reader;
            self.count(&rules::FCL_E_39, span)?;
            return Ok(builder.finish(self.writers(n)));
        }
        rules::FCL_E_LEVEL.apply();
        match (self.height, array_level) {
            (0, 0) => {
                rules::FCL_E_40.apply();
                for i in 0..n {
                    let value = self.element(of, i, span)?;
                    builder.set(self, i, &value, span)?;
                }
            }
            (1.., 1..) => self.waves(of, &mut builder, span)?,
            (height, _) => {
                let mut level = Level::THREAD;
                for _ in 0..array_level {
                    level = level.successor();
                }
                return Err(wrong_level(&level, height, span));
            }
        }
        self.count(&rules::FCL_E_39, span)?;
        Ok(builder.finish(self.writers(n)))
    }

    /// Who writes the elements of a force here.
    fn writers(&self, n: usize) -> Option<(u64, u64)> {
        Some((self.at.first, self.at.threads(n) as u64))
    }

    /// FCL-E-41R, element by element: see the module's text.
    fn waves(&mut self, of: &Rc<Pull>, builder: &mut Builder, span: Span) -> Run<()> {
        let n = builder.n;
        let threads = self.at.threads(n);
        // The steps of the elements of a wave, in the order in which they are taken.
        let mut taken: Vec<u64> = vec![];
        let mut start = 0;
        while start < n {
            let end = start.saturating_add(threads).min(n);
            taken.clear();
            let work = self.work[0];
            // The failure that comes first in lock-step, and whose it is.
            let mut first: Option<(usize, u64, Fail)> = None;
            for k in self.schedule.iterations(end - start) {
                let most = first.as_ref().map_or(u64::MAX, |(_, steps, _)| *steps);
                let thread = self.at.thread(k);
                let number = thread.first;
                let outer = self.go(thread, Some(number), most);
                let value = self.element(of, start + k, span);
                let (steps, span_of_all) = self.back(outer);
                // Sub-arrays of a thread's own are premises of one step of it.
                self.extra = self.extra.saturating_add(span_of_all - steps);
                taken.push(steps);
                match value {
                    Ok(value) if first.is_none() => builder.set(self, start + k, &value, span)?,
                    Ok(_) => {}
                    Err(_) if std::mem::take(&mut self.stopped) => {}
                    Err(failure) if failure.kind == Kind::Limit => return Err(failure),
                    Err(failure) if steps < most => first = Some((taken.len() - 1, steps, failure)),
                    Err(_) => {}
                }
            }
            if let Some((whose, steps, failure)) = first {
                // What was taken in lock-step before it: those that come before it in the wave also took that step.
                let lock_step = |(k, own): (usize, &u64)| (*own).min(steps + u64::from(k < whose));
                self.work[0] = work + taken.iter().enumerate().map(lock_step).sum::<u64>();
                self.steps += steps;
                return Err(failure);
            }
            let longest = taken.iter().max().copied().unwrap_or(0);
            if longest > 0 {
                rules::FCL_E_41R.apply();
            }
            if n <= threads && taken.iter().all(|steps| *steps > 0) {
                rules::FCL_E_41.apply();
            }
            self.steps = self.steps.saturating_add(longest);
            self.limits.steps(longest, span)?;
            start = end;
        }
        Ok(())
    }

    /// FCL-E-42R, FCL-E-42I, FCL-E-INTERLEAVE-INTO, FCL-E-CONCAT-SEQ and FCL-E-CONCAT-THREADS.
    fn produce_delay(
        &mut self,
        by: Makers,
        (m, total): (i32, Option<i32>),
        position: Option<&Value>,
        parts: &Rc<Pull>,
        span: Span,
        place: Span,
    ) -> Run<Written> {
        let rule = placement_rule(by, position.is_some(), total);
        let n = parts.len();
        rules::FCL_E_LEVEL.apply();
        let Some(places) = by.places(&self.at, n) else {
            return Err(delay_at_thread(span));
        };
        if by == Makers::Members && places >= n as u64 {
            rules::FCL_E_42.apply();
        }
        let used = n.min(usize::try_from(places).unwrap_or(usize::MAX));
        let _charge = self.limits.charge(9 * used as u64, span)?;
        let mut spans = vec![0u64; used];
        // Whether each place has read local memory since its last barrier.
        let mut read = vec![false; used];
        let mut placement = Placement::new(n, total, place);
        let mut placement_charge = None;
        let mut whole: Option<(Column, Charge)> = None;
        let around = self.synchronisation;
        for i in self.schedule.iterations(n) {
            let at = i as u64 % places;
            if self.height > 2 {
                self.synchronisation.begin(read[at as usize]);
            }
            let maker = by.place(&self.at, at);
            let reader = match by {
                Makers::Members => None,
                Makers::Threads => Some(maker.first),
                Makers::Whole => self.reader,
            };
            let outer = self.go(maker, reader, u64::MAX);
            let part = self.part(parts, position, i, m, rule, place);
            let (_, part_span) = self.back(outer);
            let (column, positions) = part?;
            spans[at as usize] += part_span;
            read[at as usize] = self.synchronisation.has_read();
            if let Some(positions) = positions {
                if placement.is_empty() {
                    let bytes = placement.bytes(column.len());
                    placement_charge = Some(self.limits.charge(bytes, place)?);
                    self.limits.touch(placement.length(column.len()), place)?;
                }
                for (j, position) in positions.into_iter().enumerate() {
                    placement.put(i, j, column.len(), position)?;
                }
            }
            if column.is_empty() {
                continue;
            }
            let length = column.len();
            let (all, _) = match &mut whole {
                Some(whole) => whole,
                empty => {
                    let bytes = (column.bytes() / length as u64).saturating_mul(n as u64 * length as u64);
                    let charge = self.limits.charge(bytes, place)?;
                    empty.insert((column.again(n * length), charge))
                }
            };
            all.write(i * length, &column)
                .ok_or_else(|| Failure::internal(place, "sub-arrays of several types"))?;
        }
        if self.height > 2 {
            self.synchronisation.end(around);
        }
        let (mut column, mut charge) = whole.unwrap_or_else(|| (Column::none(), Charge::none()));
        if position.is_some() {
            let sources = placement.finish()?;
            let bytes = match column.len() {
                0 => 0,
                length => column.bytes() / length as u64 * sources.len() as u64,
            };
            charge = self.limits.charge(bytes, place)?;
            column = column.gather(&sources, usize::try_from(m).unwrap_or(0));
        }
        drop(placement_charge);
        self.extra = self
            .extra
            .saturating_add(spans.iter().max().copied().unwrap_or(0));
        self.count(rule, span)?;
        Ok(Written {
            column,
            writers: None,
            charge,
        })
    }

    /// Sub-array `i`, at its place: its elements, and where they go if that is not one after the other.
    fn part(
        &mut self,
        parts: &Rc<Pull>,
        position: Option<&Value>,
        i: usize,
        m: i32,
        rule: &'static elder_syntax::Rule,
        span: Span,
    ) -> Run<(Column, Option<Vec<i32>>)> {
        let Value::Push(part) = self.element(parts, i, span)? else {
            return Err(Failure::internal(span, "a sub-array that is no push array"));
        };
        let column = self.produce(&part, span)?.column;
        if usize::try_from(m).ok() != Some(column.len()) {
            return Err(wrong_size(rule, i, column.len(), m, span));
        }
        let Some(f) = position else {
            return Ok((column, None));
        };
        // The threads of the place compute the positions as they compute elements.
        let positions = Pull::Positions {
            m,
            f: f.clone(),
            i: i as i32,
            span,
        };
        match self.produce_array(&Rc::new(positions), self.height, span)?.column {
            Column::Base(Data::I32(positions)) => Ok((column, Some(positions))),
            _ => Err(Failure::internal(
                span,
                format!("a position that is no integer, at a {}", level_name(self.height)),
            )),
        }
    }

    /// FCL-E-SCAN
    fn produce_scan(
        &mut self,
        f: &Value,
        start: &Value,
        of: &Rc<Pull>,
        span: Span,
        place: Span,
    ) -> Run<Written> {
        let n = of.len();
        rules::FCL_E_LEVEL.apply();
        if self.height > 0 && n > 0 {
            return Err(wrong_level(&Level::THREAD, self.height, span));
        }
        self.count(&rules::FCL_E_SCAN, span)?;
        let mut builder = Builder::new(n);
        let mut before = start.clone();
        for i in 0..n {
            let f = self.apply(f, before, place)?;
            let element = self.element(of, i, place)?;
            before = self.apply(&f, element, place)?;
            builder.set(self, i, &before, place)?;
            self.count(&rules::FCL_E_LET, place)?;
        }
        Ok(builder.finish(self.writers(n)))
    }
}
