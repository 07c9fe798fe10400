//! Chains of operators of many levels, with no more parentheses than their meaning needs.
//!
//! How operators bind shows where several stand side by side, so that a parser which binds one too tightly or to the other side reads another
//! program.  The operands are small: a variable, a literal, a call.

use super::features::{Construct, Feature};
use super::generator::{Exp, Generator};
use super::quote::{exp, infix};
use super::types::Ty;
use crate::Choices;
use elder_syntax::prim::PrimType;

/// Operators on integers, one level after the other.
const INTEGERS: [&str; 14] = [
    "&", "|", "^", "<<", ">>", ">>>", "+", "-", "*", "/", "%", "//", "%%", "**",
];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Generator {
    /// A chain of a few operators whose value has this type.
    pub fn chain(&mut self, c: &mut Choices, p: PrimType) -> Exp {
        self.meet(Construct::Chain);
        let operators = 2 + c.below(4);
        let operand = match p {
            PrimType::Bool => self.prim(c),
            _ => p,
        };
        self.chained(c, p, operand, operators)
    }

    /// So many operators, shared out between the two sides of the loosest.
    fn chained(&mut self, c: &mut Choices, p: PrimType, operand: PrimType, operators: usize) -> Exp {
        if operators == 0 {
            return self.link(c, p);
        }
        let left = c.below(operators);
        let right = operators - 1 - left;
        if p == PrimType::Bool {
            let joined = operators > 1 && c.below(3) > 0;
            let operator = if joined {
                ["||", "&&"][c.below(2)]
            } else {
                COMPARISONS[c.below(COMPARISONS.len())]
            };
            let side = if joined { PrimType::Bool } else { operand };
            let left = self.chained(c, side, operand, left);
            let right = self.chained(c, side, operand, right);
            return infix(operator, &left, &right);
        }
        let operator = match p.is_float() {
            true => self.float_operator(c),
            false => match INTEGERS[c.below(INTEGERS.len())] {
                ">>>" if !self.on(Feature::Extensions) => ">>",
                operator => operator,
            },
        };
        let left = self.chained(c, p, operand, left);
        let guarded = p.is_integer() && !self.on(Feature::Errors);
        let right = match operator {
            // A divisor that is not zero, an exponent that is not negative, a shift by less than the width.
            "/" | "%" | "//" | "%%" | "**" if guarded => self.small(c, p),
            "<<" | ">>" if !self.on(Feature::Machine) => self.small(c, p),
            _ => self.chained(c, p, operand, right),
        };
        infix(operator, &left, &right)
    }

    /// A positive number below the width of any type.
    fn small(&mut self, c: &mut Choices, p: PrimType) -> Exp {
        self.meet(Construct::Literal);
        Exp::named(format!("{}{p}", 1 + c.below(7)))
    }

    /// What stands between two operators.
    fn link(&mut self, c: &mut Choices, p: PrimType) -> Exp {
        let goal = Ty::Prim(p);
        match c.below(8) {
            0 => self.prefix_of(c, p),
            1 if p != PrimType::Bool => {
                self.meet(Construct::Conversion);
                exp!("$0.$0 $"; p, self.leaf(c, &goal))
            }
            _ => self.leaf(c, &goal),
        }
    }

    /// A prefix operator or two, directly before what they apply to.
    fn prefix_of(&mut self, c: &mut Choices, p: PrimType) -> Exp {
        let operators: &[&str] = match p {
            PrimType::Bool => &["!$", "! !$"],
            // Without space between them they would be one operator.
            _ if p.is_integer() => &["-$", "!$", "! -$", "- !$", "! !$", "- -$"],
            _ => &["-$"],
        };
        self.meet(Construct::Prefix);
        let operand = self.leaf(c, &Ty::Prim(p));
        exp!(operators[c.below(operators.len())]; operand)
    }
}
