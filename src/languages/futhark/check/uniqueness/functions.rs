//! Functions: definitions, local functions, anonymous functions, and what they may return.

use super::aliases::{Aliases, Annotated, consumes, deeply, fully_starred, starred_names, with_stars};
use super::scope::{Checker, Kind};
use crate::rules::uniqueness::{
    FUT_U_CLOSURE, FUT_U_GLOBAL, FUT_U_INFER, FUT_U_PARAM, FUT_U_RETURN, FUT_U_SIZE,
};
use crate::tree::walk::Part;
use crate::tree::{Arrow, Exp, ExpKind, Fun, Pat, RetType, Size, Stars, Type, TypeKind};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the check of a function found.
pub(super) struct Function {
    /// The stars of the result, written or inferred.
    pub stars: Stars,
    /// What it captures.
    pub closure: Aliases,
}

/// The type of a function by its definition.
pub(super) fn type_of(fun: &Fun) -> Type {
    let mut ret = fun.ret.clone();
    for param in fun.params.iter().rev() {
        let arrow = Arrow {
            param_name: None,
            param: param.pat.ty.clone(),
            param_stars: param.stars.clone(),
            ret,
        };
        ret = RetType::of(Rc::new(TypeKind::Arrow(arrow)));
    }
    ret.ty
}

/// Whether evaluating a size may consume something.
fn has_consumption(e: &Exp) -> bool {
    let here = match &e.kind {
        ExpKind::App { fun, args, .. } => {
            let mut ty = &fun.ty;
            args.iter().any(|_| match &**ty {
                TypeKind::Arrow(arrow) => {
                    ty = &arrow.ret.ty;
                    arrow.param_stars.any()
                }
                _ => false,
            })
        }
        ExpKind::Update(..) | ExpKind::UpdatePath(..) => true,
        _ => false,
    };
    here || e
        .children()
        .into_iter()
        .any(|child| deeply(|| has_consumption(child)))
}

/// Collects the expressions among the sizes of a type.
fn size_expressions<'t>(ty: &'t Type, found: &mut Vec<&'t Exp>) {
    // Sizes in function types may mention names that only the function type binds.
    if let TypeKind::Arrow(_) = &**ty {
        return;
    }
    ty.parts().for_each(|part| match part {
        Part::Size(Size::Exp(e)) => found.push(e),
        Part::Size(_) => {}
        Part::Type(part) => deeply(|| size_expressions(part, found)),
    });
}

/// The separate parts of a result, with the stars on them.
fn starred_parts(value: &Annotated, stars: &Stars, parts: &mut Vec<(bool, Aliases)>) {
    match value {
        Annotated::Scalar => (),
        Annotated::Record(fields) => deeply(|| {
            for (f, t) in fields.iter() {
                starred_parts(t, &stars.field(f), parts);
            }
        }),
        Annotated::Arrow(aliases, _) => parts.push((false, aliases.clone())),
        other => parts.push((*stars == Stars::All, other.aliases())),
    }
}

