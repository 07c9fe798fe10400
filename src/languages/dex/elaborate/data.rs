//! Declared types, interfaces and their instances.

use super::instances::Instance as Found;
use super::names::{Entity, Free};
use super::signatures::{Taken, functions};
use super::{Done, Elaborator, Wanted};
use crate::ast::{Binder as Bound, Data as Declared, Instance, Interface as Declaration};
use crate::core::{Binder, Construction, Constructor, Data, DataName, LIFTER, Mark, Row, Type, Value};
use crate::rules::elaboration::{DX_EL_CLASS, DX_EL_FORM};
use crate::rules::typing::{DX_T_CON, DX_T_DATA, DX_T_LIFT};
use crate::types::{is_behind, lifts};
use elder_syntax::Span;
use elder_syntax::names::Text;
use std::sync::Arc;

/// An interface: a declared type with one constructor, which holds dictionaries of the superclasses and then the methods.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    /// The type of its dictionaries.
    pub data: DataName,
    /// How many superclasses it has.
    pub superclasses: usize,
    /// Its methods.
    pub methods: Vec<Text>,
}

impl Elaborator {
    /// Constructors mean what they are from here on.
    pub(super) fn declare_constructors(&mut self, data: DataName, at: Span) {
        let declared = self.program.data[data.index()].clone();
        self.top.insert(declared.name.clone(), Entity::Data(data));
        self.defined_at.insert(declared.name.clone(), at);
        for (number, constructor) in declared.constructors.iter().enumerate() {
            self.top
                .insert(constructor.name.clone(), Entity::Constructor(data, number));
            self.defined_at.insert(constructor.name.clone(), at);
        }
    }

    /// The interface whose dictionaries show what monoids are lifted to, without methods.
    pub(super) fn declare_lifter(&mut self) {
        let name = self.program.data[LIFTER.index()].name.clone();
        self.top.insert(name.clone(), Entity::Interface(LIFTER));
        self.defined_at.insert(name, Span::NONE);
        self.interfaces.push(Interface {
            data: LIFTER,
            superclasses: 0,
            methods: Vec::new(),
        });
    }

    /// DX-T-DATA
    pub(super) fn data(&mut self, data: &Declared, at: Span) -> Done {
        DX_T_DATA.apply();
        self.new_at_top(&data.name.name, data.name.span)?;
        let mut names = vec![&data.name];
        for constructor in &data.constructors {
            self.new_at_top(&constructor.name.name, constructor.name.span)?;
            self.new_among(&names, &constructor.name)?;
            names.push(&constructor.name);
        }
        let (_, (parameters, constructors)) = self.block(|e| {
            let parameters = e.type_parameters(&data.parameters)?;
            let mut constructors = Vec::with_capacity(data.constructors.len());
            for constructor in &data.constructors {
                let fields = e.scoped(|e| {
                    let mut fields = Vec::with_capacity(constructor.fields.len());
                    for field in &constructor.fields {
                        let ty = e.signature_type(&field.ty)?;
                        let ty = e.own_kind(ty, field.ty.span);
                        let text = field.name.as_ref().map_or("elt", |name| name.name.as_str());
                        let binder = e.variable(text, &ty);
                        if let Some(name) = &field.name {
                            e.local(&name.name, Value::Var(binder.name), ty);
                        }
                        fields.push(binder);
                    }
                    Ok(fields)
                })?;
                constructors.push((constructor.name.name.clone(), fields));
            }
            Ok((Value::Unit, (parameters, constructors)))
        })?;
        self.settle()?;
        let number = self.declared(&data.name.name, &parameters, constructors, at)?;
        self.declare_constructors(number, data.name.span);
        Ok(())
    }

    fn type_parameters(&mut self, parameters: &[Bound]) -> Done<Vec<Binder>> {
        let mut binders = Vec::with_capacity(parameters.len());
        for bound in parameters {
            let ty = match &bound.ty {
                Some(ty) => {
                    let ty = self.signature_type(ty)?;
                    self.own_kind(ty, bound.pattern.span)
                }
                None => self.fresh_kind(bound.pattern.span),
            };
            let binder = self.variable(super::functions::called(&bound.pattern), &ty);
            self.matched(&bound.pattern, Value::Var(binder.name), &ty)?;
            binders.push(binder);
        }
        Ok(binders)
    }

    /// A declared type, finished.
    fn declared(
        &mut self,
        name: &Text,
        parameters: &[Binder],
        constructors: Vec<(Text, Vec<Binder>)>,
        at: Span,
    ) -> Done<DataName> {
        let finished = |e: &Self, binders: &[Binder]| -> Done<Vec<Binder>> {
            let binders = binders.iter().map(|binder| {
                Ok(Binder {
                    name: binder.name,
                    ty: e.finished_type(&binder.ty)?,
                })
            });
            binders.collect()
        };
        let parameters = finished(self, parameters)?;
        let constructors = constructors.into_iter().map(|(name, fields)| {
            Ok(Constructor {
                name,
                fields: finished(self, &fields)?,
            })
        });
        let data = Data {
            name: name.clone(),
            parameters,
            constructors: constructors.collect::<Done<Vec<Constructor>>>()?,
            index_set: None,
            at,
        };
        self.program.data.push(data);
        Ok(DataName(self.program.data.len() as u32 - 1))
    }

