//! Second-order array combinators: map, reduce, scan, filter, partition, streams.

use super::{Machine, scalars::undefined};
use crate::failure::{Failure, Run};
use crate::futhark::machine::array::{Array, ArrayError, Data, Dims, Element, Flat, reserve};
use crate::futhark::machine::build::{Builder, array_of};
use crate::futhark::machine::code::*;
use crate::futhark::machine::kernel::compile::Form;
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::{RtType, Value};
use crate::numeric;
use elder_futhark::intrinsics::Op;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::prim::{PrimFn, PrimValue};
use elder_syntax::with_prim_type;
use smallvec::SmallVec;
use std::rc::Rc;

/// Arrays given to a combinator.
pub(super) type Inputs = SmallVec<[(u32, Rc<Array>); 2]>;

/// Evaluated arguments of an intrinsic, in order; functions leave a place-holder.
pub(super) type Values = SmallVec<[Value; 4]>;

impl Machine {
    /// An intrinsic applied to all its arguments.
    pub(super) fn intrinsic(&mut self, code: &IntrinsicCode) -> Run<Value> {
        let mut values: Values = smallvec::smallvec![Value::default(); code.args.len()];
        for (k, arg) in code.args.iter().enumerate().rev() {
            match arg {
                Argument::Value(value) => values[k] = self.eval(value)?,
                Argument::Function(callee, before) => {
                    if let Some(before) = before {
                        let value = self.eval(before)?;
                        if let Callee::Value(slot) = callee {
                            self.set(*slot, value);
                        }
                    }
                }
            }
        }
        if let Some(observer) = &mut self.observer {
            observer.begin_soac(code.op);
        }
        let result = self.operation(code, values);
        if let Some(observer) = &mut self.observer {
            observer.end_soac(code.op, result.as_ref().ok());
        }
        result
    }

    fn operation(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        match code.op {
            Op::Map | Op::Map2 | Op::Map3 | Op::Map4 | Op::Map5 => self.map(code, values),
            Op::Reduce | Op::ReduceComm => self.reduce(code, values),
            Op::Scan => self.scan(code, values),
            Op::Filter => self.filter(code, values),
            Op::Partition => self.partition(code, values),
            Op::Flatmap => self.flatmap(code, values),
            Op::StreamMap => self.stream_map(code, values),
            Op::StreamRed => self.stream_red(code, values),
            Op::Scatter => self.scatter(values, 1, code.span),
            Op::Scatter2d => self.scatter(values, 2, code.span),
            Op::Scatter3d => self.scatter(values, 3, code.span),
            Op::Hist1d => self.hist(code, values, 1),
            Op::Hist2d => self.hist(code, values, 2),
            Op::Hist3d => self.hist(code, values, 3),
            Op::ScatterStream => self.scatter_stream(code, values),
            Op::HistStream => self.hist_stream(code, values),
            Op::AccWrite => self.acc_write(values, code.span),
            _ => self.reshaping(code, values),
        }
    }

