//! Instances of `IndexSet`: what makes a declared type an index set (paper, section 3.4; DX-EL-INDEXSET).
//!
//! An index set is known by its type alone, as functions over `n=>a` are given no dictionary of it.  So there is one instance for a type, at the top, for
//! all of its parameters, and before anything saw the order that the type has by its form.

use super::names::{Entity, Free};
use super::signatures::{Taken, functions};
use super::{Done, Elaborator, Wanted};
use crate::ast::{Exp as Syntax, ExpKind, Instance, Method};
use crate::core::rewrite::{Rewrite, Substitution};
use crate::core::{
    BOOL, Binder, Block, Classes, DataName, EITHER, IndexSet, LIFTER, MAYBE, Row, Type, Value,
};
use crate::rules::elaboration::{DX_EL_CLASS, DX_EL_FORM, DX_EL_INDEXSET};
use crate::rules::typing::DX_T_INDEXSET;
use elder_syntax::Span;
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;

/// The methods, and by which premise one of another type is refused.
const METHODS: [(&str, &str); 3] = [
    ("size", "size"),
    ("ordinal", "ordinal"),
    ("fromOrdinal", "member"),
];

/// A method before it is defined.
struct Made {
    block: Block,
    ty: Type,
    at: Span,
}

impl Elaborator {
    /// What stands behind `IndexSet`, if a text is of that.
    pub(super) fn index_set_of<'s>(&self, class: &'s Syntax) -> Option<&'s Syntax> {
        match &class.kind {
            ExpKind::Apply(head, of) => match &head.kind {
                ExpKind::Name(name) if matches!(self.entity(name), Some(Entity::IndexSet)) => Some(of),
                _ => None,
            },
            _ => None,
        }
    }

    /// A type that is asked to be an index set, as by `[IndexSet n]`.
    pub(super) fn asked_index_set(&mut self, of: &Syntax) -> Done {
        let ty = self.signature_type(of)?;
        self.demand(&INDEX, &ty, of.span);
        Ok(())
    }

    /// DX-EL-INDEXSET
    pub(super) fn index_set(&mut self, instance: &Instance, of: &Syntax, at: Span) -> Done {
        DX_EL_INDEXSET.apply();
        if instance.name.is_some() {
            return self.unnamed(at);
        }
        if !instance.parameters.is_empty() {
            let message = "an index set is known by its type, and is given nothing else";
            return self.refuse(&DX_EL_INDEXSET, "parameters", of.span, message);
        }
        let (data, taken, made) = self.scoped(|e| {
            let mut free = Free::default();
            free.exp(of);
            let mut taken = Taken::new();
            e.generalized(&free, &mut taken);
            let (_, ty) = e.block(|e| Ok((Value::Unit, e.signature_type(of)?)))?;
            let (data, taken) = e.whole_type(&ty, taken, of.span)?;
            e.demand(&DATA, &ty, of.span);
            let made = e.three_methods(instance, &ty, &taken, at)?;
            Ok((data, taken, made))
        })?;
        self.settle()?;
        if self.ordered.contains(&data) {
            let message = format!("{} is used as an index set before", self.data_text(data));
            let error = self.error(&DX_EL_INDEXSET, "first", of.span, message);
            let help = "write the instance behind the declaration of the type; what it says cannot have the type as an index set";
            return Err(Box::new(error.with_help(help)));
        }
        let mut names: Vec<Name> = Vec::with_capacity(METHODS.len());
        for (place, ((method, _), made)) in METHODS.iter().zip(made).enumerate() {
            let text = format!("{}_{method}", self.program.data[data.index()].name);
            let (mut block, mut ty) = (self.finished(&made.block)?, self.finished_type(&made.ty)?);
            if place > 0 && !taken.is_empty() {
                // Each of them binds the parameters for itself.
                let mut copied = Substitution {
                    names: &mut self.program.names,
                    values: FxHashMap::default(),
                };
                (block, ty) = (copied.block(&block), copied.value(&ty));
            }
            names.push(self.define(&text, block, &ty, made.at)?);
        }
        if let [size, ordinal, member] = names[..] {
            self.program.data[data.index()].index_set = Some(IndexSet {
                size,
                ordinal,
                member,
            });
        }
        Ok(())
    }

    /// An index set has no other name than its type.
    pub(super) fn unnamed(&self, at: Span) -> Done {
        let message = "an instance of `IndexSet` stands at the top, and has no name";
        self.refuse(&DX_EL_FORM, "known", at, message)
    }

    fn data_text(&self, data: DataName) -> String {
        format!("`{}`", self.program.data[data.index()].name)
    }

    /// The declared type that an instance is of, and its parameters in their order.
    fn whole_type(&mut self, ty: &Type, taken: Taken, at: Span) -> Done<(DataName, Taken)> {
        let ty = self.normal(ty);
        let is_dictionary = |e: &Self, data: DataName| e.interfaces.iter().any(|i| i.data == data);
        let (data, parameters) = match &ty {
            Value::DataType(data, parameters)
                if ![BOOL, EITHER, MAYBE, LIFTER].contains(data) && !is_dictionary(self, *data) =>
            {
                (*data, parameters)
            }
            _ => {
                let message = format!("{} is no type that is declared with `data`", self.text(&ty));
                let error = self.error(&DX_EL_INDEXSET, "declared", at, message);
                return Err(Box::new(error.with_help("declare a type that holds it")));
            }
        };
        if self.program.data[data.index()].index_set.is_some() {
            let message = format!("{} has an instance already", self.data_text(data));
            return self.refuse(&DX_EL_INDEXSET, "once", at, message);
        }
        let mut ordered = Taken::new();
        for parameter in parameters {
            let own = taken
                .iter()
                .find(|(binder, _)| *parameter == Value::Var(binder.name));
            if let Some(own) = own.filter(|own| ordered.iter().all(|(other, _)| other.name != own.0.name)) {
                ordered.push(own.clone());
            }
        }
        match ordered.len() == parameters.len() && ordered.len() == taken.len() {
            true => Ok((data, ordered)),
            false => {
                let message = format!("{} is not the type of all its parameters", self.text(&ty));
                let error = self.error(&DX_EL_INDEXSET, "parameters", at, message);
                Err(Box::new(
                    error.with_help("the parameters are names, each of them once"),
                ))
            }
        }
    }

    fn three_methods(&mut self, instance: &Instance, ty: &Type, taken: &Taken, at: Span) -> Done<Vec<Made>> {
        let known = |method: &&Method| METHODS.iter().any(|(name, _)| *name == method.name.name);
        if let Some(method) = instance.methods.iter().find(|method| !known(method)) {
            let message = format!("`{}` is no method of `IndexSet`", method.name.name);
            return self.refuse(&DX_EL_CLASS, "method", method.name.span, message);
        }
        let mut made = Vec::with_capacity(METHODS.len());
        for (name, premise) in METHODS {
            let mut own = instance.methods.iter().filter(|m| m.name.name == name);
            let (Some(method), None) = (own.next(), own.next()) else {
                let message = format!("the method `{name}` is missing, or stands twice");
                return self.refuse(&DX_EL_CLASS, "method", at, message);
            };
            let from = match premise {
                "size" => None,
                "ordinal" => Some((ty.clone(), Value::INT)),
                _ => Some((Value::INT, ty.clone())),
            };
            let wanted = match from {
                None => Value::INT,
                Some((argument, result)) => {
                    let binder = Binder {
                        name: self.program.names.fresh("x"),
                        ty: argument,
                    };
                    Value::arrow(binder, Row::PURE, result)
                }
            };
            made.push(self.one_method(method, wanted, premise, taken)?);
        }
        Ok(made)
    }

    fn one_method(&mut self, method: &Method, ty: Type, premise: &'static str, taken: &Taken) -> Done<Made> {
        let wanted = Wanted {
            ty: ty.clone(),
            from: method.name.span,
            rule: &DX_T_INDEXSET,
            premise,
        };
        let (block, ()) = self.block(|e| Ok((e.check(&method.body, &wanted)?, ())))?;
        let at = method.name.span;
        if taken.is_empty() {
            return Ok(Made { block, ty, at });
        }
        let (function, ty) = functions(taken, block, Row::PURE, ty);
        let block = function.into();
        Ok(Made { block, ty, at })
    }

    /// What an instance asks of the parameters of its type, if the type has one.
    pub(super) fn asked_of(&mut self, data: DataName, parameters: &[Value]) -> Option<Vec<(Classes, Value)>> {
        let set = self.program.data.get(data.index())?.index_set?;
        let mut ty = self.types.get(&set.size).cloned()?;
        let mut asked = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let Value::Arrow(arrow) = &ty else { break };
            if let Value::Kind(classes) = arrow.binder.ty {
                asked.push((classes, parameter.clone()));
            }
            ty = self.substituted(arrow.binder.name, parameter, &arrow.result.clone());
        }
        Some(asked)
    }

    /// How many members a type with an instance has, where that is a number.
    pub(super) fn counted(&self, data: DataName) -> Option<Value> {
        let set = self.program.data.get(data.index())?.index_set?;
        Some(self.definitions.normal(&Value::Var(set.size)))
    }
}

const INDEX: Type = Value::Kind(Classes {
    index: true,
    ..Classes::NONE
});

const DATA: Type = Value::Kind(Classes {
    data: true,
    ..Classes::NONE
});