    /// An interface.
    pub(super) fn interface(&mut self, interface: &Declaration, at: Span) -> Done {
        DX_T_DATA.apply();
        self.new_at_top(&interface.name.name, interface.name.span)?;
        let mut names = vec![&interface.name];
        for method in &interface.methods {
            self.new_at_top(&method.name.name, method.name.span)?;
            self.new_among(&names, &method.name)?;
            names.push(&method.name);
        }
        let (_, (parameters, fields)) = self.block(|e| {
            let parameters = e.type_parameters(&interface.parameters)?;
            let mut fields = Vec::new();
            for superclass in &interface.superclasses {
                let ty = e.signature_type(superclass)?;
                fields.push(e.variable("d", &ty));
            }
            for method in &interface.methods {
                let mut free = Free::default();
                free.exp(&method.ty);
                let ty = e.scoped(|e| {
                    let mut taken = Taken::new();
                    e.generalized(&free, &mut taken);
                    let ty = e.signature_type(&method.ty)?;
                    Ok(functions(&taken, Value::Unit.into(), Row::PURE, ty).1)
                })?;
                fields.push(e.variable(&method.name.name, &ty));
            }
            Ok((Value::Unit, (parameters, fields)))
        })?;
        self.settle()?;
        let constructor: Text = format!("Make{}", interface.name.name).into();
        let data = self.declared(&interface.name.name, &parameters, vec![(constructor, fields)], at)?;
        self.top
            .insert(interface.name.name.clone(), Entity::Interface(data));
        self.defined_at
            .insert(interface.name.name.clone(), interface.name.span);
        let superclasses = interface.superclasses.len();
        for (place, method) in interface.methods.iter().enumerate() {
            let entity = Entity::Method(data, superclasses + place);
            self.top.insert(method.name.name.clone(), entity);
            self.defined_at.insert(method.name.name.clone(), method.name.span);
        }
        self.interfaces.push(Interface {
            data,
            superclasses,
            methods: interface
                .methods
                .iter()
                .map(|method| method.name.name.clone())
                .collect(),
        });
        Ok(())
    }

    /// An instance at the top of a file.
    pub(super) fn instance(&mut self, instance: &Instance, at: Span) -> Done {
        if let Some(of) = self.index_set_of(&instance.ty) {
            return self.index_set(instance, of, at);
        }
        DX_EL_CLASS.apply();
        if let Some(name) = &instance.name {
            self.new_at_top(&name.name, name.span)?;
        }
        let (block, (ty, taken, of)) = self.block(|e| {
            let (value, ty, taken, of) = e.dictionary_of(instance, at)?;
            Ok((value, (ty, taken, of)))
        })?;
        self.settle()?;
        let text = instance
            .name
            .as_ref()
            .map_or("instance", |name| name.name.as_str());
        let mut parameters = Taken::new();
        for (binder, mark) in taken {
            let ty = self.finished_type(&binder.ty)?;
            parameters.push((
                Binder {
                    name: binder.name,
                    ty,
                },
                mark,
            ));
        }
        let of = self.finished_type(&of)?;
        let definition = self.define(text, block, &ty, at)?;
        match (&instance.name, of) {
            (Some(name), _) => self.at_top(&name.name, definition, name.span),
            (None, Value::DataType(interface, of)) => self.declare_instance(Found {
                interface,
                definition,
                parameters,
                of,
                at,
            })?,
            (None, _) => {}
        }
        Ok(())
    }

    /// DX-EL-CLASS: a definition that is an instance, or a function of what an instance takes.
    pub(super) fn instance_by_definition(&mut self, name: &str, at: Span) -> Done {
        DX_EL_CLASS.apply();
        let Some(Entity::Value(Value::Var(definition), ty)) = self.top.get(name).cloned() else {
            return Ok(());
        };
        let mut parameters = Taken::new();
        let mut result = self.normal(&ty);
        while let Value::Arrow(arrow) = &result {
            if !matches!(arrow.mark, Mark::Implicit | Mark::Class) {
                break;
            }
            parameters.push((arrow.binder.clone(), arrow.mark));
            result = arrow.result.clone();
        }
        match result {
            Value::DataType(interface, of) if self.interfaces.iter().any(|own| own.data == interface) => {
                let instance = Found {
                    interface,
                    definition,
                    parameters,
                    of,
                    at,
                };
                self.declare_instance(instance).inspect_err(|_| {
                    // What is refused leaves nothing.
                    self.top.remove(name);
                })
            }
            other => {
                // What is refused leaves nothing.
                self.top.remove(name);
                let message = format!(
                    "this is of type {}, no dictionary of an interface",
                    self.text(&other)
                );
                let error = self.error(&DX_EL_CLASS, "interface", at, message);
                Err(Box::new(error.with_help(
                    "an instance takes types and other dictionaries only: `def f (a:Type) ?-> (_:C a) ?=> : C (n=>a)`",
                )))
            }
        }
    }

