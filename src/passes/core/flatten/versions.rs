//! Versions of a combinator over a space (CORE-FL-OUTER), and its parts as statements of the host (CORE-FL-DIST, CORE-FL-LOOP, CORE-FL-BRANCH).

use super::parts::{Own, Part, Way, may_split, over};
use super::{Flatten, Within};
use crate::core::elements::{owned, safe};
use elder_core::analyses::effects::is_pure;
use elder_core::analyses::free;
use elder_core::builder::Builder;
use elder_core::names::Name;
use elder_core::rules::flattening::{
    CORE_FL_ASKED, CORE_FL_BRANCH, CORE_FL_DIST, CORE_FL_LOOP, CORE_FL_OUTER, CORE_FL_PARTS, CORE_FL_SEGACC,
    CORE_FL_SPLIT,
};
use elder_core::site::SiteId;
use elder_core::tree::{
    Atom, Binder, Body, Class, Exp, Form, Lambda, Level, Loop, Param, Pat, Results, Screma, Segmented, Shape,
    Soac, Stm, Tuned, Type,
};
use elder_core::walk::{Fold, Rewrite, rewrite};
use elder_syntax::attribute::Attribute;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most versions of a program.
const MOST: usize = 64;

/// What is known where a space stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// That it has too few places for an item each.
    pub is_small: bool,
    /// That it has places.
    pub is_some: bool,
}

/// Which versions are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Both,
    Outer,
    Inner,
}

/// The arrays of all items that stand for what items have.
type Arrays = FxHashMap<Name, Name>;

/// A combinator over a space of which the function falls into parts.
struct Parted<'s> {
    space: &'s [Atom],
    accs: &'s [Name],
    function: Lambda,
    parts: Vec<Part>,
    certs: &'s [Name],
    at: SiteId,
}

