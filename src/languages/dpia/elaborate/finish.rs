//! Terms with unknowns to phrases: what was found is filled in, what has a default gets it, and what is still unknown is
//! reported.  Only here are the types of operators and literals known, so here they are looked at.

use super::Elaborator;
use super::metas::{Data, Type};
use super::primitives::with_number;
use super::term::{Op, Term, TermNode};
use crate::ast::Number;
use crate::phrase::Binder;
use crate::rules::primitives::{DPIA_P_ARITH, DPIA_P_CONVERT, DPIA_P_LIT, DPIA_P_NEG, DPIA_P_TERNARY};
use crate::rules::syntax::DPIA_SYN_INFER;
use crate::{DataType, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Side, Strategy};
use elder_syntax::prim::real::Real;
use elder_syntax::{Diagnostic, Span};
use std::sync::Arc;

impl Elaborator {
    /// The phrase and its type.  With errors, what is given is of no use.
    pub(super) fn finish(&mut self, term: &Term) -> (Phrase, PhraseType) {
        self.defaults();
        if self.errors.is_empty() {
            self.waiting_sizes();
        }
        let phrase = self.complete(term);
        let ty = self.complete_type(&term.ty, term.span);
        (phrase, ty)
    }

    /// Numbers of which nothing else is known.
    fn defaults(&mut self) {
        self.settle_rest();
        for i in 0..self.metas.data.len() {
            let Some(meta) = self.metas.data.get_mut(i) else {
                continue;
            };
            if meta.solution.is_none()
                && let Some(t) = meta.class.default
            {
                meta.solution = Some(Data::Num(t));
            }
        }
        self.metas.news = true;
        self.settle_rest();
    }

    fn waiting_sizes(&mut self) {
        if let Some(equation) = self.metas.equations.first().cloned() {
            let (left, right) = (self.show_nat(&equation.left), self.show_nat(&equation.right));
            let message = format!("the sizes for which {left} is {right} do not follow from the text");
            let error = Diagnostic::error(DPIA_SYN_INFER.refuse("size"), equation.span, message);
            self.error(error.with_help("sizes can be given behind `@`: `f@n`"));
        }
    }

    fn complete_nat(&mut self, nat: &Nat, span: Span) -> Nat {
        DPIA_SYN_INFER.apply();
        let nat = self.metas.nat(nat);
        let mut unknowns = nat.variables();
        unknowns.retain(|x| self.metas.nats.contains_key(x));
        if unknowns.is_empty() {
            return nat;
        }
        for x in unknowns {
            let Some(meta) = self.metas.nats.get_mut(&x) else {
                continue;
            };
            // Reported once.
            meta.solution = Some(Nat::one());
            if self.errors.is_empty() {
                let place = if meta.span.source == elder_syntax::Span::NONE.source {
                    span
                } else {
                    meta.span
                };
                let message = format!("the {} does not follow from the text", meta.what);
                let error = Diagnostic::error(DPIA_SYN_INFER.refuse("size"), place, message);
                let error = self.partly_applied(error);
                self.error(error.with_help("sizes can be given behind `@`: `f@n`"));
            }
        }
        self.metas.nat(&nat)
    }

    /// An error at a function that lacks arguments says so.
    fn partly_applied(&self, error: Diagnostic) -> Diagnostic {
        let at = error.span;
        let around = |span: Span| span.source == at.source && span.start <= at.start && at.end <= span.end;
        match self.metas.partial.iter().find(|(span, _)| around(*span)) {
            Some((_, note)) => error.with_note(note.clone()),
            None => error,
        }
    }

