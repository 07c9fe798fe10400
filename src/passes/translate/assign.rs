//! Assignment at compound types (notes, section 5).

use super::{COPY, Outcome, Stage};
use crate::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{DataType, Phrase, PhraseType, Prim};

impl Stage {
    /// `acc :=δ exp`: one assignment for a number, component by component for a pair, a loop for an array.
    pub(crate) fn assign(&mut self, of: &DataType, acc: Phrase, exp: Phrase) -> Outcome {
        let span = exp.span;
        match of {
            DataType::Array(n, element) => {
                rules::DPIA_A_ASG_ARR.apply();
                let (from, to) = ((**element).clone(), (**element).clone());
                let (given, taken) = (PhraseType::Exp(from.clone()), PhraseType::Acc(to.clone()));
                let copy = self.lambda("x", given, span, |stage, x| {
                    stage.lambda("o", taken, span, |stage, o| stage.assign(element, o, x))
                })?;
                let prim = Prim::MapI {
                    strategy: COPY,
                    n: n.clone(),
                    from,
                    to,
                };
                Ok(Phrase::prim(prim, vec![copy, exp, acc], span))
            }
            DataType::Pair(first, second) => {
                rules::DPIA_A_ASG_PAIR.apply();
                let left = self.assign(
                    first,
                    make::pair_acc1(first, second, &acc),
                    make::fst(first, second, &exp),
                )?;
                let right = self.assign(
                    second,
                    make::pair_acc2(first, second, &acc),
                    make::snd(first, second, &exp),
                )?;
                Ok(make::seq(left, right))
            }
            _ => {
                rules::DPIA_A_ASG_NUM.apply();
                Ok(make::assign(of, acc, exp))
            }
        }
    }
}
