//! Loops at their level (FCL-M-BLOCK, -WARP, -THREAD, -GRID, -LEVELS), and memory of their level (FCL-M-FORCE).
//!
//! A *place* is where code is being made: the host, a work-group, an item.  A work-group may be that of all warps of a block at
//! once: its *lanes* are the indexes of the parts that the warps make, and a loop over n elements becomes one over n elements of
//! every part, so that all items of the block meet at every barrier (FCL-M-WARPS).

use super::builder::{Item, index_lambda, lambda, may_fail};
use super::rows::{Loop, Rows, Written};
use super::value::{Staged, Target, Value};
use super::{Place, Stager, internal};
use crate::dpia::make;
use elder_dpia::{Binder, DataType, Extent, Name, Nat, Phrase, PhraseType, Prim, Strategy};
use elder_fcl::rules::translation::*;
use elder_syntax::Span;

/// Makes what an iteration of a loop over items writes: its own index, its index among those of all lanes, its acceptor; gives the
/// type of the elements.
pub(super) type Iteration<'a> = &'a dyn Fn(&mut Stager, &Nat, &Nat, &Phrase) -> Staged<DataType>;

impl Stager {
    /// Writes the n elements by the loop of this place.
    pub(super) fn each(
        &mut self,
        n: &Nat,
        target: &Target,
        element: &dyn Fn(&mut Stager, &Nat) -> Staged<Value>,
        span: Span,
    ) -> Staged<DataType> {
        let body = |stager: &mut Stager, i: &Nat, flat: &Nat, o: &Phrase| {
            let o = o.clone();
            stager.element(
                target,
                flat,
                &move |_| o.clone(),
                &|stager| element(stager, i),
                span,
            )
        };
        let whole = |of: &DataType| (target.acceptor)(of);
        self.note_loop();
        match &self.place {
            Place::Item => {
                FCL_M_THREAD.apply();
                self.in_order(n, target, element, span)
            }
            Place::Group { height, .. } => {
                if *height == 1 { &FCL_M_WARP } else { &FCL_M_BLOCK }.apply();
                self.by_items(n, &DataType::clone, &whole, &body, span)
            }
            Place::Host => {
                FCL_M_LEVELS.apply();
                self.by_all_items(n, &DataType::clone, &whole, &body, span)
            }
        }
    }

    /// A loop by items of the grid, one kernel.
    pub(super) fn by_all_items(
        &mut self,
        n: &Nat,
        own: &dyn Fn(&DataType) -> DataType,
        target: &dyn Fn(&DataType) -> Phrase,
        body: Iteration,
        span: Span,
    ) -> Staged<DataType> {
        self.need(n);
        let size = Nat::lit(i64::from(self.group_size));
        let groups = self.facts.quotient(&n.plus(&size).minus(&Nat::one()), &size);
        let (of, loop_) = self.parallel(Strategy::Global(0), n, own, target, body, span)?;
        self.launch(&groups, None, vec![Item::Command(loop_)], span);
        Ok(of)
    }

    /// A sequential loop of one item.
    fn in_order(
        &mut self,
        n: &Nat,
        target: &Target,
        element: &dyn Fn(&mut Stager, &Nat) -> Staged<Value>,
        span: Span,
    ) -> Staged<DataType> {
        let at = |i: &Nat| {
            let (i, n, acceptor) = (i.clone(), n.clone(), target.acceptor.clone());
            move |of: &DataType| make::idx_acc(&n, of, acceptor(of), make::index(&i, &n, span))
        };
        if n.is_one() {
            let i = Nat::zero();
            return self.element(target, &i, &at(&i), &|stager| element(stager, &i), span);
        }
        let k = Name::fresh("i");
        let (of, items) = self.scope(|stager| {
            let i = Nat::var(&k);
            stager.looping(&k, n, |stager| {
                stager.element(target, &i, &at(&i), &|stager| element(stager, &i), span)
            })
        })?;
        let body = index_lambda(&k, n, self.folded(items, span), span);
        self.emit(make::for_loop(n, body, span));
        Ok(of)
    }