    fn complete_data(&mut self, data: &Data, span: Span) -> DataType {
        elder_syntax::effort::deeper(|| {
            match self.metas.head(data) {
                Data::Num(t) => DataType::Num(t),
                Data::Index(n) => DataType::Index(self.complete_nat(&n, span)),
                Data::Array(n, d) => {
                    let n = self.complete_nat(&n, span);
                    DataType::array(n, self.complete_data(&d, span))
                }
                Data::Pair(a, b) => {
                    DataType::pair(self.complete_data(&a, span), self.complete_data(&b, span))
                }
                Data::Vector(w, t) => match self.complete_data(&t, span) {
                    DataType::Num(t) => DataType::Vector(w, t),
                    other => other,
                },
                Data::Var(x) => DataType::Var(x),
                Data::Meta(i) => {
                    if let Some(meta) = self.metas.data.get_mut(i) {
                        // Reported once.
                        meta.solution = Some(Data::Num(PrimType::I32));
                        if self.errors.is_empty() {
                            let message = format!("the {} does not follow from the text", meta.what);
                            let error = Diagnostic::error(DPIA_SYN_INFER.refuse("data"), meta.span, message);
                            let error = self.partly_applied(error);
                            self.error(
                                error.with_help("a type can be written: `fun(x: f32) ..`, `(e : f32)`"),
                            );
                        }
                    }
                    DataType::Num(PrimType::I32)
                }
            }
        })
    }

    fn complete_type(&mut self, ty: &Type, span: Span) -> PhraseType {
        elder_syntax::effort::deeper(|| {
            match self.metas.type_head(ty) {
                Type::Exp(d) => PhraseType::Exp(self.complete_data(&d, span)),
                Type::Acc(d) => PhraseType::Acc(self.complete_data(&d, span)),
                Type::Upd(op, d) => PhraseType::Upd(op, self.complete_data(&d, span)),
                Type::Comm => PhraseType::Comm,
                Type::Product(a, b) => {
                    PhraseType::product(self.complete_type(&a, span), self.complete_type(&b, span))
                }
                Type::Fun { passive, from, to } => PhraseType::Fun {
                    passive,
                    from: Arc::new(self.complete_type(&from, span)),
                    to: Arc::new(self.complete_type(&to, span)),
                },
                Type::NatFun(x, t) => PhraseType::NatFun(x, Arc::new(self.complete_type(&t, span))),
                Type::DataFun(x, t) => PhraseType::DataFun(x, Arc::new(self.complete_type(&t, span))),
                Type::Meta(i) => {
                    if let Some(meta) = self.metas.types.get_mut(i) {
                        // Reported once.
                        meta.solution = Some(Type::Comm);
                        if self.errors.is_empty() {
                            let message = "the type of this phrase does not follow from the text";
                            let error =
                                Diagnostic::error(DPIA_SYN_INFER.refuse("phrase"), meta.span, message);
                            self.error(
                                error.with_help("a type can be written: `fun(x: f32) ..`, `(e : f32)`"),
                            );
                        }
                    }
                    PhraseType::Comm
                }
            }
        })
    }

    fn complete(&mut self, term: &Term) -> Phrase {
        elder_syntax::effort::deeper(|| {
            let node = self.complete_node(term);
            match node {
                Ok(node) => Phrase::new(node, term.span),
                Err(phrase) => phrase,
            }
        })
    }

    fn complete_all(&mut self, terms: &[Term]) -> Vec<Phrase> {
        terms.iter().map(|t| self.complete(t)).collect()
    }

