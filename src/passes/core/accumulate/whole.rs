//! Accumulations of which an accumulator is no longer needed: each place is added to once, or only some are, one after the other.

use super::{Accumulate, Bound, Group, Step};
use elder_core::builder::Builder;
use elder_core::gives;
use elder_core::names::Name;
use elder_core::rules::accumulation::{CORE_AC_FRESH, CORE_AC_ONCE, CORE_AC_OWN};
use elder_core::tree::{Atom, Binder, Body, Cut, Exp, Operator, Pat, Soac, Stm, Type};
use elder_core::walk::Fold;
use elder_syntax::prim::BinOp;

/// What happens behind an accumulation to the arrays of an accumulator that it has no longer.
enum Behind {
    /// At each place one value is added, of these arrays.
    Own(Vec<Atom>),
    /// Values are added at these indexes, one after the other.
    Once(Vec<(Vec<Atom>, Vec<Atom>)>),
}

impl Accumulate<'_> {
    /// An accumulation without the accumulators that it does not need.
    pub(super) fn accumulation(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        let Exp::WithAcc { updates, function } = &mut stm.exp else {
            return out.push(stm);
        };
        if !stm.certs.is_empty() {
            return out.push(stm);
        }
        let mut first: usize = updates.iter().map(|update| update.arrays.len()).sum();
        let mut behind = Vec::new();
        for number in (0..updates.len()).rev() {
            let Some(update) = updates.get(number) else {
                continue;
            };
            first -= update.arrays.len();
            let param = function.params.get(number).map(|param| param.name);
            let Some(acc) = param else { continue };
            let Some(group) = self.groups.get(&acc).cloned() else {
                continue;
            };
            let is_fresh = self.is_on(&CORE_AC_FRESH) && self.is_neutral(&update.arrays, &group.operator);
            let made = match self.once(&function.body, number, acc, &group, is_fresh) {
                Some(names) => self.taken_once(&mut function.body, acc, names),
                None if self.is_on(&CORE_AC_OWN)
                    && self.is_own(&function.body, number, acc, &group.space) =>
                {
                    self.apply(&CORE_AC_OWN);
                    self.own(&mut function.body, number, acc).map(Behind::Own)
                }
                None => None,
            };
            let Some(made) = made else { continue };
            let update = updates.remove(number);
            function.params.remove(number);
            function.results.remove(number);
            if let Behind::Once(_) = made {
                function.body.results.remove(number);
            }
            let until = first + update.arrays.len();
            let values: Vec<Binder> = pat_of(&mut stm.pat, first, until);
            behind.push((made, values, update.arrays, group, is_fresh));
        }
        if behind.is_empty() {
            return out.push(stm);
        }
        // What is added stands behind the accumulation.
        let mut bound = Bound::default();
        bound.lambda(function);
        let mut shown = Vec::new();
        for (made, ..) in &mut behind {
            let atoms: Vec<&mut Atom> = match made {
                Behind::Own(values) => values.iter_mut().collect(),
                Behind::Once(adds) => adds
                    .iter_mut()
                    .flat_map(|(at, values)| at.iter_mut().chain(values))
                    .collect(),
            };
            for atom in atoms {
                let Some(name) = atom.name().filter(|name| bound.0.contains(name)) else {
                    continue;
                };
                let ty = self.names.types().variable(name);
                let text = self.names.text(name).clone();
                let binder = self.names.typed(text, ty.clone());
                *atom = binder.name.into();
                shown.push((binder, Atom::Var(name), ty));
            }
        }
        for (binder, result, ty) in shown {
            stm.pat.values.push(binder);
            function.body.results.push(result);
            function.results.push(ty);
        }
        let at = stm.at;
        match updates.is_empty() {
            false => out.push(stm),
            true => {
                let body = std::mem::take(&mut function.body);
                out.extend(body.stms);
                let pairs = stm.pat.values.into_iter().zip(body.results);
                out.extend(
                    pairs
                        .map(|(value, result)| Stm::binding(Pat::of([value]), Exp::Atom(result), at.plain())),
                );
            }
        }
        for (made, values, arrays, group, is_fresh) in behind {
            let mut b = Builder::new(self.names, at);
            let given = match made {
                Behind::Own(added) if is_fresh => added,
                Behind::Own(added) => {
                    let added = added.iter().filter_map(|atom| atom.name());
                    let inputs: Vec<Name> = arrays.iter().copied().chain(added).collect();
                    let exp = combined(&mut b, &group.operator, &group.space, inputs);
                    b.bind_all("sums", exp).into_iter().map(Atom::Var).collect()
                }
                Behind::Once(adds) => {
                    let mut arrays = arrays;
                    let mut is_fresh = is_fresh;
                    for (at, values) in adds {
                        arrays = put(&mut b, &group, (&at, &values), &arrays, is_fresh);
                        is_fresh = false;
                    }
                    arrays.into_iter().map(Atom::Var).collect::<Vec<_>>()
                }
            };
            for (value, given) in values.into_iter().zip(given) {
                b.bind_pat(Pat::of([value]), Exp::Atom(given));
            }
            out.extend(b.finish(vec![]).stms);
            if is_fresh {
                self.apply(&CORE_AC_FRESH);
            }
        }
    }

    /// Whether arrays have nothing but neutral values.
    fn is_neutral(&self, arrays: &[Name], operator: &Operator) -> bool {
        let is_filled = |(array, neutral): (&Name, &Atom)| {
            let mut all = self.filled.get(array);
            while let Some(Atom::Var(name)) = all
                && all != Some(neutral)
            {
                all = self.filled.get(name);
            }
            all == Some(neutral)
        };
        arrays.iter().zip(&operator.neutral).all(is_filled)
    }

    /// CORE-AC-ONCE: the statements that add to an accumulator, if the body adds itself, and nobody else.
    ///
    /// On the host one item adds, and the host waits for nothing: there the array is made at once only if it is new and the place is known.
    fn once(
        &self,
        body: &Body,
        number: usize,
        acc: Name,
        group: &Group,
        is_fresh: bool,
    ) -> Option<Vec<Name>> {
        let mut acc = acc;
        let mut names = Vec::new();
        let mut is_inside = true;
        for stm in &body.stms {
            if let Some((name, step)) = self.step(stm, acc) {
                let Exp::AccUpdate { at, .. } = &stm.exp else {
                    return None;
                };
                debug_assert!(matches!(step, Step::Adds(_)));
                is_inside &= is_within(at, &group.space);
                names.push(name);
                acc = name;
            }
        }
        let is_once = body.results.get(number) == Some(&Atom::Var(acc)) && !names.is_empty();
        let is_worth = self.depth > 0 || is_fresh && is_inside && names.len() == 1;
        (is_once && is_worth && self.is_on(&CORE_AC_ONCE)).then_some(names)
    }

    fn taken_once(&mut self, body: &mut Body, acc: Name, names: Vec<Name>) -> Option<Behind> {
        self.apply(&CORE_AC_ONCE);
        let mut adds = Vec::new();
        for name in names {
            let stm = body
                .stms
                .iter()
                .find(|stm| stm.pat.names().any(|own| own == name))?;
            let Exp::AccUpdate { at, .. } = &stm.exp else {
                return None;
            };
            let at = at.clone();
            adds.push((at, self.taken(body, name, acc)?));
        }
        Some(Behind::Once(adds))
    }

    /// Whether a body adds to each place of a space once: by maps within each other whose numbers are the indexes.
    fn is_own(&self, body: &Body, number: usize, acc: Name, space: &[Atom]) -> bool {
        self.places(body, number, acc, space, &mut vec![]).is_some()
    }

    fn places(
        &self,
        body: &Body,
        number: usize,
        acc: Name,
        space: &[Atom],
        places: &mut Vec<Vec<Name>>,
    ) -> Option<()> {
        let result = body.results.get(number)?.name()?;
        let mut steps = body
            .stms
            .iter()
            .filter_map(|stm| Some((stm, self.step(stm, acc)?)));
        let (stm, (name, step)) = steps.next()?;
        if name != result {
            return None;
        }
        match (step, &stm.exp) {
            (Step::Adds(at), _) => {
                let mut pairs = at.iter().zip(places.iter());
                let is_own = at.len() == places.len()
                    && space.is_empty()
                    && pairs.all(|(at, own)| at.name().is_some_and(|name| own.contains(&name)));
                is_own.then_some(())
            }
            (Step::Nest, Exp::Soac { width, inputs, soac }) => {
                let Soac::Screma(screma) = &**soac else {
                    return None;
                };
                let (size, inner) = space.split_first()?;
                let number = screma.accs.iter().position(|own| *own == acc)?;
                let elements = screma.function.params.iter().skip(screma.accs.len()).zip(inputs);
                let own = elements.filter(|(_, input)| self.counts.get(*input) == Some(width));
                places.push(own.map(|(element, _)| element.name).collect());
                let param = screma.function.params.get(number)?.name;
                if size != width || screma.after.is_some() {
                    return None;
                }
                self.places(&screma.function.body, number, param, inner, places)
            }
            _ => None,
        }
    }

    /// CORE-AC-OWN: what a body adds to each place, instead of the accumulator that is its result of this number.
    fn own(&mut self, body: &mut Body, number: usize, acc: Name) -> Option<Vec<Atom>> {
        let result = body.results.get(number)?.name()?;
        let is_own = |stm: &&mut Stm| stm.pat.names().any(|name| name == result);
        let stm = body.stms.iter_mut().find(is_own)?;
        let Exp::Soac { width, soac, .. } = &mut stm.exp else {
            let values = self.taken(body, result, acc)?;
            body.results.remove(number);
            return Some(values);
        };
        let Soac::Screma(screma) = &mut **soac else {
            return None;
        };
        let width = *width;
        let within = screma.accs.iter().position(|own| *own == acc)?;
        let param = screma.function.params.get(within)?.name;
        let values = self.own(&mut screma.function.body, within, param)?;
        screma.function.params.remove(within);
        screma.function.results.remove(within);
        screma.accs.remove(within);
        stm.pat.values.remove(within);
        // Behind what is reduced and scanned.
        let place = screma.combined();
        let types: Vec<Type> = values
            .iter()
            .map(|value| self.names.types().atom(*value))
            .collect();
        let rows: Vec<Binder> = types
            .iter()
            .map(|ty| self.names.typed("add", ty.rows(width)))
            .collect();
        screma.function.body.results.splice(place..place, values);
        screma.function.results.splice(place..place, types);
        let given = rows.iter().map(|row| row.name.into()).collect();
        stm.pat.values.splice(place..place, rows);
        body.results.remove(number);
        Some(given)
    }
}

