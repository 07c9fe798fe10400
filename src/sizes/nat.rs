//! Nat terms: the sizes in types, and the index expressions of generated code.
//!
//! A term is kept in normal form: a sum of monomials with rational coefficients, whose factors are atoms to
//! integer powers.  Two terms built from +, product and numerals are equal at all points exactly when their normal
//! forms are the same (DPIA-K-EQ-ALG), so derived `==` decides DPIA-K-EQ.  Exact division `I /^ J` is the product
//! with a negative power, hence `(I /^ J) J ≡ I` holds by construction; that J divides I is an obligation which the
//! checker or the launch tests (DPIA-K-NATX-OBL).  Floor division and remainder simplify with the help of
//! [`Ranges`] of the variables: that is what makes index expressions short.

mod expression;
mod prove;
mod ranges;
mod shorten;
mod sum;

use crate::Name;
pub use expression::NatExpression;
use num_rational::Ratio;
pub use ranges::Ranges;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use sum::{Coefficient, Monomial, Sum, checked_add, checked_mul, common_multiple};

/// A nat term in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nat {
    terms: Arc<Sum>,
}

/// What a polynomial cannot look into.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// A variable.
    Var(Name),
    /// `⌊I / J⌋`
    Quotient(Nat, Nat),
    /// `I mod J`
    Remainder(Nat, Nat),
    /// `I^J` where J is not a numeral.
    Power(Nat, Nat),
    /// The smaller.
    Min(Nat, Nat),
    /// The larger.
    Max(Nat, Nat),
    /// A divisor of several terms.
    Group(Nat),
    /// A term whose coefficients left the range of the arithmetic; equal to nothing else.
    Overflow(Name),
}

/// Why a term has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NatError {
    /// A variable has no value.
    Unbound(Name),
    /// Division by zero.
    DivisionByZero,
    /// An exact division leaves a remainder, or a difference is negative.
    NotNatural,
    /// The value does not fit into 64 bits.
    Overflow,
}

impl fmt::Display for NatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NatError::Unbound(x) => write!(f, "`{x}` has no value"),
            NatError::DivisionByZero => f.write_str("it divides by zero"),
            NatError::NotNatural => f.write_str("it is not a natural number"),
            NatError::Overflow => f.write_str("it does not fit into 64 bits"),
        }
    }
}

impl Nat {
    /// The numeral.
    pub fn lit(value: i64) -> Nat {
        Nat::constant(Ratio::from_integer(i128::from(value)))
    }

    fn constant(value: Coefficient) -> Nat {
        Nat::term(Monomial::default(), value)
    }

    /// 0
    pub fn zero() -> Nat {
        Nat::lit(0)
    }

    /// 1
    pub fn one() -> Nat {
        Nat::lit(1)
    }

    /// The variable.
    pub fn var(x: &Name) -> Nat {
        Nat::atom(Atom::Var(x.clone()))
    }

    /// The term that is one atom.
    pub fn atom(atom: Atom) -> Nat {
        Nat::term(Monomial::of(atom, 1), Ratio::from_integer(1))
    }

    /// A term of which nothing is known, because a coefficient does not fit 128 bits (DPIA-K-NATX-OBL/overflow).
    pub fn overflow() -> Nat {
        Nat::atom(Atom::Overflow(Name::fresh("overflow")))
    }

    /// `self + other`
    pub fn plus(&self, other: &Nat) -> Nat {
        self.terms
            .plus(&other.terms)
            .map_or_else(Nat::overflow, Nat::from)
    }

    /// `self − other`; that the difference is not negative is the user's obligation.
    pub fn minus(&self, other: &Nat) -> Nat {
        self.terms
            .minus(&other.terms)
            .map_or_else(Nat::overflow, Nat::from)
    }

    /// `self · other`
    pub fn times(&self, other: &Nat) -> Nat {
        if self.terms.len().saturating_mul(other.terms.len()) > 4096 {
            return Nat::overflow();
        }
        self.terms
            .times(&other.terms)
            .map_or_else(Nat::overflow, Nat::from)
    }