    /// A node, or a phrase that is complete already.
    fn complete_node(&mut self, term: &Term) -> Result<Node, Phrase> {
        let span = term.span;
        Ok(match &term.node {
            TermNode::Error => Node::Prim(Prim::Skip {}, vec![]),
            TermNode::Var(x) => Node::Var(x.clone()),
            TermNode::Lambda(name, ty, body) => {
                let ty = self.complete_type(ty, span);
                let binder = Binder {
                    name: name.clone(),
                    ty,
                };
                Node::Lambda(binder, self.complete(body))
            }
            TermNode::Apply(f, a) => Node::Apply(self.complete(f), self.complete(a)),
            TermNode::NatLambda(x, body) => Node::NatLambda(x.clone(), self.complete(body)),
            TermNode::NatApply(f, n) => Node::NatApply(self.complete(f), self.complete_nat(n, span)),
            TermNode::DataLambda(x, body) => Node::DataLambda(x.clone(), self.complete(body)),
            TermNode::DataApply(f, d) => Node::DataApply(self.complete(f), self.complete_data(d, span)),
            TermNode::Pair(a, b) => Node::Pair(self.complete(a), self.complete(b)),
            TermNode::Proj(p, side) => Node::Proj(self.complete(p), *side),
            TermNode::Prim(prim, hole, arguments) => {
                let prim = self.complete_prim(prim, hole.as_ref(), span);
                Node::Prim(prim, self.complete_all(arguments))
            }
            TermNode::Literal(number, data) => return self.complete_literal(*number, data, span),
            TermNode::Op(op, data, operands) => {
                let of = self.complete_data(data, span);
                self.operator_exists(*op, &of, span);
                let operands = self.complete_all(operands);
                match op {
                    Op::Unary(op) => Node::Prim(Prim::Unary { op: *op, of }, operands),
                    Op::Binary(op) => Node::Prim(Prim::Binary { op: *op, of }, operands),
                    Op::Ternary(op) => Node::Prim(Prim::Ternary { op: *op, of }, operands),
                }
            }
            TermNode::Convert(to, data, operand) => {
                let from = self.complete_data(data, span);
                if !matches!(from, DataType::Num(_) | DataType::Index(_)) && self.errors.is_empty() {
                    let message = format!("there is no conversion from {} to {to}", self.show_data(data));
                    self.error(Diagnostic::error(DPIA_P_CONVERT.refuse("number"), span, message));
                }
                Node::Prim(Prim::Convert { to: *to, from }, vec![self.complete(operand)])
            }
            TermNode::Call(label, function, arguments) => {
                let prim = Prim::Call {
                    label: label.clone(),
                    function: self.complete_type(&function.ty, span),
                };
                let mut parts = vec![self.complete(function)];
                parts.extend(self.complete_all(arguments));
                Node::Prim(prim, parts)
            }
            TermNode::If(ty, parts) => {
                let result = self.complete_type(ty, span);
                Node::Prim(Prim::If { result }, self.complete_all(&parts[..]))
            }
            TermNode::Let(data, ty, parts) => {
                let of = self.complete_data(data, span);
                let result = self.complete_type(ty, span);
                Node::Prim(Prim::Let { of, result }, self.complete_all(&parts[..]))
            }
            TermNode::Assign(data, parts) => {
                let of = self.complete_data(data, span);
                let [target, value] = &**parts;
                let (target, value) = (self.complete(target), self.complete(value));
                return Err(assignment(&of, &target, &value, span));
            }
        })
    }

    fn complete_prim(&mut self, prim: &Prim, hole: Option<&Data>, span: Span) -> Prim {
        // Both maps need the unknowns, one after the other.
        let sized = prim.map(&mut |n| self.complete_nat(n, span), &mut |x| {
            DataType::Var(x.clone())
        });
        let typed = sized.map(&mut Nat::clone, &mut |x| match self.metas.named.get(x).cloned() {
            Some(data) => self.complete_data(&data, span),
            None => DataType::Var(x.clone()),
        });
        match hole {
            None => typed,
            Some(hole) => match self.complete_data(hole, span) {
                DataType::Num(t) => with_number(typed, t),
                // The class of the unknown admits number types only; this one has an error that is reported.
                _ => typed,
            },
        }
    }

    fn complete_literal(&mut self, number: Number, data: &Data, span: Span) -> Result<Node, Phrase> {
        let of = self.complete_data(data, span);
        match &of {
            DataType::Num(t) => {
                let value = self.value(number, *t, span);
                Ok(Node::Prim(Prim::Literal { value, of }, vec![]))
            }
            DataType::Vector(width, t) => {
                let value = self.value(number, *t, span);
                let scalar = Phrase::prim(
                    Prim::Literal {
                        value,
                        of: DataType::Num(*t),
                    },
                    vec![],
                    span,
                );
                Ok(Node::Prim(
                    Prim::Splat {
                        width: *width,
                        of: *t,
                    },
                    vec![scalar],
                ))
            }
            _ => Ok(Node::Prim(Prim::Skip {}, vec![])),
        }
    }

