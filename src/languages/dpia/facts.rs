//! What a condition says of nats, in the branch where it holds and in the one where it does not (DPIA-K-FACTS).
//!
//! `if 256 * g + i < n then xs[256 * g + i] else 0` is in bounds because the condition says so.  A comparison of nat-valued
//! expressions (sizes as numbers, index terms, conversions of indexes, sums, differences and products of such) gives terms that are not
//! below zero; a conjunction gives those of both sides, a disjunction that does not hold those of neither.  That two numbers
//! differ says something where it is known which of them is not above the other ([`Fact::given`]).  What else a condition says is
//! not understood, which is no error.
//!
//! Arithmetic that can wrap proves nothing: a [`Fact`] holds if the types of the numbers in the condition hold them.

use crate::{BinOp, DataType, Nat, Node, Phrase, Prim, PrimType, PrimValue, Ranges, UnOp};

/// A term that is not below zero, if the arithmetic of the condition that says so does not wrap.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The term.
    pub nat: Nat,
    /// What has to be known not to be below zero, so that the fact holds: of two numbers that differ, the one that is not above the other is below it.
    pub given: Option<Nat>,
    needs: Vec<Need>,
}

/// A term without subtraction that the type of a number in a condition has to hold; otherwise the condition is about another number.
#[derive(Clone, Debug)]
struct Need {
    term: Nat,
    most: i64,
    /// The bits that hold it if 31 bits hold each nat in the condition.
    bits: u32,
}

/// A number in a condition.
#[derive(Clone, Debug)]
struct Number {
    nat: Nat,
    bits: u32,
    /// Whether it is a natural number that 63 bits hold, as every size and index is.
    is_nat: bool,
    needs: Vec<Need>,
}

impl Fact {
    /// Whether what is known says that no arithmetic of the condition wraps.
    pub fn is_exact(&self, known: &Ranges) -> bool {
        self.needs.iter().all(|need| need.is_seen(known))
    }

    /// The same wherever 31 bits hold all nats of the condition.
    pub fn is_exact_in_int(&self) -> bool {
        let bits = |most: i64| 64 - most.leading_zeros();
        self.needs.iter().all(|need| need.bits <= bits(need.most))
    }

    /// Whether it holds if no arithmetic of the condition wraps.
    pub fn is_given(&self, known: &Ranges) -> bool {
        self.given
            .as_ref()
            .is_none_or(|given| given.is_nonnegative(known))
    }

    /// Terms and what they may be at most, so that no arithmetic of the condition wraps; `None` if that cannot be said in terms of sizes.
    pub fn needs(&self, known: &Ranges) -> Option<Vec<(Nat, Nat)>> {
        let open = self.needs.iter().filter(|need| !need.is_seen(known));
        let needs = open.map(|need| {
            let largest = need.term.upper_bound(known)?.minus(&Nat::one());
            let is_size = |x: &crate::Name| known.of(x).is_none();
            let decided = largest.as_constant().is_some() || !largest.variables().iter().all(is_size);
            (!decided).then(|| (largest, Nat::lit(need.most)))
        });
        needs.collect()
    }
}

impl Need {
    fn is_seen(&self, known: &Ranges) -> bool {
        self.term.is_below(&Nat::lit(self.most).plus(&Nat::one()), known)
    }
}

impl Number {
    /// A size or index.
    fn nat(nat: Nat) -> Number {
        Number {
            nat,
            bits: 31,
            is_nat: true,
            needs: vec![],
        }
    }

    fn literal(k: i64) -> Number {
        Number {
            bits: 64 - k.unsigned_abs().leading_zeros(),
            is_nat: k >= 0,
            ..Number::nat(Nat::lit(k))
        }
    }

    /// In a type that holds numbers up to `most`.
    fn held(mut self, most: i64) -> Number {
        let (more, less) = self.nat.signs();
        for term in [more, less] {
            if !term.is_zero() {
                let bits = self.bits;
                self.needs.push(Need { term, most, bits });
            }
        }
        self
    }

    /// The sum, difference or product in 64 bits.
    fn combine(op: BinOp, a: Number, b: Number) -> Option<Number> {
        let (nat, bits) = match op {
            BinOp::Add => (a.nat.plus(&b.nat), a.bits.max(b.bits) + 1),
            BinOp::Sub => (a.nat.minus(&b.nat), a.bits.max(b.bits) + 1),
            BinOp::Mul => (a.nat.times(&b.nat), a.bits + b.bits),
            _ => return None,
        };
        // The difference of two natural numbers never wraps.
        let exact = op == BinOp::Sub && a.is_nat && b.is_nat;
        let number = Number {
            nat,
            bits,
            is_nat: false,
            needs: [a.needs, b.needs].concat(),
        };
        Some(if exact { number } else { number.held(i64::MAX) })
    }
}

/// What is known where the condition has this truth value.
pub fn of(condition: &Phrase, holds: bool) -> Vec<Fact> {
    let mut out = Vec::new();
    collect(condition, holds, &mut out);
    out
}

