//! Schemes: what variables are, their instances, and how those of definitions are written down.

use super::Checker;
use super::import::Import;
use super::origin::{Asker, Demand, Origin};
use super::relate::Clash;
use super::unknowns::{E, EffectNode, GENERIC, L, LevelNode, Reading, T, TypeNode};
use crate::rules::kinding::*;
use crate::{Constraint, Effect, Scheme};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The scheme of what a `let` names.
#[derive(Debug)]
pub(super) struct Local {
    pub ty: T,
    /// Whether it binds anything.
    pub generic: bool,
    /// Whether its type mentions unknowns of the surroundings.
    pub held: bool,
    pub constraints: Vec<(E, E)>,
    pub bounds: Vec<(E, L, Origin)>,
}

/// What a variable is.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A parameter: one type.
    One(T),
    /// Named by `let`.
    Let(Rc<Local>),
}

/// Most nodes of the type of a definition, written out.
const MOST_NODES: u64 = 4_000;

impl Checker<'_> {
    /// A type of the scheme.
    pub(super) fn instance(&mut self, local: &Local) -> Result<T, Clash> {
        if !local.generic && local.constraints.is_empty() && local.bounds.is_empty() {
            FCL_I_REFL.apply();
            return Ok(local.ty);
        }
        FCL_I_INST_R.apply();
        let mut copy = Copying::default();
        let ty = copy.ty(self, local.ty)?;
        if copy.types.len() > 1 {
            FCL_I_TRANS.apply();
        }
        for (a, b) in &local.constraints {
            let a = copy.effect(self, *a);
            let b = copy.effect(self, *b);
            self.below(a, b)?;
        }
        for (e, l, origin) in &local.bounds {
            let e = copy.effect(self, *e);
            let l = copy.level(self, *l);
            let node = self.tables.at(l, *origin);
            self.below(e, node)?;
        }
        Ok(ty)
    }

    // Schemes of definitions.

    /// What is known of a definition's type, as a scheme of the language.
    pub(super) fn publish(&mut self, local: &Local, turnstile: L) -> Result<Scheme, Clash> {
        let mut reading = Reading::default();
        let (body, size) = reading.ty(&mut self.tables, local.ty);
        if size > MOST_NODES {
            return Err(Clash::Large);
        }
        let mut constraints = Vec::new();
        for (a, b) in &local.constraints {
            constraints.push(Constraint {
                left: reading.effect(&mut self.tables, *a),
                right: reading.effect(&mut self.tables, *b),
            });
        }
        for (e, l, _) in &local.bounds {
            constraints.push(Constraint {
                left: reading.effect(&mut self.tables, *e),
                right: Effect::At(reading.level(&mut self.tables, *l)),
            });
        }
        let turnstile = reading.level(&mut self.tables, turnstile);
        let mut levels = reading.level_order;
        for x in &self.signature_levels {
            levels.push(x.clone());
        }
        let mut seen = FxHashSet::default();
        let mut types = reading.type_order;
        types.retain(|(x, _)| seen.insert(x.clone()));
        Ok(Scheme {
            types,
            levels,
            effects: reading.effect_order,
            constraints,
            turnstile,
            body,
        })
    }

    /// A type of a definition's scheme, used at a place; the turnstile of the instance beside it, if the scheme fixes it.
    pub(super) fn instance_of(&mut self, scheme: &Scheme, origin: Origin) -> Result<(T, Option<L>), Clash> {
        let span = origin.span;
        let mut import = Import::new(origin);
        for (x, kind) in &scheme.types {
            FCL_I_INST_R.apply();
            let t = self.tables.of_kind(*kind, Demand::new(Asker::Scheme, span));
            import.types.insert(x.clone(), t);
        }
        match scheme.types.len() {
            0 => FCL_I_REFL.apply(),
            1 => {}
            _ => FCL_I_TRANS.apply(),
        }
        for x in &scheme.levels {
            FCL_I_LVL.apply();
            let l = self.tables.unknown_level(origin);
            import.levels.insert(x.clone(), l);
        }
        for x in &scheme.effects {
            let e = self.tables.unknown_effect();
            import.effects.insert(x.clone(), e);
        }
        let ty = import.ty(self, &scheme.body)?;
        for constraint in &scheme.constraints {
            let left = import.effect(self, &constraint.left);
            let right = import.effect(self, &constraint.right);
            self.below(left, right)?;
        }
        let turnstile = match scheme.turnstile.variable() {
            Some(x) if scheme.levels.contains(x) => None,
            _ => Some(import.level(self, &scheme.turnstile)),
        };
        Ok((ty, turnstile))
    }
}

