//! Core in A-normal form, as the translations into it make it: of Futhark's trees ([`crate::futhark::core`]) and of Dex's core ([`crate::dex::core`]).
//!
//! A translation appends statements to a body and gives operands; [`Builder`] is the body in the making.  What it says beside that is the same from any
//! language: at which place of the source a statement stands and which premise of the source's semantics it breaks if it fails ([`Places`]), that two
//! conditions hold of which one may be known to, and whose copy something is.

use elder_core::site::Sites;
use elder_core::tree::{Atom, Exp, Type};
use elder_core::{Builder, Name, Site, SiteId};
use elder_syntax::prim::BinOp;
use elder_syntax::{Rule, Span};
use rustc_hash::FxHashMap;

/// By which premise the semantics of the source refuses.
pub type Blamed = (&'static Rule, &'static str);

/// The id of a rule, and the key of one of its premises.
type Premise = (&'static str, &'static str);

/// The sites of a program in the making, one for each place and premise.
#[derive(Default)]
pub struct Places {
    /// All that there are.
    pub sites: Sites,
    known: FxHashMap<(Span, Option<Premise>), SiteId>,
}

impl Places {
    /// The site of this place, at which this premise is broken if a statement fails.
    pub fn site(&mut self, span: Span, blamed: Option<Blamed>) -> SiteId {
        let sites = &mut self.sites;
        let place = (span, blamed.map(|(rule, premise)| (rule.id, premise)));
        *self.known.entry(place).or_insert_with(|| {
            sites.add(Site {
                blamed: blamed.map(|(rule, premise)| rule.blamed(premise)),
                ..Site::at(span)
            })
        })
    }
}

/// The names of arrays.
pub fn named(atoms: &[Atom]) -> Vec<Name> {
    atoms.iter().filter_map(|atom| atom.name()).collect()
}

/// Both of two conditions, called so; nothing is computed for the first if that always holds.
pub fn both(b: &mut Builder<'_>, text: &str, x: Atom, y: Atom) -> Atom {
    match x == Atom::TRUE {
        true => y,
        false => b.logic(text, BinOp::And, x, y),
    }
}

/// A fresh array with the same elements, called so; of a scalar, itself.
pub fn copied(b: &mut Builder<'_>, text: &str, ty: Type, atom: Atom) -> Atom {
    match (&ty, atom) {
        (Type::Array { .. }, Atom::Var(name)) => b.bind_as(text, ty, Exp::Copy(name)).into(),
        _ => atom,
    }
}
