//! Programs that are legal but for one change, made at any place: another variable or constant, another type, operands that are exchanged, a statement
//! that is missing, a star.
//!
//! Nobody says whether such a program is legal.  If the checker accepts it, its run ends as runs of legal programs do, and so after each pass.

use super::numbers::number;
use super::{Case, legal};
use crate::Choices;
use elder_core::names::{Name, Names, note};
use elder_core::tree::{
    Atom, Body, Cut, Dim, Exp, Ext, Form, Given, Lambda, Level, Loop, Operator, Param, Program, Screma, Soac,
    Type,
};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::prim::PrimType;

/// A legal program after one change, or two.
pub fn mutant(c: &mut Choices) -> Case {
    let mut case = c.part(legal);
    for _ in 0..1 + c.below(5) / 4 {
        c.part(|c| change(c, &mut case.program));
    }
    Case {
        is_bold: true,
        ..case
    }
}

fn change(c: &mut Choices, program: &mut Program) {
    if c.one_in(8) {
        return star(c, program);
    }
    note(program);
    let names = program.names.clone();
    let mut count = Change {
        c: &mut *c,
        names: &names,
        scope: vec![],
        places: 0,
        at: None,
    };
    count.program(&mut program.clone());
    let places = count.places;
    let at = c.below(places);
    let mut change = Change {
        c,
        names: &names,
        scope: vec![],
        places: 0,
        at: Some(at),
    };
    change.program(program);
}

/// A parameter or a result gets a star, or loses it.
fn star(c: &mut Choices, program: &mut Program) {
    let params = program
        .functions
        .iter_mut()
        .map(|f| (&mut f.params, &mut f.results));
    let entries = program
        .entries
        .iter_mut()
        .map(|e| (&mut e.params, &mut e.results));
    let mut stars: Vec<&mut bool> = Vec::new();
    for (params, results) in params.chain(entries) {
        stars.extend(params.iter_mut().map(|Param { unique, .. }| unique));
        stars.extend(results.given.iter_mut().map(|Given { unique, .. }| unique));
    }
    let at = c.below(stars.len());
    if let Some(star) = stars.get_mut(at) {
        **star = !**star;
    }
}

/// Counts places, and changes what is at one of them.
struct Change<'c, 't> {
    c: &'c mut Choices,
    names: &'t Names,
    /// What is in scope.
    scope: Vec<Name>,
    /// How many places there were.
    places: usize,
    /// Which of them.
    at: Option<usize>,
}

impl Change<'_, '_> {
    fn program(&mut self, program: &mut Program) {
        for function in &mut program.functions {
            self.inside(|change| rewrite::definition(change, function));
        }
        for entry in &mut program.entries {
            self.inside(|change| rewrite::definition(change, entry));
        }
    }

    /// Whether this is the place.
    fn here(&mut self) -> bool {
        self.places += 1;
        self.at == Some(self.places - 1)
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.scope.len();
        visit(self);
        self.scope.truncate(outside);
    }

    /// Another variable in scope: of the same element type and as many dimensions, mostly.  Seldom any of the program, in scope or not.
    fn other(&mut self, name: Name) -> Name {
        if self.c.one_in(12) {
            let all: Vec<Name> = self
                .names
                .all()
                .filter(|name| self.names.ty(*name).is_some())
                .collect();
            return self.c.pick(&all).copied().unwrap_or(name);
        }
        let kind = |name: Name| self.names.ty(name).map(|ty| (ty.rank(), ty.element()));
        let alike = self.c.below(4) > 0;
        let fits = |other: &&Name| **other != name && (!alike || kind(**other) == kind(name));
        let others: Vec<Name> = self.scope.iter().filter(fits).copied().collect();
        self.c.pick(&others).copied().unwrap_or(name)
    }

