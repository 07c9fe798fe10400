//! The evaluator: one function a judgement, one arm a rule.
//!
//! [`Machine::eval`] gives the value of code in the frame that is running.  Expressions
//! of scalar type go through [`Machine::scalar`], which never builds a value.  Every
//! failure says which premise of which rule did not hold, and where.
//!
//! | file | what |
//! | --- | --- |
//! | `eval.rs` | the machine, expressions by form |
//! | `eval/scalars.rs` | expressions of scalar type |
//! | `eval/calls.rs` | functions |
//! | `eval/kernels.rs` | running compiled loops |
//! | `eval/coercion.rs` | size coercions |
//! | `eval/bindings.rs` | patterns, loops, sizes read off values |
//! | `eval/arrays.rs` | literals, indices, slices, updates, ranges |
//! | `eval/soacs.rs` | second-order array combinators |
//! | `eval/shapes.rs` | what changes shapes: iota, concat, transpose, flat indexing |
//! | `eval/writes.rs` | scatter, histograms, accumulators |

mod arrays;
mod bindings;
mod calls;
mod coercion;
mod kernels;
mod scalars;
mod shapes;
mod soacs;
mod writes;

use crate::failure::{Fail, Failure, Kind, Run};
use crate::futhark::machine::arithmetic::Arithmetic;
use crate::futhark::machine::array::{Array, ArrayError, Element};
use crate::futhark::machine::code::*;
use crate::futhark::machine::observe::Observer;
use crate::futhark::machine::resolve::Constant;
use crate::futhark::machine::shape::find_size;
use crate::futhark::machine::value::{Closure, Fields, RtType, Sum, Value};
use crate::futhark::refusals;
use crate::memory::Memory;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::with_prim_type;
use elder_syntax::{Rule, Span};
use kernels::Workspace;
use std::rc::Rc;
use std::time::Instant;

/// A run of a program.
pub struct Machine {
    /// All frames, one on the other.
    stack: Vec<Value>,
    /// Where the current frame begins.
    base: usize,
    /// The account of memory.
    pub memory: Rc<Memory>,
    /// Steps until the limits are looked at.
    fuel: u64,
    /// Steps after those.
    reserve: u64,
    deadline: Option<Instant>,
    depth: u32,
    max_depth: u32,
    seed: u64,
    constants: Vec<Constant>,
    values: Vec<Option<(Value, Vec<i64>)>>,
    observer: Option<Box<dyn Observer>>,
    arithmetic: Option<Rc<dyn Arithmetic>>,
    /// What kernels work on, while none runs.
    workspace: Option<Box<Workspace>>,
    /// How often code was translated in vain.
    attempts: u32,
}

impl Machine {
    /// A machine for the constants of a resolved program.
    pub fn new(
        constants: Vec<Constant>,
        memory: Rc<Memory>,
        fuel: u64,
        max_depth: u32,
        seed: u64,
    ) -> Machine {
        let values = constants.iter().map(|_| None).collect();
        Machine {
            stack: Vec::with_capacity(1024),
            base: 0,
            memory,
            fuel: 0,
            reserve: fuel,
            deadline: None,
            depth: 0,
            max_depth,
            seed,
            constants,
            values,
            observer: None,
            arithmetic: None,
            workspace: None,
            attempts: 0,
        }
    }

    /// Calls a function with all its arguments.
    pub fn run(&mut self, function: &Rc<Function>, args: Vec<Value>, span: Span) -> Run<Value> {
        let count = args.len();
        let closure = Closure {
            function: function.clone(),
            captured: Box::default(),
            args: Vec::new(),
        };
        if count == 0 {
            return self.enter(function, None, self.stack.len(), span);
        }
        self.stack.extend(args.into_iter().rev());
        self.apply(Value::Function(Rc::new(closure)), count, span)
    }

