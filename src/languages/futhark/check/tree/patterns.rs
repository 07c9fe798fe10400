//! Functions, loops and patterns: what binds names.

use super::{Judge, Known, Promise};
use crate::tree::{Fun, Loop, LoopForm, Pat, PatKind, Type, TypeKind};
use elder_syntax::Span;
use elder_syntax::prim::PrimType;

impl Judge {
    /// A function: its body has the type of its result.
    pub(super) fn function(&mut self, fun: &Fun, span: Span) {
        if self.promise >= Promise::Monomorphic
            && let Some(param) = fun.types.first()
        {
            self.refuse(span, format!("the type parameter `{}` is left", param.name));
        }
        self.bind_sizes(&fun.sizes, span);
        for param in &fun.params {
            self.pattern(&param.pat);
        }
        self.within(|judge| {
            judge.bind_sizes(&fun.ret.exts, span);
            judge.ty(&fun.ret.ty, span);
        });
        self.exp(&fun.body);
        self.wanted(&fun.body, &fun.ret.ty, "the body");
    }

    /// A pattern, whose names are known from here on.
    pub(super) fn pattern(&mut self, pat: &Pat) {
        self.ty(&pat.ty, pat.span);
        self.names(pat);
    }

    fn names(&mut self, pat: &Pat) {
        match (&pat.kind, &*pat.ty) {
            (PatKind::Wildcard, _) => {}
            (PatKind::Var(name), _) => self.bind(name, Known::Value(pat.ty.clone()), pat.span),
            (PatKind::Lit(value), TypeKind::Prim(p)) if value.prim_type() == *p => {
                self.no_sums("a pattern that is a literal", pat.span);
            }
            (PatKind::Record(parts), TypeKind::Record(fields)) if parts.len() == fields.len() => {
                for ((f, part), (g, ty)) in parts.iter().zip(fields) {
                    if f != g {
                        self.refuse(part.span, format!("the field `{f}` stands in the place of `{g}`"));
                    }
                    self.part(part, ty);
                }
            }
            (PatKind::Constr(name, parts), TypeKind::Sum(constructors)) => {
                let found = constructors.iter().find(|(own, _)| own == name);
                let types = found.map_or(&[][..], |(_, types)| types);
                if found.is_none() || types.len() != parts.len() {
                    self.refuse(pat.span, format!("`#{name}` is no constructor of its type"));
                }
                for (part, ty) in parts.iter().zip(types) {
                    self.part(part, ty);
                }
            }
            _ => self.refuse(pat.span, "a pattern of another type".to_owned()),
        }
    }

    fn part(&mut self, part: &Pat, ty: &Type) {
        self.equal(&part.ty, ty, "a part of a pattern", part.span);
        self.pattern(part);
    }

    /// A loop: its parameter, its initial value and its body have one type.
    pub(super) fn looped(&mut self, l: &Loop, span: Span) {
        self.exp(&l.init);
        match &l.form {
            LoopForm::For(_, e) | LoopForm::ForIn(_, e) => self.exp(e),
            LoopForm::While(_) => {}
        }
        self.within(|judge| {
            judge.bind_sizes(&l.sizes, span);
            judge.pattern(&l.pat);
            judge.wanted(&l.init, &l.pat.ty, "the initial value");
            match &l.form {
                LoopForm::For(name, bound) => {
                    if !matches!(&*bound.ty, TypeKind::Prim(p) if p.is_integer()) {
                        judge.refuse(bound.span, "a bound that is no integer".to_owned());
                    }
                    judge.bind(name, Known::Value(bound.ty.clone()), span);
                }
                LoopForm::ForIn(pat, array) => {
                    match &*array.ty {
                        TypeKind::Array(_, element) => judge.equal(&pat.ty, element, "an element", pat.span),
                        _ => judge.refuse(array.span, "a loop over something that is no array".to_owned()),
                    }
                    judge.pattern(pat);
                }
                LoopForm::While(condition) => {
                    judge.exp(condition);
                    let truth = crate::check::build::prim(PrimType::Bool);
                    judge.wanted(condition, &truth, "a condition");
                }
            }
            judge.exp(&l.body);
            judge.wanted(&l.body, &l.pat.ty, "the body of a loop");
        });
    }
}
