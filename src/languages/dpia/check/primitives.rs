//! Primitives: which rule each has, what it asks of its nats and data types beyond their kinds, and how its arguments share
//! identifiers.

use super::interference::{Sides, Uses};
use super::{Checked, Checker, Condition, is_passive, launch, ownership};
use crate::known::{Places, size_that_runs};
use crate::rules::kinding::{DPIA_K_FACTS, DPIA_K_VAR};
use crate::rules::primitives::*;
use crate::rules::translation::DPIA_H_OWN;
use crate::rules::typing::*;
use crate::{
    AddressSpace, DataType, Extent, IndexTest, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, Sharing,
    Strategy, Walk,
};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::FxHashSet;

/// The rule that gives a primitive its type.
pub fn rule_of(prim: &Prim) -> &'static Rule {
    match prim {
        Prim::Literal { .. } => &DPIA_P_LIT,
        Prim::Unary { of, .. } | Prim::Binary { of, .. } | Prim::Ternary { of, .. }
            if matches!(of, DataType::Vector(..)) =>
        {
            &DPIA_O_VOP
        }
        Prim::Unary { .. } => &DPIA_P_NEG,
        Prim::Binary { op, .. } if op.is_comparison() => &DPIA_X_BOOL,
        Prim::Binary { .. } => &DPIA_P_ARITH,
        Prim::Ternary { .. } => &DPIA_P_TERNARY,
        Prim::Ldexp { .. } => &DPIA_P_LDEXP,
        Prim::Convert { .. } => &DPIA_P_CONVERT,
        Prim::NatValue { .. } => &DPIA_P_NAT,
        Prim::IndexLiteral { .. } => &DPIA_P_INDEX,
        Prim::AsIndex { test, .. } => index_rule(*test),
        Prim::If { .. } => &DPIA_X_IF,
        Prim::Let { .. } => &DPIA_X_LET,
        Prim::Map { strategy, .. } => strategy_rule(*strategy).unwrap_or(&DPIA_P_MAP),
        Prim::Reduce { .. } => &DPIA_P_REDUCE,
        Prim::Scan { .. } => &DPIA_X_SCAN,
        Prim::ReduceGroup { .. } => &DPIA_X_REDUCE_GROUP,
        Prim::ScanGroup { .. } => &DPIA_X_SCAN_GROUP,
        Prim::ReduceSubgroup { .. } => &DPIA_X_REDUCE_SUBGROUP,
        Prim::ScanSubgroup { .. } => &DPIA_X_SCAN_SUBGROUP,
        Prim::Shuffle { .. } => &DPIA_X_SHUFFLE,
        Prim::HasSubgroups { .. } => &DPIA_X_HASSUBGROUPS,
        Prim::ReduceSubgroupI { .. } | Prim::ScanSubgroupI { .. } | Prim::ShuffleI { .. } => {
            &DPIA_X_SUBGROUPI
        }
        Prim::Zip { .. } => &DPIA_P_ZIP,
        Prim::Unzip { .. } => &DPIA_X_UNZIP,
        Prim::Split { .. } => &DPIA_P_SPLIT,
        Prim::Join { .. } => &DPIA_P_JOIN,
        Prim::Pair { .. } => &DPIA_P_PAIR,
        Prim::Fst { .. } => &DPIA_P_FST,
        Prim::Snd { .. } => &DPIA_P_SND,
        Prim::Idx { .. } => &DPIA_P_IDX,
        Prim::To { .. } => &DPIA_O_TO_TYPE,
        Prim::AsVector { .. } => &DPIA_O_ASVEC,
        Prim::AsScalar { .. } => &DPIA_O_ASSCAL,
        Prim::Splat { .. } => &DPIA_O_SPLAT,
        Prim::VectorLiteral { .. } => &DPIA_O_VECTOR,
        Prim::Swizzle { .. } => &DPIA_O_SWIZZLE,
        Prim::VectorIdx { .. } => &DPIA_O_VECIDX,
        Prim::Take { .. } => &DPIA_X_TAKE,
        Prim::Drop { .. } => &DPIA_X_DROP,
        Prim::Transpose { .. } => &DPIA_X_TRANSPOSE,
        Prim::Slide { .. } => &DPIA_X_SLIDE,
        Prim::PadClamp { .. } => &DPIA_X_PADCLAMP,
        Prim::PadConst { .. } => &DPIA_X_PADCST,
        Prim::Gather { .. } => &DPIA_X_GATHER,
        Prim::Reorder { .. } => &DPIA_X_REORDER,
        Prim::Stride { .. } => &DPIA_X_STRIDE,
        Prim::Strided { .. } => &DPIA_X_STRIDED,
        Prim::Generate { .. } => &DPIA_X_GENERATE,
        Prim::Concat { .. } => &DPIA_X_CONCAT,
        Prim::Scatter { .. } => &DPIA_X_SCATTER,
        Prim::ScatterInto { .. } => &DPIA_X_SCATTERINTO,
        Prim::ScatterLast { .. } => &DPIA_X_SCATTERLAST,
        Prim::Partition { .. } => &DPIA_X_PARTITION,
        Prim::PartitionGroups { .. } => &DPIA_X_PARTITION_GROUPS,
        Prim::ReduceByIndex { .. } => &DPIA_X_REDUCEBYINDEX,
        Prim::Iterate { .. } => &DPIA_X_ITER,
        Prim::LoopSeq { .. } => &DPIA_X_LOOP,
        Prim::IterWhile { .. } => &DPIA_X_ITERWHILE,
        Prim::Update { .. } => &DPIA_X_UPD,
        Prim::Call { .. } => &DPIA_X_CALL,
        Prim::Run { .. } | Prim::Launch { .. } => &DPIA_X_RUN,
        Prim::Skip {} => &DPIA_P_SKIP,
        Prim::Seq {} => &DPIA_P_SEQ,
        Prim::New { space: None, .. } => &DPIA_P_NEW,
        Prim::New { space: Some(_), .. } => &DPIA_O_NEW,
        Prim::Assign {
            of: DataType::Vector(..),
        } => &DPIA_O_VOP,
        Prim::Assign { .. } => &DPIA_P_ASSIGN,
        Prim::For { .. } => &DPIA_P_FOR,
        Prim::Parfor { strategy, .. } => strategy_rule(*strategy).unwrap_or(&DPIA_P_PARFOR),
        Prim::ParforInPlace { .. } => &DPIA_X_MAPINPLACE,
        Prim::ParforEach { .. } => &DPIA_X_PARFOREACH,
        Prim::While {} => &DPIA_X_WHILE,
        Prim::LetSize { .. } => &DPIA_X_SIZE,
        Prim::Part { .. } => &DPIA_X_PART,
        Prim::DoubleFor { .. } => &DPIA_X_DBLFOR,
        Prim::Accumulating { .. } => &DPIA_X_ACCUM,
        Prim::UpdateBy { .. } => &DPIA_X_UPDATE,
        Prim::SwapAt { .. } => &DPIA_X_SWAP,
        Prim::Fail { .. } => &DPIA_X_FAIL,
        Prim::Barrier { .. } => &DPIA_X_BARRIER,
        Prim::IdxAcc { .. } => &DPIA_P_IDXACC,
        Prim::IdxUpd { .. } => &DPIA_X_IDXUPD,
        Prim::ZipAcc1 { .. } => &DPIA_P_ZIPACC1,
        Prim::ZipAcc2 { .. } => &DPIA_P_ZIPACC2,
        Prim::UnzipAcc { .. } => &DPIA_X_UNZIPACC,
        Prim::SplitAcc { .. } => &DPIA_P_SPLITACC,
        Prim::JoinAcc { .. } => &DPIA_P_JOINACC,
        Prim::CutAcc { .. } => &DPIA_X_CUTACC,
        Prim::PairAcc1 { .. } => &DPIA_P_PAIRACC1,
        Prim::PairAcc2 { .. } => &DPIA_P_PAIRACC2,
        Prim::PairAcc { .. } => &DPIA_X_PAIRACC,
        Prim::AsVectorAcc { .. } | Prim::AsScalarAcc { .. } => &DPIA_O_VECACC,
        Prim::TakeAcc { .. } => &DPIA_X_TAKEACC,
        Prim::DropAcc { .. } => &DPIA_X_DROPACC,
        Prim::TransposeAcc { .. } => &DPIA_X_TRANSPOSEACC,
        Prim::MapAcc { .. } => &DPIA_X_MAPACC,
        Prim::ReorderAcc { .. } => &DPIA_X_REORDERACC,
        Prim::StrideAcc { .. } => &DPIA_X_STRIDEACC,
        Prim::StridedAcc { .. } => &DPIA_X_STRIDEDACC,
        Prim::ScatterAcc { .. } => &DPIA_X_SCATTERACC,
        Prim::MapI { strategy, .. } => strategy_rule(*strategy).unwrap_or(&DPIA_P_MAPI),
        Prim::ReduceI { .. } => &DPIA_P_REDUCEI,
        Prim::ScanI { .. } => &DPIA_X_SCANI,
        Prim::ReduceGroupI { .. } => &DPIA_X_REDUCEGROUPI,
        Prim::ScanGroupI { .. } => &DPIA_X_SCANGROUPI,
    }
}

