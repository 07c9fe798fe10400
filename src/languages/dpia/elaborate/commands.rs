//! Commands: sequence, assignment, allocation, loops, accumulators, launches.

use super::Elaborator;
use super::metas::{Class, Data, Type};
use super::report::Place;
use super::scope::Binding;
use super::term::{Term, TermNode};
use crate::ast::{Exp, ExpKind, For, LoopKind, LoopTarget};
use crate::rules::primitives::{
    DPIA_P_ASSIGN, DPIA_P_FOR, DPIA_P_NEW, DPIA_P_PARFOR, DPIA_P_SEQ, DPIA_X_ACCUM, DPIA_X_FAIL, DPIA_X_SWAP,
    DPIA_X_UPDATE,
};
use crate::{MOST_SIZE, Name, Nat, Prim, PrimType, Strategy, UpdateOp};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

fn command(node: TermNode, span: Span) -> Term {
    Term {
        node,
        ty: Type::Comm,
        span,
    }
}

impl Elaborator {
    /// A command that is no application.
    pub(super) fn command(&mut self, e: &Exp) -> Term {
        let span = e.span;
        let prim = |prim: Prim, arguments: Vec<Term>| command(TermNode::Prim(prim, None, arguments), span);
        match &e.kind {
            ExpKind::Skip => prim(Prim::Skip {}, vec![]),
            ExpKind::Seq(a, b) => {
                DPIA_P_SEQ.apply();
                let a = self.phrase(a, Some(&Type::Comm));
                let b = self.phrase(b, Some(&Type::Comm));
                prim(Prim::Seq {}, vec![a, b])
            }
            ExpKind::Assign(target, value) => self.assignment(target, value, span),
            ExpKind::Update(op, target, value) => {
                DPIA_X_UPDATE.apply();
                let class = Class {
                    scalar: true,
                    ..Class::default()
                };
                let data = self.metas.fresh_data(class, span, "type of the number");
                let target = self.phrase(target, Some(&Type::Upd(*op, data.clone())));
                self.updated(*op, &data, target, value, span)
            }
            ExpKind::New(space, data, name, body) => {
                DPIA_P_NEW.apply();
                let data = self.data_of(data);
                let body = self.bound(&[(&name.name, Type::var(&data))], body);
                let of = self.metas.name_data(&data);
                prim(Prim::New { space: *space, of }, vec![body])
            }
            ExpKind::For(repetition) => self.repetition(repetition, span),
            ExpKind::While(condition, body) => {
                let condition = self.phrase(condition, Some(&Type::Exp(Data::Num(PrimType::Bool))));
                let body = self.phrase(body, Some(&Type::Comm));
                prim(Prim::While {}, vec![condition, body])
            }
            ExpKind::LetSize(name, most, number, body) => {
                let most = match most {
                    Some(most) => self.size(most),
                    None => Nat::lit(MOST_SIZE),
                };
                let class = Class {
                    scalar: true,
                    ..Class::literal(PrimType::I32)
                };
                let from = self.metas.fresh_data(class, span, "number type");
                let number = self.phrase(number, Some(&Type::Exp(from.clone())));
                let k = Name::fresh(&name.name);
                let body = self.within(&name.name, Binding::Nat(k.clone()), |e| {
                    e.phrase(body, Some(&Type::Comm))
                });
                let body = Term {
                    ty: Type::NatFun(k.clone(), Rc::new(Type::Comm)),
                    span: body.span,
                    node: TermNode::NatLambda(k, Box::new(body)),
                };
                // It stands where the number does: what is no size is said there.
                let place = number.span;
                command(
                    TermNode::Prim(
                        Prim::LetSize {
                            of: PrimType::Bool,
                            most,
                        },
                        Some(from),
                        vec![number, body],
                    ),
                    place,
                )
            }
            ExpKind::PartAt(first, variable, [lo, hi], body) => {
                let n = self.size(first);
                let m = self.metas.fresh_nat(span, "length of the second part");
                let element = self
                    .metas
                    .fresh_data(Class::default(), span, "type of the elements");
                let part = |n: &Nat| Type::var(&Data::Array(n.clone(), Rc::new(element.clone())));
                let variable = self.phrase(variable, Some(&part(&n.plus(&m))));
                self.settle();
                let body = self.bound(&[(&lo.name, part(&n)), (&hi.name, part(&m))], body);
                let of = self.metas.name_data(&element);
                prim(Prim::Part { n, m, of }, vec![variable, body])
            }
            ExpKind::Accumulate(op, acceptor, name, body) => {
                DPIA_X_ACCUM.apply();
                let data = self.metas.fresh_data(Class::default(), span, "type");
                let acceptor = self.phrase(acceptor, Some(&Type::Acc(data.clone())));
                let body = self.bound(&[(&name.name, Type::Upd(*op, data.clone()))], body);
                let of = self.metas.name_data(&data);
                prim(Prim::Accumulating { op: *op, of }, vec![acceptor, body])
            }
            ExpKind::SwapAt(place, name, body) => {
                DPIA_X_SWAP.apply();
                let class = Class {
                    scalar: true,
                    ..Class::default()
                };
                let data = self.metas.fresh_data(class, span, "type of the number");
                let place = self.phrase(place, Some(&Type::Upd(UpdateOp::Swap, data.clone())));
                let body = self.bound(&[(&name.name, Type::var(&data))], body);
                let swap = Prim::SwapAt { of: PrimType::Bool };
                command(TermNode::Prim(swap, Some(data), vec![place, body]), span)
            }
            ExpKind::Fail(notice, numbers) => {
                if numbers.len() != notice.count() {
                    let (own, given) = (notice.count(), numbers.len());
                    let message = format!("the message speaks of {own} numbers, {given} are given");
                    self.error(Diagnostic::error(DPIA_X_FAIL.refuse("numbers"), span, message));
                    return self.broken(span);
                }
                let number = Type::Exp(Data::Num(PrimType::I64));
                let numbers = numbers.iter().map(|e| self.phrase(e, Some(&number))).collect();
                let notice = notice.clone();
                prim(Prim::Fail { notice }, numbers)
            }
            ExpKind::Barrier(fences) => prim(Prim::Barrier { fences: *fences }, vec![]),
            ExpKind::Launch(local, global, body) => {
                let extents = (self.extents(local, span), self.extents(global, span));
                let body = self.phrase(body, Some(&Type::Comm));
                match extents {
                    (Some(local), Some(global)) => prim(Prim::Launch { local, global }, vec![body]),
                    _ => self.broken(span),
                }
            }
            // All other forms are read elsewhere.
            _ => self.broken(span),
        }
    }

