//! `checks`: what may fail is asserted before, so nothing else fails.
//!
//! The premises of a statement's rule become assertions in front of it, in the order in which the rule has them, and the statement is marked safe
//! (CORE-CK-ASSERT).  An assertion says what the statement would have said: its premise, or that of the source for which its site stands, with the
//! same numbers.  Behind the pass only assertions fail, so who executes a program further down has one thing to test.
//!
//! ```text
//! let x: i32 = xs[i]
//!
//! let low: bool = 0i64 <= i   let high: bool = i < n   let inside: bool = low & high
//! let sure: cert = assert inside (i, n)    # CORE-E-INDEX/bounds
//! safe let x: i32 = xs[i]                  # sure
//! ```
//!
//! Premises speak of all integers, and what computes them has 64 bits: so a sum and a product of sizes stay at the largest number where they are none, as in the
//! definition, and of a reach it is asked whether it is a number that there is.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use elder_core::analyses::effects::{is_natural, is_pure};
use elder_core::analyses::uses::Uses;
use elder_core::builder::Builder;
use elder_core::names::{Name, Names};
use elder_core::rules::checks::CORE_CK_ASSERT;
use elder_core::rules::evaluation::{
    CORE_E_BLANK, CORE_E_COERCE, CORE_E_CONCAT, CORE_E_FLAT, CORE_E_INDEX, CORE_E_IOTA, CORE_E_PRIM,
    CORE_E_REPL, CORE_E_RESHAPE, CORE_E_SLICE, CORE_E_UPDATE, CORE_E_WIDTH,
};
use elder_core::site::{Message, Site, Sites};
use elder_core::tree::{Atom, Cut, Dim, Exp, Program, Segmented, Step, Stm, Type};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::Rule;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use rustc_hash::FxHashSet;

/// The rules of the pass.
pub const RULES: &[&Rule] = &[&CORE_CK_ASSERT];

/// Puts assertions in front of what may fail.
pub fn run(program: &mut Program) {
    let mut checks = Checks {
        uses: Uses::of(program),
        names: std::mem::take(&mut program.names),
        sites: std::mem::take(&mut program.sites),
        natural: program
            .entries
            .iter()
            .flat_map(|entry| entry.sizes.clone())
            .collect(),
    };
    for function in &mut program.functions {
        rewrite::definition(&mut checks, function);
    }
    for entry in &mut program.entries {
        rewrite::definition(&mut checks, entry);
    }
    (program.names, program.sites) = (checks.names, checks.sites);
}

struct Checks {
    /// How often names are used.
    uses: Uses,
    names: Names,
    sites: Sites,
    /// Sizes that are read off arguments.
    natural: FxHashSet<Name>,
}

impl Rewrite for Checks {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        if stm.safe {
            return out.push(stm);
        }
        let mut premises = Premises {
            b: Builder::new(&mut self.names, stm.at),
            sites: &mut self.sites,
            natural: &self.natural,
            sure: Vec::new(),
        };
        let is_simple = premises.of(&stm);
        let sure = premises.sure;
        let made = premises.b.finish(vec![]).stms;
        out.extend(made.into_iter().map(|mut made| {
            made.certs.extend(&stm.certs);
            made
        }));
        if is_simple {
            stm.safe = true;
            // Nobody asked for more of it than whether it fails.
            if is_pure(&stm) && stm.pat.names().all(|name| self.uses.count(name) == 0) {
                return;
            }
        }
        stm.certs.extend(sure);
        out.push(stm);
    }
}

/// What says that a premise does not hold: rule, premise, message.
type Says = (&'static Rule, &'static str, &'static str);

/// That something is no index of a dimension.
const OUTSIDE: &str = "index {} is out of bounds for a dimension of size {}";

/// The assertions of one statement in the making.
struct Premises<'p> {
    b: Builder<'p>,
    sites: &'p mut Sites,
    natural: &'p FxHashSet<Name>,
    /// The certificates.
    sure: Vec<Name>,
}