    /// Another size: a constant or a variable.
    fn size(&mut self) -> Atom {
        let is_size = |name: &&Name| self.names.ty(**name) == Some(&Type::SIZE);
        let sizes: Vec<Name> = self.scope.iter().filter(is_size).copied().collect();
        match self.c.below(3) {
            0 => Atom::i64(self.c.below(5) as i64),
            _ => self.c.pick(&sizes).map_or(Atom::i64(2), |name| Atom::Var(*name)),
        }
    }

    fn element(&mut self) -> PrimType {
        self.c.pick(PrimType::ALL).copied().unwrap_or(PrimType::I64)
    }

    /// Operands of an expression are exchanged, one is missing or stands twice; what is no operand is another one.
    fn expression(&mut self, exp: &mut Exp) {
        match exp {
            Exp::Prim(_, operands)
            | Exp::Index { at: operands, .. }
            | Exp::Reshape { dims: operands, .. }
            | Exp::Coerce { dims: operands, .. }
            | Exp::Literal {
                elements: operands, ..
            }
            | Exp::AccUpdate { values: operands, .. }
            | Exp::Call {
                arguments: operands, ..
            } => self.list(operands),
            Exp::Slice { at, .. } | Exp::Update { at, .. } => {
                self.list(at);
                let size = self.size();
                let all = at.iter_mut();
                for cut in all {
                    match cut {
                        Cut::At(at) if self.c.one_in(3) => *at = size,
                        Cut::Section { count, .. } if self.c.one_in(3) => *count = size,
                        _ => {}
                    }
                }
            }
            Exp::FlatIndex { dims, .. } | Exp::FlatUpdate { dims, .. } => self.list(dims),
            Exp::Rearrange { order, .. } => self.list(order),
            Exp::Concat { arrays, .. } => self.list(arrays),
            Exp::Size { dimension, .. } => *dimension += 1,
            Exp::If { then, otherwise, .. } => std::mem::swap(then, otherwise),
            Exp::Loop(it) => self.repetition(it),
            Exp::Soac { inputs, soac, .. } => match self.c.below(2) {
                0 => self.list(inputs),
                _ => self.combinator(soac),
            },
            Exp::Segmented(it) => match self.c.below(3) {
                0 => self.list(&mut it.space),
                1 => it.level = Level::Local,
                _ => self.parts(&mut it.screma),
            },
            Exp::WithAcc { updates, function } => match self.c.below(3) {
                0 => self.list(updates),
                1 => self.list(&mut function.body.results),
                _ => updates.iter_mut().for_each(|update| update.operator = None),
            },
            Exp::Tuned(tuned) => tuned.default = tuned.default.map(|default| default - 1),
            Exp::Atom(_) | Exp::Opaque(_) | Exp::Copy(_) | Exp::Iota(_) | Exp::Release(_) => {}
            Exp::Replicate { .. } | Exp::Blank(_) | Exp::Assert { .. } => {}
        }
    }

    fn repetition(&mut self, it: &mut Loop) {
        match self.c.below(4) {
            0 => self.list(&mut it.body.results),
            1 => {
                let at = self.c.below(it.params.len());
                if let Some((param, _)) = it.params.get_mut(at) {
                    param.unique = !param.unique;
                }
            }
            2 => self.list(&mut it.params),
            _ => match &mut it.form {
                Form::While { condition } => *condition = self.other(*condition),
                Form::For { ty, .. } => *ty = self.element(),
            },
        }
    }

    fn combinator(&mut self, soac: &mut Soac) {
        let operator = |change: &mut Self, operator: &mut Operator| match change.c.below(2) {
            0 => change.list(&mut operator.neutral),
            _ => change.list(&mut operator.function.params),
        };
        match soac {
            Soac::Screma(screma) => {
                let operators = screma.operators().count();
                match self.c.below(if operators > 0 { 2 } else { 1 }) {
                    1 => {
                        let which = self.c.below(operators);
                        if let Some(own) = screma.operators_mut().nth(which) {
                            operator(self, own);
                        }
                    }
                    _ => self.parts(screma),
                }
            }
            Soac::Filter { predicate } => self.list(&mut predicate.params),
            Soac::Scatter { function, into } => match self.c.below(2) {
                0 => self.list(into),
                _ => self.list(&mut function.body.results),
            },
            Soac::Hist { function, into } => match self.c.below(3) {
                0 => self.list(into),
                1 => self.list(&mut function.body.results),
                _ => into.iter_mut().for_each(|(_, own)| operator(self, own)),
            },
            Soac::StreamPar {
                operator: own,
                function,
            } => match self.c.below(2) {
                0 => operator(self, own),
                _ => self.list(&mut function.function.body.results),
            },
            Soac::StreamSeq { initial, .. } => self.list(initial),
        }
    }

