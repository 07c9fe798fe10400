//! The judgement E ⊢ e ⇓ v: an arm for each form of expression.

use super::Interpreter;
use super::environment::{Environment, Meaning};
use super::value::{Code, Function, Sum, Value};
use crate::failure::{Failure, Run};
use crate::futhark::rule::rule_of;
use crate::sides;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Coerced, Exp, ExpKind, Instance, LoopForm, Type, TypeKind, VName, field_order};
use elder_syntax::prim::PrimValue;
use elder_syntax::{Name, Rule, Span};
use std::rc::Rc;

/// With less stack than this left, it is grown.
const RED_ZONE: usize = 256 * 1024;
/// By so much.
const MORE_STACK: usize = 8 << 20;

impl Interpreter<'_> {
    /// E ⊢ e ⇓ v.  The sizes that only the value shows are known from here on.
    pub fn eval(&mut self, env: &mut Environment, e: &Exp) -> Run<Value> {
        let value = elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || self.by_form(env, e))?;
        self.read_sizes(env, &e.sizes, &e.ty, &value);
        Ok(value)
    }

    /// The values of several expressions, from the first to the last.
    pub fn eval_all(&mut self, env: &mut Environment, es: &[Exp]) -> Run<Vec<Value>> {
        es.iter().map(|e| self.eval(env, e)).collect()
    }

    fn by_form(&mut self, env: &mut Environment, e: &Exp) -> Run<Value> {
        let span = e.span;
        match &e.kind {
            ExpKind::Lit(p) => self.rule(&rules::FUT_E_CONST, span, |_| Ok(Value::Prim(*p))),
            ExpKind::String(text) => self.rule(&rules::FUT_E_CONST, span, |this| {
                let bytes = text.iter().map(|b| Value::Prim(PrimValue::U8(*b)));
                this.array_of(bytes.collect(), None, span)
            }),
            ExpKind::Var(name, instance) => self.rule(&rules::FUT_E_VAR, span, |this| {
                this.variable(env, name, instance, span)
            }),
            ExpKind::Intrinsic(intrinsic, instance) => self.rule(&rules::FUT_E_VAR, span, |this| {
                let code = Code::Intrinsic(*intrinsic, instance.types.as_slice().into());
                Ok(this.function(code, env.clone()))
            }),
            ExpKind::Record(fields) => self.rule(&rules::FUT_E_TUP, span, |this| this.record(env, fields)),
            ExpKind::Field(record, name) => self.rule(&rules::FUT_E_FIELD, span, |this| {
                let record = this.eval(env, record)?;
                field(&record, name, span)
            }),
            ExpKind::RecordUpdate(record, path, value) => self.rule(&rules::FUT_E_RECUPDATE, span, |this| {
                // FUT-E-ORDER
                let value = this.eval(env, value)?;
                let record = this.eval(env, record)?;
                with_field(record, path, value, span)
            }),
            ExpKind::Array(elements) => self.rule(&rules::FUT_E_ARRAY, span, |this| {
                let elements = this.eval_all(env, elements)?;
                if let (true, TypeKind::Array(_, element)) = (elements.is_empty(), &*this.expand(&e.ty)) {
                    rules::FUT_E_EMPTYSHAPE.apply();
                    let row = this.shape_of(env, element)?;
                    return this.array_of(elements, Some(&row), span);
                }
                this.array_of(elements, None, span)
            }),
            ExpKind::Range(range) => {
                self.rule(&rules::FUT_E_RANGE, span, |this| this.range(env, range, span))
            }
            ExpKind::Index(array, dims) => self.rule(rule_of(&e.kind), span, |this| {
                let array = this.eval(env, array)?;
                this.readable(&array, span)?;
                let subscripts = this.subscripts(env, dims)?;
                this.index(&array, &subscripts, span)
            }),
            ExpKind::Update(array, dims, value) => self.rule(&rules::FUT_E_UPDATE, span, |this| {
                // FUT-E-ORDER
                let subscripts = this.subscripts(env, dims)?;
                let value = this.eval(env, value)?;
                let array = this.eval(env, array)?;
                this.update(&array, &subscripts, value, span)
            }),
            ExpKind::UpdatePath(target, steps, value) => self.rule(&rules::FUT_E_UPDATE, span, |this| {
                // FUT-E-ORDER
                let steps = this.steps(env, steps)?;
                let value = this.eval(env, value)?;
                let target = this.eval(env, target)?;
                this.update_path(target, &steps, value, span)
            }),
            ExpKind::Constr(name, args) => self.rule(&rules::FUT_E_CONSTR, span, |this| {
                let args = this.eval_all(env, args)?;
                this.constructor(env, name, args, &e.ty, span)
            }),
            ExpKind::App { fun, args, infix } => self.rule(rule_of(&e.kind), span, |this| {
                rules::FUT_E_ORDER.apply();
                let args = if *infix {
                    this.eval_all(env, args)?
                } else {
                    let backwards: Run<Vec<Value>> =
                        args.iter().rev().map(|arg| this.eval(env, arg)).collect();
                    backwards?.into_iter().rev().collect()
                };
                let fun = this.eval(env, fun)?;
                this.apply(&fun, args, span)
            }),
            ExpKind::And(a, b) => self.rule(&rules::FUT_E_LOGIC, span, |this| {
                match this.condition(env, a)? {
                    false => Ok(Value::from(false)),
                    true => this.eval(env, b),
                }
            }),
            ExpKind::Or(a, b) => self.rule(&rules::FUT_E_LOGIC, span, |this| {
                match this.condition(env, a)? {
                    true => Ok(Value::from(true)),
                    false => this.eval(env, b),
                }
            }),
            ExpKind::Lambda(fun) => self.rule(&rules::FUT_E_LAMBDA, span, |this| {
                Ok(this.function(Code::Local(fun.clone()), env.clone()))
            }),
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => self.rule(&rules::FUT_E_LET, span, |this| {
                let value = this.eval(env, bound)?;
                this.read_sizes(env, sizes, &pat.ty, &value);
                this.bind(env, pat, value)?;
                this.eval(env, body)
            }),
            ExpKind::LetFun(name, fun, body) => self.rule(&rules::FUT_E_LET, span, |this| {
                rules::FUT_E_LAMBDA.apply();
                env.bind_function(name, fun.clone());
                this.eval(env, body)
            }),
            ExpKind::If(condition, yes, no) => self.rule(&rules::FUT_E_IF, span, |this| {
                let holds = this.condition(env, condition)?;
                sides::taken(span, usize::from(!holds), 2);
                match holds {
                    true => this.eval(env, yes),
                    false => this.eval(env, no),
                }
            }),
            ExpKind::Match(scrutinee, cases) => self.rule(&rules::FUT_E_MATCH, span, |this| {
                let value = this.eval(env, scrutinee)?;
                for (number, (pat, body)) in cases.iter().enumerate() {
                    if this.matches(pat, &value) {
                        sides::taken(span, number, cases.len());
                        this.bind(env, pat, value)?;
                        return this.eval(env, body);
                    }
                }
                Err(Failure::internal(span, "no case matches"))
            }),
            ExpKind::Loop(l) => {
                let rule: &'static Rule = match l.form {
                    LoopForm::For(..) => &rules::FUT_E_LOOPFOR,
                    LoopForm::ForIn(..) => &rules::FUT_E_LOOPIN,
                    LoopForm::While(_) => &rules::FUT_E_WHILE,
                };
                self.rule(rule, span, |this| this.run_loop(env, l, span))
            }
            ExpKind::Coerce(inner, what) => {
                let rule = match what {
                    Coerced::Value => &rules::FUT_E_COERCE,
                    Coerced::Argument | Coerced::Result => &rules::FUT_E_PROXY,
                };
                self.rule(rule, span, |this| {
                    this.coerce(env, inner, &e.ty, &e.sizes, (*what, span))
                })
            }
            ExpKind::Assert(condition, body) => self.rule(&rules::FUT_E_ASSERT, span, |this| {
                // FUT-E-ATTR
                if !this.unchecked && !this.condition(env, condition)? {
                    let message = "assertion is false";
                    return Err(Failure::error(&rules::FUT_E_ASSERT, "holds", span, message));
                }
                this.eval(env, body)
            }),
            ExpKind::Attr(attribute, inner) => self.rule(&rules::FUT_E_ATTR, span, |this| {
                this.attributed(env, attribute, inner, e)
            }),
            ExpKind::Hole => self.rule(&rules::FUT_E_HOLE, span, |_| {
                let message = "a hole has no value";
                Err(Failure::error(&rules::FUT_E_HOLE, "value", span, message))
            }),
        }
    }

    /// The value of a condition.
    pub fn condition(&mut self, env: &mut Environment, e: &Exp) -> Run<bool> {
        match self.eval(env, e)? {
            Value::Prim(PrimValue::Bool(b)) => Ok(b),
            _ => Err(Failure::internal(e.span, "a truth value was expected")),
        }
    }

    /// FUT-E-VAR: what a name means, used at sizes and types.
    fn variable(
        &mut self,
        env: &mut Environment,
        name: &VName,
        instance: &Instance,
        span: Span,
    ) -> Run<Value> {
        let (code, free) = match self.definition(name).cloned() {
            Some(def) if super::is_constant(&def) => return self.constant(&def),
            Some(def) => (Code::Definition(def), Environment::default()),
            None => match env.meaning(name) {
                Some(Meaning::Value(value)) => return Ok(value.clone()),
                Some(Meaning::Function(fun, free)) => (Code::Local(fun.clone()), free.clone()),
                // A size that is bound at the top level, or one that nothing gave a value.
                None => return Ok(Value::from(self.global_size(name)?)),
            },
        };
        let free = self.instantiate(env, &code, free, instance)?;
        match &code {
            // A constant for any type.
            Code::Definition(def) if def.fun.params.is_empty() => {
                self.call_definition(def, free, Vec::new(), span)
            }
            _ => Ok(self.function(code, free)),
        }
    }

    /// FUT-E-SHAPEOF: the size and type parameters of a function stand for the sizes and types of its use.
    fn instantiate(
        &mut self,
        env: &mut Environment,
        code: &Code,
        mut free: Environment,
        instance: &Instance,
    ) -> Run<Environment> {
        let fun = match code {
            Code::Definition(def) => &def.fun,
            Code::Local(fun) => fun,
            Code::Intrinsic(..) | Code::Proxy(_) | Code::Blank(..) => return Ok(free),
        };
        for (name, size) in fun.sizes.iter().zip(&instance.sizes) {
            let n = self.size(env, size)?;
            free.bind_size(name, n);
        }
        for (param, ty) in fun.types.iter().zip(&instance.types) {
            free.bind_type(&param.name, ty.clone(), env.clone());
        }
        Ok(free)
    }

    /// FUT-E-LAMBDA: a function with the values of its free names.
    pub fn function(&self, code: Code, free: Environment) -> Value {
        Value::Function(Rc::new(Function {
            code,
            free,
            args: Vec::new(),
            unchecked: self.unchecked,
        }))
    }

    /// FUT-E-TUP: the fields are evaluated in the order of the text.
    fn record(&mut self, env: &mut Environment, fields: &[(Name, Exp)]) -> Run<Value> {
        let mut values = Vec::with_capacity(fields.len());
        for (name, field) in fields {
            values.push((name.clone(), self.eval(env, field)?));
        }
        values.sort_by(|(a, _), (b, _)| field_order(a, b));
        Ok(Value::Record(values.into()))
    }

    /// FUT-E-CONSTR: the value knows the sizes of its whole type, also those that its arguments do not show.
    pub fn constructor(
        &mut self,
        env: &mut Environment,
        name: &Name,
        args: Vec<Value>,
        ty: &Type,
        span: Span,
    ) -> Run<Value> {
        let TypeKind::Sum(constructors) = &*self.expand(ty) else {
            return Err(Failure::internal(
                span,
                "a constructor of something that is no sum",
            ));
        };
        let mut shape = Vec::with_capacity(constructors.len());
        for (other, types) in constructors {
            let shapes = if other == name {
                args.iter().map(Value::shape).collect()
            } else {
                let shapes: Run<Vec<_>> = types.iter().map(|t| self.shape_of(env, t)).collect();
                shapes?
            };
            shape.push((other.clone(), shapes));
        }
        Ok(Value::Sum(Rc::new(Sum {
            name: name.clone(),
            args,
            shape: shape.into(),
        })))
    }
}

/// FUT-E-FIELD
pub fn field(record: &Value, name: &Name, span: Span) -> Run<Value> {
    let Value::Record(fields) = record else {
        return Err(Failure::internal(span, "a field of something that is no record"));
    };
    let found = fields.iter().find(|(other, _)| other == name);
    let found = found.map(|(_, value)| value.clone());
    found.ok_or_else(|| Failure::internal(span, "a record without the field"))
}

/// FUT-E-RECUPDATE: the record with the field at the end of the path replaced.
pub fn with_field(record: Value, path: &[Name], value: Value, span: Span) -> Run<Value> {
    let Some((name, rest)) = path.split_first() else {
        return Ok(value);
    };
    let new = with_field(field(&record, name, span)?, rest, value, span)?;
    let Value::Record(fields) = record else {
        return Err(Failure::internal(span, "a field of something that is no record"));
    };
    let replaced = |(other, old): &(Name, Value)| match other == name {
        true => (other.clone(), new.clone()),
        false => (other.clone(), old.clone()),
    };
    Ok(Value::Record(fields.iter().map(replaced).collect()))
}
