//! Types are unified; effects are compared in the direction in which values flow.

use super::Checker;
use super::origin::{Asker, Demand, Origin, What};
use super::unknowns::{BOUND, Bases, E, EffectNode, L, LevelNode, Skolem, T, TypeNode};
use crate::rules::kinding::*;
use crate::{BaseType, Kind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why one type does not fit another.
#[derive(Clone, Debug)]
pub(super) enum Clash {
    /// They are built differently.
    Shape(T, T),
    /// A type has not the kind that somebody asks for.
    Kind(T, Kind, Demand),
    /// A scalar operator does not exist on the type.
    Bases(T, Bases),
    /// Two levels differ.
    Level(L, L),
    /// A type would contain itself.
    Infinite(T, T),
    /// A level variable would leave its scope.
    Escape(Skolem),
    /// Work at a level where another, or none, is allowed.
    Work {
        work: (L, Origin),
        limit: (Option<L>, Origin),
    },
    /// The types are too large to go on.
    Large,
}

type Done = Result<(), Clash>;

impl Checker<'_> {
    /// Work that checking may still do: types may double with every definition.
    pub(super) fn spend(&mut self, steps: u64) -> Done {
        if self.budget < steps {
            self.budget = 0;
            return Err(Clash::Large);
        }
        self.budget -= steps;
        Ok(())
    }

    // Levels.

    pub(super) fn unify_levels(&mut self, a: L, b: L) -> Done {
        let (a0, b0) = (a, b);
        let (mut a, mut b) = (self.tables.find_level(a), self.tables.find_level(b));
        loop {
            self.spend(1)?;
            if a == b {
                return Ok(());
            }
            match (self.tables.levels[a], self.tables.levels[b]) {
                (LevelNode::Succ(x), LevelNode::Succ(y)) => {
                    a = self.tables.find_level(x);
                    b = self.tables.find_level(y);
                }
                (LevelNode::Zero, LevelNode::Zero) => return Ok(()),
                (LevelNode::Skolem(s), LevelNode::Skolem(t)) if s == t => return Ok(()),
                (LevelNode::Unknown { rank }, _) => return self.bind_level(a, rank, b, (a0, b0)),
                (_, LevelNode::Unknown { rank }) => return self.bind_level(b, rank, a, (a0, b0)),
                _ => return Err(Clash::Level(a0, b0)),
            }
        }
    }

    fn bind_level(&mut self, unknown: L, rank: u32, level: L, whole: (L, L)) -> Done {
        let (height, bottom, _) = self.tables.bottom(level);
        if bottom == unknown {
            return if height == 0 {
                Ok(())
            } else {
                Err(Clash::Level(whole.0, whole.1))
            };
        }
        self.adjust_level(level, rank)?;
        self.tables.levels[unknown] = LevelNode::Link(level);
        Ok(())
    }

    /// What the level is made from belongs to no inner place than `rank`.
    pub(super) fn adjust_level(&mut self, level: L, rank: u32) -> Done {
        let (_, at, bottom) = self.tables.bottom(level);
        match bottom {
            LevelNode::Unknown { rank: own } if own > rank => {
                self.tables.levels[at] = LevelNode::Unknown { rank };
                Ok(())
            }
            LevelNode::Skolem(s) if self.tables.skolems[s].rank > rank => Err(Clash::Escape(s)),
            _ => Ok(()),
        }
    }

    // Kinds: Δ ⊢ τ : κ, an arm a rule.

    pub(super) fn demand(&mut self, t: T, kind: Kind, demand: Demand) -> Done {
        if kind == Kind::TYP {
            return Ok(());
        }
        self.tables.new_walk();
        self.demand_in(t, t, kind, demand)
    }

    fn demand_in(&mut self, t: T, whole: T, kind: Kind, demand: Demand) -> Done {
        elder_syntax::effort::deeper(|| {
            self.spend(1)?;
            let (t, node) = self.tables.shape(t);
            if !self.tables.first_visit(t) {
                return Ok(());
            }
            if kind == Kind::GT {
                FCL_K_BT_GT.apply();
            }
            match node {
                TypeNode::Link(_) => unreachable!("links were followed"),
                TypeNode::Unknown(mut unknown) => {
                    FCL_K_VAR.apply();
                    if kind < unknown.kind {
                        unknown.kind = kind;
                        unknown.demand = demand;
                        self.tables.types[t] = TypeNode::Unknown(unknown);
                    }
                    Ok(())
                }
                TypeNode::Rigid(x, own) => {
                    FCL_K_VAR.apply();
                    self.tables.types[t] = TypeNode::Rigid(x, own.min(kind));
                    Ok(())
                }
                TypeNode::Base(base) => {
                    match base {
                        BaseType::I32 => FCL_K_INT.apply(),
                        BaseType::F64 => FCL_K_DBL.apply(),
                        BaseType::Bool => FCL_K_BOOL.apply(),
                        _ => FCL_K_NUMBER.apply(),
                    }
                    Ok(())
                }
                TypeNode::Pair(a, b) => {
                    FCL_K_PAIR.apply();
                    self.demand_in(a, whole, kind, demand)?;
                    self.demand_in(b, whole, kind, demand)
                }
                TypeNode::Pull(..) if kind == Kind::GT => {
                    FCL_K_PULL.apply();
                    Ok(())
                }
                TypeNode::Push(..) if kind == Kind::GT => {
                    FCL_K_PUSH_R.apply();
                    Ok(())
                }
                TypeNode::Fun(..) | TypeNode::LevelFun(..) | TypeNode::Pull(..) | TypeNode::Push(..) => {
                    Err(Clash::Kind(whole, kind, demand))
                }
            }
        })
    }

    // Unknown types are found out.

    /// What the type is made from belongs to no inner place than `rank`; it does not contain `unknown`.
    fn adjust(&mut self, t: T, unknown: Option<T>, rank: u32) -> Done {
        self.tables.new_walk();
        self.adjust_in(t, t, unknown, rank, &mut vec![])
    }

    /// The type belongs to no inner place than `rank`.
    pub(super) fn lower_rank(&mut self, t: T, rank: u32) -> Done {
        self.adjust(t, None, rank)
    }

    fn adjust_in(&mut self, t: T, whole: T, unknown: Option<T>, rank: u32, bound: &mut Vec<Skolem>) -> Done {
        elder_syntax::effort::deeper(|| {
            self.spend(1)?;
            let t = self.tables.find(t);
            if Some(t) == unknown {
                return Err(Clash::Infinite(t, whole));
            }
            match self.tables.types[t].clone() {
                TypeNode::Link(_) => unreachable!("links were followed"),
                TypeNode::Unknown(mut own) => {
                    if own.rank > rank {
                        own.rank = rank;
                        self.tables.types[t] = TypeNode::Unknown(own);
                    }
                    Ok(())
                }
                TypeNode::Rigid(..) | TypeNode::Base(_) => Ok(()),
                node => {
                    if !self.tables.first_visit(t) {
                        return Ok(());
                    }
                    match node {
                        TypeNode::Pair(a, b) => {
                            self.adjust_in(a, whole, unknown, rank, bound)?;
                            self.adjust_in(b, whole, unknown, rank, bound)
                        }
                        TypeNode::Fun(a, e, b) => {
                            self.adjust_in(a, whole, unknown, rank, bound)?;
                            self.adjust_effect(e, rank, bound)?;
                            self.adjust_in(b, whole, unknown, rank, bound)
                        }
                        TypeNode::LevelFun(s, e, a) => {
                            bound.push(s);
                            let done = self
                                .adjust_effect(e, rank, bound)
                                .and_then(|()| self.adjust_in(a, whole, unknown, rank, bound));
                            bound.pop();
                            done
                        }
                        TypeNode::Pull(a, e) => {
                            self.adjust_effect(e, rank, bound)?;
                            self.adjust_in(a, whole, unknown, rank, bound)
                        }
                        TypeNode::Push(a, l) => {
                            self.adjust_bound_level(l, rank, bound)?;
                            self.adjust_in(a, whole, unknown, rank, bound)
                        }
                        _ => Ok(()),
                    }
                }
            }
        })
    }

    fn adjust_bound_level(&mut self, l: L, rank: u32, bound: &[Skolem]) -> Done {
        if let (_, _, LevelNode::Skolem(s)) = self.tables.bottom(l)
            && bound.contains(&s)
        {
            return Ok(());
        }
        self.adjust_level(l, rank)
    }

    fn adjust_effect(&mut self, e: E, rank: u32, bound: &[Skolem]) -> Done {
        let e = self.tables.find_effect(e);
        match &mut self.tables.effects[e] {
            EffectNode::Unknown(flow) => {
                flow.rank = flow.rank.min(rank);
                Ok(())
            }
            EffectNode::At(l, _) => {
                let l = *l;
                self.adjust_bound_level(l, rank, bound)
            }
            EffectNode::Pure(_) | EffectNode::Link(_) => Ok(()),
        }
    }

    /// The unknown `m` is the type `t`, which is not an unknown.
    fn becomes(&mut self, m: T, t: T) -> Done {
        let TypeNode::Unknown(unknown) = self.tables.types[m] else {
            unreachable!("only unknowns are found out");
        };
        self.adjust(t, Some(m), unknown.rank)?;
        if unknown.bases != Bases::ANY {
            let (t, node) = self.tables.shape(t);
            match node {
                TypeNode::Base(base) if unknown.bases.0 & Bases::of(base).0 != 0 => {}
                _ => return Err(Clash::Bases(t, unknown.bases)),
            }
        }
        self.demand(t, unknown.kind, unknown.demand)?;
        self.tables.types[m] = TypeNode::Link(t);
        if unknown.watched
            && let Some(waiting) = self.watchers.remove(&m)
        {
            self.ready.extend(waiting);
        }
        Ok(())
    }

    /// Two unknowns are one.
    fn merge(&mut self, m: T, n: T) -> Done {
        let (TypeNode::Unknown(a), TypeNode::Unknown(mut b)) =
            (self.tables.types[m].clone(), self.tables.types[n].clone())
        else {
            unreachable!("only unknowns are merged");
        };
        b.rank = b.rank.min(a.rank);
        if a.kind < b.kind {
            b.kind = a.kind;
            b.demand = a.demand;
        }
        if a.bases != Bases::ANY {
            b.bases = if b.bases == Bases::ANY {
                a.bases
            } else {
                Bases(a.bases.0 & b.bases.0)
            };
        }
        b.watched |= a.watched;
        if b.bases.list().is_empty() {
            return Err(Clash::Bases(m, b.bases));
        }
        self.tables.types[m] = TypeNode::Link(n);
        self.tables.types[n] = TypeNode::Unknown(b);
        if let Some(waiting) = self.watchers.remove(&m) {
            self.watchers.entry(n).or_default().extend(waiting);
        }
        if b.bases != Bases::ANY
            && let [base] = b.bases.list()[..]
        {
            let base = self.tables.base(base);
            self.becomes(n, base)?;
        }
        Ok(())
    }

    /// The unknown has one of these base types.
    pub(super) fn restrict(&mut self, t: T, bases: Bases) -> Done {
        let rank = self.tables.rank;
        let other = self.tables.unknown_at(
            rank,
            Kind::BT,
            Demand::new(Asker::Scalar, elder_syntax::Span::NONE),
        );
        if let TypeNode::Unknown(unknown) = &mut self.tables.types[other] {
            unknown.bases = bases;
        }
        self.flow(t, other)
    }

    // Types.

    /// A value of type `actual` may stand where `expected` is asked for: the types are equal up to effects, and those of `actual`
    /// are below those of `expected` (above, in what functions take).
    pub(super) fn flow(&mut self, actual: T, expected: T) -> Done {
        self.flow_in(actual, expected, &mut Flows::default())
    }

    fn flow_in(&mut self, actual: T, expected: T, flows: &mut Flows) -> Done {
        elder_syntax::effort::deeper(|| {
            self.spend(1)?;
            let (a, actual) = self.tables.shape(actual);
            let (b, expected) = self.tables.shape(expected);
            if a == b {
                return Ok(());
            }
            match (actual, expected) {
                (TypeNode::Unknown(_), TypeNode::Unknown(_)) => self.merge(a, b),
                (TypeNode::Unknown(_), _) => self.learn(a, b, false),
                (_, TypeNode::Unknown(_)) => self.learn(b, a, true),
                (TypeNode::Base(x), TypeNode::Base(y)) if x == y => Ok(()),
                (TypeNode::Rigid(x, _), TypeNode::Rigid(y, _)) if x == y => Ok(()),
                (TypeNode::Pair(x, y), TypeNode::Pair(x2, y2)) => {
                    if !flows.first(a, b) {
                        return Ok(());
                    }
                    self.flow_in(x, x2, flows)?;
                    self.flow_in(y, y2, flows)
                }
                (TypeNode::Fun(x, e, y), TypeNode::Fun(x2, e2, y2)) => {
                    if !flows.first(a, b) {
                        return Ok(());
                    }
                    self.flow_in(x2, x, flows)?;
                    self.below(e, e2)?;
                    self.flow_in(y, y2, flows)
                }
                (TypeNode::Pull(x, e), TypeNode::Pull(x2, e2)) => {
                    if !flows.first(a, b) {
                        return Ok(());
                    }
                    self.flow_in(x, x2, flows)?;
                    self.below(e, e2)
                }
                (TypeNode::Push(x, l), TypeNode::Push(x2, l2)) => {
                    self.flow_in(x, x2, flows)?;
                    self.unify_levels(l, l2)
                }
                (TypeNode::LevelFun(s, e, x), TypeNode::LevelFun(s2, e2, x2)) => {
                    let info = self.tables.skolems[s2].clone();
                    // Unknowns of the surroundings may not be this level.
                    let one = self
                        .tables
                        .skolem(&info.variable, BOUND, info.span, info.signature);
                    let level = self
                        .tables
                        .level_node(LevelNode::Skolem(one), Origin::new(What::Written, info.span));
                    let (e, x) = self.at_level(s, level, e, x)?;
                    let (e2, x2) = self.at_level(s2, level, e2, x2)?;
                    self.below(e, e2)?;
                    self.flow_in(x, x2, flows)
                }
                _ => Err(Clash::Shape(a, b)),
            }
        })
    }

    /// The unknown `m` is built like `t`; in the direction of the flow its effects are its own.
    fn learn(&mut self, m: T, t: T, flows_in: bool) -> Done {
        let TypeNode::Unknown(unknown) = self.tables.types[m] else {
            unreachable!("only unknowns learn");
        };
        let copy = self.renewed(t, flows_in, unknown.rank, &mut FxHashMap::default())?;
        self.becomes(m, copy)
    }

    /// The type with new unknown effects, above (`flows_in`) or below those that it has.
    fn renewed(
        &mut self,
        t: T,
        flows_in: bool,
        rank: u32,
        done: &mut FxHashMap<(T, bool), T>,
    ) -> Result<T, Clash> {
        elder_syntax::effort::deeper(|| {
            self.spend(1)?;
            let (t, node) = self.tables.shape(t);
            let effect = |checker: &mut Self, e: E| -> Result<E, Clash> {
                let new = checker.tables.unknown_effect_at(rank);
                if flows_in {
                    checker.below(e, new)?;
                } else {
                    checker.below(new, e)?;
                }
                Ok(new)
            };
            let copy = match node {
                // Level functions keep the effects that they have: one of theirs may be their level.
                TypeNode::Link(_)
                | TypeNode::Unknown(_)
                | TypeNode::Rigid(..)
                | TypeNode::Base(_)
                | TypeNode::Push(..)
                | TypeNode::LevelFun(..) => return Ok(t),
                _ if done.contains_key(&(t, flows_in)) => return Ok(done[&(t, flows_in)]),
                TypeNode::Pair(a, b) => {
                    let a2 = self.renewed(a, flows_in, rank, done)?;
                    let b2 = self.renewed(b, flows_in, rank, done)?;
                    if a2 == self.tables.find(a) && b2 == self.tables.find(b) {
                        t
                    } else {
                        self.tables.node(TypeNode::Pair(a2, b2))
                    }
                }
                TypeNode::Fun(a, e, b) => {
                    let a = self.renewed(a, !flows_in, rank, done)?;
                    let e = effect(self, e)?;
                    let b = self.renewed(b, flows_in, rank, done)?;
                    self.tables.fun(a, e, b)
                }
                TypeNode::Pull(a, e) => {
                    let a = self.renewed(a, flows_in, rank, done)?;
                    let e = effect(self, e)?;
                    self.tables.node(TypeNode::Pull(a, e))
                }
            };
            done.insert((t, flows_in), copy);
            Ok(copy)
        })
    }

    /// `τ[α ↦ γ]` for what is below a binder of levels.
    pub(super) fn at_level(&mut self, skolem: Skolem, level: L, e: E, t: T) -> Result<(E, T), Clash> {
        let mut done = FxHashMap::default();
        let e = self.effect_at_level(skolem, level, e);
        Ok((e, self.type_at_level(skolem, level, t, &mut done)?))
    }

    fn level_at_level(&mut self, skolem: Skolem, level: L, l: L) -> L {
        if !self.mentions(l, skolem) {
            return l;
        }
        let origin = self.tables.level_origin(l);
        let (height, _, _) = self.tables.bottom(l);
        let mut new = level;
        for _ in 0..height {
            new = self.tables.level_node(LevelNode::Succ(new), origin);
        }
        new
    }

    fn effect_at_level(&mut self, skolem: Skolem, level: L, e: E) -> E {
        let e = self.tables.find_effect(e);
        let EffectNode::At(l, origin) = self.tables.effects[e] else {
            return e;
        };
        if !self.mentions(l, skolem) {
            return e;
        }
        let l = self.level_at_level(skolem, level, l);
        self.tables.at(l, origin)
    }

    fn type_at_level(
        &mut self,
        skolem: Skolem,
        level: L,
        t: T,
        done: &mut FxHashMap<T, T>,
    ) -> Result<T, Clash> {
        elder_syntax::effort::deeper(|| {
            self.spend(1)?;
            let (t, node) = self.tables.shape(t);
            if let Some(done) = done.get(&t) {
                return Ok(*done);
            }
            let new = match node {
                TypeNode::Link(_) | TypeNode::Unknown(_) | TypeNode::Rigid(..) | TypeNode::Base(_) => t,
                TypeNode::Pair(a, b) => {
                    let a2 = self.type_at_level(skolem, level, a, done)?;
                    let b2 = self.type_at_level(skolem, level, b, done)?;
                    if a2 == self.tables.find(a) && b2 == self.tables.find(b) {
                        t
                    } else {
                        self.tables.node(TypeNode::Pair(a2, b2))
                    }
                }
                TypeNode::Fun(a, e, b) => {
                    let a = self.type_at_level(skolem, level, a, done)?;
                    let e = self.effect_at_level(skolem, level, e);
                    let b = self.type_at_level(skolem, level, b, done)?;
                    self.tables.fun(a, e, b)
                }
                TypeNode::LevelFun(s, e, a) => {
                    let e = self.effect_at_level(skolem, level, e);
                    let a = self.type_at_level(skolem, level, a, done)?;
                    self.tables.node(TypeNode::LevelFun(s, e, a))
                }
                TypeNode::Pull(a, e) => {
                    let a = self.type_at_level(skolem, level, a, done)?;
                    let e = self.effect_at_level(skolem, level, e);
                    self.tables.node(TypeNode::Pull(a, e))
                }
                TypeNode::Push(a, l) => {
                    let l = self.level_at_level(skolem, level, l);
                    self.tables.node(TypeNode::Push(a, l))
                }
            };
            done.insert(t, new);
            Ok(new)
        })
    }
}

/// One comparison of two types: which pairs of nodes were compared.
#[derive(Default)]
struct Flows {
    seen: FxHashSet<(T, T)>,
}

impl Flows {
    fn first(&mut self, a: T, b: T) -> bool {
        self.seen.insert((a, b))
    }
}
