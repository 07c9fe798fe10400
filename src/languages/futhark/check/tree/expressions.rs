//! Expressions, in the order in which they are evaluated.

use super::{Judge, Known, types};
use crate::check::build::prim;
use crate::tree::walk::deep;
use crate::tree::{DimIndex, Exp, ExpKind, Type, TypeKind, UpdateStep};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};

impl Judge {
    /// An expression has the type that it says; what it binds is known behind it.
    pub(super) fn exp(&mut self, e: &Exp) {
        deep(|| {
            self.form(e);
            self.bind_sizes(&e.sizes, e.span);
            self.ty(&e.ty, e.span);
        })
    }

    fn truth(&mut self, e: &Exp) {
        self.wanted(e, &prim(PrimType::Bool), "a condition");
    }

    fn form(&mut self, e: &Exp) {
        let span = e.span;
        match &e.kind {
            ExpKind::Lit(value) => self.equal(&prim(value.prim_type()), &e.ty, "a literal", span),
            ExpKind::String(_) => match &*e.ty {
                TypeKind::Array(_, element) => self.equal(element, &prim(PrimType::U8), "a character", span),
                _ => self.refuse(span, "a text that is no array".to_owned()),
            },
            ExpKind::Hole => {}
            ExpKind::Var(name, instance) => {
                self.sizes(&instance.sizes, span);
                if !instance.types.is_empty() {
                    self.refuse(span, format!("`{name:?}` is used at types"));
                }
                if let Some(ty) = self.meaning(name, instance.sizes.len(), span) {
                    self.equal(&ty, &e.ty, format_args!("`{name:?}`"), span);
                }
            }
            ExpKind::Intrinsic(_, instance) => {
                self.sizes(&instance.sizes, span);
                instance.types.iter().for_each(|ty| self.ty(ty, span));
            }
            ExpKind::App { fun, args, .. } => {
                self.operands(e);
                let mut ty = fun.ty.clone();
                for arg in args {
                    let TypeKind::Arrow(arrow) = &*ty else {
                        return self.refuse(span, "too many arguments".to_owned());
                    };
                    self.wanted(arg, &arrow.param, "an argument");
                    ty = arrow.ret.ty.clone();
                }
                self.equal(&ty, &e.ty, "an application", span);
            }
            ExpKind::Lambda(fun) => {
                self.equal(&types::of_function(fun), &e.ty, "a function", span);
                self.within(|judge| judge.function(fun, span));
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => {
                self.exp(bound);
                self.wanted(bound, &pat.ty, "what is bound");
                self.bind_sizes(sizes, span);
                self.pattern(pat);
                self.exp(body);
                self.wanted(body, &e.ty, "the body");
            }
            ExpKind::LetFun(name, fun, body) => {
                self.within(|judge| judge.function(fun, span));
                let known = Known::Function(types::of_function(fun), fun.sizes.len());
                self.bind(name, known, span);
                self.exp(body);
                self.wanted(body, &e.ty, "the body");
            }
            ExpKind::If(condition, yes, no) => {
                self.exp(condition);
                self.truth(condition);
                for branch in [yes, no] {
                    self.within(|judge| judge.exp(branch));
                    self.wanted(branch, &e.ty, "a branch");
                }
            }
            ExpKind::Match(scrutinee, cases) => {
                self.no_sums("a match", span);
                self.exp(scrutinee);
                for (pat, body) in cases {
                    self.equal(&pat.ty, &scrutinee.ty, "the pattern", pat.span);
                    self.within(|judge| {
                        judge.pattern(pat);
                        judge.exp(body);
                    });
                    self.wanted(body, &e.ty, "a case");
                }
            }
            ExpKind::And(a, b) | ExpKind::Or(a, b) => {
                self.exp(a);
                self.within(|judge| judge.exp(b));
                self.truth(a);
                self.truth(b);
            }
            ExpKind::Loop(l) => {
                self.looped(l, span);
                self.equal(&l.pat.ty, &e.ty, "the loop", span);
            }
            ExpKind::Update(array, dims, value) => {
                self.operands(e);
                if let Some(part) = self.indexed(&array.ty, dims, span) {
                    self.wanted(value, &part, "what is written");
                }
                self.wanted(array, &e.ty, "the array");
            }
            ExpKind::UpdatePath(target, steps, value) => {
                self.operands(e);
                let mut part = Some(target.ty.clone());
                for step in steps {
                    part = part.and_then(|ty| match step {
                        UpdateStep::Field(name) => self.field(&ty, name, span),
                        UpdateStep::Index(dims) => self.indexed(&ty, dims, span),
                    });
                }
                if let Some(part) = part {
                    self.wanted(value, &part, "what is written");
                }
                self.wanted(target, &e.ty, "the target");
            }
            ExpKind::RecordUpdate(record, path, _) => {
                self.operands(e);
                // The field may become of another type.
                for name in path.iter().take(1) {
                    self.field(&record.ty, name, span);
                }
            }
            ExpKind::Record(fields) => {
                self.operands(e);
                for (name, field) in fields {
                    if let Some(ty) = self.field(&e.ty, name, span) {
                        self.wanted(field, &ty, "a field");
                    }
                }
            }
            ExpKind::Field(record, name) => {
                self.operands(e);
                if let Some(ty) = self.field(&record.ty, name, span) {
                    self.equal(&ty, &e.ty, "a field", span);
                }
            }
            ExpKind::Array(elements) => {
                self.operands(e);
                match &*e.ty {
                    TypeKind::Array(_, ty) => elements.iter().for_each(|x| self.wanted(x, ty, "an element")),
                    _ => self.refuse(span, "an array of another type".to_owned()),
                }
            }
            ExpKind::Constr(name, args) => {
                self.operands(e);
                let TypeKind::Sum(constructors) = &*e.ty else {
                    return self.refuse(span, "a constructor of something that is no sum".to_owned());
                };
                let types = constructors.iter().find(|(own, _)| own == name);
                match types {
                    Some((_, types)) if types.len() == args.len() => {
                        for (arg, ty) in args.iter().zip(types) {
                            self.wanted(arg, ty, "an argument of a constructor");
                        }
                    }
                    _ => self.refuse(span, format!("`#{name}` is no constructor of its type")),
                }
            }
            ExpKind::Index(array, dims) => {
                self.operands(e);
                if let Some(ty) = self.indexed(&array.ty, dims, span) {
                    self.equal(&ty, &e.ty, "an index", span);
                }
            }
            ExpKind::Range(_) => self.operands(e),
            ExpKind::Assert(condition, inner) => {
                self.exp(condition);
                self.truth(condition);
                self.exp(inner);
                self.wanted(inner, &e.ty, "what is asserted of");
            }
            ExpKind::Coerce(inner, _) | ExpKind::Attr(_, inner) => {
                self.operands(e);
                self.wanted(inner, &e.ty, "what is coerced");
            }
        }
    }

    fn operands(&mut self, e: &Exp) {
        e.evaluated().into_iter().for_each(|part| self.exp(part));
    }

    /// The type of a part of an array.
    fn indexed(&mut self, array: &Type, dims: &[DimIndex], span: Span) -> Option<Type> {
        let Some((dim, rest)) = dims.split_first() else {
            return Some(array.clone());
        };
        let TypeKind::Array(size, element) = &**array else {
            self.refuse(span, "an index of something that is no array".to_owned());
            return None;
        };
        let part = self.indexed(element, rest, span)?;
        Some(match dim {
            DimIndex::Fix(_) => part,
            DimIndex::Slice(..) => crate::check::build::array(size.clone(), part),
        })
    }

    /// The type of a field.
    fn field(&mut self, record: &Type, name: &Name, span: Span) -> Option<Type> {
        let found = match &**record {
            TypeKind::Record(fields) => fields.iter().find(|(own, _)| own == name),
            _ => None,
        };
        if found.is_none() {
            self.refuse(span, format!("there is no field `{name}`"));
        }
        found.map(|(_, ty)| ty.clone())
    }
}
