//! Expressions of scalar type, without building values.

use super::Machine;
use crate::failure::{Failure, Run};
use crate::futhark::machine::array::Data;
use crate::futhark::machine::code::*;
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::Value;
use crate::numeric::{self, NumericError};
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::with_prim_type;
use smallvec::SmallVec;

impl Machine {
    /// The value of code whose type is the scalar type `T`.
    #[inline(always)]
    pub(super) fn scalar<T: Scalar>(&mut self, code: &Code) -> Run<T> {
        match code {
            Code::Local(slot) => match self.stack.get(self.base + *slot as usize).and_then(T::from_value) {
                Some(x) => Ok(x),
                None => Err(mismatch()),
            },
            Code::Const(value) => T::from_value(value).ok_or_else(mismatch),
            _ => self.bits::<T>(code).map(T::from_word),
        }
    }

    /// As [`Machine::scalar`], in bits: such results travel in registers, whatever the type.
    fn bits<T: Scalar>(&mut self, mut code: &Code) -> Run<u64> {
        loop {
            match code {
                Code::Binary(op, _, operands, span) => {
                    rules::FUT_E_BINOP.apply();
                    let a = self.scalar::<T>(&operands.0)?;
                    let b = self.scalar::<T>(&operands.1)?;
                    return match T::quick(*op, a, b) {
                        Some(x) => Ok(x.word()),
                        None => match T::slow(*op, a, b) {
                            Ok(x) => Ok(x.word()),
                            Err(e) => Err(undefined(e, *span)),
                        },
                    };
                }
                Code::Compare(op, t, operands) => {
                    rules::FUT_E_BINOP.apply();
                    return self.compare(*op, *t, operands).map(|b| T::from_bool(b).word());
                }
                Code::Convert(from, _, operand) => {
                    rules::FUT_E_BINOP.apply();
                    return self.convert::<T>(*from, operand).map(T::word);
                }
                Code::And(parts) => {
                    rules::FUT_E_LOGIC.apply();
                    if !self.scalar::<bool>(&parts.0)? {
                        return Ok(T::from_bool(false).word());
                    }
                    code = &parts.1;
                }
                Code::Or(parts) => {
                    rules::FUT_E_LOGIC.apply();
                    if self.scalar::<bool>(&parts.0)? {
                        return Ok(T::from_bool(true).word());
                    }
                    code = &parts.1;
                }
                Code::Let(l) => {
                    rules::FUT_E_LET.apply();
                    self.bind_let(l)?;
                    code = &l.body;
                }
                Code::If(parts) => {
                    rules::FUT_E_IF.apply();
                    code = if self.scalar::<bool>(&parts.0)? {
                        &parts.1
                    } else {
                        &parts.2
                    };
                }
                Code::Index(index) => {
                    if let Some(x) = self.quick_index::<T>(index)? {
                        return Ok(x.word());
                    }
                    return self.value_bits::<T>(code);
                }
                Code::Local(_) | Code::Const(_) => return self.scalar::<T>(code).map(T::word),
                Code::Match(parts) => code = self.choose(parts)?,
                Code::Field(k, record) => return self.field_bits::<T>(*k, record),
                Code::Inlined(parts) => return self.inlined_bits::<T>(parts),
                _ => return self.value_bits::<T>(code),
            }
        }
    }

    /// By way of a value.
    #[inline(never)]
    fn value_bits<T: Scalar>(&mut self, code: &Code) -> Run<u64> {
        if let Code::Equal(equal, parts, span) = code {
            rules::FUT_E_EQ.apply();
            let a = self.eval(&parts.0)?;
            let b = self.eval(&parts.1)?;
            return Ok(T::from_bool(self.equal(&a, &b, *span)? == *equal).word());
        }
        let value = self.eval(code)?;
        T::from_value(&value).map(T::word).ok_or_else(mismatch)
    }

    fn inlined_bits<T: Scalar>(&mut self, parts: &(Code, Span)) -> Run<u64> {
        match self.scalar::<T>(&parts.0) {
            Ok(x) => Ok(x.word()),
            Err(mut e) => {
                e.calls.push(parts.1);
                Err(e)
            }
        }
    }

    fn field_bits<T: Scalar>(&mut self, k: u32, record: &Code) -> Run<u64> {
        rules::FUT_E_FIELD.apply();
        if let Code::Local(slot) = record
            && let Some(Value::Record(fields)) = self.stack.get(self.base + *slot as usize)
            && let Some(x) = fields.get(k as usize).and_then(T::from_value)
        {
            return Ok(x.word());
        }
        if let Code::Index(index) = record
            && let Some(x) = self.quick_field::<T>(k, index)?
        {
            return Ok(x.word());
        }
        let value = self.field(k, record)?;
        T::from_value(&value).map(T::word).ok_or_else(mismatch)
    }

    #[inline]
    fn compare(&mut self, op: BinOp, t: PrimType, operands: &(Code, Code)) -> Run<bool> {
        with_prim_type!(t, S => {
            let a = self.scalar::<S>(&operands.0)?;
            let b = self.scalar::<S>(&operands.1)?;
            Ok(S::compare(op, a, b))
        })
    }

