//! What follows from bounds and conditions: whether a nat term is not below zero (DPIA-K-FACTS).
//!
//! Everything known is a *fact* f ≥ 0: the ends of ranges, the conditions of branches around, and what quotients, remainders,
//! smaller and larger terms are by definition.  A goal g ≥ 0 is shown by taking its negative terms away one after the other:
//! if −c·M is one, and a fact has the negative term −d·N where M = N·K, then g follows from g − (c/d)·K·f ≥ 0, because K
//! is a product of natural numbers.  What has no negative term left is not below zero.  The search is bounded; that a goal is
//! not shown means nothing.

use super::{Atom, Coefficient, Monomial, Nat, Ranges};
use crate::Name;
use elder_syntax::effort;
use num_rational::Ratio;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// So many goals are looked at.
const MOST_GOALS: usize = 48;

/// So deep do ranges depend on each other.
const MOST_NESTED: usize = 8;

/// So deep are terms taken apart of which each is the smaller or larger of two.
const MOST_CASES: usize = 2;

/// Terms longer than this are not looked at.
const MOST_TERMS: usize = 24;

impl Nat {
    /// Whether 0 ≤ self < n for all values of the variables that the ranges and facts allow; `false` when that is not seen.
    pub fn is_index_below(&self, n: &Nat, ranges: &Ranges) -> bool {
        self.is_nonnegative(ranges) && self.is_below(n, ranges)
    }

    /// Whether self ≥ 0 follows from the facts.
    pub(super) fn follows(&self, ranges: &Ranges) -> bool {
        let near = ranges.near(self.variables());
        !refuted(self, ranges, &near.conditions) && follows(self, &facts(self, near.all), MOST_CASES)
    }
}

/// Whether the goal is below zero for some values that all ranges, and the facts that may have to do with it, allow: most goals that are not to be
/// shown are refuted so, which is quicker than a search.
fn refuted(goal: &Nat, ranges: &Ranges, facts: &[Nat]) -> bool {
    let told = told(facts);
    // Sizes, and whether indexes stand at the end or at the beginning of their ranges.
    [(97, true), (6, true), (12, false), (0, true)]
        .into_iter()
        .any(|(size, last)| {
            let mut sample = Sample {
                ranges,
                told: &told,
                size,
                last,
                values: FxHashMap::default(),
            };
            let variables = goal.variables();
            effort::steps(terms(facts));
            let all = variables
                .iter()
                .cloned()
                .chain(facts.iter().flat_map(|fact| fact.variables()));
            if !all.into_iter().all(|x| sample.choose(&x, MOST_NESTED)) {
                return false;
            }
            let value = |x: &Name| sample.values.get(x).copied();
            let sign = |n: &Nat| n.evaluate_ratio(&value).map(|v| *v.numer() < 0);
            facts.iter().all(|f| sign(f) == Ok(false)) && sign(goal) == Ok(true)
        })
}

/// How many terms facts have: a long program asks many questions of many facts, and a step is a term that is looked at.
fn terms<'f>(facts: impl IntoIterator<Item = &'f Nat>) -> usize {
    facts.into_iter().map(|fact| fact.terms.len()).sum()
}

/// Values of variables, as they are chosen.
struct Sample<'a> {
    ranges: &'a Ranges,
    told: &'a FxHashMap<Name, (i64, i64)>,
    size: i64,
    last: bool,
    values: FxHashMap<Name, i64>,
}

impl Sample<'_> {
    /// Gives the variable a value in its range, and those that the range depends on; whether there is one.
    fn choose(&mut self, x: &Name, depth: usize) -> bool {
        if self.values.contains_key(x) {
            return true;
        }
        let (least, most) = self.told.get(x).copied().unwrap_or((i64::MIN, i64::MAX));
        let Some((low, high)) = self.ranges.of(x) else {
            self.values.insert(x.clone(), self.size.min(most).max(least));
            return true;
        };
        let depends = low.variables().into_iter().chain(high.variables());
        let bounds: Vec<Name> = depends.collect();
        if depth == 0 || !bounds.iter().all(|y| self.choose(y, depth - 1)) {
            return false;
        }
        let value = |y: &Name| self.values.get(y).copied();
        let (Ok(low), Ok(high)) = (low.evaluate(&value), high.evaluate(&value)) else {
            return false;
        };
        let (low, last) = (low.max(least), (high - 1).min(most));
        self.values.insert(x.clone(), if self.last { last } else { low });
        low <= last
    }
}

