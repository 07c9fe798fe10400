//! Continuation-passing: `C⦇E⦈(C)` hands an expression with the value of E to C (notes, section 7); an arm a rule.

use super::views::MapView;
use super::{Continuation, Outcome, Stage, not_normal};
use crate::dpia::lower::kept::is_small;
use crate::dpia::make;
use crate::dpia::normalise::{is_total, must_be_named};
use elder_dpia::rules::translation as rules;
use elder_dpia::{AddressSpace, BinOp, DataType, Node, Phrase, PhraseType, Prim, Strategy};

impl Stage {
    /// `C⦇e⦈(then)`
    pub(crate) fn pass(&mut self, e: &Phrase, then: Continuation) -> Outcome {
        elder_syntax::effort::deeper(|| self.pass_node(e, then))
    }

    fn pass_node(&mut self, e: &Phrase, then: Continuation) -> Outcome {
        let Node::Prim(prim, arguments) = &*e.node else {
            rules::DPIA_C_VAR.apply();
            return then(self, e.clone());
        };
        let span = e.span;
        match (prim, arguments.as_slice()) {
            (Prim::Map { strategy, .. }, [_, xs]) => {
                if let Some(view) = MapView::of(e) {
                    rules::DPIA_X_MAPVIEW_C.apply();
                    let once = view.looks_once();
                    let over: Continuation = Box::new(move |stage, xs| then(stage, view.over(xs)));
                    return match once {
                        true => self.pass(xs, over),
                        false => self.shared("rows", xs, over),
                    };
                }
                // The published default of where the temporary lies (DPIA-O-DEFAULT).
                rules::DPIA_C_MAP.apply();
                rules::DPIA_O_DEFAULT.apply();
                if *strategy != Strategy::Any {
                    rules::DPIA_O_ACC.apply();
                }
                self.stored(Some(AddressSpace::Global), e, then)
            }
            (Prim::Reduce { n, from, to }, [f, init, xs]) => {
                rules::DPIA_C_REDUCE.apply();
                let reduce = Prim::ReduceI {
                    n: n.clone(),
                    from: from.clone(),
                    to: to.clone(),
                };
                self.fold_then(f, [from, to], [init, xs], reduce, then)
            }
            (Prim::ReduceGroup { dimension, n, of }, [f, init, xs]) => {
                rules::DPIA_X_REDUCE_GROUP_C.apply();
                let reduce = Prim::ReduceGroupI {
                    dimension: *dimension,
                    n: n.clone(),
                    of: of.clone(),
                };
                self.fold_then(f, [of, of], [init, xs], reduce, then)
            }
            (Prim::To { space, to, .. }, [f, x]) => {
                rules::DPIA_O_TO_C.apply();
                let applied = match make::open(f) {
                    Some((binder, body)) if must_be_named(binder, body, x) => {
                        let of = self.data(x)?;
                        let result = PhraseType::Exp(to.clone());
                        Phrase::prim(Prim::Let { of, result }, vec![x.clone(), f.clone()], span)
                    }
                    _ => f.apply(x),
                };
                let space = *space;
                self.new_cell(Some(space), "tmp", to, span, |stage, t| {
                    let write = stage.accept(&applied, make::writes(&t))?;
                    Ok(make::seq(write, then(stage, make::reads(&t))?))
                })
            }
            (Prim::Let { .. }, [value, f]) => {
                self.named(value, f, Box::new(move |stage, x| stage.pass(&f.apply(&x), then)))
            }
            (Prim::If { .. }, _) => {
                rules::DPIA_X_IF_C.apply();
                match self.direct_if(e) {
                    Some(conditional) => then(self, conditional),
                    None => self.stored(None, e, then),
                }
            }
            (Prim::Generate { .. }, _) => match direct(e) {
                Some(view) if small(&view) => {
                    rules::DPIA_X_GENERATE_C.apply();
                    then(self, view)
                }
                _ => self.stored(None, e, then),
            },
            (Prim::Iterate { .. }, _) => self.iterate(e, then),
            (Prim::LoopSeq { .. }, _) => self.loop_seq(e, then),
            (Prim::IterWhile { .. }, _) => self.iter_while(e, then),
            (
                Prim::Scan { .. }
                | Prim::ScanGroup { .. }
                | Prim::ReduceSubgroup { .. }
                | Prim::ScanSubgroup { .. }
                | Prim::Shuffle { .. }
                | Prim::Scatter { .. }
                | Prim::ScatterInto { .. }
                | Prim::ScatterLast { .. }
                | Prim::Partition { .. }
                | Prim::PartitionGroups { .. }
                | Prim::ReduceByIndex { .. }
                | Prim::Update { .. }
                | Prim::Run { .. },
                _,
            ) => {
                rules::DPIA_X_STORE_C.apply();
                let space = matches!(prim, Prim::Run { .. }).then_some(AddressSpace::Global);
                self.stored(space, e, then)
            }
            (Prim::PadConst { .. }, [constant, xs]) => {
                rules::DPIA_X_VIEW_C.apply();
                self.shared(
                    "border",
                    constant,
                    Box::new(move |stage, constant| {
                        stage.pass(
                            xs,
                            Box::new(move |stage, xs| {
                                then(stage, Phrase::prim(prim.clone(), vec![constant, xs], span))
                            }),
                        )
                    }),
                )
            }
            (Prim::Reorder { .. }, [f, inverse, xs]) => {
                rules::DPIA_X_VIEW_C.apply();
                self.pass(
                    xs,
                    Box::new(move |stage, xs| {
                        let parts = vec![f.clone(), inverse.clone(), xs];
                        then(stage, Phrase::prim(prim.clone(), parts, span))
                    }),
                )
            }
            (Prim::Call { .. }, [f, given @ ..]) => {
                rules::DPIA_X_CALL_C.apply();
                let of = self.data(e)?;
                if !is_small(f, &of) {
                    let placed = applied(f, given, &of);
                    return self.pass(&placed, then);
                }
                let f = f.clone();
                self.pass_all(
                    given,
                    vec![],
                    Box::new(move |stage, parts| {
                        let parts = std::iter::once(f).chain(parts).collect();
                        then(stage, Phrase::prim(prim.clone(), parts, span))
                    }),
                )
            }
            // No part of an element that is an empty array would ask for the index (DPIA-C-IDX).
            (Prim::Idx { of, .. }, [xs, j]) if may_be_empty(of) && !is_total(j) => {
                label(prim);
                self.pass(
                    xs,
                    Box::new(move |stage, xs| {
                        stage.shared(
                            "at",
                            j,
                            Box::new(move |stage, j| then(stage, rebuild(prim, vec![xs, j], e))),
                        )
                    }),
                )
            }
            _ if is_expression(prim) => {
                label(prim);
                self.pass_all(
                    arguments,
                    vec![],
                    Box::new(move |stage, parts| then(stage, rebuild(prim, parts, e))),
                )
            }
            _ => Err(not_normal(e)),
        }
    }