/// What is known with terms that are not below zero, each as soon as what it is given by is known, perhaps by others.
pub fn assumed(known: &Ranges, mut facts: Vec<(Nat, Option<Nat>)>) -> Ranges {
    let mut known = known.clone();
    loop {
        let is_given = |given: &Option<Nat>| given.as_ref().is_none_or(|given| given.is_nonnegative(&known));
        let Some(next) = facts.iter().position(|(_, given)| is_given(given)) else {
            return known;
        };
        known = known.assuming(facts.remove(next).0);
    }
}

fn collect(condition: &Phrase, holds: bool, out: &mut Vec<Fact>) {
    let Node::Prim(prim, parts) = &*condition.node else {
        return;
    };
    elder_syntax::effort::deeper(|| match (prim, parts.as_slice()) {
        (Prim::Binary { op, of }, [a, b]) if op.is_comparison() => {
            if let (Some(a), Some(b)) = (number(a, of), number(b, of)) {
                let mut terms = Vec::new();
                compare(*op, holds, (&a.nat, &b.nat), &mut terms);
                let needs = [a.needs, b.needs].concat();
                let fact = |(nat, given)| Fact {
                    nat,
                    given,
                    needs: needs.clone(),
                };
                out.extend(terms.into_iter().map(fact));
            }
        }
        (
            Prim::Binary {
                op: BinOp::And,
                of: DataType::Num(PrimType::Bool),
            },
            [a, b],
        ) if holds => {
            collect(a, true, out);
            collect(b, true, out);
        }
        (
            Prim::Binary {
                op: BinOp::Or,
                of: DataType::Num(PrimType::Bool),
            },
            [a, b],
        ) if !holds => {
            collect(a, false, out);
            collect(b, false, out);
        }
        (Prim::Unary { op: UnOp::Not, .. }, [a]) => collect(a, !holds, out),
        // `a && b` is `if a then b else false`, `a || b` is `if a then true else b`.
        (Prim::If { .. }, [a, b, c]) => {
            if truth(c) == Some(!holds) {
                collect(a, true, out);
                collect(b, holds, out);
            }
            if truth(b) == Some(!holds) {
                collect(a, false, out);
                collect(c, holds, out);
            }
        }
        _ => {}
    });
}

fn truth(p: &Phrase) -> Option<bool> {
    match &*p.node {
        Node::Prim(
            Prim::Literal {
                value: PrimValue::Bool(b),
                ..
            },
            _,
        ) => Some(*b),
        _ => None,
    }
}

/// What a comparison, or its opposite, says, and given what.
fn compare(op: BinOp, holds: bool, (a, b): (&Nat, &Nat), out: &mut Vec<(Nat, Option<Nat>)>) {
    let less = |a: &Nat, b: &Nat| (b.minus(a).minus(&Nat::one()), None);
    let at_most = |a: &Nat, b: &Nat| (b.minus(a), None);
    let less_given_at_most = |a: &Nat, b: &Nat| (less(a, b).0, Some(b.minus(a)));
    match (op, holds) {
        (BinOp::Lt, true) | (BinOp::Ge, false) => out.push(less(a, b)),
        (BinOp::Lt, false) | (BinOp::Ge, true) => out.push(at_most(b, a)),
        (BinOp::Gt, true) | (BinOp::Le, false) => out.push(less(b, a)),
        (BinOp::Gt, false) | (BinOp::Le, true) => out.push(at_most(a, b)),
        (BinOp::Eq, true) | (BinOp::Ne, false) => out.extend([at_most(a, b), at_most(b, a)]),
        (BinOp::Eq, false) | (BinOp::Ne, true) => {
            out.extend([less_given_at_most(a, b), less_given_at_most(b, a)]);
        }
        _ => {}
    }
}

/// The number that an expression of that type is the value of, exactly, if what it needs holds.  Arithmetic counts only in 64 bits;
/// a single term may also be a number of 32 bits.
fn number(e: &Phrase, of: &DataType) -> Option<Number> {
    let wide = *of == DataType::Num(PrimType::I64);
    let narrow = *of == DataType::Num(PrimType::I32);
    if !wide && !narrow && !matches!(of, DataType::Index(_)) {
        return None;
    }
    let held = |number: Number| match narrow {
        true => number.held(i64::from(i32::MAX)),
        false => number,
    };
    match &*e.node {
        Node::Var(x) if matches!(of, DataType::Index(_)) => Some(Number::nat(Nat::var(x))),
        Node::Prim(prim, parts) => elder_syntax::effort::deeper(|| match (prim, parts.as_slice()) {
            (Prim::IndexLiteral { value, .. } | Prim::NatValue { value, .. }, _) => {
                Some(held(Number::nat(value.clone())))
            }
            (Prim::Convert { from, .. }, [inner]) => number(inner, from).map(held),
            (Prim::Literal { value, .. }, _) => match value {
                PrimValue::I32(k) => Some(Number::literal(i64::from(*k))),
                PrimValue::I64(k) => Some(Number::literal(*k)),
                _ => None,
            },
            (Prim::Binary { op, .. }, [a, b]) if wide => Number::combine(*op, number(a, of)?, number(b, of)?),
            _ => None,
        }),
        _ => None,
    }
}
