//! The forms of phrases, one arm a form.

use super::Elaborator;
use super::apply::{Call, spelling};
use super::metas::{Class, Data, Type};
use super::report::Place;
use super::term::{Term, TermNode};
use super::types::prim_type;
use crate::ast::{Exp, ExpKind, Number, Pattern};
use crate::rules::primitives::{DPIA_P_LIT, DPIA_X_IF, DPIA_X_LET};
use crate::rules::typing::DPIA_T_PAIR;
use crate::{DataType, Name, Prim, PrimType, PrimValue, UnOp};
use elder_syntax::Span;
use elder_syntax::prim::real::Real;
use std::rc::Rc;

/// `true` or `false`
pub(super) fn truth(value: bool, span: Span) -> Term {
    let prim = Prim::Literal {
        value: PrimValue::Bool(value),
        of: DataType::Num(PrimType::Bool),
    };
    Term {
        node: TermNode::Prim(prim, None, vec![]),
        ty: Type::Exp(Data::Num(PrimType::Bool)),
        span,
    }
}

impl Elaborator {
    /// What stands for a phrase that has an error.
    pub(super) fn broken(&mut self, span: Span) -> Term {
        Term {
            node: TermNode::Error,
            ty: self.metas.fresh_type(span),
            span,
        }
    }

    /// A phrase, of the expected type if there is one.
    pub(super) fn phrase(&mut self, e: &Exp, expected: Option<&Type>) -> Term {
        self.phrase_at(e, expected, Place::Plain)
    }

    /// A phrase at a place that messages name.
    pub(super) fn phrase_at(&mut self, e: &Exp, expected: Option<&Type>, place: Place<'_>) -> Term {
        elder_syntax::effort::deeper(|| {
            let wanted = expected.map(|t| self.metas.type_head(t));
            match &wanted {
                Some(ty @ (Type::NatFun(..) | Type::DataFun(..))) => {
                    if let Some(term) = self.implicit_abstraction(e, ty) {
                        return term;
                    }
                }
                Some(Type::Exp(d)) if matches!(e.kind, ExpKind::Number(_) | ExpKind::Binary(..)) => {
                    if let Data::Index(n) = self.metas.head(d) {
                        return self.index(e, &n);
                    }
                }
                _ => {}
            }
            self.form(e, wanted.as_ref(), place)
        })
    }

