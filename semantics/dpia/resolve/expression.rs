//! Expressions to code.

use super::{Arg, Binding, Env, Head, Resolver, misplaced, parts};
use crate::dpia::code::{Act, Body, Exp, ExpKind, Nat, Slot};
use crate::failure::{Failure, Run};
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT};
use elder_dpia::{DataType, Node, Phrase, Prim, Side};
use elder_syntax::Span;
use std::rc::Rc;

impl Resolver {
    /// The expression as code; slots from `depth` on are free.
    pub(super) fn exp(&mut self, phrase: &Phrase, env: &Env, depth: usize) -> Run<Exp> {
        self.exp_of(phrase, env, vec![], depth)
    }

    /// `phrase arguments` as code; the last argument is the first to be taken.
    fn exp_of(&mut self, phrase: &Phrase, env: &Env, arguments: Vec<Arg>, depth: usize) -> Run<Exp> {
        let code = |this: &mut Self, head, depth, span| {
            let kind = match head {
                Head::Slot(slot) => ExpKind::Slot(slot),
                Head::Cell(slot) => ExpKind::Cell(slot),
                Head::Prim(prim, ps, env) => this.exp_prim(&prim, ps, &env, depth, span)?,
            };
            Ok(Exp { kind, span })
        };
        self.applied((phrase, env, arguments, depth), code, |named, settle, body| Exp {
            kind: ExpKind::Let {
                slot: named.slot,
                value: named.value,
                ty: named.ty,
                settle,
                by_let: false,
                body: Box::new(body),
            },
            span: named.span,
        })
    }

    fn boxed(&mut self, phrase: &Phrase, env: &Env, depth: usize) -> Run<Box<Exp>> {
        self.exp(phrase, env, depth).map(Box::new)
    }

    /// The only part of a primitive.
    fn one(&mut self, prim: &Prim, ps: Vec<Phrase>, env: &Env, depth: usize, span: Span) -> Run<Box<Exp>> {
        let [e] = parts(prim, ps, span)?;
        self.boxed(&e, env, depth)
    }

    fn two(&mut self, ps: [&Phrase; 2], env: &Env, depth: usize) -> Run<Box<(Exp, Exp)>> {
        Ok(Box::new((
            self.exp(ps[0], env, depth)?,
            self.exp(ps[1], env, depth)?,
        )))
    }

    /// A function of one parameter.
    pub(super) fn unary(&mut self, function: &Phrase, env: &Env, depth: usize) -> Run<Body> {
        let mut depth = depth;
        let slot = self.fresh(&mut depth);
        let body = self.exp_of(function, env, vec![Arg::Slot(slot)], depth)?;
        Ok(Body {
            slots: [slot, slot],
            body,
        })
    }

    /// A function of two parameters.
    fn binary(&mut self, function: &Phrase, env: &Env, depth: usize) -> Run<Body> {
        let mut depth = depth;
        let slots: [Slot; 2] = [self.fresh(&mut depth), self.fresh(&mut depth)];
        let body = self.exp_of(
            function,
            env,
            vec![Arg::Slot(slots[1]), Arg::Slot(slots[0])],
            depth,
        )?;
        Ok(Body { slots, body })
    }

