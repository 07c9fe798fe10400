//! `place`: each array of the host has a place in a block, and blocks are released behind their last use (the placed form).
//!
//! What is made has a block of its own.  A view lies in the block of its array and what was updated where it was, so nothing is done for them.  What is handed
//! on (to a loop, out of a branch, to a function, to the outside) lies in its block as a whole; what does not, and what is consumed and has not all of
//! its elements apart, is copied first.  So behind this pass nobody copies but where the program says so.
//!
//! ```text
//! let last: [m]i32 = xss[k, 0i64 :+ m * 1i64]                          in last
//!
//! let last: [m]i32 @ xss[k * m; 1] = xss[k, 0i64 :+ m * 1i64]
//! let whole: [m]i32 @ whole = copy last    release xss                 in whole
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod release;

use elder_core::SiteId;
use elder_core::analyses::calls::executed_by_host;
use elder_core::memory::{Lying, Memory, Place, Spot, seen};
use elder_core::names::{FunName, Name, Names, Text};
use elder_core::rules::memory::CORE_M_COPY;
use elder_core::tree::{Atom, Binder, Body, Definition, Exp, Loop, Pat, Program, Stm, Type};
use elder_sizes::Nat;
use elder_syntax::Rule;
use rustc_hash::FxHashMap;
use std::convert::Infallible;

/// The rules of the pass.
pub const RULES: &[&Rule] = elder_core::rules::memory::PASS;

/// Places the arrays of a program that has no places.
pub fn run(program: &mut Program) {
    let hosts = executed_by_host(program);
    let mut placing = Placing {
        names: &mut program.names,
        memory: Memory::default(),
        places: FxHashMap::default(),
    };
    for (number, function) in program.functions.iter_mut().enumerate() {
        if hosts.contains(&FunName(number as u32)) {
            placing.definition(function);
        }
    }
    for entry in &mut program.entries {
        placing.definition(entry);
    }
    program.memory = placing.memory;
}

struct Placing<'p> {
    names: &'p mut Names,
    memory: Memory,
    /// Where the arrays so far lie, with their sizes.
    places: FxHashMap<Name, Place<Name>>,
}

impl Placing<'_> {
    fn definition(&mut self, definition: &mut Definition) {
        let params = definition.params.iter().map(|param| &param.binder);
        let own = self.received(params);
        self.body(&mut definition.body, own, 0, definition.at);
    }

    /// A body that owns these blocks from the outset.  Its results lie as a whole, but for so many accumulators in front of them.
    fn body(&mut self, body: &mut Body, own: Vec<Name>, accs: usize, at: SiteId) {
        elder_syntax::effort::deeper(|| {
            let mut stms = Vec::with_capacity(body.stms.len());
            for stm in std::mem::take(&mut body.stms) {
                self.stm(stm, &mut stms);
            }
            for result in body.results.iter_mut().skip(accs) {
                self.whole(result, at, &mut stms);
            }
            body.stms = release::inserted(&self.memory, stms, own, &body.results, at);
        });
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        elder_syntax::effort::step();
        let at = stm.at;
        match &mut stm.exp {
            Exp::If { then, otherwise, .. } => {
                self.body(then, vec![], 0, at);
                self.body(otherwise, vec![], 0, at);
            }
            Exp::Loop(it) => self.repetition(it, at, out),
            Exp::Call { arguments, .. } => {
                for argument in arguments {
                    self.whole(argument, at, out);
                }
            }
            Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } => self.apart(array, at, out),
            Exp::WithAcc { updates, function } => {
                for array in updates.iter_mut().flat_map(|update| &mut update.arrays) {
                    self.apart(array, at, out);
                }
                self.body(&mut function.body, vec![], updates.len(), at);
            }
            _ => {}
        }
        for (number, value) in stm.pat.values.iter().enumerate() {
            self.bound_to(&mut stm.exp, number, value, at, out);
        }
        out.push(stm);
    }

    fn repetition(&mut self, it: &mut Loop, at: SiteId, out: &mut Vec<Stm>) {
        for (_, first) in &mut it.params {
            self.whole(first, at, out);
        }
        let own = self.received(it.params.iter().map(|(param, _)| &param.binder));
        self.body(&mut it.body, own, 0, at);
    }

    /// Where the value of this number of an expression lies.
    fn bound_to(&mut self, exp: &mut Exp, number: usize, binder: &Binder, at: SiteId, out: &mut Vec<Stm>) {
        let Some(dims) = self.dims(binder) else { return };
        let array = match Lying::of(exp, number) {
            Lying::Made | Lying::Received => return self.lies(binder, Place::whole(binder.name, dims)),
            Lying::View(array) | Lying::Updated(array) => array,
        };
        let Some(mut place) = self.places.get(&array).cloned() else {
            return;
        };
        if let Exp::Reshape { array, .. } = exp
            && place.regrouped(dims.clone()).is_none()
        {
            let text = self.names.text(binder.name).clone();
            *array = self.copied(*array, text, at, out);
            place = Place::whole(*array, place.dims);
        }
        let numbers = &mut |atom| {
            let number = self.memory.terms.number(self.names, atom);
            // The checker refuses operands that are no numbers.
            Ok::<Nat, Infallible>(number.unwrap_or_else(Nat::zero))
        };
        if let Ok(Some(place)) = seen(exp, &place, dims, numbers) {
            self.lies(binder, place);
        }
    }

    /// Arrays that are received have blocks of their own; these.
    fn received<'b>(&mut self, binders: impl Iterator<Item = &'b Binder>) -> Vec<Name> {
        let mut own = Vec::new();
        for binder in binders {
            if let Some(dims) = self.dims(binder) {
                self.lies(binder, Place::whole(binder.name, dims));
                own.push(binder.name);
            }
        }
        own
    }

    /// The sizes of an array; `None` of what is none.
    fn dims(&mut self, binder: &Binder) -> Option<Vec<Nat>> {
        match binder.ty {
            Type::Array { .. } => self.memory.terms.dims(self.names, &binder.ty),
            Type::Prim(_) | Type::Acc(_) | Type::Cert => None,
        }
    }

    fn lies(&mut self, binder: &Binder, place: Place<Name>) {
        self.memory.put(binder.name, Spot::from(place.clone()));
        self.places.insert(binder.name, place);
    }

    /// What is handed on, a copy if it does not lie as a whole.
    fn whole(&mut self, operand: &mut Atom, at: SiteId, out: &mut Vec<Stm>) {
        if let Atom::Var(name) = *operand
            && !self.places.get(&name).is_none_or(Place::is_whole)
        {
            *operand = self.copied(name, "whole", at, out).into();
        }
    }

    /// What is consumed, a copy if two of its elements may be one.
    fn apart(&mut self, array: &mut Name, at: SiteId, out: &mut Vec<Stm>) {
        if !self.places.get(array).is_none_or(|place| place.apart) {
            let text = self.names.text(*array).clone();
            *array = self.copied(*array, text, at, out);
        }
    }

    /// CORE-M-COPY
    fn copied(&mut self, array: Name, text: impl Into<Text>, at: SiteId, out: &mut Vec<Stm>) -> Name {
        CORE_M_COPY.apply();
        let ty = self.names.types().variable(array);
        let copy = self.names.typed(text, ty);
        let name = copy.name;
        if let Some(dims) = self.dims(&copy) {
            self.lies(&copy, Place::whole(name, dims));
        }
        out.push(Stm::binding(Pat::of([copy]), Exp::Copy(array), at.plain()));
        name
    }
}
