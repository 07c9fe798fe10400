//! Scatter: its indexes must differ, or parallel writes would meet (notes, 16.2).
//!
//! Where that can be seen, as for indexes from an injective index function, nothing is tested.  Elsewhere the translation counts
//! how often each index occurs before anything is written; a count of two is an index out of bounds, which kernels report
//! like any other (DPIA-X-SCATTER-OBL).

use super::continuation::direct;
use super::{COPY, Outcome, Stage, not_normal};
use crate::dpia::make;
use elder_dpia::check::differ;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    BinOp, DataType, IndexTest, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Ranges, Strategy,
    UpdateOp,
};
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

    /// `scatterLast`, into `a`: the largest index i with j\[i\] = k for each place k, by atomic maxima, then one element a place.  If a
    /// sequential map gives the values, they are written in order instead.
    pub(super) fn scatter_last(&mut self, e: &Phrase, a: Phrase) -> Outcome {
        let Node::Prim(Prim::ScatterLast { n, m, of }, parts) = &*e.node else {
            return Err(not_normal(e));
        };
        let [initial, j, values] = parts.as_slice() else {
            return Err(not_normal(e));
        };
        let span = e.span;
        if let Node::Prim(
            Prim::Map {
                strategy: Strategy::Seq,
                from,
                ..
            },
            parts,
        ) = &*values.node
            && let [f, xs] = parts.as_slice()
        {
            let first = self.accept(initial, a.clone())?;
            let sources = [j.clone(), xs.clone()];
            let writes = self.pass_all(
                &sources,
                vec![],
                Box::new(move |stage, sources| {
                    let [j, xs] = <[Phrase; 2]>::try_from(sources).map_err(|_| not_normal(e))?;
                    let index = PhraseType::Exp(DataType::Index(n.clone()));
                    let (length, m, of) = (n.clone(), m.clone(), of.clone());
                    let target = Prim::ScatterAcc {
                        n: length,
                        m,
                        of: of.clone(),
                    };
                    let target = Phrase::prim(target, vec![j, a], span);
                    let body = stage.lambda("i", index, span, |stage, i| {
                        let x = make::idx(n, from, xs, i.clone());
                        stage.accept(&f.apply(&x), make::idx_acc(n, &of, target, i))
                    })?;
                    Ok(make::for_loop(n, body, span))
                }),
            )?;
            return Ok(make::seq(first, writes));
        }
        let kept = direct(initial);
        let first = match kept {
            Some(_) => make::skip(span),
            None => self.accept(initial, a.clone())?,
        };
        let sources = [j.clone(), values.clone()];
        let rest = self.pass_all(
            &sources,
            vec![],
            Box::new(move |stage, sources| {
                let [j, xs] = <[Phrase; 2]>::try_from(sources).map_err(|_| not_normal(e))?;
                let number = DataType::Num(PrimType::I32);
                let lasts = DataType::array(m.clone(), number.clone());
                stage.new_cell(None, "last", &lasts, span, |stage, last| {
                    let clear = stage.each(m, &number, make::writes(&last), span, |_, _, o| {
                        Ok(make::assign(&number, o, int(-1, span)))
                    })?;
                    let update =
                        stage.updates(UpdateOp::Max, [n, m], &j, make::writes(&last), span, |i| {
                            let convert = Prim::Convert {
                                to: PrimType::I32,
                                from: DataType::Index(n.clone()),
                            };
                            Phrase::prim(convert, vec![i], span)
                        })?;
                    let write = stage.each(m, of, a, span, |stage, k, o| {
                        let winner = make::idx(m, &number, make::reads(&last), k.clone());
                        stage.new_cell(None, "winner", &number, span, |stage, cell| {
                            let keep = make::assign(&number, make::writes(&cell), winner);
                            let compare = Prim::Binary {
                                op: BinOp::Ge,
                                of: number.clone(),
                            };
                            let parts = vec![make::reads(&cell), int(0, span)];
                            let hit = Phrase::prim(compare, parts, span);
                            let at = Prim::as_index(PrimType::I32, n);
                            let at = Phrase::prim(at, vec![make::reads(&cell)], span);
                            let new = stage.assign(of, o.clone(), make::idx(n, of, xs, at))?;
                            let old = match &kept {
                                Some(initial) => stage.assign(of, o, make::idx(m, of, initial.clone(), k))?,
                                None => make::skip(span),
                            };
                            let result = PhraseType::Comm;
                            let choice = Phrase::prim(Prim::If { result }, vec![hit, new, old], span);
                            Ok(make::seq(keep, choice))
                        })
                    })?;
                    Ok(make::sequence([clear, update, write], span))
                })
            }),
        )?;
        Ok(make::seq(first, rest))
    }

    /// `accumulating a (λu. parforEach i < n { u[j[i]] op= value i })`, of m numbers.
    fn updates(
        &mut self,
        op: UpdateOp,
        [n, m]: [&Nat; 2],
        j: &Phrase,
        a: Phrase,
        span: Span,
        value: impl FnOnce(Phrase) -> Phrase,
    ) -> Outcome {
        let number = DataType::Num(PrimType::I32);
        let all = DataType::array(m.clone(), number.clone());
        let shared = PhraseType::Upd(op, all.clone());
        let update = self.lambda("u", shared, span, |stage, u| {
            let index = PhraseType::Exp(DataType::Index(n.clone()));
            let body = stage.lambda("i", index, span, |_, i| {
                let target = make::idx(n, &DataType::Index(m.clone()), j.clone(), i.clone());
                let cell = Prim::IdxUpd {
                    op,
                    n: m.clone(),
                    of: number,
                };
                let by = Prim::UpdateBy {
                    op,
                    of: PrimType::I32,
                };
                let cell = Phrase::prim(cell, vec![u, target], span);
                Ok(Phrase::prim(by, vec![cell, value(i)], span))
            })?;
            let each = Prim::ParforEach {
                strategy: COPY,
                n: n.clone(),
            };
            Ok(Phrase::prim(each, vec![body], span))
        })?;
        let accumulating = Prim::Accumulating { op, of: all };
        Ok(Phrase::prim(accumulating, vec![a, update], span))
    }

    /// Fails if two of the n indexes j below m are the same.
    fn indexes_differ(&mut self, n: &Nat, m: &Nat, j: &Phrase, span: Span) -> Outcome {
        rules::DPIA_X_SCATTER_TEST.apply();
        let number = DataType::Num(PrimType::I32);
        let counts = DataType::array(m.clone(), number.clone());
        self.new_cell(None, "count", &counts, span, |stage, count| {
            let clear = stage.each(m, &number, make::writes(&count), span, |_, _, o| {
                Ok(make::assign(&number, o, int(0, span)))
            })?;
            let target = make::writes(&count);
            let counted = stage.updates(UpdateOp::Add, [n, m], j, target, span, |_| int(1, span))?;
            let seen = DataType::Index(Nat::lit(2));
            let seen_all = DataType::array(m.clone(), seen.clone());
            let test = stage.new_cell(None, "seen", &seen_all, span, |stage, cell| {
                stage.each(m, &seen, make::writes(&cell), span, |_, i, o| {
                    let count = make::idx(m, &number, make::reads(&count), i);
                    let once = Prim::AsIndex {
                        test: IndexTest::Once,
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
    pub(super) fn each(
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

/// A numeral.
pub(super) fn int(value: i32, span: Span) -> Phrase {
    let of = DataType::Num(PrimType::I32);
    let value = PrimValue::I32(value);
    Phrase::prim(Prim::Literal { value, of }, vec![], span)
}
