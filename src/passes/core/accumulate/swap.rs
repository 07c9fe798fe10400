//! Maps right within each other that are exchanged, so that the inner one adds to one place.

use super::{Accumulate, Bound};
use crate::core::elements::is_cheap;
use elder_core::analyses::effects::{is_natural, is_pure};
use elder_core::analyses::free;
use elder_core::builder::Builder;
use elder_core::names::Name;
use elder_core::rules::accumulation::CORE_AC_SWAP;
use elder_core::tree::{Atom, Binder, Body, Exp, Lambda, Results, Screma, Shape, Soac, Stm, Type};
use elder_core::walk::{Fold, fold};
use elder_syntax::prim::BinOp;
use rustc_hash::FxHashSet;

/// An accumulation that adds nothing if one of the maps in it has no elements: maps are exchanged in it on the assumption that they have some, and it is
/// executed if that holds.
pub(super) struct Guard {
    bound: FxHashSet<Name>,
    widths: Vec<Atom>,
}

impl Guard {
    /// That of an accumulation by maps of which each has nothing but the next one that adds.
    pub(super) fn of(stm: &Stm) -> Option<Guard> {
        let Exp::WithAcc { updates, function } = &stm.exp else {
            return None;
        };
        let is_nest =
            function.results.len() == updates.len() && stm.certs.is_empty() && nests(&function.body);
        let mut bound = Bound::default();
        bound.lambda(function);
        is_nest.then_some(Guard {
            bound: bound.0,
            widths: vec![],
        })
    }

    fn is_known(&self, width: Atom) -> bool {
        width.name().is_none_or(|name| !self.bound.contains(&name))
    }
}

/// Accumulators, and elements.
fn split(mut params: Vec<Binder>, accs: usize) -> (Vec<Binder>, Vec<Binder>) {
    let elements = params.split_off(accs.min(params.len()));
    (params, elements)
}

/// Whether a body adds to accumulators by one map, and does nothing else.
fn nests(body: &Body) -> bool {
    let mut adding = body.stms.iter().filter(|stm| !is_pure(stm));
    let (Some(first), None) = (adding.next(), adding.next()) else {
        return false;
    };
    match &first.exp {
        Exp::AccUpdate { .. } => true,
        Exp::Soac { soac, .. } => match &**soac {
            Soac::Screma(screma) => {
                matches!(screma.shape(), Shape::Map)
                    && screma.function.results.len() == screma.accs.len()
                    && nests(&screma.function.body)
            }
            _ => false,
        },
        _ => false,
    }
}

/// A map that only adds to accumulators.
fn adding(stm: &Stm) -> Option<(Atom, &[Name], &Screma)> {
    let Exp::Soac { width, inputs, soac } = &stm.exp else {
        return None;
    };
    let Soac::Screma(screma) = &**soac else {
        return None;
    };
    let is_adding = matches!(screma.shape(), Shape::Map)
        && !screma.accs.is_empty()
        && screma.function.results.len() == screma.accs.len()
        && stm.certs.is_empty();
    is_adding.then_some((*width, inputs.as_slice(), screma))
}

