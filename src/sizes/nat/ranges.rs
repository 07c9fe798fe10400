//! What is known of variables at one place of a program, and what follows from it: bounds, and shorter quotients and remainders.

use super::{Atom, Coefficient, Monomial, Nat};
use crate::Name;
use im::shared_ptr::DefaultSharedPtr;
use im::{GenericHashMap, GenericHashSet, OrdMap, OrdSet, Vector};
use num_rational::Ratio;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is known at one place of a program (DPIA-K-FACTS): `low ≤ x < high`, and terms that are not below zero.
///
/// That an index lies below n says also that n is not zero, so it holds within its loop and nowhere else.  Therefore this is a value:
/// entering a loop or a branch makes another one, and what held outside is still there, unchanged.  Walks over trees keep theirs in a
/// [`Known`](crate::Known), which cannot be changed for longer than the walk stays below the place.
///
/// A long program knows much, and asks often: what is known is found by the variables that it is about ([`Ranges::near`]).
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    ends: OrdMap<Name, (Nat, Nat)>,
    facts: Vector<Nat>,
    /// The same facts, each once.
    distinct: HashSet<Nat>,
    about: HashMap<Name, Arc<About>>,
}

type HashSet<K> = GenericHashSet<K, FxBuildHasher, DefaultSharedPtr>;
type HashMap<K, V> = GenericHashMap<K, V, FxBuildHasher, DefaultSharedPtr>;

/// Where a variable is mentioned.
#[derive(Clone, Debug, Default)]
struct About {
    /// The facts, by their numbers.
    facts: Vector<usize>,
    /// The variables of whose ranges an end mentions it, and of which more is known.
    busy: OrdSet<Name>,
    /// Those of which nothing else is known, by their ranges: of two alike, one says all that the other does.
    idle: OrdMap<(Nat, Nat), OrdSet<Name>>,
}

impl About {
    /// Whether it is mentioned at all.
    fn is_nothing(&self) -> bool {
        self.facts.is_empty() && self.busy.is_empty() && self.idle.is_empty()
    }
}

impl Ranges {
    /// Nothing is known.
    pub fn new() -> Ranges {
        Ranges::default()
    }

    /// Where also `0 ≤ x < n` holds, as in the body of a loop.
    #[must_use]
    pub fn below(&self, x: &Name, n: &Nat) -> Ranges {
        self.between(x, &Nat::zero(), n)
    }

    /// Where also `low ≤ x < high` holds.
    #[must_use]
    pub fn between(&self, x: &Name, low: &Nat, high: &Nat) -> Ranges {
        let mut out = self.clone();
        let range = (low.clone(), high.clone());
        if let Some(before) = out.ends.insert(x.clone(), range.clone()) {
            if before == range {
                return out;
            }
            let is_idle = out.is_idle(x);
            out.each_mentioned(&before, &mut |about| about.remove(x, &before, is_idle));
        }
        let is_idle = out.is_idle(x);
        for y in mentioned(&range) {
            out.mention(&y);
        }
        out.each_mentioned(&range, &mut |about| about.add(x, &range, is_idle));
        out
    }

    /// Where also `0 ≤ fact` holds, as in the branch of a condition that says so.
    #[must_use]
    pub fn assuming(&self, fact: Nat) -> Ranges {
        let mut out = self.clone();
        if out.distinct.insert(fact.clone()).is_some() {
            return out;
        }
        let number = out.facts.len();
        for x in fact.variables() {
            out.mention(&x);
            out.change(&x, |about| about.facts.push_back(number));
        }
        out.facts.push_back(fact);
        out
    }

    /// Where also none of these is below zero.
    #[must_use]
    pub fn assuming_all(&self, facts: impl IntoIterator<Item = Nat>) -> Ranges {
        facts
            .into_iter()
            .fold(self.clone(), |known, fact| known.assuming(fact))
    }