impl Flatten<'_> {
    /// A combinator over a space as versions, if its function falls into parts.
    pub(super) fn versions(&mut self, stm: Stm, known: Known, out: &mut Vec<Stm>) {
        let Exp::Segmented(it) = &stm.exp else {
            return out.push(stm);
        };
        let asked = self.asked(stm.at);
        let combines = !matches!(it.screma.shape(), Shape::Map);
        let is_whole = !combines || may_split(&it.screma);
        if it.level != Level::Global || !is_whole || !self.is_on(&CORE_FL_DIST) || asked == Asked::Outer {
            return out.push(stm);
        }
        if combines && !self.is_on(&CORE_FL_SPLIT) {
            return out.push(stm);
        }
        let mut function = it.screma.function.clone();
        let none = Own::default();
        let params = function.params.clone();
        let split = self.split(&params, &mut function.body, &none);
        let Some(parts) = self.parts(&params, &function.body, &none) else {
            return out.push(stm);
        };
        for _ in 0..split {
            CORE_FL_SPLIT.apply();
        }
        let split = (function, parts);
        let is_guarded = !known.is_small && asked == Asked::Both && self.is_on(&CORE_FL_OUTER);
        if !is_guarded {
            return self.flat(stm, split, known, out);
        }
        if self.made >= MOST {
            return out.push(stm);
        }
        CORE_FL_OUTER.apply();
        let (space, certs, at) = (it.space.clone(), stm.certs.clone(), stm.at);
        let condition = self.is_enough(&space, at, out);
        let outer = self.once_more(&stm);
        for value in &outer.pat.values {
            // So its kernels are called so, and a profile says which version ran.
            let text = format!("{}_outer", self.names.text(value.name));
            self.names.rename(value.name, text);
        }
        let pat = stm.pat.clone();
        let types: Vec<Type> = pat.values.iter().map(|value| value.ty.clone()).collect();
        let results = outer.pat.values.iter().map(|value| value.name.into()).collect();
        let outer = Body::of(vec![outer], results);
        let mut flat = Vec::new();
        let inner = self.renamed_pat(&pat);
        let results = inner.values.iter().map(|value| value.name.into()).collect();
        let known = Known {
            is_small: true,
            is_some: true,
        };
        self.flat(Stm { pat: inner, ..stm }, split, known, &mut flat);
        let flat = Body::of(flat, results);
        out.push(Stm {
            certs,
            ..Stm::binding(
                pat,
                Exp::either(condition, [outer, flat], Results::plain(&types)),
                at.plain(),
            )
        });
    }

    /// CORE-FL-ASKED: which versions a statement asks for.
    fn asked(&self, at: SiteId) -> Asked {
        if !self.is_on(&CORE_FL_ASKED) {
            return Asked::Both;
        }
        let attributes = self.sites.attributes(at);
        let incrementally = |how: &str| {
            let is_so = |own: &Attribute| match own {
                Attribute::Compound(name, parts) => {
                    &**name == "incremental_flattening" && parts.contains(&Attribute::named(how))
                }
                _ => false,
            };
            attributes.iter().any(is_so)
        };
        let asked = match () {
            () if attributes.has("sequential_inner") || incrementally("only_outer") => Asked::Outer,
            () if attributes.has("sequential_outer")
                || incrementally("only_inner")
                || incrementally("no_outer") =>
            {
                Asked::Inner
            }
            () => Asked::Both,
        };
        if asked != Asked::Both {
            CORE_FL_ASKED.apply();
        }
        asked
    }

    /// Whether a space has so many places that an item each is enough, or none.
    fn is_enough(&mut self, space: &[Atom], at: SiteId, out: &mut Vec<Stm>) -> Atom {
        let name = format!("{}.outer_{}", self.text, self.made);
        self.made += 1;
        let mut b = Builder::new(self.names, at);
        let places = volume(&mut b, space);
        let tuned = Tuned {
            name: name.into(),
            class: Class::Outer,
            default: Some(self.enough),
        };
        let enough = b.bind("enough", Exp::Tuned(tuned));
        let many = b.compare("many", BinOp::Ge, places, enough.into());
        let none = b.compare("none", BinOp::Le, places, Atom::i64(0));
        let outer = b.logic("outer", BinOp::Or, many, none);
        out.extend(b.finish(vec![]).stms);
        outer
    }

    /// A statement by names of its own.
    fn once_more(&mut self, stm: &Stm) -> Stm {
        let body = Body::of(vec![stm.clone()], vec![]);
        let mut copy = Builder::new(self.names, stm.at).renamed(&body, []);
        self.consumed.copied(&body, &copy);
        copy.stms.pop().unwrap_or_else(Stm::gone)
    }

    fn renamed_pat(&mut self, pat: &Pat) -> Pat {
        let values = pat.values.iter().map(|value| {
            let text = self.names.text(value.name).clone();
            let own = self.names.typed(text, value.ty.clone());
            self.consumed.stands(own.name, value.name);
            own
        });
        Pat::of(values.collect::<Vec<_>>())
    }

    /// CORE-FL-DIST: a combinator as its parts.
    fn flat(&mut self, stm: Stm, (function, parts): (Lambda, Vec<Part>), known: Known, out: &mut Vec<Stm>) {
        let Stm {
            pat,
            exp: Exp::Segmented(it),
            certs,
            safe: is_safe,
            at,
        } = stm
        else {
            return out.push(stm);
        };
        let Segmented { level, space, screma } = *it;
        let combines = !matches!(screma.shape(), Shape::Map);
        let Screma {
            accs,
            reductions,
            scans,
            after,
            ..
        } = screma;
        CORE_FL_DIST.apply();
        let types = function.results.clone();
        let parted = Parted {
            space: &space,
            accs: &accs,
            function,
            parts,
            certs: &certs,
            at: at.plain(),
        };
        let given = self.distributed(parted, known, !combines, out);
        if !combines {
            let mut b = Builder::new(self.names, at);
            for (value, given) in pat.values.into_iter().zip(given) {
                b.bind_pat(Pat::of([value]), Exp::Atom(given));
            }
            return out.extend(b.finish(vec![]).stms);
        }
        // CORE-FL-SPLIT
        CORE_FL_SPLIT.apply();
        let numbers: Vec<Binder> = space.iter().map(|_| self.names.typed("i", Type::SIZE)).collect();
        let at_place: Vec<Atom> = numbers.iter().map(|number| number.name.into()).collect();
        let mut b = Builder::new(self.names, at);
        let mut elements: Vec<Atom> = Vec::new();
        for (array, ty) in given.iter().zip(&types) {
            let Some(array) = array.name() else { continue };
            let element = b.fresh("x", ty.clone());
            elements.push(element.name.into());
            safe(&mut b, element, Exp::row(array, at_place.iter().copied(), ty));
        }
        let mut from = 0;
        for operator in reductions.iter().chain(&scans) {
            let until = from + operator.operands();
            if let Some(operands) = elements.get_mut(from..until) {
                let own = owned(&mut b, self.consumed, operator, operands);
                operands.copy_from_slice(&own);
            }
            from = until;
        }
        let function = Lambda::new(numbers, b.finish(elements), types);
        let screma = Screma {
            accs,
            reductions,
            scans,
            function,
            after,
        };
        out.push(Stm {
            pat,
            exp: Exp::Segmented(Box::new(Segmented { level, space, screma })),
            certs,
            safe: is_safe,
            at: at.plain(),
        });
    }

    /// The parts of a function over a space, one after the other: what each result of the function is for all items, an array of its own each
    /// if somebody may write to them.
    fn distributed(&mut self, it: Parted<'_>, known: Known, are_own: bool, out: &mut Vec<Stm>) -> Vec<Atom> {
        let body = &it.function.body;
        let mut arrays = Arrays::default();
        let mut rest: FxHashMap<usize, Atom> = FxHashMap::default();
        let mut mixed: FxHashSet<Name> = FxHashSet::default();
        for part in &it.parts {
            for _ in 0..part.again {
                CORE_FL_PARTS.apply();
            }
            let stms: Vec<Stm> = part
                .stms
                .iter()
                .filter_map(|k| body.stms.get(*k).cloned())
                .collect();
            let has_effect = part.adds || !stms.iter().all(is_pure);
            if part.gives.is_empty() && part.rest.is_empty() && !has_effect {
                continue;
            }
            let step = Step {
                it: &it,
                part,
                stms,
                arrays: &arrays,
            };
            let made = match part.way {
                Some(Way::Loop) => self.as_loop(step, known, &mut mixed, out),
                Some(Way::Branch) => self.as_branch(step, known, out),
                Some(Way::Accumulation) => self.as_accumulation(step, out),
                Some(Way::Nest) => self.as_space(step, true, out),
                None => self.as_space(step, false, out),
            };
            let (given, others) = made;
            arrays.extend(given);
            rest.extend(part.rest.iter().copied().zip(others));
        }
        let results = body.results.iter().enumerate();
        let found = results.map(|(k, result)| {
            let array = result.name().and_then(|name| arrays.get(&name));
            array.map(|array| Atom::Var(*array)).or(rest.get(&k).copied())
        });
        let found: Vec<Atom> = found.map(|found| found.unwrap_or(Atom::i64(0))).collect();
        let mut b = Builder::new(self.names, it.at);
        let mut seen = FxHashSet::default();
        let mut results = Vec::new();
        for found in found {
            let is_shared = found
                .name()
                .is_some_and(|name| !seen.insert(name) || mixed.contains(&name));
            let is_array = matches!(b.type_of(found), Type::Array { .. });
            results.push(match found {
                Atom::Var(name) if are_own && is_shared && is_array => b.bind("own", Exp::Copy(name)).into(),
                found => found,
            });
        }
        out.extend(b.finish(vec![]).stms);
        results
    }

    /// A part as a combinator over the space.
    fn as_space(&mut self, step: Step<'_, '_>, is_nest: bool, out: &mut Vec<Stm>) -> Made {
        let Step { it, part, .. } = step;
        let body = &it.function.body;
        let mut results: Vec<Atom> = Vec::new();
        let accs: Vec<Binder> = match part.adds {
            true => it.function.params.iter().take(it.accs.len()).cloned().collect(),
            false => vec![],
        };
        results.extend(body.results.iter().take(accs.len()));
        let gives: Vec<Name> = match is_nest {
            // All that it gives, in its order.
            true => bound_last(&step.stms),
            false => part.gives.clone(),
        };
        let is_acc = |name: &Name| {
            body.results
                .iter()
                .take(accs.len())
                .any(|own| own.name() == Some(*name))
        };
        let gives: Vec<Name> = gives.into_iter().filter(|name| !is_acc(name)).collect();
        results.extend(gives.iter().copied().map(Atom::Var));
        results.extend(part.rest.iter().filter_map(|k| body.results.get(*k)));
        if results.is_empty() {
            // What only asserts gives something all the same.
            results.push(Atom::TRUE);
        }
        let at = match is_nest {
            true => step.stms.last().map_or(it.at, |stm| stm.at),
            false => it.at,
        };
        let mut stms = step.stms.clone();
        let mut certs = it.certs.to_vec();
        if let Some(last) = stms.last_mut().filter(|_| is_nest) {
            certs = it.certs(last);
            last.certs.clear();
        }
        let function = self.item(&step, &accs, &stms, &results, &[]);
        let mut space = it.space.to_vec();
        let mut screma = Screma::map(
            match part.adds {
                true => it.accs.to_vec(),
                false => vec![],
            },
            function,
        );
        if is_nest {
            screma = self.nests(&mut space, screma, (at, &mut certs), out);
        }
        let is_deeper = space.len() > it.space.len();
        let exp = Exp::Segmented(Box::new(Segmented {
            level: Level::Global,
            space,
            screma,
        }));
        let mut b = Builder::new(self.names, at);
        let given = b.bind_all("x", exp);
        let mut stms = b.finish(vec![]).stms;
        if let Some(mut stm) = stms.pop() {
            stm.certs = certs;
            stm.at = if is_nest { at } else { it.at };
            match is_deeper {
                true => self.versions(stm, Known::default(), out),
                false => out.push(stm),
            }
        }
        let accs_given = given.iter().take(accs.len());
        let own_accs = body.results.iter().take(accs.len());
        let pairs = own_accs.filter_map(|acc| acc.name()).zip(accs_given.copied());
        let values = given.iter().skip(accs.len()).copied();
        let mut arrays: Vec<(Name, Name)> = pairs.collect();
        arrays.extend(gives.iter().copied().zip(values.clone()));
        let others = values.skip(gives.len()).map(Atom::Var).collect();
        (arrays, others)
    }

    /// What an item does in a part: it reads what other parts gave for its place.  `put` says what other names stand for.
    fn item(
        &mut self,
        step: &Step<'_, '_>,
        accs: &[Binder],
        stms: &[Stm],
        results: &[Atom],
        put: &[(Name, Atom)],
    ) -> Lambda {
        let it = step.it;
        let taken: Vec<(Name, Name)> = {
            let names = used(stms, results);
            let pairs = step.arrays.iter().map(|(name, array)| (*name, *array));
            let mut taken: Vec<(Name, Name)> = pairs.filter(|(name, _)| names.contains(name)).collect();
            taken.sort_unstable_by_key(|(name, _)| name.index());
            taken
        };
        let numbers = it.function.params.iter().skip(it.accs.len());
        let mut put: Vec<(Name, Atom)> = put.to_vec();
        let mut params = Vec::new();
        let mut at_place: Vec<Atom> = Vec::new();
        for param in accs.iter().chain(numbers) {
            let text = self.names.text(param.name).clone();
            let own = self.names.typed(text, param.ty.clone());
            put.push((param.name, own.name.into()));
            if !matches!(param.ty, Type::Acc(_)) {
                at_place.push(own.name.into());
            }
            params.push(own);
        }
        let body = without(&it.dropped(stms), Body::of(stms.to_vec(), results.to_vec()));
        let consumed: Vec<bool> = taken
            .iter()
            .map(|(name, _)| self.consumed.by(stms, *name))
            .collect();
        let mut b = Builder::new(self.names, it.at);
        for ((name, array), is_written) in taken.into_iter().zip(consumed) {
            let ty = b.type_of(name.into());
            let text = b.text(name).clone();
            let own = b.fresh(text, ty.clone());
            self.consumed.stands(own.name, name);
            put.push((name, own.name.into()));
            let row = Exp::row(array, at_place.iter().copied(), &ty);
            match is_written && ty.rank() > 0 {
                false => safe(&mut b, own, row),
                true => {
                    let view = b.fresh("row", ty);
                    let array = view.name;
                    safe(&mut b, view, row);
                    safe(&mut b, own, Exp::Copy(array));
                }
            }
        }
        let own = b.renamed(&body, put);
        self.consumed.copied(&body, &own);
        for stm in own.stms {
            b.push(stm);
        }
        let types = own.results.iter().map(|result| b.type_of(*result)).collect();
        Lambda::new(params, b.finish(own.results), types)
    }

    /// CORE-FL-LOOP: a loop of so many rounds for all items as a loop of the host.
    fn as_loop(
        &mut self,
        mut step: Step<'_, '_>,
        known: Known,
        mixed: &mut FxHashSet<Name>,
        out: &mut Vec<Stm>,
    ) -> Made {
        let it = step.it;
        let host = step.stms.last().map_or_else(Vec::new, |stm| it.certs(stm));
        let Some(Stm {
            pat,
            exp: Exp::Loop(own),
            at,
            ..
        }) = step.stms.pop()
        else {
            return (vec![], vec![]);
        };
        let Form::For { index, ty, bound } = own.form else {
            return (vec![], vec![]);
        };
        CORE_FL_LOOP.apply();
        let views = std::mem::take(&mut step.stms);
        let Loop { params, body, .. } = *own;
        // What it begins with, of all items.
        let firsts: Vec<Atom> = params.iter().map(|(_, first)| *first).collect();
        let function = self.item(&step, &[], &views, &firsts, &[]);
        let mut b = Builder::new(self.names, it.at);
        let exp = Exp::Segmented(Box::new(Segmented {
            level: Level::Global,
            space: it.space.to_vec(),
            screma: Screma::map(vec![], function),
        }));
        let firsts = b.bind_all("first", exp);
        let rounds = match known.is_some {
            true => bound,
            false => {
                let places = volume(&mut b, it.space);
                let some = b.compare("some", BinOp::Lt, Atom::i64(0), places);
                let some = b.prim("some", PrimFn::Convert(PrimType::Bool, ty), vec![some]);
                b.op("rounds", (BinOp::Mul, ty), bound, some)
            }
        };
        let index_here = b.fresh(b.text(index).clone(), Type::Prim(ty)).name;
        let states: Vec<Binder> = params
            .iter()
            .map(|(param, _)| {
                let text = b.text(param.binder.name).clone();
                b.fresh(text, over(it.space, &param.binder.ty))
            })
            .collect();
        out.extend(b.finish(vec![]).stms.into_iter().map(|stm| Stm {
            certs: it.certs.to_vec(),
            ..stm
        }));
        let mut arrays = step.arrays.clone();
        arrays.extend(
            params
                .iter()
                .map(|(param, _)| param.binder.name)
                .zip(states.iter().map(|state| state.name)),
        );
        // A state that becomes another one as it is needs no launch.
        let is_state = |atom: &Atom| {
            let count = body.results.iter().filter(|other| *other == atom).count();
            let state = params
                .iter()
                .position(|(param, _)| Atom::Var(param.binder.name) == *atom);
            state.filter(|_| count == 1)
        };
        let handed: Vec<Option<usize>> = body.results.iter().map(is_state).collect();
        let results: Vec<Atom> = body
            .results
            .iter()
            .zip(&handed)
            .filter(|(_, handed)| handed.is_none())
            .map(|(result, _)| *result)
            .collect();
        let within = Step {
            arrays: &arrays,
            stms: vec![],
            ..step
        };
        let stms: Vec<Stm> = views.into_iter().chain(body.stms).collect();
        let function = self.item(&within, &[], &stms, &results, &[(index, index_here.into())]);
        let mut round = Vec::new();
        let made = self.launched(it.space, function, known, at, &mut round);
        let mut made = made.into_iter();
        let next: Option<Vec<Atom>> = handed
            .iter()
            .map(|handed| match handed {
                Some(state) => states.get(*state).map(|state| Atom::Var(state.name)),
                None => made.next().map(Atom::Var),
            })
            .collect();
        let is_mixed = handed.iter().any(Option::is_some);
        let params = states.into_iter().zip(firsts);
        let params = params.map(|(state, first)| (Param::plain(state), first.into()));
        let form = Form::For {
            index: index_here,
            ty,
            bound: rounds,
        };
        let exp = Exp::repeated(params.collect(), form, Body::of(round, next.unwrap_or_default()));
        let given = self.whole(&pat, it, (exp, host), out);
        if is_mixed {
            mixed.extend(given.iter().map(|(_, array)| *array));
        }
        (given, vec![])
    }

    /// CORE-FL-BRANCH: a branch by a condition that is the same for all items as one of the host.
    fn as_branch(&mut self, mut step: Step<'_, '_>, known: Known, out: &mut Vec<Stm>) -> Made {
        let it = step.it;
        let host = step.stms.last().map_or_else(Vec::new, |stm| it.certs(stm));
        let Some(Stm {
            pat,
            exp:
                Exp::If {
                    condition,
                    then,
                    otherwise,
                    ..
                },
            at,
            ..
        }) = step.stms.pop()
        else {
            return (vec![], vec![]);
        };
        CORE_FL_BRANCH.apply();
        let views = std::mem::take(&mut step.stms);
        let branch = |this: &mut Self, body: Body| {
            let stms: Vec<Stm> = views.iter().cloned().chain(body.stms).collect();
            let function = this.item(&step, &[], &stms, &body.results, &[]);
            let mut within = Vec::new();
            let given = this.launched(it.space, function, known, at, &mut within);
            Body::of(within, given.into_iter().map(Atom::Var).collect())
        };
        let bodies = [branch(self, *then), branch(self, *otherwise)];
        let types: Vec<Type> = pat.values.iter().map(|value| over(it.space, &value.ty)).collect();
        let exp = Exp::either(condition, bodies, Results::plain(&types));
        (self.whole(&pat, it, (exp, host), out), vec![])
    }

    /// CORE-FL-SEGACC: writes to arrays of each item as writes to those of all items.
    fn as_accumulation(&mut self, mut step: Step<'_, '_>, out: &mut Vec<Stm>) -> Made {
        let it = step.it;
        let host = step.stms.last().map_or_else(Vec::new, |stm| it.certs(stm));
        let Some(Stm {
            pat,
            exp: Exp::Soac { width, inputs, soac },
            at,
            ..
        }) = step.stms.pop()
        else {
            return (vec![], vec![]);
        };
        let (function, groups) = match *soac {
            Soac::Scatter { function, into } => {
                let groups = into.into_iter().map(|target| (vec![target], None));
                (function, groups.collect::<Vec<_>>())
            }
            Soac::Hist { function, into } => {
                let groups = into.into_iter().map(|(targets, own)| (targets, Some(own)));
                (function, groups.collect())
            }
            _ => return (vec![], vec![]),
        };
        CORE_FL_SEGACC.apply();
        let numbers = it.function.params.iter().skip(it.accs.len());
        let within = Within {
            space: it.space,
            numbers: numbers.map(|number| number.name.into()).collect(),
            arrays: Some(step.arrays),
        };
        let exp = self.accumulation(width, inputs, function, groups, at, &within);
        let Exp::WithAcc {
            updates,
            mut function,
        } = exp
        else {
            return (vec![], vec![]);
        };
        // What adds is a map of each item, over all of them.
        let accs: Vec<Name> = function.params.iter().map(|acc| acc.name).collect();
        let views = std::mem::take(&mut step.stms);
        let stms: Vec<Stm> = views.into_iter().chain(function.body.stms).collect();
        let item = self.item(
            &step,
            &function.params.clone(),
            &stms,
            &function.body.results,
            &[],
        );
        let mut space = it.space.to_vec();
        let mut certs = it.certs.to_vec();
        let mut launch = Vec::new();
        let screma = self.nests(&mut space, Screma::map(accs, item), (at, &mut certs), &mut launch);
        let mut b = Builder::new(self.names, at);
        let given = b.bind_all(
            "acc",
            Exp::Segmented(Box::new(Segmented {
                level: Level::Global,
                space,
                screma,
            })),
        );
        for stm in b.finish(vec![]).stms {
            let stm = Stm {
                certs: certs.clone(),
                ..stm
            };
            self.versions(stm, Known::default(), &mut launch);
        }
        function.body = Body::of(launch, given.into_iter().map(Atom::Var).collect());
        let exp = Exp::WithAcc { updates, function };
        (self.whole(&pat, it, (exp, host), out), vec![])
    }

    /// A function over a space as its parts, by the host: what it gives for all items.
    fn launched(
        &mut self,
        space: &[Atom],
        function: Lambda,
        known: Known,
        at: SiteId,
        out: &mut Vec<Stm>,
    ) -> Vec<Name> {
        if function.results.is_empty() {
            return vec![];
        }
        let mut deeper = space.to_vec();
        let mut certs = Vec::new();
        let screma = self.nests(&mut deeper, Screma::map(vec![], function), (at, &mut certs), out);
        let known = match deeper.len() > space.len() {
            true => Known::default(),
            false => known,
        };
        let exp = Exp::Segmented(Box::new(Segmented {
            level: Level::Global,
            space: deeper,
            screma,
        }));
        let mut b = Builder::new(self.names, at);
        let given = b.bind_all("x", exp);
        for stm in b.finish(vec![]).stms {
            let stm = Stm {
                certs: certs.clone(),
                ..stm
            };
            self.versions(stm, known, out);
        }
        given
    }

    /// What a statement of the host gives in the place of one of an item: arrays of all items.
    fn whole(
        &mut self,
        pat: &Pat,
        it: &Parted<'_>,
        (exp, certs): (Exp, Vec<Name>),
        out: &mut Vec<Stm>,
    ) -> Vec<(Name, Name)> {
        let mut b = Builder::new(self.names, it.at);
        let mut pairs = Vec::new();
        let mut values = Vec::new();
        for value in &pat.values {
            let text = b.text(value.name).clone();
            let all = b.fresh(text, over(it.space, &value.ty));
            pairs.push((value.name, all.name));
            values.push(all);
        }
        b.bind_pat(Pat::of(values), exp);
        let whole = b.finish(vec![]).stms.into_iter();
        out.extend(whole.map(|stm| Stm {
            certs: certs.clone(),
            ..stm
        }));
        pairs
    }
}

