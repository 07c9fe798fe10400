//! Calls with computed arguments: of definitions, and of functions where they stand.

use super::definition;
use super::terms::{Generator, Level, exp};
use crate::Choices;
use elder_dpia::{Binder, DataType, Definition, Name, Nat, Node, Phrase, PhraseType, Prim};
use elder_syntax::Span;

/// A program has at most so many definitions beside `main`.
const MOST_DEFINITIONS: usize = 4;

impl Generator {
    /// A definition over the sizes and up to two values, applied; its body is made at the level of the call.
    pub(super) fn called(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        // What the items of a group do together is refused in a definition, which has no group around it.
        if self.definitions.len() >= MOST_DEFINITIONS || self.level == Level::Group || c.one_in(3) {
            return Some(self.applied(c, goal, depth));
        }
        let parameters = self.parameters(c);
        let outer = std::mem::replace(&mut self.scope, parameters.clone());
        let body = self.part(c, goal, depth);
        self.scope = outer;
        let binders: Vec<_> = parameters.iter().map(|(x, d)| (x.clone(), exp(d))).collect();
        let definition = definition(&self.sizes, &binders, body, exp(goal));
        Some(self.applied_definition(c, &parameters, definition, depth))
    }

    /// `(λx y. body)(e)(e')`
    fn applied(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Phrase {
        let parameters = self.parameters(c);
        self.scope.extend(parameters.iter().cloned());
        let mut call = self.part(c, goal, depth);
        self.scope.truncate(self.scope.len() - parameters.len());
        for (name, data) in parameters.iter().rev() {
            let binder = Binder {
                name: name.clone(),
                ty: exp(data),
            };
            call = Phrase::new(Node::Lambda(binder, call), Span::NONE);
        }
        for (_, data) in &parameters {
            let argument = self.part(c, data, depth);
            call = Phrase::new(Node::Apply(call, argument), Span::NONE);
        }
        call
    }

    /// A function that stays one, of one to three values, where it is called or as a definition of its own.
    pub(super) fn kept(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let parameters: Vec<(Name, DataType)> = (0..1 + c.below(3))
            .map(|_| (Name::fresh("a"), self.first_order(c)))
            .collect();
        let outer = std::mem::replace(&mut self.scope, parameters.clone());
        let mut function = self.at_level(Level::Item, |g| g.part(c, goal, depth));
        self.scope = outer;
        let mut ty = exp(goal);
        for (name, data) in parameters.iter().rev() {
            let binder = Binder {
                name: name.clone(),
                ty: exp(data),
            };
            ty = PhraseType::passive_fun(binder.ty.clone(), ty);
            function = Phrase::new(Node::Lambda(binder, function), Span::NONE);
        }
        let label = c.pick(&["f", "g", "step"]).copied().unwrap_or("f");
        let prim = Prim::Call {
            label: label.into(),
            function: ty,
        };
        let call = |given: Vec<Phrase>| {
            let parts = std::iter::once(function).chain(given).collect();
            Phrase::prim(prim, parts, Span::NONE)
        };
        if self.definitions.len() >= MOST_DEFINITIONS || c.one_in(2) {
            let given = parameters
                .iter()
                .map(|(_, data)| self.part(c, data, depth))
                .collect();
            return Some(call(given));
        }
        let binders: Vec<_> = parameters.iter().map(|(x, d)| (x.renewed(), exp(d))).collect();
        let given = binders.iter().map(|(x, _)| Phrase::var(x, Span::NONE));
        let body = call(given.collect());
        Some(self.applied_definition(
            c,
            &parameters,
            definition(&self.sizes, &binders, body, exp(goal)),
            depth,
        ))
    }

    /// A number, an index, or an array of numbers.
    fn first_order(&mut self, c: &mut Choices) -> DataType {
        let number = c.part(|c| self.number_type(c));
        match c.below(4) {
            0 => number,
            1 => DataType::Index(Nat::lit(1 + c.below(4) as i64)),
            rank => {
                let inner = match rank {
                    2 => number,
                    _ => DataType::array(self.size(c), number),
                };
                DataType::array(self.size(c), inner)
            }
        }
    }

    /// A definition that is new, applied to its sizes and to values.
    fn applied_definition(
        &mut self,
        c: &mut Choices,
        parameters: &[(Name, DataType)],
        mut definition: Definition,
        depth: usize,
    ) -> Phrase {
        definition.name = Name::fresh(format!("f{}", self.definitions.len()));
        let mut call = Phrase::var(&definition.name, Span::NONE);
        self.definitions.push(definition);
        for (size, _) in &self.sizes {
            call = Phrase::new(Node::NatApply(call, Nat::var(size)), Span::NONE);
        }
        for (_, data) in parameters {
            let argument = self.part(c, data, depth);
            call = Phrase::new(Node::Apply(call, argument), Span::NONE);
        }
        call
    }

    fn parameters(&mut self, c: &mut Choices) -> Vec<(Name, DataType)> {
        (0..1 + c.below(2))
            .map(|_| (Name::fresh("a"), c.part(|c| self.data_type(c, 1))))
            .collect()
    }
}
