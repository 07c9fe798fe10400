//! What is known of numbers where a statement stands: which are not negative, and which are below, or at most, which.
//!
//! Facts come from what was executed before (an assertion that held, an index that was in bounds, an array that is there and so has a
//! size, a remainder), from the branch that is taken, and from loops and `iota`, whose numbers are below their bounds.  They are of
//! numbers of type i64.  What follows from several of them is [proved](super::proof).

use elder_core::Name;
use elder_core::tree::{Atom, Exp};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
use rustc_hash::FxHashSet;

/// A number: a variable or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// A variable.
    Of(Name),
    /// A constant.
    Is(i64),
}

impl Number {
    /// The operand that it is.
    pub fn atom(self) -> Atom {
        match self {
            Number::Of(name) => name.into(),
            Number::Is(number) => Atom::i64(number),
        }
    }
}

/// What is known of a number or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// 0 ≤ x
    Natural(Number),
    /// x < y
    Below(Number, Number),
    /// x ≤ y
    AtMost(Number, Number),
}

impl Fact {
    /// The variables that it speaks of, each once.
    fn names(self) -> impl Iterator<Item = Name> {
        let numbers = match self {
            Fact::Natural(x) => [Some(x), None],
            Fact::Below(x, y) | Fact::AtMost(x, y) if x == y => [Some(x), None],
            Fact::Below(x, y) | Fact::AtMost(x, y) => [Some(x), Some(y)],
        };
        numbers
            .into_iter()
            .flatten()
            .filter_map(|number| number.atom().name())
    }
}

/// What is known.
#[derive(Debug, Default)]
pub struct Facts {
    /// By the number of a variable, whether it is known not to be negative.
    natural: Vec<bool>,
    /// What is known of two numbers.
    known: FxHashSet<Fact>,
    /// The facts in the order in which they came, each with the last ones before it that speak of its variables.
    order: Vec<(Fact, [Option<u32>; 2])>,
    /// By the number of a variable, the last fact that speaks of it.
    last: Vec<Option<u32>>,
}

/// What a variable was bound to.
pub type Definition<'d> = &'d dyn Fn(Atom) -> Option<&'d Exp>;

/// The row of a name, with those before it.
fn row<T: Clone + Default>(rows: &mut Vec<T>, name: Name) -> &mut T {
    if rows.len() <= name.index() {
        rows.resize(name.index() + 1, T::default());
    }
    &mut rows[name.index()]
}

impl Facts {
    /// None, of so many names.
    pub fn of_names(count: usize) -> Facts {
        Facts {
            natural: vec![false; count],
            last: vec![None; count],
            ..Facts::default()
        }
    }

    /// How many there are.
    pub fn mark(&self) -> usize {
        self.order.len()
    }

    /// Those that came after a mark are no more.
    pub fn back_to(&mut self, mark: usize) {
        for (fact, before) in self.order.drain(mark..).rev() {
            match fact {
                Fact::Natural(Number::Of(name)) => self.natural[name.index()] = false,
                fact => drop(self.known.remove(&fact)),
            }
            for (name, before) in fact.names().zip(before) {
                self.last[name.index()] = before;
            }
        }
    }

    fn learn(&mut self, fact: Fact) {
        let is_new = match fact {
            Fact::Natural(Number::Of(name)) => !std::mem::replace(row(&mut self.natural, name), true),
            fact => self.known.insert(fact),
        };
        if is_new {
            let own = Some(self.order.len() as u32);
            let mut before = [None; 2];
            for (name, before) in fact.names().zip(&mut before) {
                *before = std::mem::replace(row(&mut self.last, name), own);
            }
            self.order.push((fact, before));
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

    /// A number is at most another.
    pub fn at_most(&mut self, a: Atom, b: Atom) {
        if let (Some(a), Some(b)) = (number(a), number(b)) {
            self.learn(Fact::AtMost(a, b));
        }
    }

    /// What is known of a variable, from what came last on.
    pub fn about(&self, name: Name) -> impl Iterator<Item = Fact> {
        let mut next = self.last.get(name.index()).copied().flatten();
        std::iter::from_fn(move || {
            let (fact, before) = self.order[next? as usize];
            next = fact.names().zip(before).find(|(own, _)| *own == name)?.1;
            Some(fact)
        })
    }

    /// Whether it is said that a number is not negative.
    pub fn is_natural(&self, atom: Atom) -> bool {
        match number(atom) {
            Some(Number::Is(number)) => number >= 0,
            Some(Number::Of(name)) => self.natural.get(name.index()) == Some(&true),
            None => false,
        }
    }

    /// Whether it is said that a number is below another.
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
                Some(Order::AtMost(a, b)) if a == Atom::i64(0) => self.natural(b),
                Some(Order::AtMost(a, b)) => self.at_most(a, b),
                None => {}
            },
            None => {}
        }
    }
}

/// What a comparison says that facts are about.
pub enum Order {
    /// The first is below the second.
    Below(Atom, Atom),
    /// The first is at most the second.
    AtMost(Atom, Atom),
}

/// What a comparison of numbers says if it holds, or does not.
pub fn order(exp: &Exp, holds: bool) -> Option<Order> {
    let Exp::Prim(PrimFn::Bin(op, PrimType::I64), operands) = exp else {
        return None;
    };
    let [a, b] = operands[..] else {
        return None;
    };
    match (op, holds) {
        (BinOp::Lt, true) | (BinOp::Ge, false) => Some(Order::Below(a, b)),
        (BinOp::Gt, true) | (BinOp::Le, false) => Some(Order::Below(b, a)),
        (BinOp::Le, true) | (BinOp::Gt, false) => Some(Order::AtMost(a, b)),
        (BinOp::Ge, true) | (BinOp::Lt, false) => Some(Order::AtMost(b, a)),
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
