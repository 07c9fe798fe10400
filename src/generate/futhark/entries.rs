//! Entry points, with what they are run with.
//!
//! A wrong value is seen only if it reaches a result.  So an entry point gives, beside the values that it is made for, those of the variables that
//! are in scope at its end.

use super::Entry;
use super::declarations::star;
use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Generator};
use super::inputs::{self, Known};
use super::quote::{Part, block, many, part};
use super::types::{Size, Ty};
use crate::{Choices, turn};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

/// How many variables an entry point gives at most.
const OBSERVED: usize = 12;

impl Generator {
    /// An entry point with what it is run with: inputs on both sides of the number that turns branches.
    pub fn entry(&mut self, c: &mut Choices, name: &str, depth: usize) -> (Part, Vec<Entry>) {
        self.meet(Construct::Entry);
        let outer = std::mem::take(&mut self.sizes);
        let mut known = Known::new();
        let mut inputs: Vec<Value> = Vec::new();
        let (defined, _) = self.closed(|g| {
            let mut sizes = String::new();
            let mut parameters: Vec<(String, Ty)> = Vec::new();
            for _ in 0..c.below(3) {
                let size = g.name("n");
                sizes += &format!(" [{size}]");
                known.insert(size.clone(), Generator::input_size(c));
                g.sizes.push(Size::name(&size));
                let element = Ty::Prim(g.prim(c));
                parameters.push((g.name("v"), Ty::array(Size::name(&size), element)));
            }
            if c.below(3) == 2 {
                let size = g.name("k");
                known.insert(size.clone(), Generator::input_size(c));
                g.sizes.push(Size::name(&size));
                parameters.push((size, inputs::SIZE_INPUT));
            }
            for _ in 0..c.below(3) {
                let ty = g.input_type(c, 1);
                parameters.push((g.name("v"), ty));
            }
            if c.below(8) > 0 {
                let name = g.name("turn");
                g.turn = Some(name.clone());
                parameters.push((name, inputs::SIZE_INPUT));
            }
            let mut params = Vec::new();
            for (name, ty) in &parameters {
                let shown = g.show(c, ty);
                let consumed = g.on(Feature::Updates) && matches!(ty, Ty::Array(..)) && c.below(4) == 3;
                g.bind(name, ty.clone(), &Aliases::new(), !consumed);
                params.push(part!("($: $$)"; name, star(consumed), shown));
                match known.get(name) {
                    None if g.turn.as_ref() == Some(name) => inputs.push(turn::input(c, PrimType::I64)),
                    Some(n) => inputs.push(Value::scalar(PrimValue::I64(*n))),
                    None => inputs.extend(inputs::values(c, ty, &known)),
                }
            }
            let body = g.observed_body(c, depth);
            // What no block has broken is broken before all others.
            let broken = g.break_rule(c).into_iter().collect();
            let body = block(broken, body);
            part!("entry $$ $ = $"; name, sizes, many(" ", params), body)
        });
        self.sizes = outer;
        let turn = self.turn.take().map(|_| inputs.len() - 1);
        if self.on(Feature::Errors) && c.below(8) == 7 {
            self.meet(Construct::SizesDisagree);
            inputs::of_another_size(c, &mut inputs);
        }
        if !self.on(Feature::Machine) {
            inputs = inputs.into_iter().map(inputs::exact).collect();
        }
        let run = |inputs| Entry {
            name: name.to_owned(),
            inputs,
            holds: false,
        };
        (defined, turn::runs(&inputs, turn).into_iter().map(run).collect())
    }

    /// A block that gives a few values of any type, and variables that are in scope behind them.
    fn observed_body(&mut self, c: &mut Choices, depth: usize) -> Exp {
        let types: Vec<Ty> = (0..1 + c.below(3)).map(|_| self.result_type(c)).collect();
        let most = c.below(OBSERVED + 1);
        let is_fragile = self.on(Feature::Errors) && c.below(2) == 1;
        self.block_of(c, depth, self.statements, |g, c| {
            let mut parts: Vec<Exp> = types
                .iter()
                .map(|ty| {
                    let value = match is_fragile {
                        true => g.fragile(|g| g.exp(c, ty, depth)),
                        false => g.exp(c, ty, depth),
                    };
                    g.given_away(value, ty)
                })
                .collect();
            let mut seen = match g.on(Feature::Interfaces) {
                true => g.usable(Ty::can_be_shown),
                false => g.usable(Ty::is_plain),
            };
            while seen.len() > most {
                seen.remove(c.below(seen.len()));
            }
            for id in seen {
                g.meet(Construct::Observed);
                let ty = g.variables[id].ty.clone();
                let value = g.variable(id);
                parts.push(g.given_away(value, &ty));
            }
            match parts.as_slice() {
                [only] => only.clone(),
                _ => g.tuple(&parts),
            }
        })
    }

    /// The type of a result.
    fn result_type(&mut self, c: &mut Choices) -> Ty {
        let ty = self.data(c, 2);
        match ty.is_plain() || self.on(Feature::Interfaces) {
            true => ty,
            false => Ty::Prim(self.prim(c)),
        }
    }

    /// The value as a result of a function: a top-level array is copied.
    fn given_away(&mut self, value: Exp, ty: &Ty) -> Exp {
        self.apart_from_globals(value, ty)
    }
}