/// The rule by which a number becomes an index.
fn index_rule(test: IndexTest) -> &'static Rule {
    match test {
        IndexTest::Bounds | IndexTest::Once => &DPIA_P_ASINDEX,
        IndexTest::Known => &DPIA_X_KNOWN,
        IndexTest::Clamp => &DPIA_X_CLAMP,
    }
}

fn strategy_rule(strategy: Strategy) -> Option<&'static Rule> {
    match strategy {
        Strategy::Any => None,
        Strategy::Global(_) => Some(&DPIA_O_GLOBAL),
        Strategy::Workgroup(_) => Some(&DPIA_O_WG),
        Strategy::Local(_) => Some(&DPIA_O_LOCAL),
        Strategy::Seq => Some(&DPIA_O_SEQ),
    }
}

/// How often the first function among the arguments is run, if the primitive says so.
fn count(prim: &Prim) -> Option<&Nat> {
    match prim {
        Prim::Map { n, .. }
        | Prim::Reduce { n, .. }
        | Prim::Scan { n, .. }
        | Prim::MapI { n, .. }
        | Prim::ReduceI { n, .. }
        | Prim::ScanI { n, .. }
        | Prim::ReduceGroup { n, .. }
        | Prim::ScanGroup { n, .. } => Some(n),
        _ => None,
    }
}

