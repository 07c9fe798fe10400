//! Commands in the making: staging emits them in order, binders among them; at the end of a scope they become one phrase.

use super::inline::Assignment;
use super::value::{Scalar, literal};
use super::{Place, Staged, Stager};
use crate::dpia::make;
use elder_dpia::{
    AddressSpace, BinOp, Binder, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue,
    Side,
};
use elder_fcl::rules::translation::*;
use elder_kernel::plan::Site;
use elder_syntax::Span;

/// A command, or a binder whose scope are the items after it.
#[derive(Clone)]
pub(super) enum Item {
    /// A command.
    Command(Phrase),
    /// `new`
    Cell {
        /// Where; decided by the later passes if open.
        space: Option<AddressSpace>,
        /// The variable.
        name: Name,
        /// What it holds.
        of: DataType,
    },
    /// `let`
    Let {
        /// The variable.
        name: Name,
        /// Its type.
        of: DataType,
        /// What it is.
        value: Phrase,
    },
    /// What comes after is done only if this holds.
    Only(Phrase),
    /// `letSize name ≤ most = number`
    Size {
        /// The size.
        name: Name,
        /// The largest that it may be.
        most: Nat,
        /// The number.
        number: Phrase,
        /// Where it is tested.
        place: Span,
    },
}

/// The items as one command.
fn fold(items: Vec<Item>, space: Option<AddressSpace>, span: Span) -> Phrase {
    let mut items = items.into_iter().rev().peekable();
    let mut rest = make::skip(span);
    while let Some(item) = items.next() {
        rest = around(item, rest, space, span);
        if matches!(&*rest.node, Node::Prim(Prim::Assign { .. }, _)) {
            let mut assignment = Assignment::new(rest);
            while let Some(Item::Let { name, value, .. }) = items.peek()
                && assignment.takes(name, value)
            {
                items.next();
            }
            rest = assignment.written();
        }
    }
    rest
}

/// An item around what comes after it.
fn around(item: Item, rest: Phrase, space: Option<AddressSpace>, span: Span) -> Phrase {
    match item {
        Item::Command(c) => make::seq(c, rest),
        Item::Cell { space, name, of } => {
            if !make::mentions(&rest, &name) {
                return rest;
            }
            let scope = lambda(&name, PhraseType::var(of.clone()), rest, span);
            make::new(space, &of, scope, span)
        }
        Item::Let { name, of, value } => {
            if !make::mentions(&rest, &name) && !may_fail(&value) {
                return rest;
            }
            let ty = PhraseType::Exp(of.clone());
            if overwrites(&rest, &value) {
                // The number is kept, because what it is computed from is overwritten while it is used.
                let cell = Name::fresh(name.text());
                let variable = Phrase::var(&cell, span);
                let rest = rest.substitute(&Binder { name, ty }, &make::reads(&variable));
                let body = make::seq(make::assign(&of, make::writes(&variable), value), rest);
                let scope = lambda(&cell, PhraseType::var(of.clone()), body, span);
                return make::new(space, &of, scope, span);
            }
            let result = PhraseType::Comm;
            let scope = lambda(&name, ty, rest, span);
            Phrase::prim(Prim::Let { of, result }, vec![value, scope], span)
        }
        Item::Only(condition) => match make::is_skip(&rest) {
            true => rest,
            false => make::if_then(condition, rest, span),
        },
        Item::Size {
            name,
            most,
            number,
            place,
        } => {
            let scope = Phrase::new(Node::NatLambda(name, rest), span);
            let of = elder_dpia::PrimType::I32;
            Phrase::prim(Prim::LetSize { of, most }, vec![number, scope], place)
        }
    }
}

/// `λname. body`
pub(super) fn lambda(name: &Name, ty: PhraseType, body: Phrase, span: Span) -> Phrase {
    let binder = Binder {
        name: name.clone(),
        ty,
    };
    Phrase::new(Node::Lambda(binder, body), span)
}

/// `λi. body` for an index below `n`.
pub(super) fn index_lambda(name: &Name, n: &Nat, body: Phrase, span: Span) -> Phrase {
    lambda(name, PhraseType::Exp(DataType::Index(n.clone())), body, span)
}

/// Whether a command may write what an expression reads.
fn overwrites(command: &Phrase, value: &Phrase) -> bool {
    let mut read = rustc_hash::FxHashSet::default();
    cells_read(value, &mut read);
    !read.is_empty() && writes_any(command, &read)
}

