//! What statements and functions ask of those that execute them.
//!
//! Attributes come last, so that a program is the same with them and without.

use crate::Choices;
use elder_core::SiteId;
use elder_core::site::Sites;
use elder_core::tree::{Program, Stm};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::attribute::{Attribute, Attributes};

/// Puts attributes before some statements and functions of one program in three.
pub(super) fn ask(c: &mut Choices, program: &mut Program) {
    if c.below(3) < 2 {
        return;
    }
    let mut sites = std::mem::take(&mut program.sites);
    for function in &mut program.functions {
        if c.below(4) == 3 {
            function.at = asking(c, &mut sites, function.at);
        }
    }
    rewrite::program(&mut Ask(c, &mut sites), program);
    program.sites = sites;
}

struct Ask<'c>(&'c mut Choices, &'c mut Sites);

impl Rewrite for Ask<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        let rarely = match stm.exp.is_guided() {
            true => 3,
            false => 20,
        };
        if self.0.below(rarely) == rarely - 1 {
            stm.at = asking(self.0, self.1, stm.at);
        }
        rewrite::stm(self, &mut stm);
        out.push(stm);
    }
}

fn asking(c: &mut Choices, sites: &mut Sites, at: SiteId) -> SiteId {
    let flattening = |how: &str| Attribute::Compound("flattening".into(), vec![Attribute::named(how)]);
    let incrementally =
        |how: &str| Attribute::Compound("incremental_flattening".into(), vec![Attribute::named(how)]);
    let all = [
        Attribute::named("noinline"),
        Attribute::named("inline"),
        Attribute::named("sequential"),
        Attribute::named("unroll"),
        flattening("only_inner"),
        flattening("no_outer"),
        incrementally("only_outer"),
        incrementally("only_inner"),
        Attribute::named("sequential_inner"),
        Attribute::named("sequential_outer"),
        // A word of Core, and a number.
        Attribute::Compound("map".into(), vec![Attribute::Int(22), Attribute::named("loop")]),
    ];
    let chosen = (0..=c.below(2))
        .filter_map(|_| c.pick(&all).cloned())
        .collect::<Vec<_>>();
    sites.with(at, &Attributes::of(chosen))
}