    /// A literal as a value of its type.
    fn value(&mut self, number: Number, t: PrimType, span: Span) -> PrimValue {
        let float = match number {
            Number::Int(n, _) => Real::integer(n),
            Number::Float(x, _) => x,
        };
        let n = match number {
            Number::Int(n, _) => n,
            Number::Float(..) => 0,
        };
        let integer = match t {
            PrimType::I8 => i8::try_from(n).map(PrimValue::I8),
            PrimType::I16 => i16::try_from(n).map(PrimValue::I16),
            PrimType::I32 => i32::try_from(n).map(PrimValue::I32),
            PrimType::I64 => i64::try_from(n).map(PrimValue::I64),
            PrimType::U8 => u8::try_from(n).map(PrimValue::U8),
            PrimType::U16 => u16::try_from(n).map(PrimValue::U16),
            PrimType::U32 => u32::try_from(n).map(PrimValue::U32),
            PrimType::U64 => u64::try_from(n).map(PrimValue::U64),
            PrimType::F16 => return PrimValue::F16(float.half()),
            PrimType::F32 => return PrimValue::F32(float.single()),
            PrimType::F64 => return PrimValue::F64(float.double()),
            PrimType::Bool => return PrimValue::Bool(n != 0),
        };
        integer.unwrap_or_else(|_| {
            let message = format!("{n} is not a value of type {t}");
            self.error(Diagnostic::error(DPIA_P_LIT.refuse("value"), span, message));
            PrimValue::I32(0)
        })
    }

    /// Operators exist on some types only (DPIA-P-ARITH, DPIA-P-NEG).
    fn operator_exists(&mut self, op: Op, of: &DataType, span: Span) {
        let exists = |t: PrimType| match op {
            Op::Unary(op) => op.result(t).is_some(),
            Op::Binary(op) => op.exists_on(t),
            Op::Ternary(op) => op.exists_on(t),
        };
        // Comparisons give one truth value, so they are not componentwise.
        let componentwise = !matches!(op, Op::Binary(op) if op.is_comparison());
        let fine = match of {
            DataType::Num(t) => exists(*t),
            DataType::Vector(_, t) => componentwise && exists(*t),
            _ => false,
        };
        if fine || !self.errors.is_empty() {
            return;
        }
        let (refusal, name) = match op {
            Op::Unary(op) => (DPIA_P_NEG.refuse("operand"), op.name()),
            Op::Binary(op) => (DPIA_P_ARITH.refuse("operand"), op.name()),
            Op::Ternary(op) => (DPIA_P_TERNARY.refuse("operand"), op.name()),
        };
        let message = format!(
            "the operator `{name}` does not exist on {}",
            crate::print::data_type(of)
        );
        let error = Diagnostic::error(refusal, span, message);
        self.error(match of {
            DataType::Index(_) => error.with_help("`i32(i)` is an index as a number"),
            DataType::Array(..) => error.with_help("`map` applies an operator to every element"),
            _ => error,
        });
    }
}

/// `A := E` at any data type (DPIA-A-ASG-NUM, DPIA-A-ASG-ARR, DPIA-A-ASG-PAIR).
pub(crate) fn assignment(of: &DataType, target: &Phrase, value: &Phrase, span: Span) -> Phrase {
    match of {
        DataType::Array(n, element) => {
            let element = (**element).clone();
            let body = Phrase::lambda("x", PhraseType::Exp(element.clone()), span, |x| {
                Phrase::lambda("a", PhraseType::Acc(element.clone()), span, |a| {
                    assignment(&element, &a, &x, span)
                })
            });
            let prim = Prim::MapI {
                strategy: Strategy::Any,
                n: n.clone(),
                from: element.clone(),
                to: element,
            };
            Phrase::prim(prim, vec![body, value.clone(), target.clone()], span)
        }
        DataType::Pair(first, second) => {
            let (first, second) = ((**first).clone(), (**second).clone());
            let half = |side: Side| {
                let (a, b) = (first.clone(), second.clone());
                let (acceptor, projection, data) = match side {
                    Side::First => (
                        Prim::PairAcc1 {
                            first: a.clone(),
                            second: b.clone(),
                        },
                        Prim::Fst {
                            first: a.clone(),
                            second: b,
                        },
                        a,
                    ),
                    Side::Second => (
                        Prim::PairAcc2 {
                            first: a.clone(),
                            second: b.clone(),
                        },
                        Prim::Snd {
                            first: a,
                            second: b.clone(),
                        },
                        b,
                    ),
                };
                let target = Phrase::prim(acceptor, vec![target.clone()], span);
                let value = Phrase::prim(projection, vec![value.clone()], span);
                assignment(&data, &target, &value, span)
            };
            Phrase::prim(Prim::Seq {}, vec![half(Side::First), half(Side::Second)], span)
        }
        _ => Phrase::prim(
            Prim::Assign { of: of.clone() },
            vec![target.clone(), value.clone()],
            span,
        ),
    }
}
