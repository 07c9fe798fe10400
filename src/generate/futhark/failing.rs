//! Checks that fail, for all that is computed or for some of it only: which one fails first shows in what order things are evaluated, and whether a check
//! is made at all.

use super::features::{Construct, Feature};
use super::generator::{Exp, Generator};
use super::quote::{exp, infix};
use super::types::{BOOL, Size, Ty};
use crate::Choices;

impl Generator {
    /// What is made here fails often.
    pub fn fragile<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        self.with(|g| &mut g.is_fragile, true, make)
    }

    /// What is made here fails no more often than elsewhere.
    pub fn sturdy<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        self.with(|g| &mut g.is_fragile, false, make)
    }

    /// A value of the type that fails a check, always or for some values of what is in scope; `None` where nothing has to fail.
    pub fn failing(&mut self, c: &mut Choices, goal: &Ty) -> Option<Exp> {
        if !self.is_fragile || matches!(goal, Ty::Fun(..)) || c.below(4) > 0 {
            return None;
        }
        self.meet(Construct::Failing);
        Some(self.sturdy(|g| g.failed(c, goal)))
    }

    fn failed(&mut self, c: &mut Choices, goal: &Ty) -> Exp {
        if c.below(3) == 0 {
            return self.clash(c, goal);
        }
        let value = self.constant(c, goal);
        let value = self.apart_from_globals(value, goal);
        let ty = self.show(c, goal);
        match (c.below(10), goal) {
            (0, Ty::Prim(p)) if p.is_integer() => {
                let operator = ["/", "%", "//", "%%"][c.below(4)];
                let divisor = match c.below(2) {
                    0 => Exp::named(format!("0{p}")),
                    _ => self.leaf(c, goal),
                };
                infix(operator, &value, &divisor)
            }
            (1, Ty::Prim(p)) if p.is_signed() => exp!("$ ** (-$)"; value, format!("1{p}")),
            (2, _) => {
                let outside = ["1", "-1", "0", "2i8", "i64.highest", "i64.lowest"];
                exp!("[$][$]"; value, exp!(outside[c.below(6)]))
            }
            (3, _) => exp!("??? : $"; ty).with([&value]),
            (4, Ty::Array(size, element)) => {
                let longer = Size::infix('+', size.clone(), Size::Number(c.below(2) as i64));
                let other = Ty::array(longer, (**element).clone());
                let value = self.constant(c, &other);
                exp!("$ :> $"; self.apart_from_globals(value, &other), ty)
            }
            (5, _) => {
                let (y, i) = (self.name("v"), self.name("at"));
                exp!("loop $0 = ($ : $) for $3 < 2i64 do assert ($3 < $) $0"; y, value, ty, i, c.below(3))
            }
            // Of some elements only.
            (6, _) => {
                exp!("(map (\\$0 -> assert ($0 < $) $) (iota 3))[0]"; self.name("at"), c.below(4), value)
            }
            // What is behind it is checked as ever.
            (7, _) if self.on(Feature::Extensions) => exp!("#[unsafe] $"; value),
            _ => {
                let condition = match c.below(2) {
                    0 => exp!("false"),
                    _ => self.exp(c, &BOOL, 1),
                };
                exp!("assert $ ($ : $)"; condition, value, ty)
            }
        }
    }
}