    /// Stops the run at this time.
    pub fn stop_at(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The value of code in a frame of its own, which begins with these values.
    pub(crate) fn in_frame(&mut self, values: &[Value], frame: u32, code: &Code) -> Run<Value> {
        let caller = std::mem::replace(&mut self.base, self.stack.len());
        self.stack.extend(values.iter().cloned());
        self.stack.resize(self.base + frame as usize, Value::default());
        let result = self.eval(code);
        self.stack.truncate(self.base);
        self.base = caller;
        result
    }

    /// Sets what computes with floats.
    pub fn compute_with(&mut self, arithmetic: Option<Rc<dyn Arithmetic>>) {
        self.arithmetic = arithmetic;
    }

    /// Lets somebody watch.
    pub fn observe(&mut self, observer: Box<dyn Observer>) {
        self.observer = Some(observer);
    }

    /// Takes the observer back.
    pub fn take_observer(&mut self) -> Option<Box<dyn Observer>> {
        self.observer.take()
    }

    /// One unit of fuel for a call or an iteration.
    #[inline(always)]
    fn tick(&mut self, span: Span) -> Run<()> {
        if self.fuel == 0 {
            self.refill(span)?;
        }
        self.fuel -= 1;
        Ok(())
    }

    /// FUT-E-LIMIT: fuel for some more steps, unless the limits are reached.
    #[cold]
    fn refill(&mut self, span: Span) -> Run<()> {
        const STEPS: u64 = 1 << 14;
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.reserve == 0 {
            let message = if late { "out of time" } else { "out of fuel" };
            return Err(refusals::no_fuel(span, message));
        }
        rules::FUT_E_LIMIT.apply();
        self.fuel = self.reserve.min(STEPS);
        self.reserve -= self.fuel;
        Ok(())
    }

    #[inline(always)]
    fn local(&self, slot: Slot) -> Value {
        match self.stack.get(self.base + slot as usize) {
            Some(value) => value.clone(),
            None => Value::default(),
        }
    }

    #[inline(always)]
    fn set(&mut self, slot: Slot, value: Value) {
        if let Some(place) = self.stack.get_mut(self.base + slot as usize) {
            *place = value;
        }
    }

    /// FUT-E-*: the value of code.  Here stand the forms of which loops are made; [`Machine::eval_rare`] has the others.
    pub(crate) fn eval(&mut self, mut code: &Code) -> Run<Value> {
        loop {
            match code {
                Code::Const(value) => {
                    rules::FUT_E_CONST.apply();
                    return Ok(value.clone());
                }
                Code::Local(slot) => {
                    rules::FUT_E_VAR.apply();
                    return Ok(self.local(*slot));
                }
                Code::Binary(_, t, ..) => return self.scalar_value(*t, code),
                Code::Compare(..) | Code::And(_) | Code::Or(_) => {
                    return self.scalar::<bool>(code).map(Value::Bool);
                }
                Code::Convert(_, to, _) => return self.scalar_value(*to, code),
                Code::Record(fields) => return self.record(fields),
                Code::Field(k, record) => return self.field(*k, record),
                Code::Index(index) => return self.index(index),
                Code::Update(index, value) => return self.update(index, value),
                Code::Call(call) => return self.call(call),
                Code::Apply(apply) => return self.apply_code(apply),
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
                Code::IfNatural(parts) => {
                    code = if self.rt_type(&parts.0)?.is_natural() {
                        &parts.1
                    } else {
                        &parts.2
                    };
                }
                Code::Match(parts) => code = self.choose(parts)?,
                Code::Loop(l) => return self.run_loop(l),
                Code::Intrinsic(intrinsic) => return self.intrinsic(intrinsic),
                Code::Inlined(parts) => return self.inlined(parts),
                Code::Sized(parts) => return self.sized(parts),
                _ => return self.eval_rare(code),
            }
        }
    }

    /// The value of an expression of a scalar type.
    #[inline(never)]
    fn scalar_value(&mut self, t: elder_syntax::prim::PrimType, code: &Code) -> Run<Value> {
        with_prim_type!(t, T => self.scalar::<T>(code).map(Element::value))
    }

    fn inlined(&mut self, parts: &(Code, Span)) -> Run<Value> {
        match self.eval(&parts.0) {
            Err(mut e) => {
                e.calls.push(parts.1);
                Err(e)
            }
            value => value,
        }
    }

    fn sized(&mut self, parts: &(Code, Box<[SizeBinding]>)) -> Run<Value> {
        let value = self.eval(&parts.0)?;
        self.bind_sizes(&parts.1, &value);
        Ok(value)
    }

    /// The rest of [`Machine::eval`], apart so that its frame stays small.
    #[inline(never)]
    fn eval_rare(&mut self, code: &Code) -> Run<Value> {
        match code {
            Code::Global(number, span) => Ok(self.global(*number, *span)?.0.clone()),
            Code::GlobalSize(number, k, span) => {
                let size = self.global(*number, *span)?.1.get(*k as usize).copied();
                Ok(Value::from(size.unwrap_or(0)))
            }
            Code::Equal(..) => self.scalar::<bool>(code).map(Value::Bool),
            Code::Prim(f, args, span) => self.primitive(*f, args, *span),
            Code::Foreign(f, args, span) => self.foreign(*f, args, *span),
            Code::RecordUpdate(pair, path) => {
                let value = self.eval(&pair.1)?;
                let record = self.eval(&pair.0)?;
                rules::FUT_E_RECUPDATE.apply();
                Ok(with_field(record, path, value))
            }
            Code::Array(elements, ty, span) => self.array(elements, ty, *span),
            Code::Range(range) => self.range(range),
            Code::UpdatePath(parts, span) => {
                let subscripts = self.path_subscripts(&parts.1)?;
                let value = self.eval(&parts.2)?;
                let target = self.eval(&parts.0)?;
                self.update_path(target, &parts.1, &subscripts, value, *span)
            }
            Code::Constr(constr) => self.constructor(constr),
            Code::Closure(function) => {
                rules::FUT_E_LAMBDA.apply();
                Ok(self.closure(function, Vec::new()))
            }
            Code::Coerce(coercion) => self.coerce(coercion),
            Code::Assert(parts, span) => {
                rules::FUT_E_ASSERT.apply();
                if !self.scalar::<bool>(&parts.0)? {
                    return Err(Failure::error(
                        &rules::FUT_E_ASSERT,
                        "holds",
                        *span,
                        "assertion is false",
                    ));
                }
                self.eval(&parts.1)
            }
            Code::Hole(span) => {
                rules::FUT_E_HOLE.apply();
                Err(Failure::error(
                    &rules::FUT_E_HOLE,
                    "value",
                    *span,
                    "a hole has no value",
                ))
            }
            Code::BlankOf(parts) => self.blank_of(parts),
            Code::Type(ty) => self.type_argument(ty),
            Code::Deep(inner) => elder_syntax::stack::deep(1 << 20, 1 << 24, || self.eval(inner)),
            Code::Observed(observed) => self.observed(observed),
            // Every other form is an arm of `eval`.
            _ => Err(Failure::internal(
                Span::NONE,
                "a form of expression without meaning",
            )),
        }
    }

    /// What this gives, or why the program has no value there: then the machine is as it was before.
    fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Run<T>) -> Run<Result<T, Fail>> {
        let (base, top, depth) = (self.base, self.stack.len(), self.depth);
        match f(self) {
            Err(failure) if failure.kind == Kind::Error => {
                // Whoever failed left its frames as they were.
                self.base = base;
                self.stack.truncate(top);
                self.depth = depth;
                Ok(Err(failure))
            }
            result => result.map(Ok),
        }
    }

