//! `sequence`: what an item executes of combinators becomes loops with results that are written in place.
//!
//! A combinator in a segmented operation's function is executed by one item, so it is a loop over its elements (CORE-FU-SEQLOOP): reductions and
//! scans are states that the loop carries, arrays of results are blank at first and written element by element.  Writes to computed places are updates
//! behind a test of their bounds (CORE-FU-SEQWRITE).  A stream is its function on the whole (CORE-FL-STREAM).
//!
//! ```text
//! let s: f32, ys: [m]f32 = redomap m (\(a: f32) (b: f32): f32 -> let c: f32 = a + b in c) (0.0f32) (\(x: f32): (f32, f32) -> .. in p, y) xs
//!
//! let blank: *[m]f32 = blank [m]f32
//! let s: f32, ys: [m]f32 = loop (a: f32 = 0.0f32) (out: *[m]f32 = blank) for j: i64 < m do
//!     safe let x: f32 = xs[j]   ..   let c: f32 = a + p   safe let next: [m]f32 = out with [j] = y   in c, next
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use super::elements::{Stream, combined, counted, owned, read, safe, stream};
use crate::normal::both;
use elder_core::analyses::calls::called_within;
use elder_core::analyses::consumed::Consumed;
use elder_core::builder::Builder;
use elder_core::compact::compact;
use elder_core::names::{FunName, Name, Names};
use elder_core::rules::flattening::{CORE_FL_STREAM, CORE_FU_SEQLOOP, CORE_FU_SEQWRITE};
use elder_core::site::Sites;
use elder_core::tree::{
    Atom, Body, Cut, Exp, Form, Lambda, Operator, Param, Pat, Program, Screma, Segmented, Soac, Stm, Target,
    Type,
};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::Rule;
use elder_syntax::prim::BinOp;

/// The rules of the pass.
pub const RULES: &[&Rule] = &[&CORE_FU_SEQLOOP, &CORE_FU_SEQWRITE, &CORE_FL_STREAM];

/// Makes what items execute sequential.
pub fn run(program: &mut Program) {
    let consumed = Consumed::of(program);
    let items = called_within(program);
    let mut names = std::mem::take(&mut program.names);
    let mut sites = std::mem::take(&mut program.sites);
    let mut host = Host(Sequence {
        names: &mut names,
        sites: &mut sites,
        consumed: &consumed,
    });
    for (number, function) in program.functions.iter_mut().enumerate() {
        // What an item calls an item executes.
        match items.contains(&FunName(number as u32)) {
            true => rewrite::definition(&mut host.0, function),
            false => rewrite::definition(&mut host, function),
        }
    }
    for entry in &mut program.entries {
        rewrite::definition(&mut host, entry);
    }
    (program.names, program.sites) = (names, sites);
    compact(program);
}

/// Looks for what items execute.
struct Host<'p>(Sequence<'p>);

impl Rewrite for Host<'_> {
    /// Of an accumulation: whoever adds applies it.
    fn operator(&mut self, operator: &mut Operator) {
        self.0.lambda(&mut operator.function);
    }

    fn segmented(&mut self, segmented: &mut Segmented) {
        let Screma {
            reductions,
            scans,
            function,
            after,
            ..
        } = &mut segmented.screma;
        let operators = reductions
            .iter_mut()
            .chain(scans)
            .map(|operator| &mut operator.function);
        for function in operators.chain([function]).chain(after) {
            self.0.lambda(function);
        }
    }
}

/// Within what an item executes.
struct Sequence<'p> {
    names: &'p mut Names,
    sites: &'p mut Sites,
    consumed: &'p Consumed,
}

impl Rewrite for Sequence<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        let Exp::Soac { width, inputs, soac } = stm.exp else {
            return out.push(stm);
        };
        let Stm { pat, certs, at, .. } = stm;
        let mut builder = Builder::new(self.names, at);
        let sure = counted(&mut builder, self.sites, width, &inputs);
        let asserted = builder.finish(vec![]).stms;
        let mut builder = Builder::new(self.names, at);
        let over = Over {
            width,
            inputs: &inputs,
            consumed: self.consumed,
        };
        match *soac {
            Soac::Screma(screma) => over.screma(&mut builder, pat, screma),
            Soac::Scatter { function, into } => {
                let groups = into.into_iter().map(|target| (vec![target], None));
                over.writes(&mut builder, pat, function, groups.collect());
            }
            Soac::Hist { function, into } => {
                let groups = into
                    .into_iter()
                    .map(|(targets, operator)| (targets, Some(operator)));
                over.writes(&mut builder, pat, function, groups.collect());
            }
            soac => match Stream::of(soac) {
                Ok(whole) => {
                    let over = (width, inputs.as_slice());
                    stream(&mut builder, self.consumed, pat, over, whole, combined);
                }
                // A filter: what it stands for is in its place, unless that rule of `flatten` is off.
                Err(soac) => {
                    let inputs = inputs.clone();
                    builder.bind_pat(pat, Exp::Soac { width, inputs, soac });
                }
            },
        }
        let stms = builder.finish(vec![]).stms;
        for (stms, sure) in [(asserted, None), (stms, sure)] {
            out.extend(stms.into_iter().map(|mut stm| {
                stm.certs.extend(certs.iter().copied().chain(sure));
                stm
            }));
        }
    }
}

