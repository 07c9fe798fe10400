//! Components: halves of pairs of phrases and of variables, components of tuples and of acceptors of tuples
//! (DPIA-T-PROJ, DPIA-T-COMPONENT).

use super::Elaborator;
use super::metas::{Class, Data, Type};
use super::term::{Term, TermNode};
use crate::ast::{Exp, Ident};
use crate::rules::syntax::DPIA_SYN_INFER;
use crate::rules::typing::{DPIA_T_COMPONENT, DPIA_T_PROJ};
use crate::{Prim, Side};
use elder_syntax::{Diagnostic, Span};

impl Elaborator {
    /// `v.wr`, `v.rd`; `p.1`, `p.2` of a pair of phrases; `e.1`, `e.2`, `e.3` of a tuple.
    pub(super) fn projection(&mut self, base: &Exp, field: &Ident, span: Span) -> Term {
        let base = self.phrase(base, None);
        let base = self.instance(base);
        let unknown = |e: &Elaborator| match e.metas.type_head(&base.ty) {
            Type::Exp(d) | Type::Acc(d) => matches!(e.metas.head(&d), Data::Meta(_)),
            Type::Meta(_) => true,
            _ => false,
        };
        if unknown(self) {
            // What was written before may say more.
            self.settle();
        }
        match self.metas.type_head(&base.ty) {
            Type::Exp(_) | Type::Acc(_) if !matches!(field.name.as_str(), "wr" | "rd") => {
                self.component(base, field, span)
            }
            Type::Meta(_) if !matches!(field.name.as_str(), "wr" | "rd") => {
                self.component_of_unknown(&base, field, span)
            }
            _ => self.half(base, field, span),
        }
    }

    /// A half of a pair of phrases.
    fn half(&mut self, base: Term, field: &Ident, span: Span) -> Term {
        DPIA_T_PROJ.apply();
        let (side, variable) = match field.name.as_str() {
            "1" => (Side::First, false),
            "2" => (Side::Second, false),
            "wr" => (Side::First, true),
            "rd" => (Side::Second, true),
            other => {
                if matches!(base.node, TermNode::Error) {
                    return self.broken(span);
                }
                let message = format!("there is no component `{other}` of {}", self.show(&base.ty));
                let error = Diagnostic::error(DPIA_T_PROJ.refuse("pair"), field.span, message);
                self.error(error.with_help(
                    "`v.wr` writes a variable, `v.rd` reads it; `.1` and `.2` are the halves of a pair of phrases",
                ));
                return self.broken(span);
            }
        };
        if let (Type::Meta(_), true) = (self.metas.type_head(&base.ty), variable) {
            let data = self.metas.fresh_data(Class::default(), span, "type");
            // An unknown takes any form.
            let _ = self.unify(&base.ty, &Type::var(&data), span);
        }
        let ty = match (self.metas.type_head(&base.ty), side) {
            (Type::Product(a, _), Side::First) => (*a).clone(),
            (Type::Product(_, b), Side::Second) => (*b).clone(),
            _ => {
                if !matches!(base.node, TermNode::Error) {
                    let message = format!("this is {}, not a pair of phrases", self.show(&base.ty));
                    self.error(Diagnostic::error(DPIA_T_PROJ.refuse("pair"), base.span, message));
                }
                return self.broken(span);
            }
        };
        let node = TermNode::Proj(Box::new(base), side);
        Term { node, ty, span }
    }

    /// A component of a tuple, or of an acceptor of tuples.
    fn component(&mut self, base: Term, field: &Ident, span: Span) -> Term {
        if let Type::Exp(d) | Type::Acc(d) = self.metas.type_head(&base.ty)
            && let Data::Meta(_) = self.metas.head(&d)
        {
            return self.component_of_unknown(&base, field, span);
        }
        if let Type::Exp(d) = self.metas.type_head(&base.ty)
            && let Data::Vector(width, of) = self.metas.head(&d)
        {
            return self.swizzle(base, width, &of, field, span);
        }
        match field.name.parse::<usize>() {
            Ok(number) if number > 0 => self.tuple_component(base, number, field, span),
            _ => self.no_component(&base, field, span),
        }
    }

