//! Types of the language as types with unknowns: those of schemes, and those of signatures, whose effects are to be found.

use super::Checker;
use super::origin::{Asker, Demand, Origin};
use super::relate::Clash;
use super::unknowns::{BOUND, E, L, LevelNode, T, TypeNode};
use crate::rules::kinding::*;
use crate::{Effect, Kind, Level, Type};
use elder_syntax::{Span, Variable};
use rustc_hash::FxHashMap;

/// Types of the language as types with unknowns.
pub(super) struct Import {
    pub types: FxHashMap<Variable, T>,
    pub levels: FxHashMap<Variable, L>,
    pub effects: FxHashMap<Variable, E>,
    /// Whether effects are those of the type; those of signatures are not written, so they are inferred.
    pub effects_known: bool,
    pub origin: Origin,
    pub span: Span,
    /// How many level functions it is inside of: effects to be found in them may be their levels.
    depth: u32,
}

impl Import {
    pub fn new(origin: Origin) -> Import {
        Import {
            types: FxHashMap::default(),
            levels: FxHashMap::default(),
            effects: FxHashMap::default(),
            effects_known: true,
            origin,
            span: origin.span,
            depth: 0,
        }
    }

    pub fn level(&mut self, checker: &mut Checker<'_>, level: &Level) -> L {
        let mut height = 0;
        let mut at = level;
        while let Level::Succ(below) = at {
            FCL_K_SUCC.apply();
            at = below;
            height += 1;
        }
        let mut l = match at {
            Level::Var(x) => match self.levels.get(x) {
                Some(l) => *l,
                None => checker.free_level(x, self.span),
            },
            _ => {
                FCL_K_Z.apply();
                checker.tables.level_node(LevelNode::Zero, self.origin)
            }
        };
        for _ in 0..height {
            l = checker.tables.level_node(LevelNode::Succ(l), self.origin);
        }
        l
    }

    pub fn effect(&mut self, checker: &mut Checker<'_>, effect: &Effect) -> E {
        if !self.effects_known {
            let rank = checker.tables.rank + self.depth;
            return checker.tables.unknown_effect_at(rank);
        }
        match effect {
            Effect::Pure => checker.tables.pure(),
            Effect::At(level) => {
                let level = self.level(checker, level);
                checker.tables.at(level, self.origin)
            }
            Effect::Var(x) => match self.effects.get(x) {
                Some(e) => *e,
                None => {
                    let e = checker.tables.unknown_effect();
                    self.effects.insert(x.clone(), e);
                    e
                }
            },
        }
    }

    pub fn ty(&mut self, checker: &mut Checker<'_>, ty: &Type) -> Result<T, Clash> {
        elder_syntax::effort::deeper(|| {
            checker.spend(1)?;
            Ok(match ty {
                Type::Var(x) => {
                    FCL_K_VAR.apply();
                    match self.types.get(x) {
                        Some(t) => *t,
                        None => {
                            let t = checker.tables.node(TypeNode::Rigid(x.clone(), Kind::TYP));
                            self.types.insert(x.clone(), t);
                            t
                        }
                    }
                }
                Type::Base(base) => {
                    let t = checker.tables.base(*base);
                    checker.demand(t, Kind::BT, Demand::NONE)?;
                    FCL_K_BT_GT.apply();
                    t
                }
                Type::Pair(a, b) => {
                    FCL_K_PAIR.apply();
                    let a = self.ty(checker, a)?;
                    let b = self.ty(checker, b)?;
                    checker.tables.node(TypeNode::Pair(a, b))
                }
                Type::Fun(a, e, b) => {
                    FCL_K_FUN_R.apply();
                    let a = self.ty(checker, a)?;
                    let e = self.effect(checker, e);
                    let b = self.ty(checker, b)?;
                    checker.tables.fun(a, e, b)
                }
                Type::LevelFun(x, e, a) => {
                    FCL_K_LFUN.apply();
                    let skolem = checker.tables.skolem(x, BOUND, self.span, false);
                    let level = checker.tables.level_node(LevelNode::Skolem(skolem), self.origin);
                    let hidden = self.levels.insert(x.clone(), level);
                    let e = self.effect(checker, e);
                    self.depth += 1;
                    let a = self.ty(checker, a)?;
                    self.depth -= 1;
                    match hidden {
                        Some(hidden) => self.levels.insert(x.clone(), hidden),
                        None => self.levels.remove(x),
                    };
                    checker.tables.node(TypeNode::LevelFun(skolem, e, a))
                }
                Type::Pull(a, e) => {
                    let a = self.ty(checker, a)?;
                    checker.demand(a, Kind::GT, Demand::new(Asker::Pull, self.span))?;
                    FCL_K_PULL.apply();
                    FCL_K_GT_TYP.apply();
                    let e = self.effect(checker, e);
                    checker.tables.node(TypeNode::Pull(a, e))
                }
                Type::Push(a, l) => {
                    let a = self.ty(checker, a)?;
                    checker.demand(a, Kind::BT, Demand::new(Asker::Push, self.span))?;
                    FCL_K_PUSH_R.apply();
                    FCL_K_GT_TYP.apply();
                    let l = self.level(checker, l);
                    checker.tables.node(TypeNode::Push(a, l))
                }
            })
        })
    }
}
