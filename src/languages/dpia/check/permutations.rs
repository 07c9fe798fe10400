//! What the types of acceptors do not see: that the indexes of a scatter differ and that a function has the inverse that is given for
//! it.  Otherwise two iterations of a parallel loop would own one element.

use super::Checker;
use crate::rules::primitives::{DPIA_X_REORDER, DPIA_X_SCATTER_OBL};
use crate::{Atom, Name, Nat, Node, Phrase, Prim, Ranges};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashSet;

/// Up to this length a function is tried at every index.
const MOST_INDEXES: i64 = 4096;

/// An index function whose body is an index term: its variable and the term.
fn index_function(f: &Phrase) -> Option<(&Name, Nat)> {
    let Node::Lambda(binder, body) = &*f.node else {
        return None;
    };
    let term = match &*body.node {
        Node::Prim(Prim::IndexLiteral { value, .. }, _) => value.clone(),
        Node::Var(x) => Nat::var(x),
        _ => return None,
    };
    Some((&binder.name, term))
}

/// The index function of an array of indexes that is generated.
fn generated(indexes: &Phrase) -> Option<&Phrase> {
    match &*indexes.node {
        Node::Prim(Prim::Generate { .. }, parts) => parts.first(),
        _ => None,
    }
}

/// So often are index terms taken apart into digits.
const MOST_DIGITS: usize = 8;

/// Whether different x < n give different values of at least one of the terms.  A term is as good as its quotient and remainder by
/// the factor of one of its summands, if these are shorter than it; and ⌊a/m⌋ together with a mod m is as good as a.
fn distinguish(mut terms: Vec<Nat>, x: &Name, ranges: &Ranges) -> bool {
    for _ in 0..MOST_DIGITS {
        terms.retain(|t| t.mentions(x));
        let one = Nat::one();
        let strict = |t: &Nat| {
            let Some((scale, _)) = t.linear_in(x) else {
                return false;
            };
            let opposite = Nat::zero().minus(&scale);
            [scale, opposite]
                .iter()
                .any(|s| s.minus(&one).is_nonnegative(ranges))
        };
        if terms.iter().any(strict) {
            return true;
        }
        let next = assembled(&terms)
            .or_else(|| turned_back(&terms, x, ranges))
            .or_else(|| taken_apart(&terms, x, ranges));
        let Some(next) = next else {
            return false;
        };
        terms = next;
    }
    false
}

/// With a for ⌊a/m⌋ and a mod m.
fn assembled(terms: &[Nat]) -> Option<Vec<Nat>> {
    let known = Ranges::new();
    for term in terms {
        for atom in term.atoms() {
            if let Atom::Quotient(a, m) = atom
                && *term == a.quotient(m, &known)
                && let Some(rest) = terms.iter().position(|t| *t == a.remainder(m, &known))
            {
                let others = terms.iter().enumerate();
                let others = others.filter(|(k, t)| *k != rest && *t != term);
                return Some(others.map(|(_, t)| t.clone()).chain([a.clone()]).collect());
            }
        }
    }
    None
}

/// With u for `c (s u + k) mod m + l`, where c, k, l and s do not depend on x: multiples of s tell all u below m apart if s and m have
/// no common factor, and so they do if s u stays below m.
fn turned_back(terms: &[Nat], x: &Name, ranges: &Ranges) -> Option<Vec<Nat>> {
    for (k, term) in terms.iter().enumerate() {
        let mut varying = term.summands().into_iter().filter(|s| s.mentions(x));
        let (Some(summand), None) = (varying.next(), varying.next()) else {
            continue;
        };
        for atom in summand.atoms() {
            let Atom::Remainder(sum, m) = atom else { continue };
            let factor = summand.without_factors(|a| a.mentions(x));
            if m.mentions(x)
                || summand != factor.times(&Nat::atom(atom.clone()))
                || factor.is_zero()
                || factor.as_constant().is_none() && !factor.minus(&Nat::one()).is_nonnegative(ranges)
            {
                continue;
            }
            let variable = Atom::Var(x.clone());
            for inner in sum.atoms().into_iter().chain([&variable]) {
                let Some((scale, rest)) = linear_in_atom(sum, inner) else {
                    continue;
                };
                let u = Nat::atom(inner.clone());
                if !u.mentions(x) || scale.mentions(x) || rest.mentions(x) {
                    continue;
                }
                let slow = scale.minus(&Nat::one()).is_nonnegative(ranges)
                    && scale.times(&u).is_index_below(m, ranges);
                if slow || u.is_index_below(m, ranges) && coprime(&scale, m) {
                    let mut out = terms.to_vec();
                    *out.get_mut(k)? = u;
                    return Some(out);
                }
            }
        }
    }
    None
}

