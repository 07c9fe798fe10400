//! `flatten`: what the host executes of combinators becomes segmented operations, the kernel form.
//!
//! A combinator that the host executes is one over a space of its elements' numbers, and all items of a launch execute it, a place each (CORE-FL-SEG).
//! A map whose function hardly does more than map, or reduce, over a size that is known outside is
//! one over a space of one more dimension (CORE-FL-NEST, CORE-FL-SEGRED: [`nest`]).  Combinators that write to computed places are accumulations around a segmented map (CORE-FL-SCATTER, CORE-FL-HIST), so
//! there is one form of writing that no item owns; a stream is its function on the whole (CORE-FL-STREAM), and a filter is what it stands for
//! (CORE-FL-DERIVED).
//!
//! What else stands in its function either an item executes alone, or the map is distributed over its [`parts`] (CORE-FL-DIST): which of the two
//! [`versions`] runs is decided by the number of places (CORE-FL-OUTER).
//!
//! ```text
//! let ys: [n]i32 = map n (\(x: i32): i32 -> let y: i32 = x * 2i32 in y) xs
//!
//! let ys: [n]i32 = segmap @global (n) (\(i: i64): i32 -> safe let x: i32 = xs[i]   let y: i32 = x * 2i32 in y)
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod nest;
mod parts;
mod versions;

pub use nest::is_nest;

use super::elements::{Stream, counted, owned, read, reduced, sparing, stream};
use crate::Target;
use elder_core::analyses::calls::{called_within, called_within_of_whole_streams};
use elder_core::analyses::consumed::Consumed;
use elder_core::builder::Builder;
use elder_core::compact::compact;
use elder_core::derived;
use elder_core::names::{FunName, Name, Names, Text};
use elder_core::rules::evaluation::CORE_E_IOTA;
use elder_core::rules::flattening::{
    CORE_FL_ASKED, CORE_FL_BRANCH, CORE_FL_DERIVED, CORE_FL_DIST, CORE_FL_HIST, CORE_FL_LOOP, CORE_FL_NEST,
    CORE_FL_OUTER, CORE_FL_PARTS, CORE_FL_SCATTER, CORE_FL_SEG, CORE_FL_SEGACC, CORE_FL_SEGRED,
    CORE_FL_SPLIT, CORE_FL_STREAM,
};
use elder_core::site::{Message, Site, SiteId, Sites};
use elder_core::tree::{
    AccType, Accumulated, Atom, Body, Dim, Exp, Lambda, Level, Operator, Pat, Program, Screma, Segmented,
    Shape, Soac, Stm, Target as Destination, Type,
};
use elder_syntax::Rule;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use nest::Nest;
use parts::Own;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use versions::Known;

/// The rules of the pass.
pub const RULES: &[&Rule] = &[
    &CORE_FL_SEG,
    &CORE_FL_NEST,
    &CORE_FL_SEGRED,
    &CORE_FL_SCATTER,
    &CORE_FL_HIST,
    &CORE_FL_STREAM,
    &CORE_FL_DERIVED,
    &CORE_FL_DIST,
    &CORE_FL_PARTS,
    &CORE_FL_SPLIT,
    &CORE_FL_SEGACC,
    &CORE_FL_LOOP,
    &CORE_FL_BRANCH,
    &CORE_FL_OUTER,
    &CORE_FL_ASKED,
];

/// The rules without which combinators of the host stay: the result is not in kernel form.
pub const FORM: &[&Rule] = &[
    &CORE_FL_SEG,
    &CORE_FL_SCATTER,
    &CORE_FL_HIST,
    &CORE_FL_STREAM,
    &CORE_FL_DERIVED,
];

/// So many items fill a device, where nobody has tuned it.
fn enough(target: &Target) -> i64 {
    match target {
        Target::OpenCl { .. } => 1 << 15,
        // Cores.
        Target::OpenMp => 16,
    }
}

