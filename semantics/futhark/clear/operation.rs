//! The intrinsics, applied.

use super::Interpreter;
use super::derivative::CALCULUS;
use super::environment::Environment;
use super::value::Value;
use crate::array::volume;
use crate::derivative::Number;
use crate::failure::{Fail, Failure, Run};
use crate::futhark::intrinsics::rule;
use crate::numeric::NumericError;
use elder_futhark::intrinsics::{Intrinsic, Op, on_bits};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::Type;
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use smallvec::SmallVec;

impl Interpreter<'_> {
    /// An intrinsic, used at these types, on all its arguments.
    pub fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        types: &[Type],
        env: Environment,
        args: Vec<Value>,
        span: Span,
    ) -> Run<Value> {
        match (intrinsic, &args[..]) {
            (Intrinsic::Prim(f), _) => self.primitive(f, &args, span),
            (Intrinsic::Futhark(f), [argument]) => self.on_bits(f, argument, span),
            (Intrinsic::Eq, [a, b]) => self.equal(a, b, span).map(Value::from),
            (Intrinsic::Ne, [a, b]) => self.equal(a, b, span).map(|equal| Value::from(!equal)),
            (Intrinsic::Op(op), _) => {
                rule(op).apply();
                self.cost.rule();
                self.operation(op, types, env, &args, span)
            }
            _ => Err(Failure::internal(span, "an intrinsic of other arguments")),
        }
    }

    /// FUT-E-BINOP: what [`crate::numeric`] says, which has a rule for each function.
    fn primitive(&mut self, f: PrimFn, args: &[Value], span: Span) -> Run<Value> {
        rules::FUT_E_BINOP.apply();
        let number = |value: &Value| {
            let number = value.number();
            number.ok_or_else(|| Failure::internal(span, "a scalar was expected"))
        };
        let operands: Run<SmallVec<[Number; 3]>> = args.iter().map(number).collect();
        self.cost.primitive();
        let value = CALCULUS
            .apply(f, &operands?)
            .map_err(|error| undefined(error, span))?;
        // A tape grows with every number that is put on it.
        self.room(0, span)?;
        Ok(Value::from(value))
    }

    /// FUT-E-BINOP of a function on signed integers with the bits of unsigned ones, several arguments being a tuple.
    fn on_bits(&mut self, f: PrimFn, argument: &Value, span: Span) -> Run<Value> {
        let parameters = f.parameters();
        let given: Vec<Value> = match (argument, parameters.len()) {
            (value, 1) => vec![value.clone()],
            (Value::Record(fields), _) => fields.iter().map(|(_, field)| field.clone()).collect(),
            _ => return Err(Failure::internal(span, "a tuple was expected")),
        };
        let mut operands = Vec::with_capacity(given.len());
        for (value, t) in given.into_iter().zip(parameters) {
            operands.push(match on_bits(t) == t {
                true => value,
                false => self.primitive(PrimFn::Convert(on_bits(t), t), &[value], span)?,
            });
        }
        let value = self.primitive(f, &operands, span)?;
        match on_bits(f.result()) == f.result() {
            true => Ok(value),
            false => self.primitive(PrimFn::Convert(f.result(), on_bits(f.result())), &[value], span),
        }
    }

    /// FUT-E-EQ
    fn equal(&mut self, a: &Value, b: &Value, span: Span) -> Run<bool> {
        rules::FUT_E_EQ.apply();
        let parts: Vec<(Value, Value)> = match (a, b) {
            (Value::Prim(_) | Value::Active(_), Value::Prim(_) | Value::Active(_)) => {
                let t = a.scalar().map_or(PrimType::Bool, PrimValue::prim_type);
                let equal = PrimFn::Bin(BinOp::Eq, t);
                let answer = self.primitive(equal, &[a.clone(), b.clone()], span)?;
                return Ok(matches!(answer, Value::Prim(PrimValue::Bool(true))));
            }
            (Value::Array(_), Value::Array(_)) => {
                let (x, y) = (self.array(a, span)?, self.array(b, span)?);
                if x.sizes() != y.sizes() {
                    return Ok(false);
                }
                self.touch(volume(&x.sizes()).unwrap_or(i64::MAX), span)?;
                let (xs, ys) = (x.elements(), y.elements());
                self.cost.elements(&xs);
                self.cost.elements(&ys);
                xs.into_iter().zip(ys).collect()
            }
            (Value::Record(xs), Value::Record(ys)) => {
                let pairs = xs.iter().zip(ys.iter());
                pairs.map(|((_, x), (_, y))| (x.clone(), y.clone())).collect()
            }
            (Value::Sum(x), Value::Sum(y)) if x.name != y.name => return Ok(false),
            (Value::Sum(x), Value::Sum(y)) => x.args.iter().cloned().zip(y.args.iter().cloned()).collect(),
            _ => return Err(Failure::internal(span, "equality of values of different types")),
        };
        for (x, y) in parts {
            if !self.equal(&x, &y, span)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A polymorphic intrinsic: an arm for each.
    fn operation(
        &mut self,
        op: Op,
        types: &[Type],
        mut env: Environment,
        args: &[Value],
        span: Span,
    ) -> Run<Value> {
        let number = |k: usize| args.get(k).and_then(Value::as_i64).unwrap_or(0);
        let numbers = |from: usize, to: usize| (from..to).map(number).collect::<Vec<i64>>();
        match (op, args) {
            (Op::Map | Op::Map2 | Op::Map3 | Op::Map4 | Op::Map5, [f, arrays @ ..]) => {
                self.map(f, arrays, types.last(), &mut env, span)
            }
            (Op::Reduce | Op::ReduceComm, [op, neutral, xs]) => self.reduce(op, neutral, xs, span),
            (Op::Scan, [op, neutral, xs]) => self.scan(op, neutral, xs, span),
            (Op::Filter, [p, xs]) => self.filter(p, xs, span),
            (Op::Partition, [_, f, xs]) => self.partition(number(0), f, xs, span),
            (Op::Flatmap, [f, xs]) => self.flatmap(f, xs, types, &mut env, span),
            (Op::StreamMap, [f, xs]) => self.stream_map(f, xs, types.get(1), &mut env, span),
            (Op::StreamRed, [op, f, xs]) => self.stream_red(op, f, xs, span),
            (Op::Scatter, [dest, is, vs]) => self.scatter(dest, is, vs, 1, span),
            (Op::Scatter2d, [dest, is, vs]) => self.scatter(dest, is, vs, 2, span),
            (Op::Scatter3d, [dest, is, vs]) => self.scatter(dest, is, vs, 3, span),
            (Op::Hist1d, [_, dest, op, _, is, vs]) => self.hist(dest, op, is, vs, 1, span),
            (Op::Hist2d, [_, dest, op, _, is, vs]) => self.hist(dest, op, is, vs, 2, span),
            (Op::Hist3d, [_, dest, op, _, is, vs]) => self.hist(dest, op, is, vs, 3, span),
            (Op::ScatterStream, [dest, f, xs]) => self.accumulate(dest, None, f, xs, span),
            (Op::HistStream, [dest, op, _, f, xs]) => self.accumulate(dest, Some(op), f, xs, span),
            (Op::AccWrite, [acc, i, value]) => self.acc_write(acc, i, value, span),
            (Op::Iota, _) => self.iota(number(0), span),
            (Op::Replicate, [_, value]) => self.replicate(number(0), value, None, span),
            (Op::Copy | Op::Manifest, [value]) => self.copy(value, span),
            (Op::Concat, [xs, ys]) => {
                let parts = [self.array(xs, span)?, self.array(ys, span)?];
                self.concatenate(&parts, span)
            }
            (Op::Flatten, [xs]) => {
                let sizes = self.array(xs, span)?.sizes();
                let all = sizes.iter().take(2).fold(1i64, |n, size| n.wrapping_mul(*size));
                self.reshape(xs, 2, &[all], span)
            }
            (Op::Unflatten, [_, _, xs]) => self.reshape(xs, 1, &numbers(0, 2), span),
            (Op::Reshape, [sizes, xs]) => {
                let new = integers(sizes);
                // A type that the checker knew by its name alone may be one of arrays: their dimensions stay.
                let rank = match types {
                    [_, old, result] => (self.rank(old) + new.len()).saturating_sub(self.rank(result)),
                    _ => 1,
                };
                self.reshape(xs, rank, &new, span)
            }
            (Op::Transpose, [xs]) => self.rearrange(xs, &[1, 0], span),
            (Op::Rearrange, [order, xs]) => self.rearrange(xs, &integers(order), span),
            (Op::Zip | Op::Zip3 | Op::Zip4 | Op::Zip5, arrays) => self.zip(arrays, span),
            (Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5, [xs]) => self.unzip(xs, span),
            (Op::FlatIndex2d | Op::FlatIndex3d | Op::FlatIndex4d, [xs, _, pairs @ ..]) => {
                let all = numbers(2, 2 + pairs.len());
                let sizes: Vec<i64> = all.iter().step_by(2).copied().collect();
                let strides: Vec<i64> = all.iter().skip(1).step_by(2).copied().collect();
                self.flat_index(xs, number(1), &sizes, &strides, span)
            }
            (
                Op::FlatUpdate1d | Op::FlatUpdate2d | Op::FlatUpdate3d | Op::FlatUpdate4d,
                [xs, _, strides @ .., new],
            ) => self.flat_update(xs, number(1), &numbers(2, 2 + strides.len()), new, span),
            (Op::Opaque | Op::Break, [value]) => Ok(value.clone()),
            (Op::Trace, [value]) => {
                crate::futhark::trace(&super::show::text(value));
                Ok(value.clone())
            }
            (Op::Jvp, [f, x, tangent]) => self.jvp(f, x, tangent, span),
            (Op::JvpVec, [f, x, tangents]) => self.jmp(f, x, tangents, span),
            (Op::Vjp, [f, x, weight]) => self.vjp(f, x, weight, span),
            (Op::VjpVec, [f, x, weights]) => self.mjp(f, x, weights, span),
            (Op::WithVjp, [f, adjoint, x]) => self.with_vjp(f, adjoint, x, span),
            _ => Err(Failure::internal(span, "an intrinsic of other arguments")),
        }
    }
}

/// The integers of a tuple, or the one integer.
pub fn integers(value: &Value) -> Vec<i64> {
    match value {
        Value::Record(fields) => fields.iter().filter_map(|(_, field)| field.as_i64()).collect(),
        value => value.as_i64().into_iter().collect(),
    }
}

/// A primitive function that is not defined: its own rule says so if it has one.
pub(super) fn undefined(error: NumericError, span: Span) -> Fail {
    if error == NumericError::Operands {
        return Failure::internal(span, error.to_string());
    }
    let mut failure = Failure::error(&rules::FUT_E_BINOP, "defined", span, error.to_string());
    failure.refusal = error.refusal().or(failure.refusal);
    failure
}