    /// A sequential loop for its effect.
    pub(super) fn repeated(
        &mut self,
        n: &Nat,
        text: &str,
        body: &dyn Fn(&mut Stager, &Nat) -> Staged<()>,
        span: Span,
    ) -> Staged<()> {
        if n.is_one() {
            return body(self, &Nat::zero());
        }
        let k = Name::fresh(text);
        let ((), items) = self.scope(|stager| stager.looping(&k, n, |stager| body(stager, &Nat::var(&k))))?;
        let body = index_lambda(&k, n, self.folded(items, span), span);
        self.emit(make::for_loop(n, body, span));
        Ok(())
    }

    /// A loop by the items of the group, over n elements of every lane.
    pub(super) fn by_items(
        &mut self,
        n: &Nat,
        own: &dyn Fn(&DataType) -> DataType,
        target: &dyn Fn(&DataType) -> Phrase,
        body: Iteration,
        span: Span,
    ) -> Staged<DataType> {
        let (of, command) = self.parallel(Strategy::Local(0), n, own, target, body, span)?;
        self.emit(command);
        Ok(of)
    }

    /// A parallel loop over n elements of every lane whose bodies are code of one item.
    fn parallel(
        &mut self,
        strategy: Strategy,
        n: &Nat,
        own: &dyn Fn(&DataType) -> DataType,
        target: &dyn Fn(&DataType) -> Phrase,
        body: Iteration,
        span: Span,
    ) -> Staged<(DataType, Phrase)> {
        let (k, o) = (Name::fresh("i"), Name::fresh("o"));
        let in_place = self.in_place.take();
        let acceptor = match &in_place {
            Some(_) => make::writes(&Phrase::var(&o, span)),
            None => Phrase::var(&o, span),
        };
        let iteration = |stager: &mut Stager, i: &Nat| {
            if let Some(parts) = &in_place {
                parts.own(Some((i.clone(), Phrase::var(&o, span))));
            }
            body(stager, i, &Nat::var(&k), &acceptor)
        };
        let (total, of, command) = self.of_all_lanes(&k, n, &iteration, span)?;
        let part = own(&of);
        if let Some(parts) = in_place {
            parts.own(None);
            let body = lambda(&o, PhraseType::var(part.clone()), command, span);
            let prim = Prim::ParforInPlace {
                strategy,
                n: total.clone(),
                of: part,
            };
            let parts = vec![target(&of), index_lambda(&k, &total, body, span)];
            return Ok((of, Phrase::prim(prim, parts, span)));
        }
        let whole = Loop {
            n: total,
            index: k,
            written: Some(Written {
                own: o,
                of: part,
                all: target(&of),
            }),
            body: command,
            span,
        };
        Ok((of, self.by_strategy(strategy, whole)))
    }

    /// A loop by the items of the group, whatever its dimensions are, or of the grid.
    pub(super) fn by_strategy(&self, strategy: Strategy, whole: Loop) -> Phrase {
        match (strategy, self.rows) {
            (Strategy::Local(_), Some(rows)) => self.by_rows(rows, &whole),
            _ => whole.command(strategy),
        }
    }

    /// The body of a loop over n elements of every lane, code of one item; gives also the number of iterations.
    pub(super) fn of_all_lanes<T>(
        &mut self,
        k: &Name,
        n: &Nat,
        body: &dyn Fn(&mut Stager, &Nat) -> Staged<T>,
        span: Span,
    ) -> Staged<(Nat, T, Phrase)> {
        self.uniform_length(n, span)?;
        let lanes = self.lanes().map(<[_]>::to_vec).unwrap_or_default();
        let total = lanes
            .iter()
            .fold(n.clone(), |total, (_, extent)| total.times(extent));
        // Within lanes, the element's own index is a variable that is replaced by a digit of the loop's.
        let own = if lanes.is_empty() {
            k.clone()
        } else {
            Name::fresh("j")
        };
        let guards = std::mem::take(&mut self.guards);
        let made = self.at(Place::Item, |stager| {
            stager.knowing(stager.facts.below(k, &total), |stager| {
                stager.looping(&own, n, |stager| body(stager, &Nat::var(&own)))
            })
        });
        self.guards = guards;
        let (result, items) = made?;
        let mut command = self.folded(items, span);
        for guard in self.guards.iter().rev() {
            command = make::if_then(guard.clone(), command, span);
        }
        if !lanes.is_empty() {
            let facts = self.facts.below(k, &total);
            let mut rest = Nat::var(k);
            for (x, extent) in std::iter::once((own, n.clone())).chain(lanes.into_iter().rev()) {
                let digit = facts.remainder(&rest, &extent);
                rest = facts.quotient(&rest, &extent);
                let binder = Binder {
                    name: x,
                    ty: PhraseType::Exp(DataType::Index(extent.clone())),
                };
                command = command.substitute(&binder, &make::index(&digit, &extent, span));
            }
        }
        Ok((total, result, command))
    }

