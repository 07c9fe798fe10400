//! What is known of sizes and indexes at a point of the program: ranges of loop variables, and the conditions on the way there.

use elder_dpia::{Atom, Name, Nat, NatExpression, Ranges};

/// What is known at one place.  A value: a scope gets another one, and what held outside is still there ([`super::Stager::knowing`]).
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    ranges: Ranges,
}

impl Facts {
    /// Where also `fact ≥ 0`.
    #[must_use]
    pub(super) fn assuming(&self, fact: Nat) -> Facts {
        match fact.as_constant() {
            Some(_) => self.clone(),
            None => Facts {
                ranges: self.ranges.assuming(fact),
            },
        }
    }

    /// Where also none of these is below zero.
    #[must_use]
    pub(super) fn assuming_all<'a>(&self, facts: impl IntoIterator<Item = &'a Nat>) -> Facts {
        (facts.into_iter()).fold(self.clone(), |known, fact| known.assuming(fact.clone()))
    }

    /// Where also `0 ≤ x < n`, of a variable that exists: so n is positive, and so are its factors.
    #[must_use]
    pub(super) fn below(&self, x: &Name, n: &Nat) -> Facts {
        self.bound(x, n).positive(n)
    }

    /// Where also `0 ≤ x < n`, of a number that was tested or a size.
    #[must_use]
    pub(super) fn bound(&self, x: &Name, n: &Nat) -> Facts {
        Facts {
            ranges: self.ranges.below(x, n),
        }
    }

    fn positive(&self, n: &Nat) -> Facts {
        let mut known = self.assuming(n.minus(&Nat::one()));
        let mut factors = Vec::new();
        collect_factors(&n.to_expression(), &mut factors);
        if factors.len() > 1 {
            for factor in factors {
                let factor = known.nat(&factor);
                known = known.assuming(factor.minus(&Nat::one()));
            }
        }
        known
    }

    /// An expression of nats as a nat.
    fn nat(&self, e: &NatExpression) -> Nat {
        let of = |e: &NatExpression| self.nat(e);
        match e {
            NatExpression::Lit(value) => Nat::lit(*value),
            NatExpression::Var(x) => Nat::var(x),
            NatExpression::Add(a, b) => of(a).plus(&of(b)),
            NatExpression::Sub(a, b) => of(a).minus(&of(b)),
            NatExpression::Mul(a, b) => of(a).times(&of(b)),
            NatExpression::DivExact(a, b) => of(a).divided_exactly(&of(b)).unwrap_or_else(Nat::one),
            NatExpression::Div(a, b) => self.at_least_0(of(a)).quotient(&of(b), &self.ranges),
            NatExpression::Rem(a, b) => self.at_least_0(of(a)).remainder(&of(b), &self.ranges),
            NatExpression::Pow(a, b) => of(a).power(&of(b)),
            NatExpression::Min(a, b) => self.minimum_of(&of(a), &of(b)),
            NatExpression::Max(a, b) => self.maximum_of(&of(a), &of(b)),
            NatExpression::Overflow => Nat::one(),
        }
    }

    /// What is divided is natural where the term was made; here that may have to be said.
    fn at_least_0(&self, nat: Nat) -> Nat {
        match self.natural(&nat) {
            true => nat,
            false => self.maximum_of(&nat, &Nat::zero()),
        }
    }

    /// Whether `nat ≥ 0` is seen.
    pub(super) fn natural(&self, nat: &Nat) -> bool {
        match nat.as_constant() {
            Some(value) => value >= 0,
            None => nat.is_nonnegative(&self.ranges),
        }
    }

    /// Whether `a < b` is seen.
    pub(super) fn less(&self, a: &Nat, b: &Nat) -> bool {
        self.natural(&b.minus(a).minus(&Nat::one()))
    }

    /// Whether `a ≤ b` is seen.
    pub(super) fn at_most(&self, a: &Nat, b: &Nat) -> bool {
        self.natural(&b.minus(a))
    }

    /// Whether `a = b` is seen.
    pub(super) fn equal(&self, a: &Nat, b: &Nat) -> bool {
        a == b || (self.at_most(a, b) && self.at_most(b, a))
    }

    /// `⌊a / b⌋`
    pub(super) fn quotient(&self, a: &Nat, b: &Nat) -> Nat {
        a.quotient(b, &self.ranges)
    }

    /// `a mod b`
    pub(super) fn remainder(&self, a: &Nat, b: &Nat) -> Nat {
        a.remainder(b, &self.ranges)
    }

    /// The ranges of variables.
    pub(super) fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// With variables replaced, and shortened by what is known.
    pub(super) fn substitute(&self, nat: &Nat, f: &mut dyn FnMut(&Name) -> Option<Nat>) -> Nat {
        nat.rebuild(f, &self.ranges)
    }

    /// The term at an end of a range, where all that it is made of is natural.
    pub(super) fn at_end(&self, nat: &Nat, x: &Name, end: &Nat) -> Option<Nat> {
        let out = self.decided(&self.substitute(nat, &mut |y| (y == x).then(|| end.clone())));
        self.is_made_of_naturals(&out).then_some(out)
    }

    /// The same term, of which every part is natural here; it was made where more was known.
    pub(super) fn everywhere(&self, nat: &Nat) -> Option<Nat> {
        if self.is_made_of_naturals(nat) {
            return Some(nat.clone());
        }
        let out = self.decided(nat);
        (is_whole(&nat.to_expression()) && self.is_made_of_naturals(&out)).then_some(out)
    }

    fn is_made_of_naturals(&self, nat: &Nat) -> bool {
        nat.atoms().into_iter().all(|atom| match atom {
            Atom::Quotient(a, b) | Atom::Remainder(a, b) | Atom::Min(a, b) | Atom::Max(a, b) => [a, b]
                .into_iter()
                .all(|n| self.natural(n) && self.is_made_of_naturals(n)),
            _ => true,
        })
    }

    /// With those minima and maxima decided that are seen.
    fn decided(&self, nat: &Nat) -> Nat {
        self.nat(&nat.to_expression())
    }

    /// The smaller, if that is seen.
    pub(super) fn minimum(&self, a: &Nat, b: &Nat) -> Nat {
        if self.at_most(a, b) {
            a.clone()
        } else if self.at_most(b, a) {
            b.clone()
        } else {
            a.minimum(b)
        }
    }

    /// The smaller of two numbers that may be negative.
    pub(super) fn minimum_of(&self, a: &Nat, b: &Nat) -> Nat {
        let shift = self.shift(a, b);
        self.minimum(&a.plus(&shift), &b.plus(&shift)).minus(&shift)
    }

    /// The larger of two numbers that may be negative.
    pub(super) fn maximum_of(&self, a: &Nat, b: &Nat) -> Nat {
        let shift = self.shift(a, b);
        self.maximum(&a.plus(&shift), &b.plus(&shift)).minus(&shift)
    }

    /// What makes both of them natural: atoms of terms are made of natural numbers.
    fn shift(&self, a: &Nat, b: &Nat) -> Nat {
        let (low, high) = (a.signs().1, b.signs().1);
        [Nat::zero(), low.clone(), high.clone()]
            .into_iter()
            .find(|shift| self.natural(&a.plus(shift)) && self.natural(&b.plus(shift)))
            .unwrap_or_else(|| low.plus(&high))
    }

    /// The larger.
    pub(super) fn maximum(&self, a: &Nat, b: &Nat) -> Nat {
        if self.at_most(a, b) {
            b.clone()
        } else if self.at_most(b, a) {
            a.clone()
        } else {
            a.maximum(b)
        }
    }
}

/// Whether nothing in it is divided that has to be a multiple.
fn is_whole(e: &NatExpression) -> bool {
    match e {
        NatExpression::Lit(_) | NatExpression::Var(_) => true,
        NatExpression::DivExact(..) | NatExpression::Overflow => false,
        NatExpression::Add(a, b)
        | NatExpression::Sub(a, b)
        | NatExpression::Mul(a, b)
        | NatExpression::Div(a, b)
        | NatExpression::Rem(a, b)
        | NatExpression::Pow(a, b)
        | NatExpression::Min(a, b)
        | NatExpression::Max(a, b) => is_whole(a) && is_whole(b),
    }
}

/// The factors of a product.
fn collect_factors(e: &NatExpression, out: &mut Vec<NatExpression>) {
    match e {
        NatExpression::Mul(a, b) => {
            collect_factors(a, out);
            collect_factors(b, out);
        }
        NatExpression::Lit(_) => {}
        other => out.push(other.clone()),
    }
}