    /// What is known where `n` is not zero: neither are its factors.
    #[must_use]
    pub fn nonzero(&self, n: &Nat) -> Ranges {
        let factors = n.factors().into_iter();
        self.assuming_all(factors.map(|x| Nat::var(&x).minus(&Nat::one())))
    }

    /// The variables that have a range.
    pub fn variables(&self) -> Vec<Name> {
        self.ends.keys().cloned().collect()
    }

    /// The half-open range of `x`.
    pub fn of(&self, x: &Name) -> Option<&(Nat, Nat)> {
        self.ends.get(x)
    }

    /// Whether nothing mentions the variable but its own range.
    fn is_idle(&self, x: &Name) -> bool {
        self.about.get(x).is_none_or(|about| about.is_nothing())
    }

    /// Something is about to mention the variable: from now on more is known of it than its range.
    fn mention(&mut self, y: &Name) {
        if self.is_idle(y)
            && let Some(range) = self.ends.get(y).cloned()
        {
            self.each_mentioned(&range, &mut |about| {
                about.remove(y, &range, true);
                about.add(y, &range, false);
            });
        }
    }

    /// Changes what is said of the variables that a range mentions.
    fn each_mentioned(&mut self, range: &(Nat, Nat), f: &mut dyn FnMut(&mut About)) {
        for y in mentioned(range) {
            self.change(&y, &mut *f);
        }
    }

    fn change(&mut self, x: &Name, f: impl FnOnce(&mut About)) {
        f(Arc::make_mut(self.about.entry(x.clone()).or_default()));
    }

    /// What is known of these variables, of those that this mentions, and so on: first the facts from conditions alone, then these and the ends of ranges.
    /// Those come first to which fewer variables lead; of these facts, and then the ranges of variables that were made earlier.
    ///
    /// Of idle variables with equal ranges it has one, unless it was asked for them.
    pub(super) fn near(&self, variables: Vec<Name>) -> Near {
        let mut near = Near::default();
        let mut met: FxHashSet<Name> = variables.iter().cloned().collect();
        let mut taken: FxHashSet<Item> = FxHashSet::default();
        let mut frontier = variables;
        while !frontier.is_empty() {
            let mut items: BTreeSet<Item> = BTreeSet::new();
            for y in &frontier {
                self.items(y, &mut items);
            }
            frontier = Vec::new();
            for item in items {
                if !taken.insert(item.clone()) {
                    continue;
                }
                let Some(fact) = self.item(&item) else { continue };
                fact.each_variable(&mut |x| {
                    if met.insert(x.clone()) {
                        frontier.push(x.clone());
                    }
                });
                if let Item::Fact(_) = item {
                    near.conditions.push(fact.clone());
                }
                near.all.push(fact);
            }
        }
        near
    }

    /// What mentions the variable.
    fn items(&self, y: &Name, out: &mut BTreeSet<Item>) {
        out.extend([Item::Low(y.clone()), Item::High(y.clone())]);
        let Some(about) = self.about.get(y) else { return };
        out.extend(about.facts.iter().copied().map(Item::Fact));
        let alike = about.idle.values().filter_map(OrdSet::get_min);
        for x in about.busy.iter().chain(alike) {
            if let Some((low, high)) = self.ends.get(x) {
                out.extend(low.mentions(y).then(|| Item::Low(x.clone())));
                out.extend(high.mentions(y).then(|| Item::High(x.clone())));
            }
        }
    }

    /// What an item says is not below zero; `None` if every natural number is so, or there is no such range.
    fn item(&self, item: &Item) -> Option<Nat> {
        match item {
            Item::Fact(number) => self.facts.get(*number).cloned(),
            Item::Low(x) => {
                let (low, _) = self.ends.get(x)?;
                (!low.is_zero()).then(|| Nat::var(x).minus(low))
            }
            Item::High(x) => {
                let (_, high) = self.ends.get(x)?;
                Some(high.minus(&Nat::var(x)).minus(&Nat::one()))
            }
        }
    }
}

