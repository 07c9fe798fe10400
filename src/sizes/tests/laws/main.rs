//! Laws of every operation on sizes, against plain evaluation with integers of any length.
//!
//! Most of the compiler and a part of the oracle rely on these terms, so comparing the two does not find what is wrong here.  A law takes a
//! random term, values of its variables (small ones, and those at which widths end) and true statements about them; what the crate
//! makes of the term must have the value that the term has, and what it says must be true.

mod terms;

use elder_sizes::{Atom, Nat, NatError, Ranges};
use num_bigint::BigInt;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};
use terms::{Question, Style, Term, VARIABLES, one, run};

/// So many questions a law, unless `ELDER_TERMS` asks for more.
const QUESTIONS: u64 = 1_000;

fn questions() -> u64 {
    let asked = std::env::var("ELDER_TERMS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(QUESTIONS)
}

fn law(holds: fn(Question, Question, u16) -> TestResult) {
    QuickCheck::new()
        .tests(questions())
        .max_tests(questions() * 20)
        .quickcheck(holds);
}

/// Whether a term has this value.  Where numbers are large, the arithmetic of 128 bits may give up, but not err.
fn has_value(nat: &Nat, names: &[elder_sizes::Name], q: &Question, with: &[&Term], value: &BigInt) -> bool {
    match nat.evaluate(&q.assignment(names)) {
        Ok(found) => BigInt::from(found) == *value,
        Err(NatError::Overflow) => !q.is_small(with),
        Err(_) => false,
    }
}

#[test]
fn normal_forms_keep_values() {
    law(|q, _, _| {
        let Some(value) = q.meaning() else {
            return TestResult::discard();
        };
        let (names, ranges) = q.setting();
        let plain = q.term.normal(&names, &Ranges::new());
        let known = q.term.normal(&names, &ranges);
        TestResult::from_bool(
            has_value(&plain, &names, &q, &[], &value) && has_value(&known, &names, &q, &[], &value),
        )
    });
}

#[test]
fn trees_of_operations_keep_values() {
    law(|q, _, sizes| {
        let Some(value) = q.meaning() else {
            return TestResult::discard();
        };
        let (names, ranges) = q.setting();
        let nat = q.term.normal(&names, &ranges);
        let is_size = |x: &elder_sizes::Name| {
            let position = names.iter().position(|y| x == y);
            position.is_some_and(|i| sizes >> i & 1 == 1)
        };
        let kept = |e: &elder_sizes::NatExpression| match run(e, &q.assignment(&names)) {
            Some(found) => found == value,
            None => !q.is_small(&[]),
        };
        TestResult::from_bool(kept(&nat.to_expression()) && kept(&nat.shortened().factored(&is_size)))
    });
}

#[test]
fn shortening_keeps_values() {
    law(|q, _, _| {
        let Some(value) = q.meaning() else {
            return TestResult::discard();
        };
        let (names, ranges) = q.setting();
        let nat = q.term.normal(&names, &ranges).shortened();
        TestResult::from_bool(has_value(&nat, &names, &q, &[], &value))
    });
}

#[test]
fn a_total_term_has_a_value_everywhere_and_keeps_it() {
    law(|q, _, which| {
        if q.term.meaning(&q.values).is_none() && which % 4 != 0 {
            return TestResult::discard();
        }
        let (names, _) = q.setting();
        let total = q.term.normal(&names, &Ranges::new()).total();
        let assignment = q.assignment(&names);
        let expression = total.to_expression();
        TestResult::from_bool(match (run(&expression, &assignment), q.term.meaning(&q.values)) {
            (Some(found), Some(value)) => found == value || !q.is_small(&[]),
            (Some(_), None) => true,
            // Zero divided by zero is no term at all.
            (None, None) => !q.is_small(&[]) || format!("{expression:?}").contains("Overflow"),
            (None, Some(_)) => !q.is_small(&[]),
        })
    });
}

#[test]
fn substitution_gives_the_value_at_the_value() {
    law(|mut q, by, which| {
        let x = usize::from(which) % VARIABLES;
        let Some(inner) = by.term.meaning(&q.values) else {
            return TestResult::discard();
        };
        let Ok(inner) = i64::try_from(&inner) else {
            return TestResult::discard();
        };
        let mut at = q.values;
        at[x] = inner;
        let Some(value) = q.term.meaning(&at) else {
            return TestResult::discard();
        };
        q.known = [const { None }; VARIABLES];
        let (names, _) = q.setting();
        let nothing = Ranges::new();
        let by_term = by.term.clone();
        let by = by.term.normal(&names, &nothing);
        let nat = q.term.normal(&names, &nothing);
        let small = q.is_small(&[&by_term])
            && inner < 1 << 12
            && Question {
                values: at,
                ..q.clone()
            }
            .is_small(&[]);
        let holds = |nat: Nat| match nat.evaluate(&q.assignment(&names)) {
            Ok(found) => BigInt::from(found) == value,
            Err(NatError::Overflow) => !small,
            Err(_) => false,
        };
        let atom = Atom::Var(names[x].clone());
        TestResult::from_bool(
            holds(nat.substitute(&names[x], &by)) && holds(nat.with_atom(&atom, &by, &nothing)),
        )
    });
}

#[test]
fn what_a_normal_form_is_taken_apart_into_makes_it_again() {
    law(|q, _, which| {
        let Some(value) = q.meaning() else {
            return TestResult::discard();
        };
        let (names, ranges) = q.setting();
        let nat = q.term.normal(&names, &ranges);
        let (positive, negative) = nat.signs();
        let sum = nat
            .summands()
            .iter()
            .fold(Nat::zero(), |sum, term| sum.plus(term));
        let linear = nat.linear_in(&names[usize::from(which) % VARIABLES]);
        let again = linear.is_none_or(|(coefficient, rest)| {
            let x = Nat::var(&names[usize::from(which) % VARIABLES]);
            coefficient.times(&x).plus(&rest) == nat
        });
        let constant = nat.as_constant().is_none_or(|n| BigInt::from(n) == value);
        let (over, under) = nat.fraction();
        let assignment = q.assignment(&names);
        let fraction = match (over.evaluate(&assignment), under.evaluate(&assignment)) {
            (Ok(over), Ok(under)) => BigInt::from(over) == &value * BigInt::from(under),
            // Groups that are multiplied out may be as large as they like, and their parts below zero.
            _ => true,
        };
        let residue = nat.residue().is_none_or(|(factor, rest)| match factor {
            0 => value == BigInt::from(rest),
            g => (&value - rest) % g == BigInt::from(0),
        });
        TestResult::from_bool(
            positive.minus(&negative) == nat && sum == nat && again && constant && fraction && residue,
        )
    });
}

/// With `c·x + rest = c·s + rest`, x is s.
#[test]
fn a_solution_solves() {
    law(|q, s, which| {
        let x = usize::from(which) % VARIABLES;
        let Some(solved) = s.term.meaning(&q.values) else {
            return TestResult::discard();
        };
        let (names, _) = q.setting();
        let nothing = Ranges::new();
        let (rest, s_nat) = (q.term.normal(&names, &nothing), s.term.normal(&names, &nothing));
        if rest.mentions(&names[x]) || s_nat.mentions(&names[x]) || q.meaning().is_none() {
            return TestResult::discard();
        }
        let c = Nat::lit(1 + i64::from(which % 7));
        let left = c.times(&Nat::var(&names[x])).plus(&rest);
        let right = c.times(&s_nat).plus(&rest);
        match left.solve_for(&names[x], &right) {
            Some(solution) => TestResult::from_bool(has_value(&solution, &names, &q, &[&s.term], &solved)),
            None => TestResult::from_bool(!q.is_small(&[&s.term])),
        }
    });
}

#[test]
fn an_exact_quotient_times_the_divisor_is_the_dividend() {
    law(|q, by, _| {
        let (names, _) = q.setting();
        let nothing = Ranges::new();
        let (a, b) = (q.term.normal(&names, &nothing), by.term.normal(&names, &nothing));
        let (Some(x), Some(y)) = (q.meaning(), by.term.meaning(&q.values)) else {
            return TestResult::discard();
        };
        if y == BigInt::ZERO {
            return TestResult::discard();
        }
        let made = a.times(&b);
        let back = made
            .divided_exactly(&b)
            .expect("the divisor is not the term zero, since its value is not");
        let direct = a.divided_exactly(&b).expect("as above");
        let divides = &x % &y == BigInt::ZERO;
        TestResult::from_bool(
            has_value(&back, &names, &q, &[&by.term], &x)
                && (!divides || has_value(&direct, &names, &q, &[&by.term], &(&x / &y)))
                && (divides || direct.evaluate(&q.assignment(&names)).is_err()),
        )
    });
}

#[test]
fn what_is_said_of_bounds_is_true() {
    law(|q, other, _| {
        let (names, ranges) = q.setting();
        let (Some(x), Some(y)) = (q.meaning(), other.term.meaning(&q.values)) else {
            return TestResult::discard();
        };
        let (left, right) = (q.term.normal(&names, &ranges), other.term.normal(&names, &ranges));
        let below = !left.is_below(&right, &ranges) || x < y;
        let index = !left.is_index_below(&right, &ranges) || x < y;
        let difference = !left.minus(&right).is_nonnegative(&ranges) || x >= y;
        let bound = left.upper_bound(&ranges).is_none_or(|bound| {
            bound
                .evaluate(&q.assignment(&names))
                .map_or(true, |bound| x < BigInt::from(bound))
        });
        TestResult::from_bool(below && index && difference && bound)
    });
}

#[test]
fn what_follows_from_true_facts_is_true() {
    fn holds(a: Question, b: Question, c: Question, d: Question) -> TestResult {
        let (names, mut ranges) = a.setting();
        let value = |q: &Question| q.term.meaning(&a.values);
        let (Some(x), Some(y), Some(z), Some(w)) = (value(&a), value(&b), value(&c), value(&d)) else {
            return TestResult::discard();
        };
        let nat = |q: &Question| q.term.normal(&names, &Ranges::new());
        let (left, right) = (nat(&a), nat(&b));
        let mut assume = |p: &Nat, q: &Nat, holds: bool| {
            ranges = ranges.assuming(if holds {
                q.minus(p)
            } else {
                p.minus(q).minus(&Nat::one())
            });
        };
        assume(&nat(&c), &nat(&d), z <= w);
        assume(&left, &nat(&c), x <= z);
        assume(&nat(&d), &right, w <= y);
        if w != BigInt::ZERO {
            ranges = ranges.nonzero(&nat(&d));
        }
        let below = !left.is_below(&right, &ranges) || x < y;
        TestResult::from_bool(below && (!left.minus(&right).is_nonnegative(&ranges) || x >= y))
    }
    QuickCheck::new()
        .tests(questions())
        .max_tests(questions() * 20)
        .quickcheck(holds as fn(Question, Question, Question, Question) -> TestResult);
}

/// Two ways to write one polynomial.
#[derive(Clone, Debug)]
struct Twice(Term, Term);

impl Arbitrary for Twice {
    fn arbitrary(g: &mut Gen) -> Twice {
        let term = Term::random(g, 4, Style::Polynomial);
        let other = term.rewritten(g).rewritten(g);
        Twice(term, other)
    }
}

#[test]
fn polynomials_that_are_equal_have_one_normal_form() {
    fn holds(Twice(a, b): Twice, q: Question) -> bool {
        let (names, _) = q.setting();
        a.normal(&names, &Ranges::new()) == b.normal(&names, &Ranges::new())
    }
    QuickCheck::new()
        .tests(questions())
        .quickcheck(holds as fn(Twice, Question) -> bool);
}

#[test]
fn terms_of_one_normal_form_are_equal() {
    fn holds(Twice(a, b): Twice, q: Question) -> TestResult {
        let (names, _) = q.setting();
        let small = |t: &Term| t.normal(&names, &Ranges::new());
        // A near miss: the same with one more somewhere.
        let off = Term::Op(terms::Op::Add, Box::new(b.clone()), Box::new(Term::Lit(1)));
        if small(&a) == small(&off) {
            return TestResult::failed();
        }
        match (a.meaning(&q.values), b.meaning(&q.values)) {
            (Some(x), Some(y)) if small(&a) == small(&b) => {
                TestResult::from_bool(x == y && x.clone() + one() != x)
            }
            _ => TestResult::discard(),
        }
    }
    QuickCheck::new()
        .tests(questions())
        .quickcheck(holds as fn(Twice, Question) -> TestResult);
}
