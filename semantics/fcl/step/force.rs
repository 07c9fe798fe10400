//! `force` (paper rules 39 to 42, with the repairs of notes 7.3).

use super::operator::force;
use super::value::{int, is_base, is_delayed_scan};
use super::{Stepper, applied};
use crate::failure::{Fail, Failure, Kind, Run};
use crate::fcl::location::{Location, Shape, level_name};
use crate::fcl::placement::{Makers, Placement, placement_rule, wrong_size};
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, Expression, Level, Node, Operator, Variable};
use elder_syntax::{Rule, Span};

/// Scans of more elements are not written out as nested definitions.
const SCANNED: usize = 4096;

/// What a sub-array of a delayed array is told.
struct Delay<'a> {
    /// The delayed array.
    whole: &'a Expression,
    /// The length of each.
    m: i32,
    /// Where element j of sub-array i goes; one after the other otherwise.
    position: Option<&'a Expression>,
    /// How long the result is if positions beyond it are dropped.
    total: Option<i32>,
    /// Who makes the sub-arrays.
    by: Makers,
}

impl Delay<'_> {
    fn rule(&self) -> &'static Rule {
        placement_rule(self.by, self.position.is_some(), self.total)
    }
}

impl Stepper {
    /// One step of `force` of a value.
    pub(super) fn force(
        &mut self,
        e: &Expression,
        array: &Expression,
        at: &Location,
    ) -> Run<Option<Expression>> {
        let stuck = || Failure::internal(e.span, "no rule applies to `force` of this");
        match &*array.node {
            Node::PushArray(elements, level) => {
                self.limits.touch(elements.len(), e.span)?;
                if elements.iter().all(is_base) {
                    let done = Expression::new(Node::Array(elements.clone()), e.span);
                    return self.axiom(&rules::FCL_E_39, e, at, done);
                }
                rules::FCL_E_LEVEL.apply();
                match (&at.shape, level) {
                    (Shape::Thread, Level::Zero) => self.force_thread(e, array, elements, level, at),
                    (Shape::Group(..), Level::Succ(_)) => self.force_group(e, array, elements, level, at),
                    (_, level) => Err(wrong_level(level, at.height(), e.span)),
                }
            }
            Node::ConcatDelay(m, parts) => {
                let delay = Delay {
                    whole: array,
                    m: int(m).ok_or_else(stuck)?,
                    position: None,
                    total: None,
                    by: Makers::Members,
                };
                self.force_delay(e, &delay, parts, at)
            }
            Node::InterleaveDelay(m, f, parts) => {
                let delay = Delay {
                    whole: array,
                    m: int(m).ok_or_else(stuck)?,
                    position: Some(f),
                    total: None,
                    by: Makers::Members,
                };
                self.force_delay(e, &delay, parts, at)
            }
            Node::InterleaveIntoDelay(n, m, f, parts) => {
                let delay = Delay {
                    whole: array,
                    m: int(m).ok_or_else(stuck)?,
                    position: Some(f),
                    total: Some(int(n).ok_or_else(stuck)?),
                    by: Makers::Members,
                };
                self.force_delay(e, &delay, parts, at)
            }
            Node::Operator {
                operator: operator @ (Operator::ConcatSeq | Operator::ConcatThreads),
                arguments,
                ..
            } => {
                let [m, parts] = arguments.as_slice() else {
                    return Err(stuck());
                };
                let delay = Delay {
                    whole: array,
                    m: int(m).ok_or_else(stuck)?,
                    position: None,
                    total: None,
                    by: match operator {
                        Operator::ConcatSeq => Makers::Whole,
                        _ => Makers::Threads,
                    },
                };
                self.force_delay(e, &delay, parts, at)
            }
            Node::Operator {
                operator: Operator::ScanThread,
                arguments,
                ..
            } => self.force_scan(e, array, arguments, at),
            Node::Operator { arguments, .. } if is_delayed_scan(array) => {
                let [g, scan] = arguments.as_slice() else {
                    return Err(stuck());
                };
                let mapped = Node::Operator {
                    operator: Operator::MapPull,
                    level: None,
                    arguments: vec![g.clone(), force(scan.clone(), array.span)],
                };
                let pushed = Node::Operator {
                    operator: Operator::Push,
                    level: Some(Level::THREAD),
                    arguments: vec![Expression::new(mapped, array.span)],
                };
                let result = force(Expression::new(pushed, array.span), e.span);
                self.axiom(&rules::FCL_E_SCAN_MAP, e, at, result)
            }
            _ => Err(stuck()),
        }
    }