/// The values of a pattern from one number up to another, which it binds no longer.
fn pat_of(pat: &mut Pat, from: usize, until: usize) -> Vec<Binder> {
    pat.values.drain(from..until.min(pat.values.len())).collect()
}

/// Whether indexes are known to be in bounds.
fn is_within(at: &[Atom], space: &[Atom]) -> bool {
    let mut pairs = at.iter().zip(space);
    pairs.all(|(at, size)| match (at.integer(), size.integer()) {
        (Some(at), Some(size)) => 0 <= at && at < size,
        (Some(_) | None, _) => false,
    })
}

/// The map of an operator over all places of arrays.
fn combined(b: &mut Builder<'_>, operator: &Operator, space: &[Atom], inputs: Vec<Name>) -> Exp {
    let (width, inner) = match space.split_first() {
        Some((width, inner)) => (*width, inner),
        None => (Atom::i64(1), space),
    };
    let rows: Vec<Type> = inputs
        .iter()
        .filter_map(|input| b.types().get(*input)?.row(1))
        .collect();
    let function = b.lambda("x", &rows, |b, own| match inner {
        [] => b.apply(&operator.function, own),
        inner => {
            let own = own.iter().filter_map(|row| row.name()).collect();
            let exp = combined(b, operator, inner, own);
            b.bind_all("sums", exp).into_iter().map(Atom::Var).collect()
        }
    });
    Exp::soac(width, inputs, Soac::map(vec![], function))
}