    /// Computes an element and writes it, where the target wants it.
    fn element(
        &mut self,
        target: &Target,
        position: &Nat,
        acceptor: &dyn Fn(&DataType) -> Phrase,
        compute: &dyn Fn(&mut Stager) -> Staged<Value>,
        span: Span,
    ) -> Staged<DataType> {
        self.at_position(position, |stager| {
            stager.guarded_element(target, position, acceptor, compute, span)
        })
    }

    fn guarded_element(
        &mut self,
        target: &Target,
        position: &Nat,
        acceptor: &dyn Fn(&DataType) -> Phrase,
        compute: &dyn Fn(&mut Stager) -> Staged<Value>,
        span: Span,
    ) -> Staged<DataType> {
        let ask = |stager: &mut Stager| match &target.guard {
            Some(guard) => guard(stager, position, span),
            None => Ok(()),
        };
        let ((), asked) = self.scope(ask)?;
        if asked.is_empty() {
            let value = compute(self)?;
            return self.store(&value, acceptor, span);
        }
        let (value, items) = self.scope(compute)?;
        let fails = items.iter().any(item_may_fail) || numbers(&value).iter().any(may_fail);
        let always = fails || target.always;
        if always {
            // What can fail is computed, wanted or not; so is what the next element needs.
            self.block.extend(items);
        }
        self.conditions += 1;
        let written = self.scope(|stager| {
            ask(stager)?;
            let value = match always {
                true => value,
                false => compute(stager)?,
            };
            stager.store(&value, acceptor, span)
        });
        self.conditions -= 1;
        let (of, inside) = written?;
        self.emit(self.folded(inside, span));
        Ok(of)
    }

    /// Writes a base value.
    pub(super) fn store(
        &mut self,
        value: &Value,
        acceptor: &dyn Fn(&DataType) -> Phrase,
        span: Span,
    ) -> Staged<DataType> {
        let of = value
            .data()
            .ok_or_else(|| super::evaluate::unexpected(span, "a base value", value))?;
        self.store_leaves(value, acceptor(&of));
        Ok(of)
    }

    pub(super) fn store_leaves(&mut self, value: &Value, acceptor: Phrase) {
        match value {
            Value::Scalar(s) => self.emit(make::assign(&DataType::Num(s.ty), acceptor, s.exp.clone())),
            Value::Pair(parts) => {
                if let (Some(a), Some(b)) = (parts.0.data(), parts.1.data()) {
                    self.store_leaves(&parts.0, make::pair_acc1(&a, &b, &acceptor));
                    self.store_leaves(&parts.1, make::pair_acc2(&a, &b, &acceptor));
                }
            }
            _ => {}
        }
    }

    /// A kernel of as many groups, of that many rows of items or of one.
    pub(super) fn launch(&mut self, groups: &Nat, rows: Option<Rows>, body: Vec<Item>, span: Span) {
        self.need(groups);
        let items = |count: u32| Nat::lit(i64::from(count));
        let local: Extent = match rows {
            Some(rows) => smallvec::smallvec![items(rows.width), items(rows.height)],
            None => smallvec::smallvec![items(self.group_size)],
        };
        let mut global = local.clone();
        if let Some(first) = global.first_mut() {
            *first = groups.times(first);
        }
        let prim = Prim::Launch { global, local };
        self.emit(Phrase::prim(prim, vec![self.folded(body, span)], span));
    }