impl Checker {
    /// A primitive with all its arguments.
    pub(super) fn primitive(
        &mut self,
        prim: &Prim,
        arguments: &[Phrase],
        span: Span,
    ) -> Checked<(PhraseType, Uses)> {
        DPIA_Q_PRIM.apply();
        DPIA_T_PRIM.apply();
        rule_of(prim).apply();
        self.kinds_of(prim, span)?;
        self.conditions(prim, arguments, span)?;
        let signature = prim.signature();
        if signature.arguments.len() != arguments.len() {
            let wanted = signature.arguments.len();
            let message = format!(
                "`{}` takes {wanted} arguments, not {}",
                prim.name(),
                arguments.len()
            );
            let refusal = DPIA_T_APP.refuse("function");
            return Err(Box::new(Diagnostic::error(refusal, span, message)));
        }
        let passive_result = is_passive(&signature.result);
        let outer = self.enter_loop(prim, arguments);
        self.inside += 1;
        self.size_of_command(prim, arguments);
        let mut total = Uses::default();
        let mut counted = count(prim).cloned();
        for (position, (argument, expected)) in arguments.iter().zip(&signature.arguments).enumerate() {
            let function = matches!(expected, PhraseType::Fun { .. });
            let mut known = self.known.in_part(prim, arguments, position);
            let doubtful = self.doubtful.len();
            if let (Prim::If { .. }, 1 | 2, Some(condition)) = (prim, position, arguments.first()) {
                DPIA_K_FACTS.apply();
                self.doubt(condition, position == 1, &known);
            }
            // The body of a loop is run at all only if the loop has iterations.
            if function && let Some(n) = counted.take() {
                DPIA_K_FACTS.apply();
                known = known.nonzero(&n);
            }
            let uses = self.within(known, |checker| checker.check(argument, expected));
            self.doubtful.truncate(doubtful);
            let uses = match uses {
                Ok(uses) => uses,
                Err(error) => {
                    self.inside -= 1;
                    self.owned = outer;
                    return Err(error);
                }
            };
            match signature.sharing {
                Sharing::Tuple => {
                    DPIA_Q_PAIR.apply();
                    DPIA_T_PAIR.apply();
                }
                Sharing::Curried => {
                    DPIA_Q_APP.apply();
                    DPIA_T_APP.apply();
                    let sides = sides(prim, position);
                    self.apart(&total, &uses, &sides);
                }
            }
            total = total.and(uses);
            if passive_result && signature.sharing == Sharing::Curried {
                total = total.passified();
            }
        }
        self.inside -= 1;
        self.owned = outer;
        if passive_result {
            total = total.passified();
        }
        Ok((signature.result, total))
    }

