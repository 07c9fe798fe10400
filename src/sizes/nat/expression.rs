//! Nat terms as trees of operations: for printing, and for whoever makes code of them.

use super::{Atom, Coefficient, Monomial, Nat};
use crate::Name;
use num_rational::Ratio;
use std::fmt;

/// A nat term as operations on integers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum NatExpression {
    Lit(i64),
    Var(Name),
    Add(Box<NatExpression>, Box<NatExpression>),
    Sub(Box<NatExpression>, Box<NatExpression>),
    Mul(Box<NatExpression>, Box<NatExpression>),
    /// The divisor divides the dividend.
    DivExact(Box<NatExpression>, Box<NatExpression>),
    /// Rounds down.
    Div(Box<NatExpression>, Box<NatExpression>),
    Rem(Box<NatExpression>, Box<NatExpression>),
    Pow(Box<NatExpression>, Box<NatExpression>),
    Min(Box<NatExpression>, Box<NatExpression>),
    Max(Box<NatExpression>, Box<NatExpression>),
    /// The arithmetic on coefficients overflowed.
    Overflow,
}

impl Nat {
    /// The variables that are factors of a product: none is zero if it is not.
    pub fn factors(&self) -> Vec<Name> {
        fn collect(term: &NatExpression, out: &mut Vec<Name>) {
            match term {
                NatExpression::Var(x) => out.push(x.clone()),
                NatExpression::Mul(a, b) => {
                    collect(a, out);
                    collect(b, out);
                }
                NatExpression::DivExact(a, _) | NatExpression::Div(a, _) => collect(a, out),
                _ => {}
            }
        }
        let mut out = Vec::new();
        collect(&self.to_expression(), &mut out);
        out
    }
}

impl Monomial {
    /// The normal form keeps `2^(3 - i)` as `8 · 2^(-i)`; here factors go back into exponents that may be negative without them.
    pub(super) fn with_whole_powers(&self, c: Coefficient) -> (Monomial, Coefficient) {
        let (mut monomial, mut c) = (self.clone(), c);
        for (atom, power) in &self.0 {
            let (Atom::Power(base, exponent), 1) = (atom, *power) else {
                continue;
            };
            if exponent.signs().1.is_zero() {
                continue;
            }
            let mut pulled = 0;
            if let Some(base) = base.as_constant().filter(|b| *b > 1).map(i128::from) {
                while *c.numer() != 0 && *c.numer() % base == 0 {
                    c = Ratio::new(*c.numer() / base, *c.denom());
                    pulled += 1;
                }
            } else if let Some(x) = base.as_variable() {
                let own = Atom::Var(x.clone());
                let position = monomial.0.iter().position(|(a, p)| *a == own && *p > 0);
                if let Some(position) = position {
                    pulled = i64::from(monomial.0.remove(position).1);
                }
            }
            let grown = Atom::Power(base.clone(), exponent.plus(&Nat::lit(pulled)));
            for (other, _) in monomial.0.iter_mut().filter(|(other, _)| other == atom) {
                *other = grown.clone();
            }
        }
        (monomial, c)
    }
}

impl NatExpression {
    pub(super) fn of(nat: &Nat) -> NatExpression {
        let (whole, fractions) = nat.apart();
        let mut out = fractions.map(|(numerator, denominator)| {
            let part = |n: &Nat| Box::new(NatExpression::of(n));
            NatExpression::DivExact(part(&numerator), part(&denominator))
        });
        // Terms with variables first, the constant last; negative terms after a positive one.
        let (positive, negative): (Vec<_>, Vec<_>) =
            whole.terms.iter().rev().partition(|(_, c)| *c.numer() > 0);
        for (monomial, c) in positive {
            let term = NatExpression::term(monomial, *c);
            out = Some(match out {
                None => term,
                Some(sum) => NatExpression::Add(Box::new(sum), Box::new(term)),
            });
        }
        for (monomial, c) in negative {
            let term = NatExpression::term(monomial, -*c);
            let sum = out.unwrap_or(NatExpression::Lit(0));
            out = Some(NatExpression::Sub(Box::new(sum), Box::new(term)));
        }
        out.unwrap_or(NatExpression::Lit(0))
    }

