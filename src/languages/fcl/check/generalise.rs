//! Generalisation: the scheme of what a `let` names, and what a level function may know of its level.
//!
//! What a `let` or a definition generalises are the unknowns of higher rank than its surroundings.  The effects among them keep
//! only the constraints that matter outside: those between effects that the type shows, and those with effects of the
//! surroundings.  Effects that only give (what the function does) become the least that they can be, effects that are only taken
//! (what a parameter may do) the most that they may be; so schemes stay small.

use super::Checker;
use super::origin::{Origin, What};
use super::relate::Clash;
use super::schemes::Local;
use super::unknowns::{Bases, E, EffectNode, GENERIC, L, LevelNode, Polarity, Skolem, T, TypeNode};
use crate::BaseType;
use elder_syntax::Span;
use rustc_hash::FxHashSet;

/// Constraints that a generalised type comes with.
struct Constraints {
    between: Vec<(E, E)>,
    bounds: Vec<(E, L, Origin)>,
}

impl Checker<'_> {
    /// The scheme of a type whose unknowns of higher rank than now are bound.
    pub(super) fn generalise(&mut self, ty: T) -> Result<Local, Clash> {
        let mut held = false;
        let mut unknowns = Vec::new();
        let mut levels = Vec::new();
        self.tables.new_walk();
        self.collect(ty, &mut unknowns, &mut levels, &mut held)?;
        let Constraints { between, bounds } = self.constraints(ty)?;
        for (_, l, _) in &bounds {
            self.collect_level(*l, &mut levels);
        }
        let mut generic = !levels.is_empty();
        let rank = self.tables.rank;
        for t in unknowns {
            if let TypeNode::Unknown(unknown) = &mut self.tables.types[t] {
                if unknown.bases == Bases::ANY {
                    unknown.rank = GENERIC;
                    generic = true;
                } else if rank > 0 {
                    // An operand's type is one: later uses in the same definition may say which.
                    unknown.rank = rank;
                    held = true;
                } else {
                    crate::rules::typing::FCL_G_OVER.apply();
                    let list = unknown.bases.list();
                    let base = list.iter().find(|b| **b == BaseType::I32).or(list.first());
                    self.tables.types[t] = TypeNode::Base(*base.unwrap_or(&BaseType::I32));
                }
            }
        }
        for l in levels {
            self.tables.levels[l] = LevelNode::Unknown { rank: GENERIC };
        }
        let mut polarity = Polarity::default();
        polarity.walk(&mut self.tables, ty, true);
        for e in polarity.order {
            if let Some(flow) = self.tables.flow(e)
                && flow.rank > rank
            {
                flow.rank = GENERIC;
                generic = true;
            }
        }
        Ok(Local {
            ty,
            generic,
            held,
            constraints: between,
            bounds,
        })
    }

    fn collect_level(&mut self, l: L, levels: &mut Vec<L>) {
        let rank = self.tables.rank;
        if let (_, at, LevelNode::Unknown { rank: own }) = self.tables.bottom(l)
            && own > rank
            && !levels.contains(&at)
        {
            levels.push(at);
        }
    }

    /// The unknown types and levels of a type that are bound.
    fn collect(
        &mut self,
        t: T,
        unknowns: &mut Vec<T>,
        levels: &mut Vec<L>,
        held: &mut bool,
    ) -> Result<(), Clash> {
        elder_syntax::effort::deeper(|| {
            self.spend(1 + levels.len() as u64 / 8)?;
            let (t, node) = self.tables.shape(t);
            if !self.tables.first_visit(t) {
                return Ok(());
            }
            let effect = |checker: &mut Self, e: E, levels: &mut Vec<L>| {
                let e = checker.tables.find_effect(e);
                if let EffectNode::At(l, _) = checker.tables.effects[e] {
                    checker.collect_level(l, levels);
                }
            };
            match node {
                TypeNode::Unknown(unknown) if unknown.rank > self.tables.rank => unknowns.push(t),
                TypeNode::Unknown(_) => *held = true,
                TypeNode::Link(_) | TypeNode::Rigid(..) | TypeNode::Base(_) => {}
                TypeNode::Pair(a, b) => {
                    self.collect(a, unknowns, levels, held)?;
                    self.collect(b, unknowns, levels, held)?;
                }
                TypeNode::Fun(a, e, b) => {
                    self.collect(a, unknowns, levels, held)?;
                    effect(self, e, levels);
                    self.collect(b, unknowns, levels, held)?;
                }
                TypeNode::LevelFun(_, e, a) | TypeNode::Pull(a, e) => {
                    effect(self, e, levels);
                    self.collect(a, unknowns, levels, held)?;
                }
                TypeNode::Push(a, l) => {
                    self.collect_level(l, levels);
                    self.collect(a, unknowns, levels, held)?;
                }
            }
            Ok(())
        })
    }

    /// The constraints on the effects that a type shows, and on those of the surroundings that depend on what is bound.  What is
    /// bound is taken out of the graph of the surroundings.
    fn constraints(&mut self, ty: T) -> Result<Constraints, Clash> {
        let rank = self.tables.rank;
        let mut polarity = Polarity::default();
        polarity.walk(&mut self.tables, ty, true);
        let shown: Vec<E> = polarity
            .order
            .iter()
            .copied()
            .filter(|e| self.tables.effect_rank(*e).is_some_and(|own| own > rank))
            .collect();
        // Those bound, from what is shown and from what has bounds, with those of the surroundings that touch them.
        let mut inner = FxHashSet::default();
        let mut outer: Vec<E> = Vec::new();
        let mut rest = shown.clone();
        let listed = std::mem::take(&mut self.tables.bounded);
        self.spend(listed.len() as u64 / 16)?;
        for e in listed {
            match self.tables.effect_rank(e) {
                Some(own) if own == GENERIC => {}
                Some(own) if own > rank => rest.push(self.tables.find_effect(e)),
                Some(_) => self.tables.bounded.push(e),
                None => {}
            }
        }
        while let Some(e) = rest.pop() {
            self.spend(1)?;
            let e = self.tables.find_effect(e);
            let Some(flow) = self.tables.flow(e) else { continue };
            if flow.rank <= rank {
                if !outer.contains(&e) {
                    outer.push(e);
                }
                continue;
            }
            let next: Vec<E> = flow.uppers.iter().chain(&flow.lowers).copied().collect();
            if inner.insert(e) {
                rest.extend(next);
            }
        }
        let visible: FxHashSet<E> = shown.iter().copied().collect();
        let mut between = Vec::new();
        let mut bounds: Vec<(E, L, Origin)> = Vec::new();
        let mut direct: Vec<(E, E)> = Vec::new();
        let mut direct_bounds: Vec<(E, L, Origin)> = Vec::new();
        for source in shown.iter().copied().chain(outer.iter().copied()) {
            let from_outside = !visible.contains(&source);
            let mut seen = FxHashSet::default();
            let mut rest = vec![source];
            while let Some(e) = rest.pop() {
                self.spend(1)?;
                let e = self.tables.find_effect(e);
                if !seen.insert(e) {
                    continue;
                }
                let Some(flow) = self.tables.flow(e) else { continue };
                let flow = flow.clone();
                if e != source {
                    if visible.contains(&e) {
                        between.push((source, e));
                        continue;
                    }
                    if !inner.contains(&e) {
                        if from_outside {
                            direct.push((source, e));
                        } else {
                            between.push((source, e));
                        }
                        continue;
                    }
                }
                if e != source || !from_outside {
                    for (l, origin) in flow.bounds {
                        let known = if from_outside { &direct_bounds } else { &bounds };
                        let of: Vec<L> = known.iter().filter(|b| b.0 == source).map(|b| b.1).collect();
                        if of.into_iter().any(|m| self.tables.same_level(m, l)) {
                            continue;
                        }
                        if from_outside {
                            direct_bounds.push((source, l, origin));
                        } else {
                            bounds.push((source, l, origin));
                        }
                    }
                }
                for upper in flow.uppers {
                    let upper = self.tables.find_effect(upper);
                    // From outside, only the way through what is bound is new.
                    if e != source || !from_outside || inner.contains(&upper) {
                        rest.push(upper);
                    }
                }
            }
        }
        for e in &outer {
            if let Some(mut flow) = self.tables.flow(*e).map(std::mem::take) {
                flow.uppers
                    .retain(|u| !inner.contains(&self.tables.find_effect(*u)));
                flow.lowers
                    .retain(|u| !inner.contains(&self.tables.find_effect(*u)));
                if let Some(place) = self.tables.flow(*e) {
                    *place = flow;
                }
            }
        }
        for e in &inner {
            if let Some(flow) = self.tables.flow(*e) {
                flow.uppers.clear();
                flow.lowers.clear();
                flow.bounds.clear();
            }
        }
        for (a, b) in direct {
            self.below(a, b)?;
        }
        for (e, l, origin) in direct_bounds {
            if let (_, _, LevelNode::Unknown { rank: own }) = self.tables.bottom(l)
                && own > rank
            {
                bounds.push((e, l, origin));
            } else {
                let node = self.tables.at(l, origin);
                self.below(e, node)?;
            }
        }
        self.simplify(&shown, &polarity, &mut between, &mut bounds)?;
        Ok(Constraints { between, bounds })
    }

    /// Effects that are only given become the least, effects that are only taken the most that the constraints allow.
    fn simplify(
        &mut self,
        shown: &[E],
        polarity: &Polarity,
        between: &mut Vec<(E, E)>,
        bounds: &mut Vec<(E, L, Origin)>,
    ) -> Result<(), Clash> {
        let rank = self.tables.rank;
        let mut given = polarity.positive.clone();
        loop {
            let mut changed = false;
            for &e in shown {
                self.spend(1 + (between.len() + bounds.len()) as u64 / 8)?;
                let e = self.tables.find_effect(e);
                if self.tables.effect_rank(e).is_none_or(|own| own <= rank) {
                    continue;
                }
                let (positive, negative) = (given.contains(&e), polarity.negative.contains(&e));
                let lowers: Vec<E> = between.iter().filter(|(_, b)| *b == e).map(|(a, _)| *a).collect();
                let uppers = between.iter().filter(|(a, _)| *a == e).count();
                let own: Vec<(L, Origin)> = bounds.iter().filter(|b| b.0 == e).map(|b| (b.1, b.2)).collect();
                let apart = own
                    .iter()
                    .any(|a| own.iter().any(|b| self.tables.apart(a.0, b.0)));
                if apart || (positive && !negative && lowers.is_empty()) {
                    for lower in &lowers {
                        self.becomes_pure(*lower, Origin::NONE);
                    }
                    self.becomes_pure(e, own.first().map_or(Origin::NONE, |b| b.1));
                } else if positive
                    && !negative
                    && let [lower] = lowers[..]
                {
                    given.insert(lower);
                    between.retain(|c| *c != (lower, e));
                    for c in between.iter_mut().filter(|(a, _)| *a == e) {
                        c.0 = lower;
                    }
                    for b in bounds.iter_mut().filter(|b| b.0 == e) {
                        b.0 = lower;
                    }
                    self.tables.effects[e] = EffectNode::Link(lower);
                } else if negative
                    && !positive
                    && uppers == 0
                    && let [(level, origin)] = own[..]
                {
                    let node = self.tables.at(level, origin);
                    self.tables.effects[e] = EffectNode::Link(node);
                    for (a, _) in between.iter().filter(|(_, b)| *b == e) {
                        bounds.push((*a, level, origin));
                    }
                } else {
                    continue;
                }
                changed = true;
                let tables = &mut self.tables;
                for (a, b) in between.iter_mut() {
                    *a = tables.find_effect(*a);
                    *b = tables.find_effect(*b);
                }
                between.retain(|(a, b)| a != b && tables.flow(*a).is_some() && tables.flow(*b).is_some());
                let mut seen = FxHashSet::default();
                between.retain(|c| seen.insert(*c));
                for b in bounds.iter_mut() {
                    b.0 = tables.find_effect(b.0);
                }
                bounds.retain(|b| tables.flow(b.0).is_some());
                let mut kept: Vec<(E, L, Origin)> = Vec::new();
                for b in bounds.drain(..) {
                    if !kept.iter().any(|k| k.0 == b.0 && tables.same_level(k.1, b.1)) {
                        kept.push(b);
                    }
                }
                *bounds = kept;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// At the end of `fn <l> => e`: effects that are at most `l` cannot be known outside.  What the function takes may do its
    /// work at `l`, unless it is among the elements of what the function gives; all else does none.
    pub(super) fn leave_level(&mut self, skolem: Skolem, ty: T, span: Span) -> Result<(), Clash> {
        let listed: Vec<E> = self.tables.bounded.clone();
        self.spend(listed.len() as u64 / 16)?;
        let mut roots = Vec::new();
        for e in listed {
            let bounds: Vec<L> = self
                .tables
                .flow(e)
                .map_or_else(Vec::new, |flow| flow.bounds.iter().map(|b| b.0).collect());
            if bounds.into_iter().any(|l| self.mentions(l, skolem)) {
                roots.push(e);
            }
        }
        if roots.is_empty() {
            return Ok(());
        }
        let rank = self.tables.rank;
        let mut polarity = Polarity::default();
        polarity.walk(&mut self.tables, ty, true);
        let limit = Origin::new(What::LevelVariable, span);
        let mut takes = Vec::new();
        for e in self.all_below(roots)? {
            if self.tables.effect_rank(e).is_some_and(|own| own <= rank) {
                self.becomes_pure(e, limit);
            } else if polarity.negative.contains(&e) && !polarity.positive.contains(&e) {
                takes.push(e);
            } else if polarity.positive.contains(&e) {
                self.becomes_pure(e, limit);
            }
        }
        for e in takes {
            // All bounds on the way up.
            let mut is_given = false;
            let mut bounds: Vec<(L, Origin)> = Vec::new();
            let mut seen = FxHashSet::default();
            let mut rest = vec![e];
            while let Some(e) = rest.pop() {
                let e = self.tables.find_effect(e);
                if !seen.insert(e) {
                    continue;
                }
                is_given |= polarity.elements.contains(&e);
                match self.tables.effects[e].clone() {
                    EffectNode::Unknown(flow) => {
                        bounds.extend(flow.bounds);
                        rest.extend(flow.uppers);
                    }
                    EffectNode::At(l, origin) => bounds.push((l, origin)),
                    EffectNode::Pure(_) | EffectNode::Link(_) => {}
                }
            }
            let Some(&(level, origin)) = bounds.first() else {
                continue;
            };
            let mut one = true;
            for (l, _) in &bounds {
                one &= self.tables.same_level(*l, level);
            }
            if self.tables.flow(e).is_none() {
                continue;
            }
            if one && !is_given {
                self.becomes_level(e, (level, origin))?;
            } else {
                self.becomes_pure(e, limit);
            }
        }
        Ok(())
    }
}