/// A copy of the bound parts of a type.
#[derive(Default)]
struct Copying {
    types: FxHashMap<T, T>,
    levels: FxHashMap<L, L>,
    effects: FxHashMap<E, E>,
    done: FxHashMap<T, T>,
}

impl Copying {
    fn level(&mut self, checker: &mut Checker<'_>, l: L) -> L {
        let (height, at, bottom) = checker.tables.bottom(l);
        match bottom {
            LevelNode::Unknown { rank: GENERIC } => {}
            _ => return l,
        }
        let origin = checker.tables.level_origin(l);
        let mut new = *self.levels.entry(at).or_insert_with(|| {
            FCL_I_LVL.apply();
            checker.tables.unknown_level(origin)
        });
        for _ in 0..height {
            new = checker.tables.level_node(LevelNode::Succ(new), origin);
        }
        new
    }

    fn effect(&mut self, checker: &mut Checker<'_>, e: E) -> E {
        let e = checker.tables.find_effect(e);
        match &checker.tables.effects[e] {
            EffectNode::Unknown(flow) if flow.rank == GENERIC => *self
                .effects
                .entry(e)
                .or_insert_with(|| checker.tables.unknown_effect()),
            EffectNode::At(l, origin) => {
                let (l, origin) = (*l, *origin);
                let new = self.level(checker, l);
                if new == l {
                    e
                } else {
                    checker.tables.at(new, origin)
                }
            }
            _ => e,
        }
    }

    fn ty(&mut self, checker: &mut Checker<'_>, t: T) -> Result<T, Clash> {
        elder_syntax::effort::deeper(|| {
            checker.spend(1)?;
            let (t, node) = checker.tables.shape(t);
            if let Some(done) = self.done.get(&t) {
                return Ok(*done);
            }
            let new = match node {
                TypeNode::Unknown(unknown) if unknown.rank == GENERIC => {
                    let new = checker.tables.of_kind(unknown.kind, unknown.demand);
                    self.types.insert(t, new);
                    new
                }
                TypeNode::Link(_) | TypeNode::Unknown(_) | TypeNode::Rigid(..) | TypeNode::Base(_) => t,
                TypeNode::Pair(a, b) => {
                    let a2 = self.ty(checker, a)?;
                    let b2 = self.ty(checker, b)?;
                    if a2 == checker.tables.find(a) && b2 == checker.tables.find(b) {
                        t
                    } else {
                        checker.tables.node(TypeNode::Pair(a2, b2))
                    }
                }
                TypeNode::Fun(a, e, b) => {
                    let a = self.ty(checker, a)?;
                    let e = self.effect(checker, e);
                    let b = self.ty(checker, b)?;
                    checker.tables.fun(a, e, b)
                }
                TypeNode::LevelFun(s, e, a) => {
                    let e = self.effect(checker, e);
                    let a = self.ty(checker, a)?;
                    checker.tables.node(TypeNode::LevelFun(s, e, a))
                }
                TypeNode::Pull(a, e) => {
                    let a = self.ty(checker, a)?;
                    let e = self.effect(checker, e);
                    checker.tables.node(TypeNode::Pull(a, e))
                }
                TypeNode::Push(a, l) => {
                    let a = self.ty(checker, a)?;
                    let l = self.level(checker, l);
                    checker.tables.node(TypeNode::Push(a, l))
                }
            };
            self.done.insert(t, new);
            Ok(new)
        })
    }
}
