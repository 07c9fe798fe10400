//! What follows from several [facts](super::facts), and from how numbers were computed.
//!
//! A question is put to `elder-sizes` as terms of natural numbers, whose arithmetic is exact.  So a variable stands in it only if it is
//! known not to be negative, and what was computed stands for its operands only if it is proved that nothing wrapped: a difference of
//! natural numbers never does, a sum or a product does not where some number is at least as large.  A question looks at so many facts
//! at most, those near what it is about, so that it takes a time that does not depend on the program's length.

use super::facts::{Definition, Fact, Facts, Order, order};
use elder_core::Name;
use elder_core::tree::{Atom, Exp};
use elder_sizes::{Nat, Ranges};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many facts are looked at.
const MOST_FACTS: usize = 16;

/// So deep are numbers taken apart.
const MOST_DEPTH: usize = 3;

/// Whether a condition holds.
pub fn holds<'d>(facts: &Facts, condition: Atom, is: bool, definition: Definition<'d>) -> bool {
    let exp = match (condition, definition(condition)) {
        (Atom::Const(value), _) => return value == PrimValue::Bool(is),
        (_, Some(exp)) => exp,
        (_, None) => return false,
    };
    match exp {
        Exp::Prim(PrimFn::Bin(op @ (BinOp::And | BinOp::Or), PrimType::Bool), operands) => {
            let mut operands = operands.iter();
            let mut holds = |operand: &Atom| self::holds(facts, *operand, is, definition);
            // A conjunction is true if both are, and false if one is.
            match (*op == BinOp::And) == is {
                true => operands.all(&mut holds),
                false => operands.any(&mut holds),
            }
        }
        Exp::Prim(PrimFn::Un(UnOp::Not, PrimType::Bool), operands) => operands
            .iter()
            .all(|operand| holds(facts, *operand, !is, definition)),
        exp => match order(exp, is) {
            Some(Order::Below(a, b)) => is_below(facts, a, b, definition),
            Some(Order::AtMost(a, b)) if a == Atom::i64(0) => is_natural(facts, b, definition),
            Some(Order::AtMost(a, b)) => a == b || is_at_most(facts, &[a], b, definition),
            None => false,
        },
    }
}

/// Whether a number is not negative.
pub fn is_natural<'d>(facts: &Facts, a: Atom, definition: Definition<'d>) -> bool {
    is_natural_to(facts, a, definition, MOST_DEPTH)
}

fn is_natural_to<'d>(facts: &Facts, a: Atom, definition: Definition<'d>, depth: usize) -> bool {
    let mut holds = |a, depth| is_natural_to(facts, a, definition, depth);
    facts.is_natural(a) || of_either(a, definition, depth, BinOp::Max, &mut holds) || {
        let mut question = Question::new(facts, definition);
        question
            .term(a, MOST_DEPTH)
            .is_some_and(|term| question.is_natural(&term))
    }
}

/// Whether a number is below another.
pub fn is_below<'d>(facts: &Facts, a: Atom, b: Atom, definition: Definition<'d>) -> bool {
    is_below_to(facts, a, b, definition, MOST_DEPTH)
}

fn is_below_to<'d>(facts: &Facts, a: Atom, b: Atom, definition: Definition<'d>, depth: usize) -> bool {
    let mut holds = |a, depth| is_below_to(facts, a, b, definition, depth);
    let is_known = facts.is_below(a, b) || a == Atom::i64(0) && has_below(facts, b);
    is_known || of_either(a, definition, depth, BinOp::Min, &mut holds) || {
        let mut question = Question::new(facts, definition);
        let (a, b) = (question.term(a, MOST_DEPTH), question.term(b, MOST_DEPTH));
        let slack = a.zip(b).map(|(a, b)| b.minus(&a).minus(&Nat::one()));
        slack.is_some_and(|slack| question.is_natural(&slack))
    }
}

/// Whether what is asked of a number follows from what its operands are: for the one of `max` and `min` it is enough that it holds of one of them, for the other both
/// have to.
fn of_either<'d>(
    a: Atom,
    definition: Definition<'d>,
    depth: usize,
    enough: BinOp,
    holds: &mut dyn FnMut(Atom, usize) -> bool,
) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match definition(a) {
        Some(Exp::Prim(PrimFn::Bin(op @ (BinOp::Min | BinOp::Max), PrimType::I64), operands)) => {
            let mut operands = operands.iter();
            match *op == enough {
                true => operands.any(|operand| holds(*operand, depth)),
                false => operands.all(|operand| holds(*operand, depth)),
            }
        }
        _ => false,
    }
}