    fn exp_prim(
        &mut self,
        prim: &Prim,
        ps: Vec<Phrase>,
        env: &Env,
        depth: usize,
        span: Span,
    ) -> Run<ExpKind> {
        Ok(match prim {
            Prim::Literal { value, of } => match of {
                DataType::Vector(w, _) => ExpKind::VectorLiteral(*value, *w),
                _ => ExpKind::Literal(*value),
            },
            Prim::NatValue { of, value } => ExpKind::NatValue(self.nat(value, env, span)?, *of),
            Prim::IndexLiteral { value, n } => {
                ExpKind::Index(self.nat(value, env, span)?, self.nat(n, env, span)?)
            }
            Prim::AsIndex { n, test, .. } => ExpKind::AsIndex(
                self.one(prim, ps, env, depth, span)?,
                self.nat(n, env, span)?,
                *test,
            ),
            Prim::Unary { op, .. } => ExpKind::Unary(*op, self.one(prim, ps, env, depth, span)?),
            Prim::Binary { op, .. } => {
                let [a, b] = parts(prim, ps, span)?;
                ExpKind::Binary(*op, self.two([&a, &b], env, depth)?)
            }
            Prim::Ternary { op, .. } => {
                let [a, b, c] = parts(prim, ps, span)?;
                let operands = (
                    self.exp(&a, env, depth)?,
                    self.exp(&b, env, depth)?,
                    self.exp(&c, env, depth)?,
                );
                ExpKind::Ternary(*op, Box::new(operands))
            }
            Prim::Ldexp { of } => {
                let [a, power] = parts(prim, ps, span)?;
                ExpKind::Ldexp(*of, self.two([&a, &power], env, depth)?)
            }
            Prim::Convert { to, .. } => ExpKind::Convert(*to, self.one(prim, ps, env, depth, span)?),
            Prim::If { .. } => {
                let [a, b, c] = parts(prim, ps, span)?;
                let parts = (
                    self.exp(&a, env, depth)?,
                    self.exp(&b, env, depth)?,
                    self.exp(&c, env, depth)?,
                );
                ExpKind::If(Box::new(parts))
            }
            Prim::Let { of, .. } => {
                let [value, function] = parts(prim, ps, span)?;
                let value = self.boxed(&value, env, depth)?;
                let mut depth = depth;
                let slot = self.fresh(&mut depth);
                let body = self.exp_of(&function, env, vec![Arg::Slot(slot)], depth)?;
                ExpKind::Let {
                    slot,
                    value,
                    ty: self.ty(of, env, span)?,
                    settle: self.settle(true),
                    by_let: true,
                    body: Box::new(body),
                }
            }
            Prim::Map { n, to, .. } => {
                let [function, array] = parts(prim, ps, span)?;
                ExpKind::Map {
                    n: self.nat(n, env, span)?,
                    function: Box::new(self.unary(&function, env, depth)?),
                    array: self.boxed(&array, env, depth)?,
                    to: self.ty(to, env, span)?,
                }
            }
            Prim::Reduce { n, to, .. } | Prim::ReduceGroup { n, of: to, .. } => {
                let [function, init, array] = parts(prim, ps, span)?;
                ExpKind::Reduce {
                    n: self.nat(n, env, span)?,
                    function: Box::new(self.binary(&function, env, depth)?),
                    init: self.boxed(&init, env, depth)?,
                    array: self.boxed(&array, env, depth)?,
                    to: self.ty(to, env, span)?,
                }
            }
            Prim::Scan { n, to, .. } | Prim::ScanGroup { n, of: to, .. } => {
                let [function, init, array] = parts(prim, ps, span)?;
                ExpKind::Scan {
                    n: self.nat(n, env, span)?,
                    function: Box::new(self.binary(&function, env, depth)?),
                    init: self.boxed(&init, env, depth)?,
                    array: self.boxed(&array, env, depth)?,
                    to: self.ty(to, env, span)?,
                }
            }
            Prim::ReduceSubgroup { width, m, of }
            | Prim::ScanSubgroup { width, m, of }
            | Prim::Shuffle { width, m, of } => {
                let [function, array] = parts(prim, ps, span)?;
                let (act, function) = match prim {
                    Prim::ReduceSubgroup { .. } => (Act::Reduce, self.binary(&function, env, depth)?),
                    Prim::ScanSubgroup { .. } => (Act::Scan, self.binary(&function, env, depth)?),
                    _ => (Act::Shuffle, self.unary(&function, env, depth)?),
                };
                ExpKind::Subgroup {
                    act,
                    width: *width,
                    m: self.nat(m, env, span)?,
                    function: Box::new(function),
                    array: self.boxed(&array, env, depth)?,
                    of: self.ty(of, env, span)?,
                }
            }
            Prim::HasSubgroups { .. } => ExpKind::HasSubgroups,
            Prim::Generate { n, .. } => {
                let [function] = parts(prim, ps, span)?;
                let function = self.unary(&function, env, depth)?;
                ExpKind::Generate(self.nat(n, env, span)?, Rc::new(function))
            }
            Prim::Reorder { n, .. } => {
                let [function, _, array] = parts(prim, ps, span)?;
                let function = Rc::new(self.unary(&function, env, depth)?);
                ExpKind::Reorder(self.nat(n, env, span)?, function, self.boxed(&array, env, depth)?)
            }
            Prim::Iterate { n, m, k, of } => {
                let [function, init] = parts(prim, ps, span)?;
                self.iterate([n, m, k], of, &function, &init, env, depth, span)?
            }
            Prim::LoopSeq { k, of } => {
                let [function, init] = parts(prim, ps, span)?;
                ExpKind::LoopSeq {
                    k: self.nat(k, env, span)?,
                    function: Box::new(self.binary(&function, env, depth)?),
                    init: self.boxed(&init, env, depth)?,
                    of: self.ty(of, env, span)?,
                }
            }
            Prim::IterWhile { of } => {
                let [condition, step, init] = parts(prim, ps, span)?;
                ExpKind::IterWhile {
                    condition: Box::new(self.unary(&condition, env, depth)?),
                    step: Box::new(self.unary(&step, env, depth)?),
                    init: self.boxed(&init, env, depth)?,
                    of: self.ty(of, env, span)?,
                }
            }
            Prim::To { .. } => {
                let [function, argument] = parts(prim, ps, span)?;
                let applied = self.exp_of(&function, env, vec![Arg::Phrase(argument, env.clone())], depth)?;
                ExpKind::To(Box::new(applied))
            }
            _ => return self.data_movement(prim, ps, env, depth, span),
        })
    }

