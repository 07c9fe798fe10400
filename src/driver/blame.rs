//! Whether a host program blames the right place for its failure.
//!
//! Its parts have no order, so of several failures any may be met first, and which one is told is left open.  But what is told has to fail.  So the program of
//! Core that it was made of is run again with all other assertions left out: where that has values, all that was asserted at the place that is blamed held, in
//! all rounds and elements, and nothing there can have failed.

use crate::engine::{Failed, Settings, StopKind};
use crate::finding;
use elder_core::SiteId;
use elder_core::rules::evaluation::CORE_E_ASSERT;
use elder_core::tree::{Atom, Exp, Stm};
use elder_core::walk::{Rewrite, rewrite};
use elder_passes::programs::Core;
use elder_syntax::Value;

/// Whether what a run of a host program blames holds, so that it is wrong.
pub fn is_wrong(
    written: &Core,
    (expected, actual): (&Failed, &Failed),
    entry: &str,
    values: &[Value],
    settings: &Settings,
) -> bool {
    let place = |failed: &Failed| {
        (
            failed.diagnostic.span,
            failed.diagnostic.refusal.map(|by| (by.id(), by.key())),
        )
    };
    if place(expected) == place(actual) || actual.kind != StopKind::Error {
        return false;
    }
    let mut written = written.clone();
    let sites = written.program.sites.clone();
    let blames = |at: SiteId| {
        let site = sites.get(at);
        let by = site.blamed.unwrap_or(CORE_E_ASSERT.blamed("holds"));
        (site.span, Some((by.id(), by.key()))) == place(actual)
    };
    let mut others = Others {
        blames: &blames,
        found: false,
    };
    rewrite::program(&mut others, &mut written.program);
    others.found
        && finding::run(&written, entry, values, settings).is_some_and(|outcome| outcome.results.is_ok())
}

/// Assertions at other places than one hold.
struct Others<'b> {
    blames: &'b dyn Fn(SiteId) -> bool,
    /// Whether there is one at that place.
    found: bool,
}

impl Rewrite for Others<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        if let Exp::Assert { holds, .. } = &mut stm.exp {
            match (self.blames)(stm.at) {
                true => self.found = true,
                false => *holds = Atom::TRUE,
            }
        }
        out.push(stm);
    }
}