/// Arrays for what a part gives, and for the results that it gives besides.
type Made = (Vec<(Name, Name)>, Vec<Atom>);

/// A part to be made a statement of the host.
struct Step<'s, 'p> {
    it: &'s Parted<'p>,
    part: &'s Part,
    stms: Vec<Stm>,
    arrays: &'s Arrays,
}

/// What the last statement binds.
fn bound_last(stms: &[Stm]) -> Vec<Name> {
    stms.last().map_or(vec![], |stm| stm.pat.names().collect())
}

/// The number of places of a space.
fn volume(b: &mut Builder<'_>, space: &[Atom]) -> Atom {
    let sizes = space.iter().copied();
    sizes.fold(Atom::i64(1), |all, size| b.number(BinOp::Mul, all, size))
}

/// The names that statements and results use and do not bind.
fn used(stms: &[Stm], results: &[Atom]) -> FxHashSet<Name> {
    let mut names = free::Names::default();
    for stm in stms {
        names.stm(stm);
    }
    names.extend(results.iter().filter_map(|result| result.name()));
    names.free()
}

/// A body without these certificates: they are of assertions that held, for this runs behind them.
fn without(certs: &FxHashSet<Name>, mut body: Body) -> Body {
    struct Without<'c>(&'c FxHashSet<Name>);
    impl Rewrite for Without<'_> {
        fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
            stm.certs.retain(|cert| !self.0.contains(cert));
            rewrite::stm(self, &mut stm);
            out.push(stm);
        }
    }
    Without(certs).body(&mut body);
    body
}

impl Parted<'_> {
    /// The names that the function binds and these statements do not.
    fn dropped(&self, stms: &[Stm]) -> FxHashSet<Name> {
        let bound =
            |stms: &[Stm]| -> FxHashSet<Name> { stms.iter().flat_map(|stm| stm.pat.names()).collect() };
        let own = bound(stms);
        let all = bound(&self.function.body.stms).into_iter();
        all.filter(|name| !own.contains(name)).collect()
    }

    /// The certificates of a statement that are known outside.
    fn certs(&self, stm: &Stm) -> Vec<Name> {
        let dropped = self.dropped(&[]);
        let own = stm.certs.iter().filter(|cert| !dropped.contains(*cert));
        self.certs.iter().chain(own).copied().collect()
    }
}
