//! `inspect`: how much room the arrays of items need is found before (thesis, 6.4).
//!
//! A device has no memory that an item could ask for, so an array of an item lies in a cell whose size is known at the launch.  Where only the item knows the
//! size, another launch is put before: its items do what the sizes depend on and no more, and of the sizes the largest is the [room](elder_core::memory) of the
//! array.  What that launch makes itself of such arrays has rooms by a launch before it.  Where a size depends on elements of an array of that size, in a
//! loop, there is no such launch, and the arrays of the function have no room.
//!
//! | file | what |
//! | --- | --- |
//! | `inspect/wanted.rs` | which arrays of a function want a room |
//! | `inspect/maxima.rs` | the largest sizes as results |
//! | `inspect/slice.rs` | what results do not need is left out |
//!
//! ```text
//! let ys: [n]i64 @ ys = segmap @global (n) (\(i: i64): i64 -> safe let k: i64 = xs[i] let a: [k]i64 = iota k .. in y)
//!
//! let room: i64 = segred @global (n) (max) (0i64) (\(i: i64): i64 -> safe let k: i64 = xs[i] let m: i64 = max 0i64 k in m)
//! let ys: [n]i64 @ ys = segmap @global (n) (\(i: i64): i64 -> safe let k: i64 = xs[i] let a: [k]i64 @ [room] = iota k .. in y)
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod maxima;
mod slice;
mod wanted;

use super::inline::Inline;
use elder_core::analyses::calls::{called_within, executed_by_host, of_body};
use elder_core::builder::Builder;
use elder_core::memory::{Memory, Unreleased};
use elder_core::names::{FunName, Name, Names};
use elder_core::renamed::Renamed;
use elder_core::rules::memory::CORE_M_INSPECT;
use elder_core::site::{SiteId, Sites};
use elder_core::tree::{
    Atom, Binder, Definition, Exp, Lambda, Operator, Pat, Program, Screma, Segmented, Soac, Stm, Type,
};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::Rule;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use rustc_hash::FxHashSet;
use wanted::Wanted;

/// The rules of the pass.
pub const RULES: &[&Rule] = elder_core::rules::memory::INSPECT;

/// Gives rooms to arrays of items, of a program in placed form or of one without arrays.
pub fn run(program: &mut Program) {
    let hosts = executed_by_host(program);
    let called = Called::of(program);
    let mut names = std::mem::take(&mut program.names);
    let mut sites = std::mem::take(&mut program.sites);
    let mut inspect = Inspect {
        names: &mut names,
        sites: &mut sites,
        memory: &mut program.memory,
        called: &called,
    };
    for (number, function) in program.functions.iter_mut().enumerate() {
        if hosts.contains(&FunName(number as u32)) {
            inspect.body(&mut function.body);
        }
    }
    for entry in &mut program.entries {
        inspect.body(&mut entry.body);
    }
    (program.names, program.sites) = (names, sites);
}

/// What items may call.
#[derive(Default)]
struct Called {
    /// The functions, with what they call in place.
    functions: Vec<Definition>,
    /// Which of them make arrays.
    making: Vec<bool>,
    /// Which of them are put in place of their calls: those that make arrays or assert something.  Those that call themselves, and constants, are called.
    inlined: Vec<bool>,
}

impl Called {
    fn of(program: &mut Program) -> Called {
        let mut all = Called::default();
        if called_within(program).is_empty() {
            return all;
        }
        let (names, sites) = (&mut program.names, &mut program.sites);
        for function in &program.functions {
            let mut function = Definition {
                // What is put in place has other sizes in its types than what is called.
                body: Renamed::of_body(names, &function.body, []),
                ..function.clone()
            };
            // They are the host's.
            Unreleased.body(&mut function.body);
            Inline::always((&mut *names, &mut *sites), &all.functions, &all.inlined).body(&mut function.body);
            let own = FunName(all.functions.len() as u32);
            let is_called = !function.params.is_empty() && !of_body(&function.body).contains(&own);
            let makes = wanted::makes_arrays(&function.body);
            all.making.push(is_called && makes);
            all.inlined
                .push(is_called && (makes || slice::asserts(&function.body)));
            all.functions.push(function);
        }
        all
    }
}

/// A function whose results are the largest sizes of what another one makes.
struct Comparing {
    function: Lambda,
    /// The names of the comparisons.
    compared: FxHashSet<Name>,
}

/// Over what the host executes.
struct Inspect<'p> {
    names: &'p mut Names,
    sites: &'p mut Sites,
    memory: &'p mut Memory,
    called: &'p Called,
}

impl Rewrite for Inspect<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        match &mut stm.exp {
            Exp::Segmented(it) => self.segmented_operation(it, stm.at.plain(), out),
            _ => rewrite::stm(self, &mut stm),
        }
        out.push(stm);
    }

    // What items execute where something is added is not inspected.
    fn operator(&mut self, _: &mut Operator) {}

    fn soac(&mut self, _: &mut Soac) {}
}

