//! Checks that fail, for all that is computed or for some of it only: which one fails first shows in what order things are evaluated, and whether a check
//! is made at all.

use super::features::{Construct, Feature};
use super::generator::{Exp, Form, Generator};
use super::types::{BOOL, Size, Ty};
use crate::Choices;

impl Generator {
    /// What is made here fails often.
    pub fn fragile<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let outer = std::mem::replace(&mut self.is_fragile, true);
        let out = make(self);
        self.is_fragile = outer;
        out
    }

    /// What is made here fails no more often than elsewhere.
    pub fn sturdy<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let outer = std::mem::replace(&mut self.is_fragile, false);
        let out = make(self);
        self.is_fragile = outer;
        out
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
        let mut value = self.apart_from_globals(value, goal);
        let ty = self.show(c, goal);
        let text = match (c.below(10), goal) {
            (0, Ty::Prim(p)) if p.is_integer() => {
                let operator = ["/", "%", "//", "%%"][c.below(4)];
                let divisor = match c.below(2) {
                    0 => format!("0{p}"),
                    _ => self.leaf(c, goal).argument(),
                };
                format!("({} {operator} {divisor})", value.argument())
            }
            (1, Ty::Prim(p)) if p.is_signed() => format!("({} ** (-1{p}))", value.argument()),
            (2, _) => format!("[{}][{}]", value.text, self.outside(c)),
            (3, _) => format!("(??? : {ty})"),
            (4, Ty::Array(size, element)) => {
                let longer = Size::infix('+', size.clone(), Size::Number(c.below(2) as i64));
                let other = Ty::array(longer, (**element).clone());
                value = self.constant(c, &other);
                value = self.apart_from_globals(value, &other);
                format!("({} :> {ty})", value.operand(0))
            }
            (5, _) => {
                let (y, i) = (self.name("v"), self.name("at"));
                let most = c.below(3);
                format!(
                    "(loop {y} = ({} : {ty}) for {i} < 2i64 do assert ({i} < {most}) {y})",
                    value.text
                )
            }
            // Of some elements only.
            (6, _) => {
                let i = self.name("at");
                let most = c.below(4);
                let value = value.argument();
                format!("(map (\\{i} -> assert ({i} < {most}) {value}) (iota 3))[0]")
            }
            // What is behind it is checked as ever.
            (7, _) if self.on(Feature::Extensions) => format!("(#[unsafe] ({}))", value.text),
            _ => {
                let condition = match c.below(2) {
                    0 => "false".to_owned(),
                    _ => self.exp(c, &BOOL, 1).argument(),
                };
                format!("(assert {condition} ({} : {ty}))", value.text)
            }
        };
        Exp::new(Form::Atom, text).with([&value])
    }

    /// An index that is none of an array of one element, mostly.
    fn outside(&mut self, c: &mut Choices) -> String {
        ["1", "-1", "0", "2i8", "i64.highest", "i64.lowest"][c.below(6)].to_owned()
    }
}
