//! Declarations, modules and module types.

use super::Printer;
use super::expressions::Place as ExpPlace;
use super::types::Place;
use crate::ast::{
    Attr, Dec, DecKind, Liftedness, Literal, ModExp, ModExpKind, ModParam, ModTypeExp, ModTypeExpKind,
    Program, Spec, SpecKind, TypeDef, TypeParam, ValDef,
};

impl Printer {
    /// A file.
    pub(super) fn program(&mut self, program: &Program) {
        if let Some(doc) = &program.doc {
            self.doc(doc);
            self.line();
        }
        for dec in &program.decs {
            self.dec(dec);
            self.put("\n\n");
        }
    }

    fn doc(&mut self, doc: &str) {
        for (i, line) in doc.split('\n').enumerate() {
            self.put(if i == 0 { "-- |" } else { "--" });
            if !line.is_empty() {
                self.put(" ");
                self.put(line);
            }
            self.line();
        }
    }

    fn attributes(&mut self, attrs: &[Attr]) {
        for a in attrs {
            self.attribute(a);
            self.line();
        }
    }

    fn dec(&mut self, dec: &Dec) {
        self.deep(|p| {
            if let Some(doc) = &dec.doc {
                p.doc(doc);
            }
            p.attributes(&dec.attrs);
            p.dec_kind(&dec.kind);
        });
    }

    fn dec_kind(&mut self, dec: &DecKind) {
        match dec {
            DecKind::Val(v) => self.value(v),
            DecKind::Type(t) => self.type_def(t),
            DecKind::Module(m) => {
                self.put("module ");
                self.put(&m.name.name);
                for param in &m.params {
                    self.put(" ");
                    self.module_param(param);
                }
                if let Some(s) = &m.ascription {
                    self.put(" : ");
                    self.module_type(s);
                }
                self.put(" = ");
                self.module(&m.body);
            }
            DecKind::ModType(s) => {
                self.put("module type ");
                self.put(&s.name.name);
                self.put(" = ");
                self.module_type(&s.body);
            }
            DecKind::Open(m) => {
                self.put("open ");
                self.module(m);
            }
            DecKind::Import(file) => self.import(file),
            DecKind::Local(dec) => {
                self.put("local");
                if dec.doc.is_some() {
                    self.line();
                } else {
                    self.put(" ");
                }
                self.dec(dec);
            }
        }
    }

    fn import(&mut self, file: &str) {
        self.put("import ");
        self.literal(&Literal::String(file.as_bytes().to_vec()), false);
    }

    fn value(&mut self, v: &ValDef) {
        self.put(if v.entry { "entry " } else { "def " });
        self.bound(&v.name.name);
        self.type_params(&v.type_params);
        for param in &v.params {
            self.put(" ");
            self.param(param);
        }
        self.ascription(&v.ret, Place::Top);
        self.put(" =");
        self.indented(|p| {
            p.line();
            p.exp(&v.body, ExpPlace::Top);
        });
    }

    fn type_head(&mut self, lifted: Liftedness, name: &str, params: &[TypeParam]) {
        self.put(match lifted {
            Liftedness::Unlifted => "type ",
            Liftedness::SizeLifted => "type~ ",
            Liftedness::Lifted => "type^ ",
        });
        self.put(name);
        self.type_params(params);
    }

    fn type_def(&mut self, t: &TypeDef) {
        self.type_head(t.lifted, &t.name.name, &t.params);
        self.put(" = ");
        self.type_exp(&t.body, Place::Top);
    }

    fn module_param(&mut self, param: &ModParam) {
        self.put("(");
        self.put(&param.name.name);
        self.put(": ");
        self.module_type(&param.ty);
        self.put(")");
    }

    fn module(&mut self, m: &ModExp) {
        self.deep(|p| match &m.kind {
            ModExpKind::Var(q) => p.path(q),
            ModExpKind::Decs(decs) => {
                p.put("{");
                p.indented(|p| {
                    for dec in decs {
                        p.line();
                        p.dec(dec);
                    }
                });
                p.line();
                p.put("}");
            }
            ModExpKind::Import(file) => p.import(file),
            ModExpKind::Apply(f, a) => {
                let open = !matches!(
                    f.kind,
                    ModExpKind::Var(_) | ModExpKind::Decs(_) | ModExpKind::Apply(..)
                );
                p.parens(open, |p| p.module(f));
                p.put(" ");
                p.parens(!matches!(a.kind, ModExpKind::Var(_) | ModExpKind::Decs(_)), |p| {
                    p.module(a)
                });
            }
            ModExpKind::Ascribe(m, s) => {
                p.parens(matches!(m.kind, ModExpKind::Lambda(..)), |p| p.module(m));
                p.put(" : ");
                p.module_type(s);
            }
            ModExpKind::Lambda(param, ret, body) => {
                p.put("\\");
                p.module_param(param);
                if let Some(s) = ret {
                    p.put(": ");
                    p.parens(
                        !matches!(s.kind, ModTypeExpKind::Var(_) | ModTypeExpKind::Specs(_)),
                        |p| p.module_type(s),
                    );
                }
                p.put(" -> ");
                p.module(body);
            }
        });
    }

    fn module_type(&mut self, s: &ModTypeExp) {
        self.deep(|p| match &s.kind {
            ModTypeExpKind::Var(q) => p.path(q),
            ModTypeExpKind::Specs(specs) => {
                p.put("{");
                p.indented(|p| {
                    for spec in specs {
                        p.line();
                        p.spec(spec);
                    }
                });
                p.line();
                p.put("}");
            }
            ModTypeExpKind::With(s, name, params, t) => {
                p.parens(matches!(s.kind, ModTypeExpKind::Arrow(..)), |p| p.module_type(s));
                p.put(" with ");
                p.path(name);
                p.type_params(params);
                p.put(" = ");
                p.type_exp(t, Place::Top);
            }
            ModTypeExpKind::Arrow(name, a, b) => {
                match name {
                    Some(x) => {
                        p.put("(");
                        p.put(&x.name);
                        p.put(": ");
                        p.module_type(a);
                        p.put(")");
                    }
                    // The type of a `with` would take the arrow for its own.
                    None => p.parens(
                        !matches!(a.kind, ModTypeExpKind::Var(_) | ModTypeExpKind::Specs(_)),
                        |p| p.module_type(a),
                    ),
                }
                p.put(" -> ");
                p.module_type(b);
            }
        });
    }

    fn spec(&mut self, spec: &Spec) {
        if let Some(doc) = &spec.doc {
            self.doc(doc);
        }
        self.attributes(&spec.attrs);
        match &spec.kind {
            SpecKind::Val {
                name,
                type_params,
                ty,
            } => {
                self.put("val ");
                self.bound(&name.name);
                self.type_params(type_params);
                self.put(" : ");
                self.type_exp(ty, Place::Top);
            }
            SpecKind::TypeAbstract { lifted, name, params } => self.type_head(*lifted, &name.name, params),
            SpecKind::TypeAbbr(t) => self.type_def(t),
            SpecKind::Module(name, s) => {
                self.put("module ");
                self.put(&name.name);
                self.put(" : ");
                self.module_type(s);
            }
            SpecKind::Include(s) => {
                self.put("include ");
                self.module_type(s);
            }
        }
    }
}