    /// A part of what maps, reduces and scans.
    fn parts(&mut self, screma: &mut Screma) {
        match self.c.below(8) {
            4 => self.list(&mut screma.reductions),
            5 => self.list(&mut screma.scans),
            6 => screma.after = None,
            7 => match &mut screma.after {
                Some(after) => self.list(&mut after.body.results),
                None => self.list(&mut screma.function.results),
            },
            0 | 1 => self.list(&mut screma.function.results),
            _ => self.list(&mut screma.function.body.results),
        }
    }

    /// Two parts change places, one is missing, or one stands twice.
    fn list<T: Clone>(&mut self, parts: &mut Vec<T>) {
        let (one, other) = (self.c.below(parts.len()), self.c.below(parts.len()));
        if parts.is_empty() {
            return;
        }
        match self.c.below(4) {
            0 => {
                parts.remove(one);
            }
            1 => parts.insert(other, parts[one].clone()),
            2 => parts[one] = parts[other].clone(),
            _ => parts.swap(one, other),
        }
    }

    /// Another dimension of a type, another element type, a dimension more or less.
    fn typed<D: Clone>(&mut self, ty: &mut Type<D>, size: impl FnOnce(Atom) -> D) {
        match (ty, self.c.below(4)) {
            (Type::Array { dims, .. }, 0 | 1) => {
                let at = self.c.below(dims.len());
                let other = size(self.size());
                if let Some(dim) = dims.get_mut(at) {
                    *dim = other;
                }
            }
            (Type::Array { dims, .. }, 2) => dims.push(size(Atom::i64(1))),
            (Type::Array { element, .. } | Type::Prim(element), _) => *element = self.element(),
            (Type::Acc(_) | Type::Cert, _) => {}
        }
    }
}

impl Rewrite for Change<'_, '_> {
    fn bound(&mut self, name: &mut Name) {
        self.scope.push(*name);
    }

    fn used(&mut self, name: &mut Name) {
        if self.here() {
            *name = self.other(*name);
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        if self.here() {
            *atom = match (*atom, self.c.below(3)) {
                (Atom::Var(name), 0 | 1) => Atom::Var(self.other(name)),
                (Atom::Const(value), 0) => Atom::Const(number(self.c, value.prim_type())),
                (_, 1) => self.size(),
                _ => {
                    let t = self.element();
                    Atom::Const(number(self.c, t))
                }
            };
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        match self.here() {
            true => self.typed(ty, Dim::Is),
            false => rewrite::ty(self, ty),
        }
    }

    fn result(&mut self, ty: &mut Type<Ext>) {
        match self.here() {
            true => self.typed(ty, |size| Ext::Is(Dim::Is(size))),
            false => rewrite::result(self, ty),
        }
    }

    fn exp(&mut self, exp: &mut Exp) {
        if self.here() {
            self.expression(exp);
        }
        self.inside(|change| rewrite::exp(change, exp));
    }

    fn body(&mut self, body: &mut Body) {
        if self.here() {
            match self.c.below(3) {
                0 => self.list(&mut body.results),
                1 => self.list(&mut body.witnesses),
                _ => self.list(&mut body.stms),
            }
        }
        self.inside(|change| rewrite::body(change, body));
    }

    fn lambda(&mut self, lambda: &mut Lambda) {
        self.inside(|change| rewrite::lambda(change, lambda));
    }
}