    fn term(monomial: &Monomial, c: Coefficient) -> NatExpression {
        let (monomial, c) = &monomial.with_whole_powers(c);
        let c = *c;
        let mut over: Option<NatExpression> = None;
        let mut under: Option<NatExpression> = None;
        let multiply = |into: &mut Option<NatExpression>, factor: NatExpression| {
            *into = Some(match into.take() {
                None => factor,
                Some(product) => NatExpression::Mul(Box::new(product), Box::new(factor)),
            });
        };
        for (side, value) in [(&mut over, *c.numer()), (&mut under, *c.denom())] {
            if value != 1 {
                multiply(
                    side,
                    i64::try_from(value).map_or(NatExpression::Overflow, NatExpression::Lit),
                );
            }
        }
        for (atom, power) in &monomial.0 {
            let side = if *power > 0 { &mut over } else { &mut under };
            for _ in 0..power.unsigned_abs() {
                multiply(side, NatExpression::atom(atom, &NatExpression::of));
            }
        }
        let over = over.unwrap_or(NatExpression::Lit(1));
        match under {
            None => over,
            Some(under) => NatExpression::DivExact(Box::new(over), Box::new(under)),
        }
    }

    /// An atom, with `part` for the terms inside of it.
    pub(super) fn atom(atom: &Atom, part: &dyn Fn(&Nat) -> NatExpression) -> NatExpression {
        let two = |a: &Nat, b: &Nat| (Box::new(part(a)), Box::new(part(b)));
        match atom {
            Atom::Var(x) => NatExpression::Var(x.clone()),
            Atom::Overflow(_) => NatExpression::Overflow,
            Atom::Group(a) => part(a),
            Atom::Quotient(a, b) => {
                let (a, b) = two(a, b);
                NatExpression::Div(a, b)
            }
            Atom::Remainder(a, b) => {
                let (a, b) = two(a, b);
                NatExpression::Rem(a, b)
            }
            Atom::Power(a, b) => {
                let (a, b) = two(a, b);
                NatExpression::Pow(a, b)
            }
            Atom::Min(a, b) => {
                let (a, b) = two(a, b);
                NatExpression::Min(a, b)
            }
            Atom::Max(a, b) => {
                let (a, b) = two(a, b);
                NatExpression::Max(a, b)
            }
        }
    }

    fn level(&self) -> u8 {
        match self {
            NatExpression::Add(..) | NatExpression::Sub(..) => 0,
            NatExpression::Mul(..)
            | NatExpression::Div(..)
            | NatExpression::DivExact(..)
            | NatExpression::Rem(..) => 1,
            NatExpression::Pow(..) => 2,
            _ => 3,
        }
    }
}

/// The text that the parser reads back: `+ - * / /^ % ^`, `min(a, b)`, `max(a, b)`.
impl fmt::Display for NatExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |f: &mut fmt::Formatter<'_>, e: &NatExpression, least: u8| {
            if e.level() < least {
                write!(f, "({e})")
            } else {
                write!(f, "{e}")
            }
        };
        let infix = |f: &mut fmt::Formatter<'_>, a, op: &str, b, left: u8, right: u8| {
            operand(f, a, left)?;
            f.write_str(op)?;
            operand(f, b, right)
        };
        match self {
            NatExpression::Lit(n) => write!(f, "{n}"),
            NatExpression::Var(x) => write!(f, "{x}"),
            NatExpression::Add(a, b) => infix(f, a, " + ", b, 0, 1),
            NatExpression::Sub(a, b) => infix(f, a, " - ", b, 0, 1),
            NatExpression::Mul(a, b) => infix(f, a, " * ", b, 1, 2),
            NatExpression::DivExact(a, b) => infix(f, a, " /^ ", b, 1, 2),
            NatExpression::Div(a, b) => infix(f, a, " / ", b, 1, 2),
            NatExpression::Rem(a, b) => infix(f, a, " % ", b, 1, 2),
            NatExpression::Pow(a, b) => infix(f, a, "^", b, 3, 3),
            NatExpression::Min(a, b) => write!(f, "min({a}, {b})"),
            NatExpression::Max(a, b) => write!(f, "max({a}, {b})"),
            NatExpression::Overflow => f.write_str("overflow"),
        }
    }
}

impl fmt::Display for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_expression())
    }
}
