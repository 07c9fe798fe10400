//! Filters as parts of what takes their elements, and maps before and behind filters.

use super::facts::{Facts, function, function_mut, is_map, key};
use super::{Combined, Fuse, Row, Step};
use elder_core::Name;
use elder_core::analyses::effects::is_pure;
use elder_core::renamed::Substitution;
use elder_core::rules::fusion::CORE_FU_FILTER;
use elder_core::tree::{Atom, Binder, Body, Exp, Lambda, Pat, Results, Shape, Soac, Stm, Type};
use elder_core::walk::Rewrite;
use elder_syntax::prim::PrimValue;
use rustc_hash::FxHashMap;

impl Fuse<'_> {
    /// CORE-FU-FILTER: a filter whose elements this statement takes, or a map of which nobody but its predicate wants to know.
    pub fn filter(&self, stm: &Stm, row: &Row, place: usize) -> Option<Step> {
        let own = Combined::of(stm, self)?;
        let of = Combined::of(row.out.get(place)?.as_ref()?, self)?;
        if !self.is_on(&CORE_FU_FILTER) || of.facts.takes || own.facts.takes {
            return None;
        }
        let may = match of.soac {
            Soac::Filter { .. } => self.may_take_filter(&of, &own),
            _ => self.is_only_asked(&of, &own),
        };
        let is_up = self.placed(&of, &own, row, place, &[]).filter(|_| may)?;
        Some(Step {
            rule: &CORE_FU_FILTER,
            place,
            is_up,
        })
    }

    /// Whether a combinator takes all that a filter gives, nobody else does, and those that are left out can do nothing to it.
    fn may_take_filter(&self, of: &Combined<'_>, own: &Combined<'_>) -> bool {
        let values = &of.stm.pat.values;
        let [size] = of.stm.pat.sizes.as_slice() else {
            return false;
        };
        let times = |name: Name| own.inputs.iter().filter(|input| **input == name).count();
        let all =
            |name: Name, times: usize| usize::try_from(self.count(name)).is_ok_and(|count| count == times);
        let is_alone = *own.width == Atom::Var(*size)
            && of.stm.at.is_plain()
            && all(*size, values.len() + 1)
            && values.iter().all(|value| all(value.name, times(value.name)))
            && !own.inputs.is_empty()
            && own
                .inputs
                .iter()
                .all(|input| values.iter().any(|value| value.name == *input));
        let scalars = || {
            function(own.soac)
                .results
                .iter()
                .all(|ty| matches!(ty, Type::Prim(_)))
        };
        is_alone
            && match own.soac {
                // What is left out adds the neutral value, which costs no more than to have put the others side by side.
                Soac::Screma(screma) => match screma.shape() {
                    Shape::Redomap(operator) => {
                        let stms = &operator.function.body.stms;
                        let is_one = |stm: &Stm| matches!(stm.exp, Exp::Prim(..)) && is_pure(stm);
                        screma.combined() == screma.function.results.len()
                            && stms.len() <= 1
                            && stms.iter().all(is_one)
                            && scalars()
                    }
                    _ => false,
                },
                Soac::Scatter { .. } | Soac::Hist { .. } => scalars(),
                Soac::Filter { .. } => values.iter().all(|value| times(value.name) == 1),
                Soac::StreamPar { .. } | Soac::StreamSeq { .. } => false,
            }
    }

    /// Whether all that a map gives is asked for by the predicate of a filter alone: nobody uses which of it is kept.
    fn is_only_asked(&self, of: &Combined<'_>, own: &Combined<'_>) -> bool {
        let Soac::Filter { .. } = own.soac else {
            return false;
        };
        let is_unused = |number: usize| {
            let value = own.stm.pat.values.get(number);
            value.is_some_and(|value| self.count(value.name) == 0)
        };
        self.given_to(of, own)
            .is_some_and(|numbers| numbers.into_iter().all(is_unused))
    }

    /// Which inputs of a filter a map gives, if nobody else takes them and the filter is not to keep more in their stead.
    fn given_to(&self, of: &Combined<'_>, own: &Combined<'_>) -> Option<Vec<usize>> {
        let mut numbers = Vec::new();
        for value in &of.stm.pat.values {
            numbers.push(own.inputs.iter().position(|input| *input == value.name)?);
        }
        let all_once = |names: &[Name]| names.iter().enumerate().all(is_once_in(names));
        let more: Vec<&Name> = of
            .inputs
            .iter()
            .filter(|input| !own.inputs.contains(input))
            .collect();
        let params = of.inputs.iter().zip(&function(of.soac).params);
        let mut new = params.filter(|(input, _)| !own.inputs.contains(input));
        let fits = of.is_map()
            && is_map(of.soac)
            && of.width == own.width
            && all_once(own.inputs)
            && all_once(of.inputs)
            && more.len() <= numbers.len()
            && new.all(|(_, param)| param.ty.rank() == 0)
            && of.stm.pat.values.iter().all(|value| self.count(value.name) == 1);
        fits.then_some(numbers)
    }

    /// A filter in what takes its elements, or a map in a predicate.
    pub fn filtered(&mut self, other: Stm, own: Stm) -> Result<Stm, Box<(Stm, Stm)>> {
        match &other.exp {
            Exp::Soac { soac, .. } if matches!(**soac, Soac::Filter { .. }) => Ok(self.left_out(other, own)),
            _ => self.asked(other, own),
        }
    }

    /// What takes a filter's elements, of all elements: what is left out goes nowhere.
    fn left_out(&mut self, filter: Stm, mut own: Stm) -> Stm {
        for stm in [&filter, &own] {
            self.forget_all(stm);
        }
        let Exp::Soac {
            width,
            inputs: read,
            soac: filtering,
        } = filter.exp
        else {
            return own;
        };
        let (
            Soac::Filter { predicate },
            Exp::Soac {
                width: all,
                inputs,
                soac,
            },
        ) = (*filtering, &mut own.exp)
        else {
            return own;
        };
        self.atom_gone(*all);
        for value in &filter.pat.values {
            self.type_gone(&value.ty);
        }
        *all = width;
        let kept: Vec<Name> = filter.pat.values.iter().map(|value| value.name).collect();
        let of_input = |input: &Name| kept.iter().position(|kept| kept == input);
        let numbers: Vec<usize> = inputs.iter().filter_map(of_input).collect();
        for input in inputs.iter() {
            self.counted(*input, false);
        }
        let is_filter = matches!(**soac, Soac::Filter { .. });
        let otherwise = nowhere(soac);
        let taken = function_mut(soac);
        let stand: FxHashMap<Name, Atom> = taken
            .params
            .iter()
            .zip(&numbers)
            .filter_map(|(param, number)| Some((param.name, predicate.params.get(*number)?.name.into())))
            .collect();
        Substitution(&stand).body(&mut taken.body);
        let then = std::mem::take(&mut taken.body);
        let holds = predicate.body.results.first().copied();
        let values: Vec<Binder> = taken
            .results
            .iter()
            .map(|ty| self.names.typed("kept", ty.clone()))
            .collect();
        self.made.extend(values.iter().map(|value| (value.name, 1)));
        let results = values.iter().map(|value| Atom::Var(value.name)).collect();
        let mut stms = predicate.body.stms;
        if let Some(holds) = holds {
            let results = Results::plain(&taken.results);
            let exp = Exp::either(holds, [then, Body::of(vec![], otherwise)], results);
            stms.push(Stm::binding(Pat::of(values), exp, own.at.plain()));
        }
        let (params, inputs_of_all) = match is_filter {
            // A filter gives what it is handed, in that order.
            true => {
                let params = numbers
                    .iter()
                    .filter_map(|number| predicate.params.get(*number).cloned());
                let read = numbers.iter().filter_map(|number| read.get(*number).copied());
                (params.collect(), read.collect())
            }
            false => (predicate.params, read),
        };
        *inputs = inputs_of_all;
        let types = std::mem::take(&mut taken.results);
        *taken = Lambda::new(params, Body::of(stms, results), types);
        own.certs.extend(filter.certs);
        own.certs.sort_unstable();
        own.certs.dedup();
        self.facts_of(&own);
        own
    }

    /// A map in the predicate that alone wants to know what it gives.
    fn asked(&mut self, map: Stm, mut filter: Stm) -> Result<Stm, Box<(Stm, Stm)>> {
        let given: Vec<Name> = map.pat.names().collect();
        let whole = filter.clone();
        let Exp::Soac { inputs, .. } = &filter.exp else {
            return Err(Box::new((map, filter)));
        };
        let values = std::mem::take(&mut filter.pat.values);
        let pairs = inputs.iter().copied().zip(values);
        let (gone, mut kept): (Vec<_>, Vec<_>) = pairs.partition(|(input, _)| given.contains(input));
        // What is known of it goes by the first of its names.
        filter.pat.values = whole.pat.values.clone();
        let mut joined = match self.joined(map, filter) {
            Ok(joined) => joined,
            Err(both) => return Err(Box::new((both.0, whole))),
        };
        let facts: Option<Facts> = key(&joined).and_then(|name| self.facts.remove(&name));
        for (_, value) in gone {
            self.type_gone(&value.ty);
        }
        let size = joined.pat.sizes.first().copied();
        let Exp::Soac { inputs, soac, .. } = &joined.exp else {
            return Ok(joined);
        };
        let mut values = Vec::new();
        for (input, param) in inputs.iter().zip(&function(soac).params) {
            let known = kept.iter().position(|(other, _)| other == input);
            values.push(match (known, size) {
                (Some(number), _) => kept.swap_remove(number).1,
                (None, Some(size)) => self.kept_too(size, param, 0),
                (None, None) => param.clone(),
            });
        }
        joined.pat.values = values;
        if let (Some(name), Some(facts)) = (key(&joined), facts) {
            self.facts.insert(name, facts);
        }
        Ok(joined)
    }

    /// What a filter keeps of one more array, used so often.
    fn kept_too(&mut self, size: Name, param: &Binder, count: u32) -> Binder {
        let text = self.names.text(param.name).clone();
        let value = self.names.typed(text, param.ty.rows(size.into()));
        self.made.insert(value.name, count);
        self.counted(size, true);
        value
    }

    /// CORE-FU-FILTER: a map at which the predicate does not look goes behind the filter.
    pub fn behind_filter(&mut self, stm: &Stm, row: &mut Row) -> Option<(Stm, Stm)> {
        let Exp::Soac { inputs, .. } = &stm.exp else {
            return None;
        };
        let place = inputs.iter().find_map(|input| {
            let (place, giver) = row.giver(*input)?;
            self.may_go_behind(giver, stm).then_some(place)
        })?;
        let map = row.out.get_mut(place).and_then(Option::take)?;
        self.forget_all(stm);
        if let Some(name) = key(&map) {
            self.facts.remove(&name);
        }
        let (
            Exp::Soac { width, inputs, soac },
            Exp::Soac {
                inputs: read,
                soac: of_map,
                width: all,
            },
        ) = (stm.exp.clone(), map.exp)
        else {
            return None;
        };
        let (Soac::Filter { predicate }, [size]) = (*soac, stm.pat.sizes.as_slice()) else {
            return None;
        };
        CORE_FU_FILTER.apply();
        self.atom_gone(all);
        let mut behind: FxHashMap<Name, Binder> = FxHashMap::default();
        let (mut values, mut params, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let given: Vec<Name> = map.pat.names().collect();
        let each = inputs
            .into_iter()
            .zip(predicate.params)
            .zip(stm.pat.values.iter().cloned());
        for ((input, param), value) in each {
            match given.contains(&input) {
                true => drop(behind.insert(input, value)),
                false => {
                    kept.push(input);
                    params.push(param);
                    values.push(value);
                }
            }
        }
        let mut handed = Vec::new();
        for (input, param) in read.into_iter().zip(&function(&of_map).params) {
            match kept
                .iter()
                .position(|other| *other == input)
                .and_then(|number| values.get(number))
            {
                Some(value) => {
                    handed.push(value.name);
                    self.counted(value.name, true);
                    self.counted(input, false);
                }
                None => {
                    let value = self.kept_too(*size, param, 1);
                    self.consumed.stands(value.name, input);
                    let own = self
                        .names
                        .typed(self.names.text(param.name).clone(), param.ty.clone());
                    self.made.insert(own.name, 0);
                    self.consumed.stands(own.name, param.name);
                    handed.push(value.name);
                    kept.push(input);
                    params.push(own);
                    values.push(value);
                }
            }
        }
        let mut results = Vec::new();
        for value in &map.pat.values {
            self.type_gone(&value.ty);
            self.counted(value.name, false);
            results.extend(behind.remove(&value.name));
        }
        self.counted(*size, true);
        let predicate = Lambda::new(params, predicate.body, predicate.results);
        let filter = Stm {
            pat: Pat {
                sizes: stm.pat.sizes.clone(),
                values,
            },
            exp: Exp::soac(width, kept, Soac::Filter { predicate }),
            ..stm.clone()
        };
        let map = Stm {
            pat: Pat::of(results),
            exp: Exp::Soac {
                width: (*size).into(),
                inputs: handed,
                soac: of_map,
            },
            certs: map.certs,
            safe: map.safe,
            at: map.at,
        };
        self.facts_of(&filter);
        Some((filter, map))
    }

    fn may_go_behind(&mut self, giver: &Stm, stm: &Stm) -> bool {
        self.facts_of(giver);
        let (Some(of), Some(own)) = (Combined::of(giver, self), Combined::of(stm, self)) else {
            return false;
        };
        let Soac::Filter { predicate } = own.soac else {
            return false;
        };
        let is_unasked = |number: usize| {
            let param = predicate.params.get(number);
            param.is_some_and(|param| self.count(param.name) == 0)
        };
        self.is_on(&CORE_FU_FILTER)
            && of.facts.is_pure
            && !of.facts.reads
            && !of.facts.takes
            && !own.facts.takes
            && self
                .given_to(&of, &own)
                .is_some_and(|numbers| numbers.into_iter().all(is_unasked))
    }
}