    /// `self /^ other`, exact division (DPIA-K-NATX).  `None` if `other` is zero.
    pub fn divided_exactly(&self, other: &Nat) -> Option<Nat> {
        if other.is_zero() {
            return None;
        }
        if let Some((monomial, c)) = other.single_term() {
            return Some(self.times(&Nat::term(monomial.inverse(), c.recip())));
        }
        if self == other {
            return Some(Nat::one());
        }
        if let Some(quotient) = self.polynomial_quotient(other) {
            return Some(quotient);
        }
        let group = Monomial::of(Atom::Group(other.clone()), -1);
        Some(self.times(&Nat::term(group, Ratio::from_integer(1))))
    }

    /// Long division by a divisor of several terms, if it leaves no remainder.
    fn polynomial_quotient(&self, divisor: &Nat) -> Option<Nat> {
        let (lead, lead_c) = divisor.terms.iter().max_by(|a, b| a.0.lexicographic(b.0))?;
        let mut rest = self.clone();
        let mut quotient = Nat::zero();
        for _ in 0..64 {
            let Some((m, c)) = rest.terms.iter().max_by(|a, b| a.0.lexicographic(b.0)) else {
                return Some(quotient);
            };
            let step = m.times(&lead.inverse());
            if step.0.iter().any(|(_, power)| *power < 0) {
                return None;
            }
            let factor = Nat::term(step, checked_mul(*c, lead_c.recip())?);
            quotient = quotient.plus(&factor);
            rest = rest.minus(&factor.times(divisor));
        }
        None
    }

    /// `self ^ other`
    pub fn power(&self, other: &Nat) -> Nat {
        match other.as_constant() {
            Some(k) if (0..=64).contains(&k) => {
                let mut out = Nat::one();
                for _ in 0..k {
                    out = out.times(self);
                }
                out
            }
            _ if self.is_one() => Nat::one(),
            _ => self.symbolic_power(other),
        }
    }

    /// `b^(e + k)` is kept as `b^k · b^e`, so that neighbouring powers of one base compare.  A base that may be zero has no power
    /// with a negative exponent, so there a part of an exponent is split off only if the rest is natural by its form.
    fn symbolic_power(&self, exponent: &Nat) -> Nat {
        let whole = || Nat::atom(Atom::Power(self.clone(), exponent.clone()));
        let positive = self.as_constant().is_some_and(|b| b > 0);
        if !positive
            && exponent
                .terms
                .coefficients()
                .any(|c| *c.numer() < 0 || *c.denom() != 1)
        {
            return whole();
        }
        let constant = exponent
            .terms
            .get(&Monomial::default())
            .copied()
            .unwrap_or(Ratio::from_integer(0));
        let symbolic = exponent.minus(&Nat::constant(constant));
        let base = if symbolic.terms.coefficients().all(|c| *c.numer() < 0) {
            // b^(k − i) is b^k / b^i: no power has a negative exponent.
            let under = Atom::Power(self.clone(), Nat::zero().minus(&symbolic));
            Nat::term(Monomial::of(under, -1), Ratio::from_integer(1))
        } else {
            Nat::atom(Atom::Power(self.clone(), symbolic))
        };
        let k = if *constant.denom() == 1 {
            i64::try_from(*constant.numer()).ok()
        } else {
            None
        };
        match k {
            Some(k) if (0..=64).contains(&k) => base.times(&self.power(&Nat::lit(k))),
            Some(k) if (-64..0).contains(&k) => base
                .divided_exactly(&self.power(&Nat::lit(-k)))
                .unwrap_or_else(whole),
            _ => whole(),
        }
    }

    /// The smaller.
    pub fn minimum(&self, other: &Nat) -> Nat {
        match (self.as_constant(), other.as_constant()) {
            (Some(a), Some(b)) => Nat::lit(a.min(b)),
            _ if self == other => self.clone(),
            _ if self < other => Nat::atom(Atom::Min(self.clone(), other.clone())),
            _ => Nat::atom(Atom::Min(other.clone(), self.clone())),
        }
    }

    /// The larger.
    pub fn maximum(&self, other: &Nat) -> Nat {
        match (self.as_constant(), other.as_constant()) {
            (Some(a), Some(b)) => Nat::lit(a.max(b)),
            _ if self == other => self.clone(),
            _ if self < other => Nat::atom(Atom::Max(self.clone(), other.clone())),
            _ => Nat::atom(Atom::Max(other.clone(), self.clone())),
        }
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.len() == 0
    }

