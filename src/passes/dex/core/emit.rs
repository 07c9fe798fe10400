//! Statements, and their places.

use super::layout::Leaf;
use super::{Made, Pass};
use crate::normal::Blamed;
use elder_core::tree::{Atom, Binder, Body, Exp, Pat, Results, Stm, Type};
use elder_core::{Builder, Name, SiteId};
use elder_dex::rules::to_core::DX_CO_SITE;
use elder_syntax::names::Text;
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};

impl Pass<'_> {
    /// DX-CO-SITE: the site of this place, at which this premise is broken if a statement fails.
    pub(super) fn site(&mut self, blamed: Option<Blamed>) -> SiteId {
        DX_CO_SITE.apply();
        self.places.site(self.at, blamed)
    }

    /// Statements that break this premise if they fail.
    pub(super) fn blamed<'b, T>(
        &mut self,
        b: &mut Builder<'b>,
        blamed: Blamed,
        make: impl FnOnce(&mut Builder<'b>) -> T,
    ) -> T {
        let site = self.site(Some(blamed));
        b.under(site, make)
    }

    /// A certificate that this holds.
    pub(super) fn assert(&mut self, b: &mut Builder<'_>, holds: Atom, blamed: Blamed) -> Name {
        self.fallible += 1;
        self.blamed(b, blamed, |b| b.assert(holds, Vec::new()))
    }
}

/// A body in the one that is made.
pub(super) fn body(
    b: &mut Builder<'_>,
    make: impl FnOnce(&mut Builder<'_>) -> Made<Vec<Atom>>,
) -> Made<Body> {
    let mut inner = b.inner();
    let results = make(&mut inner)?;
    Ok(inner.finish(results))
}

/// What several results of an expression are called.
pub(super) fn bind_all(
    b: &mut Builder<'_>,
    text: &Text,
    types: impl IntoIterator<Item = Type>,
    exp: Exp,
) -> Vec<Atom> {
    let values: Vec<Binder> = types.into_iter().map(|ty| b.fresh(text.clone(), ty)).collect();
    b.bind_values(Pat::of(values), exp)
}

/// What one of two bodies gives of these types, called so.
pub(super) fn one_of(
    b: &mut Builder<'_>,
    text: &str,
    condition: Atom,
    bodies: [Body; 2],
    types: Vec<Type>,
) -> Vec<Atom> {
    let exp = Exp::either(condition, bodies, Results::plain(&types));
    bind_all(b, &Text::new(text), types, exp)
}

/// A statement that relies on this.
pub(super) fn bind_certified(b: &mut Builder<'_>, text: &str, ty: Type, exp: Exp, cert: Name) -> Atom {
    let binder = b.fresh(text, ty);
    let name = binder.name;
    b.push(Stm {
        certs: vec![cert],
        ..Stm::binding(Pat::of([binder]), exp, b.at)
    });
    name.into()
}

/// A number as one of another type.
pub(super) fn converted(b: &mut Builder<'_>, from: PrimType, to: PrimType, atom: Atom) -> Atom {
    match (atom, to) {
        (Atom::Const(PrimValue::I32(x)), PrimType::I64) => Atom::i64(x.into()),
        (Atom::Const(PrimValue::I64(x)), PrimType::I32) => Atom::Const(PrimValue::I32(x as i32)),
        _ => b.prim("n", PrimFn::Convert(from, to), vec![atom]),
    }
}

/// Some value, which nobody looks at.
pub(super) fn blank(b: &mut Builder<'_>, leaf: &Leaf) -> Atom {
    match leaf.dims.is_empty() {
        true => Atom::Const(leaf.element.number(0)),
        false => b.bind_as("blank", leaf.ty(), Exp::Blank(leaf.ty())).into(),
    }
}

/// An array of this in all places.
pub(super) fn filled(b: &mut Builder<'_>, dims: &[Atom], value: Atom) -> Atom {
    let sizes = dims.iter().rev().copied();
    sizes.fold(value, |value, count| {
        b.bind("zeros", Exp::Replicate { count, value }).into()
    })
}