    /// Component `number` of a tuple, which is a pair whose second half may be a tuple: all but the last are first halves.
    fn tuple_component(&mut self, base: Term, number: usize, field: &Ident, span: Span) -> Term {
        DPIA_T_COMPONENT.apply();
        let mut rest = base.clone();
        for _ in 1..number {
            match self.halves(&rest) {
                Some((_, others)) => rest = others,
                None => return self.no_component(&base, field, span),
            }
        }
        match self.halves(&rest) {
            Some((first, _)) => Term { span, ..first },
            None if number == 1 => self.no_component(&base, field, span),
            None if self.may_be_tuple(&rest) => self.component_of_unknown(&rest, field, span),
            None => Term { span, ..rest },
        }
    }

    /// Whether so little is known of the type that it may turn out to be one of tuples.
    fn may_be_tuple(&self, term: &Term) -> bool {
        match self.metas.type_head(&term.ty) {
            Type::Exp(d) | Type::Acc(d) => match self.metas.head(&d) {
                Data::Meta(i) => (self.metas.data.get(i)).is_some_and(|m| !m.class.number && !m.class.scalar),
                _ => false,
            },
            _ => false,
        }
    }

    /// Both halves of a pair of data, of an acceptor of pairs or of a pair of phrases.
    pub(super) fn halves(&mut self, term: &Term) -> Option<(Term, Term)> {
        let span = term.span;
        let ty = self.metas.type_head(&term.ty);
        if let Type::Product(a, b) = &ty {
            let half = |side, ty: &Type| Term {
                node: TermNode::Proj(Box::new(term.clone()), side),
                ty: ty.clone(),
                span,
            };
            return Some((half(Side::First, a), half(Side::Second, b)));
        }
        let (Type::Exp(d) | Type::Acc(d)) = &ty else {
            return None;
        };
        let Data::Pair(a, b) = self.metas.head(d) else {
            return None;
        };
        let (first, second) = (self.metas.name_data(&a), self.metas.name_data(&b));
        let half = |prim, ty: Type| Term {
            node: TermNode::Prim(prim, None, vec![term.clone()]),
            ty,
            span,
        };
        let (a, b) = ((*a).clone(), (*b).clone());
        Some(match &ty {
            Type::Acc(_) => (
                half(
                    Prim::PairAcc1 {
                        first: first.clone(),
                        second: second.clone(),
                    },
                    Type::Acc(a),
                ),
                half(Prim::PairAcc2 { first, second }, Type::Acc(b)),
            ),
            _ => (
                half(
                    Prim::Fst {
                        first: first.clone(),
                        second: second.clone(),
                    },
                    Type::Exp(a),
                ),
                half(Prim::Snd { first, second }, Type::Exp(b)),
            ),
        })
    }

    fn component_of_unknown(&mut self, base: &Term, field: &Ident, span: Span) -> Term {
        if !matches!(base.node, TermNode::Error) && self.errors.is_empty() {
            let message = format!(
                "the type of which `.{}` is a component is not known here",
                field.name
            );
            let error = Diagnostic::error(DPIA_SYN_INFER.refuse("data"), base.span, message);
            self.error(
                error
                    .with_help("a type can be written: `fun(x: (f32, f32)) ..`; `fst` and `snd` give halves"),
            );
        }
        self.broken(span)
    }

    fn no_component(&mut self, base: &Term, field: &Ident, span: Span) -> Term {
        if matches!(base.node, TermNode::Error) {
            return self.broken(span);
        }
        let message = format!(
            "there is no component `{}` of {}",
            field.name,
            self.show(&base.ty)
        );
        let refusal = DPIA_T_COMPONENT.refuse("component");
        let mut error = Diagnostic::error(refusal, field.span, message);
        if let Type::Exp(d) = self.metas.type_head(&base.ty)
            && let Data::Pair(..) = self.metas.head(&d)
        {
            error = error.with_help("`.1` is the first component of a tuple");
        }
        self.error(error);
        self.broken(span)
    }
}
