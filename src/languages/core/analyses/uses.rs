//! Uses and definitions.

use crate::names::Name;
use crate::tree::{Atom, Body, Ext, Lambda, Program, Type};
use crate::walk::{Fold, fold};
use rustc_hash::FxHashMap;

/// How often each name is used, and as what: as an operand, an array, a certificate or a size in a type, in the whole of what was counted.
///
/// It is counted once.  Who rewrites a program says what [has gone](Uses::released) and what [stands for what](Uses::stands), or goes from outside to
/// inside, where uses of the names that are bound further in stay as they were.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    rows: Vec<Row>,
    /// Whether a type is looked at.
    in_type: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    count: u32,
    is_operand: bool,
    is_size: bool,
}

impl Uses {
    /// Those of a program.
    pub fn of(program: &Program) -> Uses {
        let mut uses = Uses::of_names(program.names.len());
        fold::program(&mut uses, program);
        uses
    }

    /// Those of a function, in a program of so many names.
    pub fn of_lambda(names: usize, lambda: &Lambda) -> Uses {
        let mut uses = Uses::of_names(names);
        uses.lambda(lambda);
        uses
    }

    /// None, of so many names.
    pub fn of_names(count: usize) -> Uses {
        Uses {
            rows: vec![Row::default(); count],
            in_type: false,
        }
    }

    /// How often a name is used; of a name made since they were counted nothing is known.
    pub fn count(&self, name: Name) -> u32 {
        self.rows.get(name.index()).map_or(1, |row| row.count)
    }

    /// Whether a name is an operand or a size somewhere, rather than an array or a certificate that a statement names.
    pub fn is_operand(&self, name: Name) -> bool {
        self.rows.get(name.index()).is_none_or(|row| row.is_operand)
    }

    /// Whether a name stands in a type.
    pub fn is_size(&self, name: Name) -> bool {
        self.rows.get(name.index()).is_none_or(|row| row.is_size)
    }

    /// An operand stands for a name, in types too.
    pub fn stands(&mut self, name: Name, atom: Atom) {
        let is_size = self.is_size(name);
        if let Some(row) = atom.name().and_then(|other| self.rows.get_mut(other.index())) {
            row.is_size |= is_size;
        }
    }

    /// What is gone used this no more.
    pub fn released(&mut self) -> Released<'_> {
        Released(self)
    }

    /// An operand has gone.
    pub fn release(&mut self, atom: Atom) {
        Released(self).atom(&atom);
    }

    /// A type has gone.
    pub fn release_type(&mut self, ty: &Type) {
        Released(self).ty(ty);
    }

    fn within_type(&mut self, visit: impl FnOnce(&mut Uses)) {
        let outside = std::mem::replace(&mut self.in_type, true);
        visit(self);
        self.in_type = outside;
    }
}

impl Fold for Uses {
    fn used(&mut self, name: &Name) {
        if let Some(row) = self.rows.get_mut(name.index()) {
            row.count += 1;
        }
    }

    fn atom(&mut self, atom: &Atom) {
        if let Some(row) = atom.name().and_then(|name| self.rows.get_mut(name.index())) {
            row.count += 1;
            row.is_operand = true;
            row.is_size |= self.in_type;
        }
    }

    fn ty(&mut self, ty: &Type) {
        self.within_type(|uses| fold::ty(uses, ty));
    }

    fn result(&mut self, ty: &Type<Ext>) {
        self.within_type(|uses| fold::result(uses, ty));
    }
}

/// What has gone used is used less often.
pub struct Released<'u>(&'u mut Uses);

impl Fold for Released<'_> {
    fn used(&mut self, name: &Name) {
        if let Some(row) = self.0.rows.get_mut(name.index()) {
            row.count = row.count.saturating_sub(1);
        }
    }
}

/// Which statement of a body defines each name that it binds.
#[derive(Clone, Debug, Default)]
pub struct Definitions(FxHashMap<Name, usize>);

impl Definitions {
    /// Those of a body, not of bodies within it.
    pub fn of(body: &Body) -> Definitions {
        let names =
            |(at, stm): (usize, &crate::Stm)| stm.pat.names().map(move |name| (name, at)).collect::<Vec<_>>();
        Definitions(body.stms.iter().enumerate().flat_map(names).collect())
    }

    /// The number of the statement that defines a name; none of what is bound elsewhere.
    pub fn get(&self, name: Name) -> Option<usize> {
        self.0.get(&name).copied()
    }
}
