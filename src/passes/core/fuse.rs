//! `fuse`: a map whose results one combinator takes, and nobody else, becomes a part of that combinator's function.
//!
//! What the map gives is then no array: the consumer's function computes an element where it took one.  Nothing is computed more often than before, so the rules
//! need no weighing, but where a part of the parallelism would be lost.  The statement of the map goes down to that of its consumer, so it must be the same to execute it there:
//!
//! - no array that the map reads is consumed anywhere, nor does a function consume an element that would be shared;
//! - an error that was the first stays the first: the map does nothing but give values, or all that is executed up to the consumer's last element does so.
//!
//! Whether elements are kept all the same, because a skeleton asks for them twice, is said by `plan`.
//!
//! ```text
//! let ps: [n]f32 = map n (\(x: f32) (y: f32): f32 -> let p: f32 = x * y in p) xs ys
//! let s: f32 = reduce n (+) (0.0f32) ps
//!
//! let s: f32 = redomap n (+) (0.0f32) (\(x: f32) (y: f32): f32 -> let p: f32 = x * y in p) xs ys
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use super::flatten::is_nest;
use elder_core::analyses::aliases::Aliases;
use elder_core::analyses::consumed::Consumed;
use elder_core::analyses::effects::{is_natural, is_pure};
use elder_core::analyses::free;
use elder_core::analyses::uses::Uses;
use elder_core::renamed::Substitution;
use elder_core::rules::fusion::{
    CORE_FU_MAPHIST, CORE_FU_MAPMAP, CORE_FU_MAPSCATTER, CORE_FU_REDOMAP, CORE_FU_SCANOMAP,
};
use elder_core::tree::{Binder, Body, Lambda, Screma, Shape, Soac, Type};
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{Atom, Exp, Name, Program, Stm, names};
use elder_syntax::Rule;
use rustc_hash::FxHashMap;

/// The rules of the pass.
pub const RULES: &[&Rule] = elder_core::rules::fusion::TABLE;

/// Fuses maps with what takes their results, without these rules.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let mut fuse = Fuse {
        uses: Uses::of(program),
        aliases: Aliases::of(program),
        consumed: Consumed::of(program),
        without,
        depth: 0,
    };
    rewrite::program(&mut fuse, program);
    // An element may be a size of what the consumer's function binds.
    names::note(program);
}

/// What is known of the program before.  Fusion makes no names, so that stays true of all that there are.
struct Fuse<'p> {
    uses: Uses,
    aliases: Aliases,
    consumed: Consumed,
    without: &'p [&'p Rule],
    /// In how many functions of combinators it stands.
    depth: usize,
}

impl Rewrite for Fuse<'_> {
    fn body(&mut self, body: &mut Body) {
        rewrite::body(self, body);
        self.fuse(body);
    }

    fn lambda(&mut self, lambda: &mut Lambda) {
        self.depth += 1;
        rewrite::lambda(self, lambda);
        self.depth -= 1;
    }
}

impl Fuse<'_> {
    /// Fuses what stands in a body, of which all bodies within are done.
    fn fuse(&mut self, body: &mut Body) {
        let mut out: Vec<Option<Stm>> = Vec::with_capacity(body.stms.len());
        // Where the map stands that gives an array.
        let mut maps: FxHashMap<Name, usize> = FxHashMap::default();
        for mut stm in std::mem::take(&mut body.stms) {
            while let Some((rule, place)) = self.producer(&stm, &maps, &out)
                && let Some(producer) = out.get_mut(place).and_then(Option::take)
            {
                match self.joined(&producer, &stm) {
                    Some(joined) => {
                        rule.apply();
                        stm = joined;
                    }
                    // It is nobody's.
                    None => {
                        maps.retain(|_, own| *own != place);
                        if let Some(own) = out.get_mut(place) {
                            *own = Some(producer);
                        }
                    }
                }
            }
            if map(&stm).is_some() {
                maps.extend(stm.pat.names().map(|name| (name, out.len())));
            }
            out.push(Some(stm));
        }
        body.stms = out.into_iter().flatten().collect();
    }

    /// The consumer with the map in its function, unless the host would launch fewer items then: a map whose function is a nest is one over more dimensions
    /// (CORE-FL-NEST, CORE-FL-SEGRED), so what it becomes a part of has to be one, too.
    fn joined(&mut self, producer: &Stm, consumer: &Stm) -> Option<Stm> {
        let is_nest = |stm: &Stm| matches!(&stm.exp, Exp::Soac { soac, .. } if nests(soac));
        let nested = self.depth == 0 && (is_nest(producer) || is_nest(consumer));
        let mut joined = fused(producer.clone(), consumer.clone());
        // What stood in two functions stands side by side.
        if let Exp::Soac { soac, .. } = &mut joined.exp
            && let Some(function) = function_mut(soac)
        {
            self.depth += 1;
            self.fuse(&mut function.body);
            self.depth -= 1;
        }
        (!nested || is_nest(&joined)).then_some(joined)
    }

    /// A map that a statement may take into its function, by its place, and the rule of that.
    fn producer(
        &self,
        consumer: &Stm,
        maps: &FxHashMap<Name, usize>,
        out: &[Option<Stm>],
    ) -> Option<(&'static Rule, usize)> {
        let Exp::Soac { inputs, soac, .. } = &consumer.exp else {
            return None;
        };
        let (rule, _) = function(soac)?;
        if self.without.iter().any(|off| off.id == rule.id) {
            return None;
        }
        let mut places = inputs.iter().filter_map(|input| maps.get(input));
        let place = places.find(|place| self.may_fuse(consumer, out, **place))?;
        Some((rule, *place))
    }

    fn may_fuse(&self, consumer: &Stm, out: &[Option<Stm>], place: usize) -> bool {
        let (Exp::Soac { width, inputs, soac }, Some(Some(producer))) = (&consumer.exp, out.get(place))
        else {
            return false;
        };
        let (Some((of_map, of_places, first)), Some((_, taken))) = (map(producer), function(soac)) else {
            return false;
        };
        let between = || out.iter().skip(place + 1).flatten();
        let is_taken_only_here = |name: Name| {
            let here = inputs.iter().filter(|input| **input == name).count();
            usize::try_from(self.uses.count(name)).is_ok_and(|all| all == here)
        };
        let elements = taken.params.iter().skip(accumulators(soac));
        let mut handed = inputs.iter().zip(elements);
        *of_places == *width
            && producer.at.is_plain()
            && producer.pat.names().all(is_taken_only_here)
            && handed.all(|(input, param)| {
                !producer.pat.names().any(|name| name == *input) || !self.consumed.array(param)
            })
            && !first.params.iter().any(|param| self.consumed.array(param))
            && !free::of_exp(of_map)
                .into_iter()
                .any(|name| self.aliases.is_consumed(name))
            && (is_pure(producer)
                || is_counted(first, *of_places) && is_pure(consumer) && between().all(is_pure))
    }
}

