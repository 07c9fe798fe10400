//! `sizes`: each dimension has a name, and what was assumed of sizes is tested (thesis, 6.4).
//!
//! An *open* program, in which dimensions are `[]`, becomes a sized one.  All sizes that are said stay.
//!
//! - Functions take the sizes of their arguments and hide those of their results; patterns, branches and loops have names for what
//!   is hidden, and bodies give witnesses.  `size k a` is the size itself.
//! - What the definition tests while an open program runs is tested by statements: a `coerce` that says the premise that the
//!   definition would have said, at the place where it would have said it ([`assertion`]).
//! - A combinator's function can hide nothing.  Where nothing says a size of what it gives, the size is that of what it gives for
//!   the first element, found by a part of the function ([`slice`]), and 0 if there is none; all elements are held to it.
//!
//! | file | what |
//! | --- | --- |
//! | `infer.rs` | statements and what they bind |
//! | `operators.rs` | operators: what they give and what is tested of their operands |
//! | `control.rs` | branches and loops |
//! | `calls.rs` | calls of functions |
//! | `soacs.rs` | combinators, accumulation |
//! | `slice.rs` | what a function has to compute so that its sizes are known |
//! | `assertion.rs` | tests and their places |
//!
//! ```text
//! fun f (xs: []i32): []i64 = let k: i64 = size 0 xs   let is: []i64 = iota k   in is
//!
//! fun f (n: i64) (xs: [n]i32): ?[d].([d]i64) = let is: [n]i64 = iota n   in [n] is
//! ```

mod assertion;
mod calls;
mod control;
mod infer;
mod operators;
mod slice;
mod soacs;
#[cfg(test)]
mod tests;

use assertion::{At, WITNESS};
use elder_core::analyses::calls::is_called;
use elder_core::names::{FunName, Name, Names};
use elder_core::rules::inference::*;
use elder_core::tree::{Binder, Body, Definition, Dim, Ext, Given, Param, Program, Results, Type};
use elder_syntax::Rule;
use infer::{Infer, dims_of, filled};
use rustc_hash::FxHashSet;

/// The rules of the pass.
pub const RULES: &[&Rule] = TABLE;

/// Gives each dimension of a program its size.  Without [`CORE_SI_SLICECALL`] a part of a function has whole calls.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let mut infer = Infer::of(program, without);
    for function in std::mem::take(&mut program.functions) {
        infer.function(function);
    }
    for entry in &mut program.entries {
        infer.entry(entry);
    }
    infer.back_into(program);
}

/// What callers have to know of a function.
pub(crate) struct Signature {
    /// The parameters that it had.
    params: Vec<Param>,
    /// Its parameters that are sizes now: of which parameter, of which of its dimensions.
    sizes: Vec<(Name, usize, usize)>,
    /// What it said that it gives.
    declared: Results,
    /// What it gives.
    gives: Results,
}

/// Sizes of parameters are called so, by dimension.
const TEXTS: [&str; 3] = ["n", "m", "k"];

/// A new name for the size of a dimension of a parameter.
fn size_of_param(names: &mut Names, dimension: usize) -> Name {
    names.fresh(*TEXTS.get(dimension).unwrap_or(&"d"))
}

/// The type with a new name for each open dimension; of which of them these are the sizes.
fn opened(names: &mut Names, ty: &Type) -> (Type, Vec<(Name, usize)>) {
    let (mut sizes, mut at) = (Vec::new(), 0);
    let ty = ty.map(|dim| {
        let here = at;
        at += 1;
        match dim {
            Dim::Open => {
                let size = size_of_param(names, here);
                sizes.push((size, here));
                Dim::Is(size.into())
            }
            declared => *declared,
        }
    });
    (ty, sizes)
}

impl Infer {
    /// CORE-SI-FUN: sizes of parameters are parameters, those of results are hidden.  What is said of a result and cannot be
    /// seen in the body is hidden too, and tested where the function is called, for that is where an open program fails.
    fn function(&mut self, mut function: Definition) {
        CORE_SI_FUN.apply();
        let mut unseen: FxHashSet<(usize, usize)> = FxHashSet::default();
        let is_declared = |given: &Given| given.ty.dims().iter().any(|ext| *ext != Ext::Is(Dim::Open));
        loop {
            let before = unseen.len();
            // What is said of a result may turn out not to be seen.
            let again = function
                .results
                .given
                .iter()
                .any(is_declared)
                .then(|| function.clone());
            let made = self.attempt(function, &mut unseen);
            match again.filter(|_| before < unseen.len()) {
                None => {
                    let own = FunName(self.done.len() as u32);
                    self.recursive.push(is_called(&made.body, own));
                    self.done.push(made);
                    return;
                }
                // The function may call itself, so what is hidden of its results matters within it.
                Some(again) => {
                    self.signatures.pop();
                    function = again;
                }
            }
        }
    }