impl Premises<'_> {
    /// CORE-CK-ASSERT.  Whether the statement does not fail behind the assertions.
    fn of(&mut self, stm: &Stm) -> bool {
        match &stm.exp {
            Exp::Prim(function, operands) => self.prim(*function, operands),
            Exp::Index { array, at } => {
                let ty = self.b.type_of((*array).into());
                for (i, dim) in at.iter().zip(ty.dims()) {
                    self.within((&CORE_E_INDEX, "bounds", OUTSIDE), *i, size(dim));
                }
            }
            Exp::Slice { array, at } => self.cuts(*array, at, &CORE_E_SLICE, "count"),
            Exp::Update { array, at, value } => {
                self.cuts(*array, at, &CORE_E_UPDATE, "bounds");
                let place: Vec<Atom> = elder_core::tree::counts(at);
                self.same(&CORE_E_UPDATE, &place, *value);
            }
            Exp::FlatIndex { array, offset, dims } => self.flat(*array, *offset, dims),
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                self.flat(*array, *offset, dims);
                let place = elder_core::tree::step_counts(dims);
                self.same(&CORE_E_FLAT, &place, (*value).into());
            }
            Exp::Iota(count) => self.natural((&CORE_E_IOTA, "negative", "iota of {} numbers"), *count),
            Exp::Replicate { count, .. } => {
                self.natural((&CORE_E_REPL, "negative", "an array of {} copies"), *count);
            }
            Exp::Blank(ty) => self.blank(ty),
            Exp::Reshape { dims, array } => self.reshape(dims, *array),
            Exp::Coerce { dims, array } => {
                let ty = self.b.type_of((*array).into());
                let text = "a dimension of size {}, which should be {}";
                for (dim, asked) in ty.dims().iter().zip(dims) {
                    self.equal((&CORE_E_COERCE, "size", text), size(dim), *asked);
                }
            }
            Exp::Concat { total, arrays } => self.concat(*total, arrays),
            Exp::Segmented(it) => {
                self.space(it);
                return false;
            }
            _ => return false,
        }
        CORE_CK_ASSERT.apply();
        true
    }

    fn prim(&mut self, function: PrimFn, operands: &[Atom]) {
        let Some(&right) = operands.get(1) else {
            return;
        };
        let (ty, op, text) = match function {
            PrimFn::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, ty) if ty.is_integer() => {
                (ty, BinOp::Ne, "division by zero")
            }
            PrimFn::Bin(BinOp::Pow, ty) if ty.is_signed() => {
                (ty, BinOp::Ge, "negative exponent of an integer power")
            }
            _ => return,
        };
        let fails = |n: i128| match op {
            BinOp::Ne => n == 0,
            _ => n < 0,
        };
        if right.integer().is_some_and(|n| !fails(n)) {
            return;
        }
        let zero = ty.number(0);
        let holds = self
            .b
            .prim("defined", PrimFn::Bin(op, ty), vec![right, Atom::Const(zero)]);
        self.assert((&CORE_E_PRIM, "defined", text), holds, &[]);
    }

    /// Indexes and sections exist; `natural` is the premise that counts are not negative.
    fn cuts(&mut self, array: Name, at: &[Cut], rule: &'static Rule, natural: &'static str) {
        let ty = self.b.type_of(array.into());
        for (cut, dim) in at.iter().zip(ty.dims()) {
            let side = size(dim);
            match *cut {
                Cut::At(i) => self.within((rule, "bounds", OUTSIDE), i, side),
                Cut::Section { start, count, stride } => {
                    let zero = Atom::i64(0);
                    if start == zero && stride == Atom::i64(1) && count == side {
                        continue;
                    }
                    let whole = self.compare(BinOp::Eq, count, side);
                    let first = self.compare(BinOp::Eq, start, zero);
                    let single = self.compare(BinOp::Eq, stride, Atom::i64(1));
                    let whole = self.and(whole, first);
                    let whole = self.and(whole, single);
                    let counted = self.compare(BinOp::Ge, count, zero);
                    let holds = self.or(counted, whole);
                    self.assert((rule, natural, "a section of {} rows"), holds, &[count]);
                    let none = self.compare(BinOp::Le, count, zero);
                    let inside = self.inside(start, side);
                    let holds = self.or(none, inside);
                    self.assert((rule, "bounds", OUTSIDE), holds, &[start, side]);
                    let (reach, exact) = self.reach(count, stride);
                    let last = self.b.number(BinOp::Add, start, reach);
                    let inside = self.inside(last, side);
                    let inside = self.and(inside, exact);
                    let holds = self.or(none, inside);
                    self.assert((rule, "bounds", OUTSIDE), holds, &[last, side]);
                }
            }
        }
    }

    /// How far the last of so many rows, at least one, is from the first, and whether that is a number that there is.
    fn reach(&mut self, count: Atom, stride: Atom) -> (Atom, Atom) {
        let rows = self.b.number(BinOp::Sub, count, Atom::i64(1));
        let reach = self.b.number(BinOp::Mul, rows, stride);
        if [-1, 0, 1].map(Atom::i64).contains(&stride) {
            return (reach, Atom::Const(PrimValue::Bool(true)));
        }
        let none = self.compare(BinOp::Eq, stride, Atom::i64(0));
        let one = PrimFn::Convert(PrimType::Bool, PrimType::I64);
        let one = self.b.prim("one", one, vec![none]);
        let divisor = self.b.number(BinOp::Or, stride, one);
        let back = self.b.number(BinOp::Quot, reach, divisor);
        let same = self.compare(BinOp::Eq, back, rows);
        (reach, self.or(none, same))
    }

    /// What is put somewhere has the sizes of its place.
    fn same(&mut self, rule: &'static Rule, place: &[Atom], value: Atom) {
        let ty = self.b.type_of(value);
        let text = "a value of size {} for a place of size {}";
        for (place, dim) in place.iter().zip(ty.dims()) {
            self.equal((rule, "shape", text), size(dim), *place);
        }
    }

    /// CORE-E-FLAT
    fn flat(&mut self, array: Name, offset: Atom, dims: &[Step]) {
        let ty = self.b.type_of(array.into());
        let side = ty.dims().first().map_or(Atom::i64(0), size);
        let zero = Atom::i64(0);
        let (mut lowest, mut highest) = (offset, offset);
        let mut empty = Atom::FALSE;
        let mut counted_exactly = Atom::Const(PrimValue::Bool(true));
        for step in dims {
            let counted = self.compare(BinOp::Ge, step.count, zero);
            let text = "a dimension of {} elements of an array of {}";
            self.assert((&CORE_E_FLAT, "bounds", text), counted, &[step.count, side]);
            let none = self.compare(BinOp::Eq, step.count, zero);
            empty = self.or(empty, none);
            let (reach, exact) = self.reach(step.count, step.stride);
            // What goes once through all elements goes no further, so the sums below are numbers that there are.
            let opposite = self.b.number(BinOp::Sub, zero, side);
            for within in [(opposite, reach), (reach, side)] {
                let within = self.compare(BinOp::Lt, within.0, within.1);
                counted_exactly = self.and(counted_exactly, within);
            }
            counted_exactly = self.and(counted_exactly, exact);
            let down = self.b.number(BinOp::Min, reach, zero);
            let up = self.b.number(BinOp::Max, reach, zero);
            lowest = self.b.number(BinOp::Add, lowest, down);
            highest = self.b.number(BinOp::Add, highest, up);
        }
        for place in [lowest, highest] {
            let inside = self.inside(place, side);
            let inside = self.and(inside, counted_exactly);
            let holds = self.or(empty, inside);
            self.assert((&CORE_E_FLAT, "bounds", OUTSIDE), holds, &[place, side]);
        }
    }

    fn blank(&mut self, ty: &Type) {
        let zero = Atom::i64(0);
        let mut empty = Atom::FALSE;
        for dim in ty.dims() {
            let none = self.compare(BinOp::Eq, size(dim), zero);
            empty = self.or(empty, none);
        }
        for dim in ty.dims() {
            let natural = self.compare(BinOp::Ge, size(dim), zero);
            let holds = self.or(empty, natural);
            self.assert(
                (&CORE_E_BLANK, "negative", "a dimension of size {}"),
                holds,
                &[size(dim)],
            );
        }
    }

    /// The first size that is not positive is 0, and there are as many elements as before.
    fn reshape(&mut self, dims: &[Atom], array: Name) {
        let zero = Atom::i64(0);
        let mut ended = Atom::FALSE;
        for dim in dims {
            let natural = self.compare(BinOp::Ge, *dim, zero);
            let holds = self.or(ended, natural);
            self.assert(
                (&CORE_E_RESHAPE, "volume", "a dimension of size {}"),
                holds,
                &[*dim],
            );
            let none = self.compare(BinOp::Eq, *dim, zero);
            ended = self.or(ended, none);
        }
        let ty = self.b.type_of(array.into());
        let before: Vec<Atom> = ty.dims().iter().map(size).collect();
        let before = self.volume(&before);
        let after = self.volume(dims);
        self.equal(
            (
                &CORE_E_RESHAPE,
                "volume",
                "an array of {} elements in a shape of {}",
            ),
            before,
            after,
        );
    }

    fn volume(&mut self, sizes: &[Atom]) -> Atom {
        let sizes = sizes.iter().copied();
        let product = sizes.reduce(|all, size| self.product(all, size));
        product.unwrap_or(Atom::i64(1))
    }

    /// The sum of two sizes, or the largest number if that is none.  Neither is negative, so nothing wraps around.
    fn sum(&mut self, one: Atom, other: Atom) -> Atom {
        let (one, other) = known_first(one, other);
        if one == Atom::i64(0) {
            return other;
        }
        let room = self.b.number(BinOp::Sub, Atom::i64(i64::MAX), one);
        let other = self.b.number(BinOp::Min, other, room);
        self.b.number(BinOp::Add, one, other)
    }

    /// The product of two sizes, or the largest number if that is none.  Of rows that are not there a size may be negative.
    fn product(&mut self, one: Atom, other: Atom) -> Atom {
        let (one, other) = known_first(one, other);
        let product = self.b.number(BinOp::Mul, one, other);
        let divisor = self.b.number(BinOp::Max, one, Atom::i64(1));
        let most = match divisor {
            Atom::Const(PrimValue::I64(1)) => return product,
            Atom::Const(PrimValue::I64(divisor @ 1..)) => Atom::i64(i64::MAX / divisor),
            divisor => self.b.number(BinOp::Quot, Atom::i64(i64::MAX), divisor),
        };
        match self.compare(BinOp::Lt, most, other) {
            Atom::Const(PrimValue::Bool(false)) => product,
            Atom::Const(PrimValue::Bool(true)) => Atom::i64(i64::MAX),
            beyond => {
                let number = PrimFn::Convert(PrimType::Bool, PrimType::I64);
                let beyond = self.b.prim("beyond", number, vec![beyond]);
                let largest = self.b.number(BinOp::Mul, beyond, Atom::i64(i64::MAX));
                self.b.number(BinOp::Max, product, largest)
            }
        }
    }

    fn concat(&mut self, total: Atom, arrays: &[Name]) {
        let types: Vec<Type> = arrays
            .iter()
            .map(|array| self.b.type_of((*array).into()))
            .collect();
        let Some((first, others)) = types.split_first() else {
            return;
        };
        for ty in others {
            for (one, other) in first.dims().iter().zip(ty.dims()).skip(1) {
                if one != other {
                    let holds = self.compare(BinOp::Eq, size(one), size(other));
                    self.assert((&CORE_E_CONCAT, "shape", "rows of different shapes"), holds, &[]);
                }
            }
        }
        let rows = types.iter().filter_map(|ty| ty.dims().first().map(size));
        let rows: Vec<Atom> = rows.collect();
        let count = rows
            .into_iter()
            .fold(Atom::i64(0), |sum, rows| self.sum(sum, rows));
        let text = "arrays of {} rows together, which should be {}";
        self.equal((&CORE_E_CONCAT, "total", text), count, total);
    }

    /// No dimension of a space is negative, unless one further out is 0.
    fn space(&mut self, it: &Segmented) {
        let zero = Atom::i64(0);
        let mut ended = Atom::FALSE;
        for (k, size) in it.space.iter().enumerate() {
            if !self.is_natural(*size) {
                let natural = self.compare(BinOp::Ge, *size, zero);
                let holds = self.or(ended, natural);
                let says = (&CORE_E_WIDTH, "size", "a combinator of {} elements");
                self.assert(says, holds, &[*size]);
            }
            if k + 1 < it.space.len() {
                let none = self.compare(BinOp::Eq, *size, zero);
                ended = self.or(ended, none);
            }
        }
    }

    /// Whether a size is known not to be negative.
    fn is_natural(&self, size: Atom) -> bool {
        is_natural(size) || size.name().is_some_and(|name| self.natural.contains(&name))
    }

    fn natural(&mut self, says: Says, count: Atom) {
        if !self.is_natural(count) {
            let holds = self.compare(BinOp::Ge, count, Atom::i64(0));
            self.assert(says, holds, &[count]);
        }
    }

    fn equal(&mut self, says: Says, one: Atom, other: Atom) {
        if one != other {
            let holds = self.compare(BinOp::Eq, one, other);
            self.assert(says, holds, &[one, other]);
        }
    }

    fn within(&mut self, says: Says, index: Atom, side: Atom) {
        let holds = self.inside(index, side);
        self.assert(says, holds, &[index, side]);
    }

    fn inside(&mut self, index: Atom, side: Atom) -> Atom {
        let low = self.compare(BinOp::Ge, index, Atom::i64(0));
        let high = self.compare(BinOp::Lt, index, side);
        self.and(low, high)
    }

    fn compare(&mut self, op: BinOp, one: Atom, other: Atom) -> Atom {
        if let (Some(one), Some(other)) = (one.integer(), other.integer()) {
            let holds = match op {
                BinOp::Eq => one == other,
                BinOp::Lt => one < other,
                BinOp::Le => one <= other,
                _ => one >= other,
            };
            return Atom::Const(PrimValue::Bool(holds));
        }
        self.b.compare("holds", op, one, other)
    }

    fn and(&mut self, one: Atom, other: Atom) -> Atom {
        self.logic(BinOp::And, true, one, other)
    }

    fn or(&mut self, one: Atom, other: Atom) -> Atom {
        self.logic(BinOp::Or, false, one, other)
    }

    /// An operator of truth values with its neutral one; the other one decides.
    fn logic(&mut self, op: BinOp, neutral: bool, one: Atom, other: Atom) -> Atom {
        match (one, other) {
            (Atom::Const(PrimValue::Bool(known)), rest) | (rest, Atom::Const(PrimValue::Bool(known))) => {
                match known == neutral {
                    true => rest,
                    false => Atom::Const(PrimValue::Bool(known)),
                }
            }
            _ => self.b.logic("holds", op, one, other),
        }
    }

    /// An assertion that says what the statement would have said; none of what holds.
    fn assert(&mut self, (rule, premise, text): Says, holds: Atom, numbers: &[Atom]) {
        if holds == Atom::TRUE {
            return;
        }
        let own = self.sites.get(self.b.at).clone();
        let site = self.sites.add(Site {
            blamed: own.blamed.or(Some(rule.blamed(premise))),
            message: own.message.or(Some(Message::new(text))),
            ..own
        });
        let sure = self.b.under(site, |b| b.assert(holds, numbers.to_vec()));
        self.sure.push(sure);
    }
}

/// Two atoms of which the first is a constant if one of them is.
fn known_first(one: Atom, other: Atom) -> (Atom, Atom) {
    match other.integer() {
        Some(_) => (other, one),
        None => (one, other),
    }
}

/// The size of a dimension of a sized program.
fn size(dim: &Dim) -> Atom {
    dim.size().unwrap_or(Atom::i64(0))
}