/// Puts a program into kernel form, for a target.  Without these rules the combinators stay of which they are.
pub fn run(program: &mut Program, target: &Target, without: &[&Rule]) {
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
        enough: enough(target),
        made: 0,
        text: Text::default(),
    };
    let hosts = program.functions.iter_mut().enumerate();
    // What an item calls an item executes.
    let hosts = hosts.filter(|(number, _)| !items.contains(&FunName(*number as u32)));
    for definition in hosts.map(|(_, function)| function).chain(&mut program.entries) {
        flatten.text = definition.name.clone();
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
    /// So many items are enough, if nobody says otherwise.
    enough: i64,
    /// How many times versions were made.
    made: usize,
    /// What is flattened is called so.
    text: Text,
}

/// A space within which an accumulation stands: its items' arrays are those of all items.
#[derive(Default)]
struct Within<'s> {
    space: &'s [Atom],
    /// The place of an item.
    numbers: Vec<Atom>,
    /// The arrays of all items for those of an item.
    arrays: Option<&'s FxHashMap<Name, Name>>,
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
                self.accumulation(width, inputs, function, groups.collect(), at, &Within::default())
            }
            Soac::Hist { function, into } => {
                CORE_FL_HIST.apply();
                let groups = into.into_iter().map(|(targets, own)| (targets, Some(own)));
                self.accumulation(width, inputs, function, groups.collect(), at, &Within::default())
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
        self.versions(stm, Known::default(), out);
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
        let screma = Screma {
            accs,
            reductions,
            scans,
            function,
            after,
        };
        let screma = self.nests(&mut space, screma, (at, certs), out);
        Exp::Segmented(Box::new(Segmented {
            level: Level::Global,
            space,
            screma,
        }))
    }

    /// A combinator over a space, with as many dimensions as its function is a nest.
    fn nests(
        &mut self,
        space: &mut Vec<Atom>,
        mut screma: Screma,
        (at, certs): (SiteId, &mut Vec<Name>),
        out: &mut Vec<Stm>,
    ) -> Screma {
        while matches!(screma.shape(), Shape::Map) {
            let accs = std::mem::take(&mut screma.accs);
            screma = match self.nested(space, screma.function, (at, certs), out) {
                Ok(nested) => Screma { accs, ..nested },
                Err(function) => return Screma::map(accs, function),
            };
        }
        screma
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
        let Nest {
            width,
            inputs,
            screma,
            counted,
        } = nest;
        let accs = screma.accs.len();
        let Screma {
            reductions,
            scans,
            function: of_elements,
            after,
            ..
        } = screma.clone();
        let inputs = inputs.to_vec();
        for numbers in counted.iter().filter(|numbers| !numbers.is_natural) {
            certs.push(self.natural(space, numbers.count, numbers.at, out));
        }
        space.push(width);
        let mut inner = self.of_places(&inputs, of_elements, accs, at);
        let Lambda { params, body, .. } = function;
        let number = inner.params.last().map(|param| Atom::Var(param.name));
        // The accumulators are those that the inner function takes.
        let numbers = inner.params.split_off(accs.min(inner.params.len()));
        let own = inner.params.into_iter();
        let params = own.chain(params.into_iter().skip(accs)).chain(numbers).collect();
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
            accs: vec![],
            reductions,
            scans,
            function,
            after,
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
        groups: Vec<(Vec<Destination>, Option<Operator>)>,
        at: SiteId,
        within: &Within<'_>,
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
            let arrays = targets.iter().map(|target| within.array(target.array));
            let arrays: Vec<Name> = arrays.collect();
            let ty = accumulator(&mut adds, &arrays, within.space.len() + rank);
            let Type::Acc(acc) = &ty else { continue };
            let space = acc.space.iter().filter_map(|dim| dim.size()).collect();
            outer.push(adds.fresh("acc", ty.clone()));
            let own = adds.fresh("acc", ty.clone());
            let exp = Exp::AccUpdate {
                acc: own.name,
                at: [
                    &within.numbers[..],
                    operands.get(index..index + rank).unwrap_or_default(),
                ]
                .concat(),
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

impl Within<'_> {
    /// What stands for an array.
    fn array(&self, own: Name) -> Name {
        let all = self.arrays.and_then(|arrays| arrays.get(&own));
        all.copied().unwrap_or(own)
    }
}

/// Whether an operand is known outside of those whose own these names are.
fn is_outside(atom: Atom, own: &Own) -> bool {
    atom.name().is_none_or(|name| !own.contains(&name))
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
