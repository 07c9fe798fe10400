//! Binding: patterns, let, match, loops, and sizes read off values.

use super::Machine;
use crate::failure::{Failure, Run};
use crate::futhark::machine::code::*;
use crate::futhark::machine::shape::find_size;
use crate::futhark::machine::value::Value;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::prim::PrimType;

impl Machine {
    /// Binds an irrefutable pattern.
    #[inline]
    pub(super) fn bind(&mut self, pat: &PatCode, value: Value) {
        match pat {
            PatCode::Slot(slot) => self.set(*slot, value),
            PatCode::Record(parts) => {
                if let Value::Record(fields) = value {
                    for (part, field) in parts.iter().zip(fields.iter()) {
                        self.bind(part, field.clone());
                    }
                }
            }
            PatCode::Constr(_, parts) => {
                if let Value::Sum(sum) = value {
                    for (part, arg) in parts.iter().zip(sum.args.iter()) {
                        self.bind(part, arg.clone());
                    }
                }
            }
            PatCode::Wild | PatCode::Lit(_) => {}
        }
    }

    /// FUT-E-LET
    #[inline]
    pub(super) fn bind_let(&mut self, l: &LetCode) -> Run<()> {
        if l.sizes.is_empty() {
            return self.eval_into(&l.pat, &l.bound);
        }
        let value = self.eval(&l.bound)?;
        self.bind_sizes(&l.sizes, &value);
        self.bind(&l.pat, value);
        Ok(())
    }

    /// Evaluates code and binds its value; a tuple that is taken apart at once is never built.
    pub(super) fn eval_into(&mut self, pat: &PatCode, mut code: &Code) -> Run<()> {
        let PatCode::Record(parts) = pat else {
            let value = self.eval(code)?;
            self.bind(pat, value);
            return Ok(());
        };
        loop {
            match code {
                Code::Let(l) => {
                    rules::FUT_E_LET.apply();
                    self.bind_let(l)?;
                    code = &l.body;
                }
                Code::If(branches) => {
                    rules::FUT_E_IF.apply();
                    code = if self.scalar::<bool>(&branches.0)? {
                        &branches.1
                    } else {
                        &branches.2
                    };
                }
                Code::Record(fields) if fields.len() == parts.len() => {
                    rules::FUT_E_TUP.apply();
                    // All fields are evaluated before any name is bound: they may mention its old value.
                    for (_, field) in fields {
                        let value = self.eval(field)?;
                        self.stack.push(value);
                    }
                    for (place, _) in fields.iter().rev() {
                        let value = self.stack.pop().unwrap_or_default();
                        if let Some(part) = parts.get(*place as usize) {
                            self.bind(part, value);
                        }
                    }
                    return Ok(());
                }
                _ => {
                    let value = self.eval(code)?;
                    self.bind(pat, value);
                    return Ok(());
                }
            }
        }
    }

    /// FUT-E-MATCH: the code of the first case that matches.
    pub(super) fn choose<'c>(&mut self, parts: &'c (Code, Box<[Case]>, Span)) -> Run<&'c Code> {
        rules::FUT_E_MATCH.apply();
        let value = self.eval(&parts.0)?;
        for (pat, body) in &parts.1 {
            if self.matches(pat, &value) {
                self.bind(pat, value);
                return Ok(body);
            }
        }
        Err(Failure::internal(parts.2, "no case matches"))
    }

    fn matches(&mut self, pat: &PatCode, value: &Value) -> bool {
        match (pat, value) {
            (PatCode::Wild | PatCode::Slot(_), _) => true,
            (PatCode::Record(parts), Value::Record(fields)) => {
                parts.iter().zip(fields.iter()).all(|(p, f)| self.matches(p, f))
            }
            (PatCode::Lit(lit), value) => self.equal(lit, value, Span::NONE).unwrap_or(false),
            (PatCode::Constr(tag, parts), Value::Sum(sum)) => {
                *tag == sum.tag && parts.iter().zip(sum.args.iter()).all(|(p, a)| self.matches(p, a))
            }
            _ => false,
        }
    }

    /// Reads sizes off a value.  One that the value does not show (it lies in an absent constructor) is zero.
    pub(super) fn bind_sizes(&mut self, sizes: &[SizeBinding], value: &Value) {
        for binding in sizes {
            let size = find_size(&binding.walks, value).unwrap_or(0);
            self.set(binding.slot, Value::from(size));
        }
    }

    /// FUT-E-LOOPFOR, FUT-E-LOOPIN, FUT-E-WHILE
    pub(super) fn run_loop(&mut self, l: &LoopCode) -> Run<Value> {
        match &l.form {
            LoopForm::For(slot, prim, bound) => {
                rules::FUT_E_LOOPFOR.apply();
                self.eval_into(&l.pat, &l.init)?;
                let n = self.eval(bound)?.as_i64();
                let n = n.ok_or_else(|| Failure::internal(l.span, "a loop bound that is no integer"))?;
                if n <= 0 && *prim != PrimType::U64 {
                    rules::FUT_E_LOOP0.apply();
                }
                if n > 0 && self.loop_kernel(l, n)? {
                    return self.eval(&l.result);
                }
                let mut i: i64 = 0;
                while if *prim == PrimType::U64 {
                    (i as u64) < n as u64
                } else {
                    i < n
                } {
                    rules::FUT_E_LOOPN.apply();
                    self.tick(l.span)?;
                    self.loop_sizes(l)?;
                    self.set(*slot, integer(*prim, i));
                    self.eval_into(&l.pat, &l.body)?;
                    i += 1;
                }
            }
            LoopForm::ForIn(pat, array, slot) => {
                rules::FUT_E_LOOPIN.apply();
                self.eval_into(&l.pat, &l.init)?;
                let (version, array) = self.eval_array(array, l.span)?;
                self.set(*slot, Value::Array(version, array.clone()));
                let n = array.len();
                if n > 0 && self.loop_kernel(l, n)? {
                    self.set(*slot, Value::default());
                    return self.eval(&l.result);
                }
                self.set(*slot, Value::default());
                for i in 0..n {
                    self.tick(l.span)?;
                    self.loop_sizes(l)?;
                    self.bind(pat, array.element(version, i));
                    self.eval_into(&l.pat, &l.body)?;
                }
            }
            LoopForm::While(condition) => {
                rules::FUT_E_WHILE.apply();
                self.eval_into(&l.pat, &l.init)?;
                if self.loop_kernel(l, 0)? {
                    return self.eval(&l.result);
                }
                self.loop_sizes(l)?;
                while self.scalar::<bool>(condition)? {
                    self.tick(l.span)?;
                    self.eval_into(&l.pat, &l.body)?;
                    self.loop_sizes(l)?;
                }
            }
        }
        self.eval(&l.result)
    }

    fn loop_sizes(&mut self, l: &LoopCode) -> Run<()> {
        if l.sizes.is_empty() {
            return Ok(());
        }
        let value = self.eval(&l.result)?;
        self.bind_sizes(&l.sizes, &value);
        Ok(())
    }
}

/// A number as a value of an integer type.
#[inline(always)]
pub(super) fn integer(prim: PrimType, n: i64) -> Value {
    match prim {
        PrimType::I8 => Value::I8(n as i8),
        PrimType::I16 => Value::I16(n as i16),
        PrimType::I32 => Value::I32(n as i32),
        PrimType::U8 => Value::U8(n as u8),
        PrimType::U16 => Value::U16(n as u16),
        PrimType::U32 => Value::U32(n as u32),
        PrimType::U64 => Value::U64(n as u64),
        _ => Value::I64(n),
    }
}
