//! What the results of a body do not need is left out.
//!
//! An assertion is needed if something that is needed stands behind it and may fail: another assertion, for what fails first is what a run says, or a statement
//! that was seen not to fail where it stands, for which it may be the reason.  Before a size all of them are kept, so that no item makes room for what it does
//! not come to; only where too much depends on that are those left that are [relied upon](Kept).  Of branches and loops those results are left that are needed;
//! of a loop also those that its rounds need.

use elder_core::analyses::effects::is_pure_anywhere;
use elder_core::analyses::free;
use elder_core::names::Name;
use elder_core::tree::{Atom, Body, Exp, Ext, Form, Loop, Pat, Stm, Type};
use elder_core::walk::{Fold, fold};
use rustc_hash::FxHashSet;

/// Which assertions are kept.
#[derive(Clone, Copy, PartialEq)]
pub enum Kept {
    /// All that stand before a size.
    All,
    /// Those that something relies on which is kept.
    ReliedUpon,
}

/// Leaves out of a body what its results do not need, which are sizes that are `compared` by statements that bind these names.
pub fn body(body: &mut Body, compared: &FxHashSet<Name>, kept: Kept) {
    let mut slice = Slice {
        compared,
        kept,
        needed: FxHashSet::default(),
        asserts: false,
    };
    slice.of(body);
}

struct Slice<'s> {
    compared: &'s FxHashSet<Name>,
    kept: Kept,
    /// The names that what stands behind needs.
    needed: FxHashSet<Name>,
    /// Whether something behind is needed that may fail.
    asserts: bool,
}

impl<'s> Slice<'s> {
    /// Within a body of a statement.
    fn inner(&self) -> Slice<'s> {
        Slice {
            needed: FxHashSet::default(),
            ..*self
        }
    }

    fn of(&mut self, body: &mut Body) {
        let given = body.results.iter().chain(&body.witnesses);
        self.needed.extend(given.filter_map(|atom| atom.name()));
        elder_syntax::effort::deeper(|| {
            let stms = std::mem::take(&mut body.stms).into_iter().rev();
            let mut kept: Vec<Stm> = stms.filter_map(|stm| self.stm(stm)).collect();
            kept.reverse();
            body.stms = kept;
        });
    }

    fn is_needed(&self, name: Name) -> bool {
        self.needed.contains(&name)
    }

    /// The statement as far as it is needed.
    fn stm(&mut self, mut stm: Stm) -> Option<Stm> {
        elder_syntax::effort::step();
        let is_used = stm.pat.names().any(|name| self.is_needed(name));
        let is_needed = is_used || self.asserts && is_asserting(&stm);
        if !is_needed {
            return None;
        }
        match &mut stm.exp {
            Exp::If {
                then,
                otherwise,
                results,
                ..
            } => {
                let kept = self.kept(&stm.pat);
                retain(&mut stm.pat.values, &kept);
                retain(&mut results.given, &kept);
                let hides = |ty: &Type<Ext>| ty.dims().iter().any(|dim| matches!(dim, Ext::Existential(_)));
                let is_hidden = results.given.iter().any(|given| hides(&given.ty));
                let is_bare = !is_hidden && !stm.pat.sizes.iter().any(|size| self.is_needed(*size));
                if is_bare {
                    stm.pat.sizes.clear();
                    results.existential = 0;
                }
                let mut asserts = self.asserts;
                for branch in [then, otherwise] {
                    retain(&mut branch.results, &kept);
                    if is_bare {
                        branch.witnesses.clear();
                    }
                    let mut inner = self.inner();
                    inner.of(branch);
                    asserts |= inner.asserts;
                }
                self.asserts = asserts;
            }
            Exp::Loop(it) => {
                let kept = self.kept(&stm.pat);
                self.repetition(it, &mut stm.pat, kept);
            }
            // What `with_acc` gives is what all of it does.
            _ => {}
        }
        let is_compared = || stm.pat.names().any(|name| self.compared.contains(&name));
        if !is_pure_anywhere(&stm, &|_| false) || self.kept == Kept::All && is_compared() {
            self.asserts = true;
        }
        self.needed.extend(free::of_stm(&stm));
        Some(stm)
    }

    /// Which values of a pattern are needed.
    fn kept(&self, pat: &Pat) -> Vec<bool> {
        pat.values
            .iter()
            .map(|value| self.is_needed(value.name))
            .collect()
    }

    fn repetition(&mut self, it: &mut Loop, pat: &mut Pat, mut kept: Vec<bool>) {
        if let Form::While { condition } = &it.form {
            for (kept, (param, _)) in kept.iter_mut().zip(&it.params) {
                *kept |= param.binder.name == *condition;
            }
        }
        loop {
            let mut body = it.body.clone();
            retain(&mut body.results, &kept);
            let mut inner = self.inner();
            inner.of(&mut body);
            // What may fail in a round stands behind the assertions of the round before.
            if inner.asserts && !self.asserts {
                self.asserts = true;
                continue;
            }
            let mut used = inner.needed;
            let params = it.params.iter().zip(&kept).filter(|(_, kept)| **kept);
            for dim in params.flat_map(|((param, _), _)| param.binder.ty.dims()) {
                used.extend(dim.size().and_then(Atom::name));
            }
            let mut is_more = false;
            for (kept, (param, _)) in kept.iter_mut().zip(&it.params) {
                is_more |= !*kept && used.contains(&param.binder.name);
                *kept |= used.contains(&param.binder.name);
            }
            if !is_more {
                it.body = body;
                break;
            }
        }
        retain(&mut it.params, &kept);
        retain(&mut pat.values, &kept);
    }
}

/// Whether a body asserts something.
pub fn asserts(body: &Body) -> bool {
    let mut asserts = Asserts(false);
    asserts.body(body);
    asserts.0
}

/// Whether a statement asserts something, or calls what may.
fn is_asserting(stm: &Stm) -> bool {
    let mut asserts = Asserts(false);
    asserts.stm(stm);
    asserts.0
}

struct Asserts(bool);

impl Fold for Asserts {
    fn exp(&mut self, exp: &Exp) {
        self.0 |= matches!(exp, Exp::Assert { .. } | Exp::Call { .. });
        fold::exp(self, exp);
    }
}

/// Those of a list that are kept.
fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().copied().unwrap_or(true));
}
