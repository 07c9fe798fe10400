//! What a body gives: what is left over of what it bound.

use super::{Generator, Var};
use crate::Choices;
use elder_core::tree::{Atom, Dim, Exp, Ext, Given, Results, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// So much of what a body leaves over goes into one value.
const MOST_SETTLED: usize = 4;

impl Generator {
    /// A scalar of the type that depends on what this body bound and nothing uses, most often: scalars, and elements of arrays.
    pub fn settled(&mut self, c: &mut Choices, t: PrimType) -> Atom {
        let mut atom = self.scalar(c, t);
        if c.below(8) == 0 {
            return atom;
        }
        for var in self.left().into_iter().rev().take(MOST_SETTLED) {
            let Some(own) = self.one_of(c, &var) else {
                continue;
            };
            let own = match var.ty.element() {
                Some(from) if from != t => {
                    self.used.extend(own.name());
                    self.prim(PrimFn::Convert(from, t), vec![own])
                }
                _ => own,
            };
            let op = match t {
                PrimType::Bool => BinOp::Xor,
                _ => BinOp::Add,
            };
            self.used.extend([var.name]);
            self.used.extend(own.name());
            self.used.extend(atom.name());
            atom = self.prim(PrimFn::Bin(op, t), vec![atom, own]);
        }
        self.used.extend(atom.name());
        atom
    }

    /// A type that suits what is left: that of some of it, most often.
    pub fn settling(&mut self, c: &mut Choices) -> PrimType {
        let left = self.left();
        let suits = left.get(c.below(left.len())).and_then(|var| var.ty.element());
        match suits {
            Some(t) if c.below(4) > 0 => t,
            _ => self.prim_type(c),
        }
    }

    /// What this body bound, or took, and nothing uses yet.
    fn left(&self) -> Vec<Var> {
        let is_left = |var: &&Var| {
            let is_data = matches!(var.ty, Type::Prim(_) | Type::Array { .. });
            is_data && var.born == self.depth && !self.used.contains(&var.name)
        };
        self.scope.iter().filter(is_left).cloned().collect()
    }

    /// A scalar itself, or an element of an array that is known to have one: the first, the last, or the last of the first row or column.
    fn one_of(&mut self, c: &mut Choices, var: &Var) -> Option<Atom> {
        let Type::Array { dims, element } = &var.ty else {
            return Some(Atom::Var(var.name));
        };
        let sizes = dims.iter().map(|dim| match dim {
            Dim::Is(size) => self.value(*size).filter(|size| *size > 0),
            _ => None,
        });
        let sizes: Vec<i64> = sizes.collect::<Option<_>>()?;
        let which = c.below(3);
        let place = |(k, size): (usize, &i64)| match which {
            0 => 0,
            2 if k % 2 == 0 && sizes.len() > 1 => 0,
            _ => size - 1,
        };
        let at = sizes.iter().enumerate().map(place).map(Atom::i64);
        let (at, array) = (at.collect(), var.name);
        Some(Atom::Var(
            self.bind(Type::Prim(*element), Exp::Index { array, at }),
        ))
    }

    /// What a body gives back: what nothing uses, up to so many; sizes from within are hidden.  Of a function, what is starred is a copy.
    pub fn given(
        &mut self,
        c: &mut Choices,
        most: usize,
        is_function: bool,
    ) -> (Results, Vec<Atom>, Vec<Atom>) {
        let mut chosen = self.left();
        if chosen.len() > most {
            // Arrays are given, scalars and what is left over are folded together.
            let (arrays, _): (Vec<Var>, Vec<Var>) =
                chosen.into_iter().rev().partition(|var| var.ty.rank() > 0);
            chosen = arrays.into_iter().take(most.saturating_sub(1)).collect();
            self.used.extend(chosen.iter().map(|var| var.name));
            let t = self.settling(c);
            let folded = self.settled(c, t);
            let is_folded = |var: &&Var| Some(var.name) == folded.name();
            chosen.extend(self.scope.iter().rev().find(is_folded).cloned());
        }
        chosen.reverse();
        if chosen.is_empty() {
            chosen.extend(self.pick(c, |_, var| matches!(var.ty, Type::Prim(_) | Type::Array { .. })));
        }
        if !is_function && c.one_in(6) {
            // What is a result already, what a result is a part of, a parameter.
            chosen.extend(self.pick(c, |_, var| var.ty.rank() > 0));
        }
        let (mut witnesses, mut given, mut atoms) = (Vec::new(), Vec::new(), Vec::new());
        for var in chosen {
            self.used.insert(var.name);
            let outer: Vec<bool> = var
                .ty
                .dims()
                .iter()
                .map(|dim| self.is_outer(&Type::array([*dim], PrimType::Bool)))
                .collect();
            let mut at = 0;
            let ty = var.ty.map(|dim| {
                let is_outer = outer.get(at) == Some(&true);
                at += 1;
                match *dim {
                    Dim::Is(size) if !is_outer => {
                        let known = witnesses.iter().position(|witness| *witness == size);
                        Ext::Existential(known.unwrap_or_else(|| {
                            witnesses.push(size);
                            witnesses.len() - 1
                        }) as u16)
                    }
                    dim => Ext::Is(dim),
                }
            });
            let unique = is_function && var.ty.rank() > 0 && c.below(2) == 0;
            let atom = match unique {
                true => Atom::Var(self.copy(&var)),
                false => Atom::Var(var.name),
            };
            given.push(Given { ty, unique });
            atoms.push(atom);
        }
        let results = Results {
            existential: witnesses.len() as u16,
            given,
        };
        (results, witnesses, atoms)
    }
}
