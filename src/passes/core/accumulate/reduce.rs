//! Maps whose elements add to one place: a reduction, whose result is added once.

use super::{Accumulate, Bound, Group, Step};
use elder_core::names::Name;
use elder_core::renamed::Renamed;
use elder_core::rules::accumulation::CORE_AC_REDUCE;
use elder_core::tree::{Atom, Binder, Exp, Lambda, Operator, Pat, Soac, Stm};
use elder_core::walk::{Fold, Rewrite};
use rustc_hash::{FxHashMap, FxHashSet};

/// A statement of a function that adds at indexes from outside of it.
struct Addition {
    name: Name,
    /// The accumulator that it adds to.
    acc: Name,
    at: Vec<Atom>,
}

impl Accumulate<'_> {
    /// A map that adds to accumulators.
    pub(super) fn map(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        let behind = match self.is_on(&CORE_AC_REDUCE) {
            true => self.reduced(&mut stm),
            false => vec![],
        };
        if behind.is_empty() {
            let stays = self.swapped(stm, out);
            return out.extend(stays);
        }
        out.push(stm);
        out.extend(behind);
    }

    /// CORE-AC-REDUCE: what a map adds at indexes from outside is reduced.  The statements that add it once.
    fn reduced(&mut self, stm: &mut Stm) -> Vec<Stm> {
        let Stm {
            pat, exp, at: site, ..
        } = stm;
        let Exp::Soac { soac, .. } = exp else {
            return vec![];
        };
        let Soac::Screma(screma) = &mut **soac else {
            return vec![];
        };
        let mut bound = Bound::default();
        bound.lambda(&screma.function);
        let mut behind = Vec::new();
        for number in (0..screma.accs.len()).rev() {
            let group = screma.accs.get(number).and_then(|acc| self.groups.get(acc));
            let Some(group) = group.cloned() else { continue };
            let mut adds = Vec::new();
            for addition in self.additions(&screma.function, number, &group, &bound.0) {
                let Addition { name, acc, at } = addition;
                let Some(values) = self.taken(&mut screma.function.body, name, acc) else {
                    continue;
                };
                self.apply(&CORE_AC_REDUCE);
                let place = screma.singles();
                let types = group.types().iter().cloned();
                let sums: Vec<Binder> = types.clone().map(|ty| self.names.typed("sum", ty)).collect();
                adds.push((at, sums.iter().map(|sum| Atom::Var(sum.name)).collect::<Vec<_>>()));
                pat.values.splice(place..place, sums);
                screma.function.body.results.splice(place..place, values);
                screma.function.results.splice(place..place, types);
                screma.reductions.push(self.again(&group.operator));
            }
            if adds.is_empty() {
                continue;
            }
            let Some(own) = pat.values.get(number).cloned() else {
                continue;
            };
            let param = screma
                .function
                .params
                .get(number)
                .map(|param| Atom::Var(param.name));
            let mut acc = match screma.function.body.results.get(number).copied() == param {
                // Nothing else is added.
                true => {
                    pat.values.remove(number);
                    screma.function.params.remove(number);
                    screma.function.results.remove(number);
                    screma.function.body.results.remove(number);
                    screma.accs.remove(number)
                }
                false => {
                    let Some(acc) = screma.accs.get(number).copied() else {
                        continue;
                    };
                    let mapped = self.like(&own, acc);
                    let name = mapped.name;
                    if let Some(value) = pat.values.get_mut(number) {
                        *value = mapped;
                    }
                    name
                }
            };
            let mut left = adds.len();
            for (at, values) in adds {
                left -= 1;
                let value = match left {
                    0 => own.clone(),
                    _ => self.like(&own, acc),
                };
                self.made(value.name, acc);
                let exp = Exp::AccUpdate { acc, at, values };
                acc = value.name;
                behind.push(Stm::binding(Pat::of([value]), exp, site.plain()));
            }
        }
        behind
    }

    /// One more accumulator like this one.
    fn like(&mut self, own: &Binder, from: Name) -> Binder {
        let text = self.names.text(own.name).clone();
        let other = self.names.typed(text, own.ty.clone());
        self.made(other.name, from);
        other
    }

    /// The additions of a function that may be reduced, the last one first.
    ///
    /// Where others come between them their order changes, which an operator that does not commute does not allow.
    fn additions(
        &self,
        function: &Lambda,
        number: usize,
        group: &Group,
        bound: &FxHashSet<Name>,
    ) -> Vec<Addition> {
        let Some(param) = function.params.get(number) else {
            return vec![];
        };
        let (mut acc, mut count) = (param.name, 0);
        let mut additions = Vec::new();
        let is_outside = |atom: &Atom| atom.name().is_none_or(|name| !bound.contains(&name));
        for stm in &function.body.stms {
            let Some((name, step)) = self.step(stm, acc) else {
                continue;
            };
            count += 1;
            if let Step::Adds(at) = step
                && at.iter().all(is_outside)
            {
                additions.push(Addition { name, acc, at });
            }
            acc = name;
        }
        let is_ordered = count > 1 && !group.operator.commutative;
        // The operator is applied where an index was out of bounds, and where a condition did not hold.
        let is_work = group.operator.function.body.stms.len() > function.body.stms.len();
        if is_ordered || is_work {
            return vec![];
        }
        additions.reverse();
        additions
    }

    /// An operator by names of its own.
    fn again(&mut self, operator: &Operator) -> Operator {
        let mut operator = operator.clone();
        let substitution = FxHashMap::default();
        Renamed {
            names: self.names,
            substitution,
        }
        .lambda(&mut operator.function);
        operator
    }
}
