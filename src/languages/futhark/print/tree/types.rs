//! Types and patterns of trees, as syntax.

use super::{Names, ident, path};
use crate::ast::{self, SizeExp, TypeArgExp, TypeExp, TypeExpKind};
use crate::tree::{Pat, PatKind, RetType, Size, Stars, Type, TypeArg, TypeKind, is_tuple};
use elder_syntax::{Name, Span};

fn type_exp(kind: TypeExpKind) -> TypeExp {
    TypeExp {
        kind,
        span: Span::NONE,
    }
}

impl Names {
    /// A type with its stars.
    pub(super) fn ty(&mut self, ty: &Type, stars: &Stars) -> TypeExp {
        if *stars == Stars::All && !matches!(**ty, TypeKind::Prim(_)) {
            return type_exp(TypeExpKind::Unique(Box::new(self.ty(ty, &Stars::None))));
        }
        let plain = &Stars::None;
        crate::tree::walk::deep(|| {
            type_exp(match &**ty {
                TypeKind::Prim(p) => TypeExpKind::Var(path(&[], Name::from(p.name()))),
                TypeKind::Array(size, element) => {
                    TypeExpKind::Array(self.size(size), Box::new(self.ty(element, plain)))
                }
                TypeKind::Record(fields) if is_tuple(fields) => {
                    let parts = fields.iter();
                    TypeExpKind::Tuple(parts.map(|(f, t)| self.ty(t, &stars.field(f))).collect())
                }
                TypeKind::Record(fields) => {
                    let parts = fields.iter();
                    let part = |(f, t): &(Name, Type)| (ident(f.clone()), self.ty(t, &stars.field(f)));
                    TypeExpKind::Record(parts.map(part).collect())
                }
                TypeKind::Sum(constructors) => {
                    let mut parts = Vec::new();
                    for (name, types) in constructors {
                        let types = types.iter().map(|t| self.ty(t, plain)).collect();
                        parts.push((ident(name.clone()), types));
                    }
                    TypeExpKind::Sum(parts)
                }
                TypeKind::Arrow(arrow) => TypeExpKind::Arrow(
                    arrow.param_name.as_ref().map(|name| self.ident(name)),
                    Box::new(self.ty(&arrow.param, &arrow.param_stars)),
                    Box::new(self.ret(&arrow.ret)),
                ),
                TypeKind::Var(name) => TypeExpKind::Var(self.path(name)),
                TypeKind::Named(name, args) => {
                    let head = type_exp(TypeExpKind::Var(self.path(name)));
                    return args.iter().fold(head, |head, arg| {
                        let arg = match arg {
                            TypeArg::Size(size) => TypeArgExp::Size(self.size(size), Span::NONE),
                            TypeArg::Type(ty) => TypeArgExp::Type(self.ty(ty, plain)),
                        };
                        type_exp(TypeExpKind::Apply(Box::new(head), Box::new(arg)))
                    });
                }
            })
        })
    }

    /// `?[sizes].type`
    pub(super) fn ret(&mut self, ret: &RetType) -> TypeExp {
        let ty = self.ty(&ret.ty, &ret.stars);
        match ret.exts.is_empty() {
            true => ty,
            false => type_exp(TypeExpKind::Exists(self.idents(&ret.exts), Box::new(ty))),
        }
    }

    fn size(&mut self, size: &Size) -> SizeExp {
        SizeExp::Exp(Box::new(self.exp(&crate::check::size_exp(size, Span::NONE))))
    }

    /// A pattern, without its type.
    pub(super) fn pattern(&mut self, pat: &Pat) -> ast::Pat {
        let kind = match &pat.kind {
            PatKind::Wildcard => ast::PatKind::Wildcard,
            PatKind::Var(name) => ast::PatKind::Var(self.ident(name)),
            PatKind::Record(parts) if is_tuple(parts) => {
                ast::PatKind::Tuple(parts.iter().map(|(_, part)| self.pattern(part)).collect())
            }
            PatKind::Record(parts) => {
                let part = |(f, p): &(Name, Pat)| (ident(f.clone()), Some(self.pattern(p)));
                ast::PatKind::Record(parts.iter().map(part).collect())
            }
            PatKind::Lit(value) => ast::PatKind::Lit(super::expressions::literal(*value)),
            PatKind::Constr(name, parts) => {
                let parts = parts.iter().map(|part| self.pattern(part)).collect();
                ast::PatKind::Constr(ident(name.clone()), parts)
            }
        };
        ast::Pat { kind, span: pat.span }
    }

    /// A pattern of a parameter or a loop, with its type.
    pub(super) fn typed(&mut self, pat: &Pat, stars: &Stars) -> ast::Pat {
        let (pattern, ty) = (self.pattern(pat), self.ty(&pat.ty, stars));
        ast::Pat {
            kind: ast::PatKind::Ascribe(Box::new(pattern), Box::new(ty)),
            span: pat.span,
        }
    }
}