/// What is known near variables.
#[derive(Default)]
pub(super) struct Near {
    /// What conditions say.
    pub(super) conditions: Vec<Nat>,
    /// All of it.
    pub(super) all: Vec<Nat>,
}

/// A fact, or an end of the range of a variable.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Item {
    Fact(usize),
    Low(Name),
    High(Name),
}

impl Item {
    /// Facts in the order in which they were found, then ranges in the order of their variables.
    fn key(&self) -> (usize, Option<(&Name, u8)>) {
        match self {
            Item::Fact(number) => (*number, None),
            Item::Low(x) => (usize::MAX, Some((x, 0))),
            Item::High(x) => (usize::MAX, Some((x, 1))),
        }
    }
}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Item) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    fn cmp(&self, other: &Item) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The variables that the ends of a range mention.
fn mentioned((low, high): &(Nat, Nat)) -> BTreeSet<Name> {
    let mut out = BTreeSet::new();
    for end in [low, high] {
        end.each_variable(&mut |x| {
            out.insert(x.clone());
        });
    }
    out
}

impl About {
    /// The range of a variable mentions this one.
    fn add(&mut self, x: &Name, range: &(Nat, Nat), is_idle: bool) {
        match is_idle {
            true => self.idle.entry(range.clone()).or_default().insert(x.clone()),
            false => self.busy.insert(x.clone()),
        };
    }

    /// It does no longer.
    fn remove(&mut self, x: &Name, range: &(Nat, Nat), is_idle: bool) {
        if !is_idle {
            self.busy.remove(x);
        } else if let Some(alike) = self.idle.get_mut(range) {
            alike.remove(x);
            if alike.is_empty() {
                self.idle.remove(range);
            }
        }
    }
}

impl Nat {
    /// `⌊self / other⌋`, shortened by what is known of the variables.
    pub fn quotient(&self, other: &Nat, ranges: &Ranges) -> Nat {
        self.divide(other, ranges).0
    }

    /// `self mod other`, shortened by what is known of the variables.
    pub fn remainder(&self, other: &Nat, ranges: &Ranges) -> Nat {
        self.divide(other, ranges).1
    }

    /// `⌊self / other⌋` and `self mod other`, shortened by what is known of the variables: the terms that `other` divides go into
    /// the quotient; if the rest lies in `0 … other−1` it is the remainder.
    pub fn divide(&self, other: &Nat, ranges: &Ranges) -> (Nat, Nat) {
        if other.is_one() {
            return (self.clone(), Nat::zero());
        }
        if self.is_zero() {
            return (Nat::zero(), Nat::zero());
        }
        if let (Some(a), Some(b)) = (self.as_constant(), other.as_constant())
            && b > 0
        {
            return (Nat::lit(a.div_euclid(b)), Nat::lit(a.rem_euclid(b)));
        }
        let mut whole = Nat::zero();
        let mut rest = self.clone();
        for (monomial, c) in self.terms.iter() {
            let term = Nat::term(monomial.clone(), *c);
            if let Some(q) = term.divided_exactly(other)
                && q.is_integral()
                && term.is_integral()
            {
                whole = whole.plus(&q);
                rest = rest.minus(&term);
            } else if let (Some(d), true) = (other.as_constant(), *c.denom() == 1)
                && monomial.is_integral()
                && c.numer().unsigned_abs() > d.unsigned_abs() as u128
                && d > 0
            {
                // 7 i / 4 = i + (3 i) / 4
                let q = c.numer().div_euclid(i128::from(d));
                let part = Nat::term(monomial.clone(), Ratio::from_integer(q));
                whole = whole.plus(&part);
                rest = rest.minus(&part.times(other));
            }
        }
        if rest.is_zero() {
            return (whole, rest);
        }
        let natural = rest.is_nonnegative(ranges);
        if natural && rest.is_below(other, ranges) {
            return (whole, rest);
        }
        if !rest.is_integral() || !natural {
            // What was split off may have been needed to keep the rest a natural number.
            return (
                Nat::atom(Atom::Quotient(self.clone(), other.clone())),
                Nat::atom(Atom::Remainder(self.clone(), other.clone())),
            );
        }
        (
            whole.plus(&Nat::atom(Atom::Quotient(rest.clone(), other.clone()))),
            Nat::atom(Atom::Remainder(rest, other.clone())),
        )
    }

