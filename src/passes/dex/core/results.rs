//! What entry points give (DX-CO-DEF): a sum holds zeros for the constructors that it has not, whatever was there.

use super::emit::{body, filled, one_of};
use super::expressions::read;
use super::index_sets::is_constructor;
use super::layout::{Tagged, is_tagged, types};
use super::loops::{mapped, rows};
use super::{Made, Pass};
use elder_core::Builder;
use elder_core::tree::{Atom, Type};
use elder_dex::core::{Type as Dex, Value};

impl Pass<'_> {
    /// The scalars of a result, of which all are looked at.
    pub(super) fn given(&mut self, b: &mut Builder<'_>, ty: &Dex, atoms: Vec<Atom>) -> Made<Vec<Atom>> {
        if !self.has_sum(ty)? {
            return Ok(atoms);
        }
        if let Value::Table(binder, element) = ty {
            let (all, each) = (self.leaves(b, ty)?, self.leaves(b, element)?);
            let count = self.size(b, &binder.ty)?;
            let index = b.fresh("i", Type::SIZE);
            let made = self.within(|pass| {
                body(b, |b| {
                    let at = [Atom::from(index.name)];
                    let pairs = atoms.iter().zip(&each);
                    let own = pairs.map(|(array, leaf)| read(b, *array, &at, leaf)).collect();
                    pass.given(b, element, own)
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
            for part in parts {
                let (own, others) = rest.split_at(self.count(part)?.min(rest.len()));
                rest = others;
                given.extend(match tag {
                    Some(tag) => self.given_if_held(b, part, own, (tag, constructor))?,
                    None => self.given(b, part, own.to_vec())?,
                });
            }
        }
        Ok(given)
    }

    /// What a constructor holds, if the sum has this one.
    fn given_if_held(
        &mut self,
        b: &mut Builder<'_>,
        part: &Dex,
        own: &[Atom],
        (tag, constructor): (Atom, usize),
    ) -> Made<Vec<Atom>> {
        let leaves = self.leaves(b, part)?;
        let condition = is_constructor(b, tag, constructor);
        let then = self.within(|pass| body(b, |b| pass.given(b, part, own.to_vec())))?;
        let otherwise = body(b, |b| {
            let zeros = leaves.iter().map(|leaf| {
                let zero = Atom::Const(leaf.element.number(0));
                filled(b, &leaf.dims, zero)
            });
            Ok(zeros.collect())
        })?;
        Ok(one_of(b, "given", condition, [then, otherwise], types(&leaves)))
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