    /// The function argument `k`.
    pub(super) fn callee<'c>(&self, code: &'c IntrinsicCode, k: usize) -> Run<&'c Callee> {
        match code.args.get(k) {
            Some(Argument::Function(callee, _)) => Ok(callee),
            _ => Err(Failure::internal(code.span, "a function was expected")),
        }
    }

    /// Calls a function argument.
    #[inline]
    pub(super) fn invoke<const N: usize>(
        &mut self,
        callee: &Callee,
        args: [Value; N],
        span: Span,
    ) -> Run<Value> {
        match callee {
            Callee::Inline { params, body, .. } => {
                for (param, arg) in params.iter().zip(args) {
                    self.bind(param, arg);
                }
                self.eval(body)
            }
            Callee::Prim(f) => primitive(*f, &args, span),
            Callee::Value(slot) => {
                let function = self.local(*slot);
                for arg in args.into_iter().rev() {
                    self.stack.push(arg);
                }
                self.apply(function, N, span)
            }
        }
    }

    /// Calls a function argument with the i-th elements of the inputs.
    #[inline]
    fn invoke_at(&mut self, callee: &Callee, inputs: &Inputs, i: i64, span: Span) -> Run<Value> {
        match callee {
            Callee::Inline {
                params,
                body,
                consumes,
            } => {
                self.load(params, inputs, i, *consumes, span)?;
                self.eval(body)
            }
            Callee::Prim(f) => {
                let args: SmallVec<[Value; 3]> = inputs.iter().map(|(v, a)| a.element(*v, i)).collect();
                primitive(*f, &args, span)
            }
            Callee::Value(slot) => {
                let function = self.local(*slot);
                for (v, a) in inputs.iter().rev() {
                    self.stack.push(a.element(*v, i));
                }
                self.apply(function, inputs.len(), span)
            }
        }
    }

    /// Binds parameters to the i-th elements.
    #[inline(always)]
    fn load(&mut self, params: &[PatCode], inputs: &Inputs, i: i64, consumes: bool, span: Span) -> Run<()> {
        for (param, (version, array)) in params.iter().zip(inputs) {
            let mut element = array.element(*version, i);
            if consumes {
                element = element
                    .deep_copy(&self.memory)
                    .map_err(|e| self.plain_failure(e, span))?;
            }
            self.bind(param, element);
        }
        Ok(())
    }

    /// Between two iterations of a combinator: fuel, and what observers want to know.
    #[inline(always)]
    pub(super) fn iteration(&mut self, span: Span) -> Run<()> {
        self.tick(span)?;
        if let Some(observer) = &mut self.observer {
            observer.iteration();
        }
        Ok(())
    }

    pub(super) fn input(&mut self, values: &Values, k: usize, span: Span) -> Run<(u32, Rc<Array>)> {
        self.array_of(values.get(k).cloned().unwrap_or_default(), span)
    }

    /// FUT-E-MAP
    fn map(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        rules::FUT_E_MAP.apply();
        let span = code.span;
        let callee = self.callee(code, 0)?;
        let mut inputs = Inputs::new();
        for value in values.into_iter().skip(1) {
            inputs.push(self.array_of(value, span)?);
        }
        let n = inputs.first().map_or(0, |(_, a)| a.len());
        if inputs.iter().any(|(_, a)| a.len() != n) {
            return Err(Failure::internal(span, "arrays of different sizes"));
        }
        if n == 0 {
            rules::FUT_E_EMPTYSHAPE.apply();
            let ty = self.rt_type(&code.element)?;
            return Array::blank(&self.memory, smallvec::smallvec![0], &ty)
                .map_err(|e| self.plain_failure(e, span));
        }
        if let (Callee::Prim(f), None) = (callee, &self.observer)
            && let Some(result) = self.quick_map(*f, &inputs, span)?
        {
            return Ok(result);
        }
        if let Some(result) = self.soac_kernel(code, Form::Map, callee, None, &inputs)? {
            return Ok(result);
        }
        self.iteration(span)?;
        let first = self.invoke_at(callee, &inputs, 0, span)?;
        if let (
            Callee::Inline {
                params,
                body,
                consumes,
            },
            Some(p),
        ) = (callee, first.prim())
        {
            return with_prim_type!(p.prim_type(), T => self.map_scalar::<T>(params, body, *consumes, &inputs, first, n, span));
        }
        self.collect(first, n, span, |this, i| this.invoke_at(callee, &inputs, i, span))
    }

    /// Map whose results are scalars.
    #[allow(clippy::too_many_arguments)]
    fn map_scalar<T: Scalar>(
        &mut self,
        params: &[PatCode],
        body: &Code,
        consumes: bool,
        inputs: &Inputs,
        first: Value,
        n: i64,
        span: Span,
    ) -> Run<Value> {
        let size = crate::futhark::machine::array::reserve(&self.memory, &[n], size_of::<T>());
        let size = size.map_err(|e| self.plain_failure(e, span))?;
        let mut out: Vec<T> = Vec::with_capacity(size);
        out.extend(T::from_value(&first));
        for i in 1..n {
            self.iteration(span)?;
            self.load(params, inputs, i, consumes, span)?;
            out.push(self.scalar::<T>(body)?);
        }
        Ok(Array::vector(&self.memory, out))
    }

    /// An array of `first` and what `f` gives for the other indices.
    fn collect(
        &mut self,
        first: Value,
        n: i64,
        span: Span,
        mut f: impl FnMut(&mut Machine, i64) -> Run<Value>,
    ) -> Run<Value> {
        let refuse = |this: &Machine, e: ArrayError| this.plain_failure(e, span);
        let mut builder = Builder::like(&self.memory, &first, n).map_err(|e| refuse(self, e))?;
        builder.push(&first).map_err(|e| refuse(self, e))?;
        drop(first);
        for i in 1..n {
            self.iteration(span)?;
            let value = f(self, i)?;
            builder.push(&value).map_err(|e| refuse(self, e))?;
        }
        Ok(builder.finish(&self.memory))
    }

    /// An operator mapped over one or two arrays of scalars.
    fn quick_map(&mut self, f: PrimFn, inputs: &Inputs, span: Span) -> Run<Option<Value>> {
        let PrimFn::Bin(op, t) = f else { return Ok(None) };
        let [(v, a), (w, b)] = &inputs[..] else {
            return Ok(None);
        };
        if op.is_comparison() {
            return Ok(None);
        }
        with_prim_type!(t, T => {
            let (Some(xs), Some(ys)) = (lane::<T>(*v, a), lane::<T>(*w, b)) else { return Ok(None) };
            let n = crate::futhark::machine::array::reserve(&self.memory, &[a.len()], size_of::<T>());
            let mut out: Vec<T> = Vec::with_capacity(n.map_err(|e| self.plain_failure(e, span))?);
            for (x, y) in xs.zip(ys) {
                out.push(T::binary(op, x, y).map_err(|e| undefined(e, span))?);
            }
            Ok(Some(Array::vector(&self.memory, out)))
        })
    }

    /// FUT-E-REDUCE: a left fold that begins with the neutral element.
    fn reduce(&mut self, code: &IntrinsicCode, mut values: Values) -> Run<Value> {
        rules::FUT_E_REDUCE.apply();
        let span = code.span;
        let callee = self.callee(code, 0)?;
        let (version, array) = self.input(&values, 2, span)?;
        let mut total = values.get_mut(1).map(std::mem::take).unwrap_or_default();
        drop(values);
        if array.is_empty() {
            rules::FUT_E_REDEMPTY.apply();
        }
        let inputs: Inputs = smallvec::smallvec![(version, array.clone())];
        if let Some(result) = self.soac_kernel(code, Form::Reduce, callee, Some(&total), &inputs)? {
            return Ok(result);
        }
        match callee {
            Callee::Prim(PrimFn::Bin(op, t)) if self.observer.is_none() && !op.is_comparison() => {
                let folded = with_prim_type!(*t, T => match (T::from_value(&total), lane::<T>(version, &array)) {
                    (Some(mut sum), Some(xs)) => {
                        for x in xs {
                            sum = T::binary(*op, sum, x).map_err(|e| undefined(e, span))?;
                        }
                        Some(sum.value())
                    }
                    _ => None,
                });
                if let Some(result) = folded {
                    return Ok(result);
                }
                self.fold(callee, &mut total, version, &array, span)?;
            }
            Callee::Inline { params, body, .. } if total.prim().is_some() => {
                let [into, element] = &params[..] else {
                    return Err(Failure::internal(
                        span,
                        "an operator of two parameters was expected",
                    ));
                };
                let t = total
                    .prim()
                    .map_or(elder_syntax::prim::PrimType::Bool, PrimValue::prim_type);
                return with_prim_type!(t, T => {
                    for i in 0..array.len() {
                        self.iteration(span)?;
                        self.bind(into, total);
                        self.bind(element, array.element(version, i));
                        total = self.scalar::<T>(body)?.value();
                    }
                    Ok(total)
                });
            }
            Callee::Inline { params, body, .. } => {
                let [into, element] = &params[..] else {
                    return Err(Failure::internal(
                        span,
                        "an operator of two parameters was expected",
                    ));
                };
                match rebuild(into) {
                    // A tuple of accumulators lives in its slots.
                    Some(whole) => {
                        self.bind(into, total);
                        for i in 0..array.len() {
                            self.iteration(span)?;
                            self.bind(element, array.element(version, i));
                            self.eval_into(into, body)?;
                        }
                        total = self.eval(&whole)?;
                    }
                    None => self.fold(callee, &mut total, version, &array, span)?,
                }
            }
            _ => self.fold(callee, &mut total, version, &array, span)?,
        }
        // The result is unique by its type, so it must not share with the neutral element or an element.
        if total.prim().is_some() {
            return Ok(total);
        }
        total
            .deep_copy(&self.memory)
            .map_err(|e| self.plain_failure(e, span))
    }

    fn fold(
        &mut self,
        callee: &Callee,
        total: &mut Value,
        version: u32,
        array: &Array,
        span: Span,
    ) -> Run<()> {
        for i in 0..array.len() {
            self.iteration(span)?;
            let before = std::mem::take(total);
            *total = self.invoke(callee, [before, array.element(version, i)], span)?;
        }
        Ok(())
    }

    /// FUT-E-SCAN
    fn scan(&mut self, code: &IntrinsicCode, mut values: Values) -> Run<Value> {
        rules::FUT_E_SCAN.apply();
        let span = code.span;
        let callee = self.callee(code, 0)?;
        let (version, array) = self.input(&values, 2, span)?;
        let mut total = values.get_mut(1).map(std::mem::take).unwrap_or_default();
        drop(values);
        if array.is_empty() {
            return array
                .copy(&self.memory, version)
                .map_err(|e| self.plain_failure(e, span));
        }
        if let (Callee::Prim(PrimFn::Bin(op, t)), None) = (callee, &self.observer) {
            let scanned = with_prim_type!(*t, T => match (T::from_value(&total), lane::<T>(version, &array)) {
                (Some(mut sum), Some(xs)) => {
                    let n = crate::futhark::machine::array::reserve(&self.memory, &[array.len()], size_of::<T>());
                    let mut out: Vec<T> = Vec::with_capacity(n.map_err(|e| self.plain_failure(e, span))?);
                    for x in xs {
                        sum = T::binary(*op, sum, x).map_err(|e| undefined(e, span))?;
                        out.push(sum);
                    }
                    Some(Array::vector(&self.memory, out))
                }
                _ => None,
            });
            if let Some(result) = scanned {
                return Ok(result);
            }
        }
        let inputs: Inputs = smallvec::smallvec![(version, array.clone())];
        if let Some(result) = self.soac_kernel(code, Form::Scan, callee, Some(&total), &inputs)? {
            return Ok(result);
        }
        let refuse = |this: &Machine, e: ArrayError| this.plain_failure(e, span);
        let mut builder = None;
        for i in 0..array.len() {
            self.iteration(span)?;
            total = self.invoke(callee, [total, array.element(version, i)], span)?;
            let builder = match &mut builder {
                Some(builder) => builder,
                None => {
                    let new =
                        Builder::like(&self.memory, &total, array.len()).map_err(|e| refuse(self, e))?;
                    builder.insert(new)
                }
            };
            builder.push(&total).map_err(|e| refuse(self, e))?;
        }
        match builder {
            Some(builder) => Ok(builder.finish(&self.memory)),
            None => Err(Failure::internal(span, "a scan of nothing")),
        }
    }

    /// FUT-E-FILTER
    fn filter(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        rules::FUT_E_FILTER.apply();
        let span = code.span;
        let callee = self.callee(code, 0)?;
        let inputs: Inputs = smallvec::smallvec![self.input(&values, 1, span)?];
        drop(values);
        let (version, array) = &inputs[0];
        if !array.is_empty()
            && let Some(flags) = self.soac_kernel(code, Form::Map, callee, None, &inputs)?
        {
            let flags = match &flags {
                Value::Array(version, a) => lane::<bool>(*version, a),
                _ => None,
            };
            let flags = flags.ok_or_else(|| Failure::internal(span, "flags were expected"))?;
            let kept: Vec<i64> = (0..)
                .zip(flags)
                .filter_map(|(i, keep)| keep.then_some(i))
                .collect();
            return self
                .pick(*version, array, &kept)
                .map_err(|e| self.plain_failure(e, span));
        }
        let mut kept = Vec::new();
        for i in 0..array.len() {
            self.iteration(span)?;
            let keep = match callee {
                Callee::Inline {
                    params,
                    body,
                    consumes,
                } => {
                    self.load(params, &inputs, i, *consumes, span)?;
                    self.scalar::<bool>(body)?
                }
                _ => matches!(self.invoke_at(callee, &inputs, i, span)?, Value::Bool(true)),
            };
            if keep {
                kept.push(i);
            }
        }
        self.pick(*version, array, &kept)
            .map_err(|e| self.plain_failure(e, span))
    }

    /// FUT-E-PARTITION: the classes one after the other, and their sizes.
    fn partition(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        rules::FUT_E_PARTITION.apply();
        let span = code.span;
        let callee = self.callee(code, 1)?;
        let classes = values.first().and_then(Value::as_i64).unwrap_or(0);
        if classes < 0 {
            let message = format!("a partition into {classes} classes");
            return Err(Failure::error(&rules::FUT_E_PARTITION, "classes", span, message));
        }
        let inputs: Inputs = smallvec::smallvec![self.input(&values, 2, span)?];
        let (version, array) = &inputs[0];
        let room = reserve(&self.memory, &[classes], size_of::<i64>())
            .and_then(|_| reserve(&self.memory, &[array.len()], 2 * size_of::<i64>()));
        room.map_err(|e| self.plain_failure(e, span))?;
        let mut counts = vec![0i64; classes as usize];
        let mut class_of = Vec::with_capacity(array.len() as usize);
        for i in 0..array.len() {
            self.iteration(span)?;
            let class = self.invoke_at(callee, &inputs, i, span)?.as_i64().unwrap_or(0);
            let Some(count) = usize::try_from(class).ok().and_then(|c| counts.get_mut(c)) else {
                let message = format!("element {i} is put into class {class} of {classes}");
                return Err(Failure::error(&rules::FUT_E_PARTITION, "class", span, message));
            };
            *count += 1;
            class_of.push(class);
        }
        let mut order: Vec<i64> = (0..array.len()).collect();
        order.sort_by_key(|i| class_of[*i as usize]);
        let picked = self
            .pick(*version, array, &order)
            .map_err(|e| self.plain_failure(e, span))?;
        Ok(Value::record([picked, Array::vector(&self.memory, counts)]))
    }

    /// Irregular results concatenated: their sizes, flags at their beginnings, their offsets, their elements, and the
    /// regular parts.
    fn flatmap(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        rules::FUT_E_MAP.apply();
        let span = code.span;
        let callee = self.callee(code, 0)?;
        let inputs: Inputs = smallvec::smallvec![self.input(&values, 1, span)?];
        let n = inputs[0].1.len();
        let (mut sizes, mut offsets, mut flags) = (Vec::new(), Vec::new(), Vec::new());
        let (mut parts, mut others) = (Vec::new(), Vec::new());
        for i in 0..n {
            self.iteration(span)?;
            let Value::Record(pair) = self.invoke_at(callee, &inputs, i, span)? else {
                return Err(Failure::internal(span, "a pair was expected"));
            };
            let (version, part) = self.array_of(pair.first().cloned().unwrap_or_default(), span)?;
            others.push(pair.get(1).cloned().unwrap_or_default());
            offsets.push(flags.len() as i64);
            sizes.push(part.len());
            flags.extend((0..part.len()).map(|k| k == 0));
            parts.push((version, part));
        }
        let element = self.rt_type(&code.element)?;
        let (data, other) = match &*element {
            RtType::Record(types) if types.len() == 2 => (types[0].clone(), types[1].clone()),
            _ => (Rc::new(RtType::Boxed), Rc::new(RtType::Boxed)),
        };
        let data = if parts.is_empty() {
            Array::blank(&self.memory, smallvec::smallvec![0], &data)
        } else {
            self.concatenate(&parts)
        };
        let data = data.map_err(|e| self.plain_failure(e, span))?;
        let others = array_of(&self.memory, &others, &other).map_err(|e| self.plain_failure(e, span))?;
        let memory = &self.memory;
        Ok(Value::record([
            Array::vector(memory, sizes),
            Array::vector(memory, flags),
            Array::vector(memory, offsets),
            data,
            others,
        ]))
    }

    /// A chunking of `n`, by the seed of the run (FUT-E-STREAM-MAP, FUT-E-STREAM-RED).
    fn chunks(&self, n: i64) -> Vec<(i64, i64)> {
        let mut state = self.seed | 1;
        let mut chunks = Vec::new();
        let mut at = 0;
        while at < n {
            // xorshift: any chunking will do.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let size = if self.seed == 0 { n } else { 1 + (state % 7) as i64 };
            let size = size.min(n - at);
            chunks.push((at, size));
            at += size;
        }
        chunks
    }

    fn chunk(&self, version: u32, array: &Array, (start, count): (i64, i64)) -> Value {
        array.view(
            version,
            &[crate::futhark::machine::array::Dim::Slice {
                start,
                step: 1,
                count,
            }],
        )
    }

    /// FUT-E-STREAM-MAP
    fn stream_map(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        rules::FUT_E_STREAM_MAP.apply();
        let span = code.span;
        let callee = self.callee(code, 0)?;
        let (version, array) = self.input(&values, 1, span)?;
        let mut parts = Vec::new();
        for chunk in self.chunks(array.len()) {
            self.iteration(span)?;
            let part = self.chunk(version, &array, chunk);
            let result = self.invoke(callee, [Value::from(chunk.1), part], span)?;
            let (v, a) = self.array_of(result, span)?;
            if a.len() != chunk.1 {
                let message = format!("a chunk of size {} gave a result of size {}", chunk.1, a.len());
                return Err(Failure::internal(span, message));
            }
            parts.push((v, a));
        }
        if parts.is_empty() {
            let ty = self.rt_type(&code.element)?;
            return Array::blank(&self.memory, smallvec::smallvec![0], &ty)
                .map_err(|e| self.plain_failure(e, span));
        }
        self.concatenate(&parts).map_err(|e| self.plain_failure(e, span))
    }

    /// FUT-E-STREAM-RED
    fn stream_red(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        rules::FUT_E_STREAM_RED.apply();
        let span = code.span;
        let (op, f) = (self.callee(code, 0)?, self.callee(code, 1)?);
        let (version, array) = self.input(&values, 2, span)?;
        let empty = self.chunk(version, &array, (0, 0));
        let mut total = self.invoke(f, [Value::from(0), empty], span)?;
        for chunk in self.chunks(array.len()) {
            self.iteration(span)?;
            let part = self.chunk(version, &array, chunk);
            let result = self.invoke(f, [Value::from(chunk.1), part], span)?;
            total = self.invoke(op, [total, result], span)?;
        }
        total
            .deep_copy(&self.memory)
            .map_err(|e| self.plain_failure(e, span))
    }

    /// The rows of all arrays, one after the other; there is at least one array.
    pub(super) fn concatenate(&self, parts: &[(u32, Rc<Array>)]) -> Result<Value, ArrayError> {
        // An array without rows may not know its inner sizes (it was made of an absent constructor, say).
        let typical = parts.iter().find(|(_, a)| !a.is_empty()).or(parts.first());
        let Some((_, typical)) = typical else {
            return Err(ArrayError::Kind("nothing to concatenate"));
        };
        let inner = typical.shape.get(1..).unwrap_or(&[]);
        let mut n: i64 = 0;
        for (version, part) in parts {
            part.fresh(*version)?;
            let found = part.shape.get(1..).unwrap_or(&[]);
            if !part.is_empty() && found != inner {
                return Err(ArrayError::Shape(
                    Dims::from_slice(inner),
                    Dims::from_slice(found),
                ));
            }
            n = n.saturating_add(part.len());
        }
        let mut shape = Dims::from_slice(&[n]);
        shape.extend_from_slice(inner);
        match &typical.data {
            Data::Flat(Flat { cells, .. }) => {
                crate::with_cells!(cells, b => concatenate_flat(&self.memory, shape, parts, b))
            }
            Data::Record(fields) => {
                let mut columns = crate::futhark::machine::value::Fields::new();
                for k in 0..fields.len() {
                    let column: Option<Vec<(u32, Rc<Array>)>> = parts
                        .iter()
                        .map(|(_, part)| match &part.data {
                            Data::Record(fields) => match fields.get(k) {
                                Some(Value::Array(v, a)) => Some((*v, a.clone())),
                                _ => None,
                            },
                            Data::Flat(_) => None,
                        })
                        .collect();
                    columns
                        .push(self.concatenate(&column.ok_or(ArrayError::Kind("records of other fields"))?)?);
                }
                Ok(Array::records(shape, columns))
            }
        }
    }
}