    /// The largest value plus one that the ranges allow, if that can be said.
    pub fn upper_bound(&self, ranges: &Ranges) -> Option<Nat> {
        let mut bound = Nat::one();
        for (monomial, c) in self.with_remainders().terms.iter() {
            bound = bound.plus(&monomial_extreme(monomial, c, *c.numer() > 0, ranges)?);
        }
        bound.is_known().then_some(bound)
    }

    /// The largest value that the ranges allow, in known variables only, if that can be said.  The end of a range may depend on
    /// other variables: the length of a loop on those of the loops around it.
    pub fn largest(&self, ranges: &Ranges, is_known: &dyn Fn(&Name) -> bool) -> Option<Nat> {
        let mut out = self.clone();
        for _ in 0..=ranges.ends.len() {
            if out.variables().iter().all(is_known) {
                return Some(out);
            }
            let bound = out.upper_bound(ranges)?.minus(&Nat::one());
            if bound == out {
                break;
            }
            out = bound;
        }
        None
    }

    /// With `c·(a − b·⌊a/b⌋)` as `c·(a mod b)`, for numbers b: the remainder has a bound of its own.
    fn with_remainders(&self) -> Nat {
        let mut out = self.clone();
        for atom in self.atoms() {
            let Atom::Quotient(a, b) = atom else { continue };
            let (Some(_), Some(c)) = (
                b.as_constant().filter(|b| *b > 0),
                out.terms.get(&Monomial::of(atom.clone(), 1)),
            ) else {
                continue;
            };
            let Some(factor) = Nat::zero()
                .minus(&Nat::constant(*c))
                .divided_exactly(b)
                .filter(Nat::is_integral)
            else {
                continue;
            };
            let own = factor.times(a);
            let is_there = |(m, c): (&Monomial, &Coefficient)| out.terms.get(m) == Some(c);
            if *c.numer() < 0 && own.terms.iter().all(is_there) {
                let digit = b.times(&Nat::atom(atom.clone()));
                let remainder = Nat::atom(Atom::Remainder(a.clone(), b.clone()));
                out = out.minus(&own).plus(&factor.times(&digit.plus(&remainder)));
            }
        }
        out
    }

    /// Whether `self ≥ 0` for all values of the variables in their ranges; `false` when that is not seen.
    pub fn is_nonnegative(&self, ranges: &Ranges) -> bool {
        if !self.is_known() {
            return false;
        }
        if self.terms.coefficients().all(|c| *c.numer() >= 0) {
            return true;
        }
        self.lower_bound(ranges)
            .is_some_and(|low| low.terms.coefficients().all(|c| *c.numer() >= 0))
            || self.is_above_an_operand()
            || self.follows(ranges)
    }

    /// Whether it is not below zero because the larger of two terms is at least each of them.
    fn is_above_an_operand(&self) -> bool {
        let natural = |n: &Nat| n.is_known() && n.terms.coefficients().all(|c| *c.numer() >= 0);
        self.terms
            .iter()
            .any(|(monomial, c)| match monomial.0.as_slice() {
                [(atom @ Atom::Max(a, b), 1)] if *c == Ratio::from_integer(1) => {
                    let rest = self.minus(&Nat::atom(atom.clone()));
                    [a, b].into_iter().any(|operand| natural(&rest.plus(operand)))
                }
                _ => false,
            })
    }

    fn lower_bound(&self, ranges: &Ranges) -> Option<Nat> {
        let mut bound = Nat::zero();
        for (monomial, c) in self.terms.iter() {
            bound = bound.plus(&monomial_extreme(monomial, c, *c.numer() < 0, ranges)?);
        }
        bound.is_known().then_some(bound)
    }