impl Inspect<'_> {
    fn segmented_operation(&mut self, it: &mut Segmented, at: SiteId, out: &mut Vec<Stm>) {
        let function = &mut it.screma.function;
        let called = of_body(&function.body);
        let is = |of: &[bool]| called.iter().any(|called| of.get(called.index()) == Some(&true));
        if !is(&self.called.making) && Wanted::of(function).is_empty() {
            return;
        }
        if is(&self.called.inlined) {
            let Called {
                functions, inlined, ..
            } = self.called;
            Inline::always((&mut *self.names, &mut *self.sites), functions, inlined).body(&mut function.body);
        }
        let wanted = Wanted::of(function);
        if let Some(rooms) = self.inspected(it, &wanted, at, out) {
            self.make_room(&wanted, &rooms);
        }
    }

    fn make_room(&mut self, wanted: &Wanted, rooms: &[Name]) {
        for (array, size) in &wanted.arrays {
            if let Some(room) = rooms.get(*size) {
                self.memory.make_room(*array, (*room).into());
            }
        }
    }

    /// CORE-M-INSPECT: the largest of each of the sizes that arrays of an operation's function have; `None` if there is no launch that finds them.
    fn inspected(
        &mut self,
        it: &Segmented,
        wanted: &Wanted,
        at: SiteId,
        out: &mut Vec<Stm>,
    ) -> Option<Vec<Name>> {
        elder_syntax::effort::step();
        let whole = self.function(it, at);
        let count = whole.function.results.len();
        // With fewer assertions there may be less left that has to be inspected.
        let functions = [slice::Kept::All, slice::Kept::ReliedUpon].map(|kept| {
            let mut function = whole.function.clone();
            slice::body(&mut function.body, &whole.compared, kept);
            function
        });
        let made = functions.into_iter().find_map(|function| {
            let left = Wanted::of(&function);
            (left.sizes.len() < wanted.sizes.len()).then_some((function, left))
        });
        let (function, left) = made.filter(|_| count == wanted.sizes.len())?;
        let mut host = Builder::new(self.names, at);
        let sizes = it.space.iter().copied();
        let total = sizes.reduce(|all, size| host.number(BinOp::Mul, all, size));
        let (mut before, total) = (host.finish(vec![]).stms, total.unwrap_or(Atom::i64(1)));
        let operation = Segmented {
            level: it.level,
            space: vec![total],
            screma: Screma::redomap(self.largest(count, at), function),
        };
        if !left.is_empty() {
            let rooms = self.inspected(&operation, &left, at, &mut before)?;
            self.make_room(&left, &rooms);
        }
        CORE_M_INSPECT.apply();
        let rooms: Vec<Binder> = (0..count).map(|_| self.number("room")).collect();
        let names = rooms.iter().map(|room| room.name).collect();
        out.append(&mut before);
        out.push(Stm::binding(
            Pat::of(rooms),
            Exp::Segmented(Box::new(operation)),
            at,
        ));
        Some(names)
    }

    fn number(&mut self, text: &str) -> Binder {
        self.names.typed(text, Type::SIZE)
    }

    /// From the number of a place among all places of a space to the largest sizes of arrays that an item makes there.
    fn function(&mut self, it: &Segmented, at: SiteId) -> Comparing {
        let own = &it.screma.function;
        let numbers = own.params.get(it.screma.accs.len()..).unwrap_or_default();
        let place = self.number("i");
        let mut rest = place.name;
        let mut stms = Vec::new();
        let mut indexes = Vec::new();
        for (size, number) in it.space.iter().zip(numbers).skip(1).rev() {
            let (index, before) = (self.number("i"), self.number("q"));
            indexes.push((number.name, index.name.into()));
            let next = before.name;
            for (binder, op) in [(index, BinOp::Rem), (before, BinOp::Quot)] {
                let exp = Exp::Prim(PrimFn::Bin(op, PrimType::I64), vec![rest.into(), *size]);
                // Of a dimension without places there are no items.
                stms.push(Stm::binding(Pat::of([binder]), exp, at).safely());
            }
            rest = next;
        }
        indexes.extend(numbers.first().map(|number| (number.name, Atom::Var(rest))));
        let mut renamed = Renamed {
            names: self.names,
            substitution: indexes.into_iter().collect(),
        };
        // Parameters that are no numbers, accumulators, stay as they are: nothing that is left uses them.
        let mut body = own.body.clone();
        renamed.body(&mut body);
        stms.append(&mut body.stms);
        body.stms = stms;
        let mut function = Lambda::new(vec![place], body, own.results.clone());
        let wanted = Wanted::of(&function);
        let compared = maxima::results(self.names, &wanted, at, &mut function.body);
        function.results = vec![Type::SIZE; wanted.sizes.len()];
        Comparing { function, compared }
    }

    /// The largest of so many numbers each.
    fn largest(&mut self, count: usize, at: SiteId) -> Operator {
        let handed = vec![Type::SIZE; 2 * count];
        let function = Builder::new(self.names, at).lambda("a", &handed, |builder, numbers| {
            let (a, b) = numbers.split_at(count);
            let both = a.iter().zip(b);
            both.map(|(a, b)| builder.number(BinOp::Max, *a, *b)).collect()
        });
        Operator::new(function, vec![Atom::i64(0); count], true)
    }
}