    /// A command abstracted over variables of the body of a block.
    fn bound(&mut self, variables: &[(&str, Type)], body: &Exp) -> Term {
        let names: Vec<Name> = variables.iter().map(|(text, _)| Name::fresh(text)).collect();
        for ((text, ty), name) in variables.iter().zip(&names) {
            self.scope.push(text, Binding::Phrase(name.clone(), ty.clone()));
        }
        let command = self.phrase(body, Some(&Type::Comm));
        for _ in variables {
            self.scope.pop();
        }
        names
            .into_iter()
            .zip(variables)
            .rev()
            .fold(command, |body, (name, (_, from))| {
                let span = body.span;
                let ty = Type::fun(from, body.ty.clone());
                let node = TermNode::Lambda(name, from.clone(), Box::new(body));
                Term { node, ty, span }
            })
    }

    /// `A := E`
    fn assignment(&mut self, target: &Exp, value: &Exp, span: Span) -> Term {
        DPIA_P_ASSIGN.apply();
        let target = self.phrase(target, None);
        let target = self.instance(target);
        if let Type::Upd(op, data) = self.metas.type_head(&target.ty)
            && op.assigns()
        {
            return self.updated(op, &data, target, value, span);
        }
        let data = self.metas.fresh_data(Class::default(), span, "type");
        let acceptor = Type::Acc(data.clone());
        if let Err(clash) = self.unify(&acceptor, &target.ty, target.span)
            && !matches!(target.node, TermNode::Error)
        {
            let given = self.show(&target.ty);
            let message = format!("what `:=` writes to is {given}, not an acceptor");
            let error = Diagnostic::error(DPIA_P_ASSIGN.refuse("sides"), target.span, message);
            let error = match (self.metas.type_head(&target.ty), clash) {
                (Type::Product(..), _) => error.with_help("`v.wr := ..` writes to a variable"),
                (Type::Upd(UpdateOp::Swap, _), _) => {
                    error.with_help("what an accumulator has is changed by `swapAt u as v { .. }`")
                }
                (Type::Upd(..), _) => error.with_help("an accumulator is only updated: `u += ..`"),
                _ => error,
            };
            self.error(error);
        }
        let value = self.phrase_at(value, Some(&Type::Exp(data.clone())), Place::Assignment);
        command(TermNode::Assign(data, Box::new([target, value])), span)
    }