    /// DPIA-X-SIZE, DPIA-X-PARTITION: notes that the nat that a number becomes is known only when the program runs.
    fn size_of_command(&mut self, prim: &Prim, arguments: &[Phrase]) {
        if let Some((k, ..)) = size_that_runs(prim, arguments) {
            self.run_sizes.insert(k.clone());
        }
    }

    /// DPIA-H-OWN: notes what the iterations of a loop that a pass made own.  Gives what held outside.
    fn enter_loop(&mut self, prim: &Prim, arguments: &[Phrase]) -> FxHashSet<Name> {
        let mut owned = FxHashSet::default();
        if self.after_pass {
            match prim {
                Prim::Parfor { strategy, .. }
                | Prim::ParforInPlace { strategy, .. }
                | Prim::ParforEach { strategy, .. } => {
                    DPIA_H_OWN.apply();
                    owned = arguments.last().map(ownership::owned).unwrap_or_default();
                    match strategy {
                        Strategy::Workgroup(_) => owned.extend(self.local_cells.iter().cloned()),
                        Strategy::Local(_) => owned.extend(self.private_cells.iter().cloned()),
                        _ => {}
                    }
                }
                // One item executes it where it stands: the loop around says what is shared.
                Prim::SwapAt { .. } => {
                    for argument in arguments {
                        each_variable(argument, &mut |x| {
                            owned.insert(x.clone());
                        });
                    }
                }
                // The parts of a cell that each one has for itself.
                Prim::Part { .. } => {
                    if let (Some(v), Some(Node::Lambda(lo, inner))) = (
                        arguments.first().and_then(variable),
                        arguments.get(1).map(|p| &*p.node),
                    ) && let Node::Lambda(hi, _) = &*inner.node
                    {
                        for cells in [&mut self.local_cells, &mut self.private_cells] {
                            if cells.contains(&v) {
                                cells.extend([lo.name.clone(), hi.name.clone()]);
                            }
                        }
                    }
                    return self.owned.clone();
                }
                Prim::New {
                    space: Some(space), ..
                } => {
                    if let Some(Node::Lambda(binder, _)) = arguments.first().map(|p| &*p.node) {
                        match space {
                            AddressSpace::Local => self.local_cells.insert(binder.name.clone()),
                            AddressSpace::Private => self.private_cells.insert(binder.name.clone()),
                            AddressSpace::Global => false,
                        };
                    }
                }
                _ => {}
            }
        }
        std::mem::replace(&mut self.owned, owned)
    }

    /// The nats and data types that a primitive carries are well-kinded.
    fn kinds_of(&mut self, prim: &Prim, span: Span) -> Checked<()> {
        if let Prim::IndexLiteral { value, n } = prim {
            self.nat(n, span)?;
            return self.index_term(value, span);
        }
        let mut nats = Vec::new();
        let mut variables = Vec::new();
        let _ = prim.map(
            &mut |n| {
                nats.push(n.clone());
                n.clone()
            },
            &mut |x| {
                variables.push(x.clone());
                DataType::Var(x.clone())
            },
        );
        for nat in &nats {
            self.nat(nat, span)?;
        }
        for x in variables {
            self.data_type(&DataType::Var(x), span)?;
        }
        Ok(())
    }