    /// An instance in a block, which is given by its name.
    pub(super) fn local_instance(&mut self, instance: &Instance, at: Span) -> Done {
        if self.index_set_of(&instance.ty).is_some() {
            return self.unnamed(at);
        }
        DX_EL_CLASS.apply();
        let Some(name) = &instance.name else {
            return self.refuse(
                &DX_EL_FORM,
                "known",
                at,
                "an instance in a block has a name: `named-instance`",
            );
        };
        let (value, ty, ..) = self.dictionary_of(instance, at)?;
        let value = self.named(&name.name, value, &ty, at);
        self.local(&name.name, value, ty);
        Ok(())
    }

    /// The dictionary that an instance is, or a function of what it takes; its type; what it takes; what of.
    fn dictionary_of(&mut self, instance: &Instance, at: Span) -> Done<(Value, Type, Taken, Type)> {
        let mut free = Free::default();
        for parameter in &instance.parameters {
            free.parameter(parameter);
        }
        free.exp(&instance.ty);
        self.scoped(|e| {
            let mut taken = Taken::new();
            e.generalized(&free, &mut taken);
            if taken.is_empty() && instance.parameters.is_empty() {
                let (value, of) = e.methods(instance, at)?;
                return Ok((value, of.clone(), taken, of));
            }
            let (block, of) = e.block(|e| {
                for parameter in &instance.parameters {
                    e.parameter(parameter, &mut taken)?;
                }
                e.methods(instance, at)
            })?;
            let (value, ty) = functions(&taken, block, Row::PURE, of.clone());
            Ok((value, ty, taken, of))
        })
    }

    /// What a dictionary holds.
    fn methods(&mut self, instance: &Instance, at: Span) -> Done<(Value, Type)> {
        let of = self.signature_type(&instance.ty)?;
        let interface = match &of {
            Value::DataType(data, _) => self.interfaces.iter().find(|i| i.data == *data).cloned(),
            _ => None,
        };
        let (Some(interface), Value::DataType(data, parameters)) = (interface, &of) else {
            let message = format!("{} is no interface", self.text(&of));
            return self.refuse(&DX_EL_CLASS, "interface", instance.ty.span, message);
        };
        if let (LIFTER, [element, content]) = (*data, parameters.as_slice()) {
            self.lifts(element, content, instance.ty.span)?;
        }
        let fields = self.fields(*data, 0, parameters);
        let mut held: Vec<Value> = Vec::with_capacity(fields.len());
        for field in fields.iter().take(interface.superclasses) {
            held.push(self.goal(field.ty.clone(), instance.ty.span));
        }
        for method in &instance.methods {
            let count = instance
                .methods
                .iter()
                .filter(|m| m.name.name == method.name.name)
                .count();
            if count != 1 || !interface.methods.contains(&method.name.name) {
                let message = format!("`{}` is no method, or stands twice", method.name.name);
                return self.refuse(&DX_EL_CLASS, "method", method.name.span, message);
            }
        }
        for (name, field) in interface.methods.iter().zip(&fields[interface.superclasses..]) {
            let Some(method) = instance.methods.iter().find(|method| method.name.name == *name) else {
                return self.refuse(
                    &DX_EL_CLASS,
                    "method",
                    at,
                    format!("the method `{name}` is missing"),
                );
            };
            let wanted = Wanted {
                ty: field.ty.clone(),
                from: method.name.span,
                rule: &DX_T_CON,
                premise: "type",
            };
            held.push(self.check(&method.body, &wanted)?);
        }
        let construction = Construction {
            data: *data,
            constructor: 0,
            parameters: parameters.clone(),
            fields: held,
        };
        Ok((Value::Con(Arc::new(construction)), of.clone()))
    }

    /// DX-T-LIFT, of an instance.
    fn lifts(&mut self, element: &Type, content: &Type, at: Span) -> Done {
        DX_T_LIFT.apply();
        let shown: Vec<Type> = self.givens.iter().map(|(_, ty)| self.normal(ty)).collect();
        let (element, content) = (self.normal(element), self.normal(content));
        match is_behind(&element, &content, &|inner| lifts(&shown, &element, inner)) {
            true => Ok(()),
            false => {
                let (element, content) = (self.text(&element), self.text(&content));
                let message = format!("{content} is not {element} behind indices");
                self.refuse(&DX_T_LIFT, "behind", at, message)
            }
        }
    }
}
