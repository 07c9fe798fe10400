//! Operands: the scalars of a value, and its type.

use super::emit::{blank, body};
use super::held::padded;
use super::layout::{TAG, Tagged, is_tagged};
use super::loops::{mapped, rows};
use super::{Constant, Made, Pass};
use elder_core::Builder;
use elder_core::tree::{Atom, Dim, Exp, Ext, Pat, Type};
use elder_dex::core::{BOOL, Construction, Labels, Type as Dex, Value, View};
use elder_dex::rules::to_core::{DX_CO_DEF, DX_CO_VIEW};
use elder_syntax::names::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Pass<'_> {
    /// The scalars of a value of which nobody may ask for all elements, and its type.
    pub(super) fn operand(&mut self, b: &mut Builder<'_>, value: &Value) -> Made<(Vec<Atom>, Dex)> {
        if !self.partial.is_total_value(value) {
            DX_CO_VIEW.apply();
            let message = format!(
                "an element of {} may fail, and nobody may ask for it",
                self.text(value)
            );
            return self.refuse(&DX_CO_VIEW, "total", message);
        }
        self.forced(b, value)
    }

    /// The scalars of a value of which all elements are asked for, and its type.
    pub(super) fn forced(&mut self, b: &mut Builder<'_>, value: &Value) -> Made<(Vec<Atom>, Dex)> {
        elder_syntax::effort::deeper(|| match value {
            Value::Var(name) => match self.values.get(name) {
                Some(known) => Ok(known.clone()),
                None => self.constant_used(b, *name),
            },
            Value::Literal(number) => Ok((vec![Atom::Const(*number)], Value::Base(number.prim_type()))),
            Value::Unit => Ok((vec![], Value::UnitType)),
            Value::Pair(first, second) => {
                let (mut atoms, first) = self.forced(b, first)?;
                let (mut more, second) = self.forced(b, second)?;
                atoms.append(&mut more);
                Ok((atoms, Value::pair_type(first, second)))
            }
            Value::Record(fields) => {
                let mut all = Vec::with_capacity(fields.len());
                for (label, value) in fields {
                    let (atoms, ty) = self.forced(b, value)?;
                    all.push((label.clone(), (atoms, ty)));
                }
                let all = elder_dex::core::sorted(all);
                let types = all.iter().map(|(label, (_, ty))| (label.clone(), ty.clone()));
                let labels = Labels {
                    fields: types.collect(),
                    rest: None,
                };
                let atoms = all.into_iter().flat_map(|(_, (atoms, _))| atoms).collect();
                Ok((atoms, Value::RecordType(Arc::new(labels))))
            }
            Value::Con(con) => self.construction(b, con),
            Value::Variant(label, held, ty) => {
                let place = match &**ty {
                    Value::VariantType(labels) => labels.fields.iter().position(|(own, _)| own == label),
                    _ => None,
                };
                let (held, _) = self.forced(b, held)?;
                let atoms = self.constructed(b, ty, place.unwrap_or(usize::MAX), held)?;
                Ok((atoms, Value::clone(ty)))
            }
            Value::Project(part, whole) => {
                let (atoms, ty) = self.forced(b, whole)?;
                let (own, range) = self.part(part, &ty)?;
                Ok((atoms[range].to_vec(), self.beside(&ty, whole, own)))
            }
            Value::View(view) => self.view(b, view),
            Value::Lambda(_) => self.derivative(),
            other => self.unexpected(&self.text(other)),
        })
    }

    /// The one scalar of a value.
    pub(super) fn scalar(&mut self, b: &mut Builder<'_>, value: &Value) -> Made<(Atom, Dex)> {
        match self.operand(b, value)? {
            (atoms, ty) if atoms.len() == 1 => Ok((atoms[0], ty)),
            _ => self.unexpected("an operand that is no scalar"),
        }
    }

    /// Scalars one after the other.
    pub(super) fn scalars(&mut self, b: &mut Builder<'_>, values: &[Value]) -> Made<Vec<Atom>> {
        values.iter().map(|value| Ok(self.scalar(b, value)?.0)).collect()
    }

    fn construction(&mut self, b: &mut Builder<'_>, con: &Construction) -> Made<(Vec<Atom>, Dex)> {
        let ty = Value::DataType(con.data, con.parameters.clone());
        if con.data == BOOL {
            let truth = PrimValue::Bool(con.constructor == 1);
            return Ok((vec![Atom::Const(truth)], ty));
        }
        let mut held = Vec::new();
        for field in &con.fields {
            held.append(&mut self.forced(b, field)?.0);
        }
        Ok((self.constructed(b, &ty, con.constructor, held)?, ty))
    }

    /// A value of a sum: what other constructors hold is some value.
    pub(super) fn constructed(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        constructor: usize,
        held: Vec<Atom>,
    ) -> Made<Vec<Atom>> {
        let alternatives = self.alternatives(ty)?;
        let mut atoms = Vec::new();
        if matches!(is_tagged(ty, &alternatives), Tagged::Number) {
            atoms.push(Atom::Const(TAG.number(constructor as i128)));
        }
        if self.has_held(ty)? {
            let blanks = self.before(ty, |pass| pass.blanks(b, ty))?;
            let mut from = atoms.len();
            for (number, parts) in alternatives.iter().enumerate() {
                let mut count = 0;
                for part in parts {
                    count += self.count(part)?;
                }
                match number == constructor {
                    true => atoms.extend(&held),
                    false => atoms.extend(&blanks[from..from + count]),
                }
                from += count;
            }
            return Ok(atoms);
        }
        for (number, parts) in alternatives.iter().enumerate() {
            if number == constructor {
                atoms.extend(&held);
                continue;
            }
            for part in parts {
                let leaves = self.leaves_before(b, part)?;
                atoms.extend(leaves.iter().map(|leaf| blank(b, leaf)));
            }
        }
        Ok(atoms)
    }

    /// DX-CO-VIEW: a view that stands as an operand is written out.
    fn view(&mut self, b: &mut Builder<'_>, view: &View) -> Made<(Vec<Atom>, Dex)> {
        DX_CO_VIEW.apply();
        let element = self.type_of(&view.body.result)?;
        let ty = Value::table(view.binder.clone(), element);
        let count = self.size(b, &view.binder.ty)?;
        // Sizes that are named within are not known here.
        let leaves = self.before(&ty, |pass| pass.blank_leaves(b, &ty))?;
        let is_padded = self.is_padded(&ty)?;
        let mut element = |pass: &mut Self, b: &mut Builder<'_>, ordinal: Atom| {
            let member = pass.member(b, &view.binder.ty, ordinal)?;
            pass.values
                .insert(view.binder.name, (member, view.binder.ty.clone()));
            Ok(pass.block_forced(b, &view.body)?.0)
        };
        let leaves = match self.has_held(&ty)? {
            true => self.roomy(b, (count, leaves), (&vec![], false), &mut element)?,
            false => leaves,
        };
        let index = b.fresh("i", Type::SIZE);
        let made = self.within(|pass| {
            body(b, |b| {
                let mut atoms = element(pass, b, index.name.into())?;
                if is_padded {
                    for (atom, leaf) in atoms.iter_mut().zip(&leaves) {
                        *atom = padded(b, *atom, &leaf.row());
                    }
                }
                Ok(atoms)
            })
        })?;
        Ok((mapped(b, "view", count, index, made, &rows(&leaves)), ty))
    }

    /// The type of a value, before it is translated.
    pub(super) fn type_of(&mut self, value: &Value) -> Made<Dex> {
        elder_syntax::effort::deeper(|| match value {
            Value::Var(name) => match self.regions.types.get(name) {
                Some(ty) => Ok(ty.clone()),
                None => self.unexpected(&self.text(value)),
            },
            Value::Literal(number) => Ok(Value::Base(number.prim_type())),
            Value::Unit => Ok(Value::UnitType),
            Value::Pair(first, second) => {
                let first = self.type_of(first)?;
                Ok(Value::pair_type(first, self.type_of(second)?))
            }
            Value::Record(fields) => {
                let mut types = Vec::with_capacity(fields.len());
                for (label, value) in fields {
                    types.push((label.clone(), self.type_of(value)?));
                }
                let labels = Labels {
                    fields: elder_dex::core::sorted(types),
                    rest: None,
                };
                Ok(Value::RecordType(Arc::new(labels)))
            }
            Value::Con(con) => Ok(Value::DataType(con.data, con.parameters.clone())),
            Value::Variant(_, _, ty) => Ok(Value::clone(ty)),
            Value::Project(part, whole) => {
                let ty = self.type_of(whole)?;
                let own = self.part(part, &ty)?.0;
                Ok(self.beside(&ty, whole, own))
            }
            Value::View(view) => {
                let element = self.type_of(&view.body.result)?;
                Ok(Value::table(view.binder.clone(), element))
            }
            other => self.unexpected(&self.text(other)),
        })
    }

    /// DX-CO-DEF: what a definition gives, with the sizes that are known here.
    fn constant_used(&mut self, b: &mut Builder<'_>, name: Name) -> Made<(Vec<Atom>, Dex)> {
        let Some(Constant {
            function,
            ty,
            results,
        }) = self.constants.get(&name).cloned()
        else {
            return self.unexpected(&format!("`{}`", self.names.text(name)));
        };
        if let Some(atoms) = self.scope.constants.get(&name) {
            return Ok((atoms.clone(), ty));
        }
        DX_CO_DEF.apply();
        let text = self.called(name);
        self.given_types(b, &ty)?;
        let fails = |set: &FxHashSet<Name>| set.contains(&name);
        self.fallible += usize::from(fails(&self.partial.definitions) || fails(&self.partial.views));
        let hidden = 0..results.existential;
        let sizes: Vec<Name> = hidden.map(|_| b.fresh("d", Type::SIZE).name).collect();
        let known: Vec<Atom> = sizes.iter().map(|size| (*size).into()).collect();
        let given = results.given.iter();
        let found: Vec<Type> = given.map(|given| given.ty.instantiated(&known)).collect();
        let values: Vec<_> = found.iter().map(|ty| b.fresh(text.clone(), ty.clone())).collect();
        let names: Vec<Name> = values.iter().map(|value| value.name).collect();
        let exp = Exp::Call {
            function,
            arguments: Vec::new(),
        };
        b.bind_pat(Pat { sizes, values }, exp);
        let atoms = names.into_iter().map(Atom::from).collect();
        let (atoms, _) = self.settled(b, &ty, atoms)?;
        self.scope.constants.insert(name, atoms.clone());
        Ok((atoms, ty))
    }
}

/// A dimension of a result: a number, or what is hidden.
pub(super) fn existential_dim(dim: Atom, existential: &mut Vec<Atom>) -> Ext {
    if let Atom::Const(_) = dim {
        return Ext::Is(Dim::Is(dim));
    }
    let place = existential.iter().position(|own| *own == dim).unwrap_or_else(|| {
        existential.push(dim);
        existential.len() - 1
    });
    Ext::Existential(u16::try_from(place).unwrap_or(u16::MAX))
}

/// The type of sizes outside of types.
pub(super) const INT: PrimType = PrimType::I32;
