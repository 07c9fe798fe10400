//! Trees as Futhark's text: what a program is after an arrow, for people.
//!
//! The tree becomes syntax, which the printer writes.  A name has its own text where that is free, otherwise one with a number; so each text names
//! one thing in the whole program.  What is only in the tree (which sizes a use is at, which an expression makes) is not written.

mod expressions;
mod types;

use super::is_symbol;
use crate::ast::{self, Dec, DecKind, Ident, QualName, ValDef};
use crate::tree::{Def, Exp, Pat, Program, Size, Stars, Type, VName};
use elder_syntax::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// A program.
pub fn program(program: &Program) -> String {
    let mut names = Names::default();
    let decs = program.defs.iter().map(|def| names.definition(program, def));
    super::program(&ast::Program {
        doc: None,
        decs: decs.collect(),
    })
}

/// Texts of parts of one program, in which each text of a name names one thing.
#[derive(Default)]
pub struct Parts(Names);

impl Parts {
    /// An expression.
    pub fn exp(&mut self, e: &Exp) -> String {
        super::exp(&self.0.exp(e))
    }

    /// A type.
    pub fn ty(&mut self, ty: &Type) -> String {
        super::type_exp(&self.0.ty(ty, &Stars::None))
    }

    /// A pattern without its types.
    pub fn pat(&mut self, pat: &Pat) -> String {
        super::pat(&self.0.pattern(pat))
    }

    /// A size.
    pub fn size(&mut self, size: &Size) -> String {
        match size {
            Size::Const(n) => n.to_string(),
            Size::Var(v) => self.name(v),
            Size::Exp(e) => self.exp(e),
        }
    }

    /// A name.
    pub fn name(&mut self, v: &VName) -> String {
        self.0.text(v).to_string()
    }
}

/// The texts of names.
#[derive(Default)]
struct Names {
    texts: FxHashMap<u32, Name>,
    taken: FxHashSet<Name>,
    /// How many names have each text, so that the next number is found at once.
    numbers: FxHashMap<Name, u32>,
}

impl Names {
    fn text(&mut self, name: &VName) -> Name {
        if let Some(text) = self.texts.get(&name.id) {
            return text.clone();
        }
        // Operators with numbers would not be read as names.
        let (own, stem) = match name.name.as_str() {
            "" => (None, "x"),
            symbol if is_symbol(symbol) => (Some(name.name.clone()), "op"),
            word => (Some(name.name.clone()), word),
        };
        let is_free = |text: &Name| !self.taken.contains(text);
        let text = own.filter(is_free).unwrap_or_else(|| {
            let number = self.numbers.entry(Name::from(stem)).or_default();
            loop {
                *number += 1;
                let text = Name::from(format!("{stem}_{number}"));
                if !self.taken.contains(&text) {
                    return text;
                }
            }
        });
        self.taken.insert(text.clone());
        self.texts.insert(name.id, text.clone());
        text
    }

    fn ident(&mut self, name: &VName) -> Ident {
        ident(self.text(name))
    }

    fn idents(&mut self, names: &[VName]) -> Vec<Ident> {
        names.iter().map(|name| self.ident(name)).collect()
    }

    fn path(&mut self, name: &VName) -> QualName {
        path(&[], self.text(name))
    }

    fn definition(&mut self, program: &Program, def: &Def) -> Dec {
        let fun = &def.fun;
        let name = self.ident(&def.name);
        let value = ValDef {
            entry: program.entries.iter().any(|entry| entry.def == def.name),
            name,
            type_params: self.type_params(fun),
            params: fun.params.iter().map(|param| self.param(param)).collect(),
            ret: Some(self.ret(&fun.ret)),
            body: self.exp(&fun.body),
        };
        Dec {
            kind: DecKind::Val(value),
            attrs: def.attributes.iter().map(ast::Attr::saying).collect(),
            doc: None,
            span: def.span,
        }
    }

    fn type_params(&mut self, fun: &crate::tree::Fun) -> Vec<ast::TypeParam> {
        let sizes = self.idents(&fun.sizes).into_iter().map(ast::TypeParam::Size);
        let mut params: Vec<ast::TypeParam> = sizes.collect();
        for param in &fun.types {
            params.push(ast::TypeParam::Type(param.lifted, self.ident(&param.name)));
        }
        params
    }

    fn param(&mut self, param: &crate::tree::Param) -> ast::Pat {
        self.typed(&param.pat, &param.stars)
    }
}

fn ident(name: Name) -> Ident {
    Ident {
        name,
        span: Span::NONE,
    }
}

fn path(modules: &[&str], name: Name) -> QualName {
    QualName {
        path: modules.iter().map(|module| Name::from(*module)).collect(),
        name,
        span: Span::NONE,
    }
}
