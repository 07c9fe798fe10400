//! Open programs: sized ones of which dimensions are dropped.
//!
//! What a type no longer says, a run finds out, so most of these programs still have the values that they had.  To have some that fail,
//! an array is taken for another one of as many dimensions, where the checker still accepts that.

use super::fragments::extended;
use crate::Choices;
use elder_core::check;
use elder_core::names::Name;
use elder_core::tree::{Atom, Binder, Body, Dim, Exp, Ext, Lambda, Pat, Program, Segmented, Stm, Type};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use elder_syntax::prim::PrimType;

/// Drops dimensions of a program; one in so many stays.  Whether any was dropped.
pub(super) fn opened(c: &mut Choices, program: &mut Program) -> bool {
    let sized = program.clone();
    let kept = 1 + c.below(4);
    let mut names = std::mem::take(&mut program.names);
    let mut open = Open {
        c: &mut *c,
        names: &mut names,
        kept,
    };
    for function in &mut program.functions {
        rewrite::definition(&mut open, function);
    }
    for entry in &mut program.entries {
        // Arguments say the sizes that the program speaks of.
        for given in &mut entry.results.given {
            open.result(&mut given.ty);
        }
        open.body(&mut entry.body);
    }
    program.names = names;
    if c.below(4) > 0 {
        let mut other = program.clone();
        c.part(|c| extended(c, &mut other));
        if check::program(&other).is_ok() {
            *program = other;
        }
    }
    for _ in 0..c.below(3) {
        let mut other = program.clone();
        c.part(|c| exchanged(c, &mut other));
        if check::program(&other).is_ok() {
            *program = other;
        }
    }
    let is_open = check::is_open(program);
    if !is_open {
        *program = sized;
    }
    is_open
}

/// Drops dimensions, and asks for sizes.
struct Open<'c, 'n> {
    c: &'c mut Choices,
    names: &'n mut elder_core::Names,
    kept: usize,
}

impl Open<'_, '_> {
    fn drops(&mut self) -> bool {
        self.kept == 1 || self.c.below(self.kept) != 0
    }
}

impl Rewrite for Open<'_, '_> {
    /// Kernel form is of sized programs (CORE-SI-SEG).
    fn segmented(&mut self, _: &mut Segmented) {}

    fn ty(&mut self, ty: &mut Type) {
        *ty = ty.map(|dim| match self.drops() {
            true => Dim::Open,
            false => *dim,
        });
    }

    fn result(&mut self, ty: &mut Type<Ext>) {
        *ty = ty.map(|dim| match self.drops() {
            true => Ext::Is(Dim::Open),
            false => *dim,
        });
    }

    fn exp(&mut self, exp: &mut Exp) {
        // Of what is made without elements, the type says how large it is.
        if !matches!(exp, Exp::Blank(_)) {
            rewrite::exp(self, exp);
        }
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        if let Exp::Soac { width, inputs, .. } = &mut stm.exp
            && let Some(input) = inputs.first()
            && self.c.below(3) == 2
        {
            let name = self.names.fresh("w");
            *width = name.into();
            let (dimension, array) = (0, *input);
            let size = Pat::of([Binder::size(name)]);
            out.push(Stm::binding(size, Exp::Size { dimension, array }, stm.at));
        }
        out.push(stm);
    }
}

/// What an array is, apart from its sizes.
type Kind = (usize, PrimType);

/// The kinds of all arrays.
#[derive(Default)]
struct Kinds {
    of: Vec<Option<Kind>>,
    /// The type of the name that is bound next.
    next: Option<Kind>,
    uses: usize,
}

impl Kinds {
    fn get(&self, name: Name) -> Option<Kind> {
        self.of.get(name.index()).copied().flatten()
    }
}

impl Fold for Kinds {
    fn ty(&mut self, ty: &Type) {
        self.next = ty
            .element()
            .filter(|_| ty.rank() > 0)
            .map(|element| (ty.rank(), element));
        fold::ty(self, ty);
    }

    fn bound(&mut self, name: &Name) {
        if let Some(of) = self.of.get_mut(name.index()) {
            *of = self.next.take();
        }
    }

    fn used(&mut self, name: &Name) {
        self.uses += usize::from(self.get(*name).is_some());
    }
}

/// One use of an array becomes that of another, if there is one.
fn exchanged(c: &mut Choices, program: &mut Program) {
    let mut kinds = Kinds {
        of: vec![None; program.names.len()],
        ..Kinds::default()
    };
    fold::program(&mut kinds, program);
    let at = c.below(kinds.uses.max(1));
    let mut exchange = Exchange {
        c,
        kinds,
        left: at,
        done: false,
        scope: vec![],
    };
    for function in &mut program.functions {
        exchange.inside(|exchange| rewrite::definition(exchange, function));
    }
    for entry in &mut program.entries {
        exchange.inside(|exchange| rewrite::definition(exchange, entry));
    }
}

/// Looks for the use.
struct Exchange<'c> {
    c: &'c mut Choices,
    kinds: Kinds,
    /// How many uses come before it.
    left: usize,
    done: bool,
    /// The arrays in scope.
    scope: Vec<Name>,
}

impl Exchange<'_> {
    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.scope.len();
        visit(self);
        self.scope.truncate(outside);
    }
}

impl Rewrite for Exchange<'_> {
    fn bound(&mut self, name: &mut Name) {
        if self.kinds.get(*name).is_some() {
            self.scope.push(*name);
        }
    }

    fn used(&mut self, name: &mut Name) {
        let Some(kind) = self.kinds.get(*name).filter(|_| !self.done) else {
            return;
        };
        if self.left > 0 {
            self.left -= 1;
            return;
        }
        self.done = true;
        let others = self
            .scope
            .iter()
            .filter(|other| *other != name && self.kinds.get(**other) == Some(kind));
        let others: Vec<Name> = others.copied().collect();
        if let Some(other) = self.c.pick(&others) {
            *name = *other;
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        if let Atom::Var(name) = atom {
            self.used(name);
        }
    }

    fn exp(&mut self, exp: &mut Exp) {
        self.inside(|exchange| rewrite::exp(exchange, exp));
    }

    fn body(&mut self, body: &mut Body) {
        self.inside(|exchange| rewrite::body(exchange, body));
    }

    fn lambda(&mut self, lambda: &mut Lambda) {
        self.inside(|exchange| rewrite::lambda(exchange, lambda));
    }
}
