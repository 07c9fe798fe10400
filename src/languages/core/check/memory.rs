//! Where arrays lie, of programs in placed form (CORE-M-*).
//!
//! What is said of each array that the host binds is compared with what its statement asks.  Where views lie follows from where their arrays do, so whether
//! two elements of an array can be one is known of each place on the way.  Arrays of items have no places, but may have rooms (CORE-M-ROOM).
//!
//! | file | what |
//! | --- | --- |
//! | `memory/alive.rs` | no block is used behind its release |

mod alive;

use super::{Checker, Judged};
use crate::analyses::calls::executed_by_host;
use crate::memory::{Lying, Place, Spot, Terms, seen};
use crate::names::{FunName, Name};
use crate::rules::memory::{CORE_M_APART, CORE_M_PLACE, CORE_M_ROOM, CORE_M_WHOLE};
use crate::tree::{Atom, Binder, Body, Definition, Exp, Form, Loop, Program, Stm, Type};
use crate::walk::{Fold, fold};
use elder_sizes::Nat;
use elder_syntax::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

/// All definitions, if the program is placed.
pub(super) fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    if program.memory.is_empty() {
        return Ok(());
    }
    let mut placing = Placing {
        checker: Checker::new(program),
        terms: program.memory.terms.clone(),
        places: FxHashMap::default(),
        known: FxHashSet::default(),
        order: Vec::new(),
    };
    let hosts = executed_by_host(program);
    for (number, function) in program.functions.iter().enumerate() {
        match hosts.contains(&FunName(number as u32)) {
            true => placing.definition(function),
            false => fold::definition(&mut placing, function),
        }
    }
    for entry in &program.entries {
        placing.definition(entry);
    }
    placing.checker.done()?;
    alive::program(program)
}

struct Placing<'p> {
    checker: Checker<'p>,
    /// The numbers of names: those of the program's places, and of the operands that are met.
    terms: Terms,
    /// Where the arrays lie that are in scope.
    places: FxHashMap<Name, Place<Name>>,
    /// What the host has bound that is in scope.
    known: FxHashSet<Name>,
    /// The same in the order in which it was bound.
    order: Vec<Name>,
}

