//! What entry points give (DX-CO-DEF): a sum holds zeros for the constructors that it has not, whatever was there.

use super::emit::{body, filled};
use super::expressions::read;
use super::held::{body_of, fitted, one_given, padded};
use super::index_sets::is_constructor;
use super::layout::{Source, Tagged, is_tagged};
use super::loops::{mapped, rows};
use super::{Made, Pass};
use elder_core::Builder;
use elder_core::tree::{Atom, Type};
use elder_dex::core::rewrite::free;
use elder_dex::core::{Type as Dex, Value};
use elder_syntax::names::{Name, Text};
use rustc_hash::FxHashMap;

impl Pass<'_> {
    /// The scalars of a result, of which all are looked at.
    pub(super) fn given(&mut self, b: &mut Builder<'_>, ty: &Dex, atoms: Vec<Atom>) -> Made<Vec<Atom>> {
        // Behind rows of an argument that are smaller there may be anything.
        let is_padded = self.is_padded(ty)?;
        if !self.has_sum(ty)? && !is_padded {
            return Ok(atoms);
        }
        if let Value::Table(binder, element) = ty {
            let all = self.leaves_of(b, ty, Source::foreign(&atoms, &[]))?;
            let count = self.size(b, &binder.ty)?;
            let index = b.fresh("i", Type::SIZE);
            let made = self.within(|pass| {
                body(b, |b| {
                    let at = [Atom::from(index.name)];
                    if free(element).contains(&binder.name) {
                        let member = pass.member(b, &binder.ty, at[0])?;
                        pass.values.insert(binder.name, (member, binder.ty.clone()));
                    }
                    let each = pass.leaves_of(b, element, Source::foreign(&atoms, &at))?;
                    let pairs = atoms.iter().zip(&each);
                    let own = pairs.map(|(array, leaf)| read(b, *array, &at, leaf)).collect();
                    let own = pass.given(b, element, own)?;
                    let pairs = own.into_iter().zip(&all);
                    Ok(pairs.map(|(own, leaf)| padded(b, own, &leaf.row())).collect())
                })
            })?;
            return Ok(mapped(b, "given", count, index, made, &rows(&all)));
        }
        let alternatives = self.alternatives(ty)?;
        let tag = match is_tagged(ty, &alternatives) {
            Tagged::Bool | Tagged::Nothing => None,
            Tagged::Number => atoms.first().copied(),
        };
        let mut given: Vec<Atom> = tag.into_iter().collect();
        let mut rest = atoms.get(given.len()..).unwrap_or_default();
        for (constructor, parts) in alternatives.iter().enumerate() {
            let fields = self.sizes_held(ty, constructor);
            let mut known: FxHashMap<Name, Value> = FxHashMap::default();
            for (place, part) in parts.iter().enumerate() {
                let part = &self.replaced(known.clone(), part);
                let (own, others) = rest.split_at(self.count(part)?.min(rest.len()));
                rest = others;
                let held = match tag {
                    Some(tag) => self.given_if_held(b, part, own, (tag, constructor))?,
                    None => self.given_as(b, part, own)?,
                };
                // Sizes beside it are those of what is given, not of what was there.
                if let Some(field) = fields.get(place).copied().flatten() {
                    let size = self.names.again(field);
                    self.regions.types.insert(size, part.clone());
                    self.values.insert(size, (held.clone(), part.clone()));
                    known.insert(field, Value::Var(size));
                }
                given.extend(held);
            }
        }
        Ok(given)
    }

    /// The scalars of a part, in the sizes of its type.
    fn given_as(&mut self, b: &mut Builder<'_>, part: &Dex, own: &[Atom]) -> Made<Vec<Atom>> {
        let leaves = self.leaves_of(b, part, Source::foreign(own, &[]))?;
        let pairs = own.iter().zip(&leaves);
        let own = pairs.map(|(own, leaf)| fitted(b, *own, &leaf.ty())).collect();
        self.given(b, part, own)
    }

    /// What a constructor holds, if the sum has this one.
    fn given_if_held(
        &mut self,
        b: &mut Builder<'_>,
        part: &Dex,
        own: &[Atom],
        (tag, constructor): (Atom, usize),
    ) -> Made<Vec<Atom>> {
        let given = self.given_types(b, part)?;
        let condition = is_constructor(b, tag, constructor);
        let then = self.within(|pass| body_of(b, &given, |b| pass.given_as(b, part, own)))?;
        let otherwise = self.within(|pass| {
            body_of(b, &given, |b| {
                let leaves = pass.blank_leaves(b, part)?;
                let zeros = leaves.iter().map(|leaf| {
                    let zero = Atom::Const(leaf.element.number(0));
                    filled(b, &leaf.dims, zero)
                });
                Ok(zeros.collect())
            })
        })?;
        let text = Text::new_static("given");
        Ok(one_given(b, &text, condition, [then, otherwise], &given))
    }

    /// Whether some scalars of a type are looked at for one constructor only.
    fn has_sum(&mut self, ty: &Dex) -> Made<bool> {
        match ty {
            Value::Base(_) | Value::Fin(_) | Value::Range(_) => Ok(false),
            Value::Table(_, element) => self.has_sum(element),
            _ => {
                let alternatives = self.alternatives(ty)?;
                if matches!(is_tagged(ty, &alternatives), Tagged::Number) {
                    return Ok(true);
                }
                for part in alternatives.iter().flatten() {
                    if self.has_sum(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}