fn concatenate_flat<T: Element>(
    memory: &Rc<crate::memory::Memory>,
    shape: Dims,
    parts: &[(u32, Rc<Array>)],
    like: &Rc<crate::futhark::machine::array::Buffer<T>>,
) -> Result<Value, ArrayError> {
    let mut out: Vec<T> = Vec::with_capacity(crate::futhark::machine::array::reserve(
        memory,
        &shape,
        size_of::<T>(),
    )?);
    for (_, part) in parts {
        part.gather(&mut out)?;
    }
    Ok(Array::flat_of(memory, shape, out, || like.element_type()))
}

/// The scalars of a one-dimensional array of type `T`.
fn lane<T: Scalar>(version: u32, array: &Array) -> Option<impl Iterator<Item = T>> {
    match &array.data {
        Data::Flat(flat) if array.shape.len() == 1 => {
            let buffer = T::buffer(&flat.cells)?;
            if buffer.version() != version && !array.is_empty() {
                return None;
            }
            let (stride, offset) = (flat.strides[0], flat.offset);
            Some((0..array.len()).map(move |i| buffer.get(offset + i * stride)))
        }
        _ => None,
    }
}

fn primitive(f: PrimFn, args: &[Value], span: Span) -> Run<Value> {
    rules::FUT_E_BINOP.apply();
    let operands: SmallVec<[PrimValue; 3]> = args.iter().filter_map(Value::prim).collect();
    numeric::apply(f, &operands)
        .map(Value::from)
        .map_err(|e| undefined(e, span))
}

/// The code that puts together what a pattern takes apart, if the pattern is a record that binds everything.
fn rebuild(pat: &PatCode) -> Option<Code> {
    fn part(pat: &PatCode) -> Option<Code> {
        match pat {
            PatCode::Slot(slot) => Some(Code::Local(*slot)),
            PatCode::Record(parts) => {
                let codes: Option<Vec<(u32, Code)>> = parts
                    .iter()
                    .enumerate()
                    .map(|(k, p)| Some((k as u32, part(p)?)))
                    .collect();
                Some(Code::Record(codes?.into()))
            }
            _ => None,
        }
    }
    match pat {
        PatCode::Record(_) => part(pat),
        _ => None,
    }
}