/// Whether a map of so many elements is known not to be one of fewer than none: where it says so itself.
fn is_counted(function: &Lambda, width: Atom) -> bool {
    let is_scalar = |param: &Binder| matches!(param.ty, Type::Prim(_));
    is_natural(width) || function.params.iter().any(is_scalar)
}

/// Whether a combinator is over a space of more dimensions than one.
fn nests(soac: &Soac) -> bool {
    match soac {
        Soac::Screma(screma) => matches!(screma.shape(), Shape::Map) && is_nest(&screma.function),
        _ => false,
    }
}

/// A map without accumulators: what it is, of how many elements, and its function.
fn map(stm: &Stm) -> Option<(&Exp, &Atom, &Lambda)> {
    let Exp::Soac { width, soac, .. } = &stm.exp else {
        return None;
    };
    match &**soac {
        Soac::Screma(screma)
            if matches!(screma.shape(), Shape::Map) && screma.accs.is_empty() && stm.pat.sizes.is_empty() =>
        {
            Some((&stm.exp, width, &screma.function))
        }
        _ => None,
    }
}

/// The function that takes the elements of a combinator, each as often as it stands among its inputs, and the rule by which a map becomes a part of it.
fn function(soac: &Soac) -> Option<(&'static Rule, &Lambda)> {
    match soac {
        Soac::Screma(screma) => Some((of_screma(screma), &screma.function)),
        Soac::Scatter { function, .. } => Some((&CORE_FU_MAPSCATTER, function)),
        Soac::Hist { function, .. } => Some((&CORE_FU_MAPHIST, function)),
        // A filter gives its elements; a stream takes chunks of arrays.
        Soac::Filter { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => None,
    }
}

/// The same, to be changed.
fn function_mut(soac: &mut Soac) -> Option<&mut Lambda> {
    match soac {
        Soac::Screma(screma) => Some(&mut screma.function),
        Soac::Scatter { function, .. } | Soac::Hist { function, .. } => Some(function),
        Soac::Filter { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => None,
    }
}

fn of_screma(screma: &Screma) -> &'static Rule {
    match (screma.reductions.is_empty(), screma.scans.is_empty()) {
        (true, true) => &CORE_FU_MAPMAP,
        (false, _) => &CORE_FU_REDOMAP,
        (true, false) => &CORE_FU_SCANOMAP,
    }
}

/// How many accumulators stand before the elements.
fn accumulators(soac: &Soac) -> usize {
    match soac {
        Soac::Screma(screma) => screma.accs.len(),
        _ => 0,
    }
}

/// The consumer with the map in its function.
fn fused(map: Stm, mut consumer: Stm) -> Stm {
    let (
        Exp::Soac {
            inputs: read,
            soac: of_map,
            ..
        },
        Exp::Soac { inputs, soac, .. },
    ) = (map.exp, &mut consumer.exp)
    else {
        return consumer;
    };
    let Soac::Screma(Screma { function: first, .. }) = *of_map else {
        return consumer;
    };
    let accs = accumulators(soac);
    let Some(taken) = function_mut(soac) else {
        return consumer;
    };
    let given: FxHashMap<Name, Atom> = map.pat.names().zip(first.body.results).collect();
    let mut handed: FxHashMap<Name, Atom> = FxHashMap::default();
    let elements = taken.params.split_off(accs.min(taken.params.len()));
    taken.params.extend(first.params);
    let kept = std::mem::replace(inputs, read);
    for (input, param) in kept.into_iter().zip(elements) {
        match given.get(&input) {
            Some(element) => drop(handed.insert(param.name, *element)),
            None => {
                inputs.push(input);
                taken.params.push(param);
            }
        }
    }
    Substitution(&handed).body(&mut taken.body);
    taken.body.stms.splice(0..0, first.body.stms);
    consumer.certs.extend(map.certs);
    consumer
}