    /// An update of an accumulator of this type.
    fn updated(&mut self, op: UpdateOp, data: &Data, target: Term, value: &Exp, span: Span) -> Term {
        let value = self.phrase(value, Some(&Type::Exp(data.clone())));
        let update = Prim::UpdateBy {
            op,
            of: PrimType::Bool,
        };
        command(
            TermNode::Prim(update, Some(data.clone()), vec![target, value]),
            span,
        )
    }

    fn repetition(&mut self, repetition: &For, span: Span) -> Term {
        let n = match &repetition.bound {
            Some(bound) => self.size(bound),
            None => self
                .metas
                .fresh_nat(repetition.index.span, "number of iterations"),
        };
        let index = Type::Exp(Data::Index(n.clone()));
        let i = repetition.index.name.as_str();
        match &repetition.target {
            LoopTarget::Nothing => {
                if repetition.bound.is_none() {
                    // The parser asks for a bound or a target.
                    return self.broken(span);
                }
                let body = self.bound(&[(i, index)], &repetition.body);
                let prim = match repetition.strategy {
                    LoopKind::Sequential => Prim::For { unroll: false, n },
                    LoopKind::Unrolled => Prim::For { unroll: true, n },
                    LoopKind::Parallel(strategy) => Prim::ParforEach { strategy, n },
                };
                DPIA_P_FOR.apply();
                command(TermNode::Prim(prim, None, vec![body]), span)
            }
            LoopTarget::Into(acceptor, o) => {
                DPIA_P_PARFOR.apply();
                let LoopKind::Parallel(strategy) = repetition.strategy else {
                    let message = "a `for` owns no element; a parallel loop does";
                    let refusal = DPIA_P_FOR.refuse("elements");
                    let error = Diagnostic::error(refusal, acceptor.span, message);
                    self.error(error.with_help("`for i < n { A[i] := .. }` writes them one after the other"));
                    return self.broken(span);
                };
                let element = self
                    .metas
                    .fresh_data(Class::default(), span, "type of the elements");
                let array = Data::Array(n.clone(), Rc::new(element.clone()));
                let acceptor = self.phrase(acceptor, Some(&Type::Acc(array)));
                self.settle();
                let body = self.bound(
                    &[(i, index), (&o.name, Type::Acc(element.clone()))],
                    &repetition.body,
                );
                let of = self.metas.name_data(&element);
                let node = TermNode::Prim(Prim::Parfor { strategy, n, of }, None, vec![acceptor, body]);
                command(node, span)
            }
            LoopTarget::InPlace(variable, v) => {
                let strategy = match repetition.strategy {
                    LoopKind::Sequential | LoopKind::Unrolled => Strategy::Seq,
                    LoopKind::Parallel(strategy) => strategy,
                };
                let element = self
                    .metas
                    .fresh_data(Class::default(), span, "type of the elements");
                let array = Data::Array(n.clone(), Rc::new(element.clone()));
                let variable = self.phrase(variable, Some(&Type::var(&array)));
                self.settle();
                let body = self.bound(&[(i, index), (&v.name, Type::var(&element))], &repetition.body);
                let of = self.metas.name_data(&element);
                let node = TermNode::Prim(
                    Prim::ParforInPlace { strategy, n, of },
                    None,
                    vec![variable, body],
                );
                command(node, span)
            }
        }
    }
}