/// The least and the largest value of variables, by the facts that have no other: within many branches the ends of a range are not there.
fn told(facts: &[Nat]) -> FxHashMap<Name, (i64, i64)> {
    let mut told = FxHashMap::default();
    effort::steps(terms(facts));
    for fact in facts {
        let [x] = &fact.variables()[..] else {
            continue;
        };
        let Some((slope, end)) = root(fact) else {
            continue;
        };
        let (least, most) = told.entry(x.clone()).or_insert((i64::MIN, i64::MAX));
        if slope > Ratio::from_integer(0) {
            *least = (*least).max(i64::try_from(end.ceil().to_integer()).unwrap_or(i64::MAX));
        } else {
            *most = (*most).min(i64::try_from(end.floor().to_integer()).unwrap_or(i64::MIN));
        }
    }
    told
}

/// The slope of a fact of one variable, and where it is zero; of one that is no line, those of the line through its values at 0 and 1.
fn root(fact: &Nat) -> Option<(Coefficient, Coefficient)> {
    let at = |n: i64| fact.evaluate_ratio(&|_: &Name| Some(n)).ok();
    let below = super::checked_mul(at(0)?, Ratio::from_integer(-1))?;
    let slope = super::checked_add(at(1)?, below)?;
    let flat = slope == Ratio::from_integer(0);
    Some((slope, super::checked_mul(below, (!flat).then(|| slope.recip())?)?))
}

/// The facts that may have to do with the goal: those near it, and what its atoms and theirs are.
fn facts(goal: &Nat, near: Vec<Nat>) -> Vec<Nat> {
    effort::steps(terms(&near));
    let mut about: Vec<Nat> = vec![goal.clone()];
    about.extend(near.iter().cloned());
    let mut out = near;
    let mut atoms: Vec<Atom> = Vec::new();
    while let Some(nat) = about.pop() {
        for atom in nat.atoms() {
            if !atoms.contains(atom) && atoms.len() < MOST_TERMS {
                atoms.push(atom.clone());
                let known = definition(atom);
                about.extend(known.iter().cloned());
                out.extend(known);
            }
        }
    }
    // Once for quotients, once for quotients of quotients.
    for _ in 0..2 {
        for atom in &atoms {
            let known = whole_parts(atom, &out);
            out.extend(known);
        }
    }
    out.retain(|f| f.terms.len() <= MOST_TERMS && f.is_known());
    out.dedup();
    out
}

/// ⌊a/b⌋ < q by the facts that say a < q·b.
fn whole_parts(atom: &Atom, facts: &[Nat]) -> Vec<Nat> {
    let Atom::Quotient(a, b) = atom else {
        return vec![];
    };
    let own = Nat::atom(atom.clone());
    let bound = |fact: &Nat| {
        let q = fact.plus(a).plus(&Nat::one()).divided_exactly(b)?;
        let bound = q.minus(&own).minus(&Nat::one());
        let is_new = q.is_integral() && !q.is_zero() && !q.atoms().contains(&atom) && !facts.contains(&bound);
        is_new.then_some(bound)
    };
    facts.iter().filter_map(bound).collect()
}

/// What an atom is by definition; terms that divide by zero have no value.
fn definition(atom: &Atom) -> Vec<Nat> {
    let own = Nat::atom(atom.clone());
    match atom {
        Atom::Quotient(a, b) => {
            let floor = a.minus(&b.times(&own));
            let rest = b.minus(&Nat::one()).minus(&floor);
            vec![floor, rest]
        }
        Atom::Remainder(a, b) => vec![b.minus(&own).minus(&Nat::one()), a.minus(&own)],
        Atom::Min(a, b) => vec![a.minus(&own), b.minus(&own)],
        Atom::Max(a, b) => vec![own.minus(a), own.minus(b)],
        Atom::Power(base, _) if base.as_constant().is_some_and(|b| b >= 1) => vec![own.minus(&Nat::one())],
        _ => vec![],
    }
}

