//! `flatten`: what the host executes of combinators becomes segmented operations, the kernel form.
//!
//! A combinator that the host executes is one over a space of its elements' numbers, and all items of a launch execute it, a place each (CORE-FL-SEG).
//! What stands in its functions an item executes alone.  A map whose function hardly does more than map, or reduce, over a size that is known outside is
//! one over a space of one more dimension (CORE-FL-NEST, CORE-FL-SEGRED).  Combinators that write to computed places are accumulations around a segmented map (CORE-FL-SCATTER, CORE-FL-HIST), so
//! there is one form of writing that no item owns; a stream is its function on the whole (CORE-FL-STREAM), and a filter is what it stands for
//! (CORE-FL-DERIVED).
//!
//! There is one version, and nothing is distributed.
//!
//! ```text
//! let ys: [n]i32 = map n (\(x: i32): i32 -> let y: i32 = x * 2i32 in y) xs
//!
//! let ys: [n]i32 = segmap @global (n) (\(i: i64): i32 -> safe let x: i32 = xs[i]   let y: i32 = x * 2i32 in y)
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use super::elements::{Stream, counted, is_cheap, makes_arrays, owned, read, reduced, sparing, stream};
use elder_core::analyses::calls::{called_within, called_within_of_whole_streams};
use elder_core::analyses::consumed::Consumed;
use elder_core::analyses::effects::{is_natural, is_pure};
use elder_core::analyses::free;
use elder_core::builder::Builder;
use elder_core::compact::compact;
use elder_core::derived;
use elder_core::names::{FunName, Name, Names};
use elder_core::rules::evaluation::CORE_E_IOTA;
use elder_core::rules::flattening::{
    CORE_FL_DERIVED, CORE_FL_HIST, CORE_FL_NEST, CORE_FL_SCATTER, CORE_FL_SEG, CORE_FL_SEGRED, CORE_FL_STREAM,
};
use elder_core::site::{Message, Site, SiteId, Sites};
use elder_core::tree::{
    AccType, Accumulated, Atom, Binder, Body, Dim, Exp, Lambda, Level, Operator, Pat, Program, Screma,
    Segmented, Shape, Soac, Stm, Target, Type,
};
use elder_syntax::Rule;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::rc::Rc;

/// The rules of the pass.
pub const RULES: &[&Rule] = &[
    &CORE_FL_SEG,
    &CORE_FL_NEST,
    &CORE_FL_SEGRED,
    &CORE_FL_SCATTER,
    &CORE_FL_HIST,
    &CORE_FL_STREAM,
    &CORE_FL_DERIVED,
];

/// Puts a program into kernel form.  Without these rules the combinators stay of which they are.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let is_on = |rule: &Rule| !without.iter().any(|off| off.id == rule.id);
    if is_on(&CORE_FL_DERIVED) && derived::expand_filters(program) {
        CORE_FL_DERIVED.apply();
    }
    let consumed = Consumed::of(program);
    let items = match without.iter().any(|rule| rule.id == CORE_FL_STREAM.id) {
        true => called_within(program),
        false => called_within_of_whole_streams(program),
    };
    let mut names = std::mem::take(&mut program.names);
    let mut sites = std::mem::take(&mut program.sites);
    let mut flatten = Flatten {
        names: &mut names,
        sites: &mut sites,
        consumed: &consumed,
        without,
    };
    let hosts = program.functions.iter_mut().enumerate();
    // What an item calls an item executes.
    let hosts = hosts.filter(|(number, _)| !items.contains(&FunName(*number as u32)));
    for definition in hosts.map(|(_, function)| function).chain(&mut program.entries) {
        flatten.body(&mut definition.body);
    }
    (program.names, program.sites) = (names, sites);
    compact(program);
}

struct Flatten<'p> {
    names: &'p mut Names,
    sites: &'p mut Sites,
    /// By the names of the program before.
    consumed: &'p Consumed,
    without: &'p [&'p Rule],
}