    /// Views and primitives that move data without functions.
    fn data_movement(
        &mut self,
        prim: &Prim,
        ps: Vec<Phrase>,
        env: &Env,
        depth: usize,
        span: Span,
    ) -> Run<ExpKind> {
        Ok(match prim {
            Prim::Zip { .. } => {
                let [a, b] = parts(prim, ps, span)?;
                ExpKind::Zip(self.two([&a, &b], env, depth)?)
            }
            Prim::Pair { .. } => {
                let [a, b] = parts(prim, ps, span)?;
                ExpKind::Pair(self.two([&a, &b], env, depth)?)
            }
            Prim::Idx { .. } => {
                let [array, index] = parts(prim, ps, span)?;
                ExpKind::Idx(self.boxed(&array, env, depth)?, self.boxed(&index, env, depth)?)
            }
            Prim::Unzip { .. } => ExpKind::Unzip(self.one(prim, ps, env, depth, span)?),
            Prim::Fst { .. } => ExpKind::Project(Side::First, self.one(prim, ps, env, depth, span)?),
            Prim::Snd { .. } => ExpKind::Project(Side::Second, self.one(prim, ps, env, depth, span)?),
            Prim::Split { n, .. } => {
                ExpKind::Split(self.nat(n, env, span)?, self.one(prim, ps, env, depth, span)?)
            }
            Prim::Join { m, .. } => {
                ExpKind::Join(self.nat(m, env, span)?, self.one(prim, ps, env, depth, span)?)
            }
            Prim::AsVector { width, .. } => ExpKind::AsVector(*width, self.one(prim, ps, env, depth, span)?),
            Prim::AsScalar { width, .. } => ExpKind::AsScalar(*width, self.one(prim, ps, env, depth, span)?),
            Prim::Splat { width, .. } => ExpKind::Splat(*width, self.one(prim, ps, env, depth, span)?),
            Prim::VectorLiteral { .. } => {
                let components: Run<Vec<_>> = ps.iter().map(|p| self.exp(p, env, depth)).collect();
                ExpKind::Vector(components?)
            }
            Prim::Swizzle { components, .. } => {
                ExpKind::Components(components.clone(), self.one(prim, ps, env, depth, span)?)
            }
            Prim::VectorIdx { .. } => {
                let [vector, index] = parts(prim, ps, span)?;
                let vector = self.boxed(&vector, env, depth)?;
                ExpKind::Component(vector, self.boxed(&index, env, depth)?)
            }
            Prim::Take { n, .. } => {
                ExpKind::Take(self.nat(n, env, span)?, self.one(prim, ps, env, depth, span)?)
            }
            Prim::Drop { n, .. } => {
                ExpKind::Drop(self.nat(n, env, span)?, self.one(prim, ps, env, depth, span)?)
            }
            Prim::Transpose { n, m, .. } => ExpKind::Transpose(
                self.nat(n, env, span)?,
                self.nat(m, env, span)?,
                self.one(prim, ps, env, depth, span)?,
            ),
            Prim::Slide { n, size, step, .. } => {
                let [e] = parts(prim, ps, span)?;
                let windows = self.nat(&n.plus(&elder_dpia::Nat::one()), env, span)?;
                ExpKind::Slide(
                    windows,
                    self.nat(size, env, span)?,
                    self.nat(step, env, span)?,
                    self.boxed(&e, env, depth)?,
                )
            }
            Prim::Strided { o, strides, .. } => {
                let (o, strides) = (self.nat(o, env, span)?, self.nats(strides, env, span)?);
                ExpKind::Strided(o, strides, self.one(prim, ps, env, depth, span)?)
            }
            Prim::PadClamp { n, left, right, .. } => ExpKind::PadClamp(
                self.nat(n, env, span)?,
                self.nat(left, env, span)?,
                self.nat(right, env, span)?,
                self.one(prim, ps, env, depth, span)?,
            ),
            Prim::PadConst { n, left, right, .. } => {
                let [constant, e] = parts(prim, ps, span)?;
                ExpKind::PadConst(
                    self.nat(n, env, span)?,
                    self.nat(left, env, span)?,
                    self.nat(right, env, span)?,
                    self.two([&constant, &e], env, depth)?,
                )
            }
            Prim::Gather { m, .. } => {
                let [indexes, e] = parts(prim, ps, span)?;
                ExpKind::Gather(self.nat(m, env, span)?, self.two([&indexes, &e], env, depth)?)
            }
            Prim::Stride { n, s, .. } => ExpKind::Stride(
                self.nat(n, env, span)?,
                self.nat(s, env, span)?,
                self.one(prim, ps, env, depth, span)?,
            ),
            Prim::Concat { n, m, .. } => {
                let [a, b] = parts(prim, ps, span)?;
                ExpKind::Concat(
                    self.nat(n, env, span)?,
                    self.nat(m, env, span)?,
                    self.two([&a, &b], env, depth)?,
                )
            }
            Prim::Scatter { n, of } => {
                let [indexes, array] = parts(prim, ps, span)?;
                ExpKind::Scatter {
                    m: self.nat(n, env, span)?,
                    n: self.nat(n, env, span)?,
                    default: None,
                    last: false,
                    indexes: self.boxed(&indexes, env, depth)?,
                    array: self.boxed(&array, env, depth)?,
                    of: self.ty(of, env, span)?,
                }
            }
            Prim::ScatterInto { n, m, of } | Prim::ScatterLast { n, m, of } => {
                let [default, indexes, array] = parts(prim, ps, span)?;
                ExpKind::Scatter {
                    m: self.nat(m, env, span)?,
                    n: self.nat(n, env, span)?,
                    default: Some(self.boxed(&default, env, depth)?),
                    last: matches!(prim, Prim::ScatterLast { .. }),
                    indexes: self.boxed(&indexes, env, depth)?,
                    array: self.boxed(&array, env, depth)?,
                    of: self.ty(of, env, span)?,
                }
            }
            Prim::Partition { n, of, .. } | Prim::PartitionGroups { n, of, .. } => {
                let [predicate, array, function] = parts(prim, ps, span)?;
                let predicate = Box::new(self.unary(&predicate, env, depth)?);
                let array = self.boxed(&array, env, depth)?;
                let mut depth = depth;
                let count = self.fresh(&mut depth);
                let parts: [Slot; 2] = [self.fresh(&mut depth), self.fresh(&mut depth)];
                let arguments = vec![
                    Arg::Slot(parts[1]),
                    Arg::Slot(parts[0]),
                    Arg::Nat(Nat::Slot(count)),
                ];
                ExpKind::Partition {
                    n: self.nat(n, env, span)?,
                    predicate,
                    array,
                    of: self.ty(of, env, span)?,
                    count,
                    parts,
                    body: Box::new(self.exp_of(&function, env, arguments, depth)?),
                }
            }
            Prim::ReduceByIndex { op, of, n, m } => {
                let [default, indexes, array] = parts(prim, ps, span)?;
                ExpKind::ReduceByIndex {
                    op: *op,
                    m: self.nat(m, env, span)?,
                    n: self.nat(n, env, span)?,
                    default: self.boxed(&default, env, depth)?,
                    indexes: self.boxed(&indexes, env, depth)?,
                    array: self.boxed(&array, env, depth)?,
                    of: *of,
                }
            }
            Prim::Update { n, of } => {
                let [array, index, value] = parts(prim, ps, span)?;
                ExpKind::Update {
                    n: self.nat(n, env, span)?,
                    array: self.boxed(&array, env, depth)?,
                    index: self.boxed(&index, env, depth)?,
                    value: self.boxed(&value, env, depth)?,
                    of: self.ty(of, env, span)?,
                }
            }
            // DPIA-E-APP
            Prim::Call { .. } => {
                let Some((f, rest)) = ps.split_first() else {
                    return Err(misplaced(prim, "expression", span));
                };
                let arguments = rest.iter().rev().map(|e| Arg::Phrase(e.clone(), env.clone()));
                self.exp_of(f, env, arguments.collect(), depth)?.kind
            }
            Prim::Run { .. } => ExpKind::Run(self.one(prim, ps, env, depth, span)?),
            _ => return Err(misplaced(prim, "expression", span)),
        })
    }