impl Accumulate<'_> {
    /// An accumulation whose maps were exchanged on the assumption that they have elements: it is executed if they have.
    pub(super) fn guarded(&mut self, mut stm: Stm, guard: Option<Guard>, out: &mut Vec<Stm>) {
        let widths = guard.map(|guard| guard.widths).unwrap_or_default();
        let Exp::WithAcc { updates, .. } = &stm.exp else {
            return out.push(stm);
        };
        if widths.is_empty() {
            return self.accumulation(stm, out);
        }
        let arrays = updates.iter().flat_map(|update| &update.arrays);
        let arrays: Vec<Atom> = arrays.map(|array| Atom::Var(*array)).collect();
        let pat = stm.pat.clone();
        for value in &mut stm.pat.values {
            let text = self.names.text(value.name).clone();
            *value = self.names.typed(text, value.ty.clone());
        }
        let results = stm.pat.values.iter().map(|value| value.name.into()).collect();
        let at = stm.at;
        let mut then = Vec::new();
        self.accumulation(stm, &mut then);
        let mut b = Builder::new(self.names, at);
        let mut some = None;
        for width in widths {
            let own = b.compare("some", BinOp::Lt, Atom::i64(0), width);
            some = Some(match some {
                None => own,
                Some(some) => b.logic("all", BinOp::And, some, own),
            });
        }
        let types: Vec<Type> = pat.values.iter().map(|value| value.ty.clone()).collect();
        let bodies = [Body::of(then, results), Body::of(vec![], arrays)];
        let results = Results::plain(&types);
        b.bind_pat(pat, Exp::either(some.unwrap_or(Atom::TRUE), bodies, results));
        out.extend(b.finish(vec![]).stms);
    }

    /// CORE-AC-SWAP: the map stands within the one that stood in it, where it adds to one place.  The map, if it stays.
    pub(super) fn swapped(&mut self, stm: Stm, out: &mut Vec<Stm>) -> Option<Stm> {
        if !self.is_on(&CORE_AC_SWAP) || !self.is_swapped(&stm) {
            return Some(stm);
        }
        let Stm {
            pat,
            exp: Exp::Soac { width, inputs, soac },
            at,
            ..
        } = stm
        else {
            return None;
        };
        let Soac::Screma(Screma {
            accs,
            function: outer,
            ..
        }) = *soac
        else {
            return None;
        };
        let mut before = outer.body.stms;
        let last = before.pop()?;
        let Exp::Soac {
            width: count,
            inputs: within,
            soac: inner,
        } = last.exp
        else {
            return None;
        };
        let Soac::Screma(Screma { function: inner, .. }) = *inner else {
            return None;
        };
        self.apply(&CORE_AC_SWAP);
        if let (false, Some(guard)) = (is_positive(width), &mut self.guard)
            && !guard.widths.contains(&width)
        {
            guard.widths.push(width);
        }
        let is_counted = |stm: &Stm| matches!(stm.exp, Exp::Iota(_));
        let (counted, before): (Vec<Stm>, Vec<Stm>) = before.into_iter().partition(is_counted);
        out.extend(counted);
        let types = outer.results;
        let (outer_accs, mut elements) = split(outer.params, accs.len());
        let (inner_accs, mut inner_elements) = split(inner.params, accs.len());
        let (mut inputs, mut within) = (inputs, within);
        for (input, element) in within.iter_mut().zip(&mut inner_elements) {
            // Rows of what the outer map takes become columns of it.
            let Some(row) = elements.iter().position(|row| row.name == *input) else {
                continue;
            };
            let Some(array) = inputs.get(row).copied() else {
                continue;
            };
            let mut b = Builder::new(self.names, at);
            let rank = u16::try_from(b.type_of(array.into()).rank()).unwrap_or(u16::MAX);
            let order = [1, 0].into_iter().chain(2..rank).collect();
            *input = b.bind("turned", Exp::Rearrange { order, array });
            let column = b.type_of((*input).into()).row(1).unwrap_or(Type::SIZE);
            let column = b.fresh("column", column);
            out.extend(b.finish(vec![]).stms);
            inputs.push(column.name);
            elements.push(std::mem::replace(element, column));
        }
        let mut body = inner.body;
        body.stms.splice(..0, before);
        let handed: Vec<Name> = outer_accs.iter().map(|acc| acc.name).collect();
        let function = Lambda::new([inner_accs, elements].concat(), body, types.clone());
        let inner = Stm::binding(
            last.pat,
            Exp::soac(width, inputs, Soac::map(handed, function)),
            at,
        );
        let mut stms = Vec::new();
        self.map(inner, &mut stms);
        let body = Body::of(stms, outer.body.results);
        let function = Lambda::new([outer_accs, inner_elements].concat(), body, types);
        let exp = Exp::soac(count, within, Soac::map(accs, function));
        self.map(Stm::binding(pat, exp, last.at), out);
        None
    }

    /// Whether a map may stand within the one in it, and the inner one then adds to one place.
    fn is_swapped(&self, stm: &Stm) -> bool {
        let Some((width, _, outer)) = adding(stm) else {
            return false;
        };
        let function = &outer.function;
        let Some((last, before)) = function.body.stms.split_last() else {
            return false;
        };
        let Some((count, inputs, inner)) = adding(last) else {
            return false;
        };
        let params = function.params.iter().map(|param| param.name);
        let results = last.pat.values.iter().map(|value| Atom::Var(value.name));
        let accs = params.clone().take(outer.accs.len());
        let commutes = |acc: &Name| {
            let group = self.groups.get(acc);
            group.is_some_and(|group| group.operator.commutative)
        };
        let is_some = is_positive(width) || self.guard.as_ref().is_some_and(|guard| guard.is_known(width));
        let is_right_within = accs.eq(inner.accs.iter().copied())
            && results.eq(function.body.results.iter().copied())
            && outer.accs.iter().all(commutes)
            && is_some;
        if !is_right_within {
            return false;
        }
        let mut changing: FxHashSet<Name> = params.skip(outer.accs.len()).collect();
        let mut counted = FxHashSet::default();
        let mut computed = 0;
        for stm in before {
            match &stm.exp {
                // Its numbers are counted once, in front.
                Exp::Iota(count)
                    if (stm.safe || is_natural(*count))
                        && stm.certs.is_empty()
                        && is_outside(&changing, *count) =>
                {
                    counted.extend(stm.pat.names());
                    continue;
                }
                Exp::Slice { .. } | Exp::Rearrange { .. } | Exp::Atom(_) => {}
                Exp::Index { .. } => computed += 1,
                Exp::Prim(function, _) if is_cheap(*function) => computed += 1,
                _ => return false,
            }
            if !is_pure(stm) {
                return false;
            }
            changing.extend(stm.pat.names());
        }
        let body = &inner.function.body;
        let mut elements = inner.function.params.iter().skip(inner.accs.len());
        let is_outside = |atom: Atom| {
            is_outside(&changing, atom) && !atom.name().is_some_and(|name| counted.contains(&name))
        };
        let rows: Vec<Name> = function
            .params
            .iter()
            .skip(outer.accs.len())
            .map(|row| row.name)
            .collect();
        let is_free = |input: &Name| !changing.contains(input) || rows.contains(input);
        computed <= body.stms.len()
            && is_outside(count)
            && inputs.iter().all(is_free)
            && inner.function.params.iter().skip(inner.accs.len()).all(|element| element.ty.rank() == 0)
            // Not fewer than no elements.
            && elements.any(|element| matches!(element.ty, Type::Prim(_)))
            && is_quiet(body)
            && Changes::of(inner, inputs, changing).stays()
    }
}