impl Flatten<'_> {
    fn is_on(&self, rule: &Rule) -> bool {
        !self.without.iter().any(|off| off.id == rule.id)
    }

    /// What the host executes.
    fn body(&mut self, body: &mut Body) {
        let stms = std::mem::take(&mut body.stms);
        body.stms = Vec::with_capacity(stms.len());
        elder_syntax::effort::deeper(|| {
            for stm in stms {
                self.stm(stm, &mut body.stms);
            }
        });
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        match &mut stm.exp {
            Exp::If { then, otherwise, .. } => {
                self.body(then);
                self.body(otherwise);
            }
            Exp::Loop(it) => self.body(&mut it.body),
            Exp::WithAcc { function, .. } => self.body(&mut function.body),
            Exp::Soac { soac, .. } if self.is_on(rule(soac)) => return self.combinator(stm, out),
            _ => {}
        }
        out.push(stm);
    }

    /// A combinator at the level of the host.
    fn combinator(&mut self, stm: Stm, out: &mut Vec<Stm>) {
        let Stm {
            pat,
            exp: Exp::Soac { width, inputs, soac },
            certs,
            safe,
            at,
        } = stm
        else {
            return out.push(stm);
        };
        let mut certs = certs;
        let exp = match *soac {
            Soac::Screma(screma) => self.segmented(width, &inputs, screma, (at, &mut certs), out),
            Soac::Scatter { function, into } => {
                CORE_FL_SCATTER.apply();
                let groups = into.into_iter().map(|target| (vec![target], None));
                self.accumulation(width, inputs, function, groups.collect(), at)
            }
            Soac::Hist { function, into } => {
                CORE_FL_HIST.apply();
                let groups = into.into_iter().map(|(targets, own)| (targets, Some(own)));
                self.accumulation(width, inputs, function, groups.collect(), at)
            }
            soac => match Stream::of(soac) {
                Ok(whole) => return self.stream((pat, certs, at), (width, &inputs), whole, out),
                Err(soac) => Exp::Soac { width, inputs, soac },
            },
        };
        let mut stm = Stm {
            pat,
            exp,
            certs,
            safe,
            at,
        };
        if let Exp::WithAcc { function, .. } = &mut stm.exp {
            self.body(&mut function.body);
        }
        out.push(stm);
    }

    /// CORE-FL-STREAM
    fn stream(
        &mut self,
        (pat, certs, at): (Pat, Vec<Name>, SiteId),
        over: (Atom, &[Name]),
        whole: Stream,
        out: &mut Vec<Stm>,
    ) {
        let mut builder = Builder::new(self.names, at);
        let sure = counted(&mut builder, self.sites, over.0, over.1);
        for stm in builder.finish(vec![]).stms {
            self.stm(stm, out);
        }
        let mut builder = Builder::new(self.names, at);
        stream(&mut builder, self.consumed, pat, over, whole, reduced);
        for mut stm in builder.finish(vec![]).stms {
            stm.certs.extend(certs.iter().copied().chain(sure));
            self.stm(stm, out);
        }
    }

    /// CORE-FL-SEG, CORE-FL-NEST
    fn segmented(
        &mut self,
        width: Atom,
        inputs: &[Name],
        screma: Screma,
        (at, certs): (SiteId, &mut Vec<Name>),
        out: &mut Vec<Stm>,
    ) -> Exp {
        CORE_FL_SEG.apply();
        let Screma {
            accs,
            reductions,
            scans,
            function,
            after,
        } = screma;
        let mut space = vec![width];
        let mut function = self.of_places(inputs, function, accs.len(), at);
        let mut copies = Builder::new(self.names, at);
        let mut from = accs.len();
        for operator in reductions.iter().chain(&scans) {
            let until = from + operator.operands();
            if let Some(operands) = function.body.results.get_mut(from..until) {
                let own = owned(&mut copies, self.consumed, operator, operands);
                operands.copy_from_slice(&own);
            }
            from = until;
        }
        function.body.stms.extend(copies.finish(vec![]).stms);
        let mut screma = Screma {
            accs,
            reductions,
            scans,
            function,
            after,
        };
        while matches!(screma.shape(), Shape::Map) && screma.accs.is_empty() {
            match self.nested(&mut space, screma.function, (at, certs), out) {
                Ok(nested) => screma = nested,
                Err(function) => {
                    screma.function = function;
                    break;
                }
            }
        }
        Exp::Segmented(Box::new(Segmented {
            level: Level::Global,
            space,
            screma,
        }))
    }

    /// A function of elements as one of the numbers of places: behind the accumulators it takes one more number, and reads its elements there.
    fn of_places(&mut self, inputs: &[Name], function: Lambda, accs: usize, at: SiteId) -> Lambda {
        let Lambda {
            mut params,
            body,
            results,
        } = function;
        let elements = params.split_off(accs.min(params.len()));
        let number = self.names.typed("i", Type::SIZE);
        let mut reads = Builder::new(self.names, at);
        for (input, element) in inputs.iter().zip(elements) {
            read(&mut reads, self.consumed, element, *input, number.name.into());
        }
        let mut stms = reads.finish(vec![]).stms;
        stms.extend(body.stms);
        params.push(number);
        Lambda::new(params, Body { stms, ..body }, results)
    }

    /// CORE-FL-NEST: a function that hardly does more than map over a size that is known outside, as one of one more number.
    fn nested(
        &mut self,
        space: &mut Vec<Atom>,
        function: Lambda,
        (at, certs): (SiteId, &mut Vec<Name>),
        out: &mut Vec<Stm>,
    ) -> Result<Screma, Lambda> {
        let Some(nest) = Nest::of(
            &function,
            [&CORE_FL_NEST, &CORE_FL_SEGRED].map(|rule| self.is_on(rule)),
        ) else {
            return Err(function);
        };
        match nest.screma.shape() {
            Shape::Map => CORE_FL_NEST.apply(),
            _ => CORE_FL_SEGRED.apply(),
        }
        let reductions = nest.screma.reductions.clone();
        let Nest {
            width,
            inputs,
            screma,
            counted,
        } = nest;
        let of_elements = screma.function.clone();
        let inputs = inputs.to_vec();
        for numbers in counted.iter().filter(|numbers| !numbers.is_natural) {
            certs.push(self.natural(space, numbers.count, numbers.at, out));
        }
        space.push(width);
        let inner = self.of_places(&inputs, of_elements, 0, at);
        let Lambda { mut params, body, .. } = function;
        let number = inner.params.last().map(|param| Atom::Var(param.name));
        params.extend(inner.params);
        let is_counted = |name: Name| counted.iter().any(|numbers| numbers.array == name);
        let mut stms = body.stms;
        stms.pop();
        stms.retain(|stm| !stm.pat.names().any(is_counted));
        stms.extend(inner.body.stms.into_iter().map(|stm| match (&stm.exp, number) {
            (Exp::Index { array, .. }, Some(number)) if is_counted(*array) => Stm {
                exp: Exp::Atom(number),
                safe: false,
                ..stm
            },
            _ => stm,
        }));
        let function = Lambda::new(params, Body { stms, ..inner.body }, inner.results);
        Ok(Screma {
            reductions,
            ..Screma::map(vec![], function)
        })
    }

    /// A certificate that the numbers up to a bound may be counted, unless a space has no places.
    fn natural(&mut self, space: &[Atom], count: Atom, own: SiteId, out: &mut Vec<Stm>) -> Name {
        let mut b = Builder::new(self.names, own);
        let mut fine = b.compare("counted", BinOp::Ge, count, Atom::i64(0));
        for size in space {
            // Of a negative one the space says so itself.
            let none = b.compare("none", BinOp::Le, *size, Atom::i64(0));
            fine = b.prim("fine", PrimFn::Bin(BinOp::Or, PrimType::Bool), vec![none, fine]);
        }
        let known = self.sites.get(own).clone();
        let site = self.sites.add(Site {
            blamed: known.blamed.or(Some(CORE_E_IOTA.blamed("negative"))),
            message: Some(Message::new("iota of {} numbers")),
            ..known
        });
        let sure = b.under(site, |b| b.assert(fine, vec![count]));
        out.extend(b.finish(vec![]).stms);
        sure
    }

    /// CORE-FL-SCATTER, CORE-FL-HIST: each group of destinations is lent as an accumulator, to which every place adds.
    fn accumulation(
        &mut self,
        width: Atom,
        inputs: Vec<Name>,
        function: Lambda,
        groups: Vec<(Vec<Target>, Option<Operator>)>,
        at: SiteId,
    ) -> Exp {
        let Lambda {
            params,
            mut body,
            results,
        } = function;
        let mut updates = Vec::with_capacity(groups.len());
        let (mut outer, mut handed, mut given) = (Vec::new(), Vec::new(), Vec::new());
        // The indexes of all groups stand before all values.
        let ranks = groups
            .iter()
            .map(|(targets, _)| usize::from(targets.first().map_or(0, |t| t.rank)));
        let indexes: usize = ranks.clone().sum();
        let ranks: Vec<usize> = ranks.collect();
        let operands = std::mem::take(&mut body.results);
        drop(results);
        let (mut index, mut value) = (0, indexes);
        let mut adds = Builder::new(self.names, at);
        for ((targets, mut operator), rank) in groups.into_iter().zip(ranks) {
            if let Some(operator) = &mut operator {
                // What is added stays what it is (CORE-SAFE-ACC).
                let operands = operator.operands();
                sparing(&mut adds, self.consumed, &mut operator.function, operands);
            }
            let arrays: Vec<Name> = targets.iter().map(|target| target.array).collect();
            let ty = accumulator(&mut adds, &arrays, rank);
            let Type::Acc(acc) = &ty else { continue };
            let space = acc.space.iter().filter_map(|dim| dim.size()).collect();
            outer.push(adds.fresh("acc", ty.clone()));
            let own = adds.fresh("acc", ty.clone());
            let exp = Exp::AccUpdate {
                acc: own.name,
                at: operands.get(index..index + rank).unwrap_or_default().to_vec(),
                values: operands
                    .get(value..value + arrays.len())
                    .unwrap_or_default()
                    .to_vec(),
            };
            index += rank;
            value += arrays.len();
            given.push(adds.bind_as("acc", ty, exp).into());
            handed.push(own);
            updates.push(Accumulated {
                space,
                arrays,
                operator,
            });
        }
        let added = adds.finish(given);
        body.stms.extend(added.stms);
        body.results = added.results;
        let types: Vec<Type> = handed.iter().map(|acc| acc.ty.clone()).collect();
        let params = handed.into_iter().chain(params).collect();
        let function = Lambda::new(params, body, types.clone());
        let accs: Vec<Name> = outer.iter().map(|acc| acc.name).collect();
        let mut whole = Builder::new(self.names, at);
        let given = whole.bind_all("acc", Exp::soac(width, inputs, Soac::map(accs, function)));
        let body = whole.finish(given.into_iter().map(Atom::Var).collect());
        let function = Lambda::new(outer, body, types);
        Exp::WithAcc {
            updates,
            function: Box::new(function),
        }
    }
}