fn cells_read(p: &Phrase, out: &mut rustc_hash::FxHashSet<Name>) {
    match &*p.node {
        Node::Proj(inner, _) => {
            if let Node::Var(x) = &*inner.node {
                out.insert(x.clone());
            }
        }
        _ => p.children().for_each(|child| cells_read(child, out)),
    }
}

/// Whether one of the variables occurs but to be read.
fn writes_any(p: &Phrase, variables: &rustc_hash::FxHashSet<Name>) -> bool {
    elder_syntax::effort::deeper(|| match &*p.node {
        Node::Var(x) => variables.contains(x),
        Node::Proj(inner, Side::Second) if matches!(&*inner.node, Node::Var(_)) => false,
        _ => p.children().any(|child| writes_any(child, variables)),
    })
}

/// Whether computing it can end in an error.
pub(super) fn may_fail(p: &Phrase) -> bool {
    let own = match &*p.node {
        Node::Prim(Prim::AsIndex { .. } | Prim::LetSize { .. }, _) => true,
        _ => operation_may_fail(p),
    };
    own || elder_syntax::effort::deeper(|| p.children().any(may_fail))
}

/// Whether it is an operation that has no value on some operands.
pub(super) fn operation_may_fail(p: &Phrase) -> bool {
    match &*p.node {
        Node::Prim(Prim::Binary { op, of }, parts) => {
            let integer = matches!(of, DataType::Num(t) if t.is_integer());
            let partial = matches!(
                op,
                BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow
            );
            integer && partial && !parts.get(1).is_some_and(is_harmless)
        }
        _ => false,
    }
}

/// Whether computing it is harmless anywhere: it reads no memory and does not fail.
pub(super) fn is_harmless_anywhere(p: &Phrase) -> bool {
    fn reads(p: &Phrase) -> bool {
        let own = matches!(&*p.node, Node::Prim(Prim::Idx { .. }, _) | Node::Proj(..));
        own || elder_syntax::effort::deeper(|| p.children().any(reads))
    }
    !may_fail(p) && !reads(p)
}

/// A divisor or exponent that is positive.
fn is_harmless(p: &Phrase) -> bool {
    matches!(&*p.node, Node::Prim(Prim::Literal { value: PrimValue::I32(i), .. }, _) if *i > 0)
}

/// Whether an expression costs nothing to write twice.
fn is_atomic(p: &Phrase) -> bool {
    match &*p.node {
        Node::Var(_) | Node::Prim(Prim::Literal { .. }, _) => true,
        Node::Prim(Prim::NatValue { value, .. }, _) => value.as_variable().is_some(),
        Node::Proj(inner, _) => matches!(&*inner.node, Node::Var(_)),
        _ => false,
    }
}

impl Stager {
    /// The items as one command of this place.
    pub(super) fn folded(&self, items: Vec<Item>, span: Span) -> Phrase {
        fold(items, self.own_space(), span)
    }

    /// Runs `inner` with a block of its own and facts of its own.
    pub(super) fn scope<T>(
        &mut self,
        inner: impl FnOnce(&mut Stager) -> Staged<T>,
    ) -> Staged<(T, Vec<Item>)> {
        let outer = std::mem::take(&mut self.block);
        let result = self.knowing(self.facts.clone(), inner);
        let items = std::mem::replace(&mut self.block, outer);
        Ok((result?, items))
    }

    /// The same at another place.
    pub(super) fn at<T>(
        &mut self,
        place: Place,
        inner: impl FnOnce(&mut Stager) -> Staged<T>,
    ) -> Staged<(T, Vec<Item>)> {
        let outer = std::mem::replace(&mut self.place, place);
        let result = self.scope(inner);
        self.place = outer;
        result
    }

    /// Emits a command.
    pub(super) fn emit(&mut self, command: Phrase) {
        if !make::is_skip(&command) {
            self.block.push(Item::Command(command));
        }
    }

    /// Emits a cell for the rest of the scope.
    pub(super) fn cell(
        &mut self,
        space: Option<AddressSpace>,
        text: &str,
        of: &DataType,
        span: Span,
    ) -> Phrase {
        let name = Name::fresh(text);
        self.block.push(Item::Cell {
            space,
            name: name.clone(),
            of: of.clone(),
        });
        Phrase::var(&name, span)
    }

    /// Where a number of this place is kept.
    pub(super) fn own_space(&self) -> Option<AddressSpace> {
        match self.place {
            Place::Host => None,
            Place::Group { .. } | Place::Item => Some(AddressSpace::Private),
        }
    }

