//! Declarations and commands at the top of files, and declarations in blocks.

use super::names::{Entity, Free};
use super::signatures::Taken;
use super::{Done, Elaborator, Outcome, Wanted};
use crate::ast::{
    Binder as Bound, Command, Declaration, DeclarationKind, Def, Exp as Syntax, ExpKind, PatternKind,
};
use crate::core::rewrite::free;
use crate::core::{Binder, Block, Definition, Exp, Stm, Type, Value};
use crate::rules::elaboration::{DX_EL_DEF, DX_EL_FORM, DX_EL_GEN};
use crate::rules::typing::{DX_T_DEF, DX_T_LET};
use elder_syntax::Span;
use elder_syntax::names::Name;
use std::sync::Arc;

impl Elaborator {
    /// A declaration at the top of a file.
    pub(super) fn declaration(&mut self, declaration: &Declaration) -> Done {
        let hint = declaration.annotations.iter().any(|a| a.name.name == "instance");
        match &declaration.kind {
            DeclarationKind::Let(bound, body) => {
                self.top_let(bound, body, declaration.span)?;
                match &bound.pattern.kind {
                    PatternKind::Name(name) if hint => self.instance_by_definition(name, declaration.span),
                    _ => Ok(()),
                }
            }
            DeclarationKind::Def(def) => {
                self.new_at_top(&def.name.name, def.name.span)?;
                let (block, ty) = self.block(|e| e.defined(def))?;
                self.meet_goals()?;
                if !def.parameters.is_empty() && !hint && self.waits_for_rows() {
                    return self.template(def, &block, &ty);
                }
                self.settle()?;
                let name = self.define(&def.name.name, block, &ty, declaration.span)?;
                self.at_top(&def.name.name, name, def.name.span);
                match hint {
                    true => self.instance_by_definition(&def.name.name, declaration.span),
                    false => Ok(()),
                }
            }
            DeclarationKind::Data(data) => self.data(data, declaration.span),
            DeclarationKind::Interface(interface) => self.interface(interface, declaration.span),
            DeclarationKind::Instance(instance) => self.instance(instance, declaration.span),
        }
    }

    /// A definition by `def`: one that takes nothing is of a type.
    fn defined(&mut self, def: &Def) -> Done<(Value, Type)> {
        if !def.parameters.is_empty() {
            return self.def(def);
        }
        DX_EL_DEF.apply();
        self.annotated(&def.result, &def.body)
    }

    /// DX-EL-GEN: something of a type that is said, whose free names are implicit arguments.
    fn annotated(&mut self, declared: &Syntax, body: &Syntax) -> Done<(Value, Type)> {
        DX_EL_GEN.apply();
        let mut free = Free::default();
        free.exp(declared);
        let mut taken = Taken::new();
        self.scoped(|e| {
            e.generalized(&free, &mut taken);
            let ty = e.signature_type(declared)?;
            let wanted = Wanted {
                ty: ty.clone(),
                from: declared.span,
                rule: &DX_T_LET,
                premise: "type",
            };
            if taken.is_empty() {
                return Ok((e.check(body, &wanted)?, ty));
            }
            let (block, ()) = e.block(|e| Ok((e.check(body, &wanted)?, ())))?;
            Ok(super::signatures::functions(
                &taken,
                block,
                crate::core::Row::PURE,
                ty,
            ))
        })
    }

    fn let_value(&mut self, bound: &Bound, body: &Syntax) -> Done<(Value, Type)> {
        match &bound.ty {
            Some(declared) => self.annotated(declared, body),
            None => self.infer(body),
        }
    }

    /// `pattern : type = body`
    fn top_let(&mut self, bound: &Bound, body: &Syntax, at: Span) -> Done {
        let mut names = Vec::new();
        super::names::names_of(&bound.pattern, &mut names);
        for (name, at) in &names {
            self.new_at_top(name, *at)?;
        }
        self.once(&bound.pattern)?;
        let (block, ty) = self.block(|e| e.let_value(bound, body))?;
        if let PatternKind::Name(name) = &bound.pattern.kind {
            self.settle()?;
            let defined = self.define(name, block, &ty, at)?;
            self.at_top(name, defined, bound.pattern.span);
            return Ok(());
        }
        // Names of the pattern stand for parts of what is defined.
        let whole = self.variable("p", &ty);
        self.blocks.push(Vec::new());
        let matched = self.matched(&bound.pattern, Value::Var(whole.name), &ty);
        let parts = self.blocks.pop().unwrap_or_default();
        matched?;
        self.settle()?;
        let locals = std::mem::take(&mut self.locals);
        let defined = self.define("p", block, &ty, at)?;
        let own = |e: &mut Self, value: &Value| e.substituted(whole.name, &Value::Var(defined), value);
        for stm in parts {
            let stm = self.finished(&Block {
                stms: vec![stm],
                result: Value::Unit,
            })?;
            for stm in stm.stms {
                let exp = Value::View(Arc::new(crate::core::View {
                    binder: Binder {
                        name: self.program.names.fresh("_"),
                        ty: Value::UnitType,
                    },
                    body: Block {
                        stms: vec![stm.clone()],
                        result: Value::Var(stm.binder.name),
                    },
                }));
                if let Value::View(view) = own(self, &exp)
                    && let [inner] = view.body.stms.as_slice()
                {
                    let ty = own(self, &stm.binder.ty);
                    self.program.definitions.push(Definition {
                        binder: Binder {
                            name: stm.binder.name,
                            ty: ty.clone(),
                        },
                        body: view.body.clone(),
                        at: inner.at,
                    });
                    self.types.insert(stm.binder.name, ty);
                }
            }
        }
        for (name, entity) in locals {
            if let Entity::Value(value, ty) = entity {
                let value = self.finished_value(&value)?;
                let ty = self.finished_type(&ty)?;
                let entity = Entity::Value(own(self, &value), own(self, &ty));
                self.top.insert(name.clone(), entity);
                self.defined_at.insert(name, at);
            }
        }
        Ok(())
    }