fn is_outside(changing: &FxHashSet<Name>, atom: Atom) -> bool {
    atom.name().is_none_or(|name| !changing.contains(&name))
}

fn is_positive(width: Atom) -> bool {
    width.integer().is_some_and(|width| width > 0)
}

/// Whether a body does nothing but compute and add: it does not fail, and ends.
fn is_quiet(body: &Body) -> bool {
    body.stms.iter().all(|stm| match &stm.exp {
        Exp::AccUpdate { .. } => true,
        Exp::If { then, otherwise, .. } => is_quiet(then) && is_quiet(otherwise),
        Exp::Soac { soac, .. } => match &**soac {
            Soac::Screma(screma) if !screma.accs.is_empty() => {
                let mut elements = screma.function.params.iter().skip(screma.accs.len());
                matches!(screma.shape(), Shape::Map)
                    && elements.any(|element| matches!(element.ty, Type::Prim(_)))
                    && is_quiet(&screma.function.body)
            }
            _ => is_pure(stm),
        },
        _ => is_pure(stm),
    })
}

/// What changes with some names, and whether indexes of additions do.
struct Changes {
    names: FxHashSet<Name>,
    additions: usize,
    index: bool,
}

impl Changes {
    fn of(screma: &Screma, inputs: &[Name], names: FxHashSet<Name>) -> Changes {
        let mut changes = Changes {
            names,
            additions: 0,
            index: false,
        };
        changes.elements(screma, inputs);
        changes.body(&screma.function.body);
        changes
    }

    /// Elements of what changes do.
    fn elements(&mut self, screma: &Screma, inputs: &[Name]) {
        let elements = screma.function.params.iter().skip(screma.accs.len());
        for (element, input) in elements.zip(inputs) {
            if self.names.contains(input) {
                self.names.insert(element.name);
            }
        }
    }

    fn stays(&self) -> bool {
        self.additions > 0 && !self.index
    }
}

impl Fold for Changes {
    fn stm(&mut self, stm: &Stm) {
        match &stm.exp {
            Exp::AccUpdate { at, .. } => {
                self.additions += 1;
                self.index |= !at.iter().all(|atom| is_outside(&self.names, *atom));
            }
            Exp::Soac { inputs, soac, .. } => {
                if let Soac::Screma(screma) = &**soac {
                    self.elements(screma, inputs);
                }
            }
            _ => {}
        }
        let changes = free::of_exp(&stm.exp)
            .iter()
            .any(|name| self.names.contains(name));
        fold::stm(self, stm);
        if changes {
            self.names.extend(stm.pat.names());
        }
    }
}