    fn constructor(&mut self, constr: &ConstrCode) -> Run<Value> {
        let mut args = Fields::new();
        for arg in &constr.args {
            args.push(self.eval(arg)?);
        }
        rules::FUT_E_CONSTR.apply();
        let others = constr.others.as_ref().map(|ty| self.rt_type(ty));
        Ok(Value::Sum(Rc::new(Sum {
            name: constr.name.clone(),
            tag: constr.tag,
            args,
            others: others.transpose()?,
        })))
    }

    fn observed(&mut self, observed: &Observed) -> Run<Value> {
        if let Some(observer) = &mut self.observer {
            observer.enter(observed.rule, observed.span);
        }
        let result = self.eval(&observed.code);
        if let Some(observer) = &mut self.observer {
            observer.leave(observed.rule, result.as_ref().ok());
        }
        result
    }

    /// FUT-E-TUP; a tuple is evaluated in the order of its text.
    fn record(&mut self, fields: &[(u32, Code)]) -> Run<Value> {
        rules::FUT_E_TUP.apply();
        if fields
            .iter()
            .enumerate()
            .all(|(k, (place, _))| k as u32 == *place)
        {
            let mut values = Fields::new();
            for (_, code) in fields {
                values.push(self.eval(code)?);
            }
            return Ok(Value::Record(Rc::new(values)));
        }
        let mut values: Fields = smallvec::smallvec![Value::default(); fields.len()];
        for (place, code) in fields {
            let value = self.eval(code)?;
            if let Some(field) = values.get_mut(*place as usize) {
                *field = value;
            }
        }
        Ok(Value::Record(Rc::new(values)))
    }

