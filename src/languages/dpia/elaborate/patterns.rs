//! Patterns: names for the components of what is bound (DPIA-SYN-PATTERN, DPIA-T-PATTERN).
//!
//! A name in a pattern stands for a projection of the variable that is bound, so a pattern adds nothing to the core.  Only an
//! index becomes a variable of its own, by a `let` at the head of the body: index terms and sizes are made of variables.

use super::Elaborator;
use super::metas::{Class, Data, Type};
use super::scope::Binding;
use super::term::{Term, TermNode};
use crate::ast::{Pattern, PatternKind};
use crate::rules::primitives::DPIA_X_LET;
use crate::rules::syntax::DPIA_SYN_PATTERN;
use crate::rules::typing::DPIA_T_PATTERN;
use crate::{Name, Nat};
use elder_syntax::{Diagnostic, Name as Text};
use std::rc::Rc;

/// An index that a pattern names.
#[derive(Clone, Debug)]
pub(super) struct Component {
    name: Name,
    /// The length of the arrays it is an index of.
    length: Nat,
    /// The projection that it is.
    value: Term,
}

impl Pattern {
    /// What the variable is called that the pattern is bound to.
    pub(super) fn text(&self) -> Text {
        match &self.kind {
            PatternKind::Name(text) => text.clone(),
            PatternKind::Tuple(parts) => {
                let named = parts.iter().filter_map(|part| match &part.kind {
                    PatternKind::Name(text) if text != "_" => Some(text.as_str()),
                    _ => None,
                });
                let text = named.take(3).collect::<Vec<_>>().join("_");
                Text::new(if text.is_empty() { "tuple" } else { &text })
            }
        }
    }
}

impl Elaborator {
    /// With the names of a pattern in scope, which is bound to the variable.
    pub(super) fn within_pattern<T>(
        &mut self,
        pattern: &Pattern,
        name: &Name,
        ty: &Type,
        inner: impl FnOnce(&mut Elaborator) -> T,
    ) -> T {
        if let PatternKind::Name(text) = &pattern.kind {
            return self.within(text, Binding::Phrase(name.clone(), ty.clone()), inner);
        }
        let variable = Term {
            node: TermNode::Var(name.clone()),
            ty: ty.clone(),
            span: pattern.span,
        };
        let mut bindings = Vec::new();
        self.take_apart(pattern, variable, &mut bindings);
        let count = bindings.len();
        for (text, binding) in bindings {
            self.scope.push(&text, binding);
        }
        let result = inner(self);
        for _ in 0..count {
            self.scope.pop();
        }
        result
    }

    /// The names of a pattern that is bound to the term.
    fn take_apart(&mut self, pattern: &Pattern, term: Term, bindings: &mut Vec<(Text, Binding)>) {
        match &pattern.kind {
            PatternKind::Name(text) if text == "_" => {}
            PatternKind::Name(text) => {
                if bindings.iter().any(|(known, _)| known == text) {
                    let message = format!("this pattern names `{text}` twice");
                    let refusal = DPIA_SYN_PATTERN.refuse("unique");
                    self.error(Diagnostic::error(refusal, pattern.span, message));
                }
                let binding = self.named_component(text, term);
                bindings.push((text.clone(), binding));
            }
            PatternKind::Tuple(parts) => {
                DPIA_T_PATTERN.apply();
                self.take_tuple_apart(parts, term, bindings);
            }
        }
    }

    fn take_tuple_apart(&mut self, parts: &[Pattern], term: Term, bindings: &mut Vec<(Text, Binding)>) {
        elder_syntax::effort::deeper(|| {
            let (first, rest) = match parts {
                [] => return,
                [last] => return self.take_apart(last, term, bindings),
                [first, rest @ ..] => (first, rest),
            };
            let span = rest.iter().fold(first.span, |span, part| span.to(part.span));
            let Some((head, tail)) = self.halves_of(&term) else {
                if !matches!(term.node, TermNode::Error) {
                    let message = format!("this is {}, which has no components", self.show(&term.ty));
                    let refusal = DPIA_T_PATTERN.refuse("components");
                    self.error(Diagnostic::error(refusal, span, message));
                }
                // What follows from the error is not reported.
                for part in parts {
                    let broken = self.broken(part.span);
                    self.take_apart(part, broken, bindings);
                }
                return;
            };
            self.take_apart(first, head, bindings);
            self.take_tuple_apart(rest, tail, bindings);
        })
    }

    /// Both halves of a pair of data, of an acceptor of pairs or of a pair of phrases; a phrase of which nothing is known is
    /// an expression of a pair.
    fn halves_of(&mut self, term: &Term) -> Option<(Term, Term)> {
        if let TermNode::Error = term.node {
            return None;
        }
        let span = term.span;
        if let Type::Meta(_) = self.metas.type_head(&term.ty) {
            let data = self.metas.fresh_data(Class::default(), span, "type");
            // An unknown takes any form.
            let _ = self.unify(&term.ty, &Type::Exp(data), span);
        }
        if let Type::Exp(d) | Type::Acc(d) = self.metas.type_head(&term.ty)
            && let Data::Meta(_) = self.metas.head(&d)
        {
            let first = self.metas.fresh_data(Class::default(), span, "type");
            let second = self.metas.fresh_data(Class::default(), span, "type");
            self.unify_data(&d, &Data::Pair(Rc::new(first), Rc::new(second)), span)
                .ok()?;
        }
        self.halves(term)
    }

    /// What a name of a pattern means.
    fn named_component(&mut self, text: &Text, term: Term) -> Binding {
        if let Type::Exp(d) = self.metas.type_head(&term.ty)
            && let Data::Index(length) = self.metas.head(&d)
        {
            let name = Name::fresh(text);
            let ty = term.ty.clone();
            self.components.push(Component {
                name: name.clone(),
                length,
                value: term,
            });
            return Binding::Phrase(name, ty);
        }
        Binding::Part(Box::new(term))
    }

    /// The body of an abstraction or a `let`, in which the indexes among the components get their names.
    pub(super) fn with_components(&mut self, body: impl FnOnce(&mut Elaborator) -> Term) -> Term {
        let components = std::mem::take(&mut self.components);
        let body = body(self);
        components.into_iter().rev().fold(body, |body, component| {
            DPIA_X_LET.apply();
            let (ty, span) = (body.ty.clone(), body.span);
            let data = Data::Index(component.length);
            let from = Type::Exp(data.clone());
            let function = Term {
                ty: Type::fun(&from, ty.clone()),
                node: TermNode::Lambda(component.name, from, Box::new(body)),
                span,
            };
            let node = TermNode::Let(data, ty.clone(), Box::new([component.value, function]));
            Term { node, ty, span }
        })
    }
}