    /// An index term mentions nats and index variables.
    fn index_term(&mut self, value: &Nat, span: Span) -> Checked<()> {
        for x in value.variables() {
            let index = matches!(self.types.get(&x), Some(PhraseType::Exp(DataType::Index(_))));
            if !index && !self.nats.contains(&x) {
                let refusal = DPIA_K_VAR.refuse("bound");
                let message = format!("`{x}` is neither a nat nor an index");
                let error = Diagnostic::error(refusal, span, message);
                return Err(Box::new(
                    error.with_help("a computed number becomes an index by `asIndex`"),
                ));
            }
        }
        self.nat(value, span)
    }

    /// What a primitive asks beyond the kinds of its parameters and the types of its arguments.
    fn conditions(&mut self, prim: &Prim, arguments: &[Phrase], span: Span) -> Checked<()> {
        match prim {
            Prim::Unary { op, of } => {
                self.operator(of, &DPIA_P_NEG, span, op.name(), |t| op.result(t).is_some())
            }
            Prim::Binary { op, of } if op.is_comparison() => require(
                matches!(of, DataType::Num(t) if op.exists_on(*t)) || matches!(of, DataType::Index(_)),
                &DPIA_P_ARITH,
                "operand",
                span,
                || format!("`{op}` does not compare values of type {of}"),
            ),
            Prim::Binary { op, of } => self.operator(of, &DPIA_P_ARITH, span, op.name(), |t| op.exists_on(t)),
            Prim::Ternary { op, of } => {
                self.operator(of, &DPIA_P_TERNARY, span, op.name(), |t| op.exists_on(t))
            }
            Prim::Ldexp { of } => require(of.is_float(), &DPIA_P_LDEXP, "float", span, || {
                format!("`ldexp` does not exist on {of}")
            }),
            Prim::Convert { from, .. } => require(
                matches!(from, DataType::Num(_) | DataType::Index(_)),
                &DPIA_P_CONVERT,
                "number",
                span,
                || format!("a value of type {from} does not convert to a number"),
            ),
            Prim::AsIndex { from, test, .. } => {
                require(from.is_integer(), index_rule(*test), "integer", span, || {
                    format!("a value of type {from} does not become an index")
                })
            }
            Prim::LetSize { of, .. } => require(of.is_integer(), &DPIA_X_SIZE, "integer", span, || {
                format!("a value of type {of} does not become a size")
            }),
            Prim::IndexLiteral { value, n } => {
                self.in_range(value, n, span);
                Ok(())
            }
            Prim::If { result } => require(
                matches!(result, PhraseType::Exp(_) | PhraseType::Comm),
                &DPIA_X_IF,
                "result",
                span,
                || format!("the branches are {result}"),
            ),
            Prim::Let { result, .. } => require(
                matches!(result, PhraseType::Exp(_) | PhraseType::Comm),
                &DPIA_X_LET,
                "result",
                span,
                || format!("the body is {result}"),
            ),
            Prim::Map { strategy, .. }
            | Prim::MapI { strategy, .. }
            | Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. } => self.dimension(*strategy, span),
            Prim::ReduceGroup { dimension, .. }
            | Prim::ScanGroup { dimension, .. }
            | Prim::ReduceGroupI { dimension, .. }
            | Prim::ScanGroupI { dimension, .. } => self.dimension(Strategy::Local(*dimension), span),
            Prim::PadClamp { n, .. } => {
                self.oblige(Condition::Positive(n.clone()), &DPIA_X_PADCLAMP, "nonempty", span);
                Ok(())
            }
            Prim::Call { function, .. } => {
                require(
                    is_first_order(function),
                    &DPIA_X_CALL,
                    "first_order",
                    span,
                    || {
                        format!(
                            "a function that stays one takes numbers, indexes and arrays of numbers and gives a number, not {function}"
                        )
                    },
                )?;
                arguments.first().map_or(Ok(()), |f| self.closed(f))
            }
            Prim::Strided {
                m,
                o,
                extents,
                strides,
                ..
            } => {
                self.inside([m, o], [extents, strides], &DPIA_X_STRIDED, span);
                Ok(())
            }
            Prim::StridedAcc {
                m,
                o,
                extents,
                strides,
                ..
            } => {
                self.inside([m, o], [extents, strides], &DPIA_X_STRIDEDACC, span);
                let meets = |(n, s): (&Nat, &Nat)| s.is_zero() && n.as_constant().is_some_and(|n| n > 1);
                let apart = !extents.iter().zip(strides).any(meets);
                require(apart, &DPIA_X_STRIDEDACC, "injective", span, || {
                    "elements of this part are one and the same: a stride is 0".to_owned()
                })
            }
            Prim::CutAcc { l, .. } => {
                self.oblige(Condition::Positive(l.clone()), &DPIA_X_CUTACC, "rows", span);
                Ok(())
            }
            Prim::Stride { n, s, .. } | Prim::StrideAcc { n, s, .. } => {
                self.oblige(
                    Condition::Divides(s.clone(), n.clone()),
                    &DPIA_X_STRIDE,
                    "divides",
                    span,
                );
                Ok(())
            }
            Prim::Scatter { n, .. } => {
                self.scattered(arguments.first(), n);
                Ok(())
            }
            Prim::ScatterLast { n, .. } => {
                let most = Nat::lit(1 << 31);
                self.oblige(
                    Condition::Less(n.clone(), most),
                    &DPIA_X_SCATTERLAST,
                    "length",
                    span,
                );
                Ok(())
            }
            Prim::Partition { n, .. } => {
                self.counted(n, span);
                Ok(())
            }
            Prim::PartitionGroups { width, n, .. } => {
                self.oblige(
                    Condition::Positive(width.clone()),
                    &DPIA_X_PARTITION_GROUPS,
                    "rows",
                    span,
                );
                self.counted(n, span);
                Ok(())
            }
            Prim::ScatterInto { n, .. } => {
                self.scattered(arguments.get(1), n);
                Ok(())
            }
            Prim::ScatterAcc { n, .. } => {
                self.scatter_target(arguments.first(), n, span);
                Ok(())
            }
            Prim::IdxAcc { .. } => {
                // One element after the other: the last one wins.
                self.one_element = matches!(
                    arguments.first().map(|a| &*a.node),
                    Some(Node::Prim(Prim::ScatterAcc { .. }, _))
                );
                Ok(())
            }
            Prim::Reorder { n, .. } | Prim::ReorderAcc { n, .. } => {
                if let [f, inverse, ..] = arguments {
                    self.inverse(f, inverse, n, span);
                }
                Ok(())
            }
            Prim::ReduceByIndex { op, of, .. } | Prim::UpdateBy { op, of } => {
                self.updatable(*op, &DataType::Num(*of), span)
            }
            Prim::SwapAt { .. } => arguments.get(1).map_or(Ok(()), |body| self.again(body)),
            Prim::Accumulating { op, of } => self.updatable(*op, of, span),
            Prim::IdxUpd { op, of, .. } => self.updatable(*op, of, span),
            Prim::Run { local, global, of } => self.extents(local, global, &launch::numbers(of), span),
            Prim::Launch { local, global } => {
                let work = arguments.first().map_or(Nat::one(), launch::work);
                self.extents(local, global, &work, span)
            }
            Prim::Assign { of } => require(of.is_scalar(), &DPIA_P_ASSIGN, "sides", span, || {
                format!("one assignment does not write values of type {of}")
            }),
            Prim::AsVector { width, of, .. }
            | Prim::AsScalar { width, of, .. }
            | Prim::AsVectorAcc { width, of, .. }
            | Prim::AsScalarAcc { width, of, .. }
            | Prim::VectorLiteral { width, of }
            | Prim::VectorIdx { width, of }
            | Prim::Splat { width, of } => self.vector(*width, *of, span),
            Prim::Swizzle {
                width,
                of,
                components,
            } => {
                self.vector(*width, *of, span)?;
                let known = components.numbers().iter().all(|i| i < width);
                require(known, &DPIA_O_SWIZZLE, "component", span, || {
                    format!("a vector of {width} has no component `{}`", components.text())
                })
            }
            _ => Ok(()),
        }
    }

    /// DPIA-X-CALL: what is free in a function that stays one is known when the program is launched.
    fn closed(&mut self, f: &Phrase) -> Checked<()> {
        if self.after_pass {
            return Ok(());
        }
        let is_function = |ty: &PhraseType| {
            matches!(
                ty,
                PhraseType::Fun { .. } | PhraseType::NatFun(..) | PhraseType::DataFun(..)
            )
        };
        let values = self.types.iter().filter(|(_, ty)| !is_function(ty));
        let sizes = self.nats.iter().filter(|x| !self.sizes.contains(x));
        let open = values.map(|(x, _)| x).chain(sizes).filter(|x| f.mentions(x));
        match open.min() {
            None => Ok(()),
            Some(x) => {
                let message = format!("a function that stays one cannot make use of `{x}`");
                let error = Diagnostic::error(DPIA_X_CALL.refuse("closed"), f.span, message);
                Err(Box::new(error.with_help(
                    "make it a parameter; sizes are known when the program is launched",
                )))
            }
        }
    }

    /// DPIA-X-STRIDED, DPIA-X-STRIDEDACC: the last element of a part, if it has any, is one of m.
    fn inside(
        &mut self,
        [m, o]: [&Nat; 2],
        [extents, strides]: [&Extent; 2],
        rule: &'static Rule,
        span: Span,
    ) {
        if self.after_pass {
            return;
        }
        let one = Nat::one();
        let dimensions = extents.iter().zip(strides);
        let end = dimensions.fold(o.plus(&one), |end, (n, s)| end.plus(&n.minus(&one).times(s)));
        let some = self.known.assuming_all(extents.iter().map(|n| n.minus(&one)));
        let condition = Condition::LessEq(end.clone(), m.clone());
        if self.within(some, |checker| checker.is_seen_if_exact(&condition, span)) {
            return;
        }
        // Of no elements none is the last.
        let count = extents.iter().fold(one.clone(), |count, n| count.times(n));
        let condition = Condition::LessEq(one.minimum(&count).times(&end), m.clone());
        self.oblige(condition, rule, "inside", span);
    }

    /// DPIA-X-PARTITION: counts have 32 bits.  A length that no launch knows, as that of a part, is asked for the most that it can be.
    fn counted(&mut self, n: &Nat, span: Span) {
        let most = Nat::lit(1 << 31);
        let largest = n.largest(&self.known, &|x| self.sizes.contains(x));
        self.oblige(
            Condition::Less(largest.unwrap_or_else(|| n.clone()), most),
            &DPIA_X_PARTITION,
            "length",
            span,
        );
    }

    /// DPIA-X-SWAP: a command that may be executed again updates no accumulator, nor runs a function that might.
    fn again(&self, body: &Phrase) -> Checked<()> {
        let mut found = None;
        each_variable(body, &mut |x| {
            let ty = self.types.get(x).filter(|_| !self.definitions.contains_key(x));
            if ty.is_some_and(may_update) {
                found.get_or_insert(x);
            }
        });
        let Some(x) = found else {
            return Ok(());
        };
        let refusal = DPIA_X_SWAP.refuse("again");
        let message = format!("this command may be executed again, and may update by `{x}`");
        let error = Diagnostic::error(refusal, body.span, message);
        let help = "update before it or behind it";
        Err(Box::new(error.with_help(help)))
    }

    /// An operator exists on numbers, and on vectors of numbers.
    fn operator(
        &mut self,
        of: &DataType,
        rule: &'static Rule,
        span: Span,
        name: &str,
        exists: impl Fn(PrimType) -> bool,
    ) -> Checked<()> {
        let message = || format!("`{name}` does not work on values of type {of}");
        match of {
            DataType::Vector(_, t) | DataType::Num(t) => require(exists(*t), rule, "operand", span, message),
            _ => require(false, rule, "operand", span, message),
        }
    }

    /// DPIA-P-INDEX: 0 ≤ value < n.
    fn in_range(&mut self, value: &Nat, n: &Nat, span: Span) {
        let condition = Condition::Less(value.clone(), n.clone());
        let loops: Vec<_> = value
            .variables()
            .into_iter()
            .filter(|x| self.known.of(x).is_some())
            .collect();
        if self.after_pass || self.is_seen_if_exact(&condition, span) {
            return;
        }
        if loops.is_empty() {
            self.oblige(condition, &DPIA_P_INDEX, "range", span);
            return;
        }
        let message = format!("the index {value} is not seen to be below {n}");
        let mut error = Diagnostic::error(DPIA_P_INDEX.refuse("range"), span, message);
        for x in loops {
            if let Some((low, high)) = self.known.of(&x) {
                error = error.with_note(format!("{low} <= {x} < {high}"));
            }
        }
        self.errors
            .push(error.with_help("`asIndex` tests a computed number when the program runs"));
    }

    fn dimension(&mut self, strategy: Strategy, span: Span) -> Checked<()> {
        DPIA_O_TYPE.apply();
        let dimension = match strategy {
            Strategy::Global(d) | Strategy::Workgroup(d) | Strategy::Local(d) => d,
            Strategy::Any | Strategy::Seq => 0,
        };
        require(dimension < 3, &DPIA_O_TYPE, "dimension", span, || {
            format!("there is no dimension {dimension}; they are 0, 1 and 2")
        })
    }
}