/// A goal that remains, the most promising one first: with few negative terms, short, found early.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    cost: Reverse<usize>,
    goal: Nat,
    steps: usize,
}

fn open(goal: Nat, steps: usize) -> Option<Open> {
    if goal.terms.len() > MOST_TERMS || !goal.is_known() {
        return None;
    }
    let negative = goal.terms.coefficients().filter(|c| *c.numer() < 0).count();
    Some(Open {
        cost: Reverse(4 * negative + goal.terms.len() + steps),
        goal,
        steps,
    })
}

fn follows(goal: &Nat, facts: &[Nat], cases: usize) -> bool {
    let mut seen: FxHashSet<Nat> = FxHashSet::default();
    let mut rest: BinaryHeap<Open> = open(goal.clone(), 0).into_iter().collect();
    let mut left = MOST_GOALS;
    while let Some(Open { goal, steps, .. }) = rest.pop() {
        let Some((monomial, c)) = most_negative(&goal) else {
            return true;
        };
        if left == 0 {
            break;
        }
        left -= 1;
        let mut found = by_rounding(&goal);
        by_facts(&goal, facts, monomial, *c, &mut found);
        for next in found {
            if seen.insert(next.clone()) {
                rest.extend(open(next, steps + 1));
            }
        }
    }
    cases > 0 && by_cases(goal, facts, cases - 1)
}

/// Goals from which this one follows by a fact.
fn by_facts(goal: &Nat, facts: &[Nat], monomial: &Monomial, c: Coefficient, out: &mut Vec<Nat>) {
    effort::steps(terms(facts));
    for fact in facts {
        for (n, d) in fact.terms.iter().filter(|(_, d)| *d.numer() < 0) {
            let Some(k) = quotient(monomial, n) else {
                continue;
            };
            let useful = !n.0.is_empty() || monomial.0.is_empty() || meets(goal, fact, &k);
            if let Some(scale) = super::checked_mul(c, d.recip()).filter(|_| useful) {
                let factor = Nat::term(k, scale);
                out.push(goal.minus(&factor.times(fact)));
            }
        }
    }
}

/// ⌊a/b⌋ ≤ s for a whole number s if a < b·(s + 1), and ⌊a/b⌋ ≥ s if a ≥ b·s.
fn by_rounding(goal: &Nat) -> Vec<Nat> {
    let mut out = Vec::new();
    let one = Ratio::from_integer(1);
    for (monomial, c) in goal.terms.iter() {
        let [(Atom::Quotient(a, b), 1)] = monomial.0.as_slice() else {
            continue;
        };
        let own = Nat::term(monomial.clone(), *c);
        let rest = goal.minus(&own);
        if !rest.is_integral() {
            continue;
        }
        if *c == -one {
            out.push(b.times(&rest).plus(b).minus(&Nat::one()).minus(a));
        } else if *c == one {
            out.push(a.plus(&b.times(&rest)));
        }
    }
    out
}

/// The smaller (the larger) of two terms is one of them.
fn by_cases(goal: &Nat, facts: &[Nat], cases: usize) -> bool {
    let choice = goal.atoms().into_iter().find_map(|atom| match atom {
        Atom::Min(a, b) | Atom::Max(a, b) => Some((atom, a, b)),
        _ => None,
    });
    let Some((atom, a, b)) = choice else {
        return false;
    };
    let smaller = matches!(atom, Atom::Min(..));
    [(a, b), (b, a)].into_iter().all(|(chosen, other)| {
        let known = if smaller {
            other.minus(chosen)
        } else {
            chosen.minus(other)
        };
        let facts: Vec<Nat> = facts.iter().cloned().chain([known]).collect();
        replaced(goal, atom, chosen).is_some_and(|next| follows(&next, &facts, cases))
    })
}

