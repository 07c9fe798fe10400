//! Which parameters of combinators' functions these functions consume.
//!
//! [`Aliases`] says whether anything that shares with a name is consumed anywhere.  Where the function of a combinator is put into another place, what
//! matters is whether the function itself does it: then what it is handed has to be its own.

use super::aliases::Aliases;
use crate::names::{FunName, Name};
use crate::tree::{Binder, Body, Exp, Lambda, Program, Soac, Stm};
use crate::walk::{Fold, fold};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// What is consumed in a program.
pub struct Consumed {
    aliases: Aliases,
    /// Parameters that their own functions consume.
    within: FxHashSet<Name>,
    /// Names that were made since then, and what they are copies of.
    copies: RefCell<FxHashMap<Name, Name>>,
}

impl Consumed {
    /// Of all functions of combinators of a program.
    pub fn of(program: &Program) -> Consumed {
        let mut find = Find {
            program,
            aliases: Aliases::of(program),
            within: FxHashSet::default(),
        };
        fold::program(&mut find, program);
        Consumed {
            aliases: find.aliases,
            within: find.within,
            copies: RefCell::default(),
        }
    }

    /// A body is a copy of another one, by names of its own.
    pub fn copied(&self, body: &Body, copy: &Body) {
        let bound = |body: &Body| {
            let mut bound = Bound::default();
            bound.body(body);
            bound.0
        };
        let own = bound(body).into_iter().map(|name| self.original(name));
        let pairs: Vec<(Name, Name)> = bound(copy).into_iter().zip(own).collect();
        self.copies.borrow_mut().extend(pairs);
    }

    /// A name that was made since then shares with another one.
    pub fn stands(&self, name: Name, other: Name) {
        let other = self.original(other);
        self.copies.borrow_mut().insert(name, other);
    }

    fn original(&self, name: Name) -> Name {
        self.copies.borrow().get(&name).copied().unwrap_or(name)
    }

    /// Whether the function consumes this parameter of its own; of a name made since then it may.
    fn within(&self, param: Name) -> bool {
        let param = self.original(param);
        self.within.contains(&param) || self.aliases.class(param).is_none()
    }

    /// Whether a parameter is an array that its function consumes.
    pub fn array(&self, param: &Binder) -> bool {
        param.ty.rank() > 0 && self.within(param.name)
    }

    /// Whether statements consume an array that may share memory with this one, or may do so by what they call.
    pub fn by(&self, stms: &[Stm], name: Name) -> bool {
        let Some(class) = self.aliases.class(self.original(name)) else {
            return true;
        };
        let mut events = Events {
            program: None,
            names: Vec::new(),
        };
        for stm in stms {
            events.stm(stm);
        }
        let mut classes = events
            .names
            .iter()
            .map(|name| self.aliases.class(self.original(*name)));
        classes.any(|consumed| consumed.is_none_or(|consumed| consumed == class))
    }

    /// Whether something that may share memory with this name is consumed anywhere; of a name made since then it may be.
    pub fn anywhere(&self, name: Name) -> bool {
        self.aliases.is_consumed(self.original(name))
    }
}

/// What a body binds, in the order in which it does.
#[derive(Default)]
struct Bound(Vec<Name>);

impl Fold for Bound {
    fn bound(&mut self, name: &Name) {
        self.0.push(*name);
    }
}

struct Find<'p> {
    program: &'p Program,
    aliases: Aliases,
    within: FxHashSet<Name>,
}

impl Fold for Find<'_> {
    fn lambda(&mut self, lambda: &Lambda) {
        if lambda.params.iter().all(|param| param.ty.rank() == 0) {
            return fold::lambda(self, lambda);
        }
        let mut events = Events {
            program: Some(self.program),
            names: Vec::new(),
        };
        events.body(&lambda.body);
        let classes = events.names.iter().filter_map(|name| self.aliases.class(*name));
        let classes: FxHashSet<usize> = classes.collect();
        let consumed = |name: &Name| {
            self.aliases
                .class(*name)
                .is_some_and(|class| classes.contains(&class))
        };
        let params = lambda.params.iter().map(|param| param.name);
        self.within.extend(params.filter(consumed).collect::<Vec<_>>());
        fold::lambda(self, lambda);
    }
}

/// What the statements of a body consume, those within them too.
struct Events<'p> {
    /// If none is known, a call consumes all that it is handed.
    program: Option<&'p Program>,
    names: Vec<Name>,
}

impl Events<'_> {
    fn unique(&self, function: FunName, arguments: usize) -> Vec<bool> {
        match self.program {
            Some(program) => {
                let called = program.function(function);
                let params = called.into_iter().flat_map(|called| &called.params);
                params.map(|param| param.unique).collect()
            }
            None => vec![true; arguments],
        }
    }
}

impl Fold for Events<'_> {
    fn stm(&mut self, stm: &Stm) {
        match &stm.exp {
            Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } => self.names.push(*array),
            Exp::Call { function, arguments } => {
                let unique = self.unique(*function, arguments.len());
                let handed = arguments.iter().zip(unique).filter(|(_, unique)| *unique);
                self.names.extend(handed.filter_map(|(atom, _)| atom.name()));
            }
            Exp::Loop(it) => {
                let unique = it.params.iter().filter(|(param, _)| param.unique);
                self.names.extend(unique.filter_map(|(_, first)| first.name()));
            }
            Exp::Soac { soac, .. } => match &**soac {
                Soac::Scatter { into, .. } => self.names.extend(into.iter().map(|target| target.array)),
                Soac::Hist { into, .. } => {
                    let targets = into.iter().flat_map(|(targets, _)| targets);
                    self.names.extend(targets.map(|target| target.array));
                }
                _ => {}
            },
            Exp::WithAcc { updates, .. } => {
                self.names
                    .extend(updates.iter().flat_map(|update| &update.arrays));
            }
            _ => {}
        }
        fold::stm(self, stm);
    }
}
