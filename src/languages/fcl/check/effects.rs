//! ⊑ on effects: ∅ is below every level, and two levels only if they are equal (notes, section 4.3).
//!
//! A level that flows into an unknown effect is that effect: it can be nothing else.  What is left are unknowns with bounds above
//! them; an unknown under two different levels can only be ∅, which needs no decision until a level flows into it.

use super::Checker;
use super::origin::{Origin, What};
use super::relate::Clash;
use super::unknowns::{E, EffectNode, L, LevelNode};
use crate::rules::effects::*;

impl Checker<'_> {
    /// `left ⊑ right`
    pub(super) fn below(&mut self, left: E, right: E) -> Result<(), Clash> {
        self.spend(1)?;
        let left = self.tables.find_effect(left);
        let right = self.tables.find_effect(right);
        if left == right {
            return Ok(());
        }
        FCL_T_EFF_SUB.apply();
        let left_node = self.tables.effects[left].clone();
        let right_node = self.tables.effects[right].clone();
        match (left_node, right_node) {
            (EffectNode::Pure(_), _) => Ok(()),
            (EffectNode::At(l, work), EffectNode::Pure(limit)) => Err(Clash::Work {
                work: (l, work),
                limit: (None, limit),
            }),
            (EffectNode::At(l, work), EffectNode::At(m, limit)) => self.level_below((l, work), (m, limit)),
            (EffectNode::At(l, work), EffectNode::Unknown(_)) => self.becomes_level(right, (l, work)),
            (EffectNode::Unknown(_), EffectNode::Pure(limit)) => {
                self.becomes_pure(left, limit);
                Ok(())
            }
            (EffectNode::Unknown(_), EffectNode::At(l, limit)) => {
                self.limit(left, (l, limit));
                Ok(())
            }
            (EffectNode::Unknown(flow), EffectNode::Unknown(_)) => {
                if !flow.uppers.contains(&right) {
                    if let Some(flow) = self.tables.flow(left) {
                        flow.uppers.push(right);
                    }
                    if let Some(flow) = self.tables.flow(right) {
                        flow.lowers.push(left);
                    }
                }
                Ok(())
            }
            (EffectNode::Link(_), _) | (_, EffectNode::Link(_)) => unreachable!("links were followed"),
        }
    }

    /// Both levels are equal: ε ⊔ ε = ε.
    fn level_below(&mut self, work: (L, Origin), limit: (L, Origin)) -> Result<(), Clash> {
        FCL_T_EFF_JOIN.apply();
        match self.unify_levels(work.0, limit.0) {
            Ok(()) => Ok(()),
            Err(Clash::Large) => Err(Clash::Large),
            Err(_) => Err(Clash::Work {
                work,
                limit: (Some(limit.0), limit.1),
            }),
        }
    }

    /// The unknown effect is this level.
    pub(super) fn becomes_level(&mut self, effect: E, work: (L, Origin)) -> Result<(), Clash> {
        self.spend(1)?;
        let Some(flow) = self.tables.flow(effect).map(std::mem::take) else {
            return Ok(());
        };
        let node = self.tables.at(work.0, work.1);
        let at = self.tables.find_effect(effect);
        self.tables.effects[at] = EffectNode::Link(node);
        if self.adjust_level(work.0, flow.rank).is_err() {
            return Err(Clash::Work {
                work,
                limit: (None, Origin::new(What::LevelVariable, work.1.span)),
            });
        }
        for upper in flow.uppers {
            self.below(node, upper)?;
        }
        for (limit, origin) in flow.bounds {
            self.level_below(work, (limit, origin))?;
        }
        for lower in flow.lowers {
            self.below(lower, node)?;
        }
        Ok(())
    }

    /// The unknown effect is ∅, and with it all that is below it.
    pub(super) fn becomes_pure(&mut self, effect: E, limit: Origin) {
        let mut rest = vec![effect];
        while let Some(effect) = rest.pop() {
            let at = self.tables.find_effect(effect);
            let Some(flow) = self.tables.flow(at).map(std::mem::take) else {
                continue;
            };
            self.tables.effects[at] = EffectNode::Pure(limit);
            rest.extend(flow.lowers);
        }
    }

    /// The unknown effect is at most this level.
    fn limit(&mut self, effect: E, limit: (L, Origin)) {
        let effect = self.tables.find_effect(effect);
        let known: Vec<L> = self.tables.flow(effect).map_or_else(Vec::new, |flow| {
            flow.bounds.iter().map(|(level, _)| *level).collect()
        });
        if known.iter().any(|level| self.tables.same_level(*level, limit.0)) {
            return;
        }
        if let Some(flow) = self.tables.flow(effect) {
            flow.bounds.push(limit);
            if flow.bounds.len() == 1 {
                self.tables.bounded.push(effect);
            }
        }
    }

    /// Work is done at a level, where `effect` is the effect of the surroundings.
    pub(super) fn work(&mut self, level: L, origin: Origin, effect: E) -> Result<(), Clash> {
        let node = self.tables.at(level, origin);
        self.below(node, effect)
    }

    /// Everything that can only be below the unknown effects in `from`, themselves included.
    pub(super) fn all_below(&mut self, from: Vec<E>) -> Result<Vec<E>, Clash> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut rest = from;
        let mut all = Vec::new();
        while let Some(effect) = rest.pop() {
            self.spend(1)?;
            let effect = self.tables.find_effect(effect);
            if let Some(flow) = self.tables.flow(effect) {
                let lowers = flow.lowers.clone();
                if seen.insert(effect) {
                    all.push(effect);
                    rest.extend(lowers);
                }
            }
        }
        Ok(all)
    }

    /// Whether a level is made from this one.
    pub(super) fn mentions(&mut self, level: L, skolem: super::unknowns::Skolem) -> bool {
        matches!(self.tables.bottom(level).2, LevelNode::Skolem(s) if s == skolem)
    }
}