/// Whether it is said of a natural number that it is below this one.
fn has_below(facts: &Facts, b: Atom) -> bool {
    let about = b.name().into_iter().flat_map(|name| facts.about(name));
    let mut recent = about.take(MOST_FACTS);
    recent.any(|fact| matches!(fact, Fact::Below(x, y) if y.atom() == b && facts.is_natural(x.atom())))
}

/// Whether the sum of numbers, computed exactly, is at most another.
pub fn is_at_most<'d>(facts: &Facts, parts: &[Atom], b: Atom, definition: Definition<'d>) -> bool {
    let mut question = Question::new(facts, definition);
    let mut sum = Nat::zero();
    for part in parts {
        match question.term(*part, MOST_DEPTH) {
            Some(part) => sum = sum.plus(&part),
            None => return false,
        }
    }
    let slack = question.term(b, MOST_DEPTH).map(|b| b.minus(&sum));
    slack.is_some_and(|slack| question.is_natural(&slack))
}

/// What is asked, with what was found out for it.
struct Question<'q, 'd> {
    facts: &'q Facts,
    definition: Definition<'d>,
    variables: FxHashMap<Name, elder_sizes::Name>,
    seen: FxHashSet<Fact>,
    ranges: Ranges,
}

impl<'q, 'd> Question<'q, 'd> {
    fn new(facts: &'q Facts, definition: Definition<'d>) -> Question<'q, 'd> {
        Question {
            facts,
            definition,
            variables: FxHashMap::default(),
            seen: FxHashSet::default(),
            ranges: Ranges::new(),
        }
    }

    /// An operand as a term, if it is one whose value that is.
    fn term(&mut self, atom: Atom, depth: usize) -> Option<Nat> {
        let name = match atom {
            Atom::Const(PrimValue::I64(number)) => return Some(Nat::lit(number)),
            Atom::Const(_) => return None,
            Atom::Var(name) => name,
        };
        if let (Some(exp), true) = ((self.definition)(atom), depth > 0)
            && let Some(term) = self.computed(exp, depth - 1)
        {
            return Some(term);
        }
        if !self.facts.is_natural(atom) {
            return None;
        }
        let is_new = !self.variables.contains_key(&name);
        let variable = self.variables.entry(name);
        let variable = variable.or_insert_with(|| elder_sizes::Name::fresh("x")).clone();
        if is_new && depth > 0 {
            self.gather(name, depth - 1);
        }
        Some(Nat::var(&variable))
    }

    /// What was computed, if nothing wrapped.
    fn computed(&mut self, exp: &Exp, depth: usize) -> Option<Nat> {
        let Exp::Prim(PrimFn::Bin(op, PrimType::I64), operands) = exp else {
            return None;
        };
        let [a, b] = operands[..] else {
            return None;
        };
        if !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl) {
            return None;
        }
        let a = self.term(a, depth)?;
        let b = match (op, b) {
            (BinOp::Shl, Atom::Const(PrimValue::I64(count @ 0..62))) => Nat::lit(1 << count),
            (BinOp::Shl, _) => return None,
            (_, b) => self.term(b, depth)?,
        };
        if !self.is_natural(&a) || !self.is_natural(&b) {
            return None;
        }
        let term = match op {
            BinOp::Sub => return Some(a.minus(&b)),
            BinOp::Add => a.plus(&b),
            _ => a.times(&b),
        };
        let mut bounds = vec![Nat::lit(i64::MAX)];
        bounds.extend(self.variables.values().map(Nat::var));
        let fits = bounds
            .iter()
            .any(|bound| bound.minus(&term).is_nonnegative(&self.ranges));
        fits.then_some(term)
    }

    /// What is known of a variable, as long as there is room for it.
    fn gather(&mut self, name: Name, depth: usize) {
        let facts = self.facts;
        for fact in facts.about(name) {
            if self.seen.len() >= MOST_FACTS {
                break;
            }
            if !self.seen.insert(fact) {
                continue;
            }
            let (a, b, strict) = match fact {
                Fact::Natural(_) => continue,
                Fact::Below(a, b) => (a, b, Nat::one()),
                Fact::AtMost(a, b) => (a, b, Nat::zero()),
            };
            let (a, b) = (self.term(a.atom(), depth), self.term(b.atom(), depth));
            if let (Some(a), Some(b)) = (a, b) {
                self.ranges = self.ranges.assuming(b.minus(&a).minus(&strict));
            }
        }
    }

    fn is_natural(&self, term: &Nat) -> bool {
        term.is_nonnegative(&self.ranges)
    }
}