impl Placing<'_> {
    /// An operand as a number of elements.
    fn number(&mut self, atom: Atom) -> Judged<Nat> {
        let number = self.terms.number(&self.checker.program.names, atom);
        // The types of operands were judged.
        Ok(number.unwrap_or_else(Nat::overflow))
    }

    fn note(&mut self, judged: Judged) {
        self.checker.note(judged);
    }

    fn definition(&mut self, definition: &Definition) {
        self.checker.at = definition.at;
        self.binds(definition.sizes.iter().copied());
        self.binds(definition.params.iter().map(|param| param.binder.name));
        for param in &definition.params {
            let judged = self.received(&param.binder);
            self.note(judged);
        }
        self.body(&definition.body);
        self.forget(0);
        self.handed(&definition.body.results);
    }

    fn body(&mut self, body: &Body) {
        elder_syntax::effort::deeper(|| {
            let outer = self.order.len();
            for stm in &body.stms {
                let around = std::mem::replace(&mut self.checker.at, stm.at);
                self.stm(stm);
                self.binds(stm.pat.names());
                self.checker.at = around;
            }
            self.forget(outer);
        });
    }

    /// The host binds these.
    fn binds(&mut self, names: impl Iterator<Item = Name>) {
        for name in names {
            self.known.insert(name);
            self.order.push(name);
        }
    }

    /// What was bound since there were so many is not in scope any more.
    fn forget(&mut self, outer: usize) {
        for name in self.order.drain(outer.min(self.order.len())..) {
            self.known.remove(&name);
        }
    }

    fn stm(&mut self, stm: &Stm) {
        elder_syntax::effort::step();
        match &stm.exp {
            Exp::If { then, otherwise, .. } => {
                for branch in [then, otherwise] {
                    self.body(branch);
                    self.handed(&branch.results);
                }
            }
            Exp::Loop(it) => self.repetition(it),
            Exp::Call { arguments, .. } => self.handed(arguments),
            Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } => self.consumed(*array),
            Exp::WithAcc { updates, function } => {
                for update in updates {
                    for array in &update.arrays {
                        self.consumed(*array);
                    }
                    update
                        .operator
                        .iter()
                        .for_each(|operator| self.operator(operator));
                }
                self.body(&function.body);
                self.handed(function.body.results.get(updates.len()..).unwrap_or_default());
            }
            // What others execute has no places.
            exp => fold::exp(self, exp),
        }
        for (number, value) in stm.pat.values.iter().enumerate() {
            let judged = self.bound_to(&stm.exp, number, value);
            self.note(judged);
        }
    }

    fn repetition(&mut self, it: &Loop) {
        let first: Vec<Atom> = it.params.iter().map(|(_, first)| *first).collect();
        self.handed(&first);
        for (param, _) in &it.params {
            let judged = self.received(&param.binder);
            self.note(judged);
        }
        let outer = self.order.len();
        self.binds(it.sizes.iter().map(|(size, _)| *size));
        self.binds(it.params.iter().map(|(param, _)| param.binder.name));
        if let Form::For { index, .. } = &it.form {
            self.binds([*index].into_iter());
        }
        self.body(&it.body);
        self.forget(outer);
        self.handed(&it.body.results);
    }

    /// CORE-M-PLACE: where an array lies that an expression gives.
    fn bound_to(&mut self, exp: &Exp, number: usize, binder: &Binder) -> Judged {
        let lying = Lying::of(exp, number);
        if lying == Lying::Received {
            return self.received(binder);
        }
        let Some((spot, dims)) = self.said(binder)? else {
            return Ok(());
        };
        let (wanted, premise) = match lying {
            Lying::Made | Lying::Received => (Place::whole(binder.name, dims.clone()), "made"),
            Lying::Updated(array) => match self.places.get(&array) {
                Some(place) => (place.clone(), "updated"),
                None => return Ok(()),
            },
            Lying::View(array) => {
                let Some(place) = self.places.get(&array).cloned() else {
                    return Ok(());
                };
                let seen = seen(exp, &place, dims.clone(), &mut |atom| self.number(atom))?;
                match seen {
                    Some(seen) => (seen, "view"),
                    None => {
                        let text = self.checker.name_text(array);
                        let message =
                            format!("{text} is regrouped, but its elements do not lie one after the other");
                        return self.checker.refuse(&CORE_M_PLACE, "view", message);
                    }
                }
            }
        };
        let apart = wanted.apart;
        let agrees = spot.agrees(&Spot::from(wanted), &dims);
        self.places.insert(binder.name, spot.place(dims, apart));
        self.checker.require(agrees, &CORE_M_PLACE, premise, || {
            let text = self.checker.name_text(binder.name);
            format!("{text} does not lie where its statement puts it")
        })
    }

    /// CORE-M-WHOLE: a parameter, or what a branch, a loop or a call gives.
    fn received(&mut self, binder: &Binder) -> Judged {
        let Some((spot, dims)) = self.said(binder)? else {
            return Ok(());
        };
        CORE_M_WHOLE.apply();
        let is_whole = spot.block == binder.name && spot.is_whole(&dims);
        self.places.insert(binder.name, spot.place(dims, true));
        self.checker.require(is_whole, &CORE_M_WHOLE, "received", || {
            let text = self.checker.name_text(binder.name);
            format!("{text} is received, and is not the whole of a block of its own")
        })
    }

    /// CORE-M-PLACE: what is said of an array, with its sizes; `None` of what is no array.
    fn said(&mut self, binder: &Binder) -> Judged<Option<(Spot, Vec<Nat>)>> {
        let program = self.checker.program;
        let spot = program.memory.spot(binder.name);
        let is_room = program.memory.room(binder.name).is_some();
        self.checker.require(!is_room, &CORE_M_ROOM, "item", || {
            format!(
                "the host binds {}, which has a room",
                self.checker.name_text(binder.name)
            )
        })?;
        if !matches!(binder.ty, Type::Array { .. }) {
            return self.unplaced(binder).map(|()| None);
        }
        CORE_M_PLACE.apply();
        let Some(spot) = spot else {
            let message = format!("{} has no place", self.checker.name_text(binder.name));
            return self.checker.refuse(&CORE_M_PLACE, "one", message);
        };
        let dims = self.terms.dims(&program.names, &binder.ty);
        match dims.filter(|dims| dims.len() == spot.strides.len()) {
            Some(dims) => Ok(Some((spot.clone(), dims))),
            None => {
                let (text, count) = (self.checker.name_text(binder.name), spot.strides.len());
                let message = format!("{text} has {} dimensions and {count} strides", binder.ty.rank());
                self.checker.refuse(&CORE_M_PLACE, "strides", message)
            }
        }
    }

    /// CORE-M-PLACE: something that the host does not bind, or that is no array.
    fn unplaced(&self, binder: &Binder) -> Judged {
        let is_placed = self.checker.program.memory.spot(binder.name).is_some();
        self.checker.require(!is_placed, &CORE_M_PLACE, "one", || {
            format!(
                "{} is no array of the host, but has a place",
                self.checker.name_text(binder.name)
            )
        })
    }

    /// CORE-M-WHOLE: operands that are handed on.
    fn handed(&mut self, atoms: &[Atom]) {
        for name in atoms.iter().filter_map(|atom| atom.name()) {
            let is_whole = self.places.get(&name).is_none_or(Place::is_whole);
            let judged = self.checker.require(is_whole, &CORE_M_WHOLE, "handed", || {
                format!(
                    "{} is handed on, and is not the whole of its block",
                    self.checker.name_text(name)
                )
            });
            self.note(judged);
        }
    }

    /// CORE-M-APART: an array that is consumed.
    fn consumed(&mut self, array: Name) {
        CORE_M_APART.apply();
        let apart = self.places.get(&array).is_none_or(|place| place.apart);
        let judged = self.checker.require(apart, &CORE_M_APART, "apart", || {
            format!(
                "two elements of {} may be one, and it is consumed",
                self.checker.name_text(array)
            )
        });
        self.note(judged);
    }

    /// CORE-M-ROOM: something that an item binds.
    fn room(&self, binder: &Binder) -> Judged {
        let program = self.checker.program;
        let Some(room) = program.memory.room(binder.name) else {
            return Ok(());
        };
        CORE_M_ROOM.apply();
        let is_array = matches!(binder.ty, Type::Array { .. });
        self.checker.require(is_array, &CORE_M_ROOM, "item", || {
            format!(
                "{} is no array, but has a room",
                self.checker.name_text(binder.name)
            )
        })?;
        let is_known = room.name().is_none_or(|name| self.known.contains(&name));
        let is_number = program.names.types().atom(room) == Type::SIZE;
        self.checker
            .require(is_known && is_number, &CORE_M_ROOM, "host", || {
                format!(
                    "the room of {} is no number of the host's",
                    self.checker.name_text(binder.name)
                )
            })
    }
}

/// Over what items execute.
impl Fold for Placing<'_> {
    fn binder(&mut self, binder: &Binder) {
        for judged in [self.unplaced(binder), self.room(binder)] {
            self.note(judged);
        }
    }
}
