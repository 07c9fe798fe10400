//! What is known of combinators.  It is found once of each, and of what two become put together from what was known of both, so a chain of maps costs no more than
//! its length.

use super::views::viewed;
use super::{Fuse, accumulators};
use crate::core::flatten::is_nest;
use elder_core::Name;
use elder_core::analyses::free;
use elder_core::tree::{Binder, Body, Exp, Lambda, Shape, Soac, Stm, Type};
use elder_core::walk::{Fold, fold};
use rustc_hash::FxHashSet;

/// What is known of a combinator.
pub struct Facts {
    /// Whether it gives values and does nothing else.
    pub is_pure: bool,
    /// Whether it is known not to be of fewer than no elements.
    pub is_counted: bool,
    /// Whether it reads an array that is consumed somewhere.
    pub reads: bool,
    /// Whether its function consumes an element.
    pub takes: bool,
    /// Whether a combinator stands right in its function.
    pub has_combinators: bool,
    /// Whether something stands there that may take what combinators give.
    pub has_takers: bool,
    /// What it uses, but for its inputs.
    pub within: FxHashSet<Name>,
}

impl Facts {
    /// Those of what two become.
    pub fn of_both(first: Facts, second: Facts) -> Facts {
        let (mut within, mut other) = (first.within, second.within);
        if within.len() < other.len() {
            std::mem::swap(&mut within, &mut other);
        }
        within.extend(other);
        Facts {
            is_pure: first.is_pure && second.is_pure,
            is_counted: first.is_counted || second.is_counted,
            reads: first.reads || second.reads,
            takes: first.takes || second.takes,
            has_combinators: first.has_combinators || second.has_combinators,
            has_takers: first.has_takers || second.has_takers,
            within,
        }
    }
}

/// The name by which a combinator is known.
pub fn key(stm: &Stm) -> Option<Name> {
    stm.pat.values.first().map(|value| value.name)
}

impl Fuse<'_> {
    /// What is known of a combinator that has a function of elements; what is not known yet is found.
    pub fn facts_of(&mut self, stm: &Stm) -> Option<&Facts> {
        let name = key(stm)?;
        if !self.facts.contains_key(&name) {
            let facts = self.found(stm)?;
            self.facts.insert(name, facts);
        }
        self.facts.get(&name)
    }

    /// What is known of it already.
    pub fn known(&self, stm: &Stm) -> Option<&Facts> {
        self.facts.get(&key(stm)?)
    }

    fn found(&self, stm: &Stm) -> Option<Facts> {
        let Exp::Soac { width, inputs, soac } = &stm.exp else {
            return None;
        };
        if matches!(**soac, Soac::StreamPar { .. } | Soac::StreamSeq { .. }) {
            return None;
        }
        let function = function(soac);
        let mut names = free::Names::default();
        names.soac(soac);
        names.atom(width);
        names.extend(stm.certs.iter().copied());
        for value in &stm.pat.values {
            names.ty(&value.ty);
        }
        let mut within = names.free();
        within.retain(|name| !stm.pat.sizes.contains(name));
        let mut read = within.iter().chain(inputs);
        let mut elements = function.params.iter().skip(accumulators(soac));
        let is_combinator = |stm: &Stm| matches!(stm.exp, Exp::Soac { .. });
        Some(Facts {
            is_pure: self.is_pure(stm),
            is_counted: self.is_natural(*width) || takes_scalars(function),
            reads: read.any(|name| self.consumed.anywhere(*name)),
            takes: elements.any(|param| self.consumed.array(param)),
            has_combinators: function.body.stms.iter().any(is_combinator),
            has_takers: function.body.stms.iter().any(may_take),
            within,
        })
    }

    /// What was known of the combinators in a body is not so any more.
    pub fn forget(&mut self, body: &Body) {
        Forget(self).body(body);
    }

    /// The same of a statement and all within it.
    pub fn forget_all(&mut self, stm: &Stm) {
        Forget(self).stm(stm);
    }
}

struct Forget<'f, 'p>(&'f mut Fuse<'p>);

impl Fold for Forget<'_, '_> {
    fn stm(&mut self, stm: &Stm) {
        if let (Exp::Soac { .. }, Some(name)) = (&stm.exp, key(stm)) {
            self.0.facts.remove(&name);
        }
        fold::stm(self, stm);
    }
}

/// Whether a statement may take what a combinator gives.
fn may_take(stm: &Stm) -> bool {
    matches!(
        stm.exp,
        Exp::Soac { .. } | Exp::Index { .. } | Exp::WithAcc { .. }
    ) || viewed(&stm.exp).is_some()
}

/// Whether a function takes scalars: an array of one dimension has not fewer than no elements.
fn takes_scalars(function: &Lambda) -> bool {
    let is_scalar = |param: &Binder| matches!(param.ty, Type::Prim(_));
    function.params.iter().any(is_scalar)
}

/// Whether a combinator is over a space of more dimensions than one.
pub fn nests(soac: &Soac) -> bool {
    match soac {
        Soac::Screma(screma) => matches!(screma.shape(), Shape::Map) && is_nest(&screma.function),
        _ => false,
    }
}

/// Whether it is a map without accumulators.
pub fn is_map(soac: &Soac) -> bool {
    matches!(soac, Soac::Screma(screma) if matches!(screma.shape(), Shape::Map) && screma.accs.is_empty())
}

/// The function of a combinator.
pub fn function(soac: &Soac) -> &Lambda {
    match soac {
        Soac::Screma(screma) => &screma.function,
        Soac::Scatter { function, .. } | Soac::Hist { function, .. } => function,
        Soac::Filter { predicate } => predicate,
        Soac::StreamPar { function, .. } | Soac::StreamSeq { function, .. } => &function.function,
    }
}

/// The same, to be changed.
pub fn function_mut(soac: &mut Soac) -> &mut Lambda {
    match soac {
        Soac::Screma(screma) => &mut screma.function,
        Soac::Scatter { function, .. } | Soac::Hist { function, .. } => function,
        Soac::Filter { predicate } => predicate,
        Soac::StreamPar { function, .. } | Soac::StreamSeq { function, .. } => &mut function.function,
    }
}
