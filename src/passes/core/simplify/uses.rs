//! The way back: statements from the last to the first, with how often each name is used by those after it.

use super::effects;
use super::table::Switches;
use elder_core::Name;
use elder_core::rules::simplification::CORE_O_DEAD;
use elder_core::tree::{Atom, Body, Program, Stm};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};

/// Goes over a program once; whether a rule applied.
pub(super) fn round(program: &mut Program, switches: &Switches) -> bool {
    let mut uses = Uses(vec![0; program.names.len()]);
    fold::program(&mut uses, program);
    let mut back = Back {
        switches,
        uses,
        changed: false,
    };
    rewrite::program(&mut back, program);
    back.changed
}

/// How often each name is used.
struct Uses(Vec<u32>);

impl Fold for Uses {
    fn used(&mut self, name: &Name) {
        if let Some(count) = self.0.get_mut(name.index()) {
            *count += 1;
        }
    }
}

/// What a statement used is used less often once it has gone.
struct Released<'u>(&'u mut Uses);

impl Fold for Released<'_> {
    fn used(&mut self, name: &Name) {
        if let Some(count) = self.0.0.get_mut(name.index()) {
            *count = count.saturating_sub(1);
        }
    }
}

struct Back<'p> {
    switches: &'p Switches,
    uses: Uses,
    changed: bool,
}

impl Back<'_> {
    /// CORE-O-DEAD: whether nobody uses what a statement binds, but the types of the same pattern.
    fn is_dead(&self, stm: &Stm) -> bool {
        let count = |name: Name| self.uses.0.get(name.index()).copied().unwrap_or(1);
        let own = |size: Name| {
            let dims = stm.pat.values.iter().flat_map(|value| value.ty.dims());
            let is_size = |dim: &&elder_core::Dim| **dim == elder_core::Dim::Is(Atom::Var(size));
            dims.filter(is_size).count() as u32
        };
        stm.pat.values.iter().all(|value| count(value.name) == 0)
            && stm.pat.sizes.iter().all(|size| count(*size) == own(*size))
            && effects::is_pure(stm)
    }
}

impl Rewrite for Back<'_> {
    fn body(&mut self, body: &mut Body) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.reversed(body));
    }
}

impl Back<'_> {
    /// The statements from the last to the first.
    fn reversed(&mut self, body: &mut Body) {
        let mut kept: Vec<Stm> = Vec::with_capacity(body.stms.len());
        for mut stm in std::mem::take(&mut body.stms).into_iter().rev() {
            if self.switches.on(&CORE_O_DEAD) && self.is_dead(&stm) {
                CORE_O_DEAD.apply();
                self.changed = true;
                fold::stm(&mut Released(&mut self.uses), &stm);
            } else {
                rewrite::exp(self, &mut stm.exp);
                kept.push(stm);
            }
        }
        kept.reverse();
        body.stms = kept;
    }
}
