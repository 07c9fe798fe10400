//! Statements, and their places.

use super::layout::Leaf;
use super::{Made, Pass};
use elder_core::tree::{Atom, Binder, Body, Dim, Exp, Pat, Stm, Type};
use elder_core::{Builder, Name, Site, SiteId};
use elder_dex::rules::to_core::DX_CO_SITE;
use elder_syntax::names::Text;
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use elder_syntax::{Rule, Span};

/// By which premise Dex's semantics refuses.
pub(super) type Blamed = (&'static Rule, &'static str);

/// A place, and the rule and the premise that are broken there.
pub(super) type Placed = (Span, Option<(&'static str, &'static str)>);

impl Pass<'_> {
    /// DX-CO-SITE: the site of this place, at which this premise is broken if a statement fails.
    pub(super) fn site(&mut self, blamed: Option<Blamed>) -> SiteId {
        DX_CO_SITE.apply();
        let placed = (self.at, blamed.map(|(rule, premise)| (rule.id, premise)));
        if let Some(site) = self.placed.get(&placed) {
            return *site;
        }
        let site = self.sites.add(Site {
            span: self.at,
            blamed: blamed.map(|(rule, key)| rule.blamed(key)),
            message: None,
        });
        self.placed.insert(placed, site);
        site
    }

    /// Statements that break this premise if they fail.
    pub(super) fn blamed<'b, T>(
        &mut self,
        b: &mut Builder<'b>,
        blamed: Blamed,
        make: impl FnOnce(&mut Builder<'b>) -> T,
    ) -> T {
        let site = self.site(Some(blamed));
        let outside = std::mem::replace(&mut b.at, site);
        let made = make(b);
        b.at = outside;
        made
    }

    /// A certificate that this holds.
    pub(super) fn assert(&mut self, b: &mut Builder<'_>, holds: Atom, blamed: Blamed) -> Name {
        self.fallible += 1;
        let numbers = Vec::new();
        self.blamed(b, blamed, |b| {
            b.bind_as("c", Type::Cert, Exp::Assert { holds, numbers })
        })
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
pub(super) fn bind_all(b: &mut Builder<'_>, text: &Text, types: Vec<Type>, exp: Exp) -> Vec<Atom> {
    let values: Vec<Binder> = types.into_iter().map(|ty| b.fresh(text.clone(), ty)).collect();
    let atoms = values.iter().map(|value| value.name.into()).collect();
    let sizes = Vec::new();
    b.bind_pat(Pat { sizes, values }, exp);
    atoms
}

/// A statement that relies on this.
pub(super) fn bind_certified(b: &mut Builder<'_>, text: &str, ty: Type, exp: Exp, cert: Name) -> Atom {
    let binder = b.fresh(text, ty);
    let name = binder.name;
    let at = b.at;
    b.push(Stm {
        pat: Pat {
            sizes: Vec::new(),
            values: vec![binder],
        },
        exp,
        certs: vec![cert],
        safe: false,
        at,
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
pub(super) fn filled(b: &mut Builder<'_>, dims: &[Atom], element: PrimType, value: Atom) -> Atom {
    let mut inner: Vec<Atom> = Vec::new();
    let mut made = value;
    for dim in dims.iter().rev() {
        inner.insert(0, *dim);
        let ty = Type::array(inner.iter().map(|dim| Dim::Is(*dim)), element);
        let count = *dim;
        made = b
            .bind_as("zeros", ty, Exp::Replicate { count, value: made })
            .into();
    }
    made
}
