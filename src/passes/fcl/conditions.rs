//! Conditions that are left to the launch: what every run of the program needs, in terms of its sizes.
//!
//! An index within loops is in range for all iterations exactly if it is for the one where it is largest.  That one is found where
//! the index is linear in the loops' variables, or in their digits; what comes out is a condition on sizes.  It is asked only where
//! the loops run at all, and only of what no condition of the program stands around: otherwise a run that needs it not would
//! be refused.

use super::{Facts, Stager};
use elder_dpia::check::Condition;
use elder_dpia::{Atom, Name, Nat, NatExpression};
use elder_fcl::rules::translation::*;
use elder_kernel::plan::Site;
use elder_syntax::Rule;

/// The extents of loops that a number may depend on.
pub(super) type Loops = Vec<(Name, Nat)>;

impl Stager {
    /// Runs `inner` for a loop variable.
    pub(super) fn looping<T>(&mut self, x: &Name, n: &Nat, inner: impl FnOnce(&mut Stager) -> T) -> T {
        self.loops.push((x.clone(), n.clone()));
        let result = self.knowing(self.facts.below(x, n), inner);
        self.loops.pop();
        result
    }

    /// What `inner` gives at a place where this is known: afterwards only what was known before is.
    pub(super) fn knowing<T>(&mut self, facts: Facts, inner: impl FnOnce(&mut Stager) -> T) -> T {
        let outer = std::mem::replace(&mut self.facts, facts);
        let result = inner(self);
        self.facts = outer;
        result
    }

    /// From here on, until the innermost [`Stager::knowing`] ends, `fact ≥ 0` is known.
    pub(super) fn learn(&mut self, fact: Nat) {
        self.facts = self.facts.assuming(fact);
    }

    /// From here on, until the innermost [`Stager::knowing`] ends, `0 ≤ x < n` is known, of a number that was tested or a size.
    pub(super) fn learn_bound(&mut self, x: &Name, n: &Nat) {
        self.facts = self.facts.bound(x, n);
    }

    /// Leaves `nat ≥ 0` to the launch for what is asked, if that can be said there and is needed by every run.
    pub(super) fn left_to_launch(&mut self, nat: &Nat, premise: &'static str, asked: Site) -> bool {
        self.is_unconditional() && self.least_left_to_launch(nat, premise, Some(asked.clone()))
    }

    /// Leaves it to the launch that `nat ≥ 0` and so a number fits, if that can be said there and the number may not wrap.  It is asked of all
    /// programs: no size that is used comes near the end of the range.
    pub(super) fn range_left_to_launch(&mut self, nat: &Nat) -> bool {
        let asked = !self.wrapping.contains(&self.here) && self.least_left_to_launch(nat, "range", None);
        if asked {
            self.ranges.insert(self.here);
        }
        asked
    }

    fn least_left_to_launch(&mut self, nat: &Nat, premise: &'static str, asked: Option<Site>) -> bool {
        let Some(least) = least(nat, &self.loops, &self.facts) else {
            return false;
        };
        // What no launch fulfils would prove everything after it.
        let is_impossible = self.facts_outside.less(&least, &Nat::zero());
        if is_impossible
            || least.as_constant().is_some()
            || !self.oblige_in_loops(&least, &FCL_M_SIZE, premise, asked.clone())
        {
            return false;
        }
        self.learn(nat.clone());
        true
    }

    /// Whether no condition of the program stands around.
    pub(super) fn is_unconditional(&self) -> bool {
        self.conditions == 0 && self.guards.is_empty()
    }

    /// Leaves `nat ≥ 0` to the launch, for the case that all loops around have iterations; `false` if that cannot be said there.
    pub(super) fn oblige_in_loops(
        &mut self,
        nat: &Nat,
        rule: &'static Rule,
        premise: &'static str,
        asked: Option<Site>,
    ) -> bool {
        if !self.only_sizes(nat) {
            return false;
        }
        // The launch tests it also where a loop that made it natural has no iterations.
        let Some(nat) = self.facts_outside.everywhere(nat) else {
            return false;
        };
        let mut once = Nat::one();
        for (_, n) in &self.loops {
            if self.facts_outside.less(&Nat::zero(), n) {
                continue;
            }
            if !self.only_sizes(n) {
                return false;
            }
            // A loop of a number below zero has none either.
            let zero_or_one = match self.facts_outside.natural(n) {
                true => Nat::one().minimum(n),
                false => {
                    let at_most_one = self.facts_outside.minimum_of(&Nat::one(), n);
                    self.facts_outside.maximum_of(&at_most_one, &Nat::zero())
                }
            };
            once = once.times(&zero_or_one);
        }
        let (more, less) = nat.signs();
        let span = asked.map_or(self.here, |site| self.tests.note(site));
        self.oblige(
            Condition::LessEq(less.times(&once), more.times(&once)),
            rule,
            premise,
            span,
        );
        true
    }
}

