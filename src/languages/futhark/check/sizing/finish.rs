//! The end of the second walk: nothing may be left open, and what was found is put into the tree.

use super::super::Checked;
use super::super::substitution::{
    Sizes, any_free, for_each_free, for_each_name, in_instance, in_size, subst,
};
use super::Sizing;
use super::functions::function_type;
use super::variables::{SizeVar, Source};
use crate::rules::sizes::FUT_SZ_AMBIG;
use crate::tree::walk::{TypeSiteMut, each_size_pair};
use crate::tree::{Exp, ExpKind, Fun, Instance, Size, Type, TypeKind, VName};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// The definition itself, for its uses in its own body.
struct Own<'f> {
    name: &'f VName,
    ty: Type,
    sizes: &'f [VName],
    instance: Instance,
}

impl Sizing<'_> {
    /// Every size has been found (FUT-SZ-AMBIG).
    pub fn nothing_open(&mut self) -> Checked<()> {
        FUT_SZ_AMBIG.apply();
        let base = self.base;
        self.collapse_instances(0, base);
        let open = self.sizes.iter().find_map(|s| match s {
            SizeVar::Flexible { span, of, .. } => Some((*span, *of)),
            _ => None,
        });
        let Some((span, of)) = open else {
            return Ok(());
        };
        self.cx.fail(
            Diagnostic::error(
                FUT_SZ_AMBIG.refuse("determined"),
                span,
                format!("a size of {of} is not determined by anything"),
            )
            .with_help("write the type down, with its sizes"),
        )
    }

    /// The function learns this size parameter itself.
    pub fn learnt(&mut self, parameter: &VName) {
        self.cx.learnt.insert(parameter.id);
    }

    /// No size parameter, and no size of an element, is one that only the result of a function knows, unless the function
    /// learns it.
    pub fn instances_known(&mut self) -> Checked<()> {
        if !self.pending {
            return Ok(());
        }
        let pending = |s: &Size| {
            let mut pending = false;
            for_each_name(s, &mut |v| pending |= self.is_pending(v));
            pending
        };
        let of_size = self
            .instances
            .iter()
            .filter(|(v, of, _)| !self.cx.learnt.contains(&of.id) && !self.opened.contains(&v.id))
            .find(|(v, ..)| pending(&self.normal_size(&Size::Var(v.clone()))))
            .map(|(_, of, span)| {
                (
                    format!("the size parameter `{}` is not determined", of.name),
                    *span,
                )
            });
        let of_type = || {
            self.elements
                .iter()
                .find(|(t, _)| any_free(&self.normal(t), |v| self.is_pending(v)))
                .map(|(_, span)| ("a size of an element type is not determined".to_string(), *span))
        };
        let Some((what, span)) = of_size.or_else(of_type) else {
            return Ok(());
        };
        self.cx.fail(
            Diagnostic::error(
                FUT_SZ_AMBIG.refuse("determined"),
                span,
                format!("{what}: only a function's result knows it"),
            )
            .with_note("the function may be called more than once, and give another size each time")
            .with_help(
                "annotate the function that is passed, so that its result has a size that is known before",
            ),
        )
    }

    /// Puts what was found into a definition.
    pub fn substitute_in(&mut self, name: &VName, fun: &mut Fun) {
        for p in &mut fun.params {
            p.pat
                .each_mut(&mut |part| self.site(TypeSiteMut::Plain(&mut part.ty)));
        }
        self.site(TypeSiteMut::Ret(&mut fun.ret));
        let own = Own {
            name,
            ty: function_type(&fun.params, &fun.ret),
            sizes: &fun.sizes,
            instance: Instance {
                sizes: fun.sizes.iter().map(|v| Size::Var(v.clone())).collect(),
                types: fun
                    .types
                    .iter()
                    .map(|p| Rc::new(TypeKind::Var(p.name.clone())))
                    .collect(),
            },
        };
        self.expression(&mut fun.body, &own);
    }

    /// Puts what was found into a size expression.
    pub fn substitute_in_size(&mut self, s: &Size) -> Size {
        in_size(s, &mut self.found(true)).unwrap_or_else(|| s.clone())
    }

    fn site(&mut self, site: TypeSiteMut<'_>) {
        match site {
            TypeSiteMut::Plain(t) => *t = self.plain(t),
            TypeSiteMut::Ret(r) => {
                r.ty = subst(&r.ty, &mut self.found(true));
                if self.pending {
                    let (t, exts) = self.bind_pending(Span::NONE, &r.ty);
                    r.ty = t;
                    r.exts.extend(exts);
                }
            }
            TypeSiteMut::Instance(i) => {
                in_instance(i, &mut self.found(true));
                if self.pending {
                    for t in &mut i.types {
                        *t = self.plain(t);
                    }
                }
            }
        }
    }

    fn plain(&mut self, t: &Type) -> Type {
        let t = subst(t, &mut self.found(true));
        if !self.pending {
            return t;
        }
        let mut pending = false;
        for_each_free(&t, &mut |v| pending |= self.is_pending(v));
        if !pending {
            return t;
        }
        let (bound, left) = self.bind_pending(Span::NONE, &t);
        if left.is_empty() {
            return bound;
        }
        // No place to bind them.  Those that are computed somewhere are unknown sizes made there: causality decides.
        let mut computed: Vec<(VName, Span)> = Vec::new();
        for_each_free(&t, &mut |v| {
            let state = match self.state(v) {
                SizeVar::Copy { of, .. } => self.state(of),
                state => state,
            };
            if let SizeVar::Existential {
                computed: Some(span), ..
            } = state
                && !computed.iter().any(|(x, _)| x == v)
            {
                computed.push((v.clone(), *span));
            }
        });
        let fresh: Vec<(VName, VName)> = computed
            .into_iter()
            .map(|(v, span)| (v, self.unknown("d", span, Source::Returned(None))))
            .collect();
        subst(
            &t,
            &mut Sizes(|v: &VName| {
                fresh
                    .iter()
                    .find(|(x, _)| x == v)
                    .map(|(_, y)| Size::Var(y.clone()))
            }),
        )
    }

    fn expression(&mut self, e: &mut Exp, own: &Own<'_>) {
        elder_syntax::effort::deeper(|| {
            if let ExpKind::Var(v, instance) = &e.kind
                && instance.sizes.is_empty()
                && instance.types.is_empty()
                && let Some(s) = self.solution(v)
            {
                let ty = e.ty.clone();
                *e = Exp {
                    ty,
                    ..super::super::build::size_exp(&s, e.span)
                };
                return;
            }
            let made = match &e.kind {
                ExpKind::Var(_, instance) | ExpKind::Intrinsic(_, instance) => instance.sizes.clone(),
                _ => Vec::new(),
            };
            let ty = (self.pending && !made.is_empty()).then(|| subst(&e.ty, &mut self.found(true)));
            e.types_mut(&mut |site| self.site(site));
            if let Some(ty) = ty {
                self.open(e, &ty, &made);
            }
            if let ExpKind::Var(v, instance) = &mut e.kind
                && v == own.name
            {
                *instance = own.instance.clone();
                let mut found = Vec::new();
                matching(&own.ty, &e.ty, own.sizes, &mut found);
                for (v, s) in found {
                    let place = own.sizes.iter().position(|w| *w == v);
                    if let Some(size) = place.and_then(|i| instance.sizes.get_mut(i)) {
                        *size = s;
                    }
                }
            }
            e.children_mut().into_iter().for_each(|c| self.expression(c, own));
        })
    }
}

/// The sizes in `used` at the places where `own` has one of `params`.
fn matching(own: &Type, used: &Type, params: &[VName], out: &mut Vec<(VName, Size)>) {
    each_size_pair(own, used, &mut |a, b| {
        if let Size::Var(v) = a
            && params.contains(v)
            && !out.iter().any(|(w, _)| w == v)
        {
            out.push((v.clone(), b.clone()));
        }
    });
}