impl Checker<'_> {
    /// Checks a function and what it returns.  A constant is a function without parameters.
    pub fn function(&mut self, fun: &Fun) -> Function {
        let observations = self.observations();
        self.level += 1;
        for param in &fun.params {
            self.parameter_sizes(&param.pat);
            self.parameter(&param.pat, &param.stars);
        }
        let mark = self.history();
        let body = self.exp(&fun.body);
        self.undo(mark);

        let span = fun.body.span;
        self.require_fit(&body, &fun.ret.ty, span, None);
        if !fun.params.iter().any(|p| consumes(&p.pat.ty, &p.stars)) {
            self.require_applied(&body, span);
        }
        self.require_returnable(fun, &body, span);
        let stars = if fun.annotated {
            fun.ret.stars.clone()
        } else if fun.params.is_empty() {
            Stars::None
        } else {
            FUT_U_INFER.apply();
            self.infer(&body)
        };
        for param in &fun.params {
            self.unbind(&param.pat);
        }
        self.level -= 1;
        let mut closure = body.aliases().filter(&|v| self.is_global(v)).lent();
        for var in self.observed_since(observations) {
            if let Some(entry) = self.local(var) {
                closure = closure.union(&entry.value.aliases());
            }
        }
        Function { stars, closure }
    }

    /// Rule FUT-U-CLOSURE: the value of a local or anonymous function of this type.
    pub fn closure(&mut self, fun: &Fun, ty: &Type) -> (Annotated, Kind) {
        FUT_U_CLOSURE.apply();
        let found = self.function(fun);
        let params: Rc<[Stars]> = fun.params.iter().map(|p| p.stars.clone()).collect();
        let ty = with_stars(ty, &params, &found.stars);
        (
            Annotated::Arrow(found.closure, ty),
            Kind::Function(params, found.stars),
        )
    }

    /// Rule FUT-U-PARAM, inside: the names of a parameter alias themselves.
    fn parameter(&mut self, pat: &Pat, stars: &Stars) {
        if super::aliases::is_scalar(&pat.ty) {
            return;
        }
        FUT_U_PARAM.apply();
        starred_names(pat, stars, &mut |name, ty, stars| {
            let value = Annotated::variable(ty, name.id, &mut self.paths);
            if !matches!(value, Annotated::Scalar) {
                let fully = fully_starred(ty, &stars);
                self.enter(name, consumes(ty, &stars), value, Kind::Param { fully });
            }
        });
    }

    /// Rule FUT-U-SIZE.
    pub fn parameter_sizes(&mut self, pat: &Pat) {
        let mut sizes = Vec::new();
        size_expressions(&pat.ty, &mut sizes);
        sizes.into_iter().for_each(|e| self.size(e));
    }

    /// The same for the type of a coercion.  It may repeat sizes that were inferred and cannot be computed any more, so
    /// only those that consume something are looked at.
    pub fn coerced_sizes(&mut self, ty: &Type) {
        let mut sizes = Vec::new();
        size_expressions(ty, &mut sizes);
        sizes
            .into_iter()
            .filter(|e| has_consumption(e))
            .for_each(|e| self.size(e));
    }

    fn size(&mut self, e: &Exp) {
        FUT_U_SIZE.apply();
        self.level += 1;
        let mark = self.history();
        self.exp(e);
        self.undo(mark);
        self.level -= 1;
    }

    /// Rules FUT-U-RETURN and FUT-U-GLOBAL.
    fn require_returnable(&mut self, fun: &Fun, body: &Annotated, span: Span) {
        if matches!(body, Annotated::Scalar) || fun.params.is_empty() {
            return;
        }
        FUT_U_GLOBAL.apply();
        let given = body.data_aliases();
        if let Some(alias) = given.iter().find(|a| !a.is_lent() && self.is_global(a.var)) {
            let name = self.name(alias.var);
            self.report(
                Diagnostic::error(
                    FUT_U_GLOBAL.refuse("function"),
                    span,
                    format!("the function result aliases the free variable \"{name}\""),
                )
                .with_note("results may alias parameters and local variables only")
                .with_help("use `copy` to break the aliasing"),
            );
        }
        if !fun.ret.stars.any() || !fun.annotated {
            return;
        }
        FUT_U_RETURN.apply();
        let mut parts = Vec::new();
        starred_parts(body, &fun.ret.stars, &mut parts);
        let (mut unique, mut all) = (Aliases::NONE, Aliases::NONE);
        for (starred, aliases) in parts {
            if starred {
                self.require_own(&aliases, span);
            }
            let others = if starred { &all } else { &unique };
            if let Some(shared) = aliases.common(others) {
                let what = self.describe(shared.var);
                self.report(
                    Diagnostic::error(
                        FUT_U_RETURN.refuse("distinct"),
                        span,
                        "a unique-typed component of the return value is aliased to some other component",
                    )
                    .with_note(format!("both alias {what}"))
                    .with_help("`copy` one of them"),
                );
            }
            all = all.union(&aliases);
            if starred {
                unique = unique.union(&aliases);
            }
        }
    }

    fn require_own(&mut self, aliases: &Aliases, span: Span) {
        let foreign = aliases.iter().find(|a| {
            a.is_lent()
                || self.local(a.var).is_some_and(|e| {
                    e.live && (e.level != self.level || matches!(e.kind, Kind::Param { fully: false }))
                })
        });
        if let Some(alias) = foreign {
            let name = self.name(alias.var);
            self.report(
                Diagnostic::error(
                    FUT_U_RETURN.refuse("consumable"),
                    span,
                    format!("unique-typed return value is aliased to \"{name}\", which is not consumable"),
                )
                .with_help("return a `copy`, or mark the parameter `*`"),
            );
        }
    }

    /// Rule FUT-U-INFER: stars for the parts of a result that the caller may own.
    fn infer(&self, body: &Annotated) -> Stars {
        let mut count = FxHashMap::default();
        for_each_part(body, &mut |part, aliases| {
            // Nothing is known of abstract types, so they may hold the same array twice.
            let times = if matches!(part, Annotated::Abstract(_)) {
                2
            } else {
                1
            };
            for var in aliases.vars() {
                *count.entry(var).or_insert(0) += times;
            }
        });
        self.infer_part(body, &count)
    }

    fn infer_part(&self, part: &Annotated, count: &FxHashMap<u32, u32>) -> Stars {
        match part {
            Annotated::Scalar | Annotated::Arrow(..) => Stars::None,
            Annotated::Record(fields) => deeply(|| {
                let stars: Vec<_> = fields
                    .iter()
                    .map(|(f, t)| (f.clone(), self.infer_part(t, count)))
                    .filter(|(_, s)| s.any())
                    .collect();
                if stars.is_empty() {
                    Stars::None
                } else {
                    Stars::Fields(stars)
                }
            }),
            other => {
                let aliases = other.aliases();
                let own = aliases.vars().all(|v| {
                    !self.is_live(v)
                        || self.local(v).is_some_and(|e| {
                            e.level == self.level && e.consumable && matches!(e.kind, Kind::Param { .. })
                        })
                });
                let alone = aliases.vars().all(|v| count.get(&v).is_none_or(|&n| n < 2));
                if own && alone { Stars::All } else { Stars::None }
            }
        }
    }
}

/// The parts of a result that records separate, with all aliases of each.
fn for_each_part(value: &Annotated, f: &mut dyn FnMut(&Annotated, &Aliases)) {
    match value {
        Annotated::Scalar => (),
        Annotated::Record(fields) => deeply(|| fields.iter().for_each(|(_, t)| for_each_part(t, f))),
        other => f(other, &other.aliases()),
    }
}