    /// FCL-E-40
    fn force_thread(
        &mut self,
        e: &Expression,
        array: &Expression,
        elements: &[Expression],
        level: &Level,
        at: &Location,
    ) -> Run<Option<Expression>> {
        let rule = &rules::FCL_E_40;
        self.begin(rule, e, at);
        let mut elements = elements.to_vec();
        if let Some(element) = elements.iter_mut().find(|element| !is_base(element)) {
            *element = self.element(element, at)?;
        }
        self.done(rule, again(e, array, elements, level))
    }

    /// FCL-E-41R: one step of each element of the first unfinished wave that is unfinished.
    fn force_group(
        &mut self,
        e: &Expression,
        array: &Expression,
        elements: &[Expression],
        level: &Level,
        at: &Location,
    ) -> Run<Option<Expression>> {
        let rule = &rules::FCL_E_41R;
        self.begin(rule, e, at);
        let threads = at.threads(elements.len());
        let mut elements = elements.to_vec();
        let first = elements.iter().position(|element| !is_base(element)).unwrap_or(0);
        let start = first / threads * threads;
        let end = start.saturating_add(threads).min(elements.len());
        let mut stepped = 0;
        for k in self.schedule.iterations(end - start) {
            let element = &mut elements[start + k];
            if is_base(element) {
                continue;
            }
            let thread = at.thread(k);
            let span = element.span;
            *element = self.element(element, &thread)?;
            self.limits.step(span)?;
            self.cost.work[0] += 1;
            stepped += 1;
        }
        if stepped == elements.len() {
            rules::FCL_E_41.apply();
        }
        self.done(rule, again(e, array, elements, level))
    }

    /// One step of an element that is no base value.
    fn element(&mut self, element: &Expression, thread: &Location) -> Run<Expression> {
        let next = self.reduce(element, thread)?;
        next.ok_or_else(|| Failure::internal(element.span, "an element that is no base value"))
    }

    /// FCL-E-42R, FCL-E-42I, FCL-E-INTERLEAVE-INTO, FCL-E-CONCAT-SEQ and FCL-E-CONCAT-THREADS
    fn force_delay(
        &mut self,
        e: &Expression,
        delay: &Delay<'_>,
        parts: &Expression,
        at: &Location,
    ) -> Run<Option<Expression>> {
        let Node::Array(parts) = &*parts.node else {
            return Err(Failure::internal(e.span, "the sub-arrays are no pull array"));
        };
        rules::FCL_E_LEVEL.apply();
        let Some(places) = delay.by.places(at, parts.len()) else {
            return Err(delay_at_thread(e.span));
        };
        let rule = delay.rule();
        self.begin(rule, e, at);
        if delay.by == Makers::Members && places >= parts.len() as u64 {
            rules::FCL_E_42.apply();
        }
        let span = self.cost.span;
        let elements = self.distribute(delay, parts, places, at);
        if elements.is_err() {
            self.cost.span = span;
        }
        self.done(rule, Expression::new(Node::Array(elements?), e.span))
    }

    /// The elements of all sub-arrays, each forced at its place; the span is that of the place with the most to do.
    fn distribute(
        &mut self,
        delay: &Delay<'_>,
        parts: &[Expression],
        places: u64,
        at: &Location,
    ) -> Run<Vec<Expression>> {
        let span = self.cost.span;
        let mut sums = vec![0; parts.len().min(usize::try_from(places).unwrap_or(usize::MAX))];
        let mut results: Vec<Vec<Expression>> = vec![vec![]; parts.len()];
        let mut charge = None;
        let mut placement = Placement::new(parts.len(), delay.total, delay.whole.span);
        for i in self.schedule.iterations(parts.len()) {
            let place = i as u64 % places;
            self.cost.span = 0;
            let (forced, positions) = self.part_of_delay(delay, i, &parts[i], &delay.by.place(at, place))?;
            sums[place as usize] += self.cost.span;
            if placement.is_empty() && positions.is_some() {
                let bytes = placement.bytes(forced.len());
                charge = Some(self.limits.charge(bytes, delay.whole.span)?);
                self.limits
                    .touch(placement.length(forced.len()), delay.whole.span)?;
            }
            for (j, position) in positions.unwrap_or_default().into_iter().enumerate() {
                placement.put(i, j, forced.len(), position)?;
            }
            results[i] = forced;
        }
        self.cost.span = span + sums.iter().max().copied().unwrap_or(0);
        if delay.position.is_none() {
            return Ok(results.concat());
        }
        let sources = placement.finish()?;
        drop(charge);
        Ok(sources.into_iter().map(|(i, j)| results[i][j].clone()).collect())
    }

