//! Abstractions, and functions where they are used: instances, η-expansion.

use super::Elaborator;
use super::metas::{Class, Data, Type};
use super::report::Place;
use super::scope::Binding;
use super::term::{Term, TermNode};
use crate::ast::{Exp, ExpKind, Param, ParamKind, PatternKind};
use crate::rules::typing::{DPIA_T_LAM, DPIA_T_PATTERN, DPIA_T_TLAM};
use crate::{Kind, Name, Nat};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

impl Elaborator {
    /// `fun(x: T, …) body`
    pub(super) fn function(
        &mut self,
        params: &[Param],
        body: &Exp,
        expected: Option<&Type>,
        span: Span,
    ) -> Term {
        let Some((param, rest)) = params.split_first() else {
            return self.with_components(|e| e.phrase(body, expected));
        };
        elder_syntax::effort::deeper(|| self.abstraction(param, rest, body, expected, span))
    }

    fn abstraction(
        &mut self,
        param: &Param,
        rest: &[Param],
        body: &Exp,
        expected: Option<&Type>,
        span: Span,
    ) -> Term {
        if let PatternKind::Tuple(_) = &param.pattern.kind
            && let ParamKind::Static(_) = &param.kind
        {
            let message = "sizes and types of data have no components";
            let refusal = DPIA_T_PATTERN.refuse("components");
            self.error(Diagnostic::error(refusal, param.pattern.span, message));
            return self.broken(span);
        }
        let text = &param.pattern.text();
        let name = Name::fresh(text);
        let expected = expected.map(|t| self.metas.type_head(t));
        match &param.kind {
            ParamKind::Static(Kind::Nat) => {
                DPIA_T_TLAM.apply();
                let to = match &expected {
                    Some(Type::NatFun(x, to)) => Some(to.with_nat(x, &Nat::var(&name))),
                    _ => None,
                };
                let binding = Binding::Nat(name.clone());
                let body = self.within(text, binding, |e| e.function(rest, body, to.as_ref(), span));
                // The body is as expected, if such a function is.
                let known = expected.clone().filter(|_| to.is_some());
                let ty =
                    known.unwrap_or_else(|| Type::NatFun(name.clone(), Rc::new(self.metas.known(&body.ty))));
                let node = TermNode::NatLambda(name, Box::new(body));
                self.checked(Term { node, ty, span }, expected.as_ref(), Place::Plain)
            }
            ParamKind::Static(Kind::Data) => {
                DPIA_T_TLAM.apply();
                let to = match &expected {
                    Some(Type::DataFun(x, to)) => Some(to.with_data(x, &Data::Var(name.clone()))),
                    _ => None,
                };
                let binding = Binding::Data(name.clone());
                let body = self.within(text, binding, |e| e.function(rest, body, to.as_ref(), span));
                // The body is as expected, if such a function is.
                let known = expected.clone().filter(|_| to.is_some());
                let ty =
                    known.unwrap_or_else(|| Type::DataFun(name.clone(), Rc::new(self.metas.known(&body.ty))));
                let node = TermNode::DataLambda(name, Box::new(body));
                self.checked(Term { node, ty, span }, expected.as_ref(), Place::Plain)
            }
            ParamKind::Typed(_) | ParamKind::Inferred => {
                DPIA_T_LAM.apply();
                let written = match &param.kind {
                    ParamKind::Typed(ty) => Some(self.type_of(ty)),
                    _ => None,
                };
                let (from, to) = match &expected {
                    Some(Type::Fun { from, to, .. }) => (Some((**from).clone()), Some((**to).clone())),
                    _ => (None, None),
                };
                if let (Some(written), Some(from)) = (&written, &from)
                    && let Err(clash) = self.unify(from, written, param.pattern.span)
                {
                    self.mismatch(from, written, &clash, param.pattern.span, Place::Plain);
                }
                let from = written
                    .or(from)
                    .unwrap_or_else(|| self.metas.fresh_type(param.pattern.span));
                let body = self.within_pattern(&param.pattern, &name, &from, |e| {
                    e.function(rest, body, to.as_ref(), span)
                });
                let ty = Type::fun(&from, body.ty.clone());
                let node = TermNode::Lambda(name, from, Box::new(body));
                // The parts are as expected, if a function is.
                match &expected {
                    Some(Type::Fun { .. }) => Term { node, ty, span },
                    _ => self.checked(Term { node, ty, span }, expected.as_ref(), Place::Plain),
                }
            }
        }
    }

    /// The term, whose type must be the expected one; functions over sizes and data types are instantiated where no such
    /// function is expected.
    pub(super) fn checked(&mut self, term: Term, expected: Option<&Type>, place: Place<'_>) -> Term {
        let Some(expected) = expected else {
            return term;
        };
        let wanted = self.metas.type_head(expected);
        let dependent = matches!(wanted, Type::NatFun(..) | Type::DataFun(..) | Type::Meta(_));
        let term = if dependent { term } else { self.instance(term) };
        if let Err(clash) = self.unify(&wanted, &term.ty, term.span) {
            if !matches!(term.node, TermNode::Error) {
                self.mismatch(&wanted, &term.ty, &clash, term.span, place);
            }
            return Term {
                node: TermNode::Error,
                ty: wanted,
                span: term.span,
            };
        }
        term
    }

    /// A function over sizes or data types at unknown ones.
    pub(super) fn instance(&mut self, mut term: Term) -> Term {
        loop {
            let span = term.span;
            if !matches!(
                self.metas.type_head(&term.ty),
                Type::NatFun(..) | Type::DataFun(..)
            ) {
                return term;
            }
            term = match self.metas.known(&term.ty) {
                Type::NatFun(x, to) => {
                    let nat = self.metas.fresh_nat(span, "size");
                    let ty = to.with_nat(&x, &nat);
                    let node = TermNode::NatApply(Box::new(term), nat);
                    Term { node, ty, span }
                }
                Type::DataFun(x, to) => {
                    let data = self.metas.fresh_data(Class::default(), span, "type");
                    let ty = to.with_data(&x, &data);
                    let node = TermNode::DataApply(Box::new(term), data);
                    Term { node, ty, span }
                }
                _ => return term,
            };
        }
    }

    /// A phrase where a function over a size or a data type is expected, which it does not say: its abstraction.
    pub(super) fn implicit_abstraction(&mut self, e: &Exp, expected: &Type) -> Option<Term> {
        let mut inner = e;
        while let ExpKind::Paren(part) = &inner.kind {
            inner = part;
        }
        let explicit = match &inner.kind {
            ExpKind::Fun(params, _) => matches!(params.first().map(|p| &p.kind), Some(ParamKind::Static(_))),
            ExpKind::Var(name) => self.scope.find(name).is_some(),
            _ => false,
        };
        if explicit {
            return None;
        }
        match expected {
            Type::NatFun(x, to) => {
                let name = x.renewed();
                let body = self.phrase(e, Some(&to.with_nat(x, &Nat::var(&name))));
                let ty = Type::NatFun(name.clone(), Rc::new(body.ty.clone()));
                let node = TermNode::NatLambda(name, Box::new(body));
                Some(Term {
                    node,
                    ty,
                    span: e.span,
                })
            }
            Type::DataFun(x, to) => {
                let name = x.renewed();
                let body = self.phrase(e, Some(&to.with_data(x, &Data::Var(name.clone()))));
                let ty = Type::DataFun(name.clone(), Rc::new(body.ty.clone()));
                let node = TermNode::DataLambda(name, Box::new(body));
                Some(Term {
                    node,
                    ty,
                    span: e.span,
                })
            }
            _ => None,
        }
    }
}