    /// A loop over n parts by work-groups, one kernel.
    pub(super) fn by_groups(
        &mut self,
        n: &Nat,
        own: &dyn Fn(&DataType) -> DataType,
        target: &dyn Fn(&DataType) -> Phrase,
        body: &dyn Fn(&mut Stager, &Nat, &Name) -> Staged<DataType>,
        span: Span,
    ) -> Staged<DataType> {
        FCL_M_GRID.apply();
        let (g, o) = (Name::fresh("g"), Name::fresh("part"));
        let place = Place::Group {
            height: 2,
            lanes: vec![],
        };
        let (of, items) = self.at(place, |stager| {
            stager.looping(&g, n, |stager| body(stager, &Nat::var(&g), &o))
        })?;
        let part = own(&of);
        let body = lambda(&o, PhraseType::Acc(part.clone()), self.folded(items, span), span);
        let prim = Prim::Parfor {
            strategy: Strategy::Workgroup(0),
            n: n.clone(),
            of: part,
        };
        let parts = vec![target(&of), index_lambda(&g, n, body, span)];
        let command = Item::Command(Phrase::prim(prim, parts, span));
        let groups = match self.configuration.groups {
            Some(most) => self.facts.minimum(n, &Nat::lit(i64::from(most))),
            None => n.clone(),
        };
        self.launch(&groups, self.rows, vec![command], span);
        Ok(of)
    }

    /// Refuses a length that differs between the warps of a block where all of them are made at once.
    pub(super) fn uniform_length(&mut self, n: &Nat, span: Span) -> Staged<()> {
        let varies = |lanes: &[(Name, Nat)]| lanes.iter().any(|(x, _)| n.mentions(x));
        if self.lanes().is_some_and(varies) {
            self.divergent = true;
            return Err(internal(
                span,
                "warps of one block differ in the length of an array",
            ));
        }
        Ok(())
    }

    /// Refuses a number that differs between the warps of a block where all of them are made at once.
    pub(super) fn uniform(&mut self, number: &Phrase) -> Staged<()> {
        let varies = |lanes: &[(Name, Nat)]| lanes.iter().any(|(x, _)| make::mentions(number, x));
        if !self.guards.is_empty() || self.lanes().is_some_and(varies) {
            self.divergent = true;
            return Err(internal(
                number.span,
                "warps of one block differ in a number that their loops depend on",
            ));
        }
        Ok(())
    }
}

/// The acceptor of `count` elements whose element q goes to `place` of an acceptor of `total`.
pub(super) fn scattered(
    q: &Name,
    place: &Nat,
    count: &Nat,
    total: &Nat,
    of: &DataType,
    array: Phrase,
    span: Span,
) -> Phrase {
    let generate = Prim::Generate {
        n: count.clone(),
        of: DataType::Index(total.clone()),
    };
    let q_new = q.renewed();
    let place = place.substitute(q, &Nat::var(&q_new));
    let at = index_lambda(&q_new, count, make::index(&place, total, span), span);
    let indexes = Phrase::prim(generate, vec![at], span);
    let prim = Prim::ScatterAcc {
        n: count.clone(),
        m: total.clone(),
        of: of.clone(),
    };
    Phrase::prim(prim, vec![indexes, array], span)
}

/// A number as an index that is tested at that place.
pub(super) fn scattered_index(number: Phrase, n: &Nat, span: Span) -> Phrase {
    Phrase::prim(Prim::as_index(elder_dpia::PrimType::I32, n), vec![number], span)
}

pub(super) fn item_may_fail(item: &Item) -> bool {
    match item {
        Item::Command(c) => may_fail(c),
        Item::Let { value, .. } => may_fail(value),
        Item::Size { .. } | Item::Only(_) => true,
        Item::Cell { .. } => false,
    }
}

/// The numbers of a base value.
fn numbers(value: &Value) -> Vec<Phrase> {
    match value {
        Value::Scalar(s) => vec![s.exp.clone()],
        Value::Pair(parts) => [numbers(&parts.0), numbers(&parts.1)].concat(),
        _ => vec![],
    }
}