    /// DPIA-E-ITERATE: the function at every size; sizes are numbers here.
    #[allow(clippy::too_many_arguments)]
    fn iterate(
        &mut self,
        [n, m, k]: [&elder_dpia::Nat; 3],
        of: &DataType,
        function: &Phrase,
        init: &Phrase,
        env: &Env,
        depth: usize,
        span: Span,
    ) -> Run<ExpKind> {
        let sizes = [
            self.nat(n, env, span)?,
            self.nat(m, env, span)?,
            self.nat(k, env, span)?,
        ];
        let [Nat::Const(n), Nat::Const(m), Nat::Const(k)] = sizes else {
            return Err(Failure::internal(
                span,
                "the sizes of `iterate` depend on a loop variable",
            ));
        };
        const MAX_STEPS: i64 = 1_000_000;
        if k > MAX_STEPS {
            return Err(Failure::limit(
                &DPIA_E_LIMIT,
                "memory",
                span,
                format!("`iterate` makes {k} steps"),
            ));
        }
        let mut steps: Vec<(i64, _)> = Vec::new();
        for j in 0..k {
            let power = u32::try_from(k - 1 - j).ok().and_then(|e| n.checked_pow(e));
            let Some(length) = power.and_then(|p| p.checked_mul(m)) else {
                return Err(Failure::arguments(
                    &DPIA_E_ENTRY,
                    "obligation",
                    span,
                    "a size of `iterate` is too large",
                ));
            };
            if let Some((last, step)) = steps.last()
                && *last == length
            {
                let step: &(Rc<Body>, _) = step;
                let step = step.clone();
                steps.push((length, step));
                continue;
            }
            let mut depth = depth;
            let slot = self.fresh(&mut depth);
            let arguments = vec![Arg::Slot(slot), Arg::Nat(Nat::Const(length))];
            let body = self.exp_of(function, env, arguments, depth)?;
            let element = self.ty(of, env, span)?;
            let result = crate::dpia::code::Type::Array(Nat::Const(length), element.into());
            let body = Body {
                slots: [slot, slot],
                body,
            };
            steps.push((length, (Rc::new(body), result)));
        }
        Ok(ExpKind::Iterate {
            init: self.boxed(init, env, depth)?,
            steps: steps.into_iter().map(|(_, step)| step).collect(),
        })
    }

    /// The content of a variable in a slot under a name, for terms made here.
    pub(super) fn slot_var(&self, env: &Env, text: &str, slot: Slot, span: Span) -> (Phrase, Env) {
        let name = elder_dpia::Name::fresh(text);
        let phrase = Phrase::new(Node::Var(name.clone()), span);
        (phrase, env.update(name, Binding::Slot(slot)))
    }
}