/// Whether each of these stands there once.
fn is_once_in(names: &[Name]) -> impl Fn((usize, &Name)) -> bool + '_ {
    |(number, name)| !names.iter().skip(number + 1).any(|other| other == name)
}

/// What the function of a combinator gives for an element that does nothing.
fn nowhere(soac: &Soac) -> Vec<Atom> {
    let zero = |ty: &Type| {
        ty.element().map_or(Atom::Const(PrimValue::Bool(false)), |ty| {
            Atom::Const(ty.number(0))
        })
    };
    let indexes = match soac {
        Soac::Screma(screma) => {
            return screma
                .reductions
                .iter()
                .flat_map(|own| own.neutral.clone())
                .collect();
        }
        Soac::Filter { .. } => return vec![Atom::Const(PrimValue::Bool(false))],
        Soac::Scatter { into, .. } => into.iter().map(|target| usize::from(target.rank)).sum(),
        Soac::Hist { into, .. } => {
            let ranks = into.iter().filter_map(|(targets, _)| targets.first());
            ranks.map(|target| usize::from(target.rank)).sum::<usize>()
        }
        Soac::StreamPar { .. } | Soac::StreamSeq { .. } => 0,
    };
    let values = function(soac).results.iter().skip(indexes).map(zero);
    std::iter::repeat_n(Atom::i64(-1), indexes)
        .chain(values)
        .collect()
}