/// A function that ends in a map over a size that is known outside, and gives what that gives (CORE-FL-NEST).
struct Nest<'f> {
    width: Atom,
    inputs: &'f [Name],
    screma: &'f Screma,
    /// The numbers that only this map takes.
    counted: Vec<Numbers>,
}

/// An array of the numbers up to a bound.
struct Numbers {
    array: Name,
    count: Atom,
    at: SiteId,
    /// Whether the bound is known to be natural.
    is_natural: bool,
}

impl Nest<'_> {
    /// The nest that a function is, if what stands before the map are views, numbers that are counted, and no more primitive functions than the inner function
    /// has statements.
    ///
    /// Maps, and reductions to scalars whose operator is known outside, each if it is asked for.
    fn of(function: &Lambda, [maps, reductions]: [bool; 2]) -> Option<Nest<'_>> {
        let (inner, before) = function.body.stms.split_last()?;
        let Exp::Soac { width, inputs, soac } = &inner.exp else {
            return None;
        };
        let Soac::Screma(screma) = &**soac else {
            return None;
        };
        let own = |name: Name| {
            let bound = before
                .iter()
                .any(|stm| stm.pat.names().any(|bound| bound == name));
            bound || function.params.iter().any(|param| param.name == name)
        };
        let is_outside = |atom: Atom| !atom.name().is_some_and(own);
        let values = inner.pat.values.iter().map(|value| Atom::Var(value.name));
        let is_shape = match screma.shape() {
            Shape::Map => maps,
            Shape::Redomap(operator) => {
                let is_scalar = |param: &Binder| matches!(param.ty, Type::Prim(_));
                reductions
                    && screma.combined() == screma.function.results.len()
                    && operator.function.params.iter().all(is_scalar)
                    && operator.neutral.iter().all(|neutral| is_outside(*neutral))
                    && !free::of_lambda(&operator.function).into_iter().any(own)
            }
            _ => false,
        };
        let is_nest = is_shape
            && screma.accs.is_empty()
            && inner.certs.is_empty()
            && is_outside(*width)
            // That there are fewer than no elements is found where it stands.
            && (!inputs.is_empty() || is_natural(*width))
            && values.eq(function.body.results.iter().copied());
        if !is_nest {
            return None;
        }
        let mut counted = Vec::new();
        let mut computed = 0;
        for (place, stm) in before.iter().enumerate() {
            let is_taken_once = |name: Name| {
                let mut others = before.iter().skip(place + 1);
                !others.any(|stm| free::of_stm(stm).contains(&name)) && !used(&screma.function, name)
            };
            match (&stm.exp, stm.pat.values.as_slice()) {
                (Exp::Index { .. } | Exp::Slice { .. } | Exp::Rearrange { .. }, _) if is_pure(stm) => {}
                (Exp::Atom(_), _) if is_pure(stm) => {}
                (Exp::Prim(function, _), _) if is_cheap(*function) && is_pure(stm) => computed += 1,
                (Exp::Iota(count), [numbers])
                    if is_outside(*count) && stm.certs.is_empty() && is_taken_once(numbers.name) =>
                {
                    counted.push(Numbers {
                        array: numbers.name,
                        count: *count,
                        at: stm.at,
                        is_natural: stm.safe || is_natural(*count),
                    });
                }
                _ => return None,
            }
        }
        // Places of an array that an item makes are as many as there are items.
        let is_plain = computed == 0 && counted.is_empty() && matches!(screma.shape(), Shape::Map);
        let is_small = computed <= screma.function.body.stms.len();
        (is_plain || is_small && !makes_arrays(&screma.function)).then_some(Nest {
            width: *width,
            inputs,
            screma,
            counted,
        })
    }
}