    /// As [`Stage::folding`], with a continuation for the result.
    fn fold_then(
        &mut self,
        f: &Phrase,
        [from, to]: [&DataType; 2],
        [init, xs]: [&Phrase; 2],
        prim: Prim,
        then: Continuation,
    ) -> Outcome {
        let span = xs.span;
        self.pass(
            xs,
            Box::new(move |stage, xs| {
                stage.initial(
                    &prim.clone(),
                    init,
                    Box::new(move |stage, init| {
                        let f = stage.accepting_function(f, &[from, to], to, span)?;
                        let result = PhraseType::Exp(to.clone());
                        let rest = stage.lambda("r", result, span, |stage, r| then(stage, r))?;
                        Ok(Phrase::prim(prim, vec![f, init, xs, rest], span))
                    }),
                )
            }),
        )
    }

    /// The initial value of a reduction or scan; that by a group uses it several times.
    pub(super) fn initial(&mut self, prim: &Prim, init: &Phrase, then: Continuation) -> Outcome {
        match prim {
            Prim::ReduceGroupI { .. } | Prim::ScanGroupI { .. } => self.shared("neutral", init, then),
            _ => self.pass(init, then),
        }
    }

    /// `if` as an expression: of numbers, with branches that need no commands and cannot fail.
    pub(super) fn direct_if(&mut self, e: &Phrase) -> Option<Phrase> {
        if !self.types.data(e).as_ref().is_some_and(DataType::is_scalar) {
            return None;
        }
        let conditional = direct(e)?;
        small(&conditional).then_some(conditional)
    }
}

/// What is given named before the body of the function.
fn applied(f: &Phrase, given: &[Phrase], result: &DataType) -> Phrase {
    let (Some((value, rest)), Some((binder, body))) = (given.split_first(), make::open(f)) else {
        return f.clone();
    };
    let Some(of) = binder.ty.as_exp() else {
        return f.clone();
    };
    let inner = Phrase::new(Node::Lambda(binder.clone(), applied(body, rest, result)), f.span);
    let prim = Prim::Let {
        of: of.clone(),
        result: PhraseType::Exp(result.clone()),
    };
    Phrase::prim(prim, vec![value.clone(), inner], f.span)
}

/// The rule that an operator or view falls under.
fn label(prim: &Prim) {
    match prim {
        Prim::Literal { .. } | Prim::NatValue { .. } | Prim::IndexLiteral { .. } => rules::DPIA_C_LIT.apply(),
        Prim::Unary { .. } => rules::DPIA_C_NEG.apply(),
        Prim::Zip { .. } => rules::DPIA_C_ZIP.apply(),
        Prim::Split { .. } => rules::DPIA_C_SPLIT.apply(),
        Prim::Join { .. } => rules::DPIA_C_JOIN.apply(),
        Prim::Pair { .. } => rules::DPIA_C_PAIR.apply(),
        Prim::Fst { .. } => rules::DPIA_C_FST.apply(),
        Prim::Snd { .. } => rules::DPIA_C_SND.apply(),
        Prim::Idx { .. } => rules::DPIA_C_IDX.apply(),
        Prim::AsVector { .. }
        | Prim::AsScalar { .. }
        | Prim::Splat { .. }
        | Prim::VectorLiteral { .. }
        | Prim::Swizzle { .. }
        | Prim::VectorIdx { .. } => rules::DPIA_O_VEC_C.apply(),
        Prim::Binary { .. }
        | Prim::Ternary { .. }
        | Prim::Ldexp { .. }
        | Prim::Convert { .. }
        | Prim::AsIndex { .. } => {
            rules::DPIA_C_ARITH.apply();
        }
        _ => rules::DPIA_X_VIEW_C.apply(),
    }
}