/// Coefficient and rest, if the term is linear in the atom with whole numbers as coefficients.
fn linear_in_atom(term: &Nat, atom: &Atom) -> Option<(Nat, Nat)> {
    let z = Name::fresh("z");
    let (scale, rest) = term
        .with_atom(atom, &Nat::var(&z), &Ranges::new())
        .linear_in(&z)?;
    (!scale.is_zero() && scale.is_integral() && rest.is_integral()).then_some((scale, rest))
}

/// Whether it is seen that no number above one divides both.
fn coprime(a: &Nat, m: &Nat) -> bool {
    let Some(a) = a.as_constant().map(i64::unsigned_abs) else {
        return false;
    };
    if a <= 1 {
        return a == 1;
    }
    let factor = |n: &Nat| n.without_factors(|_| true).as_constant().map(i64::unsigned_abs);
    let summands = m.summands();
    // m is a number more than a multiple of a.
    let rest: Option<u64> = summands.iter().try_fold(0_u64, |rest, s| match s.as_constant() {
        Some(c) => Some(rest.wrapping_add(c.rem_euclid(i64::try_from(a).ok()?).unsigned_abs())),
        None => (s.is_integral() && factor(s)?.is_multiple_of(a)).then_some(rest),
    });
    if rest.is_some_and(|rest| gcd(rest, a) == 1) {
        return true;
    }
    // m is a product of powers of numbers that have no factor in common with a.
    let [product] = summands.as_slice() else {
        return false;
    };
    let is_power = |n: &Nat| n.atoms().iter().any(|atom| matches!(atom, Atom::Power(..)));
    let number = product.without_factors(is_power).as_constant();
    product.is_integral()
        && number.is_some_and(|c| gcd(c.unsigned_abs(), a) == 1)
        && product.atoms().into_iter().all(|atom| match atom {
            Atom::Power(base, _) => base.as_constant().is_some_and(|b| gcd(b.unsigned_abs(), a) == 1),
            _ => false,
        })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// With `(s b + c) mod m` for `(s (b mod m) + c) mod m`.
fn congruent(term: &Nat, ranges: &Ranges) -> Option<Nat> {
    for atom in term.atoms() {
        let Atom::Remainder(sum, m) = atom else { continue };
        for inner in sum.atoms() {
            if let Atom::Remainder(b, n) = inner
                && n == m
                && let Some((scale, rest)) = linear_in_atom(sum, inner)
            {
                let next = scale.times(b).plus(&rest).remainder(m, ranges);
                return Some(term.with_atom(atom, &next, ranges));
            }
        }
    }
    None
}

/// With quotient and remainder of a term by a factor of one of its summands.
fn taken_apart(terms: &[Nat], x: &Name, ranges: &Ranges) -> Option<Vec<Nat>> {
    for (k, term) in terms.iter().enumerate() {
        for summand in term.summands() {
            let factor = summand.without_factors(|atom| atom.mentions(x));
            if factor.is_one() || factor.is_zero() || factor == *term {
                continue;
            }
            let (q, r) = (term.quotient(&factor, ranges), term.remainder(&factor, ranges));
            let shorter = |t: &Nat| t.summands().len() < term.summands().len() || !t.mentions(x);
            if r.is_index_below(&factor, ranges)
                && q.times(&factor).plus(&r) == *term
                && shorter(&q)
                && shorter(&r)
            {
                let mut out = terms.to_vec();
                out.remove(k);
                out.extend([q, r]);
                return Some(out);
            }
        }
    }
    None
}

/// Whether the n indexes are seen to differ, with what is known of the variables: their term tells all indexes below n apart, by its form
/// or by trying.
pub fn differ(indexes: &Phrase, n: &Nat, known: &Ranges) -> bool {
    let Some((x, term)) = generated(indexes).and_then(index_function) else {
        return false;
    };
    let ranges = known.below(x, n);
    if distinguish(vec![term.clone()], x, &ranges) {
        return true;
    }
    let Some(n) = n.as_constant().filter(|n| *n <= MOST_INDEXES) else {
        return false;
    };
    let values = (0..n).map(|k| term.evaluate(&|w| (w == x).then_some(k)).ok());
    let values: Option<FxHashSet<i64>> = values.collect();
    values.is_some_and(|values| i64::try_from(values.len()) == Ok(n))
}

impl Checker {
    /// DPIA-X-SCATTER-OBL, of expressions: indexes that are visibly all the same meet; all others are tested when the program runs.  What a
    /// pass made is not asked: that indexes are all the same may be seen only then, and the test is there.
    pub(super) fn scattered(&mut self, indexes: Option<&Phrase>, n: &Nat) {
        DPIA_X_SCATTER_OBL.apply();
        if self.after_pass {
            return;
        }
        let Some(f) = indexes.and_then(generated) else {
            return;
        };
        if let Some((x, term)) = index_function(f)
            && !term.variables().contains(x)
            && n.as_constant().is_none_or(|n| n > 1)
        {
            let message = "all elements go to the same place";
            let refusal = DPIA_X_SCATTER_OBL.refuse("injective");
            let error = Diagnostic::error(refusal, f.span, message)
                .with_label("this index does not depend on the element");
            self.errors
                .push(error.with_help("`reduceByIndex` combines elements that meet"));
        }
    }

    /// DPIA-X-SCATTER-OBL, of acceptors: nothing tests their indexes, so they must be seen to differ, unless one element is written: then the
    /// last one wins.
    pub(super) fn scatter_target(&mut self, indexes: Option<&Phrase>, n: &Nat, span: Span) {
        DPIA_X_SCATTER_OBL.apply();
        let one_element = std::mem::take(&mut self.one_element);
        if self.after_pass || one_element {
            return;
        }
        self.scattered(indexes, n);
        if n.as_constant().is_some_and(|n| n <= 1)
            || indexes.is_some_and(|indexes| differ(indexes, n, &self.known))
        {
            return;
        }
        let message = "it is not seen that the indexes of this acceptor differ: parallel iterations could write one element";
        let refusal = DPIA_X_SCATTER_OBL.refuse("injective");
        let mut error = Diagnostic::error(refusal, span, message);
        if let Some(indexes) = indexes {
            error = error.and_at(indexes.span, "these indexes");
        }
        self.errors.push(error.with_help(
            "the expression `scatter(indexes, values)` tests its indexes when it runs; `accumulate` combines elements that meet",
        ));
    }

    /// DPIA-X-REORDER: the second function undoes the first.
    pub(super) fn inverse(&mut self, f: &Phrase, inverse: &Phrase, n: &Nat, span: Span) {
        if self.after_pass {
            return;
        }
        let seen = match (index_function(f), index_function(inverse)) {
            (Some((x, there)), Some((y, back))) => self.undoes((x, &there), (y, &back), n),
            _ => false,
        };
        if seen {
            return;
        }
        let message = "it is not seen that the second function undoes the first: parallel iterations could write one element";
        let error = Diagnostic::error(DPIA_X_REORDER.refuse("inverse"), span, message)
            .and_at(f.span, "this function")
            .and_at(inverse.span, "is not undone by this one");
        self.errors
            .push(error.with_help("`gather` reads by any indexes, `scatter` tests them before it writes"));
    }

    /// Whether f(g(y)) = y for all y < n, by normal forms or by trying.  On finitely many indexes, f and g are then inverse to each other.
    fn undoes(&self, (x, f): (&Name, &Nat), (y, g): (&Name, &Nat), n: &Nat) -> bool {
        let ranges = self.known.below(y, n);
        let mut composed = f.rebuild(&mut |z| (z == x).then(|| g.clone()), &ranges);
        for _ in 0..MOST_DIGITS {
            if composed == Nat::var(y) {
                return true;
            }
            let Some(next) = congruent(&composed, &ranges) else {
                break;
            };
            composed = next;
        }
        let Some(n) = n.as_constant().filter(|n| *n <= MOST_INDEXES) else {
            return false;
        };
        let at = |term: &Nat, z: &Name, k: i64| term.evaluate(&|w| (w == z).then_some(k)).ok();
        (0..n).all(|k| at(g, y, k).and_then(|j| at(f, x, j)) == Some(k))
    }
}

#[cfg(test)]
mod tests;
