//! Short names for what programs are made of.

use elder_core::tree::{
    Atom, Binder, Body, Exp, Ext, Form, Given, Loop, Param, Pat, Results, Soac, Stm, Type,
};
use elder_core::{Name, SiteId};
use elder_syntax::prim::PrimType;

/// A statement that binds these.
pub fn bound(at: SiteId, values: Vec<Binder>, exp: Exp) -> Stm {
    Stm {
        pat: Pat {
            sizes: Vec::new(),
            values,
        },
        exp,
        certs: Vec::new(),
        safe: false,
        at,
    }
}

/// A body that hides no sizes.
pub fn body(stms: Vec<Stm>, results: Vec<Atom>) -> Body {
    Body {
        stms,
        witnesses: Vec::new(),
        results,
    }
}

/// A parameter, starred or not.
pub fn param(binder: Binder, unique: bool) -> Param {
    Param { binder, unique }
}

/// A result, starred or not.
pub fn given(ty: Type<Ext>, unique: bool) -> Given {
    Given { ty, unique }
}

/// So many rounds, with their numbers.
pub fn counting(index: Name, bound: Atom) -> Form {
    let ty = PrimType::I64;
    Form::For { index, ty, bound }
}

/// A loop whose state has no sizes of its own.
pub fn looped(params: Vec<(Param, Atom)>, form: Form, body: Body) -> Exp {
    Exp::Loop(Box::new(Loop {
        sizes: Vec::new(),
        params,
        form,
        body,
    }))
}

/// A combinator.
pub fn soac(width: Atom, inputs: Vec<Name>, soac: Soac) -> Exp {
    let soac = Box::new(soac);
    Exp::Soac { width, inputs, soac }
}

/// One of two bodies.
pub fn either(condition: Atom, bodies: [Body; 2], results: Results) -> Exp {
    let [then, otherwise] = bodies.map(Box::new);
    Exp::If {
        condition,
        then,
        otherwise,
        results,
    }
}
