//! Patterns and loops.

use super::Interpreter;
use super::environment::Environment;
use super::value::Value;
use crate::failure::{Failure, Run};
use crate::sides;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Loop, LoopForm, Pat, PatKind};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

impl Interpreter<'_> {
    /// E, p ↦ v: the names of a pattern that matches, and the sizes that its type shows.
    pub fn bind(&mut self, env: &mut Environment, pat: &Pat, value: Value) -> Run<()> {
        self.remember_sizes(env, &pat.ty, &value);
        self.bind_names(env, pat, value)
    }

    fn bind_names(&mut self, env: &mut Environment, pat: &Pat, value: Value) -> Run<()> {
        match (&pat.kind, value) {
            (PatKind::Wildcard | PatKind::Lit(_), _) => Ok(()),
            (PatKind::Var(name), value) => {
                env.bind(name, value);
                Ok(())
            }
            (PatKind::Record(parts), Value::Record(fields)) => {
                for ((_, part), (_, field)) in parts.iter().zip(fields.iter()) {
                    self.bind_names(env, part, field.clone())?;
                }
                Ok(())
            }
            (PatKind::Constr(_, parts), Value::Sum(sum)) => {
                for (part, arg) in parts.iter().zip(&sum.args) {
                    self.bind_names(env, part, arg.clone())?;
                }
                Ok(())
            }
            _ => Err(Failure::internal(pat.span, "a pattern of another type")),
        }
    }

    /// FUT-E-MATCH: whether a pattern fits a value.
    pub fn matches(&self, pat: &Pat, value: &Value) -> bool {
        match (&pat.kind, value) {
            (PatKind::Wildcard | PatKind::Var(_), _) => true,
            (PatKind::Lit(p), value) => {
                let equal = PrimFn::Bin(BinOp::Eq, p.prim_type());
                let answer = value.scalar().map(|q| crate::numeric::apply(equal, &[*p, q]));
                matches!(answer, Some(Ok(PrimValue::Bool(true))))
            }
            (PatKind::Record(parts), Value::Record(fields)) => {
                let mut pairs = parts.iter().zip(fields.iter());
                pairs.all(|((_, part), (_, field))| self.matches(part, field))
            }
            (PatKind::Constr(name, parts), Value::Sum(sum)) => {
                let mut pairs = parts.iter().zip(&sum.args);
                *name == sum.name && pairs.all(|(part, arg)| self.matches(part, arg))
            }
            _ => false,
        }
    }

    /// FUT-E-LOOPFOR, FUT-E-LOOPIN, FUT-E-WHILE: what an iteration binds is forgotten before the next.
    pub fn run_loop(&mut self, env: &mut Environment, l: &Loop, span: Span) -> Run<Value> {
        let mut value = self.eval(env, &l.init)?;
        match &l.form {
            LoopForm::For(name, bound) => {
                let bound = self.eval(env, bound)?;
                let (Some(n), Some(p)) = (bound.integer(), bound.scalar()) else {
                    return Err(Failure::internal(span, "a loop bound that is no integer"));
                };
                sides::rounds(span, n.max(0) as u64);
                if n <= 0 {
                    rules::FUT_E_LOOP0.apply();
                }
                let outside = env.clone();
                for i in 0..n.max(0) {
                    rules::FUT_E_LOOPN.apply();
                    *env = outside.clone();
                    let counter = Value::Prim(integer(p.prim_type(), i));
                    value = self.iteration(env, l, value, |_, env| {
                        env.bind(name, counter);
                        Ok(())
                    })?;
                }
                *env = outside;
            }
            LoopForm::ForIn(pat, array) => {
                let array = self.eval(env, array)?;
                let array = self.array(&array, span)?;
                sides::rounds(span, array.len() as u64);
                let outside = env.clone();
                for i in 0..array.len() {
                    rules::FUT_E_LOOPN.apply();
                    *env = outside.clone();
                    let element = self.read(array.get(i));
                    value = self.iteration(env, l, value, |this, env| this.bind(env, pat, element))?;
                }
                *env = outside;
            }
            LoopForm::While(condition) => {
                let outside = env.clone();
                let mut rounds = 0;
                loop {
                    *env = outside.clone();
                    self.enter(env, l, value.clone())?;
                    if !self.condition(env, condition)? {
                        break;
                    }
                    rounds += 1;
                    self.tick(span)?;
                    value = self.eval(env, &l.body)?;
                }
                sides::rounds(span, rounds);
                *env = outside;
            }
        }
        Ok(value)
    }

    /// The loop's parameter has this value.
    fn enter(&mut self, env: &mut Environment, l: &Loop, value: Value) -> Run<()> {
        self.read_sizes(env, &l.sizes, &l.pat.ty, &value);
        self.bind(env, &l.pat, value)
    }

    /// FUT-E-LOOPN: the parameter of the next iteration.
    fn iteration(
        &mut self,
        env: &mut Environment,
        l: &Loop,
        value: Value,
        count: impl FnOnce(&mut Self, &mut Environment) -> Run<()>,
    ) -> Run<Value> {
        self.tick(l.body.span)?;
        self.enter(env, l, value)?;
        count(self, env)?;
        self.eval(env, &l.body)
    }
}

/// A number as a value of an integer type that has it.
pub fn integer(t: PrimType, n: i128) -> PrimValue {
    match t {
        PrimType::I8 => PrimValue::I8(n as i8),
        PrimType::I16 => PrimValue::I16(n as i16),
        PrimType::I32 => PrimValue::I32(n as i32),
        PrimType::U8 => PrimValue::U8(n as u8),
        PrimType::U16 => PrimValue::U16(n as u16),
        PrimType::U32 => PrimValue::U32(n as u32),
        PrimType::U64 => PrimValue::U64(n as u64),
        _ => PrimValue::I64(n as i64),
    }
}
