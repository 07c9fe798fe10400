//! Two combinators as one.

use super::facts::{Facts, function_mut, key, nests};
use super::{Fuse, MOST, accumulators};
use elder_core::Name;
use elder_core::renamed::Substitution;
use elder_core::tree::{Atom, Binder, Exp, Operator, Pat, Screma, Soac, Stm, Type};
use elder_core::walk::Rewrite;
use rustc_hash::FxHashMap;

impl Fuse<'_> {
    /// The second combinator with the first one in its function, or beside it; both, if the host would launch fewer items then: a map whose function is a nest is one
    /// over more dimensions (CORE-FL-NEST, CORE-FL-SEGRED), so what it becomes a part of has to be one, too.
    pub fn joined(&mut self, first: Stm, second: Stm) -> Result<Stm, Box<(Stm, Stm)>> {
        let is_nest = |stm: &Stm| matches!(&stm.exp, Exp::Soac { soac, .. } if nests(soac));
        let both = match self.depth == 0 && (is_nest(&first) || is_nest(&second)) {
            true => Some((first.clone(), second.clone())),
            false => None,
        };
        let facts = [&first, &second].map(|stm| key(stm).and_then(|name| self.facts.remove(&name)));
        let mut joined = self.one(first, second);
        if let [Some(first), Some(second)] = facts {
            let is_new = first.has_combinators && second.has_takers;
            // What stood in two functions stands side by side.
            if let Exp::Soac { soac, .. } = &mut joined.exp
                && is_new
            {
                self.depth += 1;
                self.fuse(&mut function_mut(soac).body);
                self.depth -= 1;
            }
            if let Some(name) = key(&joined) {
                self.facts.insert(name, Facts::of_both(first, second));
            }
        }
        match both {
            Some((first, second)) if !is_nest(&joined) => {
                for (name, is_more) in std::mem::take(&mut self.journal).into_iter().rev() {
                    self.counted(name, !is_more);
                }
                self.journal.clear();
                for stm in [&joined, &first, &second] {
                    self.forget_all(stm);
                }
                self.facts_of(&first);
                self.facts_of(&second);
                Err(Box::new((first, second)))
            }
            _ => {
                if self.depth == 0 {
                    self.journal.clear();
                }
                Ok(joined)
            }
        }
    }

    /// A name is used as often besides as the one that it stands for.
    fn stands_for(&mut self, atom: Atom, name: Name) {
        let Atom::Var(own) = atom else { return };
        let count = self.count(name);
        match usize::try_from(count).is_ok_and(|count| count <= MOST) {
            true => (0..count).for_each(|_| self.counted(own, true)),
            false => {
                self.many.insert(own);
            }
        }
    }

    /// What two combinators become, of which the second one may take results of the first.
    fn one(&mut self, first: Stm, mut second: Stm) -> Stm {
        let (
            Exp::Soac {
                width,
                inputs: read,
                soac: first_soac,
            },
            Exp::Soac { inputs, soac, .. },
        ) = (first.exp, &mut second.exp)
        else {
            return second;
        };
        let Soac::Screma(Screma {
            reductions,
            function: own,
            ..
        }) = *first_soac
        else {
            return second;
        };
        let given = first.pat.values;
        let operands: usize = reductions.iter().map(Operator::operands).sum();
        self.atom_gone(width);
        let elements: FxHashMap<Name, Atom> = given
            .iter()
            .map(|value| value.name)
            .zip(own.body.results.iter().copied())
            .skip(operands)
            .collect();
        // The second one's function takes the elements of both.
        let accs = accumulators(soac);
        let taken = function_mut(soac);
        let handed = taken.params.split_off(accs.min(taken.params.len()));
        let mut stand: FxHashMap<Name, Atom> = FxHashMap::default();
        let kept = std::mem::replace(inputs, read);
        let mut params = own.params;
        for (input, param) in kept.into_iter().zip(handed) {
            if let Some(element) = elements.get(&input) {
                self.stands_for(*element, param.name);
                stand.insert(param.name, *element);
                self.counted(input, false);
                continue;
            }
            let same = (inputs.len() <= MOST)
                .then(|| inputs.iter().position(|other| *other == input))
                .flatten();
            let same = same.and_then(|place| params.get(place));
            match same.filter(|same| !self.consumed.array(same) && !self.consumed.array(&param)) {
                Some(same) => {
                    self.stands_for(same.name.into(), param.name);
                    stand.insert(param.name, same.name.into());
                    self.counted(input, false);
                }
                None => {
                    inputs.push(input);
                    params.push(param);
                }
            }
        }
        if !stand.is_empty() {
            self.forget(&taken.body);
            Substitution(&stand).body(&mut taken.body);
        }
        let others = std::mem::replace(&mut taken.body.stms, own.body.stms);
        taken.body.stms.extend(others);
        match accs {
            0 => taken.params = params,
            _ => taken.params.extend(params),
        }
        let mut stays: Vec<(Binder, Atom, Type)> = Vec::new();
        let mut results = own.body.results.into_iter().zip(own.results);
        let singles: Vec<(Binder, Atom, Type)> = given
            .iter()
            .take(operands)
            .zip(results.by_ref())
            .map(|(value, (result, ty))| (value.clone(), result, ty))
            .collect();
        for (value, (result, ty)) in given.into_iter().skip(operands).zip(results) {
            match self.count(value.name) {
                0 => {
                    self.type_gone(&value.ty);
                    self.atom_gone(result);
                }
                _ => stays.push((value, result, ty)),
            }
        }
        if let Soac::Screma(screma) = &mut **soac {
            screma.reductions = pair(reductions, std::mem::take(&mut screma.reductions));
            insert(screma, &mut second.pat, accs, singles);
            let combined = screma.combined();
            insert(screma, &mut second.pat, combined, stays);
        }
        second.certs.extend(first.certs);
        second.certs.sort_unstable();
        second.certs.dedup();
        second
    }
}

/// More results of a combinator, from this number on.
fn insert(screma: &mut Screma, pat: &mut Pat, at: usize, more: Vec<(Binder, Atom, Type)>) {
    if more.is_empty() {
        return;
    }
    let function = &mut screma.function;
    let (mut values, mut results, mut types) = (Vec::new(), Vec::new(), Vec::new());
    for (value, result, ty) in more {
        values.push(value);
        results.push(result);
        types.push(ty);
    }
    pat.values.splice(at..at, values);
    function.body.results.splice(at..at, results);
    function.results.splice(at..at, types);
}

/// A reduction of each of two combinators as one of pairs: each combines its own.
fn pair(first: Vec<Operator>, second: Vec<Operator>) -> Vec<Operator> {
    if first.is_empty() {
        return second;
    }
    let mut others = second.into_iter();
    let both = first.into_iter().map(|own| match others.next() {
        Some(other) => paired(own, other),
        None => own,
    });
    both.collect()
}

fn paired(first: Operator, second: Operator) -> Operator {
    let (mut left, mut right) = (first.function, second.function);
    let behind = left.params.split_off(first.neutral.len().min(left.params.len()));
    let others = right
        .params
        .split_off(second.neutral.len().min(right.params.len()));
    left.params.extend(right.params);
    left.params.extend(behind);
    left.params.extend(others);
    left.body.stms.extend(right.body.stms);
    left.body.results.extend(right.body.results);
    left.results.extend(right.results);
    let mut neutral = first.neutral;
    neutral.extend(second.neutral);
    Operator {
        function: left,
        neutral,
        commutative: first.commutative && second.commutative,
    }
}