    #[inline]
    fn convert<T: Scalar>(&mut self, from: PrimType, operand: &Code) -> Run<T> {
        let integer = match from {
            // NUM-INT-INT: widened with zeros to an unsigned type.
            PrimType::I8 if T::TYPE.is_unsigned() => (self.scalar::<i8>(operand)? as u8).into(),
            PrimType::I16 if T::TYPE.is_unsigned() => (self.scalar::<i16>(operand)? as u16).into(),
            PrimType::I32 if T::TYPE.is_unsigned() => (self.scalar::<i32>(operand)? as u32).into(),
            PrimType::I8 => self.scalar::<i8>(operand)?.into(),
            PrimType::I16 => self.scalar::<i16>(operand)?.into(),
            PrimType::I32 => self.scalar::<i32>(operand)?.into(),
            PrimType::I64 => self.scalar::<i64>(operand)?,
            PrimType::U8 => self.scalar::<u8>(operand)?.into(),
            PrimType::U16 => self.scalar::<u16>(operand)?.into(),
            PrimType::U32 => self.scalar::<u32>(operand)?.into(),
            _ => {
                let value = with_prim_type!(from, S => self.scalar::<S>(operand)?.prim());
                return T::from_value(&Value::from(numeric::convert::convert(value, T::TYPE)))
                    .ok_or_else(mismatch);
            }
        };
        match T::from_integer(integer) {
            Some(x) => Ok(x),
            None => {
                // Of no consequence which integer type: all of them were widened without loss.
                let value = numeric::convert::convert(PrimValue::I64(integer), T::TYPE);
                T::from_value(&Value::from(value)).ok_or_else(mismatch)
            }
        }
    }

    /// FUT-E-BINOP for functions that are no operators of hot loops.
    pub(super) fn primitive(&mut self, f: PrimFn, args: &[Code], span: Span) -> Run<Value> {
        rules::FUT_E_BINOP.apply();
        let mut operands: SmallVec<[PrimValue; 3]> = SmallVec::new();
        for arg in args {
            operands.push(self.eval(arg)?.prim().ok_or_else(mismatch)?);
        }
        numeric::apply(f, &operands)
            .map(Value::from)
            .map_err(|e| undefined(e, span))
    }

    /// FUT-E-BINOP in another arithmetic.
    pub(super) fn foreign(&mut self, f: PrimFn, args: &[Code], span: Span) -> Run<Value> {
        rules::FUT_E_BINOP.apply();
        let mut operands: SmallVec<[Value; 3]> = SmallVec::new();
        for arg in args {
            operands.push(self.eval(arg)?);
        }
        match &self.arithmetic {
            Some(arithmetic) => arithmetic.apply(f, &operands).map_err(|e| undefined(e, span)),
            None => Err(mismatch()),
        }
    }

    /// An element of an array of scalars in a slot; `None` sends the caller to the general path, and nothing has been
    /// evaluated then.
    #[inline(always)]
    fn quick_index<T: Scalar>(&mut self, index: &IndexCode) -> Run<Option<T>> {
        let Code::Local(slot) = &index.array else {
            return Ok(None);
        };
        match &*index.dims {
            [DimCode::Fix(i)] => {
                let i = self.scalar::<i64>(i)?;
                let found = match self.stack.get(self.base + *slot as usize) {
                    Some(Value::Array(version, array)) => array.scalar::<T>(*version, i),
                    _ => None,
                };
                self.found(found, *slot, &[i], index.span).map(Some)
            }
            [DimCode::Fix(i), DimCode::Fix(j)] => {
                let i = self.scalar::<i64>(i)?;
                let j = self.scalar::<i64>(j)?;
                let found = match self.stack.get(self.base + *slot as usize) {
                    Some(Value::Array(version, array)) => array.scalar2::<T>(*version, i, j),
                    _ => None,
                };
                self.found(found, *slot, &[i, j], index.span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What was found at these indices, or what the general rule says of them.
    #[inline(always)]
    fn found<T: Scalar>(&mut self, found: Option<T>, slot: Slot, indices: &[i64], span: Span) -> Run<T> {
        match found {
            Some(x) => {
                rules::FUT_E_INDEX.apply();
                Ok(x)
            }
            None => T::from_value(&self.index_at(slot, indices, span)?).ok_or_else(mismatch),
        }
    }

    /// A field of an element of an array of records in a slot, without the record.
    fn quick_field<T: Scalar>(&mut self, k: u32, index: &IndexCode) -> Run<Option<T>> {
        let (Code::Local(slot), [DimCode::Fix(i)]) = (&index.array, &*index.dims) else {
            return Ok(None);
        };
        let i = self.scalar::<i64>(i)?;
        let found = match self.stack.get(self.base + *slot as usize) {
            Some(Value::Array(_, array)) => match &array.data {
                Data::Record(fields) => match fields.get(k as usize) {
                    Some(Value::Array(version, field)) => field.scalar::<T>(*version, i),
                    _ => None,
                },
                Data::Flat(_) => None,
            },
            _ => None,
        };
        if found.is_some() {
            rules::FUT_E_INDEX.apply();
            return Ok(found);
        }
        match self.index_at(*slot, &[i], index.span)? {
            Value::Record(fields) => match fields.get(k as usize).and_then(T::from_value) {
                Some(x) => Ok(Some(x)),
                None => Err(mismatch()),
            },
            _ => Err(mismatch()),
        }
    }
}

#[cold]
fn mismatch() -> Box<Failure> {
    Failure::internal(Span::NONE, "a scalar of another type")
}

/// The failure of a primitive function: its own rule's if it has one.
#[cold]
pub(super) fn undefined(error: NumericError, span: Span) -> Box<Failure> {
    match error {
        NumericError::Operands => Failure::internal(span, error.to_string()),
        _ => {
            let mut failure = Failure::error(&rules::FUT_E_BINOP, "defined", span, error.to_string());
            failure.refusal = error.refusal().or(failure.refusal);
            failure
        }
    }
}
