//! Functions, constructors and methods with their arguments.

use super::names::Entity;
use super::{Done, Elaborator, Wanted};
use crate::ast::{Exp as Syntax, ExpKind};
use crate::core::rewrite::{Substitution, substitute};
use crate::core::{Arrow, Binder, Construction, DataName, Exp, Lambda, Mark, Row, Type, Value};
use crate::rules::elaboration::{DX_EL_ACCUM, DX_EL_ANF, DX_EL_ERROR, DX_EL_FORM, DX_EL_GEN};
use crate::rules::typing::{DX_T_APP, DX_T_DATATY};
use elder_syntax::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Elaborator {
    /// A name or a primitive, with arguments or without.  What is left to be found at the end is not found yet.
    pub(super) fn application(&mut self, e: &Syntax) -> Done<(Value, Type)> {
        let mut arguments = Vec::new();
        let mut head = e;
        while let ExpKind::Apply(function, argument) = &head.kind {
            arguments.push(&**argument);
            head = function;
        }
        arguments.reverse();
        if let ExpKind::Primitive(name) = &head.kind {
            return self.primitive(name, &arguments, e.span);
        }
        let (mut function, mut ty) = match &head.kind {
            ExpKind::Name(name) if name == "error" && self.is_of_library(name) => {
                if let [first, ..] = arguments.as_slice()
                    && let ExpKind::String(text) = &first.kind
                {
                    let failing = self.failing_with(text, e.span);
                    arguments.remove(0);
                    failing
                } else {
                    let entity = self.lookup(name, head.span)?;
                    self.meant(entity, head.span)?
                }
            }
            ExpKind::Name(name) => {
                let entity = self.lookup(accumulator(name, &arguments), head.span)?;
                self.meant(entity, head.span)?
            }
            _ => self.infer(head)?,
        };
        for argument in arguments {
            (function, ty) = self.apply(function, ty, argument, head.span, e.span)?;
        }
        Ok((function, ty))
    }

    /// Whether a name is bound at the top only.
    fn is_of_library(&self, name: &str) -> bool {
        self.locals.iter().all(|(own, _)| own != name) && self.top.contains_key(name)
    }

    /// DX-EL-ERROR
    fn failing_with(&mut self, text: &str, at: Span) -> (Value, Type) {
        DX_EL_ERROR.apply();
        let ty = self.fresh_type(at);
        (self.emit(Exp::Fail(ty.clone(), text.into()), &ty, at), ty)
    }

    /// What an entity is as a value.
    fn meant(&mut self, entity: Entity, at: Span) -> Done<(Value, Type)> {
        match entity {
            Entity::Value(value, ty) => Ok((value, ty)),
            Entity::Template(template) => self.used_template(template, at),
            Entity::Constructor(data, constructor) => Ok(self.constructor_function(data, constructor)),
            Entity::Data(data) | Entity::Interface(data) => Ok(self.type_function(data)),
            Entity::Method(interface, place) => self.method(interface, place, at),
            Entity::IndexSet => self.refuse(
                &DX_EL_FORM,
                "known",
                at,
                "`IndexSet` stands in instances, and between brackets",
            ),
        }
    }

    /// DX-T-APP: one argument more.
    pub(super) fn apply(
        &mut self,
        function: Value,
        ty: Type,
        argument: &Syntax,
        from: Span,
        at: Span,
    ) -> Done<(Value, Type)> {
        DX_T_APP.apply();
        DX_EL_ANF.apply();
        let (function, ty) = self.instantiate(function, ty, from)?;
        let arrow = match self.normal(&ty) {
            Value::Arrow(arrow) => arrow,
            table @ Value::Table(..) => return self.index_value(function, table, argument, from, at),
            other => {
                let (argument_type, result) = (self.fresh_type(argument.span), self.fresh_type(at));
                let binder = Binder {
                    name: self.program.names.fresh("x"),
                    ty: argument_type,
                };
                let wanted = Wanted {
                    ty: Value::arrow(binder, Row::PURE, result),
                    from: at,
                    rule: &DX_T_APP,
                    premise: "function",
                };
                self.equate(&other, &wanted, from)?;
                match self.normal(&wanted.ty) {
                    Value::Arrow(arrow) => arrow,
                    // It was made as one.
                    _ => return self.refuse(&DX_T_APP, "function", from, "this is no function"),
                }
            }
        };
        let wanted = Wanted {
            ty: arrow.binder.ty.clone(),
            from,
            rule: &DX_T_APP,
            premise: "argument",
        };
        let value = self.check(argument, &wanted)?;
        self.call(function, &arrow, value, at)
    }

    /// A function is called with a value.
    pub(super) fn call(
        &mut self,
        function: Value,
        arrow: &Arrow,
        value: Value,
        at: Span,
    ) -> Done<(Value, Type)> {
        let result = self.substituted(arrow.binder.name, &value, &arrow.result);
        if !arrow.effects.is_pure() {
            let effects = Value::Effects(Arc::new(arrow.effects.clone()));
            let effects = self.substituted(arrow.binder.name, &value, &effects);
            if let Value::Effects(row) = &effects {
                self.perform(row, &DX_T_APP, "effects", at)?;
            }
        }
        if (self.in_type || self.makes_types(&arrow.result))
            && let Some(reduced) = self.unfolded(&function, &value)
        {
            return Ok((reduced, result));
        }
        let applied = self.emit(Exp::Apply(function, value), &result, at);
        Ok((applied, result))
    }

    /// Whether something of this type is a type, or a function that makes types.
    fn makes_types(&self, ty: &Type) -> bool {
        match self.normal(ty) {
            Value::Arrow(arrow) => self.makes_types(&arrow.result),
            other => self.is_kind(&other),
        }
    }

    /// DX-EL-TYPE: a function of which the body is known and computes nothing, called with a value.
    fn unfolded(&mut self, function: &Value, value: &Value) -> Option<Value> {
        let lambda: Arc<Lambda> = match function {
            Value::Var(name) => self.functions.get(name)?.clone(),
            Value::Lambda(lambda) => lambda.clone(),
            _ => return None,
        };
        if !lambda.body.stms.is_empty() {
            return self.unfolded_with(&lambda, value);
        }
        crate::rules::elaboration::DX_EL_TYPE.apply();
        let values = FxHashMap::from_iter([(lambda.binder.name, value.clone())]);
        let mut substitution = Substitution {
            names: &mut self.program.names,
            values,
        };
        let result = crate::core::rewrite::Rewrite::value(&mut substitution, &lambda.body.result);
        Some(match result {
            Value::Lambda(_) => result,
            other => self.normal(&other),
        })
    }

    /// DX-EL-TYPE: a function that computes something and makes a type of it, called where statements may stand.
    fn unfolded_with(&mut self, lambda: &Lambda, value: &Value) -> Option<Value> {
        let finished = lambda
            .body
            .stms
            .iter()
            .all(|stm| !self.local.contains(&stm.binder.name));
        let makes_type =
            |value: &Value| matches!(value, Value::Fin(_) | Value::Table(..) | Value::PairType(..));
        if !finished || !lambda.effects.is_pure() || !makes_type(&lambda.body.result) {
            return None;
        }
        crate::rules::elaboration::DX_EL_TYPE.apply();
        let values = FxHashMap::from_iter([(lambda.binder.name, value.clone())]);
        let mut substitution = Substitution {
            names: &mut self.program.names,
            values,
        };
        let body = crate::core::rewrite::Rewrite::block(&mut substitution, &lambda.body);
        for stm in body.stms {
            self.local.insert(stm.binder.name);
            self.types.insert(stm.binder.name, stm.binder.ty.clone());
            if let Exp::Value(value) = &stm.exp {
                self.definitions.define(stm.binder.name, value);
            }
            if let Some(block) = self.blocks.last_mut() {
                block.push(stm);
            }
        }
        Some(self.normal(&body.result))
    }

    /// DX-EL-GEN: what is implicit is found by unification, dictionaries by their types.
    pub(super) fn instantiate(&mut self, mut value: Value, mut ty: Type, at: Span) -> Done<(Value, Type)> {
        loop {
            let Value::Arrow(arrow) = self.normal(&ty) else {
                return Ok((value, ty));
            };
            let argument = match arrow.mark {
                Mark::Plain | Mark::Linear => return Ok((value, ty)),
                Mark::Implicit => {
                    DX_EL_GEN.apply();
                    let argument = self.fresh(arrow.binder.ty.clone(), at);
                    self.demand(&arrow.binder.ty, &argument, at);
                    argument
                }
                Mark::Class => self.goal(arrow.binder.ty.clone(), at),
            };
            (value, ty) = self.call(value, &arrow, argument, at)?;
        }
    }

    /// A constructor as a function of the parameters of its type, which are implicit, and of what it holds.
    pub(super) fn constructor_function(&mut self, data: DataName, constructor: usize) -> (Value, Type) {
        let declared = self.program.data[data.index()].clone();
        let mut binders: Vec<(Binder, Mark)> = Vec::new();
        binders.extend(declared.parameters.iter().map(|b| (b.clone(), Mark::Implicit)));
        let fields = &declared.constructors[constructor].fields;
        binders.extend(fields.iter().map(|b| (b.clone(), Mark::Plain)));
        let parameters: Vec<Value> = declared.parameters.iter().map(|b| Value::Var(b.name)).collect();
        let whole = Value::Con(Arc::new(Construction {
            data,
            constructor,
            parameters: parameters.clone(),
            fields: fields.iter().map(|b| Value::Var(b.name)).collect(),
        }));
        self.curried(&binders, whole, Value::DataType(data, parameters))
    }

    /// A declared type as a function of its parameters.
    fn type_function(&mut self, data: DataName) -> (Value, Type) {
        DX_T_DATATY.apply();
        let declared = self.program.data[data.index()].clone();
        let binders: Vec<(Binder, Mark)> = declared
            .parameters
            .iter()
            .map(|b| (b.clone(), Mark::Plain))
            .collect();
        let parameters = declared.parameters.iter().map(|b| Value::Var(b.name)).collect();
        self.curried(&binders, Value::DataType(data, parameters), Value::TYPE)
    }

    /// A pure function of several arguments with its type, all its binders new.
    fn curried(&mut self, binders: &[(Binder, Mark)], body: Value, result: Type) -> (Value, Type) {
        let (mut value, mut ty) = (body, result);
        for (binder, mark) in binders.iter().rev() {
            value = Value::Lambda(Arc::new(Lambda {
                binder: binder.clone(),
                effects: Row::PURE,
                body: value.into(),
            }));
            ty = Value::Arrow(Arc::new(Arrow {
                mark: *mark,
                binder: binder.clone(),
                effects: Row::PURE,
                result: ty,
            }));
        }
        let nobody = self.program.names.fresh("_");
        let value = substitute(&mut self.program.names, nobody, &Value::Unit, &value);
        (value, ty)
    }

    /// A method: the interface's parameters are found, and the dictionary.
    fn method(&mut self, interface: DataName, place: usize, at: Span) -> Done<(Value, Type)> {
        let declared = self.program.data[interface.index()].clone();
        let mut ty = declared.constructors[0].fields[place].ty.clone();
        let mut parameters = Vec::with_capacity(declared.parameters.len());
        for parameter in &declared.parameters {
            let mut kind = parameter.ty.clone();
            for (earlier, value) in declared.parameters.iter().zip(&parameters) {
                kind = self.substituted(earlier.name, value, &kind);
            }
            let argument = self.fresh(kind.clone(), at);
            self.demand(&kind, &argument, at);
            ty = self.substituted(parameter.name, &argument, &ty);
            parameters.push(argument);
        }
        let dictionary = self.goal(Value::DataType(interface, parameters), at);
        let value = Value::project(crate::core::Projection::Held(place), dictionary);
        Ok((value, ty))
    }
}

/// DX-EL-ACCUM: handlers of accumulators that are given nothing but an action add vectors.
fn accumulator<'n>(name: &'n str, arguments: &[&Syntax]) -> &'n str {
    let alone = matches!(arguments, [action] if matches!(action.kind, ExpKind::Lambda(..)));
    match name {
        "runAccum" if alone => {
            DX_EL_ACCUM.apply();
            "runAccumVector"
        }
        "yieldAccum" if alone => {
            DX_EL_ACCUM.apply();
            "yieldAccumVector"
        }
        other => other,
    }
}