    /// A number under a name, unless it is one (FCL-M-NAME).
    pub(super) fn named(&mut self, s: Scalar, text: &str) -> Scalar {
        FCL_M_NAME.apply();
        if is_atomic(&s.exp) {
            return s;
        }
        if let Some(exp) = self.as_term(&s) {
            return Scalar { exp, ..s };
        }
        if self.lanes().is_some() {
            return s;
        }
        let name = Name::fresh(text);
        let exp = Phrase::var(&name, s.exp.span);
        self.block.push(Item::Let {
            name,
            of: DataType::Num(s.ty),
            value: s.exp,
        });
        Scalar { exp, ..s }
    }

    /// The number as a size of at most `most`: tested when it runs (FCL-M-SIZE, FCL-M-INDEX), for what is asked.
    pub(super) fn tested(&mut self, number: Phrase, most: &Nat, text: &str, asked: Site) -> Staged<Nat> {
        let place = self.tests.note(asked);
        let number = self.of_lanes(number);
        self.size_at(place, number, most, text)
    }

    /// What says that lanes around, of which there may be none, have no members.
    fn no_lanes(&self, span: Span) -> Vec<Phrase> {
        let lanes = self.lanes().unwrap_or_default();
        let unsure = lanes
            .iter()
            .filter(|(_, extent)| !self.facts_outside.less(&Nat::zero(), extent));
        unsure
            .map(|(_, extent)| super::scalar::all_natural(&[Nat::zero().minus(extent)], span))
            .collect()
    }

    /// The number that is asked of lanes: of none it is 0.
    fn of_lanes(&self, number: Phrase) -> Phrase {
        let span = number.span;
        let result = PhraseType::Exp(DataType::Num(PrimType::I32));
        self.no_lanes(span).into_iter().fold(number, |number, none| {
            let zero = literal(PrimValue::I32(0), span);
            let result = result.clone();
            Phrase::prim(Prim::If { result }, vec![none, zero, number], span)
        })
    }

    /// The number, of which is known that it is one, as a size of at most `most`.
    pub(super) fn bounded(&mut self, number: Phrase, most: &Nat, text: &str) -> Staged<Nat> {
        let place = number.span;
        self.size_at(place, number, most, text)
    }

    fn size_at(&mut self, place: Span, number: Phrase, most: &Nat, text: &str) -> Staged<Nat> {
        self.uniform(&number)?;
        self.tested.insert(place);
        let name = Name::fresh(text);
        // After a test that failed it is 0 (DPIA-G-TRAP), whatever the bound is.
        let beyond = self.facts.maximum_of(&most.plus(&Nat::one()), &Nat::one());
        self.block.push(Item::Size {
            name: name.clone(),
            most: most.clone(),
            number,
            place,
        });
        if self.facts.at_most(&beyond, &Nat::one()) {
            // No other term is equal to it in DPIA's types.
            return Ok(Nat::zero());
        }
        self.learn_bound(&name, &beyond);
        self.lengths.push(Nat::var(&name));
        Ok(Nat::var(&name))
    }

    /// What comes after in the scope is done, and staged, only where none of these is below zero.
    pub(super) fn only(&mut self, mut terms: Vec<Nat>, span: Span) {
        terms.retain(|term| !self.facts.natural(term));
        if !terms.is_empty() {
            self.only_if(super::scalar::all_natural(&terms, span));
            self.facts = self.facts.assuming_all(&terms);
        }
    }

    /// What comes after in the scope is done only if this holds.
    pub(super) fn only_if(&mut self, condition: Phrase) {
        self.block.push(Item::Only(condition));
    }

    /// Emits a test that ends the run with an error unless the condition, for what is asked, holds.
    pub(super) fn require(&mut self, condition: Phrase, asked: Site) -> Staged<()> {
        let span = condition.span;
        // Of no lanes nothing is asked.
        let condition = self
            .no_lanes(span)
            .into_iter()
            .fold(condition, |condition, none| {
                let of = DataType::Num(PrimType::Bool);
                Phrase::prim(Prim::Binary { op: BinOp::Or, of }, vec![condition, none], span)
            });
        let number = |value| literal(PrimValue::I32(value), span);
        let result = PhraseType::Exp(DataType::Num(PrimType::I32));
        let failed = Phrase::prim(
            Prim::If { result },
            vec![condition.clone(), number(0), number(1)],
            span,
        );
        let place = self.tests.note(asked);
        self.size_at(place, failed, &Nat::zero(), "checked")?;
        self.only_if(condition);
        Ok(())
    }
}
