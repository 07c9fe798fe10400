//! Acceptor-passing: `A⦇E⦈(A)` writes the value of E to A (notes, section 6); an arm a rule.

use super::views::undoing;
use super::{COPY, Outcome, Stage, not_normal, parts};
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{DataType, Nat, Node, Phrase, PhraseType, Prim, Strategy};
use elder_syntax::Span;

impl Stage {
    /// `A⦇e⦈(a)`
    pub(crate) fn accept(&mut self, e: &Phrase, a: Phrase) -> Outcome {
        elder_syntax::effort::deeper(|| self.accept_node(e, a))
    }

    fn accept_node(&mut self, e: &Phrase, a: Phrase) -> Outcome {
        let Node::Prim(prim, arguments) = &*e.node else {
            rules::DPIA_A_VAR.apply();
            let of = self.data(e)?;
            return self.assign(&of, a, e.clone());
        };
        let span = e.span;
        match (prim, arguments.as_slice()) {
            (
                Prim::Map {
                    strategy,
                    n,
                    from,
                    to,
                },
                [f, xs],
            ) => {
                if *strategy == Strategy::Any
                    && let Some(inverse) = undoing(f, to)
                {
                    rules::DPIA_X_MAPVIEW_A.apply();
                    let (n, from, to) = (n.clone(), from.clone(), to.clone());
                    let through = Phrase::prim(Prim::MapAcc { n, from, to }, vec![inverse, a], span);
                    return self.accept(xs, through);
                }
                rules::DPIA_A_MAP.apply();
                if *strategy != Strategy::Any {
                    rules::DPIA_O_ACC.apply();
                }
                let map = Prim::MapI {
                    strategy: *strategy,
                    n: n.clone(),
                    from: from.clone(),
                    to: to.clone(),
                };
                self.pass(
                    xs,
                    Box::new(move |stage, xs| {
                        let f = stage.accepting_function(f, &[from], to, span)?;
                        Ok(Phrase::prim(map, vec![f, xs, a], span))
                    }),
                )
            }
            (Prim::Reduce { to, .. }, _) => {
                rules::DPIA_A_REDUCE.apply();
                self.pass(e, Box::new(move |stage, r| stage.assign(to, a, r)))
            }
            (Prim::Scan { n, from, to }, [f, init, xs]) => {
                rules::DPIA_X_SCAN_A.apply();
                let scan = Prim::ScanI {
                    n: n.clone(),
                    from: from.clone(),
                    to: to.clone(),
                };
                self.folding(f, &[from, to], to, [init, xs], scan, a, span)
            }
            (Prim::ScanGroup { dimension, n, of }, [f, init, xs]) => {
                rules::DPIA_X_SCAN_GROUP_A.apply();
                let scan = Prim::ScanGroupI {
                    dimension: *dimension,
                    n: n.clone(),
                    of: of.clone(),
                };
                self.folding(f, &[of, of], of, [init, xs], scan, a, span)
            }
            (Prim::ReduceSubgroup { width, m, of } | Prim::ScanSubgroup { width, m, of }, [f, xss]) => {
                rules::DPIA_X_SUBGROUP_A.apply();
                let (width, m) = (*width, m.clone());
                let command = match prim {
                    Prim::ReduceSubgroup { .. } => Prim::ReduceSubgroupI {
                        width,
                        m,
                        of: of.clone(),
                    },
                    _ => Prim::ScanSubgroupI {
                        width,
                        m,
                        of: of.clone(),
                    },
                };
                self.pass(
                    xss,
                    Box::new(move |stage, xss| {
                        let f = stage.accepting_function(f, &[of, of], of, span)?;
                        Ok(Phrase::prim(command, vec![f, xss, a], span))
                    }),
                )
            }
            (Prim::Shuffle { width, m, of }, [g, xss]) => {
                rules::DPIA_X_SUBGROUP_A.apply();
                let command = Prim::ShuffleI {
                    width: *width,
                    m: m.clone(),
                    of: of.clone(),
                };
                self.pass(
                    xss,
                    Box::new(move |_, xss| Ok(Phrase::prim(command, vec![g.clone(), xss, a], span))),
                )
            }
            (Prim::Zip { n, first, second }, [e1, e2]) => {
                rules::DPIA_A_ZIP.apply();
                let (n, first, second) = (n.clone(), first.clone(), second.clone());
                let one = Prim::ZipAcc1 {
                    n: n.clone(),
                    first: first.clone(),
                    second: second.clone(),
                };
                let two = Prim::ZipAcc2 { n, first, second };
                let left = self.accept(e1, Phrase::prim(one, vec![a.clone()], span))?;
                Ok(make::seq(
                    left,
                    self.accept(e2, Phrase::prim(two, vec![a], span))?,
                ))
            }
            (Prim::Split { n, m, of }, [e]) => {
                rules::DPIA_A_SPLIT.apply();
                let (n, m, of) = (n.clone(), m.clone(), of.clone());
                self.accept(e, Phrase::prim(Prim::SplitAcc { n, m, of }, vec![a], span))
            }
            (Prim::Join { n, m, of }, [e]) => {
                rules::DPIA_A_JOIN.apply();
                let (n, m, of) = (n.clone(), m.clone(), of.clone());
                self.accept(e, Phrase::prim(Prim::JoinAcc { n, m, of }, vec![a], span))
            }
            (Prim::Pair { first, second }, [e1, e2]) => {
                rules::DPIA_A_PAIR.apply();
                let left = self.accept(e1, make::pair_acc1(first, second, &a))?;
                Ok(make::seq(
                    left,
                    self.accept(e2, make::pair_acc2(first, second, &a))?,
                ))
            }
            (Prim::Fst { first: of, .. }, _) => {
                rules::DPIA_A_FST.apply();
                self.pass(e, Box::new(move |stage, x| stage.assign(of, a, x)))
            }
            (Prim::Snd { second: of, .. }, _) => {
                rules::DPIA_A_SND.apply();
                self.pass(e, Box::new(move |stage, x| stage.assign(of, a, x)))
            }
            (Prim::Idx { of, .. }, _) => {
                rules::DPIA_A_IDX.apply();
                self.pass(e, Box::new(move |stage, x| stage.assign(of, a, x)))
            }
            (Prim::To { to, .. }, _) => {
                rules::DPIA_O_TO_A.apply();
                self.pass(e, Box::new(move |stage, x| stage.assign(to, a, x)))
            }
            (Prim::AsVector { width, of, c }, [e]) => {
                rules::DPIA_O_VEC_A.apply();
                let (width, of, c) = (*width, *of, c.clone());
                self.accept(e, Phrase::prim(Prim::AsVectorAcc { width, of, c }, vec![a], span))
            }
            (Prim::AsScalar { width, of, c }, [e]) => {
                rules::DPIA_O_VEC_A.apply();
                let (width, of, c) = (*width, *of, c.clone());
                self.accept(e, Phrase::prim(Prim::AsScalarAcc { width, of, c }, vec![a], span))
            }
            (Prim::Transpose { n, m, of }, [e]) => {
                rules::DPIA_X_TRANSPOSE_A.apply();
                let (n, m, of) = (n.clone(), m.clone(), of.clone());
                self.accept(e, Phrase::prim(Prim::TransposeAcc { n, m, of }, vec![a], span))
            }
            (Prim::Unzip { n, first, second }, [e]) => {
                rules::DPIA_X_UNZIP_A.apply();
                let (n, first, second) = (n.clone(), first.clone(), second.clone());
                self.accept(
                    e,
                    Phrase::prim(Prim::UnzipAcc { n, first, second }, vec![a], span),
                )
            }
            (Prim::Reorder { n, of }, [f, inverse, e]) => {
                rules::DPIA_X_REORDER_A.apply();
                let (n, of) = (n.clone(), of.clone());
                let functions = [inverse.clone(), f.clone(), a];
                self.accept(
                    e,
                    Phrase::prim(Prim::ReorderAcc { n, of }, functions.into(), span),
                )
            }
            (Prim::Stride { n, s, of }, [e]) => {
                rules::DPIA_X_STRIDE_A.apply();
                let (n, s, of) = (n.clone(), s.clone(), of.clone());
                self.accept(e, Phrase::prim(Prim::StrideAcc { n, s, of }, vec![a], span))
            }
            (Prim::Concat { n, m, of }, [e1, e2]) => {
                rules::DPIA_X_CONCAT_A.apply();
                let (n, m, of) = (n.clone(), m.clone(), of.clone());
                let take = Prim::TakeAcc {
                    n: n.clone(),
                    m: m.clone(),
                    of: of.clone(),
                };
                let left = self.accept(e1, Phrase::prim(take, vec![a.clone()], span))?;
                let drop = Phrase::prim(Prim::DropAcc { n, m, of }, vec![a], span);
                Ok(make::seq(left, self.accept(e2, drop)?))
            }
            (Prim::Generate { n, of }, [f]) => {
                rules::DPIA_X_GENERATE_A.apply();
                let body = self.accepting_function(f, &[&DataType::Index(n.clone())], of, span)?;
                Ok(make::parfor(COPY, n, of, a, &body, span))
            }
            (Prim::Scatter { n, of }, [j, e]) => {
                rules::DPIA_X_SCATTER_A.apply();
                self.scatter(n, n, of, j, e, a, span)
            }
            (Prim::ScatterInto { n, m, of }, [initial, j, e]) => {
                rules::DPIA_X_SCATTER_A.apply();
                let first = self.accept(initial, a.clone())?;
                Ok(make::seq(first, self.scatter(n, m, of, j, e, a, span)?))
            }
            (Prim::ScatterLast { .. }, _) => {
                rules::DPIA_X_SCATTERLAST_A.apply();
                self.scatter_last(e, a)
            }
            (Prim::Partition { .. } | Prim::PartitionGroups { .. }, _) => {
                rules::DPIA_X_PARTITION_A.apply();
                self.partition(e, a)
            }
            (Prim::ReduceByIndex { .. }, _) => {
                rules::DPIA_X_ACCUM_A.apply();
                self.reduce_by_index(e, a)
            }
            (Prim::Update { n, of }, [whole, j, element]) => {
                rules::DPIA_X_UPD_A.apply();
                let first = self.accept(whole, a.clone())?;
                let then = self.pass(
                    j,
                    Box::new(|stage, j| stage.accept(element, make::idx_acc(n, of, a, j))),
                )?;
                Ok(make::seq(first, then))
            }
            (Prim::If { .. }, [b, yes, no]) => {
                rules::DPIA_X_IF_A.apply();
                if let Some(conditional) = self.direct_if(e) {
                    let of = self.data(e)?;
                    return self.assign(&of, a, conditional);
                }
                self.pass(
                    b,
                    Box::new(move |stage, b| {
                        let branches = vec![b, stage.accept(yes, a.clone())?, stage.accept(no, a)?];
                        let result = PhraseType::Comm;
                        Ok(Phrase::prim(Prim::If { result }, branches, span))
                    }),
                )
            }
            (Prim::Let { .. }, [value, f]) => {
                self.named(value, f, Box::new(move |stage, x| stage.accept(&f.apply(&x), a)))
            }
            (Prim::Run { local, global, .. }, [e]) => {
                rules::DPIA_X_RUN_A.apply();
                if let Some(outside) = parts::outside(local, global, e) {
                    return self.accept(&outside, a);
                }
                let outer = self.local.replace(local.clone());
                let body = self.accept(e, a);
                self.local = outer;
                let (local, global) = (local.clone(), global.clone());
                // In a launch of one item nothing is repeated.
                let body = match global.iter().all(Nat::is_one) {
                    true => body?,
                    false => make::once(Strategy::Any, body?),
                };
                Ok(Phrase::prim(Prim::Launch { local, global }, vec![body], span))
            }
            (
                Prim::Iterate { .. }
                | Prim::LoopSeq { .. }
                | Prim::IterWhile { .. }
                | Prim::Call { .. }
                | Prim::ReduceGroup { .. },
                _,
            ) => {
                let of = self.data(e)?;
                self.pass(e, Box::new(move |stage, r| stage.assign(&of, a, r)))
            }
            (
                Prim::Take { .. }
                | Prim::Drop { .. }
                | Prim::Slide { .. }
                | Prim::Strided { .. }
                | Prim::PadClamp { .. }
                | Prim::PadConst { .. }
                | Prim::Gather { .. },
                _,
            ) => {
                if let Some(part) = parts::part(e) {
                    return self.accept(&part, a);
                }
                rules::DPIA_X_VIEW_A.apply();
                let of = self.data(e)?;
                self.pass(e, Box::new(move |stage, x| stage.assign(&of, a, x)))
            }
            (Prim::Literal { of, .. }, []) => {
                rules::DPIA_A_LIT.apply();
                self.assign(of, a, e.clone())
            }
            (
                Prim::Unary { .. }
                | Prim::Binary { .. }
                | Prim::Ternary { .. }
                | Prim::Ldexp { .. }
                | Prim::Convert { .. }
                | Prim::NatValue { .. }
                | Prim::IndexLiteral { .. }
                | Prim::AsIndex { .. }
                | Prim::Splat { .. }
                | Prim::VectorLiteral { .. }
                | Prim::Swizzle { .. }
                | Prim::VectorIdx { .. }
                | Prim::HasSubgroups { .. },
                _,
            ) => {
                match prim {
                    Prim::Unary { .. } => rules::DPIA_A_NEG.apply(),
                    _ => rules::DPIA_A_ARITH.apply(),
                }
                let of = self.data(e)?;
                self.pass(e, Box::new(move |stage, x| stage.assign(&of, a, x)))
            }
            _ => Err(not_normal(e)),
        }
    }