/// The operator or view of translated operands; projections of pairs are reduced.
fn rebuild(prim: &Prim, parts: Vec<Phrase>, e: &Phrase) -> Phrase {
    match (prim, parts.as_slice()) {
        (Prim::Fst { first, second }, [x]) => make::fst(first, second, x),
        (Prim::Snd { first, second }, [x]) => make::snd(first, second, x),
        _ => Phrase::prim(prim.clone(), parts, e.span),
    }
}

/// Operators and views: they become parts of expressions, without commands of their own.
pub(crate) fn is_expression(prim: &Prim) -> bool {
    matches!(
        prim,
        Prim::Literal { .. }
            | Prim::Unary { .. }
            | Prim::Binary { .. }
            | Prim::Ternary { .. }
            | Prim::Ldexp { .. }
            | Prim::Convert { .. }
            | Prim::NatValue { .. }
            | Prim::IndexLiteral { .. }
            | Prim::AsIndex { .. }
            | Prim::Zip { .. }
            | Prim::Unzip { .. }
            | Prim::Split { .. }
            | Prim::Join { .. }
            | Prim::Pair { .. }
            | Prim::Fst { .. }
            | Prim::Snd { .. }
            | Prim::Idx { .. }
            | Prim::AsVector { .. }
            | Prim::AsScalar { .. }
            | Prim::Splat { .. }
            | Prim::VectorLiteral { .. }
            | Prim::Swizzle { .. }
            | Prim::VectorIdx { .. }
            | Prim::HasSubgroups { .. }
            | Prim::Take { .. }
            | Prim::Drop { .. }
            | Prim::Transpose { .. }
            | Prim::Slide { .. }
            | Prim::PadClamp { .. }
            | Prim::PadConst { .. }
            | Prim::Gather { .. }
            | Prim::Reorder { .. }
            | Prim::Stride { .. }
            | Prim::Strided { .. }
            | Prim::Concat { .. }
            | Prim::Generate { .. }
            | Prim::If { .. }
    )
}

/// The expression that `e` translates to, if no command is needed for it.
pub(super) fn direct(e: &Phrase) -> Option<Phrase> {
    elder_syntax::effort::deeper(|| match &*e.node {
        Node::Var(_) => Some(e.clone()),
        Node::Proj(..) => Some(e.clone()),
        Node::Lambda(binder, body) => {
            let renewed = binder.name.renewed();
            let inner = direct(&body.substitute(binder, &Phrase::var(&renewed, e.span)))?;
            let binder = elder_dpia::Binder {
                name: renewed,
                ty: binder.ty.clone(),
            };
            Some(Phrase::new(Node::Lambda(binder, inner), e.span))
        }
        Node::Prim(Prim::Map { .. }, arguments) => {
            let view = MapView::of(e)?;
            let xs = direct(arguments.get(1)?)?;
            (view.looks_once() || small(&xs)).then(|| view.over(xs))
        }
        Node::Prim(prim, arguments) if is_expression(prim) => {
            let parts = arguments.iter().map(direct).collect::<Option<Vec<_>>>()?;
            let conditional = matches!(prim, Prim::If { .. });
            if conditional && !parts.iter().skip(1).all(cannot_fail) {
                return None;
            }
            Some(rebuild(prim, parts, e))
        }
        _ => None,
    })
}

/// Whether values of the type may have no numbers.
fn may_be_empty(of: &DataType) -> bool {
    match of {
        DataType::Array(n, of) => n.as_constant().is_none_or(|n| n < 1) || may_be_empty(of),
        DataType::Pair(a, b) => may_be_empty(a) || may_be_empty(b),
        _ => false,
    }
}

/// Whether a term is short enough to be written out at each of its uses.
fn small(e: &Phrase) -> bool {
    make::within(e, 64)
}

/// Whether evaluating the expression is defined for all values.
fn cannot_fail(e: &Phrase) -> bool {
    let own = match &*e.node {
        Node::Prim(Prim::AsIndex { .. } | Prim::Gather { .. }, _) => false,
        Node::Prim(Prim::Binary { op, of }, _) => {
            let integral = match of {
                DataType::Num(t) | DataType::Vector(_, t) => t.is_integer(),
                _ => true,
            };
            let divides = matches!(
                op,
                BinOp::Div
                    | BinOp::Mod
                    | BinOp::Quot
                    | BinOp::Rem
                    | BinOp::Pow
                    | BinOp::Shl
                    | BinOp::Shr
                    | BinOp::Lshr
            );
            !(integral && divides)
        }
        _ => true,
    };
    own && e.children().all(cannot_fail)
}