    fn form(&mut self, e: &Exp, expected: Option<&Type>, place: Place<'_>) -> Term {
        let span = e.span;
        let call = |name: &'static str| Call {
            name,
            expected,
            span,
            place,
        };
        let term = match &e.kind {
            ExpKind::Paren(inner) => return self.phrase_at(inner, expected, place),
            ExpKind::Var(_) | ExpKind::Call(..) | ExpKind::Pipe(..) | ExpKind::At(..) => {
                return self.application(e, expected, place);
            }
            ExpKind::Kept(label, function, given) => {
                return self.kept_body((label, function, given), expected, span, place);
            }
            ExpKind::Operator(op) => return self.operator(*op, &[], call(spelling(*op))),
            ExpKind::Binary(op, a, b) => return self.operator(*op, &[a, b], call(spelling(*op))),
            ExpKind::Negate(operand) => match &operand.kind {
                ExpKind::Number(Number::Int(n, t)) => self.literal(Number::Int(n.saturating_neg(), *t), span),
                ExpKind::Number(Number::Float(x, t)) => self.literal(Number::Float(-*x, *t), span),
                _ => match self.special_float(operand, true, span) {
                    Some(term) => term,
                    None => return self.unary(UnOp::Neg, &[operand], call("-")),
                },
            },
            ExpKind::Not(operand) => return self.unary(UnOp::Not, &[operand], call("!")),
            ExpKind::Number(number) => self.literal(*number, span),
            ExpKind::Bool(value) => truth(*value, span),
            ExpKind::Fun(params, body) => return self.function(params, body, expected, span),
            ExpKind::Index(base, i) => self.indexed(base, i, span),
            ExpKind::Field(base, field) => match self.special_float(e, false, span) {
                Some(term) => term,
                None => self.projection(base, field, span),
            },
            ExpKind::Tuple(parts) => self.tuple(parts, expected, span),
            ExpKind::PhrasePair(a, b) => {
                DPIA_T_PAIR.apply();
                let (first, second) = match expected {
                    Some(Type::Product(a, b)) => (Some((**a).clone()), Some((**b).clone())),
                    _ => (None, None),
                };
                let a = self.phrase(a, first.as_ref());
                let b = self.phrase(b, second.as_ref());
                let ty = Type::Product(Rc::new(a.ty.clone()), Rc::new(b.ty.clone()));
                let node = TermNode::Pair(Box::new(a), Box::new(b));
                Term { node, ty, span }
            }
            ExpKind::Ascribe(inner, ty) => {
                let ty = self.type_of(ty);
                self.phrase(inner, Some(&ty))
            }
            ExpKind::Let(pattern, ty, bound, body) => {
                let bound = match ty {
                    Some(ty) => {
                        let ty = self.type_of(ty);
                        self.phrase(bound, Some(&ty))
                    }
                    None => self.phrase(bound, None),
                };
                return self.binding(pattern, bound, body, expected, span);
            }
            ExpKind::If(condition, yes, no) => {
                return self.conditional(condition, yes, no.as_deref(), expected, span);
            }
            _ => self.command(e),
        };
        self.checked(term, expected, place)
    }

    /// A number without its type, or with.
    fn literal(&mut self, number: Number, span: Span) -> Term {
        DPIA_P_LIT.apply();
        let data = match number {
            Number::Int(_, Some(t)) | Number::Float(_, Some(t)) => Data::Num(t),
            Number::Int(_, None) => {
                self.metas
                    .fresh_data(Class::literal(PrimType::I32), span, "type of the number")
            }
            Number::Float(_, None) => {
                self.metas
                    .fresh_data(Class::literal(PrimType::F32), span, "type of the number")
            }
        };
        Term {
            node: TermNode::Literal(number, data.clone()),
            ty: Type::Exp(data),
            span,
        }
    }

    /// `f32.inf`, `f32.nan`
    fn special_float(&mut self, e: &Exp, negative: bool, span: Span) -> Option<Term> {
        let ExpKind::Field(base, field) = &e.kind else {
            return None;
        };
        let ExpKind::Var(name) = &base.kind else {
            return None;
        };
        let t = prim_type(name).filter(|t| t.is_float() && self.scope.find(name).is_none())?;
        let value = match field.name.as_str() {
            "inf" => Real::of(f64::INFINITY),
            "nan" => Real::of(f64::NAN),
            _ => return None,
        };
        Some(self.literal(
            Number::Float(if negative { -value } else { value }, Some(t)),
            span,
        ))
    }

    /// `(a, b)`, `(a, b, c)`: a pair of data, to the right; of acceptors, an acceptor of pairs.
    fn tuple(&mut self, parts: &[Exp], expected: Option<&Type>, span: Span) -> Term {
        let [a, rest @ ..] = parts else {
            return self.broken(span);
        };
        let halves = match expected.map(|t| self.metas.type_head(t)) {
            Some(Type::Exp(d)) => match self.metas.head(&d) {
                Data::Pair(x, y) => Some((Type::Exp((*x).clone()), Type::Exp((*y).clone()))),
                _ => None,
            },
            Some(Type::Acc(d)) => match self.metas.head(&d) {
                Data::Pair(x, y) => Some((Type::Acc((*x).clone()), Type::Acc((*y).clone()))),
                _ => None,
            },
            _ => None,
        };
        let (x, y) = halves.unzip();
        let first = self.phrase(a, x.as_ref());
        let second = match rest {
            [b] => self.phrase(b, y.as_ref()),
            _ => {
                let place = rest.first().map_or(span, |b| b.span.to(span));
                elder_syntax::effort::deeper(|| self.tuple(rest, y.as_ref(), place))
            }
        };
        let acceptors = matches!(self.metas.type_head(&first.ty), Type::Acc(_));
        let (x, y) = (
            self.data_of_half(&first, acceptors, span),
            self.data_of_half(&second, acceptors, span),
        );
        let (left, right) = (self.metas.name_data(&x), self.metas.name_data(&y));
        let data = Data::Pair(Rc::new(x), Rc::new(y));
        let (prim, ty) = if acceptors {
            (
                Prim::PairAcc {
                    first: left,
                    second: right,
                },
                Type::Acc(data),
            )
        } else {
            (
                Prim::Pair {
                    first: left,
                    second: right,
                },
                Type::Exp(data),
            )
        };
        let node = TermNode::Prim(prim, None, vec![first, second]);
        Term { node, ty, span }
    }

    /// The data type of a half of a pair.
    fn data_of_half(&mut self, half: &Term, acceptor: bool, span: Span) -> Data {
        let data = self.metas.fresh_data(Class::default(), span, "type");
        let wanted = if acceptor {
            Type::Acc(data.clone())
        } else {
            Type::Exp(data.clone())
        };
        if let Err(clash) = self.unify(&wanted, &half.ty, half.span)
            && !matches!(half.node, TermNode::Error)
        {
            self.mismatch(&wanted, &half.ty, &clash, half.span, Place::Plain);
        }
        data
    }

    /// `let`: names the value of an expression (DPIA-X-LET); of another phrase, it is an abstraction applied to it.
    fn binding(
        &mut self,
        pattern: &Pattern,
        bound: Term,
        body: &Exp,
        expected: Option<&Type>,
        span: Span,
    ) -> Term {
        if let Type::Meta(_) = self.metas.type_head(&bound.ty)
            && !matches!(bound.node, TermNode::Error)
        {
            let data = self.metas.fresh_data(Class::default(), bound.span, "type");
            // An unknown takes any form.
            let _ = self.unify(&bound.ty, &Type::Exp(data), bound.span);
        }
        let name = Name::fresh(pattern.text());
        let body = self.within_pattern(pattern, &name, &bound.ty, |e| {
            e.with_components(|e| e.phrase(body, expected))
        });
        let ty = body.ty.clone();
        let from = bound.ty.clone();
        let function = Term {
            ty: Type::fun(&from, ty.clone()),
            span: body.span,
            node: TermNode::Lambda(name, from.clone(), Box::new(body)),
        };
        let node = match self.metas.type_head(&from) {
            Type::Exp(d) => {
                DPIA_X_LET.apply();
                TermNode::Let(d, ty.clone(), Box::new([bound, function]))
            }
            _ => TermNode::Apply(Box::new(function), Box::new(bound)),
        };
        Term { node, ty, span }
    }

    fn conditional(
        &mut self,
        condition: &Exp,
        yes: &Exp,
        no: Option<&Exp>,
        expected: Option<&Type>,
        span: Span,
    ) -> Term {
        DPIA_X_IF.apply();
        let condition = self.phrase(condition, Some(&Type::Exp(Data::Num(PrimType::Bool))));
        let command = Type::Comm;
        let expected = if no.is_none() { Some(&command) } else { expected };
        let yes = self.phrase(yes, expected);
        let yes = if expected.is_none() {
            self.instance(yes)
        } else {
            yes
        };
        let ty = expected.cloned().unwrap_or_else(|| yes.ty.clone());
        let no = match no {
            Some(no) => self.phrase(no, Some(&ty)),
            None => Term {
                node: TermNode::Prim(Prim::Skip {}, None, vec![]),
                ty: Type::Comm,
                span,
            },
        };
        let node = TermNode::If(ty.clone(), Box::new([condition, yes, no]));
        Term { node, ty, span }
    }
}