/// The elements of a combinator.
struct Over<'p> {
    width: Atom,
    inputs: &'p [Name],
    consumed: &'p Consumed,
}

impl Over<'_> {
    /// CORE-FU-SEQLOOP
    fn screma(&self, b: &mut Builder<'_>, pat: Pat, screma: Screma) {
        CORE_FU_SEQLOOP.apply();
        let mut params = Vec::new();
        let accs = screma.accs.len();
        for (acc, own) in screma.accs.iter().zip(&screma.function.params) {
            params.push((Param::plain(own.clone()), Atom::Var(*acc)));
        }
        for operator in screma.operators() {
            params.extend(self.states(b, operator));
        }
        let states = params.len();
        for row in screma.rows() {
            let ty = row.rows(self.width);
            let blank = b.fresh("blank", ty.clone());
            let first = blank.name.into();
            // Its sizes are those of a combinator's result, which the checker has seen.
            safe(b, blank, Exp::Blank(ty.clone()));
            params.push((Param::new(b.fresh("out", ty), true), first));
        }
        let number = b.fresh("j", Type::SIZE).name;
        let own: Vec<Atom> = params.iter().map(|(param, _)| param.binder.name.into()).collect();
        let body = b.body(|b| {
            let given = self.element(b, &screma.function, accs, number);
            let (added, mut operands) = given.split_at(accs);
            let mut next = added.to_vec();
            let (_, mut carried) = own.split_at(accs);
            let mut scanned = Vec::new();
            let reductions = screma.reductions.len();
            for (k, operator) in screma.operators().enumerate() {
                let (these, behind) = operands.split_at(operator.operands());
                let (before, others) = carried.split_at(operator.operands());
                let these = owned(b, self.consumed, operator, these);
                let given = b.apply(&operator.function, &[before, &these].concat());
                let given = self.own(b, operator, given);
                if k >= reductions {
                    scanned.extend(given.iter().copied());
                }
                next.extend(given);
                operands = behind;
                carried = others;
            }
            let mut rows = [&scanned[..], operands].concat();
            if let Some(after) = &screma.after {
                rows = b.apply(after, &rows);
            }
            for ((array, row), ty) in carried.iter().zip(rows).zip(screma.rows()) {
                next.push(written(b, *array, &[number.into()], row, ty));
            }
            next
        });
        // What a scan goes on from is nobody's afterwards.
        let singles = screma.singles();
        let mut values = pat.values;
        let arrays = values.split_off(singles.min(values.len()));
        // Of what is consumed later nobody else has a part: not what the fold began with.
        let mut copies = Vec::new();
        for value in &mut values {
            if value.ty.rank() > 0 && self.consumed.anywhere(value.name) {
                let state = b.fresh("state", value.ty.clone());
                let array = state.name;
                copies.push((std::mem::replace(value, state), array));
            }
        }
        for (param, _) in params.iter().take(states).skip(singles) {
            values.push(b.fresh("last", param.binder.ty.clone()));
        }
        values.extend(arrays);
        b.bind_pat(
            Pat::of(values),
            Exp::repeated(params, Form::counting(number, self.width), body),
        );
        for (value, array) in copies {
            safe(b, value, Exp::Copy(array));
        }
    }

    /// The states of an operator: its neutral values, as the first operands that it takes.
    fn states(&self, b: &mut Builder<'_>, operator: &Operator) -> Vec<(Param, Atom)> {
        let own = operator.function.params.iter().zip(&operator.neutral);
        own.map(|(param, neutral)| {
            let unique = self.consumed.array(param);
            let first = match (unique, neutral) {
                (true, Atom::Var(array)) => b.bind("first", Exp::Copy(*array)).into(),
                _ => *neutral,
            };
            (
                Param::new(b.fresh(b.text(param.name).clone(), param.ty.clone()), unique),
                first,
            )
        })
        .collect()
    }

    /// What an operator gave, as the next states: of what it consumes nobody else has a part.
    fn own(&self, b: &mut Builder<'_>, operator: &Operator, combined: Vec<Atom>) -> Vec<Atom> {
        let Lambda { params, body, .. } = &operator.function;
        let is_made = |result: &Atom| result.name().is_some_and(|name| makes(body, name));
        let pairs = combined.into_iter().zip(params.iter().zip(&body.results));
        pairs
            .map(|(value, (param, result))| match value {
                Atom::Var(array) if self.consumed.array(param) && !is_made(result) => {
                    b.bind("next", Exp::Copy(array)).into()
                }
                value => value,
            })
            .collect()
    }

    /// What a function gives for the element of this number; accumulators are parameters of the loop around.
    fn element(&self, b: &mut Builder<'_>, function: &Lambda, accs: usize, number: Name) -> Vec<Atom> {
        let elements = function.params.iter().skip(accs);
        for (element, input) in elements.zip(self.inputs) {
            read(b, self.consumed, element.clone(), *input, number.into());
        }
        for stm in &function.body.stms {
            b.push(stm.clone());
        }
        function.body.results.clone()
    }

    /// CORE-FU-SEQWRITE
    fn writes(
        &self,
        b: &mut Builder<'_>,
        pat: Pat,
        function: Lambda,
        groups: Vec<(Vec<Target>, Option<Operator>)>,
    ) {
        CORE_FU_SEQWRITE.apply();
        let targets = groups.iter().flat_map(|(targets, _)| targets);
        let params = targets.map(|target| {
            let ty = b.type_of(target.array.into());
            (Param::new(b.fresh("to", ty), true), Atom::Var(target.array))
        });
        let params: Vec<(Param, Atom)> = params.collect();
        let number = b.fresh("j", Type::SIZE).name;
        let own: Vec<Name> = params.iter().map(|(param, _)| param.binder.name).collect();
        let body = b.body(|b| {
            let given = self.element(b, &function, 0, number);
            let rank = |targets: &[Target]| usize::from(targets.first().map_or(0, |target| target.rank));
            let indexes: usize = groups.iter().map(|(targets, _)| rank(targets)).sum();
            let (mut indexes, mut values) = given.split_at(indexes);
            let (mut next, mut arrays) = (Vec::new(), own.as_slice());
            for (targets, operator) in &groups {
                let (at, later) = indexes.split_at(rank(targets));
                let (put, others) = values.split_at(targets.len());
                let (to, behind) = arrays.split_at(targets.len());
                next.extend(self.write(b, to, at, put, operator.as_ref()));
                (indexes, values, arrays) = (later, others, behind);
            }
            next
        });
        b.bind_pat(
            pat,
            Exp::repeated(params, Form::counting(number, self.width), body),
        );
    }

    /// Arrays with values at a place, if there is one: combined with what is there, if there is an operator.
    fn write(
        &self,
        b: &mut Builder<'_>,
        to: &[Name],
        at: &[Atom],
        values: &[Atom],
        operator: Option<&Operator>,
    ) -> Vec<Atom> {
        let types: Vec<Type> = to.iter().map(|array| b.type_of((*array).into())).collect();
        let space: Vec<Atom> = types.first().map_or(vec![], |ty| {
            ty.dims()
                .iter()
                .take(at.len())
                .filter_map(|dim| dim.size())
                .collect()
        });
        let mut inside = Atom::TRUE;
        for (index, size) in at.iter().zip(space) {
            let above = b.compare("above", BinOp::Le, Atom::i64(0), *index);
            let below = b.compare("below", BinOp::Lt, *index, size);
            let within = b.logic("both", BinOp::And, above, below);
            inside = both(b, "inside", inside, within);
        }
        let row = |ty: &Type| ty.row(at.len()).unwrap_or(Type::Cert);
        let given = b.choose(
            "next",
            inside,
            &types,
            |b| {
                let mut put = values.to_vec();
                if let Some(operator) = operator {
                    let there = to.iter().zip(&types).map(|(array, ty)| {
                        let there = b.fresh("there", row(ty));
                        let name = there.name;
                        safe(b, there, Exp::row(*array, at.iter().copied(), &row(ty)));
                        Atom::Var(name)
                    });
                    let there: Vec<Atom> = there.collect();
                    // Both are parts of what others have.
                    let there = owned(b, self.consumed, operator, &there);
                    let added = owned(b, self.consumed, operator, values);
                    put = b.apply(&operator.function, &[there, added].concat());
                }
                let all = to.iter().zip(put).zip(&types);
                all.map(|((array, value), ty)| written(b, (*array).into(), at, value, &row(ty)))
                    .collect()
            },
            |_| to.iter().copied().map(Atom::Var).collect(),
        );
        given.into_iter().map(Atom::Var).collect()
    }
}

/// Whether a statement of a body makes this array, or wrote to it: what is written to was the operator's own.
fn makes(body: &Body, array: Name) -> bool {
    let bound = |stm: &&Stm| stm.pat.names().any(|name| name == array);
    let made = body.stms.iter().find(bound);
    made.is_some_and(|stm| {
        matches!(
            stm.exp,
            Exp::Update { .. }
                | Exp::FlatUpdate { .. }
                | Exp::Copy(_)
                | Exp::Literal { .. }
                | Exp::Replicate { .. }
                | Exp::Concat { .. }
        )
    })
}

/// The array with a row of this type at a place that is in bounds.
fn written(b: &mut Builder<'_>, array: Atom, at: &[Atom], row: Atom, ty: &Type) -> Atom {
    let Atom::Var(array) = array else { return array };
    let whole = ty.dims().iter().filter_map(|dim| dim.size()).map(Cut::whole);
    let next = b.fresh("next", b.type_of(array.into()));
    let name = next.name;
    let exp = Exp::Update {
        array,
        at: at.iter().copied().map(Cut::At).chain(whole).collect(),
        value: row,
    };
    safe(b, next, exp);
    name.into()
}
