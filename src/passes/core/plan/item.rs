//! What an item executes, as a command of DPIA (CORE-K-ITEM).
//!
//! Statements become *pieces* in their order: a name for a number, a cell, a command, a guard.  [`close`] makes the command that the pieces are together, each
//! around what follows it.  Scalars are expressions; what is read of a cell is kept in a cell of its own, since a named expression must not read what is
//! written behind it (DPIA-X-LET).  An array that the item makes is a private cell, flat, of its room or of a size that is known before the launch; views of it
//! are [places](Place).  An update writes to the cell, so a loop or a branch that gives back the array that it was handed gives its cell and copies nothing.

mod arrays;
mod control;
mod folds;
mod statements;
mod terms;

use super::entry::{Known, Outer, Parameters, Size};
use super::place::{Place, no_number, volume};
use super::{Made, malformed, refused};
use elder_core::names::{FunName, Name};
use elder_core::rules::plan::{
    CORE_K_CALL, CORE_K_CHECK, CORE_K_CONST, CORE_K_HOST, CORE_K_ITEM, CORE_K_PRIM,
};
use elder_core::tree::{
    Atom, Binder, Body, Cut, Dim, Exp as Core, Form, Loop, Operator, Pat, Program, Stm, Type,
};
use elder_dpia::ast::make::Make;
use elder_dpia::ast::{Exp, ExpKind};
use elder_dpia::{AddressSpace, UpdateOp};
use elder_kernel::host::{Operand, Site};
use elder_kernel::rules::host::KER_H_LIMIT;
use elder_sizes::{Nat, NatExpression};
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Span, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A block as an entry names it.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// It is read only.
    Read(String),
    /// It is a cell.
    Cell(String),
    /// Items update it together by this operation.
    Shared(String, UpdateOp),
    /// Component k of so many of an operand of this name.
    Operand(String, usize, usize),
}

/// An array of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// It lies somewhere.
    At(Place<Block>),
    /// The numbers from 0.
    Iota(Nat),
}

impl Array {
    /// Its sizes.
    pub fn dims(&self) -> Vec<Nat> {
        match self {
            Array::At(place) => place.dims.clone(),
            Array::Iota(count) => vec![count.clone()],
        }
    }
}

/// Where an accumulator adds.
#[derive(Debug)]
pub struct Accumulation<'h> {
    /// The sizes that indexes go into.
    pub space: Vec<Nat>,
    /// From which number on, if not from the first, the only index is the item's to add at.
    pub from: Option<Nat>,
    /// The arrays.
    pub arrays: Vec<(Place<Block>, PrimType)>,
    /// What combines.
    pub operator: Option<&'h Operator>,
}

/// What a name stands for in an item.
#[derive(Clone, Debug)]
pub enum Local<'h> {
    /// A scalar.
    Scalar(Exp),
    /// An array.
    Array(Array, PrimType),
    /// An accumulator.
    Acc(Rc<Accumulation<'h>>),
    /// That something was asserted.
    Cert,
}

/// What there is at a place, whose indexes it is handed.
pub type Element<'a, 'h, 'o> = dyn FnMut(&mut Items<'h, 'o>, &[Exp]) -> Made<Vec<Local<'h>>> + 'a;

/// What is done behind a round of a fold: it is handed the number of the round and what there is by then.
pub type Then<'a, 'h, 'o> = dyn FnMut(&mut Items<'h, 'o>, &Nat, &[Local<'h>]) -> Made<()> + 'a;

/// A part of a command, around what follows it.
pub enum Piece {
    /// A name for a number.
    Let(String, PrimType, Exp),
    /// A private cell: its size, if it is an array.
    Cell(String, PrimType, Option<Size>),
    /// A command.
    Do(Exp),
    /// What follows is executed only if this holds.
    Guard(Exp, Vec<Exp>, Site),
    /// A size that only the item knows.
    Size(String, Exp),
}

/// The command that pieces are together.
pub fn close(make: Make, pieces: Vec<Piece>) -> Exp {
    let mut rest: Option<Exp> = None;
    for piece in pieces.into_iter().rev() {
        let behind = |rest: Option<Exp>| rest.unwrap_or_else(|| make.skip());
        rest = Some(match piece {
            Piece::Let(name, ty, value) => {
                make.bind(&name, make.read(make.number_type(ty)), value, behind(rest))
            }
            Piece::Cell(name, ty, size) => {
                let element = make.number_type(ty);
                let data = match size {
                    Some(size) => make.array(size.ty(make), element),
                    None => element,
                };
                make.cell(AddressSpace::Private, data, &name, behind(rest))
            }
            Piece::Do(command) => match rest {
                Some(rest) => make.then(command, rest),
                None => command,
            },
            Piece::Size(name, value) => make.size(&name, value, behind(rest)),
            Piece::Guard(holds, numbers, site) => super::guard::guard(holds, numbers, site, behind(rest)),
        });
    }
    rest.unwrap_or_else(|| make.skip())
}