/// The least value of a term over all iterations of loops, if one of them has it.
fn least(nat: &Nat, loops: &Loops, facts: &Facts) -> Option<Nat> {
    let mut facts = facts.clone();
    let mut nat = nat.clone();
    let mut variables = loops.clone();
    for _ in 0..16 {
        let Some((known, d)) = divided(&nat, &variables) else {
            break;
        };
        let (x, range) = variables.remove(known);
        let highs = range.divided_exactly(&d).filter(Nat::is_integral)?;
        let (high, low) = (x.renewed(), x.renewed());
        facts = facts.below(&high, &highs).below(&low, &d);
        let whole = d.times(&Nat::var(&high)).plus(&Nat::var(&low));
        nat = facts.substitute(&nat, &mut |y| (*y == x).then(|| whole.clone()));
        variables.push((high, highs));
        variables.push((low, d));
    }
    // In each variable the term grows or falls: the least value is at an end of each range.
    let mut ends = Vec::new();
    for (x, range) in &variables {
        if nat.mentions(x) {
            let end = match trend(&nat.to_expression(), x) {
                Trend::Grows => Nat::zero(),
                Trend::Falls => range.minus(&Nat::one()),
                Trend::Constant | Trend::Unknown => return None,
            };
            ends.push((x.clone(), end));
        }
    }
    // Inner ranges may depend on outer variables.
    while let Some((x, end)) = ends.pop() {
        if ends.iter().any(|(y, _)| end.mentions(y)) || variables.iter().any(|(y, _)| end.mentions(y)) {
            return None;
        }
        nat = facts.at_end(&nat, &x, &end)?;
    }
    Some(nat)
}

/// How a term goes with a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trend {
    Constant,
    Grows,
    Falls,
    Unknown,
}

impl Trend {
    fn turned(self) -> Trend {
        match self {
            Trend::Grows => Trend::Falls,
            Trend::Falls => Trend::Grows,
            other => other,
        }
    }

    fn and(self, other: Trend) -> Trend {
        match (self, other) {
            (Trend::Constant, other) => other,
            (one, Trend::Constant) => one,
            (one, other) if one == other => one,
            _ => Trend::Unknown,
        }
    }
}

/// How a term goes with the variable; factors are natural numbers.
fn trend(term: &NatExpression, x: &Name) -> Trend {
    let of = |term: &NatExpression| trend(term, x);
    match term {
        NatExpression::Lit(_) => Trend::Constant,
        NatExpression::Var(y) if x == y => Trend::Grows,
        NatExpression::Var(_) => Trend::Constant,
        NatExpression::Add(a, b) | NatExpression::Min(a, b) | NatExpression::Max(a, b) => of(a).and(of(b)),
        NatExpression::Sub(a, b) => of(a).and(of(b).turned()),
        NatExpression::Mul(a, b) => match (of(a), of(b), &**a, &**b) {
            (_, trend, NatExpression::Lit(c), _) | (trend, _, _, NatExpression::Lit(c)) if *c < 0 => {
                trend.turned()
            }
            (a, b, ..) => a.and(b),
        },
        NatExpression::Div(a, b) | NatExpression::DivExact(a, b) => of(a).and(of(b).turned()),
        NatExpression::Rem(a, b) | NatExpression::Pow(a, b) => match (of(a), of(b)) {
            (Trend::Constant, Trend::Constant) => Trend::Constant,
            _ => Trend::Unknown,
        },
        NatExpression::Overflow => Trend::Unknown,
    }
}

/// A variable that is divided in the term, and by what.
pub(super) fn divided(nat: &Nat, variables: &Loops) -> Option<(usize, Nat)> {
    nat.atoms().into_iter().find_map(|atom| {
        let parts = match atom {
            Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                let known = a
                    .as_variable()
                    .and_then(|x| variables.iter().position(|(y, _)| y == x));
                let is_fixed = b
                    .variables()
                    .iter()
                    .all(|y| variables.iter().all(|(z, _)| y != z));
                if let (Some(known), true) = (known, is_fixed) {
                    return Some((known, b.clone()));
                }
                [a, b]
            }
            Atom::Min(a, b) | Atom::Max(a, b) | Atom::Power(a, b) => [a, b],
            Atom::Var(_) | Atom::Group(_) | Atom::Overflow(_) => return None,
        };
        parts.into_iter().find_map(|part| divided(part, variables))
    })
}
