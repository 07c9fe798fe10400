//! What names and sizes stand for.
//!
//! A size of a type is *known* if it is a constant, or a name that stands for an operand, or an expression that the type of a value in scope had: two
//! expressions are one size if FUT-SZ-EQ says so.  An expression that only adds, subtracts and multiplies what is known is computed where it is asked
//! for.  Any other size is what the value shows (FUT-CO-SIZE): to compute it could fail where the definition does not.

use super::flatten::components;
use super::{Made, Pass, is_constant};
use crate::futhark::total::is_total;
use elder_core::tree::{Atom, Dim, Exp, Pat};
use elder_core::{Builder, FunName};
use elder_futhark::check::same_size;
use elder_futhark::tree::{self, ExpKind, Size, Type, VName};
use elder_syntax::prim::{PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Names and sizes.
#[derive(Default)]
pub struct Scope {
    names: FxHashMap<u32, Rc<[Atom]>>,
    /// What was bound, with what it stood for before.
    trail: Vec<(u32, Option<Rc<[Atom]>>)>,
    /// Size expressions whose values have been seen.
    seen: Vec<(Rc<tree::Exp>, Atom)>,
    /// Size parameters that no parameter shows.  A use that does not know such a size passes 0 (FUT-E-SHAPEOF), so types that mention it say nothing
    /// of values until one of them shows it.
    passed: FxHashMap<u32, Atom>,
    /// Sizes that the parameters of the function show.
    shown: FxHashSet<u32>,
}

/// Where a scope began.
pub struct Mark(usize, usize);

impl Scope {
    /// What a name stands for.
    pub fn get(&self, name: &VName) -> Option<&Rc<[Atom]>> {
        self.names.get(&name.id)
    }

    /// A name stands for these from here on.
    pub fn bind(&mut self, name: &VName, atoms: impl Into<Rc<[Atom]>>) {
        let before = self.names.insert(name.id, atoms.into());
        self.trail.push((name.id, before));
    }

    /// The value of a size expression is known from here on.
    pub fn see(&mut self, e: Rc<tree::Exp>, atom: Atom) {
        self.seen.push((e, atom));
    }

    /// A size parameter that no parameter shows.
    pub fn pass(&mut self, name: &VName, atom: Atom) {
        self.passed.insert(name.id, atom);
    }

    /// A parameter shows this size, which stands for the operand throughout the function.
    pub fn show(&mut self, name: &VName, atom: Atom) {
        self.bind(name, [atom]);
        self.shown.insert(name.id);
    }

    /// Whether a parameter shows this size.
    pub fn is_shown(&self, name: &VName) -> bool {
        self.shown.contains(&name.id)
    }

    /// The beginning of an inner scope.
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len(), self.seen.len())
    }

    /// The end of an inner scope.
    pub fn leave(&mut self, Mark(trail, seen): Mark) {
        for (id, before) in self.trail.drain(trail..).rev() {
            match before {
                Some(before) => self.names.insert(id, before),
                None => self.names.remove(&id),
            };
        }
        self.seen.truncate(seen);
    }

    /// Nothing is in scope: for the body of a definition.
    pub fn cleared(&mut self) -> Scope {
        std::mem::take(self)
    }
}

