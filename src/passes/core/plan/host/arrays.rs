//! Arrays of the host: blocks, places in them, and copies.

use super::super::schedule::{Choice, Skeleton};
use super::*;
use elder_dpia::UpdateOp;

impl<'p> Host<'p, '_> {
    /// An array operand.
    ///
    /// # Errors
    /// If it is none, which the checker excludes.
    pub fn array(&self, atom: Atom) -> Made<(Place<Var>, PrimType)> {
        match atom.name().and_then(|name| self.known.get(&name)) {
            Some(Known::Array(place, element)) => Ok((place.clone(), *element)),
            _ => no_number(self.span),
        }
    }

    /// CORE-K-PLACE: a view lies where its place says, by what names stand for now.
    pub(super) fn view(&mut self, binder: &Binder) -> Made<()> {
        CORE_K_PLACE.apply();
        let memory = &self.program.memory;
        let Some(spot) = memory.spot(binder.name) else {
            return self.malformed("an array of the host has no place");
        };
        let (owner, element) = self.array(spot.block.into())?;
        let instance = |term| {
            memory
                .terms
                .instance(term, &|name| self.numbers.term(name.into()))
        };
        let place = Place {
            block: owner.block,
            offset: instance(&spot.offset),
            strides: spot.strides.iter().map(instance).collect(),
            dims: self.dims(&binder.ty)?,
            // What has not is not consumed (CORE-M-APART).
            apart: true,
        };
        self.put(binder.name, place, element);
        Ok(())
    }

    /// A name stands for an array from here on.
    pub fn put(&mut self, name: Name, place: Place<Var>, element: PrimType) {
        self.known.insert(name, Known::Array(place, element));
    }

    /// A new block for an array of these sizes.
    ///
    /// # Errors
    /// As [`Host::value`].
    pub fn alloc(&mut self, text: &str, dims: Vec<Nat>, element: PrimType) -> Made<Place<Var>> {
        let var = self.block(text, &volume(&dims), element)?;
        Ok(Place::whole(var, dims))
    }

    /// A new block for so many elements.
    ///
    /// # Errors
    /// As [`Host::value`].
    pub fn block(&mut self, text: &str, count: &Nat, element: PrimType) -> Made<Var> {
        let count = self.size(count)?;
        let var = self.fresh(text);
        self.steps.push(Step::Alloc {
            var,
            element,
            count,
            span: self.span,
        });
        Ok(var)
    }

    /// The block of an array that is handed on, which lies in it as a whole (CORE-M-WHOLE).
    ///
    /// # Errors
    /// If it does not, which the checker excludes.
    pub fn whole(&self, place: &Place<Var>) -> Made<Var> {
        match place.is_whole() {
            true => Ok(place.block),
            false => self.malformed("what is handed on is not the whole of its block"),
        }
    }

    /// A copy of an array in a new block.
    ///
    /// # Errors
    /// As [`Host::value`].
    pub fn copied(&mut self, text: &str, place: &Place<Var>, element: PrimType) -> Made<Place<Var>> {
        let choice = self.schedule().copy(place, element);
        if choice.skeleton == Skeleton::Copy {
            self.chose(text, choice);
            let copy = self.alloc(text, place.dims.clone(), element)?;
            self.copy(place, &copy)?;
            return Ok(copy);
        }
        let rows = [(vec![], element)];
        let by = |host: &mut Self, choice: Choice| {
            host.map(choice, text, &place.dims, &rows, &mut |items, at, to| {
                let at = items.all_fixed(at);
                let value = items.element_of(place, element, &at)?;
                items.give(to, &[Local::Scalar(value)])
            })
        };
        let mut made = match (choice.skeleton, place.dims.split_last()) {
            // Tiles of which most would be empty are not worth their items.
            (Skeleton::Turned(rows_of, each, along), Some((last, others))) => {
                let one = Nat::one();
                let sides = [last, others.get(along).unwrap_or(&one)];
                let mut least = Operand::i64(i64::MAX);
                for side in sides {
                    let side = self.value(side)?;
                    least = self.compute("side", BinOp::Min, least, side);
                }
                let wide = self.compute(
                    "wide",
                    BinOp::Le,
                    Operand::i64((rows_of * each / 4).max(1)),
                    least,
                );
                let otherwise = self.schedule().copy_by_items(place);
                let then = self.side(&mut |host| by(host, choice.clone()))?;
                let otherwise = self.side(&mut |host| by(host, otherwise.clone()))?;
                self.chosen(text, wide, [then, otherwise], &place.dims, &rows)?
            }
            _ => by(self, choice)?,
        };
        made.pop().map_or_else(|| no_number(self.span), Ok)
    }

    /// Copies elements that lie one after the other.
    pub(super) fn copy(&mut self, from: &Place<Var>, to: &Place<Var>) -> Made<()> {
        let from_offset = self.value(&from.offset)?;
        let to_offset = self.value(&to.offset)?;
        let count = self.size(&volume(&from.dims))?;
        self.steps.push(Step::Copy {
            from: from.block,
            from_offset,
            to: to.block,
            to_offset,
            count,
        });
        Ok(())
    }

    /// Reads an element.
    pub fn read(&mut self, text: &str, block: Var, index: Operand, element: PrimType) -> Var {
        let var = self.fresh(text);
        self.steps.push(Step::Read {
            var,
            element,
            block,
            index,
        });
        var
    }

    pub(super) fn put_all(&mut self, names: &[Name], places: Vec<Place<Var>>, element: PrimType) {
        for (name, place) in names.iter().zip(places) {
            self.put(*name, place, element);
        }
    }

    pub(super) fn replicate(&mut self, name: Name, text: &str, ty: &Type, value: Atom) -> Made<()> {
        let Some(element) = ty.element() else {
            return Ok(());
        };
        let dims = self.dims(ty)?;
        let choice = self.schedule().replicate(ty.rank());
        if choice.skeleton == Skeleton::Fill {
            self.chose(text, choice);
            let value = self.operand(value)?;
            let place = self.alloc(text, dims, element)?;
            let count = self.size(&volume(&place.dims))?;
            self.steps.push(Step::Fill {
                block: place.block,
                offset: Operand::i64(0),
                count,
                value,
            });
            self.put(name, place, element);
            return Ok(());
        }
        let (row, element_of_row) = self.array(value)?;
        let made = self.map(choice, text, &dims, &[(vec![], element)], &mut |items, at, to| {
            let at = items.all_fixed(at.get(1..).unwrap_or_default());
            let value = items.element_of(&row, element_of_row, &at)?;
            items.give(to, &[Local::Scalar(value)])
        })?;
        self.put_all(&[name], made, element);
        Ok(())
    }

    /// A part of a block becomes a value.
    pub(super) fn overwrite(&mut self, part: &Place<Var>, value: Atom, element: PrimType) -> Made<()> {
        if part.dims.is_empty() {
            let value = self.operand(value)?;
            let index = self.value(&part.offset)?;
            self.steps.push(Step::Write {
                block: part.block,
                index,
                value,
            });
            return Ok(());
        }
        let (from, _) = self.array(value)?;
        self.copy_any(&from, part, element)
    }

    /// Copies an array to a part of another block.
    ///
    /// # Errors
    /// What an item refuses.
    pub fn copy_any(&mut self, from: &Place<Var>, to: &Place<Var>, element: PrimType) -> Made<()> {
        if from.block == to.block {
            return self.malformed("an array is put into its own block");
        }
        let choice = self.schedule().put(to);
        if choice.skeleton == Skeleton::Copy {
            self.chose("part", choice);
            let from = match from.is_dense() {
                true => from.clone(),
                false => self.copied("part", from, element)?,
            };
            return self.copy(&from, to);
        }
        if choice.skeleton == Skeleton::One {
            return self.one(choice, "put", &[(to.block, element)], &mut |items| {
                let from = items.block(from.clone(), element);
                let to = items.block(to.clone(), element);
                let command = items.copy(&Array::At(from), &super::super::item::Sink::Cell(&to))?;
                items.push(command);
                Ok(())
            });
        }
        let together = [(to.clone(), element, UpdateOp::Once)];
        self.map_with(
            choice,
            "put",
            (&to.dims, &[]),
            &together,
            &mut |items, parts, at, _| {
                let at = items.all_fixed(at);
                let value = Local::Scalar(items.element_of(from, element, &at)?);
                let mut parts = parts.iter();
                parts.try_for_each(|(part, _)| items.update(&part.part(&at), &value))
            },
        )?;
        Ok(())
    }
}
