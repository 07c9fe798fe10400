//! What is known of numbers where a statement stands: which are not negative, and which are below which.
//!
//! Facts come from what was executed before (an assertion that held, an index that was in bounds, an array that is there and so has a
//! size), from the branch that is taken, and from loops and `iota`, whose numbers are below their bounds.  They are of numbers
//! of type i64 and nothing is computed from them, so that no sum can wrap.

use elder_core::Name;
use elder_core::tree::{Atom, Exp};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
use rustc_hash::FxHashSet;

/// A number: a variable or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Number {
    Of(Name),
    Is(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fact {
    /// 0 ≤ x
    Natural(Number),
    /// x < y
    Below(Number, Number),
}

/// What is known.
#[derive(Debug, Default)]
pub struct Facts {
    known: FxHashSet<Fact>,
    /// The facts in the order in which they came.
    order: Vec<Fact>,
}

/// What a variable was bound to.
pub type Definition<'d> = &'d dyn Fn(Atom) -> Option<&'d Exp>;

impl Facts {
    /// How many there are.
    pub fn mark(&self) -> usize {
        self.order.len()
    }

    /// Those that came after a mark are no more.
    pub fn back_to(&mut self, mark: usize) {
        for fact in self.order.drain(mark..) {
            self.known.remove(&fact);
        }
    }

    fn learn(&mut self, fact: Fact) {
        if self.known.insert(fact) {
            self.order.push(fact);
        }
    }

    /// A number is not negative.
    pub fn natural(&mut self, atom: Atom) {
        if let Some(number @ Number::Of(_)) = number(atom) {
            self.learn(Fact::Natural(number));
        }
    }

    /// A number is below another.
    pub fn below(&mut self, a: Atom, b: Atom) {
        if let (Some(a), Some(b)) = (number(a), number(b)) {
            self.learn(Fact::Below(a, b));
        }
    }

    /// Whether a number is not negative.
    pub fn is_natural(&self, atom: Atom) -> bool {
        match number(atom) {
            Some(Number::Is(number)) => number >= 0,
            Some(number) => self.known.contains(&Fact::Natural(number)),
            None => false,
        }
    }

    /// Whether a number is below another.
    pub fn is_below(&self, a: Atom, b: Atom) -> bool {
        match (number(a), number(b)) {
            (Some(Number::Is(a)), Some(Number::Is(b))) => a < b,
            (Some(a), Some(b)) => self.known.contains(&Fact::Below(a, b)),
            _ => false,
        }
    }

    /// A condition holds, or does not.
    pub fn assume<'d>(&mut self, condition: Atom, holds: bool, definition: Definition<'d>) {
        // What both operands say: of a conjunction that holds, of a disjunction that does not.
        let both = if holds { BinOp::And } else { BinOp::Or };
        match definition(condition) {
            Some(Exp::Prim(PrimFn::Bin(op, PrimType::Bool), operands)) if *op == both => {
                for operand in operands {
                    self.assume(*operand, holds, definition);
                }
            }
            Some(Exp::Prim(PrimFn::Un(UnOp::Not, PrimType::Bool), operands)) => {
                for operand in operands {
                    self.assume(*operand, !holds, definition);
                }
            }
            Some(exp) => match order(exp, holds) {
                Some(Order::Below(a, b)) => self.below(a, b),
                Some(Order::Natural(a)) => self.natural(a),
                None => {}
            },
            None => {}
        }
    }

    /// Whether a condition holds.
    pub fn holds<'d>(&self, condition: Atom, definition: Definition<'d>) -> bool {
        match definition(condition) {
            Some(Exp::Prim(PrimFn::Bin(BinOp::And, PrimType::Bool), operands)) => {
                operands.iter().all(|operand| self.holds(*operand, definition))
            }
            Some(exp) => match order(exp, true) {
                Some(Order::Below(a, b)) => self.is_below(a, b),
                Some(Order::Natural(a)) => self.is_natural(a),
                None => false,
            },
            None => condition == Atom::Const(PrimValue::Bool(true)),
        }
    }
}

/// What a comparison says that facts are about.
enum Order {
    Below(Atom, Atom),
    Natural(Atom),
}

fn order(exp: &Exp, holds: bool) -> Option<Order> {
    let Exp::Prim(PrimFn::Bin(op, PrimType::I64), operands) = exp else {
        return None;
    };
    let [a, b] = operands[..] else {
        return None;
    };
    let zero = Atom::i64(0);
    let op = match (op, holds) {
        (op, true) => *op,
        (BinOp::Lt, false) => BinOp::Ge,
        (BinOp::Le, false) => BinOp::Gt,
        (BinOp::Gt, false) => BinOp::Le,
        (BinOp::Ge, false) => BinOp::Lt,
        _ => return None,
    };
    match op {
        BinOp::Lt => Some(Order::Below(a, b)),
        BinOp::Gt => Some(Order::Below(b, a)),
        BinOp::Le if a == zero => Some(Order::Natural(b)),
        BinOp::Ge if b == zero => Some(Order::Natural(a)),
        _ => None,
    }
}

fn number(atom: Atom) -> Option<Number> {
    match atom {
        Atom::Var(name) => Some(Number::Of(name)),
        Atom::Const(PrimValue::I64(number)) => Some(Number::Is(number)),
        Atom::Const(_) => None,
    }
}
