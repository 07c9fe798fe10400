//! Programs at the values of their tuning parameters, for the passes, which know no parameters.

use elder_engine::Tuning;
use elder_futhark::check::build::size_of;
use elder_futhark::tree::walk::{TypeSiteMut, deep, with_sizes};
use elder_futhark::tree::{Attribute, Exp, ExpKind, Program, Size, Type};
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

/// FUT-E-ATTR: the program with the number that is set in place of each `#[param(name)] e`, also where that is a size.
pub(crate) fn tuned(program: &Rc<Program>, parameters: &Tuning) -> Rc<Program> {
    if parameters.is_empty() {
        return program.clone();
    }
    let mut defs = program.defs.clone();
    for def in &mut defs {
        let fun = &mut Rc::make_mut(def).fun;
        for param in &mut fun.params {
            param
                .pat
                .each_mut(&mut |part| of_types(TypeSiteMut::Plain(&mut part.ty), parameters));
        }
        of_types(TypeSiteMut::Ret(&mut fun.ret), parameters);
        set(&mut fun.body, parameters);
    }
    Rc::new(Program {
        defs,
        entries: program.entries.clone(),
        abstract_types: program.abstract_types.clone(),
        names: program.names,
    })
}

fn set(e: &mut Exp, parameters: &Tuning) {
    if let ExpKind::Attr(Attribute::Param(name), _) = &e.kind
        && let Some(n) = parameters.get(name.as_str())
    {
        e.kind = ExpKind::Lit(PrimValue::I64(*n));
        return;
    }
    e.types_mut(&mut |site| of_types(site, parameters));
    deep(|| {
        e.children_mut()
            .into_iter()
            .for_each(|part| set(part, parameters))
    });
}

fn of_types(site: TypeSiteMut<'_>, parameters: &Tuning) {
    let ty = |ty: &Type| with_sizes(ty, &mut |own| size(own, parameters));
    match site {
        TypeSiteMut::Plain(own) => *own = ty(own),
        TypeSiteMut::Ret(ret) => ret.ty = ty(&ret.ty),
        TypeSiteMut::Instance(instance) => {
            instance.types = instance.types.iter().map(ty).collect();
            instance.sizes = instance.sizes.iter().map(|own| size(own, parameters)).collect();
        }
    }
}

fn size(own: &Size, parameters: &Tuning) -> Size {
    let Size::Exp(e) = own else {
        return own.clone();
    };
    let mut e = Exp::clone(e);
    set(&mut e, parameters);
    size_of(&e)
}
