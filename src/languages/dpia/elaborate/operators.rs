//! Operators on numbers and conversions, infix or by name, as far as they are applied (DPIA-P-ARITH, DPIA-P-NEG, DPIA-P-CONVERT).

use super::Elaborator;
use super::apply::Call;
use super::metas::{Class, Data, Type, UnaryResult};
use super::term::{Op, Term, TermNode};
use crate::ast::{Exp, Operator};
use crate::rules::syntax::DPIA_SYN_NAME;
use crate::{BinOp, PrimType, TernOp, UnOp};
use elder_syntax::Diagnostic;
use std::rc::Rc;

impl Elaborator {
    /// An infix operator, as far as it is applied.
    pub(super) fn operator(&mut self, op: Operator, given: &[&Exp], call: Call<'_>) -> Term {
        match op {
            Operator::Bin(op) => self.binary(op, given, call),
            Operator::AndAlso | Operator::OrElse => {
                let boolean = Type::Exp(Data::Num(PrimType::Bool));
                let constant = op == Operator::OrElse;
                let parameters = [boolean.clone(), boolean.clone()];
                let span = call.span;
                self.saturated(&parameters, boolean.clone(), given, call, |terms| {
                    let mut terms = terms.into_iter();
                    let (Some(a), Some(b)) = (terms.next(), terms.next()) else {
                        return TermNode::Error;
                    };
                    let fixed = super::phrases::truth(constant, span);
                    let parts = if constant { [a, fixed, b] } else { [a, b, fixed] };
                    TermNode::If(boolean.clone(), Box::new(parts))
                })
            }
            Operator::DivExact | Operator::NatPower => {
                let message = "this operator is one of sizes";
                let error = Diagnostic::error(DPIA_SYN_NAME.refuse("sort"), call.span, message);
                self.error(
                    error.with_help("`**` is the power of numbers, `xor(a, b)` the exclusive or of bits"),
                );
                self.broken(call.span)
            }
        }
    }

    pub(super) fn binary(&mut self, op: BinOp, given: &[&Exp], call: Call<'_>) -> Term {
        let of = self
            .metas
            .fresh_data(Class::default(), call.span, "type of the operands");
        let operand = Type::Exp(of.clone());
        let result = if op.is_comparison() {
            Type::Exp(Data::Num(PrimType::Bool))
        } else {
            operand.clone()
        };
        let data = of.clone();
        let term = self.saturated(&[operand.clone(), operand], result, given, call, |terms| {
            TermNode::Op(Op::Binary(op), of, terms)
        });
        self.literals_exist(&data, |t| op.exists_on(t));
        term
    }

    pub(super) fn ternary(&mut self, op: TernOp, given: &[&Exp], call: Call<'_>) -> Term {
        let of = self
            .metas
            .fresh_data(Class::default(), call.span, "type of the operands");
        let operand = Type::Exp(of.clone());
        let parameters = [operand.clone(), operand.clone(), operand.clone()];
        let data = of.clone();
        let term = self.saturated(&parameters, operand, given, call, |terms| {
            TermNode::Op(Op::Ternary(op), of, terms)
        });
        self.literals_exist(&data, |t| op.exists_on(t));
        term
    }

    pub(super) fn unary(&mut self, op: UnOp, given: &[&Exp], call: Call<'_>) -> Term {
        let of = self
            .metas
            .fresh_data(Class::default(), call.span, "type of the operand");
        let result = match op {
            UnOp::Popc
            | UnOp::Clz
            | UnOp::Ctz
            | UnOp::IsNan
            | UnOp::IsInf
            | UnOp::ToBits
            | UnOp::FromBits => {
                let result = self
                    .metas
                    .fresh_data(Class::default(), call.span, "type of the result");
                self.metas.unary.push(UnaryResult {
                    op,
                    of: of.clone(),
                    result: result.clone(),
                    span: call.span,
                });
                result
            }
            _ => of.clone(),
        };
        let parameters = [Type::Exp(of.clone())];
        let data = of.clone();
        let term = self.saturated(&parameters, Type::Exp(result), given, call, |terms| {
            TermNode::Op(Op::Unary(op), of, terms)
        });
        self.literals_exist(&data, |t| op.result(t).is_some());
        term
    }

    /// Literals without a type that are operands of an operator on floats only are floats.
    fn literals_exist(&mut self, of: &Data, exists: impl Fn(PrimType) -> bool) {
        if let Data::Meta(i) = self.metas.head(of)
            && let Some(meta) = self.metas.data.get_mut(i)
            && meta.class.default.is_some()
            && !PrimType::ALL.iter().any(|t| !t.is_float() && exists(*t))
        {
            meta.class = meta.class.and(Class::literal(PrimType::F32));
        }
    }

    /// The type of the result of an operator of one operand: `None` if that of the operand is unknown, `Some(None)` if there is
    /// no such operator.
    pub(super) fn unary_result(&self, op: UnOp, of: &Data) -> Option<Option<Data>> {
        match self.metas.head(of) {
            Data::Meta(_) => None,
            Data::Num(t) => Some(op.result(t).map(Data::Num)),
            Data::Vector(w, t) => Some(match self.metas.head(&t) {
                Data::Meta(_) => return None,
                Data::Num(t) => op.result(t).map(|r| Data::Vector(w, Rc::new(Data::Num(r)))),
                _ => None,
            }),
            _ => Some(None),
        }
    }

    pub(super) fn conversion(&mut self, to: PrimType, given: &[&Exp], call: Call<'_>) -> Term {
        let from = self
            .metas
            .fresh_data(Class::default(), call.span, "type of the operand");
        let parameters = [Type::Exp(from.clone())];
        self.saturated(
            &parameters,
            Type::Exp(Data::Num(to)),
            given,
            call,
            |terms| match terms.into_iter().next() {
                Some(operand) => TermNode::Convert(to, from, Box::new(operand)),
                None => TermNode::Error,
            },
        )
    }
}
