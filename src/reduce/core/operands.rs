//! Operands become constants, and constants plainer ones.

use super::{Change, constant};
use crate::inputs;
use elder_core::tree::{Atom, Exp, Ext, Program, Type};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};

/// Changes of all operands; sizes in types are none.
pub(super) fn changes(program: &Program) -> Vec<Change> {
    let types = program.names.types();
    let mut seen = Seen(vec![]);
    fold::program(&mut seen, program);
    let mut changes = Vec::new();
    for (number, atom) in seen.0.into_iter().enumerate() {
        let plainer: Vec<Atom> = match atom {
            Atom::Const(value) => inputs::smaller(value).into_iter().map(Atom::Const).collect(),
            Atom::Var(name) => match types.get(name) {
                Some(Type::Prim(ty)) => [0, 1].into_iter().filter_map(|n| constant(*ty, n)).collect(),
                _ => vec![],
            },
        };
        for to in plainer {
            changes.push(Change::new(0, move |program, _| {
                let mut at = At {
                    left: Some(number),
                    to,
                };
                rewrite::program(&mut at, program);
                Some(())
            }));
        }
    }
    changes.extend(super::definitions::sizes().flat_map(|to| widths(program, to)));
    changes
}

/// A constant for each variable that an expression has for a width or a size, wherever that stands.
fn widths(program: &Program, to: Atom) -> Vec<Change> {
    let mut found = Widths(vec![]);
    fold::program(&mut found, program);
    let names = found.0.into_iter();
    names
        .map(|name| Change::new(0, move |program, _| super::substitute(program, name, to)))
        .collect()
}

struct Widths(Vec<elder_core::names::Name>);

impl Fold for Widths {
    fn exp(&mut self, exp: &Exp) {
        if let Exp::Soac { width, .. } | Exp::Iota(width) | Exp::Replicate { count: width, .. } = exp
            && let Atom::Var(name) = width
            && !self.0.contains(name)
        {
            self.0.push(*name);
        }
        fold::exp(self, exp);
    }
}

/// The operands, in order.
struct Seen(Vec<Atom>);

impl Fold for Seen {
    fn atom(&mut self, atom: &Atom) {
        self.0.push(*atom);
    }

    fn ty(&mut self, _ty: &Type) {}

    fn result(&mut self, _ty: &Type<Ext>) {}
}

/// Another operand at one place.
struct At {
    left: Option<usize>,
    to: Atom,
}

impl Rewrite for At {
    fn atom(&mut self, atom: &mut Atom) {
        self.left = match self.left {
            Some(0) => {
                *atom = self.to;
                None
            }
            left => left.map(|left| left - 1),
        };
    }

    fn ty(&mut self, _ty: &mut Type) {}

    fn result(&mut self, _ty: &mut Type<Ext>) {}
}