    /// `λx1 … xn o. A⦇f x1 … xn⦈(o)`
    pub(super) fn accepting_function(
        &mut self,
        f: &Phrase,
        from: &[&DataType],
        to: &DataType,
        span: Span,
    ) -> Outcome {
        let Some((first, rest)) = from.split_first() else {
            let taken = PhraseType::Acc(to.clone());
            return self.lambda("o", taken, span, |stage, o| stage.accept(f, o));
        };
        let text = make::open(f)
            .map_or("x", |(binder, _)| binder.name.text())
            .to_owned();
        self.lambda(&text, PhraseType::Exp((*first).clone()), span, |stage, x| {
            stage.accepting_function(&f.apply(&x), rest, to, span)
        })
    }

    /// `C⦇xs⦈(λx. C⦇init⦈(λy. prim (λx y o. A⦇f x y⦈(o)) y x last))`
    #[allow(clippy::too_many_arguments)]
    pub(super) fn folding(
        &mut self,
        f: &Phrase,
        from: &[&DataType],
        to: &DataType,
        [init, xs]: [&Phrase; 2],
        prim: Prim,
        last: Phrase,
        span: Span,
    ) -> Outcome {
        self.pass(
            xs,
            Box::new(move |stage, xs| {
                stage.initial(
                    &prim.clone(),
                    init,
                    Box::new(move |stage, init| {
                        let f = stage.accepting_function(f, from, to, span)?;
                        Ok(Phrase::prim(prim, vec![f, init, xs, last], span))
                    }),
                )
            }),
        )
    }