/// The negative term with the most factors: what is taken away first.
fn most_negative(goal: &Nat) -> Option<(&Monomial, &Coefficient)> {
    let degree = |m: &Monomial| m.0.iter().map(|(_, power)| *power).sum::<i32>();
    goal.terms
        .iter()
        .filter(|(_, c)| *c.numer() < 0)
        .max_by_key(|(m, _)| degree(m))
}

/// Whether a positive term of the fact times K takes something away from a positive term of the goal; otherwise only new
/// negative terms would come of it.
fn meets(goal: &Nat, fact: &Nat, k: &Monomial) -> bool {
    let positive = |c: &Coefficient| *c.numer() > 0;
    (fact.terms.iter().filter(|(_, c)| positive(c)))
        .any(|(m, _)| goal.terms.get(&m.times(k)).is_some_and(positive))
}

/// K with M = N·K, if it has no negative powers that M has not.
fn quotient(m: &Monomial, n: &Monomial) -> Option<Monomial> {
    let fits = n.0.iter().all(|(atom, power)| {
        let own = m.0.iter().find(|(b, _)| atom == b).map_or(0, |(_, p)| *p);
        if *power > 0 { own >= *power } else { own == *power }
    });
    fits.then(|| m.times(&n.inverse()))
}

/// The term with an atom that stands to positive powers replaced.
fn replaced(nat: &Nat, atom: &Atom, by: &Nat) -> Option<Nat> {
    let mut out = Nat::zero();
    for (monomial, c) in nat.terms.iter() {
        let (own, others): (Vec<_>, Vec<_>) = monomial.0.iter().cloned().partition(|(a, _)| a == atom);
        let mut term = Nat::term(Monomial(others), *c);
        for (_, power) in own {
            if power < 0 {
                return None;
            }
            term = term.times(&by.power(&Nat::lit(i64::from(power))));
        }
        out = out.plus(&term);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::{Name, Nat, Ranges};

    fn names<const N: usize>(texts: [&str; N]) -> ([Name; N], [Nat; N]) {
        let names = texts.map(Name::fresh);
        let nats = names.clone().map(|x| Nat::var(&x));
        (names, nats)
    }

    #[test]
    fn rows_of_a_flat_array() {
        let ([c, k, ..], [vc, vk, n, len]) = names(["c", "k", "n", "len"]);
        let mut ranges = Ranges::new();
        ranges = ranges.below(&c, &len.quotient(&n, &Ranges::new()));
        ranges = ranges.below(&k, &n);
        assert!(vc.times(&n).plus(&vk).is_index_below(&len, &ranges));
        assert!(!vc.times(&n).plus(&vk).plus(&Nat::one()).is_below(&len, &ranges));
    }

    #[test]
    fn tiles_of_a_flat_matrix() {
        let (x, v) = names(["gy", "gx", "ky", "kx", "w", "h", "t"]);
        let [gy, gx, ky, kx, w, h, t] = &v;
        for t in [t.clone(), Nat::lit(16)] {
            let mut ranges = Ranges::new();
            ranges = ranges.below(&x[0], &h.quotient(&t, &Ranges::new()));
            ranges = ranges.below(&x[1], &w.quotient(&t, &Ranges::new()));
            ranges = ranges.below(&x[2], &t);
            ranges = ranges.below(&x[3], &t);
            let at = gy.times(&t).plus(ky).times(w).plus(&gx.times(&t)).plus(kx);
            assert!(at.is_index_below(&w.times(h), &ranges));
            // One tile more in a row reaches past the end.
            ranges = ranges.below(&x[1], &w.quotient(&t, &Ranges::new()).plus(&Nat::one()));
            assert!(!at.is_below(&w.times(h), &ranges));
        }
    }

    #[test]
    fn differences_remainders_and_quotients() {
        let ([_, k, i, ..], [n, vk, vi, t, q]) = names(["n", "k", "i", "t", "q"]);
        let mut ranges = Ranges::new();
        ranges = ranges.below(&k, &n);
        let reversed = n.minus(&vk).minus(&Nat::one());
        assert!(reversed.is_index_below(&n, &ranges));
        for t in [t, Nat::lit(32)] {
            ranges = ranges.below(&i, &q.times(&t));
            let none = Ranges::new();
            assert!(vi.remainder(&t, &none).is_below(&t, &ranges));
            assert!(vi.quotient(&t, &none).is_below(&q, &ranges));
            assert!(!vi.quotient(&t, &none).plus(&Nat::one()).is_below(&q, &ranges));
        }
        let m = Nat::var(&Name::fresh("m"));
        ranges = ranges.below(&k, &m);
        for m in [m, Nat::lit(7)] {
            ranges = ranges.below(&k, &m);
            assert_eq!(vi.times(&m).plus(&vk).quotient(&m, &ranges), vi);
        }
    }

    #[test]
    fn tiles_by_their_number() {
        let ([g, i, ..], [vg, vi, r, c]) = names(["g", "i", "r", "c"]);
        let none = Ranges::new();
        let (tile, row) = (Nat::lit(1024), Nat::lit(32));
        let mut ranges = Ranges::new();
        ranges = ranges.below(&g, &r.times(&c));
        ranges = ranges.below(&i, &tile);
        let top = vg.quotient(&c, &none).times(&row).plus(&vi.quotient(&row, &none));
        let left = vg
            .remainder(&c, &none)
            .times(&row)
            .plus(&vi.remainder(&row, &none));
        let at = top.times(&row).times(&c).plus(&left);
        assert!(at.is_index_below(&tile.times(&r).times(&c), &ranges));
        assert!(!at.plus(&Nat::one()).is_below(&tile.times(&r).times(&c), &ranges));
        // The number of an element, from which that of its tile follows.
        let [vk] = names(["k"]).1;
        let k = vk.as_variable().cloned().unwrap();
        ranges = ranges.below(&k, &tile.times(&r).times(&c));
        let row_of_tiles = vk.quotient(&tile, &none).quotient(&c, &none);
        assert!(row_of_tiles.is_index_below(&r, &ranges));
        assert!(!row_of_tiles.plus(&Nat::one()).is_below(&r, &ranges));
    }

    #[test]
    fn what_a_condition_says_is_known() {
        let ([g, i, ..], [vg, vi, n]) = names(["g", "i", "n"]);
        let mut ranges = Ranges::new();
        let size = Nat::lit(256);
        ranges = ranges.below(&i, &size);
        ranges = ranges.below(&g, &n.plus(&Nat::lit(255)).quotient(&size, &Ranges::new()));
        let at = size.times(&vg).plus(&vi);
        assert!(!at.is_below(&n, &ranges));
        ranges = ranges.assuming(n.minus(&at).minus(&Nat::one()));
        assert!(at.is_index_below(&n, &ranges));
        assert!(!at.plus(&Nat::one()).is_below(&n, &ranges));
    }

    #[test]
    fn halves_of_a_shrinking_array() {
        let ([k, i, ..], [vk, vi, n]) = names(["k", "i", "n"]);
        let none = Ranges::new();
        let mut ranges = Ranges::new();
        ranges = ranges.between(&k, &Nat::zero(), &n.plus(&Nat::one()));
        let half = vk.plus(&Nat::one()).quotient(&Nat::lit(2), &none);
        assert!(vk.minus(&half).is_nonnegative(&ranges) || vk.is_zero());
        ranges = ranges.below(&i, &vk.minus(&half));
        assert!(half.plus(&vi).is_index_below(&n, &ranges));
        assert!(vi.is_index_below(&half, &ranges));
        let most = n.minimum(&Nat::lit(64));
        assert!(most.is_below(&Nat::lit(65), &none));
        assert!(most.is_below(&n.plus(&Nat::one()), &none));
        assert!(!n.maximum(&Nat::lit(64)).is_below(&Nat::lit(65), &none));
    }
}
