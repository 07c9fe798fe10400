//! Calls with computed arguments: of definitions, and of functions where they stand.

use super::definition;
use super::terms::{Generator, Level, exp};
use crate::Choices;
use elder_dpia::{Binder, DataType, Name, Nat, Node, Phrase};
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
        let mut definition = definition(&self.sizes, &binders, body, exp(goal));
        definition.name = Name::fresh(format!("f{}", self.definitions.len()));
        let mut call = Phrase::var(&definition.name, Span::NONE);
        self.definitions.push(definition);
        for (size, _) in &self.sizes {
            call = Phrase::new(Node::NatApply(call, Nat::var(size)), Span::NONE);
        }
        for (_, data) in &parameters {
            let argument = self.part(c, data, depth);
            call = Phrase::new(Node::Apply(call, argument), Span::NONE);
        }
        Some(call)
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

    fn parameters(&mut self, c: &mut Choices) -> Vec<(Name, DataType)> {
        (0..1 + c.below(2))
            .map(|_| (Name::fresh("a"), c.part(|c| self.data_type(c, 1))))
            .collect()
    }
}