impl Pass<'_> {
    /// The operand that a size is, if that is known without computing anything.
    pub fn known(&self, size: &Size) -> Option<Atom> {
        match size {
            Size::Const(n) => Some(Atom::i64(*n)),
            Size::Var(v) => self.scope.get(v).and_then(|atoms| atoms.first().copied()),
            Size::Exp(e) => match &e.kind {
                ExpKind::Lit(PrimValue::I64(n)) => Some(Atom::i64(*n)),
                ExpKind::Var(v, _) if self.scope.get(v).is_some() => self.known(&Size::Var(v.clone())),
                _ => {
                    let mut seen = self.scope.seen.iter().rev();
                    let found = seen.find(|(other, _)| same_size(&Size::Exp(other.clone()), size));
                    found.map(|(_, atom)| *atom)
                }
            },
        }
    }

    /// The operand that a size is: one that is known, or that can be computed and cannot fail.
    pub fn size(&mut self, b: &mut Builder<'_>, size: &Size) -> Made<Option<Atom>> {
        if let Some(atom) = self.known(size) {
            return Ok(Some(atom));
        }
        match size {
            Size::Exp(e) if self.is_total(e) => {
                let atoms = self.exp(b, e)?;
                let atom = atoms.first().copied();
                if let Some(atom) = atom {
                    self.scope.see(e.clone(), atom);
                }
                Ok(atom)
            }
            _ => Ok(None),
        }
    }

    /// As [`Pass::size`]; a size of the top level is asked of its constant, and one that could fail is computed where it stands.  What nothing
    /// gave a value is 0: it stands in types that nobody looks at.
    pub fn size_or_fail(&mut self, b: &mut Builder<'_>, size: &Size) -> Made<Atom> {
        if let Some(atom) = self.size(b, size)? {
            return Ok(atom);
        }
        let atom = match size {
            Size::Var(v) => match self.scope.passed.get(&v.id) {
                Some(atom) => Some(*atom),
                None => self.global_size(b, v)?,
            },
            Size::Exp(e) => self.exp(b, e)?.first().copied(),
            Size::Const(n) => Some(Atom::i64(*n)),
        };
        Ok(atom.unwrap_or(Atom::i64(0)))
    }

    /// A size that a constant binds, or a constant that is one.
    fn global_size(&mut self, b: &mut Builder<'_>, v: &VName) -> Made<Option<Atom>> {
        if let Some(def) = self.binders.get(&v.id).cloned() {
            self.constant(b, &def)?;
            return Ok(self.known(&Size::Var(v.clone())));
        }
        match self.definition_of(v).cloned() {
            Some(def) if is_constant(&def) => Ok(self.constant(b, &def)?.first().copied()),
            _ => Ok(None),
        }
    }

    /// Whether an expression of a size can be computed here, and does not fail.
    fn is_total(&self, e: &tree::Exp) -> bool {
        is_total(e, &|name| match &name.kind {
            ExpKind::Var(v, _) => self.scope.get(v).is_some_and(|atoms| atoms.len() == 1),
            _ => false,
        })
    }

    /// A dimension of this size.
    pub fn dim(&mut self, b: &mut Builder<'_>, size: &Size) -> Made<Dim> {
        Ok(self.size(b, size)?.map_or(Dim::Open, Dim::Is))
    }

    /// FUT-E-SIZEPAR: sizes are read off the components of a value, each where the type first has it; those that are not there are 0, and known to be
    /// the size of nothing.  What else
    /// the type says of sizes is known from here on.
    pub fn read_sizes(
        &mut self,
        b: &mut Builder<'_>,
        sizes: &[VName],
        ty: &Type,
        atoms: &[Atom],
    ) -> Made<()> {
        if sizes.is_empty() && matches!(&**ty, tree::TypeKind::Prim(_)) {
            return Ok(());
        }
        let mut missing: Vec<&VName> = sizes.iter().collect();
        for (component, atom) in components(ty)?.iter().zip(atoms) {
            for (k, size) in component.dims.iter().enumerate() {
                match size {
                    Size::Var(v) if missing.contains(&v) => {
                        missing.retain(|other| *other != v);
                        let atom = self.size_of(b, *atom, k);
                        self.scope.bind(v, [atom]);
                    }
                    Size::Var(v) if self.scope.get(v).is_none() && self.definition_of(v).is_none() => {
                        let atom = self.size_of(b, *atom, k);
                        self.scope.bind(v, [atom]);
                    }
                    Size::Exp(e) if self.known(size).is_none() => {
                        let atom = self.size_of(b, *atom, k);
                        self.scope.see(e.clone(), atom);
                    }
                    Size::Var(_) | Size::Const(_) | Size::Exp(_) => {}
                }
            }
        }
        for v in missing {
            self.scope.pass(v, Atom::i64(0));
        }
        Ok(())
    }

    /// FUT-E-VAR: the value of a constant, with the sizes that it binds.
    pub fn constant(&mut self, b: &mut Builder<'_>, def: &tree::Def) -> Made<Vec<Atom>> {
        // Constants are evaluated with assertions wherever they are used first.
        let outside = std::mem::replace(&mut self.unchecked, false);
        let made = self.call(b, def, &[], &[]);
        self.unchecked = outside;
        let atoms = made?;
        self.read_sizes(b, &def.fun.ret.exts, &def.fun.ret.ty, &atoms)?;
        Ok(atoms)
    }

    /// The size that an operand shows by this number: of a dimension; of an accumulator, which always says its sizes, as
    /// [`super::flatten::Component::sizes`] has them.
    pub fn size_of(&mut self, b: &mut Builder<'_>, atom: Atom, k: usize) -> Atom {
        let (ty, Atom::Var(array)) = (self.type_of(b, atom), atom) else {
            return Atom::i64(0);
        };
        if let elder_core::Type::Acc(acc) = &ty {
            let elements = acc.elements.iter().flat_map(|(dims, _)| dims);
            return match acc.space.iter().chain(elements).nth(k) {
                Some(Dim::Is(size)) => *size,
                _ => Atom::i64(0),
            };
        }
        match ty.dims().get(k) {
            Some(Dim::Is(size)) => *size,
            _ => {
                let dimension = k as u16;
                self.bind(b, "n", elder_core::Type::SIZE, Exp::Size { dimension, array })
            }
        }
    }

    /// A statement that binds sizes which its expression hides, and values.
    pub fn bind_pat(&mut self, b: &mut Builder<'_>, pat: Pat, exp: Exp) -> Vec<Atom> {
        self.as_asked(b, exp.is_guided(), |b| b.bind_values(pat, exp))
    }

    /// The function of this number.
    pub fn function(&self, name: FunName) -> Option<&elder_core::tree::Definition> {
        self.functions.get(name.index())
    }
}

/// The type of sizes.
pub const SIZE: PrimType = PrimType::I64;