    /// FUT-E-FIELD
    fn field(&mut self, k: u32, record: &Code) -> Run<Value> {
        rules::FUT_E_FIELD.apply();
        if let Code::Local(slot) = record
            && let Some(Value::Record(fields)) = self.stack.get(self.base + *slot as usize)
            && let Some(field) = fields.get(k as usize)
        {
            return Ok(field.clone());
        }
        match self.eval(record)? {
            Value::Record(fields) => match fields.get(k as usize) {
                Some(field) => Ok(field.clone()),
                None => Err(Failure::internal(Span::NONE, "a record without the field")),
            },
            _ => Err(Failure::internal(
                Span::NONE,
                "a field of something that is no record",
            )),
        }
    }

    /// The value of a top-level constant and the sizes that it binds.
    fn global(&mut self, number: u32, span: Span) -> Run<&(Value, Vec<i64>)> {
        let number = number as usize;
        if self.values.get(number).is_some_and(Option::is_none) {
            let Some(constant) = self.constants.get(number) else {
                return Err(Failure::internal(span, "an unknown constant"));
            };
            let (function, exts) = (constant.function.clone(), constant.exts.clone());
            let base = self.stack.len();
            let value = self.enter(&function, None, base, span)?;
            let sizes = exts
                .iter()
                .map(|walks| find_size(walks, &value).unwrap_or(0))
                .collect();
            self.values[number] = Some((value, sizes));
        }
        match self.values.get(number).and_then(Option::as_ref) {
            Some(pair) => Ok(pair),
            None => Err(Failure::internal(span, "a constant without a value")),
        }
    }

    /// FUT-E-SHAPEOF: a type with its sizes.
    fn rt_type(&mut self, ty: &TypeCode) -> Run<Rc<RtType>> {
        Ok(match ty {
            TypeCode::Known(ty) => ty.clone(),
            TypeCode::Slot(slot) => match self.local(*slot) {
                Value::Type(ty) => match &*ty {
                    RtType::Failed(failure) => return Err(failure.clone()),
                    _ => ty,
                },
                _ => Rc::new(RtType::Boxed),
            },
            TypeCode::Array(size, element) => {
                rules::FUT_E_SHAPEOF.apply();
                let size = self.scalar::<i64>(size)?;
                Rc::new(RtType::Array(size, self.rt_type(element)?))
            }
            TypeCode::Record(fields) => {
                let fields: Run<Vec<Rc<RtType>>> = fields.iter().map(|f| self.rt_type(f)).collect();
                Rc::new(RtType::Record(fields?))
            }
            TypeCode::Sum(constructors) => {
                let mut sum = Vec::with_capacity(constructors.len());
                for (tag, args) in constructors {
                    let args: Run<Vec<Rc<RtType>>> = args.iter().map(|t| self.rt_type(t)).collect();
                    sum.push((*tag, args?));
                }
                Rc::new(RtType::Sum(sum))
            }
            TypeCode::Blank(parts) => {
                let ty = self.rt_type(&parts.1)?;
                Rc::new(RtType::Blank(self.eval(&parts.0)?, ty))
            }
        })
    }