    /// A command.
    pub(super) fn command(&mut self, command: &Command, exp: &Syntax) -> Done<Outcome> {
        let (block, ty) = self.block(|e| match &exp.kind {
            ExpKind::Name(name) => {
                let entity = e.lookup(name, exp.span)?;
                match entity {
                    Entity::Value(value, ty) => Ok((value, ty)),
                    Entity::Template(template) if *command == Command::Type => {
                        let ty = e.templates[template].ty.clone();
                        let never = Exp::Fail(ty.clone(), super::cases::UNMET.into());
                        Ok((e.emit(never, &ty, exp.span), ty))
                    }
                    Entity::Constructor(data, number) if *command == Command::Type => {
                        Ok(e.constructor_function(data, number))
                    }
                    _ => e.infer(exp),
                }
            }
            _ => e.infer(exp),
        })?;
        self.settle()?;
        let block = match self.is_kind(&self.normal(&ty)) && block.stms.is_empty() {
            true => self.normal(&block.result).into(),
            false => block,
        };
        let name = self.define("it", block, &ty, exp.span)?;
        let ty = self.types.get(&name).cloned().unwrap_or(Value::UnitType);
        Ok(Outcome::Command(command.clone(), name, ty))
    }

    /// A definition at the top, finished.  What its type depends on is defined before it.
    pub(super) fn define(&mut self, text: &str, block: Block, ty: &Type, at: Span) -> Done<Name> {
        let mut block = self.finished(&block)?;
        let ty = self.finished_type(ty)?;
        let mentioned = free(&ty);
        if block.stms.iter().any(|stm| mentioned.contains(&stm.binder.name)) {
            for stm in std::mem::take(&mut block.stms) {
                self.lifted(stm);
            }
        }
        let name = self.program.names.fresh(text);
        if block.stms.is_empty() {
            self.definitions.define(name, &block.result);
            if let Value::Lambda(lambda) = &block.result {
                self.functions.insert(name, lambda.clone());
            }
        }
        self.types.insert(name, ty.clone());
        self.program.definitions.push(Definition {
            binder: Binder { name, ty },
            body: block,
            at,
        });
        Ok(name)
    }

    /// A statement as a definition.
    fn lifted(&mut self, stm: Stm) {
        let inner = Binder {
            name: self.program.names.fresh("v"),
            ty: stm.binder.ty.clone(),
        };
        let body = Block {
            result: Value::Var(inner.name),
            stms: vec![Stm {
                binder: inner,
                exp: stm.exp,
                at: stm.at,
            }],
        };
        self.types.insert(stm.binder.name, stm.binder.ty.clone());
        self.program.definitions.push(Definition {
            binder: stm.binder,
            body,
            at: stm.at,
        });
    }

    /// A name means a definition from here on.
    pub(super) fn at_top(&mut self, text: &str, name: Name, at: Span) {
        let ty = self.types.get(&name).cloned().unwrap_or(Value::UnitType);
        self.top.insert(text.into(), Entity::Value(Value::Var(name), ty));
        self.defined_at.insert(text.into(), at);
    }

    /// A declaration in a block.
    pub(super) fn local_declaration(&mut self, declaration: &Declaration) -> Done {
        let hint = declaration.annotations.iter().any(|a| a.name.name == "instance");
        match &declaration.kind {
            DeclarationKind::Let(bound, body) => {
                self.once(&bound.pattern)?;
                let (value, ty) = self.let_value(bound, body)?;
                let (value, ty) = match &bound.pattern.kind {
                    PatternKind::Name(name) => (self.named(name, value, &ty, declaration.span), ty),
                    _ => (value, ty),
                };
                if hint {
                    self.givens.push((value.clone(), ty.clone()));
                }
                self.matched(&bound.pattern, value, &ty)
            }
            DeclarationKind::Def(def) => {
                let (value, ty) = self.defined(def)?;
                let value = self.named(&def.name.name, value, &ty, declaration.span);
                self.local(&def.name.name, value, ty);
                Ok(())
            }
            DeclarationKind::Instance(instance) => self.local_instance(instance, declaration.span),
            DeclarationKind::Data(_) | DeclarationKind::Interface(_) => self.refuse(
                &DX_EL_FORM,
                "known",
                declaration.span,
                "types are declared at the top of a file",
            ),
        }
    }

    /// A value with a name of its own, unless it has one.
    pub(super) fn named(&mut self, text: &str, value: Value, ty: &Type, at: Span) -> Value {
        DX_T_DEF.apply();
        if let Value::Var(name) = &value {
            if self.local.contains(name) && self.program.names.text(*name) == "v" {
                self.program.names.rename(*name, text);
            }
            return value;
        }
        let bound = self.emit(Exp::Value(value.clone()), ty, at);
        if let Value::Var(name) = &bound {
            self.program.names.rename(*name, text);
            if let Value::Lambda(lambda) = &value {
                self.functions.insert(*name, lambda.clone());
            }
        }
        bound
    }
}