/// Where elements are put.
pub enum Sink<'s> {
    /// Into a cell.
    Cell(&'s Place<Block>),
    /// Into an acceptor of a flat array.
    Acceptor(&'s Exp),
}

/// An item in the making.
pub struct Items<'h, 'o> {
    /// The program.
    pub program: &'h Program,
    /// What is known of the host.
    pub outer: Outer<'o>,
    /// The parameters of the entry.
    pub parameters: Parameters,
    /// What the names of the item stand for.
    pub env: FxHashMap<Name, Local<'h>>,
    /// What variables of terms stand for, of the item.
    pub local: FxHashMap<Variable, Exp>,
    /// What has been made of the body so far.
    pub out: Vec<Piece>,
    /// The place in the source.
    pub make: Make,
    /// Functions whose bodies we are in.
    pub calls: Vec<FunName>,
    /// How many elements arrays of so many have at most, of those that have rooms.
    rooms: Vec<(Nat, Nat)>,
    /// Blank arrays of which no element is read before a loop has written it.
    overwritten: FxHashSet<Name>,
    /// The indexes of loops and of places.
    counted: FxHashSet<String>,
    /// Those for which variables of terms stand.
    indexes: FxHashMap<Variable, String>,
}

impl<'h, 'o> Items<'h, 'o> {
    /// Nothing yet.
    pub fn new(program: &'h Program, outer: Outer<'o>, span: Span) -> Items<'h, 'o> {
        Items {
            program,
            outer,
            parameters: Parameters::default(),
            env: FxHashMap::default(),
            local: FxHashMap::default(),
            out: Vec::new(),
            make: Make(span),
            calls: Vec::new(),
            rooms: Vec::new(),
            overwritten: FxHashSet::default(),
            counted: FxHashSet::default(),
            indexes: FxHashMap::default(),
        }
    }

    /// What a name is called.
    pub fn text(&self, name: Name) -> String {
        self.program.names.text(name).to_string()
    }

    fn span(&self) -> Span {
        self.make.0
    }

    /// What an operand stands for.
    fn local(&mut self, atom: Atom) -> Made<Local<'h>> {
        let Atom::Var(name) = atom else {
            return Ok(Local::Scalar(self.scalar(atom)?));
        };
        if let Some(local) = self.env.get(&name) {
            return Ok(local.clone());
        }
        match self.outer.known.get(&name) {
            Some(Known::Scalar(..)) => Ok(Local::Scalar(self.scalar(atom)?)),
            Some(Known::Array(..)) => {
                let (array, element) = self.array(name)?;
                Ok(Local::Array(array, element))
            }
            // Only certificates of the host are left.
            None => Ok(Local::Cert),
        }
    }

    /// A name stands for this from here on.
    pub fn set(&mut self, name: Name, local: Local<'h>) {
        if let Local::Scalar(value) = &local
            && self.program.names.types().variable(name) == Type::SIZE
        {
            // What a term says of it is found again by its variable.
            let text = self.text(name);
            match value.kind {
                ExpKind::Number(elder_dpia::ast::Number::Int(n, _)) => match i64::try_from(n) {
                    Ok(n) => self.outer.numbers.be(name, Nat::lit(n)),
                    Err(_) => self.stands(name, &text, value.clone()),
                },
                _ => self.stands(name, &text, value.clone()),
            }
        }
        self.env.insert(name, local);
    }

    fn stands(&mut self, name: Name, text: &str, value: Exp) {
        let variable = self.outer.numbers.bind(name, text);
        self.noted(variable, value);
    }

    /// A scalar is bound to an expression that nothing behind it changes.
    fn bind(&mut self, binder: &Binder, value: Exp) -> Made<()> {
        let is_short = matches!(
            value.kind,
            ExpKind::Var(_) | ExpKind::Number(_) | ExpKind::Bool(_) | ExpKind::Field(..)
        );
        let value = match is_short {
            true => value,
            false => {
                let ty = self.prim(&binder.ty)?;
                let text = self.text(binder.name);
                let text = self.parameters.called(&text);
                self.out.push(Piece::Let(text.clone(), ty, value));
                self.make.var(&text)
            }
        };
        self.set(binder.name, Local::Scalar(value));
        Ok(())
    }

    fn prim(&self, ty: &Type) -> Made<PrimType> {
        match ty {
            Type::Prim(ty) => Ok(*ty),
            _ => no_number(self.span()),
        }
    }

    /// A new private cell for a scalar, and what is read of it.
    fn cell(&mut self, text: &str, ty: PrimType) -> (Exp, Exp) {
        let text = self.parameters.called(text);
        self.out.push(Piece::Cell(text.clone(), ty, None));
        self.halves(&text)
    }

    /// Where a cell is written, and what is read of it.
    fn halves(&self, text: &str) -> (Exp, Exp) {
        let cell = || self.make.var(text);
        (self.make.field(cell(), "wr"), self.make.field(cell(), "rd"))
    }

    /// A command behind what was made so far.
    pub fn push(&mut self, command: Exp) {
        self.out.push(Piece::Do(command));
    }

    /// A scalar is bound to what an expression is now: what it reads may be written behind it.
    fn keep(&mut self, binder: &Binder, value: Exp) -> Made<()> {
        let ty = self.prim(&binder.ty)?;
        let text = self.text(binder.name);
        let (write, read) = self.cell(&text, ty);
        let command = self.make.assign(write, value);
        self.push(command);
        self.set(binder.name, Local::Scalar(read));
        Ok(())
    }

    /// Something that the checker excludes.
    pub(super) fn malformed<T>(&self, message: &str) -> Made<T> {
        malformed(self.span(), message)
    }
}

/// Component `k` of a tuple of `count`; one alone is no tuple.
pub fn component(make: Make, of: Exp, k: usize, count: usize) -> Exp {
    match count {
        1 => of,
        _ => make.field(of, &(k + 1).to_string()),
    }
}