    /// FUT-E-SHAPEOF: a type argument.  Nobody may ask for its sizes, so one that has no value is no failure yet.
    fn type_argument(&mut self, ty: &TypeCode) -> Run<Value> {
        let ty = self.attempt(|this| this.rt_type(ty))?;
        Ok(Value::Type(
            ty.unwrap_or_else(|failure| Rc::new(RtType::Failed(failure))),
        ))
    }

    fn blank_of(&mut self, (slot, other, span): &(Slot, Option<Code>, Span)) -> Run<Value> {
        let ty = self.rt_type(&TypeCode::Slot(*slot))?;
        match other {
            Some(other) if !matches!(*ty, RtType::Array(..)) => self.eval(other),
            _ => self.blank_value(&ty, *span),
        }
    }

    /// The value of a type whose numbers are all zero (FUT-E-ATTR).
    fn blank_value(&mut self, ty: &RtType, span: Span) -> Run<Value> {
        match ty {
            RtType::Prim(p) => Ok(with_prim_type!(*p, T => T::default().value())),
            RtType::Array(n, element) => {
                let value = self.blank_value(element, span)?;
                self.replicate(*n, &value, span)
            }
            RtType::Record(fields) => {
                let values: Run<Vec<Value>> = fields.iter().map(|t| self.blank_value(t, span)).collect();
                Ok(Value::record(values?))
            }
            RtType::Blank(function, _) => {
                self.stack.push(Value::unit());
                self.apply(function.clone(), 1, span)
            }
            RtType::Failed(failure) => Err(failure.clone()),
            RtType::Sum(_) | RtType::Boxed => {
                Err(Failure::internal(span, "a type of which nothing is known"))
            }
        }
    }

    /// A failure of an array operation, where shapes may differ at run time: premise `shape` of the rule.
    #[cold]
    fn array_failure(&self, error: ArrayError, rule: &'static Rule, shape: &str, span: Span) -> Fail {
        match error {
            ArrayError::Shape(expected, found) => {
                Failure::error(rule, shape, span, refusals::shapes_differ(&expected, &found))
            }
            other => self.plain_failure(other, span),
        }
    }

    /// FUT-E-POISON: no array in the value has been consumed.
    pub fn require_fresh(&self, value: &Value, span: Span) -> Run<()> {
        value.fresh().map_err(|e| self.plain_failure(e, span))
    }

    /// A failure of an array operation whose shapes the checker has compared.
    #[cold]
    fn plain_failure(&self, error: ArrayError, span: Span) -> Fail {
        match error {
            ArrayError::Stale => refusals::consumed(span),
            ArrayError::Fuel => refusals::no_fuel(span, "out of fuel"),
            ArrayError::Memory(bytes) => refusals::no_room(span, bytes, self.memory.limit()),
            ArrayError::Shape(expected, found) => {
                Failure::internal(span, refusals::shapes_differ(&expected, &found))
            }
            ArrayError::Kind(what) => Failure::internal(span, format!("array representation: {what}")),
        }
    }

    /// An array that may be read.
    fn eval_array(&mut self, code: &Code, span: Span) -> Run<(u32, Rc<Array>)> {
        let value = self.eval(code)?;
        self.array_of(value, span)
    }

    fn array_of(&mut self, value: Value, span: Span) -> Run<(u32, Rc<Array>)> {
        match value {
            Value::Array(version, array) => {
                array.fresh(version).map_err(|e| self.plain_failure(e, span))?;
                Ok((version, array))
            }
            _ => Err(Failure::internal(span, "an array was expected")),
        }
    }
}

/// The record with the field at the end of the path replaced.
fn with_field(record: Value, path: &[u32], value: Value) -> Value {
    let Some((k, rest)) = path.split_first() else {
        return value;
    };
    match record {
        Value::Record(mut fields) => {
            let inner = Rc::make_mut(&mut fields);
            if let Some(field) = inner.get_mut(*k as usize) {
                let old = std::mem::take(field);
                *field = with_field(old, rest, value);
            }
            Value::Record(fields)
        }
        other => other,
    }
}