/// CORE-AC-ONCE: arrays after an addition, which is nothing where the index is out of bounds.
fn put(
    b: &mut Builder<'_>,
    group: &Group,
    (at, values): (&[Atom], &[Atom]),
    arrays: &[Name],
    is_fresh: bool,
) -> Vec<Name> {
    let write = |b: &mut Builder<'_>| -> Vec<Name> {
        let new = match is_fresh {
            true => values.to_vec(),
            false => {
                let old = arrays.iter().map(|array| {
                    let at = at.to_vec();
                    Atom::Var(sure(b, "old", Exp::Index { array: *array, at }))
                });
                let operands: Vec<Atom> = old
                    .collect::<Vec<_>>()
                    .into_iter()
                    .chain(values.iter().copied())
                    .collect();
                b.apply(&group.operator.function, &operands)
            }
        };
        let pairs = arrays.iter().zip(new);
        pairs
            .map(|(array, value)| {
                let at = at.iter().map(|at| Cut::At(*at)).collect();
                let array = *array;
                sure(b, "sums", Exp::Update { array, at, value })
            })
            .collect()
    };
    if is_within(at, &group.space) {
        return write(b);
    }
    let mut inside = None;
    for (at, size) in at.iter().zip(&group.space) {
        let above = b.compare("above", BinOp::Le, Atom::i64(0), *at);
        let below = b.compare("below", BinOp::Lt, *at, *size);
        let both = b.logic("inside", BinOp::And, above, below);
        inside = Some(match inside {
            None => both,
            Some(inside) => b.logic("inside", BinOp::And, inside, both),
        });
    }
    let types: Vec<Type> = arrays.iter().map(|array| b.type_of((*array).into())).collect();
    b.choose(
        "sums",
        inside.unwrap_or(Atom::TRUE),
        &types,
        |b| write(b).into_iter().map(Atom::Var).collect(),
        |_| arrays.iter().map(|array| Atom::Var(*array)).collect(),
    )
}

/// A statement that cannot fail.
fn sure(b: &mut Builder<'_>, text: &str, exp: Exp) -> Name {
    let ty = gives::operator(b.types(), &exp);
    let binder = b.fresh(text, ty);
    let name = binder.name;
    let at = b.at;
    b.push(Stm::binding(Pat::of([binder]), exp, at).safely());
    name
}