    /// The function if these dimensions of its results are hidden, besides the open ones; those that have to be hidden too are added.
    fn attempt(&mut self, mut made: Definition, unseen: &mut FxHashSet<(usize, usize)>) -> Definition {
        let params = made.params.clone();
        let mut sizes = Vec::new();
        for (number, param) in made.params.iter_mut().enumerate() {
            let (ty, own) = opened(&mut self.names, &param.binder.ty);
            param.binder.ty = ty;
            sizes.extend(own.into_iter().map(|(size, at)| (size, number, at)));
        }
        let existential =
            |j: usize, k: usize, ext: &Ext| *ext == Ext::Is(Dim::Open) || unseen.contains(&(j, k));
        let mut results = made.results.clone();
        let accs = made.params.iter().map(|param| &param.binder.ty);
        let mut accs = accs.filter(|ty| matches!(ty, Type::Acc(_)));
        for (j, given) in results.given.iter_mut().enumerate() {
            if let Type::Acc(_) = given.ty {
                // The k-th accumulator that a function gives is made from the k-th that it takes (CORE-T-ACCROOT).
                given.ty = accs.next().map_or(Type::Cert, Type::shown);
                continue;
            }
            let (count, mut k) = (&mut results.existential, 0);
            given.ty = given.ty.map(|ext| {
                let here = k;
                k += 1;
                match existential(j, here, ext) {
                    true => {
                        *count += 1;
                        Ext::Existential(*count - 1)
                    }
                    false => *ext,
                }
            });
        }
        self.signatures.push(Signature {
            params,
            sizes: sizes.clone(),
            declared: made.results.clone(),
            gives: results.clone(),
        });
        let lead = sizes.iter().map(|(size, _, _)| Param::plain(Binder::size(*size)));
        made.params = lead.chain(made.params).collect();
        for param in &made.params {
            self.declare(param.binder.name, param.binder.ty.clone());
        }
        let Definition {
            body,
            results: declared,
            ..
        } = &mut made;
        self.body(body);
        let witnesses = body.witnesses.clone();
        let mut found = Vec::new();
        for (j, (declared, result)) in declared.given.iter().zip(&body.results).enumerate() {
            if let Type::Acc(_) = declared.ty {
                continue;
            }
            let own = dims_of(&self.type_of(*result));
            let mut k = 0;
            declared.ty.map(|ext| {
                let dim = own.get(k).copied().unwrap_or(Dim::Open);
                let is_seen = match ext {
                    Ext::Is(Dim::Open) => true,
                    Ext::Is(declared) => *declared == dim,
                    Ext::Existential(h) => witnesses.get(usize::from(*h)).is_some_and(|w| Dim::Is(*w) == dim),
                };
                if existential(j, k, ext) {
                    body.witnesses.extend(dim.size());
                } else if !is_seen {
                    found.push((j, k));
                }
                k += 1;
            });
        }
        unseen.extend(found);
        made.results = results;
        made
    }

    /// CORE-SI-FUN, of an entry point: the sizes are read off the arguments.
    fn entry(&mut self, entry: &mut Definition) {
        CORE_SI_FUN.apply();
        for param in &mut entry.params {
            let (ty, own) = opened(&mut self.names, &param.binder.ty);
            param.binder.ty = ty;
            entry.sizes.extend(own.into_iter().map(|(size, _)| size));
        }
        for size in &entry.sizes {
            self.declare(*size, Type::SIZE);
        }
        for param in &entry.params {
            self.declare(param.binder.name, param.binder.ty.clone());
        }
        self.body(&mut entry.body);
        let at = At::of(entry.at);
        let witnesses = entry.body.witnesses.clone();
        let declared = &entry.results.given;
        let types = self.close(
            &mut entry.body,
            |j, own| filled(&declared[j].ty, own, &witnesses),
            (&at, WITNESS),
        );
        hide_open(&mut entry.results, &mut entry.body, &types);
    }
}

/// Hides each open dimension of results, whose values are of these types, and gives its witness.
fn hide_open(results: &mut Results, body: &mut Body, types: &[Type]) {
    let existential = &mut results.existential;
    for (given, own) in results.given.iter_mut().zip(types) {
        let mut own = dims_of(own).into_iter();
        given.ty = given.ty.map(|ext| {
            let dim = own.next().unwrap_or(Dim::Open);
            match ext {
                Ext::Is(Dim::Open) => {
                    body.witnesses.extend(dim.size());
                    *existential += 1;
                    Ext::Existential(*existential - 1)
                }
                declared => *declared,
            }
        });
    }
}