/// What the arguments of a curried primitive are called in a message about interference.
fn sides(prim: &Prim, position: usize) -> Sides<'static> {
    match (prim, position) {
        (Prim::Parfor { .. }, _) => Sides {
            function: "the acceptor of the loop",
            argument: "its body",
        },
        (Prim::ParforInPlace { .. }, _) => Sides {
            function: "the variable of the loop",
            argument: "its body",
        },
        (Prim::Accumulating { .. }, _) => Sides {
            function: "the acceptor that is lent",
            argument: "the command that updates it",
        },
        (Prim::PairAcc { .. }, _) => Sides {
            function: "the first acceptor",
            argument: "the second",
        },
        (Prim::Let { .. }, _) => Sides {
            function: "the value of `let`",
            argument: "its body",
        },
        _ => Sides {
            function: "the arguments before",
            argument: "this argument",
        },
    }
}

/// Whether a function takes numbers, indexes and arrays of numbers, at least one of them, and gives a number.
fn is_first_order(function: &PhraseType) -> bool {
    fn is_array(of: &DataType) -> bool {
        match of {
            DataType::Array(_, of) => is_array(of),
            of => matches!(of, DataType::Num(_)),
        }
    }
    let is_value = |of: &DataType| matches!(of, DataType::Index(_)) || is_array(of);
    let (mut parameters, result) = function.parameters();
    matches!(function, PhraseType::Fun { .. })
        && parameters.all(|ty| ty.as_exp().is_some_and(is_value))
        && matches!(result, PhraseType::Exp(DataType::Num(_)))
}

