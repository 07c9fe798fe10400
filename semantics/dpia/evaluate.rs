//! The judgement of expressions: an arm a rule (DPIA-E-*, notes 14.2).
//!
//! One evaluator serves both readings.  In the functional one all arrays are memory that is not written any more; in the
//! store semantics an expression may read cells, and then views are looked at as late as the path rules of the notes'
//! section 9.3 do, so that only the elements that are needed are read.

use crate::derivation::Derivation;
use crate::dpia::code::{Body, Exp, ExpKind, Nat, Settle, Type};
use crate::dpia::display::show;
use crate::dpia::machine::{Builder, Lane, Machine};
use crate::dpia::store::no_room;
use crate::dpia::value::{
    Buffer, Flat, Layout, Source, Value, View, as_scalar, as_vector, drop_first, join, set, slide, split,
    strided, take, transpose,
};
use crate::failure::{Failure, Run};
use crate::numeric::{self, NumericError};
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{BinOp, IndexTest, PrimValue, Side};
use elder_syntax::Span;
use elder_syntax::prim::PrimFn;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// What DPIA-E-SCATTER refuses: more is known where the indexes are still there.
const TWICE: &str = "two elements go to the same index";

impl Machine {
    /// ρ ⊢ E ⇓ d
    pub(super) fn eval(&mut self, exp: &Exp, lane: &mut Lane) -> Run<Value> {
        self.step(exp.span)?;
        let rule = exp.rule();
        rule.apply();
        if let Some(cost) = &mut self.cost {
            cost.step(self.level);
        }
        let leaf = matches!(
            exp.kind,
            ExpKind::Slot(_)
                | ExpKind::Cell(_)
                | ExpKind::Literal(_)
                | ExpKind::NatValue(..)
                | ExpKind::Index(..)
        );
        if leaf && self.derivation.is_none() {
            return self.eval_kind(exp, lane);
        }
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || {
            if self.derivation.is_none() {
                return self.eval_kind(exp, lane);
            }
            if let Some(derivation) = &mut self.derivation {
                derivation.open(rule, exp.span);
            }
            let result = self.eval_kind(exp, lane);
            let recording = self.derivation.as_ref().is_some_and(Derivation::is_recording);
            let shown = match &result {
                Ok(value) if recording => Some(show(value)),
                _ => None,
            };
            if let Some(derivation) = &mut self.derivation {
                derivation.close(shown);
            }
            result
        })
    }

    fn eval_kind(&mut self, exp: &Exp, lane: &mut Lane) -> Run<Value> {
        let span = exp.span;
        match &exp.kind {
            ExpKind::Slot(slot) => Ok(lane.get(*slot).clone()),
            ExpKind::Cell(slot) => {
                if let Value::Cell(cell) = lane.get(*slot)
                    && cell.is_scalar()
                {
                    let cell = cell.clone();
                    return self.read_scalar(&cell, lane, span).map(Value::Scalar);
                }
                let content = self.content(*slot, lane, span)?;
                self.force(content, lane, span)
            }
            ExpKind::Literal(value) => Ok(Value::Scalar(*value)),
            ExpKind::VectorLiteral(value, width) => Ok(splat(*value, *width)),
            ExpKind::NatValue(n, t) => {
                let n = self.nat(n, lane, span)?;
                Ok(Value::Scalar(numeric::convert::convert(PrimValue::I64(n), *t)))
            }
            ExpKind::Index(value, n) => {
                let (value, n) = (self.nat(value, lane, span)?, self.length(n, lane, span)?);
                self.bounded(value, n, span)
            }
            ExpKind::AsIndex(e, n, test) => {
                let value = self.scalar(e, lane)?;
                let n = self.length(n, lane, span)?;
                let i = match numeric::convert::convert(value, elder_dpia::PrimType::I64) {
                    // A u64 beyond i64 must not wrap.
                    PrimValue::I64(i) if !matches!(value, PrimValue::U64(u) if u > i64::MAX as u64) => i,
                    _ => i64::MAX,
                };
                let is_index = (0..n).contains(&i);
                match test {
                    IndexTest::Bounds => self.bounded(i, n, span),
                    _ if is_index => Ok(Value::Scalar(PrimValue::I64(i))),
                    IndexTest::Clamp if n > 0 => Ok(Value::Scalar(PrimValue::I64(0))),
                    IndexTest::Clamp => {
                        let message = "an array of 0 elements has no index";
                        Err(Failure::error(&rules::DPIA_E_CLAMP, "some", span, message))
                    }
                    IndexTest::Known => {
                        let message = format!("{i} was to be known as an index of an array of {n} elements");
                        Err(Failure::error(&rules::DPIA_E_KNOWN, "owed", span, message))
                    }
                    IndexTest::Once => Err(Failure::error(&rules::DPIA_E_SCATTER, "injective", span, TWICE)),
                }
            }
            ExpKind::Unary(op, e) => match self.eval(e, lane)? {
                Value::Vector(a) => {
                    let all = a.iter().map(|a| self.defined(numeric::unary(*op, *a), *a, span));
                    all.collect::<Run<_>>().map(Value::Vector)
                }
                value => {
                    let a = self.scalar_of(value, span)?;
                    self.defined(numeric::unary(*op, a), a, span).map(Value::Scalar)
                }
            },
            ExpKind::Binary(op, operands) => {
                let a = self.eval(&operands.0, lane)?;
                let b = self.eval(&operands.1, lane)?;
                self.binary(*op, a, b, span)
            }
            ExpKind::Ternary(op, operands) => {
                let a = self.eval(&operands.0, lane)?;
                let b = self.eval(&operands.1, lane)?;
                let c = self.eval(&operands.2, lane)?;
                match (a, b, c) {
                    (Value::Vector(a), Value::Vector(b), Value::Vector(c)) => {
                        let all = a.iter().zip(b.iter()).zip(c.iter());
                        let all =
                            all.map(|((a, b), c)| self.defined(numeric::ternary(*op, *a, *b, *c), *a, span));
                        all.collect::<Run<_>>().map(Value::Vector)
                    }
                    (a, b, c) => {
                        let a = self.scalar_of(a, span)?;
                        let b = self.scalar_of(b, span)?;
                        let c = self.scalar_of(c, span)?;
                        self.defined(numeric::ternary(*op, a, b, c), a, span)
                            .map(Value::Scalar)
                    }
                }
            }
            ExpKind::Ldexp(of, operands) => {
                let a = self.eval(&operands.0, lane)?;
                let a = self.scalar_of(a, span)?;
                let power = self.eval(&operands.1, lane)?;
                let power = self.scalar_of(power, span)?;
                let scaled = numeric::apply(PrimFn::Ldexp(*of), &[a, power]);
                self.defined(scaled, a, span).map(Value::Scalar)
            }
            ExpKind::Convert(to, e) => match self.eval(e, lane)? {
                Value::Vector(a) => Ok(Value::Vector(
                    a.iter().map(|a| numeric::convert::convert(*a, *to)).collect(),
                )),
                value => {
                    let a = self.scalar_of(value, span)?;
                    Ok(Value::Scalar(numeric::convert::convert(a, *to)))
                }
            },
            ExpKind::If(parts) => {
                let (condition, yes, no) = &**parts;
                match self.truth(condition, lane)? {
                    true => self.eval(yes, lane),
                    false => self.eval(no, lane),
                }
            }
            ExpKind::Let {
                slot,
                value,
                ty,
                settle,
                body,
                ..
            } => {
                let value = self.named(value, ty, *settle, lane)?;
                lane.set(*slot, value);
                self.eval(body, lane)
            }
            ExpKind::To(e) | ExpKind::Run(e) => self.eval(e, lane),
            ExpKind::Pair(halves) => {
                let first = self.lazily(&halves.0, lane)?;
                let second = self.lazily(&halves.1, lane)?;
                Ok(Value::Pair(Rc::new((first, second))))
            }
            ExpKind::Project(side, e) => {
                if self.reads_by_path() {
                    return self.eval_fields(e, &[*side], lane);
                }
                let pair = self.eval(e, lane)?;
                let half = self.half(pair, *side, span)?;
                self.force(half, lane, span)
            }
            ExpKind::Idx(array, index) => {
                let array_value = self.eval(array, lane)?;
                let index = self.eval(index, lane)?;
                let i = self.index(&index, span)?;
                let array = self.array(array_value, span)?;
                self.at(&array, i, lane, span)
            }
            ExpKind::Splat(width, e) => {
                let value = self.scalar(e, lane)?;
                Ok(splat(value, *width))
            }
            ExpKind::HasSubgroups => Ok(Value::Scalar(PrimValue::Bool(true))),
            ExpKind::Vector(parts) => {
                let parts: Run<Rc<[PrimValue]>> = parts.iter().map(|part| self.scalar(part, lane)).collect();
                parts.map(Value::Vector)
            }
            ExpKind::Components(components, e) => {
                let vector = self.vector(e, lane)?;
                let part = |i: &u8| vector.get(usize::from(*i)).copied();
                let parts: Option<Rc<[PrimValue]>> = components.numbers().iter().map(part).collect();
                match parts.as_deref() {
                    None => Err(Failure::internal(
                        span,
                        "a component that the vector does not have",
                    )),
                    Some([number]) => Ok(Value::Scalar(*number)),
                    Some(parts) => Ok(Value::Vector(parts.into())),
                }
            }
            ExpKind::Component(e, index) => {
                let vector = self.vector(e, lane)?;
                let index = self.eval(index, lane)?;
                let part = usize::try_from(self.index(&index, span)?).ok();
                match part.and_then(|i| vector.get(i)) {
                    Some(number) => Ok(Value::Scalar(*number)),
                    None => Err(Failure::internal(span, "an index beyond the width of a vector")),
                }
            }
            _ => self.eval_array(exp, lane),
        }
    }

    /// The components of a vector.
    fn vector(&mut self, e: &Exp, lane: &mut Lane) -> Run<Rc<[PrimValue]>> {
        match self.eval(e, lane)? {
            Value::Vector(components) => Ok(components),
            _ => Err(Failure::internal(e.span, "no vector")),
        }
    }

    /// σ, ρ ⊢ E @ fields ⇓ d: that part of a pair of pairs.  Of a pair that is written out, only the half is looked at, wherever it stands.
    pub(super) fn eval_fields(&mut self, exp: &Exp, fields: &[Side], lane: &mut Lane) -> Run<Value> {
        let Some((side, rest)) = fields.split_first() else {
            return self.eval(exp, lane);
        };
        let span = exp.span;
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || match &exp.kind {
            ExpKind::Pair(halves) => match side {
                Side::First => self.eval_fields(&halves.0, rest, lane),
                Side::Second => self.eval_fields(&halves.1, rest, lane),
            },
            ExpKind::Project(inner, e) => {
                let fields: SmallVec<[Side; 4]> =
                    std::iter::once(*inner).chain(fields.iter().copied()).collect();
                self.eval_fields(e, &fields, lane)
            }
            ExpKind::Idx(array, index) => {
                let array = self.eval_view(array, lane)?;
                let index = self.eval(index, lane)?;
                let i = self.index(&index, span)?;
                self.part_at(&array, i, fields, lane, span)
            }
            _ => {
                let pair = self.eval(exp, lane)?;
                self.taken(pair, fields, lane, span)
            }
        })
    }

    /// Expressions that give arrays, or take them apart.
    fn eval_array(&mut self, exp: &Exp, lane: &mut Lane) -> Run<Value> {
        let span = exp.span;
        let view = |view: Rc<View>| Ok(Value::View(view));
        match &exp.kind {
            ExpKind::Zip(arrays) => {
                let a = self.eval_view(&arrays.0, lane)?;
                let b = self.eval_view(&arrays.1, lane)?;
                view(Rc::new(View::Zip(a, b, 1)))
            }
            ExpKind::Unzip(e) => {
                let array = self.eval_view(e, lane)?;
                let halves = match &*array {
                    View::Zip(a, b, 1) => (Value::View(a.clone()), Value::View(b.clone())),
                    _ => {
                        let half = |side| Value::View(Rc::new(View::Field(side, array.clone())));
                        (half(Side::First), half(Side::Second))
                    }
                };
                Ok(Value::Pair(Rc::new(halves)))
            }
            ExpKind::Split(n, e) => {
                let n = self.length(n, lane, span)?;
                view(split(&self.eval_view(e, lane)?, n))
            }
            ExpKind::Join(m, e) => {
                let m = self.length(m, lane, span)?;
                view(join(&self.eval_view(e, lane)?, m))
            }
            ExpKind::Take(n, e) => {
                let n = self.length(n, lane, span)?;
                view(take(&self.eval_view(e, lane)?, n))
            }
            ExpKind::Drop(n, e) => {
                let n = self.length(n, lane, span)?;
                view(drop_first(&self.eval_view(e, lane)?, n))
            }
            ExpKind::Transpose(_, _, e) => view(transpose(&self.eval_view(e, lane)?)),
            ExpKind::Slide(windows, size, step, e) => {
                let windows = self.length(windows, lane, span)?;
                let (size, step) = (self.length(size, lane, span)?, self.length(step, lane, span)?);
                view(slide(&self.eval_view(e, lane)?, windows, size, step))
            }
            ExpKind::Strided(o, strides, e) => {
                let o = self.length(o, lane, span)?;
                let strides: Run<Vec<i64>> = strides.iter().map(|s| self.length(s, lane, span)).collect();
                view(strided(&self.eval_view(e, lane)?, o, &strides?))
            }
            ExpKind::PadClamp(n, left, _, e) => {
                let (n, left) = (self.length(n, lane, span)?, self.length(left, lane, span)?);
                let source = self.eval_view(e, lane)?;
                view(Rc::new(View::Pad {
                    source,
                    n,
                    left,
                    constant: None,
                }))
            }
            ExpKind::PadConst(n, left, _, parts) => {
                let (n, left) = (self.length(n, lane, span)?, self.length(left, lane, span)?);
                let constant = self.lazily(&parts.0, lane)?;
                let source = self.eval_view(&parts.1, lane)?;
                view(Rc::new(View::Pad {
                    source,
                    n,
                    left,
                    constant: Some(constant),
                }))
            }
            ExpKind::Gather(_, parts) => {
                let indexes = self.eval_view(&parts.0, lane)?;
                let source = self.eval_view(&parts.1, lane)?;
                view(Rc::new(View::Gather { indexes, source }))
            }
            ExpKind::Reorder(_, function, e) => {
                let source = self.eval_view(e, lane)?;
                view(Rc::new(View::Computed {
                    body: function.clone(),
                    frame: RefCell::new(lane.frame.clone()),
                    source: Some(source),
                }))
            }
            ExpKind::Generate(_, function) => view(Rc::new(View::Computed {
                body: function.clone(),
                frame: RefCell::new(lane.frame.clone()),
                source: None,
            })),
            ExpKind::Stride(n, s, e) => {
                let (n, s) = (self.length(n, lane, span)?, self.length(s, lane, span)?);
                let source = self.eval_view(e, lane)?;
                view(Rc::new(View::Stride { source, n, s }))
            }
            ExpKind::Concat(n, _, parts) => {
                let n = self.length(n, lane, span)?;
                let a = self.eval_view(&parts.0, lane)?;
                let b = self.eval_view(&parts.1, lane)?;
                view(Rc::new(View::Concat(n, a, b)))
            }
            ExpKind::AsVector(width, e) => view(as_vector(&self.eval_view(e, lane)?, *width)),
            ExpKind::AsScalar(width, e) => view(as_scalar(&self.eval_view(e, lane)?, *width)),
            _ => self.eval_loop(exp, lane),
        }
    }

    /// Expressions that go over arrays or repeat something.
    fn eval_loop(&mut self, exp: &Exp, lane: &mut Lane) -> Run<Value> {
        let span = exp.span;
        match &exp.kind {
            ExpKind::Map {
                n,
                function,
                array,
                to,
            } => {
                let n = self.length(n, lane, span)?;
                let array = self.eval_view(array, lane)?;
                let to = self.concrete(to, lane, span)?;
                let mut builder = Builder::new(to, n, self, span)?;
                for i in 0..n {
                    let element = self.at(&array, i, lane, span)?;
                    let value = self.call(function, [element, Value::Empty], 1, lane)?;
                    builder.push(self, value, lane, span)?;
                }
                Ok(builder.finish(n, self))
            }
            ExpKind::Reduce {
                n,
                function,
                init,
                array,
                to,
            } => {
                let n = self.length(n, lane, span)?;
                let to = self.concrete(to, lane, span)?;
                let start = self.eval(init, lane)?;
                let mut state = self.settled(start, &to, lane, span)?;
                let array = self.eval_view(array, lane)?;
                for i in 0..n {
                    let element = self.at(&array, i, lane, span)?;
                    let next = self.call(function, [element, state], 2, lane)?;
                    state = self.settled(next, &to, lane, span)?;
                }
                Ok(state)
            }
            ExpKind::Scan {
                n,
                function,
                init,
                array,
                to,
            } => {
                let n = self.length(n, lane, span)?;
                let to = self.concrete(to, lane, span)?;
                let start = self.eval(init, lane)?;
                let mut state = self.settled(start, &to, lane, span)?;
                let array = self.eval_view(array, lane)?;
                let mut builder = Builder::new(to.clone(), n, self, span)?;
                for i in 0..n {
                    let element = self.at(&array, i, lane, span)?;
                    let next = self.call(function, [element, state], 2, lane)?;
                    state = self.settled(next, &to, lane, span)?;
                    builder.push(self, state.clone(), lane, span)?;
                }
                Ok(builder.finish(n, self))
            }
            ExpKind::Subgroup {
                act,
                width,
                m,
                function,
                array,
                of,
            } => {
                let m = self.length(m, lane, span)?;
                let of = self.concrete(of, lane, span)?;
                let array = self.eval_view(array, lane)?;
                self.subgroups((*act, *width, m), function, &array, &of, lane, span)
            }
            ExpKind::Iterate { init, steps } => {
                let mut state = self.eval(init, lane)?;
                for (function, ty) in steps {
                    self.step(span)?;
                    let next = self.call(function, [state, Value::Empty], 1, lane)?;
                    let ty = self.concrete(ty, lane, span)?;
                    state = self.settled(next, &ty, lane, span)?;
                }
                Ok(state)
            }
            ExpKind::LoopSeq {
                k,
                function,
                init,
                of,
            } => {
                let k = self.length(k, lane, span)?;
                let of = self.concrete(of, lane, span)?;
                let start = self.eval(init, lane)?;
                let mut state = self.settled(start, &of, lane, span)?;
                for i in 0..k {
                    self.step(span)?;
                    let index = Value::Scalar(PrimValue::I64(i));
                    let next = self.call(function, [index, state], 2, lane)?;
                    state = self.settled(next, &of, lane, span)?;
                }
                Ok(state)
            }
            ExpKind::IterWhile {
                condition,
                step,
                init,
                of,
            } => {
                let of = self.concrete(of, lane, span)?;
                let start = self.eval(init, lane)?;
                let mut state = self.settled(start, &of, lane, span)?;
                loop {
                    self.step(span)?;
                    match self.call(condition, [state.clone(), Value::Empty], 1, lane)? {
                        Value::Scalar(PrimValue::Bool(true)) => {}
                        Value::Scalar(PrimValue::Bool(false)) => return Ok(state),
                        _ => return Err(Failure::internal(span, "no truth value")),
                    }
                    let next = self.call(step, [state, Value::Empty], 1, lane)?;
                    state = self.settled(next, &of, lane, span)?;
                }
            }
            ExpKind::Update {
                n,
                array,
                index,
                value,
                of,
            } => {
                let n = self.length(n, lane, span)?;
                let of = self.concrete(of, lane, span)?;
                let array = self.eval_view(array, lane)?;
                let index = self.eval(index, lane)?;
                let j = self.index(&index, span)?;
                let value = self.eval(value, lane)?;
                let mut builder = Builder::new(of, n, self, span)?;
                for i in 0..n {
                    let element = if i == j {
                        value.clone()
                    } else {
                        self.at(&array, i, lane, span)?
                    };
                    builder.push(self, element, lane, span)?;
                }
                Ok(builder.finish(n, self))
            }
            ExpKind::Scatter {
                m,
                n,
                default,
                last,
                indexes,
                array,
                of,
            } => self.scatter(
                [m, n],
                default.as_deref(),
                *last,
                [indexes, array],
                of,
                lane,
                span,
            ),
            ExpKind::Partition {
                n,
                predicate,
                array,
                of,
                count,
                parts,
                body,
            } => {
                let n = self.length(n, lane, span)?;
                let of = self.concrete(of, lane, span)?;
                let array = self.eval_view(array, lane)?;
                let mut others = Vec::new();
                let mut builder = Builder::new(of, n, self, span)?;
                for i in 0..n {
                    let element = self.at(&array, i, lane, span)?;
                    match self.call(predicate, [element.clone(), Value::Empty], 1, lane)? {
                        Value::Scalar(PrimValue::Bool(true)) => builder.push(self, element, lane, span)?,
                        Value::Scalar(PrimValue::Bool(false)) => others.push(element),
                        _ => return Err(Failure::internal(span, "no truth value")),
                    }
                }
                let k = n - others.len() as i64;
                for element in others {
                    builder.push(self, element, lane, span)?;
                }
                let all = builder.finish(n, self);
                let all = self.array(all, span)?;
                lane.set(*count, Value::Scalar(PrimValue::I64(k)));
                lane.set(parts[0], Value::View(take(&all, k)));
                lane.set(parts[1], Value::View(drop_first(&all, k)));
                self.eval(body, lane)
            }
            ExpKind::ReduceByIndex {
                op,
                m,
                n,
                default,
                indexes,
                array,
                of,
            } => {
                let (m, n) = (self.length(m, lane, span)?, self.length(n, lane, span)?);
                let default = self.eval(default, lane)?;
                let indexes = self.eval_view(indexes, lane)?;
                let array = self.eval_view(array, lane)?;
                let mut builder = Builder::new(Type::Array(m, Rc::new(Type::Num(*of))), 1, self, span)?;
                builder.push(self, default, lane, span)?;
                let Value::View(target) = builder.finish_one(self) else {
                    return Err(Failure::internal(span, "no array"));
                };
                let View::Flat(Flat {
                    source: Source::Buffer(buffer),
                    ..
                }) = &*target
                else {
                    return Err(Failure::internal(span, "no array"));
                };
                let mut data = buffer.data.clone();
                for i in 0..n {
                    self.step(span)?;
                    let index = self.at(&indexes, i, lane, span)?;
                    let j = self.index(&index, span)? as usize;
                    let new = self.at(&array, i, lane, span)?;
                    let new = self.scalar_of(new, span)?;
                    let old = data
                        .get(j)
                        .ok_or_else(|| Failure::internal(span, "an index out of bounds"))?;
                    let updated = match op.operator() {
                        Some(op) => numeric::binary(op, old, new).map_err(|e| undefined(e, span))?,
                        None => new,
                    };
                    set(&mut data, j, updated);
                }
                let layout = Layout {
                    fields: vec![],
                    shape: vec![m],
                    width: None,
                    element: *of,
                };
                let source = Source::Buffer(Rc::new(Buffer::new(data, &self.memory)));
                Ok(Value::View(Rc::new(View::Flat(Flat::of(source, &layout)))))
            }
            _ => Err(Failure::internal(span, "an expression without a rule")),
        }
    }

    /// DPIA-E-SCATTER: which element comes where is known first, so that the result is made in order.
    #[allow(clippy::too_many_arguments)]
    fn scatter(
        &mut self,
        [m, n]: [&Nat; 2],
        default: Option<&Exp>,
        last: bool,
        [indexes, array]: [&Exp; 2],
        of: &Type<Nat>,
        lane: &mut Lane,
        span: Span,
    ) -> Run<Value> {
        let (m, n) = (self.length(m, lane, span)?, self.length(n, lane, span)?);
        let of = self.concrete(of, lane, span)?;
        let default = match default {
            Some(e) => Some(self.eval_view(e, lane)?),
            None => None,
        };
        let index_span = indexes.span;
        let indexes = self.eval_view(indexes, lane)?;
        let array = self.eval_view(array, lane)?;
        let bytes = m.saturating_mul(size_of::<Option<i64>>() as i64).unsigned_abs();
        if !self.memory.admits(bytes) {
            return Err(no_room(bytes, &self.memory, span));
        }
        let mut sources: Vec<Option<i64>> = vec![None; usize::try_from(m).unwrap_or(0)];
        for i in 0..n {
            self.step(span)?;
            let index = self.at(&indexes, i, lane, span)?;
            let j = self.index(&index, span)?;
            let place = usize::try_from(j).ok().and_then(|j| sources.get_mut(j));
            match place {
                None => return Err(Failure::internal(span, "an index out of bounds")),
                Some(Some(other)) if !last => {
                    return Err(Failure::error(&rules::DPIA_E_SCATTER, "injective", span, TWICE)
                        .and_at(index_span, "these indexes are not different from each other")
                        .with_note(format!("the elements {other} and {i} both go to index {j}")));
                }
                Some(place) => *place = Some(i),
            }
        }
        let mut builder = Builder::new(of, m, self, span)?;
        for (j, source) in sources.into_iter().enumerate() {
            let element = match (source, &default) {
                (Some(i), _) => self.at(&array, i, lane, span)?,
                (None, Some(default)) => self.at(default, j as i64, lane, span)?,
                (None, None) => {
                    return Err(Failure::internal(
                        span,
                        "a permutation that leaves an element out",
                    ));
                }
            };
            builder.push(self, element, lane, span)?;
        }
        Ok(builder.finish(m, self))
    }

    /// The value of a function.
    pub(super) fn call(
        &mut self,
        function: &Body,
        arguments: [Value; 2],
        count: usize,
        lane: &mut Lane,
    ) -> Run<Value> {
        for (slot, value) in function.slots.iter().zip(arguments).take(count) {
            lane.set(*slot, value);
        }
        self.eval(&function.body, lane)
    }

    /// A value that is given a name.
    pub(super) fn named(&mut self, exp: &Exp, ty: &Type<Nat>, settle: Settle, lane: &mut Lane) -> Run<Value> {
        let value = self.eval(exp, lane)?;
        let settle = match settle {
            Settle::Never => false,
            Settle::IfComputing => value.is_computing(),
            Settle::Always => value.is_open(),
        };
        if !settle {
            return Ok(value);
        }
        let ty = self.concrete(ty, lane, exp.span)?;
        self.settled(value, &ty, lane, exp.span)
    }

    /// An expression that need not be looked at: the content of a cell stays where it is.
    fn lazily(&mut self, exp: &Exp, lane: &mut Lane) -> Run<Value> {
        match &exp.kind {
            ExpKind::Cell(slot) => self.content(*slot, lane, exp.span),
            _ => self.eval(exp, lane),
        }
    }

    fn content(&self, slot: usize, lane: &Lane, span: Span) -> Run<Value> {
        match lane.get(slot) {
            Value::Cell(cell) => Ok(cell.content()),
            _ => Err(Failure::internal(span, "a variable without a cell")),
        }
    }

    fn eval_view(&mut self, exp: &Exp, lane: &mut Lane) -> Run<Rc<View>> {
        let value = self.eval(exp, lane)?;
        self.array(value, exp.span)
    }

    pub(super) fn scalar(&mut self, exp: &Exp, lane: &mut Lane) -> Run<PrimValue> {
        let value = self.eval(exp, lane)?;
        self.scalar_of(value, exp.span)
    }

    /// The truth value of a condition.
    pub(super) fn truth(&mut self, exp: &Exp, lane: &mut Lane) -> Run<bool> {
        match self.scalar(exp, lane)? {
            PrimValue::Bool(b) => Ok(b),
            _ => Err(Failure::internal(exp.span, "no truth value")),
        }
    }

    /// DPIA-E-ASINDEX
    fn bounded(&mut self, i: i64, n: i64, span: Span) -> Run<Value> {
        let i = match (0..n).contains(&i) {
            true => i,
            false => self.missing_index(n, || {
                let message = format!("index {i} is out of bounds of an array of {n} elements");
                Failure::error(&rules::DPIA_E_ASINDEX, "bounds", span, message)
            })?,
        };
        Ok(Value::Scalar(PrimValue::I64(i)))
    }

    /// What an operator gives whose first operand is this.
    fn defined(&mut self, result: numeric::Numeric, operand: PrimValue, span: Span) -> Run<PrimValue> {
        match result {
            Ok(value) => Ok(value),
            Err(error @ NumericError::Operands) => Err(undefined(error, span)),
            Err(error) => self.missing(operand.prim_type(), || undefined(error, span)),
        }
    }

    /// DPIA-E-OP
    pub(super) fn binary(&mut self, op: BinOp, a: Value, b: Value, span: Span) -> Run<Value> {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                let result = match numeric::binary(op, a, b) {
                    // Indexes in memory are narrower than those computed.
                    Err(NumericError::Operands) if is_index(a) && is_index(b) => {
                        let wide = |p| numeric::convert::convert(p, elder_dpia::PrimType::I64);
                        numeric::binary(op, wide(a), wide(b))
                    }
                    result => result,
                };
                self.defined(result, a, span).map(Value::Scalar)
            }
            (Value::Vector(a), Value::Vector(b)) => {
                let all = a.iter().zip(b.iter());
                let all = all.map(|(a, b)| self.defined(numeric::binary(op, *a, *b), *a, span));
                all.collect::<Run<_>>().map(Value::Vector)
            }
            _ => Err(Failure::internal(
                span,
                "operands of an operator that are no numbers",
            )),
        }
    }
}

/// Whether a value has one of the types that indexes have.
fn is_index(value: PrimValue) -> bool {
    matches!(value, PrimValue::I32(_) | PrimValue::I64(_))
}

fn splat(value: PrimValue, width: u8) -> Value {
    Value::Vector(std::iter::repeat_n(value, usize::from(width)).collect())
}

/// DPIA-E-OP refuses.
pub(super) fn undefined(error: NumericError, span: Span) -> crate::failure::Fail {
    let premise = match error {
        NumericError::Operands => return Failure::internal(span, error.to_string()),
        NumericError::Division | NumericError::Quotient => "division",
        NumericError::Exponent => "exponent",
    };
    Failure::error(&rules::DPIA_E_OP, premise, span, error.to_string())
}