    /// Whether `self < other` for all values of the variables in their ranges; `false` when that is not seen.
    pub fn is_below(&self, other: &Nat, ranges: &Ranges) -> bool {
        let quickly = self.upper_bound(ranges).is_some_and(|bound| {
            let slack = other.minus(&bound);
            slack.is_known() && slack.terms.coefficients().all(|c| *c.numer() >= 0)
        });
        quickly || other.minus(self).minus(&Nat::one()).is_nonnegative(ranges)
    }
}

/// So deep may what is not a variable stand in each other where a bound of it is looked for: each level asks for several bounds of the next.
const MOST_NESTED: usize = 5;

impl Atom {
    /// How deep atoms other than variables stand in each other.
    fn depth(&self) -> usize {
        let deepest = |n: &Nat| n.atoms().into_iter().map(Atom::depth).max().unwrap_or(0);
        self.operands()
            .map(|operand| 1 + deepest(operand))
            .max()
            .unwrap_or(0)
    }
}

/// The largest (or smallest) value of a term: each ranged variable at the end of its range.
fn monomial_extreme(monomial: &Monomial, c: &Coefficient, largest: bool, ranges: &Ranges) -> Option<Nat> {
    let mut out = Nat::constant(*c);
    for (atom, power) in &monomial.0 {
        let end = match atom {
            Atom::Var(x) => match ranges.of(x) {
                Some((low, high)) => {
                    if largest {
                        high.minus(&Nat::one())
                    } else {
                        low.clone()
                    }
                }
                None => Nat::var(x),
            },
            deep if deep.depth() > MOST_NESTED => Nat::atom(deep.clone()),
            Atom::Remainder(_, n) => {
                if largest {
                    n.minus(&Nat::one())
                } else {
                    Nat::zero()
                }
            }
            Atom::Quotient(a, b) if *power > 0 && b.as_constant().is_some_and(|b| b > 0) => {
                if largest {
                    let end = a.upper_bound(ranges)?;
                    let top = end.minus(&Nat::one());
                    let natural = |n: &Nat| n.is_nonnegative(&Ranges::new());
                    if let Some(top) = top.as_constant() {
                        Nat::lit(top / b.as_constant().unwrap_or(1))
                    } else if natural(&top) {
                        top.quotient(b, &Ranges::new())
                    } else if natural(&end) {
                        // The quotient of a number that may be below zero is none.
                        end.quotient(b, &Ranges::new())
                    } else {
                        Nat::atom(atom.clone())
                    }
                } else {
                    Nat::zero()
                }
            }
            // Both grow with what they are of; atoms are of natural numbers.
            Atom::Min(a, b) | Atom::Max(a, b) if *power > 0 => {
                let end = |n: &Nat| match largest {
                    true => n.upper_bound(ranges).map(|bound| bound.minus(&Nat::one())),
                    false => n.lower_bound(ranges),
                };
                let (a, b) = (end(a)?, end(b)?);
                let natural = [&a, &b].iter().all(|n| n.is_nonnegative(&Ranges::new()));
                match atom {
                    _ if !natural => Nat::atom(atom.clone()),
                    Atom::Min(..) => a.minimum(&b),
                    _ => a.maximum(&b),
                }
            }
            // A numeral to a power grows with the exponent; below a fraction line it is the other way round.
            Atom::Power(base, exponent) if base.as_constant().is_some_and(|b| b >= 1) => {
                let end = if largest == (*power > 0) {
                    exponent.upper_bound(ranges)?.minus(&Nat::one())
                } else {
                    exponent.lower_bound(ranges)?
                };
                base.power(&end)
            }
            other => Nat::atom(other.clone()),
        };
        let factor = end.power(&Nat::lit(i64::from(power.unsigned_abs())));
        if *power < 0 && matches!(atom, Atom::Var(x) if ranges.of(x).is_some()) {
            return None;
        }
        out = if *power > 0 {
            out.times(&factor)
        } else {
            out.divided_exactly(&factor)?
        };
    }
    Some(out)
}
