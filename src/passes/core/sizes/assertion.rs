//! Tests of what an open program is tested for while it runs.
//!
//! A test is a `coerce`: the array itself, whose sizes have to be these.  It has a site of its own, with the place of the
//! statement that would have failed, and says the premise by which that would have failed.

use super::infer::Infer;
use elder_core::rules::evaluation::{CORE_E_SAFE, CORE_E_WITNESS};
use elder_core::tree::{Atom, Binder, Exp, Pat, Stm, Type};
use elder_core::{Name, Site, SiteId};
use elder_syntax::Rule;

/// What a test says if it fails.
#[derive(Clone, Copy)]
pub(super) struct Says {
    rule: &'static Rule,
    premise: &'static str,
    /// Whether the statement's own site is asked first: it may say that another language's rule is broken.
    by_site: bool,
}

/// A value has not the sizes that its type says.
pub(super) const WITNESS: Says = Says {
    rule: &CORE_E_WITNESS,
    premise: "size",
    by_site: false,
};

/// A premise of the statement itself.
pub(super) const fn says(rule: &'static Rule, premise: &'static str) -> Says {
    Says {
        rule,
        premise,
        by_site: true,
    }
}

/// The statement for which something is tested.
#[derive(Clone)]
pub(super) struct At {
    /// Where it stands.
    pub site: SiteId,
    /// What it relies on, and so do its tests.
    pub certs: Vec<Name>,
    /// Whether it is marked safe: whatever fails in it then breaks CORE-E-SAFE.
    pub safe: bool,
}

impl At {
    /// The end of a definition.
    pub fn of(site: SiteId) -> At {
        At {
            site,
            certs: Vec::new(),
            safe: false,
        }
    }

    /// A statement.
    pub fn stm(stm: &Stm) -> At {
        At {
            site: stm.at,
            certs: stm.certs.clone(),
            safe: stm.safe,
        }
    }

    /// What is bound is tested after the statement was executed.
    pub fn bound(&self) -> At {
        At {
            safe: false,
            ..self.clone()
        }
    }

    /// A statement that belongs to it.
    pub fn with(&self, pat: Pat, exp: Exp) -> Stm {
        Stm {
            pat,
            exp,
            certs: self.certs.clone(),
            safe: self.safe,
            at: self.site.plain(),
        }
    }

    /// A statement that belongs to it, and was seen not to fail.
    pub fn safe(&self, binder: Binder, exp: Exp) -> Stm {
        self.with(Pat::of([binder]), exp).safely()
    }
}

impl Infer {
    /// The value with the sizes of the type, which are tested unless they are seen to be its own.
    pub(super) fn tested(
        &mut self,
        value: Atom,
        ty: &Type,
        (at, says): (&At, Says),
        out: &mut Vec<Stm>,
    ) -> Atom {
        match value {
            Atom::Var(name) if !ty.dims().is_empty() && self.type_of(value) != *ty => {
                let new = self.names.again(name);
                self.test(name, new, ty, (at, says), out);
                new.into()
            }
            value => value,
        }
    }

    /// `let new: ty = coerce (..) array`
    pub(super) fn test(
        &mut self,
        array: Name,
        new: Name,
        ty: &Type,
        (at, says): (&At, Says),
        out: &mut Vec<Stm>,
    ) {
        self.declare(new, ty.clone());
        let dims = ty.dims().iter().filter_map(|dim| dim.size()).collect();
        let binder = Binder {
            name: new,
            ty: ty.clone(),
        };
        let mut stm = at.with(Pat::of([binder]), Exp::Coerce { dims, array });
        stm.safe = false;
        stm.at = self.site(at, says);
        out.push(stm);
    }

    /// The site of a test.
    pub(super) fn site(&mut self, at: &At, says: Says) -> SiteId {
        let says = match at.safe {
            true => Says {
                rule: &CORE_E_SAFE,
                premise: "fails",
                by_site: false,
            },
            false => says,
        };
        let key = (at.site, says.rule.id, says.premise);
        if let Some(site) = self.tests.get(&key) {
            return *site;
        }
        let own = self.sites.get(at.site).clone();
        let refusal = says.rule.blamed(says.premise);
        let site = self.sites.add(match says.by_site {
            true => Site {
                blamed: own.blamed.or(Some(refusal)),
                ..own
            },
            false => Site {
                blamed: Some(refusal),
                ..Site::at(own.span)
            },
        });
        self.tests.insert(key, site);
        site
    }
}
