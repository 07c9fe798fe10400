//! Programs at the values of their tuning parameters, for the arrows, which know no parameters.

use crate::engine::Tuning;
use elder_futhark::check::traverse::{deep, for_each_child_mut};
use elder_futhark::tree::{Attribute, Exp, ExpKind, Program};
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

/// FUT-E-ATTR: the program with the number that is set in place of each `#[param(name)] e`.
pub(super) fn tuned(program: &Rc<Program>, parameters: &Tuning) -> Rc<Program> {
    if parameters.is_empty() {
        return program.clone();
    }
    let mut defs = program.defs.clone();
    for def in &mut defs {
        set(&mut Rc::make_mut(def).fun.body, parameters);
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
    deep(|| for_each_child_mut(e, &mut |part| set(part, parameters)));
}
