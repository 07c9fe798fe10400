//! Declarations.

use super::Printer;
use super::expressions::Place;
use crate::ast::{
    ArrowKind, Data, Declaration, DeclarationKind, Def, Exp, Ident, Instance, Interface, Parameter,
};

impl Printer {
    /// A declaration, on the lines of a block.
    pub(super) fn declaration(&mut self, declaration: &Declaration) {
        for annotation in &declaration.annotations {
            self.put("@");
            self.put(&annotation.name.name);
            self.line(0);
        }
        match &declaration.kind {
            DeclarationKind::Let(binder, body) => {
                self.bound(&binder.pattern);
                if let Some(ty) = &binder.ty {
                    self.put(" : ");
                    self.exp(ty, Place::CLOSED);
                }
                self.put(" =");
                self.body(body, 2);
            }
            DeclarationKind::Def(def) => self.definition(def),
            DeclarationKind::Data(data) => self.data(data),
            DeclarationKind::Interface(interface) => self.interface(interface),
            DeclarationKind::Instance(instance) => self.instance(instance),
        }
    }

    /// A name where it is declared.
    fn declared(&mut self, name: &Ident) {
        self.parens(name.is_symbol(), |p| p.put(&name.name));
    }

    fn definition(&mut self, def: &Def) {
        self.put("def ");
        self.declared(&def.name);
        self.parameters(&def.parameters);
        self.put(" : ");
        self.effects(def.effects.as_ref());
        self.exp(&def.result, Place::CLOSED);
        self.put(" =");
        self.body(&def.body, 2);
    }

    /// Parameters with spaces before them.
    fn parameters(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            self.put(" ");
            match parameter {
                Parameter::Value(pattern, ty, arrow) => {
                    self.put("(");
                    self.bound(pattern);
                    self.behind(":", ty, Place::WHOLE);
                    self.put(")");
                    if *arrow != ArrowKind::Plain {
                        self.put(" ");
                        self.put(arrow.sign());
                    }
                }
                Parameter::Classes(classes) => self.classes(classes),
                Parameter::Implicit(binders) => {
                    self.put("{");
                    self.separated(binders, " ", Printer::binder);
                    self.put("}");
                }
            }
        }
    }

    fn classes(&mut self, classes: &[Exp]) {
        self.put("[");
        self.separated(classes, ", ", |p, e| p.exp(e, Place::WHOLE));
        self.put("]");
    }

    fn data(&mut self, data: &Data) {
        self.put("data ");
        self.declared(&data.name);
        self.binders(&data.parameters);
        self.put(" =");
        self.lines(2, &data.constructors, |p, constructor| {
            p.declared(&constructor.name);
            for field in &constructor.fields {
                p.put(" ");
                if let Some(name) = &field.name {
                    p.put(&name.name);
                    p.put(":");
                }
                p.exp(&field.ty, Place::ATOM);
            }
        });
    }

    fn interface(&mut self, interface: &Interface) {
        self.put("interface ");
        if !interface.superclasses.is_empty() {
            self.classes(&interface.superclasses);
            self.put(" ");
        }
        self.declared(&interface.name);
        self.binders(&interface.parameters);
        self.lines(2, &interface.methods, |p, method| {
            p.declared(&method.name);
            p.put(" : ");
            p.exp(&method.ty, Place::WHOLE);
        });
    }

    fn instance(&mut self, instance: &Instance) {
        match &instance.name {
            Some(name) => {
                self.put("named-instance ");
                self.declared(name);
            }
            None => self.put("instance"),
        }
        self.parameters(&instance.parameters);
        self.put(if instance.name.is_some() { " : " } else { " " });
        self.exp(&instance.ty, Place::CLOSED);
        self.lines(2, &instance.methods, |p, method| {
            p.declared(&method.name);
            p.put(" =");
            p.body(&method.body, 2);
        });
    }
}
