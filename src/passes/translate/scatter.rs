//! Scatter: its indexes must differ, or parallel writes would meet (notes, 16.2).
//!
//! Where that can be seen, as for indexes from an injective index function, nothing is tested.  Elsewhere the translation counts
//! how often each index occurs before anything is written; a count of two is an index out of bounds, which kernels report
//! like any other (DPIA-X-SCATTER-OBL).

use super::{COPY, Outcome, Stage};
use crate::make;
use elder_dpia::check::differ;
use elder_dpia::rules::translation as rules;
use elder_dpia::{DataType, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue, Ranges, UpdateOp};
use elder_syntax::Span;

impl Stage {
    /// `C⦇j⦈(λy. check y ; A⦇e⦈(scatterAcc y a))`
    #[allow(clippy::too_many_arguments)]
    pub(super) fn scatter(
        &mut self,
        n: &Nat,
        m: &Nat,
        of: &DataType,
        j: &Phrase,
        e: &Phrase,
        a: Phrase,
        span: Span,
    ) -> Outcome {
        self.pass(
            j,
            Box::new(move |stage, j| {
                let check = if differ(&j, n, &Ranges::new()) {
                    None
                } else {
                    Some(stage.indexes_differ(n, m, &j, span)?)
                };
                let (n, m, of) = (n.clone(), m.clone(), of.clone());
                let write = stage.accept(e, Phrase::prim(Prim::ScatterAcc { n, m, of }, vec![j, a], span))?;
                Ok(match check {
                    Some(check) => make::seq(check, write),
                    None => write,
                })
            }),
        )
    }

    /// Fails if two of the n indexes j below m are the same.
    fn indexes_differ(&mut self, n: &Nat, m: &Nat, j: &Phrase, span: Span) -> Outcome {
        rules::DPIA_X_SCATTER_TEST.apply();
        let number = DataType::Num(PrimType::I32);
        let counts = DataType::array(m.clone(), number.clone());
        let literal = |value| {
            let of = DataType::Num(PrimType::I32);
            Phrase::prim(
                Prim::Literal {
                    value: PrimValue::I32(value),
                    of,
                },
                vec![],
                span,
            )
        };
        self.new_cell(None, "count", &counts, span, |stage, count| {
            let clear = stage.each(m, &number, make::writes(&count), span, |_, _, o| {
                Ok(make::assign(&number, o, literal(0)))
            })?;
            let shared = PhraseType::Upd(UpdateOp::Add, counts.clone());
            let update = stage.lambda("u", shared, span, |stage, u| {
                let index = PhraseType::Exp(DataType::Index(n.clone()));
                let body = stage.lambda("i", index, span, |_, i| {
                    let target = make::idx(n, &DataType::Index(m.clone()), j.clone(), i);
                    let cell = Prim::IdxUpd {
                        op: UpdateOp::Add,
                        n: m.clone(),
                        of: number.clone(),
                    };
                    let by = Prim::UpdateBy {
                        op: UpdateOp::Add,
                        of: PrimType::I32,
                    };
                    Ok(Phrase::prim(
                        by,
                        vec![Phrase::prim(cell, vec![u, target], span), literal(1)],
                        span,
                    ))
                })?;
                Ok(Phrase::prim(
                    Prim::ParforEach {
                        strategy: COPY,
                        n: n.clone(),
                    },
                    vec![body],
                    span,
                ))
            })?;
            let accumulating = Prim::Accumulating {
                op: UpdateOp::Add,
                of: counts.clone(),
            };
            let counted = Phrase::prim(accumulating, vec![make::writes(&count), update], span);
            let seen = DataType::Index(Nat::lit(2));
            let seen_all = DataType::array(m.clone(), seen.clone());
            let test = stage.new_cell(None, "seen", &seen_all, span, |stage, cell| {
                stage.each(m, &seen, make::writes(&cell), span, |_, i, o| {
                    let count = make::idx(m, &number, make::reads(&count), i);
                    let once = Prim::AsIndex {
                        from: PrimType::I32,
                        n: Nat::lit(2),
                    };
                    Ok(make::assign(&seen, o, Phrase::prim(once, vec![count], span)))
                })
            })?;
            Ok(make::sequence([clear, counted, test], span))
        })
    }

    /// `parfor i < n into a as o { body i o }`
    fn each(
        &mut self,
        n: &Nat,
        of: &DataType,
        a: Phrase,
        span: Span,
        body: impl FnOnce(&mut Stage, Phrase, Phrase) -> Outcome,
    ) -> Outcome {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        let body = self.lambda("i", index, span, |stage, i| {
            stage.lambda("o", PhraseType::Acc(of.clone()), span, |stage, o| {
                body(stage, i, o)
            })
        })?;
        Ok(make::parfor(COPY, n, of, a, &body, span))
    }
}
