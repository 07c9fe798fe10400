//! Acceptors and accumulators to code: what each does to a path (notes, section 9.2).

use super::command::element_acc;
use super::{Arg, Env, Head, Resolver, misplaced, parts};
use crate::dpia::code::{Acc, AccKind};
use crate::failure::{Failure, Run};
use elder_dpia::{Phrase, Prim, Side};
use elder_syntax::Span;

impl Resolver {
    /// The acceptor as code; slots from `depth` on are free.
    pub(super) fn acc(&mut self, phrase: &Phrase, env: &Env, depth: usize) -> Run<Acc> {
        self.acc_of(phrase, env, vec![], depth)
    }

    /// `phrase arguments` as code.
    fn acc_of(&mut self, phrase: &Phrase, env: &Env, arguments: Vec<Arg>, depth: usize) -> Run<Acc> {
        let code = |this: &mut Self, head, depth, span| {
            let kind = match head {
                Head::Cell(slot) => AccKind::Cell(slot),
                Head::Slot(_) => {
                    return Err(Failure::internal(
                        span,
                        "an expression where an acceptor is needed",
                    ));
                }
                Head::Prim(prim, ps, env) => this.acc_prim(&prim, ps, &env, depth, span)?,
            };
            Ok(Acc { kind, span })
        };
        self.applied((phrase, env, arguments, depth), code, |named, settle, body| Acc {
            kind: AccKind::Let {
                slot: named.slot,
                value: named.value,
                ty: named.ty,
                settle,
                body: Box::new(body),
            },
            span: named.span,
        })
    }

    fn acc_prim(
        &mut self,
        prim: &Prim,
        ps: Vec<Phrase>,
        env: &Env,
        depth: usize,
        span: Span,
    ) -> Run<AccKind> {
        let of_one = |resolver: &mut Self, ps: Vec<Phrase>| -> Run<Box<Acc>> {
            let [a] = parts(prim, ps, span)?;
            resolver.acc(&a, env, depth).map(Box::new)
        };
        Ok(match prim {
            Prim::IdxAcc { .. } | Prim::IdxUpd { .. } => {
                let [a, index] = parts(prim, ps, span)?;
                AccKind::Idx(
                    Box::new(self.acc(&a, env, depth)?),
                    Box::new(self.exp(&index, env, depth)?),
                )
            }
            Prim::ZipAcc1 { .. } => AccKind::Zip(Side::First, of_one(self, ps)?),
            Prim::ZipAcc2 { .. } => AccKind::Zip(Side::Second, of_one(self, ps)?),
            Prim::UnzipAcc { .. } => AccKind::Unzip(of_one(self, ps)?),
            Prim::SplitAcc { n, .. } => AccKind::Split(self.nat(n, env, span)?, of_one(self, ps)?),
            Prim::JoinAcc { m, .. } => AccKind::Join(self.nat(m, env, span)?, of_one(self, ps)?),
            Prim::CutAcc { n, l, .. } => AccKind::Cut(
                self.nat(n, env, span)?,
                self.nat(l, env, span)?,
                of_one(self, ps)?,
            ),
            Prim::PairAcc1 { .. } => AccKind::Half(Side::First, of_one(self, ps)?),
            Prim::PairAcc2 { .. } => AccKind::Half(Side::Second, of_one(self, ps)?),
            Prim::PairAcc { .. } => {
                let [a, b] = parts(prim, ps, span)?;
                AccKind::Pair(Box::new((self.acc(&a, env, depth)?, self.acc(&b, env, depth)?)))
            }
            Prim::AsVectorAcc { width, .. } => AccKind::AsVector(*width, of_one(self, ps)?),
            Prim::AsScalarAcc { width, .. } => AccKind::AsScalar(*width, of_one(self, ps)?),
            Prim::TakeAcc { .. } => AccKind::Take(of_one(self, ps)?),
            Prim::DropAcc { n, .. } => AccKind::Drop(self.nat(n, env, span)?, of_one(self, ps)?),
            Prim::TransposeAcc { .. } => AccKind::Transpose(of_one(self, ps)?),
            Prim::MapAcc { n, to, .. } => {
                let [function, a] = parts(prim, ps, span)?;
                let mut depth = depth;
                let slot = self.fresh(&mut depth);
                let (index, inner) = self.slot_var(env, "i", slot, span);
                let element = element_acc(n, to, &a, &index, span);
                let body = self.acc_of(&function, env, vec![Arg::Phrase(element, inner)], depth)?;
                AccKind::Map(slot, Box::new(body))
            }
            Prim::ReorderAcc { .. } => {
                let [inverse, _, a] = parts(prim, ps, span)?;
                let inverse = self.unary(&inverse, env, depth)?;
                AccKind::Reorder(Box::new(inverse), Box::new(self.acc(&a, env, depth)?))
            }
            Prim::StrideAcc { n, s, .. } => AccKind::Stride(
                self.nat(n, env, span)?,
                self.nat(s, env, span)?,
                of_one(self, ps)?,
            ),
            Prim::StridedAcc { o, strides, .. } => {
                let (o, strides) = (self.nat(o, env, span)?, self.nats(strides, env, span)?);
                AccKind::Strided(o, strides, of_one(self, ps)?)
            }
            Prim::ScatterAcc { .. } => {
                let [indexes, a] = parts(prim, ps, span)?;
                AccKind::Scatter(
                    Box::new(self.exp(&indexes, env, depth)?),
                    Box::new(self.acc(&a, env, depth)?),
                )
            }
            _ => return Err(misplaced(prim, "acceptor", span)),
        })
    }
}