    /// Whether this is 1.
    pub fn is_one(&self) -> bool {
        self.as_constant() == Some(1)
    }

    /// The value, if it is an integer that mentions no variable.
    pub fn as_constant(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => {
                let (monomial, c) = self.terms.iter().next()?;
                let integer = monomial.0.is_empty() && *c.denom() == 1;
                if integer {
                    i64::try_from(*c.numer()).ok()
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn single_term(&self) -> Option<(&Monomial, &Coefficient)> {
        if self.terms.len() == 1 {
            self.terms.iter().next()
        } else {
            None
        }
    }

    /// Whether no division can leave a remainder: coefficients are integers and powers positive.
    pub fn is_integral(&self) -> bool {
        self.terms.iter().all(|(m, c)| *c.denom() == 1 && m.is_integral())
    }

    /// Whether the term has a value, if a negative one, whatever natural numbers its variables are: nothing is divided exactly, or by what may be zero.
    pub fn is_total(&self) -> bool {
        self.is_integral()
            && self.atoms().into_iter().all(|atom| match atom {
                Atom::Var(_) => true,
                Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                    a.is_total() && b.is_total() && a.is_at_least(0) && b.is_at_least(1)
                }
                Atom::Min(a, b) | Atom::Max(a, b) => a.is_total() && b.is_total(),
                Atom::Power(a, b) => a.is_total() && b.is_total() && b.is_at_least(0),
                Atom::Group(_) | Atom::Overflow(_) => false,
            })
    }

    /// Whether it is a sum of natural numbers, one of them at least `low`, without asking that its parts are natural, which differences may not be.
    fn is_at_least(&self, low: i64) -> bool {
        let rest = self.minus(&Nat::lit(low));
        rest.is_integral()
            && rest.terms.iter().all(|(_, c)| *c.numer() > 0)
            && rest.atoms().into_iter().all(|atom| match atom {
                Atom::Var(_) => true,
                Atom::Quotient(a, b) | Atom::Remainder(a, b) => a.is_at_least(0) && b.is_at_least(1),
                Atom::Max(a, b) => a.is_at_least(0) && b.is_total() || b.is_at_least(0) && a.is_total(),
                Atom::Min(a, b) | Atom::Power(a, b) => a.is_at_least(0) && b.is_at_least(0),
                Atom::Group(_) | Atom::Overflow(_) => false,
            })
    }

    /// A term that is total, and has the value of this one wherever that is a natural number.
    pub fn total(&self) -> Nat {
        if self.is_total() {
            return self.clone();
        }
        let any = &Ranges::new();
        let at_least = |low: i64, n: &Nat| {
            let n = n.total();
            match n.is_at_least(low) {
                true => n,
                false => n.maximum(&Nat::lit(low)),
            }
        };
        let mut of_parts = |atom: &Atom| match atom {
            Atom::Quotient(a, b) => Some(at_least(0, a).quotient(&at_least(1, b), any)),
            Atom::Remainder(a, b) => Some(at_least(0, a).remainder(&at_least(1, b), any)),
            Atom::Power(a, b) => Some(a.total().power(&at_least(0, b))),
            Atom::Min(a, b) => Some(a.total().minimum(&b.total())),
            Atom::Max(a, b) => Some(a.total().maximum(&b.total())),
            Atom::Var(_) | Atom::Group(_) | Atom::Overflow(_) => None,
        };
        // A sum is divided as a whole: its terms alone may leave remainders.
        let (numerator, denominator) = self.fraction();
        let numerator = numerator.rebuild_atoms(&mut of_parts, any);
        if denominator.is_one() {
            return numerator;
        }
        at_least(0, &numerator).quotient(&at_least(1, &denominator), any)
    }

    /// The variable, if this is one.
    pub fn as_variable(&self) -> Option<&Name> {
        let (monomial, c) = self.single_term()?;
        match monomial.0.as_slice() {
            [(Atom::Var(x), 1)] if *c == Ratio::from_integer(1) => Some(x),
            _ => None,
        }
    }

    /// The term as a quotient of two terms without exact division: numerator and denominator.
    pub fn fraction(&self) -> (Nat, Nat) {
        let mut powers: BTreeMap<Atom, i32> = BTreeMap::new();
        let mut scale: i128 = 1;
        for (monomial, c) in self.terms.iter() {
            scale = match common_multiple(scale, *c.denom()) {
                Some(scale) => scale,
                None => return (Nat::overflow(), Nat::one()),
            };
            for (atom, power) in monomial.0.iter().filter(|(_, power)| *power < 0) {
                let entry = powers.entry(atom.clone()).or_insert(0);
                *entry = (*entry).max(power.saturating_neg());
            }
        }
        let mut denominator = Nat::constant(Ratio::from_integer(scale));
        for (atom, power) in powers {
            let factor = Nat::term(Monomial::of(atom, power), Ratio::from_integer(1));
            denominator = denominator.times(&factor);
        }
        (
            self.times(&denominator).without_groups(),
            denominator.without_groups(),
        )
    }

    /// The terms that are whole, and the others as a quotient: several of them may be whole together where none is alone.
    pub(crate) fn apart(&self) -> (Nat, Option<(Nat, Nat)>) {
        let is_fraction = |m: &Monomial, c: &Coefficient| *c.denom() != 1 || !m.is_integral();
        let (fractions, whole) = self.terms.partition(is_fraction);
        if fractions.len() < 2 {
            return (self.clone(), None);
        }
        let (numerator, denominator) = Nat::from(fractions).fraction();
        match denominator.is_one() {
            true => (self.clone(), None),
            false => (Nat::from(whole), Some((numerator, denominator))),
        }
    }

    /// Whether all coefficients, also within atoms, stayed in the range of the arithmetic: otherwise the sign of the term means nothing.
    pub(crate) fn is_known(&self) -> bool {
        self.terms
            .monomials()
            .flat_map(|m| &m.0)
            .all(|(atom, _)| !matches!(atom, Atom::Overflow(_)) && atom.operands().all(Nat::is_known))
    }

    /// With every group that stands as a factor multiplied out.
    fn without_groups(&self) -> Nat {
        let mut out = Nat::zero();
        for (monomial, c) in self.terms.iter() {
            let mut term = Nat::constant(*c);
            for (atom, power) in &monomial.0 {
                let factor = match atom {
                    Atom::Group(group) if *power > 0 => group.power(&Nat::lit(i64::from(*power))),
                    _ => Nat::term(Monomial::of(atom.clone(), *power), Ratio::from_integer(1)),
                };
                term = term.times(&factor);
            }
            out = out.plus(&term);
        }
        out
    }

    /// The sum of the terms with positive coefficients, and that of the others with the sign turned: `self` is the first less the second.
    pub fn signs(&self) -> (Nat, Nat) {
        let (positive, negative) = self.terms.partition(|_, c| *c.numer() > 0);
        (Nat::from(positive), Nat::zero().minus(&Nat::from(negative)))
    }

    /// The terms of the sum, one by one.
    pub fn summands(&self) -> Vec<Nat> {
        let one = |(m, c): (&Monomial, &Coefficient)| Nat::term(m.clone(), *c);
        self.terms.iter().map(one).collect()
    }

    /// A product without those factors for which `leave_out` holds.
    pub fn without_factors(&self, leave_out: impl Fn(&Nat) -> bool) -> Nat {
        let Some((monomial, c)) = self.single_term() else {
            return self.clone();
        };
        let kept = monomial
            .0
            .iter()
            .filter(|(atom, _)| !leave_out(&Nat::atom(atom.clone())));
        Nat::term(Monomial(kept.cloned().collect()), *c)
    }

    /// The atoms other than variables, each once, outermost only.
    pub fn atoms(&self) -> Vec<&Atom> {
        let atoms = self.terms.monomials().flat_map(|m| &m.0).map(|(atom, _)| atom);
        let mut out: Vec<&Atom> = atoms.filter(|a| !matches!(a, Atom::Var(_))).collect();
        out.sort();
        out.dedup();
        out
    }

    /// The variables, each once, in order.
    pub fn variables(&self) -> Vec<Name> {
        let mut out = Vec::new();
        self.each_variable(&mut |x| out.push(x.clone()));
        out.sort();
        out.dedup();
        out
    }

    /// Calls `f` on every occurrence of a variable.
    pub fn each_variable(&self, f: &mut dyn FnMut(&Name)) {
        for (atom, _) in self.terms.monomials().flat_map(|m| &m.0) {
            if let Atom::Var(x) = atom {
                f(x);
            }
            atom.operands().for_each(|operand| operand.each_variable(f));
        }
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, x: &Name) -> bool {
        let mut found = false;
        self.each_variable(&mut |y| found = found || x == y);
        found
    }

    /// `self[nat/x]`
    pub fn substitute(&self, x: &Name, nat: &Nat) -> Nat {
        if !self.mentions(x) {
            return self.clone();
        }
        self.rebuild(
            &mut |y| if y == x { Some(nat.clone()) } else { None },
            &Ranges::new(),
        )
    }

    /// With variables replaced by `f` (those for which it gives something), renormalised with `ranges`.
    pub fn rebuild(&self, f: &mut dyn FnMut(&Name) -> Option<Nat>, ranges: &Ranges) -> Nat {
        let of_variables = &mut |atom: &Atom| match atom {
            Atom::Var(x) => f(x),
            _ => None,
        };
        self.rebuild_atoms(of_variables, ranges)
    }

    /// With an atom replaced wherever it occurs, renormalised with `ranges`.
    pub fn with_atom(&self, atom: &Atom, by: &Nat, ranges: &Ranges) -> Nat {
        self.rebuild_atoms(&mut |other| (other == atom).then(|| by.clone()), ranges)
    }

    /// With atoms replaced by `f` (those for which it gives something), outermost first.
    fn rebuild_atoms(&self, f: &mut dyn FnMut(&Atom) -> Option<Nat>, ranges: &Ranges) -> Nat {
        let mut out = Nat::zero();
        for (monomial, c) in self.terms.iter() {
            let mut kept = Vec::new();
            let mut changed = Vec::new();
            for (atom, power) in &monomial.0 {
                let base = match (f(atom), atom) {
                    (Some(replaced), _) => replaced,
                    (None, Atom::Var(_) | Atom::Overflow(_)) => {
                        kept.push((atom.clone(), *power));
                        continue;
                    }
                    (None, Atom::Group(a)) => a.rebuild_atoms(f, ranges),
                    (None, Atom::Quotient(a, b)) => a
                        .rebuild_atoms(f, ranges)
                        .quotient(&b.rebuild_atoms(f, ranges), ranges),
                    (None, Atom::Remainder(a, b)) => a
                        .rebuild_atoms(f, ranges)
                        .remainder(&b.rebuild_atoms(f, ranges), ranges),
                    (None, Atom::Power(a, b)) => {
                        a.rebuild_atoms(f, ranges).power(&b.rebuild_atoms(f, ranges))
                    }
                    (None, Atom::Min(a, b)) => {
                        a.rebuild_atoms(f, ranges).minimum(&b.rebuild_atoms(f, ranges))
                    }
                    (None, Atom::Max(a, b)) => {
                        a.rebuild_atoms(f, ranges).maximum(&b.rebuild_atoms(f, ranges))
                    }
                };
                changed.push((base, power));
            }
            let mut term = Nat::term(Monomial(kept), *c);
            for (base, power) in changed {
                let factor = base.power(&Nat::lit(i64::from(power.unsigned_abs())));
                term = if *power > 0 {
                    term.times(&factor)
                } else {
                    // A divisor that became zero has no value; the overflow atom has none either.
                    term.divided_exactly(&factor).unwrap_or_else(Nat::overflow)
                };
            }
            out = out.plus(&term);
        }
        out
    }

    /// The value under an assignment of the variables.
    ///
    /// # Errors
    /// When a variable has no value, or the result is not a natural number of at most 63 bits.
    pub fn evaluate(&self, value: &dyn Fn(&Name) -> Option<i64>) -> Result<i64, NatError> {
        let total = self.evaluate_integer(value)?;
        match total < 0 {
            true => Err(NatError::NotNatural),
            false => Ok(total),
        }
    }

    /// Its value where a difference may be below zero, as a bound on what there is none of is.
    ///
    /// # Errors
    /// When a variable has no value, a division has none or leaves a remainder, or the value does not fit.
    pub fn evaluate_integer(&self, value: &dyn Fn(&Name) -> Option<i64>) -> Result<i64, NatError> {
        i64::try_from(self.evaluate_exactly(value)?).map_err(|_| NatError::Overflow)
    }

    /// As [`Nat::evaluate_integer`], for values that 128 bits hold.
    ///
    /// # Errors
    /// As [`Nat::evaluate_integer`].
    pub fn evaluate_exactly(&self, value: &dyn Fn(&Name) -> Option<i64>) -> Result<i128, NatError> {
        let total = self.evaluate_ratio(value)?;
        match *total.denom() {
            1 => Ok(*total.numer()),
            _ => Err(NatError::NotNatural),
        }
    }

    fn evaluate_ratio(&self, value: &dyn Fn(&Name) -> Option<i64>) -> Result<Coefficient, NatError> {
        let mut total = Ratio::from_integer(0);
        for (monomial, c) in self.terms.iter() {
            let mut product = *c;
            for (atom, power) in &monomial.0 {
                let factor = atom.evaluate(value)?;
                for _ in 0..power.unsigned_abs() {
                    let factor = if *power > 0 {
                        factor
                    } else if *factor.numer() == 0 {
                        return Err(NatError::DivisionByZero);
                    } else {
                        factor.recip()
                    };
                    product = checked_mul(product, factor).ok_or(NatError::Overflow)?;
                }
            }
            total = checked_add(total, product).ok_or(NatError::Overflow)?;
        }
        Ok(total)
    }

    /// The x for which `self ≡ value`, if `self` is linear in x: with a coefficient that does not mention x.
    pub fn solve_for(&self, x: &Name, value: &Nat) -> Option<Nat> {
        let (coefficient, rest) = self.linear_in(x)?;
        value.minus(&rest).divided_exactly(&coefficient)
    }

    /// As a tree of operations, for printing and for code.
    pub fn to_expression(&self) -> NatExpression {
        NatExpression::of(self)
    }
}

impl Atom {
    /// The terms that it is made of.
    pub(crate) fn operands(&self) -> impl Iterator<Item = &Nat> {
        let (first, second) = match self {
            Atom::Var(_) | Atom::Overflow(_) => (None, None),
            Atom::Group(a) => (Some(a), None),
            Atom::Quotient(a, b)
            | Atom::Remainder(a, b)
            | Atom::Power(a, b)
            | Atom::Min(a, b)
            | Atom::Max(a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second)
    }

    fn evaluate(&self, value: &dyn Fn(&Name) -> Option<i64>) -> Result<Coefficient, NatError> {
        let whole = |n: &Nat| match n.evaluate_exactly(value)? {
            total if total < 0 => Err(NatError::NotNatural),
            total => Ok(total),
        };
        let integer = match self {
            Atom::Var(x) => i128::from(value(x).ok_or_else(|| NatError::Unbound(x.clone()))?),
            Atom::Overflow(_) => return Err(NatError::Overflow),
            Atom::Group(a) => return a.evaluate_ratio(value),
            Atom::Quotient(a, b) => whole(a)?.checked_div(whole(b)?).ok_or(NatError::DivisionByZero)?,
            Atom::Remainder(a, b) => whole(a)?.checked_rem(whole(b)?).ok_or(NatError::DivisionByZero)?,
            Atom::Power(a, b) => {
                // `2^(3 - i)` is kept as `8 · 2^(-i)`.
                let exponent = b.evaluate_ratio(value)?;
                if *exponent.denom() != 1 {
                    return Err(NatError::NotNatural);
                }
                let size = u32::try_from(exponent.numer().unsigned_abs()).map_err(|_| NatError::Overflow)?;
                let power = whole(a)?.checked_pow(size).ok_or(NatError::Overflow)?;
                return match (*exponent.numer() < 0, power) {
                    (true, 0) => Err(NatError::DivisionByZero),
                    (true, _) => Ok(Ratio::new(1, power)),
                    (false, _) => Ok(Ratio::from_integer(power)),
                };
            }
            Atom::Min(a, b) => whole(a)?.min(whole(b)?),
            Atom::Max(a, b) => whole(a)?.max(whole(b)?),
        };
        Ok(Ratio::from_integer(integer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_is_that_of_polynomials() {
        let (n, m) = (Nat::var(&Name::fresh("n")), Nat::var(&Name::fresh("m")));
        assert_eq!(n.plus(&n), Nat::lit(2).times(&n));
        assert_eq!(
            n.plus(&m).times(&n.plus(&m)),
            n.times(&n)
                .plus(&Nat::lit(2).times(&n).times(&m))
                .plus(&m.times(&m))
        );
        assert_ne!(n, m);
        let quotient = n.divided_exactly(&m).unwrap();
        assert_eq!(quotient.times(&m), n);
        let sum = n.plus(&m);
        assert_eq!(
            n.divided_exactly(&sum)
                .unwrap()
                .times(&Nat::lit(1))
                .evaluate(&|_| Some(0)),
            Err(NatError::DivisionByZero)
        );
        assert_eq!(sum.times(&n).divided_exactly(&sum), Some(n));
    }

    /// Each step of the division multiplies the coefficients by 3/7.
    #[test]
    fn a_quotient_of_too_large_coefficients_is_kept_as_it_is_written() {
        let n = Name::fresh("n");
        let dividend = Nat::var(&n).power(&Nat::lit(60));
        let divisor = Nat::lit(7).times(&Nat::var(&n)).plus(&Nat::lit(3));
        let quotient = dividend.divided_exactly(&divisor).unwrap();
        assert_eq!(quotient.evaluate(&|_| Some(0)), Ok(0));
        assert_eq!(dividend.polynomial_quotient(&divisor), None);
    }

    #[test]
    fn indexes_shorten_within_their_ranges() {
        let (i, j, m) = (Name::fresh("i"), Name::fresh("j"), Nat::var(&Name::fresh("m")));
        let mut ranges = Ranges::new();
        ranges = ranges.below(&j, &m);
        ranges = ranges.below(&i, &Nat::lit(100));
        let flat = Nat::var(&i).times(&m).plus(&Nat::var(&j));
        assert_eq!(flat.quotient(&m, &ranges), Nat::var(&i));
        assert_eq!(flat.remainder(&m, &ranges), Nat::var(&j));
        let strided = Nat::lit(7).times(&Nat::var(&i)).plus(&Nat::lit(3));
        assert_eq!(strided.quotient(&Nat::lit(7), &ranges), Nat::var(&i));
        assert_eq!(Nat::var(&i).quotient(&Nat::lit(100), &ranges), Nat::zero());
    }

    #[test]
    fn largest_values_are_of_known_variables() {
        let (n, m) = (Name::fresh("n"), Nat::var(&Name::fresh("m")));
        let ranges = Ranges::new().below(&n, &m.plus(&Nat::one()));
        let (all, four) = (Nat::var(&n), Nat::lit(4));
        let rows = all.quotient(&four, &ranges);
        let largest = |term: &Nat| term.largest(&ranges, &|x| *x != n);
        assert_eq!(largest(&all.minus(&four.times(&rows))), Some(Nat::lit(3)));
        assert_eq!(largest(&rows), Some(m.quotient(&four, &Ranges::new())));
        assert_eq!(largest(&all.maximum(&four)), Some(m.maximum(&four)));
    }

    #[test]
    fn a_sum_is_divided_as_a_whole() {
        let n = Name::fresh("n");
        let five = Nat::var(&n).plus(&Nat::lit(5));
        let half = five.divided_exactly(&Nat::lit(2)).unwrap();
        assert!(matches!(half.to_expression(), NatExpression::DivExact(..)));
        assert!(matches!(half.factored(&|_| false), NatExpression::DivExact(..)));
        assert_eq!(half.total().evaluate(&|_| Some(3)), Ok(4));
    }

    #[test]
    fn powers_of_one_base_compare() {
        let k = Nat::var(&Name::fresh("k"));
        let two = Nat::lit(2);
        assert_eq!(two.power(&k.plus(&Nat::one())), two.times(&two.power(&k)));
        assert_eq!(two.power(&k.minus(&Nat::one())).times(&two), two.power(&k));
    }
}