/// Calls `f` on every variable that stands in a phrase, those that are bound there too.
fn each_variable<'p>(phrase: &'p Phrase, f: &mut dyn FnMut(&'p Name)) {
    elder_syntax::effort::deeper(|| {
        if let Node::Var(x) = &*phrase.node {
            f(x);
        }
        for child in phrase.children() {
            each_variable(child, f);
        }
    });
}

/// Whether a phrase of this type may update an accumulator: it is one, or gives commands.
fn may_update(ty: &PhraseType) -> bool {
    match ty {
        PhraseType::Exp(_) | PhraseType::Acc(_) => false,
        PhraseType::Upd(..) | PhraseType::Comm => true,
        PhraseType::Product(first, second) => may_update(first) || may_update(second),
        PhraseType::Fun { to, .. } | PhraseType::NatFun(_, to) | PhraseType::DataFun(_, to) => may_update(to),
    }
}

/// The variable that a phrase is.
fn variable(p: &Phrase) -> Option<Name> {
    match &*p.node {
        Node::Var(x) => Some(x.clone()),
        _ => None,
    }
}

fn require(
    holds: bool,
    rule: &'static Rule,
    premise: &str,
    span: Span,
    message: impl FnOnce() -> String,
) -> Checked<()> {
    if holds {
        Ok(())
    } else {
        Err(Box::new(Diagnostic::error(rule.refuse(premise), span, message())))
    }
}
