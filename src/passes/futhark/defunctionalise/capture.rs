//! D-Lam: a function is the record of its free variables.
//!
//! Only free variables are captured, not all that is in scope (FUT-Z-27), and the sizes that the function mentions (FUT-DF-SIZE): one that a captured array shows is
//! read off that; any other is a field of type i64.

use super::types::{field, size_exp};
use super::value::{Captured, Code, Lam, Static, unused};
use super::{Env, Pass};
use elder_futhark::check::substitution::{Position, for_each_name, for_each_size};
use elder_futhark::check::{build, same_size};
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::walk::TypeSite;
use elder_futhark::tree::{Exp, ExpKind, Fun, Pat, Size, Type, VName};
use elder_syntax::Span;
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The names that a function mentions; among them those that it binds.
pub struct Free {
    /// As variables.
    values: Vec<VName>,
    /// In types only.
    sizes: Vec<VName>,
}

impl Pass<'_> {
    /// FUT-DF-LAM
    pub fn closure(&mut self, env: &Env, code: Code, span: Span) -> (Exp, Static) {
        self.by(&rules::FUT_DF_LAM);
        let free = self.free(&code);
        let mut lam = Lam {
            code,
            captured: Vec::new(),
            sizes: Vec::new(),
            given: Vec::new(),
        };
        let mut fields = Vec::new();
        let mut sizes = Vec::new();
        for v in free.values.iter().chain(&free.sizes) {
            let Some(known) = env.get(&v.id) else { continue };
            match &known.exp.kind {
                ExpKind::Var(r, _) if !free.values.contains(v) && matches!(known.value, Static::Dyn(_)) => {
                    sizes.push((v.clone(), Size::Var(r.clone())));
                }
                _ => capture(&mut lam, &mut fields, v, known.exp.clone(), known.value.clone()),
            }
        }
        for (v, size) in sizes {
            capture_size(&mut lam, &mut fields, v, size, span);
        }
        (record(&lam, fields, span), Static::Lam(Rc::new(lam)))
    }

    /// A function with size parameters, used at sizes: they are captured likewise.  If it is `applied` at once they need not be.
    pub fn instantiated(
        &mut self,
        function: Exp,
        lam: &Lam,
        sizes: Vec<Size>,
        applied: bool,
    ) -> (Exp, Static) {
        let mut lam = lam.clone();
        let own: Vec<VName> = lam.code.fun().sizes.clone();
        if own.is_empty() || own.iter().any(|v| lam.sizes.iter().any(|(w, _)| w == v)) {
            return (function, Static::Lam(Rc::new(lam)));
        }
        if applied {
            lam.sizes.extend(own.into_iter().zip(sizes));
            return (function, Static::Lam(Rc::new(lam)));
        }
        let span = function.span;
        let labels: Vec<_> = lam
            .fields()
            .map(|(label, sv)| (label.clone(), sv.rep()))
            .collect();
        let mut fields: Vec<_> = labels
            .into_iter()
            .map(|(label, ty)| (label.clone(), field(&function, &label, ty)))
            .collect();
        for (v, size) in own.into_iter().zip(sizes) {
            capture_size(&mut lam, &mut fields, v, size, span);
        }
        (record(&lam, fields, span), Static::Lam(Rc::new(lam)))
    }

    fn free(&mut self, code: &Code) -> Rc<Free> {
        if let Some(free) = self.free.get(&code.occurrence()) {
            return free.clone();
        }
        let mut free = Free {
            values: Vec::new(),
            sizes: Vec::new(),
        };
        let (mut values, mut sizes) = (FxHashSet::default(), FxHashSet::default());
        names(code.fun(), &mut |v, is_value| {
            if is_value && values.insert(v.id) {
                free.values.push(v.clone());
            }
            if !is_value && sizes.insert(v.id) {
                free.sizes.push(v.clone());
            }
        });
        free.sizes.retain(|v| !values.contains(&v.id));
        let free = Rc::new(free);
        self.free.insert(code.occurrence(), free.clone());
        free
    }
}

fn capture(lam: &mut Lam, fields: &mut Vec<(elder_syntax::Name, Exp)>, v: &VName, exp: Exp, value: Static) {
    let label = unused(&v.name, |label| fields.iter().any(|(other, _)| other == label));
    fields.push((label.clone(), exp));
    lam.captured.push(Captured {
        label,
        name: v.clone(),
        value,
    });
}

/// A size that the function mentions: read off a captured array, or a field.
fn capture_size(
    lam: &mut Lam,
    fields: &mut Vec<(elder_syntax::Name, Exp)>,
    v: VName,
    size: Size,
    span: Span,
) {
    rules::FUT_DF_SIZE.apply();
    if is_shown(&lam.rep(), &size) {
        lam.sizes.push((v, size));
    } else {
        let i64 = Static::Dyn(build::prim(PrimType::I64));
        capture(lam, fields, &v, size_exp(&size, span), i64);
    }
}

/// Whether a value of the type shows the size, or it is a constant.
pub fn is_shown(ty: &Type, size: &Size) -> bool {
    let mut shown = matches!(size, Size::Const(_));
    for_each_size(ty, &mut |other, at, _| {
        let here = at == Position::Immediate;
        shown |= here && same_size(other, size);
    });
    shown
}

fn record(lam: &Lam, fields: Vec<(elder_syntax::Name, Exp)>, span: Span) -> Exp {
    Exp::of(ExpKind::Record(fields), lam.rep(), span)
}

/// Calls `f` with every name that a function mentions, and whether as a variable or in a type.
pub fn names(fun: &Fun, f: &mut dyn FnMut(&VName, bool)) {
    let mut types = |pat: &Pat| in_type(&pat.ty, f);
    fun.params.iter().for_each(|param| param.pat.each(&mut types));
    in_exp(&fun.body, f);
    in_type(&fun.ret.ty, f);
}

/// Likewise with every name that an expression mentions.
pub fn in_exp(e: &Exp, f: &mut dyn FnMut(&VName, bool)) {
    e.types(&mut |site| match site {
        TypeSite::Plain(ty) => in_type(ty, f),
        TypeSite::Ret(ret) => in_type(&ret.ty, f),
        TypeSite::Instance(instance) => {
            if let ExpKind::Var(v, _) = &e.kind {
                f(v, true);
            }
            instance.sizes.iter().for_each(|size| in_size(size, f));
            instance.types.iter().for_each(|ty| in_type(ty, f));
        }
    });
    super::deep(|| e.children().into_iter().for_each(|part| in_exp(part, f)));
}

fn in_size(size: &Size, f: &mut dyn FnMut(&VName, bool)) {
    match size {
        // What an expression reads may be an array or a function, whose sizes it mentions.
        Size::Exp(e) => in_exp(e, f),
        _ => for_each_name(size, &mut |v| f(v, false)),
    }
}

fn in_type(ty: &Type, f: &mut dyn FnMut(&VName, bool)) {
    let mut plain = Vec::new();
    for_each_size(ty, &mut |size, _, bound| match size {
        Size::Var(v) if bound.contains(v) => {}
        size => plain.push(size.clone()),
    });
    plain.iter().for_each(|size| in_size(size, f));
}