    /// Sub-array `i` at its place: its elements, and where they go if that is not one after the other.
    fn part_of_delay(
        &mut self,
        delay: &Delay<'_>,
        i: usize,
        part: &Expression,
        place: &Location,
    ) -> Run<(Vec<Expression>, Option<Vec<i32>>)> {
        let span = delay.whole.span;
        let forced = self.normalise(force(part.clone(), span), place)?;
        let Node::Array(elements) = &*forced.node else {
            return Err(Failure::internal(span, "a sub-array that is no array"));
        };
        if usize::try_from(delay.m).ok() != Some(elements.len()) {
            let rule = delay.rule();
            return Err(wrong_size(rule, i, elements.len(), delay.m, span));
        }
        let Some(f) = delay.position else {
            return Ok((elements.clone(), None));
        };
        // The threads of the place compute the positions as they compute elements.
        let int = |k: usize| Expression::base(Base::I32(k as i32), span);
        let at = |j: usize| applied(f, Expression::new(Node::Pair(int(i), int(j)), span), span);
        let mut level = Level::THREAD;
        for _ in 0..place.height() {
            level = level.successor();
        }
        let positions = Node::PushArray((0..elements.len()).map(at).collect(), level);
        let positions = self.normalise(force(Expression::new(positions, span), span), place)?;
        let numbers = match &*positions.node {
            Node::Array(positions) => positions.iter().map(super::value::int).collect(),
            _ => None,
        };
        let numbers: Option<Vec<i32>> = numbers;
        match numbers {
            Some(numbers) => Ok((elements.clone(), Some(numbers))),
            None => Err(Failure::internal(span, "a position that is no integer")),
        }
    }

    /// FCL-E-SCAN: `let x1 = f b e1 in … let xn = f x(n−1) en in [x1, …, xn]`
    fn force_scan(
        &mut self,
        e: &Expression,
        scan: &Expression,
        arguments: &[Expression],
        at: &Location,
    ) -> Run<Option<Expression>> {
        let [f, start, of] = arguments else {
            return Err(Failure::internal(e.span, "a scan without all arguments"));
        };
        let Node::Array(elements) = &*of.node else {
            return Err(Failure::internal(e.span, "a scan of what is no pull array"));
        };
        rules::FCL_E_LEVEL.apply();
        if at.shape != Shape::Thread && !elements.is_empty() {
            return Err(wrong_level(&Level::THREAD, at.height(), e.span));
        }
        if elements.len() > SCANNED {
            let message = format!("a scan of {} elements step by step", elements.len());
            return Err(Failure::limit(&rules::FCL_E_LIMIT, "memory", e.span, message));
        }
        let names: Vec<Variable> = elements.iter().map(|_| Variable::fresh("s")).collect();
        let all = names.iter().map(|x| Expression::var(x, e.span)).collect();
        let mut body = Expression::new(Node::Array(all), e.span);
        for (k, element) in elements.iter().enumerate().rev() {
            let before = match k.checked_sub(1) {
                Some(k) => Expression::var(&names[k], scan.span),
                None => start.clone(),
            };
            let bound = applied(&applied(f, before, scan.span), element.clone(), scan.span);
            body = Expression::new(Node::Let(names[k].clone(), bound, body), scan.span);
        }
        self.axiom(&rules::FCL_E_SCAN, e, at, body)
    }
}

/// `force [e1, …, en]<γ>` with other elements.
fn again(e: &Expression, array: &Expression, elements: Vec<Expression>, level: &Level) -> Expression {
    let node = Node::PushArray(elements, level.clone());
    force(Expression::new(node, array.span), e.span)
}

/// FCL-E-LEVEL refuses.
pub(in crate::fcl) fn wrong_level(level: &Level, height: u32, span: Span) -> Fail {
    let place = level_name(height);
    Failure::refused(
        Kind::Level,
        &rules::FCL_E_LEVEL,
        "level",
        span,
        format!("an array of level <{level}> is forced at a {place}"),
    )
}

/// FCL-E-LEVEL refuses.
pub(in crate::fcl) fn delay_at_thread(span: Span) -> Fail {
    Failure::refused(
        Kind::Level,
        &rules::FCL_E_LEVEL,
        "level",
        span,
        "sub-arrays are distributed at a thread",
    )
}