    /// The initial array, then `accumulating a (λu. parforEach n (λi. u[j i] op= e i))`; a map that gives the values updates with each
    /// of them at once.
    fn reduce_by_index(&mut self, e: &Phrase, a: Phrase) -> Outcome {
        let Node::Prim(Prim::ReduceByIndex { op, of, n, m }, arguments) = &*e.node else {
            return Err(not_normal(e));
        };
        let [initial, j, values] = arguments.as_slice() else {
            return Err(not_normal(e));
        };
        let span = e.span;
        let element = DataType::Num(*of);
        let first = self.accept(initial, a.clone())?;
        let (strategy, f, source, from) = match &*values.node {
            Node::Prim(Prim::Map { strategy, from, .. }, parts) => {
                (*strategy, Some(&parts[0]), &parts[1], from.clone())
            }
            _ => (COPY, None, values, element.clone()),
        };
        let sources = [j.clone(), source.clone()];
        let update = self.pass_all(
            &sources,
            vec![],
            Box::new(move |stage, sources| {
                let [j, xs] = <[Phrase; 2]>::try_from(sources).map_err(|_| not_normal(e))?;
                let shared = PhraseType::Upd(*op, DataType::array(m.clone(), element.clone()));
                let body = stage.lambda("u", shared, span, |stage, u| {
                    let index = PhraseType::Exp(DataType::Index(n.clone()));
                    let each = stage.lambda("i", index, span, |stage, i| {
                        let target = make::idx(n, &DataType::Index(m.clone()), j, i.clone());
                        let cell = Prim::IdxUpd {
                            op: *op,
                            n: m.clone(),
                            of: element.clone(),
                        };
                        let cell = Phrase::prim(cell, vec![u, target], span);
                        let by = Prim::UpdateBy { op: *op, of: *of };
                        let x = make::idx(n, &from, xs, i);
                        let value = f.map_or(x.clone(), |f| f.apply(&x));
                        stage.pass(
                            &value,
                            Box::new(move |_, value| Ok(Phrase::prim(by, vec![cell, value], span))),
                        )
                    })?;
                    if strategy == Strategy::Seq {
                        return Ok(make::for_loop(n, each, span));
                    }
                    let n = n.clone();
                    Ok(Phrase::prim(Prim::ParforEach { strategy, n }, vec![each], span))
                })?;
                let prim = Prim::Accumulating {
                    op: *op,
                    of: DataType::array(m.clone(), element),
                };
                Ok(Phrase::prim(prim, vec![a, body], span))
            }),
        )?;
        Ok(make::seq(first, update))
    }
}
