//! Functions that travel: out of blocks with what they capture, through tuples and records, through other functions and into them.

use super::features::{Construct, Feature};
use super::generator::{Exp, Generator};
use super::quote::{Part, exp, part};
use super::types::Ty;
use crate::Choices;

impl Generator {
    /// A function that comes from elsewhere, its type known without what stands around it.
    pub fn travelled(&mut self, c: &mut Choices, parameters: &[Ty], result: &Ty, d: usize) -> Exp {
        self.meet(Construct::FunctionTravels);
        // What a function is made of consumes nothing.
        self.quietly(|g| g.on_its_way(c, parameters, result, d.saturating_sub(1)))
    }

    fn on_its_way(&mut self, c: &mut Choices, parameters: &[Ty], result: &Ty, d: usize) -> Exp {
        let goal = Ty::function(parameters, result);
        match c.below(9) {
            // Out of a block, whose variables it captures.
            0 | 1 => {
                // What breaks a rule may consume, which such a block may not.
                let fault = self.fault.take();
                let out = self.enclosed(|g| g.block_of(c, d, 2, |g, c| g.stated(c, parameters, result, d)));
                self.fault = fault;
                out
            }
            2 => {
                let (function, other) = (self.stated(c, parameters, result, d), self.data(c, 1));
                let other = self.exp(c, &other, d);
                match c.below(2) {
                    0 => exp!("($, $).0"; function, other),
                    _ => exp!("($, $).1"; other, function),
                }
            }
            3 if self.on(Feature::Records) => {
                let (function, other) = (self.stated(c, parameters, result, d), self.data(c, 1));
                exp!("{b = $, a = $}.b"; function, self.exp(c, &other, d))
            }
            // Given by a function.
            4 | 5 => {
                let from = self.data(c, 1);
                let argument = self.exp(c, &from, d);
                exp!("$ $"; self.lambda(c, &[from], &goal, d, true), argument)
            }
            6 if self.on(Feature::Library) => self.through_library(c, parameters, result, d),
            7 => {
                let function = self.stated(c, parameters, result, d);
                let condition = match self.is_fragile {
                    true => self.exp(c, &super::types::BOOL, 1),
                    false => exp!("true"),
                };
                exp!("assert $ $"; condition, function)
            }
            _ => self.stated(c, parameters, result, d).of_type(&goal),
        }
    }

    /// A function whose parameters say their types.
    pub fn stated(&mut self, c: &mut Choices, parameters: &[Ty], result: &Ty, d: usize) -> Exp {
        match c.below(4) {
            0 if d > 0 => self.travelled(c, parameters, result, d),
            _ => self.lambda(c, parameters, result, d, true),
        }
    }

    /// The same function, given to functions of the library and back.
    fn through_library(&mut self, c: &mut Choices, parameters: &[Ty], result: &Ty, d: usize) -> Exp {
        let function = self.stated(c, parameters, result, d);
        match (c.below(6), parameters) {
            (0, _) => exp!("id $"; function),
            (1, _) => exp!("const $ $"; function, c.below(3)),
            (2, _) => exp!("$ |> id"; function),
            (3, [_, _]) => exp!("flip (flip $)"; function),
            (4, [_, _]) => exp!("curry (uncurry $)"; function),
            (_, [_]) => exp!("$ >-> id"; function),
            _ => exp!("id <| $"; function),
        }
    }

    /// `let f [n] 'a (x: a) = ..`: a function of a block that has size and type parameters, and what else those of the program have.
    pub fn local_polymorphic(&mut self, c: &mut Choices, d: usize) -> Part {
        self.meet(Construct::LocalPolymorphic);
        let scheme = self.signature(c);
        let (defined, free) = self.define(c, &scheme, d);
        self.local(scheme, &free);
        part!("let $"; defined)
    }

    /// `let (f, x) = (\y -> .., ..)`: functions beside values, taken apart.
    pub fn functions_apart(&mut self, c: &mut Choices, d: usize) -> Part {
        self.meet(Construct::FunctionTravels);
        let types: Vec<Ty> = (0..1 + c.below(2)).map(|_| self.data(c, 1)).collect();
        let (result, other) = (self.data(c, 1), self.data(c, 1));
        let function = self.quietly(|g| g.stated(c, &types, &result, d));
        let value = self.quietly(|g| g.exp(c, &other, d));
        let (f, x) = (self.name("g"), self.name("v"));
        let made = match c.below(2) {
            0 => part!("let ($, $) = ($, $)"; &f, &x, &function, &value),
            _ => part!("let {a = $1, b = $0} = {b = $2, a = $3}"; &f, &x, &function, &value),
        };
        let mut of = self.shared();
        of.extend(&value.aliases);
        self.bind(&x, other, &of, true);
        of.extend(&function.aliases);
        self.local(super::signature::Scheme::plain(f, types, result), &of);
        made
    }
}