/// Whether a map of this function is one over more dimensions than one.
pub fn is_nest(function: &Lambda) -> bool {
    Nest::of(function, [true; 2]).is_some()
}

/// Whether a function uses a name.
fn used(function: &Lambda, name: Name) -> bool {
    free::of_lambda(function).contains(&name)
}

/// The rule of a combinator.
fn rule(soac: &Soac) -> &'static Rule {
    match soac {
        Soac::Screma(_) => &CORE_FL_SEG,
        Soac::Scatter { .. } => &CORE_FL_SCATTER,
        Soac::Hist { .. } => &CORE_FL_HIST,
        Soac::StreamSeq { .. } | Soac::StreamPar { .. } => &CORE_FL_STREAM,
        // Is none any more where the rule is on.
        Soac::Filter { .. } => &CORE_FL_DERIVED,
    }
}

/// The type of an accumulator over the first dimensions of arrays.
fn accumulator(builder: &mut Builder<'_>, arrays: &[Name], rank: usize) -> Type {
    let types: Vec<Type> = arrays
        .iter()
        .map(|array| builder.type_of((*array).into()))
        .collect();
    let dims = |ty: &Type, from: usize| -> Vec<Dim> { ty.dims().iter().skip(from).copied().collect() };
    let space = types
        .first()
        .map(|ty| ty.dims().iter().take(rank).copied().collect());
    let elements = types
        .iter()
        .filter_map(|ty| Some((dims(ty, rank), ty.element()?)));
    Type::Acc(Rc::new(AccType {
        space: space.unwrap_or_default(),
        elements: elements.collect(),
    }))
}
